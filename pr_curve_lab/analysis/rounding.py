"""Rounding for print: half up, as at school, and nowhere else than here.

Who divides 5 by 8 and 7 by 8 writes 0.63 and 0.88; Python, which rounds halves to even, would write 0.62 and 0.88.
A float may be a hair less than the number that is meant, as 0.285 is, so what is next to half a unit counts as half.
"""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Context, Decimal
from math import isfinite

import numpy as np

from pr_metrics.validation import FloatArray

NEXT_TO_HALF = 1e-9  # of the last digit; arithmetic in float64 strays by less, and counts make no fraction so near
NEAR_HALF, MOST_UNITS = 1e-4, 1e9  # of the last digit; of so many units float64 knows a ten-thousandth
_EXACT = Context(prec=800, rounding=ROUND_HALF_UP)  # digits; no float64 has more
_ROUNDING_SPEC = re.compile(r".*?\.(\d+)([f%g])")


def rounded_text(number: float, spec: str) -> str:
    """Write a number as a format of Python says, but with halves rounded up; below 0 they are rounded down.

    >>> [rounded_text(number, ".2f") for number in (5 / 8, 7 / 8, 0.285, -0.125)]
    ['0.63', '0.88', '0.29', '-0.13']
    >>> rounded_text(0.5625, ".1%"), rounded_text(1250.5, ",.0f"), rounded_text(0.25, ".1g"), rounded_text(3, "")
    ('56.3%', '1,251', '0.3', '3')
    """
    form = _ROUNDING_SPEC.fullmatch(spec)
    if form is None or not isfinite(number):
        return format(number, spec)
    digits, kind = int(form[1]), form[2]
    if kind != "g":
        units = abs(number) * 10.0 ** (digits + 2 * (kind == "%"))
        if units < MOST_UNITS and abs(units % 1 - 0.5) > NEAR_HALF:  # no half, on which alone Python's rounding differs
            return format(number, spec)
    exact = Decimal(number if isinstance(number, int) else float(number))
    if kind == "g":
        last = exact.adjusted() - max(digits, 1) + 1
        return format(float(_rounded(exact, last)), spec)
    return format(_rounded(exact, -digits - 2 * (kind == "%")), spec)


def rounded_values(values: FloatArray, decimals: int) -> FloatArray:
    """Round numbers that a table shows, as `rounded_text` writes them; nan stays.

    >>> rounded_values(np.array([0.5625, 0.285, -0.125, np.nan]), 2).tolist()
    [0.56, 0.29, -0.13, nan]
    """
    units = np.floor(np.abs(values) * 10.0**decimals + 0.5 + NEXT_TO_HALF)
    return np.copysign(units, values) / 10.0**decimals + 0.0


def _rounded(exact: Decimal, last: int) -> Decimal:
    """Round to a last digit, 10 to that power."""
    nudge = _EXACT.scaleb(Decimal(NEXT_TO_HALF), last).copy_sign(exact)
    return _EXACT.quantize(_EXACT.add(exact, nudge), _EXACT.scaleb(Decimal(1), last))
