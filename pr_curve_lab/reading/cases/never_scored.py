"""Positives that the model never scored: missed objects, documents that were not retrieved.

No threshold reaches them, so recall ends below 1. They are typed as a number, or known from a column that says how many
positives there are, or stand in the table as rows without a score.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from pr_curve_lab.reading.cases.counted_rows import CountedRows
from pr_curve_lab.reading.cases.label_columns import LabelColumns
from pr_curve_lab.reading.cases.number_columns import at_rows, read_numbers
from pr_curve_lab.reading.formats.table import Table, text_of
from pr_curve_lab.reading.problem import Problem
from pr_curve_lab.reading.roles.roles import Roles


@dataclass(frozen=True, eq=False)
class NeverScored:
    """Positives of one label that no model scored, counted by weight."""

    positives: float
    of_group: np.ndarray | None  # (n_groups,); None where it is not known which groups have missed them
    rows: int = 0  # of the table, without a score: the positives that were missed, or some of them


def never_scored(
    table: Table, label_columns: LabelColumns, counted: CountedRows, group_names: tuple[str, ...]
) -> NeverScored | Problem:
    """Count the positives that the roles of the columns say were never scored."""
    roles = label_columns.of
    if roles.kind in ("classes", "labels"):
        asked = roles.missed or roles.total is not None or roles.unscored == "missed"
        return Problem("missed_of_several") if asked else NeverScored(0.0, np.zeros(len(group_names)))
    if roles.total is not None:
        return _by_column(table, label_columns, counted, group_names)
    without = counted.unscored & (roles.unscored == "missed")
    of_rows = counted.positives(label_columns, without)
    rows = int(label_columns.positive(without)[:, 0].sum())
    if not group_names:
        return NeverScored(roles.missed + of_rows, np.zeros(0), rows)
    of_group = _positives_by(str(roles.group), table, label_columns, counted, without)
    of_group = of_group.reindex(list(group_names), fill_value=0.0)
    known = not roles.missed and np.isclose(of_group.sum(), of_rows)  # else some are typed, or of no group in view
    return NeverScored(roles.missed + of_rows, of_group.to_numpy() if known else None, rows)


def _positives_by(
    column: str, table: Table, label_columns: LabelColumns, counted: CountedRows, rows: np.ndarray
) -> pd.Series:
    """The positives among some rows for each value of a column, counted by weight."""
    positive = label_columns.positive(rows)[:, 0]
    weight = positive.astype(float) if counted.weight is None else positive * counted.weight[rows]
    return pd.Series(weight).groupby(text_of(table.frame[column])[rows]).sum()


def _by_column(
    table: Table, label_columns: LabelColumns, counted: CountedRows, group_names: tuple[str, ...]
) -> NeverScored | Problem:
    """From a column of all positives there are: one number, or one for each image or query."""
    roles, column = label_columns.of, str(label_columns.of.total)
    numbers = read_numbers("total", table.frame[column], column)
    if numbers.problems:
        return numbers.problems[0]
    if (numbers.unknown & counted.keep).any():
        return at_rows("total_missing", numbers.unknown & counted.keep, column=column)
    parts = counted.keep & (np.mod(np.where(numbers.unknown, 0.0, numbers.values), 1) != 0)
    if counted.weight is None and parts.any():
        return at_rows("total_not_whole", parts, column=column, value=f"{numbers.values[parts][0]:g}")
    values, scored = numbers.values[counted.keep], counted.positives(label_columns, counted.keep)
    if roles.total_by is None:
        if values.min() != values.max():
            return Problem("total_varies", column=column)
        if values[0] < scored:
            return Problem("total_too_small", column=column, value=f"{values[0]:g}", count=int(scored))
        return NeverScored(float(values[0]) - scored, None if group_names else np.zeros(0))
    return _of_each(table, label_columns, counted, values, group_names)


def _of_each(
    table: Table, label_columns: LabelColumns, counted: CountedRows, values: np.ndarray, group_names: tuple[str, ...]
) -> NeverScored | Problem:
    """From numbers that are each for the rows of one unit."""
    roles, column = label_columns.of, str(label_columns.of.total)
    units = text_of(table.frame[str(roles.total_by)])[counted.keep]
    by_unit = pd.Series(values).groupby(units)
    least, most = by_unit.min(), by_unit.max()
    if (least != most).any():
        return Problem("total_varies", column=column)
    found_in = _positives_by(str(roles.total_by), table, label_columns, counted, counted.keep)
    missed = least - found_in
    if (missed < 0).any():
        unit = str(missed.index[missed < 0][0])
        facts = {"value": f"{least[unit]:g}", "count": int(found_in[unit])}
        return Problem("total_of_each_too_small", column=column, unit=unit, **facts)
    return NeverScored(float(missed.sum()), _in_groups(table, roles, counted, units, missed, group_names))


def _in_groups(
    table: Table, roles: Roles, counted: CountedRows, units: np.ndarray, missed: pd.Series, group_names: tuple[str, ...]
) -> np.ndarray | None:
    """The positives that each group missed, where no unit has rows in two."""
    if not group_names:
        return np.zeros(0)
    of_unit = pd.Series(text_of(table.frame[str(roles.group)])[counted.keep]).groupby(units)
    if (of_unit.nunique() > 1).any():
        return None
    return np.asarray(missed.groupby(of_unit.first()).sum().reindex(list(group_names), fill_value=0.0))
