"""Rows that a table has more than once, cell for cell: a file that was put together twice, a join that multiplied."""

from __future__ import annotations

import numpy as np

from pr_curve_lab.reading.cases.cases import Cases
from pr_curve_lab.reading.cases.number_columns import at_rows
from pr_curve_lab.reading.columns.kinds import has_fractions
from pr_curve_lab.reading.formats.table import Table
from pr_curve_lab.reading.problem import Problem
from pr_curve_lab.reading.roles.roles import Roles

FEWEST_ROWS = 20  # fewer repeat each other by chance
FEWEST_SHARE = 0.02  # of the rows
MOST_TIED = 0.01  # of the rows that are left: where scores are coarse, rows are alike by nature


def repeated_rows(table: Table) -> np.ndarray:
    """A mask of the rows that equal an earlier one in every cell.

    >>> import pandas as pd
    >>> repeated_rows(Table("t", pd.DataFrame({"y": [1, 0, 1], "s": [0.5, 0.5, 0.5]}))).tolist()
    [False, False, True]
    """
    return table.frame.duplicated().to_numpy()


def repeated(cases: Cases, table: Table) -> Problem | None:
    """Rows that come again though nothing but a mistake would repeat them: their scores are else all apart."""
    column = table.frame[cases.roles.scores[0]]
    if cases.size < FEWEST_ROWS or cases.roles.once or cases.weight is not None or not has_fractions(column):
        return None
    apart = cases.points.threshold.size
    if apart > (1 - FEWEST_SHARE) * cases.size:
        return None
    again = repeated_rows(table) & np.isin(np.arange(len(table.frame)), cases.row)
    if again.sum() < FEWEST_SHARE * cases.size or apart < (1 - MOST_TIED) * (cases.size - again.sum()):
        return None
    return at_rows("rows_repeated", again)


def counted_once(table: Table, roles: Roles) -> np.ndarray:
    """A mask of the rows that do not count because they come again."""
    return repeated_rows(table) if roles.once else np.zeros(len(table.frame), dtype=bool)
