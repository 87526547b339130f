"""Operating points in exact fractions, for sums that a class ticks off by hand."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from pr_metrics.inputs import FloatArray
from pr_metrics.points import OperatingPoints

MOST_ROWS = 50  # more make fractions that nobody reads


@dataclass(frozen=True, slots=True, eq=False)
class ExactPoints:
    """Counts and ratios as fractions, in arrays of shape (n_points,) that NumPy treats as it treats floats."""

    recall: FloatArray
    precision: FloatArray
    true_positives: FloatArray
    false_positives: FloatArray


def exact_points(points: OperatingPoints) -> ExactPoints | None:
    """Operating points in fractions; None for more than 50 rows, counts that are not whole, or no positives.

    >>> exact_points(OperatingPoints.from_counts([2, 1], [1, 1], [0, 1])).precision.tolist()
    [Fraction(1, 1), Fraction(2, 3)]
    """
    totals = np.array([points.positives, points.negatives])
    counts = np.concatenate((totals, points.true_positives, points.false_positives))
    if totals.sum() > MOST_ROWS or (counts % 1 != 0).any() or points.positives == 0:
        return None
    true, false = _whole(points.true_positives), _whole(points.false_positives)
    return ExactPoints(true / _whole(totals[:1]), true / (true + false), true, false)


def _whole(counts: FloatArray) -> FloatArray:
    fractions = np.empty(counts.shape, dtype=object)
    fractions[:] = [Fraction(int(count)) for count in counts]
    return fractions  # typed as floats: the functions that join points need arithmetic only
