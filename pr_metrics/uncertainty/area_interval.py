"""The interval of a step area: from what each row, or each group of rows, does to it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

from numpy.typing import ArrayLike

from pr_metrics.count_validation import check_row_counts
from pr_metrics.interpolation import IndexArray, step_sum
from pr_metrics.points import OperatingPoints
from pr_metrics.points_validation import validate_points
from pr_metrics.rows import validate_rows
from pr_metrics.tolerances import AREA_ROUNDING
from pr_metrics.uncertainty.influence import VarianceEstimate, variance_by_class
from pr_metrics.uncertainty.intervals import Interval, interval_from_logit, logit_interval
from pr_metrics.uncertainty.paired_difference import group_indices, model_area
from pr_metrics.uncertainty.t_distribution import t_half_width
from pr_metrics.validation import inner_fraction

MIN_GROUPS = 10  # fewer show too little of how groups differ: docs/benchmarks.md

Method = Literal["logit", "influence"]


@validate_points
def area_interval(points: OperatingPoints, *, confidence_level: float = 0.95) -> Interval:
    """Interval of the step area by the influence of rows, on the scale of log odds.

    s(m - t * e1) ... s(m + t * e) with m = ln(A / (1 - A)), s(x) = 1 / (1 + exp(-x)), e = `area_standard_error` /
    (A * (1 - A)), t by Student with the degrees of freedom of Satterthwaite. e1 is e with the square of one more
    influence in the variance: that of the row which lowers the area most. Near 1 a sample may lack the few rows that
    keep the area below 1, and then shows too little of its own spread, always on that side. Where no row shows any
    spread (no mistake in the ranking, one score for all, one negative) it is `logit_interval`, 0 ... 1 at A = 1.

    Rows are taken as independent: where they came in groups (of a patient, an image, a query) or have weights,
    `area_interval_of_rows` is right.

    Parameters
    ----------
    points : OperatingPoints
        Points that count rows.
    level : float, default 0.95
        Strictly between 0 and 1.

    Returns
    -------
    Interval
        Inside [0, 1], the area inside; nan without positives. At 95 % it held the area in 92 to 99 % of samples with 20
        positives or more, in 95 to 99 % with five or ten, in 91 % with ten at an area of .19: docs/benchmarks.md.

    Raises
    ------
    ValueError
        Points made with `sample_weight`, or counts that are not whole numbers of rows; points moved to another class
        balance; a level not between 0 and 1.

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
    """The way that `area_interval` takes for these points, for whoever prints its name.

    Parameters
    ----------
    points : OperatingPoints
        Points that count rows.

    Returns
    -------
    str
        "influence", or "logit" where no row shows any spread.

    Raises
    ------
    ValueError
        As `area_interval`.

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
    """Interval of the step area of rows that have weights, or came in groups: else as `area_interval`.

    A weight weighs the influence of its row and is not so many rows. With `groups` each of these is left out in turn
    (beyond 5 million rows times groups the influences of its rows are summed), groups take the place of rows, and t has
    one degree of freedom less than there are groups; the class balance then varies with the groups. The lower end lies
    lower by the jackknife's bias, K - 1 times the mean area without a group less the area, where that is above 0: few
    groups flatter.

    Parameters
    ----------
    y_true, y_score : array-like of shape (n_rows,)
        Labels and scores, as `operating_points` takes them.
    sample_weight : array-like of shape (n_rows,), optional
        How much each row counts, at least 0.
    groups : array-like of shape (n_rows,), optional
        What came together: names of patients, images or queries, at least 10 of them.
    pos_label : object, optional
        The label that is positive.
    total_positives : float, optional
        All positives, also those without a score, which are rows of weight 1 on their own; not with `groups`.
    level : float, default 0.95
        Strictly between 0 and 1.

    Returns
    -------
    Interval
        Inside [0, 1], the area inside; nan without positives.

    Raises
    ------
    ValueError
        What `operating_points` refuses; fewer than 10 groups; a group without a name; `total_positives` with `groups`,
        since missed positives belong to none; a level not between 0 and 1.

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
    """The group of each row that counts, as a number from 0, of at least `FEWEST_GROUPS`.

    >>> check_groups(list("abcdefghij"), [1] * 10, None, None).tolist()
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    """
    if total_positives is not None:
        raise ValueError("total_positives cannot be had with groups: a missed positive is in none")
    number = group_indices(groups, y_true, sample_weight)
    if number.max() + 1 < MIN_GROUPS:
        raise ValueError(f"groups must be at least {MIN_GROUPS} to show how they differ, got {number.max() + 1}")
    return number


def _has_variance(area: float, estimates: Sequence[VarianceEstimate]) -> bool:
    """Whether rows show how the area would vary; at 1 they do not, and what is nan does not."""
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
