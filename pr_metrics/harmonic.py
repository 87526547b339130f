"""Sums along a run of ranks, in closed form: of 1/(a + j), and of j/(a + j), for j = 1 ... n.

A run of 1e9 tied rows costs what a run of two does. With H_m the harmonic number, H_m = gamma + ln(m + 1/2) +
tail(m + 1/2); the logarithms are subtracted inside log1p, never after they were rounded.
Relative error below 1e-13 for every a >= 0 and n >= 0 whose sum is below 2**53.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from pr_metrics.inputs import FloatArray

# tail(x) = 1/(24 x**2) - 7/(960 x**4) + ..., the series of digamma(x + 1/2) - ln(x): -B_2k(1/2) / (2k) over x**(2k).
# Source: Abramowitz & Stegun (1964), 6.3.18, at the half point.
TAIL = (0.0, 1 / 24, -7 / 960, 31 / 8064, -127 / 30720, 511 / 67584)
FIRST = 16  # ranks summed one by one; at 16.5 the first term left out of the tail is below 1e-16
SMALL_GROWTH = 0.02  # below it u - ln(1 + u) loses digits, and nine terms of its series are exact to 1e-16
GROWTH_SERIES = (0.0, 0.0, *((-1.0) ** k / k for k in range(2, 11)))


def reciprocal_sum(before: ArrayLike, rows: ArrayLike) -> FloatArray:
    """Sum of 1/(before + j) for j = 1 ... rows: the harmonic number of `rows` when nothing is before.

    ln(1 + rows/x) + tail(x + rows) - tail(x) with x = before + 1/2; ranks up to 16 are looked up. 0 for no rows.
    before, rows: whole numbers >= 0, of shapes that fit each other.

    >>> reciprocal_sum(0, [1, 2, 3]).round(4).tolist()
    [1.0, 1.5, 1.8333]
    >>> reciprocal_sum(1e9, 1e9).round(12).tolist()  # ln 2 - 1/4e9
    0.69314718031
    """
    start, count = np.asarray(before, dtype=np.float64), np.asarray(rows, dtype=np.float64)
    end = start + count
    looked_up = _FIRST_SUMS[np.minimum(start, FIRST).astype(np.intp), np.minimum(end, FIRST).astype(np.intp)]
    later, end = np.maximum(start, FIRST), np.maximum(end, FIRST)
    x = later + 0.5
    return np.asarray(looked_up + np.log1p((end - later) / x) + _tail(end + 0.5) - _tail(x))


def share_sum(before: ArrayLike, rows: ArrayLike) -> FloatArray:
    """Sum of j/(before + j) for j = 1 ... rows: the precisions met by `rows` hits in a row after `before` misses.

    rows - before * reciprocal_sum(before, rows); where that cancels, with x = before + 1/2 and u = rows/x,
    x * (u - ln(1 + u)) + reciprocal_sum / 2 + x * (tail(x) - tail(x + rows)), all terms of which are positive.

    >>> share_sum(1, [1, 2]).round(4).tolist()
    [0.5, 1.1667]
    >>> float(share_sum(1e9, 2)) * 1e9  # 3 - 5e-9, where 2 - 1e9 * 2e-9 has lost most digits
    2.999999995
    """
    start, count = np.asarray(before, dtype=np.float64), np.asarray(rows, dtype=np.float64)
    reciprocals = reciprocal_sum(start, count)
    x = np.maximum(start, FIRST) + 0.5
    excess = x * _growth_less_logarithm(count / x)
    without_cancelling = excess + reciprocals / 2 + x * (_tail(x) - _tail(x + count))
    return np.where((start < FIRST) | (count >= start), count - start * reciprocals, without_cancelling)


def _tail(x: FloatArray) -> FloatArray:
    return np.asarray(np.polynomial.polynomial.polyval(x**-2.0, TAIL))


def _growth_less_logarithm(u: FloatArray) -> FloatArray:
    series = np.polynomial.polynomial.polyval(np.minimum(u, SMALL_GROWTH), GROWTH_SERIES)
    return np.where(u < SMALL_GROWTH, series, u - np.log1p(u))


_RANKS = np.arange(1, FIRST + 1)
# Entry (a, b) is 1/(a + 1) + ... + 1/b, for 0 <= a, b <= 16; 0 where b <= a.
_FIRST_SUMS = np.pad(np.cumsum((np.arange(FIRST + 1)[:, None] < _RANKS) / _RANKS, axis=1), ((0, 0), (1, 0)))
