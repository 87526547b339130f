"""Which scheme stands on a side."""

from __future__ import annotations

import streamlit as st

from pr_app import session
from pr_app.words import Words
from pr_metrics import SCHEMES


def chosen() -> tuple[str, str]:
    """The schemes on the left and on the right."""
    return str(session.value_of("left")), str(session.value_of("right"))


def show(side: str, words: Words) -> None:
    """Offer every scheme for a side, "left" or "right"."""
    st.selectbox(
        words.say(f"areas.pick_{side}"),
        list(SCHEMES),
        format_func=lambda key: words.say(f"schemes.{key}.name"),
        key=side,
        label_visibility="collapsed",
        persist_state="session",
    )
