"""Tied rows: average precision of the worst, the expected and the best order, and of random orders.

Rows with equal scores have no order of their own. A tool that breaks ties by input order reports one of these orders.

`tie_bounds` has the ends and the mean of these numbers in closed form; only drawing shows how they are spread.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pr_metrics.baselines import harmonic_sum, ratio_sum
from pr_metrics.blocks import map_items
from pr_metrics.count_validation import check_row_counts
from pr_metrics.points import OperatingPoints
from pr_metrics.points_validation import validate_points
from pr_metrics.validation import FloatArray, check_integer


@dataclass(frozen=True, slots=True)
class TieBounds:
    """Step areas after the ties are broken; all three are equal where no positive is tied with a negative."""

    lower: float  # negatives first within every tie
    expected: float  # the mean over all orders
    upper: float  # positives first within every tie


@validate_points
def tie_bounds(points: OperatingPoints) -> TieBounds:
    """Step areas under the worst, the expected and the best order of tied rows.

    A tie of n rows, q of them positive, after N0 rows with R0 positives, is expected to add
    (1/P) * sum over j = 1 ... n of (q/n) * [R0 + 1 + (j-1)(q-1)/(n-1)] / (N0 + j), without the fraction when n = 1.
    Worst and best are `step` with the negatives or the positives first. Positives that never got a score count in P,
    but take no rank. No unit, in [0, 1]; nan, all three, without positives. Costs O(n_points), however long the ties.
    Source: McSherry & Najork (2008), doi 10.1007/978-3-540-78646-7_38.

    Raises
    ------
    ValueError: a count that is not a whole number of rows, because rows of unequal weight have no ranks.

    >>> tied = tie_bounds(OperatingPoints.from_counts([0.5], [10], [90]))
    >>> round(tied.lower, 4), round(tied.expected, 4), tied.upper
    (0.0567, 0.1381, 1.0)
    >>> tie_bounds(OperatingPoints.from_counts([2, 1], [1, 1], [0, 0]))
    TieBounds(lower=1.0, expected=1.0, upper=1.0)
    """
    check_row_counts("tie_bounds", points)
    if points.positives == 0:
        return TieBounds(np.nan, np.nan, np.nan)
    hits, misses = points.true_positives, points.false_positives
    gaining = np.diff(hits, prepend=0.0) > 0  # negatives alone pay nothing
    hits_before, misses_before = np.append(0.0, hits[:-1])[gaining], np.append(0.0, misses[:-1])[gaining]
    gained, lost = hits[gaining] - hits_before, misses[gaining] - misses_before
    worst = precision_sum(hits_before, misses[gaining], gained)
    best = precision_sum(hits_before, misses_before, gained)
    expected = best.copy()  # a tie of one class has one order
    mixed = lost > 0
    expected[mixed] = _expected_precision_sum(hits_before[mixed], misses_before[mixed], gained[mixed], lost[mixed])
    worst_sum, expected_sum, best_sum = (float(part.sum()) for part in (worst, expected, best))
    return TieBounds(worst_sum / points.positives, expected_sum / points.positives, best_sum / points.positives)


def precision_sum(true_positives: FloatArray, false_positives: FloatArray, new_positives: FloatArray) -> FloatArray:
    """Sum of (hits + k) / (hits + misses + k) for k = 1 ... new_positives: positives follow one another; shape (n,).

    >>> precision_sum(np.array([1.0]), np.array([1.0]), np.array([2.0])).round(4).tolist()
    [1.4167]
    """
    reciprocals = harmonic_sum(true_positives + false_positives, new_positives)
    mostly_hits = new_positives - false_positives * reciprocals  # exactly `gained` where the precision is 1
    mostly_misses = true_positives * reciprocals + ratio_sum(
        true_positives + false_positives, new_positives
    )  # does not cancel where it is near 0
    return np.where(false_positives <= true_positives, mostly_hits, mostly_misses)


def _expected_precision_sum(
    true_positives: FloatArray, false_positives: FloatArray, new_positives: FloatArray, new_negatives: FloatArray
) -> FloatArray:
    """Expected sum of the precisions at `new_positives` positives that are shuffled among `new_negatives` negatives, both above 0."""
    before, rows = true_positives + false_positives, new_positives + new_negatives
    # A positive at rank j of the tie has (j - 1) * others of its fellows before it on average: its precision is
    # (hits + 1 + (j - 1) * others) / (before + j) = (first + j * others) / (before + j), both terms at least 0.
    others = (new_positives - 1) / (rows - 1)
    first = true_positives + new_negatives / (rows - 1)  # hits + 1 - others
    return new_positives / rows * (first * harmonic_sum(before, rows) + others * ratio_sum(before, rows))


MAX_REPEATS = 1_000_000
MAX_ROWS = 20_000_000  # in ties of both classes; two gigabytes while two threads put them in order
KEYS_PER_CHUNK = 32_768  # sorted together, so that many orders of few rows are drawn at once; a quarter of a MiB
KEY_BITS = 64


@validate_points
def break_ties(points: OperatingPoints, *, n_repeats: int, random_state: int = 0) -> FloatArray:
    """Average precision of each of many random orders of the tied rows, shape (orders,).

    Each is the `step` area when every row is a threshold of its own: (1/P) * sum over the positives of
    (positives up to there) / (rows up to there). All orders within a tie are equally likely; the mean over many is
    `tie_bounds(points).expected`. Positives that never got a score count in P, but take no rank. No unit, in [0, 1];
    nan without positives. Only ties of both classes are drawn: one order costs one sort of their rows. The first orders
    are the same however many are asked for. Source: McSherry & Najork (2008), doi 10.1007/978-3-540-78646-7_38.

    Raises
    ------
    ValueError: a count that is not a whole number of rows, because rows of unequal weight have no ranks; negatives that
        `at_prevalence` has multiplied; fewer than 1 order or more than a million; a seed that is not a whole number of
        at least 0; more than 20 million rows in ties of both classes.

    >>> two_tied = OperatingPoints.from_counts([2, 1], [1, 1], [0, 1])
    >>> sorted(set(break_ties(two_tied, n_repeats=20).round(4).tolist()))
    [0.8333, 1.0]
    >>> break_ties(OperatingPoints.from_counts([2, 1], [0, 1], [1, 0]), n_repeats=3).tolist()
    [0.5, 0.5, 0.5]
    """
    check_row_counts("break_ties", points)
    times = check_integer("n_repeats", n_repeats, min_value=1)
    if times > MAX_REPEATS:
        raise ValueError(f"n_repeats must be at most {MAX_REPEATS}, got {times}")
    seeds = np.random.SeedSequence(check_integer("random_state", random_state))
    if points.positives == 0:
        return np.full(times, np.nan)
    ties = _ties(points)
    if ties.rows.size == 0:
        return np.full(times, ties.untied_sum / points.positives)
    return (ties.untied_sum + _sum_samples(_tied_rows(ties), times, seeds)) / points.positives


@dataclass(frozen=True, slots=True, eq=False)
class _Ties:
    """The ties of both classes, arrays of shape (n_ties,), and what all other rows add, which no order changes."""

    untied_sum: float  # sum of the precisions at positives outside these ties
    positives_before: NDArray[np.int64]
    rows_before: NDArray[np.int64]
    positives: NDArray[np.int64]
    rows: NDArray[np.int64]


def _ties(points: OperatingPoints) -> _Ties:
    true, false = points.true_positives, points.false_positives
    gained, lost = np.diff(true, prepend=0.0), np.diff(false, prepend=0.0)
    of_hits, mixed = (gained > 0) & (lost == 0), (gained > 0) & (lost > 0)
    hits_before, misses_before = true - gained, false - lost
    untied = precision_sum(hits_before[of_hits], misses_before[of_hits], gained[of_hits])
    counts = (hits_before, hits_before + misses_before, gained, gained + lost)
    ties = _Ties(float(untied.sum()), *(count[mixed].astype(np.int64) for count in counts))
    if ties.rows.sum() > MAX_ROWS:
        raise ValueError(f"break_ties takes at most {MAX_ROWS} rows in ties of both classes, got {ties.rows.sum()}")
    return ties


@dataclass(frozen=True, slots=True, eq=False)
class _TiedRows:
    """The rows of all ties of both classes, tie after tie; every array has shape (n_rows,)."""

    key: NDArray[np.uint64]  # the number of the tie on top, whether the row is positive in the lowest bit
    n_random_bits: int  # how many bits in between there are for chance
    offset: NDArray[np.int64]  # positives ranked above the tie, less those of the ties of both classes before it
    rank: FloatArray


def _tied_rows(ties: _Ties) -> _TiedRows:
    tie = np.repeat(np.arange(ties.rows.size), ties.rows)
    first = np.cumsum(ties.rows) - ties.rows
    place = np.arange(tie.size) - first[tie]
    between = KEY_BITS - 1 - int(ties.rows.size).bit_length()
    key = tie.astype(np.uint64) << np.uint64(between + 1) | (place < ties.positives[tie]).astype(np.uint64)
    other_hits = ties.positives_before - (np.cumsum(ties.positives) - ties.positives)
    rank = (ties.rows_before[tie] + place + 1).astype(np.float64)
    return _TiedRows(key, between, other_hits[tie], rank)


def _sum_samples(tied: _TiedRows, n_samples: int, seed_sequence: np.random.SeedSequence) -> FloatArray:
    """Sum of the precisions at the positives of each of so many random orders, shape (times,)."""
    size = max(1, KEYS_PER_CHUNK // tied.rank.size)
    chunks = [slice(start, min(start + size, n_samples)) for start in range(0, n_samples, size)]
    streams = seed_sequence.spawn(len(chunks))  # one a chunk, so that the number of threads changes nothing

    def sum_chunk(chunk: slice) -> FloatArray:
        rng = np.random.default_rng(streams[chunk.start // size])
        return _shuffle_and_sum(tied, rng, chunk.stop - chunk.start)

    return np.concatenate(map_items(chunks, n_samples * tied.rank.size, sum_chunk))


def _shuffle_and_sum(tied: _TiedRows, rng: np.random.Generator, n_samples: int) -> FloatArray:
    """Put the rows of every tie in random order by sorting random keys, which carry the labels along."""
    key = rng.integers(0, 1 << tied.n_random_bits, (n_samples, tied.rank.size), dtype=np.uint64)
    np.left_shift(key, np.uint64(1), out=key)
    np.bitwise_or(key, tied.key, out=key)
    key.sort(axis=1)
    hit = (key & np.uint64(1)).view(np.int64)
    reached = np.cumsum(hit, axis=1)
    reached += tied.offset
    return np.asarray((reached * hit / tied.rank).sum(axis=1))
