"""Scores as whole numbers in the same order, so that a score and a label, or a row number, fit into one sortable key.

The 64 bits of a float64 that is not negative, read as an integer, are in the order of the floats: the exponent stands
above the fraction. Negative floats carry a sign bit and count away from zero, so they are mirrored: with M = -2**63,
which is the integer of the bits of -0.0, `M - bits` is 0 for -0.0 and falls from there. While |score| < 2 the topmost
bit of the exponent is 0, so the integer stays below 2**62 and one bit is left to be shifted into.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pr_metrics.blocks import blocks
from pr_metrics.inputs import FloatArray

Integers = NDArray[np.int64]

MIRROR = np.int64(-(2**63))


def power_to_fit(score: FloatArray, within: tuple[float, float]) -> float | None:
    """The power of two that brings scores within two bounds below 2 in size without rounding any; None if none does.

    1 where all are there already. Scaling by a power of two rounds only what leaves float64's normal range below.

    >>> power_to_fit(np.array([0.5, 1.9]), (0, 1.9)), power_to_fit(np.array([-5.0, 3]), (-5, 3))
    (1.0, 0.25)
    >>> power_to_fit(np.array([1e300, 5e-324]), (0, 1e300)) is None
    True
    """
    largest = max(-within[0], within[1])
    if largest < 2:
        return 1.0
    _, exponent = np.frexp(largest)  # largest < 2**exponent
    power = float(np.ldexp(1.0, 1 - int(exponent)))
    for block in blocks(0, score.size):
        if not bool((score[block] * power / power == score[block]).all()):
            return None
    return power


def to_ordered_integers(score: FloatArray, power: float, out: Integers) -> None:
    """Write the integers of the scores into `out`; -0.0 and 0.0 both give 0.

    >>> out = np.empty(4, dtype=np.int64)
    >>> to_ordered_integers(np.array([-1.0, -0.0, 0.0, 1.0]), 1.0, out)
    >>> out.tolist() == [-out[3], 0, 0, out[3]]
    True
    """
    np.multiply(score, power, out=out.view(np.float64))
    if score.min() <= 0:  # <= for the sake of -0.0
        np.subtract(MIRROR, out, out=out, where=out < 0)


def to_scores(integers: Integers, power: float) -> None:
    """Turn the integers back into the bits of their scores, in place.

    >>> integers = np.empty(2, dtype=np.int64)
    >>> to_ordered_integers(np.array([-3.5, 0.25]), 0.5, integers)
    >>> to_scores(integers, 0.5)
    >>> integers.view(np.float64).tolist()
    [-3.5, 0.25]
    """
    if integers.min() < 0:
        np.subtract(MIRROR, integers, out=integers, where=integers < 0)
    if power != 1:
        score = integers.view(np.float64)
        np.divide(score, power, out=score)
