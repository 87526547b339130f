"""The band where the whole curve may truly lie, for points that have one."""

from __future__ import annotations

from typing import Literal

from pr_app.analysis.deployment import Deployment
from pr_metrics import CurveBand, curve_band

NoBand = Literal["moved", "weights"]


def whole_band(used: Deployment, *, weighted: bool) -> CurveBand | NoBand:
    """The band at 95 %, or why there is none: the class balance is moved, or rows are weighed, so that none is drawn.

    >>> from pr_app.analysis.deployment import deployment
    >>> from pr_metrics import OperatingPoints
    >>> points = OperatingPoints.from_counts([2, 1], [1, 1], [0, 2])
    >>> whole_band(deployment(points), weighted=False).level
    0.95
    >>> whole_band(deployment(points, prevalence=0.1), weighted=False), whole_band(deployment(points), weighted=True)
    ('moved', 'weights')
    """
    if used.moved:
        return "moved"
    if weighted:
        return "weights"
    try:
        return curve_band(used.own)
    except ValueError:  # the counts are no rows, whatever they come from
        return "weights"
