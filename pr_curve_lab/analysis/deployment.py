"""A classifier where it will be used: its points at the class balance there, and what a threshold does in a day.

Without rows of a day nothing is called a day: counts are those of the file. Numbers of a day are expectations, the
rates that the file measured times the rows of a day; where the file says on which day each row came, they are means
over its days.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from pr_metrics import OperatingPoints, at_prevalence, negative_predictive_value
from pr_metrics.validation import FloatArray

Counts = TypeVar("Counts", float, FloatArray)
LAST_BIT = 1e-12  # relative; moved counts that are equal on paper may differ by as much


@dataclass(frozen=True, slots=True)
class Day:
    """One threshold for a day: ratios have no unit, counts are rows, or weight, as expected."""

    precision: float
    recall: float
    negative_predictive_value: float  # nan where nothing is called negative
    alerts: float  # rows called positive
    right: float  # of these, positives
    missed: float  # positives called negative


@dataclass(frozen=True, eq=False)
class Deployment:
    """The points where they will be used, and the rows of a day, by weight; positives that got no score count too."""

    own: OperatingPoints  # as measured
    points: OperatingPoints  # the same object where the class balance is that of the data
    rows: float  # of a day, or else of the file
    per_day: bool = False  # whether they are those of a day
    dated: OperatingPoints | None = None  # what counts on the days of the file, where it has days
    busiest: FloatArray | None = None  # alerts on the day of the file that has most, at each threshold

    @property
    def moved(self) -> bool:
        """Whether the class balance is another than the data's."""
        return self.points is not self.own

    @property
    def elsewhere(self) -> bool:
        """Whether counts are other than the file's: they are of a day, or of another class balance."""
        return self.moved or self.per_day

    @property
    def counted(self) -> OperatingPoints:
        """The points whose counts are those of a day."""
        return self.points if self.dated is None else self.dated

    @property
    def of_file(self) -> float:
        """All rows of the points that are counted."""
        return self.counted.positives + self.counted.negatives

    def in_points(self, rows: float) -> float:
        """Rows of a day in the units in which the points count; the last bit of moved points is let pass.

        >>> used = deployment(OperatingPoints.from_counts([2, 1], [1, 1], [0, 2]), rows=1000)
        >>> used.in_points(500)
        2.0
        """
        return rows * self.of_file / self.rows * (1 + LAST_BIT * self.moved)

    def a_day(self, count: Counts) -> Counts:
        """Turn what the points count into rows of a day: exact where a day has the rows of the file."""
        return count if self.rows == self.of_file else count * (self.rows / self.of_file)

    def alerts(self, *, every_day: bool) -> FloatArray:
        """The rows called positive at each threshold: on the busiest day of the file, else of a day, or of the file.

        >>> used = deployment(OperatingPoints.from_counts([2, 1], [1, 1], [0, 2]), rows=1000)
        >>> used.alerts(every_day=True).tolist()
        [250.0, 1000.0]
        """
        if every_day and self.busiest is not None:
            return self.busiest
        return self.a_day(self.counted.true_positives + self.counted.false_positives)

    def day(self, index: int) -> Day:
        """The numbers of a day at the threshold of a point.

        >>> used = deployment(OperatingPoints.from_counts([2, 1], [1, 1], [0, 2]), prevalence=0.1, rows=1000)
        >>> day = used.day(0)
        >>> day.precision, round(day.alerts, 9), round(day.missed, 9), round(day.negative_predictive_value, 4)
        (1.0, 50.0, 50.0, 0.9474)
        """
        one, counted = points_at(self.points, [index]), points_at(self.counted, [index])
        true, false = float(counted.true_positives[0]), float(counted.false_positives[0])
        return Day(
            precision=float(one.precision[0]),
            recall=float(one.recall[0]),
            negative_predictive_value=float(negative_predictive_value(one)[0]),
            alerts=self.a_day(true + false),
            right=self.a_day(true),
            missed=self.a_day(counted.positives - true),
        )


def points_at(points: OperatingPoints, indices: Sequence[int]) -> OperatingPoints:
    """Take some points alone, so that their ratios cost nothing however many others there are.

    >>> points_at(OperatingPoints.from_counts([2, 1], [1, 1], [0, 2]), [1]).precision.tolist()
    [0.5]
    >>> points_at(OperatingPoints.from_counts([2, 1], [1, 1], [0, 2]), [])
    OperatingPoints(0 points, 2 positives, 2 negatives)
    """
    return points.take(np.array(indices, dtype=np.intp))


def deployment(points: OperatingPoints, *, prevalence: float | None = None, rows: float | None = None) -> Deployment:
    """Take points to where they are used: None is the class balance of the data, or no day but the file.

    Raises
    ------
    ValueError: the prevalence is not strictly between 0 and 1, or leaves more negatives than float64 can hold; rows
        that are not above 0.

    >>> deployment(OperatingPoints.from_counts([2, 1], [1, 1], [0, 2])).rows
    4.0
    """
    if rows is not None and not 0 < rows < np.inf:
        raise ValueError(f"rows must be a number above 0, got {rows!r}")
    moved = points if prevalence is None else at_prevalence(points, prevalence)
    of_file = points.positives + points.negatives
    return Deployment(points, moved, of_file if rows is None else rows, per_day=rows is not None)
