"""A requirement answered by an achievable threshold, or by the sentence that there is none."""

from __future__ import annotations

import streamlit as st

from pr_app import session
from pr_app.numerals import text_among_neighbours
from pr_app.words import Words
from pr_metrics import OperatingPoints, choose_threshold

REQUIRED_AT_FIRST = 0.9


def show(points: OperatingPoints, words: Words) -> None:
    """Ask for a least precision or recall, and answer with the threshold that meets it best."""
    kind, least = _asked(words)
    index = choose_threshold(points, **{kind: least})
    if index is None:
        best = {"min_precision": points.precision, "min_recall": points.recall}[kind].max()
        st.markdown(words.say(f"curve.no_threshold_{kind}", best=best))
        return
    st.markdown(
        words.say(
            "curve.met_by",
            threshold=text_among_neighbours(points.threshold, index),
            precision=points.precision[index],
            recall=points.recall[index],
        )
    )
    threshold = float(points.threshold[index])
    st.button(words.say("curve.go_there"), key="go_there", on_click=session.go_to_threshold, args=(threshold,))


def _asked(words: Words) -> tuple[str, float]:
    kind_side, value_side = st.columns([3, 2], vertical_alignment="bottom")
    kind = kind_side.selectbox(
        words.say("curve.require"),
        ("min_precision", "min_recall"),
        format_func=lambda name: words.say(f"curve.require_{name}"),
        key="require",
        persist_state="session",
    )
    least = value_side.number_input(
        words.say("curve.require_value"),
        min_value=0.0,
        max_value=1.0,
        value=REQUIRED_AT_FIRST,
        step=0.01,
        key="require_value",
        label_visibility="collapsed",
        persist_state="session",
    )
    return str(kind), float(least)
