"""Rows with one label and one score each: what a curve, its areas and its thresholds are counted from."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pr_curve_lab.reading.cases.clusters import Clustered, Clusters
from pr_curve_lab.reading.problem import Problem
from pr_curve_lab.reading.roles.roles import Roles
from pr_curve_lab.reading.score_bins import ScoreBins
from pr_metrics import OperatingPoints


@dataclass(frozen=True, eq=False)
class Cases(Clustered):
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
    are_counts: bool = False  # each line stands for as many rows as its weight says
    bins: ScoreBins | None = None  # where each score stands for several
    subgroup: str | None = None  # the value of `roles.group` that all these rows have, where the others are not counted
    other_rows: int = 0  # of the table, in other groups
    clusters: Clusters | None = None  # persons, images or queries that the rows came in

    @property
    def is_weighted(self) -> bool:
        """Whether rows count by weights; counts of rows are none."""
        return self.weight is not None and not self.are_counts

    @property
    def lines(self) -> int:
        """How many lines of the table are counted: rows, unless lines are counts."""
        return int(self.positive.size)

    @property
    def size(self) -> int:
        """How many rows are counted."""
        return self.rows_of(np.arange(self.lines))

    @property
    def positive_rows(self) -> int:
        """How many of these rows are positive."""
        return self.rows_of(np.flatnonzero(self.positive))

    @property
    def positives(self) -> int:
        """How many positives there are: rows, and those that were never scored."""
        return self.positive_rows + round(self.points.unreached_positives)

    def rows_of(self, lines: np.ndarray) -> int:
        """How many rows some lines stand for; lines: indices."""
        return int(self.weight[lines].sum() if self.weight is not None and self.are_counts else lines.size)


@dataclass(frozen=True, eq=False)
class TieGroups:
    """Rows that share a score; both arrays have one entry a group."""

    rows: np.ndarray
    positives: np.ndarray  # of these rows


def rows_at(cases: Cases, thresholds: np.ndarray) -> TieGroups:
    """Count the rows at each of a few distinct scores, in one walk over the rows; nan has none.

    >>> from pr_curve_lab.reading.examples import example_cases
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
    counts = cases.weight if cases.are_counts else None
    for counted, of in ((rows, here), (positives, here & cases.positive)):
        counted[order] = np.bincount(group[of], None if counts is None else counts[of], minlength=known.size)
    return TieGroups(rows, positives)
