"""Check rows (labels, scores, weights) and counts at scores, from which operating points are made.

Tools that depend on input order, put scores into bins or keep them in single precision need rows, not points.

Rows are matched by position, as everywhere in NumPy. If tables name the same rows in different orders, it is unknown
whether position or name is meant. A wrong guess would not be noticed, so this is an error.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pr_metrics.validation import (
    BoolArray,
    FloatArray,
    check_same_length,
    finite_numbers,
    finite_numbers_and_range,
    positive_mask,
    python_value,
    weights_or_none,
)


def check_same_order(**columns: object) -> None:
    """Raise an error if columns have the same row names in different orders.

    Different names are allowed, since scores of a test set are often renumbered. Values without an index have no names.

    Raises
    ------
    ValueError: the same names in another order.

    >>> check_same_order(y_true=[1, 0], y_score=[0.5, 0.4])
    """
    named = [
        (name, index)
        for name, index in ((name, _index(values)) for name, values in columns.items())
        if index is not None
    ]
    for name, index in named[1:]:
        first, rows = named[0]
        if index is rows:
            continue
        one, other = np.asarray(rows), np.asarray(index)
        if _is_permutation(one, other):
            at = int(np.flatnonzero(one != other)[0])
            raise ValueError(
                f"{first} and {name} must have their rows in the same order, got index {python_value(one[at])!r} and "
                f"{python_value(other[at])!r} at position {at}: order both alike, or pass .to_numpy() if they match"
            )


def _index(values: object) -> Any:
    """Return the index that names the rows, or None; the `index` of a list is a method."""
    index = getattr(values, "index", None)
    return None if callable(index) or not hasattr(index, "__array__") else index


def _is_permutation(one: NDArray[Any], other: NDArray[Any]) -> bool:
    if one.shape != other.shape or np.array_equal(one, other):
        return False
    try:
        return np.array_equal(np.sort(one), np.sort(other))
    except TypeError:  # names without an order
        return False


@dataclass(frozen=True, slots=True, eq=False)  # eq=False: arrays have no single truth value
class Rows:
    """Rows with a weight above 0, in input order; every array has shape (n_rows,)."""

    positive: BoolArray
    score: FloatArray  # any unit, higher means more positive
    weight: FloatArray | None  # above 0; None when every row counts once


def validate_rows(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: object = None,
    score_name: str = "y_score",
) -> Rows:
    """Check labels, scores and weights, and return them as rows; rows of weight 0 are dropped.

    score_name: name of the scores in error messages.

    Raises
    ------
    ValueError: whatever `operating_points` rejects.

    >>> validate_rows([1, 0, 1], [0.9, 0.8, 0.7], sample_weight=[1, 0, 2]).weight.tolist()
    [1.0, 2.0]
    """
    names = {"score_name": score_name}
    return validate_rows_and_range(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label, **names)[0]


def validate_rows_and_range(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: object = None,
    weight_name: str = "sample_weight",
    score_name: str = "y_score",
) -> tuple[Rows, tuple[float, float]]:
    """Return checked rows with a lower and an upper bound of the scores, which the check computes anyway.

    weight_name, score_name: names of the weights and of the scores in error messages.

    >>> validate_rows_and_range([1, 0], [0.5, 0.25])[1]
    (0.25, 0.5)
    """
    positive = positive_mask(y_true, pos_label)
    score, lowest, highest = finite_numbers_and_range(score_name, y_score)
    within = (lowest, highest)
    weight = weights_or_none(sample_weight)
    check_same_length(**{"y_true": positive.size, score_name: score.size})
    check_same_order(**{"y_true": y_true, score_name: y_score, weight_name: sample_weight})
    if weight is None:
        return Rows(positive, score, None), within
    check_same_length(y_true=positive.size, **{weight_name: weight.size})
    counted = weight > 0
    if counted.all():
        return Rows(positive, score, weight), within
    return Rows(positive[counted], score[counted], weight[counted]), within


@dataclass(frozen=True, slots=True, eq=False)  # eq=False: arrays have no single truth value
class CountsAtScores:
    """Counts at each distinct score that has rows, scores rising; every array has shape (n_scores,)."""

    score: FloatArray  # any unit; -0.0 becomes 0.0
    positives: FloatArray  # sums of weights; whole numbers when there are no weights
    negatives: FloatArray


def counts_at_scores(
    score: ArrayLike, positives: ArrayLike, negatives: ArrayLike, *, score_name: str = "score"
) -> CountsAtScores:
    """Check counts AT each score, given in any order; `score_name` is the name of the scores in error messages.

    Raises
    ------
    ValueError: lengths differ; tables name the same rows in different orders; a number is not finite; a count is
        negative; the counts overflow; there are no rows.

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
