"""The text of a table: where its header begins, and how its rows are to be cut into fields."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import pyarrow as pa
import pyarrow.csv

from pr_curve_lab.reading.formats.header_rows import NO_HEADER, first_rows
from pr_curve_lab.reading.formats.refusal import RefusedError, check_shape
from pr_curve_lab.reading.formats.table import FirstRows, Header, header_of
from pr_curve_lab.reading.formats.text.dialect import dialect_of, lines_as_rows
from pr_curve_lab.reading.formats.text.first_row import is_row
from pr_curve_lab.reading.problem import Problem

TOLD = (pa.int64(), pa.float64(), pa.string())  # kinds of columns; the others are rare
FIRST_BYTES = 2**18  # of which columns show what they hold
LONGEST_HEADER = 2**20  # bytes; no program writes more names than that
BLOCK_BYTES = 16 * 2**20  # read at once; no single row may be longer
NOTHING_MORE = re.compile(rb"\s*+\Z")
LINE_END = re.compile(rb"\r\n|\r|\n")


@dataclass(frozen=True)
class Sheet:
    """The text of a table in UTF-8, and how it is to be read."""

    name: str
    content: bytes
    start: int  # bytes above the header
    lines_above: int  # lines of the file above the header, or above the first row where there is none
    delimiter: str
    names: list[str]
    header: list[str]  # the names as they stand in the file; none where it has no header
    notes: list[Problem]

    @property
    def titled(self) -> bool:
        """Whether the first line is a header."""
        return bool(self.header)

    @cached_property
    def line_count(self) -> int:
        """Lines from the header on, to the last that is not blank."""
        end = len(self.content)
        while end > self.start and self.content[end - 1] in b" \t\r\n":
            end -= 1
        return 1 + (self.content.count(b"\n", self.start, end) or self.content.count(b"\r", self.start, end))

    def parsed(self, columns: list[str] | None = None) -> pa.Table:
        """All fields, numbers as numbers and everything else as text; or some columns, all as text.

        While pyarrow has to find out what a column holds it keeps all that it has cut, so it is told what the first
        lines hold; where a later line holds something else, it finds out.

        Raises
        ------
        pa.ArrowInvalid: a row has not as many fields as the header.
        """
        if columns or len(self.content) < FIRST_BYTES:
            return self._read(len(self.content), dict.fromkeys(columns or (), pa.string()), columns)
        try:
            first_lines = self._read(self.content.rfind(b"\n", self.start, self.start + FIRST_BYTES) + 1, {})
            kinds = {one.name: one.type for one in first_lines.schema if one.type in TOLD}
            return self._read(len(self.content), kinds)
        except pa.ArrowInvalid:
            return self._read(len(self.content), {})

    def _read(self, end: int, kinds: dict[str, pa.DataType], columns: list[str] | None = None) -> pa.Table:
        table = pyarrow.csv.read_csv(
            pa.BufferReader(pa.py_buffer(self.content).slice(self.start, max(end - self.start, 0))),
            read_options=pyarrow.csv.ReadOptions(
                column_names=self.names, skip_rows_after_names=int(self.titled), block_size=BLOCK_BYTES,
                # A command that ends while threads are still starting is aborted, with an exit code of its own.
                use_threads=end - self.start > FIRST_BYTES,
            ),
            parse_options=pyarrow.csv.ParseOptions(
                delimiter=self.delimiter, newlines_in_values=self.content.find(b'"', self.start) >= 0
            ),
            convert_options=pyarrow.csv.ConvertOptions(
                null_values=[], strings_can_be_null=False, timestamp_parsers=[], column_types=kinds,
                include_columns=columns,
            ),
        )  # fmt: skip
        pa.default_memory_pool().release_unused()
        return table

    def first_rows(self) -> FirstRows:
        """The first lines of the file as they stand in it, from its very first."""
        sample = self.content[:FIRST_BYTES].decode("utf-8", errors="ignore")
        rows = lines_as_rows(sample, self.delimiter)
        return first_rows(rows, self.lines_above + 1 if self.titled else NO_HEADER)

    def slow_rows(self) -> Iterator[tuple[list[str], int]]:
        """Every row, header included, with the line of the file on which it ends; for files that will be refused.

        Raises
        ------
        csv.Error: a field is too long, or a quotation mark is never closed.
        """
        stream = io.BytesIO(self.content)
        stream.seek(self.start)
        lines = io.TextIOWrapper(stream, encoding="utf-8", errors="replace", newline="")
        rows = csv.reader(lines, delimiter=self.delimiter)
        for row in rows:
            if row:
                yield row, self.lines_above + rows.line_num


def sheet_of(name: str, content: bytes, header_line: int | None = None) -> Sheet:
    """Find header and separator of a text in UTF-8. header_line: the line of the header where it is known, 0 for none.

    Raises
    ------
    RefusedError: there is nothing below the comments, one column only, or more than `LIMITS` allows.
    """
    dialect = dialect_of(name, content, header_line)
    if NOTHING_MORE.match(content, dialect.start):
        raise RefusedError(Problem("empty_file", name=name))
    first = content[dialect.start : dialect.start + LONGEST_HEADER].decode("utf-8", errors="ignore")
    try:
        fields = next(csv.reader(io.StringIO(first, newline=""), delimiter=dialect.delimiter))
    except csv.Error:
        raise RefusedError(Problem("not_a_table", name=name)) from None
    if len(fields) < 2:
        raise RefusedError(Problem("one_column", name=name, column=fields[0].strip()))
    check_shape(name, 0, len(fields))
    header = header_of(name, fields) if header_line is None else Header.chosen(fields, titled=header_line > 0)
    if header_line is None and header.titled and is_row(first, dialect.delimiter):
        header = header_of(name, ["0"] * len(fields))
    notes = [*dialect.notes, *header.notes]
    above = fields if header.titled else []
    sheet = Sheet(name, content, dialect.start, dialect.lines_above, dialect.delimiter, header.names, above, notes)
    check_shape(name, sheet.line_count, len(fields))
    return sheet
