"""Confidence intervals of an area, and of fractions of rows.

The logit interval needs no rows: the area and the number of positives are enough.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from pr_metrics.validation import FloatArray, area_or_nan, check_integer, inner_fraction


@dataclass(frozen=True, slots=True)
class Interval:
    """Confidence interval of an area, or of a difference of two areas.

    Attributes
    ----------
    lower : float
        Lower end, an area without unit; ``nan`` where undefined.
    upper : float
        Upper end, an area without unit; ``nan`` where undefined.
    confidence_level : float
        Probability with which the interval is expected to hold the true value, approximately; strictly between 0 and 1.

    Examples
    --------
    >>> logit_interval(1.0, 10)
    Interval(lower=0.0, upper=1.0, confidence_level=0.95)
    """

    lower: float
    upper: float
    confidence_level: float


def logit_interval(area: float, positives: int, confidence_level: float = 0.95) -> Interval:
    """Compute the confidence interval of an area from the area and the number of positives alone.

    The interval is s(m - z*t) ... s(m + z*t), with m = ln(A/(1-A)), t = 1/sqrt(P * A * (1-A)), s(x) = 1/(1 + exp(-x))
    and z the quantile of the normal distribution for `confidence_level`. It is asymmetric, lies inside [0, 1], contains
    the area, and is wide when positives are few. At A = 0 and A = 1 it is the limit of the formula, 0 ... 1, because t
    grows faster than m; the interval then gives no information.

    Parameters
    ----------
    area : float
        Area A in [0, 1], or ``nan``.
    positives : int
        Number P of positive rows, at least 1; not a sum of weights.
    confidence_level : float, default 0.95
        Nominal coverage of the interval, strictly between 0 and 1.

    Returns
    -------
    Interval
        Interval inside [0, 1] that contains the area; ``nan`` for an undefined area.

    Raises
    ------
    ValueError
        `area` is not in [0, 1], `positives` is not a whole number of at least 1, or `confidence_level` is not strictly
        between 0 and 1.

    References
    ----------
    .. [1] Boyd, Eng & Page (2013), doi 10.1007/978-3-642-40994-3_29.

    Examples
    --------
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


def wilson_interval(
    fraction: FloatArray, count: FloatArray, confidence_level: float = 0.95
) -> tuple[FloatArray, FloatArray]:
    """Compute Wilson's confidence intervals of fractions of independent rows.

    The ends are (f + z^2/2n +- z * sqrt(f * (1-f) / n + z^2/4n^2)) / (1 + z^2/n) for a fraction f of n rows, with z the
    quantile of the normal distribution for `confidence_level`. They are inside [0, 1], and do not shrink to a point at
    f = 0 or f = 1.

    Parameters
    ----------
    fraction : ndarray of shape (n_fractions,)
        Fractions in [0, 1]; ``nan`` where undefined.
    count : ndarray of shape (n_fractions,)
        Number of rows of each fraction, or the effective number of weighted rows; above 0.
    confidence_level : float, default 0.95
        Nominal coverage of each interval, strictly between 0 and 1.

    Returns
    -------
    tuple of ndarray of shape (n_fractions,)
        Lower and upper ends, which contain the fractions; ``nan`` where the fraction is.

    References
    ----------
    .. [1] Wilson (1927), doi 10.1080/01621459.1927.10502953.

    Examples
    --------
    >>> lower, upper = wilson_interval(np.array([0.2, 0.0]), np.array([10.0, 10.0]))
    >>> lower.round(3).tolist(), upper.round(3).tolist()
    ([0.057, 0.0], [0.51, 0.278])
    """
    z = -NormalDist().inv_cdf((1 - confidence_level) / 2)  # the lower tail keeps its digits when the level is near 1
    middle = fraction + z**2 / (2 * count)
    half = z * np.sqrt(fraction * (1 - fraction) / count + z**2 / (4 * count**2))
    lower, upper = ((middle + side * half) / (1 + z**2 / count) for side in (-1, 1))
    return np.clip(lower, 0.0, fraction), np.clip(upper, fraction, 1.0)  # rounding could leave them by an ulp


def interval_from_logit(area: float, lower_distance: float, upper_distance: float, confidence_level: float) -> Interval:
    """Compute an interval that is given by distances on the scale of log odds.

    Parameters
    ----------
    area : float
        Area, strictly between 0 and 1.
    lower_distance : float
        Distance from the log odds of the area down to the lower end.
    upper_distance : float
        Distance from the log odds of the area up to the upper end.
    confidence_level : float
        Nominal coverage of the interval, strictly between 0 and 1.

    Returns
    -------
    Interval
        Interval inside [0, 1] that contains the area.

    Examples
    --------
    >>> interval_from_logit(0.5, 0.0, 0.0, 0.95)
    Interval(lower=0.5, upper=0.5, confidence_level=0.95)
    """
    middle = logit(area)
    return Interval(expit(middle - lower_distance), expit(middle + upper_distance), confidence_level)


def logit(probability: float) -> float:
    """Compute the log odds.

    Parameters
    ----------
    probability : float
        Probability in [0, 1].

    Returns
    -------
    float
        Log odds: -inf for 0 and inf for 1.

    Examples
    --------
    >>> logit(0.5), logit(0.0), logit(1.0)
    (0.0, -inf, inf)
    """
    if probability in (0, 1):
        return math.inf if probability else -math.inf
    return math.log(probability) - math.log1p(-probability)


def expit(x: float) -> float:
    """Compute the probability of log odds.

    Parameters
    ----------
    x : float
        Log odds.

    Returns
    -------
    float
        Probability in [0, 1].

    Examples
    --------
    >>> expit(0.0), expit(-1000.0)
    (0.5, 0.0)
    """
    small = math.exp(-abs(x))  # never overflows
    return 1 / (1 + small) if x >= 0 else small / (1 + small)
