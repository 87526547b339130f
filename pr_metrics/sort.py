"""Sorting of long arrays of scores: integer keys for floats, radix passes, and two threads where they pay.

The 64 bits of a float64 that is not negative, read as an integer, are in the order of the floats: the exponent stands
above the fraction. Negative floats carry a sign bit and count away from zero, so they are mirrored: with M = -2**63,
which is the integer of the bits of -0.0, `M - bits` is 0 for -0.0 and falls from there. While |score| < 2 the topmost
bit of the exponent is 0, so the integer stays below 2**62 and one bit is left to be shifted into.

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

from pr_metrics.blocks import blocks, each_block, each_of, shares, side_by_side
from pr_metrics.validation import FloatArray

Integers = NDArray[np.int64]

MIRROR = np.int64(-(2**63))


def power_to_fit(score: FloatArray, within: tuple[float, float]) -> float | None:
    """The power of two that brings scores within two bounds below 2 in size without rounding any; None if none does.

    1 where all are there already. Scaling by a power of two rounds only what leaves float64's normal range below.

    >>> power_to_fit(np.array([0.5, 1.9]), (0, 1.9)), power_to_fit(np.array([-5.0, 3]), (-5, 3))
    (1.0, 0.25)
    >>> power_to_fit(np.array([1e300, 5e-324]), (0, 1e300)) is None
    True
    """
    largest = max(-within[0], within[1])
    if largest < 2:
        return 1.0
    _, exponent = np.frexp(largest)  # largest < 2**exponent
    power = float(np.ldexp(1.0, 1 - int(exponent)))
    for block in blocks(0, score.size):
        if not bool((score[block] * power / power == score[block]).all()):
            return None
    return power


def to_ordered_integers(score: FloatArray, power: float, out: Integers) -> None:
    """Write the integers of the scores into `out`; -0.0 and 0.0 both give 0.

    >>> out = np.empty(4, dtype=np.int64)
    >>> to_ordered_integers(np.array([-1.0, -0.0, 0.0, 1.0]), 1.0, out)
    >>> out.tolist() == [-out[3], 0, 0, out[3]]
    True
    """
    np.multiply(score, power, out=out.view(np.float64))
    if score.min() <= 0:  # <= for the sake of -0.0
        np.subtract(MIRROR, out, out=out, where=out < 0)


def to_scores(integers: Integers, power: float) -> None:
    """Turn the integers back into the bits of their scores, in place.

    >>> integers = np.empty(2, dtype=np.int64)
    >>> to_ordered_integers(np.array([-3.5, 0.25]), 0.5, integers)
    >>> to_scores(integers, 0.5)
    >>> integers.view(np.float64).tolist()
    [-3.5, 0.25]
    """
    if integers.min() < 0:
        np.subtract(MIRROR, integers, out=integers, where=integers < 0)
    if power != 1:
        score = integers.view(np.float64)
        np.divide(score, power, out=score)


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


SPREADING_FROM = 150_000  # keys


def sorted_keys(keys: Integers) -> Integers:
    """Return the keys sorted, in their own memory or in new.

    With two threads the smaller half of the keys is first moved to the front; then each half is sorted for itself.

    >>> import numpy as np
    >>> sorted_keys(np.array([3, 1, 2])).tolist()
    [1, 2, 3]
    """
    if keys.size >= SPREADING_FROM and spreading_pays():
        return spread_sort(keys)
    parts = shares(keys.size)
    if len(parts) > 1:
        keys.partition([part.start for part in parts[1:]])
    side_by_side(lambda part: keys[part].sort(), parts)
    return keys
