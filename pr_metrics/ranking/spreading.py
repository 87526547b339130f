"""Sort long arrays of integers without comparing far-off ones: spread them into small cells, then sort within windows.

NumPy's np.sort is the fastest way on most processors, and then it is taken. On some (AMD's Zen 4 with AVX-512) its
partitioning step is ten times slower than its sorting of short rows, so that an array of millions sorts faster once
its values are near their places. Two rounds of spreading bring them there: first into 256 buckets of about equal count,
then each bucket, which fits into the cache, into cells of a few dozen. Wherever a cell gets too full, np.sort does it.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from pr_metrics.blocks import blocks, each_block, each_of, shares, side_by_side
from pr_metrics.ranking.ordered_bits import Integers

BUCKETS = 256
STEPS = 2**16  # equal steps of value from which buckets are put together
ROWS_PER_CELL = 24
WINDOW = 128  # values; NumPy sorts rows of up to 256 by a network, without partitioning

SLOW = 6.0  # times; np.sort of 8192 values beside rows of 256: 2 with AVX2, 13 with AVX-512 on Zen 4


@cache
def spreading_pays() -> bool:
    """Whether np.sort is slow here beside its sorting of short rows; timed once, in less than a millisecond.

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
    step = _steps(keys)
    spread, edges = _into_buckets(keys, step)
    buckets = [slice(int(start), int(stop)) for start, stop in pairwise(edges)]
    each_of(buckets, keys.size, lambda bucket: _sort_bucket(spread[bucket]))
    return spread


def _above(keys: Integers, lowest: int, shift: int) -> Integers:
    """How many steps of 2**shift each key is above the lowest; unsigned on the way, since spans reach 2**64."""
    return ((keys.view(np.uint64) - np.uint64(lowest % 2**64)) >> np.uint64(shift)).view(np.int64)


def _steps(keys: Integers) -> NDArray[np.uint16]:
    lowest, highest = int(keys.min()), int(keys.max())
    shift = max(0, (highest - lowest).bit_length() - STEPS.bit_length() + 1)
    step = np.empty(keys.size, dtype=np.uint16)

    def fill(block: slice) -> None:
        step[block] = _above(keys[block], lowest, shift)

    each_block(keys.size, fill)
    return step


def _into_buckets(keys: Integers, step: NDArray[np.uint16]) -> tuple[Integers, Integers]:
    """Move the keys to their buckets, within a bucket in the order they came; also return the buckets' edges."""
    cuts = list(blocks(0, keys.size))
    spans = [cuts[share] for share in shares(keys.size, of=len(cuts))]
    tallies = side_by_side(lambda span: sum(np.bincount(step[cut], minlength=STEPS) for cut in span), spans)
    up_to = np.cumsum(np.sum(tallies, axis=0))
    bucket_of = ((up_to - 1) * BUCKETS // keys.size).clip(0).astype(np.uint8)  # rises with the step
    sizes = np.array([np.bincount(bucket_of, tally, minlength=BUCKETS) for tally in tallies]).astype(np.int64)
    edges = np.append(0, np.cumsum(sizes.sum(axis=0)))
    # Each span of rows fills its own part of every bucket, behind those of the spans before.
    fills = edges[:-1] + np.cumsum(sizes, axis=0) - sizes
    spread = np.empty_like(keys)

    def move(span_and_fill: tuple[list[slice], Integers]) -> None:
        span, fill = span_and_fill
        for cut in span:
            bucket = bucket_of.take(step[cut])
            sizes = np.bincount(bucket, minlength=BUCKETS)
            place = np.repeat(fill - np.cumsum(sizes) + sizes, sizes) + np.arange(bucket.size)
            spread[place] = keys[cut].take(np.argsort(bucket, kind="stable"))  # of 8 bits: a radix sort
            fill += sizes

    side_by_side(move, list(zip(spans, fills, strict=True)))
    return spread, edges


def _sort_bucket(bucket: Integers) -> None:
    """Spread a bucket into cells and sort it, in place."""
    cells = bucket.size // ROWS_PER_CELL
    if 0 < cells < STEPS:
        lowest, highest = int(bucket.min()), int(bucket.max())
        shift = max(0, (highest - lowest).bit_length() - STEPS.bit_length() + 1)
        above = _above(bucket, lowest, shift)
        cell = (above * (cells / (((highest - lowest) >> shift) + 1))).astype(np.uint16)
        if np.bincount(cell).max() <= WINDOW // 2:
            bucket[:] = bucket.take(np.argsort(cell, kind="stable"))  # of 16 bits: a radix sort
            _sort_windows(bucket, 0)
            _sort_windows(bucket, WINDOW // 2)
            return
    bucket.sort()


def _sort_windows(values: Integers, start: int) -> None:
    """Sort each window from `start` on. No value is further from its place than a cell, half a window, is long."""
    stop = start + max(0, values.size - start) // WINDOW * WINDOW
    values[start:stop].reshape(-1, WINDOW).sort(axis=1)
    values[stop:].sort()
