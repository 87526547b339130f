"""Costs by amount: what a threshold finds and misses in money, where each row has an amount of its own."""

from __future__ import annotations

import numpy as np

from pr_curve_lab.analysis.deployment import Deployment
from pr_curve_lab.reading.cases.cases import Cases
from pr_metrics import OperatingPoints


def in_amounts(used: Deployment, cases: Cases, amount: np.ndarray) -> Deployment:
    """Take the thresholds as they are, where a positive counts as much as its amount, and a negative as one row.

    amount: shape (n_rows,), at least 0. At another class balance amounts grow as the positives do. The rows of a day
    stay those of the points that were given.

    >>> from pr_curve_lab.analysis.deployment import deployment
    >>> from pr_curve_lab.reading.examples import example_cases
    >>> cases = example_cases("ten_rows")
    >>> used = deployment(cases.points)
    >>> twice = in_amounts(used, cases, np.full(10, 2.0))
    >>> bool((twice.points.true_positives == 2 * cases.points.true_positives).all())
    True
    """
    points = used.points
    weight = 1.0 if cases.weight is None else cases.weight
    value = np.where(cases.positive, amount * weight, 0.0)
    # Thresholds fall; the first that a score reaches takes it.
    first = points.threshold.size - np.searchsorted(points.threshold[::-1], cases.score, side="right")
    found = np.cumsum(np.bincount(first, weights=value, minlength=points.threshold.size), dtype=np.float64)
    scale = points.positives / used.own.positives
    weighed = OperatingPoints(
        points.threshold,
        scale * found,
        points.false_positives,
        scale * float(found[-1]),
        points.negatives,
        weighted=True,
    )
    rows = used.rows * (weighed.positives + weighed.negatives) / (points.positives + points.negatives)
    return Deployment(used.own, weighed, rows, per_day=used.per_day)
