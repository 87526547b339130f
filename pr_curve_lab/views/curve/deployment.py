"""Where the threshold will be used: how many rows a day, and how many of these are positive."""

from __future__ import annotations

import streamlit as st

from pr_curve_lab.analysis.deployment import Deployment, deployment
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.numerals import count_text, expected_text
from pr_curve_lab.server.results import cached_for_visitor, kept
from pr_curve_lab.server.settings import DAY, LEAST_PREVALENCE, MOST_PREVALENCE, OWN_BALANCE, PER_DAY
from pr_curve_lab.server.visitor_state import clear, put, value_of, visitor
from pr_curve_lab.views.balance import prevalence
from pr_curve_lab.views.curve import columns_used
from pr_metrics import OperatingPoints

STEP = 0.1  # per cent


def used(points: OperatingPoints, words: Words) -> Deployment:
    """The points where they will be used; what is not said is as in the data."""
    asked, column = prevalence.asked(points, words), columns_used.day_column()
    if column:
        return columns_used.used_by_days(column, asked)
    rows = value_of(PER_DAY.key)
    cached = kept if rows is None else cached_for_visitor
    return cached(deployment, points, prevalence=asked, rows=rows)


def unit(used: Deployment, words: Words, *, begins: bool = False) -> str:
    """Say what counts are of: a day, this file, or as many rows at another class balance; begins: for a sentence."""
    of = "day" if used.per_day else "rows" if used.moved else "file"
    return words.say(f"curve.{'each' if begins else 'unit'}_{of}", rows=count_text(used.rows))


def say_of_data(used: Deployment, words: Words) -> None:
    """Say that what follows counts the data, where the page else counts a day."""
    if used.elsewhere:
        st.caption(words.say("curve.of_data"))


def ask_rows(used: Deployment, words: Words) -> None:
    """A field for the rows of a day; empty, it shows those of the days of the data, if there are any."""
    if value_of(PER_DAY.key) is not None and columns_used.day_column():
        put(per_day=None)
    st.number_input(
        words.say("curve.require_value_per_day"),
        min_value=PER_DAY.least,
        max_value=PER_DAY.most,
        value=None,
        step=1,
        placeholder=words.number(expected_text(used.rows)) if used.per_day else words.say("curve.rows_a_day"),
        key="per_day",
        on_change=clear,
        args=(DAY.key,),  # rows that are typed are no days of the data; without them days count again
        persist_state="session",
        label_visibility="collapsed",
        width=96,
    )


def ask_share(points: OperatingPoints, words: Words) -> None:
    """A field for the share of positives in per cent; empty, it shows that of the data."""
    asked = prevalence.asked(points, words)
    put(positive_share=None if asked is None else float(f"{100 * asked:.12g}"))
    st.number_input(
        words.say("curve.require_value_share"),
        min_value=100 * LEAST_PREVALENCE,
        max_value=100 * MOST_PREVALENCE,
        value=None,
        step=STEP,
        format="%.6g",
        placeholder=words.number(100 * points.prevalence, ".3g"),
        key="positive_share",
        on_change=_take_share,
        label_visibility="collapsed",
        width=64,
    )


def _take_share() -> None:
    """Move to the share that was typed; an empty field is the data's own."""
    typed = value_of("positive_share")
    share = None if typed is None else typed / 100
    put(prevalence=OWN_BALANCE if share in (None, visitor().cases.points.prevalence) else share)
