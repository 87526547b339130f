"""How sure an area is: intervals around it.

The logit interval needs no rows: the area and the number of positives are enough.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

from pr_metrics.validation import area_or_nan, check_integer, inner_fraction


@dataclass(frozen=True, slots=True)
class Interval:
    """An interval in which an area is expected to lie, with a probability of about `level`."""

    lower: float
    upper: float
    confidence_level: float


def logit_interval(area: float, positives: int, confidence_level: float = 0.95) -> Interval:
    """Interval from the area and the number of positives alone: wide when positives are few.

    s(m - z*t) ... s(m + z*t), with m = ln(A/(1-A)), t = 1/sqrt(P * A * (1-A)), s(x) = 1/(1 + exp(-x)) and z the
    quantile of the normal distribution for `confidence_level`. Inside [0, 1] and asymmetric, with the area inside. At A = 0 and
    A = 1 it is the formula's limit, 0 ... 1: t grows faster than m, and the interval says nothing. nan for an
    undefined area. positives: rows, not weights. confidence_level: strictly between 0 and 1.
    Source: Boyd, Eng & Page (2013), doi 10.1007/978-3-642-40994-3_29.

    Raises
    ------
    ValueError: the area is not in [0, 1]; the positives are not a whole number of at least 1; the level is not
        strictly between 0 and 1.

    >>> interval = logit_interval(0.7265, 10)
    >>> round(interval.lower, 3), round(interval.upper, 3)
    (0.398, 0.914)
    >>> logit_interval(1.0, 10)
    Interval(lower=0.0, upper=1.0, confidence_level=0.95)
    """
    theta = area_or_nan(area)
    count = check_integer("positives", positives, min_value=1)
    share = inner_fraction("confidence_level", confidence_level)
    if theta in (0.0, 1.0):
        return Interval(0.0, 1.0, share)
    z = -NormalDist().inv_cdf((1 - share) / 2)  # the lower tail keeps its digits when the level is near 1
    far = z / math.sqrt(count * theta * (1 - theta))
    return interval_from_logit(theta, far, far, share)


def interval_from_logit(area: float, lower_distance: float, upper_distance: float, confidence_level: float) -> Interval:
    """Interval that reaches so far to both sides of an area's log odds; the area lies strictly between 0 and 1.

    >>> interval_from_logit(0.5, 0.0, 0.0, 0.95)
    Interval(lower=0.5, upper=0.5, confidence_level=0.95)
    """
    middle = math.log(area) - math.log1p(-area)
    return Interval(_expit(middle - lower_distance), _expit(middle + upper_distance), confidence_level)


def _expit(x: float) -> float:
    small = math.exp(-abs(x))  # never overflows
    return 1 / (1 + small) if x >= 0 else small / (1 + small)
