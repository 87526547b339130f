"""What kind of values a column holds: numbers, fractions, names of rows."""

from __future__ import annotations

import pandas as pd

from pr_app.reading.columns.names import is_id


def mostly_numbers(column: pd.Series) -> bool:
    """Whether a column can be meant as numbers: one bad cell must not hide a column of scores."""
    if column.dtype.kind in "iuf":
        return True
    numbers = pd.to_numeric(column.astype(str).head(1000), errors="coerce")
    return bool(column.dtype.kind != "b" and numbers.notna().mean() > 0.5)


def has_fractions(column: pd.Series) -> bool:
    """Whether a column holds other numbers than whole ones."""
    return column.dtype.kind == "f" and not bool((column.dropna() == column.dropna().round()).all())


def is_row_number(name: str, column: pd.Series) -> bool:
    """Whether a column only counts or names rows."""
    if is_id(name):
        return True
    return column.dtype.kind in "iu" and len(column) > 2 and bool((column.diff().iloc[1:] == 1).all())
