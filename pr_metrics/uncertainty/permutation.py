"""Permutations: the labels dealt anew to the same scores and ties."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pr_metrics.interpolation import IndexArray
from pr_metrics.points import OperatingPoints
from pr_metrics.points_validation import validate_points
from pr_metrics.schemes import get_scheme
from pr_metrics.tolerances import AREA_ROUNDING
from pr_metrics.uncertainty.resampling import (
    Progress,
    Samples,
    areas_of_samples,
    check_n_samples,
    cumulative_sum,
    integer_counts,
    use_tie_groups,
)
from pr_metrics.validation import FloatArray, short_repr

MAX_ROWS = 10**9  # NumPy's hypergeometric distribution ends there


@dataclass(frozen=True, slots=True, eq=False)
class PermutationTest:
    """How an area compares with those of shuffled labels."""

    area: float
    p_value: float  # in (0, 1]: the share of rankings without skill that do as well
    permuted_areas: FloatArray  # shape (permutations,)

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
    """Test whether the ranking has skill: the areas of shuffled labels on the same scores and ties.

    p = (1 + number of permuted areas >= the area) / (1 + permutations). The labels of all rows are dealt anew, also of
    those that no threshold reaches; but where all of these are positives, they are such as never got a score and keep
    their label, so that the order of the others is tested. nan without positives.
    Source: Phipson & Smyth (2010), doi 10.2202/1544-6115.1585, for the ones added above and below.

    Raises
    ------
    ValueError: weights that are not whole numbers; no scheme of that key; fewer than 1 permutation; a seed that is
        not a whole number of at least 0; a thousand million rows or more.

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
    """The tests of `permutation_test` by several schemes; the labels are dealt once for all of them.

    >>> points = OperatingPoints.from_counts([3, 2, 1], [8, 4, 2], [1, 5, 9])
    >>> [round(test.p_value, 2) for test in permutation_test_by_scheme(points, ("step", "linear"), n_permutations=99).values()]
    [0.01, 0.01]
    """
    times = check_n_samples("n_permutations", n_permutations)
    chosen = [get_scheme(scheme) for scheme in schemes]
    if points.positives == 0:
        return {one.key: PermutationTest(np.nan, np.nan, np.full(times, np.nan)) for one in chosen}
    true, false = integer_counts("permutation_test", points)
    called, rows, positives = true + false, int(points.positives + points.negatives), int(points.positives)
    if points.negatives == false[-1]:
        rows, positives = int(called[-1]), int(true[-1])
    if rows >= MAX_ROWS:
        raise ValueError(f"permutation_test takes fewer than {MAX_ROWS} rows, got {rows}")

    def draw(rng: np.random.Generator, n_samples: int) -> Samples:
        shuffled = _shuffle_labels(rng, called, positives, rows, n_samples)
        return shuffled, called - shuffled

    areas = areas_of_samples(points, chosen, draw, n_samples=times, random_state=random_state, progress=progress)
    return {one.key: permutation_result(one.area(points), areas[:, column]) for column, one in enumerate(chosen)}


def permutation_result(area: float, null_areas: FloatArray) -> PermutationTest:
    """An area among those of shuffled labels."""
    as_good = int((null_areas >= area - AREA_ROUNDING).sum())
    return PermutationTest(area, (1 + as_good) / (1 + null_areas.size), null_areas)


def _shuffle_labels(
    rng: np.random.Generator, up_to: IndexArray, positives: int, n_rows: int, n_samples: int
) -> FloatArray:
    """How many of `positives` labels, dealt to all rows at random, fall on the first up_to[i]: (times, n_points)."""
    if use_tie_groups(n_rows, up_to):
        groups = np.diff(up_to, prepend=0, append=n_rows)  # the last: rows that no threshold reaches
        dealt = rng.multivariate_hypergeometric(groups, positives, size=n_samples, method="marginals")
        return np.cumsum(dealt[:, :-1], axis=1, dtype=np.float64)
    shuffled = np.empty((n_samples, up_to.size))
    for sample in shuffled:
        is_positive = rng.random(n_rows, dtype=np.float32) < positives / n_rows
        # Given their number, they are a random choice, and remain one when some, chosen at random, are taken or added.
        surplus = int(is_positive.sum()) - positives
        candidates = np.flatnonzero(is_positive if surplus > 0 else ~is_positive)
        is_positive[rng.choice(candidates, abs(surplus), replace=False)] = surplus < 0
        np.take(cumulative_sum(is_positive), up_to, out=sample, mode="clip")
    return shuffled
