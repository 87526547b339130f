"""The receipt of an area: every term of the sum, so that it can be ticked off by hand."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pr_metrics.inputs import FloatArray
from pr_metrics.points import OperatingPoints
from pr_metrics.schemes import scheme_named


@dataclass(frozen=True, slots=True, eq=False)
class Receipt:
    """One row a segment, strictest threshold first; every array has shape (n_points,)."""

    scheme: str  # key
    threshold: FloatArray  # score units, of the point that ends the segment
    recall_before: FloatArray
    recall_after: FloatArray
    height_before: FloatArray  # precision where the segment begins
    height_after: FloatArray
    area: FloatArray
    running_total: FloatArray


def receipt(points: OperatingPoints, scheme: str) -> Receipt:
    """List the terms whose sum is the area under a scheme; the last running total is that area.

    Raises
    ------
    ValueError: there is no scheme of that key.

    >>> points = OperatingPoints.from_counts([4, 3, 2, 1], [1, 0, 1, 0], [0, 1, 0, 1])
    >>> receipt(points, "step").running_total.round(4).tolist()
    [0.5, 0.5, 0.8333, 0.8333]
    """
    segments = scheme_named(scheme).segments(points)
    return Receipt(
        scheme,
        points.threshold,
        segments.recall_before,
        segments.recall_after,
        segments.height_before,
        segments.height_after,
        segments.area,
        np.cumsum(segments.area),
    )
