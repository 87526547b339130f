"""The 95 % interval beside an area: one for these rows and this scheme, wherever the area is printed.

A step area has `area_interval`: by the number of positives where these are few, else by the influence of rows. Areas of
other schemes have the one by number, as have rows with weights: a weight of 3 is not three rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pr_metrics import Interval, OperatingPoints, area_interval, interval_method, logit_interval
from pr_metrics.uncertainty.area_interval import Method

FEW_POSITIVES = 50  # below, the interval by number is printed, which is rather too wide

OF_INFLUENCE = "step"  # the scheme whose influence is known

Reason = Literal["enough", "few", "scheme", "weights", "spread", "compared"]


@dataclass(frozen=True, slots=True)
class AreaInterval:
    """An interval, and why it was found in its way and no other."""

    found: Interval
    reason: Reason

    @property
    def method(self) -> Method:
        """The way, which the words about it name."""
        return "influence" if self.reason == "enough" else "logit"


def interval_beside(
    scheme: str, area: float, positives: int, by_influence: Interval | None, *, weighted: bool
) -> AreaInterval:
    """The interval beside an area of rows with so many positives, whose `influence_interval` is at hand.

    >>> beside = interval_beside("step", 0.7265, 10, None, weighted=False)
    >>> beside.method, beside.reason, round(beside.found.low, 3)
    ('logit', 'few', 0.398)
    """
    if scheme == OF_INFLUENCE and by_influence is not None:
        return AreaInterval(by_influence, "enough")
    few, other = positives < FEW_POSITIVES, scheme != OF_INFLUENCE
    reason: Reason = "weights" if weighted else "few" if few else "scheme" if other else "spread"
    return AreaInterval(logit_interval(area, positives), reason)


def influence_interval(points: OperatingPoints, *, weighted: bool) -> Interval | None:
    """The interval of the step area by the influence of rows; None where there is none, or too few rows for it.

    >>> from pr_app.reading.examples import example_cases
    >>> influence_interval(example_cases("ten_rows").points, weighted=False) is None
    True
    """
    if weighted or points.positives < FEW_POSITIVES or points.positives % 1:
        return None
    return area_interval(points) if interval_method(points) == "influence" else None
