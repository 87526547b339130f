"""A requirement answered by an achievable threshold, or by the sentence that there is none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import streamlit as st

from pr_app.analysis.number_texts import NumberText, threshold_text
from pr_app.panels.curve import threshold as threshold_control
from pr_app.serving.results import kept
from pr_app.serving.settings import REQUIRE, SETTINGS
from pr_app.serving.visitor_state import value_of
from pr_app.wording.catalogue import Words
from pr_app.wording.numerals import count_text
from pr_metrics import OperatingPoints, choose_threshold, line_meeting

INPUTS = {
    "min_precision": ("precision",),
    "min_recall": ("recall",),
    "both": ("precision", "recall"),
    "max_alerts": ("alerts",),
    "f_beta": ("beta",),
    "cost": ("cost_fp", "cost_fn"),
}
STEPS: dict[str, Any] = {"precision": 0.01, "recall": 0.01, "alerts": 1, "beta": 0.5, "cost_fp": 1.0, "cost_fn": 1.0}
IN_WORDS_OF_THE_FIELD = {"precision": "min_precision", "recall": "min_recall", "alerts": "max_alerts"}


def met_by(points: OperatingPoints) -> int | None:
    """Index of the point that meets what the controls require, or None."""
    asked = _asked()
    if asked.get("cost_fp") == 0 == asked.get("cost_fn"):  # nothing costs anything
        return None
    return kept(choose_threshold, points, **asked)


def show(points: OperatingPoints, words: Words) -> None:
    """Ask what is required, and answer with the threshold that meets it best."""
    names = INPUTS[str(value_of(REQUIRE.key))]
    kind_side, *value_sides = st.columns([3, 2] if len(names) == 1 else [1], vertical_alignment="bottom")
    kind_side.selectbox(
        words.say("curve.require"),
        REQUIRE.options,
        format_func=lambda name: words.say(f"curve.require_{name}"),
        key="require",
        persist_state="session",
    )
    for side, name in zip(value_sides or st.columns(len(names)), names, strict=True):
        _ask_value(side, name, words)
    index = met_by(points)
    if index is None:
        st.markdown(_no_threshold(points, words))
        return
    st.markdown(_met(points, index, words))
    threshold = float(points.threshold[index])
    st.button(words.say("curve.go_there"), key="go_there", on_click=threshold_control.go_to, args=(threshold,))


def _ask_value(side: Any, name: str, words: Words) -> None:
    setting: Any = SETTINGS[name]
    side.number_input(
        words.say(f"curve.require_value_{name}"),
        min_value=setting.least,
        max_value=setting.most,
        step=STEPS[name],
        key=name,
        persist_state="session",
    )


def _asked() -> dict[str, float]:
    """The requirement of the controls, as `choose_threshold` takes it."""
    names = INPUTS[str(value_of(REQUIRE.key))]
    return {IN_WORDS_OF_THE_FIELD.get(name, name): value_of(name) for name in names}


def _met(points: OperatingPoints, index: int, words: Words) -> str:
    true_positives, false_positives = float(points.true_positives[index]), float(points.false_positives[index])
    sentence = words.say(
        "curve.met_by",
        threshold=threshold_text(points.threshold, index),
        precision=true_positives / (true_positives + false_positives),
        recall=true_positives / points.positives,
        called=count_text(true_positives + false_positives),
    )
    if value_of(REQUIRE.key) != "cost":
        return sentence
    cost = value_of("cost_fp") * false_positives + value_of("cost_fn") * (points.positives - true_positives)
    return sentence + words.say("curve.met_at_cost", cost=NumberText(f"{cost:,.6g}"), **_cost_of_none(points))


def _cost_of_none(points: OperatingPoints) -> dict[str, NumberText]:
    return {"cost_of_none": NumberText(f"{value_of('cost_fn') * points.positives:,.6g}")}


def _no_threshold(points: OperatingPoints, words: Words) -> str:
    """Why no threshold does it; and where a joined line looks as if one did."""
    asked = _asked()
    best: dict[str, Callable[[], dict[str, Any]]] = {
        "min_precision": lambda: {"best": float(points.precision.max())},
        "min_recall": lambda: {"best": float(points.recall.max())},
        "both": lambda: _best_of_either(points, asked),
        "max_alerts": lambda: {"called": count_text(float(points.true_positives[0] + points.false_positives[0]))},
        "cost": dict,
    }
    kind = str(value_of(REQUIRE.key))
    sentence = words.say(f"curve.no_threshold_{kind}", **best[kind]())
    shares = {name: asked[name] for name in ("min_precision", "min_recall") if name in asked}
    end = line_meeting(points, **shares) if shares else None
    return sentence if end is None else sentence + _line(points, end, words)


def _best_of_either(points: OperatingPoints, asked: dict[str, float]) -> dict[str, float]:
    """The best of each where the other is met; 0 where it is met nowhere."""
    precision, recall = points.precision, points.recall
    return {
        "precision": float(np.max(precision[recall >= asked["min_recall"]], initial=0.0)),
        "recall": float(np.max(recall[precision >= asked["min_precision"]], initial=0.0)),
    }


def _line(points: OperatingPoints, end: int, words: Words) -> str:
    to = threshold_text(points.threshold, end)
    if end == 0:
        return words.say("curve.only_the_start", to=to)
    return words.say("curve.only_the_line", after=threshold_text(points.threshold, end - 1), to=to)
