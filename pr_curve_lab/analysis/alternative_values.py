"""What else a number may be on the same rows: another metric, an average over parts of the file, other rows or columns.

Each value is computed and then compared with the number. `common_values` are those most often confused with average
precision, the likeliest first: the ROC area, rows that were left out because a score is missing, what the file itself
contains (a column of predictions, folds, classes, weights, other scores), then what needs a threshold or an inverted
score. `partial_values` are tried if none of these fits: other rows of the file, rounded scores, a single fold, group or
month, all groups but one, rows left out. Some prevalence gives nearly any number, so it comes last.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from pr_curve_lab.analysis.areas import available_decimals
from pr_curve_lab.analysis.averages import AVERAGE_KINDS, TaskMatrix, compute_average, split_by_group, task_matrix
from pr_curve_lab.analysis.formatting import format_number, format_threshold
from pr_curve_lab.analysis.reported_number import ReportedNumber, is_round_up, match_area
from pr_curve_lab.analysis.thresholds import class_counts
from pr_curve_lab.io.column_names import split_name
from pr_curve_lab.io.notices import Notice
from pr_curve_lab.io.table import Table, text_of
from pr_curve_lab.schema.column_values import label_values, read_numbers
from pr_curve_lab.schema.dataset import Dataset, LabeledScores, build_dataset, build_labeled_scores, groups_of_rows
from pr_curve_lab.schema.deployment_columns import day_columns, first_of_dates
from pr_curve_lab.schema.role_options import describe_roles
from pr_curve_lab.schema.roles import Roles, group_columns
from pr_metrics import (
    SCHEMES,
    OperatingPoints,
    at_prevalence,
    average_of_areas,
    f_score,
    operating_points,
    roc_area,
    round_scores,
)
from pr_metrics.thresholds import threshold_index
from pr_metrics.tolerances import AREA_ROUNDING
from pr_metrics.uncertainty.intervals import expit

ValueKind = Literal[
    "rows", "best", "predictions", "cut", "best_f1_cut", "other_label", "other_class", "turned", "unweighted",
    "other_score", "label_column", "mean", "mean_with_zeros", "mean_by_positives", "mean_by_rows", "average",
    "own_rows", "zero_filled", "all_rows", "decimals", "left_out", "fold", "all_but", "rounded_up", "prevalence",
]  # fmt: skip
Metric = Literal[
    "step", "linear", "continuous", "roc_area", "f1", "accuracy", "balanced_accuracy", "precision", "recall",
]  # fmt: skip
JOINED_SCHEMES: tuple[Metric, ...] = ("step", "linear", "continuous")  # that most tools follow
AREAS: tuple[Metric, ...] = ("step", "roc_area", "linear", "continuous")
HALF, ZERO = 0.5, 0.0  # default thresholds of probabilities and of decision functions
PREDICTION_NAMES = {
    "pred", "preds", "predicted", "prediction", "predictions", "predict", "yhat", "hat", "decision", "预测",
}  # fmt: skip
TRUE_TEXTS = {"1", "true"}
MAX_VALUES = 20  # negative values, each of which is left out
MAX_OTHER_SCORES = 4  # of models whose other rows are tried as well
MIN_PREVALENCE, N_BISECTIONS = 1e-6, 50  # class balance; steps of the search, in log odds
DIGITS = range(2, 10)  # significant digits of a printed class balance


@dataclass(frozen=True, slots=True)
class AlternativeValue:
    """A reading of the rows, and the value of a metric for it."""

    kind: ValueKind
    which: str | int | None  # column, threshold, decimals, fold, average or class balance; None if not needed
    metric: Metric
    value: float
    rows: int | None = None  # their number, if they are others than those in use
    score: str | None = None  # of another model, on other rows

    @property
    def reading(self) -> tuple[str | int | None, ...]:
        """What distinguishes readings of the rows, whatever the metric."""
        return self.kind, self.which, self.score, self.rows

    @property
    def is_other_task(self) -> bool:
        """Whether it is about another score or label than the one in use, or about all of them."""
        return self.score is not None or self.kind in ("other_score", "label_column", "average")

    @property
    def key(self) -> str:
        """The reading and its metric as a key for programs."""
        return ":".join(str(part) for part in (self.metric, *self.reading[:3]) if part not in (None, "rows"))


def common_values(dataset: Dataset, name: str, table: Table) -> tuple[AlternativeValue, ...]:
    """Return the values of one task that are most often confused with its average precision, the likeliest first.

    >>> from pr_curve_lab.schema.examples import example_table, example_dataset
    >>> readings = common_values(example_dataset("sixteen_rows"), "score", example_table("sixteen_rows"))
    >>> [(one.key, round(one.value, 3)) for one in readings][:2]
    [('roc_area', 0.81), ('step:cut:0.5', 0.806)]
    """
    labeled_scores = dataset.labeled_scores(name)
    points = _scored_points(labeled_scores.points)
    column = predictions_column(table, labeled_scores, labels=dataset.roles.labels)
    cuts = [_column_predictions(table, labeled_scores, column)] if column else []
    alone = [one for one in _rows_of_models(dataset, (name,), table) if one[0] == "own_rows"]
    own_rows = [one for one in alone if len(one[2].positive) > len(dataset.positive)]  # else all of them are in use
    every = [
        AlternativeValue("rows", None, "roc_area", roc_area(points)),
        *_areas_of_rows((*own_rows, *_zero_filled_rows(dataset, name, table)), name, ("step", "roc_area")),
        *(one for cut in cuts for one in cut.areas()),
        *_file_values(dataset, name, labeled_scores, ("step", "roc_area")),
        *_other_column_values(dataset, table),
    ]
    fixed, best = _default_predictions(points), _best_f1_predictions(points)
    cuts += [fixed] if fixed else []
    every += [one for cut in (fixed, best) if cut for one in cut.areas()]
    if not labeled_scores.points.unscored_positives:
        every += [
            AlternativeValue("other_label", None, "step", _area(_other_class_points(points), "step")),
            AlternativeValue("other_class", None, "step", _area(_other_class_points(_inverted_points(points)), "step")),
        ]
    # Values at the usual threshold come before the best ones; if both are equal, only the first are given.
    every += [*(one for cut in cuts for one in cut.ratios()), *_best_values(points), *(best.ratios() if best else [])]
    every += [
        AlternativeValue("turned", None, metric, _area(_inverted_points(points), metric))
        for metric in ("step", "roc_area")
    ]
    every += _areas_of_rows(own_rows, name, ("linear", "continuous"))
    every += _file_values(dataset, name, labeled_scores, ("linear", "continuous"))
    return _drop_duplicates(every, SCHEMES["step"].area(labeled_scores.points))


def partial_values(dataset: Dataset, name: str, table: Table) -> tuple[AlternativeValue, ...]:
    """Return the values of one task from other rows or fewer digits, the likeliest first.

    >>> from pr_curve_lab.schema.examples import example_dataset, example_table
    >>> readings = partial_values(example_dataset("sixteen_rows"), "score", example_table("sixteen_rows"))
    >>> [(one.kind, one.which, round(one.value, 3)) for one in readings if one.metric == "step"][:2]
    [('decimals', 1, 0.89), ('decimals', 0, 0.854)]
    """
    every = [*_partial_values(dataset, name)]
    others = [one for one in _other_rows(dataset, name, table) if (one[0], one[3]) != ("own_rows", name)]
    every += _areas_of_rows(others, name, AREAS)
    alone = [rows for kind, _, rows, _ in _rows_of_models(dataset, (name,), table) if kind == "own_rows"]
    for rows in (dataset, *alone):
        every += [*_part_values(rows, name, table), *_values_without_a_group(rows, name, table)]
    every.sort(key=lambda one: (one.rows is None, one.rows is not None and AREAS.index(one.metric) > 1))
    return tuple(one for one in every if not math.isnan(one.value))


def round_up_values(points: OperatingPoints, number: ReportedNumber) -> list[AlternativeValue]:
    """Return the areas of the unchanged rows that give the number if their last digit is rounded up.

    >>> from pr_curve_lab.analysis.reported_number import parse_number
    >>> points = OperatingPoints.from_counts([3, 2, 1], [1, 0, 1], [0, 1, 0])  # average precision 5/6
    >>> [one.key for one in round_up_values(points, parse_number("0.834"))]
    ['step:rounded_up']
    """
    values = {metric: _area(points if metric in JOINED_SCHEMES else _scored_points(points), metric) for metric in AREAS}
    return [
        AlternativeValue("rounded_up", None, metric, value)
        for metric, value in values.items()
        if is_round_up(number, value)
    ]


def prevalence_value(points: OperatingPoints, number: ReportedNumber) -> AlternativeValue | None:
    """Return the class balance at which the step area is the number, with as few digits as needed, or None.

    >>> from pr_curve_lab.analysis.reported_number import parse_number
    >>> prevalence_value(OperatingPoints.from_counts([2, 1], [8, 2], [1, 9]), parse_number("0.5")).which
    '0.15'
    """
    if not 0 < points.prevalence < 1:
        return None
    wanted = _prevalence_at(points, float(number.value))
    texts = [] if wanted is None else [format_number(wanted, f".{digits}g") for digits in DIGITS]
    for text in (one for one in texts if 0 < float(one) < 1):
        area = _area_at(points, float(text))
        if match_area(number, area) == "rounded":
            return AlternativeValue("prevalence", text, "step", area)
    return None


def predictions_column(table: Table, labeled_scores: LabeledScores, *, labels: Sequence[str] = ()) -> str | None:
    """Return the column of predictions for the score: yes and no, named so or given by a threshold; or None.

    labels: the label columns of all tasks, which are not predictions.

    >>> import pandas as pd
    >>> from pr_curve_lab.schema.dataset import build_labeled_scores
    >>> from pr_curve_lab.schema.roles import Roles
    >>> columns = {"y": [1, 0, 1, 0], "sex": [1, 1, 0, 0], "y_pred": [1, 1, 1, 0], "p": [0.9, 0.8, 0.7, 0.1]}
    >>> table = Table("t", pd.DataFrame(columns))
    >>> predictions_column(table, build_labeled_scores(table, Roles("y", "1", ("p",))))
    'y_pred'
    """
    roles = labeled_scores.roles
    taken = {roles.label, *labels, *roles.scores, roles.weight, roles.group}
    taken |= {roles.total_positives, roles.total_positives_by}
    found = None
    for name in (one for one in table.frame.columns if one not in taken):
        predicted = _predicted_mask(table, labeled_scores, name)
        if predicted is None:
            continue
        if name == roles.prediction or PREDICTION_NAMES & set(split_name(name)):
            return str(name)
        is_cut = labeled_scores.score[predicted].min() > labeled_scores.score[~predicted].max()
        found = str(name) if found is None and is_cut else found
    return found


@dataclass(frozen=True, slots=True)
class _ThresholdPredictions:
    """Predictions at a threshold: where they come from, and their two points, of which the first predicts positive."""

    kind: ValueKind
    which: str
    points: OperatingPoints

    def areas(self) -> list[AlternativeValue]:
        """Return average precision and the trapezoidal area with the predictions as scores 0 and 1."""
        return [
            AlternativeValue(self.kind, self.which, metric, _area(self.points, metric)) for metric in ("step", "linear")
        ]

    def ratios(self) -> list[AlternativeValue]:
        """Return the metrics of the confusion matrix; the ROC area of predictions is their balanced accuracy."""
        values: dict[Metric, float] = {
            "accuracy": float(_accuracy(self.points)[0]),
            "f1": float(f_score(self.points)[0]),
            "precision": float(self.points.precision[0]),
            "recall": float(self.points.recall[0]),
            "balanced_accuracy": roc_area(self.points),
        }
        return [AlternativeValue(self.kind, self.which, metric, value) for metric, value in values.items()]


def _column_predictions(table: Table, labeled_scores: LabeledScores, column: str) -> _ThresholdPredictions:
    predicted = _predicted_mask(table, labeled_scores, column)
    assert predicted is not None
    score = predicted.astype(np.float64)
    points = operating_points(labeled_scores.positive, score, sample_weight=labeled_scores.weight)
    return _ThresholdPredictions("predictions", column, points)


def _predicted_mask(table: Table, labeled_scores: LabeledScores, column: str) -> np.ndarray | None:
    """Return a mask of the rows that a column predicts positive, or None if it is not a yes and no."""
    known, values = {labeled_scores.roles.positive, *labeled_scores.negative_values}, label_values(table, column)
    text = text_of(table.frame[column])[labeled_scores.row_index] if len(values) == 2 else np.zeros(0)
    if set(values) <= known:
        predicted = text == labeled_scores.roles.positive
    elif {value.casefold() for value in values} in ({"0", "1"}, {"false", "true"}):
        predicted = np.isin(text, [value for value in values if value.casefold() in TRUE_TEXTS])
    else:
        return None
    return None if not predicted.any() or predicted.all() else predicted


def _default_predictions(points: OperatingPoints) -> _ThresholdPredictions | None:
    """Return the predictions at 0.5 for probabilities, or at 0 for decision functions, or else None."""
    highest, lowest = float(points.threshold[0]), float(points.threshold[-1])
    if lowest >= 0 and highest <= 1:
        return _predictions_at("cut", str(HALF), points, threshold_index(points, HALF))
    return _predictions_at("cut", "0", points, threshold_index(points, ZERO)) if lowest < 0 < highest else None


def _best_f1_predictions(points: OperatingPoints) -> _ThresholdPredictions | None:
    best = int(np.argmax(f_score(points)))
    return _predictions_at("best_f1_cut", format_threshold(points.threshold, best), points, best)


def _predictions_at(
    kind: ValueKind, which: str, points: OperatingPoints, index: int | None
) -> _ThresholdPredictions | None:
    if index is None or index == points.threshold.size - 1:
        return None
    true, false = float(points.true_positives[index]), float(points.false_positives[index])
    counts = [true, points.positives - true], [false, points.negatives - false]
    return _ThresholdPredictions(kind, which, OperatingPoints.from_counts([1.0, 0.0], *counts))


def _best_values(points: OperatingPoints) -> list[AlternativeValue]:
    """Return the best F1 and the best accuracy over all thresholds."""
    by_metric: dict[Metric, np.ndarray] = {"f1": f_score(points), "accuracy": _accuracy(points)}
    best = {metric: int(np.argmax(values)) for metric, values in by_metric.items()}
    return [
        AlternativeValue("best", format_threshold(points.threshold, at), metric, float(by_metric[metric][at]))
        for metric, at in best.items()
    ]


def _accuracy(points: OperatingPoints) -> np.ndarray:
    right = points.true_positives + points.negatives - points.false_positives
    return right / (points.positives + points.negatives)


def _file_values(
    dataset: Dataset, name: str, labeled_scores: LabeledScores, metrics: tuple[Metric, ...]
) -> list[AlternativeValue]:
    """Return values from the file: means over groups of rows, averages over classes, other scores, no weights."""
    readings = [*_group_mean_values(dataset, name, metrics), *_average_values(dataset, metrics)]
    if dataset.kind == "models":
        others = [other for other in dataset.valid_names if other != name]
        readings += [
            AlternativeValue("other_score", other, metric, _area_of(dataset.points(other), metric))
            for other in others
            for metric in metrics
        ]
    # For positives without a score the weight is known, but not the number.
    if labeled_scores.is_weighted and not labeled_scores.points.unscored_positives:
        unweighted = operating_points(labeled_scores.positive, labeled_scores.score)
        readings += [AlternativeValue("unweighted", None, metric, _area(unweighted, metric)) for metric in metrics]
    return readings


def _other_column_values(dataset: Dataset, table: Table) -> Iterator[AlternativeValue]:
    """Yield the areas of columns that could be the score or the label instead."""
    kinds: dict[str, ValueKind] = {"chose_score": "other_score", "chose_label": "label_column"}
    for choice in describe_roles(table, dataset.roles):
        kind = kinds.get(choice.notice.key)
        for offer in choice.options if kind else ():
            found = build_labeled_scores(table, offer.roles, exclude=True)
            if kind and isinstance(found, LabeledScores):
                for metric in ("step", "roc_area"):
                    yield AlternativeValue(kind, offer.value, metric, _area_of(found.points, metric))


def _group_mean_values(dataset: Dataset, name: str, metrics: tuple[Metric, ...]) -> Iterator[AlternativeValue]:
    """Yield means over the groups with the metric: unweighted, or weighted by positives or rows."""
    groups, column = _group_matrices(dataset, name), dataset.roles.group
    if len(groups) < 2:
        return
    weights: dict[ValueKind, np.ndarray | None] = {
        "mean": None,
        "mean_by_positives": np.array([one.points[0].positives for one in groups]),
        "mean_by_rows": np.array([one.rows for one in groups]),
    }
    for metric in metrics:
        values = np.array([_area_of(one.points[0], metric) for one in groups])
        if np.isfinite(values).sum() > 1:
            for kind, weight in weights.items():
                if weight is None or metric in ("step", "roc_area"):
                    yield AlternativeValue(kind, column, metric, average_of_areas(kind, values, weight).area)
        if metric == "step" and np.isnan(values).any():  # scikit-learn gives 0 for them, with a warning
            yield AlternativeValue("mean_with_zeros", column, metric, float(np.nan_to_num(values).mean()))


def _average_values(dataset: Dataset, metrics: tuple[Metric, ...]) -> Iterator[AlternativeValue]:
    if dataset.kind not in ("classes", "labels"):
        return
    matrix = task_matrix(dataset)
    for metric in metrics:
        for kind in AVERAGE_KINDS:
            if metric != "roc_area":
                yield AlternativeValue("average", kind, metric, compute_average(matrix, kind, metric).area)
            elif kind != "samples":
                yield AlternativeValue("average", kind, metric, _roc_average(matrix, kind))


def _roc_average(matrix: TaskMatrix, kind: str) -> float:
    if kind == "micro":
        return roc_area(_scored_points(matrix.pooled))
    areas = [roc_area(_scored_points(points)) for points in matrix.points]
    return average_of_areas(kind, areas, matrix.scored_positives if kind == "weighted" else None).area


def _group_matrices(dataset: Dataset, name: str) -> tuple[TaskMatrix, ...]:
    """Return the rows of each group, or none if it is unknown which groups the positives without a score belong to."""
    if dataset.group_of_row is None or dataset.unscored_positives.by_group is None:
        return ()
    return split_by_group(task_matrix(dataset, (name,)), dataset.group_of_row, dataset.unscored_positives.by_group)


OtherRows = tuple[ValueKind, str | None, Dataset, str]  # kind, part of the file, its rows, and their score


def _other_rows(dataset: Dataset, name: str, table: Table) -> Iterator[OtherRows]:
    """Yield rows that do not count, or not alone: one group, another split, all of them, or those with one score."""
    for group in dataset.valid_groups(name):
        yield "fold", f"{dataset.roles.group} = {group}", dataset.take_group(group), name
    if dataset.unscored_positives.total:
        return
    others = [one for one in dataset.valid_names if one != name] if dataset.kind == "models" else []
    names = [name, *others[:MAX_OTHER_SCORES]]
    yield from _rows_of_models(dataset, names, table)
    roles, used = _roles_and_group(dataset)
    every = build_dataset(table, roles, exclude=True) if used else []
    for score in names:
        yield from (part for part in _parts(every, score, used) if part[0] != "own_rows")


def _rows_of_models(dataset: Dataset, names: Sequence[str], table: Table) -> Iterator[OtherRows]:
    """Yield the rows of each model alone, and parts of them, as of several models only rows with every score count."""
    roles, used = _roles_and_group(dataset)
    has_more_rows = dataset.kind == "models" and any(one.key == "excluded_score" for one in dataset.excluded)
    if has_more_rows and not dataset.unscored_positives.total:
        own = replace(roles, kind="one", unscored_policy="asked")
        for score in names:
            yield from _parts(build_dataset(table, replace(own, scores=(score,)), exclude=True), score, used)


def _zero_filled_rows(dataset: Dataset, name: str, table: Table) -> Iterator[OtherRows]:
    """Yield the rows with 0 for each missing score, if rows were left out for that and no group is in use."""
    lacks_scores = any(one.key == "excluded_score" and one.params["column"] == name for one in dataset.excluded)
    if not lacks_scores or dataset.group_name is not None:
        return
    score = np.nan_to_num(read_numbers("score", table.frame[name], name).values, nan=0.0)
    filled = replace(table, frame=table.frame.assign(**{name: score}))
    roles = replace(dataset.roles, kind="one", scores=(name,), unscored_policy="asked")
    rows = build_dataset(filled, roles, exclude=True)
    if isinstance(rows, Dataset):
        yield "zero_filled", None, rows, name


MAX_PART_COLUMNS, MAX_PARTS = 8, 40  # of columns that are not in use, and their values
PART_METRICS: tuple[Metric, ...] = ("step", "roc_area")  # with more of them, some number would often fit by chance
MAX_PART_ROWS = 2_000_000  # rows times columns, which takes about two seconds


def _part_values(dataset: Dataset, name: str, table: Table) -> Iterator[AlternativeValue]:
    """Yield the areas of parts of the rows, by columns that are not in use: groups, and the months of dates."""
    if dataset.unscored_positives.total:
        return
    columns = {column: table.frame[column] for column in group_columns(table, dataset.roles)}
    dates = first_of_dates(table, day_columns(table, dataset.roles, dataset.row_index))
    if dates:
        columns[dates] = table.frame[dates].astype(str).str.extract(r"^(\d{4}-\d\d)-", expand=False)
    matrix, most = task_matrix(dataset, (name,)), min(MAX_PART_COLUMNS, MAX_PART_ROWS // len(dataset.positive))
    for column, values in list(columns.items())[:most]:
        group_of_row, names = groups_of_rows(values, dataset.row_index)
        if not 1 < len(names) <= MAX_PARTS:
            continue
        for group, part in zip(names, split_by_group(matrix, group_of_row), strict=True):
            if group:
                which, size, points = f"{column} = {group}", len(part.positive), part.points[0]
                for metric in PART_METRICS:
                    yield AlternativeValue("fold", which, metric, _area_of(points, metric), size)


def _values_without_a_group(dataset: Dataset, name: str, table: Table) -> Iterator[AlternativeValue]:
    """Yield average precision on all rows but those of one group; of two groups, each is the rest of the other."""
    if dataset.unscored_positives.total or dataset.group_name is not None:
        return
    in_use = [] if dataset.roles.group is None else [dataset.roles.group]
    matrix = task_matrix(dataset, (name,))
    for column in [*in_use, *group_columns(table, dataset.roles)][:MAX_PART_COLUMNS]:
        group_of_row, names = groups_of_rows(table.frame[column], dataset.row_index)
        if 2 < len(names) <= min(MAX_PARTS, MAX_PART_ROWS // group_of_row.size):
            for number, group in enumerate(names):
                rest = matrix.take_rows(np.flatnonzero(group_of_row != number))
                value = _area_of(rest.points[0], "step")
                yield AlternativeValue("all_but", f"{column} = {group}", "step", value, len(rest.positive))


def _roles_and_group(dataset: Dataset) -> tuple[Roles, str | None]:
    """Return the roles with the split as groups, and the group or split in use, or None if it is all rows."""
    roles, used = dataset.roles, dataset.group_name
    if used is None and roles.split_value is not None:
        return replace(roles, group=roles.split_column, split=None, split_value=None), roles.split_value
    return roles, used


def _areas_of_rows(others: Iterable[OtherRows], name: str, metrics: tuple[Metric, ...]) -> Iterator[AlternativeValue]:
    """Yield the areas of other rows; name: the score in use."""
    for kind, which, rows, score in others:
        alone, other = rows.labeled_scores(score), None if score == name else score
        for metric in metrics:
            yield AlternativeValue(kind, which, metric, _area_of(alone.points, metric), alone.size, other)


def _parts(dataset: Dataset | list[Notice], score: str, used: str | None) -> Iterator[OtherRows]:
    """Yield all rows of a dataset, and each of its groups alone; used: the group in use, or None if it is all rows."""
    if not isinstance(dataset, Dataset):
        return
    if used is None:
        yield "own_rows", None, dataset, score
        return
    yield "all_rows", f"{dataset.roles.group} = {used}", dataset, score
    for group in dataset.valid_groups(score):
        which = None if group == used else f"{dataset.roles.group} = {group}"
        yield "fold" if which else "own_rows", which, dataset.take_group(group), score


def _partial_values(dataset: Dataset, name: str) -> Iterator[AlternativeValue]:
    labeled_scores = dataset.labeled_scores(name)
    points = labeled_scores.points
    for decimals in (one for one in available_decimals(points) if one >= 0):
        rounded = round_scores(points, decimals)
        yield from (AlternativeValue("decimals", decimals, metric, _area_of(rounded, metric)) for metric in AREAS)
    if dataset.kind in ("one", "models"):
        for value, others in _exclude_label(dataset, name, labeled_scores):
            yield from (AlternativeValue("left_out", value, metric, _area(others, metric)) for metric in AREAS)
    if not points.unscored_positives:
        ways: dict[ValueKind, OperatingPoints] = {"other_label": points, "other_class": _inverted_points(points)}
        for kind, one in ways.items():
            other = _other_class_points(one)
            yield from (
                AlternativeValue(kind, None, metric, _area(other, metric)) for metric in ("linear", "continuous")
            )


def _exclude_label(dataset: Dataset, name: str, labeled_scores: LabeledScores) -> Iterator[tuple[str, OperatingPoints]]:
    """Yield the points without the rows of one negative value, which may mean that rows were not judged."""
    if len(labeled_scores.negative_values) < 2 or labeled_scores.points.unscored_positives:
        return
    label = dataset.label_columns.text[dataset.label_columns.roles(name).label][dataset.row_index]
    for value in labeled_scores.negative_values[:MAX_VALUES]:
        others = label != value
        positive, score = labeled_scores.positive[others], labeled_scores.score[others]
        if not positive.all():
            weight = None if labeled_scores.weight is None else labeled_scores.weight[others]
            yield value, operating_points(positive, score, sample_weight=weight)


def _drop_duplicates(values: Sequence[AlternativeValue], average_precision: float) -> tuple[AlternativeValue, ...]:
    """Drop values that are nan, repeat an earlier value of their metric, or equal average precision."""
    distinct: list[AlternativeValue] = []
    for one in values:
        is_repeated = any(
            one.metric == other.metric and abs(one.value - other.value) < AREA_ROUNDING for other in distinct
        ) or (one.kind != "rows" and abs(one.value - average_precision) < AREA_ROUNDING)
        if not math.isnan(one.value) and not is_repeated:
            distinct.append(one)
    return tuple(distinct)


def _area(points: OperatingPoints, metric: Metric) -> float:
    return roc_area(points) if metric == "roc_area" else SCHEMES[metric].area(points)


def _area_of(points: OperatingPoints, metric: Metric) -> float:
    """Return an area; the ROC area leaves out positives without a score."""
    return _area(_scored_points(points) if metric == "roc_area" else points, metric)


def _scored_points(points: OperatingPoints) -> OperatingPoints:
    """Return the points of the rows with a score."""
    if not points.unscored_positives:
        return points
    return OperatingPoints.from_counts(points.threshold, *_at_scores(points))


def _inverted_points(points: OperatingPoints) -> OperatingPoints:
    """Return the points of the inverted scores."""
    return OperatingPoints.from_counts(0.0 - points.threshold, *_at_scores(points))


def _other_class_points(points: OperatingPoints) -> OperatingPoints:
    """Return the points with the classes swapped, at the same scores."""
    positives, negatives = _at_scores(points)
    return OperatingPoints.from_counts(points.threshold, negatives, positives)


def _at_scores(points: OperatingPoints) -> tuple[np.ndarray, np.ndarray]:
    """Return the positives and the negatives at each score."""
    positives, negatives = class_counts(points)
    return positives.clip(min=0.0), negatives.clip(min=0.0)  # sums of weights may have rounding errors


def _prevalence_at(points: OperatingPoints, area: float) -> float | None:
    """Return the class balance with this step area, which increases with it, or None."""
    ends = [math.log(MIN_PREVALENCE / (1 - MIN_PREVALENCE)), math.log((1 - MIN_PREVALENCE) / MIN_PREVALENCE)]
    if not _area_at(points, expit(ends[0])) <= area <= _area_at(points, expit(ends[1])):
        return None
    for _ in range(N_BISECTIONS):
        middle = sum(ends) / 2
        ends[_area_at(points, expit(middle)) >= area] = middle
    return expit(ends[1])


def _area_at(points: OperatingPoints, prevalence: float) -> float:
    return SCHEMES["step"].area(at_prevalence(points, prevalence))
