"""Rows as tools take them, checked once: for arithmetic that needs more than the operating points.

A tool that goes by input order, sorts scores into bins or keeps them in single precision cannot start from points.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from pr_metrics.inputs import BoolArray, FloatArray, finite_numbers, positive_mask, same_length, weights_or_none
from pr_metrics.points import OperatingPoints, operating_points


@dataclass(frozen=True, slots=True, eq=False)  # eq=False: arrays have no single truth value
class Rows:
    """Rows that count, in input order; every array has shape (n_rows,)."""

    positive: BoolArray
    score: FloatArray  # any unit, higher means more positive
    weight: FloatArray | None  # above 0; None when every row counts once

    def points(self) -> OperatingPoints:
        """Operating points of these rows, tied rows together.

        >>> checked_rows([1, 0], [0.5, 0.5]).points().precision.tolist()
        [0.5]
        """
        return operating_points(self.positive, self.score, sample_weight=self.weight)


def checked_rows(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: object = None,
) -> Rows:
    """Turn what callers pass into rows; rows of weight 0 are dropped.

    Raises
    ------
    ValueError: what `operating_points` refuses.

    >>> checked_rows([1, 0, 1], [0.9, 0.8, 0.7], sample_weight=[1, 0, 2]).weight.tolist()
    [1.0, 2.0]
    """
    positive = positive_mask(y_true, pos_label)
    score = finite_numbers("y_score", y_score)
    weight = weights_or_none(sample_weight)
    same_length(y_true=positive.size, y_score=score.size)
    if weight is None:
        return Rows(positive, score, None)
    same_length(y_true=positive.size, sample_weight=weight.size)
    counted = np.flatnonzero(weight > 0)
    return Rows(positive[counted], score[counted], weight[counted])
