"""Several yes-no questions at once, checked: which rows are positive in which column, and how each was scored.

Classes and labels end up alike: a class column becomes an indicator matrix, one column a class.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pr_metrics.given_arrays import given_array
from pr_metrics.inputs import (
    BoolArray,
    FloatArray,
    finite_numbers,
    known_labels,
    plain,
    rows_labelled,
    same_length,
    weights_or_none,
)
from pr_metrics.row_order import same_order


@dataclass(frozen=True, slots=True, eq=False)
class Indicators:
    """Rows that count, with a name for each column."""

    positive: BoolArray  # (n_rows, n_columns)
    score: FloatArray  # (n_rows, n_columns)
    weight: FloatArray | None  # (n_rows,), above 0; None: every row counts once
    names: tuple[Any, ...]  # of the columns: the labels, or 0, 1, ...


def dimensions(name: str, values: ArrayLike) -> int:
    """Return the number of dimensions of an argument.

    Raises
    ------
    ValueError: what `given_array` refuses.

    >>> dimensions("y_score", [[0.1, 0.9]])
    2
    """
    return given_array(name, values).ndim


def indicators(
    y_true: ArrayLike, y_score: ArrayLike, *, sample_weight: ArrayLike | None = None, labels: ArrayLike | None = None
) -> Indicators:
    """Check an indicator matrix, or a column of classes, beside a matrix with one column of scores each.

    y_score: shape (n_rows, n_columns). y_true: the same shape, 0 or 1; or shape (n_rows,) or (n_rows, 1), of any kind,
    the j-th of `labels` being the class of column j. Without labels these are the names of a table's columns, else the
    sorted classes of y_true. Rows of weight 0 go.

    Raises
    ------
    ValueError: rows of different length; a matrix without rows or columns; scores that are text, nan or infinite;
        indicators that are not 0 or 1; rows that a table names in another order; two columns beside two classes without
        labels, as one of them is enough; shapes or lengths that differ; labels that are missing, twice, too few or too
        many; a class that is not among them; names of columns that are not those of the labels; what `operating_points`
        refuses in weights.

    >>> indicators(["b", "a"], [[0.2, 0.8], [0.7, 0.3]], labels=["a", "b"]).positive.tolist()
    [[False, True], [True, False]]
    """
    score, columns = _matrix("y_score", y_score), column_names(y_score)
    weight = weights_or_none(sample_weight)
    same_order(y_true=y_true, y_score=y_score, sample_weight=sample_weight)
    shape = given_array("y_true", y_true).shape
    if len(shape) == 1 or (shape[1:] == (1,) and score.shape[1] > 1):
        classes = known_labels("y_true", y_true)
        same_length(y_true=classes.size, y_score=len(score))
        if labels is None and score.shape[1] == 2 and _are_two(classes):
            raise ValueError(
                "y_score must be one column beside labels of two values, got two: pass the positive one's, [:, 1], "
                "or labels to average over both classes"
            )
        names = _sorted_classes(classes, score.shape[1]) if labels is None else _given_names(labels, score.shape[1])
        if labels is None and columns is not None and set(columns) == set(names):
            names = columns
        positive = _positive_by_class(classes, names)
    else:
        positive = _indicator_matrix(y_true, score.shape)
        _refuse_unlike("y_true", column_names(y_true), "y_score", columns)
        names = columns or tuple(range(score.shape[1])) if labels is None else _given_names(labels, score.shape[1])
    if labels is None or columns is None or set(columns) == set(names):  # other names of columns than labels are said
        _refuse_unlike("labels", names, "y_score", columns)
    if weight is None:
        return Indicators(positive, score, None, names)
    same_length(y_true=len(score), sample_weight=weight.size)
    counted = weight > 0
    return Indicators(positive[counted], score[counted], weight[counted], names)


def column_names(values: object) -> tuple[Any, ...] | None:
    """The names of a table's columns; None of what has none, or only their numbers.

    >>> column_names([[0.5]]) is None
    True
    """
    names_alone = getattr(values, "column_names", None)  # of pyarrow, whose columns are the values
    columns = names_alone if isinstance(names_alone, list) else getattr(values, "columns", None)
    if columns is None or getattr(values, "ndim", 2) != 2:
        return None
    names = tuple(plain(name) for name in columns)
    places = range(len(names))
    return None if names in (tuple(places), tuple(f"column_{place}" for place in places)) else names  # pandas, polars


def _refuse_unlike(name: str, names: tuple[Any, ...] | None, other: str, others: tuple[Any, ...] | None) -> None:
    """Refuse names of columns that differ, since one of them would be scored as another."""
    if names is None or others is None or names == others:
        return
    remedy = "give both the same order" if name == "y_true" else "labels say which class a column scores"
    wrong = next((at for at, (one, two) in enumerate(zip(names, others, strict=False)) if one != two), 0)
    raise ValueError(
        f"{name} and the columns of {other} must be the same in the same order, "
        f"got {names[wrong]!r} and {others[wrong]!r} at position {wrong}; {remedy}"
    )


def _matrix(name: str, values: ArrayLike) -> FloatArray:
    array = given_array(name, values)
    if array.ndim != 2:
        raise ValueError(f"{name} must be two-dimensional, got shape {array.shape}")
    matrix = values if isinstance(values, np.ma.MaskedArray) else array
    if 0 in matrix.shape:
        raise ValueError(f"{name} must have at least one row and one column, got shape {matrix.shape}")
    columns = range(matrix.shape[1])
    return np.column_stack([finite_numbers(f"{name}[:, {column}]", matrix[:, column]) for column in columns])


def _indicator_matrix(y_true: ArrayLike, shape: tuple[int, ...]) -> BoolArray:
    matrix = _matrix("y_true", y_true)
    if matrix.shape != shape:
        raise ValueError(f"y_true and y_score must have the same shape, got {matrix.shape} and {shape}")
    wrong = (matrix != 0) & (matrix != 1)
    if wrong.any():
        row, column = (int(position) for position in np.argwhere(wrong)[0])
        raise ValueError(f"y_true[:, {column}] must be 0 or 1, got {plain(matrix[row, column])} at position {row}")
    return np.asarray(matrix == 1)


def _are_two(classes: NDArray[Any]) -> bool:
    others = classes[~rows_labelled(classes, classes[0])]
    return bool(others.size and rows_labelled(others, others[0]).all())


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
    return tuple(plain(label) for label in distinct)


def _given_names(labels: ArrayLike, columns: int) -> tuple[Any, ...]:
    names = tuple(plain(label) for label in known_labels("labels", labels))
    if len(names) != columns:
        raise ValueError(f"labels must name the {columns} columns of y_score, got {len(names)}")
    for position, name in enumerate(names):
        if name in names[:position]:
            raise ValueError(f"labels must be distinct, got {name!r} again at position {position}")
    return names


def _positive_by_class(classes: NDArray[Any], names: tuple[Any, ...]) -> BoolArray:
    positive = np.column_stack([rows_labelled(classes, name) for name in names])
    unnamed = ~positive.any(axis=1)
    if unnamed.any():
        position = int(np.flatnonzero(unnamed)[0])
        listed = ", ".join(repr(name) for name in names)
        raise ValueError(
            f"y_true must be one of the labels {listed}, got {plain(classes[position])!r} at position {position}"
        )
    return positive
