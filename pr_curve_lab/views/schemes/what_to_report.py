"""The number to report for these rows, why, and the sentence for the paper."""

from __future__ import annotations

import streamlit as st

from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.citations import area_sentence
from pr_curve_lab.reading.cases.cases import Cases
from pr_curve_lab.views.exports import offered


def show(cases: Cases, area: float, words: Words) -> None:
    """Recommend the step area, with the sentence that says how it came about; a button copies it."""
    st.subheader(words.say("answer.report_title", area=area), anchor=False)
    st.caption(words.say("answer.report_reason"))
    sentence = area_sentence("step", area, offered.counted_rows(cases), words)
    with st.container(key="report_sentence"):
        st.code(sentence, language=None, wrap_lines=True)
