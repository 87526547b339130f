"""The lines behind the curve on which all points are equally good, by an F-score or by net benefit."""

from __future__ import annotations

import streamlit as st

from pr_curve_lab.analysis.contours import Contour, f_contours, worth_contours
from pr_curve_lab.analysis.number_texts import NumberText
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.markup import code_span
from pr_curve_lab.server.settings import BENEFIT, CONTOURS, COST_FN, COST_FP
from pr_curve_lab.server.visitor_state import value_of
from pr_curve_lab.views.curve import columns_used

WORTH = "worth"


def ask(words: Words) -> None:
    """Offer the lines of equal F-score, for three weights of recall, and those of equal net benefit."""
    st.segmented_control(
        words.say("curve.contours"),
        CONTOURS.options,
        format_func=lambda kind: _name(kind, words),
        key="contours",
        required=True,
        persist_state="session",
    )


def wanted() -> tuple[float, ...]:
    """The weight of recall, or the costs of false alarm and miss and what a hit brings; nothing where none is drawn."""
    kind = str(value_of(CONTOURS.key))
    if kind == CONTOURS.default:
        return ()
    if kind == WORTH:
        return () if columns_used.amount_column() else _costs()
    return (float(kind),)


def lines(wanted: tuple[float, ...]) -> tuple[Contour, ...]:
    """The lines that are wanted."""
    if len(wanted) == 1:
        return f_contours(*wanted)
    return worth_contours(*wanted) if wanted else ()


def say(words: Words) -> str:
    """Say what lines of net benefit count, or why there are none; nothing of others."""
    if value_of(CONTOURS.key) != WORTH:
        return ""
    column, (false_alarm, missed, benefit) = columns_used.amount_column(), _costs()
    if column:
        return words.say("curve.worth_by_rows", column=code_span(column))
    if missed + benefit == 0:
        return words.say("curve.worth_nothing")
    texts = {"cost_fp": false_alarm, "cost_fn": missed, "benefit": benefit}
    return words.say("curve.worth_says", **{name: NumberText(f"{cost:g}") for name, cost in texts.items()})


def _costs() -> tuple[float, float, float]:
    return value_of(COST_FP.key), value_of(COST_FN.key), value_of(BENEFIT.key)


def _name(kind: str, words: Words) -> str:
    if kind == CONTOURS.default:
        return words.say("curve.contours_none")
    return words.say("curve.contours_worth") if kind == WORTH else f"F{words.number(kind)}"
