"""Tied rows: average precision of the worst, the expected and the best order, and of random orders.

Rows with equal scores have no order of their own. A tool that breaks ties by input order reports one of these orders.

`tie_range` gives the bounds and the mean of these areas in closed form. Random orders show how they are spread.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pr_metrics.baselines import reciprocal_sum, share_sum
from pr_metrics.blocks import each_of
from pr_metrics.count_validation import check_rows
from pr_metrics.points import OperatingPoints
from pr_metrics.points_validation import of_points
from pr_metrics.validation import FloatArray, whole_number


@dataclass(frozen=True, slots=True)
class TieRange:
    """Step areas after the ties are broken; all three are equal where no positive is tied with a negative."""

    worst: float  # negatives first within every tie
    expected: float  # the mean over all orders
    best: float  # positives first within every tie


@of_points
def tie_range(points: OperatingPoints) -> TieRange:
    """Step areas under the worst, the expected and the best order of tied rows.

    A tie of n rows, q of them positive, after N0 rows with R0 positives, is expected to add
    (1/P) * sum over j = 1 ... n of (q/n) * [R0 + 1 + (j-1)(q-1)/(n-1)] / (N0 + j), without the fraction when n = 1.
    Worst and best are `step` with the negatives or the positives first. Positives that never got a score count in P,
    but take no rank. No unit, in [0, 1]; nan, all three, without positives. Costs O(n_points), however long the ties.
    Source: McSherry & Najork (2008), doi 10.1007/978-3-540-78646-7_38.

    Raises
    ------
    ValueError: a count that is not a whole number of rows, because rows of unequal weight have no ranks.

    >>> tied = tie_range(OperatingPoints.from_counts([0.5], [10], [90]))
    >>> round(tied.worst, 4), round(tied.expected, 4), tied.best
    (0.0567, 0.1381, 1.0)
    >>> tie_range(OperatingPoints.from_counts([2, 1], [1, 1], [0, 0]))
    TieRange(worst=1.0, expected=1.0, best=1.0)
    """
    check_rows("tie_range", points)
    if points.positives == 0:
        return TieRange(np.nan, np.nan, np.nan)
    hits, misses = points.true_positives, points.false_positives
    gaining = np.diff(hits, prepend=0.0) > 0  # negatives alone pay nothing
    hits_before, misses_before = np.append(0.0, hits[:-1])[gaining], np.append(0.0, misses[:-1])[gaining]
    gained, lost = hits[gaining] - hits_before, misses[gaining] - misses_before
    worst = precisions_of_hits(hits_before, misses[gaining], gained)
    best = precisions_of_hits(hits_before, misses_before, gained)
    expected = best.copy()  # a tie of one class has one order
    mixed = lost > 0
    expected[mixed] = _precisions_shuffled(hits_before[mixed], misses_before[mixed], gained[mixed], lost[mixed])
    worst_sum, expected_sum, best_sum = (float(part.sum()) for part in (worst, expected, best))
    return TieRange(worst_sum / points.positives, expected_sum / points.positives, best_sum / points.positives)


def precisions_of_hits(hits: FloatArray, misses: FloatArray, gained: FloatArray) -> FloatArray:
    """Sum of (hits + k) / (hits + misses + k) for k = 1 ... gained: positives follow one another; shape (n,).

    >>> precisions_of_hits(np.array([1.0]), np.array([1.0]), np.array([2.0])).round(4).tolist()
    [1.4167]
    """
    reciprocals = reciprocal_sum(hits + misses, gained)
    mostly_hits = gained - misses * reciprocals  # exactly `gained` where the precision is 1
    mostly_misses = hits * reciprocals + share_sum(hits + misses, gained)  # does not cancel where it is near 0
    return np.where(misses <= hits, mostly_hits, mostly_misses)


def _precisions_shuffled(hits: FloatArray, misses: FloatArray, gained: FloatArray, lost: FloatArray) -> FloatArray:
    """Expected sum of the precisions at `gained` positives that are shuffled among `lost` negatives, both above 0."""
    before, rows = hits + misses, gained + lost
    # A positive at rank j of the tie has (j - 1) * others of its fellows before it on average: its precision is
    # (hits + 1 + (j - 1) * others) / (before + j) = (first + j * others) / (before + j), both terms at least 0.
    others = (gained - 1) / (rows - 1)
    first = hits + lost / (rows - 1)  # hits + 1 - others
    return gained / rows * (first * reciprocal_sum(before, rows) + others * share_sum(before, rows))


MOST_ORDERS = 1_000_000
MOST_ROWS = 20_000_000  # in ties of both classes; two gigabytes while two threads put them in order
KEYS = 32_768  # sorted together, so that many orders of few rows are drawn at once; a quarter of a MiB
KEY_BITS = 64


@of_points
def break_ties(points: OperatingPoints, *, orders: int, seed: int = 0) -> FloatArray:
    """Average precision of each of many random orders of the tied rows, shape (orders,).

    Each is the `step` area when every row is a threshold of its own: (1/P) * sum over the positives of
    (positives up to there) / (rows up to there). All orders within a tie are equally likely; the mean over many is
    `tie_range(points).expected`. Positives that never got a score count in P, but take no rank. No unit, in [0, 1];
    nan without positives. Only ties of both classes are drawn: one order costs one sort of their rows. The first orders
    are the same however many are asked for. Source: McSherry & Najork (2008), doi 10.1007/978-3-540-78646-7_38.

    Raises
    ------
    ValueError: a count that is not a whole number of rows, because rows of unequal weight have no ranks; negatives that
        `at_prevalence` has multiplied; fewer than 1 order or more than a million; a seed that is not a whole number of
        at least 0; more than 20 million rows in ties of both classes.

    >>> two_tied = OperatingPoints.from_counts([2, 1], [1, 1], [0, 1])
    >>> sorted(set(break_ties(two_tied, orders=20).round(4).tolist()))
    [0.8333, 1.0]
    >>> break_ties(OperatingPoints.from_counts([2, 1], [0, 1], [1, 0]), orders=3).tolist()
    [0.5, 0.5, 0.5]
    """
    check_rows("break_ties", points)
    times = whole_number("orders", orders, least=1)
    if times > MOST_ORDERS:
        raise ValueError(f"orders must be at most {MOST_ORDERS}, got {times}")
    seeds = np.random.SeedSequence(whole_number("seed", seed))
    if points.positives == 0:
        return np.full(times, np.nan)
    ties = _ties(points)
    if ties.rows.size == 0:
        return np.full(times, ties.untied / points.positives)
    return (ties.untied + _drawn(_mixed_rows(ties), times, seeds)) / points.positives


@dataclass(frozen=True, slots=True, eq=False)
class _Ties:
    """The ties of both classes, arrays of shape (n_ties,), and what all other rows add, which no order changes."""

    untied: float  # sum of the precisions at positives outside these ties
    hits_before: NDArray[np.int64]
    rows_before: NDArray[np.int64]
    hits: NDArray[np.int64]
    rows: NDArray[np.int64]


def _ties(points: OperatingPoints) -> _Ties:
    true, false = points.true_positives, points.false_positives
    gained, lost = np.diff(true, prepend=0.0), np.diff(false, prepend=0.0)
    of_hits, mixed = (gained > 0) & (lost == 0), (gained > 0) & (lost > 0)
    hits_before, misses_before = true - gained, false - lost
    untied = precisions_of_hits(hits_before[of_hits], misses_before[of_hits], gained[of_hits])
    counts = (hits_before, hits_before + misses_before, gained, gained + lost)
    ties = _Ties(float(untied.sum()), *(count[mixed].astype(np.int64) for count in counts))
    if ties.rows.sum() > MOST_ROWS:
        raise ValueError(f"break_ties takes at most {MOST_ROWS} rows in ties of both classes, got {ties.rows.sum()}")
    return ties


@dataclass(frozen=True, slots=True, eq=False)
class _MixedRows:
    """The rows of all ties of both classes, tie after tie; every array has shape (n_rows,)."""

    key: NDArray[np.uint64]  # the number of the tie on top, whether the row is positive in the lowest bit
    between: int  # how many bits in between there are for chance
    other_hits: NDArray[np.int64]  # positives ranked above the tie, less those of the ties of both classes before it
    rank: FloatArray


def _mixed_rows(ties: _Ties) -> _MixedRows:
    tie = np.repeat(np.arange(ties.rows.size), ties.rows)
    first = np.cumsum(ties.rows) - ties.rows
    place = np.arange(tie.size) - first[tie]
    between = KEY_BITS - 1 - int(ties.rows.size).bit_length()
    key = tie.astype(np.uint64) << np.uint64(between + 1) | (place < ties.hits[tie]).astype(np.uint64)
    other_hits = ties.hits_before - (np.cumsum(ties.hits) - ties.hits)
    rank = (ties.rows_before[tie] + place + 1).astype(np.float64)
    return _MixedRows(key, between, other_hits[tie], rank)


def _drawn(mixed: _MixedRows, times: int, seeds: np.random.SeedSequence) -> FloatArray:
    """Sum of the precisions at the positives of each of so many random orders, shape (times,)."""
    size = max(1, KEYS // mixed.rank.size)
    chunks = [slice(start, min(start + size, times)) for start in range(0, times, size)]
    streams = seeds.spawn(len(chunks))  # one a chunk, so that the number of threads changes nothing

    def sums(chunk: slice) -> FloatArray:
        rng = np.random.default_rng(streams[chunk.start // size])
        return _shuffled_sums(mixed, rng, chunk.stop - chunk.start)

    return np.concatenate(each_of(chunks, times * mixed.rank.size, sums))


def _shuffled_sums(mixed: _MixedRows, rng: np.random.Generator, times: int) -> FloatArray:
    """Put the rows of every tie in random order by sorting random keys, which carry the labels along."""
    key = rng.integers(0, 1 << mixed.between, (times, mixed.rank.size), dtype=np.uint64)
    np.left_shift(key, np.uint64(1), out=key)
    np.bitwise_or(key, mixed.key, out=key)
    key.sort(axis=1)
    hit = (key & np.uint64(1)).view(np.int64)
    reached = np.cumsum(hit, axis=1)
    reached += mixed.other_hits
    return np.asarray((reached * hit / mixed.rank).sum(axis=1))
