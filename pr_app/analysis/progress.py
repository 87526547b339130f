"""How far work on many samples is, and how long it will take."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[float], None]  # told the share done, 0 to 1; raises where the work is to end

SECONDS_A_SAMPLE = 60e-6  # of a bootstrap or a permutation test, whatever the number of points
SECONDS_A_POINT = 40e-9  # of each sample; schemes differ by a factor of two to either side


def predicted_seconds(samples: int, points: int) -> float:
    """How long a bootstrap or a permutation test of so many samples will take, roughly.

    >>> predicted_seconds(1000, 500) < 0.15 < predicted_seconds(1000, 10_000)
    True
    """
    return samples * (SECONDS_A_SAMPLE + SECONDS_A_POINT * points)
