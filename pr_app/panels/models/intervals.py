"""How much the areas of all models would vary in another sample of rows: intervals by drawing the rows anew."""

from __future__ import annotations

import streamlit as st

from pr_app import session
from pr_app.words import Words
from pr_metrics import Interval, OperatingPoints, bootstrap_interval


def bootstrapped(models: tuple[str, ...], scheme: str, words: Words) -> dict[str, Interval]:
    """The 95 % interval of each model's area; none, with a sentence, where weights are not whole rows."""
    if not _are_whole_rows(session.points_of(models[0])):
        st.caption(words.say("models.no_bootstrap"))
        return {}

    def draw() -> dict[str, Interval]:
        return {model: bootstrap_interval(session.points_of(model), scheme=scheme) for model in models}

    with st.spinner(words.say("models.drawing")):
        return session.remembered_of_all(draw, "models_bootstrap", scheme)


def _are_whole_rows(points: OperatingPoints) -> bool:
    """Whether every point counts whole rows; the weights are the same for all models."""
    return bool((points.true_positives % 1 == 0).all() and (points.false_positives % 1 == 0).all())
