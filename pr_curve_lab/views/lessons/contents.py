"""The list of lessons, one a card: a true small picture, the question, minutes and how far one has come."""

from __future__ import annotations

import streamlit as st

from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.lessons.lesson import Lesson
from pr_curve_lab.lessons.registry import LESSONS
from pr_curve_lab.lessons.thumbnails import thumbnail
from pr_curve_lab.server.visitor_state import visitor
from pr_curve_lab.views.lessons import drawn
from pr_curve_lab.views.lessons.place import go_to_step

WIDE = 280  # px of a card, below which there is one fewer beside the others


def show(words: Words) -> None:
    """Offer every lesson."""
    st.title(words.say("lessons.headline", count=len(LESSONS)), anchor=False)
    with st.container(key="lesson_cards"):
        for number, lesson in enumerate(LESSONS.values(), start=1):
            _show_card(number, lesson, words)


def _show_card(number: int, lesson: Lesson, words: Words) -> None:
    seen = visitor().steps_seen.get(lesson.key, 0)
    with st.container(key=f"lesson_{lesson.key}", gap=None):
        drawn.show(thumbnail(lesson))
        st.button(
            words.say("lessons.open", number=number, title=words.say(f"lesson_{lesson.key}.title")),
            key=f"open_{lesson.key}",
            on_click=go_to_step,
            args=(lesson.key, max(seen, 1)),
            type="tertiary",
        )
        st.caption(words.say(f"lesson_{lesson.key}.about"))
        key = "lessons.minutes_seen" if seen else "lessons.minutes"
        st.caption(words.say(key, count=lesson.minutes, seen=seen, total=len(lesson.steps)))
