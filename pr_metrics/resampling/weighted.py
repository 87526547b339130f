"""Samples and permutations of rows with weights: rows are drawn or dealt, and each brings its weight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

import numpy as np
from numpy.typing import ArrayLike

from pr_metrics.inputs import FloatArray
from pr_metrics.points import points_of
from pr_metrics.resampling.areas import areas_of_counts, parts_of
from pr_metrics.resampling.bootstrap import percentile_interval, rows_drawn
from pr_metrics.resampling.options import Permuting, PermutingOptions, Resampling, ResamplingOptions
from pr_metrics.resampling.permutation import PermutationTest, compared
from pr_metrics.resampling.ranked_rows import RankedRows
from pr_metrics.resampling.samples import each_sample, up_to_each
from pr_metrics.rows import checked_rows
from pr_metrics.schemes import scheme_named
from pr_metrics.uncertainty.intervals import Interval


def bootstrap_weighted_interval(
    y_true: ArrayLike,
    y_score: ArrayLike,
    sample_weight: ArrayLike,
    *,
    pos_label: object = None,
    total_positives: float | None = None,
    scheme: str = "step",
    **options: Unpack[ResamplingOptions],
) -> Interval:
    """Percentile interval of the area over samples that draw rows, positives and negatives apart, with replacement.

    Each row brings its weight, so that the unit of the weights changes nothing. `bootstrap_interval` knows counts only
    and takes a weight of 3 for three rows, which is right for rows that were counted together and else too narrow.
    The limits are the (1 - level) / 2 and (1 + level) / 2 quantiles of the areas. nan without positives.
    Positives that never got a score, by `total_positives`, are drawn too, as rows of weight 1 below every threshold.
    options: level, resamples, seed and progress, as for `bootstrap_interval`.
    Source: Efron & Tibshirani (1993), An Introduction to the Bootstrap, chapter 13, stratified by class.

    Raises
    ------
    ValueError: what `operating_points` refuses; no scheme of that key; a level not between 0 and 1; fewer than 1
        resample; a seed that is not a whole number of at least 0.

    >>> label, score, weight = [1, 1, 0, 1, 0, 0], [6, 5, 4, 3, 2, 1], [1, 2, 3, 1, 2, 3]
    >>> once = bootstrap_weighted_interval(label, score, weight)
    >>> once == bootstrap_weighted_interval(label, score, [4 * one for one in weight])
    True
    """
    asked, chosen = Resampling(**options), scheme_named(scheme)
    rows = RankedRows.of(y_true, y_score, pos_label, sample_weight=sample_weight, total_positives=total_positives)
    positives, negatives = rows.sizes
    if positives == 0:
        return Interval(np.nan, np.nan, asked.level)

    def areas(rng: np.random.Generator, times: int) -> FloatArray:
        return np.concatenate([rows.areas((chosen,), *drawn)[:, 0] for drawn in rows_drawn(rng, rows.sizes, times)])

    found = each_sample(areas, positives + negatives, times=asked.resamples, seed=asked.seed, progress=asked.progress)
    return percentile_interval(found, asked.level)


def permutation_weighted_test(
    y_true: ArrayLike,
    y_score: ArrayLike,
    sample_weight: ArrayLike | None,
    *,
    pos_label: object = None,
    total_positives: float | None = None,
    scheme: str = "step",
    **options: Unpack[PermutingOptions],
) -> PermutationTest:
    """Test whether the ranking has skill: labels with their weights dealt anew to the same scores and ties.

    p = (1 + number of permuted areas >= the area) / (1 + permutations). Label and weight of a row stay together, so
    that the weight of the positives is always that of the data, and the unit of the weights changes nothing.
    `permutation_test` knows counts only and takes a weight of 3 for three rows. nan without positives.
    Positives that never got a score, by `total_positives`, keep their label, as there.
    options: permutations, seed and progress, as for `permutation_test`.
    Source: Phipson & Smyth (2010), doi 10.2202/1544-6115.1585, for the ones added above and below.

    Raises
    ------
    ValueError: what `operating_points` refuses; no scheme of that key; fewer than 1 permutation; a seed that is not a
        whole number of at least 0.

    >>> label, score, weight = [1, 1, 1, 1, 0, 0, 0, 0, 0, 0], range(10, 0, -1), [1, 2, 3, 4, 5, 1, 2, 3, 4, 5]
    >>> permutation_weighted_test(label, score, weight, permutations=99).p_value
    0.02
    """
    tests = permutation_weighted_tests(
        y_true,
        y_score,
        sample_weight,
        (scheme,),
        pos_label=pos_label,
        total_positives=total_positives,
        **options,
    )
    return tests[scheme]


def permutation_weighted_tests(
    y_true: ArrayLike,
    y_score: ArrayLike,
    sample_weight: ArrayLike | None,
    schemes: Sequence[str],
    *,
    pos_label: object = None,
    total_positives: float | None = None,
    **options: Unpack[PermutingOptions],
) -> dict[str, PermutationTest]:
    """The tests of `permutation_weighted_test` by several schemes; the labels are dealt once for all of them.

    >>> label, score, weight = [1, 1, 1, 1, 0, 0, 0, 0, 0, 0], range(10, 0, -1), [1, 2, 3, 4, 5, 1, 2, 3, 4, 5]
    >>> tests = permutation_weighted_tests(label, score, weight, ("step", "linear"), permutations=99)
    >>> [test.p_value for test in tests.values()]
    [0.02, 0.02]
    """
    asked, chosen = Permuting(**options), [scheme_named(scheme) for scheme in schemes]
    rows = checked_rows(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
    points = points_of(rows, total_positives=total_positives)
    if not rows.positive.any():
        undefined = PermutationTest(np.nan, np.nan, np.full(asked.permutations, np.nan))
        return {one.key: undefined for one in chosen}
    weight = np.ones(rows.positive.size) if rows.weight is None else rows.weight
    sides = np.array([weight * rows.positive, weight * ~rows.positive])
    called = np.searchsorted(np.sort(-rows.score), -points.threshold, side="right")

    def areas(rng: np.random.Generator, times: int) -> FloatArray:
        found = []
        for part in parts_of(times, called.size):
            dealt = (sides[:, rng.permutation(weight.size)] for _ in range(part))
            counted = np.array([[np.take(up_to_each(side), called) for side in one] for one in dealt])
            true, false = counted[:, 0], counted[:, 1]
            totals = points.positives, points.negatives
            found.append(areas_of_counts(chosen, points.threshold, true, false, *totals))
        return np.concatenate(found)

    found = each_sample(areas, weight.size, times=asked.permutations, seed=asked.seed, progress=asked.progress)
    return {one.key: compared(one.area(points), found[:, column]) for column, one in enumerate(chosen)}
