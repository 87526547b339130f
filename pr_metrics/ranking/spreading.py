"""Sort long arrays of integers without comparing far-off ones: spread them into small cells, then sort within windows.

NumPy's np.sort is the fastest way on most processors, and then it is taken. On some (AMD's Zen 4 with AVX-512) its
partitioning step is ten times slower than its sorting of short rows, so that an array of millions sorts faster once
its values are near their places. Two rounds of spreading bring them there: first into up to 256 buckets of equal count,
then each bucket, which fits into the cache up to ten million keys or so, into cells of a few dozen. A bucket too uneven
for that is left to np.sort.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from pr_metrics.blocks import blocks, each_block, each_of
from pr_metrics.ranking.ordered_bits import Integers

MOST_BUCKETS = 256  # their numbers have 8 bits
KEYS_PER_BUCKET = 32_768  # a quarter of a second-level cache of 1 MiB
STEPS = 2**16  # equal steps of value from which buckets are put together
SAMPLE = 100_000  # keys from which the buckets' borders are guessed
ROWS_PER_CELL = 24
WINDOW = 128  # values; NumPy sorts rows of up to 256 by a network, without partitioning

SLOW = 6.0  # times; np.sort of 8192 values beside rows of 256: 2 with AVX2, 13 with AVX-512 on Zen 4


@cache
def spreading_pays() -> bool:
    """Whether np.sort is slow here beside its sorting of short rows; timed once, in a millisecond or so.

    >>> spreading_pays() in (True, False)
    True
    """
    values = np.random.default_rng(0).integers(0, 2**62, 8192)
    return _quickest(values) > SLOW * _quickest(values.reshape(-1, 256))


def _quickest(values: Integers) -> float:
    times = []
    for _ in range(5):
        start = perf_counter()
        np.sort(values, axis=-1)
        times.append(perf_counter() - start)
    return min(times)


def spread_sort(keys: Integers) -> Integers:
    """Return the keys sorted, in a new array.

    >>> spread_sort(np.array([3, -1, 2])).tolist()
    [-1, 2, 3]
    """
    spread, edges = _into_buckets(keys)
    buckets = [slice(int(start), int(stop)) for start, stop in pairwise(edges)]
    each_of(buckets, keys.size, lambda bucket: _sort_bucket(spread[bucket]))
    return spread


def _into_buckets(keys: Integers) -> tuple[Integers, Integers]:
    """Move the keys to their buckets, within a bucket in the order they came; also return the buckets' edges."""
    scale = _Steps.of(keys)
    buckets = max(1, min(MOST_BUCKETS, keys.size // KEYS_PER_BUCKET))
    sample = np.random.default_rng(0).integers(0, keys.size, SAMPLE)  # at random, lest its stride be the data's
    bucket_of_step = _buckets_of_equal_count(scale.steps(keys[sample]), buckets)
    bucket = np.empty(keys.size, dtype=np.uint8)

    def choose(block: slice) -> Integers:
        np.take(bucket_of_step, scale.steps(keys[block]), out=bucket[block], mode="clip")
        return np.bincount(bucket[block], minlength=buckets)

    sizes = np.array(each_block(keys.size, choose))
    edges = np.append(0, np.cumsum(sizes.sum(axis=0)))
    # Each block of keys fills its own part of every bucket, behind those of the blocks before.
    starts = edges[:-1] + np.cumsum(sizes, axis=0) - sizes
    spread = np.empty_like(keys)

    def move(numbered: tuple[int, slice]) -> None:
        number, block = numbered
        order = np.argsort(bucket[block], kind="stable")  # of 8 bits: a radix sort
        before = np.cumsum(sizes[number]) - sizes[number]
        place = np.repeat(starts[number] - before, sizes[number])
        place += np.arange(place.size)
        spread[place] = keys[block].take(order)

    each_of(list(enumerate(blocks(0, keys.size))), keys.size, move)
    return spread, edges


def _buckets_of_equal_count(sampled: Integers, buckets: int) -> NDArray[np.uint8]:
    """For each step a bucket, such that they rise with the steps and share the sample evenly."""
    up_to = np.cumsum(np.bincount(sampled, minlength=STEPS))
    return ((up_to - 1) * buckets // sampled.size).clip(0).astype(np.uint8)


def _sort_bucket(bucket: Integers) -> None:
    """Spread a bucket into cells and sort it, in place."""
    cells = min(bucket.size // ROWS_PER_CELL, STEPS)
    if cells > 1:
        scale = _Steps.of(bucket)
        cell = (scale.steps(bucket) * (cells / STEPS)).astype(np.uint16)
        bucket[:] = bucket.take(np.argsort(cell, kind="stable"))  # of 16 bits: a radix sort
        # A cell of up to half a window lies whole within a window of the first pass, or, when it straddles two, of the
        # second: so all is sorted unless a cell is longer than that.
        _sort_windows(bucket, 0)
        _sort_windows(bucket, WINDOW // 2)
        if bool((bucket[1:] >= bucket[:-1]).all()):
            return
    bucket.sort()


def _sort_windows(values: Integers, start: int) -> None:
    """Sort each window from `start` on, and what is left at the end."""
    stop = start + max(0, values.size - start) // WINDOW * WINDOW
    values[start:stop].reshape(-1, WINDOW).sort(axis=1)
    values[stop:].sort()


@dataclass(frozen=True, slots=True)
class _Steps:
    """Equal steps of value, a power of two long, of which fewer than 2**16 cover the keys."""

    lowest: np.uint64
    shift: np.uint64

    @classmethod
    def of(cls, keys: Integers) -> _Steps:
        lowest, highest = int(keys.min()), int(keys.max())
        shift = max(0, (highest - lowest).bit_length() - (STEPS.bit_length() - 1))
        return cls(np.uint64(lowest % 2**64), np.uint64(shift))

    def steps(self, keys: Integers) -> Integers:
        """How many steps each key is above the lowest; unsigned on the way, since spans reach 2**64."""
        above = keys.view(np.uint64) - self.lowest
        np.right_shift(above, self.shift, out=above)
        return above.view(np.int64)
