"""A lesson in the browser: the server sends it once, and the browser plays it."""

from __future__ import annotations

import streamlit as st

from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.lessons.bundles.steps import lesson_bundle
from pr_curve_lab.server.pages import PAGES
from pr_curve_lab.views.lessons.place import At, go_to_step, onwards
from pr_curve_lab.web.modules import STYLE, script_of

KEY = "lesson_board"
_board = st.components.v2.component(
    "pr_curve_lab_lesson", js=script_of("lesson_in_streamlit"), css=STYLE, isolate_styles=False
)


def show(here: At, words: Words) -> None:
    """Show the lesson at the step that the address names; after the last one go where the visitor wants to."""
    data = lesson_bundle(here.lesson.key, words.language)
    told = _board(key=KEY, data=data, on_list_change=_to_the_list, on_onwards_change=lambda: None)
    if told.onwards:
        st.switch_page(PAGES[here.lesson.page].script, query_params={**onwards(here.lesson), "lang": words.language})


def _to_the_list() -> None:
    go_to_step("", 1)
