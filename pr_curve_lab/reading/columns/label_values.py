"""The values of a column that could be a label: as text, without those that only say that nothing is known."""

from __future__ import annotations

import numpy as np
import pandas as pd

from pr_curve_lab.reading.columns.label_meanings import meant_by_words
from pr_curve_lab.reading.columns.names import words_of
from pr_curve_lab.reading.formats.table import MISSING, Table, text_of

MOST_LABEL_VALUES = 20  # a column with more is not offered as classes


def label_values(table: Table, column: str) -> list[str]:
    """The distinct known values of a column as text, in order of appearance, one more than can be classes at most.

    >>> label_values(Table("t", pd.DataFrame({"y": ["b", "", "a", "b"]})), "y")
    ['b', 'a']
    """
    values = _distinct(table, column)
    missing = _missing(table, values)
    return [value for value in values if value not in missing][: MOST_LABEL_VALUES + 1]


def label_text(table: Table, column: str) -> np.ndarray:
    """The values of a column as text, shape (n_rows,); a cell that says that nothing is known is empty.

    >>> label_text(Table("t", pd.DataFrame({"y": ["yes", "no", "NA", "?"]})), "y").tolist()
    ['yes', 'no', '', '']
    >>> label_text(Table("t", pd.DataFrame({"y": ["none", "tumor", "none"]})), "y").tolist()
    ['none', 'tumor', 'none']
    """
    text, values = text_of(table.frame[column]), _distinct(table, column)
    missing = _missing(table, values) if len(values) <= MOST_LABEL_VALUES + 1 else set()
    return np.where(np.isin(text, list(missing)), "", text) if missing else text


def _distinct(table: Table, column: str) -> list[str]:
    distinct = pd.unique(table.frame[column])[: MOST_LABEL_VALUES + len(MISSING)]
    return [value for value in dict.fromkeys(text_of(pd.Series(distinct))) if value != ""]


def _missing(table: Table, values: list[str]) -> set[str]:
    """The values that say that nothing is known, unless a column scores one, or the other value shows that it is one.

    It shows so as its opposite, as in - and +, or as a code of the same make, as in NA and EU.
    """
    found = {value for value in values if value.casefold() in MISSING}
    if not found or (len(values) == 2 and (meant_by_words(*values) or _are_codes(*values))):
        return set()
    named = {word for column in table.frame.columns for word in words_of(column)}
    return {value for value in found if not set(words_of(value)) & named}


def _are_codes(*values: str) -> bool:
    return all(value.isalpha() and value.isupper() for value in values) and len({len(value) for value in values}) == 1


def rows_with(table: Table, column: str, values: list[str]) -> list[int]:
    """How many rows have each of these values.

    >>> rows_with(Table("t", pd.DataFrame({"y": ["b", "", "a", "b"]})), "y", ["a", "b"])
    [1, 2]
    """
    text = label_text(table, column)
    return [int(np.count_nonzero(text == value)) for value in values]
