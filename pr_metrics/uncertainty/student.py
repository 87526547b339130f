"""Student's t in normal terms: what a difference is worth whose spread was estimated from few rows.

Wallace's transformation turns t with so many degrees of freedom into a normal deviate. From 9 degrees on p-values of
0.001 and above are within 3 % of the exact ones; there is no closed form, and NumPy has none.
Source: Wallace (1959), doi 10.1214/aoms/1177706092.
"""

from __future__ import annotations

import math
from statistics import NormalDist


def two_sided_p(t: float, degrees: float) -> float:
    """Probability of a deviate as far from 0 as t, or farther.

    erfc(z / sqrt(2)) with z = (8 f + 1) / (8 f + 3) * sqrt(f * ln(1 + t^2 / f)), f the degrees of freedom, above 0.

    >>> round(two_sided_p(2.262, 9), 4)
    0.0501
    """
    z = _shrink(degrees) * math.sqrt(degrees * math.log1p(t * t / degrees))
    return math.erfc(z / math.sqrt(2))


def reach(level: float, degrees: float) -> float:
    """How far from 0 on both sides a share `level` of the deviates lies: what `two_sided_p` turns into 1 - level.

    >>> round(reach(0.95, 9), 2), round(reach(0.95, 1e9), 2)
    (2.26, 1.96)
    """
    z = -NormalDist().inv_cdf((1 - level) / 2) / _shrink(degrees)
    return math.sqrt(degrees * math.expm1(z * z / degrees))


def lower_p(t: float, degrees: float) -> float:
    """Probability of a deviate as low as t, or lower.

    >>> round(lower_p(-1.833, 9), 3), round(lower_p(1.833, 9), 3)
    (0.05, 0.95)
    """
    beyond = two_sided_p(t, degrees) / 2
    return beyond if t < 0 else 1 - beyond


def quantile(share: float, degrees: float) -> float:
    """The deviate that a share of all does not exceed.

    >>> round(quantile(0.95, 9), 2), round(quantile(0.2, 9), 2)
    (1.83, -0.88)
    """
    return math.copysign(reach(abs(2 * share - 1), degrees), share - 0.5)


def _shrink(degrees: float) -> float:
    return (8 * degrees + 1) / (8 * degrees + 3)
