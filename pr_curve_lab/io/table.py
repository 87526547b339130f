"""A table as it was read, with typed values converted to the columns that a CSV of the same table would give.

Text is trimmed, times are ISO text, categories are text, decimals are float64, and missing cells are empty.
Lists, structs and other values that a CSV cannot hold are left out, and a note names their columns.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from pr_curve_lab.io.limits import check_shape
from pr_curve_lab.io.notices import Notice
from pr_metrics import BinnedCounts, OperatingPoints
from pr_metrics.validation import LARGEST_EXACT_INTEGER


@dataclass(frozen=True, eq=False)
class ScoreBins:
    """Bins that do not overlap, in ascending order of their scores; both arrays have shape (n_bins,)."""

    column: str  # of the scores
    lower: np.ndarray
    upper: np.ndarray

    @property
    def n_multi_score(self) -> int:
        """The number of bins that hold several scores."""
        return int((self.upper > self.lower).sum())

    def counts_of(self, points: OperatingPoints) -> BinnedCounts | None:
        """Return the binned counts of points that are ends of bins.

        None if a point is not the lower end of a bin, or if there are unscored positives.

        >>> bins = ScoreBins("score", np.array([0.1, 0.5]), np.array([0.4, 0.9]))
        >>> bins.counts_of(OperatingPoints.from_counts([0.5, 0.1], [3, 1], [1, 7])).max_score.tolist()
        [0.9, 0.4]
        """
        lowest = points.threshold
        place = np.minimum(np.searchsorted(self.lower, lowest), self.lower.size - 1)
        if points.unscored_positives or not np.array_equal(self.lower[place], lowest):
            return None
        positives, negatives = (
            np.diff(counts, prepend=0.0) for counts in (points.true_positives, points.false_positives)
        )
        whole = bool((positives % 1 == 0).all() and (negatives % 1 == 0).all())
        ceiling = np.append(np.inf, lowest[:-1])
        return BinnedCounts(lowest, ceiling, lowest, self.upper[place], positives, negatives, whole)


Column: TypeAlias = "pa.Array | pa.ChunkedArray"

NUMBER = re.compile(r"^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$")
ANY_NUMBER = r"^[+-]?(\d+[.,]?\d*|[.,]\d+)([eE][+-]?\d+)?$"  # also with a decimal comma
# Cells that mean "not known", in lower case.
MISSING = (
    "", "na", "n/a", "#n/a", "<na>", "n.a.", "nan", "null", "nil", "none", "missing", "?", ".", "-", "--",
    "缺失", "无数据",
)  # fmt: skip
LARGE_TABLE_BYTES = 64 * 2**20  # joining a smaller table is faster than giving memory back

INTEGER_TEXT = re.compile(r"(-?\d+(\.0+)?)?")  # a whole number, possibly written as a float, or an empty cell


@dataclass(frozen=True)
class FirstRows:
    """The first rows of a file as they stand in it, and the row of the header, counted from 1; 0 means none."""

    rows: tuple[tuple[str, ...], ...]
    header: int


@dataclass(frozen=True, eq=False)
class SourceFile:
    """The file that a table was read from, to read another of its tables, or with another row as its header."""

    name: str
    content: bytes
    titles: tuple[str, ...]  # of the tables in the file that can be used
    selected: str


@dataclass(frozen=True, eq=False)
class Table:
    """A table as it was read: its name, its columns, and notes on what had to be decided."""

    name: str
    frame: pd.DataFrame  # columns with unique names; text columns stay text
    notes: tuple[Notice, ...] = ()
    line_offset: int | None = None  # lines of the file above its first row; None if rows are not lines
    scores: tuple[str, ...] = ()  # columns that each came from a separate file beside an id, so they must be scores
    has_unscored_rows: bool = False  # labeled rows without a score in any of the matched files
    file: SourceFile | None = None  # set if another table of the file, or another row as its header, can be chosen
    bins: ScoreBins | None = None  # set if each score stands for a range of scores
    excluded_rows: tuple[int, ...] = ()  # rows left out because they are not data, counted from 1 below the header
    first_rows: FirstRows | None = None  # of the file, if its header is one of its rows

    @property
    def has_other_tables(self) -> bool:
        """Whether the file has another table that can be chosen."""
        return self.file is not None and len(self.file.titles) > 1


@dataclass(frozen=True)
class Header:
    """The names of the columns, whether they come from the first row, and notes on anything unusual."""

    names: list[str]
    is_in_file: bool
    notes: list[Notice]


def header_of(name: str, fields: Sequence[str], row: int | None = None) -> Header:
    """Take the first row as names of columns, unless it holds only numbers.

    row: the row of the header in the file if the user has chosen it, 0 for none; then there are no notes.

    >>> header_of("a.csv", ["label", "score"]).names, header_of("a.csv", ["1", "0.5"]).names
    (['label', 'score'], ['#1', '#2'])
    """
    numbers = [field.strip() for field in fields if NUMBER.match(field.strip())]
    is_in_file = len(numbers) < len(fields) if row is None else row > 0
    notes = []
    if row is None and not is_in_file:
        notes.append(Notice("no_header", name=name))
    elif row is None and numbers:
        notes.append(Notice("number_in_header", name=name, value=numbers[0]))
    return Header(unique_names(fields if is_in_file else [""] * len(fields)), is_in_file, notes)


def unique_names(fields: Sequence[str]) -> list[str]:
    """Return unique, trimmed names of columns; a column without a name is named by its position.

    >>> unique_names(["score", "", " score "])
    ['score', '#2', 'score (2)']
    """
    names: dict[str, int] = {}  # name to the number of columns that have it
    for position, field in enumerate(fields, start=1):
        first = " ".join(field.split()) or f"#{position}"
        name = first
        while name in names:
            names[first] += 1
            name = f"{first} ({names[first]})"
        names[name] = 1
    return list(names)


def is_text(column: Column) -> bool:
    """Whether a column holds text."""
    return bool(pa.types.is_string(column.type) or pa.types.is_large_string(column.type))


def is_numeric(column: Column) -> bool:
    """Whether a column holds integers or floats."""
    return bool(pa.types.is_integer(column.type) or pa.types.is_floating(column.type))


def frame_of(columns: dict[str, Column]) -> pd.DataFrame:
    """Return columns as a frame, and empty `columns` on the way, so that memory never holds a table twice."""
    if sum(column.nbytes for column in columns.values()) > LARGE_TABLE_BYTES:
        for title, column in columns.items():
            columns[title] = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
            del column
            pa.default_memory_pool().release_unused()  # otherwise the chunks stay in memory beside the whole column
    table = pa.table(columns)
    columns.clear()
    frame: pd.DataFrame = table.to_pandas(split_blocks=True, self_destruct=True)
    return frame


def text_of(column: pd.Series) -> np.ndarray:
    """Return the values of a column as people would write them, shape (n_rows,): 1.0 is "1", and an empty cell is "".

    >>> text_of(pd.Series([1.0, 0.0, float("nan")])).tolist()
    ['1', '0', '']
    >>> text_of(pd.Series(["1.0", "", "0.0"])).tolist(), text_of(pd.Series(["1.0", "1.5"])).tolist()
    (['1', '', '0'], ['1.0', '1.5'])
    """
    code, distinct = pd.factorize(column, use_na_sentinel=True)
    values = np.asarray(distinct)
    if values.dtype.kind == "f" and (np.floor(values) == values).all() and (np.abs(values) < 2**53).all():
        values = values.astype(np.int64)
    texts = [repr(value) if isinstance(value, float) else str(value) for value in values.tolist()]
    if values.dtype.kind == "O" and all(INTEGER_TEXT.fullmatch(text) for text in texts):
        texts = [text.partition(".")[0] for text in texts]
    return np.array([*texts, ""], dtype=object)[code]  # code -1 picks the last, the empty cell


UNNAMED_INDEX = re.compile(r"__index_level_\d+__")
TICKS = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}  # per second


def table_of(name: str, names: list[str], columns: list[Column], notes: tuple[Notice, ...] = ()) -> Table:
    """Make a table of typed columns, without unnamed indexes and without columns that cannot be cells.

    >>> table_of("a", ["x", "y"], [pa.array([1, 2]), pa.array([" b", None])]).frame.to_dict("list")
    {'x': [1, 2], 'y': ['b', '']}
    """
    check_shape(name, max(map(len, columns), default=0), len(columns))
    kept, excluded = {}, []
    wanted = [one for one in zip(names, columns, strict=True) if not UNNAMED_INDEX.fullmatch(one[0])]
    for title, (_, column) in zip(unique_names([title for title, _ in wanted]), wanted, strict=True):
        cells = convert_column(column)
        if cells is None:
            excluded.append(title)
        else:
            kept[title] = cells
    left_out_notes = (Notice("columns_excluded", name=name, columns=", ".join(excluded)),) if excluded else ()
    return Table(name, frame_of(kept), (*notes, *left_out_notes))


def convert_column(column: Column) -> Column | None:
    """Return the cells of a typed column with missing ones empty, or None if its values cannot be cells."""
    kind = column.type
    if is_text(column) or pa.types.is_binary(kind) or pa.types.is_large_binary(kind):
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
    """Return text, trimmed. Bytes are decoded as UTF-8; if that fails, return None."""
    try:
        return _fill_missing(pc.utf8_trim_whitespace(column.cast(pa.large_string())))
    except pa.ArrowInvalid:
        return None


def _convert_integer(column: Column) -> Column:
    """Return integers; with missing cells float64, unless that would lose digits: then text, as in a CSV."""
    if column.null_count == 0:
        return column.cast(pa.uint64() if column.type == pa.uint64() else pa.int64())
    extremes = pc.min_max(column).as_py()
    if column.null_count == len(column):
        return pa.array([""] * len(column), pa.string())
    if max(-extremes["min"], extremes["max"]) <= LARGEST_EXACT_INTEGER:
        return column.cast(pa.float64())
    return _fill_missing(column.cast(pa.large_string()))


def _as_float64(column: Column) -> Column:
    """Return the nearest float64 values."""
    if column.type in (pa.float32(), pa.float16()):
        return column.cast(pa.float64())
    return pc.cast(column.cast(pa.string()), pa.float64())  # casting a decimal directly is off by an ulp


def _convert_datetime(column: Column) -> Column:
    """Return dates and times as ISO text, with fractions of a second only if there are any."""
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
INVALID_TYPE = pa.list_(pa.null())  # the type of a column that `table_of` leaves out


def invalid_column(rows: int) -> pa.Array:
    """Return a column for values that cannot be cells of a table."""
    return pa.array([None] * rows, INVALID_TYPE)


def column_of(values: Sequence[Any]) -> pa.Array:
    """Return the values as the column that a CSV of them would give, or with `INVALID_TYPE` if some cannot be cells.

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
    if kinds == {str}:  # trimmed later, when the table is made
        return pa.array(values, pa.large_string())
    return pa.array([text_of_cell(value) for value in values], pa.large_string())


def text_of_cell(value: Any) -> str:
    """Return a cell as text, for columns of text: a whole float is written without a decimal point.

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
