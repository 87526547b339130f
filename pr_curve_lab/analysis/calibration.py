"""Whether scores can be read as probabilities: reliability curve, Brier score, and the rows from a threshold on.

Everything is summed from the counts at each score, except for rows with weights, whose intervals need each weight.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from pr_curve_lab.analysis.formatting import format_percent
from pr_curve_lab.io.notices import Notice
from pr_curve_lab.schema.dataset import LabeledScores
from pr_metrics import (
    BrierScore,
    CalibrationCurve,
    OperatingPoints,
    brier_score,
    brier_score_of_points,
    calibration_curve,
    calibration_curve_of_points,
)
from pr_metrics.calibration import Strategy

CLOSE_SCORES = 0.35  # width of the filled bins; at most three bins of width 0.1 are hardly a curve
MIN_DIFFERENCE, MIN_RATIO = 0.05, 1.5  # of the mean score and the share of positives; below both no decision changes
MIN_BIN_ROWS = 20  # in fewer rows, Wilson's interval excludes a far share more often than its level says


@dataclass(frozen=True, eq=False)
class Calibration:
    """The reliability curve and the Brier score of all rows that have a score."""

    curve: CalibrationCurve
    brier: BrierScore  # with parts for the bins of the curve
    strategy: Strategy
    worst_bin: int | None = None  # that with the most positives too many or too few, if it is off beyond chance


def calibration_problem(labeled_scores: LabeledScores) -> Notice | None:
    """Return why the scores cannot be probabilities of the positive class, or None if they can.

    >>> from pr_curve_lab.schema.examples import example_labeled_scores
    >>> calibration_problem(example_labeled_scores("apples_oranges"))
    Notice('probability_outside', column='score', low='1', high='10')
    """
    column, threshold = labeled_scores.roles.scores[0], labeled_scores.points.threshold
    if column in labeled_scores.roles.inverted:
        return Notice("calibration_turned", column=column)
    low, high = float(threshold[-1]), float(threshold[0])
    if low < 0 or high > 1:
        return Notice("probability_outside", column=column, low=f"{low:.4g}", high=f"{high:.4g}")
    if np.isin(threshold, (0.0, 1.0)).all():
        return Notice("hard_decisions", column=column)
    if labeled_scores.bins is not None and labeled_scores.bins.n_multi_score:
        return Notice("calibration_bins", column=column)
    return None


def calibration(labeled_scores: LabeledScores) -> Calibration:
    """Return the reliability curve in ten bins, and the Brier score with its parts for these bins.

    The bins are of equal width. If the scores are close together, as those of a weak model of rare positives are, the
    bins are of equal numbers of rows.

    >>> from pr_curve_lab.schema.examples import example_labeled_scores
    >>> found = calibration(example_labeled_scores("breast_cancer"))
    >>> int(found.curve.rows.sum()), round(found.brier.score, 3)
    (469, 0.075)
    """
    uniform = _calibration(labeled_scores, "uniform")
    if uniform.curve.upper_edge[-1] - uniform.curve.lower_edge[0] > CLOSE_SCORES:
        return uniform
    quantile = _calibration(labeled_scores, "quantile")
    return quantile if quantile.curve.rows.size > uniform.curve.rows.size else uniform


def _calibration(labeled_scores: LabeledScores, strategy: Strategy) -> Calibration:
    if labeled_scores.is_weighted:
        rows, weight = (labeled_scores.positive, labeled_scores.score), labeled_scores.weight
        curve_of = partial(calibration_curve, *rows, sample_weight=weight, strategy=strategy)
        brier = brier_score(*rows, sample_weight=weight, strategy=strategy)
    else:
        points = _scored_points(labeled_scores.points)
        curve_of = partial(calibration_curve_of_points, points, strategy=strategy)
        brier = brier_score_of_points(points, strategy=strategy)
    curve = curve_of()
    level = 1 - (1 - curve.confidence_level) / curve.rows.size
    return Calibration(curve, brier, strategy, _worst_bin(curve_of(confidence_level=level)))


def _matters(mean: np.ndarray, share: np.ndarray) -> np.ndarray:
    """Whether a difference is large enough to change a decision; for rare positives that is a ratio."""
    low, high = np.minimum(mean, share), np.maximum(mean, share)
    return np.asarray((high - low >= MIN_DIFFERENCE) | (high >= MIN_RATIO * low))


def _worst_bin(curve: CalibrationCurve) -> int | None:
    """Return the bin whose difference accounts for most, of those that are far outside their interval.

    The intervals are wider for several bins (Bonferroni), so calibrated scores have one in at most 5% of samples.
    """
    mean, share = curve.mean_probability, curve.fraction_positive
    is_off = ((mean < curve.lower) | (mean > curve.upper)) & _matters(mean, share)
    counted = np.where(is_off & (curve.rows >= MIN_BIN_ROWS), curve.weight * np.abs(mean - share), 0.0)
    return int(np.argmax(counted)) if counted.any() else None


@dataclass(frozen=True, slots=True)
class CalledRows:
    """The rows at or above a threshold: how many should be positive by their scores, and how many are."""

    index: int  # of the point
    threshold: float
    rows: int
    mean_probability: float  # the share of them that should be positive
    fraction_positive: float  # the share that is: the precision
    lower: float  # 95% interval of `fraction_positive`
    upper: float

    @property
    def agrees(self) -> bool:
        """Whether the difference may be chance, or is too small to matter."""
        is_within = self.lower <= self.mean_probability <= self.upper
        return is_within or not _matters(np.array(self.mean_probability), np.array(self.fraction_positive))

    @property
    def is_threshold_the_share(self) -> bool:
        """Whether the share of positives is printed like the threshold, although the scores do not say so."""
        return format_percent(self.threshold) == format_percent(self.fraction_positive)


def called_rows(labeled_scores: LabeledScores, index: int) -> CalledRows:
    """Return the rows at or above the threshold of a point.

    >>> from pr_curve_lab.schema.examples import example_labeled_scores
    >>> called = called_rows(example_labeled_scores("breast_cancer"), 99)
    >>> called.rows, called.agrees
    (100, True)
    """
    points = labeled_scores.points
    threshold = float(points.threshold[index])
    if labeled_scores.is_weighted:
        here = labeled_scores.score >= threshold
        assert labeled_scores.weight is not None
        rows, weight = (labeled_scores.positive[here], labeled_scores.score[here]), labeled_scores.weight[here]
        curve = calibration_curve(*rows, n_bins=1, sample_weight=weight)
    else:
        curve = calibration_curve_of_points(_as_one_point(points, index), n_bins=1)
    ends = float(curve.lower[0]), float(curve.upper[0])
    shares = float(curve.mean_probability[0]), float(curve.fraction_positive[0])
    return CalledRows(index, threshold, int(curve.rows[0]), *shares, *ends)


def _as_one_point(points: OperatingPoints, index: int) -> OperatingPoints:
    """Return the rows at or above a threshold as one point at their mean score, which is quick for millions."""
    true, false = (counts[: index + 1] for counts in points.counts)
    rows = np.diff(true + false, prepend=0)
    mean = min(float(rows @ points.threshold[: index + 1]) / float(rows.sum()), 1.0)
    return OperatingPoints.from_arrays(np.array([mean]), true[-1:].copy(), false[-1:].copy(), true[-1], false[-1])


def _scored_points(points: OperatingPoints) -> OperatingPoints:
    """Return the points without the positives that have no score, whose number need not be whole."""
    true, false = points.counts
    return OperatingPoints.from_arrays(points.threshold, true, false, float(true[-1]), float(false[-1]))
