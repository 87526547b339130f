"""Format numbers: areas, ratios, differences, counts and thresholds, with enough decimals to distinguish two of them.

Texts have a decimal point; sentences replace it by the signs of their language.

Sentences show areas with three decimals, so whatever they say about two areas must hold for the printed numbers.

Halves are rounded up, as readers expect: 5/8 is 0.63 and 7/8 is 0.88, while Python, which rounds halves to even, gives
0.62 and 0.88. A float may be slightly less than the intended number, such as 0.285, so values next to half a unit count
as half.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Context, Decimal
from itertools import pairwise
from math import isfinite, isnan
from typing import Any

import numpy as np

from pr_metrics.tolerances import AREA_ROUNDING
from pr_metrics.validation import FloatArray

DISPLAY_DECIMALS = 3  # of an area
MAX_DIFFERENCE_DECIMALS = 9  # smaller differences of two areas may be rounding errors
DISPLAY_TOLERANCE = 0.5 * 10**-DISPLAY_DECIMALS  # area; a smaller difference is printed as 0.000
MIN_DIGITS = 3
SHORT_DIGITS = 4  # of a score that is always written in full
MIN_DECIMALS = 2  # of a ratio
RELATIVE_TOLERANCE = 0.05  # relative to a class balance, or to one minus it
MAX_AREA_DECIMALS = 6  # of an area
MAX_DIGITS = 17  # enough to restore any float64 exactly
MINUS = "−"
MAX_EXTRA_DECIMALS = 3  # so that components add up
MIN_ROUNDED_COUNT = 10  # from here on, expected counts are rounded to whole rows
HALF_EPSILON = 1e-9  # of the last digit; float64 errors are smaller, and fractions of counts are not so close to a half
HALF_TOLERANCE, MAX_UNITS = 1e-4, 1e9  # of the last digit; float64 has this precision for so many units
_EXACT = Context(prec=800, rounding=ROUND_HALF_UP)  # no float64 has more digits
_ROUNDING_SPEC = re.compile(r".*?\.(\d+)([f%g])")


def format_number(number: float, spec: str) -> str:
    """Format a number like `format`, but with halves rounded away from 0.

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
        # Only for halves does Python round differently.
        if units < MAX_UNITS and abs(units % 1 - 0.5) > HALF_TOLERANCE:
            return format(number, spec)
    exact = Decimal(number if isinstance(number, int) else float(number))
    if kind == "g":
        last = exact.adjusted() - max(digits, 1) + 1
        return format(float(_round_decimal(exact, last)), spec)
    return format(_round_decimal(exact, -digits - 2 * (kind == "%")), spec)


def round_values(values: FloatArray, decimals: int) -> FloatArray:
    """Round the numbers of a table as `format_number` does; nan stays nan.

    >>> round_values(np.array([0.5625, 0.285, -0.125, np.nan]), 2).tolist()
    [0.56, 0.29, -0.13, nan]
    """
    units = np.floor(np.abs(values) * 10.0**decimals + 0.5 + HALF_EPSILON)
    return np.copysign(units, values) / 10.0**decimals + 0.0


def _round_decimal(exact: Decimal, last: int) -> Decimal:
    """Round to the last digit, which is a power of 10."""
    nudge = _EXACT.scaleb(Decimal(HALF_EPSILON), last).copy_sign(exact)
    return _EXACT.quantize(_EXACT.add(exact, nudge), _EXACT.scaleb(Decimal(1), last))


class NumberText(str):
    """A number as text: sentences adapt it to their language, and files use it unchanged."""

    __slots__ = ()


def format_unique(values: np.ndarray) -> list[NumberText]:
    """Format sorted, distinct values with as few significant digits as distinguish neighbors.

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


def format_threshold(thresholds: np.ndarray, index: int) -> NumberText:
    """Format one of the thresholds, strictest first, so that the text predicts the same rows positive.

    A score of at most four digits is given in full, as in the rows. Another text is at most the threshold and above the
    next one; it has three digits if they are enough.

    >>> thresholds = np.array([0.9, 0.50012, 0.50001, 0.4187])
    >>> [format_threshold(thresholds, index) for index in range(4)]
    ['0.9', '0.5001', '0.5', '0.4187']
    >>> format_threshold(np.array([7.2889e-7, 7e-7]), 0)
    '7.28e-07'
    """
    value = float(thresholds[index])
    for digits in range(MIN_DIGITS, SHORT_DIGITS + 1):
        if float(text := f"{value:.{digits}g}") == value:
            return NumberText(text)
    below = float(thresholds[index + 1]) if index + 1 < len(thresholds) else -np.inf
    for digits in range(MIN_DIGITS, MAX_DIGITS):
        text = f"{value:.{digits}g}"
        if float(text) > value:
            text = _format_lower(value, digits)
        if below < float(text) <= value:
            return NumberText(text)
    return NumberText(f"{value:.{MAX_DIGITS}g}")


def format_inner_range(low: float, high: float) -> tuple[NumberText, NumberText]:
    """Format the ends of a range of positive numbers with at least two digits, so that neither is outside.

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
    """Round to this many significant digits, but at most two more decimals than that; 0 needs none."""
    exact = Decimal(repr(value))
    last = max(exact.adjusted() - digits + 1, -digits - 2)
    return f"{exact.quantize(Decimal(1).scaleb(last), rounding=mode):f}" if value else "0"


def format_prevalence(prevalence: float) -> NumberText:
    """Format a class balance with two decimals, or enough for it and one minus it to be accurate to 5%.

    >>> format_prevalence(0.5), format_prevalence(1 / 11), format_prevalence(0.0014), format_prevalence(0.99996)
    ('0.50', '0.09', '0.0014', '0.99996')
    """
    decimals, rest = MIN_DECIMALS, min(prevalence, 1 - prevalence)
    text = format_number(prevalence, f".{decimals}f")
    while abs(float(text) - prevalence) > RELATIVE_TOLERANCE * rest and decimals < MAX_DIGITS:
        decimals += 1
        text = format_number(prevalence, f".{decimals}f")
    return NumberText(text)


def decimals_for_tolerance(tolerance: float) -> int:
    """Return the number of meaningful decimals of an area with an error of up to `tolerance`; at most six.

    >>> decimals_for_tolerance(1e-9), decimals_for_tolerance(1e-6), decimals_for_tolerance(5.1e-5)
    (6, 5, 4)
    """
    decimals = MAX_AREA_DECIMALS
    while decimals > 0 and 10.0**-decimals <= tolerance:
        decimals -= 1
    return decimals


def _format_lower(value: float, digits: int) -> str:
    """Format a number with this many significant digits, rounded down."""
    exact = Decimal(value)
    down = exact.quantize(Decimal(1).scaleb(exact.adjusted() - digits + 1), rounding=ROUND_FLOOR) if value else exact
    return f"{float(down):.{digits}g}"  # a Decimal would write 1e-7 where floats are 1e-07


def format_area(area: float, decimals: int = DISPLAY_DECIMALS) -> NumberText:
    """Format an area as in sentences.

    >>> format_area(0.73451), format_area(0.73451, 4)
    ('0.735', '0.7345')
    """
    return NumberText(format_number(area, f".{decimals}f"))


def has_same_text(one: float, other: float) -> bool:
    """Whether two areas are printed as the same number.

    >>> has_same_text(0.7346, 0.7349), has_same_text(0.7344, 0.7346)
    (True, False)
    """
    return format_area(one) == format_area(other)


def is_visible_difference(one: float, other: float) -> bool:
    """Whether three decimals show a difference: both areas print apart, and so does their difference from 0.

    >>> [is_visible_difference(*areas) for areas in ((0.716, 0.717), (0.7346, 0.7354), (0.73449, 0.73451))]
    [True, False, False]
    """
    return not has_same_text(one, other) and abs(one - other) >= DISPLAY_TOLERANCE


def format_distinct(one: float, other: float, *, decimals: int = DISPLAY_DECIMALS) -> tuple[NumberText, NumberText]:
    """Format two numbers, with more decimals if they would look equal but are not.

    >>> format_distinct(0.7344, 0.7346), format_distinct(0.73451, 0.73449), format_distinct(0.5, 0.5)
    (('0.734', '0.735'), ('0.735', '0.734'), ('0.500', '0.500'))
    """
    texts = format_area(one, decimals), format_area(other, decimals)
    while texts[0] == texts[1] and abs(one - other) >= AREA_ROUNDING and decimals < MAX_DIFFERENCE_DECIMALS:
        decimals += 1
        texts = format_area(one, decimals), format_area(other, decimals)
    return texts


def decimals_to_subtract(one: float, other: float, most: int = MAX_DIFFERENCE_DECIMALS) -> int:
    """Return the number of decimals, three or more, with which two printed areas have the printed difference.

    Nor is the difference printed as 0 unless it is.

    >>> decimals_to_subtract(0.5512, 0.4481), decimals_to_subtract(0.5513, 0.4478), decimals_to_subtract(0.7346, 0.7344)
    (3, 4, 4)
    """
    decimals = DISPLAY_DECIMALS
    while decimals < most:
        texts = (format_number(number, f".{decimals}f") for number in (one, other, one - other))
        first, second, difference = map(Decimal, texts)
        if first - second == difference and (difference or abs(one - other) < AREA_ROUNDING):
            break
        decimals += 1
    return decimals


def format_area_difference(area: float, other: float, *, signed: bool = False) -> NumberText:
    """Format the difference of two areas that are printed elsewhere, with one more decimal if it is not theirs.

    >>> [format_area_difference(*areas) for areas in ((0.5512, 0.4481), (0.5513, 0.4478), (0.73464, 0.73462))]
    ['0.103', '0.1035', '0.00002']
    >>> format_area_difference(0.56928, 0.57075, signed=True)
    '−0.0015'
    """
    return format_difference(area - other, decimals_to_subtract(area, other, DISPLAY_DECIMALS + 1), signed=signed)


def count_unique_areas(areas: Iterable[float]) -> int:
    """Count the different printed numbers of areas, without nan.

    >>> count_unique_areas([0.7346, 0.7349, np.nan, 0.8])
    2
    """
    return len({format_area(area) for area in areas if not isnan(area)})


def lowest_area(areas: np.ndarray) -> int | None:
    """Return the index of the smallest area, or None if all print alike.

    >>> lowest_area(np.array([0.5, np.nan, 0.2])), lowest_area(np.array([0.5, 0.5]))
    (2, None)
    """
    return None if count_unique_areas(areas) <= 1 else int(np.nanargmin(areas))


def format_ratio(ratio: float, *, bound: float | None = None, decimals: int = MIN_DECIMALS) -> NumberText:
    """Format a ratio with two decimals, or more so that it does not look like 0 or 1 unless it is.

    Nor does it look like its required bound unless it is equal to that. An undefined ratio, 0 / 0, is a dash.

    >>> format_ratio(0.875), format_ratio(0.625), format_ratio(0.9969), format_ratio(1.0), format_ratio(0.0004)
    ('0.88', '0.63', '0.997', '1.00', '0.0004')
    >>> format_ratio(395 / 494, bound=0.8), format_ratio(0.8, bound=0.8), format_ratio(0.8004, bound=0.8)
    ('0.7996', '0.80', '0.8004')
    >>> format_ratio(float("nan"))
    '–'
    """
    if isnan(ratio):
        return NumberText("–")
    text = _format_between(ratio, 1, decimals)
    if bound:
        distinct = format_distinct(ratio, bound, decimals=decimals)[0]
        return max(text, distinct, key=len)
    return text


def format_with_limit(count: float, limit: float | None, formatter: Callable[[float], NumberText]) -> NumberText:
    """Format a count so that it does not look equal to its limit if it is not.

    >>> [format_with_limit(count, 50, format_expected_count) for count in (50.3, 50, 8.13, 50 + 1e-14)]
    ['50.3', '50', '8.1', '50']
    """
    text = formatter(count)
    if limit is None or text != formatter(limit):
        return text
    apart, of_limit = format_distinct(count, limit, decimals=1)
    return text if apart == of_limit else apart


def format_percent(fraction: float) -> NumberText:
    """Format a fraction as a percentage, with enough decimals not to look like 0 or 100 unless it is.

    >>> format_percent(0.84), format_percent(0.0021), format_percent(0.9996), format_percent(1.0)
    ('84%', '0.2%', '99.96%', '100%')
    """
    return NumberText(_format_between(100 * fraction, 100, 0) + "%")


def format_percents(fractions: Sequence[float]) -> list[NumberText]:
    """Format fractions as percentages, with a decimal where different ones would look equal.

    >>> format_percents([0.984, 0.981, 0.24]), format_percents([0.5, 0.5])
    (['98.4%', '98.1%', '24.0%'], ['50%', '50%'])
    """
    texts = [format_percent(one) for one in fractions]
    if len(set(texts)) == len(set(fractions)):
        return texts
    return [NumberText(_format_between(100 * one, 100, 1) + "%") for one in fractions]


def format_difference(difference: float, decimals: int = DISPLAY_DECIMALS, *, signed: bool = True) -> NumberText:
    """Format a difference, with more decimals if it would look like 0 otherwise; rounding errors are 0.

    >>> format_difference(0.45), format_difference(-0.00004), format_difference(1e-16)
    ('+0.450', '−0.00004', '0')
    >>> format_difference(-0.45, signed=False)
    '0.450'
    """
    if abs(difference) < AREA_ROUNDING:
        return NumberText("0")
    while float(format_number(difference, f".{decimals}f")) == 0:
        decimals += 1
    text = format_number(difference, f"+.{decimals}f")
    return NumberText(text.replace("-", MINUS) if signed else text[1:])


def format_components(
    total: float,
    components: Sequence[float],
    decimals: int,
    *,
    max_extra: int = MAX_EXTRA_DECIMALS,
    show_zero: bool = False,
) -> tuple[NumberText, list[NumberText]]:
    """Format a total and its components with signs, and with enough decimals for them to add up.

    If they do not, because small components are missing, the rest is added to the largest one. max_extra: the number of
    decimals that may be added. show_zero: whether a component may be printed as 0; otherwise there are more decimals.

    >>> format_components(-0.0417, [-0.0503, 0.0086], 4)
    ('−0.0417', ['−0.0503', '+0.0086'])
    >>> format_components(0.00376, [0.00614, -0.00238], 4)
    ('+0.00376', ['+0.00614', '−0.00238'])
    >>> format_components(0.25, [0.25, 0.0], 3, show_zero=True)
    ('+0.250', ['+0.250', '+0.000'])
    """
    for places in range(decimals, decimals + max_extra + 1):
        whole, *rounded = (Decimal(format_number(one, f".{places}f")) for one in (total, *components))
        if (show_zero or (whole and all(rounded))) and sum(rounded) == whole:
            break
    else:
        if rounded:
            largest = max(range(len(rounded)), key=lambda at: abs(rounded[at]))
            rounded[largest] += whole - sum(rounded)
    texts = [NumberText(format_number(float(one), f"+.{places}f").replace("-", MINUS)) for one in (whole, *rounded)]
    return texts[0], texts[1:]


def format_signed(number: float, spec: str) -> NumberText:
    """Format a number with a true minus sign, and without a sign for 0.

    >>> format_signed(-0.25, ".3f"), format_signed(-0.0001, ".3f")
    ('−0.250', '0.000')
    """
    return NumberText(format_number(number, f"z{spec}").replace("-", MINUS))


def format_count(count: float) -> NumberText:
    """Format a count with thousands separators; weights have two decimals, or three significant digits below 1.

    >>> format_count(1234567.0), format_count(2.5), format_count(0.00123456)
    ('1,234,567', '2.50', '0.00123')
    """
    if float(count).is_integer():
        return NumberText(format_number(count, ",.0f"))
    return NumberText(format_number(count, ",.2f" if abs(count) >= 1 else ".3g"))


def format_expected_count(count: float) -> NumberText:
    """Format an expected count: without decimals if it is whole or at least 10, else with two significant digits.

    >>> [format_expected_count(count) for count in (338.0, 1033.42, 9.96, 0.0834, 0.0)]
    ['338', '1,033', '10', '0.083', '0']
    """
    if float(count).is_integer() or count >= MIN_ROUNDED_COUNT:
        return NumberText(format_number(count, ",.0f"))
    return NumberText(format_number(count, ".2g"))


def change_key(before: float, after: float) -> str:
    """Return the key in the catalog for a number that is larger, smaller or the same.

    >>> change_key(0.1, 0.55), change_key(0.5, 0.5), change_key(0.5004, 0.5001)
    ('larger', 'same', 'smaller')
    """
    return "same" if abs(after - before) < AREA_ROUNDING else "larger" if after > before else "smaller"


def area_change_key(before: float, after: float) -> str:
    """Return the key for a change of an area, with a key of its own if three decimals do not show it.

    >>> area_change_key(0.1, 0.55), area_change_key(0.5, 0.5), area_change_key(0.5004, 0.5001)
    ('larger', 'same', 'smaller_slightly')
    """
    key = change_key(before, after)
    return key if key == "same" or is_visible_difference(before, after) else f"{key}_slightly"


def _format_between(number: float, upper: int, decimals: int) -> NumberText:
    """Format a number with more decimals if it would look like 0 or `upper` but is neither."""
    text = format_number(number, f".{decimals}f")
    while 0 < number < upper and float(text) in (0, upper) and decimals < MAX_DIGITS:
        decimals += 1
        text = format_number(number, f".{decimals}f")
    return NumberText(text)


def format_json(values: Mapping[str, Any]) -> str:
    """Format a record as JSON: numbers in full precision, null for nan.

    >>> format_json({"area": np.nan, "ends": (0.1, 1)}).split()
    ['{', '"area":', 'null,', '"ends":', '[', '0.1,', '1', ']', '}']
    """
    return json.dumps(_nan_to_none(values), ensure_ascii=False, allow_nan=False, indent=1)


def _nan_to_none(data: Any) -> Any:
    if isinstance(data, Mapping):
        return {name: _nan_to_none(value) for name, value in data.items()}
    if isinstance(data, list | tuple):
        return [_nan_to_none(value) for value in data]
    return None if isinstance(data, float) and isnan(data) else data
