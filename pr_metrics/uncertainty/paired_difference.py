"""Two models on the same rows: how far apart their areas are, and whether chance could have done that."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from pr_metrics.inputs import BoolArray, FloatArray, inner_fraction, same_length
from pr_metrics.interpolate import step_sum
from pr_metrics.points import operating_points, points_of
from pr_metrics.rows import Rows, checked_rows
from pr_metrics.segments import IndexArray
from pr_metrics.uncertainty.influence import influence_on_area
from pr_metrics.uncertainty.student import reach, two_sided_p

MOST_LEFT_OUT = 5_000_000  # rows times clusters; half a second


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """A difference of two step areas, the first less the second, with its interval and the test against 0."""

    difference: float
    standard_error: float
    lower: float
    upper: float
    p_value: float  # two-sided
    level: float


def paired_difference(
    y_true: ArrayLike,
    first: ArrayLike,
    second: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    total_positives: float | None = None,
    clusters: ArrayLike | None = None,
    level: float = 0.95,
) -> PairedDifference:
    """Step area of one model less that of another on the same rows, with what other rows would make of it.

    Each row has an influence on either area; their difference u, row by row, carries that a row which is hard for one
    model is hard for the other. The variance is n / (n - 1) * sum of (u - mean u)^2 over the positives and the same
    over the negatives, which thus keep their numbers. Rows that came together (of a patient, an image, a query) are
    named by `clusters`: then each of the K is left out in turn (Quenouille's jackknife), which few clusters need; where
    rows times K exceed 5 million, u is summed in each instead. Interval and p by Student's t, with the degrees of
    freedom of Satterthwaite (1946) or K - 1. How often it raises a false alarm: docs/benchmarks.md.
    Weights weigh; they are not so many rows. Positives that never got a score, by `total_positives`, are rows of weight
    1 on their own. nan where an area or a spread is undefined; no difference anywhere has p = 1.
    Source: influence_on_area; DeLong, DeLong & Clarke-Pearson (1988), doi 10.2307/2531595, do the same for ROC.

    Raises
    ------
    ValueError: what `operating_points` refuses; lengths that differ; a level not between 0 and 1; fewer than two
        clusters; `total_positives` with clusters, which none of the missed ones has.

    >>> label = [1, 1, 0, 1, 0, 0, 1, 0]
    >>> found = paired_difference(label, [8, 7, 6, 5, 4, 3, 2, 1], [8, 6, 7, 5, 4, 3, 2, 1])
    >>> round(found.difference, 3), round(found.standard_error, 3), round(found.p_value, 2)
    (0.083, 0.089, 0.39)
    """
    share = inner_fraction("level", level)
    models = [checked_rows(y_true, score, sample_weight=sample_weight) for score in (first, second)]
    if clusters is not None and total_positives is not None:
        raise ValueError("total_positives cannot be had with clusters: a missed positive is in none")
    found = [_of_rows(rows, total_positives) for rows in models]
    positive = models[0].positive
    each = found[0].each - found[1].each
    unreached = np.full(found[0].missed, found[0].of_missed - found[1].of_missed)
    if clusters is None:
        parts = [np.append(each[positive], unreached), each[~positive]]
    else:
        cluster = _numbered(clusters, y_true, sample_weight)
        is_short = (cluster.max() + 1) * cluster.size <= MOST_LEFT_OUT
        parts = [_left_out(models, cluster) if is_short else np.bincount(cluster, each)]
    return _tested(found[0].area - found[1].area, [part for part in parts if part.size], share)


@dataclass(frozen=True, slots=True, eq=False)
class _Found:
    """The area of a model, the influence of each row by its weight, and of the missed positives, how many there are."""

    area: float
    each: FloatArray
    of_missed: float
    missed: int


def _of_rows(rows: Rows, total_positives: float | None) -> _Found:
    points = operating_points(rows.positive, rows.score, sample_weight=rows.weight, total_positives=total_positives)
    influence = influence_on_area(points)
    order = np.argsort(-rows.score)
    ordered = rows.score[order]
    point = np.empty(order.size, dtype=np.intp)
    point[order] = np.cumsum(np.append(False, ordered[1:] != ordered[:-1]))
    each = np.where(rows.positive, influence.positive[point], influence.negative[point])
    if rows.weight is not None:
        each *= rows.weight
    missed = points.unreached_positives
    count = max(1, round(missed)) if missed else 0
    return _Found(step_sum(points), each, influence.unreached * (missed / count if count else 0.0), count)


def _numbered(clusters: ArrayLike, y_true: ArrayLike, sample_weight: ArrayLike | None) -> IndexArray:
    """The cluster of each row that counts, as a number from 0."""
    named = np.asarray(clusters)
    if named.ndim != 1:
        raise ValueError(f"clusters must be one-dimensional, got shape {named.shape}")
    same_length(y_true=np.size(y_true), clusters=named.size)
    counted: BoolArray = np.ones(named.size, bool) if sample_weight is None else np.asarray(sample_weight) > 0
    _, number = np.unique(named[counted], return_inverse=True)
    if number.max() == 0:
        raise ValueError("clusters must name at least two groups of rows, got one")
    return number


def _left_out(models: list[Rows], cluster: IndexArray) -> FloatArray:
    """How far the difference moves when a cluster comes to those that are without it, as an influence."""

    def difference(rest: BoolArray) -> float:
        first, second = (
            step_sum(
                points_of(Rows(one.positive[rest], one.score[rest], None if one.weight is None else one.weight[rest]))
            )
            for one in models
        )
        return first - second

    clusters = int(cluster.max()) + 1
    without = np.array([difference(cluster != one) for one in range(clusters)])
    return np.asarray((clusters - 1) / clusters * (without.mean() - without))


def _tested(difference: float, parts: list[FloatArray], level: float) -> PairedDifference:
    """The difference beside the spread of parts that were drawn apart from each other."""
    variances = [_variance(part) for part in parts]
    error = math.sqrt(sum(variances))
    if not error > 0:  # no row makes a difference, or nobody knows
        p_value = error if math.isnan(error) else float(difference == 0)
        return PairedDifference(difference, error, difference - error, difference + error, p_value, level)
    shares = ((one / error**2) ** 2 / (part.size - 1) for one, part in zip(variances, parts, strict=True))
    degrees = 1 / sum(shares)
    far = reach(level, degrees) * error
    p_value = two_sided_p(difference / error, degrees)
    return PairedDifference(difference, error, difference - far, difference + far, p_value, level)


def _variance(influence: FloatArray) -> float:
    """Variance that so many rows or clusters bring; of one alone nobody knows it."""
    if influence.size == 1:
        return math.nan
    return float(influence.size / (influence.size - 1) * ((influence - influence.mean()) ** 2).sum())
