"""What three decimals of an area show: which areas look alike in print, and which differences vanish there.

Sentences print areas with three decimals, so what they say of two areas must hold for what the reader sees.
"""

from __future__ import annotations

from collections.abc import Iterable

from pr_app.analysis.rounding import rounded_text

PRINTED_DECIMALS = 3
VANISHING = 0.5 * 10**-PRINTED_DECIMALS  # area; a smaller difference is printed as 0.000


def printed_alike(one: float, other: float) -> bool:
    """Whether two areas are the same number in print.

    >>> printed_alike(0.7346, 0.7349), printed_alike(0.7344, 0.7346)
    (True, False)
    """
    return _printed(one) == _printed(other)


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


def _printed(area: float) -> str:
    return rounded_text(area, f".{PRINTED_DECIMALS}f")
