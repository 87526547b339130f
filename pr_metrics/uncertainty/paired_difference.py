"""Two models on the same rows: how far apart their areas are, and whether chance could have done that."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike

from pr_metrics.interpolation import IndexArray, step_sum
from pr_metrics.points import operating_points, points_of
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
    """A difference of two step areas, the first less the second, with its interval and the test against 0."""

    difference: float
    standard_error: float  # without the one more influence that each end allows for
    lower: float
    upper: float
    p_value: float  # two-sided
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
    """Step area of one model less that of another on the same rows, with what other rows would make of it.

    Each row has an influence on either area; their difference u, row by row, carries that a row which is hard for one
    model is hard for the other. The variance is n / (n - 1) * sum of (u - mean u)^2 over the positives and the same
    over the negatives, which thus keep their numbers. Interval and p are by Student's t, below 9 degrees of freedom
    somewhat wider and larger, with the degrees of Satterthwaite (1946).

    Near an area of 1 a sample may lack the few rows that keep it below 1, and then shows too little of its own spread,
    always on that side: the lower end takes the square of one more influence into the variance, that of the row which
    lowers the first area most, the upper end that of the second, and p that of the end which faces 0.

    Rows that came together (of a patient, an image, a query) are named by `groups`: then each of the K is left out in
    turn (Tukey's jackknife by groups), which few groups need, with K - 1 degrees of freedom; where rows times K exceed
    5 million, u is summed in each instead. Weights weigh; they are not so many rows. Positives that never got a score,
    by `total_positives`, are rows of weight 1 on their own.

    nan where an area or a spread is undefined, also where the areas differ though no row shows any spread, as of a
    ranking without a mistake beside a constant one; no difference anywhere has p = 1.

    In simulations the interval at 95 % held the difference in 92 to 98 % of samples with 20 positives or more and
    raised 2 to 6 % false alarms; with five or ten positives it is too wide, up to 100 %: docs/benchmarks.md.
    Source: influence_on_area; DeLong, DeLong & Clarke-Pearson (1988), doi 10.2307/2531595, do the same for ROC. The
    influence at the ends is this project's own, found by simulation.

    Raises
    ------
    ValueError: what `operating_points` refuses; lengths that differ; a level not between 0 and 1; fewer than two
        groups; a group without a name; `total_positives` with groups, since missed positives belong to none.

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
    """Differences of every pair of several models: each as by `paired_difference`, each model looked at once.

    scores: of each model, shape (n_rows,). The pairs come in the order of `itertools.combinations`; `holm` takes their
    p-values as one family.
    Source: paired_difference.

    Raises
    ------
    ValueError: as `paired_difference`.

    >>> found = paired_differences([1, 1, 0, 1, 0, 0], [[6, 5, 4, 3, 2, 1], [6, 4, 5, 3, 2, 1], [1, 2, 3, 4, 5, 6]])
    >>> [round(one.difference, 3) for one in found]
    [0.111, 0.506, 0.394]
    """
    share = inner_fraction("confidence_level", confidence_level)
    if groups is not None and total_positives is not None:
        raise ValueError("total_positives cannot be had with groups: a missed positive is in none")
    models = [validate_rows(y_true, score, sample_weight=sample_weight) for score in scores]
    check_same_order(**{f"scores[{at}]": score for at, score in enumerate(scores)})
    group = None if groups is None else group_indices(groups, y_true, sample_weight)
    found = [model_area(rows, total_positives, group) for rows in models]
    return [_paired_test(first, second, share) for first, second in combinations(found, 2)]


@dataclass(frozen=True, slots=True, eq=False)
class ModelArea:
    """The area of a model, and the influences of what was drawn apart: of positives and negatives, or of groups."""

    area: float
    components: tuple[FloatArray, ...]
    bias: float = 0.0  # of the area, by leaving out groups
    min_influence: float = 0.0  # the influence of the row that lowers the area most, beside the mean one; of groups 0


def model_area(rows: Rows, total_positives: float | None, group: IndexArray | None) -> ModelArea:
    """The area of one model on rows that were checked, and their influences.

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
    missed = points.unscored_positives
    count = max(1, round(missed)) if missed else 0
    unreached = np.full(count, influence.unscored * (missed / count if count else 0.0))
    parts = np.append(each[rows.positive], unreached), each[~rows.positive]
    return ModelArea(
        area, parts, min_influence=min(float((one - one.mean()).min()) if one.size else 0.0 for one in parts)
    )


def _exclude_groups(rows: Rows, group: IndexArray) -> FloatArray:
    """The area without each group in turn."""
    without = np.empty(int(group.max()) + 1)
    for one in range(without.size):
        rest = group != one
        weight = None if rows.weight is None else rows.weight[rest]
        without[one] = step_sum(points_of(Rows(rows.positive[rest], rows.score[rest], weight)))
    return without


def group_indices(groups: ArrayLike, y_true: ArrayLike, sample_weight: ArrayLike | None) -> IndexArray:
    """The group of each row that counts, as a number from 0.

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
    """The difference beside the spread of what was drawn apart."""
    difference = model_a.area - model_b.area
    parts = influence_difference(model_a, model_b)
    variances = [variance_of(part) for part in parts]
    error = math.sqrt(sum(variances))
    if error <= AREA_ROUNDING and abs(difference) <= AREA_ROUNDING:  # else what was rounded away would be evidence
        return PairedDifference(0.0, 0.0, 0.0, 0.0, 1.0, confidence_level)
    if not error > AREA_ROUNDING:  # no row shows any spread, as of a ranking without a mistake: nobody knows it
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
    """The influences on the difference, of each part that was drawn apart and is not empty."""
    return [one - other for one, other in zip(model_a.components, model_b.components, strict=True) if one.size]


def variance_of(influence: FloatArray) -> float:
    """Variance that so many rows or groups bring; of one alone nobody knows it.

    >>> variance_of(np.array([0.5, -0.5])), variance_of(np.array([0.5]))
    (1.0, nan)
    """
    if influence.size == 1:
        return math.nan
    return float(influence.size / (influence.size - 1) * ((influence - influence.mean()) ** 2).sum())
