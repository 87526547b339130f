"""Ratios, differences, counts and dates as a language writes them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from decimal import Decimal

from pr_curve_lab.analysis.formatting import (
    MAX_DIGITS,
    MIN_DECIMALS,
    NumberText,
    format_distinct,
    format_number,
    has_display_change,
)
from pr_curve_lab.i18n.messages import Messages
from pr_metrics.tolerances import AREA_ROUNDING

MINUS = "−"
MAX_EXTRA_DECIMALS = 3  # decimals, for parts to add up
MIN_ROUNDED_COUNT = 10  # from here on, expected counts are said in whole rows


def ratio_text(ratio: float, *, bound: float | None = None, decimals: int = MIN_DECIMALS) -> NumberText:
    """Write a ratio with two decimals, or as many as it takes not to look like a full 1 or 0 when it is none.

    Nor does it look like the bound that is required of it, unless it is that.

    >>> ratio_text(0.875), ratio_text(0.625), ratio_text(0.9969), ratio_text(1.0), ratio_text(0.0004)
    ('0.88', '0.63', '0.997', '1.00', '0.0004')
    >>> ratio_text(395 / 494, bound=0.8), ratio_text(0.8, bound=0.8), ratio_text(0.8004, bound=0.8)
    ('0.7996', '0.80', '0.8004')
    """
    text = _format_between(ratio, 1, decimals)
    if bound:
        beside = format_distinct(ratio, bound, decimals=decimals)[0]
        return max(text, beside, key=len)
    return text


def format_with_limit(count: float, limit: float | None, formatter: Callable[[float], NumberText]) -> NumberText:
    """Write a count so that it does not look like the limit that it is above or below.

    >>> [format_with_limit(count, 50, expected_text) for count in (50.3, 50, 8.13, 50 + 1e-14)]
    ['50.3', '50', '8.1', '50']
    """
    text = formatter(count)
    if limit is None or text != formatter(limit):
        return text
    apart, of_limit = format_distinct(count, limit, decimals=1)
    return text if apart == of_limit else apart


def safe_ratio_text(ratio: float) -> NumberText:
    """Write a ratio as `ratio_text` does, or a dash where it has nothing below its line.

    >>> safe_ratio_text(0.9969), safe_ratio_text(float("nan"))
    ('0.997', '–')
    """
    return NumberText("–") if ratio != ratio else ratio_text(ratio)


def percent_text(fraction: float) -> NumberText:
    """Write a share in per cent, with as many decimals as it takes not to look like 0 or 100 when it is neither.

    >>> percent_text(0.84), percent_text(0.0021), percent_text(0.9996), percent_text(1.0)
    ('84%', '0.2%', '99.96%', '100%')
    """
    return NumberText(_format_between(100 * fraction, 100, 0) + "%")


def signed_text(difference: float, decimals: int = 3) -> NumberText:
    """Write a difference with its sign, with more decimals where it would else look like none; 0 for rounding noise.

    >>> signed_text(0.45), signed_text(-0.00004), signed_text(1e-16)
    ('+0.450', '−0.00004', '0')
    """
    if abs(difference) < AREA_ROUNDING:
        return NumberText("0")
    while float(format_number(difference, f".{decimals}f")) == 0:
        decimals += 1
    return NumberText(format_number(difference, f"+.{decimals}f").replace("-", MINUS))


def abs_difference_text(difference: float, decimals: int = 3) -> NumberText:
    """Write a difference without its sign, else as `signed_text` does.

    >>> abs_difference_text(-0.45), abs_difference_text(0.00004)
    ('0.450', '0.00004')
    """
    return NumberText(signed_text(abs(difference), decimals).removeprefix("+"))


def format_components(total: float, components: Sequence[float], decimals: int) -> tuple[NumberText, list[NumberText]]:
    """Write a total and its parts with their signs, with as many decimals as it takes for them to add up in print.

    What small parts that are not among them leave over is given to the largest.

    >>> format_components(-0.0417, [-0.0503, 0.0086], 4)
    ('−0.0417', ['−0.0503', '+0.0086'])
    >>> format_components(0.00376, [0.00614, -0.00238], 4)
    ('+0.00376', ['+0.00614', '−0.00238'])
    """
    for places in range(decimals, decimals + MAX_EXTRA_DECIMALS + 1):
        whole, *rounded = (Decimal(format_number(one, f".{places}f")) for one in (total, *components))
        if whole and all(rounded) and sum(rounded) == whole:
            break
    else:
        if rounded:
            largest = max(range(len(rounded)), key=lambda at: abs(rounded[at]))
            rounded[largest] += whole - sum(rounded)
    texts = [NumberText(format_number(float(one), f"+.{places}f").replace("-", MINUS)) for one in (whole, *rounded)]
    return texts[0], texts[1:]


def format_signed(number: float, spec: str) -> NumberText:
    """Write a number as `spec` says, with a true minus sign and none before 0.

    >>> format_signed(-0.25, ".3f"), format_signed(-0.0001, ".3f")
    ('−0.250', '0.000')
    """
    return NumberText(format_number(number, f"z{spec}").replace("-", MINUS))


def count_text(count: float) -> NumberText:
    """Write a count: whole where it is whole, thousands apart; weights keep two decimals, or three digits below 1.

    >>> count_text(1234567.0), count_text(2.5), count_text(0.00123456)
    ('1,234,567', '2.50', '0.00123')
    """
    if float(count).is_integer():
        return NumberText(format_number(count, ",.0f"))
    return NumberText(format_number(count, ",.2f" if abs(count) >= 1 else ".3g"))


def expected_text(count: float) -> NumberText:
    """Write an expected count: whole where it is whole or from 10 on, else with two digits that count.

    >>> expected_text(338.0), expected_text(1033.42), expected_text(9.96), expected_text(0.0834), expected_text(0.0)
    ('338', '1,033', '10', '0.083', '0')
    """
    if float(count).is_integer() or count >= MIN_ROUNDED_COUNT:
        return NumberText(format_number(count, ",.0f"))
    return NumberText(format_number(count, ".2g"))


def area_change_key(before: float, after: float) -> str:
    """Whether an area is larger, smaller or the same, and whether three decimals show it: a key of the catalogue.

    >>> area_change_key(0.1, 0.55), area_change_key(0.5, 0.5), area_change_key(0.5004, 0.5001)
    ('larger', 'same', 'smaller_slightly')
    """
    if abs(after - before) < AREA_ROUNDING:
        return "same"
    change = "larger" if after > before else "smaller"
    return change if has_display_change(before, after) else f"{change}_slightly"


def _format_between(number: float, upper: int, decimals: int) -> NumberText:
    """Write a number with more decimals where it would else look like 0, or the whole, and is neither."""
    text = format_number(number, f".{decimals}f")
    while 0 < number < upper and float(text) in (0, upper) and decimals < MAX_DIGITS:
        decimals += 1
        text = format_number(number, f".{decimals}f")
    return NumberText(text)


def date_text(day: date, messages: Messages) -> str:
    """Write a date.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> date_text(date(2026, 3, 1), messages_in("en")), date_text(date(2026, 3, 1), messages_in("zh"))
    ('1 March 2026', '2026 年 3 月 1 日')
    """
    return messages.format(
        "report.date", day=day.day, month=messages.format(f"report.month.{day.month}"), year=day.year
    )


def decimals_text(decimals: int | None, messages: Messages) -> str:
    """The rounding of scores, in words; `None` is nothing.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> decimals_text(2, messages_in("en")), decimals_text(-1, messages_in("en"))
    ('2 decimals', 'multiples of 10')
    """
    if decimals is None:
        return messages.format("areas.as_they_are")
    if decimals == 0:
        return messages.format("areas.whole_numbers")
    if decimals < 0:
        return messages.format("areas.multiples", step=10**-decimals)
    return messages.format("areas.decimals", count=decimals)
