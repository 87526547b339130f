"""Counts at scores as callers bring them, checked once: equal scores are added up, those without rows left out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from pr_metrics.rows import check_same_order
from pr_metrics.validation import FloatArray, check_same_length, finite_numbers


@dataclass(frozen=True, slots=True, eq=False)  # eq=False: arrays have no single truth value
class CountsAtScores:
    """Counts at each distinct score that has rows, scores rising; every array has shape (n_scores,)."""

    score: FloatArray  # any unit; 0.0 for zeros of either sign
    positives: FloatArray  # sums of weights; whole numbers when there are no weights
    negatives: FloatArray


def counts_at_scores(
    score: ArrayLike, positives: ArrayLike, negatives: ArrayLike, *, score_name: str = "score"
) -> CountsAtScores:
    """Check the counts AT each score, in any order; `score_name` is the argument that the scores came as.

    Raises
    ------
    ValueError: lengths differ; rows that a table names in another order; a number not finite; a negative count; counts
        that overflow; no rows at all.

    >>> counts_at_scores([0.5, 0.5, 0.2], [1, 1, 0], [0, 0, 0]).positives.tolist()
    [2.0]
    """
    given = {score_name: score, "positives": positives, "negatives": negatives}
    scores, *counts = numbers = [finite_numbers(name, values) for name, values in given.items()]
    check_same_length(**{name: values.size for name, values in zip(given, numbers, strict=True)})
    check_same_order(**given)
    for name, count in zip(("positives", "negatives"), counts, strict=True):
        if (count < 0).any():
            position = int(np.flatnonzero(count < 0)[0])
            raise ValueError(f"{name} must be at least 0, got {count[position]} at position {position}")
    with np.errstate(over="ignore"):
        rows = counts[0].sum() + counts[1].sum()
    if not np.isfinite(rows):
        raise ValueError(f"positives and negatives must have a finite sum, got {rows}")
    seen = counts[0] + counts[1] > 0
    if not seen.any():
        raise ValueError("positives and negatives must count at least one row, got zeros only")
    distinct, place = np.unique(scores[seen] + 0.0, return_inverse=True)  # -0.0 + 0.0 is 0.0
    sums = [np.bincount(place, count[seen]).astype(np.float64) for count in counts]
    return CountsAtScores(distinct, sums[0], sums[1])
