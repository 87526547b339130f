"""The receiver operating characteristic and the precision-recall-gain curve of operating points.

On an ROC curve the point (0, 0), where nothing is predicted positive, is like any other: neither rate is 0/0 there.

Gains are on a harmonic scale. If TP and FP grow together in proportion, the segment between two points is straight on
these axes, so that the trapezoidal rule is exact.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pr_metrics.interpolation import trapezoid_area
from pr_metrics.points import OperatingPoints, validate_points
from pr_metrics.validation import FloatArray, short_repr


@dataclass(frozen=True, slots=True, eq=False)
class RocCurve:
    """Vertices of an ROC curve, starting at (0, 0).

    Attributes
    ----------
    false_positive_rate : ndarray of float, shape (n_points + 1,)
        Share of the negatives that are predicted positive, in [0, 1]; nan without negatives, except at (0, 0).
    true_positive_rate : ndarray of float, shape (n_points + 1,)
        Share of the positives that are predicted positive, in [0, 1]; nan without positives, except at (0, 0).
    threshold : ndarray of float, shape (n_points + 1,)
        Thresholds in score units, strictest first; infinity at (0, 0), above every score.

    Examples
    --------
    >>> curve = RocCurve(np.array([0.0, 1.0]), np.array([0.0, 1.0]), np.array([np.inf, 0.5]))
    >>> curve.true_positive_rate.tolist(), curve.polygon_area
    ([0.0, 1.0], 0.5)
    """

    false_positive_rate: FloatArray
    true_positive_rate: FloatArray
    threshold: FloatArray

    def __repr__(self) -> str:
        return short_repr(self)

    @property
    def polygon_area(self) -> float:
        """Area between the curve and a true positive rate of 0.

        Examples
        --------
        >>> RocCurve(np.array([0.0, 1.0]), np.array([0.0, 1.0]), np.array([np.inf, 0.5])).polygon_area
        0.5
        """
        return trapezoid_area(self.false_positive_rate, self.true_positive_rate)


@validate_points
def roc_curve(points: OperatingPoints) -> RocCurve:
    """Compute the ROC curve, which joins the points by straight lines from (0, 0).

    The false positive rate is FP/N and the true positive rate, or recall, is TP/P. A straight line is what breaking
    ties at random gives on average. The curve ends at the last point, which is (1, 1) if that point calls every row
    positive.

    Parameters
    ----------
    points : OperatingPoints
        Counts at each threshold, strictest first.

    Returns
    -------
    RocCurve
        Rates and thresholds, arrays of shape (n_points + 1,). Rates have no unit and are in [0, 1]. The rate of a class
        without rows is nan.

    Raises
    ------
    ValueError
        `points` is not OperatingPoints.

    References
    ----------
    .. [1] Fawcett (2006), An introduction to ROC analysis, doi 10.1016/j.patrec.2005.10.010.

    Examples
    --------
    >>> curve = roc_curve(OperatingPoints.from_counts([2, 1], [1, 0], [0, 1]))
    >>> curve.false_positive_rate.tolist(), curve.true_positive_rate.tolist(), curve.threshold.tolist()
    ([0.0, 0.0, 1.0], [0.0, 1.0, 1.0], [inf, 2.0, 1.0])
    """
    return RocCurve(
        np.append(0.0, points.false_positive_rate), np.append(0.0, points.recall), np.append(np.inf, points.threshold)
    )


@validate_points
def roc_area(points: OperatingPoints) -> float:
    """Compute the area under the ROC curve.

    The area is the probability that a random positive has a higher score than a random negative, with ties counted as
    half. It equals scikit-learn's roc_auc_score. For a curve that ends before (1, 1) it is the area up to its end.

    Parameters
    ----------
    points : OperatingPoints
        Counts at each threshold, strictest first.

    Returns
    -------
    float
        Area: no unit, in [0, 1]; a random ranking has 1/2. It is nan if one class is absent, since one of the rates is
        then 0/0.

    Raises
    ------
    ValueError
        `points` is not OperatingPoints.

    References
    ----------
    .. [1] Fawcett (2006), An introduction to ROC analysis, doi 10.1016/j.patrec.2005.10.010, section 7.

    Examples
    --------
    >>> roc_area(OperatingPoints.from_counts([4, 3, 2, 1], [1, 0, 1, 0], [0, 1, 0, 1]))
    0.75
    >>> roc_area(OperatingPoints.from_counts([2, 1], [1, 1], [0, 0]))
    nan
    """
    return roc_curve(points).polygon_area


@dataclass(frozen=True, slots=True, eq=False)
class GainCurve:
    """Vertices of a precision-recall-gain curve.

    Attributes
    ----------
    recall_gain : ndarray of float, shape (n_vertices,)
        Recall gain without unit, at most 1, in rising order.
    precision_gain : ndarray of float, shape (n_vertices,)
        Precision gain without unit, at most 1. It can be negative.

    Examples
    --------
    >>> curve = GainCurve(np.array([0.0, 1.0]), np.array([1.0, 0.0]))
    >>> curve.recall_gain.tolist(), curve.polygon_area
    ([0.0, 1.0], 0.5)
    """

    recall_gain: FloatArray
    precision_gain: FloatArray

    def __repr__(self) -> str:
        return short_repr(self)

    @property
    def polygon_area(self) -> float:
        """Area between the curve and a precision gain of 0; area below 0 counts as negative.

        Examples
        --------
        >>> GainCurve(np.array([0.0, 1.0]), np.array([1.0, 0.0])).polygon_area
        0.5
        """
        return trapezoid_area(self.recall_gain, self.precision_gain)


@validate_points
def gains(points: OperatingPoints) -> GainCurve:
    """Compute the recall gain and the precision gain of every point.

    The recall gain is 1 - (p/(1-p)) * FN/TP. The precision gain is 1 - (p/(1-p)) * FP/TP = 1 - FPR/recall. Here p is
    the prevalence. Unlike in `gain_curve`, points with a recall gain below 0 are included.

    Parameters
    ----------
    points : OperatingPoints
        Counts at each threshold, strictest first.

    Returns
    -------
    GainCurve
        Gains of all points, arrays of shape (n_points,). No unit, at most 1. At recall 0 the recall gain is -inf, and
        the precision gain is -inf with false positives and nan without. Without positives or without negatives, all
        gains are nan.

    Raises
    ------
    ValueError
        `points` is not OperatingPoints.

    References
    ----------
    .. [1] Flach & Kull (2015), Precision-Recall-Gain Curves: PR Analysis Done Right, NeurIPS 28.

    Examples
    --------
    >>> found = gains(OperatingPoints.from_counts([3, 2, 1], [1, 1, 0], [0, 1, 1]))
    >>> found.recall_gain.tolist(), found.precision_gain.tolist()
    ([0.0, 1.0, 1.0], [1.0, 0.5, 0.0])
    """
    if points.positives == 0 or points.negatives == 0:
        return GainCurve(*np.full((2, points.threshold.size), np.nan))
    recall, rate = points.recall, points.false_positive_rate
    with np.errstate(divide="ignore", invalid="ignore"):  # recall 0 has the gain -inf
        return GainCurve(1 - points.positives / points.negatives * ((1 - recall) / recall), 1 - rate / recall)


@validate_points
def gain_curve(points: OperatingPoints) -> GainCurve:
    """Compute the precision-recall-gain curve, on which recall gains are in [0, 1].

    The recall gain is 1 - (p/(1-p)) * FN/TP. The precision gain is 1 - (p/(1-p)) * FP/TP = 1 - FPR/recall. Here p is
    the prevalence. The curve starts at recall gain 0, where recall equals p. If no point has this recall, FP is
    interpolated linearly. The point that calls every row positive is (1, 0).

    Parameters
    ----------
    points : OperatingPoints
        Counts at each threshold, strictest first.

    Returns
    -------
    GainCurve
        Vertices of the curve, arrays of shape (n_vertices,). No unit; the precision gain can be negative, without
        limit. A curve that ends below recall p has no vertices. Without positives or without negatives the gains are
        0/0, and the curve has two vertices that are nan.

    Raises
    ------
    ValueError
        `points` is not OperatingPoints.

    References
    ----------
    .. [1] Flach & Kull (2015), Precision-Recall-Gain Curves: PR Analysis Done Right, NeurIPS 28.

    Examples
    --------
    >>> curve = gain_curve(OperatingPoints.from_counts([3, 2, 1], [1, 1, 0], [0, 1, 1]))
    >>> curve.recall_gain.tolist(), curve.precision_gain.tolist()
    ([0.0, 1.0, 1.0], [1.0, 0.5, 0.0])
    >>> gain_curve(OperatingPoints.from_counts([1], [2], [0])).recall_gain.tolist()
    [nan, nan]
    """
    if points.positives == 0 or points.negatives == 0:
        return GainCurve(np.full(2, np.nan), np.full(2, np.nan))
    recall, rate, of_points = points.recall, points.false_positive_rate, gains(points)
    recall_gain = of_points.recall_gain
    first = int(np.searchsorted(recall_gain, 0.0))
    inside = slice(first, None)
    curve = GainCurve(recall_gain[inside], of_points.precision_gain[inside])
    if first == recall.size or recall_gain[first] == 0:
        return curve
    around = slice(first, first + 2)  # the points before and after the entry, (0, 0) being before the first
    rate_at_entry = np.interp(points.prevalence, np.append(0.0, recall)[around], np.append(0.0, rate)[around])
    gain_at_entry = 1 - rate_at_entry / points.prevalence
    return GainCurve(np.append(0.0, curve.recall_gain), np.append(gain_at_entry, curve.precision_gain))


@validate_points
def area_under_gain(points: OperatingPoints) -> float:
    """Compute the area under the precision-recall-gain curve by the trapezoidal rule, which is exact here.

    The area is related to the expected F1 score, unlike the area under the precision-recall curve.

    Parameters
    ----------
    points : OperatingPoints
        Counts at each threshold, strictest first.

    Returns
    -------
    float
        Area: no unit, at most 1. A perfect ranking has 1 and constant scores have 0. The area of a random ranking tends
        to 0, and that of a bad ranking is negative. It is 0 for a curve that ends below recall p, with p the
        prevalence, and nan without positives or without negatives.

    Raises
    ------
    ValueError
        `points` is not OperatingPoints.

    References
    ----------
    .. [1] Flach & Kull (2015), Precision-Recall-Gain Curves: PR Analysis Done Right, NeurIPS 28.

    Examples
    --------
    >>> area_under_gain(OperatingPoints.from_counts([4, 3, 2, 1], [1, 0, 1, 0], [0, 1, 0, 1]))
    0.25
    >>> area_under_gain(OperatingPoints.from_counts([2, 1], [0, 1], [1, 0]))
    -0.5
    """
    return gain_curve(points).polygon_area
