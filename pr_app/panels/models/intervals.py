"""How sure the areas are: intervals over samples of the rows, long work where there are many, and what they settle."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from pr_app import session
from pr_app.markup import code_span
from pr_app.numerals import signed_text
from pr_app.panels import progress
from pr_app.samples import RESAMPLES, Sampled, contest_of, sampled, seconds_for
from pr_app.words import Words

AT_ONCE = 0.6  # s; a page may take one second
ENOUGH_ROWS = 10  # of either class; samples of fewer are too much like the rows themselves to tell of others


def drawn(areas: Mapping[str, float], scheme: str, words: Words) -> Sampled | None:
    """Intervals of the models; None while they are computed, or after they were stopped."""
    points = {model: session.points_of(model) for model in areas}
    contest = contest_of(session.desk().questions, points, areas, scheme)
    return progress.result_of(
        lambda report: sampled(contest, report),
        "models_intervals",
        scheme,
        seconds=seconds_for(contest),
        saying=words.say("models.drawing", count=RESAMPLES),
        words=words,
        of_all=True,
        at_once=AT_ONCE,
    )


def show_lead(found: Sampled, best: str, rows: int, words: Words) -> None:
    """Say whether the lead of the best over its rival could be chance; rows: of the class that has fewer."""
    low, high = found.lead.low, found.lead.high
    if low == high == 0:
        finding = "none"
    elif low <= 0:
        finding = "open"
    else:
        finding = "settled" if rows >= ENOUGH_ROWS else "few"
    facts = {"best": code_span(best), "second": code_span(found.rival), "low": signed_text(low)}
    said = [words.say(f"models.lead_{finding}", **facts, high=signed_text(high), count=rows)]
    if found.areas[best].low <= found.areas[found.rival].high and finding != "none":
        said.insert(0, words.say("models.overlap"))
    st.markdown(words.say("schemes.separator").join(said))
