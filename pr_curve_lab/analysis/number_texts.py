"""Numbers as text, before any language: as short as they can be while two different ones still look different.

They come with a point; a sentence that they enter puts in the signs of its language.
"""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from itertools import pairwise

import numpy as np

from pr_curve_lab.analysis.rounding import rounded_text

FEWEST_DIGITS = 3
FEWEST_DECIMALS = 2  # of a ratio
SAID_TO = 0.05  # of a class balance, or of what is left of 1
MOST_DECIMALS = 6  # of an area
MOST_DIGITS = 17  # enough for any float64 to be read back to the bit


class NumberText(str):
    """A number as it is read: a text that a sentence writes with the signs of its language, and files as it is."""

    __slots__ = ()


def distinct_texts(values: np.ndarray) -> list[NumberText]:
    """Write sorted, distinct values with as few significant digits as keep neighbours apart.

    >>> distinct_texts(np.array([0.9, 0.30000000000000004, 0.3]))
    ['0.9', '0.30000000000000004', '0.29999999999999999']
    >>> distinct_texts(np.array([10.0, 2.5]))
    ['10', '2.5']
    """
    digits = np.full(len(values), FEWEST_DIGITS)
    while True:
        texts = [f"{value:.{count}g}" for value, count in zip(values, digits, strict=True)]
        alike = np.array([one == other for one, other in pairwise(texts)], dtype=bool)
        if not alike.any():
            break
        unclear = np.append(alike, False) | np.append(False, alike)
        if int(digits[unclear].min()) >= MOST_DIGITS:
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
    for digits in range(FEWEST_DIGITS, MOST_DIGITS):
        text = f"{value:.{digits}g}"
        if float(text) > value:
            text = _rounded_down(value, digits)
        if below < float(text) <= value:
            return NumberText(text)
    return NumberText(f"{value:.{MOST_DIGITS}g}")


def inner_texts(low: float, high: float) -> tuple[NumberText, NumberText]:
    """Write the ends of a range of positive numbers with two digits or more, none outside of it.

    >>> inner_texts(0.00123, 0.0055), inner_texts(0.0, 0.5), inner_texts(0.501, 0.503), inner_texts(3e-13, 1.0)
    (('0.0013', '0.0055'), ('0', '0.50'), ('0.501', '0.503'), ('0.0001', '1.0'))
    """
    for digits in range(2, MOST_DIGITS):
        lowest, highest = _cut(low, digits, ROUND_CEILING), _cut(high, digits, ROUND_FLOOR)
        if float(lowest) < float(highest):
            break
    return NumberText(lowest), NumberText(highest)


def _cut(value: float, digits: int, rounding: str) -> str:
    """A number with so many significant digits, but no more than two decimals more than these; 0 needs none."""
    exact = Decimal(repr(value))
    last = max(exact.adjusted() - digits + 1, -digits - 2)
    return f"{exact.quantize(Decimal(1).scaleb(last), rounding=rounding):f}" if value else "0"


def prevalence_text(prevalence: float) -> NumberText:
    """Write a class balance with two decimals, or as many as say it, and what is left of 1, to a twentieth.

    >>> prevalence_text(0.5), prevalence_text(1 / 11), prevalence_text(0.0014), prevalence_text(0.99996)
    ('0.50', '0.09', '0.0014', '0.99996')
    """
    decimals, rest = FEWEST_DECIMALS, min(prevalence, 1 - prevalence)
    text = rounded_text(prevalence, f".{decimals}f")
    while abs(float(text) - prevalence) > SAID_TO * rest and decimals < MOST_DIGITS:
        decimals += 1
        text = rounded_text(prevalence, f".{decimals}f")
    return NumberText(text)


def decimals_within(tolerance: float) -> int:
    """How many decimals of an area mean something when it may be off by `tolerance`; six at most.

    >>> decimals_within(1e-9), decimals_within(1e-6), decimals_within(5.1e-5)
    (6, 5, 4)
    """
    decimals = MOST_DECIMALS
    while decimals > 0 and 10.0**-decimals <= tolerance:
        decimals -= 1
    return decimals


def _rounded_down(value: float, digits: int) -> str:
    """Write a number with so many significant digits, as the one below it where it has more."""
    exact = Decimal(value)
    down = exact.quantize(Decimal(1).scaleb(exact.adjusted() - digits + 1), rounding=ROUND_FLOOR) if value else exact
    return f"{down:.{digits}g}"
