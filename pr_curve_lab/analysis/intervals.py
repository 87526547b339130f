"""The 95% interval of an area, of all rows and of each group, computed in the same way wherever it is printed.

The step area has `area_interval`, or `area_interval_of_rows` if rows have weights or are kept together in clusters.
Other schemes join the same points, so their areas vary with the rows as the step area does: the interval is shifted in
log odds. In simulations, these intervals covered the area of the population as often as those of the step area. That
does not hold for areas that leave out recall or use only a few levels of it, which may be biased by more than rows
vary. Unless rows are kept together in clusters, these have the logit interval by the number of positives. So have areas
whose rows show no spread; with clusters it is the logit interval by the number of clusters.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Literal

import numpy as np

from pr_curve_lab.analysis.averages import GroupAverages, TaskMatrix, area_at, common_prevalence
from pr_curve_lab.analysis.formatting import lowest_area
from pr_curve_lab.analysis.prevalence import chance_area
from pr_curve_lab.io.notices import Notice
from pr_curve_lab.schema.dataset import Dataset, LabeledScores
from pr_curve_lab.schema.roles import MIN_CLUSTERS, find_splits
from pr_curve_lab.schema.row_selection import Clusters
from pr_metrics import SCHEMES, Interval, OperatingPoints, area_interval, area_interval_of_rows, logit_interval
from pr_metrics.uncertainty.intervals import expit, logit, wilson_interval

CONFIDENCE_LEVEL = 0.95
LOGIT_INTERVAL_SCHEMES = ("linear_truncated", "eleven_point", "hundred_one_point")

Reason = Literal["rows", "clusters", "scheme", "spread", "cluster_spread"]
Method = Literal["influence", "groups", "logit"]  # as exported; groups is the word of pr_metrics for clusters


@dataclass(frozen=True, slots=True)
class AreaInterval:
    """An interval, and the reason for its method."""

    interval: Interval
    reason: Reason

    @property
    def method(self) -> Method:
        """The method, which sentences about the interval name."""
        return "influence" if self.reason == "rows" else "groups" if self.reason == "clusters" else "logit"


@dataclass(frozen=True, slots=True, weakref_slot=True)
class StepInterval:
    """The interval of a step area, from which those of the other schemes are derived."""

    area: float
    interval: Interval
    method: Method
    positives: int  # including those without a score
    clusters: Clusters | None = None  # that are kept together

    def scheme_interval(self, scheme: str, area: float) -> AreaInterval:
        """Return the interval of an area of the same rows.

        An area varies with the rows that were sampled, and hardly with how points are joined. In 200 samples each of
        21 kinds of rows it covered the areas of seven other schemes in 88 to 100% (from 20 positives on 91 to 98%),
        and that of steps in 94 to 99%; in 300 samples of 40 persons with 25 rows each, in 92 to 96%.

        >>> step = StepInterval(0.5, Interval(0.4, 0.6, 0.95), "influence", 20)
        >>> step.scheme_interval("step", 0.5).interval.lower
        0.4
        >>> round(step.scheme_interval("linear", 0.6).interval.lower, 3)
        0.5
        >>> step.scheme_interval("eleven_point", 0.6).reason
        'scheme'
        """
        level = self.interval.confidence_level
        if self.clusters is None and scheme in LOGIT_INTERVAL_SCHEMES:
            return AreaInterval(logit_interval(area, self.positives, level), "scheme")
        if self.method == "logit" or not 0 < area < 1:
            if self.clusters is not None:
                return AreaInterval(logit_interval(area, self.clusters.count, level), "cluster_spread")
            return AreaInterval(logit_interval(area, self.positives, level), "spread")
        found = self.interval if area == self.area else self._shift_to(area)
        return AreaInterval(found, "rows" if self.clusters is None else "clusters")

    def _shift_to(self, area: float) -> Interval:
        away = logit(area) - logit(self.area)
        low, high = (expit(logit(end) + away) for end in (self.interval.lower, self.interval.upper))
        return Interval(low, high, self.interval.confidence_level)


def step_interval(labeled_scores: LabeledScores) -> StepInterval:
    """Return the interval of the step area of labeled scores.

    >>> from pr_curve_lab.schema.examples import example_labeled_scores
    >>> found = step_interval(example_labeled_scores("ten_rows")).interval
    >>> round(found.lower, 2), round(found.upper, 2)
    (0.39, 0.98)
    """
    arrays, clusters = (labeled_scores.positive, labeled_scores.score), labeled_scores.active_clusters
    weight = None if labeled_scores.is_frequency_weight and clusters is None else labeled_scores.weight
    return step_interval_of(labeled_scores.points, *arrays, weight, clusters, positives=labeled_scores.positives)


def model_step_interval(dataset: Dataset, model: str) -> StepInterval:
    """Return the interval of the step area of one of several models."""
    return step_interval(dataset.labeled_scores(model))


def step_interval_of(
    points: OperatingPoints,
    positive: np.ndarray,
    score: np.ndarray,
    weight: np.ndarray | None,
    clusters: Clusters | None,
    *,
    positives: int,
    confidence_level: float = CONFIDENCE_LEVEL,
) -> StepInterval:
    """Return the interval of the step area of points, given the rows that they count.

    weight: weights of rows, or their counts if clusters are kept together, since whole clusters are left out. clusters:
    those that are kept together.
    """
    method: Method = "influence" if clusters is None else "groups"
    if clusters is not None or weight is not None or points.positives % 1:
        found = area_interval_of_rows(
            positive,
            score,
            sample_weight=weight,
            total_positives=points.positives if points.unscored_positives and clusters is None else None,
            groups=None if clusters is None else clusters.of_row,
            confidence_level=confidence_level,
        )
    else:
        found = area_interval(points, confidence_level=confidence_level)
    area, units = SCHEMES["step"].area(points), positives if clusters is None else clusters.count
    if found == logit_interval(area, units, confidence_level):  # the rows show no spread
        method = "logit"
    return StepInterval(area, found, method, positives, clusters)


@dataclass(frozen=True, slots=True)
class GroupArea:
    """The area of a group with its interval, both also at the class balance of all groups, and the area by chance."""

    area: float
    interval: AreaInterval
    chance: float
    balanced_area: float  # at the class balance of all groups together
    balanced_interval: Interval  # of `balanced_area`


def group_areas(
    groups: Sequence[TaskMatrix], scheme: str, *, confidence_level: float = CONFIDENCE_LEVEL
) -> tuple[GroupArea | None, ...]:
    """Return the areas of groups with one task each, in their order; None if a group has no positives.

    Clusters are kept together in all groups or in none, since their intervals are compared.

    >>> from pr_curve_lab.analysis.averages import split_by_group, task_matrix
    >>> from pr_curve_lab.schema.examples import example_dataset
    >>> dataset = example_dataset("digits")
    >>> groups = split_by_group(task_matrix(dataset, ("8",)), dataset.group_of_row)
    >>> [round(one.area, 2) for one in group_areas(groups, "step")]
    [0.49, 0.66, 0.58, 0.64, 0.67]
    """
    balance = common_prevalence([group.points[0] for group in groups])
    together = all(one.clusters is None or one.clusters.is_active for one in groups if one.points[0].positives)
    return tuple(_group_area(group, scheme, balance, confidence_level, use_clusters=together) for group in groups)


def clusters_notice(areas: Sequence[GroupArea | None], clusters: Clusters | None, column: str | None) -> Notice | None:
    """Return the note on how intervals of groups use clusters of rows.

    column: of the groups. If it is also that of the clusters, each group is one cluster and there is no note.
    """
    if clusters is None or clusters.column == column:
        return None
    if clusters.is_active and any(one is not None and one.interval.reason != "clusters" for one in areas):
        return Notice("clusters_few_in_groups", column=clusters.column, fewest=MIN_CLUSTERS)
    return clusters.notice


GroupFinding = Literal["fail", "differ", "balance", "alike", "unknown"]


def find_group_difference(areas: Sequence[GroupArea | None], names: Sequence[str]) -> GroupFinding:
    """Return whether groups fail, or else whether any two groups differ by more than chance.

    "balance": they differ, but not at the same class balance. "unknown": there are fewer than two areas, or the groups
    are training and test rows. Each pair is compared as in `lowest_groups`, with Bonferroni's correction for all pairs.

    >>> from pr_curve_lab.analysis.averages import split_by_group, task_matrix
    >>> from pr_curve_lab.schema.examples import example_dataset
    >>> dataset = example_dataset("digits")
    >>> groups = split_by_group(task_matrix(dataset, ("8",)), dataset.group_of_row)
    >>> find_group_difference(group_areas(groups, "step"), dataset.group_names)
    'alike'
    """
    n_areas = sum(one is not None for one in areas)
    if n_areas < 2 or find_splits(names) is not None:
        return "unknown"
    if low_area_groups(areas, names):
        return "fail"
    factor = _correction(math.comb(n_areas, 2))
    is_lower, is_lower_balanced = (_lower_pairs(one, factor) for one in _bounds_of(areas))
    if not is_lower.any():
        return "alike"
    return "differ" if (is_lower & is_lower_balanced).any() else "balance"


def highlighted_groups(groups: GroupAverages, areas: Sequence[GroupArea | None]) -> tuple[int, ...]:
    """Return the groups to highlight: those that fail, or that with the smallest area unless they are folds."""
    fails, lowest = low_area_groups(areas, groups.names), lowest_area(groups.area)
    return fails if fails or groups.kind == "folds" or lowest is None else (lowest,)


def low_area_groups(areas: Sequence[GroupArea | None], names: Sequence[str]) -> tuple[int, ...]:
    """Return the groups that fail, the worst first: by `lowest_groups`, also at the same class balance.

    Training and test rows are no groups that fail: a model does better on the rows that it has seen. A lower share of
    positives alone makes the area smaller, which is why the areas at the same class balance are compared too.

    >>> from pr_curve_lab.analysis.averages import split_by_group, task_matrix
    >>> from pr_curve_lab.schema.examples import example_dataset
    >>> dataset = example_dataset("digits")
    >>> groups = split_by_group(task_matrix(dataset, ("8",)), dataset.group_of_row)
    >>> low_area_groups(group_areas(groups, "step"), dataset.group_names)
    ()
    """
    if find_splits(names) is not None:
        return ()
    return lowest_groups(*_bounds_of(areas))


def _bounds_of(areas: Sequence[GroupArea | None]) -> np.ndarray:
    """Return areas with their lower and upper bounds, and those at the same class balance: shape (2, 3, n_groups)."""
    bounds = np.full((2, 3, len(areas)), np.nan)
    for index, one in enumerate(areas):
        if one is not None:
            interval, balanced = one.interval.interval, one.balanced_interval
            bounds[0, :, index] = one.area, interval.lower, interval.upper
            bounds[1, :, index] = one.balanced_area, balanced.lower, balanced.upper
    return bounds


def lowest_groups(*rates: np.ndarray) -> tuple[int, ...]:
    """Return the groups that fail, the worst first: each is clearly below each other group, in every one of the rates.

    rates: each with its lower and upper bounds: shape (3, n_groups), nan for a group without a rate.

    As many groups as possible are named, but not more than half, so that equally bad ones do not hide each other: they
    are compared with those that do not fail. Clearly: the interval of the difference, from both intervals (MOVER),
    excludes 0. Source: Zou & Donner (2008), Statist. Med. 27, 1693-1702.

    One other group may have too few rows for that. So the lowest group also fails if it is clearly below the mean of
    all others, with Bonferroni's correction because any group could be the lowest, and farther from them than they are
    from each other.

    Of groups without any difference, one or more are named in at most 5% of samples, though there are several ways to
    divide them, because all of the lower ones have to be below all of the others. Beside groups that do fail, another
    is named as rarely: see tests/pr_curve_lab/analysis/test_group_rates.py.

    >>> lowest_groups(np.array([[0.6, 0.2, 0.6, 0.2], [0.4, 0.1, 0.4, 0.1], [0.8, 0.3, 0.8, 0.3]]))
    (1, 3)
    >>> lowest_groups(np.array([[0.2, 0.2, 0.6], [0.1, 0.1, 0.4], [0.3, 0.3, 0.8]]))
    ()
    """
    value = rates[0][0]
    order = [index for index in order_by_area(value) if not math.isnan(value[index])]
    ordered = [one[:, order] for one in rates]
    is_lower = np.logical_and.reduce([_lower_pairs(one) for one in ordered])
    for size in range(len(order) // 2, 0, -1):
        if is_lower[:size, size:].all():
            return tuple(order[:size])
    return tuple(order[:1]) if len(order) > 1 and all(_is_lowest_apart(one) for one in ordered) else ()


def _is_lowest_apart(rates: np.ndarray) -> bool:
    """Whether the first is clearly below the mean of the others, and farther from them than they from each other."""
    (value, _, upper), others, lower = rates[:, 0], rates[0, 1:], rates[1, 1:]
    margin = math.hypot(upper - value, float(np.linalg.norm(others - lower)) / others.size)
    is_below_mean = others.mean() - value > _correction(others.size + 1) * margin
    return bool(is_below_mean and others.min() - value > np.ptp(others))


def _correction(n_comparisons: int) -> float:
    """Return by how much Bonferroni's correction widens a 95% interval."""
    quantile, alpha = NormalDist().inv_cdf, 1 - CONFIDENCE_LEVEL
    return quantile(1 - alpha / 2 / n_comparisons) / quantile(1 - alpha / 2)


def _lower_pairs(rates: np.ndarray, factor: float = 1.0) -> np.ndarray:
    """Return a table of which rate is clearly lower than which other; factor: widens the intervals."""
    value, lower, upper = rates
    margin = np.hypot((upper - value)[:, None], (value - lower)[None, :])
    return np.asarray(value[None, :] - value[:, None] > factor * margin)


def rate_interval(found: float, total: float) -> Interval:
    """Return Wilson's 95% interval of a share of counted rows.

    >>> rate_interval(2.0, 2.0).lower.__round__(3)
    0.342
    """
    (lower,), (upper,) = wilson_interval(np.array([found / total]), np.array([total]), CONFIDENCE_LEVEL)
    return Interval(float(lower), float(upper), CONFIDENCE_LEVEL)


def order_by_area(areas: np.ndarray) -> list[int]:
    """Return the indices of areas in ascending order, with nan last.

    >>> order_by_area(np.array([0.5, np.nan, 0.2]))
    [2, 0, 1]
    """
    return [int(index) for index in np.argsort(areas, kind="stable")]


def _group_area(
    group: TaskMatrix, scheme: str, prevalence: float, confidence_level: float, *, use_clusters: bool
) -> GroupArea | None:
    (points,), area = group.points, float(group.areas(scheme)[0])
    if math.isnan(area):
        return None
    clusters = group.clusters if use_clusters else None
    weight = group.weight if group.is_weighted or clusters is not None else None
    rows = group.positive[:, 0], group.score[:, 0]
    positives = group.positive_count
    step = step_interval_of(points, *rows, weight, clusters, positives=positives, confidence_level=confidence_level)
    even_scheme, even = area_at(points, prevalence, scheme)
    of_even = step.scheme_interval(even_scheme, even).interval
    return GroupArea(area, step.scheme_interval(scheme, area), chance_area(points), even, of_even)
