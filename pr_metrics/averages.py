"""Average precision from rows: of one binary problem, or averaged over classes, labels, samples or folds.

The average precision of a column without positives is undefined. It is nan, a warning names the column, and averages
leave it out: counting it as 0 would lower the average because of a class that the data cannot evaluate.

Multiclass and multilabel problems share one representation: a column of classes becomes an indicator matrix with one
column for each class.

The mean curve averages the precision of several curves at equal recall. Averaging counts at equal thresholds is another
quantity: it gives the single curve of all rows together.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pr_metrics.interpolation import JoinedCurve
from pr_metrics.points import operating_points
from pr_metrics.rows import check_same_order
from pr_metrics.schemes import get_scheme
from pr_metrics.validation import (
    ONE_OF_TWO,
    BoolArray,
    FloatArray,
    check_array,
    check_labels,
    check_same_length,
    finite_numbers,
    label_mask,
    python_value,
    short_repr,
    weights_or_none,
)


@dataclass(frozen=True, slots=True, eq=False)
class MultilabelScores:
    """Checked rows of a multiclass or multilabel problem; rows of weight 0 are dropped.

    Attributes
    ----------
    positive : ndarray of bool, shape (n_rows, n_columns)
        Whether each row is positive for each column.
    score : ndarray of float, shape (n_rows, n_columns)
        Scores in any unit; higher means more positive.
    weight : ndarray of float, shape (n_rows,), or None
        Weight of each row, above 0. None means that every row counts once.
    names : tuple, length n_columns
        Names of the columns: the labels, or 0, 1, ... if there are none.
    """

    positive: BoolArray
    score: FloatArray
    weight: FloatArray | None
    names: tuple[Any, ...]


def check_multilabel_scores(
    y_true: ArrayLike, y_score: ArrayLike, *, sample_weight: ArrayLike | None = None, labels: ArrayLike | None = None
) -> MultilabelScores:
    """Check labels against a matrix of scores that has one column for each class or label.

    The labels are either an indicator matrix of the same shape as the scores, or a column of classes, which is turned
    into an indicator matrix. Rows of weight 0 are dropped.

    Parameters
    ----------
    y_true : array-like of shape (n_rows, n_columns), (n_rows,) or (n_rows, 1)
        An indicator matrix of 0 and 1, or one column of classes of any type.
    y_score : array-like of shape (n_rows, n_columns)
        Scores in any unit; higher means more positive.
    sample_weight : array-like of shape (n_rows,), optional
        Weight of each row, at least 0. By default every row counts once.
    labels : array-like of shape (n_columns,), optional
        The j-th label is the class that column j scores. By default the classes are the column names of a table, if
        these are the classes of `y_true`, and otherwise the sorted classes of `y_true`. With an indicator matrix, the
        labels only name the columns.

    Returns
    -------
    MultilabelScores
        The rows with a weight above 0, and the name of each column.

    Raises
    ------
    ValueError
        If rows have different lengths, or a matrix has no rows or no columns; if scores are text, nan or infinite; if
        indicators are not 0 or 1; if tables name the same rows in different orders; if there are two columns for two
        classes and no `labels`, since one column is then enough; if shapes or lengths differ; if `labels` has missing
        or repeated values, or not one value for each column; if a class of `y_true` is not in `labels`; if column names
        disagree with each other or are the labels in another order; if weights are text, nan, infinite or negative, or
        none is above 0.

    Examples
    --------
    >>> check_multilabel_scores(["b", "a"], [[0.2, 0.8], [0.7, 0.3]], labels=["a", "b"]).positive.tolist()
    [[False, True], [True, False]]
    """
    score, columns = _matrix("y_score", y_score), column_names(y_score)
    weight = weights_or_none(sample_weight)
    check_same_order(y_true=y_true, y_score=y_score, sample_weight=sample_weight)
    shape = check_array("y_true", y_true).shape
    if len(shape) == 1 or (shape[1:] == (1,) and score.shape[1] > 1):
        classes = check_labels("y_true", y_true)
        check_same_length(y_true=classes.size, y_score=len(score))
        if labels is None and score.shape[1] == 2 and _is_binary(classes):
            raise ValueError(
                "y_score must be one column beside labels of two values, got two: pass the positive one's, [:, 1], "
                "or labels to average over both classes"
            )
        names = _sorted_classes(classes, score.shape[1]) if labels is None else _label_names(labels, score.shape[1])
        if labels is None and columns is not None and set(columns) == set(names):
            names = columns
        positive = _positive_by_class(classes, names)
    else:
        positive = _binary_matrix(y_true, score.shape)
        _check_column_names("y_true", column_names(y_true), "y_score", columns)
        names = columns or tuple(range(score.shape[1])) if labels is None else _label_names(labels, score.shape[1])
    if labels is None or columns is None or set(columns) == set(names):  # else labels take precedence
        _check_column_names("labels", names, "y_score", columns)
    if weight is None:
        return MultilabelScores(positive, score, None, names)
    check_same_length(y_true=len(score), sample_weight=weight.size)
    counted = weight > 0
    return MultilabelScores(positive[counted], score[counted], weight[counted], names)


def column_names(values: object) -> tuple[Any, ...] | None:
    """Return the column names of a table.

    Default names, that is 0, 1, ... or "column_0", "column_1", ..., do not count as names.

    Parameters
    ----------
    values : object
        A pandas, polars or pyarrow table, or anything else.

    Returns
    -------
    tuple or None
        The names, of length n_columns. None if the object has no columns, or its columns only have default names.

    Examples
    --------
    >>> column_names([[0.5]]) is None
    True
    """
    names_alone = getattr(values, "column_names", None)  # pyarrow, whose `columns` are the values
    columns = names_alone if isinstance(names_alone, list) else getattr(values, "columns", None)
    if columns is None or getattr(values, "ndim", 2) != 2:
        return None
    names = tuple(python_value(name) for name in columns)
    places = range(len(names))
    return None if names in (tuple(places), tuple(f"column_{place}" for place in places)) else names  # pandas, polars


def _check_column_names(
    name: str, names: tuple[Any, ...] | None, other_name: str, other_names: tuple[Any, ...] | None
) -> None:
    """Raise an error if names of columns differ, since one class would then be scored as another."""
    if names is None or other_names is None or names == other_names:
        return
    remedy = "give both the same order" if name == "y_true" else "labels say which class a column scores"
    wrong = next((at for at, (one, two) in enumerate(zip(names, other_names, strict=False)) if one != two), 0)
    raise ValueError(
        f"{name} and the columns of {other_name} must be the same in the same order, "
        f"got {names[wrong]!r} and {other_names[wrong]!r} at position {wrong}; {remedy}"
    )


def _matrix(name: str, values: ArrayLike) -> FloatArray:
    array = check_array(name, values)
    if array.ndim != 2:
        raise ValueError(f"{name} must be two-dimensional, got shape {array.shape}")
    matrix = values if isinstance(values, np.ma.MaskedArray) else array
    if 0 in matrix.shape:
        raise ValueError(f"{name} must have at least one row and one column, got shape {matrix.shape}")
    columns = range(matrix.shape[1])
    return np.column_stack([finite_numbers(f"{name}[:, {column}]", matrix[:, column]) for column in columns])


def _binary_matrix(y_true: ArrayLike, shape: tuple[int, ...]) -> BoolArray:
    matrix = _matrix("y_true", y_true)
    if matrix.shape != shape:
        raise ValueError(f"y_true and y_score must have the same shape, got {matrix.shape} and {shape}")
    wrong = (matrix != 0) & (matrix != 1)
    if wrong.any():
        row, column = (int(position) for position in np.argwhere(wrong)[0])
        raise ValueError(
            f"y_true[:, {column}] must be 0 or 1, got {python_value(matrix[row, column])} at position {row}"
        )
    return np.asarray(matrix == 1)


def _is_binary(classes: NDArray[Any]) -> bool:
    others = classes[~label_mask(classes, classes[0])]
    return bool(others.size and label_mask(others, others[0]).all())


def _sorted_classes(classes: NDArray[Any], columns: int) -> tuple[Any, ...]:
    try:
        distinct = np.unique(classes)
    except TypeError:
        raise ValueError("labels must be given where the classes of y_true have no order, got None") from None
    if distinct.size != columns:
        raise ValueError(
            f"labels must name the {columns} columns of y_score where y_true does not have as many classes, "
            f"got None and {distinct.size} classes"
        )
    return tuple(python_value(label) for label in distinct)


def _label_names(labels: ArrayLike, columns: int) -> tuple[Any, ...]:
    names = tuple(python_value(label) for label in check_labels("labels", labels))
    if len(names) != columns:
        raise ValueError(f"labels must name the {columns} columns of y_score, got {len(names)}")
    for position, name in enumerate(names):
        if name in names[:position]:
            raise ValueError(f"labels must be distinct, got {name!r} again at position {position}")
    return names


def _positive_by_class(classes: NDArray[Any], names: tuple[Any, ...]) -> BoolArray:
    positive = np.column_stack([label_mask(classes, name) for name in names])
    unnamed = ~positive.any(axis=1)
    if unnamed.any():
        position = int(np.flatnonzero(unnamed)[0])
        listed = ", ".join(repr(name) for name in names)
        raise ValueError(
            f"y_true must be one of the labels {listed}, got {python_value(classes[position])!r} at position {position}"
        )
    return positive


AVERAGES = ("micro", "macro", "weighted", "samples", "none")

AverageName = Literal["micro", "macro", "weighted", "samples"]


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False)
class AverageComponents:
    """An average of areas with its components.

    The average is the sum of ``weight * component`` over the components that are not nan.

    Attributes
    ----------
    average : str
        Kind of average: "micro", "macro", "weighted" or "samples", or the name given to `average_of_areas`.
    area : float
        The average: no unit, in [0, 1]; nan without positives.
    component : ndarray of float, shape (n_parts,)
        Areas that are averaged: one for all entries together with "micro", one for each row with "samples" (unless
        there is only one column), and otherwise one for each column. The area of a part without positives is nan.
    weight : ndarray of float, shape (n_parts,)
        Weight of each component in the average. The weights sum to 1; a part without positives has weight 0. If no part
        has positives, all weights are 0. With "micro" the only weight is always 1.

    Examples
    --------
    >>> parts = average_of_areas("macro", [0.25, 0.75, float("nan")])
    >>> parts.area, parts.component.tolist(), parts.weight.tolist()
    (0.5, [0.25, 0.75, nan], [0.5, 0.5, 0.0])
    """

    average: str
    area: float
    component: FloatArray
    weight: FloatArray

    def __repr__(self) -> str:
        return short_repr(self)


@overload
def average_precision(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    average: AverageName = ...,
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
    """Compute the area under the precision-recall curve of one binary problem or of several.

    With the scheme "step" the area is the sum over i of (R_i - R_{i-1}) * P_i, where tied scores form one threshold.
    This is the value of scikit-learn's average_precision_score. The averages over several columns are also those of
    scikit-learn, except that a column (or with "samples" a row) without positives is left out, where scikit-learn
    counts it as 0.

    Parameters
    ----------
    y_true : array-like of shape (n_rows,), (n_rows, 1) or (n_rows, n_columns)
        For one problem, labels of two values: 1 or True is positive, or the value of `pos_label`. For several, an
        indicator matrix of 0 and 1 with the shape of `y_score`, or one column of classes.
    y_score : array-like of shape (n_rows,) or (n_rows, n_columns)
        Scores in any unit; higher means more positive. The scores of a row need not sum to 1.
    average : {"micro", "macro", "weighted", "samples", "none"} or None, default="macro"
        How the columns are combined. The average of a single problem is its area.

        - "micro": all entries of the matrix are one binary problem.
        - "macro": mean over the columns.
        - "weighted": mean over the columns, each weighted by the total weight of its positives.
        - "samples": each row ranks its columns; mean over the rows, weighted by `sample_weight`.
        - "none" or None: no average, one area for each column.
    sample_weight : array-like of shape (n_rows,), optional
        Weight of each row, at least 0. By default every row counts once.
    pos_label : object, optional
        Label of the positive class. Only for one problem.
    labels : array-like of shape (n_columns,), optional
        The j-th label is the class that column j scores. By default the classes are the column names of a table, if
        these are the classes of `y_true`, and otherwise the sorted classes of `y_true`. With an indicator matrix, the
        labels only name the columns in warnings. Only for several columns.
    scheme : str, default="step"
        Key of the scheme that joins the operating points, one of `SCHEMES`.

    Returns
    -------
    float or ndarray of float, shape (n_columns,)
        The area: no unit, in [0, 1]; nan without positives. An array of the areas of all columns if `y_score` is
        two-dimensional and `average` is "none" or None.

    Raises
    ------
    ValueError
        If `scheme` or `average` is unknown; if `y_score` has three or more dimensions; if `pos_label` is given with
        several columns, or `labels` with one. If lengths or shapes differ; if an argument is empty or has missing
        values; if scores or weights are text, nan or infinite; if a weight is negative, or none is above 0; if tables
        name the same rows in different orders. For one problem, if the labels have a third value, are text without
        `pos_label`, or do not contain `pos_label`, or if the scheme does not apply to the points. For several columns,
        if indicators are not 0 or 1; if there are two columns for two classes and no `labels`; if `labels` has missing
        or repeated values, or not one value for each column; if a class of `y_true` is not in `labels`; if column names
        disagree with each other or are the labels in another order.

    Warns
    -----
    UserWarning
        If there are no positives. With several columns, the warning names the columns without positives, or with
        "samples" says how many rows have none.

    References
    ----------
    .. [1] scikit-learn user guide, section on multiclass and multilabel classification.
    .. [2] For one problem, the reference of the scheme: ``SCHEMES[scheme].source``.

    Examples
    --------
    >>> round(average_precision([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]), 4)
    0.8333
    >>> average_precision([1, 0], [0.5, 0.5], scheme="linear")
    0.75
    >>> average_precision(["a", "b", "c"], [[0.9, 0.1, 0], [0.3, 0.5, 0.2], [0, 0.4, 0.6]], average=None).tolist()
    [1.0, 1.0, 1.0]
    """
    get_scheme(scheme)
    if average is not None and not (isinstance(average, str) and average in AVERAGES):
        raise ValueError(f"average must be one of {', '.join(AVERAGES)} or None, got {average!r}")
    several = check_array("y_score", y_score).ndim
    if several == 1 or (labels is None and _is_one_column(y_true, y_score, pos_label)):
        if labels is not None:
            raise ValueError("labels must name the columns of a two-dimensional y_score, got them beside one column")
        points = operating_points(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
        area = get_scheme(scheme).area(points)
        return np.array([area]) if several == 2 and average in (None, "none") else area
    if several != 2:
        raise ValueError(f"y_score must have one or two dimensions, got shape {np.shape(y_score)}")
    if pos_label is not None:
        of_two = ONE_OF_TWO if np.shape(y_score)[1] == 2 else ""
        raise ValueError(f"pos_label must not be given beside a two-dimensional y_score, got {pos_label!r}{of_two}")
    scores = check_multilabel_scores(y_true, y_score, sample_weight=sample_weight, labels=labels)
    by_column = average is None or average == "none"
    parts = _average_components(scores, "macro" if by_column else str(average), scheme)
    return parts.component if by_column else parts.area


def average_components(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    average: str = "macro",
    sample_weight: ArrayLike | None = None,
    labels: ArrayLike | None = None,
    scheme: str = "step",
) -> AverageComponents:
    """Compute an average of areas together with the areas and weights that it consists of.

    The average is that of `average_precision` for a two-dimensional `y_score`: the sum over j of
    weight_j * component_j.

    Parameters
    ----------
    y_true : array-like of shape (n_rows, n_columns), (n_rows,) or (n_rows, 1)
        An indicator matrix of 0 and 1 with the shape of `y_score`, or one column of classes.
    y_score : array-like of shape (n_rows, n_columns)
        Scores in any unit; higher means more positive. The scores of a row need not sum to 1.
    average : {"micro", "macro", "weighted", "samples"}, default="macro"
        How the columns are combined.

        - "micro": all entries of the matrix are one binary problem, which is the only component.
        - "macro": the components are the k columns, with weight 1/k each.
        - "weighted": the components are the columns, each weighted by the total weight of its positives.
        - "samples": the components are the rows, each of which ranks its columns, weighted by `sample_weight`.
    sample_weight : array-like of shape (n_rows,), optional
        Weight of each row, at least 0. By default every row counts once.
    labels : array-like of shape (n_columns,), optional
        The j-th label is the class that column j scores. By default the classes are the column names of a table, if
        these are the classes of `y_true`, and otherwise the sorted classes of `y_true`. With an indicator matrix, the
        labels only name the columns in warnings.
    scheme : str, default="step"
        Key of the scheme that joins the operating points, one of `SCHEMES`.

    Returns
    -------
    AverageComponents
        The average, and arrays of shape (n_parts,) with the components and their weights. Components without positives
        are nan and have weight 0; the average is nan without any positives.

    Raises
    ------
    ValueError
        If `scheme` or `average` is unknown; if `y_score` is not two-dimensional; if lengths or shapes differ; if an
        argument is empty or has missing values; if scores or weights are text, nan or infinite; if a weight is
        negative, or none is above 0; if tables name the same rows in different orders; if indicators are not 0 or 1; if
        there are two columns for two classes and no `labels`; if `labels` has missing or repeated values, or not one
        value for each column; if a class of `y_true` is not in `labels`; if column names disagree with each other or
        are the labels in another order; if the scheme does not apply to the points.

    Warns
    -----
    UserWarning
        If there are no positives. The warning names the columns without positives, or with "samples" says how many rows
        have none.

    References
    ----------
    .. [1] scikit-learn user guide, section on multiclass and multilabel classification.

    Examples
    --------
    >>> parts = average_components([[1, 0], [0, 1], [0, 1]], [[0.9, 0.1], [0.4, 0.7], [0.6, 0.4]], average="weighted")
    >>> parts.component.tolist(), parts.weight.round(3).tolist(), parts.area
    ([1.0, 1.0], [0.333, 0.667], 1.0)
    """
    get_scheme(scheme)
    if average not in AVERAGES[:-1]:
        raise ValueError(f"average must be one of {', '.join(AVERAGES[:-1])}, got {average!r}")
    return _average_components(
        check_multilabel_scores(y_true, y_score, sample_weight=sample_weight, labels=labels), average, scheme
    )


def _average_components(scores: MultilabelScores, average: str, scheme: str) -> AverageComponents:
    if average == "micro":
        weight = None if scores.weight is None else np.repeat(scores.weight, len(scores.names))
        area = _area(scores.positive.ravel(), scores.score.ravel(), weight, scheme)
        return AverageComponents(average, area, np.array([area]), np.ones(1))
    if average == "samples" and len(scores.names) > 1:  # with one column, rows have nothing to rank
        return average_of_areas(average, _by_row(scores, scheme), scores.weight)
    weights = _positives_by_column(scores) if average == "weighted" else None
    return average_of_areas(average, _by_column(scores, scheme), weights)


def average_of_areas(average: str, areas: ArrayLike, weights: ArrayLike | None = None) -> AverageComponents:
    """Average areas that have been computed already.

    The average is the sum of w_j * A_j divided by the sum of w_j, over the areas that are not nan.

    Parameters
    ----------
    average : str
        Name of the average, which is stored in the result. It does not change the computation.
    areas : array-like of shape (n_parts,)
        Areas without unit; nan where an area is undefined.
    weights : array-like of shape (n_parts,), optional
        Weight of each area. By default every area counts once.

    Returns
    -------
    AverageComponents
        The average, the areas and their normalized weights. The average is nan if no area is defined, or if the weights
        of all defined areas are 0.

    Raises
    ------
    ValueError
        If there are not as many weights as areas.

    References
    ----------
    .. [1] scikit-learn user guide, section on multiclass and multilabel classification.

    Examples
    --------
    >>> average_of_areas("weighted", [0.25, 0.75, float("nan")], [1, 3, 0]).area
    0.625
    """
    part = np.asarray(areas, dtype=np.float64)
    weight = None if weights is None else np.asarray(weights, dtype=np.float64)
    if weight is not None and weight.shape != part.shape:
        raise ValueError(f"weights must be as many as the {part.size} areas, got {weight.size}")
    counted = np.where(np.isnan(part), 0.0, 1.0 if weight is None else weight)
    if not counted.any():
        return AverageComponents(average, np.nan, part, np.zeros(part.size))
    defined = ~np.isnan(part)
    area = float(np.average(part[defined], weights=None if weight is None else weight[defined]))
    return AverageComponents(average, area, part, counted / counted.sum())


def _is_one_column(y_true: ArrayLike, y_score: ArrayLike, pos_label: object) -> bool:
    """Return whether scores in one column belong to a binary problem, and not to a single class of several."""
    if np.shape(y_score)[1:] != (1,):
        return False
    if pos_label is not None:
        return True
    shape = check_array("y_true", y_true).shape
    if len(shape) > 1:
        return shape[1:] == (1,)
    classes = check_labels("y_true", y_true)
    return classes.dtype.kind in "biuf" or not label_mask(classes, classes[0]).all()


def _area(positive: BoolArray, score: FloatArray, weight: FloatArray | None, scheme: str) -> float:
    return get_scheme(scheme).area(operating_points(positive, score, sample_weight=weight))


def _positives_by_column(scores: MultilabelScores) -> FloatArray:
    if scores.weight is None:
        return np.asarray(scores.positive.sum(axis=0, dtype=np.float64))
    return np.asarray(scores.weight @ scores.positive)


def _by_column(scores: MultilabelScores, scheme: str) -> FloatArray:
    values = np.full(len(scores.names), np.nan)
    has_positives = scores.positive.any(axis=0)
    for column in np.flatnonzero(has_positives):
        values[column] = _area(scores.positive[:, column], scores.score[:, column], scores.weight, scheme)
    if not has_positives.all():
        absent = ", ".join(repr(scores.names[column]) for column in np.flatnonzero(~has_positives))
        message = f"y_true has no positives in column {absent}: its average precision is nan, and left out of averages"
        warnings.warn(message, stacklevel=4)
    return values


def _by_row(scores: MultilabelScores, scheme: str) -> FloatArray:
    values = np.full(len(scores.positive), np.nan)
    has_positives = scores.positive.any(axis=1)
    if scheme == "step":
        values[has_positives] = _steps_by_row(scores.positive[has_positives], scores.score[has_positives])
    elif has_positives.any():
        values[has_positives] = _areas_by_row(scores.positive[has_positives], scores.score[has_positives], scheme)
    if not has_positives.all():
        absent = int((~has_positives).sum())
        message = f"y_true has no positives in {absent} of {has_positives.size} rows: they are left out of the average"
        warnings.warn(message, stacklevel=4)
    return values


def _areas_by_row(positive: BoolArray, score: FloatArray, scheme: str) -> FloatArray:
    """Return the area of every row, shape (n_rows,); it is computed once for rows with the same ranking and ties."""
    rank, tp = _last_index_of_ties(positive, score)
    ranking = rank * (score.shape[1] + 1) + tp
    first, alike = _unique_rows(ranking)
    areas = np.array([_area(positive[row], score[row], None, scheme) for row in first])
    return areas[alike]


def _unique_rows(numbers: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the index of the first of each distinct row, and for every row the number of its distinct row.

    A hash of each row is sorted instead of the rows, which is faster. If different rows have the same hash, which is
    next to impossible, the rows are sorted after all.
    """
    factors = np.random.default_rng(0).integers(1, 2**63, numbers.shape[1], dtype=np.uint64)
    stands_for = (numbers.astype(np.uint64) * factors).sum(axis=1)
    _, first, alike = np.unique(stands_for, return_index=True, return_inverse=True)
    if not (numbers == numbers[first][alike]).all():
        _, first, alike = np.unique(numbers, axis=0, return_index=True, return_inverse=True)
    return first, alike.ravel()


def _steps_by_row(positive: BoolArray, score: FloatArray) -> FloatArray:
    """Step area of every row at once, shape (n_rows,): each positive adds the precision at the end of its tie."""
    rank, tp = _last_index_of_ties(positive, score)
    gained = np.diff(tp, axis=1, prepend=0)  # the positives of a tie are counted at its first rank
    return np.asarray((gained * (tp / (rank + 1))).sum(axis=1) / positive.sum(axis=1))


def _last_index_of_ties(positive: BoolArray, score: FloatArray) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """For each rank, the last rank of its tie and the positives up to there; both of shape (n_rows, n_columns)."""
    columns = np.arange(score.shape[1])
    order = np.argsort(-score, axis=1)
    ranked, hit = np.take_along_axis(score, order, axis=1), np.take_along_axis(positive, order, axis=1)
    goes_on = np.pad(ranked[:, 1:] == ranked[:, :-1], ((0, 0), (0, 1)))  # the next rank has the same score
    end = np.where(goes_on, columns[-1], columns)
    end = np.minimum.accumulate(end[:, ::-1], axis=1)[:, ::-1]
    return end, np.take_along_axis(np.cumsum(hit, axis=1), end, axis=1)


def mean_curve(curves: Sequence[JoinedCurve], weights: ArrayLike | None = None) -> JoinedCurve:
    """Average the precision of several curves at every recall.

    The mean is P(r) = sum of w_j * P_j(r) / sum of w_j. It is evaluated on both sides of every recall where one of the
    curves has a vertex, so that vertical jumps are kept. Beyond its last vertex a curve counts as 0. The area under the
    mean curve, closed to precision 0, is the (weighted) mean of the areas of the curves.

    Parameters
    ----------
    curves : list or tuple of JoinedCurve
        The curves to average, as `Scheme.curve` makes them. At least one.
    weights : array-like of shape (n_curves,), optional
        Weight of each curve, at least 0 and not all 0. By default every curve counts once.

    Returns
    -------
    JoinedCurve
        Recall and precision of shape (n_vertices,), without unit. If every curve starts with extrapolated vertices, so
        does the mean: ``n_extrapolated`` counts its vertices before the first measured point of any curve.

    Raises
    ------
    ValueError
        If there are no curves; if `curves` is not a list or tuple of `JoinedCurve`; if there is not one weight for each
        curve, a weight is negative, or none is above 0.

    References
    ----------
    .. [1] Fawcett (2006), An introduction to ROC analysis, doi 10.1016/j.patrec.2005.10.010, section 9 (vertical
       averaging).

    Examples
    --------
    >>> low = JoinedCurve(np.array([0.0, 1.0]), np.array([0.2, 0.2]))
    >>> high = JoinedCurve(np.array([0.0, 0.5, 0.5, 1.0]), np.array([1.0, 1.0, 0.4, 0.4]))
    >>> mean = mean_curve([low, high])
    >>> mean.recall.tolist(), mean.precision.round(2).tolist()
    ([0.0, 0.5, 0.5, 1.0], [0.6, 0.6, 0.3, 0.3])
    """
    _check_curves(curves)
    share = _normalize_weights(len(curves), weights)
    recall = np.unique(np.concatenate([curve.recall for curve in curves]))
    before, after = np.zeros(recall.size), np.zeros(recall.size)
    for curve, part in zip(curves, share, strict=True):
        before += part * _precision_at(curve, recall, "left")
        after += part * _precision_at(curve, recall, "right")
    x, y = np.repeat(recall, 2), np.column_stack((before, after)).ravel()
    inner = slice(1, -1)  # nothing is before the first recall, nor after the last
    new = np.append(True, (np.diff(x[inner]) != 0) | (np.diff(y[inner]) != 0))
    first_measured = min(float(curve.recall[min(curve.n_extrapolated, curve.recall.size - 1)]) for curve in curves)
    n_extrapolated = 0
    if all(curve.n_extrapolated for curve in curves):
        n_extrapolated = int(np.searchsorted(x[inner][new], first_measured))
    return JoinedCurve(x[inner][new], y[inner][new], n_extrapolated)


def _check_curves(curves: object) -> None:
    if not isinstance(curves, (list, tuple)):
        raise ValueError(f"curves must be a list of JoinedCurve, got {type(curves).__name__}")
    for place, curve in enumerate(curves):
        if not isinstance(curve, JoinedCurve):
            came = type(curve).__name__
            raise ValueError(f"curves[{place}] must be a JoinedCurve, as Scheme.curve makes it, got {came}")


def _normalize_weights(n_curves: int, weights: ArrayLike | None) -> FloatArray:
    if n_curves == 0:
        raise ValueError("curves must be at least one, got none")
    counted = np.ones(n_curves) if weights is None else finite_numbers("weights", weights)
    if counted.size != n_curves:
        raise ValueError(f"weights must be one for each of the {n_curves} curves, got {counted.size}")
    if (counted < 0).any() or not counted.any():
        raise ValueError(f"weights must be at least 0 and not all 0, got {counted.min()} as the least")
    return np.asarray(counted / counted.sum())


def _precision_at(curve: JoinedCurve, recall: FloatArray, side: str) -> FloatArray:
    """Return the precision just before or after each recall, linear between vertices and 0 outside the curve."""
    x, y = curve.recall, curve.precision
    if side == "left":
        end = np.clip(np.searchsorted(x, recall, side="left"), 1, x.size - 1)
        start = end - 1
    else:
        start = np.clip(np.searchsorted(x, recall, side="right") - 1, 0, x.size - 2)
        end = start + 1
    width = x[end] - x[start]
    part = np.where(width > 0, (recall - x[start]) / np.where(width > 0, width, 1.0), 0.0)
    inside = (recall > x[0]) & (recall <= x[-1]) if side == "left" else (recall >= x[0]) & (recall < x[-1])
    return np.where(inside, y[start] + part * (y[end] - y[start]), 0.0)
