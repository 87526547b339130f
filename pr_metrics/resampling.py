"""What chance alone would make of an area: bootstrap samples of the rows, and permutations of their labels.

The rows are sorted once. A new sample only changes how often each row counts, a permutation only which of them are
positive, so each costs one walk along the points and none sorts again.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pr_metrics.blocks import each_of
from pr_metrics.inputs import FloatArray, inner_fraction, whole_number
from pr_metrics.intervals import Interval
from pr_metrics.points import OperatingPoints, operating_points
from pr_metrics.rows import checked_rows
from pr_metrics.schemes import Scheme, scheme_named
from pr_metrics.segments import IndexArray
from pr_metrics.whole_rows import check_rows

CHUNK = 25  # samples at most from one random generator, so that the number of threads changes nothing
MOST_COUNTS = 5_000_000  # of all samples of a chunk; 80 MB
ROWS_PER_GROUP = 25  # from so many on, drawing a count for each group costs less than drawing each row

MOST_SAMPLES = 1_000_000
TOO_MANY_ROWS = 10**9  # NumPy's hypergeometric distribution ends there

Samples = tuple[FloatArray, FloatArray]  # true and false positives at each point: shape (times, n_points)
Draw = Callable[[np.random.Generator, int], Samples]
Progress = Callable[[float], None]


@dataclass(frozen=True, slots=True, eq=False)
class PermutationTest:
    """How an area compares with those of shuffled labels."""

    area: float
    p_value: float  # in (0, 1]: the share of rankings without skill that do as well
    permuted_areas: FloatArray  # shape (permutations,)


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
    share, times = inner_fraction("level", level), _times("resamples", resamples)
    chosen = scheme_named(scheme)
    if points.positives == 0:
        return Interval(np.nan, np.nan, share)
    true, false = _whole("bootstrap_interval", points)
    positives, negatives = int(points.positives), int(points.negatives)

    def draw(rng: np.random.Generator, times: int) -> Samples:
        return _drawn(rng, true, positives, times), _drawn(rng, false, negatives, times)

    areas = _areas(points, chosen, draw, times, seed, progress)
    low, high = np.quantile(areas, ((1 - share) / 2, (1 + share) / 2))
    return Interval(float(low), float(high), share)


def bootstrap_difference(
    y_true: ArrayLike,
    y_score: ArrayLike,
    other_score: ArrayLike,
    *,
    pos_label: object = None,
    scheme: str = "step",
    level: float = 0.95,
    resamples: int = 1000,
    seed: int = 0,
    progress: Progress | None = None,
) -> Interval:
    """Percentile interval of the area of one model minus that of another, both on the same samples of the same rows.

    Samples draw rows, positives and negatives apart, with replacement, and each row brings both its scores. What makes
    a sample easy is easy for both models, so this interval is narrower than two intervals that overlap make believe.
    The limits are the (1 - level) / 2 and (1 + level) / 2 quantiles of the differences. nan without positives.
    progress: as for `bootstrap_interval`.
    Source: Efron & Tibshirani (1993), An Introduction to the Bootstrap, chapters 8 and 13, stratified by class.

    Raises
    ------
    ValueError: what `operating_points` refuses; scores of different lengths; no scheme of that key; a level not between
        0 and 1; fewer than 1 resample; a seed that is not a whole number of at least 0.

    >>> label, score = [1, 1, 0, 1, 0, 0, 1, 0], [8, 7, 6, 5, 4, 3, 2, 1]
    >>> bootstrap_difference(label, score, score)
    Interval(low=0.0, high=0.0, level=0.95)
    >>> limits = bootstrap_difference(label, score, [8, 6, 7, 5, 4, 3, 2, 1])
    >>> bool(limits.low == 0 < limits.high)
    True
    """
    share, times = inner_fraction("level", level), _times("resamples", resamples)
    chosen = scheme_named(scheme)
    models = [_RankedRows.of(y_true, score, pos_label) for score in (y_score, other_score)]
    positives, negatives = int(models[0].points.positives), int(models[0].points.negatives)
    if positives == 0:
        return Interval(np.nan, np.nan, share)
    seeds = np.random.SeedSequence(whole_number("seed", seed)).spawn(-(-times // CHUNK))
    tally = _Tally(times, progress)

    def differences(chunk: slice) -> list[float]:
        rng = np.random.default_rng(seeds[chunk.start // CHUNK])
        found = []
        for _ in range(chunk.stop - chunk.start):
            often = _often(rng, positives), _often(rng, negatives)
            one, other = (_area(chosen, model.points, *model.drawn(*often)) for model in models)
            found.append(one - other)
        tally.add(len(found))
        return found

    chunks = [slice(start, min(start + CHUNK, times)) for start in range(0, times, CHUNK)]
    found = np.concatenate(each_of(chunks, times * (positives + negatives), differences))
    low, high = np.quantile(found, ((1 - share) / 2, (1 + share) / 2))
    return Interval(float(low), float(high), share)


def permutation_test(
    points: OperatingPoints,
    *,
    scheme: str = "step",
    permutations: int = 1000,
    seed: int = 0,
    progress: Progress | None = None,
) -> PermutationTest:
    """Test whether the ranking has skill: the areas of shuffled labels on the same scores and ties.

    p = (1 + number of permuted areas >= the area) / (1 + permutations). The labels of all rows are dealt anew, also of
    those that no threshold reaches. nan without positives.
    Source: Phipson & Smyth (2010), doi 10.2202/1544-6115.1585, for the ones added above and below.

    Raises
    ------
    ValueError: weights that are not whole numbers; no scheme of that key; fewer than 1 permutation; a seed that is
        not a whole number of at least 0; a thousand million rows or more.

    >>> points = OperatingPoints.from_counts([3, 2, 1], [8, 4, 2], [1, 5, 9])
    >>> permutation_test(points, permutations=99).p_value
    0.01
    """
    times = _times("permutations", permutations)
    chosen = scheme_named(scheme)
    if points.positives == 0:
        return PermutationTest(np.nan, np.nan, np.full(times, np.nan))
    true, false = _whole("permutation_test", points)
    called, rows = true + false, int(points.positives + points.negatives)
    if rows >= TOO_MANY_ROWS:
        raise ValueError(f"permutation_test takes fewer than {TOO_MANY_ROWS} rows, got {rows}")

    def draw(rng: np.random.Generator, times: int) -> Samples:
        shuffled = _shuffled(rng, called, int(points.positives), rows, times)
        return shuffled, called - shuffled

    area = chosen.area(points)
    areas = _areas(points, chosen, draw, times, seed, progress)
    as_good = int((areas >= area - 1e-12).sum())  # equal areas may differ by rounding
    return PermutationTest(area, (1 + as_good) / (1 + times), areas)


def _whole(what: str, points: OperatingPoints) -> tuple[IndexArray, IndexArray]:
    check_rows(what, points)
    return points.true_positives.astype(np.intp), points.false_positives.astype(np.intp)


def _times(name: str, value: int) -> int:
    times = whole_number(name, value, least=1)
    if times > MOST_SAMPLES:
        raise ValueError(f"{name} must be at most {MOST_SAMPLES}, got {times}")
    return times


class _Tally:
    """Counts samples that are done, on however many threads, and reports their share; one report at a time."""

    def __init__(self, times: int, progress: Progress | None) -> None:
        self.times, self.progress = times, progress
        self.done = 0
        self.ended: BaseException | None = None  # what a report raised, which then ends every thread
        self.lock = threading.Lock()

    def add(self, samples: int) -> None:
        if self.progress is None:
            return
        with self.lock:
            if self.ended is not None:
                raise self.ended
            self.done += samples
            try:
                self.progress(self.done / self.times)
            except BaseException as ended:
                self.ended = ended
                raise


def _areas(
    points: OperatingPoints, scheme: Scheme, draw: Draw, times: int, seed: int, progress: Progress | None
) -> FloatArray:
    size = max(1, min(CHUNK, MOST_COUNTS // points.threshold.size))
    seeds = np.random.SeedSequence(whole_number("seed", seed)).spawn(-(-times // size))
    tally = _Tally(times, progress)

    def areas(chunk: slice) -> list[float]:
        rng = np.random.default_rng(seeds[chunk.start // size])
        samples = zip(*draw(rng, chunk.stop - chunk.start), strict=True)
        found = [_area(scheme, points, true, false) for true, false in samples]
        tally.add(len(found))
        return found

    chunks = [slice(start, min(start + size, times)) for start in range(0, times, size)]
    return np.concatenate(each_of(chunks, times * points.threshold.size, areas))


def _area(scheme: Scheme, points: OperatingPoints, true: FloatArray, false: FloatArray) -> float:
    """Area of a sample, whose points begin at the first threshold that calls any row of it positive."""
    if true[-1] == 0:  # none of the positives that have a score was drawn: no recall is reached
        return 0.0
    first = 0 if true[0] + false[0] > 0 else int(np.argmax(true + false > 0))
    from_first = (points.threshold[first:], true[first:], false[first:])
    return scheme.area(OperatingPoints.from_owned(*from_first, points.positives, points.negatives))


@dataclass(frozen=True, slots=True, eq=False)
class _RankedRows:
    """One model's rows in the order of its scores, positives and negatives apart."""

    points: OperatingPoints
    positives: IndexArray  # which of the positives comes first, second ...: shape (n_positives,)
    negatives: IndexArray
    true: IndexArray  # how many of them each threshold calls positive: shape (n_points,)
    false: IndexArray

    @classmethod
    def of(cls, y_true: ArrayLike, y_score: ArrayLike, pos_label: object) -> _RankedRows:
        rows = checked_rows(y_true, y_score, pos_label=pos_label)
        points = operating_points(y_true, y_score, pos_label=pos_label)
        first, then = (np.argsort(-rows.score[of], kind="stable") for of in (rows.positive, ~rows.positive))
        return cls(points, first, then, points.true_positives.astype(np.intp), points.false_positives.astype(np.intp))

    def drawn(self, often_positives: IndexArray, often_negatives: IndexArray) -> Samples:
        """True and false positives at each threshold in a sample that has each row so often."""
        true = np.take(_up_to_each(often_positives[self.positives]), self.true, mode="clip")
        return true, np.take(_up_to_each(often_negatives[self.negatives]), self.false, mode="clip")


def _often(rng: np.random.Generator, rows: int) -> IndexArray:
    """How often each of so many rows is drawn, when as many are drawn with replacement."""
    if rows == 0:
        return np.zeros(0, dtype=np.intp)
    return np.bincount(rng.integers(0, rows, rows, dtype=np.uint32), minlength=rows)


def _drawn(rng: np.random.Generator, up_to: IndexArray, rows: int, times: int) -> FloatArray:
    """How many of `rows` draws with replacement fall on the first up_to[i] rows, shape (times, n_points)."""
    if rows > ROWS_PER_GROUP * up_to.size:
        groups = np.diff(up_to, prepend=0, append=rows)  # the last: rows that no threshold reaches
        return np.cumsum(rng.multinomial(rows, groups / rows, size=times)[:, :-1], axis=1, dtype=np.float64)
    drawn = np.zeros((times, up_to.size))
    if rows:
        for sample in drawn:
            np.take(_up_to_each(_often(rng, rows)), up_to, out=sample, mode="clip")
    return drawn


def _shuffled(rng: np.random.Generator, up_to: IndexArray, positives: int, rows: int, times: int) -> FloatArray:
    """How many of `positives` labels, dealt to all rows at random, fall on the first up_to[i]: (times, n_points)."""
    if rows > ROWS_PER_GROUP * up_to.size:
        groups = np.diff(up_to, prepend=0, append=rows)  # the last: rows that no threshold reaches
        dealt = rng.multivariate_hypergeometric(groups, positives, size=times, method="marginals")
        return np.cumsum(dealt[:, :-1], axis=1, dtype=np.float64)
    shuffled = np.empty((times, up_to.size))
    for sample in shuffled:
        is_positive = rng.random(rows, dtype=np.float32) < positives / rows
        # Given their number, they are a random choice, and remain one when some, chosen at random, are taken or added.
        surplus = int(is_positive.sum()) - positives
        candidates = np.flatnonzero(is_positive if surplus > 0 else ~is_positive)
        is_positive[rng.choice(candidates, abs(surplus), replace=False)] = surplus < 0
        np.take(_up_to_each(is_positive), up_to, out=sample, mode="clip")
    return shuffled


def _up_to_each(counts: NDArray[Any]) -> FloatArray:
    """Sum of the first k counts at index k, from 0 on."""
    sums = np.empty(counts.size + 1)
    sums[0] = 0.0
    np.cumsum(counts, out=sums[1:])
    return sums
