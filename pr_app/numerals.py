"""Numbers as text: as short as they can be while two different ones still look different."""

from __future__ import annotations

from decimal import ROUND_FLOOR, Decimal
from itertools import pairwise

import numpy as np

from pr_metrics.comparison import ROUNDING

FEWEST_DIGITS = 3
FEWEST_DECIMALS = 2  # of a ratio
SAID_TO = 0.05  # of a class balance, or of what is left of 1
MOST_DECIMALS = 6  # of an area
NOISE = 1e-12  # area; two ways of adding up the same terms differ by less
MOST_DIGITS = 17  # enough for any float64 to be read back to the bit
SHOWN = 0.0005  # area; smaller ones vanish in three decimals, as do differences of numbers printed alike


def distinct_texts(values: np.ndarray) -> list[str]:
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
            return texts
        unclear = np.append(alike, False) | np.append(False, alike)
        if int(digits[unclear].min()) >= MOST_DIGITS:
            return texts
        digits[unclear] += 1


def threshold_text(thresholds: np.ndarray, index: int) -> str:
    """Write one of the thresholds, strictest first, so that what is written calls the same rows positive.

    It is never more than the threshold and more than the next looser one; where three digits do, it has no more.

    >>> thresholds = np.array([0.9, 0.50012, 0.50001])
    >>> [threshold_text(thresholds, index) for index in range(3)]
    ['0.9', '0.5001', '0.5']
    """
    value = float(thresholds[index])
    below = float(thresholds[index + 1]) if index + 1 < len(thresholds) else -np.inf
    for digits in range(FEWEST_DIGITS, MOST_DIGITS):
        for text in (f"{value:.{digits}g}", _rounded_down(value, digits)):
            if below < float(text) <= value:
                return text
    return f"{value:.{MOST_DIGITS}g}"


def ratio_text(ratio: float) -> str:
    """Write a ratio with two decimals, or as many as it takes not to look like a full 1 or 0 when it is none.

    >>> ratio_text(0.875), ratio_text(0.9969), ratio_text(1.0), ratio_text(0.0004)
    ('0.88', '0.997', '1.00', '0.0004')
    """
    return _told_from_the_ends(ratio, 1, FEWEST_DECIMALS)


def prevalence_text(prevalence: float) -> str:
    """Write a class balance with two decimals, or as many as say it, and what is left of 1, to a twentieth.

    >>> prevalence_text(0.5), prevalence_text(1 / 11), prevalence_text(0.0014), prevalence_text(0.99996)
    ('0.50', '0.09', '0.0014', '0.99996')
    """
    decimals, rest = FEWEST_DECIMALS, min(prevalence, 1 - prevalence)
    while abs(float(f"{prevalence:.{decimals}f}") - prevalence) > SAID_TO * rest and decimals < MOST_DIGITS:
        decimals += 1
    return f"{prevalence:.{decimals}f}"


def percent_text(share: float) -> str:
    """Write a share in per cent, with as many decimals as it takes not to look like 0 or 100 when it is neither.

    >>> percent_text(0.84), percent_text(0.0021), percent_text(0.9996), percent_text(1.0)
    ('84%', '0.2%', '99.96%', '100%')
    """
    return _told_from_the_ends(100 * share, 100, 0) + "%"


def decimals_within(tolerance: float) -> int:
    """How many decimals of an area mean something when it may be off by `tolerance`; six at most.

    >>> decimals_within(1e-9), decimals_within(1e-6), decimals_within(5.1e-5)
    (6, 5, 4)
    """
    decimals = MOST_DECIMALS
    while decimals > 0 and 10.0**-decimals <= tolerance:
        decimals -= 1
    return decimals


def signed_text(difference: float, decimals: int = 3) -> str:
    """Write a difference with its sign, with more decimals where it would else look like none; 0 for rounding noise.

    >>> signed_text(0.45), signed_text(-0.00004), signed_text(1e-16)
    ('+0.450', '−0.00004', '0')
    """
    if abs(difference) < NOISE:
        return "0"
    while float(f"{difference:.{decimals}f}") == 0:
        decimals += 1
    return f"{difference:+.{decimals}f}".replace("-", "−")


def count_text(count: float) -> str:
    """Write a count: whole where it is whole, thousands apart; weights keep two decimals, or three digits below 1.

    >>> count_text(1234567.0), count_text(2.5), count_text(0.00123456)
    ('1,234,567', '2.50', '0.00123')
    """
    if float(count).is_integer():
        return f"{count:,.0f}"
    return f"{count:,.2f}" if abs(count) >= 1 else f"{count:.3g}"


def change_of_area(before: float, after: float) -> str:
    """Whether an area is larger, smaller or the same, and whether three decimals show it: a key of the catalogue.

    >>> change_of_area(0.1, 0.55), change_of_area(0.5, 0.5), change_of_area(0.5004, 0.5001)
    ('larger', 'same', 'smaller_slightly')
    """
    size = abs(after - before)
    if size < ROUNDING:
        return "same"
    change = "larger" if after > before else "smaller"
    return f"{change}_slightly" if size < SHOWN or f"{before:.3f}" == f"{after:.3f}" else change


def _told_from_the_ends(number: float, whole: int, decimals: int) -> str:
    """Write a number with more decimals where it would else look like 0, or the whole, and is neither."""
    while 0 < number < whole and float(f"{number:.{decimals}f}") in (0, whole) and decimals < MOST_DIGITS:
        decimals += 1
    return f"{number:.{decimals}f}"


def _rounded_down(value: float, digits: int) -> str:
    """Write a number with so many significant digits, as the one below it where it has more."""
    exact = Decimal(value)
    down = exact.quantize(Decimal(1).scaleb(exact.adjusted() - digits + 1), rounding=ROUND_FLOOR) if value else exact
    return f"{down:.{digits}g}"
