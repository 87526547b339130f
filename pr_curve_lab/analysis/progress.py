"""How far work on many samples is, and how long it will take."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[float], None]  # told the share done, 0 to 1; raises where the work is to end

SECONDS_TO_DRAW, SECONDS_TO_DRAW_A_ROW = 30e-6, 60e-9  # a sample of a bootstrap or a permutation test
SECONDS_OF_AN_AREA, SECONDS_OF_A_POINT = 4e-6, 18e-9  # of each sample; as measured up to thousands of points


def predicted_seconds(samples: int, points: int, *, areas: int = 1) -> float:
    """How long a bootstrap or a permutation test of so many samples will take, roughly.

    areas: how many are computed of each sample, of several models or by several schemes.

    >>> predicted_seconds(1000, 500) < 0.1 < predicted_seconds(1000, 10_000)
    True
    """
    drawing = SECONDS_TO_DRAW + SECONDS_TO_DRAW_A_ROW * points
    return samples * (drawing + areas * (SECONDS_OF_AN_AREA + SECONDS_OF_A_POINT * points))
