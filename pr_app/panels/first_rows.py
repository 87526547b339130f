"""The first rows as they were read."""

from __future__ import annotations

import streamlit as st

from pr_app import session
from pr_app.words import Words

SHOWN = 20  # rows


def show(words: Words) -> None:
    """Show the head of the table being read, rows numbered as problems number them."""
    frame = session.desk().reading.table.frame
    head = frame.head(SHOWN)
    head.index = range(1, len(head) + 1)
    st.subheader(words.say("data.first_rows", shown=len(head), total=len(frame)), anchor=False)
    st.dataframe(head, key="first_rows")
