"""Scores that are called probabilities and are none: per cent, log odds, or far from the share of positives.

The order of the rows stays, so no curve and no area changes; thresholds do.
"""

from __future__ import annotations

import numpy as np

from pr_curve_lab.reading.cases.cases import Cases
from pr_curve_lab.reading.columns.names import PROBABILITIES, words_of
from pr_curve_lab.reading.problem import Problem

FEWEST_ROWS, FEWEST_POSITIVES = 100, 10  # for a word about the mean
TIMES, APART = 2.0, 0.05  # the mean score is so many times the share of positives, and so far from it
PER_CENT = 100.0


def called_probability(column: str) -> bool:
    """Whether the name of a column says that it holds probabilities.

    >>> called_probability("prob_default"), called_probability("probe")
    (True, False)
    """
    return any(word in PROBABILITIES for word in words_of(column))


def no_probabilities(cases: Cases) -> Problem | None:
    """The sign that scores which are called probabilities are none."""
    column = cases.roles.scores[0]
    if not called_probability(column) or column in cases.roles.turned or cases.roles.prediction is not None:
        return None
    low, high = float(cases.score.min()), float(cases.score.max())
    if low >= 0 and high <= 1:
        return _far_from_share(cases, column)
    percent = low >= 0 and high <= PER_CENT
    key = "probability_percent" if percent else "probability_logit" if _is_logit(cases) else "probability_outside"
    return Problem(key, column=column, low=f"{low:.4g}", high=f"{high:.4g}")


def as_share(score: np.ndarray) -> np.ndarray:
    """Per cent as a share.

    >>> as_share(np.array([50.0])).tolist()
    [0.5]
    """
    return score / PER_CENT


def from_log_odds(score: np.ndarray) -> np.ndarray:
    """Log odds as probabilities, 1 / (1 + exp(-x)).

    >>> from_log_odds(np.array([0.0, -800.0])).tolist()
    [0.5, 0.0]
    """
    with np.errstate(over="ignore"):
        return np.asarray(1 / (1 + np.exp(-score)))


def _is_logit(cases: Cases) -> bool:
    """Whether scores may be log odds: on both sides of 0, and still apart as probabilities."""
    threshold = cases.points.threshold
    return bool(threshold[0] > 0 > threshold[-1]) and np.unique(from_log_odds(threshold)).size == threshold.size


def _far_from_share(cases: Cases, column: str) -> Problem | None:
    positives = cases.positive_rows
    if cases.size < FEWEST_ROWS or positives < FEWEST_POSITIVES or cases.points.unreached_positives:
        return None
    mean, share = float(np.average(cases.score, weights=cases.weight)), cases.points.prevalence
    if abs(mean - share) < APART or max(mean, share) < TIMES * min(mean, share):
        return None
    return Problem("probability_mean", column=column, mean=mean, share=share)
