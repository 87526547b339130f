"""The results to export: of one curve, of averages or of models, with the visitor's choices.

Files are made from these objects after a click, in another thread without the session, so they hold all that is needed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from pathlib import PurePath

import numpy as np
import pandas as pd

from pr_curve_lab.analysis.areas import JoinedArea, ThinnedArea, joined_area, round_labeled_scores
from pr_curve_lab.analysis.averages import AVERAGE_KINDS, GroupAverages, TaskMatrix, compute_average
from pr_curve_lab.analysis.calibration import Calibration, calibration, calibration_problem
from pr_curve_lab.analysis.formatting import format_distinct, format_threshold
from pr_curve_lab.analysis.group_rates import GroupRates
from pr_curve_lab.analysis.intervals import AreaInterval, GroupArea, StepInterval
from pr_curve_lab.analysis.model_resampling import BootstrapResult
from pr_curve_lab.analysis.models import (
    ModelReversal,
    ModelThresholds,
    PairResults,
    PairTest,
    model_areas,
    models_by_area,
    pair_results,
)
from pr_curve_lab.analysis.prevalence import roc_curve_area
from pr_curve_lab.analysis.summary import Finding
from pr_curve_lab.analysis.thinning import Resolution
from pr_curve_lab.analysis.thresholds import NO_REQUIREMENTS, Requirements
from pr_curve_lab.analysis.train_test import TrainTestGap
from pr_curve_lab.i18n.citations import SampleSummary, sample_summary
from pr_curve_lab.i18n.names import TaskName
from pr_curve_lab.io.notices import Notice
from pr_curve_lab.io.table import Table
from pr_curve_lab.plotting.prevalence import RESOLUTION
from pr_curve_lab.schema.dataset import Dataset, LabeledScores
from pr_curve_lab.schema.roles import TaskKind
from pr_metrics import (
    SCHEMES,
    AverageComponents,
    ModelRanking,
    OperatingPoints,
    average_of_areas,
    average_signature,
    choose_threshold,
    signature,
    threshold_index,
)

MAX_STEM_LENGTH = 60  # characters of a file name


@dataclass(frozen=True, eq=False)
class CurveResults:
    """The labeled scores in use, their table, and the visitor's choices."""

    labeled_scores: LabeledScores  # as read, never rounded
    table: Table
    example: str | None = None  # key of a built-in example
    task: TaskName | None = None  # the selected model, class or label, if there are several, and the group of rows
    left: str = "step"  # key of the scheme
    right: str = "linear"
    decimals: int | None = None  # to which the scores are rounded
    threshold: float | None = None  # None: that of the largest F1
    origin: str | None = None  # how the threshold was chosen: best_f1, requirement, hand, unmet, or all_rows of a group
    required: Requirements = NO_REQUIREMENTS  # requirements on the threshold
    unused_weight: Notice | None = None
    step_interval: StepInterval | None = None  # of the rounded scores, if already computed
    group_rates: GroupRates | None = None  # of the groups of rows at the selected threshold
    report_date: date = field(kw_only=True)  # the visitor's date, printed in the report

    @property
    def stem(self) -> str:
        """The stem of its file names."""
        name = self.example or self.labeled_scores.name
        return file_stem(name) if self.task is None else file_stem(name, self.task.base_name)

    @cached_property
    def rounded_labeled_scores(self) -> LabeledScores:
        """The labeled scores, with the scores rounded, if the visitor chose that."""
        return round_labeled_scores(self.labeled_scores, self.decimals)

    @property
    def points(self) -> OperatingPoints:
        """The operating points of the rounded scores."""
        return self.rounded_labeled_scores.points

    @cached_property
    def sample(self) -> SampleSummary:
        """The counts of these rows, for sentences."""
        return sample_summary(
            self.rounded_labeled_scores, decimals=self.decimals, task=self.task, interval=self.step_interval
        )

    @property
    def total_positives(self) -> float | None:
        """All positives, if some are unscored, else None."""
        return self.points.positives if self.points.unscored_positives else None

    @cached_property
    def selected_index(self) -> int:
        """The index of the selected threshold; 0 if it is above every score."""
        if self.threshold is not None:
            return threshold_index(self.points, self.threshold) or 0
        best = choose_threshold(self.points)
        return 0 if best is None else best.index

    @property
    def selected_threshold(self) -> float:
        """The selected threshold."""
        return float(self.points.threshold[self.selected_index])

    @property
    def printed_threshold(self) -> float:
        """The selected threshold with the digits of all sentences, which predicts the same rows positive."""
        return float(format_threshold(self.points.threshold, self.selected_index))

    @property
    def threshold_origin(self) -> str:
        """How the threshold was chosen; one that was given without its origin was chosen by hand."""
        return self.origin or ("best_f1" if self.threshold is None else "hand")

    @cached_property
    def areas(self) -> dict[str, float]:
        """The area of every scheme that can join the points, by key."""
        return {key: scheme.area(self.points) for key, scheme in SCHEMES.items() if scheme.can_join(self.points)}

    @property
    def area_decimals(self) -> int:
        """The number of decimals of every printed area: enough to tell the two sides apart."""
        left, right = (self.areas[scheme] for scheme in self.sides)
        return len(format_distinct(left, right)[0].partition(".")[2])

    @cached_property
    def intervals(self) -> dict[str, AreaInterval]:
        """The interval of each of these areas."""
        return {key: self.sample.step_interval.scheme_interval(key, area) for key, area in self.areas.items()}

    def joined(self, scheme: str, resolution: Resolution) -> JoinedArea:
        """Return the curve with one of these areas, for a chart."""
        return joined_area(self.points, scheme, resolution, area=self.areas[scheme])

    @cached_property
    def calibration(self) -> Calibration | None:
        """The reliability curve and the Brier score, if the scores can be probabilities."""
        scored = self.rounded_labeled_scores
        return None if calibration_problem(scored) else calibration(scored)

    @cached_property
    def roc(self) -> ThinnedArea:
        """The ROC curve and its area."""
        return roc_curve_area(self.points, RESOLUTION)

    @property
    def sides(self) -> tuple[str, str]:
        """The schemes on the left and on the right; one that cannot join the points is replaced as on the page."""
        left, right = (SCHEMES[key].can_join(self.points) for key in (self.left, self.right))
        return self.left if left else "step", self.right if right else "linear"

    @property
    def group(self) -> pd.Series | None:
        """The group of each row in use."""
        name = self.labeled_scores.roles.group
        if name is None:
            return None
        return self.table.frame[name].iloc[self.labeled_scores.row_index].reset_index(drop=True)


def file_stem(name: str, task: str | None = None) -> str:
    """Return the stem of a file name from the name of the data and that of a model, class or label.

    >>> file_stem("my-scores (2).csv"), file_stem('"; import os'), file_stem("…"), file_stem("four_models", "forest 1")
    ('my_scores_2', 'import_os', 'data', 'four_models_forest_1')
    """
    data = _safe_name(PurePath(name).stem) or "data"
    return "_".join([data, *([_safe_name(task)] if task and _safe_name(task) else [])])


def _safe_name(name: str) -> str:
    return re.sub(r"\W+", "_", name).strip("_")[:MAX_STEM_LENGTH]


@dataclass(frozen=True, eq=False)
class Averages:
    """An average, its components, and the rows behind it."""

    curve: CurveResults  # of the selected class or label, which has the same rows
    matrix: TaskMatrix
    task_kind: TaskKind  # what the tasks are: models, classes or labels
    average: str  # micro, macro, weighted or samples; all equal for one task
    scheme: str
    overall_average: AverageComponents
    task_areas: np.ndarray  # the area of each task; nan without positives
    group_averages: GroupAverages | None = None
    group_areas: tuple[GroupArea | None, ...] = ()  # with intervals, if there is one task
    task_by_group: Averages | None = None  # of several classes or labels, the selected one in each group
    train_test: TrainTestGap | None = None  # if the groups are training and test rows, whose mean says nothing

    @property
    def stem(self) -> str:
        """The stem of its file names: with one task that of its curve, else that of the data."""
        return (
            file_stem(self.curve.example or self.curve.labeled_scores.name) if self.is_multi_task else self.curve.stem
        )

    @property
    def rows(self) -> int:
        """The number of rows in use."""
        return len(self.matrix.positive)

    @property
    def rows_averaged(self) -> int:
        """The number of rows in the average: the "samples" average leaves out rows without any label."""
        of_some = self.average == "samples" and self.is_multi_task
        return int((self.overall_average.weight > 0).sum()) if of_some else self.rows

    @property
    def is_multi_task(self) -> bool:
        """Whether there is more than one task."""
        return len(self.matrix.names) > 1

    @cached_property
    def by_kind(self) -> dict[str, AverageComponents]:
        """Every average by kind; computed for the first file that needs them."""
        known = {
            "macro": average_of_areas("macro", self.task_areas),
            "weighted": average_of_areas("weighted", self.task_areas, self.matrix.scored_positives),
            self.average: self.overall_average,
        }
        return {
            kind: known[kind] if kind in known else compute_average(self.matrix, kind, self.scheme)
            for kind in AVERAGE_KINDS
        }

    @property
    def signature(self) -> str:
        """The signature of the average; that of the area of the only task if there is one."""
        area = self.overall_average.area
        if self.is_multi_task:
            return average_signature(self.matrix.points, area, average=self.average, scheme=self.scheme)
        return signature(self.matrix.points[0], self.scheme, area=area)

    def weighted_areas(self, kind: str) -> np.ndarray:
        """Return each task's part of one of `numbers.MEANS`: its area times its weight; nan without positives."""
        return np.asarray(self.by_kind[kind].weight * self.task_areas)


@dataclass(frozen=True, eq=False)
class Models:
    """Several scores for one label, and their areas under every scheme."""

    curve: CurveResults  # of the selected model; all models have the same rows
    dataset: Dataset
    ranking: ModelRanking
    schemes: tuple[str, str]  # left and right on the page; both are in the ranking
    step_intervals: Mapping[str, StepInterval]  # by model
    points: Mapping[str, OperatingPoints]  # by model
    reversal: ModelReversal | None = None  # why another model is best on the right, if one is
    bootstrap: BootstrapResult | None = None  # for the left scheme; None if it is not computed
    pairs: tuple[PairTest, ...] = ()  # tests of differences between step areas; () without tests
    thresholds: ModelThresholds | None = None  # what the models reach at the requirements
    selected_model: str = ""  # the model that other pages show
    failing_groups: tuple[Finding, ...] = ()  # of each model, as far as they were looked for

    @property
    def group_task(self) -> TaskName | None:
        """The name of the group whose rows are compared; None if all rows are."""
        task = self.curve.task
        return replace(task, name="") if task is not None and task.group else None

    @property
    def positive(self) -> np.ndarray:
        """The label of each row, which is the same for all models."""
        label: np.ndarray = self.dataset.positive[:, 0]
        return label

    @property
    def positives(self) -> int:
        """Positive rows, not weighted, and unscored positives."""
        return int(self.positive.sum()) + round(self.dataset.unscored_positives.total)

    @property
    def min_class_size(self) -> int:
        """The number of rows of the smaller class."""
        return min(self.positives, int((~self.positive).sum()))

    @property
    def by_area(self) -> list[str]:
        """The models by their area under the left scheme, largest first; ties in the order of the data."""
        return models_by_area(self.ranking, self.schemes[0])

    @property
    def pairwise_comparison(self) -> PairResults:
        """The pairs shown on the page."""
        scheme = self.schemes[0]
        tested = self.pairs if scheme == "step" else ()  # a test says nothing about areas of other schemes
        areas = model_areas(self.ranking, scheme)
        return pair_results(areas, tested, self.bootstrap, min_class_rows=self.min_class_size)

    def area(self, scheme: str, model: str) -> float:
        """Return the area of a model under a scheme."""
        return float(self.ranking.area[self.ranking.schemes.index(scheme), self.ranking.models.index(model)])

    def interval(self, scheme: str, model: str) -> AreaInterval:
        """Return the interval of the area of a model under a scheme."""
        return self.step_intervals[model].scheme_interval(scheme, self.area(scheme, model))

    def rank(self, scheme: str, model: str) -> int:
        """Return the rank of a model under a scheme, 1 for the largest area; 0 if it has none."""
        return int(self.ranking.rank[self.ranking.schemes.index(scheme), self.ranking.models.index(model)])
