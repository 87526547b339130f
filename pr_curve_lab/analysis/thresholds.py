"""Thresholds that meet requirements or minimize costs, precision at k, confidence bands, and tied rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from pr_curve_lab.analysis.alerts import ROUNDING_SLACK, Deployment, points_at
from pr_curve_lab.schema.dataset import LabeledScores, tie_groups_at
from pr_metrics import (
    CurveBand,
    OperatingPoints,
    choose_threshold,
    curve_band,
    curve_band_of_rows,
    interpolated_crossing,
    nearest_thresholds,
    precision_at_k,
)


class Requirements(NamedTuple):
    """Required precision, recall and alerts; None, and a share of 0, require nothing.

    every_day: whether alerts are limited on each day of the data instead of on average.
    """

    precision: float | None = None
    recall: float | None = None
    alerts: float | None = None
    every_day: bool = False

    @property
    def n_requirements(self) -> int:
        """The number of requirements."""
        return bool(self.precision) + bool(self.recall) + (self.alerts is not None)

    def threshold_arguments(self, deployment: Deployment) -> dict[str, float]:
        """Return the requirements as arguments of `choose_threshold`, in the units of the points."""
        slack = 1 - ROUNDING_SLACK * deployment.has_target_prevalence
        shares = {"min_precision": self.precision, "min_recall": self.recall}
        required = {name: share * slack for name, share in shares.items() if share}
        if self.alerts is not None:
            required["max_alerts"] = self._max_predicted_positive(deployment, self.alerts)
        return required

    def failed_requirements(self, deployment: Deployment, index: int) -> tuple[str, ...]:
        """Return the names of the requirements that a point does not meet.

        >>> from pr_curve_lab.analysis.alerts import build_deployment
        >>> from pr_metrics import OperatingPoints
        >>> used = build_deployment(OperatingPoints.from_counts([3, 2, 1], [1, 1, 0], [0, 1, 1]))
        >>> Requirements(0.7, 0.9, 2).failed_requirements(used, 1)
        ('min_precision', 'max_alerts')
        """
        required, one = self.threshold_arguments(deployment), points_at(deployment.points, [index])
        precision, recall = float(one.precision[0]), float(one.recall[0])
        met = {
            "min_precision": precision >= required.get("min_precision", precision),
            "min_recall": recall >= required.get("min_recall", recall),
            "max_alerts": float((one.true_positives + one.false_positives)[0]) <= required.get("max_alerts", np.inf),
        }
        return tuple(name for name in required if not met[name])

    def _max_predicted_positive(self, deployment: Deployment, alerts: float) -> float:
        """Return the rows predicted positive at the lowest threshold with at most `alerts`, or 0 if there is none."""
        allowed = deployment.alerts(every_day=self.every_day) <= alerts * (1 + ROUNDING_SLACK)
        if not allowed.any():
            return 0.0
        loosest = points_at(deployment.points, [int(np.flatnonzero(allowed)[-1])])
        return float((loosest.true_positives + loosest.false_positives)[0])


NO_REQUIREMENTS = Requirements()


class Costs(NamedTuple):
    """Cost of a false positive and of a false negative, and benefit of a true positive, in the same unit."""

    false_positive: float
    false_negative: float
    benefit: float = 0.0


@dataclass(frozen=True, slots=True)
class ThresholdResult:
    """The best point that meets all requirements, or None with alternatives.

    maximized: what is largest at the best point: "recall", "precision" or "f1". nearest: for each requirement, the
    index of the point that comes nearest to it and meets the others; if there is none, the point nearest to each
    requirement that no threshold meets, or else the best point for each alone. one_can_be_dropped: whether the others
    can be met if one requirement is given up. crossing_index: index of the point at the end of the first straight
    segment that crosses both required shares.
    """

    index: int | None
    maximized: Literal["recall", "precision", "f1"]
    nearest: dict[str, int]
    one_can_be_dropped: bool
    crossing_index: int | None


def find_threshold(deployment: Deployment, requirements: Requirements) -> ThresholdResult:
    """Return the best threshold that meets all requirements at the class balance where it is used.

    Best is the highest recall if only precision or alerts are bounded, the highest precision if only recall is, and the
    largest F1 otherwise; of equal ones the highest threshold.

    >>> from pr_curve_lab.analysis.alerts import build_deployment
    >>> from pr_metrics import OperatingPoints
    >>> used = build_deployment(OperatingPoints.from_counts([3, 2, 1], [1, 1, 0], [0, 1, 1]), rows=400)
    >>> find_threshold(used, Requirements(precision=0.6, alerts=300.0))
    ThresholdResult(index=1, maximized='recall', nearest={}, one_can_be_dropped=True, crossing_index=None)
    >>> find_threshold(used, Requirements(0.6, 0.9, 200.0)).nearest
    {'min_recall': 0, 'max_alerts': 1}
    """
    required = requirements.threshold_arguments(deployment)
    best = choose_threshold(deployment.points, **required)
    shares = {name: share for name, share in required.items() if name != "max_alerts"}
    line = interpolated_crossing(deployment.points, **shares) if best is None and shares == required else None
    if best is not None:
        return ThresholdResult(best.index, _maximized(required), {}, one_can_be_dropped=True, crossing_index=None)
    nearest = {name: near.index for name, near in nearest_thresholds(deployment.points, **required).items()}
    return ThresholdResult(
        None,
        _maximized(required),
        nearest or _best_single(deployment, required),
        one_can_be_dropped=bool(nearest),
        crossing_index=line,
    )


def limit_binds(deployment: Deployment, requirements: Requirements, index: int) -> bool:
    """Whether the limit on alerts keeps the best threshold, at this index, from being a better one.

    >>> from pr_curve_lab.analysis.alerts import build_deployment
    >>> from pr_metrics import OperatingPoints
    >>> used = build_deployment(OperatingPoints.from_counts([3, 2, 1], [1, 1, 0], [0, 1, 1]))
    >>> limit_binds(used, Requirements(precision=0.6, alerts=3.0), 1), limit_binds(used, Requirements(alerts=3.0), 1)
    (False, True)
    """
    others = requirements._replace(alerts=None)
    if not others.n_requirements:
        return index + 1 < deployment.points.threshold.size
    return find_threshold(deployment, others).index != index


ChoiceReason = Literal["recall", "precision", "f1", "largest_f1", "f_beta", "cost", "all_rows", "hand", "unmet"]


@dataclass(frozen=True, slots=True)
class ThresholdChoice:
    """A threshold where it is used, and why it was chosen: as the best by some measure, by hand, or for want of one."""

    deployment: Deployment
    index: int
    reason: ChoiceReason
    requirements: Requirements = NO_REQUIREMENTS
    costs: Costs | None = None  # if the reason is "cost"
    beta: float = 1.0  # if the reason is "f_beta"
    amount_column: str = ""  # multiplies the costs, unless ""
    n_days: int = 0  # of the file, if it has a column of days
    max_alerts: float = 0.0  # on the busiest of these days

    @property
    def is_requirement_met(self) -> bool:
        """Whether the threshold meets all requirements."""
        return not self.requirements.failed_requirements(self.deployment, self.index)


def min_cost_index(deployment: Deployment, costs: Costs) -> int | None:
    """Return the index of the point with the lowest cost, or None if nothing has a cost.

    The benefit of a true positive is added to the cost of a false negative.

    >>> from pr_curve_lab.analysis.alerts import build_deployment
    >>> from pr_metrics import OperatingPoints
    >>> used = build_deployment(OperatingPoints.from_counts([3, 2, 1], [1, 1, 0], [0, 3, 1]))
    >>> [min_cost_index(used, costs) for costs in (Costs(1, 2), Costs(1, 2, 2), Costs(0, 0))]
    [0, 1, None]
    """
    cost_fn = costs.false_negative + costs.benefit
    if costs.false_positive == 0 == cost_fn:
        return None
    best = choose_threshold(deployment.day_points, cost_fp=costs.false_positive, cost_fn=cost_fn)
    return None if best is None else best.index


def total_benefit(deployment: Deployment, costs: Costs, index: int | None) -> float:
    """Return the benefit of a threshold in a day, or in the file, minus its costs; None predicts no positives.

    >>> from pr_curve_lab.analysis.alerts import build_deployment
    >>> from pr_metrics import OperatingPoints
    >>> used = build_deployment(OperatingPoints.from_counts([3, 2, 1], [1, 1, 0], [0, 1, 1]), rows=400)
    >>> total_benefit(used, Costs(1, 5, 2), 1), total_benefit(used, Costs(1, 5, 2), None)
    (300.0, -1000.0)
    """
    one = points_at(deployment.day_points, [] if index is None else [index])
    true, false = float(one.true_positives.sum()), float(one.false_positives.sum())
    benefit = costs.benefit * true - costs.false_positive * false - costs.false_negative * (one.positives - true)
    return deployment.to_expected_counts(benefit)


def precision_at_alerts(deployment: Deployment, alerts: float) -> float | None:
    """Return precision at k, for `alerts` rows of a day, or None if k is 0 or exceeds the rows with a score."""
    k = alerts * deployment.total_rows / deployment.n_rows
    reached = float(deployment.points.true_positives[-1] + deployment.points.false_positives[-1])
    return precision_at_k(deployment.points, min(k, reached)) if 0 < k <= reached * (1 + ROUNDING_SLACK) else None


def _maximized(required: dict[str, float]) -> Literal["recall", "precision", "f1"]:
    if "min_recall" not in required:
        return "recall" if required else "f1"
    return "precision" if len(required) == 1 else "f1"


def _best_single(deployment: Deployment, required: dict[str, float]) -> dict[str, int]:
    """Return the nearest point to each requirement that is met nowhere, or if all are met alone, the best for each."""
    alone = {name: {name: limit} for name, limit in required.items()}
    best = {name: choose_threshold(deployment.points, **one) for name, one in alone.items()}
    never = [name for name in alone if best[name] is None]
    nearest = {
        name: near.index for name in never for near in nearest_thresholds(deployment.points, **alone[name]).values()
    }
    return nearest or {name: found.index for name, found in best.items() if found is not None}


NoBand = Literal["prevalence", "weights"]


def band_or_reason(deployment: Deployment, labeled_scores: LabeledScores) -> CurveBand | NoBand:
    """Return the 95% band, or why there is none: a target class balance is set, or rows have weights.

    Clusters of rows are kept together as in intervals.

    >>> from pr_curve_lab.analysis.alerts import build_deployment
    >>> from pr_curve_lab.schema.examples import example_labeled_scores
    >>> ten = example_labeled_scores("ten_rows")
    >>> band_or_reason(build_deployment(ten.points), ten).confidence_level
    0.95
    >>> band_or_reason(build_deployment(ten.points, prevalence=0.1), ten)
    'prevalence'
    """
    if deployment.has_target_prevalence:
        return "prevalence"
    if labeled_scores.cluster_of_row is not None:
        rows = labeled_scores.positive, labeled_scores.score
        return curve_band_of_rows(*rows, sample_weight=labeled_scores.weight, groups=labeled_scores.cluster_of_row)
    if labeled_scores.is_weighted:
        return "weights"
    try:
        return curve_band(deployment.source_points)
    except ValueError:  # the counts are not counts of rows
        return "weights"


def count_class_ties(points: OperatingPoints) -> int:
    """Count the rows that share their score with a row of the other class, given points of unweighted rows.

    >>> count_class_ties(OperatingPoints.from_counts([2, 1], [1, 3], [0, 4]))
    7
    """
    gained, lost = class_counts(points)
    mixed = (gained > 0) & (lost > 0)
    return int((gained + lost)[mixed].sum())


def count_class_ties_in_rows(labeled_scores: LabeledScores) -> int:
    """Count the rows that share their score with a row of the other class; each weighted row counts as one.

    >>> from pr_curve_lab.schema.examples import example_labeled_scores
    >>> count_class_ties_in_rows(example_labeled_scores("constant"))
    100
    """
    if not labeled_scores.is_weighted:
        return count_class_ties(labeled_scores.points)
    gained, lost = class_counts(labeled_scores.points)
    return int(tie_groups_at(labeled_scores, labeled_scores.points.threshold[(gained > 0) & (lost > 0)]).rows.sum())


def has_tied_positive(labeled_scores: LabeledScores) -> bool:
    """Whether a positive shares its score with another row, so that the order of tied rows matters.

    >>> from pr_curve_lab.schema.examples import example_labeled_scores
    >>> has_tied_positive(example_labeled_scores("constant"))
    True
    """
    gained, lost = class_counts(labeled_scores.points)
    if not labeled_scores.is_weighted:
        return bool(((gained > 0) & (gained + lost > 1)).any())
    return bool((tie_groups_at(labeled_scores, labeled_scores.points.threshold[gained > 0]).rows > 1).any())


def class_counts(points: OperatingPoints) -> tuple[np.ndarray, np.ndarray]:
    """Return the positives and the negatives with a score equal to each threshold."""
    return np.diff(points.true_positives, prepend=0.0), np.diff(points.false_positives, prepend=0.0)
