"""F-scores: one number for recall and precision, at the operating points and as curves behind them."""

from __future__ import annotations

import numpy as np

from pr_metrics.given_points import of_points
from pr_metrics.inputs import FloatArray, real_or_nan
from pr_metrics.points import OperatingPoints
from pr_metrics.segments import JoinedCurve

CONTOUR_VERTICES = 200  # smooth at the width of a screen
BETAS = (1e-50, 1e50)  # beyond them the square of beta leaves float64's range


@of_points
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


def f_contour(score: float, beta: float = 1.0) -> JoinedCurve:
    """The contour of one F-beta score: all pairs of recall and precision that have it.

    precision = F * r / ((1 + beta**2) * r - beta**2 * F), from recall beta**2 * F / (1 + beta**2 - F), where the
    precision is 1, to recall 1. Both arrays have shape (200,). Source: as `f_score`.

    Raises
    ------
    ValueError: the score is not between 0 and 1, both excluded; a beta that `f_score` refuses.

    >>> contour = f_contour(0.5)
    >>> contour.recall[[0, -1]].round(4).tolist(), contour.precision[[0, -1]].round(4).tolist()
    ([0.3333, 1.0], [1.0, 0.3333])
    """
    if not 0 < real_or_nan(score) < 1:
        raise ValueError(f"score must be between 0 and 1, both excluded, got {score!r}")
    _check_beta(beta)
    square = beta**2
    recall = np.linspace(square * score / (1 + square - score), 1.0, CONTOUR_VERTICES)
    return JoinedCurve(recall, score * recall / ((1 + square) * recall - square * score))


def _check_beta(beta: float) -> None:
    if not BETAS[0] <= real_or_nan(beta) <= BETAS[1]:
        raise ValueError(f"beta must be between {BETAS[0]} and {BETAS[1]}, got {beta!r}")
