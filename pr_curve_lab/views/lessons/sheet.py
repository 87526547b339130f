"""A lesson on paper, to download with or without its answers; made on the click."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pr_curve_lab.exports.sheet.document import sheet_html
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.views.lessons.place import At
from pr_curve_lab.views.lessons.student_link import is_reached, link


def show(here: At, words: Words) -> None:
    """Offer the exercise in the language of the page; a code on it leads back, where others reach this address."""
    address = link(str(st.context.url or ""), At(here.lesson, 1), words.language)
    back = address if is_reached(address) else ""
    kinds = {"sheet": words.say("sheet.download_sheet"), "exercise": words.say("sheet.download_exercise")}
    for key, label in kinds.items():
        with_answers = key == "sheet"
        st.download_button(
            label,
            partial(sheet_html, here.lesson, words, with_answers=with_answers, address=back),
            file_name=f"lesson_{here.lesson.key}_{words.language}{'' if with_answers else '_exercise'}.html",
            mime="text/html",
            key=f"{key}_{here.lesson.key}",
            on_click="ignore",  # nothing on the page changes
            type="tertiary",
        )
