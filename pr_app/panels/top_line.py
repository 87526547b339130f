"""The quiet line of every page: which data are in use, the way to change them, and the language."""

from __future__ import annotations

import streamlit as st

from pr_app import session
from pr_app.markup import code_span
from pr_app.panels import data_name
from pr_app.words import LANGUAGES, Words

VIEW_WIDTH = 200  # px


def show(words: Words, *, names_data: bool) -> None:
    """Name the data in use, except on a page that has data of its own, and offer the languages."""
    with st.container(horizontal=True, vertical_alignment="center", key="top_line"):
        if names_data:
            _show_data(words)
        st.space("stretch")
        st.segmented_control(
            words.say("chart.language"),
            list(LANGUAGES),
            format_func=LANGUAGES.__getitem__,
            key="lang",
            required=True,
            label_visibility="collapsed",
            persist_state="session",
        )


def _show_data(words: Words) -> None:
    """Which data are in use, which of their scores, and the way to others."""
    desk = session.desk()
    rows = words.say("data.rows", count=desk.cases.size)
    positives = words.say("data.positives", count=int(desk.cases.positive.sum()))
    line = [words.say("data.in_use", name=data_name.in_use(words), rows=rows, positives=positives)]
    if desk.cases.weight is not None:
        line.append(words.say("data.weighted", column=code_span(str(desk.cases.roles.weight))))
    if desk.problems:
        another = desk.reading.table is not desk.in_use.table
        pending = words.say("data.pending", name=code_span(desk.reading.table.name))
        line.append(pending if another else words.say("data.pending_change"))
    st.markdown(" · ".join(line), width="content")
    _show_view(words)
    st.page_link("pages/data.py", label=words.say("data.change"), width="content")


def _show_view(words: Words) -> None:
    """Offer the questions of the data, where there are several: pages about one curve show one of them."""
    questions = session.desk().questions
    if len(questions.names) > 1:
        st.selectbox(
            words.say("data.view"),
            questions.countable,
            format_func=lambda name: words.say(f"data.view_{questions.kind}", name=name),
            key="model",
            on_change=session.take_view,
            label_visibility="collapsed",
            width=VIEW_WIDTH,
            persist_state="session",
        )
