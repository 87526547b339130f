"""Which rows a threshold calls positive: thresholds of one's own against the scores that occur."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from pr_metrics.given_points import of_points
from pr_metrics.inputs import finite_numbers, real_or_nan
from pr_metrics.points import OperatingPoints


@of_points
def at_thresholds(points: OperatingPoints, thresholds: ArrayLike) -> OperatingPoints:
    """Operating points at one's own thresholds and no others, strictest first.

    A row is called positive when its score >= threshold, so a threshold between two scores has the counts of the next
    higher one. Equal thresholds are merged. Above the highest score nothing is called positive and the precision is
    0/0: there is no point there. The totals stay those of the data, so recall may end below 1. Points moved to another
    class balance stay moved, and their false positive rates are the measured ones.
    thresholds: shape (n,), score units, any order.

    Raises
    ------
    ValueError: the thresholds are not one-dimensional, or empty; text, nan or infinity; all above the highest score.

    >>> points = OperatingPoints.from_counts([0.9, 0.5, 0.1], [1, 1, 1], [0, 1, 1])
    >>> coarse = at_thresholds(points, [0.5, 0.6, 0.5, 1.0])
    >>> coarse.threshold.tolist(), coarse.true_positives.tolist(), coarse.recall.round(2).tolist()
    ([0.6, 0.5], [1.0, 2.0], [0.33, 0.67])
    """
    grid = np.unique(finite_numbers("thresholds", thresholds) + 0.0)[::-1]  # -0.0 + 0.0 is 0.0
    index = np.searchsorted(-points.threshold, -grid, side="right") - 1
    calling = index >= 0
    if not calling.any():
        top = points.threshold[0]
        raise ValueError(f"thresholds must not all be above the highest score, {top}, got {grid[-1]} as the lowest")
    return points.take(index[calling], threshold=grid[calling])


@of_points
def point_in_force(points: OperatingPoints, threshold: float) -> int | None:
    """Index of the point that a threshold amounts to: its rows are those with score >= threshold.

    Between two scores that is the next higher one; None above the highest score, where nothing is called positive.

    Raises
    ------
    ValueError: the threshold is not a number.

    >>> points = OperatingPoints.from_counts([0.9, 0.5], [1, 1], [0, 1])
    >>> point_in_force(points, 0.6), point_in_force(points, 0.5), point_in_force(points, 1.0)
    (0, 1, None)
    """
    wanted = real_or_nan(threshold)
    if np.isnan(wanted):
        raise ValueError(f"threshold must be a number, got {threshold!r}")
    index = int(np.searchsorted(-points.threshold, -wanted, side="right")) - 1
    return index if index >= 0 else None
