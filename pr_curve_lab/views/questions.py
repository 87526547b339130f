"""The questions that users come with, each with a link to the page that answers it."""

from __future__ import annotations

import streamlit as st

from pr_curve_lab.lessons.registry import LESSONS
from pr_curve_lab.server.settings import PAGES
from pr_curve_lab.server.visitor_state import message

QUESTIONS = {"differ": "schemes", "threshold": "curve", "better": "models", "fails": "averages", "teach": "lessons"}


def show_questions() -> None:
    """Show the five questions in a row, or in a list on a phone; the whole cell of a question is the link."""
    with st.container(key="questions"):
        for question, page in QUESTIONS.items():
            with st.container(key=f"question_{question}"):
                st.page_link(PAGES[page].script, label=message(f"questions.{question}"))
                st.caption(message(f"questions.{question}_note", lessons=len(LESSONS)))
