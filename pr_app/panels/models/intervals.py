"""How sure the areas are: intervals over samples of the rows, long work where there are many, and what they settle."""

from __future__ import annotations

import streamlit as st

from pr_app import session
from pr_app.markup import code_span
from pr_app.numerals import signed_text
from pr_app.panels import progress
from pr_app.samples import RESAMPLES, Sampled, contest_of, of_whole_rows, sampled, seconds_for
from pr_app.words import Words

AT_ONCE = 0.6  # s; a page may take one second


def drawn(by_area: list[str], scheme: str, words: Words) -> Sampled | None:
    """Intervals of the models, named the best first; None while they are computed, and where no rows can be drawn."""
    points = {model: session.points_of(model) for model in by_area}
    if are_impossible():
        st.caption(words.say("models.no_bootstrap"))
        return None
    contest = contest_of(session.desk().questions, points, by_area, scheme)
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


def are_impossible() -> bool:
    """Whether rows cannot be drawn because weights make parts of them; the same for all models."""
    return not of_whole_rows(session.desk().cases.points)


def show_lead(found: Sampled | None, by_area: list[str], words: Words) -> None:
    """Say whether the lead of the best over the second could be chance."""
    if found is None or found.lead is None:
        return
    low, high = found.lead.low, found.lead.high
    finding = "none" if low == high == 0 else "settled" if low > 0 else "open"
    facts = {"best": code_span(by_area[0]), "second": code_span(by_area[1])}
    st.markdown(words.say(f"models.lead_{finding}", **facts, low=signed_text(low), high=signed_text(high)))
