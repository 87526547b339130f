"""What calling rows positive is worth, with false alarms weighed by the probability at which one would call."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from pr_metrics.given_points import of_points
from pr_metrics.inputs import FloatArray
from pr_metrics.points import OperatingPoints


@of_points
def net_benefit(points: OperatingPoints, probabilities: ArrayLike) -> FloatArray:
    """Net benefit of calling positive what scores at least a threshold probability, at each of these.

    TP / n - FP / n * o, with the odds o = t / (1 - t) and n all rows: true positives per row, less false positives
    at the rate at which whoever calls from probability t on exchanges them. The scores must be probabilities for t to
    be what it says. Calling all rows positive has prevalence - (1 - prevalence) * o, calling none 0; above 0 where
    precision exceeds t, up to rounding. At t = 0 false positives cost nothing. Points moved to another class balance
    give the net benefit there.
    probabilities: shape as wanted, at least 0 and below 1; the result has the same shape and counts in true positives
    per row, at most the prevalence.
    Source: Vickers & Elkin (2006), doi 10.1177/0272989X06295361.

    Raises
    ------
    ValueError: a probability that is no number, below 0, or 1 and above.

    >>> points = OperatingPoints.from_counts([0.9, 0.5, 0.1], positives=[2, 1, 1], negatives=[0, 2, 4])
    >>> net_benefit(points, [0.1, 0.5, 0.8, 0.95]).round(3).tolist()
    [0.333, 0.1, 0.2, 0.0]
    """
    wanted = _probabilities(probabilities)
    reached = np.searchsorted(-points.threshold, -wanted, side="right")  # so many points call at or above t
    true, false = (np.append(0.0, counts)[reached] for counts in (points.true_positives, points.false_positives))
    rows = points.positives + points.negatives
    return np.asarray(true / rows - false / rows * (wanted / (1 - wanted)))


def _probabilities(values: ArrayLike) -> FloatArray:
    try:
        found = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"probabilities must be numbers, got {values!r}") from None
    wrong = ~((found >= 0) & (found < 1))
    if wrong.any():
        position = int(np.flatnonzero(wrong)[0])
        came = f"{float(found.flat[position])!r} at position {position}"
        raise ValueError(f"probabilities must be at least 0 and below 1, got {came}")
    return found
