"""Net benefit over threshold probabilities: a model beside calling all rows positive, and calling none.

At the probability p a false alarm weighs p / (1 - p) of a found positive. Scores that are probabilities are called
from p on, as Vickers & Elkin (2006) do. Others say nothing of p: for them the best threshold at each p is taken.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pr_app.analysis.deployment import Deployment
from pr_metrics import OperatingPoints, net_benefit

STEP = 0.005  # of threshold probability
LARGEST, LARGEST_RARE = 0.99, 0.5  # threshold probability that is drawn; the second where positives are rare
RARE = 0.25  # class balance
FINER = 40  # places up to the class balance, where the line of calling all falls to 0
NO_WIDTH = 1e-12  # of threshold probability; less is rounding
SLIGHT = 0.01  # of the widest range of gains: narrower ones, and narrower gaps, nobody would choose by


@dataclass(frozen=True, eq=False)
class DecisionCurve:
    """Net benefit in true positives per row, at each threshold probability; arrays have shape (n,).

    of_probabilities: whether the scores are taken as probabilities. gains: the ends of the probabilities, also of those
    that are not drawn, but for slight ranges, between which the model is worth more than calling all and than calling
    none, and whether it is at all between them; None where it is nowhere.
    """

    probability: np.ndarray
    model: np.ndarray
    all_called: np.ndarray
    of_probabilities: bool
    gains: tuple[float, float, bool] | None


def decision_curve(used: Deployment) -> DecisionCurve:
    """Compute the net benefit where the points are used; calling all is calling all rows that have a score.

    >>> from pr_app.analysis.deployment import deployment
    >>> used = deployment(OperatingPoints.from_counts([0.9, 0.5, 0.1], [2, 1, 1], [0, 2, 4]))
    >>> curve = decision_curve(used)
    >>> [round(float(one[curve.probability == 0.5][0]), 3) for one in (curve.model, curve.all_called)]
    [0.1, -0.2]
    """
    points = used.points
    probability = _probabilities(points.prevalence)
    odds = probability / (1 - probability)
    all_called = _worth(points, np.array([points.threshold.size - 1]), odds)
    as_probabilities = bool(points.threshold[0] <= 1 and points.threshold[-1] >= 0)
    model = net_benefit(points, probability) if as_probabilities else _best(points, odds)
    return DecisionCurve(probability, model, all_called, as_probabilities, _gains(points, bounded=as_probabilities))


def _probabilities(prevalence: float) -> np.ndarray:
    end = LARGEST_RARE if prevalence < RARE else LARGEST
    even = np.arange(round(end / STEP) + 1) * STEP
    return np.unique(np.concatenate((even, np.linspace(0.0, min(prevalence, end), FINER))))


def _worth(points: OperatingPoints, at: np.ndarray, odds: np.ndarray) -> np.ndarray:
    """Net benefit of the best of some thresholds at each of the odds, shape of odds."""
    rows = points.positives + points.negatives
    true, false = points.true_positives[at] / rows, points.false_positives[at] / rows
    return np.array([float((true - false * one).max()) for one in odds])


def _best(points: OperatingPoints, odds: np.ndarray) -> np.ndarray:
    """Net benefit of the best threshold at each of the odds, where calling nothing is one more."""
    return np.asarray(np.maximum(_worth(points, np.arange(points.threshold.size), odds), 0.0))


def _gains(points: OperatingPoints, *, bounded: bool) -> tuple[float, float, bool] | None:
    """The ends of where a threshold is worth more than calling all and none, and whether one is at all between them.

    A threshold is between the share of positives below it, and its precision. bounded: it is in force from the next
    looser one to itself only.
    """
    hits, alarms = points.true_positives, points.false_positives
    below, high = hits[-1] - hits, points.precision
    rest = below + alarms[-1] - alarms
    low = np.divide(below, rest, out=np.ones(rest.shape), where=rest > 0)
    if bounded:
        low = np.maximum(low, np.append(points.threshold[1:], 0.0))
        high = np.minimum(high, points.threshold)
    leads = high - low > NO_WIDTH
    if not leads.any():
        return None
    low, high = _merged(low[leads], high[leads])
    wide = high - low >= SLIGHT * (high - low).max()
    low, high = low[wide], high[wide]
    throughout = bool((low[1:] - high[:-1] <= SLIGHT * (high - low).max()).all())
    return float(low[0]), float(high[-1]), throughout


def _merged(low: np.ndarray, high: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Ranges that overlap or touch as one, in their order."""
    order = np.argsort(low)
    low, reached = low[order], np.maximum.accumulate(high[order])
    first = np.append(True, low[1:] > reached[:-1] + NO_WIDTH)
    return low[first], reached[np.append(first[1:], True)]
