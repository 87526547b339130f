"""Average precision of the worst, the expected and the best order of tied rows, and of random orders.

Rows with equal scores have no order of their own. A tool that breaks ties by input order reports one of these orders.

`tie_bounds` computes the worst, the expected and the best in closed form; their distribution needs the random orders of
`break_ties`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pr_metrics.baselines import harmonic_sum, ratio_sum
from pr_metrics.blocks import map_items
from pr_metrics.points import OperatingPoints, check_row_counts, validate_points
from pr_metrics.validation import FloatArray, check_integer


@dataclass(frozen=True, slots=True)
class TieBounds:
    """Step areas after tied rows are put in the worst, a random and the best order.

    All three are equal where no positive is tied with a negative, and ``nan`` without positives.

    Attributes
    ----------
    lower : float
        Area with the negatives first within every tie, in [0, 1].
    expected : float
        Mean area over all orders of the tied rows, in [0, 1].
    upper : float
        Area with the positives first within every tie, in [0, 1].

    Examples
    --------
    >>> tie_bounds(OperatingPoints.from_counts([0.5], [1], [1]))
    TieBounds(lower=0.5, expected=0.75, upper=1.0)
    """

    lower: float
    expected: float
    upper: float


@validate_points
def tie_bounds(points: OperatingPoints) -> TieBounds:
    """Compute the step area under the worst, the expected and the best order of tied rows.

    The worst and the best order are the `step` scheme with the negatives or the positives first within every tie. A tie
    of n rows, q of them positive, that follows N0 rows with R0 positives adds to the expected area

        (1/P) * sum over j = 1 ... n of (q/n) * [R0 + 1 + (j-1)(q-1)/(n-1)] / (N0 + j),

    without the fraction (j-1)(q-1)/(n-1) when n = 1. Positives without a score count in P but have no rank. The cost is
    O(n_points), however long the ties are.

    Parameters
    ----------
    points : OperatingPoints
        Counts at each threshold, strictest first; they must be numbers of rows.

    Returns
    -------
    TieBounds
        The three areas, without unit, in [0, 1]; all ``nan`` without positives.

    Raises
    ------
    ValueError
        A count is not a whole number of rows or is a sum of sample weights, because rows of unequal weight have no
        ranks; or the points were moved to another class balance.

    References
    ----------
    .. [1] McSherry & Najork (2008), doi 10.1007/978-3-540-78646-7_38.

    Examples
    --------
    >>> tied = tie_bounds(OperatingPoints.from_counts([0.5], [10], [90]))
    >>> round(tied.lower, 4), round(tied.expected, 4), tied.upper
    (0.0567, 0.1381, 1.0)
    >>> tie_bounds(OperatingPoints.from_counts([2, 1], [1, 1], [0, 0]))
    TieBounds(lower=1.0, expected=1.0, upper=1.0)
    """
    check_row_counts("tie_bounds", points)
    if points.positives == 0:
        return TieBounds(np.nan, np.nan, np.nan)
    tp, fp = points.true_positives, points.false_positives
    gaining = np.diff(tp, prepend=0.0) > 0  # ties of negatives alone add nothing
    tp_before, fp_before = np.append(0.0, tp[:-1])[gaining], np.append(0.0, fp[:-1])[gaining]
    gained, lost = tp[gaining] - tp_before, fp[gaining] - fp_before
    worst = precision_sum(tp_before, fp[gaining], gained)
    best = precision_sum(tp_before, fp_before, gained)
    expected = best.copy()  # in a tie of one class all orders are the same
    mixed = lost > 0
    expected[mixed] = _expected_precision_sum(tp_before[mixed], fp_before[mixed], gained[mixed], lost[mixed])
    worst_sum, expected_sum, best_sum = (float(part.sum()) for part in (worst, expected, best))
    return TieBounds(worst_sum / points.positives, expected_sum / points.positives, best_sum / points.positives)


def precision_sum(true_positives: FloatArray, false_positives: FloatArray, new_positives: FloatArray) -> FloatArray:
    """Sum the precisions at positives that follow one another without a negative in between.

    The sum is (TP + k) / (TP + FP + k) over k = 1 ... `new_positives`, for each element of the arrays.

    Parameters
    ----------
    true_positives : ndarray of shape (n,)
        True positives (TP) before the run of positives.
    false_positives : ndarray of shape (n,)
        False positives (FP) before the run of positives.
    new_positives : ndarray of shape (n,)
        Number of positives in the run.

    Returns
    -------
    ndarray of shape (n,)
        Sum of the precisions of each run.

    Examples
    --------
    >>> precision_sum(np.array([1.0]), np.array([1.0]), np.array([2.0])).round(4).tolist()
    [1.4167]
    """
    reciprocals = harmonic_sum(true_positives + false_positives, new_positives)
    mostly_positives = new_positives - false_positives * reciprocals  # exactly `new_positives` if the precision is 1
    # This form loses no digits if the sum is near 0.
    mostly_negatives = true_positives * reciprocals + ratio_sum(true_positives + false_positives, new_positives)
    return np.where(false_positives <= true_positives, mostly_positives, mostly_negatives)


def _expected_precision_sum(
    true_positives: FloatArray, false_positives: FloatArray, new_positives: FloatArray, new_negatives: FloatArray
) -> FloatArray:
    """Expected sum of the precisions at new positives in random order with new negatives, both more than 0."""
    before, rows = true_positives + false_positives, new_positives + new_negatives
    # On average (j - 1) * others positives of the tie come before a positive at rank j of the tie. Its precision is
    # (TP + 1 + (j - 1) * others) / (before + j) = (first + j * others) / (before + j), both terms at least 0.
    others = (new_positives - 1) / (rows - 1)
    first = true_positives + new_negatives / (rows - 1)  # TP + 1 - others
    return new_positives / rows * (first * harmonic_sum(before, rows) + others * ratio_sum(before, rows))


MAX_REPEATS = 1_000_000
MAX_ROWS = 20_000_000  # in ties of both classes; sorting them on two threads takes two gigabytes
KEYS_PER_CHUNK = 32_768  # a quarter of a MiB, sorted together, so that many orders of few rows are drawn at once
KEY_BITS = 64


@validate_points
def break_ties(points: OperatingPoints, *, n_repeats: int, random_state: int = 0) -> FloatArray:
    """Compute the average precision of random orders of the tied rows.

    Each value is the `step` area when every row is its own threshold: (1/P) * sum over the positives of (positives up
    to there) / (rows up to there). All orders within a tie are equally likely, and the mean over many orders approaches
    `tie_bounds(points).expected`. Positives without a score count in P but have no rank. Only ties that contain both
    classes are shuffled, and one order costs one sort of their rows.

    Parameters
    ----------
    points : OperatingPoints
        Counts at each threshold, strictest first; they must be numbers of rows.
    n_repeats : int
        Number of random orders, from 1 to 1,000,000.
    random_state : int, default 0
        Seed of the random numbers, at least 0. The first orders are the same however many are requested.

    Returns
    -------
    ndarray of shape (n_repeats,)
        Area of each order, without unit, in [0, 1]; ``nan`` without positives.

    Raises
    ------
    ValueError
        A count is not a whole number of rows or is a sum of sample weights, because rows of unequal weight have no
        ranks; the points were moved to another class balance by `at_prevalence`; `n_repeats` is not a whole number from
        1 to 1,000,000; `random_state` is not a whole number of at least 0; or ties of both classes hold more than 20
        million rows.

    References
    ----------
    .. [1] McSherry & Najork (2008), doi 10.1007/978-3-540-78646-7_38.

    Examples
    --------
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
    """Ties that contain both classes, in arrays of shape (n_ties,), and the sum over all other positives."""

    untied_sum: float  # sum of the precisions at positives outside these ties
    positives_before: NDArray[np.int64]
    rows_before: NDArray[np.int64]
    positives: NDArray[np.int64]
    rows: NDArray[np.int64]


def _ties(points: OperatingPoints) -> _Ties:
    true, false = points.true_positives, points.false_positives
    gained, lost = np.diff(true, prepend=0.0), np.diff(false, prepend=0.0)
    of_positives, mixed = (gained > 0) & (lost == 0), (gained > 0) & (lost > 0)
    tp_before, fp_before = true - gained, false - lost
    untied = precision_sum(tp_before[of_positives], fp_before[of_positives], gained[of_positives])
    counts = (tp_before, tp_before + fp_before, gained, gained + lost)
    ties = _Ties(float(untied.sum()), *(count[mixed].astype(np.int64) for count in counts))
    if ties.rows.sum() > MAX_ROWS:
        raise ValueError(f"break_ties takes at most {MAX_ROWS} rows in ties of both classes, got {ties.rows.sum()}")
    return ties


@dataclass(frozen=True, slots=True, eq=False)
class _TiedRows:
    """The rows of all ties of both classes, tie after tie; every array has shape (n_rows,)."""

    key: NDArray[np.uint64]  # number of the tie in the highest bits, label in the lowest bit
    n_random_bits: int  # number of bits between them, for random numbers
    offset: NDArray[np.int64]  # positives ranked above the tie, minus those in earlier ties of both classes
    rank: FloatArray


def _tied_rows(ties: _Ties) -> _TiedRows:
    tie = np.repeat(np.arange(ties.rows.size), ties.rows)
    first = np.cumsum(ties.rows) - ties.rows
    place = np.arange(tie.size) - first[tie]
    between = KEY_BITS - 1 - int(ties.rows.size).bit_length()
    key = tie.astype(np.uint64) << np.uint64(between + 1) | (place < ties.positives[tie]).astype(np.uint64)
    other_positives = ties.positives_before - (np.cumsum(ties.positives) - ties.positives)
    rank = (ties.rows_before[tie] + place + 1).astype(np.float64)
    return _TiedRows(key, between, other_positives[tie], rank)


def _sum_samples(tied: _TiedRows, n_samples: int, seed_sequence: np.random.SeedSequence) -> FloatArray:
    """Return the sum of the precisions at the positives for each random order, shape (n_samples,)."""
    size = max(1, KEYS_PER_CHUNK // tied.rank.size)
    chunks = [slice(start, min(start + size, n_samples)) for start in range(0, n_samples, size)]
    streams = seed_sequence.spawn(len(chunks))  # one per chunk, so that the number of threads has no effect

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
