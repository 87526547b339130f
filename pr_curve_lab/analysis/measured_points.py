"""The points that a precision-recall picture marks, with all that the pointer reads at each of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pr_curve_lab.analysis.thinning import marked_points
from pr_metrics import OperatingPoints, f_score


@dataclass(frozen=True, slots=True, eq=False)
class MeasuredPoints:
    """The points with a circle; arrays have one entry, or one line, a point."""

    prevalence: float  # of all rows
    recall: np.ndarray
    precision: np.ndarray
    facts: np.ndarray  # threshold, TP, FP, FN, TN, F1, share called positive; (n_marked, 7), unless points are moved


def measured_points(points: OperatingPoints) -> MeasuredPoints:
    """Take the points that are marked, of many an even choice.

    >>> measured_points(OperatingPoints.from_counts([2, 1], [1, 1], [0, 2])).facts[0].round(2).tolist()
    [2.0, 1.0, 0.0, 1.0, 2.0, 0.67, 0.25]
    """
    recall = points.recall
    shown = marked_points(recall)
    true_positives, false_positives = points.true_positives[shown], points.false_positives[shown]
    columns = (
        points.threshold[shown],
        true_positives,
        false_positives,
        points.positives - true_positives,
        points.negatives - false_positives,
        f_score(points)[shown],
        (true_positives + false_positives) / (points.positives + points.negatives),
    )
    return MeasuredPoints(points.prevalence, recall[shown], points.precision[shown], np.column_stack(columns))


def moved_points(own: OperatingPoints, moved: OperatingPoints) -> MeasuredPoints:
    """Take the points that are marked at another class balance, where counts are none of the data's.

    facts are threshold, recall, false positive rate, precision in the data and at the other balance; (n_marked, 5).

    >>> from pr_metrics import at_prevalence
    >>> own = OperatingPoints.from_counts([2, 1], [1, 1], [1, 1])
    >>> moved_points(own, at_prevalence(own, 0.1)).facts[0].round(2).tolist()
    [2.0, 0.5, 0.5, 0.5, 0.1]
    """
    recall = own.recall
    shown = marked_points(recall)
    columns = (own.threshold, recall, own.false_positive_rate, own.precision, moved.precision)
    facts = np.column_stack([column[shown] for column in columns])
    return MeasuredPoints(moved.prevalence, recall[shown], moved.precision[shown], facts)
