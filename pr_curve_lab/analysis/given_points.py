"""Points that another tool computed, joined as they are: nothing is added before the first or after the last."""

from __future__ import annotations

import numpy as np

from pr_curve_lab.analysis.joined_areas import JoinedArea
from pr_curve_lab.analysis.thinning import Resolution, drawn_vertices
from pr_curve_lab.reading.shapes.curve_points import CurvePoints
from pr_metrics import JoinedCurve


def joined_as_given(points: CurvePoints, resolution: Resolution) -> tuple[JoinedArea, JoinedArea]:
    """Join the points in steps, each gain in recall at the precision reached there, and by straight lines.

    >>> recall, precision = np.array([0.5, 1.0]), np.array([1.0, 0.5])
    >>> step, line = joined_as_given(CurvePoints("t", recall, precision, recall), Resolution(300))
    >>> step.area, line.area
    (0.75, 0.375)
    """
    recall, precision = points.recall, points.precision
    before = np.append(0.0, recall[:-1])
    steps = JoinedCurve(np.column_stack((before, recall)).ravel(), np.repeat(precision, 2))
    from_first = "linear" if recall[0] == 0 else "linear_cut"  # what lies before the first point counts nothing
    curves = {"step": steps, from_first: JoinedCurve(recall, precision)}
    step, line = (
        JoinedArea(scheme=scheme, curve=drawn_vertices(curve, resolution), area=curve.polygon_area)
        for scheme, curve in curves.items()
    )
    return step, line
