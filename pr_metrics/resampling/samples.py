"""Samples of rows that are sorted once.

A new sample only changes how often each row counts, a permutation only which of them are positive, so each costs one
walk along the points and none sorts again.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pr_metrics.blocks import each_of
from pr_metrics.inputs import FloatArray, whole_number
from pr_metrics.points import OperatingPoints
from pr_metrics.resampling.areas import areas_of_counts
from pr_metrics.schemes import Scheme
from pr_metrics.segments import IndexArray
from pr_metrics.whole_rows import check_rows

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
