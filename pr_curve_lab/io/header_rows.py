"""Find the header, the separator of its fields, and rows that are not data, in text and in spreadsheets.

Both are handled as rows of text cells. A user who knows better can choose the row of the header.

Blank lines, comments and a spreadsheet's "sep=;" may be above the header. A comment with as many fields as the header
can be the header itself ("#label,score"); the lines below it decide.

Rows that could be data are kept. A repeated header has exactly the cells of the header; units are above cells that are
all numbers; totals cannot be a row like those above. A note says which rows were left out.
"""

from __future__ import annotations

import csv
import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from pr_curve_lab.io.limits import LIMITS
from pr_curve_lab.io.notices import InvalidFileError, Notice
from pr_curve_lab.io.table import ANY_NUMBER, MISSING, NUMBER, Column, FirstRows, is_numeric, is_text

UNIT = re.compile(
    r"[\[(<（【].*[\])>）】]|[%‰°]|[01] ?(/|-|–|\.\.|or|to) ?(0|1|100)|"
    r"prob(ability)?|p|logit|class|category|categorical|binary|bool(ean)?|factor|nominal|units?|unitless|"
    r"(u?int(eger)?|float)\d*|double|numeric|number|real|str(ing)?|text|char(acter)?|object|"
    r"概率|类别|分类|整数|小数|浮点数?|数值|字符串?|文本|单位|无量纲",
    re.IGNORECASE,
)
BAD_NUMBER = re.compile(r"\d|^#|∞")  # a typo or a spreadsheet error rather than a word
TOTAL = re.compile(
    r"((grand |sub)?totals?|sums?|合计|总计|总和|总数|共计)( ?\(.*\))? ?[:：]?|n ?[=:] ?\d+", re.IGNORECASE
)
MIN_ROWS = 3  # above sums without a word for totals; with fewer rows, sums occur by chance
MAX_HEADERS = 1_000  # headers repeat where files were joined, and nobody joins more
RELATIVE_TOLERANCE = 1e-9  # sums of the same numbers differ slightly in another order


@dataclass(frozen=True, slots=True)
class ExtraRows:
    """The rows that are not data, counted from 0 below the header."""

    headers: tuple[int, ...] = ()
    units: int | None = None
    totals: int | None = None
    example_cells: tuple[str, ...] = ()  # a cell of the row of units, and one of the row of totals

    @property
    def rows(self) -> list[int]:
        """All these rows in ascending order."""
        return sorted((*self.headers, *(row for row in (self.units, self.totals) if row is not None)))

    def notes(self, name: str, line_offset: int | None = None) -> tuple[Notice, ...]:
        """Return notes on the rows left out, with the line of the file if rows are lines."""
        words = iter(self.example_cells)
        found: list[tuple[str, int, dict[str, Any]]] = []
        if self.headers:
            found.append(("header_again", self.headers[0], {"count": len(self.headers)}))
        for key, row in (("units_row", self.units), ("totals_row", self.totals)):
            if row is not None:
                found.append((key, row, {"value": next(words)}))
        lines = {} if line_offset is None else {row: {"line": row + 1 + line_offset} for _, row, _ in found}
        return tuple(Notice(key, name=name, row=row + 1, **lines.get(row, {}), **facts) for key, row, facts in found)


def extra_rows(header: Sequence[str], columns: Sequence[Column]) -> ExtraRows:
    """Find the rows that are not data; without a header, only totals are looked for.

    >>> extra_rows(["label", "score"], [pa.array(["class", "1", "0"]), pa.array(["[0-1]", "0.9", "0.4"])])
    ExtraRows(headers=(), units=0, totals=None, example_cells=('class',))
    """
    headers = _headers(header, columns)
    kept: Sequence[int] = range(len(columns[0]))
    if headers:
        kept = np.delete(np.arange(len(kept)), headers).tolist()
        columns = [column.take(pa.array(kept, pa.int64())) for column in columns]
    total = _total(columns) if len(kept) > 1 else None
    if total is not None:
        columns = [column.slice(0, len(kept) - 1) for column in columns]
    unit = _unit(columns) if header and len(columns[0]) > 1 else None
    return ExtraRows(
        headers,
        None if unit is None else kept[0],
        None if total is None else kept[-1],
        tuple(word for word in (unit, total) if word is not None),
    )


def _headers(header: Sequence[str], columns: Sequence[Column]) -> tuple[int, ...]:
    """Return the rows that repeat the cells of the header."""
    fields = [field.strip() for field in header]
    if not header or any(
        not is_text(column) and not NUMBER.match(field) for field, column in zip(fields, columns, strict=True)
    ):
        return ()
    same = pa.scalar(True)
    for field, column in zip(fields, columns, strict=True):
        here = pc.equal(pc.utf8_trim_whitespace(column), field) if is_text(column) else pc.equal(column, float(field))
        same = pc.and_(same, here)
        if not pc.any(same).as_py():
            return ()
    found = tuple(pc.indices_nonzero(pc.fill_null(same, False)).to_pylist())
    return found if len(found) <= MAX_HEADERS else ()


def _unit(columns: Sequence[Column]) -> str | None:
    """Return a cell of the first row if that row holds units, or None if it could be data.

    Any words above several columns of numbers are enough; above a single one, or above text, they must look like units.
    """
    cells = [_cell(column, 0) for column in columns]
    if any(_value(cell) is not None for cell in cells):
        return None
    filled = []
    for column, cell in zip(columns, cells, strict=True):
        if cell.casefold() in MISSING:
            continue
        below, is_unit = column.slice(1), UNIT.fullmatch(cell)
        if _is_numeric_column(below) or (is_unit and 2 * _to_numeric(below).null_count < len(below)):
            filled.append(cell)
        elif not is_unit or not _is_new(cell, below):
            return None
    words = [cell for cell in filled if not UNIT.fullmatch(cell)]
    is_data = any(BAD_NUMBER.search(cell) for cell in words) or (words and len(filled) == 1)
    return None if is_data or not filled else filled[0]


def _total(columns: Sequence[Column]) -> str | None:
    """Return the first cell of the last row if that row holds totals, or None if it could be data.

    The row may hold sums; with a word for totals also empty cells, and numbers outside the range of those above.
    """
    cells = [_cell(column, -1) for column in columns]
    named = [at for at, cell in enumerate(cells) if TOTAL.fullmatch(cell)]
    at = named[0] if named else 0
    word, above = cells[at], [column.slice(0, len(column) - 1) for column in columns]
    if word.casefold() in MISSING or _value(word) is not None:
        return None
    others = [one for one in range(len(cells)) if one not in (at, *named)]
    filled = [one for one in others if cells[one].casefold() not in MISSING]
    if any(_value(cells[one]) is None for one in filled):
        return None
    sums = [_Sum(cells[one], above[one]) for one in filled]
    beyond = [one for one in sums if one.is_beyond]
    if named:
        is_likely = len(filled) < len(others) or any(one.is_sum for one in sums)
        is_total = is_likely and all(one.is_sum or one.is_beyond for one in sums)
    else:
        surely = len(beyond) > 1 or (len(beyond) == 1 and _is_numeric_column(above[at]))
        is_total = surely and len(above[0]) >= MIN_ROWS and all(one.is_sum for one in sums)
    return word if is_total and _is_new(word, above[at]) else None


class _Sum:
    """Whether a number is the sum or the count of the numbers above, and whether it is outside of their range."""

    def __init__(self, cell: str, column: Column) -> None:
        value, numbers = float(cell.replace(",", ".")), _to_numeric(column)
        extremes, total = pc.min_max(numbers).as_py(), pc.sum(numbers).as_py() or 0
        rounded = 0.5 * 10.0 ** -len(re.split("[.,]", cell)[1]) if re.search(r"[.,]\d", cell) else RELATIVE_TOLERANCE
        self.is_sum = math.isclose(value, total, rel_tol=RELATIVE_TOLERANCE, abs_tol=rounded) or value == len(column)
        self.is_beyond = extremes["min"] is None or not extremes["min"] <= value <= extremes["max"]


def _is_numeric_column(column: Column) -> bool:
    """Whether every cell is a number or means that it is missing, and at least one is a number."""
    if not is_text(column):
        return is_numeric(column)
    trimmed = pc.utf8_trim_whitespace(column)
    numbers = pc.match_substring_regex(trimmed, ANY_NUMBER)
    if not pc.any(numbers).as_py():
        return False
    others = pc.unique(trimmed.filter(pc.invert(numbers)))
    return len(others) <= len(MISSING) and all(cell.casefold() in MISSING for cell in others.to_pylist())


def _to_numeric(column: Column) -> Column:
    """Return the cells that are numbers, with null for all others."""
    if not is_text(column):
        return column if is_numeric(column) else pa.nulls(len(column), pa.float64())
    trimmed = pc.utf8_trim_whitespace(column)
    written = pc.replace_substring(pc.utf8_ltrim(trimmed, "+"), ",", ".")
    return pc.if_else(pc.match_substring_regex(trimmed, ANY_NUMBER), written, None).cast(pa.float64())


def _is_new(cell: str, column: Column) -> bool:
    """Whether a column does not contain this cell."""
    return not is_text(column) or not pc.any(pc.equal(pc.utf8_trim_whitespace(column), cell)).as_py()


def _cell(column: Column, row: int) -> str:
    value = column[row].as_py()
    return "" if value is None else str(value).strip()


def _value(cell: str) -> float | None:
    return float(cell.replace(",", ".")) if re.match(ANY_NUMBER, cell) else None


HEADER_SEARCH_ROWS = 60
PREVIEW_ROWS = 8  # shown to choose the header from
PREVIEW_CELLS = 50  # of each row shown
PREVIEW_ROWS_AFTER_HEADER = 2  # shown below a header that is further down
MAX_DESCRIPTION_ROWS = 8  # of a description that ends with a blank row
NO_HEADER = 0

Row = Sequence[str]


def first_rows(rows: Sequence[Row], header: int) -> FirstRows:
    """Return the rows shown to choose the header from, padded to equal width.

    >>> first_rows([["Results"], [], ["label", "score"], ["1", "0.5"]], 3).header
    3
    """
    most = max(PREVIEW_ROWS, header + PREVIEW_ROWS_AFTER_HEADER if header <= HEADER_SEARCH_ROWS else 0)
    seen = [[cell.strip() for cell in row[:PREVIEW_CELLS]] for row in islice(rows, most)]
    width = max(map(len, seen), default=0)
    return FirstRows(tuple((*row, *[""] * (width - len(row))) for row in seen), header)


def find_header(rows: Sequence[Row]) -> int:
    """Return the index of the header in the first rows, or 0 if it is the first row that is not blank.

    Above it may be titles, which fill at most half of the columns, or a description that ends with a blank row.

    >>> find_header([["Results"], [], ["label", "score"], ["1", "0.9"], ["0", "0.2"]])
    2
    >>> find_header([["label", "score"], ["1", "0.9"]])
    0
    >>> find_header([["Model", "Forest"], [], ["y", "p"], ["1", ".5"], ["0", ".2"]])
    2
    """
    rows = [[cell.strip() for cell in row] for row in rows[:HEADER_SEARCH_ROWS]]
    filled = [at for at, row in enumerate(rows) if any(row)]
    width = _width(rows)
    if not filled or width < 2 or (_count(rows[filled[0]]) >= width and not _has_description(rows, filled, width)):
        return 0
    for number, at in enumerate(filled[1:], start=1):
        above, below = filled[:number], [rows[one] for one in filled[number + 1 : number + 3]]
        if below and not _is_unit_row(below[0]):
            del below[1:]
        is_title = all(_is_title(rows[one], width) for one in above)
        if not is_title and (at - 1 in filled or len(above) > MAX_DESCRIPTION_ROWS):
            continue
        if _is_header(rows[at], below, width) and rows[at] != rows[filled[0]]:
            return at
    return 0


def check_row(name: str, header: int, rows: int) -> None:
    """Refuse a header below the end of the file.

    Raises
    ------
    InvalidFileError: The file has no such row.
    """
    if header > rows:
        raise InvalidFileError(Notice("header_beyond", name=name, header=header, count=rows))


def title_note(name: str, rows: Sequence[Row], header: int) -> Notice:
    """Return the note on a header that was found below a title. header: its row, counted from 1."""
    title = next(" ".join(filter(None, (cell.strip() for cell in row))) for row in rows if any(map(str.strip, row)))
    return Notice("title_above", name=name, value=title, header=header)


def _width(rows: Sequence[Row]) -> int:
    """Return the most common number of filled cells above one, and of equally common numbers the largest."""
    counts = Counter(_count(row) for row in rows if _count(row) > 1)
    return max(counts, key=lambda count: (counts[count], count), default=0)


def _count(row: Row) -> int:
    return sum(map(bool, row))


def _is_title(row: Row, width: int) -> bool:
    return _count(row) <= max(1, width // 2)


def _is_header(row: Row, next_rows: Sequence[Row], width: int) -> bool:
    """Whether a row names all columns and a row below has a number; it may be the second one, below units."""
    named = [cell for cell in row if cell]
    return (
        len(named) >= width
        and not any(NUMBER.match(cell) for cell in named)
        and len(set(named)) == len(named)
        and any(_is_number(cell) for one in next_rows for cell in one)
    )


def _has_description(rows: Sequence[Row], row_positions: Sequence[int], width: int) -> bool:
    """Whether the first rows are a description though as wide as the others: a header follows a blank row."""
    for number, at in enumerate(row_positions[1:-1], start=1):
        if at - 1 not in row_positions:  # a header needs more rows below it than above
            is_new = rows[at] != rows[row_positions[0]] and number < len(row_positions) - number - 1
            return is_new and _is_header(rows[at], [rows[row_positions[number + 1]]], width)
    return False


def _is_unit_row(row: Row) -> bool:
    """Whether most cells of a row look like units, as between a header and its numbers."""
    return 2 * sum(UNIT.fullmatch(cell) is not None for cell in row if cell) > _count(row)


def _is_number(cell: str) -> bool:
    return bool(NUMBER.match(cell.rstrip(" %").replace(",", ".")))


DELIMITERS = (",", ";", "\t", "|")
DIALECT_BYTES = 64 * 2**10  # enough for the header and some rows
SNIFFED_LINES = 20
# A first line that spreadsheet programs write to name the separator.
NAMED_SEPARATOR = re.compile(rb"sep=([,;|\t])[ \t]*+(?:\r\n|\r|\n)", re.IGNORECASE)
LINE_END, LINE_END_BYTES = re.compile(r"\r\n|\r|\n"), re.compile(rb"\r\n|\r|\n")
SKIPPED_LINE = re.compile(rb"#[^\r\n]*+(?:\r\n|\r|\n)|[ \t]*+(?:\r\n|\r|\n)")  # a comment, or a blank line


@dataclass(frozen=True)
class Dialect:
    """Where the header begins, the separator of its fields, and notes on how the header was found."""

    start: int  # bytes above the header
    line_offset: int
    delimiter: str
    notes: list[Notice]


def infer_dialect(name: str, content: bytes, header: int | None = None) -> Dialect:
    """Find the header and the separator in the first lines. header: the line of the header if known, 0 for none.

    >>> infer_dialect("a.csv", b"# by me\\na;b\\n1;2\\n")
    Dialect(start=8, line_offset=1, delimiter=';', notes=[])
    """
    start, end, lines, named = 0, 0, 0, None
    while match := SKIPPED_LINE.match(content, end) or NAMED_SEPARATOR.match(content, end):
        lines += 1
        if lines > LIMITS.lines_before_header:
            raise InvalidFileError(Notice("too_many_lines_above", name=name, most=LIMITS.lines_before_header))
        if match.re is NAMED_SEPARATOR:
            named = match[1].decode()
        start, end = end, match.end()
    if header:
        check_row(name, header, 1 + len(LINE_END_BYTES.findall(content.rstrip(b"\r\n"))))
        below = _skip_lines(content, 0, header - 1)
        return Dialect(below, header - 1, named or _infer_delimiter(_text(content, below)), [])
    delimiter = named or _infer_delimiter(_text(content, end))
    if header == NO_HEADER:
        return Dialect(end, lines, delimiter, [])
    rows = lines_as_rows(_text(content, end), delimiter)
    titles = find_header(rows)
    if titles:
        note = title_note(name, rows, lines + titles + 1)
        return Dialect(_skip_lines(content, end, titles), lines + titles, delimiter, [note])
    if content[start:end].startswith(b"#"):
        verdict = _comment_kind(_rows(content, start + 1, delimiter)[:1], _rows(content, end, delimiter))
        if verdict != "comment":
            unsure = Notice("comment_as_header", name=name, value=_text(content, start).splitlines()[0])
            return Dialect(start + 1, lines - 1, delimiter, [unsure] if verdict == "either" else [])
    return Dialect(end, lines, delimiter, [])


def lines_as_rows(sample: str, delimiter: str) -> list[list[str]]:
    """Split the first lines into rows of cells, with no cells for a blank line. Return nothing if a cell spans lines.

    >>> lines_as_rows("Results\\n\\na;b", ";")
    [['Results'], [], ['a', 'b']]
    """
    lines = LINE_END.split(sample)[:HEADER_SEARCH_ROWS]
    try:
        rows = list(csv.reader(lines, delimiter=delimiter))
    except csv.Error:  # a cell that is too long
        return []
    return rows if len(rows) == len(lines) or not lines[-1] else []


def _skip_lines(content: bytes, start: int, count: int) -> int:
    """Return the position after `count` more lines."""
    for _ in range(count):
        ended = LINE_END_BYTES.search(content, start)
        start = len(content) if ended is None else ended.end()
    return start


def _text(content: bytes, start: int) -> str:
    return content[start : start + DIALECT_BYTES].decode("utf-8", errors="ignore")


def _rows(content: bytes, start: int, delimiter: str) -> list[list[str]]:
    lines = [line for line in _text(content, start).splitlines() if line.strip()][:2]
    return list(csv.reader(lines, delimiter=delimiter))


def _comment_kind(comment: list[list[str]], next_rows: list[list[str]]) -> str:
    """Return what a comment above the first line is: "header", "comment", or "either" if both lines below are words."""
    if not comment or not next_rows or len(comment[0]) != len(next_rows[0]) or len(next_rows[0]) < 2:
        return "comment"
    kinds = [[bool(NUMBER.match(field.strip())) for field in row] for row in (comment[0], *next_rows)]
    if any(kinds[1]):  # the first line is data, unless its numbers are names of columns
        return "header" if kinds[0] != kinds[1] else "comment"
    if len(kinds) < 3 or kinds[2] != kinds[1]:
        return "comment"
    return "either"


def _infer_delimiter(sample: str) -> str:
    """Return the separator that splits most lines into as many fields as the first, and among equals the most fields.

    The first line may be a title that contains a comma. If no separator splits another line like it, all lines count.
    """
    lines = [line for line in sample.splitlines() if line.strip()][:SNIFFED_LINES]
    counts = {delimiter: [len(row) for row in csv.reader(lines, delimiter=delimiter)] for delimiter in DELIMITERS}

    def first_line_count(delimiter: str) -> tuple[int, int]:
        first, *_ = counts[delimiter] or [0]
        return (counts[delimiter].count(first), first) if first > 1 else (0, 0)

    def most_common_count(delimiter: str) -> tuple[int, int]:
        several = Counter(count for count in counts[delimiter] if count > 1)
        return max(((often, count) for count, often in several.items()), default=(0, 0))

    best = max(DELIMITERS, key=first_line_count)
    return best if first_line_count(best)[0] > 1 else max(DELIMITERS, key=most_common_count)


SAMPLE_LINES, SAMPLE_CHARACTERS = 50, 2**16  # at most this many lines and characters


def is_data_row(sample: str, delimiter: str) -> bool:
    """Whether the first line has numbers in the same columns as all below, and a word that recurs in its column.

    >>> is_data_row("yes,0.9\\nno,0.2\\nyes,0.1\\n", ","), is_data_row("truth,2001\\nno,0.2\\nyes,0.1\\n", ",")
    (True, False)
    """
    lines = sample[:SAMPLE_CHARACTERS].splitlines()[:SAMPLE_LINES]
    rows = [[field.strip() for field in row] for row in csv.reader(lines, delimiter=delimiter) if row]
    first, *below = [row for row in rows if len(row) == len(rows[0])]
    numeric = [[bool(NUMBER.match(field.replace(",", "."))) for field in row] for row in (first, *below)]
    if not below or not any(numeric[0]) or any(one != numeric[0] for one in numeric):
        return False
    words = [at for at, is_number in enumerate(numeric[0]) if not is_number and first[at]]
    return any(first[at] in {row[at] for row in below} for at in words)
