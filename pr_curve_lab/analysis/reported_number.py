"""A reported number as it was typed, and whether an area agrees with it to the digits typed.

A number copied from a paper has three or four digits, rounded half up, half to even, or truncated. Fractions are used
so that no digit is lost.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from pr_curve_lab.analysis.formatting import NumberText, decimals_for_tolerance
from pr_curve_lab.io.notices import Notice
from pr_metrics.tolerances import AREA_ROUNDING

AreaMatch = Literal["rounded", "cut_off"]

NUMBER_PATTERN = re.compile(r"([+-]?)(\d*)(?:[.,](\d*))?(?:[eE]([+-]?\d{1,3}))?\s*(%?)", re.ASCII)
# Full-width spaces, digits and signs, as Chinese keyboards type them.
FULL_WIDTH = {0x3000: 0x20, **{code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}}
MAX_DECIMALS = 15
MAX_SHOWN = 60  # characters of a text that is no number
MAX_UNIT = Fraction(1, 10)  # 0 and 1 without decimals mean 0.0 and 1.0, and do not match every area


@dataclass(frozen=True, slots=True)
class ReportedNumber:
    """A number between 0 and 1 that somebody reports, the unit of its last digit, and the tool that it comes from."""

    value: Fraction
    unit: Fraction  # of the last digit
    as_percent: bool = field(default=False, compare=False)  # whether it was above 1 without a percent sign
    tool: str = ""  # key of the tool; "" if none is named

    @property
    def step(self) -> Fraction:
        """The distance to the next number with as many digits; at most 0.1, also for 0 and 1 without decimals.

        >>> parse_number("1").step, parse_number("0.75").step
        (Fraction(1, 10), Fraction(1, 100))
        """
        return min(self.unit, MAX_UNIT)

    @property
    def text(self) -> NumberText:
        """The number without a percent sign, with the digits typed, as far as float64 has them.

        >>> parse_number("73.40 %").text
        '0.7340'
        """
        decimals = 0
        while decimals < MAX_DECIMALS and self.unit * 10**decimals < 1:
            decimals += 1
        return NumberText(f"{float(self.value):.{decimals}f}")


def parse_number(text: str, tool: str = "") -> ReportedNumber | Notice:
    """Parse a number with a decimal point or comma, with or without a percent sign; above 1 it is a percentage.

    tool: key of the tool that it comes from, if one is named.

    >>> parse_number(" 73.4 %") == parse_number("73,4")
    True
    >>> parse_number(".734").unit
    Fraction(1, 1000)
    >>> parse_number("high")
    Notice('published_no_number', text='high')
    """
    read = read_digits(text)
    if read is None:
        return Notice("published_no_number", text=text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…")
    number, unit, percent = read
    as_percent = number > 1 and not percent
    if percent or as_percent:
        number, unit = number / 100, unit / 100
    if not 0 <= number <= 1:
        return Notice("published_no_area", text=text)
    return ReportedNumber(number, unit, as_percent, tool)


def read_digits(text: str) -> tuple[Fraction, Fraction, str] | None:
    """Return a number, the unit of its last digit, and its percent sign or ""; None if the text is no number.

    >>> read_digits("1.01"), read_digits("1e-9999")
    ((Fraction(101, 100), Fraction(1, 100), ''), None)
    """
    read = NUMBER_PATTERN.fullmatch(text.translate(FULL_WIDTH).strip())
    if read is None or not (read[2] or read[3]):
        return None
    sign, whole, decimals, exponent, percent = (part or "" for part in read.groups())
    unit = Fraction(10) ** (int(exponent or "0") - len(decimals))
    return int(f"{sign}{whole}{decimals}") * unit, unit, percent


def match_area(number: ReportedNumber, area: float, *, tolerance: float = AREA_ROUNDING) -> AreaMatch | None:
    """Return how an area becomes the reported number: "rounded", "cut_off" if only truncation gives it, or None.

    tolerance: the error that the area may have, in favor of rounding. It is used if it is small compared with the last
    digit, or so large that it leaves that digit open. In between it is not, so that a tool with four decimals has
    to match them.

    >>> [match_area(parse_number("0.734"), area) for area in (0.7336, 0.7349, 0.7354)]
    ['rounded', 'cut_off', None]
    """
    slack = _number_tolerance(number, tolerance)
    written = Fraction(repr(float(area)))  # 0.12, which in binary is slightly less
    low, high = written - slack, written + slack
    half = number.step / 2
    even = (number.value / number.step) % 2 == 0
    below = low <= number.value + half if even else low < number.value + half
    if below and high >= number.value - half:
        return "rounded"
    if number.value <= high and written < number.value + number.step:
        return "cut_off"
    return None


def is_round_up(number: ReportedNumber, area: float) -> bool:
    """Whether an area becomes the reported number only if its last digit is always rounded up.

    >>> [is_round_up(parse_number("0.734"), area) for area in (0.7332, 0.7338, 0.7329)]
    [True, False, False]
    """
    written = Fraction(repr(float(area)))
    return match_area(number, area) is None and number.value - number.step < written < number.value


def _number_tolerance(number: ReportedNumber, tolerance: float) -> Fraction:
    """Return the tolerance if it is small beside the last digit or leaves typed digits open, else that of areas."""
    exact = Fraction(repr(tolerance))
    finest = Fraction(1, 10 ** decimals_for_tolerance(tolerance))
    return exact if exact <= number.unit / 10 or number.unit < finest else Fraction(AREA_ROUNDING)
