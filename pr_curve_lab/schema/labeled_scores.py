"""The rows that count: labels and scores of one task, their clusters, and repeated rows.

An interval that treats rows of one person, image or query as independent is too narrow, so these are kept together
unless the user says otherwise. Where that cannot be done, a sentence says why.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import pandas as pd

from pr_curve_lab.io.column_names import COUNTS, is_named
from pr_curve_lab.io.limits import Problem
from pr_curve_lab.io.table import ScoreBins, Table, text_of
from pr_curve_lab.schema.column_values import has_fractions
from pr_curve_lab.schema.extra_columns import cluster_column
from pr_curve_lab.schema.roles import Roles
from pr_curve_lab.schema.values import LabelColumns, Numbers, at_rows
from pr_metrics import OperatingPoints
from pr_metrics.uncertainty.area_interval import MIN_GROUPS

Status = Literal[
    "together",  # intervals keep the rows of a cluster together
    "apart",  # the user chose independent rows
    "empty",  # cells of the column are empty
    "few",  # too few clusters to see how they differ
    "missed",  # positives without a score belong to no cluster
]


@dataclass(frozen=True, eq=False)
class Clusters:
    """The persons, images or queries that rows came in; `of_row` has shape (n_rows,), numbers from 0."""

    column: str
    of_row: np.ndarray
    count: int
    status: Status
    rows: np.ndarray | None = None  # (n_rows,), how many each line stands for; None: one

    @property
    def is_active(self) -> bool:
        """Whether intervals keep the rows of each together."""
        return self.status == "together"

    @property
    def message(self) -> Problem:
        """The sentence on what intervals make of them."""
        facts = {"column": self.column, "clusters": self.count, "total": self.total}
        fewest = {"fewest": MIN_GROUPS} if self.status == "few" else {}
        return Problem(f"clusters_{self.status}", **facts, **fewest)

    @property
    def total(self) -> int:
        """How many rows they have."""
        return int(self.of_row.size if self.rows is None else self.rows.sum())

    def subset(self, rows: np.ndarray, *, has_unscored: bool) -> Clusters:
        """Those of some rows, given by index. has_unscored: whether positives of these were never scored."""
        _, of_row = np.unique(self.of_row[rows], return_inverse=True)
        count = int(of_row.max(initial=-1)) + 1
        asked = self.status if self.status in ("apart", "empty") else _status(count, has_unscored=has_unscored)
        counts = None if self.rows is None else self.rows[rows]
        return replace(self, of_row=of_row, count=count, status=asked, rows=counts)


class ClusterBase:
    """What rows say of their clusters, whoever holds them."""

    clusters: Clusters | None

    @property
    def active_clusters(self) -> Clusters | None:
        """The clusters whose rows intervals keep together."""
        return self.clusters if self.clusters is not None and self.clusters.is_active else None

    @property
    def cluster_groups(self) -> np.ndarray | None:
        """The cluster of each row, as a number, where intervals keep their rows together; shape (n_rows,)."""
        return None if self.active_clusters is None else self.active_clusters.of_row

    @property
    def cluster_column(self) -> str | None:
        """The column that names the clusters which are kept together."""
        return None if self.active_clusters is None else self.active_clusters.column


def clusters_of(
    table: Table, roles: Roles, keep: np.ndarray, *, has_unscored: bool, rows: np.ndarray | None = None
) -> Clusters | None:
    """The clusters of the rows that are kept; None where no column names any, or none has two rows.

    has_unscored: whether positives were never scored. rows: how many each kept line stands for, where lines are counts.

    >>> frame = pd.DataFrame({"user": [*range(12)] * 2, "y": [0, 1] * 12, "s": range(24)})
    >>> table, roles = Table("t", frame), Roles("y", "1", ("s",), cluster="user")
    >>> clusters_of(table, roles, np.ones(24, dtype=bool), has_unscored=False).message
    Problem('clusters_together', column='user', clusters=12, total=24)
    """
    column = roles.cluster or cluster_column(table, roles)
    if column is None:
        return None
    names = text_of(table.frame[column])[keep]
    of_row, distinct = pd.factorize(names)
    if len(distinct) == names.size and roles.cluster is None:
        return None
    has_empty = bool((distinct == "").any())
    count = len(distinct) - has_empty
    status: Status = (
        "apart" if roles.cluster is None else "empty" if has_empty else _status(count, has_unscored=has_unscored)
    )
    return Clusters(column, of_row, count, status, rows)


def group_clusters(
    clusters: Clusters | None, group_column: str, rows: np.ndarray, *, has_unscored: bool
) -> Clusters | None:
    """The clusters of one group of rows; none where the group is one of them: one hospital among hospitals."""
    if clusters is None or clusters.column == group_column:
        return None
    return clusters.subset(rows, has_unscored=has_unscored)


def _status(count: int, *, has_unscored: bool) -> Status:
    return "few" if count < MIN_GROUPS else "missed" if has_unscored else "together"


@dataclass(frozen=True, eq=False)
class LabeledScores(ClusterBase):
    """Rows that can be counted; every array has shape (n_rows,)."""

    name: str
    roles: Roles  # of this label and this score alone
    row: np.ndarray  # position in the table, from 0
    positive: np.ndarray
    score: np.ndarray
    weight: np.ndarray | None
    points: OperatingPoints
    negative_values: tuple[str, ...]  # the label values that count as negative
    excluded: tuple[Problem, ...]  # what was left out, and why, by row
    unscored_rows: int = 0  # positive rows without a score, which count as missed
    is_frequency_weight: bool = False  # each line stands for as many rows as its weight says
    bins: ScoreBins | None = None  # where each score stands for several
    subgroup: str | None = None  # the value of `roles.group` that all these rows have, where the others are not counted
    other_rows: int = 0  # of the table, in other groups
    clusters: Clusters | None = None  # persons, images or queries that the rows came in

    @property
    def is_weighted(self) -> bool:
        """Whether rows count by weights; counts of rows are none."""
        return self.weight is not None and not self.is_frequency_weight

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
        return self.positive_rows + round(self.points.unscored_positives)

    def rows_of(self, lines: np.ndarray) -> int:
        """How many rows some lines stand for; lines: indices."""
        return int(self.weight[lines].sum() if self.weight is not None and self.is_frequency_weight else lines.size)


@dataclass(frozen=True, eq=False)
class TieGroups:
    """Rows that share a score; both arrays have one entry a group."""

    rows: np.ndarray
    positives: np.ndarray  # of these rows


def rows_at(cases: LabeledScores, thresholds: np.ndarray) -> TieGroups:
    """Count the rows at each of a few distinct scores, in one walk over the rows; nan has none.

    >>> from pr_curve_lab.schema.examples import example_cases
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
    counts = cases.weight if cases.is_frequency_weight else None
    for counted, of in ((rows, here), (positives, here & cases.positive)):
        counted[order] = np.bincount(group[of], None if counts is None else counts[of], minlength=known.size)
    return TieGroups(rows, positives)


MIN_ROWS_FOR_DUPLICATES = 20  # fewer repeat each other by chance
MIN_FRACTION = 0.02  # of the rows
MAX_TIED_FRACTION = 0.01  # of the rows that are left: where scores are coarse, rows are alike by nature


def check_duplicates(cases: LabeledScores, table: Table) -> Problem | None:
    """Rows that come again though nothing but a mistake would repeat them: their scores are else all apart."""
    column = table.frame[cases.roles.scores[0]]
    if (
        cases.size < MIN_ROWS_FOR_DUPLICATES
        or cases.roles.once
        or cases.weight is not None
        or not has_fractions(column)
    ):
        return None
    apart = cases.points.threshold.size
    if apart > (1 - MIN_FRACTION) * cases.size:
        return None
    again = table.frame.duplicated().to_numpy() & np.isin(np.arange(len(table.frame)), cases.row)
    if again.sum() < MIN_FRACTION * cases.size or apart < (1 - MAX_TIED_FRACTION) * (cases.size - again.sum()):
        return None
    return at_rows("rows_repeated", again)


Missing = tuple[str, str, np.ndarray]  # what is missing (label, score or weight), its column, and in which rows


@dataclass(frozen=True, eq=False)
class RowSelection:
    """Rows that have a score, and rows that have none, of all that count; every array has shape (n_rows,)."""

    keep: np.ndarray
    unscored: np.ndarray
    weight: np.ndarray | None
    excluded: tuple[Problem, ...]
    is_frequency_weight: bool  # each line stands for as many rows as its weight says

    def positives(self, label_columns: LabelColumns, rows: np.ndarray) -> float:
        """The positives of the first task among some rows, counted by weight."""
        positive = label_columns.positive(rows)[:, 0]
        return float(positive.sum() if self.weight is None else self.weight[rows] @ positive)


def select_rows(
    table: Table, label_columns: LabelColumns, weight: Numbers | None, missing: Sequence[Missing], unscored: np.ndarray
) -> RowSelection:
    """Take the rows that lack nothing, are of the part that counts, and weigh something.

    unscored: rows without any score, which are no mistake.
    """
    roles = label_columns.table_roles
    keep = ~np.any([np.zeros(len(table.frame), dtype=bool), *(rows for _, _, rows in missing)], axis=0)
    left_out = [at_rows(f"left_out_{part}", rows, column=column) for part, column, rows in missing]
    keep &= _subset_mask(table, roles)
    if weight is not None:
        weightless = keep & (weight.values == 0)
        if weightless.any():
            left_out.append(at_rows("left_out_weightless", weightless, column=str(roles.weight)))
        keep &= ~weightless
    again = keep & (table.frame.duplicated().to_numpy() if roles.once else False)
    if again.any():
        left_out.append(at_rows("left_out_repeated", again))
    keep &= ~again
    without = keep & unscored
    if without.any():
        positives = int(label_columns.positive(without)[:, 0].sum())
        left_out.append(at_rows(f"unscored_{roles.unscored}", without, positives=positives))
    values = None if weight is None else weight.values
    return RowSelection(keep & ~without, without, values, tuple(left_out), _is_frequency_weight(roles, values))


def _is_frequency_weight(roles: Roles, weight: np.ndarray | None) -> bool:
    """Whether weights are counts of rows: whole numbers, called so, of one score; several have rows in common."""
    if weight is None or roles.kind != "one" or not is_named(COUNTS, str(roles.weight)):
        return False
    return bool((weight % 1 == 0).all())


def _subset_mask(table: Table, roles: Roles) -> np.ndarray:
    """The rows that count by their group: all, or those of one part."""
    if roles.part is None or roles.group is None:
        return np.ones(len(table.frame), dtype=bool)
    return np.asarray(text_of(table.frame[roles.group]) == roles.part)
