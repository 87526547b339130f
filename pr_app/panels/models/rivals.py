"""The models of the data in use, ranked under every scheme: computed once, for all panels of the page."""

from __future__ import annotations

import streamlit as st

from pr_app import session
from pr_app.winners import Turn, turn_between
from pr_app.words import Words
from pr_metrics import ModelRanking, rank_models


def there_are() -> bool:
    """Whether the data in use have several models: scores that are asked the same question."""
    return session.desk().questions.kind == "models"


def ranked(words: Words) -> ModelRanking:
    """Areas and ranks of all models under every scheme that can join their points."""

    def rank() -> ModelRanking:
        return rank_models({name: session.points_of(name) for name in session.desk().questions.names})

    with st.spinner(words.say("schemes.computing")):
        return session.remembered_of_all(rank, "models_ranking")


def turn(ranking: ModelRanking, schemes: tuple[str, str]) -> Turn | None:
    """Why another model wins on the right than on the left, if one does."""
    cases_of = session.desk().questions.cases
    return session.remembered_of_all(
        lambda: turn_between(ranking, schemes, session.points_of, cases_of), "models_turn", *schemes
    )
