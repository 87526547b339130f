"""Count rows at each distinct score, strictest first: several methods with the same result, chosen by the rows.

Tied rows are counted together, because a threshold cannot separate them: the counts are those at the last row of each
tie. All methods give the same thresholds and, without weights, exactly the same counts. The choice depends on how many
rows there are, whether they are weighted, and what the scores look like.

Rounded scores are common (a CSV with three decimals, percentages, votes) and need no sorting.

An argsort sorts row numbers and then fetches each row from its place in memory; with ten million rows nearly every one
misses the cache. `count_by_key_sort` puts the label into the lowest bit of the score's ordered integer, sorts these
integers, and reads counts and thresholds in one pass over them; the thresholds are written into the memory of the keys.

A weight does not fit beside a score into 64 bits, so weighted rows have to be fetched, but only once, each as one piece
of 16 bytes, by the row numbers in the sort keys. The rest of the key holds the leading bits of the score, its prefix;
the few rows with the same prefix but different scores are put in order after fetching.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pr_metrics.blocks import blocks, map_blocks, map_items, run_parallel, split_for_threads
from pr_metrics.sort import IntArray, scaling_power, sorted_keys, to_int_keys, to_scores
from pr_metrics.validation import BoolArray, FloatArray

CountArray = NDArray[np.float64] | NDArray[np.int32]  # sums of weights, or numbers of rows in half the memory


class Counts(NamedTuple):
    """Thresholds and cumulative counts, each of shape (n_distinct_scores,)."""

    threshold: FloatArray
    true_positives: CountArray
    false_positives: CountArray


__all__ = ["CountArray", "Counts", "count_at_thresholds"]

MAX_ARGSORT_ROWS = 3_000  # with fewer rows an argsort is faster than the other methods


def count_at_thresholds(
    positive: BoolArray, score: FloatArray, weight: FloatArray | None, *, score_range: tuple[float, float]
) -> Counts:
    """Return threshold, true positives and false positives, each of shape (n_distinct_scores,).

    A row is predicted positive when its score >= threshold. Counts are sums of weights. `score_range` holds all scores.

    >>> counts = count_at_thresholds(np.array([True, False, True]), np.array([0.9, 0.9, 0.2]), None, score_range=(0, 1))
    >>> counts.threshold.tolist(), counts.true_positives.tolist(), counts.false_positives.tolist()
    ([0.9, 0.2], [1.0, 2.0], [1.0, 1.0])
    """
    counts = None
    if score.size < MAX_ARGSORT_ROWS:
        pass
    elif weight is None:
        counts = count_by_decimals(positive, score, score_range=score_range) or count_by_key_sort(
            positive, score, score_range=score_range
        )
    else:
        counts = count_by_prefix_sort(positive, score, weight, score_range=score_range)
    return counts or count_by_argsort(positive, score, weight)


def count_by_argsort(positive: BoolArray, score: FloatArray, weight: FloatArray | None) -> Counts:
    """Sort the row numbers by score, and read the cumulative counts at the last row of each tie.

    >>> counts = count_by_argsort(np.array([True, False, True]), np.array([0.9, 0.9, 0.2]), None)
    >>> counts.threshold.tolist(), counts.true_positives.tolist(), counts.false_positives.tolist()
    ([0.9, 0.2], [1.0, 2.0], [1.0, 1.0])
    """
    order = np.argsort(-score)
    ranked = score[order]
    last_of_tie = np.append(np.flatnonzero(ranked[1:] != ranked[:-1]), ranked.size - 1)
    threshold = ranked[last_of_tie] + 0.0  # -0.0 + 0.0 is 0.0
    hit = positive[order]
    if weight is None:
        true_positives = np.cumsum(hit, dtype=np.float64)[last_of_tie]
        return Counts(threshold, true_positives, last_of_tie + 1.0 - true_positives)
    weight = weight[order]
    # Two separate sums, because rounding could make a difference of sums negative.
    true_positives = np.cumsum(np.where(hit, weight, 0.0))[last_of_tie]
    false_positives = np.cumsum(np.where(hit, 0.0, weight))[last_of_tie]
    return Counts(threshold, true_positives, false_positives)


MAX_DECIMALS = 4
MAX_BINS = 30_000  # with two counts each; the table fits into the second-level cache
MAX_SCORE = 1e9  # in size; up to it, float64 distinguishes multiples of 0.0001
HEAD_SIZE, SAMPLE_SIZE = 8, 1_000  # rows that are checked before all rows are


def count_by_decimals(positive: BoolArray, score: FloatArray, *, score_range: tuple[float, float]) -> Counts | None:
    """Count rows of weight 1 by rounded score; None if a score has more decimals or the scores span too many steps.

    >>> counts = count_by_decimals(np.array([True, False, True]), np.array([0.2, 0.2, 0.1]), score_range=(0.1, 0.2))
    >>> counts.threshold.tolist(), counts.true_positives.tolist(), counts.false_positives.tolist()
    ([0.2, 0.1], [1.0, 2.0], [1.0, 1.0])
    >>> count_by_decimals(np.array([True]), np.array([1 / 3]), score_range=(0, 1)) is None
    True
    """
    lowest, highest = score_range
    if max(highest, -lowest) > MAX_SCORE:
        return None
    glance, finest = score[:HEAD_SIZE], 10.0**MAX_DECIMALS
    if not _is_on_grid(glance, np.rint(glance * finest), finest):  # scores with fewer decimals pass as well
        return None
    sample = score[:: max(1, score.size // SAMPLE_SIZE)]
    for unit in (10.0**decimals for decimals in range(MAX_DECIMALS + 1)):
        first = np.rint(lowest * unit)
        cells = np.rint(highest * unit) - first + 1
        if cells > min(MAX_BINS, score.size):
            return None
        if _is_on_grid(sample, np.rint(sample * unit), unit):
            return _count_on_grid(positive, score, unit, float(first), int(cells))
    return None


def _is_on_grid(score: FloatArray, steps: FloatArray, unit: float) -> bool:
    """Whether each score is the float64 nearest to its number of steps of 1 / unit."""
    return bool((steps / unit == score).all())


def _count_on_grid(positive: BoolArray, score: FloatArray, unit: float, first: float, n_bins: int) -> Counts | None:
    label, parts = positive.view(np.int8), split_for_threads(score.size)

    def count_slice(rows: slice) -> NDArray[np.int64] | None:
        table = np.zeros(2 * n_bins, dtype=np.int64)  # two counts per cell: negatives, positives
        for block in blocks(rows.start, rows.stop):
            steps = score[block] * unit
            np.rint(steps, out=steps)
            if not _is_on_grid(score[block], steps, unit):
                return None
            cell = (steps - first).astype(np.int32)
            np.left_shift(cell, 1, out=cell)
            np.bitwise_or(cell, label[block], out=cell)
            table += np.bincount(cell, minlength=2 * n_bins)
        return table

    tables = [table for table in run_parallel(count_slice, parts) if table is not None]
    if len(tables) < len(parts):  # a score has more decimals after all
        return None
    negatives, positives = np.sum(tables, axis=0).reshape(-1, 2).T[:, ::-1]
    taken = np.flatnonzero(negatives + positives)
    threshold = (n_bins - 1 - taken + first) / unit + 0.0  # -0.0 + 0.0 is 0.0
    true_positives, false_positives = (np.cumsum(counts[taken], dtype=np.float64) for counts in (positives, negatives))
    return Counts(np.asarray(threshold, dtype=np.float64), true_positives, false_positives)


MAX_ROWS = 2**31 - 1  # largest count in 32 bits


def count_by_key_sort(positive: BoolArray, score: FloatArray, *, score_range: tuple[float, float]) -> Counts | None:
    """Count rows of weight 1 by sorting keys; None if the scores cannot be packed into keys without rounding.

    >>> counts = count_by_key_sort(np.array([True, False, True]), np.array([0.9, 0.9, 0.2]), score_range=(0, 1))
    >>> counts.threshold.tolist(), counts.true_positives.tolist(), counts.false_positives.tolist()
    ([0.9, 0.2], [1, 2], [1, 1])
    """
    power = scaling_power(score, score_range)
    if power is None or score.size > MAX_ROWS:
        return None
    return _counts_from_keys(sorted_keys(_make_keys(positive, score, power)), power)


def _make_keys(positive: BoolArray, score: FloatArray, power: float) -> IntArray:
    """Return keys label - 2 * integer of the score: they rise as scores fall, and the lowest bit is the label."""
    keys = np.empty(score.size, dtype=np.int64)
    label = positive.view(np.int8)

    def fill_block(block: slice) -> None:
        key = keys[block]
        to_int_keys(score[block], power, out=key)
        np.left_shift(key, 1, out=key)
        np.subtract(label[block], key, out=key)

    map_blocks(score.size, fill_block)
    return keys


def _counts_from_keys(keys: IntArray, power: float) -> Counts:
    """Convert sorted keys to thresholds, in the same memory, and counts; a thread for each part of the keys."""
    parts = split_for_threads(keys.size)
    positives = run_parallel(lambda part: _count_positives(keys[part]), parts) if len(parts) > 1 else []
    first_keys = [int(keys[part.start]) for part in parts[1:]]
    true_positives, false_positives = np.empty((2, keys.size), dtype=np.int32)  # one allocation has fewer, larger pages
    walks = [
        _KeyRange(part, sum(positives[:k]), first_keys[k] if k < len(first_keys) else None)
        for k, part in enumerate(parts)
    ]
    points = run_parallel(lambda walk: walk.count(keys, power, true_positives, false_positives), walks)
    every = (keys.view(np.float64), true_positives, false_positives)
    return Counts(*(_trim(array, parts, points) for array in every))


@dataclass(frozen=True, slots=True)
class _KeyRange:
    """A part of the sorted keys, which one thread counts."""

    rows: slice
    positives_before: int  # positives in the parts before
    next_key: int | None  # first key after the part, with which its last row may be tied; None at the end

    def count(
        self, keys: IntArray, power: float, true_positives: NDArray[np.int32], false_positives: NDArray[np.int32]
    ) -> int:
        """Write the threshold of each tie, in place of the keys, and its two counts; return the number of ties."""
        positives_before, end = self.positives_before, self.rows.start
        for block in blocks(self.rows.start, self.rows.stop):
            key = keys[block]
            following = int(keys[block.stop]) if block.stop < self.rows.stop else self.next_key
            label = key & 1
            label[0] += positives_before  # continues the sums of the block before
            positives = np.cumsum(label, out=label)
            positives_before = int(positives[-1])
            np.right_shift(key, 1, out=key)  # -2m and -2m + 1 both give -m
            is_last = np.empty(key.size, dtype=bool)
            np.not_equal(key[1:], key[:-1], out=is_last[:-1])
            is_last[-1] = following is None or following >> 1 != key[-1]
            np.negative(key, out=key)
            to_scores(key, power)
            rank = np.arange(block.start + 1, block.stop + 1, dtype=np.int32)
            if not is_last.all():
                key, positives, rank = key[is_last], positives[is_last], rank[is_last]
            start, end = end, end + key.size
            keys[start:end] = key
            true_positives[start:end] = positives
            np.subtract(rank, true_positives[start:end], out=false_positives[start:end])
        return int(end - self.rows.start)


def _count_positives(keys: IntArray) -> int:
    return sum(int((keys[block] & 1).sum()) for block in blocks(0, keys.size))


def _trim(array: NDArray[Any], chunks: list[slice], sizes: list[int]) -> NDArray[Any]:
    """Move the results of the parts to the front; copy them if at most half of the memory is needed."""
    end = 0
    for part, count in zip(chunks, sizes, strict=True):
        if part.start != end:
            array[end : end + count] = array[part.start : part.start + count]
        end += count
    return array[:end] if end > array.size // 2 else array[:end].copy()


Rows = NDArray[np.complex128]  # real part: the score; imaginary part: the weight, negative for a negative row


def count_by_prefix_sort(
    positive: BoolArray, score: FloatArray, weight: FloatArray, *, score_range: tuple[float, float]
) -> Counts | None:
    """Count weighted rows by sorting keys; None if the scores cannot be packed into keys without rounding.

    >>> rows = np.array([True, False, True]), np.array([0.9, 0.9, 0.2]), np.array([1.0, 2.0, 0.5])
    >>> counts = count_by_prefix_sort(*rows, score_range=(0, 1))
    >>> counts.threshold.tolist(), counts.true_positives.tolist(), counts.false_positives.tolist()
    ([0.9, 0.2], [1.0, 1.5], [2.0, 2.0])
    """
    power = scaling_power(score, score_range)
    if power is None:
        return None
    row_bits = max(1, (score.size - 1).bit_length())
    keys, rows = _make_weighted_keys(positive, score, weight, power, row_bits)
    keys = sorted_keys(keys)
    cuts = _split_by_prefix(keys, row_bits)
    every = np.empty((3, score.size))  # threshold, true positives, false positives
    points = map_items(cuts, score.size, lambda cut: _count(keys[cut], rows, row_bits, every[:, cut]))
    return _trim_weighted(every, cuts, points)


def _make_weighted_keys(
    positive: BoolArray, score: FloatArray, weight: FloatArray, power: float, index_width: int
) -> tuple[IntArray, Rows]:
    """Return keys, each the prefix of the negated integer of the score followed by the row number, and the rows.

    The integers have 63 bits including the sign, so one of 64 bits is free, and losing `index_width` - 1 bits of the
    score makes room for the row number.
    """
    keys, rows = np.empty(score.size, dtype=np.int64), np.empty(score.size, dtype=np.complex128)

    def fill_block(block: slice) -> None:
        key, row = keys[block], rows[block]
        to_int_keys(score[block], power, out=key)
        np.negative(key, out=key)
        np.right_shift(key, index_width - 1, out=key)
        np.left_shift(key, index_width, out=key)
        np.add(key, np.arange(block.start, block.stop), out=key)
        row.real = score[block]
        row.imag = np.where(positive[block], weight[block], -weight[block])

    map_blocks(score.size, fill_block)
    return keys, rows


def _split_by_prefix(keys: IntArray, index_width: int) -> list[slice]:
    """Divide the keys into blocks of about equal length that do not end within a prefix, so that no tie is divided."""
    nominal = np.array([block.stop for block in blocks(0, keys.size)][:-1], dtype=np.intp)
    first_of_prefix = (keys[nominal] >> index_width) << index_width
    edges = np.unique(np.concatenate(([0], np.searchsorted(keys, first_of_prefix), [keys.size])))
    return [slice(int(start), int(stop)) for start, stop in pairwise(edges)]


def _count(key: IntArray, rows: Rows, index_width: int, out: FloatArray) -> int:
    """Fetch the rows of one block in the order of their keys, count them from zero, and return the number of points."""
    fetched = rows.take(key & ((1 << index_width) - 1), mode="clip")  # "clip" skips a check of the row numbers
    score, true_positives, false_positives = out
    np.copyto(score, fetched.real)
    if bool((score[1:] > score[:-1]).any()):
        _sort_by_score(fetched, key >> index_width)
        np.copyto(score, fetched.real)
    # Two separate sums, because rounding could make a difference of sums negative.
    np.maximum(fetched.imag, 0.0, out=true_positives)
    np.minimum(fetched.imag, 0.0, out=false_positives)
    np.cumsum(true_positives, out=true_positives)
    np.cumsum(false_positives, out=false_positives)
    is_last = np.append(score[1:] != score[:-1], True)
    points = int(np.count_nonzero(is_last))
    if points < is_last.size:
        out[:, :points] = out[:, is_last]
    return points


def _sort_by_score(block_rows: Rows, prefix: IntArray) -> None:
    """Sort rows that share a prefix by their scores, in place; most rows share it with no other."""
    shared = prefix[1:] == prefix[:-1]
    members = np.flatnonzero(np.append(shared, False) | np.append(False, shared))
    rows = block_rows[members]
    block_rows[members] = rows[np.argsort(-rows.real, kind="stable")]  # a higher score never has a later prefix


def _trim_weighted(arrays: FloatArray, chunks: list[slice], sizes: list[int]) -> Counts:
    """Move the points of the blocks together, and add to each block the counts of the blocks before."""
    ends = np.array([cut.start + count - 1 for cut, count in zip(chunks, sizes, strict=True)])
    # The sum before a block is exactly the count at the last point of the block before, so that counts never fall.
    before = np.column_stack((np.zeros(2), np.cumsum(arrays[1:, ends], axis=1)))
    start = 0
    for number, (cut, count) in enumerate(zip(chunks, sizes, strict=True)):
        block = arrays[:, cut.start : cut.start + count]
        moved = arrays[:, start : start + count]
        np.add(block[0], 0.0, out=moved[0])  # -0.0 + 0.0 is 0.0
        np.add(block[1], before[0, number], out=moved[1])
        np.subtract(0.0 - before[1, number], block[2], out=moved[2])  # never -0.0
        start += count
    kept = arrays[:, :start] if start > arrays.shape[1] // 2 else arrays[:, :start].copy()
    return Counts(*kept)
