"""How sure the areas are: intervals over samples of the rows, which come after the page where there are many."""

from __future__ import annotations

from pr_curve_lab.analysis.model_resampling import (
    MOST_TOGETHER,
    RESAMPLES,
    Contest,
    Sampled,
    contests_by_scheme,
    sampled,
    seconds_for,
)
from pr_curve_lab.analysis.rank_reversal import areas_under
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.reading.cases.binary_tasks import BinaryTasks
from pr_curve_lab.server.results import kept
from pr_curve_lab.server.visitor_state import visitor
from pr_curve_lab.views.controls import progress
from pr_metrics import ModelRanking


def drawn(ranking: ModelRanking, scheme: str, words: Words) -> Sampled | None:
    """Intervals of the models; None while they are computed, or after they were stopped."""
    tasks = visitor().tasks
    one_draw = progress.few_rows(tasks.row.size) and len(ranking.models) <= MOST_TOGETHER  # serves every scheme
    contests = kept(_contests, tasks, ranking, ranking.schemes if one_draw else (scheme,))
    saying = words.say("models.drawing", count=RESAMPLES)
    asked = progress.Asked("models_intervals", seconds_for(contests), saying)
    found = progress.result_of(asked, words, sampled, contests)
    return None if found is None else found[scheme]


def _contests(tasks: BinaryTasks, ranking: ModelRanking, schemes: tuple[str, ...]) -> tuple[Contest, ...]:
    points = {model: kept(tasks.points, model) for model in ranking.models}
    return contests_by_scheme(tasks, points, {scheme: areas_under(ranking, scheme) for scheme in schemes})
