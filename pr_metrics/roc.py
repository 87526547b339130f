"""The receiver operating characteristic and the precision-recall-gain curve of the same points.

Here (0, 0), nothing called positive, is a point like any other: neither rate is 0/0 there.

Gains are harmonic: on their axes a segment along which TP and FP grow together is straight, so trapezoids are exact.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pr_metrics.points import OperatingPoints
from pr_metrics.points_validation import validate_points
from pr_metrics.validation import FloatArray, short_repr


@dataclass(frozen=True, slots=True, eq=False)
class RocCurve:
    """The vertices of an ROC curve from (0, 0); every array has shape (n_points + 1,)."""

    false_positive_rate: FloatArray
    true_positive_rate: FloatArray
    threshold: FloatArray  # score units; infinity at (0, 0), above every score

    def __repr__(self) -> str:
        return short_repr(self)

    @property
    def polygon_area(self) -> float:
        """Area between the vertices and a true positive rate of 0.

        >>> RocCurve(np.array([0.0, 1.0]), np.array([0.0, 1.0]), np.array([np.inf, 0.5])).polygon_area
        0.5
        """
        width = np.diff(self.false_positive_rate)
        return float((width * (self.true_positive_rate[1:] + self.true_positive_rate[:-1]) / 2).sum())


@validate_points
def roc_curve(points: OperatingPoints) -> RocCurve:
    """Join the points by straight lines from (0, 0): what random tie-breaking does on average.

    False positive rate = FP/N, true positive rate = recall = TP/P; no unit, in [0, 1]. The curve ends at the last
    point: (1, 1) when that one calls every row positive. A rate without rows of its class is nan.
    Source: Fawcett (2006), An introduction to ROC analysis, doi 10.1016/j.patrec.2005.10.010.

    >>> curve = roc_curve(OperatingPoints.from_counts([2, 1], [1, 0], [0, 1]))
    >>> curve.false_positive_rate.tolist(), curve.true_positive_rate.tolist(), curve.threshold.tolist()
    ([0.0, 0.0, 1.0], [0.0, 1.0, 1.0], [inf, 2.0, 1.0])
    """
    return RocCurve(
        np.append(0.0, points.false_positive_rate), np.append(0.0, points.recall), np.append(np.inf, points.threshold)
    )


@validate_points
def roc_area(points: OperatingPoints) -> float:
    """Area under the ROC curve: the chance that a random positive outscores a random negative, ties counting half.

    No unit, in [0, 1]: a random ranking has 1/2. nan where a class is absent: then there is no such pair, and a rate
    is 0/0. Of a curve that ends before (1, 1) it is the area up to its end. Equals scikit-learn's roc_auc_score.
    Source: Fawcett (2006), An introduction to ROC analysis, doi 10.1016/j.patrec.2005.10.010, section 7.

    >>> roc_area(OperatingPoints.from_counts([4, 3, 2, 1], [1, 0, 1, 0], [0, 1, 0, 1]))
    0.75
    >>> roc_area(OperatingPoints.from_counts([2, 1], [1, 1], [0, 0]))
    nan
    """
    return roc_curve(points).polygon_area


@dataclass(frozen=True, slots=True, eq=False)
class GainCurve:
    """The vertices of a gain curve, recall gain rising from 0; both arrays have shape (n_vertices,)."""

    recall_gain: FloatArray
    precision_gain: FloatArray

    def __repr__(self) -> str:
        return short_repr(self)

    @property
    def polygon_area(self) -> float:
        """Area between the vertices and precision gain 0; what lies below 0 counts as negative.

        >>> GainCurve(np.array([0.0, 1.0]), np.array([1.0, 0.0])).polygon_area
        0.5
        """
        width = np.diff(self.recall_gain)
        return float((width * (self.precision_gain[1:] + self.precision_gain[:-1]) / 2).sum())


@validate_points
def gains(points: OperatingPoints) -> GainCurve:
    """Recall gain and precision gain of every point, also of those with a recall gain below 0; shape (n_points,).

    recall gain = 1 - (p/(1-p)) * FN/TP, precision gain = 1 - (p/(1-p)) * FP/TP = 1 - FPR/recall, with p the
    prevalence. No unit, at most 1; -inf at recall 0, where a precision gain without false positives is nan. nan, all of
    them, without positives or without negatives.
    Source: Flach & Kull (2015), Precision-Recall-Gain Curves: PR Analysis Done Right, NeurIPS 28.

    >>> validate_points = gains(OperatingPoints.from_counts([3, 2, 1], [1, 1, 0], [0, 1, 1]))
    >>> validate_points.recall_gain.tolist(), validate_points.precision_gain.tolist()
    ([0.0, 1.0, 1.0], [1.0, 0.5, 0.0])
    """
    if points.positives == 0 or points.negatives == 0:
        return GainCurve(*np.full((2, points.threshold.size), np.nan))
    recall, rate = points.recall, points.false_positive_rate
    with np.errstate(divide="ignore", invalid="ignore"):  # recall 0 has the gain -inf
        return GainCurve(1 - points.positives / points.negatives * ((1 - recall) / recall), 1 - rate / recall)


@validate_points
def gain_curve(points: OperatingPoints) -> GainCurve:
    """Return the points with a recall gain in [0, 1], and before them the one where the recall gain is 0.

    recall gain = 1 - (p/(1-p)) * FN/TP, precision gain = 1 - (p/(1-p)) * FP/TP = 1 - FPR/recall, with p the
    prevalence. The curve enters where recall = p, with FP interpolated linearly; the point that calls everything
    positive is (1, 0). A curve that ends below recall p has no vertices. Without positives or without negatives the
    gains are 0/0, and both ends of the curve nan. No unit; precision gain can be negative, without limit.
    Source: Flach & Kull (2015), Precision-Recall-Gain Curves: PR Analysis Done Right, NeurIPS 28.

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
    """Area under the gain curve by trapezoids, which are exact here.

    No unit, at most 1: a perfect ranking has 1, constant scores 0, a random ranking tends to 0, a bad one is negative.
    Related to the expected F1 score; the area of precision and recall themselves is not. 0 for a curve that ends below
    recall p; nan without positives or without negatives.
    Source: Flach & Kull (2015), Precision-Recall-Gain Curves: PR Analysis Done Right, NeurIPS 28.

    >>> area_under_gain(OperatingPoints.from_counts([4, 3, 2, 1], [1, 0, 1, 0], [0, 1, 0, 1]))
    0.25
    >>> area_under_gain(OperatingPoints.from_counts([2, 1], [0, 1], [1, 0]))
    -0.5
    """
    return gain_curve(points).polygon_area
