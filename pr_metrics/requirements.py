"""Which threshold to take: requirements and wishes that only real points can meet.

A point on a joined line between two thresholds is not a threshold: requirements are answered by achievable points.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pr_metrics.f_scores import f_score
from pr_metrics.given_points import of_points
from pr_metrics.inputs import BoolArray, FloatArray, real_or_nan
from pr_metrics.interpolate import linear
from pr_metrics.one_line import one_line
from pr_metrics.points import OperatingPoints


# Without __index__, although it stands where an index stood: float() would take that for the threshold.
@dataclass(frozen=True, slots=True)
class ChosenThreshold:
    """A threshold that was chosen, and its point; the rows it calls positive are those with score >= threshold."""

    threshold: float  # score units
    recall: float
    precision: float
    true_positives: float  # rows, or weight
    false_positives: float
    index: int  # of the point, from the strictest on

    def __repr__(self) -> str:
        return one_line(self)


@of_points
def choose_threshold(
    points: OperatingPoints,
    *,
    min_precision: float | None = None,
    min_recall: float | None = None,
    max_alerts: float | None = None,
    beta: float | None = None,
    cost_fp: float | None = None,
    cost_fn: float | None = None,
) -> ChosenThreshold | None:
    """Choose the achievable threshold that meets every requirement given, or None when none does.

    Requirements: precision >= min_precision, recall >= min_recall, TP + FP <= max_alerts. Of the points that meet
    them, a wish decides: with costs, the least cost_fp * FP + cost_fn * FN; with beta, the largest F-beta; with
    neither, what the requirements leave to be wished: most recall where only precision or alerts are bounded, most
    precision where only recall is, else the largest F1. Of equals the strictest. Calling nothing positive is not a
    point, so it is never the answer, even where it would cost less. Without positives no threshold is.
    min_precision, min_recall: no unit; max_alerts: rows, or weight; costs: any unit, both the same.
    Source: for costs Elkan (2001), The foundations of cost-sensitive learning, IJCAI 17.

    Raises
    ------
    ValueError: a requirement outside [0, 1]; max_alerts or a cost that is not a number of at least 0; one cost without
        the other; both costs 0; costs and beta together; a beta that `f_score` refuses.

    >>> points = OperatingPoints.from_counts([3, 2, 1], [1, 1, 0], [0, 1, 1])
    >>> choose_threshold(points, min_precision=0.6)
    ChosenThreshold(threshold=2.0, recall=1, precision=0.66667, true_positives=2, false_positives=1, index=1)
    >>> [choose_threshold(points, cost_fp=1, cost_fn=missed).threshold for missed in (0.3, 3)]
    [3.0, 2.0]
    >>> choose_threshold(points, min_precision=0.7, min_recall=0.7) is None
    True
    """
    _check_shares(min_precision, min_recall)
    _check_amount("max_alerts", max_alerts)
    meets = _meeting(points, min_precision, min_recall, max_alerts)
    if cost_fp is not None or cost_fn is not None:
        wish = _savings(points, cost_fp, cost_fn, beta)
    elif beta is not None:
        wish = f_score(points, beta)
    else:
        wish = _left_to_wish(points, min_recall is not None, min_precision is not None or max_alerts is not None)
    return _point(points, int(np.argmax(np.where(meets, wish, -np.inf)))) if meets.any() else None


@of_points
def nearest_thresholds(
    points: OperatingPoints,
    *,
    min_precision: float | None = None,
    min_recall: float | None = None,
    max_alerts: float | None = None,
) -> dict[str, int]:
    """Index, for each requirement by its name, of the point that comes nearest to it among those that meet the others.

    Where the requirements cannot be met together these are the ways out: each gives up on one of them and misses it by
    least, with the largest precision or recall, or the fewest alerts; of equals the strictest. A requirement is left
    out where the others cannot be met without it either. Units as for `choose_threshold`.

    Raises
    ------
    ValueError: a requirement outside [0, 1]; max_alerts that is not a number of at least 0.

    >>> points = OperatingPoints.from_counts([3, 2, 1], [1, 1, 0], [0, 1, 1])  # precision 1, 2/3, 1/2; recall 1/2, 1, 1
    >>> nearest_thresholds(points, min_precision=0.8, min_recall=0.9)
    {'min_precision': 1, 'min_recall': 0}
    >>> nearest_thresholds(points, min_precision=0.8, min_recall=0.9, max_alerts=2)
    {'min_recall': 0}
    """
    asked = {"min_precision": min_precision, "min_recall": min_recall, "max_alerts": max_alerts}
    _check_shares(min_precision, min_recall)
    _check_amount("max_alerts", max_alerts)
    short = {
        "min_precision": points.precision,
        "min_recall": points.recall,
        "max_alerts": -(points.true_positives + points.false_positives),
    }
    nearest = {}
    for name in (name for name, required in asked.items() if required is not None):
        meets = _meeting(points, **{**asked, name: None})
        if meets.any():
            nearest[name] = int(np.argmax(np.where(meets, short[name], -np.inf)))
    return nearest


@of_points
def line_meeting(points: OperatingPoints, *, min_precision: float = 0.0, min_recall: float = 0.0) -> int | None:
    """Index of the point that ends the first straight line on which both requirements are met, or None.

    The lines are those of the scheme `linear`, the one from the invented (0, 1) to the first point included. Where
    `choose_threshold` finds no point, such a line only looks as if there were one: no threshold stands on it.
    Source: Davis & Goadrich (2006), section 4, on lines that no threshold reaches.

    Raises
    ------
    ValueError: a requirement outside [0, 1].

    >>> points = OperatingPoints.from_counts([2, 1], [5, 5], [0, 10])
    >>> choose_threshold(points, min_precision=0.7, min_recall=0.7) is None
    True
    >>> line_meeting(points, min_precision=0.7, min_recall=0.7)
    1
    """
    _check_shares(min_precision, min_recall)
    pieces = linear(points)
    width = pieces.recall_after - pieces.recall_before
    entered = np.clip(min_recall - pieces.recall_before, 0.0, width)  # recall from the left end of the piece on
    slope = np.divide(pieces.height_after - pieces.height_before, width, out=np.zeros(width.shape), where=width > 0)
    highest = np.maximum(pieces.height_before + slope * entered, pieces.height_after)
    meets = (pieces.recall_after >= min_recall) & (highest >= min_precision)
    return int(np.argmax(meets)) if meets.any() else None


def _point(points: OperatingPoints, index: int) -> ChosenThreshold:
    true, false = (float(counts[index]) for counts in points.counts)
    precision = true / (true + false) if true + false else np.nan  # its rows may weigh nothing
    return ChosenThreshold(float(points.threshold[index]), true / points.positives, precision, true, false, index)


def _check_shares(min_precision: float | None, min_recall: float | None) -> None:
    for name, required in (("min_precision", min_precision), ("min_recall", min_recall)):
        if required is not None and not 0 <= real_or_nan(required) <= 1:
            raise ValueError(f"{name} must be between 0 and 1, got {required!r}")


def _meeting(
    points: OperatingPoints, min_precision: float | None, min_recall: float | None, max_alerts: float | None
) -> BoolArray:
    alerts = points.true_positives + points.false_positives
    most = np.inf if max_alerts is None else max_alerts
    meets = (points.recall >= (min_recall or 0.0)) & (alerts <= most)  # a recall of nan meets nothing
    return meets & (points.precision >= min_precision) if min_precision else meets


def _left_to_wish(points: OperatingPoints, recall_is_bounded: bool, alarms_are_bounded: bool) -> FloatArray:
    if alarms_are_bounded and not recall_is_bounded:
        return points.recall
    if recall_is_bounded and not alarms_are_bounded:
        return points.precision
    return f_score(points)


def _savings(points: OperatingPoints, cost_fp: float | None, cost_fn: float | None, beta: float | None) -> FloatArray:
    """Minus the cost of each point, in units of the larger cost, so that no product overflows."""
    if beta is not None:
        raise ValueError("beta must not come with cost_fp and cost_fn: either decides alone, got both")
    if cost_fp is None or cost_fn is None:
        raise ValueError(f"cost_fp and cost_fn must come together, got {cost_fp} and {cost_fn}")
    _check_amount("cost_fp", cost_fp)
    _check_amount("cost_fn", cost_fn)
    larger = max(cost_fp, cost_fn)
    if larger == 0:
        raise ValueError("cost_fp and cost_fn must not both be 0")
    missed = points.positives - points.true_positives
    return -(cost_fp / larger * points.false_positives + cost_fn / larger * missed)


def _check_amount(name: str, value: float | None) -> None:
    if value is not None and not 0 <= real_or_nan(value) < np.inf:
        raise ValueError(f"{name} must be a number of at least 0, got {value!r}")
