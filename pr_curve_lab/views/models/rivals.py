"""The models of the data in use, ranked under every scheme: computed once, for all panels of the page."""

from __future__ import annotations

import streamlit as st

from pr_curve_lab.analysis.compared_pairs import ComparedPairs, compared_pairs
from pr_curve_lab.analysis.model_pairs import ModelPair, model_pairs
from pr_curve_lab.analysis.model_resampling import Sampled
from pr_curve_lab.analysis.rank_reversal import RankReversal, areas_under, rank_reversal_between
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.reading.cases.binary_tasks import BinaryTasks
from pr_curve_lab.server.results import kept
from pr_curve_lab.server.visitor_state import visitor
from pr_metrics import ModelRanking, OperatingPoints, rank_models


def there_are() -> bool:
    """Whether the data in use have several models: scores that are asked the same task."""
    return visitor().tasks.kind == "models"


def ranked(words: Words) -> ModelRanking:
    """Areas and ranks of all models under every scheme that can join their points."""
    with st.spinner(words.say("schemes.computing")):
        return kept(_ranked, visitor().tasks)


def pairs(schemes: tuple[str, str], words: Words) -> tuple[ModelPair, ...]:
    """Every pair of models, tested, where the left side shows the area that the test is of."""
    if schemes[0] != "step":
        return ()
    with st.spinner(words.say("schemes.computing")):
        return kept(_pairs, visitor().tasks, ranked(words))


def compared(
    ranking: ModelRanking, scheme: str, tested: tuple[ModelPair, ...], sampled: Sampled | None
) -> ComparedPairs:
    """The pairs to print, of areas by this scheme: as they were tested, and as far as samples of them are drawn."""
    cases = visitor().cases
    fewer_rows = min(cases.positives, int((~cases.positive).sum()))
    return compared_pairs(areas_under(ranking, scheme), tested, sampled, fewer_rows=fewer_rows)


def reversal(ranking: ModelRanking, schemes: tuple[str, str]) -> RankReversal | None:
    """Why another model wins on the right than on the left, if one does."""
    return kept(_reversal, visitor().tasks, ranking, schemes)


def _ranked(tasks: BinaryTasks) -> ModelRanking:
    return rank_models({name: kept(tasks.points, name) for name in tasks.names})


def _pairs(tasks: BinaryTasks, ranking: ModelRanking) -> tuple[ModelPair, ...]:
    return model_pairs(tasks, areas_under(ranking, "step"))


def _reversal(tasks: BinaryTasks, ranking: ModelRanking, schemes: tuple[str, str]) -> RankReversal | None:
    def points_of(name: str) -> OperatingPoints:
        return kept(tasks.points, name)

    return rank_reversal_between(ranking, schemes, points_of, tasks.cases)
