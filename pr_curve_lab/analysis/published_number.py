"""A published number as it was typed, and whether an area agrees with it to the digits typed.

Whoever copies a number from a paper has three or four digits of it, rounded half up, half to even, or cut off. The
arithmetic is in fractions, so that no digit is lost on the way.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from pr_curve_lab.analysis.formatting import NumberText, decimals_within
from pr_curve_lab.io.limits import Problem
from pr_metrics.tolerances import AREA_ROUNDING

Agreement = Literal["rounded", "cut_off"]

NUMBER = re.compile(r"([+-]?)(\d*)(?:[.,](\d*))?(?:[eE]([+-]?\d{1,3}))?\s*(%?)", re.ASCII)
# As Chinese keyboards type blanks, digits and signs.
FULL_WIDTH = {0x3000: 0x20, **{code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}}
MOST_DECIMALS = 15
COARSEST = Fraction(1, 10)  # unit: 0 and 1 without a decimal are 0.0 and 1.0, and not every area


@dataclass(frozen=True, slots=True)
class Published:
    """A number between 0 and 1, and how much its last digit stands for."""

    number: Fraction
    unit: Fraction  # of the last digit
    as_percent: bool = field(default=False, compare=False)  # it was above 1 and had no percent sign

    @property
    def step(self) -> Fraction:
        """Between this number and the next of as many digits; of 0 and 1 without a decimal not 1.

        >>> read_published("1").step, read_published("0.75").step
        (Fraction(1, 10), Fraction(1, 100))
        """
        return min(self.unit, COARSEST)

    @property
    def text(self) -> NumberText:
        """The number without percent sign, with the digits that were typed, as far as float64 has them.

        >>> read_published("73.40 %").text
        '0.7340'
        """
        decimals = 0
        while decimals < MOST_DECIMALS and self.unit * 10**decimals < 1:
            decimals += 1
        return NumberText(f"{float(self.number):.{decimals}f}")


def read_published(text: str) -> Published | Problem:
    """Read a number, with a point or a comma, with or without a percent sign; above 1 it is a percentage.

    >>> read_published(" 73.4 %") == read_published("73,4")
    True
    >>> read_published(".734").unit
    Fraction(1, 1000)
    >>> read_published("high")
    Problem('published_no_number', text='high')
    """
    read = NUMBER.fullmatch(text.translate(FULL_WIDTH).strip())
    if read is None or not (read[2] or read[3]):
        return Problem("published_no_number", text=text)
    sign, whole, decimals, exponent, percent = (part or "" for part in read.groups())
    unit = Fraction(10) ** (int(exponent or "0") - len(decimals))
    number = int(f"{sign}{whole}{decimals}") * unit
    as_percent = number > 1 and not percent
    if percent or as_percent:
        number, unit = number / 100, unit / 100
    if not 0 <= number <= 1:
        return Problem("published_no_area", text=text)
    return Published(number, unit, as_percent)


def agreement(published: Published, area: float, *, tolerance: float = AREA_ROUNDING) -> Agreement | None:
    """How an area becomes the published number: by rounding, only by cutting off its further digits, or not at all.

    tolerance: what the area may be off by, in favour of rounding. It is used where it is small beside the last digit,
    or leaves that digit open; in between it is not, so that a tool that prints four decimals is held to them.

    >>> [agreement(read_published("0.734"), area) for area in (0.7336, 0.7349, 0.7354)]
    ['rounded', 'cut_off', None]
    """
    slack = _slack(published, tolerance)
    written = Fraction(repr(float(area)))  # 0.12, which in binary is a hair less
    low, high = written - slack, written + slack
    half = published.step / 2
    even = (published.number / published.step) % 2 == 0
    below = low <= published.number + half if even else low < published.number + half
    if below and high >= published.number - half:
        return "rounded"
    if published.number <= high and written < published.number + published.step:
        return "cut_off"
    return None


def is_rounded_up(published: Published, area: float) -> bool:
    """Whether an area becomes the published number only where its last digit is rounded up, whatever follows.

    >>> [is_rounded_up(read_published("0.734"), area) for area in (0.7332, 0.7338, 0.7329)]
    [True, False, False]
    """
    written = Fraction(repr(float(area)))
    return agreement(published, area) is None and published.number - published.step < written < published.number


def _slack(published: Published, tolerance: float) -> Fraction:
    """The tolerance where it is small beside the last digit, or where digits were typed that it leaves open."""
    exact = Fraction(repr(tolerance))
    finest = Fraction(1, 10 ** decimals_within(tolerance))
    return exact if exact <= published.unit / 10 or published.unit < finest else Fraction(AREA_ROUNDING)
