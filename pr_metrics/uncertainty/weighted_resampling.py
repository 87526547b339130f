"""Bootstrap and permutations of rows with weights: rows are drawn or shuffled, and each brings its weight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

import numpy as np
from numpy.typing import ArrayLike

from pr_metrics.points import points_of_rows
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
    """Compute the bootstrap interval of an area of rows that have weights or came in groups.

    Samples draw rows, positives and negatives separately, with replacement; with `groups` they draw groups instead.
    Each row brings its weight, so the unit of the weights has no effect. The limits follow from the samples as in
    `bootstrap_interval`, with the number of groups in place of the number of rows of the smaller class.

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
        Number of all positives, including those without a score, which are drawn as rows of about weight 1 below every
        threshold. Not together with `groups`.
    scheme : str, default "step"
        Key of a scheme in `SCHEMES`, which decides how the points are joined.
    **options
        Keyword arguments as in `bootstrap_interval`: `confidence_level` (float strictly between 0 and 1, default 0.95)
        is the nominal coverage of the interval; `n_resamples` (int from 1 to 1,000,000, default 1000) is the number of
        samples; `random_state` (int of at least 0, default 0) is the seed of the random numbers; `progress` (callable,
        optional) is called with the proportion of the work that is done.

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
        `total_positives` is given together with `groups`, or is below the positives of the rows; there is no scheme of
        that key; `confidence_level` is not strictly between 0 and 1; `n_resamples` is not a whole number from 1 to
        1,000,000; or `random_state` is not a whole number of at least 0.
    TypeError
        There is an unknown keyword argument.

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
    params = check_options("bootstrap_weighted_interval", BootstrapParams, options)
    chosen = get_scheme(scheme)
    given = validate_rows(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
    group = None if groups is None else check_groups(groups, y_true, sample_weight, total_positives)
    rows = ModelRows.of(y_true, y_score, pos_label, sample_weight=sample_weight, total_positives=total_positives)
    positives, negatives = rows.sizes
    if positives == 0:
        return Interval(np.nan, np.nan, params.confidence_level)
    sides = None if group is None else (group[given.positive], group[~given.positive])

    def areas(rng: np.random.Generator, n_samples: int) -> FloatArray:
        drawn = bootstrap_row_counts(rng, rows.sizes, n_samples, sides)
        return np.concatenate([rows.areas((chosen,), *one)[:, 0] for one in drawn])

    found = map_samples(
        areas,
        positives + negatives,
        n_samples=params.n_resamples,
        random_state=params.random_state,
        progress=params.progress,
    )
    area = chosen.area(points_of_rows(given, total_positives=total_positives))
    units = min_class_size(positives, negatives) if group is None else int(group.max()) + 1
    return interval_of_samples(area, found, params.confidence_level, n_units=units, positives=positives)


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
    """Test whether a ranking of weighted rows has skill, by shuffling labels with their weights.

    Labels are shuffled over the same scores and ties. The p-value is (1 + number of permuted areas >= the
    area) / (1 + `n_permutations`). Label and weight of a row stay together, so the weight of the positives is always
    that of the data, and the unit of the weights has no effect. `permutation_test`, in contrast, takes counts of rows
    only.

    Parameters
    ----------
    y_true : array-like of shape (n_rows,)
        Labels of two values; 1 or True is positive, or the value that `pos_label` names.
    y_score : array-like of shape (n_rows,)
        Scores in any unit; higher means more positive.
    sample_weight : array-like of shape (n_rows,) or None
        How much each row counts, at least 0; rows of weight 0 are dropped. A row of weight 3 is not three rows. None
        gives each row weight 1.
    pos_label : object, optional
        Label of the positive class. Without it the labels must be 0 and 1, -1 and 1, or bool.
    total_positives : float, optional
        Number of all positives, including those without a score, which keep their label.
    scheme : str, default "step"
        Key of a scheme in `SCHEMES`, which decides how the points are joined.
    **options
        Keyword arguments as in `permutation_test`: `n_permutations` (int from 1 to 1,000,000, default 1000) is the
        number of permutations; `random_state` (int of at least 0, default 0) is the seed of the random numbers;
        `progress` (callable, optional) is called with the proportion of the work that is done.

    Returns
    -------
    PermutationTest
        The area, the p-value and the permuted areas; all ``nan`` without positives.

    Raises
    ------
    ValueError
        The rows are invalid: lengths differ; an argument is empty or not one-dimensional; tables name their rows in
        different orders; `y_true` has a missing label, more than two values, or values other than 0 and 1 (or -1 and 1)
        without `pos_label`; `pos_label` is not in `y_true`; a score or weight is not a finite number that float64 holds
        exactly; or a weight is negative or none is above 0. Or `total_positives` is below the positives of the rows;
        there is no scheme of that key; `n_permutations` is not a whole number from 1 to 1,000,000; or `random_state` is
        not a whole number of at least 0.
    TypeError
        There is an unknown keyword argument.

    References
    ----------
    .. [1] Phipson & Smyth (2010), doi 10.2202/1544-6115.1585, for the ones added to numerator and denominator.

    Examples
    --------
    >>> label, score, weight = [1, 1, 1, 1, 0, 0, 0, 0, 0, 0], range(10, 0, -1), [1, 2, 3, 4, 5, 1, 2, 3, 4, 5]
    >>> permutation_weighted_test(label, score, weight, n_permutations=99).p_value
    0.02
    """
    tests = permutation_weighted_test_by_scheme(
        y_true, y_score, sample_weight, (scheme,), pos_label=pos_label, total_positives=total_positives, **options
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
    """Run the test of `permutation_weighted_test` for several schemes with the same shuffled labels.

    Parameters
    ----------
    y_true : array-like of shape (n_rows,)
        Labels of two values; 1 or True is positive, or the value that `pos_label` names.
    y_score : array-like of shape (n_rows,)
        Scores in any unit; higher means more positive.
    sample_weight : array-like of shape (n_rows,) or None
        How much each row counts, at least 0; rows of weight 0 are dropped. None gives each row weight 1.
    schemes : sequence of str
        Keys of schemes in `SCHEMES`.
    pos_label : object, optional
        Label of the positive class. Without it the labels must be 0 and 1, -1 and 1, or bool.
    total_positives : float, optional
        Number of all positives, including those without a score, which keep their label.
    **options
        Keyword arguments as in `permutation_test`: `n_permutations` (int from 1 to 1,000,000, default 1000) is the
        number of permutations; `random_state` (int of at least 0, default 0) is the seed of the random numbers;
        `progress` (callable, optional) is called with the proportion of the work that is done.

    Returns
    -------
    dict of str to PermutationTest
        Result of the test by the key of each scheme.

    Raises
    ------
    ValueError
        As in `permutation_weighted_test`.
    TypeError
        There is an unknown keyword argument.

    Examples
    --------
    >>> label, score, weight = [1, 1, 1, 1, 0, 0, 0, 0, 0, 0], range(10, 0, -1), [1, 2, 3, 4, 5, 1, 2, 3, 4, 5]
    >>> tests = permutation_weighted_test_by_scheme(label, score, weight, ("step", "linear"), n_permutations=99)
    >>> [test.p_value for test in tests.values()]
    [0.02, 0.02]
    """
    params = check_options("permutation_weighted_test", PermutationParams, options)
    chosen = [get_scheme(scheme) for scheme in schemes]
    rows = validate_rows(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
    points = points_of_rows(rows, total_positives=total_positives)
    if not rows.positive.any():
        undefined = PermutationTest(np.nan, np.nan, np.full(params.n_permutations, np.nan))
        return {one.key: undefined for one in chosen}
    weight = np.ones(rows.positive.size) if rows.weight is None else rows.weight
    sides = np.array([weight * rows.positive, weight * ~rows.positive])
    predicted = np.searchsorted(np.sort(-rows.score), -points.threshold, side="right")

    def areas(rng: np.random.Generator, n_samples: int) -> FloatArray:
        found = []
        for part in chunk_sizes(n_samples, predicted.size):
            dealt = (sides[:, rng.permutation(weight.size)] for _ in range(part))
            counted = np.array([[np.take(cumulative_sum(side), predicted) for side in one] for one in dealt])
            true, false = counted[:, 0], counted[:, 1]
            totals = points.positives, points.negatives
            found.append(areas_of_counts(chosen, points.threshold, true, false, *totals))
        return np.concatenate(found)

    found = map_samples(
        areas, weight.size, n_samples=params.n_permutations, random_state=params.random_state, progress=params.progress
    )
    return {one.key: permutation_result(one.area(points), found[:, column]) for column, one in enumerate(chosen)}
