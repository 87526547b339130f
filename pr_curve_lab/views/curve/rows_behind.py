"""The rows behind a point: where labels are most likely wrong, and who shares the threshold."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from pr_curve_lab.analysis.number_texts import threshold_text
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.reading.cases.cases import Cases
from pr_curve_lab.server.results import kept
from pr_curve_lab.server.visitor_state import visitor
from pr_curve_lab.views.curve.only_here import only_at

SHOWN = 10  # rows


def show(cases: Cases, chosen: int, words: Words) -> None:
    """Negatives with the highest scores, positives with the lowest, and the rows of the chosen threshold itself."""
    threshold = cases.points.threshold[chosen]
    st.caption(words.say("curve.rows_caption"))
    unlikely = kept(_unlikely, cases)
    for name, rows in unlikely.items():
        facts = _wrong(cases, name == "low_positives", rows, threshold)
        with only_at(name, chosen):
            st.markdown(f"**{words.say(f'curve.rows_{name}')}** " + words.say(f"curve.rows_{name}_wrong", **facts))
        _table(cases, rows, name, words)
    here = np.flatnonzero(cases.score == threshold)
    said = words.say(
        "curve.rows_here",
        threshold=threshold_text(cases.points.threshold, chosen),
        count=cases.rows_of(here),
        positives=cases.rows_of(here[cases.positive[here]]),
    )
    with only_at("rows_here", chosen):
        st.markdown(said)
        _table(cases, here[:SHOWN], "rows_here", words)


def _wrong(cases: Cases, positive: bool, rows: np.ndarray, threshold: float) -> dict[str, int]:
    """The number of rows of a class that the threshold calls wrongly: of those listed, and of all."""
    called = cases.score >= threshold
    mistaken = (cases.positive == positive) & (called != positive)
    of_class = cases.positive == positive
    counted = {"here": rows[mistaken[rows]], "all": np.flatnonzero(mistaken), "total": np.flatnonzero(of_class)}
    return {name: cases.rows_of(lines) for name, lines in counted.items()}


def _unlikely(cases: Cases) -> dict[str, np.ndarray]:
    """The rows whose scores contradict their labels most, the worst first; of equals the first in the file."""
    return {
        "high_negatives": _first(-cases.score, np.flatnonzero(~cases.positive)),
        "low_positives": _first(cases.score, np.flatnonzero(cases.positive)),
    }


def _first(value: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """The rows with the least values, in order."""
    values = value[rows]
    if rows.size > SHOWN:
        bound = np.partition(values, SHOWN - 1)[SHOWN - 1]
        near = values <= bound
        rows, values = rows[near], values[near]
    return rows[np.argsort(values, kind="stable")[:SHOWN]]


def _table(cases: Cases, rows: np.ndarray, key: str, words: Words) -> None:
    """The rows as they stand in the file, all columns, numbered as problems number them."""
    position = cases.row[rows]
    frame = visitor().in_use.table.frame.iloc[position].copy()
    frame.index = pd.Index(position + 1, name=words.say("curve.column_row"))
    column = cases.roles.scores[0]
    score = st.column_config.NumberColumn(format="%.6g") if frame[column].dtype.kind == "f" else None
    st.dataframe(frame, key=key, column_config={column: score} if score else None)
