"""Samples of rows that are sorted once, and the areas of these samples.

A new sample only changes how often each row counts, and a permutation only which rows are positive. Each therefore
costs one pass over the points, and nothing is sorted again.

All samples of the same rows have the same thresholds, so a formula that sums along recall handles all samples as the
rows of one matrix, and intermediate results are shared between formulas. The formulas are those of
`pr_metrics.interpolation`; where a formula cannot be used on a matrix, samples are computed one by one.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property, partial
from typing import Any, TypedDict, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pr_metrics.blocks import map_items
from pr_metrics.interpolation import MAX_STEPS, IndexArray, indices_at_levels
from pr_metrics.points import OperatingPoints, check_row_counts, operating_points
from pr_metrics.rows import validate_rows
from pr_metrics.schemes import Scheme
from pr_metrics.validation import FloatArray, check_integer, close_match_text, inner_fraction

MAX_THRESHOLDS = 8192  # with more, one sample fills the processor's cache, and matrices gain nothing
MATRIX_SIZE = 32_768  # cells; several matrices of this size fit into the cache
Totals = float | FloatArray  # the same for all samples, or one for each: shape (n_samples,)


def areas_of_counts(
    schemes: Sequence[Scheme],
    threshold: FloatArray,
    true_positives: FloatArray,
    false_positives: FloatArray,
    positives: Totals,
    negatives: Totals,
) -> FloatArray:
    """Compute the areas of samples by several schemes.

    A sample's points begin at the first threshold that calls any of its rows positive. A sample that reaches no recall
    has area 0.

    Parameters
    ----------
    schemes : sequence of Scheme
        Schemes that join the points.
    threshold : ndarray of shape (n_points,)
        Thresholds in units of the score, strictest first.
    true_positives : ndarray of shape (n_samples, n_points)
        Positives of each sample with a score of at least the threshold.
    false_positives : ndarray of shape (n_samples, n_points)
        Negatives of each sample with a score of at least the threshold.
    positives : float or ndarray of shape (n_samples,)
        All positives, of every sample or of each.
    negatives : float or ndarray of shape (n_samples,)
        All negatives, of every sample or of each.

    Returns
    -------
    ndarray of shape (n_samples, n_schemes)
        Area of each sample by each scheme, in [0, 1].

    Examples
    --------
    >>> from pr_metrics.schemes import SCHEMES
    >>> tp, fp = np.array([[1.0, 2.0], [2.0, 2.0]]), np.array([[0.0, 2.0], [0.0, 1.0]])
    >>> areas_of_counts([SCHEMES["step"]], np.array([0.9, 0.5]), tp, fp, 2.0, 2.0).tolist()
    [[0.75], [1.0]]
    """
    totals = [np.broadcast_to(np.asarray(one, dtype=np.float64), len(true_positives)) for one in (positives, negatives)]
    found = np.empty((len(true_positives), len(schemes)))
    at_once = [scheme.key in _AREAS and true_positives.shape[1] <= MAX_THRESHOLDS for scheme in schemes]
    start = 0
    for rows in chunk_sizes(len(true_positives), true_positives.shape[1]):
        part = slice(start, start := start + rows)
        given = true_positives[part], false_positives[part], totals[0][part], totals[1][part]
        samples = _SampleArrays(*given)
        for column, scheme in enumerate(schemes):
            if at_once[column] and (scheme.check is None or samples.has_integer_counts):
                with np.errstate(divide="ignore", invalid="ignore"):  # samples without positives divide by 0
                    found[part, column] = _clip_areas(scheme, samples, _AREAS[scheme.key](samples))
            else:
                each = zip(*given, strict=True)
                found[part, column] = [area_of_sample(scheme, threshold, *one) for one in each]
    return found


def chunk_sizes(n_samples: int, sample_size: int) -> list[int]:
    """Divide samples into chunks that are held in memory at a time.

    Parameters
    ----------
    n_samples : int
        Number of samples.
    sample_size : int
        Number of matrix cells that one sample needs.

    Returns
    -------
    list of int
        Number of samples in each chunk; the sum is `n_samples`.

    Examples
    --------
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
    """Compute the area of one sample by one scheme.

    The points begin at the first threshold that calls any row of the sample positive. A sample that reaches no recall
    has area 0.

    Parameters
    ----------
    scheme : Scheme
        Scheme that joins the points.
    threshold : ndarray of shape (n_points,)
        Thresholds in units of the score, strictest first.
    true_positives : ndarray of shape (n_points,)
        Positives of the sample with a score of at least the threshold.
    false_positives : ndarray of shape (n_points,)
        Negatives of the sample with a score of at least the threshold.
    positives : float
        All positives of the sample.
    negatives : float
        All negatives of the sample.

    Returns
    -------
    float
        Area in [0, 1].
    """
    if true_positives[-1] == 0:  # none of the positives that have a score was drawn: no recall is reached
        return 0.0
    first = 0 if true_positives[0] + false_positives[0] > 0 else int(np.argmax(true_positives + false_positives > 0))
    from_first = (threshold[first:], true_positives[first:], false_positives[first:])
    return scheme.area(OperatingPoints.from_arrays(*from_first, float(positives), float(negatives)))


class _SampleArrays:
    """Arrays that the formulas need, each computed once; their shape is (n_samples, n_points) or (n_samples,).

    Thresholds before a sample's first point have the precision of that point and width 0.
    """

    def __init__(self, true: FloatArray, false: FloatArray, positives: FloatArray, negatives: FloatArray) -> None:
        self.true, self.false, self.positives, self.negatives = true, false, positives, negatives

    @cached_property
    def first(self) -> NDArray[np.intp]:
        """Index of each sample's first point."""
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


def _clip_areas(scheme: Scheme, samples: _SampleArrays, areas: FloatArray) -> FloatArray:
    """The areas as `Scheme.area` gives them: never above 1, and exactly 1 where all positives come first."""
    areas = np.minimum(areas, 1.0)
    if scheme.start != "dropped":
        areas[samples.all_positives_first] = 1.0
    areas[samples.has_no_recall] = 0.0
    return areas


def _step(samples: _SampleArrays) -> FloatArray:
    return _area_sum(samples.gain, samples.precision)


def _linear_flat(samples: _SampleArrays) -> FloatArray:
    return _area_sum(samples.gain, samples.precision_before + samples.precision) / 2


def _linear(samples: _SampleArrays) -> FloatArray:
    return _linear_flat(samples) + samples.first_recall * (1 - samples.first_precision) / 2


def _linear_truncated(samples: _SampleArrays) -> FloatArray:
    return _linear_flat(samples) - samples.first_recall * samples.first_precision


def _lower(samples: _SampleArrays) -> FloatArray:
    return _area_sum(samples.gain, np.minimum(samples.precision_before, samples.precision))


def _upper(samples: _SampleArrays) -> FloatArray:
    return _area_sum(samples.gain, np.maximum(samples.precision_before, samples.precision))


def _envelope(samples: _SampleArrays) -> FloatArray:
    return _area_sum(samples.gain, samples.interpolated_precision)


def _at_levels(levels: int) -> Callable[[_SampleArrays], FloatArray]:
    def areas(samples: _SampleArrays) -> FloatArray:
        no_point = np.zeros((len(samples.true), 1))  # the index NO_POINT (-1) selects this column
        best = np.append(samples.interpolated_precision, no_point, axis=1)
        point = np.array([indices_at_levels(recall, levels) for recall in samples.recall])
        mean: FloatArray = np.take_along_axis(best, point, axis=1).mean(axis=1)
        return mean

    return areas


def _continuous(samples: _SampleArrays) -> FloatArray:
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


def _davis_goadrich(samples: _SampleArrays) -> FloatArray:
    """A segment that gains g positives has g trapezoids: its inner precisions count fully, those at its ends half."""
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
    predicted = reached + (samples.false[sample, point] - lost)[at] + (lost / gained[sample, point])[at] * number
    within = np.bincount(sample[at], weights=reached / predicted, minlength=len(true))
    return np.asarray((ends + within) / samples.positives)


def _area_sum(gain: FloatArray, height: FloatArray) -> FloatArray:
    area: FloatArray = (gain * height).sum(axis=1)
    return area


def _shift(values: FloatArray, first: FloatArray) -> FloatArray:
    """The values one threshold before."""
    return np.concatenate((first[:, np.newaxis], values[:, :-1]), axis=1)


_AREAS: dict[str, Callable[[_SampleArrays], FloatArray]] = {
    "step": _step,
    "linear": _linear,
    "linear_flat": _linear_flat,
    "linear_truncated": _linear_truncated,
    "lower": _lower,
    "upper": _upper,
    "continuous": _continuous,
    "davis_goadrich": _davis_goadrich,
    "envelope": _envelope,
    "eleven_point": _at_levels(11),
    "hundred_one_point": _at_levels(101),
}


CHUNK_SIZE = 25  # samples at most from one random generator, so that the number of threads has no effect
MAX_COUNTS = 5_000_000  # counts of all samples of a chunk; 80 MB
MAX_COUNTS_AT_ONCE = 1_000_000  # counts of a class in samples that are all drawn before any area is computed; 16 MB
MAX_SAMPLES = 1_000_000
ROWS_PER_GROUP = 25  # with more rows per threshold, drawing counts is faster than drawing rows

SampleCounts = tuple[FloatArray, FloatArray]  # true and false positives at each point: shape (n_samples, n_points)
Draw = Callable[[np.random.Generator, int], SampleCounts]
Find = Callable[[np.random.Generator, int], FloatArray]
Progress = Callable[[float], None]


def check_n_samples(name: str, value: int) -> int:
    """Check a number of samples.

    Parameters
    ----------
    name : str
        Name of the argument that an error message mentions.
    value : int
        Number of samples.

    Returns
    -------
    int
        The number.

    Raises
    ------
    ValueError
        The number is not a whole number from 1 to 1,000,000.
    """
    times = check_integer(name, value, min_value=1)
    if times > MAX_SAMPLES:
        raise ValueError(f"{name} must be at most {MAX_SAMPLES}, got {times}")
    return times


def integer_counts(func_name: str, points: OperatingPoints) -> tuple[IndexArray, IndexArray]:
    """Return the counts of points as integers.

    Only points that count whole rows can be drawn from or shuffled.

    Parameters
    ----------
    func_name : str
        Name of the function that an error message mentions.
    points : OperatingPoints
        Counts at each threshold, strictest first; they must be numbers of rows, not sums of weights.

    Returns
    -------
    true_positives : ndarray of int of shape (n_points,)
        Number of positives with a score of at least the threshold.
    false_positives : ndarray of int of shape (n_points,)
        Number of negatives with a score of at least the threshold.

    Raises
    ------
    ValueError
        The points were made with `sample_weight`, were moved to another class balance, or have a count that is not a
        whole number of rows.
    """
    check_row_counts(func_name, points)
    return points.true_positives.astype(np.intp), points.false_positives.astype(np.intp)


def use_tie_groups(n_rows: int, up_to: IndexArray) -> bool:
    """Decide whether rows are tied so much that drawing a count for each tie costs less than drawing each row.

    Parameters
    ----------
    n_rows : int
        Number of rows.
    up_to : ndarray of int of shape (n_points,)
        Number of rows with a score of at least each threshold.

    Returns
    -------
    bool
        Whether there are more than 25 rows for each threshold.
    """
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
    """Draw samples and compute their areas by several schemes.

    The samples are drawn once for all schemes.

    Parameters
    ----------
    points : OperatingPoints
        Counts at each threshold, strictest first; they must be numbers of rows, not sums of weights.
    schemes : sequence of Scheme
        Schemes that join the points.
    draw : callable
        Function that takes a random generator and a number of samples, and returns true and false positives of the
        samples, both of shape (n_samples, n_points).
    n_samples : int
        Number of samples.
    random_state : int
        Seed of the random numbers, at least 0.
    progress : callable or None
        Function that is called with the proportion of the work that is done, rising to 1.

    Returns
    -------
    ndarray of shape (n_samples, n_schemes)
        Area of each sample by each scheme.

    Raises
    ------
    ValueError
        `random_state` is not a whole number of at least 0.
    """

    def counts(rng: np.random.Generator, n_samples: int) -> FloatArray:
        return np.stack(draw(rng, n_samples), axis=1)

    def areas_of(sample_counts: FloatArray) -> FloatArray:
        totals = points.positives, points.negatives
        return areas_of_counts(schemes, points.threshold, sample_counts[:, 0], sample_counts[:, 1], *totals)

    size = points.threshold.size
    run = partial(map_samples, n_steps=size, n_samples=n_samples, random_state=random_state, progress=progress)
    if n_samples * size <= MAX_COUNTS_AT_ONCE:
        return areas_of(run(counts))
    chunk_size = max(1, min(CHUNK_SIZE, MAX_COUNTS // size))
    return run(lambda rng, n_samples: areas_of(counts(rng, n_samples)), chunk_size=chunk_size)


def map_samples(
    func: Find,
    n_steps: int,
    *,
    n_samples: int,
    random_state: int,
    progress: Progress | None,
    chunk_size: int = CHUNK_SIZE,
) -> FloatArray:
    """Compute values of random samples in parallel, with results that do not depend on the number of threads.

    Samples are divided into chunks, and each chunk has its own random generator.

    Parameters
    ----------
    func : callable
        Function that takes a random generator and a number of samples, and returns an array whose first axis is that of
        the samples.
    n_steps : int
        Approximate cost of one sample, in steps, which decides whether threads are worthwhile.
    n_samples : int
        Number of samples.
    random_state : int
        Seed of the random numbers, at least 0.
    progress : callable or None
        Function that is called with the proportion of the samples that are done, rising to 1.
    chunk_size : int, default 25
        Number of samples in a chunk.

    Returns
    -------
    ndarray of shape (n_samples, ...)
        Values of all samples.

    Raises
    ------
    ValueError
        `random_state` is not a whole number of at least 0.
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
    """Compute the cumulative sum with a leading 0.

    Parameters
    ----------
    counts : ndarray of shape (n,)
        Values to add up.

    Returns
    -------
    ndarray of shape (n + 1,)
        Sum of the first k values at index k.
    """
    sums = np.empty(counts.size + 1)
    sums[0] = 0.0
    np.cumsum(counts, out=sums[1:])
    return sums


class SampleProgress:
    """Thread-safe counter of the samples that are done, which reports their proportion.

    Only one report is made at a time. After a report has raised an exception, every thread that adds samples raises it
    too.

    Parameters
    ----------
    n_samples : int
        Number of all samples.
    progress : callable or None
        Function that is called with the proportion of the samples that are done; None for no reports.

    Attributes
    ----------
    n_samples : int
        Number of all samples.
    progress : callable or None
        Function that is called with the proportion of the samples that are done; None for no reports.
    done : int
        Number of samples that are done.
    error : BaseException or None
        Exception that a report has raised.
    lock : threading.Lock
        Lock that protects `done` and `error`.
    """

    def __init__(self, n_samples: int, progress: Progress | None) -> None:
        self.n_samples, self.progress = n_samples, progress
        self.done = 0
        self.error: BaseException | None = None  # raised by a report, then by every thread
        self.lock = threading.Lock()

    def add(self, n_samples: int) -> None:
        """Count more samples as done and report the proportion.

        An exception that this report or an earlier one has raised is raised here.

        Parameters
        ----------
        n_samples : int
            Number of samples that have been completed.
        """
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
    """Keyword arguments of functions that draw samples, as `bootstrap_interval` documents them.

    Attributes
    ----------
    n_resamples : int
        Number of samples to draw, from 1 to 1,000,000.
    random_state : int
        Seed of the random numbers, at least 0.
    progress : callable or None
        Function that is called with the proportion of the work that is done.
    """

    n_resamples: int
    random_state: int
    progress: Progress | None


class BootstrapOptions(DrawOptions, total=False):
    """Keyword arguments of bootstrap intervals, as `bootstrap_interval` documents them.

    Attributes
    ----------
    confidence_level : float
        Nominal coverage of the interval, strictly between 0 and 1.
    """

    confidence_level: float


class PermutationOptions(TypedDict, total=False):
    """Keyword arguments of permutation tests of rows, as `permutation_test` documents them.

    Attributes
    ----------
    n_permutations : int
        Number of permutations, from 1 to 1,000,000.
    random_state : int
        Seed of the random numbers, at least 0.
    progress : callable or None
        Function that is called with the proportion of the work that is done.
    """

    n_permutations: int
    random_state: int
    progress: Progress | None


@dataclass(frozen=True, slots=True)
class PermutationParams:
    """Validated options of a permutation test, with their defaults.

    Attributes
    ----------
    n_permutations : int, default 1000
        Number of permutations, from 1 to 1,000,000.
    random_state : int, default 0
        Seed of the random numbers.
    progress : callable or None, default None
        Function that is called with the proportion of the work that is done.

    Raises
    ------
    ValueError
        `n_permutations` is not a whole number from 1 to 1,000,000.

    Examples
    --------
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
    """Validated options of functions that draw samples, with their defaults.

    Attributes
    ----------
    n_resamples : int, default 1000
        Number of samples to draw, from 1 to 1,000,000.
    random_state : int, default 0
        Seed of the random numbers.
    progress : callable or None, default None
        Function that is called with the proportion of the work that is done.

    Raises
    ------
    ValueError
        `n_resamples` is not a whole number from 1 to 1,000,000.

    Examples
    --------
    >>> DrawParams(n_resamples=0)
    Traceback (most recent call last):
    ValueError: n_resamples must be a whole number of at least 1, got 0
    """

    n_resamples: int = 1000
    random_state: int = 0
    progress: Progress | None = None

    def __post_init__(self) -> None:
        check_n_samples("n_resamples", self.n_resamples)


@dataclass(frozen=True, slots=True)
class BootstrapParams(DrawParams):
    """Validated options of a bootstrap interval, with their defaults.

    Attributes
    ----------
    n_resamples : int, default 1000
        Number of samples to draw, from 1 to 1,000,000.
    random_state : int, default 0
        Seed of the random numbers.
    progress : callable or None, default None
        Function that is called with the proportion of the work that is done.
    confidence_level : float, default 0.95
        Nominal coverage of the interval, strictly between 0 and 1.

    Raises
    ------
    ValueError
        `n_resamples` is not a whole number from 1 to 1,000,000, or `confidence_level` is not strictly between 0 and 1.

    Examples
    --------
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
    """Check the keyword arguments of a function.

    The error message for an unknown keyword suggests keywords that may have been meant.

    Parameters
    ----------
    func_name : str
        Name of the function that an error message mentions.
    kind : type
        Class of the options: `DrawParams`, `PermutationParams` or `BootstrapParams`.
    options : mapping
        Keyword arguments that were given.

    Returns
    -------
    DrawParams, PermutationParams or BootstrapParams
        The options with defaults for those that were not given, an instance of `kind`.

    Raises
    ------
    TypeError
        The function does not take one of the keywords.
    ValueError
        A value is outside its range.

    Examples
    --------
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
    """The rows of one class, highest score first.

    Attributes
    ----------
    order : ndarray of int of shape (n_rows,)
        Index of the row that is first, second, ..., among the rows of the class.
    weight : ndarray of shape (n_rows,) or None
        Weight of each row in that order; None if every row counts once.
    row_counts : ndarray of int of shape (n_points,)
        Number of rows of the class that each threshold calls positive.
    """

    order: IndexArray
    weight: FloatArray | None
    row_counts: IndexArray

    def with_missing(self, total: float) -> ClassRows:
        """Add rows without a score, which lie below every threshold.

        Parameters
        ----------
        total : float
            Total weight of the added rows. It is divided among about as many rows, at least one.

        Returns
        -------
        ClassRows
            The rows of the class with the added ones at the end.
        """
        if total == 0:
            return self
        rows = max(1, round(total))
        weight = np.ones(self.order.size) if self.weight is None else self.weight
        order = np.append(self.order, self.order.size + np.arange(rows))
        return ClassRows(order, np.append(weight, np.full(rows, total / rows)), self.row_counts)

    def count_samples(self, sample_counts: IndexArray) -> tuple[FloatArray, FloatArray]:
        """Count the rows of samples at each threshold.

        Parameters
        ----------
        sample_counts : ndarray of int of shape (n_samples, n_rows)
            How often each sample has each row of the class.

        Returns
        -------
        counts : ndarray of shape (n_samples, n_points)
            Number or weight of the rows of each sample with a score of at least the threshold.
        totals : ndarray of shape (n_samples,)
            Number or weight of all rows of each sample.
        """
        counts = np.take(sample_counts, self.order, axis=1)
        sums = np.zeros((len(sample_counts), self.order.size + 1))
        np.cumsum(counts if self.weight is None else counts * self.weight, axis=1, out=sums[:, 1:])
        return np.take(sums, self.row_counts, axis=1, mode="clip"), sums[:, -1]


@dataclass(frozen=True, slots=True, eq=False)
class ModelRows:
    """The rows of one model, positives and negatives separated.

    Attributes
    ----------
    points : OperatingPoints
        Counts of rows, without weights, at each threshold.
    positives : ClassRows
        The positives.
    negatives : ClassRows
        The negatives.
    """

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
        """Rank the rows by one model's score.

        Positives without a score are added as rows below every threshold, of weight 1 if their number is whole.

        Parameters
        ----------
        y_true : array-like of shape (n_rows,)
            Labels of two values; 1 or True is positive, or the value that `pos_label` names.
        y_score : array-like of shape (n_rows,)
            Scores in any unit; higher means more positive.
        pos_label : object
            Label of the positive class; None if the labels are 0 and 1, -1 and 1, or bool.
        sample_weight : array-like of shape (n_rows,), optional
            How much each row counts, at least 0; rows of weight 0 are dropped. A row of weight 3 is not three rows.
        total_positives : float, optional
            Number of all positives, including those without a score.

        Returns
        -------
        ModelRows
            The rows, positives and negatives separated.

        Raises
        ------
        ValueError
            The rows are invalid: lengths differ; an argument is empty or not one-dimensional; tables name their rows in
            different orders; `y_true` has a missing label, more than two values, or values other than 0 and 1 (or -1
            and 1) without `pos_label`; `pos_label` is not in `y_true`; a score or weight is not a finite number that
            float64 holds exactly; or a weight is negative or none is above 0. Or `total_positives` is below the
            positives of the rows.
        """
        rows = validate_rows(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
        points = operating_points(rows.positive, rows.score)
        predicted = points.true_positives.astype(np.intp), points.false_positives.astype(np.intp)
        sides = []
        for of_class, up_to in zip((rows.positive, ~rows.positive), predicted, strict=True):
            order = np.argsort(-rows.score[of_class], kind="stable")
            sides.append(ClassRows(order, None if rows.weight is None else rows.weight[of_class][order], up_to))
        counted = operating_points(
            rows.positive, rows.score, sample_weight=rows.weight, total_positives=total_positives
        )
        return cls(points, sides[0].with_missing(counted.unscored_positives), sides[1])

    @property
    def sizes(self) -> tuple[int, int]:
        """Number of positives and number of negatives."""
        return self.positives.order.size, self.negatives.order.size

    def areas(self, schemes: Sequence[Scheme], positive_counts: IndexArray, negative_counts: IndexArray) -> FloatArray:
        """Compute the areas of samples by several schemes.

        Parameters
        ----------
        schemes : sequence of Scheme
            Schemes that join the points.
        positive_counts : ndarray of int of shape (n_samples, n_positives)
            How often each sample has each positive.
        negative_counts : ndarray of int of shape (n_samples, n_negatives)
            How often each sample has each negative.

        Returns
        -------
        ndarray of shape (n_samples, n_schemes)
            Area of each sample by each scheme, in [0, 1].
        """
        true, all_true = self.positives.count_samples(positive_counts)
        false, all_false = self.negatives.count_samples(negative_counts)
        return areas_of_counts(schemes, self.points.threshold, true, false, all_true, all_false)
