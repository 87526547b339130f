"""The head of every page: the app's name, the menu, and the languages, on the edges of the text column.

Streamlit's own menu goes into a side bar on a phone and cannot keep to the column; links to pages do both, and change
the page without loading the document anew.
"""

from __future__ import annotations

from html import escape
from pathlib import Path

import streamlit as st

from pr_curve_lab.i18n.catalogue import LANGUAGES, Words
from pr_curve_lab.server.pages import FIRST, PAGES

NAME = "PR Curve Lab"
ON_PHONE = ("data", "curve", "areas", "schemes", "models")  # in the menu of a narrow window; "More" opens the others
BEFORE_MORE = next(key for key in PAGES if key not in ON_PHONE)  # the keyboard goes from "More" on to what it opens

_SCRIPT = (Path(__file__).parent / "header.js").read_text(encoding="utf-8")
_marks = st.components.v2.component("pr_curve_lab_header", js=_SCRIPT)


def show(words: Words, *, page: str) -> None:
    """Show name, menu and languages; page: the name in the address of the page that is open."""
    with st.container(horizontal=True, wrap=False, key="header"):
        st.page_link(PAGES[FIRST].script, label=NAME, width="content")
        with st.container(horizontal=True, wrap=False, key="menu"):
            _show_menu(words)
        st.segmented_control(
            words.say("chart.language"),
            list(LANGUAGES),
            format_func=LANGUAGES.__getitem__,
            key="lang",
            required=True,
            label_visibility="collapsed",
            persist_state="session",
        )
        told = {"page": page, "language": words.language, "pages": words.say("chart.pages")}
        _marks(key="header_mover", data=told)


def _show_menu(words: Words) -> None:
    for key, page in PAGES.items():
        if key == BEFORE_MORE:
            more = escape(words.say("chart.more_pages"))
            st.html(f"<details><summary>{more}</summary></details>", width="content")
        st.page_link(page.script, label=words.say(f"{key}.title"), width="content")
