"""Calibration of predicted probabilities: the reliability curve, and the Brier score with its parts.

Predicted probabilities are calibrated if, of the rows with probability p, a share p is positive. The order of the rows
does not say whether they are, so areas do not change if probabilities are rescaled, while thresholds do.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pr_metrics.points import OperatingPoints, check_row_counts, validate_points
from pr_metrics.rows import validate_rows
from pr_metrics.uncertainty.intervals import wilson_interval
from pr_metrics.validation import FloatArray, check_integer, finite_numbers_and_range, inner_fraction, short_repr

Strategy = Literal["uniform", "quantile"]


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False)
class CalibrationCurve:
    """Share of positives among rows of similar predicted probability, by bins in rising order.

    Bins without rows are left out. Every array has shape (n_bins,).

    Attributes
    ----------
    mean_probability : ndarray of float
        Mean predicted probability of the rows in each bin, weighted; in [0, 1].
    fraction_positive : ndarray of float
        Share of the weight in each bin that belongs to positives; in [0, 1].
    lower : ndarray of float
        Lower end of the confidence interval of `fraction_positive`.
    upper : ndarray of float
        Upper end of the confidence interval of `fraction_positive`.
    rows : ndarray of int
        Number of rows in each bin.
    weight : ndarray of float
        Sum of the weights in each bin; equal to `rows` without weights.
    lower_edge : ndarray of float
        Lower edge of each bin, which belongs to the bin below, except in the first.
    upper_edge : ndarray of float
        Upper edge of each bin, which belongs to it.
    confidence_level : float
        Nominal coverage of each interval, strictly between 0 and 1.

    Examples
    --------
    >>> curve = calibration_curve([0, 1, 1], [0.2, 0.3, 0.9], n_bins=2)
    >>> curve.lower_edge.tolist(), curve.upper_edge.tolist(), curve.rows.tolist()
    ([0.0, 0.5], [0.5, 1.0], [2, 1])
    """

    mean_probability: FloatArray
    fraction_positive: FloatArray
    lower: FloatArray
    upper: FloatArray
    rows: NDArray[np.int64]
    weight: FloatArray
    lower_edge: FloatArray
    upper_edge: FloatArray
    confidence_level: float

    def __repr__(self) -> str:
        return short_repr(self)


def calibration_curve(
    y_true: ArrayLike,
    y_prob: ArrayLike,
    *,
    n_bins: int = 10,
    strategy: Strategy = "uniform",
    sample_weight: ArrayLike | None = None,
    pos_label: object = None,
    confidence_level: float = 0.95,
) -> CalibrationCurve:
    """Compute the calibration curve, also called reliability curve.

    For each bin k it is the mean probability, sum of w*p / sum of w, and the fraction of positives, sum of w*y / sum of
    w. The interval of the fraction f is Wilson's, (f + z^2/2n +- z * sqrt(f * (1-f) / n + z^2/4n^2)) / (1 + z^2/n) with
    z the normal quantile. Its coverage is near the nominal one in bins of few rows, and it does not shrink to a point
    where all of them are negative. Here n is the number of rows in the bin or, with weights, Kish's effective number,
    (sum of w)^2 / sum of w^2. Rows are assumed to be independent.

    Parameters
    ----------
    y_true : array-like of shape (n_rows,)
        Labels of two values. Without `pos_label` they are 0 and 1, -1 and 1, or bool, and 1 or True is positive.
    y_prob : array-like of shape (n_rows,)
        Predicted probabilities of the positive class, in [0, 1].
    n_bins : int, default 10
        Number of bins, at least 1.
    strategy : {"uniform", "quantile"}, default "uniform"
        "uniform" makes bins of equal width from 0 to 1. "quantile" makes bins of equal numbers of rows, as far as ties
        allow; weights do not move their edges.
    sample_weight : array-like of shape (n_rows,), optional
        Weight of each row, at least 0. Rows of weight 0 are left out.
    pos_label : object, optional
        Label of the positive class.
    confidence_level : float, default 0.95
        Nominal coverage of the interval of each bin, strictly between 0 and 1.

    Returns
    -------
    CalibrationCurve
        The bins that have rows. Without weights, `fraction_positive` and `mean_probability` are what scikit-learn's
        ``calibration_curve`` returns.

    Raises
    ------
    ValueError
        A probability is outside [0, 1]; `n_bins` is not a whole number of at least 1; `strategy` is neither "uniform"
        nor "quantile"; `confidence_level` is not strictly between 0 and 1; or `operating_points` rejects the rows.

    References
    ----------
    .. [1] Niculescu-Mizil & Caruana (2005), Predicting good probabilities with supervised learning, section 4.
    .. [2] Wilson (1927), doi 10.1080/01621459.1927.10502953, for the interval; Brown, Cai & DasGupta (2001),
       doi 10.1214/ss/1009213286, for its coverage.
    .. [3] Kish (1965), Survey Sampling, for the effective number.

    Examples
    --------
    >>> curve = calibration_curve([0, 0, 1, 1, 0, 1], [0.1, 0.2, 0.2, 0.7, 0.8, 0.9], n_bins=2)
    >>> curve.mean_probability.round(3).tolist(), curve.fraction_positive.round(3).tolist()
    ([0.167, 0.8], [0.333, 0.667])
    >>> curve.lower.round(3).tolist(), curve.upper.round(3).tolist()
    ([0.061, 0.208], [0.792, 0.939])
    """
    level = inner_fraction("confidence_level", confidence_level)
    return _calibration_curve(_tally_rows(y_true, y_prob, sample_weight, pos_label), n_bins, strategy, level)


@validate_points
def calibration_curve_of_points(
    points: OperatingPoints, *, n_bins: int = 10, strategy: Strategy = "uniform", confidence_level: float = 0.95
) -> CalibrationCurve:
    """Compute the calibration curve from the counts at each score, without a pass over the rows.

    The formulas are those of `calibration_curve`. Positives that no threshold reaches have no probability, so they are
    left out.

    Parameters
    ----------
    points : OperatingPoints
        Counts at each threshold, strictest first; they must be numbers of rows, not sums of weights. The thresholds are
        probabilities in [0, 1].
    n_bins : int, default 10
        Number of bins, at least 1.
    strategy : {"uniform", "quantile"}, default "uniform"
        Bins of equal width from 0 to 1, or of equal numbers of rows as far as ties allow.
    confidence_level : float, default 0.95
        Nominal coverage of the interval of each bin, strictly between 0 and 1.

    Returns
    -------
    CalibrationCurve
        The bins that have rows.

    Raises
    ------
    ValueError
        A threshold is outside [0, 1]; `n_bins` is not a whole number of at least 1; `strategy` is neither "uniform" nor
        "quantile"; `confidence_level` is not strictly between 0 and 1. The points were made with `sample_weight`, were
        moved to another class balance, or have a count that is not a whole number of rows.

    References
    ----------
    .. [1] Niculescu-Mizil & Caruana (2005), Predicting good probabilities with supervised learning, section 4.

    Examples
    --------
    >>> points = OperatingPoints.from_counts([0.9, 0.4, 0.2], positives=[3, 1, 0], negatives=[1, 1, 2])
    >>> curve = calibration_curve_of_points(points, n_bins=2)
    >>> curve.mean_probability.round(3).tolist(), curve.fraction_positive.tolist(), curve.rows.tolist()
    ([0.3, 0.9], [0.25, 0.75], [4, 4])
    """
    check_row_counts("calibration_curve_of_points", points)
    level = inner_fraction("confidence_level", confidence_level)
    return _calibration_curve(_tally_points(points), n_bins, strategy, level)


@dataclass(frozen=True, slots=True, weakref_slot=True)
class BrierScore:
    """Brier score, the mean squared difference of predicted probability and label, with its parts.

    The parts add up: score = reliability - resolution + uncertainty + within_bin_variance - within_bin_covariance.

    Attributes
    ----------
    score : float
        Mean of (probability - label)^2, in [0, 1]; 0 is perfect.
    reliability : float
        Mean squared distance between the mean probability and the fraction of positives of a bin; 0 if calibrated.
    resolution : float
        Mean squared distance between the fraction of positives of a bin and that of all rows; higher is better.
    uncertainty : float
        b * (1 - b) with b the fraction of positives of all rows: the score if every row is predicted b.
    within_bin_variance : float
        Mean squared distance of a probability from the mean probability of its bin; 0 if each bin holds one value.
    within_bin_covariance : float
        Twice the covariance of probability and label within bins; 0 if each bin holds one value.
    skill : float
        Brier skill score against the class balance, 1 - score / uncertainty; ``nan`` if only one class is present.

    Examples
    --------
    >>> brier_score([0, 1], [0.5, 0.5])
    BrierScore(score=0.25, reliability=0, resolution=0, uncertainty=0.25, within_bin_variance=0, ...)
    """

    score: float
    reliability: float
    resolution: float
    uncertainty: float
    within_bin_variance: float
    within_bin_covariance: float
    skill: float

    @property
    def generalized_resolution(self) -> float:
        """Resolution with what bins hide of it, so that score = reliability - generalized_resolution + uncertainty.

        Examples
        --------
        >>> found = brier_score([0, 1], [0.1, 0.3], n_bins=1)
        >>> round(found.reliability - found.generalized_resolution + found.uncertainty, 3), round(found.score, 3)
        (0.25, 0.25)
        """
        return self.resolution - self.within_bin_variance + self.within_bin_covariance

    def __repr__(self) -> str:
        return short_repr(self)


def brier_score(
    y_true: ArrayLike,
    y_prob: ArrayLike,
    *,
    n_bins: int | None = 10,
    strategy: Strategy = "uniform",
    sample_weight: ArrayLike | None = None,
    pos_label: object = None,
) -> BrierScore:
    """Compute the Brier score and its parts, which add up to it exactly.

    With f_k the mean probability, o_k the fraction of positives and W_k the weight of bin k, W the weight and o the
    fraction of positives of all rows: reliability is the sum of W_k * (f_k - o_k)^2 / W, resolution the sum of W_k *
    (o_k - o)^2 / W, uncertainty o * (1 - o). These three are the score only if each bin holds a single value. Otherwise
    the sum of w * (p - f_k)^2 / W is added, and twice the sum of w * (p - f_k) * (y - o_k) / W is subtracted.

    Parameters
    ----------
    y_true : array-like of shape (n_rows,)
        Labels of two values. Without `pos_label` they are 0 and 1, -1 and 1, or bool, and 1 or True is positive.
    y_prob : array-like of shape (n_rows,)
        Predicted probabilities of the positive class, in [0, 1].
    n_bins : int or None, default 10
        Number of bins, at least 1. None makes a bin of each distinct probability, as in [1]_; if no two rows share one,
        every such bin has a fraction of 0 or 1, and resolution is equal to uncertainty.
    strategy : {"uniform", "quantile"}, default "uniform"
        Bins of equal width from 0 to 1, or of equal numbers of rows as far as ties allow.
    sample_weight : array-like of shape (n_rows,), optional
        Weight of each row, at least 0. Rows of weight 0 are left out.
    pos_label : object, optional
        Label of the positive class.

    Returns
    -------
    BrierScore
        The score of scikit-learn's ``brier_score_loss``, and its parts.

    Raises
    ------
    ValueError
        A probability is outside [0, 1]; `n_bins` is neither None nor a whole number of at least 1; `strategy` is
        neither "uniform" nor "quantile"; or `operating_points` rejects the rows.

    References
    ----------
    .. [1] Murphy (1973), A new vector partition of the probability score, J. Appl. Meteor. 12, 595-600.
    .. [2] Stephenson, Coelho & Jolliffe (2008), doi 10.1175/2007WAF2006116.1, for the two terms within bins.

    Examples
    --------
    >>> found = brier_score([0, 0, 1, 1], [0.1, 0.4, 0.4, 0.9], n_bins=None)
    >>> round(found.score, 3), round(found.reliability, 3), found.resolution, found.uncertainty, round(found.skill, 2)
    (0.135, 0.01, 0.125, 0.25, 0.46)
    """
    return _brier_score(_tally_rows(y_true, y_prob, sample_weight, pos_label), n_bins, strategy)


@validate_points
def brier_score_of_points(
    points: OperatingPoints, *, n_bins: int | None = 10, strategy: Strategy = "uniform"
) -> BrierScore:
    """Compute the Brier score and its parts from the counts at each score, without a pass over the rows.

    The formulas are those of `brier_score`. Positives that no threshold reaches have no probability, so they are left
    out.

    Parameters
    ----------
    points : OperatingPoints
        Counts at each threshold, strictest first; they must be numbers of rows, not sums of weights. The thresholds are
        probabilities in [0, 1].
    n_bins : int or None, default 10
        Number of bins, at least 1; None makes a bin of each threshold.
    strategy : {"uniform", "quantile"}, default "uniform"
        Bins of equal width from 0 to 1, or of equal numbers of rows as far as ties allow.

    Returns
    -------
    BrierScore
        The score and its parts.

    Raises
    ------
    ValueError
        A threshold is outside [0, 1]; `n_bins` is neither None nor a whole number of at least 1; `strategy` is neither
        "uniform" nor "quantile". The points were made with `sample_weight`, were moved to another class balance, or
        have a count that is not a whole number of rows.

    References
    ----------
    .. [1] Murphy (1973), A new vector partition of the probability score, J. Appl. Meteor. 12, 595-600.

    Examples
    --------
    >>> points = OperatingPoints.from_counts([0.9, 0.1], positives=[9, 1], negatives=[1, 9])
    >>> found = brier_score_of_points(points)
    >>> round(found.score, 3), round(found.reliability, 3), round(found.resolution, 3), found.uncertainty
    (0.09, 0.0, 0.16, 0.25)
    """
    check_row_counts("brier_score_of_points", points)
    return _brier_score(_tally_points(points), n_bins, strategy)


@dataclass(frozen=True, slots=True, eq=False)
class _Tally:
    """Weights of single rows, or of the rows that share a probability; every array has shape (n,)."""

    probability: FloatArray
    positive: FloatArray  # weight of the positives
    weight: FloatArray
    rows: FloatArray
    row_weight: FloatArray  # of each of the rows


def _tally_rows(y_true: ArrayLike, y_prob: ArrayLike, sample_weight: ArrayLike | None, pos_label: object) -> _Tally:
    rows = validate_rows(y_true, y_prob, sample_weight=sample_weight, pos_label=pos_label, score_name="y_prob")
    _check_probabilities("y_prob", y_prob)
    ones = np.ones(rows.score.size)
    if rows.weight is None:
        return _Tally(rows.score, rows.positive.astype(np.float64), ones, ones, ones)
    return _Tally(rows.score, rows.weight * rows.positive, rows.weight, ones, rows.weight)


def _tally_points(points: OperatingPoints) -> _Tally:
    _check_probabilities("points.threshold", points.threshold)
    positive = np.diff(points.true_positives, prepend=0.0)
    rows = positive + np.diff(points.false_positives, prepend=0.0)
    return _Tally(points.threshold, positive, rows, rows, np.ones(rows.size))


def _check_probabilities(name: str, values: ArrayLike) -> None:
    numbers, lowest, highest = finite_numbers_and_range(name, values)
    if lowest < 0 or highest > 1:
        position = int(np.flatnonzero((numbers < 0) | (numbers > 1))[0])
        raise ValueError(f"{name} must be in [0, 1], got {float(numbers[position])!r} at position {position}")


def _calibration_curve(tally: _Tally, n_bins: int, strategy: Strategy, confidence_level: float) -> CalibrationCurve:
    edges = _bin_edges(tally, check_integer("n_bins", n_bins, min_value=1), strategy)
    place = _bin_of(tally.probability, edges)
    weight = np.bincount(place, tally.weight, edges.size - 1).astype(np.float64)
    filled = weight > 0
    weight = weight[filled]

    def sum_in_bins(values: FloatArray) -> FloatArray:
        return np.bincount(place, values, filled.size).astype(np.float64)[filled]

    fraction = sum_in_bins(tally.positive) / weight
    unit = np.zeros(filled.size)  # the largest weight of each bin, so that no square overflows or becomes 0
    np.maximum.at(unit, place, tally.row_weight)
    effective = (weight / unit[filled]) ** 2 / sum_in_bins(tally.rows * (tally.row_weight / unit[place]) ** 2)
    lower, upper = wilson_interval(fraction, effective, confidence_level)
    return CalibrationCurve(
        mean_probability=sum_in_bins(tally.weight * tally.probability) / weight,
        fraction_positive=fraction,
        lower=lower,
        upper=upper,
        rows=sum_in_bins(tally.rows).astype(np.int64),
        weight=weight,
        lower_edge=edges[:-1][filled],
        upper_edge=edges[1:][filled],
        confidence_level=confidence_level,
    )


def _brier_score(tally: _Tally, n_bins: int | None, strategy: Strategy) -> BrierScore:
    if n_bins is None:
        _, place = np.unique(tally.probability, return_inverse=True)
    else:
        edges = _bin_edges(tally, check_integer("n_bins", n_bins, min_value=1), strategy)
        place = _bin_of(tally.probability, edges)
    # Shares of the whole weight, so that sums of huge or tiny weights stay in float64's range.
    total = float(tally.weight.sum())
    share, positive = tally.weight / total, tally.positive / total
    in_bin = np.bincount(place, share)
    filled = np.maximum(in_bin, np.finfo(np.float64).tiny)  # a bin without rows adds 0
    mean = np.bincount(place, share * tally.probability) / filled
    fraction = np.bincount(place, positive) / filled
    base_rate = float(tally.positive.sum()) / total  # exactly 0 or 1 if only one class is present
    away = tally.probability - mean[place]
    score = float((positive * (1 - tally.probability) ** 2 + (share - positive) * tally.probability**2).sum())
    uncertainty = base_rate * (1 - base_rate)
    return BrierScore(
        score=score,
        reliability=float((in_bin * (mean - fraction) ** 2).sum()),
        resolution=float((in_bin * (fraction - base_rate) ** 2).sum()),
        uncertainty=uncertainty,
        within_bin_variance=float((share * away**2).sum()),
        within_bin_covariance=2 * float(((positive - share * fraction[place]) * away).sum()),
        skill=1 - score / uncertainty if uncertainty > 0 else math.nan,
    )


def _bin_edges(tally: _Tally, n_bins: int, strategy: Strategy) -> FloatArray:
    """Return the edges of bins, shape (n_bins + 1,)."""
    if strategy not in get_args(Strategy):
        raise ValueError(f"strategy must be 'uniform' or 'quantile', got {strategy!r}")
    share = np.linspace(0.0, 1.0, n_bins + 1)
    return share if strategy == "uniform" else _row_quantiles(tally, share)


def _row_quantiles(tally: _Tally, share: FloatArray) -> FloatArray:
    """Return the same numbers as `numpy.percentile` of the probabilities of all rows, without repeating equal ones."""
    order = np.argsort(tally.probability)
    probability, up_to = tally.probability[order], np.cumsum(tally.rows[order])
    along = share * 100 / 100 * (up_to[-1] - 1)  # rounded as there, because an edge may equal a score
    before = np.floor(along)
    rest = along - before
    after = np.minimum(before + 1, up_to[-1] - 1)
    low, high = (probability[np.searchsorted(up_to, row, side="right")] for row in (before, after))
    return np.asarray(np.where(rest < 0.5, low + (high - low) * rest, high - (high - low) * (1 - rest)))


def _bin_of(probability: FloatArray, edges: FloatArray) -> NDArray[np.intp]:
    """Return the index of the bin of each probability; an edge belongs to the bin below it."""
    return np.searchsorted(edges[1:-1], probability)
