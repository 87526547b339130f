"""Rows that share their score with a row of the other class: only their order could change a ranking's area."""

from __future__ import annotations

import numpy as np

from pr_curve_lab.reading.cases.cases import Cases, rows_at
from pr_metrics import OperatingPoints


def mixed_rows(points: OperatingPoints) -> int:
    """How many rows share their score with a row of the other class; points of rows without weights.

    >>> mixed_rows(OperatingPoints.from_counts([2, 1], [1, 3], [0, 4]))
    7
    """
    gained, lost = _gains(points)
    mixed = (gained > 0) & (lost > 0)
    return int((gained + lost)[mixed].sum())


def mixed_rows_of(cases: Cases) -> int:
    """The `mixed_rows` of cases, also of those with weights, which are then counted one by one.

    >>> from pr_curve_lab.reading.examples import example_cases
    >>> mixed_rows_of(example_cases("constant"))
    100
    """
    if not cases.is_weighted:
        return mixed_rows(cases.points)
    gained, lost = _gains(cases.points)
    return int(rows_at(cases, cases.points.threshold[(gained > 0) & (lost > 0)]).rows.sum())


def has_tied_positive(cases: Cases) -> bool:
    """Whether any positive shares its score with another row: then the order of tied rows changes points.

    >>> from pr_curve_lab.reading.examples import example_cases
    >>> has_tied_positive(example_cases("constant"))
    True
    """
    gained, lost = _gains(cases.points)
    if not cases.is_weighted:
        return bool(((gained > 0) & (gained + lost > 1)).any())
    return bool((rows_at(cases, cases.points.threshold[gained > 0]).rows > 1).any())


def _gains(points: OperatingPoints) -> tuple[np.ndarray, np.ndarray]:
    """Positives and negatives at each threshold itself."""
    return np.diff(points.true_positives, prepend=0.0), np.diff(points.false_positives, prepend=0.0)
