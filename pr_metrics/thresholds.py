"""Thresholds: counts at given ones, the choice of one, and measures at each (F-score, net benefit, predictive values).

A point on a joined line between two thresholds cannot be reached by any threshold, so requirements are answered with
measured points only.

The precision at a threshold, also called the positive predictive value, is an attribute of the points.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from pr_metrics.interpolation import JoinedCurve, linear
from pr_metrics.points import OperatingPoints, validate_points
from pr_metrics.validation import BoolArray, FloatArray, finite_numbers, real_or_nan, short_repr


@validate_points
def at_thresholds(points: OperatingPoints, thresholds: ArrayLike) -> OperatingPoints:
    """Return the operating points at the given thresholds only, strictest first.

    A row is predicted positive when its score >= threshold, so one between two scores gives the counts of the next
    higher score. Equal thresholds are merged. A threshold above the highest score calls no row positive and has
    precision 0/0, so it gets no point. The totals remain those of the data, so recall may end below 1. Points moved to
    another class balance stay moved, and their false positive rates are the measured ones.

    Parameters
    ----------
    points : OperatingPoints
        Counts at each threshold, strictest first.
    thresholds : array-like of shape (n_thresholds,)
        Thresholds in units of the score, in any order.

    Returns
    -------
    OperatingPoints
        One point for each distinct threshold that is not above the highest score.

    Raises
    ------
    ValueError
        The thresholds are not one-dimensional or are empty; one of them is text, ``nan`` or infinite; or all are above
        the highest score.

    Examples
    --------
    >>> points = OperatingPoints.from_counts([0.9, 0.5, 0.1], [1, 1, 1], [0, 1, 1])
    >>> coarse = at_thresholds(points, [0.5, 0.6, 0.5, 1.0])
    >>> coarse.threshold.tolist(), coarse.true_positives.tolist(), coarse.recall.round(2).tolist()
    ([0.6, 0.5], [1.0, 2.0], [0.33, 0.67])
    """
    grid = np.unique(finite_numbers("thresholds", thresholds) + 0.0)[::-1]  # -0.0 + 0.0 is 0.0
    index = np.searchsorted(-points.threshold, -grid, side="right") - 1
    calling = index >= 0
    if not calling.any():
        top = points.threshold[0]
        raise ValueError(f"thresholds must not all be above the highest score, {top}, got {grid[-1]} as the lowest")
    return points.take(index[calling], threshold=grid[calling])


@validate_points
def threshold_index(points: OperatingPoints, threshold: float) -> int | None:
    """Find the index of the operating point that a threshold gives.

    The point counts the rows with score >= threshold. For a threshold between two scores it is the point of the next
    higher score.

    Parameters
    ----------
    points : OperatingPoints
        Counts at each threshold, strictest first.
    threshold : float
        Threshold in units of the score.

    Returns
    -------
    int or None
        Index of the point, from 0 for the strictest. None if the threshold is above the highest score, where no row is
        predicted positive.

    Raises
    ------
    ValueError
        The threshold is not a number, or is ``nan``.

    Examples
    --------
    >>> points = OperatingPoints.from_counts([0.9, 0.5], [1, 1], [0, 1])
    >>> threshold_index(points, 0.6), threshold_index(points, 0.5), threshold_index(points, 1.0)
    (0, 1, None)
    """
    wanted = real_or_nan(threshold)
    if np.isnan(wanted):
        raise ValueError(f"threshold must be a number, got {threshold!r}")
    index = int(np.searchsorted(-points.threshold, -wanted, side="right")) - 1
    return index if index >= 0 else None


CONTOUR_POINTS = 200  # smooth at the width of a screen
BETA_RANGE = (1e-50, 1e50)  # beyond them the square of beta leaves float64's range


@validate_points
def f_score(points: OperatingPoints, beta: float = 1.0) -> FloatArray:
    """Compute the F-beta score at each threshold.

    The score is (1 + beta**2) * TP / ((1 + beta**2) * TP + beta**2 * FN + FP). Recall is weighted beta times as much as
    precision.

    Parameters
    ----------
    points : OperatingPoints
        Counts at each threshold, strictest first.
    beta : float, default 1.0
        Weight of recall relative to precision, from 1e-50 to 1e50.

    Returns
    -------
    ndarray of shape (n_points,)
        F-beta score at each threshold, in [0, 1]; ``nan`` without positives.

    Raises
    ------
    ValueError
        `beta` is not between 1e-50 and 1e50.

    References
    ----------
    .. [1] van Rijsbergen (1979), Information Retrieval, chapter 7.

    Examples
    --------
    >>> f_score(OperatingPoints.from_counts([2, 1], [1, 1], [0, 2])).round(4).tolist()
    [0.6667, 0.6667]
    """
    _check_beta(beta)
    if points.positives == 0:
        return np.full(points.threshold.shape, np.nan)
    weighted = (1 + beta**2) * points.true_positives
    false_negatives = points.positives - points.true_positives
    return weighted / (weighted + beta**2 * false_negatives + points.false_positives)


def f_contour(score: float, beta: float = 1.0) -> JoinedCurve:
    """Compute the contour of one F-beta score: all pairs of recall and precision that have this score.

    The contour is precision = F * r / ((1 + beta**2) * r - beta**2 * F). It runs from recall
    r = beta**2 * F / (1 + beta**2 - F), where the precision is 1, to recall 1.

    Parameters
    ----------
    score : float
        The F-beta score F, strictly between 0 and 1.
    beta : float, default 1.0
        Weight of recall relative to precision, from 1e-50 to 1e50.

    Returns
    -------
    JoinedCurve
        Recall and precision along the contour, both of shape (200,).

    Raises
    ------
    ValueError
        `score` is not strictly between 0 and 1, or `beta` is not between 1e-50 and 1e50.

    References
    ----------
    .. [1] van Rijsbergen (1979), Information Retrieval, chapter 7.

    Examples
    --------
    >>> contour = f_contour(0.5)
    >>> contour.recall[[0, -1]].round(4).tolist(), contour.precision[[0, -1]].round(4).tolist()
    ([0.3333, 1.0], [1.0, 0.3333])
    """
    if not 0 < real_or_nan(score) < 1:
        raise ValueError(f"score must be between 0 and 1, both excluded, got {score!r}")
    _check_beta(beta)
    square = beta**2
    recall = np.linspace(square * score / (1 + square - score), 1.0, CONTOUR_POINTS)
    return JoinedCurve(recall, score * recall / ((1 + square) * recall - square * score))


def _check_beta(beta: float) -> None:
    if not BETA_RANGE[0] <= real_or_nan(beta) <= BETA_RANGE[1]:
        raise ValueError(f"beta must be between {BETA_RANGE[0]} and {BETA_RANGE[1]}, got {beta!r}")


# It has no __index__ for use as an index, because float() would then return the index instead of failing.
@dataclass(frozen=True, slots=True)
class ChosenThreshold:
    """A threshold that was chosen, with its operating point.

    The threshold calls the rows with score >= threshold positive.

    Attributes
    ----------
    threshold : float
        Threshold in units of the score.
    recall : float
        Recall at the threshold, in [0, 1].
    precision : float
        Precision at the threshold, in [0, 1]; ``nan`` where the rows predicted positive have no weight.
    true_positives : float
        Number or weight of the positives that are predicted positive.
    false_positives : float
        Number or weight of the negatives that are predicted positive.
    index : int
        Index of the point, from 0 for the strictest.

    Examples
    --------
    >>> points = OperatingPoints.from_counts([3, 2, 1], [1, 1, 0], [0, 1, 1])
    >>> choose_threshold(points, min_recall=1)
    ChosenThreshold(threshold=2.0, recall=1, precision=0.66667, true_positives=2, false_positives=1, index=1)
    """

    threshold: float
    recall: float
    precision: float
    true_positives: float
    false_positives: float
    index: int

    def __repr__(self) -> str:
        return short_repr(self)


@validate_points
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
    """Choose the threshold that meets all requirements and is best by a criterion.

    The requirements are precision >= `min_precision`, recall >= `min_recall` and TP + FP <= `max_alerts`. Among the
    points that meet them the criterion decides: with costs, the lowest cost_fp * FP + cost_fn * FN; with `beta`, the
    largest F-beta score. With neither, it follows from the requirements: the largest recall if only precision or alerts
    are limited, the largest precision if only recall is, and the largest F1 score otherwise. The strictest of equally
    good points is chosen. Calling no row positive is not a point, so it is never chosen, even where it would cost less.

    Parameters
    ----------
    points : OperatingPoints
        Counts at each threshold, strictest first.
    min_precision : float, optional
        Lowest precision that is allowed, in [0, 1].
    min_recall : float, optional
        Lowest recall that is allowed, in [0, 1].
    max_alerts : float, optional
        Largest number, or weight, of rows predicted positive that is allowed; at least 0.
    beta : float, optional
        Weight of recall relative to precision in the F-beta score, from 1e-50 to 1e50. Not together with costs.
    cost_fp : float, optional
        Cost of a false positive, at least 0, in the same unit as `cost_fn`. Both costs must be given together.
    cost_fn : float, optional
        Cost of a false negative, at least 0, in the same unit as `cost_fp`. Both costs must be given together.

    Returns
    -------
    ChosenThreshold or None
        The chosen threshold with its point. None if no point meets the requirements, or without positives.

    Raises
    ------
    ValueError
        `min_precision` or `min_recall` is outside [0, 1]; `max_alerts` or a cost is not a finite number of at least 0;
        only one cost is given, or both are 0; costs are given together with `beta`; or `beta` is not between 1e-50 and
        1e50.

    References
    ----------
    .. [1] Elkan (2001), The foundations of cost-sensitive learning, IJCAI 17, for the costs.

    Examples
    --------
    >>> points = OperatingPoints.from_counts([3, 2, 1], [1, 1, 0], [0, 1, 1])
    >>> choose_threshold(points, min_precision=0.6)
    ChosenThreshold(threshold=2.0, recall=1, precision=0.66667, true_positives=2, false_positives=1, index=1)
    >>> [choose_threshold(points, cost_fp=1, cost_fn=missed).threshold for missed in (0.3, 3)]
    [3.0, 2.0]
    >>> choose_threshold(points, min_precision=0.7, min_recall=0.7) is None
    True
    """
    _check_fractions(min_precision, min_recall)
    _check_amount("max_alerts", max_alerts)
    allowed = _requirement_mask(points, min_precision, min_recall, max_alerts)
    if cost_fp is not None or cost_fn is not None:
        criterion = _negative_cost(points, cost_fp, cost_fn, beta)
    elif beta is not None:
        criterion = f_score(points, beta)
    else:
        criterion = _default_criterion(
            points, min_recall is not None, min_precision is not None or max_alerts is not None
        )
    return _best_point(points, allowed, criterion) if allowed.any() else None


@validate_points
def nearest_thresholds(
    points: OperatingPoints,
    *,
    min_precision: float | None = None,
    min_recall: float | None = None,
    max_alerts: float | None = None,
) -> dict[str, ChosenThreshold]:
    """Find, for each requirement, the threshold that comes nearest to it while meeting the others.

    This helps where the requirements cannot be met together: each entry gives up one requirement and misses it by as
    little as possible, with the largest precision or recall or the fewest alerts. The strictest of equally near
    thresholds is returned.

    Parameters
    ----------
    points : OperatingPoints
        Counts at each threshold, strictest first.
    min_precision : float, optional
        Lowest precision that is required, in [0, 1].
    min_recall : float, optional
        Lowest recall that is required, in [0, 1].
    max_alerts : float, optional
        Largest number, or weight, of rows predicted positive; at least 0.

    Returns
    -------
    dict of str to ChosenThreshold
        The nearest threshold with its point, by the name of the requirement that is given up. A requirement is left out
        if the others cannot be met even without it.

    Raises
    ------
    ValueError
        `min_precision` or `min_recall` is outside [0, 1], or `max_alerts` is not a finite number of at least 0.

    Examples
    --------
    >>> points = OperatingPoints.from_counts([3, 2, 1], [1, 1, 0], [0, 1, 1])  # precision 1, 2/3, 1/2; recall 1/2, 1, 1
    >>> nearest = nearest_thresholds(points, min_precision=0.8, min_recall=0.9)
    >>> {name: chosen.threshold for name, chosen in nearest.items()}
    {'min_precision': 2.0, 'min_recall': 3.0}
    >>> nearest["min_recall"]
    ChosenThreshold(threshold=3.0, recall=0.5, precision=1, true_positives=1, false_positives=0, index=0)
    >>> list(nearest_thresholds(points, min_precision=0.8, min_recall=0.9, max_alerts=2))
    ['min_recall']
    """
    required = {"min_precision": min_precision, "min_recall": min_recall, "max_alerts": max_alerts}
    _check_fractions(min_precision, min_recall)
    _check_amount("max_alerts", max_alerts)
    criteria = {
        "min_precision": points.precision,
        "min_recall": points.recall,
        "max_alerts": -(points.true_positives + points.false_positives),
    }
    nearest = {}
    for name in (name for name, limit in required.items() if limit is not None):
        allowed = _requirement_mask(points, **{**required, name: None})
        if allowed.any():
            nearest[name] = _best_point(points, allowed, criteria[name])
    return nearest


@validate_points
def interpolated_crossing(
    points: OperatingPoints, *, min_precision: float = 0.0, min_recall: float = 0.0
) -> int | None:
    """Find the first straight line between points on which both requirements are met.

    The lines are those of the `linear` scheme, including the one from the added start at recall 0 and precision 1 to
    the first point. If `choose_threshold` finds no point, such a line makes it look as if there were a solution, but no
    threshold reaches the points on the line.

    Parameters
    ----------
    points : OperatingPoints
        Counts at each threshold, strictest first.
    min_precision : float, default 0.0
        Lowest precision that is required, in [0, 1].
    min_recall : float, default 0.0
        Lowest recall that is required, in [0, 1].

    Returns
    -------
    int or None
        Index of the point where the line ends, from 0 for the strictest. None if no line meets both requirements.

    Raises
    ------
    ValueError
        `min_precision` or `min_recall` is outside [0, 1].

    References
    ----------
    .. [1] Davis & Goadrich (2006), section 4, on lines that no threshold reaches.

    Examples
    --------
    >>> points = OperatingPoints.from_counts([2, 1], [5, 5], [0, 10])
    >>> choose_threshold(points, min_precision=0.7, min_recall=0.7) is None
    True
    >>> interpolated_crossing(points, min_precision=0.7, min_recall=0.7)
    1
    """
    _check_fractions(min_precision, min_recall)
    pieces = linear(points)
    width = pieces.recall_after - pieces.recall_before
    entered = np.clip(min_recall - pieces.recall_before, 0.0, width)  # recall from the left end of the piece on
    slope = np.divide(pieces.height_after - pieces.height_before, width, out=np.zeros(width.shape), where=width > 0)
    highest = np.maximum(pieces.height_before + slope * entered, pieces.height_after)
    allowed = (pieces.recall_after >= min_recall) & (highest >= min_precision)
    return int(np.argmax(allowed)) if allowed.any() else None


def _best_point(points: OperatingPoints, allowed: BoolArray, criterion: FloatArray) -> ChosenThreshold:
    index = int(np.argmax(np.where(allowed, criterion, -np.inf)))
    true, false = (float(counts[index]) for counts in points.counts)
    precision = true / (true + false) if true + false else np.nan  # its rows may have no weight
    return ChosenThreshold(float(points.threshold[index]), true / points.positives, precision, true, false, index)


def _check_fractions(min_precision: float | None, min_recall: float | None) -> None:
    for name, required in (("min_precision", min_precision), ("min_recall", min_recall)):
        if required is not None and not 0 <= real_or_nan(required) <= 1:
            raise ValueError(f"{name} must be between 0 and 1, got {required!r}")


def _requirement_mask(
    points: OperatingPoints, min_precision: float | None, min_recall: float | None, max_alerts: float | None
) -> BoolArray:
    alerts = points.true_positives + points.false_positives
    most = np.inf if max_alerts is None else max_alerts
    allowed = (points.recall >= (min_recall or 0.0)) & (alerts <= most)  # a recall of nan meets nothing
    return allowed & (points.precision >= min_precision) if min_precision else allowed


def _default_criterion(points: OperatingPoints, has_recall_limit: bool, has_alert_limit: bool) -> FloatArray:
    if has_alert_limit and not has_recall_limit:
        return points.recall
    if has_recall_limit and not has_alert_limit:
        return points.precision
    return f_score(points)


def _negative_cost(
    points: OperatingPoints, cost_fp: float | None, cost_fn: float | None, beta: float | None
) -> FloatArray:
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
    false_negatives = points.positives - points.true_positives
    return -(cost_fp / larger * points.false_positives + cost_fn / larger * false_negatives)


def _check_amount(name: str, value: float | None) -> None:
    if value is not None and not 0 <= real_or_nan(value) < np.inf:
        raise ValueError(f"{name} must be a number of at least 0, got {value!r}")


@validate_points
def net_benefit(points: OperatingPoints, probabilities: ArrayLike) -> FloatArray:
    """Compute the net benefit of calling rows positive from a threshold probability on.

    At threshold probability t the net benefit is TP / n - FP / n * t / (1 - t), where n is the number of all rows. It
    counts true positives per row and subtracts false positives at the rate of exchange t / (1 - t) that a decision at t
    implies. The scores must be probabilities for t to have this meaning.

    Parameters
    ----------
    points : OperatingPoints
        Counts at each threshold, strictest first. Points moved to another class balance give the net benefit there.
    probabilities : array-like
        Threshold probabilities of any shape, at least 0 and below 1.

    Returns
    -------
    ndarray
        Net benefit at each probability, in the shape of `probabilities`, in true positives per row; at most the
        prevalence.

    Raises
    ------
    ValueError
        A probability is not a number, is below 0, or is 1 or above.

    Notes
    -----
    Calling all rows positive has the net benefit prevalence - (1 - prevalence) * t / (1 - t), and calling none has 0.
    The net benefit is above 0 where the precision exceeds t, up to rounding. At t = 0 false positives cost nothing.

    References
    ----------
    .. [1] Vickers & Elkin (2006), doi 10.1177/0272989X06295361.

    Examples
    --------
    >>> points = OperatingPoints.from_counts([0.9, 0.5, 0.1], positives=[2, 1, 1], negatives=[0, 2, 4])
    >>> net_benefit(points, [0.1, 0.5, 0.8, 0.95]).round(3).tolist()
    [0.333, 0.1, 0.2, 0.0]
    """
    wanted = _check_values(probabilities)
    reached = np.searchsorted(-points.threshold, -wanted, side="right")  # number of points with a threshold >= t
    true, false = (np.append(0.0, counts)[reached] for counts in (points.true_positives, points.false_positives))
    rows = points.positives + points.negatives
    return np.asarray(true / rows - false / rows * (wanted / (1 - wanted)))


def _check_values(values: ArrayLike) -> FloatArray:
    try:
        found = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"probabilities must be numbers, got {values!r}") from None
    wrong = ~((found >= 0) & (found < 1))
    if wrong.any():
        position = int(np.flatnonzero(wrong)[0])
        came = f"{float(found.flat[position])!r} at position {position}"
        raise ValueError(f"probabilities must be at least 0 and below 1, got {came}")
    return found


@validate_points
def negative_predictive_value(points: OperatingPoints) -> FloatArray:
    """Compute the negative predictive value at each threshold.

    The value is TN / (TN + FN), the share of the rows predicted negative that are negative. Positives without a score
    are predicted negative. Like precision, the value depends on the class balance.

    Parameters
    ----------
    points : OperatingPoints
        Counts at each threshold, strictest first.

    Returns
    -------
    ndarray of shape (n_points,)
        Negative predictive value at each threshold, in [0, 1]; ``nan`` where no row is called negative.

    Raises
    ------
    ValueError
        `points` is not OperatingPoints.

    References
    ----------
    .. [1] Altman & Bland (1994), doi 10.1136/bmj.309.6947.102.

    Examples
    --------
    >>> negative_predictive_value(OperatingPoints.from_counts([3, 2, 1], [1, 1, 0], [0, 1, 2])).round(2).tolist()
    [0.75, 1.0, nan]
    """
    right = np.maximum(points.negatives - points.false_positives, 0.0)  # rounding of sums may make it negative
    predicted = right + np.maximum(points.positives - points.true_positives, 0.0)
    return np.asarray(np.divide(right, predicted, out=np.full(predicted.shape, np.nan), where=predicted > 0))


@validate_points
def precision_at_k(points: OperatingPoints, k: float) -> float:
    """Compute the precision of the k rows with the highest scores.

    If k cuts through a tie, the tied rows count in proportion; this is the mean over all orders of the tied rows. At
    the number of rows that a threshold calls positive, the result is the precision at that threshold.

    Parameters
    ----------
    points : OperatingPoints
        Counts at each threshold, strictest first.
    k : float
        Number of rows, or their weight; above 0 and at most that of all rows that have a score.

    Returns
    -------
    float
        Proportion of the k rows that are positive, in [0, 1].

    Raises
    ------
    ValueError
        `k` is not a number above 0, or is more than the rows that have a score.

    References
    ----------
    .. [1] Manning, Raghavan & Schütze (2008), Introduction to Information Retrieval, section 8.4.

    Examples
    --------
    >>> points = OperatingPoints.from_counts([3, 2], positives=[1, 1], negatives=[0, 3])
    >>> precision_at_k(points, 1), precision_at_k(points, 3), precision_at_k(points, 5)
    (1.0, 0.5, 0.4)
    """
    predicted = points.true_positives + points.false_positives
    if not 0 < real_or_nan(k) <= predicted[-1]:
        raise ValueError(f"k must be above 0 and at most the {predicted[-1]:g} rows that have a score, got {k!r}")
    found = np.interp(k, np.append(0.0, predicted), np.append(0.0, points.true_positives))
    return float(found / k)
