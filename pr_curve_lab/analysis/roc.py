"""The ROC curve as it is drawn, with its area."""

from __future__ import annotations

from dataclasses import dataclass

from pr_curve_lab.analysis.joined_areas import DrawnArea
from pr_curve_lab.analysis.thinning import Resolution, drawn_vertices
from pr_metrics import JoinedCurve, OperatingPoints, roc_curve


@dataclass(frozen=True, eq=False, kw_only=True)
class RocArea(DrawnArea):
    """True positive rate by false positive rate; the curve has them as its precision and recall."""


def drawn_roc(points: OperatingPoints, resolution: Resolution) -> RocArea:
    """Join points by straight lines from (0, 0), for a picture of a certain resolution.

    >>> drawn_roc(OperatingPoints.from_counts([4, 3, 2, 1], [1, 0, 1, 0], [0, 1, 0, 1]), Resolution(300)).area
    0.75
    """
    joined = roc_curve(points)
    vertices = JoinedCurve(joined.false_positive_rate, joined.true_positive_rate)
    return RocArea(curve=drawn_vertices(vertices, resolution), area=joined.polygon_area)
