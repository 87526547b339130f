"""Samples of rows that are sorted once, and the areas of these samples.

A new sample only changes how often each row counts, a permutation only which of them are positive, so each costs one
walk along the points and none sorts again.

A sample of the same rows has the same thresholds as every other, so a formula that sums along recall takes all samples
as the rows of one matrix, and what one formula needs of them serves the others too. The formulas are those of
`pr_metrics.interpolation`; where one cannot be used, samples are taken one by one.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, TypedDict, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pr_metrics.blocks import each_of
from pr_metrics.count_validation import check_rows
from pr_metrics.interpolation import MOST_STEPS, IndexArray, first_reaching
from pr_metrics.points import OperatingPoints, operating_points
from pr_metrics.rows import checked_rows
from pr_metrics.schemes import Scheme
from pr_metrics.validation import FloatArray, did_you_mean, inner_fraction, whole_number

MOST_THRESHOLDS = 8192  # beyond, a sample is as long as what a processor's cache holds, and matrices gain nothing
CELLS = 32_768  # of a matrix; a few of them fit into the cache together
Totals = float | FloatArray  # of the rows of all samples, or of each: shape (n_samples,)


def areas_of_counts(
    schemes: Sequence[Scheme],
    threshold: FloatArray,
    true: FloatArray,
    false: FloatArray,
    positives: Totals,
    negatives: Totals,
) -> FloatArray:
    """The areas of samples by several schemes, shape (n_samples, n_schemes).

    true, false: positives and negatives at each threshold, shape (n_samples, n_points). A sample's points begin at the
    first threshold that calls any row of it positive; one that reaches no recall has area 0.
    """
    totals = [np.broadcast_to(np.asarray(one, dtype=np.float64), len(true)) for one in (positives, negatives)]
    found = np.empty((len(true), len(schemes)))
    at_once = [scheme.key in _AREAS and true.shape[1] <= MOST_THRESHOLDS for scheme in schemes]
    start = 0
    for rows in parts_of(len(true), true.shape[1]):
        part = slice(start, start := start + rows)
        given = true[part], false[part], totals[0][part], totals[1][part]
        samples = _Samples(*given)
        for column, scheme in enumerate(schemes):
            if at_once[column] and (scheme.check is None or samples.are_whole):
                with np.errstate(divide="ignore", invalid="ignore"):  # of samples without any positive
                    found[part, column] = _bounded(scheme, samples, _AREAS[scheme.key](samples))
            else:
                each = zip(*given, strict=True)
                found[part, column] = [area_of_sample(scheme, threshold, *one) for one in each]
    return found


def parts_of(samples: int, cells: int) -> list[int]:
    """How many samples to hold at a time, where each takes so many cells of a matrix.

    >>> parts_of(25, 5), parts_of(25, 3000), parts_of(2, 10**6)
    ([25], [10, 10, 5], [1, 1])
    """
    most = max(1, CELLS // max(1, cells))
    return [min(most, samples - start) for start in range(0, samples, most)]


def area_of_sample(
    scheme: Scheme, threshold: FloatArray, true: FloatArray, false: FloatArray, positives: float, negatives: float
) -> float:
    """Area of one sample; else as `areas_of_counts`."""
    if true[-1] == 0:  # none of the positives that have a score was drawn: no recall is reached
        return 0.0
    first = 0 if true[0] + false[0] > 0 else int(np.argmax(true + false > 0))
    from_first = (threshold[first:], true[first:], false[first:])
    return scheme.area(OperatingPoints.from_owned(*from_first, float(positives), float(negatives)))


class _Samples:
    """What the formulas need of samples, each computed once; arrays have shape (n_samples, n_points) or (n_samples,).

    Thresholds before a sample's first point have the precision of that point and no width.
    """

    def __init__(self, true: FloatArray, false: FloatArray, positives: FloatArray, negatives: FloatArray) -> None:
        self.true, self.false, self.positives, self.negatives = true, false, positives, negatives

    @cached_property
    def first(self) -> NDArray[np.intp]:
        """Where each sample's first point is."""
        return np.asarray(np.argmax(self._called > 0, axis=1))

    @cached_property
    def _called(self) -> FloatArray:
        return self.true + self.false

    @cached_property
    def first_precision(self) -> FloatArray:
        return self._at_first(self.true) / np.maximum(self._at_first(self._called), np.finfo(np.float64).tiny)

    @cached_property
    def first_recall(self) -> FloatArray:
        return self._at_first(self.true) / self.positives

    def _at_first(self, values: FloatArray) -> FloatArray:
        return values[np.arange(len(values)), self.first]

    @cached_property
    def precision(self) -> FloatArray:
        before_any = self.first_precision[:, np.newaxis] * np.ones(self.true.shape[1])
        return np.divide(self.true, self._called, out=before_any, where=self._called > 0)

    @cached_property
    def precision_before(self) -> FloatArray:
        return _shifted(self.precision, self.precision[:, 0])

    @cached_property
    def recall(self) -> FloatArray:
        return self.true / self.positives[:, np.newaxis]

    @cached_property
    def gain(self) -> FloatArray:
        return np.diff(self.recall, axis=1, prepend=0.0)

    @cached_property
    def best_to_come(self) -> FloatArray:
        best: FloatArray = np.maximum.accumulate(self.precision[:, ::-1], axis=1)[:, ::-1]
        return best

    @cached_property
    def are_whole(self) -> bool:
        """Whether true positives are whole numbers, between which steps of one can be taken."""
        return bool((self.true == np.floor(self.true)).all()) and bool((self.true[:, -1] <= MOST_STEPS).all())

    @cached_property
    def reach_nothing(self) -> NDArray[np.bool_]:
        return np.asarray(self.true[:, -1] == 0)

    @cached_property
    def have_all_positives_first(self) -> NDArray[np.bool_]:
        return np.asarray(((self.true == self.positives[:, np.newaxis]) & (self.false == 0)).any(axis=1))


def _bounded(scheme: Scheme, samples: _Samples, areas: FloatArray) -> FloatArray:
    """The areas as `Scheme.area` gives them: never above 1, and exactly 1 where all positives come first."""
    areas = np.minimum(areas, 1.0)
    if scheme.start != "dropped":
        areas[samples.have_all_positives_first] = 1.0
    areas[samples.reach_nothing] = 0.0
    return areas


def _step(samples: _Samples) -> FloatArray:
    return _paid(samples.gain, samples.precision)


def _linear_flat(samples: _Samples) -> FloatArray:
    return _paid(samples.gain, samples.precision_before + samples.precision) / 2


def _linear(samples: _Samples) -> FloatArray:
    return _linear_flat(samples) + samples.first_recall * (1 - samples.first_precision) / 2


def _linear_cut(samples: _Samples) -> FloatArray:
    return _linear_flat(samples) - samples.first_recall * samples.first_precision


def _lower(samples: _Samples) -> FloatArray:
    return _paid(samples.gain, np.minimum(samples.precision_before, samples.precision))


def _upper(samples: _Samples) -> FloatArray:
    return _paid(samples.gain, np.maximum(samples.precision_before, samples.precision))


def _envelope(samples: _Samples) -> FloatArray:
    return _paid(samples.gain, samples.best_to_come)


def _at_levels(levels: int) -> Callable[[_Samples], FloatArray]:
    def areas(samples: _Samples) -> FloatArray:
        best = np.append(samples.best_to_come, np.zeros((len(samples.true), 1)), axis=1)  # NO_POINT is the last: 0
        point = np.array([first_reaching(recall, levels) for recall in samples.recall])
        mean: FloatArray = np.take_along_axis(best, point, axis=1).mean(axis=1)
        return mean

    return areas


def _continuous(samples: _Samples) -> FloatArray:
    # Scaled by powers of two, which is exact, so that very large and very small weights neither over- nor underflow.
    _, exponent = np.frexp(samples.positives + samples.negatives)
    true, false = (np.ldexp(counts, -exponent[:, np.newaxis]) for counts in (samples.true, samples.false))
    before_true, before_false = (_shifted(counts, np.zeros(len(counts))) for counts in (true, false))
    gained, lost = true - before_true, false - before_false
    rising = gained > 0
    per_gain = np.divide(lost, gained, out=np.zeros(gained.shape), where=rising)
    offset = np.where(rising, before_false - per_gain * before_true, 0.0)
    growth = np.divide(gained + lost, before_true + before_false, out=np.zeros(gained.shape), where=offset != 0)
    slope = 1 + per_gain
    area = np.where(rising, (gained - offset / slope * np.log1p(growth)) / slope, 0.0)
    return np.asarray(area.sum(axis=1) / np.ldexp(samples.positives, -exponent))


def _davis_goadrich(samples: _Samples) -> FloatArray:
    """A segment that gains g positives has g trapezoids: their inner precisions count whole, its ends half."""
    true = samples.true
    gained = np.diff(true, axis=1, prepend=0.0)
    rising = gained > 0
    ends = np.where(rising, samples.precision_before + samples.precision, 0.0).sum(axis=1) / 2
    sample, point = np.nonzero(gained > 1)
    inner = gained[sample, point].astype(np.intp) - 1
    at = np.repeat(np.arange(inner.size), inner)
    number = np.arange(at.size) - np.repeat(np.cumsum(inner) - inner, inner) + 1
    lost = np.diff(samples.false, axis=1, prepend=0.0)[sample, point]
    reached = (true[sample, point] - gained[sample, point])[at] + number
    called = reached + (samples.false[sample, point] - lost)[at] + (lost / gained[sample, point])[at] * number
    within = np.bincount(sample[at], weights=reached / called, minlength=len(true))
    return np.asarray((ends + within) / samples.positives)


def _paid(gain: FloatArray, height: FloatArray) -> FloatArray:
    paid: FloatArray = (gain * height).sum(axis=1)
    return paid


def _shifted(values: FloatArray, first: FloatArray) -> FloatArray:
    """The values one threshold before."""
    return np.concatenate((first[:, np.newaxis], values[:, :-1]), axis=1)


_AREAS: dict[str, Callable[[_Samples], FloatArray]] = {
    "step": _step,
    "linear": _linear,
    "linear_flat": _linear_flat,
    "linear_cut": _linear_cut,
    "lower": _lower,
    "upper": _upper,
    "continuous": _continuous,
    "davis_goadrich": _davis_goadrich,
    "envelope": _envelope,
    "eleven_point": _at_levels(11),
    "hundred_one_point": _at_levels(101),
}


CHUNK = 25  # samples at most from one random generator, so that the number of threads changes nothing
MOST_COUNTS = 5_000_000  # of all samples of a chunk; 80 MB
MOST_TOGETHER = 1_000_000  # counts of a class in samples that are all drawn before any area is computed; 16 MB
MOST_SAMPLES = 1_000_000
ROWS_PER_GROUP = 25  # from so many on, drawing counts costs less than drawing rows

Samples = tuple[FloatArray, FloatArray]  # true and false positives at each point: shape (times, n_points)
Draw = Callable[[np.random.Generator, int], Samples]
Find = Callable[[np.random.Generator, int], FloatArray]
Progress = Callable[[float], None]


def checked_times(name: str, value: int) -> int:
    """How many samples are asked for, from 1 to a million."""
    times = whole_number(name, value, least=1)
    if times > MOST_SAMPLES:
        raise ValueError(f"{name} must be at most {MOST_SAMPLES}, got {times}")
    return times


def whole_counts(what: str, points: OperatingPoints) -> tuple[IndexArray, IndexArray]:
    """True and false positives of points that are made of whole rows, which alone can be drawn."""
    check_rows(what, points)
    return points.true_positives.astype(np.intp), points.false_positives.astype(np.intp)


def fewer_groups(rows: int, up_to: IndexArray) -> bool:
    """Whether rows are tied so much that drawing a count for each tie group costs less than drawing each row."""
    return rows > ROWS_PER_GROUP * up_to.size


def areas_of_samples(
    points: OperatingPoints,
    schemes: Sequence[Scheme],
    draw: Draw,
    *,
    times: int,
    seed: int,
    progress: Progress | None,
) -> FloatArray:
    """The areas of so many samples by each scheme, shape (times, n_schemes); the samples are drawn once for all."""

    def counts(rng: np.random.Generator, times: int) -> FloatArray:
        return np.stack(draw(rng, times), axis=1)

    def areas_of(drawn: FloatArray) -> FloatArray:
        totals = points.positives, points.negatives
        return areas_of_counts(schemes, points.threshold, drawn[:, 0], drawn[:, 1], *totals)

    def areas(rng: np.random.Generator, times: int) -> FloatArray:
        return areas_of(counts(rng, times))

    if times * points.threshold.size <= MOST_TOGETHER:
        return areas_of(each_sample(counts, points.threshold.size, times=times, seed=seed, progress=progress))
    size = max(1, min(CHUNK, MOST_COUNTS // points.threshold.size))
    return each_sample(areas, points.threshold.size, size=size, times=times, seed=seed, progress=progress)


def each_sample(
    find: Find, steps: int, *, times: int, seed: int, progress: Progress | None, size: int = CHUNK
) -> FloatArray:
    """Numbers that `find` makes of each sample, `size` of them from one random generator; each costs some steps.

    `find` gives them in an array whose first axis is that of the samples, and so does this.
    """
    seeds = np.random.SeedSequence(whole_number("seed", seed)).spawn(-(-times // size))
    tally = Tally(times, progress)

    def found(chunk: slice) -> FloatArray:
        values = find(np.random.default_rng(seeds[chunk.start // size]), chunk.stop - chunk.start)
        tally.add(len(values))
        return values

    chunks = [slice(start, min(start + size, times)) for start in range(0, times, size)]
    return np.concatenate(each_of(chunks, times * steps, found))


def up_to_each(counts: NDArray[Any]) -> FloatArray:
    """Sum of the first k counts at index k, from 0 on."""
    sums = np.empty(counts.size + 1)
    sums[0] = 0.0
    np.cumsum(counts, out=sums[1:])
    return sums


class Tally:
    """Counts samples that are done, on however many threads, and reports their share; one report at a time."""

    def __init__(self, times: int, progress: Progress | None) -> None:
        self.times, self.progress = times, progress
        self.done = 0
        self.ended: BaseException | None = None  # what a report raised, which then ends every thread
        self.lock = threading.Lock()

    def add(self, samples: int) -> None:
        """Report that so many more are done; raises what a report has raised."""
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


class DrawingOptions(TypedDict, total=False):
    """The keywords that whatever draws samples takes, as `bootstrap_interval` explains them."""

    resamples: int
    seed: int
    progress: Progress | None


class ResamplingOptions(DrawingOptions, total=False):
    """The keywords that every bootstrap interval takes, as `bootstrap_interval` explains them."""

    level: float


class PermutingOptions(TypedDict, total=False):
    """The keywords that a permutation test of rows takes, as `permutation_test` explains them."""

    permutations: int
    seed: int
    progress: Progress | None


@dataclass(frozen=True, slots=True)
class Permuting:
    """The options of a permutation test with their defaults, checked.

    >>> Permuting(permutations=0)
    Traceback (most recent call last):
    ValueError: permutations must be a whole number of at least 1, got 0
    """

    permutations: int = 1000
    seed: int = 0
    progress: Progress | None = None

    def __post_init__(self) -> None:
        checked_times("permutations", self.permutations)


@dataclass(frozen=True, slots=True)
class Drawing:
    """The options of whatever draws samples with their defaults, checked.

    >>> Drawing(resamples=0)
    Traceback (most recent call last):
    ValueError: resamples must be a whole number of at least 1, got 0
    """

    resamples: int = 1000
    seed: int = 0
    progress: Progress | None = None

    def __post_init__(self) -> None:
        checked_times("resamples", self.resamples)

    @property
    def options(self) -> DrawingOptions:
        """The options as keywords."""
        return {"resamples": self.resamples, "seed": self.seed, "progress": self.progress}


@dataclass(frozen=True, slots=True)
class Resampling(Drawing):
    """The options of a bootstrap interval with their defaults, checked.

    >>> Resampling(level=1)
    Traceback (most recent call last):
    ValueError: level must be between 0 and 1, both excluded, got 1
    """

    level: float = 0.95

    def __post_init__(self) -> None:
        Drawing.__post_init__(self)
        inner_fraction("level", self.level)


Options = TypeVar("Options", Drawing, Permuting, Resampling)


def checked_options(function: str, kind: type[Options], options: Mapping[str, Any]) -> Options:
    """The options of a function, checked; one that it does not take is named, with those it may mean.

    >>> checked_options("bootstrap_difference", Resampling, {"resample": 100})
    Traceback (most recent call last):
    TypeError: bootstrap_difference() got an unexpected keyword argument 'resample'; did you mean 'resamples'?
    """
    names = [field.name for field in fields(kind)]
    for name in options:
        if name not in names:
            hint = did_you_mean(name, names)
            raise TypeError(f"{function}() got an unexpected keyword argument {name!r}{hint}")
    return kind(**options)


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """The rows of one class, the highest score first."""

    order: IndexArray  # which of them comes first, second ...: shape (n_rows,)
    weight: FloatArray | None  # in that order; None where every row counts once
    called: IndexArray  # how many of them each threshold calls positive: shape (n_points,)

    def with_uncalled(self, total: float) -> Side:
        """Add rows below every threshold, which weigh so much together."""
        if total == 0:
            return self
        rows = max(1, round(total))
        weight = np.ones(self.order.size) if self.weight is None else self.weight
        order = np.append(self.order, self.order.size + np.arange(rows))
        return Side(order, np.append(weight, np.full(rows, total / rows)), self.called)

    def drawn(self, often: IndexArray) -> tuple[FloatArray, FloatArray]:
        """The counts at each threshold of samples that have each row so often, and their totals.

        often: shape (n_samples, n_rows). Returns arrays of shape (n_samples, n_points) and (n_samples,).
        """
        counts = np.take(often, self.order, axis=1)
        sums = np.zeros((len(often), self.order.size + 1))
        np.cumsum(counts if self.weight is None else counts * self.weight, axis=1, out=sums[:, 1:])
        return np.take(sums, self.called, axis=1, mode="clip"), sums[:, -1]


@dataclass(frozen=True, slots=True, eq=False)
class RankedRows:
    """One model's rows, positives and negatives apart."""

    points: OperatingPoints
    positives: Side
    negatives: Side

    @classmethod
    def of(
        cls,
        y_true: ArrayLike,
        y_score: ArrayLike,
        pos_label: object,
        *,
        sample_weight: ArrayLike | None = None,
        total_positives: float | None = None,
    ) -> RankedRows:
        """Rank the rows by one score; positives that never got one are rows of the same weight, which none calls."""
        rows = checked_rows(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
        points = operating_points(rows.positive, rows.score)
        called = points.true_positives.astype(np.intp), points.false_positives.astype(np.intp)
        sides = []
        for of_class, up_to in zip((rows.positive, ~rows.positive), called, strict=True):
            order = np.argsort(-rows.score[of_class], kind="stable")
            sides.append(Side(order, None if rows.weight is None else rows.weight[of_class][order], up_to))
        counted = operating_points(
            rows.positive, rows.score, sample_weight=rows.weight, total_positives=total_positives
        )
        return cls(points, sides[0].with_uncalled(counted.unreached_positives), sides[1])

    @property
    def sizes(self) -> tuple[int, int]:
        """How many positives and how many negatives there are."""
        return self.positives.order.size, self.negatives.order.size

    def areas(self, schemes: Sequence[Scheme], often_positives: IndexArray, often_negatives: IndexArray) -> FloatArray:
        """Areas by each scheme of samples that have each row so often, shape (n_samples, n_schemes)."""
        true, all_true = self.positives.drawn(often_positives)
        false, all_false = self.negatives.drawn(often_negatives)
        return areas_of_counts(schemes, self.points.threshold, true, false, all_true, all_false)
