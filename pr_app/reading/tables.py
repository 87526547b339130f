"""Bytes of a file into a table, or a problem: compression, encoding, separator, header, then every field.

Nothing is dropped and nothing is guessed silently: what had to be decided stands in the table's notes. A text column
keeps its text, trimmed, so that a class called NA stays a class.
"""

from __future__ import annotations

import csv
import gzip
import io
import re
import zlib
from dataclasses import dataclass

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute
import pyarrow.csv

from pr_app.reading.problem import Problem

LARGEST_TABLE = 400 * 2**20  # bytes after decompression; 0.5 MB of gzip can hold 360 MB
DELIMITERS = (",", ";", "\t", "|")
BLOCK_BYTES = 16 * 2**20  # read at once; no single row may be longer
LONGEST_HEADER = 2**20  # characters; no program writes more names than that
SNIFFED_BYTES = 64 * 2**10  # enough for the header and some rows
GZIP_MAGIC = b"\x1f\x8b"
OTHER_FORMATS = {b"PK\x03\x04": "xlsx/zip", b"PAR1": "parquet", b"\xd0\xcf\x11\xe0": "xls", b"%PDF": "pdf"}
DECIMAL_COMMA = r"^([+-]?\d*),(\d*(?:[eE][+-]?\d+)?)$"
THOUSANDS = r"^[+-]?[1-9]\d{0,2}(,\d{3})+$"  # 1,234 may be a thousand or one and a bit; 0,234 may not
ANY_NUMBER = r"^[+-]?(\d+[.,]?\d*|[.,]\d+)([eE][+-]?\d+)?$"
NAMED_SEPARATOR = re.compile(r"sep=([,;|\t])[ \t]*(\r\n|\r|\n)", re.IGNORECASE)  # a spreadsheet's own first line
COMMENT = re.compile(r"#[^\r\n]*(\r\n|\r|\n)|[ \t]*(\r\n|\r|\n)")  # or a blank line, above the header
NUMBER = re.compile(r"^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$")
CHINESE = re.compile(r"[一-鿿　-〿＀-￯]")


@dataclass(frozen=True, eq=False)
class Table:
    """A file as it was read: its name, its columns, and what had to be decided about it."""

    name: str
    frame: pd.DataFrame  # columns named by unique text; text columns keep their text
    notes: tuple[Problem, ...] = ()
    lines_above: int | None = None  # lines of the file above its first row; None where rows are not lines


def read_table(name: str, content: bytes) -> Table | Problem:
    """Read comma, semicolon, tab or bar separated text, plain or gzipped, in UTF-8, UTF-16, GBK or Latin-1.

    >>> table = read_table("two.csv", b"label;score\\n1;0,5\\n0;0,25\\n")
    >>> table.frame["score"].tolist()
    [0.5, 0.25]
    >>> read_table("none.csv", b"")
    Problem('empty_file', name='none.csv')
    """
    try:
        text, notes = _decoded(name, _inflated(name, content))
        sheet = _sheet(name, text, notes)
        parsed = _parsed(name, sheet)
    except _RefusedError as refusal:
        return refusal.problem
    columns = {title: _tidied(cells, sheet.delimiter) for title, cells in zip(sheet.names, parsed.columns, strict=True)}
    pointed = [
        title for title, cells in zip(sheet.names, parsed.columns, strict=True) if _had_commas(cells, columns[title])
    ]
    if pointed:
        notes.append(Problem("decimal_comma", name=name, column=pointed[0]))
    return Table(name, pa.table(columns).to_pandas(), tuple(notes), _lines_above(sheet, parsed.num_rows))


class _RefusedError(Exception):
    """Ends the reading of a file; carries why."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem


@dataclass(frozen=True)
class _Sheet:
    """The text of a table, cut where its header begins, and how it is to be read."""

    preamble: str  # what stands above the header
    body: str
    delimiter: str
    names: list[str]
    titled: bool  # whether the body begins with a header


def _sheet(name: str, text: str, notes: list[Problem]) -> _Sheet:
    preamble, delimiter = _preamble(text)
    body = text[len(preamble) :]
    if not body or body.isspace():
        raise _RefusedError(Problem("empty_file", name=name))
    try:
        header = next(csv.reader(io.StringIO(body[:LONGEST_HEADER], newline=""), delimiter=delimiter))
    except csv.Error:
        raise _RefusedError(Problem("not_a_table", name=name)) from None
    if len(header) < 2:
        raise _RefusedError(Problem("one_column", name=name, column=header[0].strip()))
    numbers = [field.strip() for field in header if NUMBER.match(field.strip())]
    titled = len(numbers) < len(header)
    if not titled:
        notes.append(Problem("no_header", name=name))
    elif numbers:
        notes.append(Problem("number_in_header", name=name, value=numbers[0]))
    return _Sheet(preamble, body, delimiter, _unique_names(header, titled=titled), titled)


def _inflated(name: str, content: bytes) -> bytes:
    if not content.startswith(GZIP_MAGIC):
        return content
    try:
        with gzip.open(io.BytesIO(content)) as stream:
            inflated = stream.read(LARGEST_TABLE + 1)
    except (OSError, EOFError, zlib.error):
        raise _RefusedError(Problem("gzip_broken", name=name)) from None
    if len(inflated) > LARGEST_TABLE:
        raise _RefusedError(Problem("too_large", name=name, megabytes=LARGEST_TABLE // 2**20))
    return inflated


def _decoded(name: str, content: bytes) -> tuple[str, list[Problem]]:
    """Text of the file, and a note where the encoding had to be guessed."""
    for magic, kind in OTHER_FORMATS.items():
        if content.startswith(magic):
            raise _RefusedError(Problem("other_format", name=name, kind=kind))
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", errors="replace"), []
    if b"\x00" in content:
        raise _RefusedError(Problem("not_text", name=name))
    try:
        return content.decode("utf-8-sig"), []
    except UnicodeDecodeError:
        encoding = "gb18030" if _looks_chinese(content) else "cp1252"
        return content.decode(encoding, errors="replace"), [Problem("encoding_guessed", name=name, encoding=encoding)]


def _looks_chinese(content: bytes) -> bool:
    """GBK decodes almost any bytes; it is believed only where what comes out is Chinese, and mostly common signs.

    The common ones are those of GB 2312. An accented letter before a plain one gives a rare sign, never a common one.
    """
    sample = content[:SNIFFED_BYTES].decode("gb18030", errors="replace")
    complete = sample if len(content) <= SNIFFED_BYTES else sample[:-1]  # the cut may split the last character
    foreign = [sign for sign in complete if ord(sign) > 127]
    common = "".join(foreign).encode("gb2312", errors="ignore").decode("gb2312")
    return all(CHINESE.match(sign) for sign in foreign) and len(common) > len(foreign) / 2


def _preamble(text: str) -> tuple[str, str]:
    """The lines above the header, and the separator: blank lines, comments, and a spreadsheet's "sep=;"."""
    start, end, delimiter, last_is_comment = 0, 0, None, False
    while match := COMMENT.match(text, end) or NAMED_SEPARATOR.match(text, end):
        if match.re is NAMED_SEPARATOR:
            delimiter = match[1]
        start, end = end, match.end()
        last_is_comment = match[0].startswith("#")
    delimiter = delimiter or _delimiter(text[end : end + SNIFFED_BYTES])
    if last_is_comment and _field_count(text[start + 1 : end], delimiter) == _field_count(text[end:], delimiter) > 1:
        end = start + 1  # "#label,score": the header itself begins with the sign
    return text[:end], delimiter


def _field_count(text: str, delimiter: str) -> int:
    line = text[:SNIFFED_BYTES].lstrip().splitlines()[:1]
    return len(next(csv.reader(line, delimiter=delimiter), []))


def _delimiter(sample: str) -> str:
    """The separator that cuts the first lines into the same number of fields, the more the better."""
    lines = [line for line in sample.splitlines() if line.strip()][:20]

    def agreement(delimiter: str) -> tuple[int, int]:
        counts = [len(row) for row in csv.reader(lines, delimiter=delimiter)]
        return (sum(count == counts[0] for count in counts), counts[0]) if counts and counts[0] > 1 else (0, 0)

    return max(DELIMITERS, key=agreement)


def _unique_names(header: list[str], *, titled: bool) -> list[str]:
    names: dict[str, int] = {}  # with how often each was wanted
    for position, field in enumerate(header, start=1):
        wanted = " ".join(field.split()) if titled else ""
        name = wanted = wanted or f"#{position}"
        while name in names:
            names[wanted] += 1
            name = f"{wanted} ({names[wanted]})"
        names[name] = 1
    return list(names)


def _lines_above(sheet: _Sheet, rows: int) -> int | None:
    """Lines above the first row, where every row is one line: no blank lines between, no line ends in quotes."""
    body = sheet.body.rstrip()
    lines = 1 + (body.count("\n") or body.count("\r"))
    return _line_ends(sheet.preamble) + int(sheet.titled) if lines == rows + int(sheet.titled) else None


def _line_ends(text: str) -> int:
    return len(re.findall(r"\r\n|\r|\n", text))


def _parsed(name: str, sheet: _Sheet) -> pa.Table:
    """Read all fields, numbers as numbers and everything else as text."""
    try:
        parsed = pyarrow.csv.read_csv(
            pa.BufferReader(sheet.body.encode("utf-8")),
            read_options=pyarrow.csv.ReadOptions(
                column_names=sheet.names, skip_rows_after_names=int(sheet.titled), block_size=BLOCK_BYTES
            ),
            parse_options=pyarrow.csv.ParseOptions(delimiter=sheet.delimiter, newlines_in_values='"' in sheet.body),
            convert_options=pyarrow.csv.ConvertOptions(null_values=[], strings_can_be_null=False, timestamp_parsers=[]),
        )
    except pa.ArrowInvalid:
        raise _RefusedError(_unequal_row(sheet)) from None
    if parsed.num_rows == 0:
        raise _RefusedError(Problem("header_only", name=name))
    return parsed


def _unequal_row(sheet: _Sheet) -> Problem:
    """Find the row that the fast parser refused; read again slowly, because this file will not be used."""
    rows = csv.reader(io.StringIO(sheet.body, newline=""), delimiter=sheet.delimiter)
    above, expected = _line_ends(sheet.preamble), len(sheet.names)
    number = -int(sheet.titled)
    try:
        for row in rows:
            if not row:
                continue
            number += 1
            if len(row) != expected:
                line = above + rows.line_num
                return Problem("unequal_row", row=number, line=line, fields=len(row), expected=expected)
    except csv.Error:
        pass  # what the csv module cannot read either is answered below
    return Problem("unreadable_row", row=max(number, 1), line=above + rows.line_num)


def _tidied(column: pa.ChunkedArray, delimiter: str) -> pa.ChunkedArray | pa.Array:
    """Trim text, read decimal commas where most cells are numbers, and write dates as text."""
    if pa.types.is_temporal(column.type):
        return column.cast(pa.string())
    if not pa.types.is_string(column.type):
        return column
    trimmed = pa.compute.utf8_trim_whitespace(column)
    numeric = pa.compute.match_substring_regex(trimmed, ANY_NUMBER)
    if delimiter == "," or pa.compute.mean(numeric).as_py() <= 0.5:
        return trimmed
    commas = trimmed.filter(pa.compute.match_substring(trimmed, ","))
    if pa.compute.all(pa.compute.match_substring_regex(commas, THOUSANDS)).as_py():
        return trimmed
    pointed = pa.compute.replace_substring_regex(trimmed, DECIMAL_COMMA, r"\1.\2")
    return pointed.cast(pa.float64()) if pa.compute.all(numeric).as_py() else pointed


def _had_commas(before: pa.ChunkedArray, after: pa.ChunkedArray | pa.Array) -> bool:
    """Whether decimal commas were read: the only way for a text column to change by more than white space."""
    return pa.types.is_string(before.type) and not after.equals(pa.compute.utf8_trim_whitespace(before))


def text_of(column: pd.Series) -> np.ndarray:
    """The values of a column as people would write them, shape (n_rows,): 1.0 is "1", and an empty cell is "".

    >>> text_of(pd.Series([1.0, 0.0, float("nan")])).tolist()
    ['1', '0', '']
    """
    code, distinct = pd.factorize(column, use_na_sentinel=True)
    values = np.asarray(distinct)
    if values.dtype.kind == "f" and (np.floor(values) == values).all() and (np.abs(values) < 2**53).all():
        values = values.astype(np.int64)
    texts = [repr(value) if isinstance(value, float) else str(value) for value in values.tolist()]
    return np.array([*texts, ""], dtype=object)[code]  # code -1 is the empty cell
