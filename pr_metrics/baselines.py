"""Baselines and limits of an area: random rankings, the smallest possible area, and areas rescaled between the two.

Sums over a run of rows are in closed form, so that a run of 1e9 tied rows costs what a run of two does. With H_m the
harmonic number, H_m = gamma + ln(m + 1/2) + tail(m + 1/2); the logarithms are subtracted inside log1p, never after they
were rounded. Relative error below 1e-13 for every a >= 0 and n >= 0 whose sum is below 2**53.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from pr_metrics.validation import FloatArray, area_or_nan, check_integer, finite_numbers, inner_fraction

# tail(x) = 1/(24 x**2) - 7/(960 x**4) + ..., the series of digamma(x + 1/2) - ln(x): -B_2k(1/2) / (2k) over x**(2k).
# Source: Abramowitz & Stegun (1964), 6.3.18, at the half point.
TAIL = (0.0, 1 / 24, -7 / 960, 31 / 8064, -127 / 30720, 511 / 67584)
FIRST = 16  # ranks summed one by one; at 16.5 the first term left out of the tail is below 1e-16
SMALL_GROWTH = 0.02  # below it u - ln(1 + u) loses digits, and nine terms of its series are exact to 1e-16
GROWTH_SERIES = (0.0, 0.0, *((-1.0) ** k / k for k in range(2, 11)))


def harmonic_sum(offset: ArrayLike, n_terms: ArrayLike) -> FloatArray:
    """Sum of 1/(before + j) for j = 1 ... n_terms: the harmonic number of `n_terms` when nothing is before.

    ln(1 + rows/x) + tail(x + rows) - tail(x) with x = before + 1/2; ranks up to 16 are looked up. 0 for no rows.
    before, rows: whole numbers >= 0, of shapes that fit each other.

    >>> harmonic_sum(0, [1, 2, 3]).round(4).tolist()
    [1.0, 1.5, 1.8333]
    >>> harmonic_sum(1e9, 1e9).round(12).tolist()  # ln 2 - 1/4e9
    0.69314718031
    """
    start, count = np.asarray(offset, dtype=np.float64), np.asarray(n_terms, dtype=np.float64)
    end = start + count
    looked_up = _FIRST_SUMS[np.minimum(start, FIRST).astype(np.intp), np.minimum(end, FIRST).astype(np.intp)]
    later, end = np.maximum(start, FIRST), np.maximum(end, FIRST)
    x = later + 0.5
    return np.asarray(looked_up + np.log1p((end - later) / x) + _tail(end + 0.5) - _tail(x))


def ratio_sum(offset: ArrayLike, n_terms: ArrayLike) -> FloatArray:
    """Sum of j/(before + j) for j = 1 ... n_terms: the precisions met by `n_terms` hits in a row after `offset` misses.

    rows - before * reciprocal_sum(before, rows); where that cancels, with x = before + 1/2 and u = rows/x,
    x * (u - ln(1 + u)) + reciprocal_sum / 2 + x * (tail(x) - tail(x + rows)), all terms of which are positive.

    >>> ratio_sum(1, [1, 2]).round(4).tolist()
    [0.5, 1.1667]
    >>> float(ratio_sum(1e9, 2)) * 1e9  # 3 - 5e-9, where 2 - 1e9 * 2e-9 has lost most digits
    2.999999995
    """
    start, count = np.asarray(offset, dtype=np.float64), np.asarray(n_terms, dtype=np.float64)
    reciprocals = harmonic_sum(start, count)
    x = np.maximum(start, FIRST) + 0.5
    excess = x * _log_remainder(count / x)
    without_cancelling = excess + reciprocals / 2 + x * (_tail(x) - _tail(x + count))
    return np.where((start < FIRST) | (count >= start), count - start * reciprocals, without_cancelling)


def _tail(x: FloatArray) -> FloatArray:
    return np.asarray(np.polynomial.polynomial.polyval(x**-2.0, TAIL))


def _log_remainder(u: FloatArray) -> FloatArray:
    series = np.polynomial.polynomial.polyval(np.minimum(u, SMALL_GROWTH), GROWTH_SERIES)
    return np.where(u < SMALL_GROWTH, series, u - np.log1p(u))


_RANKS = np.arange(1, FIRST + 1)
# Entry (a, b) is 1/(a + 1) + ... + 1/b, for 0 <= a, b <= 16; 0 where b <= a.
_FIRST_SUMS = np.pad(np.cumsum((np.arange(FIRST + 1)[:, None] < _RANKS) / _RANKS, axis=1), ((0, 0), (1, 0)))


SMALL_FRACTION = 1e-4  # of positives; below it three terms of the series are exact to 1e-13


def random_average_precision(positives: int, negatives: int) -> float:
    """Average step area of a random ranking without ties: more than the prevalence when rows are few.

    (P-1)/(n-1) + (H_n/n) * (n-P)/(n-1), with n = P + N and H_n = 1 + 1/2 + ... + 1/n. One row: 1 when it is positive.
    Of P positives in all of which only a share was scored, the average is that share of the one of the scored rows.
    Source: Bestgen (2015), Exact expected average precision of the random baseline, doi 10.1515/pralin-2015-0007.

    Raises
    ------
    ValueError: a count that is negative or not whole; no positives.

    >>> round(random_average_precision(5, 5), 6)
    0.607165
    """
    hits, misses = _counts(positives, negatives)
    n = hits + misses
    if n == 1:
        return 1.0
    return (hits - 1) / (n - 1) + float(harmonic_sum(0, n)) / n * (misses / (n - 1))


def minimum_average_precision(positives: int, negatives: int) -> float:
    """Step area of the worst ranking, all negatives first and no ties: no step area is below it.

    (1/P) * sum over i = 1 ... P of i/(i + N), in closed form; 1 without negatives. No unit, in (0, 1].
    Source: Boyd, Costa, Davis & Page (2012), Unachievable region in precision-recall space.

    Raises
    ------
    ValueError: a count that is negative or not whole; no positives.

    >>> round(minimum_average_precision(5, 5), 6)
    0.354365
    >>> minimum_average_precision(1, 0)
    1.0
    """
    hits, misses = _counts(positives, negatives)
    return float(ratio_sum(misses, hits)) / hits


def minimum_area(prevalence: float, *, max_recall: float = 1.0) -> float:
    """Area below which no curve joined by `continuous` can fall, because early negatives run out.

    1 + ((1-p)/p) * ln(1-p), from the lowest precision p*r / (1-p+p*r) that a recall r can have; of a curve that ends
    at the recall R, its `max_recall`, R + ((1-p)/p) * ln((1-p) / (1-p+p*R)).
    Source: Boyd, Costa, Davis & Page (2012), Unachievable region in precision-recall space, theorem 2.

    Raises
    ------
    ValueError: the prevalence is not strictly between 0 and 1; the reach is not in [0, 1].

    >>> round(minimum_area(0.5), 6), round(minimum_area(0.5, max_recall=0.5), 6)
    (0.306853, 0.094535)
    """
    share, end = inner_fraction("prevalence", prevalence), area_or_nan(max_recall, "max_recall")
    odds = share / (1.0 - share)
    if share < SMALL_FRACTION:  # the two terms cancel; the series o*R**2/2 - o**2*R**3/3 + o**3*R**4/4 - ... does not
        return odds * end**2 / 2 - odds**2 * end**3 / 3 + odds**3 * end**4 / 4
    return end - float(np.log1p(odds * end)) / odds


def minimum_precision(recall: ArrayLike, prevalence: float) -> FloatArray:
    """Lowest precision that each recall can have: the edge of the unachievable region.

    p*r / (1-p+p*r): all negatives are called positive already. 0 at recall 0, the prevalence at recall 1.
    recall: shape (n,), in [0, 1]; the result has the same shape and no unit.
    Source: Boyd, Costa, Davis & Page (2012), Unachievable region in precision-recall space.

    Raises
    ------
    ValueError: the prevalence is not strictly between 0 and 1; a recall that is not a number in [0, 1].

    >>> minimum_precision([0.0, 0.5, 1.0], 0.1).round(4).tolist()
    [0.0, 0.0526, 0.1]
    """
    share = inner_fraction("prevalence", prevalence)
    reached = finite_numbers("recall", recall)
    outside = (reached < 0) | (reached > 1)
    if outside.any():
        position = int(np.flatnonzero(outside)[0])
        raise ValueError(f"recall must be between 0 and 1, got {reached[position]} at position {position}")
    return share * reached / (1 - share + share * reached)


def normalized_area(area: float, prevalence: float, *, max_recall: float = 1.0) -> float:
    """Area on a scale from 0, the least that the class balance allows, to 1, perfect.

    (A - MIN) / (1 - MIN), with MIN = `minimum_area(prevalence, max_recall=reach)`. Meant for `continuous`: the least that
    `step` can have, `minimum_average_precision`, lies above MIN, so that no step area reaches 0. nan for an undefined
    area.
    Source: Boyd, Costa, Davis & Page (2012), Unachievable region in precision-recall space: their AUCNPR.

    Raises
    ------
    ValueError: the area or the reach is not in [0, 1]; the prevalence is not strictly between 0 and 1.

    >>> round(normalized_area(0.5, 0.5), 6), normalized_area(1.0, 0.5)
    (0.278652, 1.0)
    """
    least = minimum_area(prevalence, max_recall=max_recall)
    return (area_or_nan(area) - least) / (1 - least)


def chance_corrected_area(area: float, prevalence: float) -> float:
    """Area on a scale from 0, the line of a random ranking, to 1, perfect; negative below chance.

    (A - p) / (1 - p), with p the prevalence. A random ranking of few rows averages more than p: see
    `random_average_precision`. nan for an undefined area. Source: the form of Cohen's kappa (1960).

    Raises
    ------
    ValueError: the area is not in [0, 1]; the prevalence is not strictly between 0 and 1.

    >>> round(chance_corrected_area(0.55, 0.1), 6), round(chance_corrected_area(0.05, 0.1), 6)
    (0.5, -0.055556)
    """
    chance = inner_fraction("prevalence", prevalence)
    return (area_or_nan(area) - chance) / (1 - chance)


def _counts(positives: int, negatives: int) -> tuple[int, int]:
    return check_integer("positives", positives, min_value=1), check_integer("negatives", negatives)
