"""The one control of the page: at which class balance the curve is drawn."""

from __future__ import annotations

import math

import numpy as np
import streamlit as st

from pr_curve_lab.analysis.number_texts import NumberText, distinct_texts, prevalence_text
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.server.settings import LEAST_PREVALENCE, MOST_PREVALENCE, OWN_BALANCE, PREVALENCE
from pr_curve_lab.server.visitor_state import put, put_again, value_of, visitor
from pr_curve_lab.views.controls import spoken_slider
from pr_metrics import OperatingPoints, at_prevalence

RARE = (0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05)
STOPS = (*RARE, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99)
LARGEST_STEP = 0.01


def asked(points: OperatingPoints, words: Words) -> float | None:
    """The class balance that is asked for, None for the data's own; one that the data cannot have gives way."""
    wanted = value_of(PREVALENCE.key)
    if wanted is None or wanted == OWN_BALANCE:
        return None
    if float(wanted) == points.prevalence:
        put(prevalence=OWN_BALANCE)
        return None
    try:
        at_prevalence(points, float(wanted))
    except ValueError:  # weights so large that the negatives would be infinitely many
        st.warning(words.say("balance.impossible", prevalence=NumberText(f"{wanted:g}")))
        put(prevalence=OWN_BALANCE)
        return None
    return float(wanted)


def show(points: OperatingPoints, words: Words) -> None:
    """A slider with sensible stops, and a field for any other class balance."""
    prevalence = asked(points, words)
    texts = _stops(points.prevalence, prevalence, words)
    slider_side, field_side = st.columns([4, 1], gap="medium", vertical_alignment="bottom")
    with slider_side:
        st.select_slider(
            words.say("balance.control"),
            list(texts),
            format_func=texts.__getitem__,
            key="prevalence",
            persist_state="session",
        )
        numbers = [points.prevalence if stop == OWN_BALANCE else float(stop) for stop in texts]
        spoken_slider.speak_numbers("prevalence", numbers)
    put_again(prevalence_typed=points.prevalence if prevalence is None else prevalence)
    with field_side:
        st.number_input(
            words.say("balance.typed"),
            min_value=min(LEAST_PREVALENCE, points.prevalence),
            max_value=max(MOST_PREVALENCE, points.prevalence),
            step=_step(points.prevalence if prevalence is None else prevalence),
            format="%.6g",
            key="prevalence_typed",
            on_change=_take_prevalence,
        )


def _take_prevalence() -> None:
    """Move to the class balance that was typed; the data's own is called so."""
    typed = value_of("prevalence_typed")
    own = typed is None or typed == visitor().cases.points.prevalence
    put(prevalence=OWN_BALANCE if own else typed)


def _step(prevalence: float) -> float:
    """A unit of the first digit of the class balance, or of what is left of 1."""
    rest = min(prevalence, 1 - prevalence)
    return min(LARGEST_STEP, 10.0 ** math.floor(math.log10(rest))) if rest > 0 else LARGEST_STEP


def _stops(own: float, prevalence: float | None, words: Words) -> dict[float | str, str]:
    """The stops of the slider, with their words: fixed ones, the asked balance, and among them the data's own."""
    others = np.unique([stop for stop in (*STOPS, prevalence) if stop is not None and stop != own])
    written = map(words.number, distinct_texts(others))
    texts: dict[float | str, str] = dict(zip(others.tolist(), written, strict=True))
    texts[OWN_BALANCE] = words.say("balance.own_stop", prevalence=prevalence_text(own))
    return dict(sorted(texts.items(), key=lambda stop: own if stop[0] == OWN_BALANCE else float(stop[0])))
