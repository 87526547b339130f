"""The question that stands in place of a page where two columns are as likely to be the label or the score.

No number is shown until it is answered: neither of the new data, which would be a guess, nor of those before.
"""

from __future__ import annotations

import numpy as np
import streamlit as st

from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.markup import code_span
from pr_curve_lab.reading.cases.number_columns import read_numbers
from pr_curve_lab.reading.columns.label_values import label_values, rows_with
from pr_curve_lab.reading.formats.table import Table
from pr_curve_lab.server import data_in_use, page_run
from pr_curve_lab.server.pages import PAGES
from pr_curve_lab.server.visitor_state import value_of, visitor
from pr_curve_lab.views.data import first_rows

ASKED = "asked_{role}"  # the key of a question's widget
MOST_VALUES = 3  # of a label, beside its name


def is_asked(page: str) -> bool:
    """Whether a question stands in the place of a page; page: its name in the address."""
    return visitor().question is not None and page in PAGES and PAGES[page].names_data


def show(words: Words, *, page: str) -> None:
    """Ask which column is the label, which the score, or both, with the first rows below."""
    page_run.enter(page)  # its address is that of the page, so that a link leads to the question
    state = visitor()
    if state.question is None:
        return
    table = state.reading.table
    st.title(words.say("data.question"), anchor=False)
    for role, decision in state.question.decisions.items():
        if decision.certainty == "open":
            named = {"label": _values_of, "score": _range_of}[role]
            columns = [*decision.taken[:1], *decision.others]
            st.radio(
                words.say(f"data.question_{role}", name=code_span(table.name)),
                columns,
                format_func=code_span,
                captions=[named(table, column, words) for column in columns],
                key=ASKED.format(role=role),
            )
    with st.container(horizontal=True, key="answers"):
        st.button(words.say("data.question_answer"), key="answer", type="primary", on_click=_take_answer)
        aside = words.say("data.question_aside", name=code_span(table.name))
        st.button(aside, key="leave_aside", on_click=data_in_use.leave_aside)
    first_rows.show(words)


def _take_answer() -> None:
    label, score = (value_of(ASKED.format(role=role)) for role in ("label", "score"))
    question = visitor().question
    if question is not None:
        named = question.label.taken[0] if question.label.certainty != "open" and score is not None else None
        data_in_use.answer(label or named, score)


def _values_of(table: Table, column: str, words: Words) -> str:
    """The values of a label with how many rows have each."""
    values = label_values(table, column)
    counts = rows_with(table, column, values[:MOST_VALUES])
    listed = (
        words.say("data.value_rows", value=code_span(value), rows=words.say("data.rows", count=count))
        for value, count in zip(values, counts, strict=False)
    )
    return words.say("data.separator").join(listed)


def _range_of(table: Table, column: str, words: Words) -> str:
    """The least and the greatest number of a column."""
    numbers = read_numbers("score", table.frame[column], column).values
    return words.say("data.from_to", low=float(np.nanmin(numbers)), high=float(np.nanmax(numbers)))
