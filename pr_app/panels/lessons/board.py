"""A lesson in the browser: the server sends it once, and hears which step is shown."""

from __future__ import annotations

import streamlit as st

from pr_app.lab.modules import STYLE, script_of
from pr_app.lessons.bundles.steps import lesson_bundle
from pr_app.serving.settings import LESSON
from pr_app.serving.visitor_state import put, value_of
from pr_app.wording.catalogue import Words

KEY = "lesson_board"
_board = st.components.v2.component(
    "pr_curve_lab_lesson", js=script_of("lesson_in_streamlit"), css=STYLE, isolate_styles=False
)


def show(lesson: str, words: Words) -> None:
    """Show the lesson at the step that the address names."""
    data = lesson_bundle(lesson, words.language)
    _board(key=KEY, data=data, on_step_change=_take_step, on_room_change=_take_room, on_list_change=_to_the_list)


def _take_step() -> None:
    put(step=int(value_of(KEY)["step"]))


def _take_room() -> None:
    put(room=bool(value_of(KEY)["room"]))


def _to_the_list() -> None:
    put(**{LESSON.name: "", "step": 1})
