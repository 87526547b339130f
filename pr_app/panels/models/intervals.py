"""How sure the areas are: intervals over samples of the rows, long work where there are many."""

from __future__ import annotations

from pr_app.analysis.model_resampling import RESAMPLES, Contest, Sampled, contest_of, sampled, seconds_for
from pr_app.analysis.rank_reversal import areas_under
from pr_app.panels.controls import progress
from pr_app.reading.cases.binary_tasks import BinaryTasks
from pr_app.serving.results import kept
from pr_app.serving.visitor_state import visitor
from pr_app.wording.catalogue import Words
from pr_metrics import ModelRanking

AT_ONCE = 0.6  # s; a page may take one second


def drawn(ranking: ModelRanking, scheme: str, words: Words) -> Sampled | None:
    """Intervals of the models; None while they are computed, or after they were stopped."""
    contest = kept(_contest, visitor().tasks, ranking, scheme)
    saying = words.say("models.drawing", count=RESAMPLES)
    asked = progress.Asked("models_intervals", seconds_for(contest), saying, at_once=AT_ONCE)
    return progress.result_of(asked, words, sampled, contest)


def _contest(tasks: BinaryTasks, ranking: ModelRanking, scheme: str) -> Contest:
    points = {model: kept(tasks.points, model) for model in ranking.models}
    return contest_of(tasks, points, areas_under(ranking, scheme), scheme)
