"""What kind of values a column holds: numbers, fractions, names of rows."""

from __future__ import annotations

import pandas as pd

from pr_curve_lab.reading.columns.names import is_id

FIRST_ROWS = 1_000  # of text that may be numbers


def mostly_numbers(column: pd.Series) -> bool:
    """Whether a column can be meant as numbers: one bad cell must not hide a column of scores."""
    if column.dtype.kind in "iuf":
        return True
    numbers = pd.to_numeric(column.astype(str).head(FIRST_ROWS), errors="coerce")
    return bool(column.dtype.kind != "b" and numbers.notna().mean() > 0.5)


def has_fractions(column: pd.Series) -> bool:
    """Whether a column holds other numbers than whole ones."""
    if column.dtype.kind not in "iufb":  # one bad cell must not hide them
        column = pd.to_numeric(column.head(FIRST_ROWS).astype(str), errors="coerce")
    return column.dtype.kind == "f" and not bool((column.dropna() == column.dropna().round()).all())


def is_row_number(name: str, column: pd.Series) -> bool:
    """Whether a column only counts or names rows."""
    if is_id(name):
        return True
    return column.dtype.kind in "iu" and len(column) > 2 and bool((column.diff().iloc[1:] == 1).all())
