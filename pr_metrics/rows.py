"""Rows of labels, scores and weights, and counts at scores, checked: what points are counted from.

A tool that goes by input order, sorts scores into bins or keeps them in single precision cannot start from points.

Rows are matched by place, as everywhere in NumPy. Where the same names stand in another order, it cannot be told
whether place or name was meant; a wrong guess would be a number like any other, so neither is guessed.
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
    """Refuse columns whose rows have the same names, but not at the same places.

    Other names are no contradiction: scores of a test set are often numbered anew. What has no index has no names.

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
    """The names of rows; a list has a method of that name."""
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
    """Rows that count, in input order; every array has shape (n_rows,)."""

    positive: BoolArray
    score: FloatArray  # any unit, higher means more positive
    weight: FloatArray | None  # above 0; None when every row counts once


def validate_rows(
    y_true: ArrayLike, y_score: ArrayLike, *, sample_weight: ArrayLike | None = None, pos_label: object = None
) -> Rows:
    """Turn what callers pass into rows; rows of weight 0 are dropped.

    Raises
    ------
    ValueError: what `operating_points` refuses.

    >>> validate_rows([1, 0, 1], [0.9, 0.8, 0.7], sample_weight=[1, 0, 2]).weight.tolist()
    [1.0, 2.0]
    """
    return validate_rows_and_range(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)[0]


def validate_rows_and_range(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: object = None,
    weight_name: str = "sample_weight",
) -> tuple[Rows, tuple[float, float]]:
    """Checked rows with two bounds of the scores, which the check has to find anyway.

    weight_name: the argument that the weights came as.

    >>> validate_rows_and_range([1, 0], [0.5, 0.25])[1]
    (0.25, 0.5)
    """
    positive = positive_mask(y_true, pos_label)
    score, lowest, highest = finite_numbers_and_range("y_score", y_score)
    within = (lowest, highest)
    weight = weights_or_none(sample_weight)
    check_same_length(y_true=positive.size, y_score=score.size)
    check_same_order(y_true=y_true, y_score=y_score, **{weight_name: sample_weight})
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
