"""Confidence interval of the step area from the influence of each row, or of each group of rows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

from numpy.typing import ArrayLike

from pr_metrics.interpolation import IndexArray, step_sum
from pr_metrics.points import OperatingPoints, check_row_counts, validate_points
from pr_metrics.rows import validate_rows
from pr_metrics.tolerances import AREA_ROUNDING
from pr_metrics.uncertainty.influence import VarianceEstimate, variance_by_class
from pr_metrics.uncertainty.intervals import Interval, interval_from_logit, logit_interval
from pr_metrics.uncertainty.paired_difference import group_indices, model_area
from pr_metrics.uncertainty.t_distribution import t_half_width
from pr_metrics.validation import inner_fraction

MIN_GROUPS = 10  # with fewer groups their variation is too uncertain: docs/benchmarks.md

Method = Literal["logit", "influence"]


@validate_points
def area_interval(points: OperatingPoints, *, confidence_level: float = 0.95) -> Interval:
    """Compute the confidence interval of the step area by the influence of rows, on the scale of log odds.

    The interval is s(m - t * e1) ... s(m + t * e) with m = ln(A / (1 - A)), s(x) = 1 / (1 + exp(-x)) and
    e = `area_standard_error` / (A * (1 - A)). The quantile t is Student's, with the degrees of freedom of
    Satterthwaite. For e1, the square of one more influence is added to the variance: that of the row which lowers the
    area most. The reason is that near 1 a sample may lack the few rows that keep the area below 1, and then shows too
    little variation, always on that side. If no row shows any variation (a ranking without a mistake, one score for all
    rows, a single negative) the result is `logit_interval`, which is 0 ... 1 at A = 1.

    Rows are assumed to be independent. For rows that came in groups (of a patient, an image, a query) or have weights
    use `area_interval_of_rows`.

    Parameters
    ----------
    points : OperatingPoints
        Counts at each threshold, strictest first; they must be numbers of rows, not sums of weights.
    confidence_level : float, default 0.95
        Nominal coverage of the interval, strictly between 0 and 1.

    Returns
    -------
    Interval
        Interval inside [0, 1] that contains the area; ``nan`` without positives.

    Raises
    ------
    ValueError
        The points were made with `sample_weight`, were moved to another class balance, or have a count that is not a
        whole number of rows. Or `confidence_level` is not strictly between 0 and 1.

    Notes
    -----
    At 95% the interval held the area in 92 to 99% of simulated samples with 20 positives or more, in 95 to 99% with
    five or ten, and in 91% with ten at an area of 0.19, see docs/benchmarks.md.

    References
    ----------
    .. [1] Efron (1982), The Jackknife, the Bootstrap and Other Resampling Plans, chapter 6, for the variance.
    .. [2] Satterthwaite (1946), Biometrics Bulletin 2, 110-114, for the degrees of freedom. The lower end is this
       project's own, found by simulation.

    Examples
    --------
    >>> one, many = (OperatingPoints.from_counts([3, 2, 1], [8 * n, 4 * n, 2 * n], [n, 5 * n, 9 * n]) for n in (1, 10))
    >>> [(round(found.lower, 2), round(found.upper, 2)) for found in (area_interval(one), area_interval(many))]
    [(0.49, 0.9), (0.71, 0.82)]
    """
    check_row_counts("area_interval", points)
    share = inner_fraction("confidence_level", confidence_level)
    return _interval(step_sum(points), variance_by_class(points), share, max(1, round(points.positives)))


@validate_points
def interval_method(points: OperatingPoints) -> Method:
    """Return the method that `area_interval` uses for these points.

    This is meant for programs that print the name of the method.

    Parameters
    ----------
    points : OperatingPoints
        Counts at each threshold, strictest first; they must be numbers of rows, not sums of weights.

    Returns
    -------
    str
        "influence", or "logit" if no row shows any variation.

    Raises
    ------
    ValueError
        The points were made with `sample_weight`, were moved to another class balance, or have a count that is not a
        whole number of rows.

    References
    ----------
    .. [1] `area_interval`.

    Examples
    --------
    >>> interval_method(OperatingPoints.from_counts([3, 2, 1], [8, 4, 2], [1, 5, 9]))
    'influence'
    >>> interval_method(OperatingPoints.from_counts([2, 1], [8, 0], [0, 9]))
    'logit'
    """
    check_row_counts("interval_method", points)
    return "influence" if _has_variance(step_sum(points), variance_by_class(points)) else "logit"


def area_interval_of_rows(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    groups: ArrayLike | None = None,
    pos_label: object = None,
    total_positives: float | None = None,
    confidence_level: float = 0.95,
) -> Interval:
    """Compute the confidence interval of the step area of rows that have weights or came in groups.

    The interval is that of `area_interval`, with these differences. A weight multiplies the influence of its row and
    does not stand for so many rows. With `groups`, each group is left out in turn; if the number of rows times the
    number of groups exceeds 5 million, the influences of the rows of each group are summed instead. Groups then take
    the place of rows, t has one degree of freedom fewer than there are groups, and the class balance varies with the
    groups. The lower end is lowered by the jackknife's estimate of the bias, K - 1 times (mean area without one
    group - area) for K groups, if it is above 0, because the area of few groups tends to be too high.

    Parameters
    ----------
    y_true : array-like of shape (n_rows,)
        Labels of two values; 1 or True is positive, or the value that `pos_label` names.
    y_score : array-like of shape (n_rows,)
        Scores in any unit; higher means more positive.
    sample_weight : array-like of shape (n_rows,), optional
        How much each row counts, at least 0; rows of weight 0 are dropped. A row of weight 3 is not three rows.
    groups : array-like of shape (n_rows,), optional
        Name of the group (a patient, an image, a query) that each row belongs to. There must be at least 10 groups.
    pos_label : object, optional
        Label of the positive class. Without it the labels must be 0 and 1, -1 and 1, or bool.
    total_positives : float, optional
        Number of all positives, including those without a score, which are added as rows of about weight 1. Not
        together with `groups`.
    confidence_level : float, default 0.95
        Nominal coverage of the interval, strictly between 0 and 1.

    Returns
    -------
    Interval
        Interval inside [0, 1] that contains the area; ``nan`` without positives.

    Raises
    ------
    ValueError
        The rows are invalid: lengths differ; an argument is empty or not one-dimensional; tables name their rows in
        different orders; `y_true` has a missing label, more than two values, or values other than 0 and 1 (or -1 and 1)
        without `pos_label`; `pos_label` is not in `y_true`; a score or weight is not a finite number that float64 holds
        exactly; or a weight is negative or none is above 0. Or there are fewer than 10 groups; a group has no name;
        `total_positives` is given together with `groups`, since missed positives belong to none; `total_positives` is
        below the positives of the rows; or `confidence_level` is not strictly between 0 and 1.

    References
    ----------
    .. [1] Tukey's jackknife by groups, in Efron (1982), The Jackknife, the Bootstrap and Other Resampling Plans.

    Examples
    --------
    >>> import numpy as np
    >>> rng, person = np.random.default_rng(0), np.repeat(np.arange(40), 10)
    >>> label = rng.random(400) < 0.3
    >>> score = label + rng.normal(size=400) + rng.normal(size=40)[person]
    >>> alone, kept_together = (area_interval_of_rows(label, score, groups=each) for each in (None, person))
    >>> alone.upper - alone.lower < kept_together.upper - kept_together.lower
    True
    """
    share = inner_fraction("confidence_level", confidence_level)
    rows = validate_rows(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
    group = None if groups is None else check_groups(groups, y_true, sample_weight, total_positives)
    if not rows.positive.any():
        return Interval(math.nan, math.nan, share)
    found = model_area(rows, total_positives, group)
    units = int(rows.positive.sum()) if group is None else int(group.max()) + 1
    bias = max(0.0, found.bias) if math.isfinite(found.bias) else 0.0
    return _interval(found.area, [VarianceEstimate.of(part) for part in found.components], share, units, bias)


def check_groups(
    groups: ArrayLike, y_true: ArrayLike, sample_weight: ArrayLike | None, total_positives: float | None
) -> IndexArray:
    """Convert the names of groups to numbers and require at least 10 groups.

    Parameters
    ----------
    groups : array-like of shape (n_rows,)
        Name of the group that each row belongs to.
    y_true : array-like of shape (n_rows,)
        Labels of the rows.
    sample_weight : array-like of shape (n_rows,) or None
        Weights of the rows; rows of weight 0 are dropped.
    total_positives : float or None
        Number of all positives, which must be None.

    Returns
    -------
    ndarray of int of shape (n_rows,)
        Number of the group of each row with a weight above 0, from 0.

    Raises
    ------
    ValueError
        There are fewer than 10 groups; a group has no name; lengths differ; tables name their rows in different orders;
        or `total_positives` is given, since missed positives belong to no group.

    Examples
    --------
    >>> check_groups(list("abcdefghij"), [1] * 10, None, None).tolist()
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    """
    if total_positives is not None:
        raise ValueError("total_positives cannot be used with groups: a missed positive is in none of them")
    number = group_indices(groups, y_true, sample_weight)
    if number.max() + 1 < MIN_GROUPS:
        raise ValueError(f"groups must be at least {MIN_GROUPS} to show how they differ, got {number.max() + 1}")
    return number


def _has_variance(area: float, estimates: Sequence[VarianceEstimate]) -> bool:
    """Return whether rows show how the area varies; they do not at an area of 1, or if a variance is nan."""
    return sum(one.variance for one in estimates) > AREA_ROUNDING**2 and area < 1


def _interval(
    area: float, estimates: Sequence[VarianceEstimate], confidence_level: float, n_units: int, bias: float = 0.0
) -> Interval:
    if not _has_variance(area, estimates):
        return logit_interval(area, n_units, confidence_level)
    variance = sum(one.variance for one in estimates)
    degrees = 1 / sum((one.variance / variance) ** 2 / one.degrees for one in estimates if one.variance)
    far, of_odds = t_half_width(confidence_level, degrees), 1 / (area * (1 - area))
    lower_error = math.sqrt(variance + min(one.min_influence for one in estimates) ** 2)
    return interval_from_logit(
        area, (far * lower_error + bias) * of_odds, far * math.sqrt(variance) * of_odds, confidence_level
    )
