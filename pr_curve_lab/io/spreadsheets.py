"""Read XLSX, XLSB, ODS and XLS, each sheet as a table, in a separate process with limited memory."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from itertools import dropwhile
from typing import Any

import orjson

from pr_curve_lab.io import header_rows
from pr_curve_lab.io.archives import Archive
from pr_curve_lab.io.limits import LIMITS, MEGABYTE, check_shape
from pr_curve_lab.io.notices import InvalidFileError, Notice
from pr_curve_lab.io.reader_process import read_in_process
from pr_curve_lab.io.table import Column, Table, column_of, header_of, table_of, text_of_cell
from pr_curve_lab.io.text import strip_percent

BASE_MEMORY = 256 * MEGABYTE  # of address space, which Python and the parser take before they read anything
WORKSHEETS = "xl/worksheets/"
ERROR_CELL = re.compile(rb"""(<(?:\w+:)?c\s[^>]*?\bt=)(?:"e"|'e')""")
MEMORY_FACTOR = 6  # bytes of memory per byte of the file


def read_spreadsheet(archive: Archive, header: int | None = None) -> list[Table]:
    """Read every sheet of an XLSX, XLSB or ODS that was opened as an archive.

    header: the row of the header in each sheet if it is known; 0 means that there is none.

    Raises
    ------
    InvalidFileError: The file is broken or encrypted, has no cells, or holds more than `LIMITS` allows.
    """
    content, inflated = archive.content, archive.check_all()
    if archive.kind == "xlsx":
        content = _errors_as_text(archive)
    return _read(archive.name, content, inflated, header)


def _errors_as_text(archive: Archive) -> bytes:
    """Return the workbook with errors such as #N/A as text, because the parser reads them as empty cells."""
    sheets = [member for member in archive.members if member.filename.startswith(WORKSHEETS)]
    if not any(_has_errors(archive.zip_file.read(member)) for member in sheets):  # `check_all` has checked the sizes
        return archive.content
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as written:
        for member in archive.members:
            content = archive.zip_file.read(member)
            is_sheet = member.filename.startswith(WORKSHEETS)
            written.writestr(member.filename, ERROR_CELL.sub(rb'\1"str"', content) if is_sheet else content)
    return target.getvalue()


def _has_errors(sheet: bytes) -> bool:
    may_have = b't="e"' in sheet or b"t='e'" in sheet  # much faster than the regular expression
    return may_have and ERROR_CELL.search(sheet) is not None


def read_xls(name: str, content: bytes, header: int | None = None) -> list[Table]:
    """Read every sheet of an XLS file; `header` is as for `read_spreadsheet`.

    Raises
    ------
    InvalidFileError: As for `read_spreadsheet`, or if the file is another document of Office 97.
    """
    if _is_stream("EncryptedPackage", content):
        raise InvalidFileError(Notice("encrypted", name=name))
    if not (_is_stream("Workbook", content) or _is_stream("Book", content)):
        raise InvalidFileError(Notice("other_format", name=name, kind="Office 97 (.doc, .ppt, .msg)"))
    return _read(name, content, len(content), header)


def _is_stream(title: str, content: bytes) -> bool:
    return title.encode("utf-16-le") + b"\x00\x00" in content


def _read(name: str, content: bytes, n_bytes: int, header: int | None) -> list[Table]:
    sheets = {title: rows for title, rows in _read_sheet_rows(name, content, n_bytes).items() if rows}
    if not sheets:
        raise InvalidFileError(Notice("empty_file", name=name))
    several = len(sheets) > 1
    titles = {f"{name}, {title}" if several else name: rows for title, rows in sheets.items()}
    if header:  # sheets with fewer rows cannot be meant
        header_rows.check_row(name, header, max(map(len, titles.values())))
        titles = {title: rows for title, rows in titles.items() if len(rows) >= header}
    return [_table(title, rows, header) for title, rows in titles.items()]


def _read_sheet_rows(name: str, content: bytes, n_bytes: int) -> dict[str, list[list[Any]]]:
    """Return the rows of each sheet, as the separate process writes them."""
    sheets: dict[str, list[list[Any]]] = {}
    rows: list[list[Any]] = []
    output = read_in_process(
        "pr_curve_lab.io.spreadsheet_process",
        name,
        content,
        memory=BASE_MEMORY + MEMORY_FACTOR * max(n_bytes, LIMITS.bytes_always_allowed) + len(content),
        seconds=LIMITS.spreadsheet_seconds + n_bytes // LIMITS.spreadsheet_speed,
        invalid=Notice("format_broken", name=name, kind="Excel / OpenDocument"),
        over_limits=Notice("spreadsheet_too_costly", name=name),
    )
    for line in map(orjson.loads, output.splitlines()):  # orjson escapes a line break within a text
        if isinstance(line, list):
            rows.extend(line)
        else:
            rows = sheets[line["sheet"]] = []
    return {title: _trim_empty(rows) for title, rows in sheets.items()}


def _trim_empty(rows: list[list[Any]]) -> list[list[Any]]:
    """Remove empty rows at the bottom, and empty cells at the right."""
    width = max((_width(row) for row in rows), default=0)
    filled = [at for at, row in enumerate(rows) if _width(row)]
    return [row[:width] for row in rows[: filled[-1] + 1]] if filled else []


def _width(row: Sequence[Any]) -> int:
    return next((at for at in range(len(row), 0, -1) if row[at - 1] != ""), 0)


def _table(title: str, rows: list[list[Any]], header_row: int | None) -> Table:
    check_shape(title, len(rows), len(rows[0]))
    seen = [[text_of_cell(_as_integer(value)) for value in row] for row in rows[: header_rows.HEADER_SEARCH_ROWS]]
    blank = next(at for at, row in enumerate(rows) if _width(row))
    at = (header_row or blank + 1) - 1 if header_row is not None else header_rows.find_header(seen) or blank
    fields = [text_of_cell(_as_integer(value)) for value in rows[at]]
    header = header_of(title, fields, header_row)
    notes = [
        *([header_rows.title_note(title, seen, at + 1)] if header_row is None and at > blank else []),
        *header.notes,
    ]
    below = rows[at + int(header.is_in_file) :]
    if at > blank:  # blank rows may follow a header that was found below a title
        below = list(dropwhile(lambda row: not _width(row), below))
    columns = [_column(cells) for cells in zip(*below, strict=True)] or [_column([]) for _ in fields]
    extra = header_rows.extra_rows(fields if header.is_in_file else [], columns)
    if extra.rows:
        excluded = set(extra.rows)
        data = [row for at, row in enumerate(below) if at not in excluded]
        columns = [_column(cells) for cells in zip(*data, strict=True)] or [_column([]) for _ in fields]
    plain = [strip_percent(column) for column in columns]
    columns = [column if read is None else read for column, read in zip(columns, plain, strict=True)]
    percent = [name for name, read in zip(header.names, plain, strict=True) if read is not None]
    notes += [Notice("percent_signs", name=title, column=name) for name in percent]
    table = table_of(title, header.names, columns, (*notes, *extra.notes(title)))
    of_file = header_rows.first_rows(seen, at + 1 if header.is_in_file else header_rows.NO_HEADER)
    return replace(table, excluded_rows=tuple(row + 1 for row in extra.rows), first_rows=of_file)


def _column(cell_values: Sequence[Any]) -> Column:
    """Return the cells of a column, with whole numbers as integers: a spreadsheet stores only floats."""
    values: list[Any] = [None if cell == "" else cell for cell in cell_values]
    if all(value is None or isinstance(value, float) for value in values):
        whole = [_as_integer(value) for value in values]
        values = values if any(isinstance(value, float) for value in whole) else whole
    return column_of(values)


def _as_integer(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() and abs(value) < 2**53 else value
