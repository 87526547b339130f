"""Precision and recall of each group of rows at one threshold, and the groups that fail there.

A group fails by the rule for areas, `intervals.lowest_groups`: its rate is below that of each other group by more than
chance. Precision and recall are looked at together, so each difference has a 97.5% interval.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from pr_curve_lab.analysis.averages import TaskMatrix
from pr_curve_lab.analysis.formatting import format_threshold
from pr_curve_lab.analysis.intervals import CONFIDENCE_LEVEL, lowest_groups
from pr_curve_lab.schema.dataset import Dataset
from pr_curve_lab.schema.roles import MIN_CLUSTERS, find_splits
from pr_metrics import choose_threshold
from pr_metrics.uncertainty.intervals import wilson_interval

TEST_LEVEL = 1 - (1 - CONFIDENCE_LEVEL) / 2  # of a difference, as there are two rates


@dataclass(frozen=True, eq=False)
class GroupRate:
    """Precision or recall of each group; every array has one entry per group, nan if the rate is undefined."""

    value: np.ndarray
    lower: np.ndarray  # of its 95% interval; nan without intervals
    upper: np.ndarray
    low_groups: tuple[int, ...] = ()  # the groups that fail, the worst first

    def other_range(self, group: int) -> tuple[float, float]:
        """Return the lowest and the highest rate of the groups beside one; beside one that fails, of those that do not.

        They are nan if no other rate is defined.
        """
        others = np.delete(self.value, self.low_groups if group in self.low_groups else (group,))
        defined = others[~np.isnan(others)]
        return (float(defined.min()), float(defined.max())) if defined.size else (math.nan, math.nan)


@dataclass(frozen=True, eq=False)
class GroupRates:
    """The groups of rows at one threshold; counts are by weight."""

    column: str
    threshold: float
    names: tuple[str, ...]
    positives: np.ndarray  # including those without a score
    called: np.ndarray  # predicted positive
    recall: GroupRate
    precision: GroupRate
    cluster_column: str | None  # of the clusters whose rows the intervals keep together
    is_weighted: bool

    @property
    def low_groups(self) -> tuple[int, ...]:
        """The groups that fail, those of the recall first; none if they are training and test rows."""
        if find_splits(self.names) is not None:
            return ()
        return tuple(dict.fromkeys((*self.recall.low_groups, *self.precision.low_groups)))

    @property
    def order(self) -> list[int]:
        """The groups that fail, then the others by recall, the lowest first; undefined ones last."""
        by_recall = np.argsort(self.recall.value, kind="stable").tolist()
        return list(dict.fromkeys([*self.low_groups, *by_recall]))


def group_rates(dataset: Dataset, task: str, threshold: float) -> GroupRates | None:
    """Return precision and recall of each group, or None without groups or if positives belong to unknown groups.

    Intervals are Wilson's; with weights, for Kish's effective number of rows; for rows that are kept together in
    clusters, for the number of independent rows that would vary as much, unless each group is a cluster.

    >>> from pr_curve_lab.schema.examples import example_dataset
    >>> found = group_rates(example_dataset("digits"), "8", 0.5)
    >>> found.recall.value.round(2).tolist(), found.low_groups
    ([0.77, 0.77, 0.85, 0.74, 0.69], ())
    """
    unscored, group_of_row, names = dataset.unscored_positives.by_group, dataset.group_of_row, dataset.group_names
    if group_of_row is None or unscored is None or len(names) < 2:
        return None
    task_index, weight = dataset.names.index(task), dataset.weight
    is_called, positive = dataset.score[:, task_index] >= threshold, dataset.positive[:, task_index]
    cell = 2 * group_of_row + positive  # of a table of groups and classes
    is_weighted = weight is not None and not dataset.is_frequency_weight

    def totals(cells: np.ndarray, weights: np.ndarray | None) -> np.ndarray:
        return np.bincount(cells, weights, 2 * len(names)).reshape(-1, 2).astype(np.float64)

    rows, called_rows = totals(cell, weight), totals(cell[is_called], None if weight is None else weight[is_called])
    negatives, scored = rows.T
    found, called, positives = called_rows[:, 1], called_rows.sum(axis=1), scored + unscored
    of_recall, of_precision = positives, called  # numbers of rows
    if weight is not None and is_weighted:
        with np.errstate(divide="ignore", invalid="ignore"):
            of_recall = positives * scored / totals(cell, weight**2)[:, 1]
            of_precision = called**2 / totals(cell[is_called], weight[is_called] ** 2).sum(axis=1)
    cluster = dataset.cluster_column if dataset.cluster_column != dataset.roles.group else None
    if cluster is not None and (cluster_of_row := dataset.cluster_of_row) is not None:
        hit, of_row = is_called & positive, np.ones(is_called.size) if weight is None else weight
        of_recall, of_precision = (
            _independent_rows(group_of_row[rows], cluster_of_row[rows], hit[rows], of_row[rows], most)
            for rows, most in ((positive, of_recall), (is_called, of_precision))
        )
    recall, precision = rates_of_counts(found, called, positives, negatives, (of_recall, of_precision))
    column = str(dataset.roles.group)
    return GroupRates(column, threshold, names, positives, called, recall, precision, cluster, is_weighted=is_weighted)


@dataclass(frozen=True, eq=False)
class TaskRates:
    """Precision and recall of each class or label at its threshold of the largest F1; arrays have one entry each."""

    thresholds: tuple[str, ...]  # as text; "" without positives
    recall: GroupRate
    precision: GroupRate


def best_f1_rates(matrix: TaskMatrix) -> TaskRates:
    """Return precision and recall of each class or label at its threshold of the largest F1.

    Intervals are Wilson's, for counted rows that are not kept together in clusters.

    >>> from pr_curve_lab.analysis.averages import task_matrix
    >>> from pr_curve_lab.schema.examples import example_dataset
    >>> best_f1_rates(task_matrix(example_dataset("digits"))).recall.value.round(2).tolist()[:3]
    [0.98, 0.74, 0.8]
    """
    counts, thresholds = np.full((3, len(matrix.names)), np.nan), [""] * len(matrix.names)
    for column, points in enumerate(matrix.points):
        best = choose_threshold(points) if points.positives else None
        if best is not None:
            found, false_alarms = points.true_positives[best.index], points.false_positives[best.index]
            counts[:, column] = found, found + false_alarms, points.positives
            thresholds[column] = format_threshold(points.threshold, best.index)
    found, called, positives = counts
    is_counted = not matrix.is_weighted and (matrix.clusters is None or not matrix.clusters.is_active)
    n_rows = (positives, called) if is_counted else (np.full(positives.size, np.nan),) * 2
    return TaskRates(tuple(thresholds), _rate(found, positives, n_rows[0]), _rate(found, called, n_rows[1]))


def rates_of_counts(
    true_positives: np.ndarray,
    called: np.ndarray,
    positives: np.ndarray,
    negatives: np.ndarray,
    effective: tuple[np.ndarray, np.ndarray],
) -> tuple[GroupRate, GroupRate]:
    """Return recall and precision of groups by weight; effective: the numbers of rows of both, for their intervals.

    >>> counts = (np.array([2.0, 30.0]), np.array([9.0, 45.0]), np.array([40.0, 50.0]), np.array([500.0, 500.0]))
    >>> recall, precision = rates_of_counts(*counts, (counts[2], counts[1]))
    >>> recall.value.tolist(), recall.low_groups, precision.low_groups
    ([0.05, 0.6], (0,), ())
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        factor = positives * negatives.sum() / (negatives * positives.sum())  # of negatives, for the same class balance
    countable = np.where(positives > 0, called, 0.0)  # a group without positives cannot fail
    return (
        _add_low_groups(_rate(true_positives, positives, effective[0]), effective[0]),
        _add_low_groups(
            _rate(true_positives, countable, effective[1]), effective[1], np.where(negatives > 0, factor, 1)
        ),
    )


def _independent_rows(
    group: np.ndarray, cluster: np.ndarray, hit: np.ndarray, weight: np.ndarray, most: np.ndarray
) -> np.ndarray:
    """Return the number of independent rows by which the share of hits in each group would vary as it does by clusters.

    most: the numbers of rows, which are not exceeded. A group with few clusters counts each of them as one row. Source:
    Rao & Scott (1992), Biometrics 48, 577-585.
    """
    n_clusters = int(cluster.max(initial=0)) + 1
    keys, pair = np.unique(group.astype(np.int64) * n_clusters + cluster, return_inverse=True)
    of_group = keys // n_clusters
    total = np.bincount(pair, weight, keys.size)
    hits = np.bincount(pair, hit * weight, keys.size)
    clusters, totals, all_hits = (np.bincount(of_group, one, most.size) for one in (None, total, hits))
    with np.errstate(divide="ignore", invalid="ignore"):
        share = all_hits / totals
        spread = np.bincount(of_group, (hits - share[of_group] * total) ** 2, most.size)
        variance = clusters / (clusters - 1) * spread / totals**2
        independent = np.where(variance > 0, share * (1 - share) / variance, clusters)
    return np.asarray(np.fmin(most, np.where(clusters < MIN_CLUSTERS, np.fmin(clusters, independent), independent)))


def _rate(found: np.ndarray, total: np.ndarray, count: np.ndarray) -> GroupRate:
    """Return a rate with intervals for the effective numbers of rows; nan gives none."""
    with np.errstate(divide="ignore", invalid="ignore"):
        value = np.where(total > 0, found / total, np.nan)
        return GroupRate(value, *wilson_interval(value, count, CONFIDENCE_LEVEL))


def _add_low_groups(rate: GroupRate, count: np.ndarray, factor: np.ndarray | None = None) -> GroupRate:
    """Add the groups that fail; for a precision, also if the negatives of each group were more by a factor."""
    with np.errstate(divide="ignore", invalid="ignore"):
        bounds = np.array([rate.value, *wilson_interval(rate.value, count, TEST_LEVEL)])
        balanced = [] if factor is None else [bounds / (bounds + factor * (1 - bounds))]
    return replace(rate, low_groups=lowest_groups(bounds, *balanced))
