"""Permutation tests: the labels are shuffled over the same scores and ties."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pr_metrics.interpolation import IndexArray
from pr_metrics.points import OperatingPoints, validate_points
from pr_metrics.schemes import get_scheme
from pr_metrics.tolerances import AREA_ROUNDING
from pr_metrics.uncertainty.resampling import (
    Progress,
    SampleCounts,
    areas_of_samples,
    check_n_samples,
    cumulative_sum,
    integer_counts,
    use_tie_groups,
)
from pr_metrics.validation import FloatArray, short_repr

MAX_ROWS = 10**9  # limit of NumPy's hypergeometric distribution


@dataclass(frozen=True, slots=True, eq=False)
class PermutationTest:
    """Comparison of an area with the areas of shuffled labels.

    Attributes
    ----------
    area : float
        Area under the measured curve, in [0, 1]; ``nan`` without positives.
    p_value : float
        Estimated probability, in (0, 1], that a ranking without skill has an area at least as large; ``nan`` without
        positives.
    permuted_areas : ndarray of shape (n_permutations,)
        Area of each permutation, in [0, 1].

    Examples
    --------
    >>> test = permutation_test(OperatingPoints.from_counts([2, 1], [1, 1], [0, 2]), n_permutations=9)
    >>> test.permuted_areas.shape, bool(0 < test.p_value <= 1)
    ((9,), True)
    """

    area: float
    p_value: float
    permuted_areas: FloatArray

    def __repr__(self) -> str:
        return short_repr(self)


@validate_points
def permutation_test(
    points: OperatingPoints,
    *,
    scheme: str = "step",
    n_permutations: int = 1000,
    random_state: int = 0,
    progress: Progress | None = None,
) -> PermutationTest:
    """Test whether a ranking has skill, by shuffling the labels over the same scores and ties.

    The p-value is (1 + number of permuted areas >= the area) / (1 + `n_permutations`). The labels of all rows are
    shuffled, including those of rows that no threshold reaches. If all of these unreached rows are positives, they are
    positives without a score: they keep their label, and the test is about the order of the other rows.

    Parameters
    ----------
    points : OperatingPoints
        Counts at each threshold, strictest first; they must be numbers of rows, not sums of weights.
    scheme : str, default "step"
        Key of a scheme in `SCHEMES`, which decides how the points are joined.
    n_permutations : int, default 1000
        Number of permutations, from 1 to 1,000,000.
    random_state : int, default 0
        Seed of the random numbers, at least 0. The same seed gives the same result.
    progress : callable, optional
        Function that is called from time to time, from any of the worker threads, with the proportion of the work that
        is done, a float rising to 1. An exception that it raises ends the computation and is raised here. It does not
        affect the result.

    Returns
    -------
    PermutationTest
        The area, the p-value and the permuted areas; all ``nan`` without positives.

    Raises
    ------
    ValueError
        The points were made with `sample_weight`, were moved to another class balance, or have a count that is not a
        whole number of rows. Or there is no scheme of that key; `n_permutations` is not a whole number from 1 to
        1,000,000; `random_state` is not a whole number of at least 0; or there are 1,000,000,000 rows or more.

    References
    ----------
    .. [1] Phipson & Smyth (2010), doi 10.2202/1544-6115.1585, for the ones added to numerator and denominator.

    Examples
    --------
    >>> points = OperatingPoints.from_counts([3, 2, 1], [8, 4, 2], [1, 5, 9])
    >>> permutation_test(points, n_permutations=99).p_value
    0.01
    """
    (test,) = permutation_test_by_scheme(
        points, (scheme,), n_permutations=n_permutations, random_state=random_state, progress=progress
    ).values()
    return test


@validate_points
def permutation_test_by_scheme(
    points: OperatingPoints,
    schemes: Sequence[str],
    *,
    n_permutations: int = 1000,
    random_state: int = 0,
    progress: Progress | None = None,
) -> dict[str, PermutationTest]:
    """Run the test of `permutation_test` for several schemes with the same shuffled labels.

    Parameters
    ----------
    points : OperatingPoints
        Counts at each threshold, strictest first; they must be numbers of rows, not sums of weights.
    schemes : sequence of str
        Keys of schemes in `SCHEMES`.
    n_permutations : int, default 1000
        Number of permutations, from 1 to 1,000,000.
    random_state : int, default 0
        Seed of the random numbers, at least 0. The same seed gives the same result.
    progress : callable, optional
        Function that is called from time to time, from any of the worker threads, with the proportion of the work that
        is done, a float rising to 1. An exception that it raises ends the computation and is raised here. It does not
        affect the result.

    Returns
    -------
    dict of str to PermutationTest
        Result of the test by the key of each scheme.

    Raises
    ------
    ValueError
        As in `permutation_test`.

    Examples
    --------
    >>> points = OperatingPoints.from_counts([3, 2, 1], [8, 4, 2], [1, 5, 9])
    >>> tests = permutation_test_by_scheme(points, ("step", "linear"), n_permutations=99)
    >>> [round(test.p_value, 2) for test in tests.values()]
    [0.01, 0.01]
    """
    times = check_n_samples("n_permutations", n_permutations)
    chosen = [get_scheme(scheme) for scheme in schemes]
    if points.positives == 0:
        return {one.key: PermutationTest(np.nan, np.nan, np.full(times, np.nan)) for one in chosen}
    true, false = integer_counts("permutation_test", points)
    predicted, rows, positives = true + false, int(points.positives + points.negatives), int(points.positives)
    if points.negatives == false[-1]:
        rows, positives = int(predicted[-1]), int(true[-1])
    if rows >= MAX_ROWS:
        raise ValueError(f"permutation_test takes fewer than {MAX_ROWS} rows, got {rows}")

    def draw(rng: np.random.Generator, n_samples: int) -> SampleCounts:
        shuffled = _shuffle_labels(rng, predicted, positives, rows, n_samples)
        return shuffled, predicted - shuffled

    areas = areas_of_samples(points, chosen, draw, n_samples=times, random_state=random_state, progress=progress)
    return {one.key: permutation_result(one.area(points), areas[:, column]) for column, one in enumerate(chosen)}


def permutation_result(area: float, null_areas: FloatArray) -> PermutationTest:
    """Compute the p-value of an area among the areas of shuffled labels.

    Parameters
    ----------
    area : float
        Area under the measured curve.
    null_areas : ndarray of shape (n_permutations,)
        Area of each permutation.

    Returns
    -------
    PermutationTest
        The area, its p-value and the permuted areas.
    """
    as_good = int((null_areas >= area - AREA_ROUNDING).sum())
    return PermutationTest(area, (1 + as_good) / (1 + null_areas.size), null_areas)


def _shuffle_labels(
    rng: np.random.Generator, up_to: IndexArray, positives: int, n_rows: int, n_samples: int
) -> FloatArray:
    """Shuffle the labels and count the positives among the first up_to[i] rows: shape (n_samples, n_points)."""
    if use_tie_groups(n_rows, up_to):
        groups = np.diff(up_to, prepend=0, append=n_rows)  # the last group: rows that no threshold reaches
        dealt = rng.multivariate_hypergeometric(groups, positives, size=n_samples, method="marginals")
        return np.cumsum(dealt[:, :-1], axis=1, dtype=np.float64)
    shuffled = np.empty((n_samples, up_to.size))
    for sample in shuffled:
        is_positive = rng.random(n_rows, dtype=np.float32) < positives / n_rows
        # Given their number, these rows are a random choice, and remain one if some are added or removed at random.
        surplus = int(is_positive.sum()) - positives
        candidates = np.flatnonzero(is_positive if surplus > 0 else ~is_positive)
        is_positive[rng.choice(candidates, abs(surplus), replace=False)] = surplus < 0
        np.take(cumulative_sum(is_positive), up_to, out=sample, mode="clip")
    return shuffled
