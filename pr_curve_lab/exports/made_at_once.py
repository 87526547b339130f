"""Parts of a report for the command and the gate, which make them at once; a page takes them from a cache."""

from __future__ import annotations

from dataclasses import replace

from pr_curve_lab.analysis.model_pairs import model_pairs
from pr_curve_lab.analysis.rank_reversal import areas_under, rank_reversal_between
from pr_curve_lab.analysis.tied_rows import mixed_rows_of
from pr_curve_lab.exports.analysis_in_view import Analysis
from pr_curve_lab.exports.models_in_view import Models
from pr_curve_lab.i18n.citations import Counted, counted
from pr_curve_lab.i18n.task_name import TaskName
from pr_curve_lab.reading.cases.binary_tasks import BinaryTasks
from pr_metrics import rank_models


def counted_of(analysis: Analysis) -> Counted:
    """The counts of an analysis, as sentences say them.

    >>> from datetime import date
    >>> from pr_curve_lab.reading.examples import example_cases, example_table
    >>> counted_of(Analysis(example_cases("ten_rows"), example_table("ten_rows"), made_on=date(2026, 1, 1))).rows
    10
    """
    cases = analysis.cases
    return counted(cases, tied=mixed_rows_of(cases), left_out=analysis.left_out, task=analysis.task)


def models_of(tasks: BinaryTasks, analysis: Analysis) -> Models:
    """Several models under the schemes of an analysis of one of them, with no samples drawn.

    >>> from datetime import date
    >>> from pr_curve_lab.reading.examples import example_table, example_tasks
    >>> tasks = example_tasks("four_models")
    >>> analysis = Analysis(tasks.cases("forest"), example_table("four_models"), made_on=date(2026, 1, 1))
    >>> models_of(tasks, analysis).by_area[0]
    'forest'
    """
    schemes = analysis.sides
    points = {name: tasks.points(name) for name in tasks.names}
    ranking = rank_models(points)
    of_each = {name: replace(analysis, cases=tasks.cases(name), task=TaskName(name, "models")) for name in points}
    return Models(
        tasks,
        ranking,
        schemes,
        counted={name: counted_of(one) for name, one in of_each.items()},
        points=points,
        reversal=rank_reversal_between(ranking, schemes, points.__getitem__, tasks.cases),
        pairs=model_pairs(tasks, areas_under(ranking, "step")),
        in_view=tasks.countable[0],
    )
