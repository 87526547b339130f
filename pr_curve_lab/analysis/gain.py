"""The gain curve as it is drawn, with its area, and the points that are marked on it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pr_curve_lab.analysis.joined_areas import DrawnArea
from pr_curve_lab.analysis.thinning import Resolution, drawn_vertices, marked_points
from pr_metrics import JoinedCurve, OperatingPoints, gain_curve, gains


@dataclass(frozen=True, eq=False, kw_only=True)
class GainArea(DrawnArea):
    """Precision gain by recall gain; the curve has them as its precision and recall."""


@dataclass(frozen=True, slots=True, eq=False)
class GainPoints:
    """The points with a circle: those whose recall gain is not below 0; every array has shape (n_marked,)."""

    threshold: np.ndarray
    recall_gain: np.ndarray
    precision_gain: np.ndarray


def drawn_gain(points: OperatingPoints, resolution: Resolution) -> GainArea:
    """Join the gains of points by straight lines, for a picture of a certain resolution.

    >>> drawn_gain(OperatingPoints.from_counts([4, 3, 2, 1], [1, 0, 1, 0], [0, 1, 0, 1]), Resolution(300)).area
    0.25
    """
    joined = gain_curve(points)
    vertices = JoinedCurve(joined.recall_gain, joined.precision_gain)
    return GainArea(curve=drawn_vertices(vertices, resolution), area=joined.polygon_area)


def gain_points(points: OperatingPoints) -> GainPoints:
    """Take the points that are marked on a gain curve.

    >>> gain_points(OperatingPoints.from_counts([3, 2, 1], [1, 1, 0], [0, 1, 1])).precision_gain.tolist()
    [1.0, 0.5, 0.0]
    """
    of_points, marked = gains(points), marked_points(points.recall)
    shown = marked[of_points.recall_gain[marked] >= 0]
    return GainPoints(points.threshold[shown], of_points.recall_gain[shown], of_points.precision_gain[shown])
