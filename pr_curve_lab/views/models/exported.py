"""What the page Models hands over: who wins on either side, and all that says how sure that is."""

from __future__ import annotations

from pr_curve_lab.analysis.area_intervals import model_step_interval
from pr_curve_lab.analysis.model_pairs import ModelPair
from pr_curve_lab.analysis.model_resampling import Sampled
from pr_curve_lab.analysis.rank_reversal import RankReversal
from pr_curve_lab.analysis.tied_rows import mixed_rows, mixed_rows_of
from pr_curve_lab.exports.models_exports import of_models
from pr_curve_lab.exports.models_in_view import Models
from pr_curve_lab.exports.page_exports import PageExports
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.citations import Counted, independent_column
from pr_curve_lab.i18n.task_name import TaskName
from pr_curve_lab.reading.cases.binary_tasks import BinaryTasks
from pr_curve_lab.server.results import kept, points_of
from pr_curve_lab.server.settings import MODEL
from pr_curve_lab.server.visitor_state import value_of, visitor
from pr_curve_lab.views.exports import offered
from pr_metrics import ModelRanking


def show(
    ranking: ModelRanking,
    reversal: RankReversal | None,
    sampled: Sampled | None,
    pairs: tuple[ModelPair, ...],
    schemes: tuple[str, str],
    words: Words,
) -> None:
    """Offer the areas, the code and the rows of all models; intervals over samples where they are drawn."""

    def hand_over() -> PageExports:
        state = visitor()
        models = Models(
            state.tasks,
            ranking,
            schemes,
            counted={model: _counted(model) for model in ranking.models},
            points={model: points_of(model) for model in ranking.models},
            reversal=reversal,
            sampled=sampled,
            pairs=pairs,
            in_view=str(value_of(MODEL.key)),
        )
        return of_models(models, offered.analysis_of(state.cases), words)

    offered.show(hand_over, words)


def _counted(model: str) -> Counted:
    """The rows are the same for all models, the ties are not."""
    state = visitor()
    cases, tasks = state.cases, state.tasks
    return Counted(
        rows=cases.size,
        positives=cases.positives,
        tied=kept(_tied, tasks, model),
        left_out=len(state.in_use.table.frame) - cases.size - cases.rows_missed,
        weight=tasks.roles.weight,
        task=TaskName(model, "models"),
        missed=cases.points.unreached_positives,
        step=kept(model_step_interval, tasks, model),
        independent=independent_column(tasks.clusters),
    )


def _tied(tasks: BinaryTasks, model: str) -> int:
    return mixed_rows(kept(tasks.points, model)) if tasks.weight is None else mixed_rows_of(tasks.cases(model))
