"""Numbers as text before any language: rounding, and as few decimals as still tell two numbers apart.

They come with a point; a sentence that they enter puts in the signs of its language.

Sentences print areas with three decimals, so what they say of two areas must hold for what the reader sees.

Who divides 5 by 8 and 7 by 8 writes 0.63 and 0.88; Python, which rounds halves to even, would write 0.62 and 0.88.
A float may be a hair less than the number that is meant, as 0.285 is, so what is next to half a unit counts as half.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Context, Decimal
from itertools import pairwise
from math import isfinite

import numpy as np

from pr_metrics.tolerances import AREA_ROUNDING
from pr_metrics.validation import FloatArray

HALF_EPSILON = 1e-9  # of the last digit; arithmetic in float64 strays by less, and counts make no fraction so near
HALF_TOLERANCE, MAX_UNITS = 1e-4, 1e9  # of the last digit; of so many units float64 knows a ten-thousandth
_EXACT = Context(prec=800, rounding=ROUND_HALF_UP)  # digits; no float64 has more
_ROUNDING_SPEC = re.compile(r".*?\.(\d+)([f%g])")


def format_number(number: float, spec: str) -> str:
    """Write a number as a format of Python says, but with halves rounded up; below 0 they are rounded down.

    >>> [format_number(number, ".2f") for number in (5 / 8, 7 / 8, 0.285, -0.125)]
    ['0.63', '0.88', '0.29', '-0.13']
    >>> format_number(0.5625, ".1%"), format_number(1250.5, ",.0f"), format_number(0.25, ".1g"), format_number(3, "")
    ('56.3%', '1,251', '0.3', '3')
    """
    form = _ROUNDING_SPEC.fullmatch(spec)
    if form is None or not isfinite(number):
        return format(number, spec)
    digits, kind = int(form[1]), form[2]
    if kind != "g":
        units = abs(number) * 10.0 ** (digits + 2 * (kind == "%"))
        if (
            units < MAX_UNITS and abs(units % 1 - 0.5) > HALF_TOLERANCE
        ):  # no half, on which alone Python's rounding differs
            return format(number, spec)
    exact = Decimal(number if isinstance(number, int) else float(number))
    if kind == "g":
        last = exact.adjusted() - max(digits, 1) + 1
        return format(float(_round_decimal(exact, last)), spec)
    return format(_round_decimal(exact, -digits - 2 * (kind == "%")), spec)


def round_values(values: FloatArray, decimals: int) -> FloatArray:
    """Round numbers that a table shows, as `rounded_text` writes them; nan stays.

    >>> round_values(np.array([0.5625, 0.285, -0.125, np.nan]), 2).tolist()
    [0.56, 0.29, -0.13, nan]
    """
    units = np.floor(np.abs(values) * 10.0**decimals + 0.5 + HALF_EPSILON)
    return np.copysign(units, values) / 10.0**decimals + 0.0


def _round_decimal(exact: Decimal, last: int) -> Decimal:
    """Round to a last digit, 10 to that power."""
    nudge = _EXACT.scaleb(Decimal(HALF_EPSILON), last).copy_sign(exact)
    return _EXACT.quantize(_EXACT.add(exact, nudge), _EXACT.scaleb(Decimal(1), last))


MIN_DIGITS = 3
MIN_DECIMALS = 2  # of a ratio
RELATIVE_TOLERANCE = 0.05  # of a class balance, or of what is left of 1
MAX_AREA_DECIMALS = 6  # of an area
MAX_DIGITS = 17  # enough for any float64 to be read back to the bit


class NumberText(str):
    """A number as it is read: a text that a sentence writes with the signs of its language, and files as it is."""

    __slots__ = ()


def format_unique(values: np.ndarray) -> list[NumberText]:
    """Write sorted, distinct values with as few significant digits as keep neighbours apart.

    >>> format_unique(np.array([0.9, 0.30000000000000004, 0.3]))
    ['0.9', '0.30000000000000004', '0.29999999999999999']
    >>> format_unique(np.array([10.0, 2.5]))
    ['10', '2.5']
    """
    digits = np.full(len(values), MIN_DIGITS)
    while True:
        texts = [f"{value:.{count}g}" for value, count in zip(values, digits, strict=True)]
        alike = np.array([one == other for one, other in pairwise(texts)], dtype=bool)
        if not alike.any():
            break
        unclear = np.append(alike, False) | np.append(False, alike)
        if int(digits[unclear].min()) >= MAX_DIGITS:
            break
        digits[unclear] += 1
    return [NumberText(text) for text in texts]


def threshold_text(thresholds: np.ndarray, index: int) -> NumberText:
    """Write one of the thresholds, strictest first, so that what is written calls the same rows positive.

    It is never more than the threshold and more than the next looser one; where three digits do, it has no more.

    >>> thresholds = np.array([0.9, 0.50012, 0.50001])
    >>> [threshold_text(thresholds, index) for index in range(3)]
    ['0.9', '0.5001', '0.5']
    """
    value = float(thresholds[index])
    below = float(thresholds[index + 1]) if index + 1 < len(thresholds) else -np.inf
    for digits in range(MIN_DIGITS, MAX_DIGITS):
        text = f"{value:.{digits}g}"
        if float(text) > value:
            text = _format_lower(value, digits)
        if below < float(text) <= value:
            return NumberText(text)
    return NumberText(f"{value:.{MAX_DIGITS}g}")


def format_inner_range(low: float, high: float) -> tuple[NumberText, NumberText]:
    """Write the ends of a range of positive numbers with two digits or more, none outside of it.

    >>> format_inner_range(0.00123, 0.0055), format_inner_range(0.0, 0.5)
    (('0.0013', '0.0055'), ('0', '0.50'))
    >>> format_inner_range(0.501, 0.503), format_inner_range(3e-13, 1.0)
    (('0.501', '0.503'), ('0.0001', '1.0'))
    """
    for digits in range(2, MAX_DIGITS):
        lowest, highest = _round_text(low, digits, ROUND_CEILING), _round_text(high, digits, ROUND_FLOOR)
        if float(lowest) < float(highest):
            break
    return NumberText(lowest), NumberText(highest)


def _round_text(value: float, digits: int, mode: str) -> str:
    """A number with so many significant digits, but no more than two decimals more than these; 0 needs none."""
    exact = Decimal(repr(value))
    last = max(exact.adjusted() - digits + 1, -digits - 2)
    return f"{exact.quantize(Decimal(1).scaleb(last), rounding=mode):f}" if value else "0"


def prevalence_text(prevalence: float) -> NumberText:
    """Write a class balance with two decimals, or as many as say it, and what is left of 1, to a twentieth.

    >>> prevalence_text(0.5), prevalence_text(1 / 11), prevalence_text(0.0014), prevalence_text(0.99996)
    ('0.50', '0.09', '0.0014', '0.99996')
    """
    decimals, rest = MIN_DECIMALS, min(prevalence, 1 - prevalence)
    text = format_number(prevalence, f".{decimals}f")
    while abs(float(text) - prevalence) > RELATIVE_TOLERANCE * rest and decimals < MAX_DIGITS:
        decimals += 1
        text = format_number(prevalence, f".{decimals}f")
    return NumberText(text)


def decimals_for_tolerance(tolerance: float) -> int:
    """How many decimals of an area mean something when it may be off by `tolerance`; six at most.

    >>> decimals_for_tolerance(1e-9), decimals_for_tolerance(1e-6), decimals_for_tolerance(5.1e-5)
    (6, 5, 4)
    """
    decimals = MAX_AREA_DECIMALS
    while decimals > 0 and 10.0**-decimals <= tolerance:
        decimals -= 1
    return decimals


def _format_lower(value: float, digits: int) -> str:
    """Write a number with so many significant digits, as the one below it where it has more."""
    exact = Decimal(value)
    down = exact.quantize(Decimal(1).scaleb(exact.adjusted() - digits + 1), rounding=ROUND_FLOOR) if value else exact
    return f"{down:.{digits}g}"


DISPLAY_DECIMALS = 3
MAX_DIFFERENCE_DECIMALS = 9  # where two areas differ by less, rounding may have done it
DISPLAY_TOLERANCE = 0.5 * 10**-DISPLAY_DECIMALS  # area; a smaller difference is printed as 0.000


def has_same_text(one: float, other: float) -> bool:
    """Whether two areas are the same number in print.

    >>> has_same_text(0.7346, 0.7349), has_same_text(0.7344, 0.7346)
    (True, False)
    """
    return _area_text(one) == _area_text(other)


def all_same_text(areas: np.ndarray) -> bool:
    """Whether all areas that are none of nan are the same number in print; some must be.

    >>> all_same_text(np.array([0.7346, np.nan, 0.7349])), all_same_text(np.array([0.7344, 0.7346]))
    (True, False)
    """
    return has_same_text(float(np.nanmin(areas)), float(np.nanmax(areas)))


def format_distinct(one: float, other: float, *, decimals: int = DISPLAY_DECIMALS) -> tuple[NumberText, NumberText]:
    """Two numbers in print, with as many more decimals as it takes to see that they differ, where they do.

    >>> format_distinct(0.7344, 0.7346), format_distinct(0.73451, 0.73449), format_distinct(0.5, 0.5)
    (('0.734', '0.735'), ('0.735', '0.734'), ('0.500', '0.500'))
    """
    texts = _format_pair(one, other, decimals)
    while texts[0] == texts[1] and abs(one - other) >= AREA_ROUNDING and decimals < MAX_DIFFERENCE_DECIMALS:
        decimals += 1
        texts = _format_pair(one, other, decimals)
    return texts


def count_unique_areas(areas: Iterable[float]) -> int:
    """How many different numbers some areas are in print.

    >>> count_unique_areas([0.7346, 0.7349, 0.8])
    2
    """
    return len({_area_text(area) for area in areas})


def has_display_change(area: float, other: float) -> bool:
    """Whether a reader sees that an area changed: as two numbers, and as the difference that is printed.

    >>> has_display_change(0.5, 0.501), has_display_change(0.5004, 0.5006), has_display_change(0.5001, 0.5004)
    (True, False, False)
    """
    return abs(other - area) >= DISPLAY_TOLERANCE and not has_same_text(area, other)


def _format_pair(one: float, other: float, decimals: int) -> tuple[NumberText, NumberText]:
    return NumberText(format_number(one, f".{decimals}f")), NumberText(format_number(other, f".{decimals}f"))


def _area_text(area: float) -> str:
    return format_number(area, f".{DISPLAY_DECIMALS}f")
