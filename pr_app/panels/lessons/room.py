"""A lesson as it is projected: larger, and nothing on the screen but the lesson."""

from __future__ import annotations

import streamlit as st

from pr_app.serving.settings import ROOM
from pr_app.serving.visitor_state import value_of
from pr_app.wording.catalogue import Words

LARGER = 1.18  # charts; text grows with the window
_STYLE = """
<style>
  #root :is([data-testid="stHeader"], .st-key-header, .st-key-top_line, .st-key-onwards) { display: none; }
  [data-testid="stMainBlockContainer"] { padding-top: 1rem; }
  @media (min-width: 1200px) {
    :root { --margin: 40px; --headline: 2rem; }
    html { font-size: clamp(18px, 1.58vw, 34px) !important; }
  }
</style>
"""


def show_switch(words: Words) -> None:
    """Offer the projector's view, and the way out of it."""
    st.toggle(words.say("lessons.room"), key="room", persist_state="session", help=words.say("lessons.room_help"))


def is_on() -> bool:
    """Whether the lesson is projected."""
    return bool(value_of(ROOM.key))


def apply() -> None:
    """Take everything else off the screen, and use what that leaves for larger type."""
    st.html(_STYLE)
