"""The distinct values of a column that could be a label."""

from __future__ import annotations

import numpy as np
import pandas as pd

from pr_app.reading.tables import Table, text_of

MOST_LABEL_VALUES = 20  # a column with more is not offered as classes


def label_values(table: Table, column: str) -> list[str]:
    """The distinct known values of a column as text, in order of appearance, one more than can be classes at most.

    >>> label_values(Table("t", pd.DataFrame({"y": ["b", "", "a", "b"]})), "y")
    ['b', 'a']
    """
    distinct = pd.unique(table.frame[column])[: MOST_LABEL_VALUES + 2]
    return [value for value in text_of(pd.Series(distinct)) if value != ""][: MOST_LABEL_VALUES + 1]


def rows_with(table: Table, column: str, values: list[str]) -> list[int]:
    """How many rows have each of these values.

    >>> rows_with(Table("t", pd.DataFrame({"y": ["b", "", "a", "b"]})), "y", ["a", "b"])
    [1, 2]
    """
    text = text_of(table.frame[column])
    return [int(np.count_nonzero(text == value)) for value in values]
