"""Count by one sort of packed keys: score and label in one integer, so that sorting moves the labels along.

An argsort sorts row numbers and then fetches each row from wherever it lies in memory; of ten million rows nearly every
one misses the cache. Here the label rides in the lowest bit of the score's ordered integer, the integers themselves are
sorted, and one walk over them reads off counts and thresholds, these in the memory of the keys.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pr_metrics.blocks import blocks, each_block, shares, side_by_side
from pr_metrics.inputs import BoolArray, FloatArray
from pr_metrics.ranking.counts import Counts
from pr_metrics.ranking.ordered_bits import Integers, power_to_fit, to_ordered_integers, to_scores
from pr_metrics.ranking.sorting import sorted_keys

MOST_ROWS = 2**31 - 1  # what a count in 32 bits can hold


def count_by_packed_sort(positive: BoolArray, score: FloatArray, *, within: tuple[float, float]) -> Counts | None:
    """Count rows of weight 1; None where the scores cannot be packed without rounding.

    >>> counts = count_by_packed_sort(np.array([True, False, True]), np.array([0.9, 0.9, 0.2]), within=(0, 1))
    >>> counts.threshold.tolist(), counts.true_positives.tolist(), counts.false_positives.tolist()
    ([0.9, 0.2], [1, 2], [1, 1])
    """
    power = power_to_fit(score, within)
    if power is None or score.size > MOST_ROWS:
        return None
    return _read_off(sorted_keys(_packed(positive, score, power)), power)


def _packed(positive: BoolArray, score: FloatArray, power: float) -> Integers:
    """Key = label - 2 * integer of the score: ascending keys are descending scores, and the lowest bit is the label."""
    keys = np.empty(score.size, dtype=np.int64)
    label = positive.view(np.int8)

    def pack(block: slice) -> None:
        key = keys[block]
        to_ordered_integers(score[block], power, out=key)
        np.left_shift(key, 1, out=key)
        np.subtract(label[block], key, out=key)

    each_block(score.size, pack)
    return keys


def _read_off(keys: Integers, power: float) -> Counts:
    """Turn sorted keys into thresholds, in the same memory, and counts; each part knows what lies before and behind."""
    parts = shares(keys.size)
    positives = side_by_side(lambda part: _positives_in(keys[part]), parts) if len(parts) > 1 else []
    first_keys = [int(keys[part.start]) for part in parts[1:]]
    true_positives, false_positives = np.empty((2, keys.size), dtype=np.int32)  # in one piece: fewer, larger pages
    walks = [
        _Walk(part, sum(positives[:k]), first_keys[k] if k < len(first_keys) else None) for k, part in enumerate(parts)
    ]
    points = side_by_side(lambda walk: walk.over(keys, power, true_positives, false_positives), walks)
    every = (keys.view(np.float64), true_positives, false_positives)
    return Counts(*(_closed_up(array, parts, points) for array in every))


@dataclass(frozen=True, slots=True)
class _Walk:
    """One walk down a part of the sorted keys."""

    part: slice
    before: int  # positives in the parts before
    following: int | None  # the key right behind the part: the last row here may be tied with it

    def over(
        self, keys: Integers, power: float, true_positives: NDArray[np.int32], false_positives: NDArray[np.int32]
    ) -> int:
        """Write one threshold, in place of the keys, and one pair of counts for each tie; return how many."""
        hits_before, end = self.before, self.part.start
        for block in blocks(self.part.start, self.part.stop):
            key = keys[block]
            following = int(keys[block.stop]) if block.stop < self.part.stop else self.following
            label = key & 1
            label[0] += hits_before  # so that the sums go on from the block before
            hits = np.cumsum(label, out=label)
            hits_before = int(hits[-1])
            np.right_shift(key, 1, out=key)  # -2m and -2m + 1 both give -m
            is_last = np.empty(key.size, dtype=bool)
            np.not_equal(key[1:], key[:-1], out=is_last[:-1])
            is_last[-1] = following is None or following >> 1 != key[-1]
            np.negative(key, out=key)
            to_scores(key, power)
            rank = np.arange(block.start + 1, block.stop + 1, dtype=np.int32)
            if not is_last.all():
                key, hits, rank = key[is_last], hits[is_last], rank[is_last]
            start, end = end, end + key.size
            keys[start:end] = key
            true_positives[start:end] = hits
            np.subtract(rank, true_positives[start:end], out=false_positives[start:end])
        return int(end - self.part.start)


def _positives_in(keys: Integers) -> int:
    return sum(int((keys[block] & 1).sum()) for block in blocks(0, keys.size))


def _closed_up(array: NDArray[Any], parts: list[slice], points: list[int]) -> NDArray[Any]:
    """Move what the parts wrote together to the front; let go of the memory where most of it is no longer needed."""
    end = 0
    for part, count in zip(parts, points, strict=True):
        if part.start != end:
            array[end : end + count] = array[part.start : part.start + count]
        end += count
    return array[:end] if end > array.size // 2 else array[:end].copy()
