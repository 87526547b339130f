"""What only the browser's tab can do: its language, one step back a page, and to know what the server has lost."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.server.page_run import own_data_are_gone, visit_is_lost
from pr_curve_lab.server.visitor_state import value_of, visitor
from pr_curve_lab.web.modules import script_of

_SCRIPT = script_of("browser_tab", Path(__file__).parent)
KEY = "browser_tab_mover"
_tab = st.components.v2.component("pr_curve_lab_browser_tab", js=_SCRIPT)


def show(words: Words) -> None:
    """Tell the tab its language and whose rows it shows; called once a run, by app.py."""
    state = visitor()
    own = state.in_use.example is None
    shown = {"language": words.language, "session": state.session, "own": own, "said": state.loss_is_said}
    _tab(key=KEY, data=shown, on_lost_change=_say_what_is_lost)


def _say_what_is_lost() -> None:
    if value_of(KEY)["lost"] == "rows":
        own_data_are_gone()
    else:
        visit_is_lost()
