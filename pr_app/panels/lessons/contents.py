"""The list of lessons, each with what it teaches."""

from __future__ import annotations

import streamlit as st

from pr_app.lessons.registry import LESSONS
from pr_app.panels.lessons import sheet
from pr_app.panels.lessons.player import go_to_step
from pr_app.wording.catalogue import Words


def show(words: Words) -> None:
    """Offer every lesson."""
    st.title(words.say("lessons.headline", count=len(LESSONS)), anchor=False)
    st.caption(words.say("lessons.caption"))
    for number, lesson in enumerate(LESSONS.values(), start=1):
        with st.container(horizontal=True, vertical_alignment="center", key=f"lesson_{lesson.key}"):
            st.button(
                words.say("lessons.open", number=number, title=words.say(f"lesson_{lesson.key}.title")),
                key=f"open_{lesson.key}",
                on_click=go_to_step,
                args=(lesson.key, 1),
            )
            st.markdown(words.say(f"lesson_{lesson.key}.about"), width="content")
            sheet.show(lesson, words)
