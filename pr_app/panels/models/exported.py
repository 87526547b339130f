"""What the page Models hands over: who wins on either side, and all that says how sure that is."""

from __future__ import annotations

from pr_app.analysis.model_resampling import Sampled
from pr_app.analysis.rank_reversal import RankReversal
from pr_app.analysis.tied_rows import mixed_rows, mixed_rows_of
from pr_app.exports.models_exports import of_models
from pr_app.exports.models_in_view import Models
from pr_app.panels.exports import offered
from pr_app.serving import session
from pr_app.wording.catalogue import Words
from pr_app.wording.citations import Counted
from pr_app.wording.task_name import TaskName
from pr_metrics import ModelRanking


def show(
    ranking: ModelRanking,
    reversal: RankReversal | None,
    sampled: Sampled | None,
    schemes: tuple[str, str],
    words: Words,
) -> None:
    """Offer the areas, the code and the rows of all models; intervals over samples where they are drawn."""
    tasks, cases = session.visitor().tasks, session.visitor().cases
    models = Models(
        ranking=ranking,
        schemes=schemes,
        positive=tasks.positive[:, 0],
        score=tasks.score,
        weight=tasks.weight,
        counted={model: _counted(model) for model in ranking.models},
        points={model: session.points_of(model) for model in ranking.models},
        reversal=reversal,
        sampled=sampled,
        in_view=str(session.value_of("model")),
    )
    offered.show(of_models(models, offered.analysis_of(cases), words), words)


def _counted(model: str) -> Counted:
    """The rows are the same for all models, the ties are not."""
    visitor = session.visitor()
    cases, tasks = visitor.cases, visitor.tasks
    return Counted(
        rows=cases.size,
        positives=int(cases.positive.sum()),
        tied=session.remembered_of_all(lambda: _tied(model), "tied rows", model),
        left_out=len(visitor.in_use.table.frame) - cases.size,
        weight=tasks.roles.weight,
        task=TaskName(model, "models"),
    )


def _tied(model: str) -> int:
    tasks = session.visitor().tasks
    return mixed_rows(session.points_of(model)) if tasks.weight is None else mixed_rows_of(tasks.cases(model))
