"""Sums over ranks to sixty digits, by a different formula than the code, as a reference for closed forms."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction

DIGITS = 60
ADDED_UP = 1000  # ranks added one by one; beyond, the seven terms below are exact to 1e-50
# B_2 ... B_14, of the Euler-Maclaurin series H_m = gamma + ln(m) + 1/(2m) - sum of B_2k / (2k m**(2k)).
BERNOULLI = tuple(Fraction(*pair) for pair in ((1, 6), (-1, 30), (1, 42), (-1, 30), (5, 66), (-691, 2730), (7, 6)))


def exact_reciprocal_sum(before: int, rows: int) -> Decimal:
    """Return the sum of 1/(before + j) for j = 1 ... rows."""
    with localcontext(prec=DIGITS):
        end = before + rows
        added = sum((Decimal(1) / rank for rank in range(before + 1, min(end, ADDED_UP) + 1)), Decimal(0))
        return added + (_harmonic(end) - _harmonic(max(before, ADDED_UP)) if end > ADDED_UP else 0)


def exact_share_sum(before: int, rows: int) -> Decimal:
    """Return the sum of j/(before + j) for j = 1 ... rows."""
    with localcontext(prec=DIGITS):
        return rows - before * exact_reciprocal_sum(before, rows)


def _harmonic(m: int) -> Decimal:
    """Return H_m - gamma, for m >= 1000."""
    series = Decimal(m).ln() + 1 / Decimal(2 * m)
    for k, bernoulli in enumerate(BERNOULLI, start=1):
        series -= Decimal(bernoulli.numerator) / (bernoulli.denominator * 2 * k * Decimal(m) ** (2 * k))
    return series
