"""How far a call can be trusted: of what is called negative, and of the rows with the highest scores.

The precision of a threshold, the positive predictive value, is a property of the points.
"""

from __future__ import annotations

import numpy as np

from pr_metrics.given_points import of_points
from pr_metrics.inputs import FloatArray, real_or_nan
from pr_metrics.points import OperatingPoints


@of_points
def negative_predictive_value(points: OperatingPoints) -> FloatArray:
    """Share of the rows called negative that are negative, at each threshold, shape (n_points,).

    TN / (TN + FN); nan where no row is called negative. Positives that never got a score are called negative. Moves
    with the class balance, as precision does. Source: Altman & Bland (1994), doi 10.1136/bmj.309.6947.102.

    >>> negative_predictive_value(OperatingPoints.from_counts([3, 2, 1], [1, 1, 0], [0, 1, 2])).round(2).tolist()
    [0.75, 1.0, nan]
    """
    right = np.maximum(points.negatives - points.false_positives, 0.0)  # sums of weights may end a bit apart
    called = right + np.maximum(points.positives - points.true_positives, 0.0)
    return np.asarray(np.divide(right, called, out=np.full(called.shape, np.nan), where=called > 0))


@of_points
def precision_at_k(points: OperatingPoints, k: float) -> float:
    """Share of the k rows with the highest scores that are positive; ties that k cuts through count by their share.

    That is the mean over all orders of the tied rows. At the k of a threshold it is the precision there.
    k: rows, or weight, above 0 and at most all that have a score. Source: Manning, Raghavan & Schütze (2008), 8.4.

    Raises
    ------
    ValueError: k is not a number above 0, or more than the rows that have a score.

    >>> points = OperatingPoints.from_counts([3, 2], positives=[1, 1], negatives=[0, 3])
    >>> precision_at_k(points, 1), precision_at_k(points, 3), precision_at_k(points, 5)
    (1.0, 0.5, 0.4)
    """
    called = points.true_positives + points.false_positives
    if not 0 < real_or_nan(k) <= called[-1]:
        raise ValueError(f"k must be above 0 and at most the {called[-1]:g} rows that have a score, got {k!r}")
    found = np.interp(k, np.append(0.0, called), np.append(0.0, points.true_positives))
    return float(found / k)
