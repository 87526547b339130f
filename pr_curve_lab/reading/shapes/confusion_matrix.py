"""A confusion matrix: a line for each class and a column for each, counts in the cells, and no rows to rank."""

from __future__ import annotations

from pr_curve_lab.reading.columns.scores import classes_by_column
from pr_curve_lab.reading.formats.table import Table

MOST_CLASSES = 50


def is_confusion_matrix(table: Table) -> bool:
    """Whether each line is a class, each other column counts one, and all are whole numbers.

    >>> import pandas as pd
    >>> is_confusion_matrix(Table("t", pd.DataFrame({"actual": ["a", "b"], "a": [7, 1], "b": [2, 9]})))
    True
    """
    first, *others = table.frame.columns
    names = [str(name) for name in table.frame[first]]
    if table.frame[first].dtype.kind != "O" or not 2 <= len(names) == len(set(names)) <= MOST_CLASSES:
        return False
    whole = all(table.frame[name].dtype.kind in "iu" for name in others)
    return whole and len(others) == len(names) and classes_by_column(names, [str(name) for name in others]) is not None
