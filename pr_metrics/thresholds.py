"""Which threshold to take: F-scores of the operating points, and requirements that only real points can meet.

A point on a joined line between two thresholds is not a threshold: requirements are answered by achievable points.
"""

from __future__ import annotations

import numpy as np

from pr_metrics.inputs import FloatArray
from pr_metrics.points import OperatingPoints
from pr_metrics.segments import JoinedCurve

CONTOUR_VERTICES = 200  # smooth at the width of a screen
BETAS = (1e-50, 1e50)  # beyond them the square of beta leaves float64's range


def f_score(points: OperatingPoints, beta: float = 1.0) -> FloatArray:
    """F-beta at each threshold, shape (n_points,): recall counts beta times as much as precision.

    (1 + beta**2) * TP / ((1 + beta**2) * TP + beta**2 * FN + FP); nan without positives.
    Source: van Rijsbergen (1979), Information Retrieval, chapter 7.

    Raises
    ------
    ValueError: beta is not between 1e-50 and 1e50.

    >>> f_score(OperatingPoints.from_counts([2, 1], [1, 1], [0, 2])).round(4).tolist()
    [0.6667, 0.6667]
    """
    _check_beta(beta)
    if points.positives == 0:
        return np.full(points.threshold.shape, np.nan)
    weighted = (1 + beta**2) * points.true_positives
    missed = points.positives - points.true_positives
    return weighted / (weighted + beta**2 * missed + points.false_positives)


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
    if beta is not None:
        _check_beta(beta)
    meets = (points.precision >= (min_precision or 0.0)) & (points.recall >= (min_recall or 0.0))
    if not meets.any():
        return None
    if beta is None and min_precision is not None and min_recall is None:
        wish = points.recall
    elif beta is None and min_recall is not None and min_precision is None:
        wish = points.precision
    else:
        wish = f_score(points, 1.0 if beta is None else beta)
    return int(np.argmax(np.where(meets, wish, -np.inf)))


def f_contour(score: float, beta: float = 1.0) -> JoinedCurve:
    """All pairs of recall and precision with the same F-beta, for drawing behind a curve.

    precision = F * r / ((1 + beta**2) * r - beta**2 * F), from recall beta**2 * F / (1 + beta**2 - F), where the
    precision is 1, to recall 1.

    Raises
    ------
    ValueError: the score is not between 0 and 1, both excluded; a beta that `f_score` refuses.

    >>> contour = f_contour(0.5)
    >>> contour.recall[[0, -1]].round(4).tolist(), contour.precision[[0, -1]].round(4).tolist()
    ([0.3333, 1.0], [1.0, 0.3333])
    """
    if not 0 < score < 1:
        raise ValueError(f"score must be between 0 and 1, both excluded, got {score}")
    _check_beta(beta)
    square = beta**2
    recall = np.linspace(square * score / (1 + square - score), 1.0, CONTOUR_VERTICES)
    return JoinedCurve(recall, score * recall / ((1 + square) * recall - square * score))


def point_in_force(points: OperatingPoints, threshold: float) -> int | None:
    """Index of the point that a threshold amounts to: its rows are those with score >= threshold.

    Between two scores that is the next higher one; None above the highest score, where nothing is called positive.

    >>> points = OperatingPoints.from_counts([0.9, 0.5], [1, 1], [0, 1])
    >>> point_in_force(points, 0.6), point_in_force(points, 0.5), point_in_force(points, 1.0)
    (0, 1, None)
    """
    index = int(np.searchsorted(-points.threshold, -threshold, side="right")) - 1
    return index if index >= 0 else None


def _check_beta(beta: float) -> None:
    if not BETAS[0] <= beta <= BETAS[1]:
        raise ValueError(f"beta must be between {BETAS[0]} and {BETAS[1]}, got {beta}")
