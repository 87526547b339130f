"""Ratios, differences, counts and dates as a language writes them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from decimal import Decimal

from pr_curve_lab.analysis.formatting import (
    FEWEST_DECIMALS,
    MOST_DIGITS,
    NumberText,
    rounded_text,
    shows_in_print,
    told_apart,
)
from pr_curve_lab.i18n.messages import Words
from pr_metrics.tolerances import AREA_ROUNDING

MINUS = "−"
MOST_FURTHER = 3  # decimals, for parts to add up
LEAST_WHOLE = 10  # from here on, expected counts are said in whole rows


def ratio_text(ratio: float, *, bound: float | None = None, decimals: int = FEWEST_DECIMALS) -> NumberText:
    """Write a ratio with two decimals, or as many as it takes not to look like a full 1 or 0 when it is none.

    Nor does it look like the bound that is required of it, unless it is that.

    >>> ratio_text(0.875), ratio_text(0.625), ratio_text(0.9969), ratio_text(1.0), ratio_text(0.0004)
    ('0.88', '0.63', '0.997', '1.00', '0.0004')
    >>> ratio_text(395 / 494, bound=0.8), ratio_text(0.8, bound=0.8), ratio_text(0.8004, bound=0.8)
    ('0.7996', '0.80', '0.8004')
    """
    text = _told_from_the_ends(ratio, 1, decimals)
    if bound:
        beside = told_apart(ratio, bound, decimals=decimals)[0]
        return max(text, beside, key=len)
    return text


def limited_text(count: float, limit: float | None, text_of: Callable[[float], NumberText]) -> NumberText:
    """Write a count so that it does not look like the limit that it is above or below.

    >>> [limited_text(count, 50, expected_text) for count in (50.3, 50, 8.13, 50 + 1e-14)]
    ['50.3', '50', '8.1', '50']
    """
    text = text_of(count)
    if limit is None or text != text_of(limit):
        return text
    apart, of_limit = told_apart(count, limit, decimals=1)
    return text if apart == of_limit else apart


def predictive_text(ratio: float) -> NumberText:
    """Write a ratio as `ratio_text` does, or a dash where it has nothing below its line.

    >>> predictive_text(0.9969), predictive_text(float("nan"))
    ('0.997', '–')
    """
    return NumberText("–") if ratio != ratio else ratio_text(ratio)


def percent_text(share: float) -> NumberText:
    """Write a share in per cent, with as many decimals as it takes not to look like 0 or 100 when it is neither.

    >>> percent_text(0.84), percent_text(0.0021), percent_text(0.9996), percent_text(1.0)
    ('84%', '0.2%', '99.96%', '100%')
    """
    return NumberText(_told_from_the_ends(100 * share, 100, 0) + "%")


def signed_text(difference: float, decimals: int = 3) -> NumberText:
    """Write a difference with its sign, with more decimals where it would else look like none; 0 for rounding noise.

    >>> signed_text(0.45), signed_text(-0.00004), signed_text(1e-16)
    ('+0.450', '−0.00004', '0')
    """
    if abs(difference) < AREA_ROUNDING:
        return NumberText("0")
    while float(rounded_text(difference, f".{decimals}f")) == 0:
        decimals += 1
    return NumberText(rounded_text(difference, f"+.{decimals}f").replace("-", MINUS))


def size_text(difference: float, decimals: int = 3) -> NumberText:
    """Write a difference without its sign, else as `signed_text` does.

    >>> size_text(-0.45), size_text(0.00004)
    ('0.450', '0.00004')
    """
    return NumberText(signed_text(abs(difference), decimals).removeprefix("+"))


def signed_parts(total: float, parts: Sequence[float], decimals: int) -> tuple[NumberText, list[NumberText]]:
    """Write a total and its parts with their signs, with as many decimals as it takes for them to add up in print.

    What small parts that are not among them leave over is given to the largest.

    >>> signed_parts(-0.0417, [-0.0503, 0.0086], 4)
    ('−0.0417', ['−0.0503', '+0.0086'])
    >>> signed_parts(0.00376, [0.00614, -0.00238], 4)
    ('+0.00376', ['+0.00614', '−0.00238'])
    """
    for places in range(decimals, decimals + MOST_FURTHER + 1):
        whole, *rounded = (Decimal(rounded_text(one, f".{places}f")) for one in (total, *parts))
        if whole and all(rounded) and sum(rounded) == whole:
            break
    else:
        if rounded:
            largest = max(range(len(rounded)), key=lambda at: abs(rounded[at]))
            rounded[largest] += whole - sum(rounded)
    texts = [NumberText(rounded_text(float(one), f"+.{places}f").replace("-", MINUS)) for one in (whole, *rounded)]
    return texts[0], texts[1:]


def with_minus(number: float, spec: str) -> NumberText:
    """Write a number as `spec` says, with a true minus sign and none before 0.

    >>> with_minus(-0.25, ".3f"), with_minus(-0.0001, ".3f")
    ('−0.250', '0.000')
    """
    return NumberText(rounded_text(number, f"z{spec}").replace("-", MINUS))


def count_text(count: float) -> NumberText:
    """Write a count: whole where it is whole, thousands apart; weights keep two decimals, or three digits below 1.

    >>> count_text(1234567.0), count_text(2.5), count_text(0.00123456)
    ('1,234,567', '2.50', '0.00123')
    """
    if float(count).is_integer():
        return NumberText(rounded_text(count, ",.0f"))
    return NumberText(rounded_text(count, ",.2f" if abs(count) >= 1 else ".3g"))


def expected_text(count: float) -> NumberText:
    """Write an expected count: whole where it is whole or from 10 on, else with two digits that count.

    >>> expected_text(338.0), expected_text(1033.42), expected_text(9.96), expected_text(0.0834), expected_text(0.0)
    ('338', '1,033', '10', '0.083', '0')
    """
    if float(count).is_integer() or count >= LEAST_WHOLE:
        return NumberText(rounded_text(count, ",.0f"))
    return NumberText(rounded_text(count, ".2g"))


def change_of_area(before: float, after: float) -> str:
    """Whether an area is larger, smaller or the same, and whether three decimals show it: a key of the catalogue.

    >>> change_of_area(0.1, 0.55), change_of_area(0.5, 0.5), change_of_area(0.5004, 0.5001)
    ('larger', 'same', 'smaller_slightly')
    """
    if abs(after - before) < AREA_ROUNDING:
        return "same"
    change = "larger" if after > before else "smaller"
    return change if shows_in_print(before, after) else f"{change}_slightly"


def _told_from_the_ends(number: float, whole: int, decimals: int) -> NumberText:
    """Write a number with more decimals where it would else look like 0, or the whole, and is neither."""
    text = rounded_text(number, f".{decimals}f")
    while 0 < number < whole and float(text) in (0, whole) and decimals < MOST_DIGITS:
        decimals += 1
        text = rounded_text(number, f".{decimals}f")
    return NumberText(text)


def date_text(day: date, words: Words) -> str:
    """Write a date.

    >>> from pr_curve_lab.i18n.messages import words_in
    >>> date_text(date(2026, 3, 1), words_in("en")), date_text(date(2026, 3, 1), words_in("zh"))
    ('1 March 2026', '2026 年 3 月 1 日')
    """
    return words.say("report.date", day=day.day, month=words.say(f"report.month.{day.month}"), year=day.year)


def rounded_to(decimals: int | None, words: Words) -> str:
    """The rounding of scores, in words; `None` is nothing.

    >>> from pr_curve_lab.i18n.messages import words_in
    >>> rounded_to(2, words_in("en")), rounded_to(-1, words_in("en"))
    ('2 decimals', 'multiples of 10')
    """
    if decimals is None:
        return words.say("areas.as_they_are")
    if decimals == 0:
        return words.say("areas.whole_numbers")
    if decimals < 0:
        return words.say("areas.multiples", step=10**-decimals)
    return words.say("areas.decimals", count=decimals)
