"""What the page Models hands over: every model's area under the schemes of both sides."""

from __future__ import annotations

from pr_app import session
from pr_app.panels import take_along
from pr_app.take_along.analysis import Question
from pr_app.take_along.citation import Counted
from pr_app.take_along.models import Models, of_models
from pr_app.tied_rows import mixed_rows, mixed_rows_of
from pr_app.words import Words
from pr_metrics import ModelRanking


def show(ranking: ModelRanking, schemes: tuple[str, str], words: Words) -> None:
    """Offer the areas, the code and the rows of all models."""
    questions, cases = session.desk().questions, session.desk().cases
    counted = {model: _counted(model) for model in ranking.models}
    models = Models(ranking, schemes, questions.positive[:, 0], questions.score, questions.weight, counted)
    parcel = of_models(models, take_along.analysis_of(cases), take_along.counted_rows(cases), words)
    take_along.show(parcel, words)


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
