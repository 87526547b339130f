"""Points of a curve that another tool computed: recall and precision, with or without thresholds, and no rows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from pr_curve_lab.reading.columns.names import label_named, words_of
from pr_curve_lab.reading.formats.files import read_tables
from pr_curve_lab.reading.formats.table import Table
from pr_curve_lab.reading.problem import Problem

RECALL = {("recall",), ("recalls",), ("rec",), ("sensitivity",), ("tpr",), ("召回率",), ("查全率",)}
PRECISION = {("precision",), ("precisions",), ("prec",), ("ppv",), ("精确率",), ("查准率",), ("精度",)}
THRESHOLD = {("threshold",), ("thresholds",), ("cutoff",), ("阈值",)}
EMPTY = ("", "nan", "na", "none", "null")
# What else tools write beside them, and the number of the row.
BESIDE = {
    *((name,) for name in ("tp", "fp", "fn", "tn", "fpr", "specificity", "accuracy", "index")),
    ("f", "1"), ("f", "1", "score"), ("unnamed", "0"),
}  # fmt: skip


@dataclass(frozen=True, eq=False)
class CurvePoints:
    """Points as they were given, recall rising; every array has shape (n_points,)."""

    name: str  # of the file
    recall: np.ndarray
    precision: np.ndarray
    threshold: np.ndarray  # nan where a point has none
    gaps: int = 0  # points that lack one of the two, and are left out


def are_points(table: Table) -> bool:
    """Whether a table has recall and precision, between 0 and 1, and beside them thresholds and such at most.

    >>> are_points(Table("t", pd.DataFrame({"recall": [0.5, 1.0], "precision": [1.0, 0.5]})))
    True
    """
    names = {words_of(name): name for name in table.frame.columns}
    found = [names[words] for words in names if words in RECALL | PRECISION]
    if not (RECALL & names.keys() and PRECISION & names.keys()):
        return False
    others = [names[words] for words in names.keys() - RECALL - PRECISION - THRESHOLD - BESIDE]
    if label_named(others) is not None or any(_numbers(table.frame[name]) is not None for name in others):
        return False  # words beside them name models: several curves
    numbers = (_numbers(table.frame[name]) for name in found)
    return all(one is not None and ((one >= 0) & (one <= 1) | np.isnan(one)).all() for one in numbers)


def are_roc_points(table: Table) -> bool:
    """Whether a table has false and true positive rates, and no precision.

    >>> import pandas as pd
    >>> are_roc_points(Table("t", pd.DataFrame({"fpr": [0.5, 1.0], "tpr": [1.0, 1.0], "threshold": [0.9, 0.1]})))
    True
    """
    names = {words_of(name) for name in table.frame.columns}
    return bool(RECALL & names) and ("fpr",) in names and not names - RECALL - THRESHOLD - BESIDE


def read_points(name: str, content: bytes) -> CurvePoints | None:
    """The points of a curve in a file, if it holds any in an order that can be followed.

    >>> read_points("t.csv", b"precision,recall\\n0.5,1\\n1,0.5\\n1,0\\n").recall.tolist()
    [0.0, 0.5, 1.0]
    """
    tables = read_tables(name, content)
    tables = [] if isinstance(tables, Problem) else tables
    found = [table for table in tables if are_points(table) and _one_curve(table)]
    return points_of(found[0]) if found else None


def points_of(table: Table) -> CurvePoints | None:
    """The points in the order of the file or against it, whichever way recall rises, else by falling threshold.

    >>> frame = pd.DataFrame({"threshold": [1, 3, 2], "recall": [1, 0.2, 0.4], "precision": [0.5, 1, 0.7]})
    >>> points_of(Table("t", frame)).precision.tolist()
    [1.0, 0.7, 0.5]
    """
    columns = {words_of(name): _numbers(table.frame[name]) for name in table.frame.columns}
    recall, precision = (next(columns[words] for words in columns if words in of) for of in (RECALL, PRECISION))
    if recall is None or precision is None:
        return None
    threshold = next((columns[words] for words in columns if words in THRESHOLD), None)
    threshold = np.full(recall.size, np.nan) if threshold is None else threshold
    known = ~(np.isnan(recall) | np.isnan(precision))
    given = np.column_stack((recall, precision, threshold))[known]
    if not given.size:
        return None
    by_threshold = np.argsort(-given[:, 2], kind="stable")
    for order in (np.arange(len(given)), np.arange(len(given))[::-1], by_threshold, by_threshold[::-1]):
        if (np.diff(given[order, 0]) >= 0).all():
            recall, precision, threshold = given[order].T
            return CurvePoints(table.name, recall, precision, threshold, int((~known).sum()))
    return None


def _one_curve(table: Table) -> bool:
    """Whether no column names models: several curves below one another are none together."""
    return all(_numbers(table.frame[name]) is not None for name in table.frame.columns)


def _numbers(cells: pd.Series) -> np.ndarray | None:
    """The cells as numbers, nan where one is empty; None where they hold words."""
    if cells.dtype.kind in "iuf":
        return cells.to_numpy(np.float64)
    text = cells.astype(str).str.strip().str.lower()
    values = pd.to_numeric(text, errors="coerce").to_numpy(np.float64, na_value=np.nan)
    return values if (~np.isnan(values) | text.isin(EMPTY).to_numpy()).all() else None
