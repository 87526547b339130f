"""Averages over the tasks of one table, of all rows and of each group, each with a curve that has the average as area.

The mean of curves at equal recall has the mean of their areas. The rows of a "samples" average have no common curve:
instead their areas are drawn in descending order, each as wide as the weight of the row.
"""

from __future__ import annotations

import math
import re
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import numpy as np

from pr_curve_lab.analysis.areas import JoinedArea, ThinnedArea, joined_area
from pr_curve_lab.analysis.formatting import count_unique_areas
from pr_curve_lab.analysis.thinning import Resolution, ThinnedCurve, thin_curve
from pr_curve_lab.io.column_names import is_fold_name
from pr_curve_lab.schema.dataset import Dataset, count_points
from pr_curve_lab.schema.row_selection import Clusters
from pr_metrics import (
    SCHEMES,
    AverageComponents,
    Interval,
    JoinedCurve,
    OperatingPoints,
    at_prevalence,
    average_components,
    average_of_areas,
    mean_curve,
)
from pr_metrics.uncertainty.t_distribution import exact_t_half_width

MIN_FOLDS, CONFIDENCE_LEVEL = 3, 0.95  # for an interval of the mean
AVERAGE_KINDS = ("macro", "micro", "weighted", "samples")
FULL_RESOLUTION = Resolution(330)
REDUCED_RESOLUTION = Resolution(330, max_vertices=600)  # for one curve among several
FOLD_PATTERN = re.compile(r"(?i)(?:第|(?:fold|split|cv|k|f)[ _.-]*)?(\d{1,4})(?:\.0|[ ]?折)?")
GroupKind = Literal["folds", "groups"]  # folds of cross-validation, or other groups, such as hospitals
EMPTY_CURVE = ThinnedCurve(np.zeros(0), np.zeros(0))


@dataclass(frozen=True, eq=False)
class WeakestTask:
    """The weakest of several tasks: a task with a smaller share of positives has a smaller area for that alone."""

    lowest: int  # the task with the smallest area
    weakest: int  # the one with the smallest area at the same class balance; `lowest` if these areas print alike
    balanced_areas: np.ndarray  # of each task at the same class balance


def common_prevalence(tasks: Sequence[OperatingPoints]) -> float:
    """Return the class balance of several tasks or groups together, without those that have no positives."""
    counted = [points for points in tasks if points.positives]
    positives = sum(points.positives for points in counted)
    return positives / sum(points.positives + points.negatives for points in counted) if counted else math.nan


def area_at(points: OperatingPoints, prevalence: float, scheme: str) -> tuple[str, float]:
    """Return the area at another class balance, and the scheme: "step" for one that cannot join such points.

    >>> points = OperatingPoints.from_counts([2, 1], [500, 500], [160, 840])
    >>> scheme, area = area_at(points, 1 / 11, "step")
    >>> scheme, round(area, 3)
    ('step', 0.165)
    """
    can_move = points.positives and points.negatives and 0 < prevalence < 1
    balanced = at_prevalence(points, prevalence) if can_move else points
    joined = SCHEMES[scheme] if SCHEMES[scheme].can_join(balanced) else SCHEMES["step"]
    return joined.key, joined.area(balanced)


@dataclass(frozen=True, eq=False)
class TaskMatrix:
    """Labels and scores of one or more tasks; both of shape (n_lines, n_tasks)."""

    names: tuple[str, ...]
    positive: np.ndarray
    score: np.ndarray
    weight: np.ndarray | None
    unscored_positives: float = 0.0  # positives without a score, for a single task
    is_frequency_weight: bool = False  # each line stands for as many rows as its weight says
    clusters: Clusters | None = None  # clusters of rows: persons, images or queries

    def take_rows(self, rows: np.ndarray, *, unscored_positives: float = 0.0) -> TaskMatrix:
        """Return the labels and scores of some rows."""
        weight = None if self.weight is None else self.weight[rows]
        clusters = None if self.clusters is None else self.clusters.take_rows(rows, has_unscored=unscored_positives > 0)
        return replace(
            self,
            positive=self.positive[rows],
            score=self.score[rows],
            weight=weight,
            unscored_positives=unscored_positives,
            clusters=clusters,
        )

    @cached_property
    def points(self) -> tuple[OperatingPoints, ...]:
        """The operating points of each task; rows are sorted once for all schemes."""
        columns = zip(self.positive.T, self.score.T, strict=True)
        return tuple(self._count_points(positive, score, self.weight) for positive, score in columns)

    def areas(self, scheme: str) -> np.ndarray:
        """Return the area of each task under a scheme, which is cached; nan without positives."""
        if scheme not in self._areas:
            self._areas[scheme] = np.array([SCHEMES[scheme].area(one) for one in self.points])
        return self._areas[scheme]

    @cached_property
    def _areas(self) -> dict[str, np.ndarray]:
        return {}

    @property
    def prevalences(self) -> np.ndarray:
        """The class balance of each task."""
        return np.array([one.prevalence for one in self.points])

    @cached_property
    def common_prevalence(self) -> float:
        """The class balance at which tasks are compared, that of all tasks together."""
        return common_prevalence(self.points)

    def weakest_task(self, scheme: str) -> WeakestTask:
        """Return the task with the smallest area, and that with the smallest one at the same class balance."""
        if scheme not in self._weakest:
            areas = self.areas(scheme)
            balanced = np.array([area_at(one, self.common_prevalence, scheme)[1] for one in self.points])
            lowest, weakest = int(np.nanargmin(areas)), int(np.nanargmin(balanced))
            if count_unique_areas(areas) == 1 or count_unique_areas(balanced[[lowest, weakest]]) == 1:
                weakest = lowest
            self._weakest[scheme] = WeakestTask(lowest, weakest, balanced)
        return self._weakest[scheme]

    @cached_property
    def _weakest(self) -> dict[str, WeakestTask]:
        return {}

    @cached_property
    def pooled(self) -> OperatingPoints:
        """The points of the entries of all tasks, pooled as rows of a single task."""
        weight = None if self.weight is None else np.repeat(self.weight, len(self.names))
        return self._count_points(self.positive.ravel(), self.score.ravel(), weight)

    def _count_points(self, positive: np.ndarray, score: np.ndarray, weight: np.ndarray | None) -> OperatingPoints:
        unscored, is_frequency_weight = self.unscored_positives, self.is_frequency_weight
        return count_points(positive, score, weight, unscored, is_frequency_weight=is_frequency_weight)

    @property
    def scored_positives(self) -> np.ndarray:
        """The positives with a score of each task, counted by weight."""
        weight = np.ones(len(self.positive)) if self.weight is None else self.weight
        return np.asarray(weight @ self.positive)

    @property
    def rows(self) -> float:
        """The number of rows, counted by weight."""
        return float(len(self.positive) if self.weight is None else self.weight.sum())

    @property
    def is_weighted(self) -> bool:
        """Whether rows have weights other than counts."""
        return self.weight is not None and not self.is_frequency_weight

    @property
    def row_count(self) -> int:
        """The number of rows, regardless of weights other than counts."""
        return round(self.rows) if self.is_frequency_weight else len(self.positive)

    @property
    def positive_count(self) -> int:
        """The number of positives in all tasks, regardless of weights, including those without a score."""
        scored = float(self.scored_positives.sum() if self.is_frequency_weight else self.positive.sum())
        return round(scored) + round(self.unscored_positives)


def task_matrix(dataset: Dataset, names: tuple[str, ...] | None = None) -> TaskMatrix:
    """Return the labels and scores of all tasks, or of the named ones.

    >>> from pr_curve_lab.schema.examples import example_dataset
    >>> task_matrix(example_dataset("digits"), ("8",)).score.shape
    (1797, 1)
    """
    wanted = dataset.names if names is None else names
    columns = [dataset.names.index(name) for name in wanted]
    return TaskMatrix(
        names=wanted,
        positive=dataset.positive[:, columns],
        score=dataset.score[:, columns],
        weight=dataset.weight,
        unscored_positives=dataset.unscored_positives.total,
        is_frequency_weight=dataset.is_frequency_weight,
        clusters=dataset.clusters,
    )


def weakest_name(dataset: Dataset, matrix: TaskMatrix) -> str:
    """Return the name of the weakest class or label that has a curve, given the matrix of all.

    >>> from pr_curve_lab.schema.examples import example_dataset
    >>> digits = example_dataset("digits")
    >>> weakest_name(digits, task_matrix(digits))
    '8'
    """
    name = matrix.names[matrix.weakest_task("step").weakest]
    return name if name in dataset.valid_names else dataset.valid_names[0]


@dataclass(frozen=True, eq=False)
class AverageCurve:
    """An average with its components and the curve that has the average as area."""

    components: AverageComponents
    thinned: ThinnedArea  # without vertices if the average is nan
    prevalence: float  # averaged in the same way; nan if the curve is not a precision-recall curve


def compute_average(matrix: TaskMatrix, kind: str, scheme: str) -> AverageComponents:
    """Compute an average, "micro", "macro", "weighted" or "samples", with its components.

    >>> from pr_curve_lab.schema.examples import example_dataset
    >>> round(compute_average(task_matrix(example_dataset("digits")), "macro", "step").area, 3)
    0.82
    """
    if kind == "micro":
        return average_of_areas(kind, [SCHEMES[scheme].area(matrix.pooled)])
    if kind == "samples":
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)
            return average_components(
                matrix.positive, matrix.score, average=kind, sample_weight=matrix.weight, scheme=scheme
            )
    return average_of_areas(kind, matrix.areas(scheme), matrix.scored_positives if kind == "weighted" else None)


def task_areas(matrix: TaskMatrix, scheme: str) -> tuple[JoinedArea, ...]:
    """Return the curve and the area of each task; nan without vertices if it has no positives.

    >>> from pr_curve_lab.schema.examples import example_dataset
    >>> round(task_areas(task_matrix(example_dataset("digits")), "step")[8].area, 3)
    0.594
    """
    return tuple(
        joined_area(points, scheme, REDUCED_RESOLUTION, area=area)
        if points.positives
        else JoinedArea(scheme=scheme, curve=EMPTY_CURVE, area=area)
        for points, area in zip(matrix.points, matrix.areas(scheme).tolist(), strict=True)
    )


def average_curve(
    matrix: TaskMatrix, components: AverageComponents, scheme: str, areas: Sequence[JoinedArea]
) -> AverageCurve:
    """Return the curve of an average; `areas` are those of the tasks.

    >>> from pr_curve_lab.schema.examples import example_dataset
    >>> digits = task_matrix(example_dataset("digits"))
    >>> macro = average_curve(digits, compute_average(digits, "macro", "step"), "step", task_areas(digits, "step"))
    >>> round(macro.thinned.curve.polygon_area, 3)
    0.82
    """
    if np.isnan(components.area):
        return AverageCurve(components, ThinnedArea(curve=EMPTY_CURVE, area=components.area), np.nan)
    if components.average == "samples":
        return _build_average(components, _rows_by_area(components), np.nan)
    if components.average == "micro":
        return AverageCurve(
            components,
            joined_area(matrix.pooled, scheme, FULL_RESOLUTION, area=components.area),
            matrix.pooled.prevalence,
        )
    columns = np.flatnonzero(components.weight > 0)
    mean = mean_curve([areas[column].curve for column in columns.tolist()], components.weight[columns])
    prevalence = float((matrix.scored_positives / matrix.rows)[columns] @ components.weight[columns])
    return _build_average(components, mean, prevalence)


@dataclass(frozen=True, eq=False)
class GroupAverages:
    """An average in every group of rows, such as folds or hospitals; every array has one entry per group."""

    names: tuple[str, ...]
    rows: np.ndarray
    positives: np.ndarray  # rows, or entries of several tasks
    unscored_positives: np.ndarray  # among the positives, those without a score, by weight
    averages: tuple[AverageCurve, ...]
    mean_average: AverageCurve  # over the groups with an area
    kind: GroupKind
    column: str  # of the names; "" if it is not known

    @property
    def area(self) -> np.ndarray:
        """The area of each group; nan if it has no positives."""
        return np.array([one.components.area for one in self.averages])

    @property
    def has_area(self) -> np.ndarray:
        """A mask of the groups with an area."""
        return np.asarray(~np.isnan(self.area))

    @property
    def only_group(self) -> str | None:
        """The name of the only group with an area, whose curve is the mean; None if there are several."""
        named = [name for name, has_area in zip(self.names, self.has_area.tolist(), strict=True) if has_area]
        return named[0] if len(named) == 1 else None

    @property
    def missing_by_group(self) -> dict[str, np.ndarray]:
        """Masks of the tasks that each incomplete group leaves out of its average, as it has no positives of them.

        Only macro averages have any: "weighted" gives these tasks no weight, "micro" and "samples" do not need them.
        """
        absent = {
            name: np.isnan(one.components.component)
            for name, one in zip(self.names, self.averages, strict=True)
            if one.components.average == "macro" and not np.isnan(one.components.area)
        }
        return {name: missing for name, missing in absent.items() if missing.any()}

    @property
    def mean(self) -> float:
        """The mean over the groups with an area."""
        return self.mean_average.components.area

    @property
    def std(self) -> float:
        """The sample standard deviation (ddof=1) over the groups with an area; nan for a single group."""
        area = self.area[~np.isnan(self.area)]
        return float(area.std(ddof=1)) if area.size > 1 else np.nan

    @property
    def interval(self) -> Interval | None:
        """The 95% interval of the mean of folds, or None for fewer than three folds, and for other groups.

        It is Student's t with the variance times 1 / k + 1 / (k - 1) for k folds instead of 1 / k, since the models of
        the folds share training rows: each tests 1 / (k - 1) as many rows as it is trained on (Nadeau & Bengio 2003,
        doi 10.1023/A:1024068626366). If one model scored all folds, it is too wide. Other groups are not a sample.
        """
        count = int(self.has_area.sum())
        if self.kind != "folds" or count < MIN_FOLDS:
            return None
        error = self.std * math.sqrt(1 / count + 1 / (count - 1))
        far = exact_t_half_width(CONFIDENCE_LEVEL, count - 1) * error
        return Interval(max(0.0, self.mean - far), min(1.0, self.mean + far), CONFIDENCE_LEVEL)


def average_by_group(
    groups: Sequence[TaskMatrix], names: tuple[str, ...], kind: str, scheme: str, *, column: str = ""
) -> GroupAverages:
    """Compute an average in each group. column: its name says whether groups are folds, or else their own names do.

    >>> from pr_curve_lab.schema.examples import example_dataset
    >>> digits = example_dataset("digits")
    >>> folds = split_by_group(task_matrix(digits), digits.group_of_row)
    >>> average_by_group(folds, digits.group_names, "macro", "step").area.round(2).tolist()
    [0.84, 0.8, 0.81, 0.87, 0.82]
    """
    is_mean = kind in ("macro", "weighted")
    averages = tuple(
        average_curve(one, compute_average(one, kind, scheme), scheme, task_areas(one, scheme) if is_mean else ())
        for one in groups
    )
    return GroupAverages(
        names=names,
        rows=np.array([one.row_count for one in groups]),
        positives=np.array([one.positive_count for one in groups]),
        unscored_positives=np.array([one.unscored_positives for one in groups]),
        averages=averages,
        mean_average=_mean_average(averages, kind),
        kind=_group_kind(names, column),
        column=column,
    )


def _group_kind(names: tuple[str, ...], column: str) -> GroupKind:
    """Return whether groups are folds: named so, or numbered from 0 or 1, unlike years and hospitals."""
    by_column = is_fold_name(column)
    if by_column is not None:
        return "folds" if by_column else "groups"
    numbered = [FOLD_PATTERN.fullmatch(name) for name in names]
    numbers = {int(one[1]) for one in numbered if one}
    from_first = numbers in (set(range(len(names))), set(range(1, len(names) + 1)))
    return "folds" if all(numbered) and from_first else "groups"


def split_by_group(
    matrix: TaskMatrix, group_of_row: np.ndarray, unscored_positives: np.ndarray | None = None
) -> tuple[TaskMatrix, ...]:
    """Return the labels and scores of each group. unscored_positives: positives without a score in each group.

    >>> from pr_curve_lab.schema.examples import example_dataset
    >>> digits = example_dataset("digits")
    >>> [len(fold.positive) for fold in split_by_group(task_matrix(digits), digits.group_of_row)]
    [360, 360, 359, 359, 359]
    """
    of_group = np.zeros(int(group_of_row.max()) + 1) if unscored_positives is None else unscored_positives
    return tuple(
        matrix.take_rows(np.flatnonzero(group_of_row == number), unscored_positives=unscored_positives)
        for number, unscored_positives in enumerate(of_group.tolist())
    )


def _mean_average(averages: Sequence[AverageCurve], kind: str) -> AverageCurve:
    """Return the mean over the groups with an area as an average."""
    drawn = [one.thinned for one in averages if one.thinned.curve.recall.size]
    area = float(np.nanmean([one.components.area for one in averages]))
    prevalence = np.nan if kind == "samples" else float(np.nanmean([one.prevalence for one in averages]))
    parts = AverageComponents(kind, area, np.array([area]), np.ones(1))
    return _build_average(parts, mean_curve([one.curve for one in drawn]), prevalence)


def _build_average(components: AverageComponents, curve: JoinedCurve, prevalence: float) -> AverageCurve:
    return AverageCurve(
        components, ThinnedArea(curve=thin_curve(curve, FULL_RESOLUTION), area=components.area), prevalence
    )


def _rows_by_area(components: AverageComponents) -> JoinedCurve:
    """Return the areas of rows as a bar chart in descending order, each bar as wide as the weight of its row."""
    order = np.argsort(-np.nan_to_num(components.component, nan=-1.0), kind="stable")
    height, width = components.component[order], components.weight[order]
    counted = width > 0
    height, width = height[counted], width[counted]
    last = np.append(height[1:] != height[:-1], True)
    right = np.cumsum(width)[last]
    right[-1] = 1.0
    left = np.append(0.0, right[:-1])
    return JoinedCurve(np.column_stack((left, right)).ravel(), np.repeat(height[last], 2))
