"""Samples and permutations of rows with weights: rows are drawn or dealt, and each brings its weight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

import numpy as np
from numpy.typing import ArrayLike

from pr_metrics.points import points_of
from pr_metrics.rows import validate_rows
from pr_metrics.schemes import get_scheme
from pr_metrics.uncertainty.area_interval import check_groups
from pr_metrics.uncertainty.bootstrap import bootstrap_row_counts, interval_of_samples, min_class_size
from pr_metrics.uncertainty.intervals import Interval
from pr_metrics.uncertainty.permutation import PermutationTest, permutation_result
from pr_metrics.uncertainty.resampling import (
    BootstrapOptions,
    BootstrapParams,
    ModelRows,
    PermutationOptions,
    PermutationParams,
    areas_of_counts,
    check_options,
    chunk_sizes,
    cumulative_sum,
    map_samples,
)
from pr_metrics.validation import FloatArray


def bootstrap_weighted_interval(
    y_true: ArrayLike,
    y_score: ArrayLike,
    sample_weight: ArrayLike | None = None,
    *,
    groups: ArrayLike | None = None,
    pos_label: object = None,
    total_positives: float | None = None,
    scheme: str = "step",
    **options: Unpack[BootstrapOptions],
) -> Interval:
    """Interval of the area by the spread of samples of rows that have weights, or came in groups.

    Samples draw rows, positives and negatives apart, or with `groups` these, with replacement. Each row brings its
    weight, so that the unit of the weights changes nothing. The limits follow from the samples as for
    `bootstrap_interval`, with the number of groups in place of that of the rows of the smaller class.

    Parameters
    ----------
    y_true, y_score : array-like of shape (n_rows,)
        Labels and scores, as `operating_points` takes them.
    sample_weight : array-like of shape (n_rows,), optional
        How much each row counts, at least 0. A row of weight 3 is not three rows.
    groups : array-like of shape (n_rows,), optional
        What came together: names of patients, images or queries, at least 10 of them.
    pos_label : object, optional
        The label that is positive.
    total_positives : float, optional
        All positives; those that never got a score are drawn too, as rows of weight 1 below every threshold. Not with
        `groups`.
    scheme : str, default "step"
        The key of a scheme.
    **options
        `level`, `resamples`, `seed` and `progress`, as for `bootstrap_interval`.

    Returns
    -------
    Interval
        Inside [0, 1], the area inside; nan without positives.

    Raises
    ------
    ValueError
        What `operating_points` refuses; fewer than 10 groups; a group without a name; `total_positives` with `groups`;
        no scheme of that key; a level not between 0 and 1; fewer than 1 resample; a seed that is not a whole number of
        at least 0.

    References
    ----------
    .. [1] Efron & Tibshirani (1993), An Introduction to the Bootstrap, chapters 6 and 12, stratified by class.
    .. [2] Field & Welsh (2007), Bootstrapping clustered data, J. R. Statist. Soc. B 69, 369-390, for groups.

    Examples
    --------
    >>> label, score, weight = [1, 1, 0, 1, 0, 0], [6, 5, 4, 3, 2, 1], [1, 2, 3, 1, 2, 3]
    >>> once = bootstrap_weighted_interval(label, score, weight)
    >>> once == bootstrap_weighted_interval(label, score, [4 * one for one in weight])
    True
    """
    asked = check_options("bootstrap_weighted_interval", BootstrapParams, options)
    chosen = get_scheme(scheme)
    given = validate_rows(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
    group = None if groups is None else check_groups(groups, y_true, sample_weight, total_positives)
    rows = ModelRows.of(y_true, y_score, pos_label, sample_weight=sample_weight, total_positives=total_positives)
    positives, negatives = rows.sizes
    if positives == 0:
        return Interval(np.nan, np.nan, asked.confidence_level)
    sides = None if group is None else (group[given.positive], group[~given.positive])

    def areas(rng: np.random.Generator, n_samples: int) -> FloatArray:
        drawn = bootstrap_row_counts(rng, rows.sizes, n_samples, sides)
        return np.concatenate([rows.areas((chosen,), *one)[:, 0] for one in drawn])

    found = map_samples(
        areas,
        positives + negatives,
        n_samples=asked.n_resamples,
        random_state=asked.random_state,
        progress=asked.progress,
    )
    area = chosen.area(points_of(given, total_positives=total_positives))
    units = min_class_size(positives, negatives) if group is None else int(group.max()) + 1
    return interval_of_samples(area, found, asked.confidence_level, n_units=units, positives=positives)


def permutation_weighted_test(
    y_true: ArrayLike,
    y_score: ArrayLike,
    sample_weight: ArrayLike | None,
    *,
    pos_label: object = None,
    total_positives: float | None = None,
    scheme: str = "step",
    **options: Unpack[PermutationOptions],
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
    >>> permutation_weighted_test(label, score, weight, n_permutations=99).p_value
    0.02
    """
    tests = permutation_weighted_test_by_scheme(
        y_true,
        y_score,
        sample_weight,
        (scheme,),
        pos_label=pos_label,
        total_positives=total_positives,
        **options,
    )
    return tests[scheme]


def permutation_weighted_test_by_scheme(
    y_true: ArrayLike,
    y_score: ArrayLike,
    sample_weight: ArrayLike | None,
    schemes: Sequence[str],
    *,
    pos_label: object = None,
    total_positives: float | None = None,
    **options: Unpack[PermutationOptions],
) -> dict[str, PermutationTest]:
    """The tests of `permutation_weighted_test` by several schemes; the labels are dealt once for all of them.

    >>> label, score, weight = [1, 1, 1, 1, 0, 0, 0, 0, 0, 0], range(10, 0, -1), [1, 2, 3, 4, 5, 1, 2, 3, 4, 5]
    >>> tests = permutation_weighted_test_by_scheme(label, score, weight, ("step", "linear"), n_permutations=99)
    >>> [test.p_value for test in tests.values()]
    [0.02, 0.02]
    """
    asked, chosen = (
        check_options("permutation_weighted_test", PermutationParams, options),
        [get_scheme(scheme) for scheme in schemes],
    )
    rows = validate_rows(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
    points = points_of(rows, total_positives=total_positives)
    if not rows.positive.any():
        undefined = PermutationTest(np.nan, np.nan, np.full(asked.n_permutations, np.nan))
        return {one.key: undefined for one in chosen}
    weight = np.ones(rows.positive.size) if rows.weight is None else rows.weight
    sides = np.array([weight * rows.positive, weight * ~rows.positive])
    called = np.searchsorted(np.sort(-rows.score), -points.threshold, side="right")

    def areas(rng: np.random.Generator, n_samples: int) -> FloatArray:
        found = []
        for part in chunk_sizes(n_samples, called.size):
            dealt = (sides[:, rng.permutation(weight.size)] for _ in range(part))
            counted = np.array([[np.take(cumulative_sum(side), called) for side in one] for one in dealt])
            true, false = counted[:, 0], counted[:, 1]
            totals = points.positives, points.negatives
            found.append(areas_of_counts(chosen, points.threshold, true, false, *totals))
        return np.concatenate(found)

    found = map_samples(
        areas, weight.size, n_samples=asked.n_permutations, random_state=asked.random_state, progress=asked.progress
    )
    return {one.key: permutation_result(one.area(points), found[:, column]) for column, one in enumerate(chosen)}
