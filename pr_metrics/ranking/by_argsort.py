"""Count by argsort: the plain way, for few rows and for scores that the faster ways cannot take."""

from __future__ import annotations

import numpy as np

from pr_metrics.inputs import BoolArray, FloatArray
from pr_metrics.ranking.counts import Counts


def count_by_argsort(positive: BoolArray, score: FloatArray, weight: FloatArray | None) -> Counts:
    """Sort the row numbers by score, walk down, and read the counts at the last row of each tie.

    >>> counts = count_by_argsort(np.array([True, False, True]), np.array([0.9, 0.9, 0.2]), None)
    >>> counts.threshold.tolist(), counts.true_positives.tolist(), counts.false_positives.tolist()
    ([0.9, 0.2], [1.0, 2.0], [1.0, 1.0])
    """
    order = np.argsort(-score)
    ranked = score[order]
    last_of_tie = np.append(np.flatnonzero(ranked[1:] != ranked[:-1]), ranked.size - 1)
    threshold = ranked[last_of_tie] + 0.0  # -0.0 + 0.0 is 0.0
    hit = positive[order]
    if weight is None:
        true_positives = np.cumsum(hit, dtype=np.float64)[last_of_tie]
        return Counts(threshold, true_positives, last_of_tie + 1.0 - true_positives)
    weight = weight[order]
    # Two sums of their own: a difference of sums would make small negative counts.
    true_positives = np.cumsum(np.where(hit, weight, 0.0))[last_of_tie]
    false_positives = np.cumsum(np.where(hit, 0.0, weight))[last_of_tie]
    return Counts(threshold, true_positives, false_positives)
