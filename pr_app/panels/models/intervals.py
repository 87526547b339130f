"""How sure the areas are: intervals over samples of the rows, long work where there are many, and what they settle."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from pr_app.analysis.model_resampling import RESAMPLES, Sampled, contest_of, sampled, seconds_for
from pr_app.panels.controls import progress
from pr_app.serving import session
from pr_app.wording.catalogue import Words
from pr_app.wording.model_sentences import lead

AT_ONCE = 0.6  # s; a page may take one second


def drawn(areas: Mapping[str, float], scheme: str, words: Words) -> Sampled | None:
    """Intervals of the models; None while they are computed, or after they were stopped."""
    points = {model: session.points_of(model) for model in areas}
    contest = contest_of(session.visitor().tasks, points, areas, scheme)
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
    st.markdown(lead(found, best, rows, words))
