"""Rows with one label and one score each: what a curve, its areas and its thresholds are counted from."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pr_app.reading.problem import Problem
from pr_app.reading.roles.roles import Roles
from pr_metrics import OperatingPoints


@dataclass(frozen=True, eq=False)
class Cases:
    """Rows that can be counted; every array has shape (n_rows,)."""

    name: str
    roles: Roles  # of this label and this score alone
    row: np.ndarray  # position in the table, from 0
    positive: np.ndarray
    score: np.ndarray
    weight: np.ndarray | None
    points: OperatingPoints
    negative_values: tuple[str, ...]  # the label values that count as negative
    left_out: tuple[Problem, ...]  # what was left out, and why, by row
    rows_missed: int = 0  # positive rows without a score, which count as missed

    @property
    def size(self) -> int:
        """How many rows are counted."""
        return int(self.positive.size)

    @property
    def positives(self) -> int:
        """How many positives there are: rows, and those that were never scored."""
        return int(self.positive.sum()) + round(self.points.unreached_positives)


@dataclass(frozen=True, eq=False)
class TieGroups:
    """Rows that share a score; both arrays have one entry a group."""

    rows: np.ndarray
    positives: np.ndarray  # of these rows


def rows_at(cases: Cases, thresholds: np.ndarray) -> TieGroups:
    """Count the rows at each of a few distinct scores, in one walk over the rows; nan has none.

    >>> from pr_app.reading.examples import example_cases
    >>> groups = rows_at(example_cases("improved"), np.array([0.5, np.nan, 0.8]))
    >>> groups.rows.tolist(), groups.positives.tolist()
    ([98, 0, 2], [9, 0, 1])
    """
    if thresholds.size == 0:
        return TieGroups(np.zeros(0, dtype=int), np.zeros(0, dtype=int))
    order = np.argsort(thresholds)
    known = thresholds[order]
    group = np.minimum(np.searchsorted(known, cases.score), known.size - 1)
    here = known[group] == cases.score
    rows, positives = np.zeros(known.size, dtype=int), np.zeros(known.size, dtype=int)
    rows[order] = np.bincount(group[here], minlength=known.size)
    positives[order] = np.bincount(group[here & cases.positive], minlength=known.size)
    return TieGroups(rows, positives)
