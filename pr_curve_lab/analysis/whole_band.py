"""The band where the whole curve may truly lie, for points that have one."""

from __future__ import annotations

from typing import Literal

from pr_curve_lab.analysis.deployment import Deployment
from pr_curve_lab.reading.cases.cases import Cases
from pr_metrics import CurveBand, curve_band, curve_band_of_rows

NoBand = Literal["moved", "weights"]


def whole_band(used: Deployment, cases: Cases) -> CurveBand | NoBand:
    """The band at 95 %, or why there is none: the class balance is moved, or rows are weighed, so that none is drawn.

    Rows of a person, an image or a query are kept together where intervals do so.

    >>> from pr_curve_lab.analysis.deployment import deployment
    >>> from pr_curve_lab.reading.examples import example_cases
    >>> ten = example_cases("ten_rows")
    >>> whole_band(deployment(ten.points), ten).level
    0.95
    >>> whole_band(deployment(ten.points, prevalence=0.1), ten)
    'moved'
    """
    if used.moved:
        return "moved"
    if cases.groups_together is not None:
        rows = cases.positive, cases.score
        return curve_band_of_rows(*rows, sample_weight=cases.weight, groups=cases.groups_together)
    if cases.is_weighted:
        return "weights"
    try:
        return curve_band(used.own)
    except ValueError:  # the counts are no rows, whatever they come from
        return "weights"
