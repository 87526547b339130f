"""The threshold control: it moves from one achievable threshold to the next and says what that does."""

from __future__ import annotations

import numpy as np
import streamlit as st

from pr_app.analysis.number_texts import NumberText, threshold_text
from pr_app.panels.controls import spoken_slider
from pr_app.panels.curve.only_here import only_at
from pr_app.serving.results import kept
from pr_app.serving.settings import THRESHOLD
from pr_app.serving.visitor_state import put, value_of
from pr_app.wording.catalogue import Words
from pr_app.wording.numerals import count_text
from pr_metrics import OperatingPoints, choose_threshold, point_in_force

MOST_STEPS = 1000  # more stops than a screen has pixels cannot be told apart; the two buttons reach every threshold


def chosen(points: OperatingPoints) -> int:
    """Index of the chosen point; at first that of the largest F1."""
    wanted = value_of(THRESHOLD.key)
    if wanted is None:
        best = kept(choose_threshold, points)
        return 0 if best is None else best.index
    index = point_in_force(points, float(wanted))
    return 0 if index is None else index


def show_too_strict(points: OperatingPoints, words: Words) -> None:
    """Say so when the address asks for a threshold above every score, where nothing is called positive."""
    wanted = value_of(THRESHOLD.key)
    if wanted is not None and point_in_force(points, float(wanted)) is None:
        with only_at("too_strict", 0):
            st.warning(words.say("curve.too_strict", threshold=NumberText(f"{wanted:g}")))


def show(points: OperatingPoints, words: Words, *, elsewhere: bool = False) -> None:
    """The slider, from few rows called positive to all, and a step to either side.

    elsewhere: whether the page has other counts than those of the data, which these are.
    """
    if points.threshold.size == 1:
        st.caption(words.say("curve.one_threshold"))
        return
    index = chosen(points)
    stops = kept(_stops, points, words)
    if index not in stops:
        stops = dict(sorted({**stops, index: _stop(points, index, words)}.items()))
    texts = {float(points.threshold[stop]): text for stop, text in stops.items()}
    put(threshold=float(points.threshold[index]))
    st.select_slider(
        words.say("curve.threshold_in_data" if elsewhere else "curve.threshold"),
        list(texts),
        format_func=texts.__getitem__,
        key="threshold",
        persist_state="session",
    )
    spoken_slider.speak_numbers("threshold", list(texts))
    with st.container(horizontal=True, key="steps"):
        for way, by in (("stricter", -1), ("looser", 1)):
            st.button(
                words.say(f"curve.step_{way}"),
                key=way,
                on_click=_step,
                args=(points, by),
                disabled=not 0 <= index + by < points.threshold.size,
            )
    with only_at("next_step", index):
        st.caption(_next_step(points, index, words))


def go_to(threshold: float) -> None:
    """Set the control; a callback of whatever chooses a threshold."""
    put(threshold=threshold)


def stops_of(points: OperatingPoints) -> list[int]:
    """Indices of the thresholds on the slider, all or an even choice; the chosen one joins them."""
    size = points.threshold.size
    even: list[int] = np.linspace(0, size - 1, min(size, MOST_STEPS)).round().astype(np.int64).tolist()
    return even


def _stops(points: OperatingPoints, words: Words) -> dict[int, str]:
    """The thresholds on the slider, each with what it does."""
    return {index: _stop(points, index, words) for index in stops_of(points)}


def _stop(points: OperatingPoints, index: int, words: Words) -> str:
    called = points.true_positives[index] + points.false_positives[index]
    threshold = threshold_text(points.threshold, index)
    return words.say("curve.stop", threshold=threshold, called=count_text(float(called)))


def _next_step(points: OperatingPoints, index: int, words: Words) -> str:
    """The sentence on what one step looser adds: a tie group moves as one."""
    if index + 1 == points.threshold.size:
        return words.say("curve.loosest")
    true_positives = points.true_positives[index + 1] - points.true_positives[index]
    false_positives = points.false_positives[index + 1] - points.false_positives[index]
    return words.say(
        "curve.next_step",
        threshold=threshold_text(points.threshold, index + 1),
        called=count_text(float(true_positives + false_positives)),
        true_positives=count_text(float(true_positives)),
    )


def _step(points: OperatingPoints, by: int) -> None:
    """Move from where the control stands now: clicks that follow each other quickly all count."""
    index = min(max(chosen(points) + by, 0), points.threshold.size - 1)
    go_to(float(points.threshold[index]))
