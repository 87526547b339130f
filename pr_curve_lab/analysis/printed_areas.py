"""What three decimals of an area show: which areas look alike in print, and which differences vanish there.

Sentences print areas with three decimals, so what they say of two areas must hold for what the reader sees.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from pr_curve_lab.analysis.number_texts import NumberText
from pr_curve_lab.analysis.rounding import rounded_text
from pr_metrics.tolerances import AREA_ROUNDING

PRINTED_DECIMALS = 3
MOST_DECIMALS = 9  # where two areas differ by less, rounding may have done it
VANISHING = 0.5 * 10**-PRINTED_DECIMALS  # area; a smaller difference is printed as 0.000


def printed_alike(one: float, other: float) -> bool:
    """Whether two areas are the same number in print.

    >>> printed_alike(0.7346, 0.7349), printed_alike(0.7344, 0.7346)
    (True, False)
    """
    return _printed(one) == _printed(other)


def all_alike(areas: np.ndarray) -> bool:
    """Whether all areas that are none of nan are the same number in print; some must be.

    >>> all_alike(np.array([0.7346, np.nan, 0.7349])), all_alike(np.array([0.7344, 0.7346]))
    (True, False)
    """
    return printed_alike(float(np.nanmin(areas)), float(np.nanmax(areas)))


def told_apart(one: float, other: float, *, decimals: int = PRINTED_DECIMALS) -> tuple[NumberText, NumberText]:
    """Two numbers in print, with as many more decimals as it takes to see that they differ, where they do.

    >>> told_apart(0.7344, 0.7346), told_apart(0.73451, 0.73449), told_apart(0.5, 0.5)
    (('0.734', '0.735'), ('0.735', '0.734'), ('0.500', '0.500'))
    """
    texts = _both(one, other, decimals)
    while texts[0] == texts[1] and abs(one - other) >= AREA_ROUNDING and decimals < MOST_DECIMALS:
        decimals += 1
        texts = _both(one, other, decimals)
    return texts


def different_in_print(areas: Iterable[float]) -> int:
    """How many different numbers some areas are in print.

    >>> different_in_print([0.7346, 0.7349, 0.8])
    2
    """
    return len({_printed(area) for area in areas})


def shows_in_print(before: float, after: float) -> bool:
    """Whether a reader sees that an area changed: as two numbers, and as the difference that is printed.

    >>> shows_in_print(0.5, 0.501), shows_in_print(0.5004, 0.5006), shows_in_print(0.5001, 0.5004)
    (True, False, False)
    """
    return abs(after - before) >= VANISHING and not printed_alike(before, after)


def _both(one: float, other: float, decimals: int) -> tuple[NumberText, NumberText]:
    return NumberText(rounded_text(one, f".{decimals}f")), NumberText(rounded_text(other, f".{decimals}f"))


def _printed(area: float) -> str:
    return rounded_text(area, f".{PRINTED_DECIMALS}f")
