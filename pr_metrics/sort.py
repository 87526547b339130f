"""Sort long arrays of scores: integer keys for floats, radix passes, and two threads if they are faster.

Read as integers, the 64 bits of float64 numbers that are not negative have the order of the numbers, because the
exponent is above the fraction. Negative numbers have a sign bit and count away from zero, so they are mirrored: with
M = -2**63, the integer of the bits of -0.0, `M - bits` is 0 for -0.0 and falls from there. If |score| < 2, the top bit
of the exponent is 0, so the integer is below 2**62 and can be shifted by one bit.

On most processors np.sort is the fastest way, and it is used there. On some (AMD's Zen 4 with AVX-512) its partitioning
is ten times slower than its sorting of short rows, so that millions of values are sorted faster if they are near their
places. Two rounds bring them there: all keys are put into up to 256 buckets of about equal count, then each bucket,
which fits into the cache up to about ten million keys, into cells of a few dozen keys. A bucket whose keys are too
uneven for that is sorted by np.sort.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from pr_metrics.blocks import blocks, map_blocks, map_items, run_parallel, split_for_threads
from pr_metrics.validation import FloatArray

IntArray = NDArray[np.int64]

MIRROR = np.int64(-(2**63))


def scaling_power(score: FloatArray, score_range: tuple[float, float]) -> float | None:
    """Return a power of two that scales all scores below 2 in size without rounding, or None if there is none.

    It is 1 if they are below 2 already. Scaling by a power of two rounds only results below float64's normal range.

    >>> scaling_power(np.array([0.5, 1.9]), (0, 1.9)), scaling_power(np.array([-5.0, 3]), (-5, 3))
    (1.0, 0.25)
    >>> scaling_power(np.array([1e300, 5e-324]), (0, 1e300)) is None
    True
    """
    largest = max(-score_range[0], score_range[1])
    if largest < 2:
        return 1.0
    _, exponent = np.frexp(largest)  # largest < 2**exponent
    power = float(np.ldexp(1.0, 1 - int(exponent)))
    for block in blocks(0, score.size):
        if not bool((score[block] * power / power == score[block]).all()):
            return None
    return power


def to_int_keys(score: FloatArray, power: float, out: IntArray) -> None:
    """Write the integers of the scores into `out`; -0.0 and 0.0 both give 0.

    >>> out = np.empty(4, dtype=np.int64)
    >>> to_int_keys(np.array([-1.0, -0.0, 0.0, 1.0]), 1.0, out)
    >>> out.tolist() == [-out[3], 0, 0, out[3]]
    True
    """
    np.multiply(score, power, out=out.view(np.float64))
    if score.min() <= 0:  # <= because of -0.0
        np.subtract(MIRROR, out, out=out, where=out < 0)


def to_scores(keys: IntArray, power: float) -> None:
    """Turn the integers back into the bits of their scores, in place.

    >>> integers = np.empty(2, dtype=np.int64)
    >>> to_int_keys(np.array([-3.5, 0.25]), 0.5, integers)
    >>> to_scores(integers, 0.5)
    >>> integers.view(np.float64).tolist()
    [-3.5, 0.25]
    """
    if keys.min() < 0:
        np.subtract(MIRROR, keys, out=keys, where=keys < 0)
    if power != 1:
        score = keys.view(np.float64)
        np.divide(score, power, out=score)


MAX_BINS = 256  # their numbers have 8 bits
KEYS_PER_BIN = 32_768  # a quarter of a second-level cache of 1 MiB
N_STEPS = 2**16  # equal intervals of value, which are combined into buckets
SAMPLE_SIZE = 100_000  # keys from which the buckets' borders are guessed
KEYS_PER_CELL = 24
WINDOW_SIZE = 128  # values; NumPy sorts rows of up to 256 by a network, without partitioning

SLOW_RATIO = 6.0  # time of np.sort for 8192 values by that for rows of 256: 2 with AVX2, 13 with AVX-512 on Zen 4


@cache
def use_bin_sort() -> bool:
    """Return whether np.sort is slow on this machine compared with its sorting of short rows; timed once, in 1 ms.

    >>> use_bin_sort() in (True, False)
    True
    """
    values = np.random.default_rng(0).integers(0, 2**62, 8192)
    return _min_sort_time(values) > SLOW_RATIO * _min_sort_time(values.reshape(-1, 256))


def _min_sort_time(values: IntArray) -> float:
    times = []
    for _ in range(5):
        start = perf_counter()
        np.sort(values, axis=-1)
        times.append(perf_counter() - start)
    return min(times)


def bin_sort(keys: IntArray) -> IntArray:
    """Return the keys sorted, in a new array.

    >>> bin_sort(np.array([3, -1, 2])).tolist()
    [-1, 2, 3]
    """
    spread, edges = _split_into_bins(keys)
    buckets = [slice(int(start), int(stop)) for start, stop in pairwise(edges)]
    map_items(buckets, keys.size, lambda bucket: _sort_bin(spread[bucket]))
    return spread


def _split_into_bins(keys: IntArray) -> tuple[IntArray, IntArray]:
    """Move the keys to their buckets, keeping their order within each; return them with the edges of the buckets."""
    scale = _Steps.of(keys)
    buckets = max(1, min(MAX_BINS, keys.size // KEYS_PER_BIN))
    sample = np.random.default_rng(0).integers(0, keys.size, SAMPLE_SIZE)  # random, since data may be periodic
    bucket_of_step = _quantile_bins(scale.steps(keys[sample]), buckets)
    bucket = np.empty(keys.size, dtype=np.uint8)

    def find_bins(block: slice) -> IntArray:
        np.take(bucket_of_step, scale.steps(keys[block]), out=bucket[block], mode="clip")
        return np.bincount(bucket[block], minlength=buckets)

    sizes = np.array(map_blocks(keys.size, find_bins))
    edges = np.append(0, np.cumsum(sizes.sum(axis=0)))
    # Each block of keys fills its own part of every bucket, behind those of the blocks before.
    starts = edges[:-1] + np.cumsum(sizes, axis=0) - sizes
    spread = np.empty_like(keys)

    def fill_bins(item: tuple[int, slice]) -> None:
        number, block = item
        order = np.argsort(bucket[block], kind="stable")  # NumPy sorts 8 bits by radix
        before = np.cumsum(sizes[number]) - sizes[number]
        place = np.repeat(starts[number] - before, sizes[number])
        place += np.arange(place.size)
        spread[place] = keys[block].take(order)

    map_items(list(enumerate(blocks(0, keys.size))), keys.size, fill_bins)
    return spread, edges


def _quantile_bins(sample: IntArray, n_bins: int) -> NDArray[np.uint8]:
    """Assign a bucket to each step in rising order, so that the buckets share the sample evenly."""
    up_to = np.cumsum(np.bincount(sample, minlength=N_STEPS))
    return ((up_to - 1) * n_bins // sample.size).clip(0).astype(np.uint8)


def _sort_bin(values: IntArray) -> None:
    """Spread a bucket into cells and sort it, in place."""
    cells = min(values.size // KEYS_PER_CELL, N_STEPS)
    if cells > 1:
        scale = _Steps.of(values)
        cell = (scale.steps(values) * (cells / N_STEPS)).astype(np.uint16)
        values[:] = values.take(np.argsort(cell, kind="stable"))  # NumPy sorts 16 bits by radix
        # A cell of up to half a window lies within one window of the first pass, or else of the second, which is
        # shifted by half a window. So everything is sorted unless a cell is longer than that.
        _sort_by_window(values, 0)
        _sort_by_window(values, WINDOW_SIZE // 2)
        if bool((values[1:] >= values[:-1]).all()):
            return
    values.sort()


def _sort_by_window(values: IntArray, start: int) -> None:
    """Sort each window from `start` on, and the remaining values at the end."""
    stop = start + max(0, values.size - start) // WINDOW_SIZE * WINDOW_SIZE
    values[start:stop].reshape(-1, WINDOW_SIZE).sort(axis=1)
    values[stop:].sort()


@dataclass(frozen=True, slots=True)
class _Steps:
    """Equal intervals of value whose length is a power of two; at most 2**16 of them cover the keys."""

    minimum: np.uint64
    shift: np.uint64

    @classmethod
    def of(cls, keys: IntArray) -> _Steps:
        lowest, highest = int(keys.min()), int(keys.max())
        shift = max(0, (highest - lowest).bit_length() - (N_STEPS.bit_length() - 1))
        return cls(np.uint64(lowest % 2**64), np.uint64(shift))

    def steps(self, keys: IntArray) -> IntArray:
        """Return the number of steps of each key above the lowest; unsigned integers hold differences up to 2**64."""
        above = keys.view(np.uint64) - self.minimum
        np.right_shift(above, self.shift, out=above)
        return above.view(np.int64)


MIN_BIN_SORT_KEYS = 150_000  # keys


def sorted_keys(keys: IntArray) -> IntArray:
    """Return the keys sorted, either in place or in a new array.

    With two threads the smaller half of the keys is first moved to the front; then each thread sorts one half.

    >>> sorted_keys(np.array([3, 1, 2])).tolist()
    [1, 2, 3]
    """
    if keys.size >= MIN_BIN_SORT_KEYS and use_bin_sort():
        return bin_sort(keys)
    parts = split_for_threads(keys.size)
    if len(parts) > 1:
        keys.partition([part.start for part in parts[1:]])
    run_parallel(lambda part: keys[part].sort(), parts)
    return keys
