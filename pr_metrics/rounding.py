"""What rounded scores would show: coarser points from finer ones, without going back to the rows.

Rounding never turns two scores round, it only ties them: the last of the points that fall together has their counts.
"""

from __future__ import annotations

import numpy as np

from pr_metrics.points import OperatingPoints
from pr_metrics.points_validation import validate_points
from pr_metrics.validation import FloatArray, python_value

MAX_DECIMALS = 308  # to either side; 10**309 is beyond float64


@validate_points
def round_scores(points: OperatingPoints, decimals: int) -> OperatingPoints:
    """Operating points of the same rows with every score rounded to so many decimals; scores that meet are tied.

    A threshold t becomes rint(t * 10**decimals) / 10**decimals, halves to the even side; decimals = -1 rounds to tens.
    The totals stay those of the data. Costs O(n_points). decimals: no unit, may be negative.
    Source: numpy.round, whose last bit this follows.

    Raises
    ------
    ValueError: decimals that are not an integer from -308 to 308; so many that a score times the power of ten is beyond
        float64; points that `at_prevalence` has moved, which are to be rounded before.

    >>> points = OperatingPoints.from_counts([0.92, 0.88, 0.4], [1, 0, 1], [0, 1, 0])
    >>> rounded = round_scores(points, 1)
    >>> rounded.threshold.tolist(), rounded.true_positives.tolist(), rounded.false_positives.tolist()
    ([0.9, 0.4], [1.0, 2.0], [1.0, 1.0])
    >>> round_scores(points, -1).threshold.tolist()
    [0.0]
    """
    if not points.as_measured:
        raise ValueError(f"round_scores needs points as measured, got points moved to prevalence {points.prevalence}")
    threshold = _round_finite(points.threshold, check_decimals(decimals))
    last_of_tie = np.append(threshold[1:] != threshold[:-1], True)
    return points.take(last_of_tie, threshold=threshold[last_of_tie])


def check_decimals(decimals: object) -> int:
    """Return a number of decimals as an int.

    Raises
    ------
    ValueError: not an integer from -308 to 308.

    >>> check_decimals(np.int64(3))
    3
    """
    if (
        isinstance(decimals, (int, np.integer))
        and not isinstance(decimals, bool)
        and abs(int(decimals)) <= MAX_DECIMALS
    ):
        return int(decimals)
    raise ValueError(
        f"decimals must be an integer from {-MAX_DECIMALS} to {MAX_DECIMALS}, got {python_value(decimals)!r}"
    )


def _round_finite(score: FloatArray, decimals: int) -> FloatArray:
    with np.errstate(over="ignore", invalid="ignore"):
        rounded = np.round(score, decimals) + 0.0  # -0.0 + 0.0 is 0.0
    lost = ~np.isfinite(rounded)
    if lost.any():
        first = float(score[np.flatnonzero(lost)[0]])
        raise ValueError(f"decimals must leave every score finite, got {decimals} for the score {first}")
    return rounded
