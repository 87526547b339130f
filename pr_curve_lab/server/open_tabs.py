"""Which tab a run is for, and whether it is still open."""

from __future__ import annotations

from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx


def this_tab() -> str:
    """Name of the tab that this run is for."""
    context = get_script_run_ctx(suppress_warning=True)
    return context.session_id if context else ""


def is_open(tab: str) -> bool:
    """Whether a tab is connected; without a server all are."""
    return not runtime.exists() or runtime.get_instance().is_active_session(tab)
