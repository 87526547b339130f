"""Sort and count: from rows to one count per distinct score, strictest score first.

Tied rows enter together, because a threshold cannot tell them apart: the counts stand at the last row of each tie.
Every way gives the same thresholds and, without weights, the same counts to the bit; which one is taken depends on the
rows alone: how many there are, whether they are weighted, and what the scores look like.
"""

from __future__ import annotations

from pr_metrics.inputs import BoolArray, FloatArray
from pr_metrics.ranking.by_argsort import count_by_argsort
from pr_metrics.ranking.counts import CountArray, Counts
from pr_metrics.ranking.decimals import count_by_decimals
from pr_metrics.ranking.packed import count_by_packed_sort
from pr_metrics.ranking.weighted import count_by_prefix_sort

__all__ = ["CountArray", "Counts", "count_at_thresholds"]

FEW_ROWS = 3_000  # below, an argsort is over before the other ways have begun


def count_at_thresholds(
    positive: BoolArray, score: FloatArray, weight: FloatArray | None, *, within: tuple[float, float]
) -> Counts:
    """Return threshold, true positives and false positives, each of shape (n_distinct_scores,).

    A row is called positive when its score >= threshold. Counts are sums of weights. All scores lie within two bounds.

    >>> import numpy as np
    >>> counts = count_at_thresholds(np.array([True, False, True]), np.array([0.9, 0.9, 0.2]), None, within=(0, 1))
    >>> counts.threshold.tolist(), counts.true_positives.tolist(), counts.false_positives.tolist()
    ([0.9, 0.2], [1.0, 2.0], [1.0, 1.0])
    """
    counts = None
    if score.size < FEW_ROWS:
        pass
    elif weight is None:
        counts = count_by_decimals(positive, score, within=within) or count_by_packed_sort(
            positive, score, within=within
        )
    else:
        counts = count_by_prefix_sort(positive, score, weight, within=within)
    return counts or count_by_argsort(positive, score, weight)
