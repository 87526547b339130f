"""Count weighted rows: sort the leading bits of the score with the row's number, then fetch score and weight together.

A weight does not fit beside a score into 64 bits, so the rows have to be fetched after all; but only once, each as one
piece of 16 bytes, by row numbers that came along in the sort. The key has room for the leading bits of the score, its
prefix; the few rows that agree in their prefix but not in their score are put right after fetching.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from pr_metrics.blocks import blocks, each_block, each_of
from pr_metrics.inputs import BoolArray, FloatArray
from pr_metrics.ranking.counts import Counts
from pr_metrics.ranking.ordered_bits import Integers, power_to_fit, to_ordered_integers
from pr_metrics.ranking.sorting import sorted_keys

Rows = NDArray[np.complex128]  # real part: the score; imaginary part: the weight, negative for a negative row


def count_by_prefix_sort(
    positive: BoolArray, score: FloatArray, weight: FloatArray, *, within: tuple[float, float]
) -> Counts | None:
    """Count weighted rows; None where the scores cannot be packed without rounding.

    >>> rows = np.array([True, False, True]), np.array([0.9, 0.9, 0.2]), np.array([1.0, 2.0, 0.5])
    >>> counts = count_by_prefix_sort(*rows, within=(0, 1))
    >>> counts.threshold.tolist(), counts.true_positives.tolist(), counts.false_positives.tolist()
    ([0.9, 0.2], [1.0, 1.5], [2.0, 2.0])
    """
    power = power_to_fit(score, within)
    if power is None:
        return None
    row_bits = max(1, (score.size - 1).bit_length())
    keys, rows = _packed(positive, score, weight, power, row_bits)
    keys = sorted_keys(keys)
    cuts = _cuts_between_prefixes(keys, row_bits)
    every = np.empty((3, score.size))  # threshold, true positives, false positives
    points = each_of(cuts, score.size, lambda cut: _count(keys[cut], rows, row_bits, every[:, cut]))
    return _closed_up(every, cuts, points)


def _packed(
    positive: BoolArray, score: FloatArray, weight: FloatArray, power: float, row_bits: int
) -> tuple[Integers, Rows]:
    """Key = prefix of minus the score's integer, then the row number.

    The integers have 63 bits, sign included, so of 64 one is free, and a shift by one less makes room for the row.
    """
    keys, rows = np.empty(score.size, dtype=np.int64), np.empty(score.size, dtype=np.complex128)

    def pack(block: slice) -> None:
        key, row = keys[block], rows[block]
        to_ordered_integers(score[block], power, out=key)
        np.negative(key, out=key)
        np.right_shift(key, row_bits - 1, out=key)
        np.left_shift(key, row_bits, out=key)
        np.add(key, np.arange(block.start, block.stop), out=key)
        row.real = score[block]
        row.imag = np.where(positive[block], weight[block], -weight[block])

    each_block(score.size, pack)
    return keys, rows


def _cuts_between_prefixes(keys: Integers, row_bits: int) -> list[slice]:
    """Blocks of about equal length, none of which ends within a prefix, so that ties are never cut."""
    nominal = np.array([block.stop for block in blocks(0, keys.size)][:-1], dtype=np.intp)
    first_of_prefix = (keys[nominal] >> row_bits) << row_bits
    edges = np.unique(np.concatenate(([0], np.searchsorted(keys, first_of_prefix), [keys.size])))
    return [slice(int(start), int(stop)) for start, stop in pairwise(edges)]


def _count(key: Integers, rows: Rows, row_bits: int, out: FloatArray) -> int:
    """Fetch the rows of one block in the order of their keys, count them from zero, and return how many points."""
    fetched = rows.take(key & ((1 << row_bits) - 1), mode="clip")  # "clip" spares a second look at every row number
    score, true_positives, false_positives = out
    np.copyto(score, fetched.real)
    if bool((score[1:] > score[:-1]).any()):
        _order_within_prefixes(fetched, key >> row_bits)
        np.copyto(score, fetched.real)
    # Two sums of their own: a difference of sums would make small negative counts.
    np.maximum(fetched.imag, 0.0, out=true_positives)
    np.minimum(fetched.imag, 0.0, out=false_positives)
    np.cumsum(true_positives, out=true_positives)
    np.cumsum(false_positives, out=false_positives)
    is_last = np.append(score[1:] != score[:-1], True)
    points = int(np.count_nonzero(is_last))
    if points < is_last.size:
        out[:, :points] = out[:, is_last]
    return points


def _order_within_prefixes(fetched: Rows, prefix: Integers) -> None:
    """Bring rows that share a prefix into the order of their scores, in place; most rows have one of their own."""
    shared = prefix[1:] == prefix[:-1]
    members = np.flatnonzero(np.append(shared, False) | np.append(False, shared))
    rows = fetched[members]
    fetched[members] = rows[np.argsort(-rows.real, kind="stable")]  # a higher score never has a later prefix


def _closed_up(every: FloatArray, cuts: list[slice], points: list[int]) -> Counts:
    """Move the blocks' points together, each on top of the counts that came before."""
    ends = np.array([cut.start + count - 1 for cut, count in zip(cuts, points, strict=True)])
    # The sum before a block is to the bit what the last point of the block before has, so that counts never fall.
    before = np.column_stack((np.zeros(2), np.cumsum(every[1:, ends], axis=1)))
    start = 0
    for number, (cut, count) in enumerate(zip(cuts, points, strict=True)):
        block = every[:, cut.start : cut.start + count]
        moved = every[:, start : start + count]
        np.add(block[0], 0.0, out=moved[0])  # -0.0 + 0.0 is 0.0
        np.add(block[1], before[0, number], out=moved[1])
        np.subtract(0.0 - before[1, number], block[2], out=moved[2])  # never -0.0
        start += count
    kept = every[:, :start] if start > every.shape[1] // 2 else every[:, :start].copy()
    return Counts(*kept)
