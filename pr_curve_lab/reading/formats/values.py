"""Values of Python, one a cell, as a column: in JSON, spreadsheets and databases only a cell has a type."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from pr_metrics.validation import LARGEST_EXACT_INTEGER

LEAST_INT64, BEYOND_INT64 = -(2**63), 2**63
BEYOND_UINT64 = 2**64
PLAIN = {bool, int, float, str, type(None)}


NOT_CELLS = pa.list_(pa.null())  # the type of a column that is left out where a table is made of it


def not_cells(rows: int) -> pa.Array:
    """A column that stands for values that are no cells of a table."""
    return pa.array([None] * rows, NOT_CELLS)


def column_of(values: Sequence[Any]) -> pa.Array:
    """The values as the column that a CSV of them would give; `not_cells` where some are none, as lists are.

    >>> column_of([1, 2]).type, column_of([1, None]).type, column_of([1, "x"]).to_pylist()
    (DataType(int64), DataType(double), ['1', 'x'])
    """
    kinds = set(map(type, values))
    if not kinds <= PLAIN:
        return _of_others(values, kinds)
    if kinds == {bool}:
        return pa.array(values, pa.bool_())
    if kinds <= {int, type(None)} and int in kinds:
        return _of_integers(values, missing=type(None) in kinds)
    if kinds <= {float, type(None)} and float in kinds:
        return pa.array(values, pa.float64())
    if kinds <= {int, float, type(None)} and kinds & {int, float}:
        return pa.array([None if value is None else float(value) for value in values], pa.float64())
    if kinds == {str}:  # which is trimmed where the table is made
        return pa.array(values, pa.large_string())
    return pa.array([text_of_cell(value) for value in values], pa.large_string())


def text_of_cell(value: Any) -> str:
    """A cell's text where others in its column are texts: a whole float is written without a point.

    >>> [text_of_cell(value) for value in (1.0, True, None, " b ")]
    ['1', 'True', '', 'b']
    """
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer() and abs(value) <= LARGEST_EXACT_INTEGER:
        return str(int(value))
    if isinstance(value, datetime.datetime):
        return value.isoformat(" ")
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    return str(value).strip()


def _of_integers(values: Sequence[int | None], *, missing: bool) -> pa.Array:
    present = [value for value in values if value is not None] if missing else values
    least, most = min(present), max(present)  # type: ignore[type-var]
    if least < LEAST_INT64 or most >= BEYOND_UINT64 or (least < 0 and most >= BEYOND_INT64):  # type: ignore[operator]
        return pa.array([None if value is None else float(value) for value in values], pa.float64())
    if not missing:
        return pa.array(values, pa.int64() if most < BEYOND_INT64 else pa.uint64())  # type: ignore[operator]
    if max(-least, most) <= LARGEST_EXACT_INTEGER:  # type: ignore[operator, type-var]
        return pa.array([None if value is None else float(value) for value in values], pa.float64())
    return pa.array([text_of_cell(value) for value in values], pa.large_string())


def _of_others(values: Sequence[Any], kinds: set[type]) -> pa.Array:
    times = {datetime.datetime, datetime.date, datetime.time}
    if not kinds <= PLAIN | times | {bytes}:
        return not_cells(len(values))
    if bytes in kinds:
        try:
            return column_of([value.decode() if isinstance(value, bytes) else value for value in values])
        except UnicodeDecodeError:
            return not_cells(len(values))
    return pa.array([text_of_cell(value) for value in values], pa.large_string())
