"""What the page Averages hands over: the average and the folds as they are chosen, and all rows."""

from __future__ import annotations

from pr_app import session
from pr_app.panels import take_along
from pr_app.panels.averages.choice import Choice
from pr_app.take_along.analysis import stem_of
from pr_app.take_along.several import Averages, of_averages
from pr_app.words import Words


def show(choice: Choice, words: Words) -> None:
    """Offer it, where there is anything to average."""
    if not choice.empty:
        cases = session.desk().cases
        analysis, rows = take_along.analysis_of(cases), take_along.counted_rows(cases)
        take_along.show(of_averages(_averages(choice), analysis, rows, words), words)


def _averages(choice: Choice) -> Averages:
    desk = session.desk()
    cases, group = desk.cases, desk.questions.roles.group
    in_view = "" if choice.several else str(session.value_of("model"))
    return Averages(
        stem=stem_of(desk.in_use.example or cases.name, in_view),
        name=cases.name,
        answers=choice.answers,
        asked=desk.questions.kind,
        average=choice.kind,
        scheme=choice.scheme,
        of_all=choice.parts(choice.kind),
        by_question=choice.parts("macro" if choice.several else choice.kind).part,
        folds=choice.folds if choice.in_folds else None,
        weight=desk.questions.roles.weight,
        group=None if group is None else desk.in_use.table.frame[group].iloc[cases.row].reset_index(drop=True),
    )
