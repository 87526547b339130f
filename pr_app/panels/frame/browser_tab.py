"""What only the browser's tab can do: one step back a page, and to know of rows that the server has lost."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from pr_app.serving.page_run import own_data_are_gone
from pr_app.serving.visitor_state import visitor

_SCRIPT = (Path(__file__).parent / "browser_tab.js").read_text(encoding="utf-8")
_tab = st.components.v2.component("pr_curve_lab_browser_tab", js=_SCRIPT)


def show() -> None:
    """Tell the tab whose rows it shows; called once a run, by app.py."""
    state = visitor()
    shown = {"session": state.session, "own": state.in_use.example is None, "said": state.own_is_gone}
    _tab(key="browser_tab_mover", data=shown, on_lost_change=own_data_are_gone)
