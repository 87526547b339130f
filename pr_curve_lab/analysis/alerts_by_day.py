"""What thresholds do on the days of the data: a mean over days hides the busy ones."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pr_curve_lab.analysis.deployment import Deployment
from pr_curve_lab.reading.cases.cases import Cases
from pr_metrics import OperatingPoints, at_prevalence
from pr_metrics.validation import FloatArray


@dataclass(frozen=True, slots=True)
class AlertsByDay:
    """The alerts of one threshold on the days of the data."""

    least: float
    most: float
    busiest: int  # number of the day that has most; of equals the first
    days_above: int  # on which they are more than allowed; 0 where all are


def deployment_by_days(cases: Cases, day: np.ndarray, *, prevalence: float | None = None) -> Deployment:
    """Use the points on the days of the data: a day is the mean of these, and the busiest is known at each threshold.

    Rows without a day are on none, and so count in the ratios only. Positives without a score belong to each day alike.
    At another class balance every day has as many more or fewer negatives as all have together.
    day: the number of each row's day, -1 for none.

    Raises
    ------
    ValueError: as `at_prevalence`; the rows that have a day are all positive or all negative.

    >>> from pr_curve_lab.reading.examples import example_cases
    >>> cases = example_cases("ten_rows")
    >>> used = deployment_by_days(cases, np.arange(10) % 2)
    >>> used.rows, float(used.alerts(every_day=False)[-1]), float(used.alerts(every_day=True)[4])
    (5.0, 5.0, 3.0)
    """
    own, known = cases.points, day >= 0
    dated = own if known.all() else _dated_points(cases, known)
    if not dated.positives or not dated.negatives:
        raise ValueError("rows that have a day must be of both classes")
    moved, moved_dated = own, dated
    if prevalence is not None:
        moved = at_prevalence(own, prevalence)
        # The negatives move by the same factor as those of all rows, whose balance is the one that was asked for.
        share = dated.positives / (dated.positives + dated.negatives * (moved.negatives / own.negatives))
        moved_dated = moved if dated is own else at_prevalence(dated, share)
    count = np.unique(day[known]).size
    rows = (dated.positives + dated.negatives) / count
    counted = rows * count / (moved_dated.positives + moved_dated.negatives)  # rows of the days by rows of the points
    row_weight = _weight(cases) * np.where(cases.positive, 1.0, moved.negatives / own.negatives)
    busiest = _most_by_now(own, cases.score[known], day[known], row_weight[known])
    return Deployment(
        own, moved, rows, per_day=True, dated=moved_dated, busiest=busiest if moved is own else busiest * counted
    )


def alerts_by_day(
    cases: Cases, day: np.ndarray, used: Deployment, index: int, limit: float | None = None
) -> AlertsByDay:
    """The alerts of each day at the threshold of a point, by weight, at the class balance where it is used.

    >>> from pr_curve_lab.reading.examples import example_cases
    >>> cases, day = example_cases("ten_rows"), np.arange(10) % 2
    >>> alerts_by_day(cases, day, deployment_by_days(cases, day), 4, 2.0)
    AlertsByDay(least=2.0, most=3.0, busiest=0, days_above=1)
    """
    known = day >= 0
    weight = _weight(cases)
    if used.moved:
        counted = used.rows * np.unique(day[known]).size / used.of_file
        weight = weight * counted * np.where(cases.positive, 1.0, used.points.negatives / used.own.negatives)
    called = known & (cases.score >= used.own.threshold[index])
    size = int(day.max()) + 1
    there = np.bincount(day[known], minlength=size) > 0
    alerts = np.where(there, np.bincount(day[called], weights=weight[called], minlength=size), np.nan)
    above = 0 if limit is None else int((alerts > limit).sum())
    busiest = int(np.nanargmax(alerts))
    return AlertsByDay(float(np.nanmin(alerts)), float(alerts[busiest]), busiest, above)


def _weight(cases: Cases) -> FloatArray:
    return np.ones(cases.score.size) if cases.weight is None else cases.weight


def _first_reached(points: OperatingPoints, score: np.ndarray) -> np.ndarray:
    """Index of the strictest threshold that each score reaches."""
    return np.asarray(points.threshold.size - np.searchsorted(points.threshold[::-1], score, side="right"))


def _dated_points(cases: Cases, known: np.ndarray) -> OperatingPoints:
    """The counts of the rows that have a day, at all thresholds."""
    points, weight = cases.points, _weight(cases)
    first = _first_reached(points, cases.score)
    true, false = (
        np.cumsum(np.bincount(first[rows], weights=weight[rows], minlength=points.threshold.size), dtype=np.float64)
        for rows in (known & cases.positive, known & ~cases.positive)
    )
    positives = float(true[-1]) + points.unreached_positives
    return OperatingPoints(points.threshold, true, false, positives, float(false[-1]))


def _most_by_now(points: OperatingPoints, score: np.ndarray, day: np.ndarray, weight: np.ndarray) -> FloatArray:
    """The weight that the rows at or above each threshold have on the day that has most of it, shape (n_points,)."""
    first = _first_reached(points, score)
    order = np.lexsort((first, day))
    total = np.cumsum(weight[order])
    begins = np.flatnonzero(np.diff(day[order], prepend=-1))
    before = np.concatenate(([0.0], total))[begins]
    of_day = total - np.repeat(before, np.diff(np.append(begins, day.size)))
    most = np.zeros(points.threshold.size)
    np.maximum.at(most, first[order], of_day)
    return np.asarray(np.maximum.accumulate(most))
