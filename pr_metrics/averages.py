"""Average precision from rows in one call, of one question or averaged over several.

A column without a positive has no average precision. It is nan, said in a warning, and left out of the average: a 0 in
its place would be a verdict on a question that was never asked.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Literal, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pr_metrics.given_arrays import given_array
from pr_metrics.indicators import Indicators, dimensions, indicators
from pr_metrics.inputs import ONE_OF_TWO, BoolArray, FloatArray, known_labels, rows_labelled
from pr_metrics.one_line import one_line
from pr_metrics.points import operating_points
from pr_metrics.schemes import scheme_named

AVERAGES = ("micro", "macro", "weighted", "samples", "none")

Named = Literal["micro", "macro", "weighted", "samples"]


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False)
class AverageParts:
    """An average and what it is made of: `area` is the sum of share * part; arrays have shape (n_parts,)."""

    average: str
    area: float
    part: FloatArray  # areas: of the columns, of the rows for "samples", of all entries together for "micro"
    share: FloatArray  # of the average, summing to 1; 0 for a part without positives, whose area is nan

    def __repr__(self) -> str:
        return one_line(self)


@overload
def average_precision(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    average: Named = ...,
    sample_weight: ArrayLike | None = ...,
    pos_label: object = ...,
    labels: ArrayLike | None = ...,
    scheme: str = ...,
) -> float: ...


@overload
def average_precision(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    average: str | None,
    sample_weight: ArrayLike | None = ...,
    pos_label: object = ...,
    labels: ArrayLike | None = ...,
    scheme: str = ...,
) -> float | FloatArray: ...


def average_precision(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    average: str | None = "macro",
    sample_weight: ArrayLike | None = None,
    pos_label: object = None,
    labels: ArrayLike | None = None,
    scheme: str = "step",
) -> float | FloatArray:
    """Area under the precision-recall curve, joined by `scheme`, of one binary problem or of several.

    With the scheme `step`, the sum of (R_i - R_{i-1}) * P_i, tied scores together: what scikit-learn's
    average_precision_score gives. No unit, in [0, 1]; nan without positives.

    One problem: y_true and y_score as for `operating_points`; `average` has no say. Several: y_score of shape
    (n_rows, n_columns), and y_true an indicator matrix of that shape, or one column of classes, the j-th of `labels`
    (by default the names of a table's columns, else the sorted classes) being scored in column j; beside an indicator
    matrix, labels name the columns in warnings only. Rows of scores need not sum to one. `average` is
    "micro" (all entries as one problem), "macro" (mean over columns), "weighted" (by the weight of their positives),
    "samples" (each row ranks its columns; mean over rows by their weight), or "none" or None: all columns, shape
    (n_columns,). Columns, and for "samples" rows, without a positive have no value and are left out, where
    scikit-learn counts them as 0. Otherwise the averages are scikit-learn's. Source: its user guide, section on
    multiclass and multilabel classification; for one problem, the scheme's.

    Raises
    ------
    ValueError: what `operating_points` refuses; there is no scheme of that key, or no such average; y_score of three
        or more dimensions; pos_label beside several columns; labels beside one; what `indicators` refuses.

    Warns
    -----
    UserWarning: there are no positives; columns without one, by name; rows without one, by number.

    >>> round(average_precision([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]), 4)
    0.8333
    >>> average_precision([1, 0], [0.5, 0.5], scheme="linear")
    0.75
    >>> average_precision(["a", "b", "c"], [[0.9, 0.1, 0], [0.3, 0.5, 0.2], [0, 0.4, 0.6]], average=None).tolist()
    [1.0, 1.0, 1.0]
    """
    scheme_named(scheme)
    if average is not None and not (isinstance(average, str) and average in AVERAGES):
        raise ValueError(f"average must be one of {', '.join(AVERAGES)} or None, got {average!r}")
    several = dimensions("y_score", y_score)
    if several == 1 or (labels is None and _is_one_column(y_true, y_score, pos_label)):
        if labels is not None:
            raise ValueError("labels must name the columns of a two-dimensional y_score, got them beside one column")
        points = operating_points(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
        area = scheme_named(scheme).area(points)
        return np.array([area]) if several == 2 and average in (None, "none") else area
    if several != 2:
        raise ValueError(f"y_score must have one or two dimensions, got shape {np.shape(y_score)}")
    if pos_label is not None:
        of_two = ONE_OF_TWO if np.shape(y_score)[1] == 2 else ""
        raise ValueError(f"pos_label must not be given beside a two-dimensional y_score, got {pos_label!r}{of_two}")
    cases = indicators(y_true, y_score, sample_weight=sample_weight, labels=labels)
    by_column = average is None or average == "none"
    parts = _parts(cases, "macro" if by_column else str(average), scheme)
    return parts.part if by_column else parts.area


def average_parts(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    average: str = "macro",
    sample_weight: ArrayLike | None = None,
    labels: ArrayLike | None = None,
    scheme: str = "step",
) -> AverageParts:
    """Take an average of `average_precision` apart: the areas that go into it, and the share that each has.

    area = sum of share_j * part_j. "macro": columns, 1/k each; "weighted": columns, by the weight of their positives;
    "samples": rows, by their weight; "micro": all entries as one problem, which is one part. Arguments and warnings
    as for `average_precision` with a two-dimensional y_score. nan without any positives. Source: the same.

    Raises
    ------
    ValueError: an average that is not "micro", "macro", "weighted" or "samples"; what `average_precision` refuses.

    >>> parts = average_parts([[1, 0], [0, 1], [0, 1]], [[0.9, 0.1], [0.4, 0.7], [0.6, 0.4]], average="weighted")
    >>> parts.part.tolist(), parts.share.round(3).tolist(), parts.area
    ([1.0, 1.0], [0.333, 0.667], 1.0)
    """
    scheme_named(scheme)
    if average not in AVERAGES[:-1]:
        raise ValueError(f"average must be one of {', '.join(AVERAGES[:-1])}, got {average!r}")
    return _parts(indicators(y_true, y_score, sample_weight=sample_weight, labels=labels), average, scheme)


def _parts(cases: Indicators, average: str, scheme: str) -> AverageParts:
    if average == "micro":
        weight = None if cases.weight is None else np.repeat(cases.weight, len(cases.names))
        area = _area(cases.positive.ravel(), cases.score.ravel(), weight, scheme)
        return AverageParts(average, area, np.array([area]), np.ones(1))
    if average == "samples" and len(cases.names) > 1:  # one column is one problem, whose rows rank nothing
        return average_of_areas(average, _by_row(cases, scheme), cases.weight)
    weights = _positives_by_column(cases) if average == "weighted" else None
    return average_of_areas(average, _by_column(cases, scheme), weights)


def average_of_areas(average: str, areas: ArrayLike, weights: ArrayLike | None = None) -> AverageParts:
    """Average areas that are known already; `average` is what the result calls itself.

    area = sum of w_j * A_j / sum of w_j, over the areas that are not nan. areas, weights: shape (n_parts,), no unit;
    without weights each counts once. nan where no area is defined or their weights are 0. Source: as for
    `average_precision`.

    Raises
    ------
    ValueError: weights of another length than the areas.

    >>> average_of_areas("weighted", [0.25, 0.75, float("nan")], [1, 3, 0]).area
    0.625
    """
    part = np.asarray(areas, dtype=np.float64)
    weight = None if weights is None else np.asarray(weights, dtype=np.float64)
    if weight is not None and weight.shape != part.shape:
        raise ValueError(f"weights must be as many as the {part.size} areas, got {weight.size}")
    counted = np.where(np.isnan(part), 0.0, 1.0 if weight is None else weight)
    if not counted.any():
        return AverageParts(average, np.nan, part, np.zeros(part.size))
    defined = ~np.isnan(part)
    area = float(np.average(part[defined], weights=None if weight is None else weight[defined]))
    return AverageParts(average, area, part, counted / counted.sum())


def _is_one_column(y_true: ArrayLike, y_score: ArrayLike, pos_label: object) -> bool:
    """Whether a matrix of scores is a vector beside the labels of one problem, and not the scores of one class."""
    if np.shape(y_score)[1:] != (1,):
        return False
    if pos_label is not None:
        return True
    shape = given_array("y_true", y_true).shape
    if len(shape) > 1:
        return shape[1:] == (1,)
    classes = known_labels("y_true", y_true)
    return classes.dtype.kind in "biuf" or not rows_labelled(classes, classes[0]).all()


def _area(positive: BoolArray, score: FloatArray, weight: FloatArray | None, scheme: str) -> float:
    return scheme_named(scheme).area(operating_points(positive, score, sample_weight=weight))


def _positives_by_column(cases: Indicators) -> FloatArray:
    if cases.weight is None:
        return np.asarray(cases.positive.sum(axis=0, dtype=np.float64))
    return np.asarray(cases.weight @ cases.positive)


def _by_column(cases: Indicators, scheme: str) -> FloatArray:
    values = np.full(len(cases.names), np.nan)
    asked = cases.positive.any(axis=0)
    for column in np.flatnonzero(asked):
        values[column] = _area(cases.positive[:, column], cases.score[:, column], cases.weight, scheme)
    if not asked.all():
        absent = ", ".join(repr(cases.names[column]) for column in np.flatnonzero(~asked))
        message = f"y_true has no positives in column {absent}: its average precision is nan, and left out of averages"
        warnings.warn(message, stacklevel=4)
    return values


def _by_row(cases: Indicators, scheme: str) -> FloatArray:
    values = np.full(len(cases.positive), np.nan)
    asked = cases.positive.any(axis=1)
    if scheme == "step":
        values[asked] = _steps_by_row(cases.positive[asked], cases.score[asked])
    elif asked.any():
        values[asked] = _areas_by_row(cases.positive[asked], cases.score[asked], scheme)
    if not asked.all():
        absent = int((~asked).sum())
        message = f"y_true has no positives in {absent} of {asked.size} rows: they are left out of the average"
        warnings.warn(message, stacklevel=4)
    return values


def _areas_by_row(positive: BoolArray, score: FloatArray, scheme: str) -> FloatArray:
    """Area of every row, shape (n_rows,): rows whose columns are ranked and tied alike share one."""
    rank, hits = _ends_of_ties(positive, score)
    ranking = rank * (score.shape[1] + 1) + hits
    first, alike = _distinct_rows(ranking)
    areas = np.array([_area(positive[row], score[row], None, scheme) for row in first])
    return areas[alike]


def _distinct_rows(numbers: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Index of the first of each distinct row, and for every row which of them it is.

    One number stands for a row, so that numbers are sorted and not rows; where two different rows have the same one,
    which is next to impossible, the rows are sorted after all.
    """
    factors = np.random.default_rng(0).integers(1, 2**63, numbers.shape[1], dtype=np.uint64)
    stands_for = (numbers.astype(np.uint64) * factors).sum(axis=1)
    _, first, alike = np.unique(stands_for, return_index=True, return_inverse=True)
    if not (numbers == numbers[first][alike]).all():
        _, first, alike = np.unique(numbers, axis=0, return_index=True, return_inverse=True)
    return first, alike.ravel()


def _steps_by_row(positive: BoolArray, score: FloatArray) -> FloatArray:
    """Step area of every row at once, shape (n_rows,): each positive pays the precision at the end of its tie."""
    rank, hits = _ends_of_ties(positive, score)
    gained = np.diff(hits, axis=1, prepend=0)  # at the first rank of a tie, for all of it
    return np.asarray((gained * (hits / (rank + 1))).sum(axis=1) / positive.sum(axis=1))


def _ends_of_ties(positive: BoolArray, score: FloatArray) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """For each rank, the last rank of its tie and the positives up to there; both of shape (n_rows, n_columns)."""
    columns = np.arange(score.shape[1])
    order = np.argsort(-score, axis=1)
    ranked, hit = np.take_along_axis(score, order, axis=1), np.take_along_axis(positive, order, axis=1)
    goes_on = np.pad(ranked[:, 1:] == ranked[:, :-1], ((0, 0), (0, 1)))  # the next rank has the same score
    end = np.where(goes_on, columns[-1], columns)
    end = np.minimum.accumulate(end[:, ::-1], axis=1)[:, ::-1]
    return end, np.take_along_axis(np.cumsum(hit, axis=1), end, axis=1)
