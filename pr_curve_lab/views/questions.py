"""The questions that users come with, each with a link to the page that answers it."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pr_curve_lab.lessons.registry import LESSONS
from pr_curve_lab.server import data_in_use
from pr_curve_lab.server.settings import PAGES
from pr_curve_lab.server.visitor_state import message

QUESTIONS = {"differ": "schemes", "threshold": "curve", "better": "models", "fails": "averages", "teach": "lessons"}


def show_questions(group: str = "") -> None:
    """Show the five questions in a row, or in a list on a phone; the whole cell of a question is the link.

    group: the column of groups with which the page Groups opens; "" for the one in use, if there is one.
    """
    with st.container(key="questions"):
        for question, page in QUESTIONS.items():
            label = message(f"questions.{question}")
            with st.container(key=f"question_{question}"):
                if group and page == "averages":
                    show_groups = partial(data_in_use.show_groups, group)
                    st.button(label, key="ask_groups", type="tertiary", on_click=show_groups)
                else:
                    st.page_link(PAGES[page].script, label=label)
                st.caption(message(f"questions.{question}_note", lessons=len(LESSONS)))
