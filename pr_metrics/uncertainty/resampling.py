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

from pr_metrics.blocks import map_items
from pr_metrics.count_validation import check_row_counts
from pr_metrics.interpolation import MAX_STEPS, IndexArray, indices_at_levels
from pr_metrics.points import OperatingPoints, operating_points
from pr_metrics.rows import validate_rows
from pr_metrics.schemes import Scheme
from pr_metrics.validation import FloatArray, check_integer, close_match_text, inner_fraction

MAX_THRESHOLDS = 8192  # beyond, a sample is as long as what a processor's cache holds, and matrices gain nothing
MATRIX_SIZE = 32_768  # of a matrix; a few of them fit into the cache together
Totals = float | FloatArray  # of the rows of all samples, or of each: shape (n_samples,)


def areas_of_counts(
    schemes: Sequence[Scheme],
    threshold: FloatArray,
    true_positives: FloatArray,
    false_positives: FloatArray,
    positives: Totals,
    negatives: Totals,
) -> FloatArray:
    """The areas of samples by several schemes, shape (n_samples, n_schemes).

    true, false: positives and negatives at each threshold, shape (n_samples, n_points). A sample's points begin at the
    first threshold that calls any row of it positive; one that reaches no recall has area 0.
    """
    totals = [np.broadcast_to(np.asarray(one, dtype=np.float64), len(true_positives)) for one in (positives, negatives)]
    found = np.empty((len(true_positives), len(schemes)))
    at_once = [scheme.key in _AREAS and true_positives.shape[1] <= MAX_THRESHOLDS for scheme in schemes]
    start = 0
    for rows in chunk_sizes(len(true_positives), true_positives.shape[1]):
        part = slice(start, start := start + rows)
        given = true_positives[part], false_positives[part], totals[0][part], totals[1][part]
        samples = _Samples(*given)
        for column, scheme in enumerate(schemes):
            if at_once[column] and (scheme.check is None or samples.has_integer_counts):
                with np.errstate(divide="ignore", invalid="ignore"):  # of samples without any positive
                    found[part, column] = _clip_areas(scheme, samples, _AREAS[scheme.key](samples))
            else:
                each = zip(*given, strict=True)
                found[part, column] = [area_of_sample(scheme, threshold, *one) for one in each]
    return found


def chunk_sizes(n_samples: int, sample_size: int) -> list[int]:
    """How many samples to hold at a time, where each takes so many cells of a matrix.

    >>> chunk_sizes(25, 5), chunk_sizes(25, 3000), chunk_sizes(2, 10**6)
    ([25], [10, 10, 5], [1, 1])
    """
    most = max(1, MATRIX_SIZE // max(1, sample_size))
    return [min(most, n_samples - start) for start in range(0, n_samples, most)]


def area_of_sample(
    scheme: Scheme,
    threshold: FloatArray,
    true_positives: FloatArray,
    false_positives: FloatArray,
    positives: float,
    negatives: float,
) -> float:
    """Area of one sample; else as `areas_of_counts`."""
    if true_positives[-1] == 0:  # none of the positives that have a score was drawn: no recall is reached
        return 0.0
    first = 0 if true_positives[0] + false_positives[0] > 0 else int(np.argmax(true_positives + false_positives > 0))
    from_first = (threshold[first:], true_positives[first:], false_positives[first:])
    return scheme.area(OperatingPoints.from_arrays(*from_first, float(positives), float(negatives)))


class _Samples:
    """What the formulas need of samples, each computed once; arrays have shape (n_samples, n_points) or (n_samples,).

    Thresholds before a sample's first point have the precision of that point and no width.
    """

    def __init__(self, true: FloatArray, false: FloatArray, positives: FloatArray, negatives: FloatArray) -> None:
        self.true, self.false, self.positives, self.negatives = true, false, positives, negatives

    @cached_property
    def first(self) -> NDArray[np.intp]:
        """Where each sample's first point is."""
        return np.asarray(np.argmax(self._n_rows > 0, axis=1))

    @cached_property
    def _n_rows(self) -> FloatArray:
        return self.true + self.false

    @cached_property
    def first_precision(self) -> FloatArray:
        return self._at_first(self.true) / np.maximum(self._at_first(self._n_rows), np.finfo(np.float64).tiny)

    @cached_property
    def first_recall(self) -> FloatArray:
        return self._at_first(self.true) / self.positives

    def _at_first(self, values: FloatArray) -> FloatArray:
        return values[np.arange(len(values)), self.first]

    @cached_property
    def precision(self) -> FloatArray:
        before_any = self.first_precision[:, np.newaxis] * np.ones(self.true.shape[1])
        return np.divide(self.true, self._n_rows, out=before_any, where=self._n_rows > 0)

    @cached_property
    def precision_before(self) -> FloatArray:
        return _shift(self.precision, self.precision[:, 0])

    @cached_property
    def recall(self) -> FloatArray:
        return self.true / self.positives[:, np.newaxis]

    @cached_property
    def gain(self) -> FloatArray:
        return np.diff(self.recall, axis=1, prepend=0.0)

    @cached_property
    def interpolated_precision(self) -> FloatArray:
        best: FloatArray = np.maximum.accumulate(self.precision[:, ::-1], axis=1)[:, ::-1]
        return best

    @cached_property
    def has_integer_counts(self) -> bool:
        """Whether true positives are whole numbers, between which steps of one can be taken."""
        return bool((self.true == np.floor(self.true)).all()) and bool((self.true[:, -1] <= MAX_STEPS).all())

    @cached_property
    def has_no_recall(self) -> NDArray[np.bool_]:
        return np.asarray(self.true[:, -1] == 0)

    @cached_property
    def all_positives_first(self) -> NDArray[np.bool_]:
        return np.asarray(((self.true == self.positives[:, np.newaxis]) & (self.false == 0)).any(axis=1))


def _clip_areas(scheme: Scheme, samples: _Samples, areas: FloatArray) -> FloatArray:
    """The areas as `Scheme.area` gives them: never above 1, and exactly 1 where all positives come first."""
    areas = np.minimum(areas, 1.0)
    if scheme.start != "dropped":
        areas[samples.all_positives_first] = 1.0
    areas[samples.has_no_recall] = 0.0
    return areas


def _step(samples: _Samples) -> FloatArray:
    return _area_sum(samples.gain, samples.precision)


def _linear_flat(samples: _Samples) -> FloatArray:
    return _area_sum(samples.gain, samples.precision_before + samples.precision) / 2


def _linear(samples: _Samples) -> FloatArray:
    return _linear_flat(samples) + samples.first_recall * (1 - samples.first_precision) / 2


def _linear_truncated(samples: _Samples) -> FloatArray:
    return _linear_flat(samples) - samples.first_recall * samples.first_precision


def _lower(samples: _Samples) -> FloatArray:
    return _area_sum(samples.gain, np.minimum(samples.precision_before, samples.precision))


def _upper(samples: _Samples) -> FloatArray:
    return _area_sum(samples.gain, np.maximum(samples.precision_before, samples.precision))


def _envelope(samples: _Samples) -> FloatArray:
    return _area_sum(samples.gain, samples.interpolated_precision)


def _at_levels(levels: int) -> Callable[[_Samples], FloatArray]:
    def areas(samples: _Samples) -> FloatArray:
        best = np.append(
            samples.interpolated_precision, np.zeros((len(samples.true), 1)), axis=1
        )  # NO_POINT is the last: 0
        point = np.array([indices_at_levels(recall, levels) for recall in samples.recall])
        mean: FloatArray = np.take_along_axis(best, point, axis=1).mean(axis=1)
        return mean

    return areas


def _continuous(samples: _Samples) -> FloatArray:
    # Scaled by powers of two, which is exact, so that very large and very small weights neither over- nor underflow.
    _, exponent = np.frexp(samples.positives + samples.negatives)
    true, false = (np.ldexp(counts, -exponent[:, np.newaxis]) for counts in (samples.true, samples.false))
    before_true, before_false = (_shift(counts, np.zeros(len(counts))) for counts in (true, false))
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


def _area_sum(gain: FloatArray, height: FloatArray) -> FloatArray:
    paid: FloatArray = (gain * height).sum(axis=1)
    return paid


def _shift(values: FloatArray, first: FloatArray) -> FloatArray:
    """The values one threshold before."""
    return np.concatenate((first[:, np.newaxis], values[:, :-1]), axis=1)


_AREAS: dict[str, Callable[[_Samples], FloatArray]] = {
    "step": _step,
    "linear": _linear,
    "linear_flat": _linear_flat,
    "linear_cut": _linear_truncated,
    "lower": _lower,
    "upper": _upper,
    "continuous": _continuous,
    "davis_goadrich": _davis_goadrich,
    "envelope": _envelope,
    "eleven_point": _at_levels(11),
    "hundred_one_point": _at_levels(101),
}


CHUNK_SIZE = 25  # samples at most from one random generator, so that the number of threads changes nothing
MAX_COUNTS = 5_000_000  # of all samples of a chunk; 80 MB
MAX_COUNTS_AT_ONCE = 1_000_000  # counts of a class in samples that are all drawn before any area is computed; 16 MB
MAX_SAMPLES = 1_000_000
ROWS_PER_GROUP = 25  # from so many on, drawing counts costs less than drawing rows

Samples = tuple[FloatArray, FloatArray]  # true and false positives at each point: shape (times, n_points)
Draw = Callable[[np.random.Generator, int], Samples]
Find = Callable[[np.random.Generator, int], FloatArray]
Progress = Callable[[float], None]


def check_n_samples(name: str, value: int) -> int:
    """How many samples are asked for, from 1 to a million."""
    times = check_integer(name, value, min_value=1)
    if times > MAX_SAMPLES:
        raise ValueError(f"{name} must be at most {MAX_SAMPLES}, got {times}")
    return times


def integer_counts(func_name: str, points: OperatingPoints) -> tuple[IndexArray, IndexArray]:
    """True and false positives of points that are made of whole rows, which alone can be drawn."""
    check_row_counts(func_name, points)
    return points.true_positives.astype(np.intp), points.false_positives.astype(np.intp)


def use_tie_groups(n_rows: int, up_to: IndexArray) -> bool:
    """Whether rows are tied so much that drawing a count for each tie group costs less than drawing each row."""
    return n_rows > ROWS_PER_GROUP * up_to.size


def areas_of_samples(
    points: OperatingPoints,
    schemes: Sequence[Scheme],
    draw: Draw,
    *,
    n_samples: int,
    random_state: int,
    progress: Progress | None,
) -> FloatArray:
    """The areas of so many samples by each scheme, shape (times, n_schemes); the samples are drawn once for all."""

    def counts(rng: np.random.Generator, n_samples: int) -> FloatArray:
        return np.stack(draw(rng, n_samples), axis=1)

    def areas_of(sample_counts: FloatArray) -> FloatArray:
        totals = points.positives, points.negatives
        return areas_of_counts(schemes, points.threshold, sample_counts[:, 0], sample_counts[:, 1], *totals)

    def areas(rng: np.random.Generator, n_samples: int) -> FloatArray:
        return areas_of(counts(rng, n_samples))

    if n_samples * points.threshold.size <= MAX_COUNTS_AT_ONCE:
        return areas_of(
            map_samples(
                counts, points.threshold.size, n_samples=n_samples, random_state=random_state, progress=progress
            )
        )
    size = max(1, min(CHUNK_SIZE, MAX_COUNTS // points.threshold.size))
    return map_samples(
        areas, points.threshold.size, chunk_size=size, n_samples=n_samples, random_state=random_state, progress=progress
    )


def map_samples(
    func: Find,
    n_steps: int,
    *,
    n_samples: int,
    random_state: int,
    progress: Progress | None,
    chunk_size: int = CHUNK_SIZE,
) -> FloatArray:
    """Numbers that `func` makes of each sample, `chunk_size` of them from one random generator; each costs some steps.

    `func` gives them in an array whose first axis is that of the samples, and so does this.
    """
    seeds = np.random.SeedSequence(check_integer("random_state", random_state)).spawn(-(-n_samples // chunk_size))
    tally = SampleProgress(n_samples, progress)

    def found(chunk: slice) -> FloatArray:
        values = func(np.random.default_rng(seeds[chunk.start // chunk_size]), chunk.stop - chunk.start)
        tally.add(len(values))
        return values

    chunks = [slice(start, min(start + chunk_size, n_samples)) for start in range(0, n_samples, chunk_size)]
    return np.concatenate(map_items(chunks, n_samples * n_steps, found))


def cumulative_sum(counts: NDArray[Any]) -> FloatArray:
    """Sum of the first k counts at index k, from 0 on."""
    sums = np.empty(counts.size + 1)
    sums[0] = 0.0
    np.cumsum(counts, out=sums[1:])
    return sums


class SampleProgress:
    """Counts samples that are done, on however many threads, and reports their share; one report at a time."""

    def __init__(self, n_samples: int, progress: Progress | None) -> None:
        self.n_samples, self.progress = n_samples, progress
        self.done = 0
        self.error: BaseException | None = None  # what a report raised, which then ends every thread
        self.lock = threading.Lock()

    def add(self, n_samples: int) -> None:
        """Report that so many more are done; raises what a report has raised."""
        if self.progress is None:
            return
        with self.lock:
            if self.error is not None:
                raise self.error
            self.done += n_samples
            try:
                self.progress(self.done / self.n_samples)
            except BaseException as ended:
                self.error = ended
                raise


class DrawOptions(TypedDict, total=False):
    """The keywords that whatever draws samples takes, as `bootstrap_interval` explains them."""

    n_resamples: int
    random_state: int
    progress: Progress | None


class BootstrapOptions(DrawOptions, total=False):
    """The keywords that every bootstrap interval takes, as `bootstrap_interval` explains them."""

    confidence_level: float


class PermutationOptions(TypedDict, total=False):
    """The keywords that a permutation test of rows takes, as `permutation_test` explains them."""

    n_permutations: int
    random_state: int
    progress: Progress | None


@dataclass(frozen=True, slots=True)
class PermutationParams:
    """The options of a permutation test with their defaults, checked.

    >>> PermutationParams(n_permutations=0)
    Traceback (most recent call last):
    ValueError: n_permutations must be a whole number of at least 1, got 0
    """

    n_permutations: int = 1000
    random_state: int = 0
    progress: Progress | None = None

    def __post_init__(self) -> None:
        check_n_samples("n_permutations", self.n_permutations)


@dataclass(frozen=True, slots=True)
class DrawParams:
    """The options of whatever draws samples with their defaults, checked.

    >>> DrawParams(n_resamples=0)
    Traceback (most recent call last):
    ValueError: n_resamples must be a whole number of at least 1, got 0
    """

    n_resamples: int = 1000
    random_state: int = 0
    progress: Progress | None = None

    def __post_init__(self) -> None:
        check_n_samples("n_resamples", self.n_resamples)

    @property
    def options(self) -> DrawOptions:
        """The options as keywords."""
        return {"n_resamples": self.n_resamples, "random_state": self.random_state, "progress": self.progress}


@dataclass(frozen=True, slots=True)
class BootstrapParams(DrawParams):
    """The options of a bootstrap interval with their defaults, checked.

    >>> BootstrapParams(confidence_level=1)
    Traceback (most recent call last):
    ValueError: confidence_level must be between 0 and 1, both excluded, got 1
    """

    confidence_level: float = 0.95

    def __post_init__(self) -> None:
        DrawParams.__post_init__(self)
        inner_fraction("confidence_level", self.confidence_level)


Options = TypeVar("Options", DrawParams, PermutationParams, BootstrapParams)


def check_options(func_name: str, kind: type[Options], options: Mapping[str, Any]) -> Options:
    """The options of a function, checked; one that it does not take is named, with those it may mean.

    >>> check_options("bootstrap_difference", BootstrapParams, {"resample": 100})
    Traceback (most recent call last):
    TypeError: bootstrap_difference() got an unexpected keyword argument 'resample'; did you mean 'n_resamples'?
    """
    names = [field.name for field in fields(kind)]
    for name in options:
        if name not in names:
            hint = close_match_text(name, names)
            raise TypeError(f"{func_name}() got an unexpected keyword argument {name!r}{hint}")
    return kind(**options)


@dataclass(frozen=True, slots=True, eq=False)
class ClassRows:
    """The rows of one class, the highest score first."""

    order: IndexArray  # which of them comes first, second ...: shape (n_rows,)
    weight: FloatArray | None  # in that order; None where every row counts once
    row_counts: IndexArray  # how many of them each threshold calls positive: shape (n_points,)

    def with_unscored(self, total: float) -> ClassRows:
        """Add rows below every threshold, which weigh so much together."""
        if total == 0:
            return self
        rows = max(1, round(total))
        weight = np.ones(self.order.size) if self.weight is None else self.weight
        order = np.append(self.order, self.order.size + np.arange(rows))
        return ClassRows(order, np.append(weight, np.full(rows, total / rows)), self.row_counts)

    def count_samples(self, sample_counts: IndexArray) -> tuple[FloatArray, FloatArray]:
        """The counts at each threshold of samples that have each row so often, and their totals.

        sample_counts: shape (n_samples, n_rows). Returns arrays of shape (n_samples, n_points) and (n_samples,).
        """
        counts = np.take(sample_counts, self.order, axis=1)
        sums = np.zeros((len(sample_counts), self.order.size + 1))
        np.cumsum(counts if self.weight is None else counts * self.weight, axis=1, out=sums[:, 1:])
        return np.take(sums, self.row_counts, axis=1, mode="clip"), sums[:, -1]


@dataclass(frozen=True, slots=True, eq=False)
class ModelRows:
    """One model's rows, positives and negatives apart."""

    points: OperatingPoints
    positives: ClassRows
    negatives: ClassRows

    @classmethod
    def of(
        cls,
        y_true: ArrayLike,
        y_score: ArrayLike,
        pos_label: object,
        *,
        sample_weight: ArrayLike | None = None,
        total_positives: float | None = None,
    ) -> ModelRows:
        """Rank the rows by one score; positives that never got one are rows of the same weight, which none calls."""
        rows = validate_rows(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
        points = operating_points(rows.positive, rows.score)
        called = points.true_positives.astype(np.intp), points.false_positives.astype(np.intp)
        sides = []
        for of_class, up_to in zip((rows.positive, ~rows.positive), called, strict=True):
            order = np.argsort(-rows.score[of_class], kind="stable")
            sides.append(ClassRows(order, None if rows.weight is None else rows.weight[of_class][order], up_to))
        counted = operating_points(
            rows.positive, rows.score, sample_weight=rows.weight, total_positives=total_positives
        )
        return cls(points, sides[0].with_unscored(counted.unscored_positives), sides[1])

    @property
    def sizes(self) -> tuple[int, int]:
        """How many positives and how many negatives there are."""
        return self.positives.order.size, self.negatives.order.size

    def areas(self, schemes: Sequence[Scheme], positive_counts: IndexArray, negative_counts: IndexArray) -> FloatArray:
        """Areas by each scheme of samples that have each row so often, shape (n_samples, n_schemes)."""
        true, all_true = self.positives.count_samples(positive_counts)
        false, all_false = self.negatives.count_samples(negative_counts)
        return areas_of_counts(schemes, self.points.threshold, true, false, all_true, all_false)
