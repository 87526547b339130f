"""Net benefit over threshold probabilities, and contours of equal F-score or equal net benefit.

At the threshold probability p, a false positive costs p / (1 - p) times the benefit of a true positive. If scores can
be probabilities, rows from p on are predicted positive, as in Vickers & Elkin (2006). Other scores are not on the scale
of p, so the best threshold at each p is used.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from pr_curve_lab.analysis.alerts import Deployment
from pr_metrics import JoinedCurve, OperatingPoints, f_contour, net_benefit

PROBABILITY_STEP = 0.005  # of threshold probability
MAX_PROBABILITY, MAX_PROBABILITY_RARE = 0.99, 0.5  # largest probability drawn; if positives are rare, unless it gains
RARE_PREVALENCE = 0.25  # class balance below which positives are rare
N_LOW_PROBABILITIES = 40  # values up to the class balance, where the curve of treating all falls to 0
MIN_WIDTH = 1e-12  # of threshold probability; smaller widths are rounding errors
MIN_RELATIVE_WIDTH = 0.01  # of the widest range; narrower ranges and gaps do not matter in practice
FEW_ROWS = 30  # with fewer, the 95% interval of a precision can be wider than 0.3
MAX_RANGES = 3  # ranges of gains that are listed, the widest in log odds
MIN_CALIBRATION_RATIO = 1.25  # ratio between the mean score and the class balance, in either direction
MIN_STANDARD_DEVIATIONS = 5.0  # between the sum of the scores and the number of positives


@dataclass(frozen=True, eq=False)
class DecisionCurve:
    """Net benefit in true positives per row, at each threshold probability; arrays have shape (n,).

    is_probability: whether the scores are used as probabilities. gains: the ranges of probability in which the model is
    better than treating all and none, without very narrow ones. has_more: whether gains lists only the widest ranges.
    few_rows_from: above this probability, only thresholds with fewer than `FEW_ROWS` rows gain; None if none gains
    there, or rows are weighted.
    """

    probability: np.ndarray
    model: np.ndarray
    treat_all: np.ndarray
    is_probability: bool
    gains: tuple[tuple[float, float], ...]
    has_more: bool
    few_rows_from: float | None


def decision_curve(deployment: Deployment) -> DecisionCurve:
    """Compute the net benefit where the points are used; "treat all" means all rows that have a score.

    >>> from pr_curve_lab.analysis.alerts import build_deployment
    >>> used = build_deployment(OperatingPoints.from_counts([0.9, 0.5, 0.1], [2, 1, 1], [0, 2, 4]))
    >>> curve = decision_curve(used)
    >>> [round(float(one[curve.probability == 0.5][0]), 3) for one in (curve.model, curve.treat_all)]
    [0.1, -0.2]
    """
    points = deployment.points
    as_probabilities = bool(points.threshold[0] <= 1 and points.threshold[-1] >= 0)
    gains = _gains(points, is_probability=as_probabilities)
    listed = sorted(sorted(gains, key=_log_odds_width, reverse=True)[:MAX_RANGES])
    probability = _probability_grid(points.prevalence, listed[-1][1] if listed else 0.0)
    odds = probability / (1 - probability)
    all_called = _net_benefit(points, np.array([points.threshold.size - 1]), odds)
    model = net_benefit(points, probability) if as_probabilities else _best_benefit(points, odds)
    few = _few_rows_from(deployment, listed, is_probability=as_probabilities)
    has_more = len(listed) < len(gains)
    return DecisionCurve(probability, model, all_called, as_probabilities, tuple(listed), has_more, few)


def miscalibrated_mean(points: OperatingPoints) -> float | None:
    """Return the mean of scores used as probabilities if it is clearly far from the class balance, or else None.

    The sum of the scores and the number of positives are compared by the variance of the latter if each row is positive
    with the probability that is its score: the sum of score * (1 - score).

    >>> miscalibrated_mean(OperatingPoints.from_counts([0.9, 0.4], [100, 100], [0, 800]))
    0.45
    >>> miscalibrated_mean(OperatingPoints.from_counts([0.9, 0.1], [90, 90], [10, 810])) is None
    True
    """
    score, last = points.threshold, points.true_positives[-1] + points.false_positives[-1]
    rows = np.diff(points.true_positives + points.false_positives, prepend=0.0)
    expected, found = float(rows @ score), float(points.true_positives[-1])
    off = abs(expected - found) > MIN_STANDARD_DEVIATIONS * float(np.sqrt(rows @ (score * (1 - score))))
    far = not found / MIN_CALIBRATION_RATIO <= expected <= found * MIN_CALIBRATION_RATIO
    return expected / float(last) if off and far else None


def _probability_grid(prevalence: float, last_gain: float) -> np.ndarray:
    """Return probabilities from 0 to beyond the last gain, or at least as far as is common."""
    usual = MAX_PROBABILITY_RARE if prevalence < RARE_PREVALENCE else MAX_PROBABILITY
    end = min(max(usual, last_gain + 10 * PROBABILITY_STEP), MAX_PROBABILITY)
    even = np.arange(round(end / PROBABILITY_STEP) + 1) * PROBABILITY_STEP
    return np.unique(np.concatenate((even, np.linspace(0.0, min(prevalence, end), N_LOW_PROBABILITIES))))


def _net_benefit(points: OperatingPoints, at: np.ndarray, odds: np.ndarray) -> np.ndarray:
    """Return the net benefit of the best of some thresholds at each of the odds, with the shape of `odds`."""
    rows = points.positives + points.negatives
    true, false = points.true_positives[at] / rows, points.false_positives[at] / rows
    return np.array([float((true - false * one).max()) for one in odds])


def _best_benefit(points: OperatingPoints, odds: np.ndarray) -> np.ndarray:
    """Return the net benefit of the best threshold at each of the odds, or 0 if treating none is better."""
    return np.asarray(np.maximum(_net_benefit(points, np.arange(points.threshold.size), odds), 0.0))


def _gains(points: OperatingPoints, *, is_probability: bool) -> list[tuple[float, float]]:
    """Return the ranges in which a threshold is better than treating all and none, without very narrow ones."""
    low, high = _threshold_ranges(points, is_probability=is_probability)
    leads = high - low > MIN_WIDTH
    if not leads.any():
        return []
    low, high = _merge_intervals(low[leads], high[leads], MIN_WIDTH)
    slight = MIN_RELATIVE_WIDTH * float((high - low).max())
    wide = high - low >= slight
    low, high = _merge_intervals(low[wide], high[wide], slight)
    return list(zip(low.tolist(), high.tolist(), strict=True))


def _threshold_ranges(points: OperatingPoints, *, is_probability: bool) -> tuple[np.ndarray, np.ndarray]:
    """Return between which probabilities each threshold is better than treating all and none.

    A threshold is better from the share of positives below it up to its precision. is_probability: and only between the
    next lower threshold and itself.
    """
    tp, fp = points.true_positives, points.false_positives
    below, high = tp[-1] - tp, points.precision
    rest = below + fp[-1] - fp
    low = np.divide(below, rest, out=np.ones(rest.shape), where=rest > 0)
    if is_probability:
        low = np.maximum(low, np.append(points.threshold[1:], 0.0))
        high = np.minimum(high, points.threshold)
    return low, high


def _few_rows_from(deployment: Deployment, gains: list[tuple[float, float]], *, is_probability: bool) -> float | None:
    source = deployment.source_points
    if source.weighted or not gains:
        return None
    low, high = _threshold_ranges(deployment.points, is_probability=is_probability)
    many = (high - low > MIN_WIDTH) & (source.true_positives + source.false_positives >= FEW_ROWS)
    reached = max(float(high[many].max(initial=0.0)), gains[0][0])
    return reached if reached < gains[-1][1] - MIN_WIDTH else None


def _merge_intervals(low: np.ndarray, high: np.ndarray, gap: float) -> tuple[np.ndarray, np.ndarray]:
    """Merge ranges that overlap or have a gap of at most `gap`, in ascending order."""
    order = np.argsort(low)
    low, reached = low[order], np.maximum.accumulate(high[order])
    first = np.append(True, low[1:] > reached[:-1] + gap)
    return low[first], reached[np.append(first[1:], True)]


def _log_odds_width(interval: tuple[float, float]) -> float:
    """Return the width of a range in log odds, in which .003 to .03 is wider than .5 to .8."""
    low, high = interval
    return math.inf if low <= 0 or high >= 1 else math.log(high / (1 - high)) - math.log(low / (1 - low))


CONTOUR_LEVELS = (0.2, 0.4, 0.6, 0.8)
BENEFIT_LEVELS = (0.0, *CONTOUR_LEVELS)  # shares of the largest net benefit; treating none is worth 0
N_VERTICES = 200


@dataclass(frozen=True, slots=True, eq=False)
class Contour:
    """The curve of all recalls and precisions with one score, and the position of its label."""

    score: float
    beta: float | None  # weight of recall relative to precision in an F-score; None for net benefit
    curve: JoinedCurve
    position: tuple[float, float]


def f_contours(beta: float) -> tuple[Contour, ...]:
    """Return the contours of a few F-scores; their labels are where precision and recall are both F.

    >>> [contour.score for contour in f_contours(2.0)]
    [0.2, 0.4, 0.6, 0.8]
    """
    return tuple(Contour(score, beta, f_contour(score, beta), (score, score)) for score in CONTOUR_LEVELS)


def benefit_contours(cost_fp: float, cost_fn: float, benefit: float) -> tuple[Contour, ...]:
    """Return contours of net benefit as shares of the largest one; none if a true positive has no benefit.

    A false positive costs w = cost_fp / (cost_fn + benefit) of a true positive, so at recall r and precision p the
    share u is r * (1 - w * (1 - p) / p) at any class balance, and p = w * r / ((1 + w) * r - u), from r = u on.
    Source: Vickers & Elkin (2006), Med. Decis. Making 26, 565-574, as lines of recall and precision.

    >>> none, *_, most = benefit_contours(1.0, 3.0, 1.0)
    >>> [round(float(one.curve.precision[-1]), 4) for one in (none, most)]
    [0.2, 0.5556]
    """
    if cost_fn + benefit == 0:
        return ()
    weight = cost_fp / (cost_fn + benefit)
    found = []
    for share in BENEFIT_LEVELS:
        recall = np.linspace(share, 1.0, N_VERTICES)
        rest = (1 + weight) * recall - share
        worth = weight / (1 + weight) if share == 0 else 1.0  # precision at the start of the contour
        precision = np.divide(weight * recall, rest, out=np.full(N_VERTICES, worth), where=rest > 0)
        precision[0] = worth
        middle = N_VERTICES // 2
        found.append(Contour(share, None, JoinedCurve(recall, precision), (recall[middle], precision[middle])))
    return tuple(found)
