"""The line above a step: where one is, and what helps in class; projected, the link for students and the way back."""

from __future__ import annotations

import streamlit as st

from pr_app.panels.lessons import player, room, student_link, terms
from pr_app.panels.lessons.player import At
from pr_app.wording.catalogue import Words


def show(here: At, words: Words) -> None:
    """Show the line, and where the lesson is projected make room for it."""
    with st.container(horizontal=True, vertical_alignment="center", key="aids"):
        player.show_place(here, words)
        if not room.is_on():
            terms.show_beside(words)
        student_link.show(here, words)
        room.show_switch(words)
    if room.is_on():
        room.apply()
