"""The mean of several joined curves, height by height, so that its area is the mean of their areas.

The choice is to average precision at equal recall. To average counts at equal thresholds instead would be one curve of
all rows together, which is another number.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from pr_metrics.given_points import checked_curves
from pr_metrics.inputs import FloatArray, finite_numbers
from pr_metrics.segments import JoinedCurve


def mean_curve(curves: Sequence[JoinedCurve], weights: ArrayLike | None = None) -> JoinedCurve:
    """Average the heights of curves at every recall.

    P(r) = sum of w_j * P_j(r) / sum of w_j, from both sides of every recall where one of them has a vertex; a curve
    that has ended counts as 0. Closed to precision 0 it has the (weighted) mean of the areas. What lies before the
    first measured point of every curve is invented. weights: shape (n_curves,), at least 0; without them every curve
    counts once. No unit.
    Source: vertical averaging of Fawcett (2006), doi 10.1016/j.patrec.2005.10.010, section 9.

    Raises
    ------
    ValueError: no curves, or anything else; weights of another length, negative, or without one above 0.

    >>> low = JoinedCurve(np.array([0.0, 1.0]), np.array([0.2, 0.2]))
    >>> high = JoinedCurve(np.array([0.0, 0.5, 0.5, 1.0]), np.array([1.0, 1.0, 0.4, 0.4]))
    >>> mean = mean_curve([low, high])
    >>> mean.recall.tolist(), mean.precision.round(2).tolist()
    ([0.0, 0.5, 0.5, 1.0], [0.6, 0.6, 0.3, 0.3])
    """
    share = _shares(len(checked_curves(curves)), weights)
    recall = np.unique(np.concatenate([curve.recall for curve in curves]))
    before, after = np.zeros(recall.size), np.zeros(recall.size)
    for curve, part in zip(curves, share, strict=True):
        before += part * _heights(curve, recall, "left")
        after += part * _heights(curve, recall, "right")
    x, y = np.repeat(recall, 2), np.column_stack((before, after)).ravel()
    inner = slice(1, -1)  # nothing is before the first recall, nor after the last
    new = np.append(True, (np.diff(x[inner]) != 0) | (np.diff(y[inner]) != 0))
    first_measured = min(float(curve.recall[min(curve.invented, curve.recall.size - 1)]) for curve in curves)
    invented = int(np.searchsorted(x[inner][new], first_measured)) if all(curve.invented for curve in curves) else 0
    return JoinedCurve(x[inner][new], y[inner][new], invented)


def _shares(curves: int, weights: ArrayLike | None) -> FloatArray:
    if curves == 0:
        raise ValueError("curves must be at least one, got none")
    counted = np.ones(curves) if weights is None else finite_numbers("weights", weights)
    if counted.size != curves:
        raise ValueError(f"weights must be one for each of the {curves} curves, got {counted.size}")
    if (counted < 0).any() or not counted.any():
        raise ValueError(f"weights must be at least 0 and not all 0, got {counted.min()} as the least")
    return np.asarray(counted / counted.sum())


def _heights(curve: JoinedCurve, recall: FloatArray, side: str) -> FloatArray:
    """Height of a curve just before each recall, or just after it; between two vertices on their straight line."""
    x, y = curve.recall, curve.precision
    if side == "left":
        end = np.clip(np.searchsorted(x, recall, side="left"), 1, x.size - 1)
        start = end - 1
    else:
        start = np.clip(np.searchsorted(x, recall, side="right") - 1, 0, x.size - 2)
        end = start + 1
    width = x[end] - x[start]
    part = np.where(width > 0, (recall - x[start]) / np.where(width > 0, width, 1.0), 0.0)
    inside = (recall > x[0]) & (recall <= x[-1]) if side == "left" else (recall >= x[0]) & (recall < x[-1])
    return np.where(inside, y[start] + part * (y[end] - y[start]), 0.0)
