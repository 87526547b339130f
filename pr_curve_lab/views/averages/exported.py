"""What the page Averages hands over: the average and the folds as they are chosen, and all rows."""

from __future__ import annotations

from pr_curve_lab.exports.analysis_in_view import stem_of
from pr_curve_lab.exports.averages_exports import of_averages
from pr_curve_lab.exports.averages_in_view import Averages
from pr_curve_lab.exports.page_exports import PageExports
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.server.settings import MODEL
from pr_curve_lab.server.visitor_state import value_of, visitor
from pr_curve_lab.views.averages.choice import Choice
from pr_curve_lab.views.exports import offered


def show(choice: Choice, words: Words) -> None:
    """Offer it, where there is anything to average."""

    def hand_over() -> PageExports:
        cases = visitor().cases
        analysis, rows = offered.analysis_of(cases), offered.counted_rows(cases)
        return of_averages(_averages(choice), analysis, rows, words)

    if not choice.empty:
        offered.show(hand_over, words)


def _averages(choice: Choice) -> Averages:
    state = visitor()
    cases, group = state.cases, state.tasks.roles.group
    in_view = "" if choice.several else str(value_of(MODEL.key))
    return Averages(
        stem=stem_of(state.in_use.example or cases.name, in_view),
        name=cases.name,
        matrix=choice.matrix,
        asked=state.tasks.kind,
        average=choice.kind,
        scheme=choice.scheme,
        of_all=choice.parts(choice.kind),
        by_task=choice.parts("macro" if choice.several else choice.kind).part,
        folds=choice.folds if choice.in_folds else None,
        groups=choice.by_group,
        weight=state.tasks.roles.weight,
        group=None if group is None else state.in_use.table.frame[group].iloc[cases.row].reset_index(drop=True),
    )
