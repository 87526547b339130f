"""Columns from typed values, as a CSV of the same table would give them.

Text is trimmed, times are ISO text, categories are their text, decimals are float64, a missing cell is an empty one.
Lists, structs and other values that are no cell are left out, and said so.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from pr_curve_lab.io.limits import LIMITS, Problem, check_shape, too_large
from pr_curve_lab.io.table import Column, Table, frame_of, unique_names
from pr_metrics.validation import LARGEST_EXACT_INTEGER

UNNAMED_INDEX = re.compile(r"__index_level_\d+__")
TICKS = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}  # of a second


def table_of(name: str, titles: list[str], columns: list[Column], notes: tuple[Problem, ...] = ()) -> Table:
    """A table of typed columns; an index without a name is dropped, and what is no column of cells is left out.

    >>> table_of("a", ["x", "y"], [pa.array([1, 2]), pa.array([" b", None])]).frame.to_dict("list")
    {'x': [1, 2], 'y': ['b', '']}
    """
    check_shape(name, max(map(len, columns), default=0), len(columns))
    kept, left_out = {}, []
    wanted = [one for one in zip(titles, columns, strict=True) if not UNNAMED_INDEX.fullmatch(one[0])]
    budget = TextBudget(name)
    for title, (_, column) in zip(unique_names([title for title, _ in wanted]), wanted, strict=True):
        cells = cells_of(column, budget)
        if cells is None:
            left_out.append(title)
        else:
            kept[title] = cells
    said = (Problem("columns_left_out", name=name, columns=", ".join(left_out)),) if left_out else ()
    return Table(name, frame_of(kept), (*notes, *said))


class TextBudget:
    """Bytes of text that a file may still become: categories repeat a text without storing it again."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.spent = 0

    def spend(self, count: int) -> None:
        """Take from what is left.

        Raises
        ------
        RefusedError: nothing is left.
        """
        self.spent += count
        if self.spent > LIMITS.inflated_bytes:
            raise too_large(self.name)


def cells_of(column: Column, budget: TextBudget) -> Column | None:
    """The cells of a typed column, missing ones empty; None where they are no cells."""
    kind = column.type
    if isinstance(kind, pa.BaseExtensionType):
        return cells_of(_storage(column), budget)
    if pa.types.is_dictionary(kind):
        return _of_categories(column, budget)
    if pa.types.is_run_end_encoded(kind):
        return cells_of(_joined(pc.run_end_decode(chunk) for chunk in _chunks(column)), budget)
    if _is_text(kind):
        return _of_texts(column, budget)
    if pa.types.is_null(kind):
        return pa.array([""] * len(column), pa.string())
    if pa.types.is_boolean(kind):
        return column if column.null_count == 0 else _filled(_written(column, {True: "True", False: "False"}))
    if pa.types.is_integer(kind):
        return _of_integers(column)
    if pa.types.is_floating(kind) or pa.types.is_decimal(kind):
        return column if kind == pa.float64() else _as_float64(column)
    return _of_times(column) if pa.types.is_temporal(kind) and not pa.types.is_duration(kind) else None


def _is_text(kind: pa.DataType) -> bool:
    ways = (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view)
    return any(way(kind) for way in ways) or _is_bytes(kind)


def _is_bytes(kind: pa.DataType) -> bool:
    ways = (pa.types.is_binary, pa.types.is_large_binary, pa.types.is_binary_view)
    return any(way(kind) for way in ways)


def _of_texts(column: Column, budget: TextBudget) -> Column | None:
    """Texts, trimmed; bytes that are UTF-8 are texts, other bytes are no cells."""
    budget.spend(sum(map(_text_bytes, _chunks(column))))
    try:
        return _filled(pc.utf8_trim_whitespace(column.cast(pa.large_string())))
    except pa.ArrowInvalid:
        return None


def _text_bytes(texts: pa.Array) -> int:
    """The bytes of texts; many views can share some, and their lengths stand first in each 16 bytes."""
    if not (pa.types.is_string_view(texts.type) or pa.types.is_binary_view(texts.type)):
        return pc.sum(pc.binary_length(texts)).as_py() or 0
    if len(texts) == texts.null_count:
        return 0
    lengths = np.frombuffer(texts.buffers()[1], np.int32)[4 * texts.offset :: 4][: len(texts)]
    return int(lengths[texts.is_valid().to_numpy(zero_copy_only=False)].sum(dtype=np.int64))


def _of_categories(column: Column, budget: TextBudget) -> Column | None:
    """Values of a dictionary, each in its rows; their sizes are added up before they are written out."""
    written = []
    for chunk in _chunks(column):
        values = cells_of(chunk.dictionary, budget)
        if values is None:
            return None
        if _is_text(values.type):
            budget.spend(pc.sum(pc.binary_length(values).take(chunk.indices)).as_py() or 0)
        plain = values.combine_chunks() if isinstance(values, pa.ChunkedArray) else values
        if pa.types.is_boolean(plain.type):
            plain = _written(plain, {True: "True", False: "False"})
        written.append(plain.take(chunk.indices))
    cells = _joined(written)
    return _filled(cells) if _is_text(cells.type) else cells_of(cells, budget)


def _of_integers(column: Column) -> Column:
    """Integers; beside a missing cell float64, unless that would lose digits: then text, as in a CSV."""
    if column.null_count == 0:
        return column.cast(pa.uint64() if column.type == pa.uint64() else pa.int64())
    extremes = pc.min_max(column).as_py()
    if column.null_count == len(column):
        return pa.array([""] * len(column), pa.string())
    if max(-extremes["min"], extremes["max"]) <= LARGEST_EXACT_INTEGER:
        return column.cast(pa.float64())
    return _filled(column.cast(pa.large_string()))


def _as_float64(column: Column) -> Column:
    """The nearest float64."""
    if column.type in (pa.float32(), pa.float16()):
        return column.cast(pa.float64())
    return pc.cast(column.cast(pa.string()), pa.float64())  # a decimal's own cast is off by an ulp


def _of_times(column: Column) -> Column:
    """Dates and times as ISO text, a fraction of a second only where there is one."""
    kind = column.type
    if pa.types.is_timestamp(kind) and kind.unit != "s":
        ticks = column.cast(pa.int64())
        rest = pc.subtract(ticks, pc.multiply(pc.divide(ticks, TICKS[kind.unit]), TICKS[kind.unit]))
        if pc.all(pc.equal(rest, 0), min_count=0).as_py():
            column = column.cast(pa.timestamp("s", kind.tz))
    return _filled(column.cast(pa.large_string()))


def _written(column: Column, texts: dict[Any, str]) -> Column:
    return pc.if_else(column, texts[True], texts[False])


def _filled(column: Column) -> Column:
    return pc.fill_null(column, "") if column.null_count else column


def _storage(column: Column) -> Column:
    return _joined(chunk.storage for chunk in _chunks(column))


def _chunks(column: Column) -> list[pa.Array]:
    return column.chunks if isinstance(column, pa.ChunkedArray) else [column]


def _joined(arrays: Any) -> pa.ChunkedArray:
    pieces = list(arrays)
    return pa.chunked_array(pieces) if pieces else pa.chunked_array([], pa.string())


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
        return _of_integers_values(values, missing=type(None) in kinds)
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


def _of_integers_values(values: Sequence[int | None], *, missing: bool) -> pa.Array:
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
