"""The line under a lesson: the link for students, the terms, and the lesson on paper."""

from __future__ import annotations

import streamlit as st

from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.views.lessons import sheet, student_link, terms
from pr_curve_lab.views.lessons.place import At


def show(here: At, words: Words) -> None:
    """Show what helps in class."""
    with st.container(horizontal=True, vertical_alignment="center", key="aids"):
        student_link.show(here, words)
        terms.show_beside(words)
        sheet.show(here, words)
