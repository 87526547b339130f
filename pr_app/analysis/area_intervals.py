"""The 95 % interval beside an area: one for these rows and this scheme, wherever the area is printed.

A step area has `area_interval`: by the number of positives where these are few, else by the influence of rows. Areas of
other schemes have the one by number, as have rows with weights: a weight of 3 is not three rows. Where rows came in
persons, images or queries that are kept together, all have `area_interval_of_rows` with these as groups.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from pr_app.reading.cases.binary_tasks import BinaryTasks
from pr_app.reading.cases.cases import Cases
from pr_app.reading.cases.clusters import Clusters
from pr_metrics import (
    Interval,
    OperatingPoints,
    area_interval,
    area_interval_of_rows,
    average_precision,
    interval_method,
    logit_interval,
)

FEW_POSITIVES = 50  # below, the interval by number is printed, which is rather too wide

OF_INFLUENCE = "step"  # the scheme whose influence is known

Reason = Literal["enough", "few", "scheme", "weights", "spread", "compared", "clusters"]
Method = Literal["logit", "influence", "groups"]


@dataclass(frozen=True, slots=True)
class AreaInterval:
    """An interval, and why it was found in its way and no other."""

    found: Interval
    reason: Reason

    @property
    def method(self) -> Method:
        """The way, which the words about it name."""
        return "influence" if self.reason == "enough" else "groups" if self.reason == "clusters" else "logit"


@dataclass(frozen=True, slots=True, weakref_slot=True)
class ClusterInterval:
    """The interval of a step area of rows that came in clusters, and which these are."""

    area: float
    found: Interval
    column: str
    count: int

    def beside(self, area: float) -> Interval:
        """That of another area of the same rows: as far from it in log odds as this one from the step area.

        Which rows came in decides how an area varies, and hardly how their points are joined: of 300 samples of 40
        persons with 25 rows it held the areas of six other schemes in 92 to 96 %, as that of steps did in 93 to 94 %,
        also of scores with five or eleven values.
        """
        if not 0 < self.area < 1:
            return self.found
        if not 0 < area < 1:
            return logit_interval(area, self.count)
        low, high = (
            _expit(_logit(area) + _logit(end) - _logit(self.area)) for end in (self.found.low, self.found.high)
        )
        return Interval(low, high, self.found.level)


def interval_beside(
    scheme: str,
    area: float,
    positives: int,
    by_influence: Interval | None,
    *,
    weighted: bool,
    clustered: ClusterInterval | None = None,
) -> AreaInterval:
    """The interval beside an area of rows with so many positives, whose `influence_interval` is at hand.

    clustered: `cluster_interval` of these rows, which goes before all others.

    >>> beside = interval_beside("step", 0.7265, 10, None, weighted=False)
    >>> beside.method, beside.reason, round(beside.found.low, 3)
    ('logit', 'few', 0.398)
    """
    if clustered is not None:
        return AreaInterval(clustered.beside(area), "clusters")
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


def cluster_interval(cases: Cases) -> ClusterInterval | None:
    """The interval of the step area where rows of a person, an image or a query are kept together; else None.

    >>> from pr_app.reading.examples import example_cases
    >>> cluster_interval(example_cases("ten_rows")) is None
    True
    """
    return cluster_interval_of(cases.positive, cases.score, cases.weight, cases.clusters)


def model_cluster_interval(tasks: BinaryTasks, model: str) -> ClusterInterval | None:
    """The same of one of several models."""
    column = tasks.names.index(model)
    return cluster_interval_of(tasks.positive[:, column], tasks.score[:, column], tasks.weight, tasks.clusters)


def cluster_interval_of(
    positive: np.ndarray, score: np.ndarray, weight: np.ndarray | None, clusters: Clusters | None
) -> ClusterInterval | None:
    """The same of labels, scores and weights. Counts of rows weigh as weights do, since whole clusters are left out."""
    if clusters is None or not clusters.are_together:
        return None
    found = area_interval_of_rows(positive, score, sample_weight=weight, groups=clusters.of_row)
    area = average_precision(positive, score, sample_weight=weight)
    return ClusterInterval(area, found, clusters.column, clusters.count)


def _logit(share: float) -> float:
    with np.errstate(divide="ignore"):
        return float(np.log(share) - np.log1p(-share))


def _expit(odds: float) -> float:
    return 1 / (1 + math.exp(-odds)) if odds > 0 else 1 - 1 / (1 + math.exp(odds))
