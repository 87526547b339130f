"""Operating points: what a ranked list of scores can do, one point per threshold.

Tied rows are one decision, so they make one point. Where a curve starts is not decided here: see
`pr_metrics.interpolation`.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from pr_metrics.blocks import map_blocks
from pr_metrics.counts_at_scores import counts_at_scores
from pr_metrics.rows import Rows, validate_rows_and_range
from pr_metrics.threshold_counts import CountArray, count_at_thresholds
from pr_metrics.tolerances import WEIGHT_ROUNDING
from pr_metrics.validation import FloatArray, check_frequency_weight, real_or_nan


# eq=False: arrays have no single truth value; weakref_slot: who remembers results of points need not keep the points.
@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False, init=False, repr=False)
class OperatingPoints:
    """Counts at each threshold, strictest first; every array has shape (n_points,), is float64 and read-only.

    recall = TP / positives, precision = TP / (TP + FP), false positive rate = FP / negatives; a ratio with
    nothing below the line is nan. Counts are numbers of rows, or, where `weighted`, sums of their weights: functions
    that draw, order or count rows refuse the latter, since a row of weight 3 is not three rows.

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
    weighted: bool  # whether counts are sums of sample weights, and not numbers of rows

    def __init__(
        self,
        threshold: FloatArray,
        true_positives: CountArray,
        false_positives: CountArray,
        positives: float,
        negatives: float,
        *,
        weighted: bool = False,
    ) -> None:
        # Copies, since callers' arrays stay theirs.
        true, false = true_positives.copy(), false_positives.copy()
        self._set_arrays(np.array(threshold, dtype=np.float64), true, false, (positives, negatives), weighted=weighted)

    @classmethod
    def from_arrays(
        cls,
        threshold: FloatArray,
        true_positives: CountArray,
        false_positives: CountArray,
        positives: float,
        negatives: float,
        *,
        weighted: bool = False,
    ) -> OperatingPoints:
        """Build the points from arrays that nobody else will write to: as the constructor, without copies.

        >>> counts = np.array([1.0, 1.0]), np.array([0.0, 1.0])
        >>> OperatingPoints.from_arrays(np.array([0.9, 0.5]), *counts, 1, 1).precision.tolist()
        [1.0, 0.5]
        """
        points = cls.__new__(cls)
        points._set_arrays(threshold, true_positives, false_positives, (positives, negatives), weighted=weighted)
        return points

    def _set_arrays(
        self,
        threshold: FloatArray,
        true_positives: CountArray,
        false_positives: CountArray,
        class_counts: tuple[float, float],
        *,
        weighted: bool,
    ) -> None:
        true_positives, false_positives = (
            array if array.dtype == np.int32 else array.astype(np.float64, copy=False)
            for array in (true_positives, false_positives)
        )
        for array in (threshold, true_positives, false_positives):
            array.flags.writeable = False
        kept = (threshold, true_positives, false_positives, *(float(total) for total in class_counts), weighted)
        names = ("threshold", "_true_positives", "_false_positives", "positives", "negatives", "weighted")
        for name, value in zip(names, kept, strict=True):
            object.__setattr__(self, name, value)

    @property
    def as_measured(self) -> bool:
        """Whether the counts are those of the data, and not moved to another class balance."""
        return True

    def __reduce__(self) -> tuple[Any, ...]:  # a copy is built anew, so that its arrays are read-only too
        return _from_state, (self.threshold, *self.counts, self.positives, self.negatives, self.weighted)

    def take(self, index: ArrayLike, *, threshold: FloatArray | None = None) -> OperatingPoints:
        """Some of the points with the same totals, perhaps under other thresholds.

        Parameters
        ----------
        index : array-like
            Indices, or a mask of shape (n_points,).
        threshold : array of float, optional
            Thresholds in place of the points' own, strictest first.

        Returns
        -------
        OperatingPoints
            Counts and totals are those of these points, and of the same kind.

        Examples
        --------
        >>> OperatingPoints.from_counts([2, 1], [1, 1], [0, 2]).take([1]).recall.tolist()
        [1.0]
        """
        here = np.asarray(index)
        return OperatingPoints.from_arrays(
            self.threshold[here] if threshold is None else threshold.copy(),
            self._true_positives[here],
            self._false_positives[here],
            self.positives,
            self.negatives,
            weighted=self.weighted,
        )

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
        at_scores = counts_at_scores(threshold, positives, negatives, score_name="threshold")
        true_positives, false_positives = (
            np.cumsum(counts[::-1]) for counts in (at_scores.positives, at_scores.negatives)
        )
        total = _check_total_positives(float(true_positives[-1]), total_positives)
        return _warn_no_positives(
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

        def fill_block(block: slice) -> None:
            true, called = self._true_positives[block], share[block]
            np.add(true, self._false_positives[block], out=called)
            np.divide(true, called, out=called)

        map_blocks(share.size, fill_block)
        return share

    @property
    def false_positive_rate(self) -> FloatArray:
        """Share of the negatives that are called positive, shape (n_points,); nan without negatives."""
        return _ratio(self._false_positives, self.negatives)

    @property
    def unscored_positives(self) -> float:
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
    frequency_weight: ArrayLike | None = None,
    pos_label: object = None,
    total_positives: float | None = None,
) -> OperatingPoints:
    """Count true and false positives at every distinct score, strictest first.

    TP_i = sum of w*y over rows with score >= t_i, FP_i = sum of w*(1-y); t_1 > ... > t_m are the distinct scores.
    The last point calls every row positive: recall 1, precision = prevalence. There is no point at recall 0
    unless the highest score is a negative's: 0/0 is not a measurement.

    Parameters
    ----------
    y_true : array-like of shape (n_rows,)
        Labels of two values; 1 or True is positive, or the value that `pos_label` names.
    y_score : array-like of shape (n_rows,)
        Scores in any unit; higher means more positive.
    sample_weight : array-like of shape (n_rows,), optional
        How much each row counts, at least 0. The points are then `weighted`, unless every weight is 1: a row of weight
        3 is one row, and functions that count rows refuse such points.
    frequency_weight : array-like of shape (n_rows,), optional
        How many rows each row stands for: whole numbers of at least 0, as a table of counts has them. The points then
        count rows, as `OperatingPoints.from_counts` does. Not together with `sample_weight`.
    pos_label : object, optional
        The label that is positive.
    total_positives : float, optional
        All positives there are, counted by weight, where some never got a score (missed objects, documents never
        retrieved): recall then ends below 1.

    Returns
    -------
    OperatingPoints
        One point for each distinct score. Rows of weight 0 are dropped before thresholds are found.

    Raises
    ------
    ValueError
        Lengths differ, or an argument is not one-dimensional, or empty, or no array; rows that a table names in
        another order; labels with a missing, third or soft value, or text without `pos_label`, or without the given
        `pos_label`; scores or weights that are text, nan or infinite; integer scores above 2**53; a negative weight, or
        no weight above 0; a `frequency_weight` that is not whole, or beside a `sample_weight`; a `total_positives`
        below the positives of the rows.

    Warns
    -----
    UserWarning
        There are no positives, so recall is 0/0.

    References
    ----------
    .. [1] Davis & Goadrich (2006), doi 10.1145/1143844.1143874, section 2; ties as in scikit-learn.

    Examples
    --------
    >>> operating_points([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]).recall.tolist()
    [0.5, 0.5, 1.0, 1.0]
    >>> operating_points(["no", "yes", "yes"], [0.5, 0.5, 0.5], pos_label="yes").true_positives.tolist()
    [2.0]
    >>> operating_points([1, 0], [0.9, 0.8], total_positives=4).recall.tolist()
    [0.25, 0.25]
    >>> weighed = operating_points([1, 0], [0.9, 0.8], sample_weight=[3, 2])
    >>> counted = operating_points([1, 0], [0.9, 0.8], frequency_weight=[3, 2])
    >>> weighed.weighted, counted.weighted, bool((weighed.precision == counted.precision).all())
    (True, False, True)
    """
    if frequency_weight is not None and sample_weight is not None:
        raise ValueError("sample_weight and frequency_weight must not both be given: rows are weighed or counted")
    weight: ArrayLike | None = sample_weight
    name, weighted = "sample_weight", None
    if frequency_weight is not None:
        check_frequency_weight(frequency_weight)
        weight, name, weighted = frequency_weight, "frequency_weight", False
    rows, within = validate_rows_and_range(y_true, y_score, sample_weight=weight, pos_label=pos_label, weight_name=name)
    return _warn_no_positives(points_of(rows, score_range=within, total_positives=total_positives, weighted=weighted))


def points_of(
    rows: Rows,
    *,
    score_range: tuple[float, float] | None = None,
    total_positives: float | None = None,
    weighted: bool | None = None,
) -> OperatingPoints:
    """Count rows that were checked, tied rows together; `score_range` are bounds of their scores, where they are known.

    weighted: whether weights weigh rows; False where they count them. By default they weigh, unless all are 1.

    >>> from pr_metrics.rows import validate_rows
    >>> points_of(validate_rows([1, 0], [0.5, 0.5])).precision.tolist()
    [0.5]
    """
    bounds = score_range or (float(rows.score.min()), float(rows.score.max()))
    counts = count_at_thresholds(rows.positive, rows.score, rows.weight, score_range=bounds)
    positives = _check_total_positives(float(counts.true_positives[-1]), total_positives)
    if weighted is None:
        weighted = rows.weight is not None and bool((rows.weight != 1).any())
    return OperatingPoints.from_arrays(*counts, positives, counts.false_positives[-1], weighted=weighted)


def _from_state(
    threshold: FloatArray,
    true_positives: CountArray,
    false_positives: CountArray,
    positives: float,
    negatives: float,
    weighted: bool = False,  # pickle passes it by place
) -> OperatingPoints:
    return OperatingPoints(threshold, true_positives, false_positives, positives, negatives, weighted=weighted)


def _check_total_positives(n_scored: float, total: float | None) -> float:
    """Check the positives there are against those that got a score."""
    if total is None:
        return n_scored
    found = real_or_nan(total)
    if not n_scored * (1 - WEIGHT_ROUNDING) <= found < np.inf:
        raise ValueError(
            f"total_positives must be a number of at least the sum of positives, {n_scored}, got {total!r}"
        )
    return max(found, n_scored)


def _as_float(counts: CountArray) -> FloatArray:
    wide = np.asarray(counts, dtype=np.float64)
    wide.flags.writeable = False
    return wide


def _ratio(counts: CountArray, total: float) -> FloatArray:
    share = np.empty(counts.size)
    if total == 0:
        share.fill(np.nan)
    else:
        map_blocks(counts.size, lambda block: np.divide(counts[block], total, out=share[block]))
    return share


def _warn_no_positives(points: OperatingPoints) -> OperatingPoints:
    if points.positives == 0:
        warnings.warn("y_true has no positives: recall is 0/0, so recall and every area are nan", stacklevel=3)
    return points
