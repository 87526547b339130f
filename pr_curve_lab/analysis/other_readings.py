"""What else a number may be on the same rows: another metric, an average over parts of the file, rows read otherwise.

Each reading is computed and then held against the number, never claimed. `usual_readings` are what is mixed up with
average precision most, the likeliest first: the ROC area, what the file itself offers (a column of predictions, folds,
classes, weights, other scores), then what needs a threshold or a turned score. `coarser_readings` are asked where none
of these fits: rounded scores, one fold alone, rows left out. Some class balance gives nearly any number, so it is last.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from pr_curve_lab.analysis.areas import decimals_offered
from pr_curve_lab.analysis.averages import KINDS, TaskMatrix, parts_of, split, task_matrix
from pr_curve_lab.analysis.formatting import rounded_text, threshold_text
from pr_curve_lab.analysis.published_number import Published, agreement, is_rounded_up
from pr_curve_lab.io.column_names import words_of
from pr_curve_lab.io.table import Table, text_of
from pr_curve_lab.schema.column_values import label_values
from pr_curve_lab.schema.dataset import Cases
from pr_curve_lab.schema.role_options import choices
from pr_curve_lab.schema.tasks import BinaryTasks, build_cases
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
from pr_metrics.thresholds import point_in_force
from pr_metrics.tolerances import AREA_ROUNDING

Kind = Literal[
    "rows", "best", "predictions", "cut", "best_f1_cut", "other_label", "other_class", "turned", "unweighted",
    "other_score", "label_column", "mean", "mean_with_zeros", "mean_by_positives", "mean_by_rows", "average",
    "decimals", "left_out", "fold", "rounded_up", "prevalence",
]  # fmt: skip
Metric = Literal[
    "step", "linear", "continuous", "roc_area", "f1", "accuracy", "balanced_accuracy", "precision", "recall",
]  # fmt: skip
JOINED: tuple[Metric, ...] = ("step", "linear", "continuous")  # the schemes that most tools follow
AREAS: tuple[Metric, ...] = ("step", "roc_area", "linear", "continuous")
HALF, ZERO = 0.5, 0.0  # where probabilities are cut, and decision functions
PREDICTED = {"pred", "preds", "predicted", "prediction", "predictions", "predict", "yhat", "hat", "decision", "预测"}
YES = {"1", "true"}
MOST_VALUES = 20  # negative ones, of which each is left out
RAREST, HALVINGS = 1e-6, 50  # class balance; of the distance to the one looked for, in log odds
DIGITS = range(2, 10)  # significant, of a class balance in print


@dataclass(frozen=True, slots=True)
class Reading:
    """A way to read the rows, and the value that a metric has then."""

    kind: Kind
    which: str | int | None  # the column, threshold, decimals, fold, average or class balance; None: there is only one
    metric: Metric
    value: float

    @property
    def key(self) -> str:
        """The reading and its metric, for a program."""
        return ":".join(str(part) for part in (self.metric, self.kind, self.which) if part not in (None, "rows"))


def usual_readings(tasks: BinaryTasks, name: str, table: Table) -> tuple[Reading, ...]:
    """The numbers of one task that are mixed up most with its average precision, the likeliest first.

    >>> from pr_curve_lab.schema.examples import example_table, example_tasks
    >>> readings = usual_readings(example_tasks("sixteen_rows"), "score", example_table("sixteen_rows"))
    >>> [(one.key, round(one.value, 3)) for one in readings][:2]
    [('roc_area', 0.81), ('step:cut:0.5', 0.806)]
    """
    cases = tasks.cases(name)
    points = _scored(cases.points)
    column = predictions_column(table, cases, labels=tasks.roles.labels)
    cuts = [_of_column(table, cases, column)] if column else []
    every = [
        Reading("rows", None, "roc_area", roc_area(points)),
        *(one for cut in cuts for one in cut.areas()),
        *_of_the_file(tasks, name, cases, ("step", "roc_area")),
        *_of_other_columns(tasks, table),
    ]
    fixed, best = _fixed_cut(points), _best_f1_cut(points)
    cuts += [fixed] if fixed else []
    every += [one for cut in (fixed, best) if cut for one in cut.areas()]
    if not cases.points.unreached_positives:
        every += [
            Reading("other_label", None, "step", _area(_of_other_class(points), "step")),
            Reading("other_class", None, "step", _area(_of_other_class(_turned(points)), "step")),
        ]
    every += [*_best(points), *(one for cut in cuts for one in cut.rates())]
    every += [Reading("turned", None, metric, _area(_turned(points), metric)) for metric in ("step", "roc_area")]
    every += _of_the_file(tasks, name, cases, ("linear", "continuous"))
    return _distinct(every, SCHEMES["step"].area(cases.points))


def coarser_readings(tasks: BinaryTasks, name: str) -> tuple[Reading, ...]:
    """The readings of one task that lose rows or digits, those that assume least first; without a class balance.

    >>> from pr_curve_lab.schema.examples import example_tasks
    >>> readings = coarser_readings(example_tasks("sixteen_rows"), "score")
    >>> [(one.kind, one.which, round(one.value, 3)) for one in readings if one.metric == "step"][:2]
    [('decimals', 1, 0.89), ('decimals', 0, 0.854)]
    """
    return tuple(one for one in _coarser(tasks, name, tasks.cases(name)) if not math.isnan(one.value))


def is_number(published: Published, value: float) -> bool:
    """Whether a value is the number; with digits cut off it would take one more thing to be assumed.

    >>> from pr_curve_lab.analysis.published_number import read_published
    >>> is_number(read_published("0.85"), 0.854), is_number(read_published("0.85"), 0.856)
    (True, False)
    """
    return agreement(published, value) == "rounded"


def rounded_up_readings(points: OperatingPoints, published: Published) -> list[Reading]:
    """The areas of the rows as they are that give the number where their last digit was rounded up.

    >>> from pr_curve_lab.analysis.published_number import read_published
    >>> points = OperatingPoints.from_counts([3, 2, 1], [1, 0, 1], [0, 1, 0])  # average precision 5/6
    >>> [one.key for one in rounded_up_readings(points, read_published("0.834"))]
    ['step:rounded_up']
    """
    values = {metric: _area(points if metric in JOINED else _scored(points), metric) for metric in AREAS}
    return [
        Reading("rounded_up", None, metric, value)
        for metric, value in values.items()
        if is_rounded_up(published, value)
    ]


def balance_reading(points: OperatingPoints, published: Published) -> Reading | None:
    """The class balance at which the step area is the number, with as many digits as that takes; None where none is.

    >>> from pr_curve_lab.analysis.published_number import read_published
    >>> balance_reading(OperatingPoints.from_counts([2, 1], [8, 2], [1, 9]), read_published("0.5")).which
    '0.15'
    """
    if not 0 < points.prevalence < 1:
        return None
    wanted = _balance_at(points, float(published.number))
    texts = [] if wanted is None else [rounded_text(wanted, f".{digits}g") for digits in DIGITS]
    for text in (one for one in texts if 0 < float(one) < 1):
        area = _area_at(points, float(text))
        if is_number(published, area):
            return Reading("prevalence", text, "step", area)
    return None


def predictions_column(table: Table, cases: Cases, *, labels: Sequence[str] = ()) -> str | None:
    """The column of hard predictions beside the score: two values, yes and no, named so or a cut of the score.

    labels: the label columns of all tasks, which are no predictions.

    >>> import pandas as pd
    >>> from pr_curve_lab.schema.tasks import build_cases
    >>> from pr_curve_lab.schema.roles import Roles
    >>> columns = {"y": [1, 0, 1, 0], "sex": [1, 1, 0, 0], "y_pred": [1, 1, 1, 0], "p": [0.9, 0.8, 0.7, 0.1]}
    >>> table = Table("t", pd.DataFrame(columns))
    >>> predictions_column(table, build_cases(table, Roles("y", "1", ("p",))))
    'y_pred'
    """
    roles = cases.roles
    taken = {roles.label, *labels, *roles.scores, roles.weight, roles.group, roles.total, roles.total_by}
    found = None
    for name in (one for one in table.frame.columns if one not in taken):
        predicted = _predicted(table, cases, name)
        if predicted is None:
            continue
        if name == roles.prediction or PREDICTED & set(words_of(name)):
            return str(name)
        is_cut = cases.score[predicted].min() > cases.score[~predicted].max()
        found = str(name) if found is None and is_cut else found
    return found


@dataclass(frozen=True, slots=True)
class _Cut:
    """Hard predictions: where they come from, and their two operating points, of which the first predicts yes."""

    kind: Kind
    which: str
    points: OperatingPoints

    def areas(self) -> list[Reading]:
        """Average precision and the trapezoid, as of scores 0 and 1."""
        return [Reading(self.kind, self.which, metric, _area(self.points, metric)) for metric in ("step", "linear")]

    def rates(self) -> list[Reading]:
        """The rates that a confusion matrix gives; the ROC area of hard predictions is their balanced accuracy."""
        values: dict[Metric, float] = {
            "accuracy": float(_accuracy(self.points)[0]),
            "f1": float(f_score(self.points)[0]),
            "precision": float(self.points.precision[0]),
            "recall": float(self.points.recall[0]),
            "balanced_accuracy": roc_area(self.points),
        }
        return [Reading(self.kind, self.which, metric, value) for metric, value in values.items()]


def _of_column(table: Table, cases: Cases, column: str) -> _Cut:
    predicted = _predicted(table, cases, column)
    assert predicted is not None
    points = operating_points(cases.positive, predicted.astype(np.float64), sample_weight=cases.weight)
    return _Cut("predictions", column, points)


def _predicted(table: Table, cases: Cases, column: str) -> np.ndarray | None:
    """A mask of the rows that a column predicts positive; None of a column that is no yes and no."""
    known, values = {cases.roles.positive, *cases.negative_values}, label_values(table, column)
    text = text_of(table.frame[column])[cases.row] if len(values) == 2 else np.zeros(0)
    if set(values) <= known:
        predicted = text == cases.roles.positive
    elif {value.casefold() for value in values} in ({"0", "1"}, {"false", "true"}):
        predicted = np.isin(text, [value for value in values if value.casefold() in YES])
    else:
        return None
    return None if not predicted.any() or predicted.all() else predicted


def _fixed_cut(points: OperatingPoints) -> _Cut | None:
    """The cut of probabilities at a half, of decision functions at 0; None of scores that are neither, or all alike."""
    highest, lowest = float(points.threshold[0]), float(points.threshold[-1])
    if lowest >= 0 and highest <= 1:
        return _cut_at("cut", str(HALF), points, point_in_force(points, HALF))
    return _cut_at("cut", "0", points, point_in_force(points, ZERO)) if lowest < 0 < highest else None


def _best_f1_cut(points: OperatingPoints) -> _Cut | None:
    best = int(np.argmax(f_score(points)))
    return _cut_at("best_f1_cut", threshold_text(points.threshold, best), points, best)


def _cut_at(kind: Kind, which: str, points: OperatingPoints, index: int | None) -> _Cut | None:
    if index is None or index == points.threshold.size - 1:
        return None
    true, false = float(points.true_positives[index]), float(points.false_positives[index])
    counts = [true, points.positives - true], [false, points.negatives - false]
    return _Cut(kind, which, OperatingPoints.from_counts([1.0, 0.0], *counts))


def _best(points: OperatingPoints) -> list[Reading]:
    """The best F1 and the best accuracy that any threshold has."""
    by_metric: dict[Metric, np.ndarray] = {"f1": f_score(points), "accuracy": _accuracy(points)}
    best = {metric: int(np.argmax(values)) for metric, values in by_metric.items()}
    return [
        Reading("best", threshold_text(points.threshold, at), metric, float(by_metric[metric][at]))
        for metric, at in best.items()
    ]


def _accuracy(points: OperatingPoints) -> np.ndarray:
    right = points.true_positives + points.negatives - points.false_positives
    return right / (points.positives + points.negatives)


def _of_the_file(tasks: BinaryTasks, name: str, cases: Cases, metrics: tuple[Metric, ...]) -> list[Reading]:
    """What the file itself offers: means over its folds or groups, averages over its classes, scores, no weights."""
    readings = [*_means(tasks, name, metrics), *_averages(tasks, metrics)]
    if tasks.kind == "models":
        others = [other for other in tasks.countable if other != name]
        readings += [
            Reading("other_score", other, metric, _area_of(tasks.points(other), metric))
            for other in others
            for metric in metrics
        ]
    if cases.is_weighted and not cases.points.unreached_positives:  # of missed ones the weight is known, not the number
        unweighted = operating_points(cases.positive, cases.score)
        readings += [Reading("unweighted", None, metric, _area(unweighted, metric)) for metric in metrics]
    return readings


def _of_other_columns(tasks: BinaryTasks, table: Table) -> Iterator[Reading]:
    """The areas of the columns that could be the score or the label as well."""
    kinds: dict[str, Kind] = {"chose_score": "other_score", "chose_label": "label_column"}
    for choice in choices(table, tasks.roles):
        for offer in choice.offers if choice.said.key in kinds else ():
            cases = build_cases(table, offer.roles, leave_out=True)
            if isinstance(cases, Cases):
                for metric in ("step", "roc_area"):
                    yield Reading(kinds[choice.said.key], offer.value, metric, _area_of(cases.points, metric))


def _means(tasks: BinaryTasks, name: str, metrics: tuple[Metric, ...]) -> Iterator[Reading]:
    """The means over the folds that have the metric: each counts once, or as many positives or rows as it has."""
    folds, column = _folds(tasks, name), tasks.roles.group
    if len(folds) < 2:
        return
    weights: dict[Kind, np.ndarray | None] = {
        "mean": None,
        "mean_by_positives": np.array([one.points[0].positives for one in folds]),
        "mean_by_rows": np.array([one.rows for one in folds]),
    }
    for metric in metrics:
        values = np.array([_area_of(one.points[0], metric) for one in folds])
        if np.isfinite(values).sum() > 1:
            for kind, weight in weights.items():
                if weight is None or metric in ("step", "roc_area"):
                    yield Reading(kind, column, metric, average_of_areas(kind, values, weight).area)
        if metric == "step" and np.isnan(values).any():  # as scikit-learn does, with a warning
            yield Reading("mean_with_zeros", column, metric, float(np.nan_to_num(values).mean()))


def _averages(tasks: BinaryTasks, metrics: tuple[Metric, ...]) -> Iterator[Reading]:
    if tasks.kind not in ("classes", "labels"):
        return
    matrix = task_matrix(tasks)
    for metric in metrics:
        for kind in KINDS:
            if metric != "roc_area":
                yield Reading("average", kind, metric, parts_of(matrix, kind, metric).area)
            elif kind != "samples":
                yield Reading("average", kind, metric, _roc_average(matrix, kind))


def _roc_average(matrix: TaskMatrix, kind: str) -> float:
    if kind == "micro":
        return roc_area(_scored(matrix.pooled))
    areas = [roc_area(_scored(points)) for points in matrix.points]
    return average_of_areas(kind, areas, matrix.positives if kind == "weighted" else None).area


def _folds(tasks: BinaryTasks, name: str) -> tuple[TaskMatrix, ...]:
    """The rows of each fold; none where nobody knows which missed theirs."""
    if tasks.group is None or tasks.never_scored.of_group is None:
        return ()
    return split(task_matrix(tasks, (name,)), tasks.group, tasks.never_scored.of_group)


def _coarser(tasks: BinaryTasks, name: str, cases: Cases) -> Iterator[Reading]:
    for decimals in (one for one in decimals_offered(cases.points) if one >= 0):
        rounded = round_scores(cases.points, decimals)
        yield from (Reading("decimals", decimals, metric, _area_of(rounded, metric)) for metric in AREAS)
    if tasks.kind in ("one", "models"):
        for value, points in _without_a_label(tasks, name, cases):
            yield from (Reading("left_out", value, metric, _area(points, metric)) for metric in AREAS)
    if not cases.points.unreached_positives:
        ways: dict[Kind, OperatingPoints] = {"other_label": cases.points, "other_class": _turned(cases.points)}
        for kind, points in ways.items():
            other = _of_other_class(points)
            yield from (Reading(kind, None, metric, _area(other, metric)) for metric in ("linear", "continuous"))
    for fold, matrix in zip(tasks.group_names, _folds(tasks, name), strict=False):
        alone = f"{tasks.roles.group} = {fold}"
        yield from (Reading("fold", alone, metric, _area_of(matrix.points[0], metric)) for metric in AREAS)


def _without_a_label(tasks: BinaryTasks, name: str, cases: Cases) -> Iterator[tuple[str, OperatingPoints]]:
    """The rows without those of one negative value, as of rows that nobody judged."""
    if len(cases.negative_values) < 2 or cases.points.unreached_positives:
        return
    label = tasks.label_columns.text[tasks.label_columns.roles(name).label][tasks.row]
    for value in cases.negative_values[:MOST_VALUES]:
        others = label != value
        if not cases.positive[others].all():
            weight = None if cases.weight is None else cases.weight[others]
            yield value, operating_points(cases.positive[others], cases.score[others], sample_weight=weight)


def _distinct(readings: Sequence[Reading], average_precision: float) -> tuple[Reading, ...]:
    """Without those that are nan, repeat an earlier value of their metric, or are average precision itself."""
    distinct: list[Reading] = []
    for one in readings:
        is_repeated = any(
            one.metric == other.metric and abs(one.value - other.value) < AREA_ROUNDING for other in distinct
        ) or (one.kind != "rows" and abs(one.value - average_precision) < AREA_ROUNDING)
        if not math.isnan(one.value) and not is_repeated:
            distinct.append(one)
    return tuple(distinct)


def _area(points: OperatingPoints, metric: Metric) -> float:
    return roc_area(points) if metric == "roc_area" else SCHEMES[metric].area(points)


def _area_of(points: OperatingPoints, metric: Metric) -> float:
    """An area of points some of whose positives may never have been scored, of which a ROC curve knows nothing."""
    return _area(_scored(points) if metric == "roc_area" else points, metric)


def _scored(points: OperatingPoints) -> OperatingPoints:
    """The points of the rows that have a score."""
    if not points.unreached_positives:
        return points
    return OperatingPoints.from_counts(points.threshold, *_at_scores(points))


def _turned(points: OperatingPoints) -> OperatingPoints:
    """The points of the scores turned round."""
    return OperatingPoints.from_counts(0.0 - points.threshold, *_at_scores(points))


def _of_other_class(points: OperatingPoints) -> OperatingPoints:
    """The points with the negatives as positives, at the same scores."""
    positives, negatives = _at_scores(points)
    return OperatingPoints.from_counts(points.threshold, negatives, positives)


def _at_scores(points: OperatingPoints) -> tuple[np.ndarray, np.ndarray]:
    """The positives and negatives at each score itself."""
    true, false = (np.diff(counts, prepend=0.0) for counts in (points.true_positives, points.false_positives))
    return true.clip(min=0.0), false.clip(min=0.0)  # sums of weights may fall by rounding


def _balance_at(points: OperatingPoints, area: float) -> float | None:
    """The class balance at which the step area, which rises with it, is this; None where it is none."""
    ends = [math.log(RAREST / (1 - RAREST)), math.log((1 - RAREST) / RAREST)]
    if not _area_at(points, _share(ends[0])) <= area <= _area_at(points, _share(ends[1])):
        return None
    for _ in range(HALVINGS):
        middle = sum(ends) / 2
        ends[_area_at(points, _share(middle)) >= area] = middle
    return _share(ends[1])


def _share(log_odds: float) -> float:
    return 1 / (1 + math.exp(-log_odds))


def _area_at(points: OperatingPoints, prevalence: float) -> float:
    return SCHEMES["step"].area(at_prevalence(points, prevalence))
