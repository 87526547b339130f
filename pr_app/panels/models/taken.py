"""What the page Models hands over: who wins on either side, and all that says how sure that is."""

from __future__ import annotations

from pr_app import session
from pr_app.panels import take_along
from pr_app.samples import Sampled
from pr_app.take_along.analysis import Question
from pr_app.take_along.citation import Counted
from pr_app.take_along.compared_models import Models
from pr_app.take_along.models import of_models
from pr_app.tied_rows import mixed_rows, mixed_rows_of
from pr_app.winners import Turn
from pr_app.words import Words
from pr_metrics import ModelRanking


def show(
    ranking: ModelRanking, turn: Turn | None, sampled: Sampled | None, schemes: tuple[str, str], words: Words
) -> None:
    """Offer the areas, the code and the rows of all models; intervals over samples where they are drawn."""
    questions, cases = session.desk().questions, session.desk().cases
    models = Models(
        ranking=ranking,
        schemes=schemes,
        positive=questions.positive[:, 0],
        score=questions.score,
        weight=questions.weight,
        counted={model: _counted(model) for model in ranking.models},
        points={model: session.points_of(model) for model in ranking.models},
        turn=turn,
        sampled=sampled,
        in_view=str(session.value_of("model")),
    )
    take_along.show(of_models(models, take_along.analysis_of(cases), words), words)


def _counted(model: str) -> Counted:
    """The rows are the same for all models, the ties are not."""
    desk = session.desk()
    cases, questions = desk.cases, desk.questions
    return Counted(
        rows=cases.size,
        positives=int(cases.positive.sum()),
        tied=session.remembered_of_all(lambda: _tied(model), "tied rows", model),
        left_out=len(desk.in_use.table.frame) - cases.size,
        weight=questions.roles.weight,
        question=Question(model, "models"),
    )


def _tied(model: str) -> int:
    questions = session.desk().questions
    return mixed_rows(session.points_of(model)) if questions.weight is None else mixed_rows_of(questions.cases(model))
