"""A classifier where it is used: counts at its class balance, alerts a day, and costs by amount.

Without a number of rows a day, counts are those of the file. Numbers of a day are expectations: the rates measured in
the file times the rows of a day. If the file has a column of days, they are means over its days.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from pr_curve_lab.analysis.formatting import NumberText, format_threshold
from pr_curve_lab.schema.dataset import LabeledScores
from pr_metrics import OperatingPoints, at_prevalence, threshold_index
from pr_metrics.validation import FloatArray

Counts = TypeVar("Counts", float, FloatArray)
ROUNDING_SLACK = 1e-12  # relative; counts at a target class balance that should be equal may differ by this much


@dataclass(frozen=True, slots=True)
class ExpectedCounts:
    """One threshold for a day: ratios, and expected counts of rows or weight."""

    precision: float
    recall: float
    alerts: float  # rows predicted positive
    true_positives: float  # among the alerts
    false_negatives: float  # positives predicted negative


@dataclass(frozen=True, eq=False)
class Deployment:
    """The points where they are used, and the rows of a day by weight, including positives without a score."""

    source_points: OperatingPoints  # at the class balance of the data
    points: OperatingPoints  # at the target class balance; the same object if none is set
    n_rows: float  # of a day, or else of the file
    per_day: bool = False  # whether n_rows is of a day
    dated_points: OperatingPoints | None = None  # counts on the days of the file, if it has a column of days
    rows_with_day: np.ndarray | None = None  # mask of the rows with a day, if there is a column of days
    busiest_day_alerts: FloatArray | None = None  # alerts on the busiest day of the file, at each threshold
    all_points: OperatingPoints | None = None  # of all rows, if those of a group are used

    @property
    def has_target_prevalence(self) -> bool:
        """Whether the class balance differs from that of the data."""
        return self.points is not self.source_points

    @property
    def has_other_counts(self) -> bool:
        """Whether counts differ from those of the file, because they are of a day or of another class balance."""
        return self.has_target_prevalence or self.per_day

    def threshold_text(self, index: int) -> NumberText:
        """Format the threshold of a point, so that the text predicts the same rows positive, also outside of a group.

        >>> from dataclasses import replace
        >>> east = OperatingPoints.from_counts([0.8, 0.43127], [1, 1], [0, 2])
        >>> everywhere = OperatingPoints.from_counts([0.8, 0.43127, 0.4311], [1, 1, 0], [0, 2, 1])
        >>> used = build_deployment(east)
        >>> used.threshold_text(1), replace(used, all_points=everywhere).threshold_text(1)
        ('0.431', '0.4312')
        """
        if self.all_points is None:
            return format_threshold(self.source_points.threshold, index)
        at = threshold_index(self.all_points, float(self.source_points.threshold[index]))
        assert at is not None, "all rows include those of the group"
        return format_threshold(self.all_points.threshold, at)

    @property
    def day_points(self) -> OperatingPoints:
        """The points to convert into counts of a day."""
        return self.points if self.dated_points is None else self.dated_points

    @property
    def total_rows(self) -> float:
        """All rows of these points, by weight."""
        return self.day_points.positives + self.day_points.negatives

    def to_point_units(self, rows: float) -> float:
        """Convert rows of a day to the units of the points, with a tolerance at a target class balance.

        >>> used = build_deployment(OperatingPoints.from_counts([2, 1], [1, 1], [0, 2]), rows=1000)
        >>> used.to_point_units(500)
        2.0
        """
        return rows * self.total_rows / self.n_rows * (1 + ROUNDING_SLACK * self.has_target_prevalence)

    def to_expected_counts(self, count: Counts) -> Counts:
        """Convert counts of the points to rows of a day, exactly if a day has the rows of the file."""
        return count * (self.n_rows / self.total_rows)

    def alerts(self, *, every_day: bool) -> FloatArray:
        """Return the rows predicted positive at each threshold: on the busiest day of the file, or else as expected.

        >>> used = build_deployment(OperatingPoints.from_counts([2, 1], [1, 1], [0, 2]), rows=1000)
        >>> used.alerts(every_day=True).tolist()
        [250.0, 1000.0]
        """
        if every_day and self.busiest_day_alerts is not None:
            return self.busiest_day_alerts
        return self.to_expected_counts(self.day_points.true_positives + self.day_points.false_positives)

    def expected_counts(self, index: int) -> ExpectedCounts:
        """Return the numbers of a day at the threshold of a point.

        >>> used = build_deployment(OperatingPoints.from_counts([2, 1], [1, 1], [0, 2]), prevalence=0.1, rows=1000)
        >>> day = used.expected_counts(0)
        >>> day.precision, round(day.alerts, 9), round(day.false_negatives, 9)
        (1.0, 50.0, 50.0)
        """
        one, counted = points_at(self.points, [index]), points_at(self.day_points, [index])
        true, false = float(counted.true_positives[0]), float(counted.false_positives[0])
        return ExpectedCounts(
            precision=float(one.precision[0]),
            recall=float(one.recall[0]),
            alerts=self.to_expected_counts(true + false),
            true_positives=self.to_expected_counts(true),
            false_negatives=self.to_expected_counts(counted.positives - true),
        )


def points_at(points: OperatingPoints, indices: Sequence[int]) -> OperatingPoints:
    """Select a few points, so that the time for their ratios does not depend on the number of all points.

    >>> points_at(OperatingPoints.from_counts([2, 1], [1, 1], [0, 2]), [1]).precision.tolist()
    [0.5]
    >>> points_at(OperatingPoints.from_counts([2, 1], [1, 1], [0, 2]), [])
    OperatingPoints(0 points, 2 positives, 2 negatives)
    """
    return points.take(np.array(indices, dtype=np.intp))


def build_deployment(
    points: OperatingPoints, *, prevalence: float | None = None, rows: float | None = None
) -> Deployment:
    """Use points at another prevalence, or with a number of rows a day; None keeps that of the data.

    Raises
    ------
    ValueError: The prevalence is not strictly between 0 and 1, or leaves more negatives than float64 can hold, or rows
        are not above 0.

    >>> build_deployment(OperatingPoints.from_counts([2, 1], [1, 1], [0, 2])).n_rows
    4.0
    """
    if rows is not None and not 0 < rows < np.inf:
        raise ValueError(f"rows must be a number above 0, got {rows!r}")
    target = points if prevalence is None else at_prevalence(points, prevalence)
    of_file = points.positives + points.negatives
    return Deployment(points, target, of_file if rows is None else rows, per_day=rows is not None)


@dataclass(frozen=True, slots=True)
class AlertsByDay:
    """The alerts of one threshold on the days of the data."""

    min_alerts: float
    max_alerts: float
    max_day: int  # index of the busiest day, the first of equal ones
    days_at_max: int  # as busy as that one
    days_above: int  # with more alerts than the limit, if there is one


def build_deployment_by_day(
    labeled_scores: LabeledScores, day: np.ndarray, *, prevalence: float | None = None
) -> Deployment:
    """Use points on the days of the data: a day is their mean, and the busiest day is known at each threshold.

    Rows without a day count in the ratios only. Positives without a score belong equally to all days. At another class
    balance, the negatives of every day change by the same factor as all negatives.
    day: index of the day of each row, -1 for none.

    Raises
    ------
    ValueError: As for `at_prevalence`, or the rows with a day are all positive or all negative.

    >>> from pr_curve_lab.schema.examples import example_labeled_scores
    >>> labeled_scores = example_labeled_scores("ten_rows")
    >>> used = build_deployment_by_day(labeled_scores, np.arange(10) % 2)
    >>> used.n_rows, float(used.alerts(every_day=False)[-1]), float(used.alerts(every_day=True)[4])
    (5.0, 5.0, 3.0)
    """
    own, known = labeled_scores.points, day >= 0
    dated = own if known.all() else _points_with_day(labeled_scores, known)
    if not dated.positives or not dated.negatives:
        raise ValueError("rows that have a day must be of both classes")
    target, target_dated = own, dated
    if prevalence is not None:
        target = at_prevalence(own, prevalence)
        # The negatives change by the same factor as those of all rows, which have the target class balance.
        share = dated.positives / (dated.positives + dated.negatives * (target.negatives / own.negatives))
        target_dated = target if dated is own else at_prevalence(dated, share)
    count = np.unique(day[known]).size
    rows = (dated.positives + dated.negatives) / count
    counted = rows * count / (target_dated.positives + target_dated.negatives)  # rows of the days per row of the points
    row_weight = _weight(labeled_scores) * np.where(labeled_scores.positive, 1.0, target.negatives / own.negatives)
    busiest = _max_day_weight(own, labeled_scores.score[known], day[known], row_weight[known])
    return Deployment(
        own,
        target,
        rows,
        per_day=True,
        dated_points=target_dated,
        rows_with_day=known,
        busiest_day_alerts=busiest if target is own else busiest * counted,
    )


def alerts_by_day(
    labeled_scores: LabeledScores, day: np.ndarray, deployment: Deployment, index: int, limit: float | None = None
) -> AlertsByDay:
    """Return the alerts of each day at the threshold of a point, by weight, at the class balance where it is used.

    >>> from pr_curve_lab.schema.examples import example_labeled_scores
    >>> labeled_scores, day = example_labeled_scores("ten_rows"), np.arange(10) % 2
    >>> alerts_by_day(labeled_scores, day, build_deployment_by_day(labeled_scores, day), 4, 2.0)
    AlertsByDay(min_alerts=2.0, max_alerts=3.0, max_day=0, days_at_max=1, days_above=1)
    """
    known = day >= 0
    weight = _weight(labeled_scores)
    if deployment.has_target_prevalence:
        counted = deployment.n_rows * np.unique(day[known]).size / deployment.total_rows
        factor = deployment.points.negatives / deployment.source_points.negatives
        weight = weight * counted * np.where(labeled_scores.positive, 1.0, factor)
    called = known & (labeled_scores.score >= deployment.source_points.threshold[index])
    size = int(day.max()) + 1
    there = np.bincount(day[known], minlength=size) > 0
    alerts = np.where(there, np.bincount(day[called], weights=weight[called], minlength=size), np.nan)
    above = 0 if limit is None else int((alerts > limit).sum())
    busiest = int(np.nanargmax(alerts))
    most = float(alerts[busiest])
    as_many = int((alerts >= most * (1 - ROUNDING_SLACK)).sum())
    return AlertsByDay(float(np.nanmin(alerts)), most, busiest, as_many, above)


def _weight(labeled_scores: LabeledScores) -> FloatArray:
    return np.ones(labeled_scores.score.size) if labeled_scores.weight is None else labeled_scores.weight


def _threshold_index(points: OperatingPoints, score: np.ndarray) -> np.ndarray:
    """Return the index of the highest threshold that each score reaches."""
    return np.asarray(points.threshold.size - np.searchsorted(points.threshold[::-1], score, side="right"))


def _points_with_day(labeled_scores: LabeledScores, rows_with_day: np.ndarray) -> OperatingPoints:
    """Return the counts of the rows with a day, at all thresholds."""
    points, weight = labeled_scores.points, _weight(labeled_scores)
    first = _threshold_index(points, labeled_scores.score)
    true, false = (
        np.cumsum(np.bincount(first[rows], weights=weight[rows], minlength=points.threshold.size), dtype=np.float64)
        for rows in (rows_with_day & labeled_scores.positive, rows_with_day & ~labeled_scores.positive)
    )
    positives = float(true[-1]) + points.unscored_positives
    return OperatingPoints(points.threshold, true, false, positives, float(false[-1]))


def _max_day_weight(points: OperatingPoints, score: np.ndarray, day: np.ndarray, weight: np.ndarray) -> FloatArray:
    """Return the weight of the rows at or above each threshold on the day with the most, shape (n_points,)."""
    first = _threshold_index(points, score)
    order = np.lexsort((first, day))
    total = np.cumsum(weight[order])
    begins = np.flatnonzero(np.diff(day[order], prepend=-1))
    before = np.concatenate(([0.0], total))[begins]
    of_day = total - np.repeat(before, np.diff(np.append(begins, day.size)))
    most = np.zeros(points.threshold.size)
    np.maximum.at(most, first[order], of_day)
    return np.asarray(np.maximum.accumulate(most))


def weight_by_amount(deployment: Deployment, labeled_scores: LabeledScores, amount: np.ndarray) -> Deployment:
    """Keep the thresholds, but weight each positive by its amount; a negative counts as one row.

    amount: shape (n_lines,), at least 0. If rows have days, those without one do not count. The rows of a day are those
    of the given points.

    >>> from pr_curve_lab.analysis.alerts import build_deployment
    >>> from pr_curve_lab.schema.examples import example_labeled_scores
    >>> labeled_scores = example_labeled_scores("ten_rows")
    >>> used = build_deployment(labeled_scores.points)
    >>> twice = weight_by_amount(used, labeled_scores, np.full(10, 2.0))
    >>> bool((twice.points.true_positives == 2 * labeled_scores.points.true_positives).all())
    True
    """
    points = deployment.day_points
    counts = (
        labeled_scores.positive
        if deployment.rows_with_day is None
        else labeled_scores.positive & deployment.rows_with_day
    )
    value = np.where(counts, amount * _weight(labeled_scores), 0.0)
    index = _threshold_index(points, labeled_scores.score)
    found = np.cumsum(np.bincount(index, weights=value, minlength=points.threshold.size), dtype=np.float64)
    weighed = OperatingPoints(
        points.threshold, found, points.false_positives, float(found[-1]), points.negatives, weighted=True
    )
    rows = deployment.to_expected_counts(weighed.positives + weighed.negatives)
    return Deployment(deployment.source_points, weighed, rows, per_day=deployment.per_day)
