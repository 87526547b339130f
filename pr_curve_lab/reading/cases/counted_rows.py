"""Which rows of a table count, which have no score at all, and which are left out and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pr_curve_lab.reading.cases.label_columns import LabelColumns
from pr_curve_lab.reading.cases.number_columns import Numbers, at_rows
from pr_curve_lab.reading.cases.repeated_rows import counted_once
from pr_curve_lab.reading.columns.names import COUNTS, is_named
from pr_curve_lab.reading.formats.table import Table, text_of
from pr_curve_lab.reading.problem import Problem
from pr_curve_lab.reading.roles.roles import Roles

Missing = tuple[str, str, np.ndarray]  # what is missing (label, score or weight), its column, and in which rows


@dataclass(frozen=True, eq=False)
class CountedRows:
    """Rows that have a score, and rows that have none, of all that count; every array has shape (n_rows,)."""

    keep: np.ndarray
    unscored: np.ndarray
    weight: np.ndarray | None
    left_out: tuple[Problem, ...]
    are_counts: bool  # each line stands for as many rows as its weight says

    def positives(self, label_columns: LabelColumns, rows: np.ndarray) -> float:
        """The positives of the first task among some rows, counted by weight."""
        positive = label_columns.positive(rows)[:, 0]
        return float(positive.sum() if self.weight is None else self.weight[rows] @ positive)


def counted_rows(
    table: Table, label_columns: LabelColumns, weight: Numbers | None, missing: Sequence[Missing], unscored: np.ndarray
) -> CountedRows:
    """Take the rows that lack nothing, are of the part that counts, and weigh something.

    unscored: rows without any score, which are no mistake.
    """
    roles = label_columns.of
    keep = ~np.any([np.zeros(len(table.frame), dtype=bool), *(rows for _, _, rows in missing)], axis=0)
    left_out = [at_rows(f"left_out_{part}", rows, column=column) for part, column, rows in missing]
    keep &= _in_part(table, roles)
    if weight is not None:
        weightless = keep & (weight.values == 0)
        if weightless.any():
            left_out.append(at_rows("left_out_weightless", weightless, column=str(roles.weight)))
        keep &= ~weightless
    again = keep & counted_once(table, roles)
    if again.any():
        left_out.append(at_rows("left_out_repeated", again))
    keep &= ~again
    without = keep & unscored
    if without.any():
        positives = int(label_columns.positive(without)[:, 0].sum())
        left_out.append(at_rows(f"unscored_{roles.unscored}", without, positives=positives))
    values = None if weight is None else weight.values
    return CountedRows(keep & ~without, without, values, tuple(left_out), _are_counts(roles, values))


def _are_counts(roles: Roles, weight: np.ndarray | None) -> bool:
    """Whether weights are counts of rows: whole numbers, called so, of one score; several have rows in common."""
    if weight is None or roles.kind != "one" or not is_named(COUNTS, str(roles.weight)):
        return False
    return bool((weight % 1 == 0).all())


def _in_part(table: Table, roles: Roles) -> np.ndarray:
    """The rows that count by their group: all, or those of one part."""
    if roles.part is None or roles.group is None:
        return np.ones(len(table.frame), dtype=bool)
    return np.asarray(text_of(table.frame[roles.group]) == roles.part)
