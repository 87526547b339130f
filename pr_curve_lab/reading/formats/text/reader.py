"""A text into a table: nothing is dropped and nothing is guessed silently; what was decided stands in the notes."""

from __future__ import annotations

import pyarrow as pa

from pr_curve_lab.reading.formats.extra_rows import extra_rows
from pr_curve_lab.reading.formats.refusal import RefusedError
from pr_curve_lab.reading.formats.table import Table, frame_of
from pr_curve_lab.reading.formats.text.cut_end import cut_end
from pr_curve_lab.reading.formats.text.encoding import utf8_of
from pr_curve_lab.reading.formats.text.numerals import numerals_of
from pr_curve_lab.reading.formats.text.quoted_lines import spanning_cells
from pr_curve_lab.reading.formats.text.sheet import Sheet, sheet_of
from pr_curve_lab.reading.formats.text.unequal_rows import unequal_row
from pr_curve_lab.reading.formats.text.without_rows import without_rows
from pr_curve_lab.reading.problem import Problem


def read_text(name: str, content: bytes, header: int | None = None) -> Table:
    """Read comma, semicolon, tab or bar separated text, in UTF-8, UTF-16, GBK or Latin-1.

    header: the line of the header where it is known, 0 where there is none.

    Raises
    ------
    RefusedError: it is no table, its rows are unequal, or it holds more than `LIMITS` allows.

    >>> read_text("two.csv", b"label;score\\n1;0,5\\n0;0,25\\n").frame["score"].tolist()
    [0.5, 0.25]
    """
    text, guessed = utf8_of(name, content)
    sheet = sheet_of(name, text, header)
    seen = sheet.first_rows()
    parsed = _parsed(sheet)
    rows = parsed.num_rows
    notes = [*guessed, *sheet.notes, *spanning_cells(sheet, parsed)]
    # Every row is one line where there are no blank lines between, and no line ends in quotes.
    in_lines = sheet.line_count == rows + int(sheet.titled)
    lines_above = sheet.lines_above + int(sheet.titled) if in_lines else None
    extra = extra_rows(sheet.header, parsed.columns)
    if extra.rows and (data := without_rows(sheet, extra.rows, rows)):
        sheet, parsed = data, _parsed(data)
        notes += extra.notes(name, lines_above)
    notes += cut_end(sheet, rows)
    left_out = tuple(row + 1 for row in extra.rows) if parsed.num_rows < rows else ()
    numerals = numerals_of(sheet, parsed)
    del parsed
    notes += numerals.notes
    return Table(name, frame_of(numerals.columns), tuple(notes), lines_above, rows_left_out=left_out, first_rows=seen)


def _parsed(sheet: Sheet) -> pa.Table:
    try:
        parsed = sheet.parsed()
    except pa.ArrowInvalid:
        raise RefusedError(unequal_row(sheet)) from None
    if parsed.num_rows == 0:
        raise RefusedError(Problem("header_only", name=sheet.name))
    return parsed
