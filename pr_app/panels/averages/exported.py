"""What the page Averages hands over: the average and the folds as they are chosen, and all rows."""

from __future__ import annotations

from pr_app.exports.analysis_in_view import stem_of
from pr_app.exports.averages_exports import of_averages
from pr_app.exports.averages_in_view import Averages
from pr_app.panels.averages.choice import Choice
from pr_app.panels.exports import offered
from pr_app.serving import session
from pr_app.wording.catalogue import Words


def show(choice: Choice, words: Words) -> None:
    """Offer it, where there is anything to average."""
    if not choice.empty:
        cases = session.visitor().cases
        analysis, rows = offered.analysis_of(cases), offered.counted_rows(cases)
        offered.show(of_averages(_averages(choice), analysis, rows, words), words)


def _averages(choice: Choice) -> Averages:
    visitor = session.visitor()
    cases, group = visitor.cases, visitor.tasks.roles.group
    in_view = "" if choice.several else str(session.value_of("model"))
    return Averages(
        stem=stem_of(visitor.in_use.example or cases.name, in_view),
        name=cases.name,
        matrix=choice.matrix,
        asked=visitor.tasks.kind,
        average=choice.kind,
        scheme=choice.scheme,
        of_all=choice.parts(choice.kind),
        by_task=choice.parts("macro" if choice.several else choice.kind).part,
        folds=choice.folds if choice.in_folds else None,
        weight=visitor.tasks.roles.weight,
        group=None if group is None else visitor.in_use.table.frame[group].iloc[cases.row].reset_index(drop=True),
    )
