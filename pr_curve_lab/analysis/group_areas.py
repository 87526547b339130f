"""The area of each group of rows by itself, with its interval, beside what chance gives in the group."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pr_curve_lab.analysis.area_intervals import AreaInterval, step_interval_of
from pr_curve_lab.analysis.averages import TaskMatrix
from pr_curve_lab.analysis.class_balance import chance_area
from pr_curve_lab.reading.cases.clusters import Clusters
from pr_curve_lab.reading.problem import Problem
from pr_metrics import SCHEMES, Interval, at_prevalence
from pr_metrics.uncertainty.area_interval import FEWEST_GROUPS


@dataclass(frozen=True, slots=True)
class GroupArea:
    """The area of a group with its interval, the area of a random order of its rows, and what it is like elsewhere."""

    area: float
    beside: AreaInterval
    chance: float
    even_area: float  # at the class balance of all groups together
    even: Interval  # of that


def group_areas(groups: Sequence[TaskMatrix], scheme: str) -> tuple[GroupArea | None, ...]:
    """Areas of groups with one task each, in their order; None where a group has no positives.

    Persons, images or queries are kept together in all groups or in none, since their intervals are compared.

    >>> from pr_curve_lab.analysis.averages import split, task_matrix
    >>> from pr_curve_lab.reading.examples import example_tasks
    >>> tasks = example_tasks("digits")
    >>> [round(one.area, 2) for one in group_areas(split(task_matrix(tasks, ("8",)), tasks.group), "step")]
    [0.49, 0.66, 0.58, 0.64, 0.67]
    """
    counted = [group.points[0] for group in groups if group.points[0].positives]
    positives = sum(points.positives for points in counted)
    balance = positives / sum(points.positives + points.negatives for points in counted) if counted else math.nan
    together = all(one.clusters is None or one.clusters.are_together for one in groups if one.points[0].positives)
    return tuple(_group_area(group, scheme, balance, together=together) for group in groups)


def clusters_notice(
    groups: Sequence[GroupArea | None], clusters: Clusters | None, column: str | None
) -> Problem | None:
    """What intervals of groups make of rows that came in persons, images or queries.

    column: of the groups; where it is that of the clusters, each group is one, and its own interval is about it alone.
    """
    if clusters is None or clusters.column == column:
        return None
    if clusters.are_together and any(one is not None and one.beside.reason != "clusters" for one in groups):
        return Problem("clusters_few_in_groups", column=clusters.column, fewest=FEWEST_GROUPS)
    return clusters.notice


def failing(groups: Sequence[GroupArea | None]) -> int | None:
    """The group that fails: it is surely below each of the others, also at one class balance; None if none is.

    Surely: the 95 % interval of the difference of the areas, from those of both (MOVER), excludes 0. A smaller share of
    positives alone makes a smaller area, so the second is asked too.
    Source: Zou & Donner (2008), Statist. Med. 27, 1693-1702.

    >>> from pr_curve_lab.analysis.averages import split, task_matrix
    >>> from pr_curve_lab.reading.examples import example_tasks
    >>> tasks = example_tasks("digits")
    >>> failing(group_areas(split(task_matrix(tasks, ("8",)), tasks.group), "step")) is None
    True
    """
    there = {index: one for index, one in enumerate(groups) if one is not None}
    if len(there) < 2:
        return None
    worst = min(there, key=lambda index: there[index].area)
    one, others = there.pop(worst), there.values()
    is_below = all(
        _surely_below(one.area, one.beside.found, other.area, other.beside.found)
        and _surely_below(one.even_area, one.even, other.even_area, other.even)
        for other in others
    )
    return worst if is_below else None


def _surely_below(area: float, interval: Interval, other: float, of_other: Interval) -> bool:
    return other - area > math.hypot(interval.high - area, other - of_other.low)


def worst_first(areas: np.ndarray) -> list[int]:
    """The order of areas from the least on; those that are nan last.

    >>> worst_first(np.array([0.5, np.nan, 0.2]))
    [2, 0, 1]
    """
    return [int(index) for index in np.argsort(areas, kind="stable")]


def _group_area(group: TaskMatrix, scheme: str, balance: float, *, together: bool) -> GroupArea | None:
    (points,), area = group.points, float(group.areas(scheme)[0])
    if math.isnan(area):
        return None
    clusters = group.clusters if together else None
    weight = group.weight if group.is_weighted or clusters is not None else None
    rows = group.positive[:, 0], group.score[:, 0]
    step = step_interval_of(points, *rows, weight, clusters, positives=group.positive_count)
    moved = at_prevalence(points, balance) if points.negatives and 0 < balance < 1 else points
    joined = SCHEMES[scheme] if SCHEMES[scheme].applies_to(moved) else SCHEMES["step"]
    even = joined.area(moved)
    of_even = step.interval_of(joined.key, even).found
    return GroupArea(area, step.interval_of(scheme, area), chance_area(points), even, of_even)
