"""Sort and count: from rows to one count per distinct score, strictest score first.

Tied rows enter together, because a threshold cannot tell them apart: the counts stand at the last row of each tie.
"""

from __future__ import annotations

import numpy as np

from pr_metrics.inputs import BoolArray, FloatArray


def count_at_thresholds(
    positive: BoolArray, score: FloatArray, weight: FloatArray | None
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return threshold, true positives and false positives, each of shape (n_distinct_scores,).

    A row is called positive when its score >= threshold. Counts are sums of weights.

    >>> threshold, tp, fp = count_at_thresholds(np.array([True, False, True]), np.array([0.9, 0.9, 0.2]), None)
    >>> threshold.tolist(), tp.tolist(), fp.tolist()
    ([0.9, 0.2], [1.0, 2.0], [1.0, 1.0])
    """
    order = np.argsort(-score, kind="stable")
    ranked = score[order]
    last_of_tie = np.append(np.flatnonzero(ranked[1:] != ranked[:-1]), ranked.size - 1)
    if weight is None:
        true_positives = np.cumsum(positive[order], dtype=np.float64)[last_of_tie]
        return ranked[last_of_tie], true_positives, last_of_tie + 1.0 - true_positives
    weight = weight[order]
    hit = positive[order]
    # Two sums of their own: a difference of sums would make small negative counts.
    true_positives = np.cumsum(np.where(hit, weight, 0.0))[last_of_tie]
    false_positives = np.cumsum(np.where(hit, 0.0, weight))[last_of_tie]
    return ranked[last_of_tie], true_positives, false_positives
