"""What the counted rows came in: persons, images or queries, of which rows are not independent.

An interval that takes such rows as independent is too narrow, so they are kept together unless somebody says otherwise;
where that cannot be done a sentence says why.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import pandas as pd

from pr_curve_lab.reading.formats.table import Table, text_of
from pr_curve_lab.reading.problem import Problem
from pr_curve_lab.reading.roles.clusters import cluster_column
from pr_curve_lab.reading.roles.roles import Roles
from pr_metrics.uncertainty.area_interval import FEWEST_GROUPS

# Kept together; or not: nobody wants it, cells are empty, too few show how they differ, missed positives are in none.
Status = Literal["together", "apart", "empty", "few", "missed"]


@dataclass(frozen=True, eq=False)
class Clusters:
    """The persons, images or queries that rows came in; `of_row` has shape (n_rows,), numbers from 0."""

    column: str
    of_row: np.ndarray
    count: int
    status: Status
    rows: np.ndarray | None = None  # (n_rows,), how many each line stands for; None: one

    @property
    def are_together(self) -> bool:
        """Whether intervals keep the rows of each together."""
        return self.status == "together"

    @property
    def notice(self) -> Problem:
        """The sentence on what intervals make of them."""
        facts = {"column": self.column, "clusters": self.count, "total": self.total}
        fewest = {"fewest": FEWEST_GROUPS} if self.status == "few" else {}
        return Problem(f"clusters_{self.status}", **facts, **fewest)

    @property
    def total(self) -> int:
        """How many rows they have."""
        return int(self.of_row.size if self.rows is None else self.rows.sum())

    def subset(self, rows: np.ndarray, *, missed: bool) -> Clusters:
        """Those of some rows, given by index. missed: whether positives of these were never scored."""
        _, of_row = np.unique(self.of_row[rows], return_inverse=True)
        count = int(of_row.max(initial=-1)) + 1
        asked = self.status if self.status in ("apart", "empty") else _status(count, missed=missed)
        counts = None if self.rows is None else self.rows[rows]
        return replace(self, of_row=of_row, count=count, status=asked, rows=counts)


class Clustered:
    """What rows say of their clusters, whoever holds them."""

    clusters: Clusters | None

    @property
    def clusters_together(self) -> Clusters | None:
        """The clusters whose rows intervals keep together."""
        return self.clusters if self.clusters is not None and self.clusters.are_together else None

    @property
    def groups_together(self) -> np.ndarray | None:
        """The cluster of each row, as a number, where intervals keep their rows together; shape (n_rows,)."""
        return None if self.clusters_together is None else self.clusters_together.of_row

    @property
    def cluster_column(self) -> str | None:
        """The column that names the clusters which are kept together."""
        return None if self.clusters_together is None else self.clusters_together.column


def clusters_of(
    table: Table, roles: Roles, keep: np.ndarray, *, missed: bool, rows: np.ndarray | None = None
) -> Clusters | None:
    """The clusters of the rows that are kept; None where no column names any, or none has two rows.

    missed: whether positives were never scored. rows: how many each kept line stands for, where lines are counts.

    >>> frame = pd.DataFrame({"user": [*range(12)] * 2, "y": [0, 1] * 12, "s": range(24)})
    >>> table, roles = Table("t", frame), Roles("y", "1", ("s",), cluster="user")
    >>> clusters_of(table, roles, np.ones(24, dtype=bool), missed=False).notice
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
    status: Status = "apart" if roles.cluster is None else "empty" if has_empty else _status(count, missed=missed)
    return Clusters(column, of_row, count, status, rows)


def clusters_within(clusters: Clusters | None, group_column: str, rows: np.ndarray, *, missed: bool) -> Clusters | None:
    """The clusters of one group of rows; none where the group is one of them: one hospital among hospitals."""
    if clusters is None or clusters.column == group_column:
        return None
    return clusters.subset(rows, missed=missed)


def _status(count: int, *, missed: bool) -> Status:
    return "few" if count < FEWEST_GROUPS else "missed" if missed else "together"
