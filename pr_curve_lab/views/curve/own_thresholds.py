"""A grid of the reader's own thresholds: what each does, and what a curve of these alone would be."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from pr_curve_lab.analysis.number_texts import threshold_text
from pr_curve_lab.analysis.rounding import rounded_values
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.numerals import count_text
from pr_curve_lab.reading.problem import Problem
from pr_curve_lab.reading.typed_thresholds import read_grid
from pr_curve_lab.server.settings import GRID, LONGEST_TEXT
from pr_curve_lab.server.visitor_state import value_of
from pr_curve_lab.views.curve import threshold_chart
from pr_metrics import SCHEMES, OperatingPoints, at_thresholds, f_score, point_in_force
from pr_metrics.tolerances import AREA_ROUNDING


def marked(points: OperatingPoints) -> tuple[int, ...]:
    """Indices of the points that the reader's thresholds amount to."""
    grid = _grid()
    if grid is None:
        return ()
    found = (point_in_force(points, threshold) for threshold in grid.tolist())
    return tuple(sorted({index for index in found if index is not None}))


def show(points: OperatingPoints, words: Words) -> None:
    """Ask for thresholds, and show their counts and the area of the curve that they alone make."""
    st.text_input(
        words.say("curve.grid"),
        key="grid",
        placeholder=words.say("curve.grid_example"),
        max_chars=LONGEST_TEXT,
        persist_state="session",
    )
    grid = _read()
    if isinstance(grid, Problem):
        st.error(words.say_problem(grid))
        return
    if grid is None:
        return
    top = points.threshold[0]
    above = grid[grid > top]
    if above.size:
        st.caption(words.say("curve.grid_above", count=above.size, top=threshold_text(points.threshold, 0)))
    if above.size == grid.size:
        return
    coarse = at_thresholds(points, grid)
    st.dataframe(_table(coarse, words), key="grid_table", hide_index=True)
    st.markdown(_area_sentence(points, coarse, words))


def _read() -> np.ndarray | Problem | None:
    text = str(value_of(GRID.key) or "")
    return read_grid(text) if text.strip() else None


def _grid() -> np.ndarray | None:
    grid = _read()
    return None if isinstance(grid, Problem) else grid


def _table(coarse: OperatingPoints, words: Words) -> pd.DataFrame:
    true_positives, false_positives = coarse.true_positives, coarse.false_positives
    columns = {
        "threshold": coarse.threshold,
        "called": true_positives + false_positives,
        "true_positives": true_positives,
        "false_positives": false_positives,
        "false_negatives": coarse.positives - true_positives,
        "true_negatives": coarse.negatives - false_positives,
        "precision": rounded_values(coarse.precision, 4),
        "recall": rounded_values(coarse.recall, 4),
        "f1": rounded_values(f_score(coarse), 4),
    }
    return pd.DataFrame({words.say(f"curve.column_{name}"): values for name, values in columns.items()})


def _area_sentence(points: OperatingPoints, coarse: OperatingPoints, words: Words) -> str:
    """The step area of the coarse curve beside that of all thresholds, with the sign computed."""
    all_area, area = threshold_chart.joined(points).area, SCHEMES["step"].area(coarse)
    finding = "same" if abs(area - all_area) < AREA_ROUNDING else "larger" if area > all_area else "smaller"
    facts = {"area": area, "all_area": all_area, "difference": abs(area - all_area)}
    sentence = words.say(f"curve.grid_{finding}", **facts, count=count_text(coarse.threshold.size))
    if coarse.recall[-1] < 1:
        sentence += words.say("curve.grid_ends", recall=float(coarse.recall[-1]))
    return sentence
