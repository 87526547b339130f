"""The area of each group of rows by itself, with its interval, beside what chance gives in the group."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from pr_app.analysis.area_intervals import AreaInterval, influence_interval, interval_beside
from pr_app.analysis.averages import TaskMatrix
from pr_app.analysis.class_balance import chance_area


@dataclass(frozen=True, slots=True)
class GroupArea:
    """The area of a group, the interval that is cited for such an area, and the area of a random order of its rows."""

    area: float
    beside: AreaInterval
    chance: float


def group_areas(groups: Sequence[TaskMatrix], scheme: str) -> tuple[GroupArea | None, ...]:
    """Areas of groups with one task each, in their order; None where a group has no positives.

    >>> from pr_app.analysis.averages import split, task_matrix
    >>> from pr_app.reading.examples import example_tasks
    >>> tasks = example_tasks("digits")
    >>> [round(one.area, 2) for one in group_areas(split(task_matrix(tasks, ("8",)), tasks.group), "step")]
    [0.49, 0.66, 0.58, 0.64, 0.67]
    """
    return tuple(_group_area(group, scheme) for group in groups)


def _group_area(group: TaskMatrix, scheme: str) -> GroupArea | None:
    (points,), area = group.points, float(group.areas(scheme)[0])
    if math.isnan(area):
        return None
    weighted, positives = group.is_weighted, group.positive_count
    found = influence_interval(points, weighted=weighted)
    return GroupArea(area, interval_beside(scheme, area, positives, found, weighted=weighted), chance_area(points))
