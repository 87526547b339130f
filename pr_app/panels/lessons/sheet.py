"""A lesson on paper, to download: made on the click, the same for everybody."""

from __future__ import annotations

import streamlit as st

from pr_app.exports.sheet.document import sheet_html
from pr_app.lessons.lesson import Lesson
from pr_app.wording.catalogue import Words


def show(lesson: Lesson, words: Words) -> None:
    """Offer the exercise with its answers, in the language of the page."""
    st.download_button(
        words.say("sheet.download"),
        lambda: sheet_html(lesson, words),
        file_name=f"lesson_{lesson.key}_{words.language}.html",
        mime="text/html",
        key=f"sheet_{lesson.key}",
        on_click="ignore",  # nothing on the page changes
        type="tertiary",
    )
