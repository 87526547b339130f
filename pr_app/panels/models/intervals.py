"""How much areas would vary in other samples of rows: an interval for each model, and for the lead of the best.

Intervals of two models that overlap do not show that they are equally good. Both were scored on the same rows, and what
makes a sample easy is easy for both; so the two best are also drawn as a pair.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from pr_app import session
from pr_app.markup import code_span
from pr_app.numerals import signed_text
from pr_app.words import Words
from pr_metrics import Interval, OperatingPoints, bootstrap_difference, bootstrap_interval


@dataclass(frozen=True)
class Drawn:
    """95 % intervals over samples of the rows."""

    areas: Mapping[str, Interval]  # of each model
    lead: Interval | None  # of the best over the second; none with weights, since rows are drawn one by one


def drawn(by_area: list[str], scheme: str, words: Words) -> Drawn | None:
    """Intervals of the models, named the best first; none, with a sentence, where weights are not whole rows."""
    if not _are_whole_rows(session.points_of(by_area[0])):
        st.caption(words.say("models.no_bootstrap"))
        return None
    with st.spinner(words.say("models.drawing")):
        return session.remembered_of_all(lambda: _draw(by_area, scheme), "models_intervals", scheme)


def show_lead(found: Drawn | None, by_area: list[str], words: Words) -> None:
    """Say whether the lead of the best over the second could be chance."""
    if found is None or found.lead is None:
        return
    low, high = found.lead.low, found.lead.high
    finding = "none" if low == high == 0 else "settled" if low > 0 else "open"
    facts = {"best": code_span(by_area[0]), "second": code_span(by_area[1])}
    st.markdown(words.say(f"models.lead_{finding}", **facts, low=signed_text(low), high=signed_text(high)))


def _draw(by_area: list[str], scheme: str) -> Drawn:
    areas = {model: bootstrap_interval(session.points_of(model), scheme=scheme) for model in by_area}
    asked = session.desk().questions
    if asked.weight is not None:
        return Drawn(areas, None)
    best, second = (asked.score[:, asked.names.index(model)] for model in by_area[:2])
    return Drawn(areas, bootstrap_difference(asked.positive[:, 0], best, second, scheme=scheme))


def _are_whole_rows(points: OperatingPoints) -> bool:
    """Whether every point counts whole rows; the weights are the same for all models."""
    return bool((points.true_positives % 1 == 0).all() and (points.false_positives % 1 == 0).all())
