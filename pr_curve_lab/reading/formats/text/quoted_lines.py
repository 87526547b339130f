"""Cells that span lines: texts with line breaks, or two stray quotation marks that swallow the rows between them."""

from __future__ import annotations

import csv
import re

import pyarrow as pa
import pyarrow.compute as pc

from pr_curve_lab.reading.formats.refusal import RefusedError
from pr_curve_lab.reading.formats.table import NUMBER
from pr_curve_lab.reading.formats.text.sheet import Sheet
from pr_curve_lab.reading.problem import Problem

LINE_BREAK = r"[\r\n]"
NUMBERS = r"^\s*[+-]?(\d+[.,]?\d*|[.,]\d+)([eE][+-]?\d+)?\s*$"


def spanning_cells(sheet: Sheet, parsed: pa.Table) -> list[Problem]:
    """A note where cells hold line breaks.

    Raises
    ------
    RefusedError: a cell with a line break stands among numbers, or the lines within it look like rows.
    """
    if sheet.line_count == parsed.num_rows + int(sheet.titled) or sheet.content.find(b'"', sheet.start) < 0:
        return []
    numeric = [_is_numeric(column) for column in parsed.columns]
    first = None
    for position, column in enumerate(parsed.columns):
        if not pa.types.is_string(column.type):
            continue
        rows = pc.indices_nonzero(pc.match_substring_regex(column, LINE_BREAK))
        cells = column.take(rows).to_pylist()
        for row, cell in zip(rows.to_pylist(), cells, strict=True):
            if numeric[position] or _holds_rows(cell, sheet.delimiter, numeric):
                raise RefusedError(Problem("quote_swallows_rows", row=row + 1, line=_first_line(sheet, row)))
        if cells:
            row = rows[0].as_py()
            first = row if first is None else min(first, row)
    return [] if first is None else [Problem("cell_spans_lines", name=sheet.name, row=first + 1)]


def _is_numeric(column: pa.ChunkedArray) -> bool:
    """Whether most cells that stand on one line are numbers."""
    if not pa.types.is_string(column.type):
        return bool(pa.types.is_integer(column.type) or pa.types.is_floating(column.type))
    on_one_line = column.filter(pc.invert(pc.match_substring_regex(column, LINE_BREAK)))
    share = pc.mean(pc.match_substring_regex(on_one_line, NUMBERS)).as_py()
    return bool(share is not None and share > 0.5)


def _holds_rows(cell: str, delimiter: str, numeric: list[bool]) -> bool:
    """Whether a line within the cell has the fields of a row, with numbers where the other rows have numbers."""
    lines = [line for line in re.split(LINE_BREAK, cell)[1:] if line.count(delimiter) == len(numeric) - 1]
    rows = csv.reader(lines, delimiter=delimiter, quoting=csv.QUOTE_NONE)
    return any(numeric) and any(
        all(
            NUMBER.match(field.strip(' "').replace(",", "."))
            for field, number in zip(row, numeric, strict=True)
            if number
        )
        for row in rows
    )


def _first_line(sheet: Sheet, wanted: int) -> int:
    """The line of the file on which a row begins, the first row being 0."""
    end = sheet.lines_above
    for row, (_, line) in enumerate(sheet.slow_rows(), start=-int(sheet.titled)):
        if row == wanted:
            return end + 1
        end = line
    return end
