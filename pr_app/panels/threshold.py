"""The threshold control: it moves from one achievable threshold to the next, strictest first."""

from __future__ import annotations

import numpy as np
import streamlit as st

from pr_app import session
from pr_app.numerals import text_among_neighbours
from pr_app.words import Words
from pr_metrics import OperatingPoints, choose_threshold, point_in_force

MOST_STEPS = 1000  # more stops than a screen has pixels cannot be told apart


def chosen(points: OperatingPoints) -> int:
    """Index of the chosen point; at first that of the largest F1."""
    wanted = session.value_of("threshold")
    if wanted is None:
        best = choose_threshold(points)
        return 0 if best is None else best
    index = point_in_force(points, float(wanted))
    return 0 if index is None else index


def show_too_strict(points: OperatingPoints, words: Words) -> None:
    """Say so when the address asks for a threshold above every score, where nothing is called positive."""
    wanted = session.value_of("threshold")
    if wanted is not None and point_in_force(points, float(wanted)) is None:
        st.warning(words.say("curve.too_strict", threshold=f"{wanted:g}"))


def show(points: OperatingPoints, words: Words) -> None:
    """The slider, from few rows called positive to all."""
    index = chosen(points)
    even = np.linspace(0, points.threshold.size - 1, min(points.threshold.size, MOST_STEPS)).round().astype(np.int64)
    steps = np.union1d(even, [index])
    if steps.size < 2:
        st.caption(words.say("curve.one_threshold"))
        return
    texts = {float(points.threshold[step]): text_among_neighbours(points.threshold, int(step)) for step in steps}
    session.put(threshold=float(points.threshold[index]))
    st.select_slider(
        words.say("curve.threshold"),
        list(texts),
        format_func=texts.__getitem__,
        key="threshold",
        persist_state="session",
    )
