"""Columns from typed values, as a CSV of the same table would give them.

Text is trimmed, times are ISO text, categories are their text, decimals are float64, a missing cell is an empty one.
Lists, structs and other values that are no cell are left out, and said so.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from pr_curve_lab.io.limits import Problem, check_shape
from pr_curve_lab.io.table import Column, Table, frame_of, is_text_type, unique_names
from pr_metrics.validation import LARGEST_EXACT_INTEGER

UNNAMED_INDEX = re.compile(r"__index_level_\d+__")
TICKS = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}  # of a second


def table_of(name: str, names: list[str], columns: list[Column], notes: tuple[Problem, ...] = ()) -> Table:
    """A table of typed columns; an index without a name is dropped, and what is no column of cells is left out.

    >>> table_of("a", ["x", "y"], [pa.array([1, 2]), pa.array([" b", None])]).frame.to_dict("list")
    {'x': [1, 2], 'y': ['b', '']}
    """
    check_shape(name, max(map(len, columns), default=0), len(columns))
    kept, left_out = {}, []
    wanted = [one for one in zip(names, columns, strict=True) if not UNNAMED_INDEX.fullmatch(one[0])]
    for title, (_, column) in zip(unique_names([title for title, _ in wanted]), wanted, strict=True):
        cells = convert_column(column)
        if cells is None:
            left_out.append(title)
        else:
            kept[title] = cells
    said = (Problem("columns_left_out", name=name, columns=", ".join(left_out)),) if left_out else ()
    return Table(name, frame_of(kept), (*notes, *said))


def convert_column(column: Column) -> Column | None:
    """The cells of a typed column, missing ones empty; None where they are no cells."""
    kind = column.type
    if is_text_type(kind) or pa.types.is_binary(kind) or pa.types.is_large_binary(kind):
        return _convert_text(column)
    if pa.types.is_null(kind):
        return pa.array([""] * len(column), pa.string())
    if pa.types.is_boolean(kind):
        return column if column.null_count == 0 else _fill_missing(pc.if_else(column, "True", "False"))
    if pa.types.is_integer(kind):
        return _convert_integer(column)
    if pa.types.is_floating(kind) or pa.types.is_decimal(kind):
        return column if kind == pa.float64() else _as_float64(column)
    return _convert_datetime(column) if pa.types.is_temporal(kind) and not pa.types.is_duration(kind) else None


def _convert_text(column: Column) -> Column | None:
    """Texts, trimmed; bytes that are UTF-8 are texts, other bytes are no cells."""
    try:
        return _fill_missing(pc.utf8_trim_whitespace(column.cast(pa.large_string())))
    except pa.ArrowInvalid:
        return None


def _convert_integer(column: Column) -> Column:
    """Integers; beside a missing cell float64, unless that would lose digits: then text, as in a CSV."""
    if column.null_count == 0:
        return column.cast(pa.uint64() if column.type == pa.uint64() else pa.int64())
    extremes = pc.min_max(column).as_py()
    if column.null_count == len(column):
        return pa.array([""] * len(column), pa.string())
    if max(-extremes["min"], extremes["max"]) <= LARGEST_EXACT_INTEGER:
        return column.cast(pa.float64())
    return _fill_missing(column.cast(pa.large_string()))


def _as_float64(column: Column) -> Column:
    """The nearest float64."""
    if column.type in (pa.float32(), pa.float16()):
        return column.cast(pa.float64())
    return pc.cast(column.cast(pa.string()), pa.float64())  # a decimal's own cast is off by an ulp


def _convert_datetime(column: Column) -> Column:
    """Dates and times as ISO text, a fraction of a second only where there is one."""
    kind = column.type
    if pa.types.is_timestamp(kind) and kind.unit != "s":
        ticks = column.cast(pa.int64())
        rest = pc.subtract(ticks, pc.multiply(pc.divide(ticks, TICKS[kind.unit]), TICKS[kind.unit]))
        if pc.all(pc.equal(rest, 0), min_count=0).as_py():
            column = column.cast(pa.timestamp("s", kind.tz))
    return _fill_missing(column.cast(pa.large_string()))


def _fill_missing(column: Column) -> Column:
    return pc.fill_null(column, "") if column.null_count else column


MIN_INT64, INT64_LIMIT = -(2**63), 2**63
UINT64_LIMIT = 2**64
CELL_TYPES = {bool, int, float, str, type(None)}


INVALID_TYPE = pa.list_(pa.null())  # the type of a column that is left out where a table is made of it


def invalid_column(rows: int) -> pa.Array:
    """A column that stands for values that are no cells of a table."""
    return pa.array([None] * rows, INVALID_TYPE)


def column_of(values: Sequence[Any]) -> pa.Array:
    """The values as the column that a CSV of them would give; `INVALID_TYPE` where some are none, as lists are.

    >>> column_of([1, 2]).type, column_of([1, None]).type, column_of([1, "x"]).to_pylist()
    (DataType(int64), DataType(double), ['1', 'x'])
    """
    kinds = set(map(type, values))
    if not kinds <= CELL_TYPES:
        return _other_column(values, kinds)
    if kinds == {bool}:
        return pa.array(values, pa.bool_())
    if kinds <= {int, type(None)} and int in kinds:
        return _integer_column(values, missing=type(None) in kinds)
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


def _integer_column(values: Sequence[int | None], *, missing: bool) -> pa.Array:
    present = [value for value in values if value is not None] if missing else values
    least, most = min(present), max(present)  # type: ignore[type-var]
    if least < MIN_INT64 or most >= UINT64_LIMIT or (least < 0 and most >= INT64_LIMIT):  # type: ignore[operator]
        return pa.array([None if value is None else float(value) for value in values], pa.float64())
    if not missing:
        return pa.array(values, pa.int64() if most < INT64_LIMIT else pa.uint64())  # type: ignore[operator]
    if max(-least, most) <= LARGEST_EXACT_INTEGER:  # type: ignore[operator, type-var]
        return pa.array([None if value is None else float(value) for value in values], pa.float64())
    return pa.array([text_of_cell(value) for value in values], pa.large_string())


def _other_column(values: Sequence[Any], types: set[type]) -> pa.Array:
    times = {datetime.datetime, datetime.date, datetime.time}
    if not types <= CELL_TYPES | times | {bytes}:
        return invalid_column(len(values))
    if bytes in types:
        try:
            return column_of([value.decode() if isinstance(value, bytes) else value for value in values])
        except UnicodeDecodeError:
            return invalid_column(len(values))
    return pa.array([text_of_cell(value) for value in values], pa.large_string())
