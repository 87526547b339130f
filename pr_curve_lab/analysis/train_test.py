"""The step area on the training rows beside that on the test rows, and whether their gap is more than chance.

The areas are those of different rows, so the variance of the gap is the sum of their variances. Each comes from the
influence of its rows, or clusters of rows, as the interval of an area does.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from pr_curve_lab.analysis.areas import JoinedArea, joined_area
from pr_curve_lab.analysis.averages import FULL_RESOLUTION, AverageCurve
from pr_curve_lab.analysis.models import SIGNIFICANCE_LEVEL
from pr_curve_lab.analysis.thinning import Resolution
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.dataset import Dataset, LabeledScores, build_dataset
from pr_curve_lab.schema.roles import Roles, infer_splits
from pr_metrics import SCHEMES, AverageComponents, Interval, OperatingPoints, at_prevalence
from pr_metrics.rows import validate_rows
from pr_metrics.tolerances import AREA_ROUNDING
from pr_metrics.uncertainty.influence import VarianceEstimate, variance_by_class
from pr_metrics.uncertainty.paired_difference import model_area
from pr_metrics.uncertainty.t_distribution import t_half_width, two_sided_p

CONFIDENCE_LEVEL = 0.95
MIN_CLASS_ROWS = 10  # of each class in each split; standard errors from fewer are too uncertain: area_standard_error


@dataclass(frozen=True, eq=False)
class SplitArea:
    """The step area of one split."""

    name: str
    rows: int
    positives: int
    points: OperatingPoints
    area: float

    @property
    def prevalence(self) -> float:
        """The share of positives."""
        return self.points.prevalence


@dataclass(frozen=True, eq=False)
class TrainTestGap:
    """The step areas of both splits and their gap, training minus test.

    interval, p_value: nan if a split has too few rows of a class to estimate them (has_few_rows), or if no row shows
    how either area varies, as in perfect rankings and with one score for all rows. train_area_at_test_prevalence: the
    area of the training rows at the class balance of the test rows, because another class balance alone changes the
    area.
    """

    train: SplitArea
    test: SplitArea
    gap: float
    interval: Interval
    p_value: float
    has_few_rows: bool
    train_area_at_test_prevalence: float

    @property
    def is_significant(self) -> bool:
        """Whether the gap is unlikely to be chance."""
        return self.p_value < SIGNIFICANCE_LEVEL


def train_test_gap(table: Table, roles: Roles, task: str, *, exclude: bool) -> TrainTestGap | None:
    """Return the gap between training and test rows, or None if the table does not have both with both classes.

    task: the model, class or label. exclude: whether rows with empty cells are left out.
    """
    splits = infer_splits(table, roles.split_column)
    if splits is None:
        return None
    of_splits = replace(roles, group=roles.split_column, split=None, split_value=None)
    dataset = build_dataset(table, of_splits, exclude=exclude)
    if not isinstance(dataset, Dataset) or not set(splits) <= set(dataset.valid_groups(task)):
        return None
    train, test = (dataset.take_group(split).labeled_scores(task) for split in splits)
    return _gap(train, test)


@dataclass(frozen=True, eq=False)
class SplitCurves:
    """The curves of both splits with their step areas."""

    train: JoinedArea
    test: AverageCurve  # an average of one area


def split_curves(gap: TrainTestGap, resolution: Resolution = FULL_RESOLUTION) -> SplitCurves:
    """Join the points of both splits in steps."""
    train, test = (joined_area(one.points, "step", resolution, area=one.area) for one in (gap.train, gap.test))
    components = AverageComponents("micro", test.area, np.array([test.area]), np.ones(1))
    return SplitCurves(train, AverageCurve(components, test, gap.test.prevalence))


def _gap(train: LabeledScores, test: LabeledScores) -> TrainTestGap:
    both = _split_area(train), _split_area(test)
    gap = both[0].area - both[1].area
    moved = SCHEMES["step"].area(at_prevalence(train.points, test.points.prevalence))
    few = any(min(one.positive_rows, one.size - one.positive_rows) < MIN_CLASS_ROWS for one in (train, test))
    estimates = [] if few else [one for part in (train, test) for one in _step_variances(part) if one.variance]
    variance = sum(one.variance for one in estimates)
    if not variance > AREA_ROUNDING**2:
        return TrainTestGap(*both, gap, Interval(math.nan, math.nan, CONFIDENCE_LEVEL), math.nan, few, moved)
    error = math.sqrt(variance)
    degrees = 1 / sum((one.variance / variance) ** 2 / one.degrees for one in estimates)  # Satterthwaite's
    far = t_half_width(CONFIDENCE_LEVEL, degrees) * error
    interval = Interval(max(gap - far, -1.0), min(gap + far, 1.0), CONFIDENCE_LEVEL)
    return TrainTestGap(*both, gap, interval, two_sided_p(gap / error, degrees), few, moved)


def _split_area(labeled_scores: LabeledScores) -> SplitArea:
    points = labeled_scores.points
    sizes = labeled_scores.size, labeled_scores.positives
    return SplitArea(str(labeled_scores.group_name), *sizes, points, SCHEMES["step"].area(points))


def _step_variances(labeled_scores: LabeledScores) -> list[VarianceEstimate]:
    """Return the parts of the variance of the step area: of each class, or of the clusters that are kept together."""
    points, clusters = labeled_scores.points, labeled_scores.cluster_of_row
    if clusters is None and not labeled_scores.is_weighted and not points.positives % 1:
        return variance_by_class(points)
    rows = validate_rows(labeled_scores.positive, labeled_scores.score, sample_weight=labeled_scores.weight)
    if clusters is not None and labeled_scores.weight is not None:
        clusters = np.unique(clusters[labeled_scores.weight > 0], return_inverse=True)[1]
    total = points.positives if points.unscored_positives and clusters is None else None
    return [VarianceEstimate.of(part) for part in model_area(rows, total, clusters).components]
