"""Baselines and limits of an area: random rankings, the smallest possible area, and areas rescaled between limits.

Sums over a run of rows are computed in closed form, so that a run of 1e9 tied rows costs as much as a run of two. The
harmonic number is H_m = gamma + ln(m + 1/2) + tail(m + 1/2). Differences of logarithms are computed inside log1p, so
that no digits are lost to rounding before the subtraction. The relative error is below 1e-13 for every offset >= 0 and
n_terms >= 0 whose sum is below 2**53.
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
    """Sum of 1 / (offset + j) for j = 1, ..., n_terms.

    With an offset of 0 this is the harmonic number of `n_terms`. With x = offset + 1/2 it is computed as
    ln(1 + n_terms / x) + tail(x + n_terms) - tail(x). Sums over ranks up to 16 are looked up.

    Parameters
    ----------
    offset : array-like
        Whole numbers of at least 0.
    n_terms : array-like
        Numbers of terms: whole numbers of at least 0, of a shape that broadcasts with `offset`.

    Returns
    -------
    ndarray of float
        The sums, in the broadcast shape; 0 where there are no terms.

    Examples
    --------
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
    """Sum of j / (offset + j) for j = 1, ..., n_terms.

    These are the precisions at `n_terms` positives that follow one another after `offset` negatives. The sum is
    n_terms - offset * H with H = harmonic_sum(offset, n_terms). Where this cancels, it is computed as
    x * (u - ln(1 + u)) + H / 2 + x * (tail(x) - tail(x + n_terms)) with x = offset + 1/2 and u = n_terms / x, all terms
    of which are positive.

    Parameters
    ----------
    offset : array-like
        Whole numbers of at least 0.
    n_terms : array-like
        Numbers of terms: whole numbers of at least 0, of a shape that broadcasts with `offset`.

    Returns
    -------
    ndarray of float
        The sums, in the broadcast shape; 0 where there are no terms.

    Examples
    --------
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
    """Expected step area of a random ranking without ties.

    The expected area is (P-1)/(n-1) + (H_n/n) * (n-P)/(n-1), with n = P + N and H_n = 1 + 1/2 + ... + 1/n. It exceeds
    the prevalence when there are few rows. For a single row, which must be positive, it is 1. If only a share of all
    positives has a score, the expected area is that share times the expected area of the scored rows.

    Parameters
    ----------
    positives : int
        Number P of positive rows, at least 1.
    negatives : int
        Number N of negative rows, at least 0.

    Returns
    -------
    float
        Expected area: no unit, in (0, 1].

    Raises
    ------
    ValueError
        If a count is negative or not a whole number, or if there are no positives.

    References
    ----------
    .. [1] Bestgen (2015), Exact expected average precision of the random baseline, doi 10.1515/pralin-2015-0007.

    Examples
    --------
    >>> round(random_average_precision(5, 5), 6)
    0.607165
    """
    n_positives, n_negatives = _counts(positives, negatives)
    n = n_positives + n_negatives
    if n == 1:
        return 1.0
    return (n_positives - 1) / (n - 1) + float(harmonic_sum(0, n)) / n * (n_negatives / (n - 1))


def minimum_average_precision(positives: int, negatives: int) -> float:
    """Smallest possible step area, that of the ranking with all negatives first and no ties.

    The area is (1/P) * sum over i = 1, ..., P of i / (i + N), which is computed in closed form. No ranking of the same
    rows has a smaller step area.

    Parameters
    ----------
    positives : int
        Number P of positive rows, at least 1.
    negatives : int
        Number N of negative rows, at least 0.

    Returns
    -------
    float
        Smallest area: no unit, in (0, 1]; 1 without negatives.

    Raises
    ------
    ValueError
        If a count is negative or not a whole number, or if there are no positives.

    References
    ----------
    .. [1] Boyd, Costa, Davis & Page (2012), Unachievable region in precision-recall space.

    Examples
    --------
    >>> round(minimum_average_precision(5, 5), 6)
    0.354365
    >>> minimum_average_precision(1, 0)
    1.0
    """
    n_positives, n_negatives = _counts(positives, negatives)
    return float(ratio_sum(n_negatives, n_positives)) / n_positives


def minimum_area(prevalence: float, *, max_recall: float = 1.0) -> float:
    """Smallest possible area under a curve joined by the scheme "continuous".

    Even the worst ranking runs out of negatives, so that precision cannot fall below p*r / (1-p+p*r) at recall r, with
    p the prevalence. The area under this limit is 1 + ((1-p)/p) * ln(1-p). For a curve that ends at recall R it is
    R + ((1-p)/p) * ln((1-p) / (1-p+p*R)).

    Parameters
    ----------
    prevalence : float
        Share of positives among all rows, strictly between 0 and 1.
    max_recall : float, default=1.0
        Recall at which the curve ends, in [0, 1].

    Returns
    -------
    float
        Smallest area: no unit, in [0, 1).

    Raises
    ------
    ValueError
        If the prevalence is not strictly between 0 and 1, or if `max_recall` is not in [0, 1].

    References
    ----------
    .. [1] Boyd, Costa, Davis & Page (2012), Unachievable region in precision-recall space, theorem 2.

    Examples
    --------
    >>> round(minimum_area(0.5), 6), round(minimum_area(0.5, max_recall=0.5), 6)
    (0.306853, 0.094535)
    """
    share, end = inner_fraction("prevalence", prevalence), area_or_nan(max_recall, "max_recall")
    odds = share / (1.0 - share)
    if share < SMALL_FRACTION:  # the two terms cancel; the series o*R**2/2 - o**2*R**3/3 + o**3*R**4/4 - ... does not
        return odds * end**2 / 2 - odds**2 * end**3 / 3 + odds**3 * end**4 / 4
    return end - float(np.log1p(odds * end)) / odds


def minimum_precision(recall: ArrayLike, prevalence: float) -> FloatArray:
    """Smallest possible precision at each recall: the edge of the unachievable region.

    The limit is p*r / (1-p+p*r), with p the prevalence: the precision at recall r when all negatives are predicted
    positive already. It is 0 at recall 0 and equals the prevalence at recall 1.

    Parameters
    ----------
    recall : array-like of shape (n,)
        Recalls, in [0, 1].
    prevalence : float
        Share of positives among all rows, strictly between 0 and 1.

    Returns
    -------
    ndarray of float, shape (n,)
        Smallest precision at each recall: no unit, from 0 to the prevalence.

    Raises
    ------
    ValueError
        If the prevalence is not strictly between 0 and 1, or if a recall is not a number in [0, 1].

    References
    ----------
    .. [1] Boyd, Costa, Davis & Page (2012), Unachievable region in precision-recall space.

    Examples
    --------
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
    """Rescale an area so that 0 is the smallest area possible at this prevalence and 1 is perfect.

    The normalized area is (A - MIN) / (1 - MIN), with MIN = minimum_area(prevalence, max_recall=max_recall). It is
    intended for the scheme "continuous". The smallest area of the scheme "step", `minimum_average_precision`, lies
    above MIN, so that no normalized step area reaches 0.

    Parameters
    ----------
    area : float
        Area under the curve, in [0, 1]; nan if it is undefined.
    prevalence : float
        Share of positives among all rows, strictly between 0 and 1.
    max_recall : float, default=1.0
        Recall at which the curve ends, in [0, 1].

    Returns
    -------
    float
        Normalized area without unit; nan for an undefined area.

    Raises
    ------
    ValueError
        If the area or `max_recall` is not in [0, 1], or if the prevalence is not strictly between 0 and 1.

    References
    ----------
    .. [1] Boyd, Costa, Davis & Page (2012), Unachievable region in precision-recall space, where it is called AUCNPR.

    Examples
    --------
    >>> round(normalized_area(0.5, 0.5), 6), normalized_area(1.0, 0.5)
    (0.278652, 1.0)
    """
    least = minimum_area(prevalence, max_recall=max_recall)
    return (area_or_nan(area) - least) / (1 - least)


def chance_corrected_area(area: float, prevalence: float) -> float:
    """Rescale an area so that 0 is the prevalence, the level of a random ranking, and 1 is perfect.

    The corrected area is (A - p) / (1 - p), with p the prevalence; it is negative for an area below p. A random ranking
    of few rows has an expected step area above p: see `random_average_precision`.

    Parameters
    ----------
    area : float
        Area under the curve, in [0, 1]; nan if it is undefined.
    prevalence : float
        Share of positives among all rows, strictly between 0 and 1.

    Returns
    -------
    float
        Corrected area: no unit, at most 1; nan for an undefined area.

    Raises
    ------
    ValueError
        If the area is not in [0, 1], or if the prevalence is not strictly between 0 and 1.

    References
    ----------
    .. [1] Cohen (1960), whose kappa has the same form.

    Examples
    --------
    >>> round(chance_corrected_area(0.55, 0.1), 6), round(chance_corrected_area(0.05, 0.1), 6)
    (0.5, -0.055556)
    """
    chance = inner_fraction("prevalence", prevalence)
    return (area_or_nan(area) - chance) / (1 - chance)


def _counts(positives: int, negatives: int) -> tuple[int, int]:
    return check_integer("positives", positives, min_value=1), check_integer("negatives", negatives)
