"""Which threshold to take: requirements and wishes that only real points can meet.

A point on a joined line between two thresholds is not a threshold: requirements are answered by achievable points.
"""

from __future__ import annotations

import numpy as np

from pr_metrics.f_scores import f_score
from pr_metrics.points import OperatingPoints


def choose_threshold(
    points: OperatingPoints,
    *,
    min_precision: float | None = None,
    min_recall: float | None = None,
    beta: float | None = None,
) -> int | None:
    """Index of the achievable point that meets every requirement given, or None when no threshold does.

    Of those that do, the one with the largest F-beta; without `beta`, the one with most recall if only a precision is
    required, with most precision if only a recall is, else with the largest F1. Of equals the strictest.

    Raises
    ------
    ValueError: a requirement outside [0, 1]; a beta that `f_score` refuses.

    >>> points = OperatingPoints.from_counts([3, 2, 1], [1, 1, 0], [0, 1, 1])
    >>> choose_threshold(points, min_precision=0.6)
    1
    >>> choose_threshold(points, min_precision=0.7, min_recall=0.7) is None
    True
    """
    for name, required in (("min_precision", min_precision), ("min_recall", min_recall)):
        if required is not None and not 0 <= required <= 1:
            raise ValueError(f"{name} must be between 0 and 1, got {required}")
    by_beta = f_score(points, 1.0 if beta is None else beta)
    meets = (points.precision >= (min_precision or 0.0)) & (points.recall >= (min_recall or 0.0))
    if not meets.any():
        return None
    if beta is None and min_precision is not None and min_recall is None:
        wish = points.recall
    elif beta is None and min_recall is not None and min_precision is None:
        wish = points.precision
    else:
        wish = by_beta
    return int(np.argmax(np.where(meets, wish, -np.inf)))
