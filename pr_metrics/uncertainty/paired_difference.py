"""Two models on the same rows: the difference of their areas, its confidence interval and its test against 0."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike

from pr_metrics.interpolation import IndexArray, step_sum
from pr_metrics.points import operating_points, points_of_rows
from pr_metrics.rows import Rows, check_same_order, validate_rows
from pr_metrics.tolerances import AREA_ROUNDING
from pr_metrics.uncertainty.influence import influence_on_area
from pr_metrics.uncertainty.t_distribution import t_half_width, two_sided_p
from pr_metrics.validation import (
    FloatArray,
    check_labels,
    check_same_length,
    inner_fraction,
    short_repr,
    weights_or_none,
)

MAX_JACKKNIFE_SIZE = 5_000_000  # rows times groups; half a second


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """Difference of two step areas, the first minus the second, with its confidence interval and its test against 0.

    Attributes
    ----------
    difference : float
        Area of the first model minus that of the second, without unit.
    standard_error : float
        Standard error of the difference, without the additional influence that widens each end of the interval; ``nan``
        where undefined.
    lower : float
        Lower end of the confidence interval; ``nan`` where undefined.
    upper : float
        Upper end of the confidence interval; ``nan`` where undefined.
    p_value : float
        Two-sided p-value of the test that the difference is 0, in [0, 1]; ``nan`` where undefined.
    confidence_level : float
        Nominal coverage of the interval, strictly between 0 and 1.

    Examples
    --------
    >>> paired_difference([1, 1, 0, 0], [4, 3, 2, 1], [4, 3, 2, 1]).p_value
    1.0
    """

    difference: float
    standard_error: float
    lower: float
    upper: float
    p_value: float
    confidence_level: float

    def __repr__(self) -> str:
        return short_repr(self)


def paired_difference(
    y_true: ArrayLike,
    y_score_a: ArrayLike,
    y_score_b: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    total_positives: float | None = None,
    groups: ArrayLike | None = None,
    confidence_level: float = 0.95,
) -> PairedDifference:
    """Compute the difference of two models' step areas on the same rows, with its interval and p-value.

    Each row has an influence on either area. The difference u of the two influences, row by row, takes into account
    that a row which is hard for one model is hard for the other. The variance is n / (n - 1) * sum of (u - mean u)^2
    over the n positives, plus the same over the negatives; the number of rows of each class is thus fixed. The interval
    and the p-value use Student's t with the degrees of freedom of Satterthwaite (1946); below 9 degrees the
    approximation of t makes them somewhat wider and larger.

    Near an area of 1 a sample may lack the few rows that keep the area below 1, and then shows too little variation,
    always on that side. Therefore the lower end adds the square of one more influence to the variance, that of the row
    which lowers the first area most. The upper end adds that of the second area, and the p-value uses the end that is
    nearer to 0.

    With `groups`, each of the K groups is left out in turn (Tukey's jackknife by groups), with K - 1 degrees of
    freedom, which is needed if groups are few. If the number of rows times K exceeds 5 million, u is summed in each
    group instead. Weights multiply influences and do not stand for so many rows.

    Parameters
    ----------
    y_true : array-like of shape (n_rows,)
        Labels, 0 and 1, -1 and 1, or bool; 1 or True is positive.
    y_score_a : array-like of shape (n_rows,)
        Scores of the first model in any unit; higher means more positive.
    y_score_b : array-like of shape (n_rows,)
        Scores of the second model for the same rows, in any unit.
    sample_weight : array-like of shape (n_rows,), optional
        How much each row counts, at least 0; rows of weight 0 are dropped. A row of weight 3 is not three rows.
    total_positives : float, optional
        Number of all positives, including those without a score, which are added as rows of about weight 1. Not
        together with `groups`.
    groups : array-like of shape (n_rows,), optional
        Name of the group (a patient, an image, a query) that each row belongs to. There must be at least two groups.
    confidence_level : float, default 0.95
        Nominal coverage of the interval, strictly between 0 and 1.

    Returns
    -------
    PairedDifference
        The difference of the areas, its standard error, interval and p-value. They are ``nan`` where an area or a
        variance is undefined, also if the areas differ although no row shows any variation, as for a ranking without a
        mistake and a constant one. If there is no difference in any row, the p-value is 1.

    Raises
    ------
    ValueError
        The rows are invalid: lengths differ; an argument is empty or not one-dimensional; tables name their rows in
        different orders; `y_true` has a missing label or values other than 0 and 1 (or -1 and 1); a score or weight is
        not a finite number that float64 holds exactly; or a weight is negative or none is above 0. Or
        `confidence_level` is not strictly between 0 and 1; there are fewer than two groups; a group has no name;
        `total_positives` is given together with `groups`, since missed positives belong to none; or `total_positives`
        is below the positives of the rows.

    Notes
    -----
    In simulations the interval at 95% held the difference in 92 to 98% of samples with 20 positives or more, and the
    test had 2 to 6% false alarms. With five or ten positives the interval is too wide, with a coverage of up to 100%,
    see docs/benchmarks.md.

    References
    ----------
    .. [1] `influence_on_area`, for the influences. The additional influence at the ends is this project's own, found by
       simulation.
    .. [2] DeLong, DeLong & Clarke-Pearson (1988), doi 10.2307/2531595, do the same for ROC.

    Examples
    --------
    >>> label = [1, 1, 0, 1, 0, 0, 1, 0]
    >>> found = paired_difference(label, [8, 7, 6, 5, 4, 3, 2, 1], [8, 6, 7, 5, 4, 3, 2, 1])
    >>> round(found.difference, 3), round(found.standard_error, 3), round(found.p_value, 2)
    (0.083, 0.089, 0.51)
    """
    (found,) = paired_differences(
        y_true,
        [y_score_a, y_score_b],
        sample_weight=sample_weight,
        total_positives=total_positives,
        groups=groups,
        confidence_level=confidence_level,
    )
    return found


def paired_differences(
    y_true: ArrayLike,
    scores: Sequence[ArrayLike],
    *,
    sample_weight: ArrayLike | None = None,
    total_positives: float | None = None,
    groups: ArrayLike | None = None,
    confidence_level: float = 0.95,
) -> list[PairedDifference]:
    """Compute the differences of every pair of several models on the same rows.

    Each difference is as in `paired_difference`, and the influences of each model are computed only once. `holm`
    adjusts the p-values as one family.

    Parameters
    ----------
    y_true : array-like of shape (n_rows,)
        Labels, 0 and 1, -1 and 1, or bool; 1 or True is positive.
    scores : sequence of array-like of shape (n_rows,)
        Scores of each model, in any unit; higher means more positive.
    sample_weight : array-like of shape (n_rows,), optional
        How much each row counts, at least 0; rows of weight 0 are dropped. A row of weight 3 is not three rows.
    total_positives : float, optional
        Number of all positives, including those without a score, which are added as rows of about weight 1. Not
        together with `groups`.
    groups : array-like of shape (n_rows,), optional
        Name of the group (a patient, an image, a query) that each row belongs to. There must be at least two groups.
    confidence_level : float, default 0.95
        Nominal coverage of each interval, strictly between 0 and 1.

    Returns
    -------
    list of PairedDifference
        One difference for each pair, in the order of `itertools.combinations`.

    Raises
    ------
    ValueError
        The rows are invalid: lengths differ; an argument is empty or not one-dimensional; tables name their rows in
        different orders; `y_true` has a missing label or values other than 0 and 1 (or -1 and 1); a score or weight is
        not a finite number that float64 holds exactly; or a weight is negative or none is above 0. Or
        `confidence_level` is not strictly between 0 and 1; there are fewer than two groups; a group has no name;
        `total_positives` is given together with `groups`, since missed positives belong to none; or `total_positives`
        is below the positives of the rows.

    References
    ----------
    .. [1] `paired_difference`.

    Examples
    --------
    >>> found = paired_differences([1, 1, 0, 1, 0, 0], [[6, 5, 4, 3, 2, 1], [6, 4, 5, 3, 2, 1], [1, 2, 3, 4, 5, 6]])
    >>> [round(one.difference, 3) for one in found]
    [0.111, 0.506, 0.394]
    """
    share = inner_fraction("confidence_level", confidence_level)
    if groups is not None and total_positives is not None:
        raise ValueError("total_positives cannot be used with groups: a missed positive is in none of them")
    models = [validate_rows(y_true, score, sample_weight=sample_weight) for score in scores]
    check_same_order(**{f"scores[{at}]": score for at, score in enumerate(scores)})
    group = None if groups is None else group_indices(groups, y_true, sample_weight)
    found = [model_area(rows, total_positives, group) for rows in models]
    return [_paired_test(first, second, share) for first, second in combinations(found, 2)]


@dataclass(frozen=True, slots=True, eq=False)
class ModelArea:
    """Area of a model, with the influences of the units that were drawn separately.

    Attributes
    ----------
    area : float
        Step area, in [0, 1].
    components : tuple of ndarray
        Influences on the area: of the positives and of the negatives, or of the groups. Each array is one-dimensional.
    bias : float, default 0.0
        Bias of the area, estimated by leaving out groups.
    min_influence : float, default 0.0
        Influence of the row that lowers the area most, minus the mean influence of its class; 0 with groups.
    """

    area: float
    components: tuple[FloatArray, ...]
    bias: float = 0.0
    min_influence: float = 0.0


def model_area(rows: Rows, total_positives: float | None, group: IndexArray | None) -> ModelArea:
    """Compute the step area of one model and the influences on it.

    Parameters
    ----------
    rows : Rows
        Labels, scores and weights that have been validated.
    total_positives : float or None
        Number of all positives, including those without a score; None if all have one.
    group : ndarray of int of shape (n_rows,) or None
        Group of each row, as a number from 0; None if there are no groups.

    Returns
    -------
    ModelArea
        The area and the influences on it.

    Examples
    --------
    >>> rows = validate_rows([1, 0, 1], [3, 2, 1])
    >>> [part.round(3).tolist() for part in model_area(rows, None, None).components]
    [[0.139, -0.028], [-0.111]]
    """
    points = operating_points(rows.positive, rows.score, sample_weight=rows.weight, total_positives=total_positives)
    area = step_sum(points)
    if group is not None and (group.max() + 1) * group.size <= MAX_JACKKNIFE_SIZE:
        without = _exclude_groups(rows, group)
        number = without.size
        influence = (number - 1) / number * (without.mean() - without)
        return ModelArea(area, (influence,), float((number - 1) * (without.mean() - area)))
    influence = influence_on_area(points)
    order = np.argsort(-rows.score)
    ordered = rows.score[order]
    point = np.empty(order.size, dtype=np.intp)
    point[order] = np.cumsum(np.append(False, ordered[1:] != ordered[:-1]))
    each = np.where(rows.positive, influence.positive[point], influence.negative[point])
    if rows.weight is not None:
        each *= rows.weight
    if group is not None:
        return ModelArea(area, (np.asarray(np.bincount(group, each), dtype=np.float64),))
    unscored = points.unscored_positives
    count = max(1, round(unscored)) if unscored else 0
    unreached = np.full(count, influence.unscored_positive * (unscored / count if count else 0.0))
    parts = np.append(each[rows.positive], unreached), each[~rows.positive]
    return ModelArea(
        area, parts, min_influence=min(float((one - one.mean()).min()) if one.size else 0.0 for one in parts)
    )


def _exclude_groups(rows: Rows, group: IndexArray) -> FloatArray:
    """The area without each group in turn, shape (n_groups,)."""
    without = np.empty(int(group.max()) + 1)
    for one in range(without.size):
        rest = group != one
        weight = None if rows.weight is None else rows.weight[rest]
        without[one] = step_sum(points_of_rows(Rows(rows.positive[rest], rows.score[rest], weight)))
    return without


def group_indices(groups: ArrayLike, y_true: ArrayLike, sample_weight: ArrayLike | None) -> IndexArray:
    """Convert the names of groups to numbers.

    Parameters
    ----------
    groups : array-like of shape (n_rows,)
        Name of the group that each row belongs to.
    y_true : array-like of shape (n_rows,)
        Labels of the rows.
    sample_weight : array-like of shape (n_rows,) or None
        Weights of the rows; rows of weight 0 are dropped.

    Returns
    -------
    ndarray of int of shape (n_rows,)
        Number of the group of each row with a weight above 0, from 0.

    Raises
    ------
    ValueError
        There are fewer than two groups; a group has no name; lengths differ; or tables name their rows in different
        orders.

    Examples
    --------
    >>> group_indices(["b", "a", "b"], [1, 0, 0], None).tolist()
    [1, 0, 1]
    """
    named = check_labels("groups", groups)
    check_same_length(y_true=check_labels("y_true", y_true).size, groups=named.size)
    check_same_order(y_true=y_true, groups=groups)
    weight = weights_or_none(sample_weight)
    _, number = np.unique(named if weight is None else named[weight > 0], return_inverse=True)
    if number.max() == 0:
        raise ValueError("groups must name at least two groups, got one")
    return number


def _paired_test(model_a: ModelArea, model_b: ModelArea, confidence_level: float) -> PairedDifference:
    """The difference of two areas with its standard error, interval and p-value."""
    difference = model_a.area - model_b.area
    parts = influence_difference(model_a, model_b)
    variances = [variance_of(part) for part in parts]
    error = math.sqrt(sum(variances))
    if error <= AREA_ROUNDING and abs(difference) <= AREA_ROUNDING:  # rounding must not count as evidence
        return PairedDifference(0.0, 0.0, 0.0, 0.0, 1.0, confidence_level)
    if not error > AREA_ROUNDING:  # no row shows any variation, as in a ranking without a mistake
        return PairedDifference(difference, math.nan, math.nan, math.nan, math.nan, confidence_level)
    shares = ((one / error**2) ** 2 / (part.size - 1) for one, part in zip(variances, parts, strict=True))
    degrees = 1 / sum(shares)
    below, above = (math.hypot(error, model.min_influence) for model in (model_a, model_b))
    p_value = two_sided_p(difference / (below if difference > 0 else above), degrees)
    far = t_half_width(confidence_level, degrees)
    return PairedDifference(
        difference, error, difference - far * below, difference + far * above, p_value, confidence_level
    )


def influence_difference(model_a: ModelArea, model_b: ModelArea) -> list[FloatArray]:
    """Subtract the influences on two models' areas.

    Parameters
    ----------
    model_a : ModelArea
        Area and influences of the first model.
    model_b : ModelArea
        Area and influences of the second model on the same rows.

    Returns
    -------
    list of ndarray
        Influences on the difference of the areas, for each component that is not empty.
    """
    return [one - other for one, other in zip(model_a.components, model_b.components, strict=True) if one.size]


def variance_of(influence: FloatArray) -> float:
    """Compute the variance that the influences of rows or groups contribute.

    Parameters
    ----------
    influence : ndarray of shape (n,)
        Influence of each row or group.

    Returns
    -------
    float
        The variance, n / (n - 1) * sum of (u - mean u)^2; ``nan`` for a single row or group, whose variation is
        unknown.

    Examples
    --------
    >>> variance_of(np.array([0.5, -0.5])), variance_of(np.array([0.5]))
    (1.0, nan)
    """
    if influence.size == 1:
        return math.nan
    return float(influence.size / (influence.size - 1) * ((influence - influence.mean()) ** 2).sum())
