"""Operating points of rounded scores, computed from the points without the rows.

Rounding never reverses the order of two scores; it can only make them equal. Of the points whose thresholds become
equal, the last one has the counts of all of them.
"""

from __future__ import annotations

import numpy as np

from pr_metrics.points import OperatingPoints, validate_points
from pr_metrics.validation import FloatArray, python_value

MAX_DECIMALS = 308  # to either side; 10**309 is beyond float64


@validate_points
def round_scores(points: OperatingPoints, decimals: int) -> OperatingPoints:
    """Compute the operating points of the same rows with rounded scores.

    A threshold t becomes rint(t * 10**decimals) / 10**decimals, with halves rounded to the even side. Scores that
    become equal are tied and make one point. The totals are those of the data. The cost is O(n_points).

    Parameters
    ----------
    points : OperatingPoints
        Counts at each threshold, strictest first, as measured.
    decimals : int
        Number of decimals without unit, from -308 to 308; -1 rounds to tens.

    Returns
    -------
    OperatingPoints
        One point for each distinct rounded threshold, strictest first.

    Raises
    ------
    ValueError
        If `decimals` is not an integer from -308 to 308, or so large that a score times the power of ten overflows
        float64. If the points were moved by `at_prevalence`; round first and move afterwards. If `points` is not
        `OperatingPoints`.

    References
    ----------
    .. [1] numpy.round, which this function follows to the last bit.

    Examples
    --------
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

    Parameters
    ----------
    decimals : object
        Number of decimals to check.

    Returns
    -------
    int
        The number of decimals, from -308 to 308.

    Raises
    ------
    ValueError
        If `decimals` is not an integer from -308 to 308.

    Examples
    --------
    >>> check_decimals(np.int64(3))
    3
    """
    if (
        isinstance(decimals, (int, np.integer))
        and not isinstance(decimals, bool)
        and abs(int(decimals)) <= MAX_DECIMALS
    ):
        return int(decimals)
    came = repr(python_value(decimals))
    raise ValueError(f"decimals must be an integer from {-MAX_DECIMALS} to {MAX_DECIMALS}, got {came}")


def _round_finite(score: FloatArray, decimals: int) -> FloatArray:
    with np.errstate(over="ignore", invalid="ignore"):
        rounded = np.round(score, decimals) + 0.0  # -0.0 + 0.0 is 0.0
    lost = ~np.isfinite(rounded)
    if lost.any():
        first = float(score[np.flatnonzero(lost)[0]])
        raise ValueError(f"decimals must leave every score finite, got {decimals} for the score {first}")
    return rounded
