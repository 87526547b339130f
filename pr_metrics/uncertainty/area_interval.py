"""The default interval of a step area: which of two ways has room for what is not known."""

from __future__ import annotations

from statistics import NormalDist
from typing import Literal

from pr_metrics.given_points import of_points
from pr_metrics.inputs import inner_fraction
from pr_metrics.interpolate import step_sum
from pr_metrics.points import OperatingPoints
from pr_metrics.tolerances import AREA_ROUNDING
from pr_metrics.uncertainty.influence import area_standard_error
from pr_metrics.uncertainty.intervals import Interval, logit_interval, on_logit_scale
from pr_metrics.whole_rows import check_rows

FEW_POSITIVES = 50  # below, the spread that rows show is itself too uncertain: see docs/benchmarks.md

Method = Literal["logit", "influence"]


@of_points
def area_interval(points: OperatingPoints, *, level: float = 0.95) -> Interval:
    """Interval of the step area: below 50 positives from their number alone, from there on from all rows.

    Few positives: `logit_interval`, which is too wide rather than too narrow. Else s(m - t) ... s(m + t) with
    m = ln(A / (1 - A)), t = z * `area_standard_error` / (A * (1 - A)) and s(x) = 1 / (1 + exp(-x)): inside [0, 1], the
    area inside. Where no row shows any spread (no mistake in the ranking, one score for all, one negative) it is by
    number too, 0 ... 1 at A = 1. nan without positives.
    level: strictly between 0 and 1.
    Source: Boyd, Eng & Page (2013), doi 10.1007/978-3-642-40994-3_29; area_standard_error.

    Raises
    ------
    ValueError: weights that are not whole numbers of rows; points moved to another class balance; a level not between 0
        and 1.

    >>> one, many = (OperatingPoints.from_counts([3, 2, 1], [8 * n, 4 * n, 2 * n], [n, 5 * n, 9 * n]) for n in (1, 10))
    >>> [(round(found.low, 2), round(found.high, 2)) for found in (area_interval(one), area_interval(many))]
    [(0.49, 0.92), (0.71, 0.82)]
    """
    check_rows("area_interval", points)
    share, error = inner_fraction("level", level), area_standard_error(points)
    area = step_sum(points)
    if _method(points, error) == "logit":
        return logit_interval(area, max(1, round(points.positives)), share)
    return on_logit_scale(area, -NormalDist().inv_cdf((1 - share) / 2) * error / (area * (1 - area)), share)


@of_points
def interval_method(points: OperatingPoints) -> Method:
    """The way that `area_interval` takes for these points: "logit" or "influence", for whoever prints its name.

    Source: area_interval.

    Raises
    ------
    ValueError: as `area_interval`.

    >>> one, many = (OperatingPoints.from_counts([3, 2, 1], [8 * n, 4 * n, 2 * n], [n, 5 * n, 9 * n]) for n in (1, 10))
    >>> interval_method(one), interval_method(many)
    ('logit', 'influence')
    """
    check_rows("interval_method", points)
    return _method(points, area_standard_error(points))


def _method(points: OperatingPoints, error: float) -> Method:
    known = error > AREA_ROUNDING  # not where it is nan
    return "influence" if known and points.positives >= FEW_POSITIVES else "logit"
