"""The models of the data in use, ranked under every scheme: computed once, for all panels of the page."""

from __future__ import annotations

import streamlit as st

from pr_app.analysis.rank_reversal import RankReversal, rank_reversal_between
from pr_app.serving import session
from pr_app.wording.catalogue import Words
from pr_metrics import ModelRanking, rank_models


def there_are() -> bool:
    """Whether the data in use have several models: scores that are asked the same task."""
    return session.visitor().tasks.kind == "models"


def ranked(words: Words) -> ModelRanking:
    """Areas and ranks of all models under every scheme that can join their points."""

    def rank() -> ModelRanking:
        return rank_models({name: session.points_of(name) for name in session.visitor().tasks.names})

    with st.spinner(words.say("schemes.computing")):
        return session.remembered_of_all(rank, "models_ranking")


def reversal(ranking: ModelRanking, schemes: tuple[str, str]) -> RankReversal | None:
    """Why another model wins on the right than on the left, if one does."""
    cases_of = session.visitor().tasks.cases
    return session.remembered_of_all(
        lambda: rank_reversal_between(ranking, schemes, session.points_of, cases_of), "models_turn", *schemes
    )
