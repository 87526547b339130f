"""Operating points: the counts that each threshold on the scores gives.

Rows with the same score cannot be separated by a threshold, so that they make one point. Where a curve starts is
decided in `pr_metrics.interpolation`.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial, wraps
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import ArrayLike

from pr_metrics.blocks import map_blocks
from pr_metrics.rows import Rows, counts_at_scores, validate_rows_and_range
from pr_metrics.threshold_counts import CountArray, count_at_thresholds
from pr_metrics.tolerances import WEIGHT_ROUNDING
from pr_metrics.validation import LARGEST_EXACT_INTEGER, FloatArray, check_frequency_weight, real_or_nan


# eq=False: arrays have no single truth value. weakref_slot: a cache of results need not keep the points alive.
@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False, init=False, repr=False)
class OperatingPoints:
    """Counts of true and false positives at each threshold, strictest threshold first.

    Recall is TP / positives, precision is TP / (TP + FP), and the false positive rate is FP / negatives. A ratio with
    denominator 0 is nan. The counts are numbers of rows or, if `weighted`, sums of their weights. Functions that draw,
    order or count rows raise an error for weighted points, since a row of weight 3 is not three rows.

    Most callers use `operating_points` or `OperatingPoints.from_counts`, which check their input. The constructor
    copies the arrays that it is given.

    Parameters
    ----------
    threshold : ndarray of float, shape (n_points,)
        Thresholds in score units, strictest first. A row is predicted positive if its score is at least that.
    true_positives : ndarray of float or int, shape (n_points,)
        Positives with a score of at least the threshold.
    false_positives : ndarray of float or int, shape (n_points,)
        Negatives with a score of at least the threshold.
    positives : float
        All positives, including those that no threshold reaches.
    negatives : float
        All negatives.
    weighted : bool, default=False
        Whether counts are sums of sample weights, and not numbers of rows.

    Examples
    --------
    >>> points = operating_points([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    >>> points.threshold.tolist(), points.precision.round(2).tolist()
    ([0.9, 0.8, 0.7, 0.1], [1.0, 0.5, 0.67, 0.5])
    >>> points
    OperatingPoints(4 points, 2 positives, 2 negatives)
    """

    threshold: FloatArray
    _true_positives: CountArray  # 32-bit integers if possible, so that ten million points fit in memory
    _false_positives: CountArray
    positives: float
    negatives: float
    weighted: bool

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
        # The arrays are copied, because they become read-only.
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
        """Build the points from arrays that no other code will write to.

        This is the constructor without copies: the arrays become read-only. The input is not checked.

        Parameters
        ----------
        threshold : ndarray of float, shape (n_points,)
            Thresholds in score units, strictest first. A row is predicted positive if its score is at least that.
        true_positives : ndarray of float or int, shape (n_points,)
            Positives with a score of at least the threshold.
        false_positives : ndarray of float or int, shape (n_points,)
            Negatives with a score of at least the threshold.
        positives : float
            All positives, including those that no threshold reaches.
        negatives : float
            All negatives.
        weighted : bool, default=False
            Whether counts are sums of sample weights, and not numbers of rows.

        Returns
        -------
        OperatingPoints
            Points with these counts.

        Examples
        --------
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
        """Whether the counts are those of the data; False if they were moved to another prevalence."""
        return True

    def __reduce__(self) -> tuple[Any, ...]:  # a copy is built by the constructor, so that its arrays are read-only too
        build = partial(OperatingPoints, weighted=self.weighted)
        return build, (self.threshold, *self.counts, self.positives, self.negatives)

    def take(self, index: ArrayLike, *, threshold: FloatArray | None = None) -> OperatingPoints:
        """Select some of the points, with unchanged totals and optionally with other thresholds.

        Parameters
        ----------
        index : array-like
            Indices, or a mask of shape (n_points,).
        threshold : ndarray of float, optional
            Thresholds of the selected points, strictest first. By default they keep their own.

        Returns
        -------
        OperatingPoints
            The selected points. Their counts and totals are unchanged.

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
        cls, threshold: ArrayLike, positives: ArrayLike, negatives: ArrayLike, *, total_positives: float | None = None
    ) -> OperatingPoints:
        """Build the points from the counts at each score.

        The scores may come in any order. Equal scores are added up, and scores without rows are left out.

        Parameters
        ----------
        threshold : array-like of shape (n_scores,)
            Scores in any unit; higher means more positive.
        positives : array-like of shape (n_scores,)
            Number of positives with each score, not at or above it; at least 0.
        negatives : array-like of shape (n_scores,)
            Number of negatives with each score, not at or above it; at least 0.
        total_positives : float, optional
            Number of all positives, if some have no score (such as missed objects in detection); the curve then ends
            below recall 1. By default the sum of `positives`.

        Returns
        -------
        OperatingPoints
            One point for each distinct score that has rows, strictest first.

        Raises
        ------
        ValueError
            If lengths differ; if tables name the same rows in different orders; if a number is not finite; if a count
            is negative, the counts overflow, or there are no rows at all; if `total_positives` is below the sum of
            `positives`.

        Warns
        -----
        UserWarning
            If there are no positives, since recall is then 0/0.

        Examples
        --------
        >>> points = OperatingPoints.from_counts([0.2, 0.9], positives=[1, 1], negatives=[0, 1])
        >>> points.threshold.tolist(), points.recall.tolist(), points.precision.round(2).tolist()
        ([0.9, 0.2], [0.5, 1.0], [0.5, 0.67])
        >>> OperatingPoints.from_counts([0.9], [1], [1], total_positives=4).recall.tolist()
        [0.25]
        """
        at_scores = counts_at_scores(threshold, positives, negatives, score_name="threshold")
        true_positives, false_positives = np.cumsum(at_scores.positives[::-1]), np.cumsum(at_scores.negatives[::-1])
        total = check_total_positives(float(true_positives[-1]), total_positives)
        return _warn_no_positives(
            cls(at_scores.score[::-1], true_positives, false_positives, total, float(false_positives[-1]))
        )

    @property
    def counts(self) -> tuple[CountArray, CountArray]:
        """True and false positives in their stored type, which may be 32-bit integers; two arrays of shape (n_points,).

        Loops over millions of points use these to avoid a conversion to float64.
        """
        return self._true_positives, self._false_positives

    @property
    def true_positives(self) -> FloatArray:
        """Positives with a score of at least the threshold, float64, shape (n_points,), read-only."""
        return _as_float(self._true_positives)

    @property
    def false_positives(self) -> FloatArray:
        """Negatives with a score of at least the threshold, float64, shape (n_points,), read-only."""
        return _as_float(self._false_positives)

    @property
    def recall(self) -> FloatArray:
        """Share of the positives that are predicted positive, shape (n_points,); nan without positives."""
        return _ratio(self._true_positives, self.positives)

    @property
    def precision(self) -> FloatArray:
        """Share of the rows predicted positive that are positive, shape (n_points,)."""
        share = np.empty(self.threshold.size)

        def fill_block(block: slice) -> None:
            true, predicted = self._true_positives[block], share[block]
            np.add(true, self._false_positives[block], out=predicted)
            np.divide(true, predicted, out=predicted)

        map_blocks(share.size, fill_block)
        return share

    @property
    def false_positive_rate(self) -> FloatArray:
        """Share of the negatives that are predicted positive, shape (n_points,); nan without negatives."""
        return _ratio(self._false_positives, self.negatives)

    @property
    def unscored_positives(self) -> float:
        """Positives that no threshold reaches, so that recall ends below 1; 0 if every row has a score."""
        return self.positives - float(self._true_positives[-1])

    @property
    def prevalence(self) -> float:
        """Share of positives among all rows, which is the expected precision of a random ranking."""
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
    """Count true and false positives at every distinct score, strictest threshold first.

    TP_i is the sum of w*y and FP_i the sum of w*(1-y) over the rows with a score of at least t_i, where t_1 > ... > t_m
    are the distinct scores. The last point calls every row positive: its recall is 1 and its precision is the
    prevalence. There is no point at recall 0 unless the highest score belongs to negatives only, since a precision of
    0/0 is not a measurement.

    Parameters
    ----------
    y_true : array-like of shape (n_rows,)
        Labels of two values. Without `pos_label` they are 0 and 1, -1 and 1, or bool, and 1 or True is positive.
    y_score : array-like of shape (n_rows,)
        Scores in any unit; higher means more positive.
    sample_weight : array-like of shape (n_rows,), optional
        Weight of each row, at least 0. Unless every weight is 1, the points are then `weighted`: a row of weight 3 is
        one row, and functions that count rows raise an error for such points.
    frequency_weight : array-like of shape (n_rows,), optional
        Number of rows that each row stands for, as in a table of counts: whole numbers of at least 0. The points then
        count rows, as those of `OperatingPoints.from_counts` do. Cannot be combined with `sample_weight`.
    pos_label : object, optional
        Label of the positive class.
    total_positives : float, optional
        Number of all positives, counted by weight, if some have no score (missed objects, documents that were never
        retrieved). Recall then ends below 1. By default the positives among the rows.

    Returns
    -------
    OperatingPoints
        One point for each distinct score. Rows of weight 0 are dropped before the thresholds are found.

    Raises
    ------
    ValueError
        If lengths differ; if an argument is empty, not one-dimensional, or not an array; if tables name the same rows
        in different orders. If labels are missing or have a third value, are numbers other than 0 and 1 or -1 and 1
        (such as probabilities) or text without `pos_label`, or do not contain the given `pos_label`. If scores or
        weights are text, nan or infinite; if integer scores are above 2**53; if a weight is negative, or none is above
        0. If `frequency_weight` is not a whole number, or is given together with `sample_weight`. If `total_positives`
        is below the number of positives among the rows.

    Warns
    -----
    UserWarning
        If there are no positives, since recall is then 0/0.

    References
    ----------
    .. [1] Davis & Goadrich (2006), doi 10.1145/1143844.1143874, section 2. Ties are treated as in scikit-learn.

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
    return _warn_no_positives(
        points_of_rows(rows, score_range=within, total_positives=total_positives, weighted=weighted)
    )


def points_of_rows(
    rows: Rows,
    *,
    score_range: tuple[float, float] | None = None,
    total_positives: float | None = None,
    weighted: bool | None = None,
) -> OperatingPoints:
    """Count rows that have been checked; rows with the same score make one point.

    Parameters
    ----------
    rows : Rows
        Labels, scores and weights, as `validate_rows` returns them.
    score_range : tuple of two floats, optional
        Lower and upper bound of the scores, if they are known. By default they are computed.
    total_positives : float, optional
        Number of all positives, counted by weight, if some have no score. By default the positives among the rows.
    weighted : bool, optional
        Whether the weights are sample weights; False if they are numbers of rows. By default True if a weight is not 1.

    Returns
    -------
    OperatingPoints
        One point for each distinct score, strictest first.

    Raises
    ------
    ValueError
        If `total_positives` is not a finite number, or is below the number of positives among the rows.

    Examples
    --------
    >>> from pr_metrics.rows import validate_rows
    >>> points_of_rows(validate_rows([1, 0], [0.5, 0.5])).precision.tolist()
    [0.5]
    """
    bounds = score_range or (float(rows.score.min()), float(rows.score.max()))
    counts = count_at_thresholds(rows.positive, rows.score, rows.weight, score_range=bounds)
    positives = check_total_positives(float(counts.true_positives[-1]), total_positives)
    if weighted is None:
        weighted = rows.weight is not None and bool((rows.weight != 1).any())
    return OperatingPoints.from_arrays(*counts, positives, counts.false_positives[-1], weighted=weighted)


def check_total_positives(n_scored: float, total: float | None) -> float:
    """Return the number of all positives, which must be at least that of the positives with a score."""
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


Function = TypeVar("Function", bound=Callable[..., Any])


def check_points(points: object, name: str = "points") -> OperatingPoints:
    """Return the points unchanged.

    Raises
    ------
    ValueError: `points` is not `OperatingPoints`.

    >>> check_points([0.9, 0.5])
    Traceback (most recent call last):
        ...
    ValueError: points must be OperatingPoints, as operating_points makes them, got list
    """
    if not isinstance(points, OperatingPoints):
        raise ValueError(f"{name} must be OperatingPoints, as operating_points makes them, got {type(points).__name__}")
    return points


def validate_points(function: Function) -> Function:
    """Decorate a function to check its first argument, the points; its signature and docstring are kept."""

    @wraps(function)
    def wrapper(points: OperatingPoints, *args: Any, **kwargs: Any) -> Any:
        return function(check_points(points), *args, **kwargs)

    return cast(Function, wrapper)


# For functions of points that count rows: the function that takes rows with weights or in groups instead.
WEIGHTED_FUNCTIONS = {
    "area_interval": "area_interval_of_rows",
    "interval_method": "area_interval_of_rows",
    "area_standard_error": "area_interval_of_rows",
    "point_region": "point_region_of_rows",
    "curve_band": "curve_band_of_rows",
    "bootstrap_interval": "bootstrap_weighted_interval",
    "permutation_test": "permutation_weighted_test",
    "calibration_curve_of_points": "calibration_curve",
    "brier_score_of_points": "brier_score",
}


def check_integer_counts(func_name: str, name: str, counts: FloatArray) -> None:
    """Raise an error for counts that are not whole numbers of rows.

    Raises
    ------
    ValueError: a count is not a whole number, or is too large to be exact in float64.

    >>> check_integer_counts("tie_bounds", "true_positives", np.array([1.0, 2.0]))
    """
    wrong = (counts % 1 != 0) | (counts > LARGEST_EXACT_INTEGER)
    if wrong.any():
        position = int(np.flatnonzero(wrong)[0])
        came = f"{name} {float(counts[position])} at position {position}"
        raise ValueError(f"{func_name} needs points that count rows of weight 1, got {came}")


def check_row_counts(func_name: str, points: OperatingPoints) -> None:
    """Reject points whose counts are not those of measured rows; the message names the function `func_name`.

    Raises
    ------
    ValueError: points made with `sample_weight`; a count that is not a whole number; points moved by `at_prevalence`.

    >>> check_row_counts("tie_bounds", OperatingPoints.from_counts([1], [2], [8]))
    """
    if not points.as_measured:
        raise ValueError(f"{func_name} needs points as measured, got points moved to prevalence {points.prevalence}")
    if points.weighted:
        other = WEIGHTED_FUNCTIONS.get(func_name)
        for_weights = f"{other} takes rows with weights" if other else "weights are not rows"
        raise ValueError(
            f"{func_name} needs points that count rows of weight 1, got points made with sample_weight: {for_weights}; "
            "where a weight is a number of rows, pass frequency_weight in its place"
        )
    check_integer_counts(func_name, "true_positives", points.true_positives)
    check_integer_counts(func_name, "false_positives", points.false_positives)
    check_integer_counts(func_name, "positives and negatives", np.array([points.positives, points.negatives]))
