"""Bootstrap samples: positives and negatives drawn apart, with replacement."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pr_metrics.given_points import of_points
from pr_metrics.inputs import FloatArray, inner_fraction
from pr_metrics.points import OperatingPoints
from pr_metrics.resampling.areas import parts_of
from pr_metrics.resampling.samples import (
    Progress,
    Samples,
    areas_of_samples,
    checked_times,
    fewer_groups,
    up_to_each,
    whole_counts,
)
from pr_metrics.schemes import scheme_named
from pr_metrics.segments import IndexArray
from pr_metrics.uncertainty.intervals import Interval


@of_points
def bootstrap_interval(
    points: OperatingPoints,
    *,
    scheme: str = "step",
    level: float = 0.95,
    resamples: int = 1000,
    seed: int = 0,
    progress: Progress | None = None,
) -> Interval:
    """Percentile interval of the area over samples that draw positives and negatives apart, with replacement.

    The limits are the (1 - level) / 2 and (1 + level) / 2 quantiles of the areas. nan without positives.
    progress: called now and then with the share of the samples that is done, rising to 1, from whichever thread did
    them; what it raises ends the work and is raised here. The result is the same with or without it.
    Source: Efron & Tibshirani (1993), An Introduction to the Bootstrap, chapter 13, stratified by class.

    Raises
    ------
    ValueError: weights that are not whole numbers; no scheme of that key; a level not between 0 and 1; fewer than 1
        resample; a seed that is not a whole number of at least 0.

    >>> points = OperatingPoints.from_counts([3, 2, 1], [8, 4, 2], [1, 5, 9])
    >>> limits = bootstrap_interval(points, seed=1)
    >>> bool(0 < limits.low < 0.75 < limits.high < 1)
    True
    """
    share, times = inner_fraction("level", level), checked_times("resamples", resamples)
    chosen = scheme_named(scheme)
    if points.positives == 0:
        return Interval(np.nan, np.nan, share)
    true, false = whole_counts("bootstrap_interval", points)
    positives, negatives = int(points.positives), int(points.negatives)

    def draw(rng: np.random.Generator, times: int) -> Samples:
        return _drawn(rng, true, positives, times), _drawn(rng, false, negatives, times)

    areas = areas_of_samples(points, (chosen,), draw, times=times, seed=seed, progress=progress)
    return percentile_interval(areas[:, 0], share)


def percentile_interval(found: FloatArray, level: float) -> Interval:
    """The two quantiles that hold a share `level` of the values between them."""
    low, high = np.quantile(found, ((1 - level) / 2, (1 + level) / 2))
    return Interval(float(low), float(high), level)


def how_often(rng: np.random.Generator, rows: int) -> IndexArray:
    """How often each of so many rows is drawn, when as many are drawn with replacement."""
    if rows == 0:
        return np.zeros(0, dtype=np.intp)
    return np.bincount(rng.integers(0, rows, rows, dtype=np.uint32), minlength=rows)


def rows_drawn(rng: np.random.Generator, sizes: tuple[int, int], times: int) -> Iterator[tuple[IndexArray, IndexArray]]:
    """How often samples have each positive and each negative row, a few samples at a time: shape (n_samples, n_rows).

    sizes: how many positives and negatives there are.
    """
    for part in parts_of(times, sum(sizes)):
        each = [[how_often(rng, rows) for rows in sizes] for _ in range(part)]
        positives, negatives = (np.array(counts) for counts in zip(*each, strict=True))
        yield positives, negatives


def _drawn(rng: np.random.Generator, up_to: IndexArray, rows: int, times: int) -> FloatArray:
    """How many of `rows` draws with replacement fall on the first up_to[i] rows, shape (times, n_points)."""
    if fewer_groups(rows, up_to):
        groups = np.diff(up_to, prepend=0, append=rows)  # the last: rows that no threshold reaches
        return np.cumsum(rng.multinomial(rows, groups / rows, size=times)[:, :-1], axis=1, dtype=np.float64)
    drawn = np.zeros((times, up_to.size))
    if rows:
        for sample in drawn:
            np.take(up_to_each(how_often(rng, rows)), up_to, out=sample, mode="clip")
    return drawn
