"""Which rows a threshold calls positive: thresholds of one's own against the scores that occur."""

from __future__ import annotations

import numpy as np

from pr_metrics.points import OperatingPoints


def point_in_force(points: OperatingPoints, threshold: float) -> int | None:
    """Index of the point that a threshold amounts to: its rows are those with score >= threshold.

    Between two scores that is the next higher one; None above the highest score, where nothing is called positive.

    >>> points = OperatingPoints.from_counts([0.9, 0.5], [1, 1], [0, 1])
    >>> point_in_force(points, 0.6), point_in_force(points, 0.5), point_in_force(points, 1.0)
    (0, 1, None)
    """
    index = int(np.searchsorted(-points.threshold, -threshold, side="right")) - 1
    return index if index >= 0 else None
