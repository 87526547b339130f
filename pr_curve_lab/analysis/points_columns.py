"""Operating points as the columns of a table, under names that other programs read."""

from __future__ import annotations

import numpy as np

from pr_metrics import OperatingPoints, f_score


def points_columns(points: OperatingPoints, shown: np.ndarray | slice = slice(None)) -> dict[str, np.ndarray]:
    """The counts and ratios at some of the thresholds, strictest first; each of shape (n_shown,).

    >>> points = OperatingPoints.from_counts([2, 1], [1, 1], [0, 2])
    >>> points_columns(points)["precision"].tolist(), list(points_columns(points))[:2]
    ([1.0, 0.5], ['threshold', 'true_positives'])
    """
    true_positives, false_positives = points.true_positives[shown], points.false_positives[shown]
    return {
        "threshold": points.threshold[shown],
        "true_positives": true_positives,
        "false_positives": false_positives,
        "false_negatives": points.positives - true_positives,
        "true_negatives": points.negatives - false_positives,
        "precision": points.precision[shown],
        "recall": points.recall[shown],
        "f1": f_score(points)[shown],
        "share_called": (true_positives + false_positives) / (points.positives + points.negatives),
    }
