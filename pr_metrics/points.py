"""Operating points: what a ranked list of scores can do, one point per threshold.

Tied rows are one decision, so they make one point. Where a curve starts is not decided here: see `interpolate`.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from pr_metrics.blocks import each_block
from pr_metrics.counts_at_scores import counts_at_scores
from pr_metrics.inputs import FloatArray, real_or_nan
from pr_metrics.ranking import CountArray, count_at_thresholds
from pr_metrics.rows import Rows, checked_rows_and_range
from pr_metrics.tolerances import WEIGHT_ROUNDING


# eq=False: arrays have no single truth value; weakref_slot: who remembers results of points need not keep the points.
@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False, init=False, repr=False)
class OperatingPoints:
    """Counts at each threshold, strictest first; every array has shape (n_points,), is float64 and read-only.

    recall = TP / positives, precision = TP / (TP + FP), false positive rate = FP / negatives; a ratio with
    nothing below the line is nan. Counts are sums of weights, whole numbers when there are no weights.

    >>> points = operating_points([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    >>> points.threshold.tolist(), points.precision.round(2).tolist()
    ([0.9, 0.8, 0.7, 0.1], [1.0, 0.5, 0.67, 0.5])
    >>> points
    OperatingPoints(4 points, 2 positives, 2 negatives)
    """

    threshold: FloatArray  # score units; a row is called positive when its score >= threshold
    _true_positives: CountArray  # in 32 bits where that holds them: the ratios of ten million points then fit in memory
    _false_positives: CountArray
    positives: float  # all of them, also those that no threshold reaches
    negatives: float

    def __init__(
        self,
        threshold: FloatArray,
        true_positives: CountArray,
        false_positives: CountArray,
        positives: float,
        negatives: float,
    ) -> None:
        # Copies, since callers' arrays stay theirs.
        true, false = true_positives.copy(), false_positives.copy()
        self._keep(np.array(threshold, dtype=np.float64), true, false, positives, negatives)

    @classmethod
    def from_owned(
        cls,
        threshold: FloatArray,
        true_positives: CountArray,
        false_positives: CountArray,
        positives: float,
        negatives: float,
    ) -> OperatingPoints:
        """Build the points from arrays that nobody else will write to: as the constructor, without copies.

        >>> counts = np.array([1.0, 1.0]), np.array([0.0, 1.0])
        >>> OperatingPoints.from_owned(np.array([0.9, 0.5]), *counts, 1, 1).precision.tolist()
        [1.0, 0.5]
        """
        points = cls.__new__(cls)
        points._keep(threshold, true_positives, false_positives, positives, negatives)
        return points

    def _keep(self, threshold: FloatArray, true: CountArray, false: CountArray, *totals: float) -> None:
        true, false = (
            array if array.dtype == np.int32 else array.astype(np.float64, copy=False) for array in (true, false)
        )
        for array in (threshold, true, false):
            array.flags.writeable = False
        kept = (threshold, true, false, *(float(total) for total in totals))
        names = ("threshold", "_true_positives", "_false_positives", "positives", "negatives")
        for name, value in zip(names, kept, strict=True):
            object.__setattr__(self, name, value)

    @property
    def as_measured(self) -> bool:
        """Whether the counts are those of the data, and not moved to another class balance."""
        return True

    def __reduce__(self) -> tuple[Any, ...]:  # a copy is built anew, so that its arrays are read-only too
        counts = (self._true_positives, self._false_positives)
        return OperatingPoints, (self.threshold, *counts, self.positives, self.negatives)

    def __repr__(self) -> str:
        sizes = f"{self.threshold.size} points, {self.positives:g} positives, {self.negatives:g} negatives"
        return f"OperatingPoints({sizes})"

    @classmethod
    def from_counts(
        cls,
        threshold: ArrayLike,
        positives: ArrayLike,
        negatives: ArrayLike,
        *,
        total_positives: float | None = None,
    ) -> OperatingPoints:
        """Build the points from the counts AT each score, in any order; equal scores are added up.

        `total_positives` counts positives that never got a score (missed objects in detection): the curve then
        ends below recall 1. Without it the positives are the sum of `positives`. Scores without rows are left out.

        Raises
        ------
        ValueError: lengths differ; rows that a table names in another order; a number not finite; a negative count;
            counts that overflow; no rows at all; a `total_positives` below the sum of `positives`.

        >>> points = OperatingPoints.from_counts([0.2, 0.9], positives=[1, 1], negatives=[0, 1])
        >>> points.threshold.tolist(), points.recall.tolist(), points.precision.round(2).tolist()
        ([0.9, 0.2], [0.5, 1.0], [0.5, 0.67])
        >>> OperatingPoints.from_counts([0.9], [1], [1], total_positives=4).recall.tolist()
        [0.25]
        """
        at_scores = counts_at_scores(threshold, positives, negatives, called="threshold")
        true_positives, false_positives = (
            np.cumsum(counts[::-1]) for counts in (at_scores.positives, at_scores.negatives)
        )
        total = _all_positives(float(true_positives[-1]), total_positives)
        return _warn_if_undefined(
            cls(at_scores.score[::-1], true_positives, false_positives, total, float(false_positives[-1]))
        )

    @property
    def counts(self) -> tuple[CountArray, CountArray]:
        """True and false positives as they are kept, in 32 bits perhaps: for walks over millions of points."""
        return self._true_positives, self._false_positives

    @property
    def true_positives(self) -> FloatArray:
        """Positives with a score of at least the threshold, shape (n_points,)."""
        return _as_float(self._true_positives)

    @property
    def false_positives(self) -> FloatArray:
        """Negatives with a score of at least the threshold, shape (n_points,)."""
        return _as_float(self._false_positives)

    @property
    def recall(self) -> FloatArray:
        """Share of the positives that are called positive, shape (n_points,); nan without positives."""
        return _ratio(self._true_positives, self.positives)

    @property
    def precision(self) -> FloatArray:
        """Share of the rows called positive that are positive, shape (n_points,)."""
        share = np.empty(self.threshold.size)

        def divide(block: slice) -> None:
            true, called = self._true_positives[block], share[block]
            np.add(true, self._false_positives[block], out=called)
            np.divide(true, called, out=called)

        each_block(share.size, divide)
        return share

    @property
    def false_positive_rate(self) -> FloatArray:
        """Share of the negatives that are called positive, shape (n_points,); nan without negatives."""
        return _ratio(self._false_positives, self.negatives)

    @property
    def unreached_positives(self) -> float:
        """Positives that no threshold reaches, so that recall ends below 1; 0 of rows that all have a score."""
        return self.positives - float(self._true_positives[-1])

    @property
    def prevalence(self) -> float:
        """Share of all rows that are positive: the class balance, and the precision of a random ranking."""
        return self.positives / (self.positives + self.negatives)


def operating_points(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: object = None,
    total_positives: float | None = None,
) -> OperatingPoints:
    """Count true and false positives at every distinct score, strictest first.

    TP_i = sum of w*y over rows with score >= t_i, FP_i = sum of w*(1-y); t_1 > ... > t_m are the distinct scores.
    The last point calls every row positive: recall 1, precision = prevalence. There is no point at recall 0
    unless the highest score is a negative's: 0/0 is not a measurement.

    y_true: shape (n_rows,), two values; 1 or True is positive, or the value that `pos_label` names.
    y_score: shape (n_rows,), any unit, higher means more positive. sample_weight: shape (n_rows,), >= 0;
    rows of weight 0 are dropped before thresholds are found. total_positives: all positives there are, counted by
    weight, where some never got a score (missed objects, documents never retrieved): recall then ends below 1.
    Source: Davis & Goadrich (2006), doi 10.1145/1143844.1143874, section 2; ties as in scikit-learn.

    Raises
    ------
    ValueError: lengths differ, or an argument is not one-dimensional, or empty, or no array; rows that a table names in
        another order; labels with a missing, third or soft value, or text without `pos_label`, or without the given
        `pos_label`; scores or weights that are text, nan or infinite; integer scores above 2**53; a negative weight, or
        no weight above 0; a `total_positives` below the positives of the rows.

    Warns
    -----
    UserWarning: there are no positives, so recall is 0/0.

    >>> operating_points([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]).recall.tolist()
    [0.5, 0.5, 1.0, 1.0]
    >>> operating_points(["no", "yes", "yes"], [0.5, 0.5, 0.5], pos_label="yes").true_positives.tolist()
    [2.0]
    >>> operating_points([1, 0], [0.9, 0.8], total_positives=4).recall.tolist()
    [0.25, 0.25]
    """
    rows, within = checked_rows_and_range(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
    return _warn_if_undefined(points_of(rows, within=within, total_positives=total_positives))


def points_of(
    rows: Rows, *, within: tuple[float, float] | None = None, total_positives: float | None = None
) -> OperatingPoints:
    """Count rows that were checked, tied rows together; `within` are bounds of their scores, where they are known.

    >>> from pr_metrics.rows import checked_rows
    >>> points_of(checked_rows([1, 0], [0.5, 0.5])).precision.tolist()
    [0.5]
    """
    bounds = within or (float(rows.score.min()), float(rows.score.max()))
    counts = count_at_thresholds(rows.positive, rows.score, rows.weight, within=bounds)
    positives = _all_positives(float(counts.true_positives[-1]), total_positives)
    return OperatingPoints.from_owned(*counts, positives, counts.false_positives[-1])


def _all_positives(scored: float, total: float | None) -> float:
    """Check the positives there are against those that got a score."""
    if total is None:
        return scored
    found = real_or_nan(total)
    if not scored * (1 - WEIGHT_ROUNDING) <= found < np.inf:
        raise ValueError(f"total_positives must be a number of at least the sum of positives, {scored}, got {total!r}")
    return max(found, scored)


def _as_float(counts: CountArray) -> FloatArray:
    wide = np.asarray(counts, dtype=np.float64)
    wide.flags.writeable = False
    return wide


def _ratio(counts: CountArray, total: float) -> FloatArray:
    share = np.empty(counts.size)
    if total == 0:
        share.fill(np.nan)
    else:
        each_block(counts.size, lambda block: np.divide(counts[block], total, out=share[block]))
    return share


def _warn_if_undefined(points: OperatingPoints) -> OperatingPoints:
    if points.positives == 0:
        warnings.warn("y_true has no positives: recall is 0/0, so recall and every area are nan", stacklevel=3)
    return points
