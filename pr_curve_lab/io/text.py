"""Read delimited text into a table: its encoding, rows, cells and number formats. Notes say what had to be decided.

A file with few bytes that are not UTF-8 is read as UTF-8, as another encoding would garble all accented letters.

1.234 is read with a decimal point, unless the other numbers of the file show that the point separates thousands. If
nothing shows it, a note says how it was read.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
from charset_normalizer import from_bytes

from pr_curve_lab.io.header_rows import (
    DELIMITERS,
    NO_HEADER,
    extra_rows,
    first_rows,
    infer_dialect,
    is_data_row,
    lines_as_rows,
)
from pr_curve_lab.io.limits import check_shape
from pr_curve_lab.io.notices import InvalidFileError, Notice
from pr_curve_lab.io.table import ANY_NUMBER, NUMBER, Column, FirstRows, Table, frame_of, header_of, is_numeric, is_text

COMMON_TYPES = (pa.int64(), pa.float64(), pa.string())  # common types of columns
FIRST_BYTES = 2**18  # the part from which the types of columns are inferred
MAX_HEADER_BYTES = 2**20
BLOCK_BYTES = 16 * 2**20  # read at once; no single row may be longer
ONLY_WHITESPACE = re.compile(rb"\s*+\Z")


@dataclass(frozen=True)
class TextTable:
    """The text of a table in UTF-8, and how to parse it."""

    name: str
    content: bytes
    start: int  # bytes above the header
    line_offset: int  # lines of the file above the header, or above the first row if there is no header
    delimiter: str
    names: list[str]
    header: list[str]  # the names as written in the file; empty if it has no header
    notes: list[Notice]

    @property
    def has_header(self) -> bool:
        """Whether the first line is a header."""
        return bool(self.header)

    @cached_property
    def line_count(self) -> int:
        """The number of lines from the header to the last line that is not blank."""
        end = len(self.content)
        while end > self.start and self.content[end - 1] in b" \t\r\n":
            end -= 1
        return 1 + (self.content.count(b"\n", self.start, end) or self.content.count(b"\r", self.start, end))

    def parse(self, columns: list[str] | None = None) -> pa.Table:
        """Parse all columns, as numbers or else as text; or only the given columns, all as text.

        While pyarrow infers the type of a column, it keeps everything that it has split. So it is given the types
        that the first lines show; if a later line does not fit, it infers them from the whole file.

        Raises
        ------
        pa.ArrowInvalid: A row does not have as many fields as the header.
        """
        if columns or len(self.content) < FIRST_BYTES:
            return self._read(len(self.content), dict.fromkeys(columns or (), pa.string()), columns)
        try:
            first_lines = self._read(self.content.rfind(b"\n", self.start, self.start + FIRST_BYTES) + 1, {})
            kinds = {one.name: one.type for one in first_lines.schema if one.type in COMMON_TYPES}
            return self._read(len(self.content), kinds)
        except pa.ArrowInvalid:
            return self._read(len(self.content), {})

    def _read(self, end: int, types: dict[str, pa.DataType], columns: list[str] | None = None) -> pa.Table:
        table = pyarrow.csv.read_csv(
            pa.BufferReader(pa.py_buffer(self.content).slice(self.start, max(end - self.start, 0))),
            read_options=pyarrow.csv.ReadOptions(
                column_names=self.names, skip_rows_after_names=int(self.has_header), block_size=BLOCK_BYTES,
                # A command that exits while threads are still starting is aborted, with another exit code.
                use_threads=end - self.start > FIRST_BYTES,
            ),
            parse_options=pyarrow.csv.ParseOptions(
                delimiter=self.delimiter, newlines_in_values=self.content.find(b'"', self.start) >= 0
            ),
            convert_options=pyarrow.csv.ConvertOptions(
                null_values=[], strings_can_be_null=False, timestamp_parsers=[], column_types=types,
                include_columns=columns,
            ),
        )  # fmt: skip
        pa.default_memory_pool().release_unused()
        return table

    def first_rows(self) -> FirstRows:
        """Return the first lines of the file as they stand in it, with those above the header."""
        sample = self.content[:FIRST_BYTES].decode("utf-8", errors="ignore")
        rows = lines_as_rows(sample, self.delimiter)
        return first_rows(rows, self.line_offset + 1 if self.has_header else NO_HEADER)

    def iter_rows(self) -> Iterator[tuple[list[str], int]]:
        """Yield each row, header included, and the line of the file on which it ends, to explain why a file is refused.

        Raises
        ------
        csv.Error: A field is too long, or a quotation mark is never closed.
        """
        stream = io.BytesIO(self.content)
        stream.seek(self.start)
        lines = io.TextIOWrapper(stream, encoding="utf-8", errors="replace", newline="")
        rows = csv.reader(lines, delimiter=self.delimiter)
        for row in rows:
            if row:
                yield row, self.line_offset + rows.line_num


def text_table(name: str, content: bytes, header_line: int | None = None) -> TextTable:
    """Find the header and the separator of text in UTF-8. header_line: the line of the header if known, 0 for none.

    Raises
    ------
    InvalidFileError: The file is empty below its comments, has one column only, or more than `LIMITS` allows.
    """
    dialect = infer_dialect(name, content, header_line)
    if ONLY_WHITESPACE.match(content, dialect.start):
        raise InvalidFileError(Notice("empty_file", name=name))
    first = content[dialect.start : dialect.start + MAX_HEADER_BYTES].decode("utf-8", errors="ignore")
    try:
        fields = next(csv.reader(io.StringIO(first, newline=""), delimiter=dialect.delimiter))
    except csv.Error:
        raise InvalidFileError(Notice("not_a_table", name=name)) from None
    if len(fields) < 2:
        narrow = _replace_full_width_delimiter(content, fields[0])
        if narrow is None:
            raise InvalidFileError(Notice("one_column", name=name, column=fields[0].strip()))
        source = text_table(name, narrow[0], header_line)
        return replace(source, notes=[Notice("full_width_delimiter", name=name, value=narrow[1]), *source.notes])
    check_shape(name, 0, len(fields))
    header = header_of(name, fields, header_line)
    if header_line is None and header.is_in_file and is_data_row(first, dialect.delimiter):
        header = header_of(name, ["0"] * len(fields))
    notes = [*dialect.notes, *header.notes]
    above = fields if header.is_in_file else []
    source = TextTable(name, content, dialect.start, dialect.line_offset, dialect.delimiter, header.names, above, notes)
    check_shape(name, source.line_count, len(fields))
    return source


FULL_WIDTH_DELIMITERS = ("；", "，")  # a decimal sign can be a comma, but no semicolon


def _replace_full_width_delimiter(content: bytes, header: str) -> tuple[bytes, str] | None:
    """Replace the full-width separator that the header has by one that the text has not, and return it too, or None.

    >>> text, separator = _replace_full_width_delimiter("标签，分数\\n1，0.5\\n".encode(), "标签，分数")
    >>> text.decode(), separator
    ('标签,分数\\n1,0.5\\n', '，')
    """
    full_width = next((one for one in FULL_WIDTH_DELIMITERS if one in header), None)
    free = next((one for one in DELIMITERS if one.encode() not in content), None)
    if full_width is None or free is None:
        return None
    parts = content.split(b'"')  # every other one is within quotation marks
    parts[::2] = [part.replace(full_width.encode(), free.encode()) for part in parts[::2]]
    narrow = b'"'.join(parts)
    return None if narrow == content else (narrow, full_width)


DECIMAL_COMMA = r"^([+-]?\d*),(\d*(?:[eE][+-]?\d+)?)$"
THOUSANDS = r"^[+-]?[1-9]\d{0,2}(,\d{3})+$"  # 1,234 may mean 1234 or 1.234; 0,234 cannot be thousands
THOUSANDS_WITH_POINT = r"^[+-]?([1-9]\d{0,2}(\.\d{3})*|0)$"
MULTIPLE_POINTS = r"\..*\."
PERCENT = r"\s*%$"
SAMPLE_CELLS = 100  # one of them must have a percent sign
INTEGER_TOLERANCE = 1e-6  # for 1000 times a number, as float64 holds three decimals inexactly
MAX_SINGLE_GROUP = 1_000  # 999.999 is the largest number with one point that may separate thousands


def parse_numbers(source: TextTable, table: pa.Table) -> tuple[dict[str, Column], list[Notice]]:
    """Trim text and read percent signs, decimal commas and points between thousands; and return notes on them."""
    columns: dict[str, Column] = {}
    commas, percent = [], []
    for title, cells in zip(source.names, table.columns, strict=True):
        plain = strip_percent(cells)
        percent += [title] if plain is not None else []
        columns[title], pointed = _clean_column(cells if plain is None else plain, source.delimiter)
        commas += [title] if pointed else []
    notes = [Notice("decimal_comma", name=source.name, column=commas[0])] if commas else []
    notes += [Notice("percent_signs", name=source.name, column=title) for title in percent]
    if source.delimiter != ",":
        notes += _parse_thousands(source, columns, commas=bool(commas))
    return columns, notes


def strip_percent(column: Column) -> Column | None:
    """Return a column of numbers that all have percent signs without the signs, or None for any other column.

    >>> strip_percent(pa.array(["66 %", "2.5%"])).to_pylist(), strip_percent(pa.array(["66 %", "high"]))
    ([66.0, 2.5], None)
    """
    if not is_text(column) or not pc.any(pc.ends_with(column.slice(0, SAMPLE_CELLS), "%")).as_py():
        return None
    trimmed = pc.utf8_trim_whitespace(column)
    number = pc.replace_substring_regex(trimmed, PERCENT, "")
    is_percent = pc.and_(pc.ends_with(trimmed, "%"), pc.match_substring_regex(number, ANY_NUMBER))
    if not pc.all(pc.or_(is_percent, pc.equal(trimmed, ""))).as_py():
        return None
    plain = pc.all(pc.match_substring_regex(number, NUMBER.pattern)).as_py()  # false if a cell is empty or has a comma
    return number.cast(pa.float64()) if plain else number


def _clean_column(column: pa.ChunkedArray, delimiter: str) -> tuple[Column, bool]:
    """Trim a column, and read decimal commas if most cells are numbers. Return it, and whether there were any."""
    if pa.types.is_temporal(column.type):
        return column.cast(pa.string()), False
    if not pa.types.is_string(column.type):
        return column, False
    trimmed = pc.utf8_trim_whitespace(column)
    commas = trimmed.filter(pc.match_substring(trimmed, ","))
    if delimiter == "," and not len(commas):  # a comma within quotation marks may be a decimal comma
        return trimmed, False
    numeric = pc.match_substring_regex(trimmed, ANY_NUMBER)
    if pc.mean(numeric).as_py() <= 0.5:
        return trimmed, False
    if pc.all(pc.match_substring_regex(commas, THOUSANDS)).as_py():
        return trimmed, False
    pointed = pc.replace_substring_regex(trimmed, DECIMAL_COMMA, r"\1.\2")
    return (pointed.cast(pa.float64()) if pc.all(numeric).as_py() else pointed), not pointed.equals(trimmed)


def _parse_thousands(source: TextTable, columns: dict[str, Column], *, commas: bool) -> list[Notice]:
    """Read points between thousands, in place, if the file shows that they are; else add a note about them."""
    wanted = [title for title, cells in columns.items() if _is_thousands_candidate(cells)]
    if not wanted:
        return []
    texts = {title: pc.utf8_trim_whitespace(cells) for title, cells in zip(wanted, source.parse(wanted), strict=True)}
    dotted = {
        title: cells for title, cells in texts.items() if _all(cells, THOUSANDS_WITH_POINT) and _any(cells, r"\.")
    }
    sure = commas or any(_any(cells, MULTIPLE_POINTS) for cells in dotted.values())
    for title, cells in dotted.items() if sure else ():
        columns[title] = pc.replace_substring(cells, ".", "").cast(pa.float64())
    key = "thousands_read" if sure else "thousands_unsure"
    return [Notice(key, name=source.name, column=title) for title in list(dotted)[:1]]


def _is_thousands_candidate(column: Column) -> bool:
    """Whether numbers with at most three decimals, or text, may have points between thousands: read again as text."""
    if pa.types.is_string(column.type):
        return _all(column, THOUSANDS_WITH_POINT) and _any(column, MULTIPLE_POINTS)
    if not pa.types.is_floating(column.type):
        return False
    size = pc.abs(column)
    thousandths = pc.multiply(size, 1000.0)
    near = pc.less(pc.abs(pc.subtract(thousandths, pc.round(thousandths))), INTEGER_TOLERANCE)
    between = pc.and_(pc.greater(size, 0.0), pc.less(size, 1.0))  # such as 0.5, which has no thousands
    fits = pc.and_(pc.and_(near, pc.less(size, float(MAX_SINGLE_GROUP))), pc.invert(between))
    return bool(pc.all(pc.fill_null(fits, False)).as_py())


def _all(column: Column, pattern: str) -> bool:
    return bool(pc.all(pc.match_substring_regex(column, pattern)).as_py())


def _any(column: Column, pattern: str) -> bool:
    return bool(pc.any(pc.match_substring_regex(column, pattern)).as_py())


LAST_BYTES = 64 * 2**10  # enough rows to know the usual number of decimals
MIN_ROWS = 3  # including the last one
MIN_MISSING_DECIMALS = 2  # needed if the other rows differ in their decimals
FRACTION = re.compile(r"[+-]?\d*[.,](\d*)")


def check_last_row(source: TextTable, rows: int) -> list[Notice]:
    """Return a note if the last number has fewer decimals than all others, and no line break follows it."""
    if rows < MIN_ROWS or source.content.endswith((b"\n", b"\r")):
        return []
    lines = source.content[-LAST_BYTES:].decode("utf-8", errors="ignore").splitlines()[-rows:]
    cut_above = len(source.content) > LAST_BYTES  # the first of these lines may be incomplete
    texts = [line for line in lines[int(cut_above) :] if line.strip()]
    fields = [row[-1].strip() for row in csv.reader(texts, delimiter=source.delimiter, quoting=csv.QUOTE_NONE) if row]
    decimals = [_decimals(field) for field in fields]
    *others, last = decimals
    if len(others) + 1 < MIN_ROWS or last is None or None in others:
        return []
    fewest, most = min(one for one in others if one is not None), max(one for one in others if one is not None)
    clearly = fewest == most or last == 0 or fewest - last >= MIN_MISSING_DECIMALS
    return (
        [Notice("file_may_be_cut", name=source.name, row=rows, value=fields[-1])] if last < fewest and clearly else []
    )


def _decimals(field: str) -> int | None:
    """Return the number of digits after the decimal sign, or None without a decimal sign, as in whole numbers."""
    found = FRACTION.fullmatch(field)
    return len(found[1]) if found else None


LINE_BREAK = r"[\r\n]"


def check_multi_line_cell(source: TextTable, table: pa.Table) -> list[Notice]:
    """Return a note if cells contain line breaks.

    Raises
    ------
    InvalidFileError: A cell with a line break is in a column of numbers, or the lines within it look like rows.
    """
    if source.line_count == table.num_rows + int(source.has_header) or source.content.find(b'"', source.start) < 0:
        return []
    numeric = [_is_numeric(column) for column in table.columns]
    first = None
    for position, column in enumerate(table.columns):
        if not pa.types.is_string(column.type):
            continue
        rows = pc.indices_nonzero(pc.match_substring_regex(column, LINE_BREAK))
        cells = column.take(rows).to_pylist()
        for row, cell in zip(rows.to_pylist(), cells, strict=True):
            if numeric[position] or _contains_rows(cell, source.delimiter, numeric):
                raise InvalidFileError(Notice("quote_swallows_rows", row=row + 1, line=_first_line(source, row)))
        if cells:
            row = rows[0].as_py()
            first = row if first is None else min(first, row)
    return [] if first is None else [Notice("cell_spans_lines", name=source.name, row=first + 1)]


def _is_numeric(column: pa.ChunkedArray) -> bool:
    """Whether most cells without line breaks are numbers."""
    if not pa.types.is_string(column.type):
        return is_numeric(column)
    on_one_line = column.filter(pc.invert(pc.match_substring_regex(column, LINE_BREAK)))
    share = pc.mean(pc.match_substring_regex(pc.utf8_trim_whitespace(on_one_line), ANY_NUMBER)).as_py()
    return bool(share is not None and share > 0.5)


def _contains_rows(cell: str, delimiter: str, numeric: list[bool]) -> bool:
    """Whether a line within the cell has as many fields as a row, with numbers in the columns of numbers."""
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


def _first_line(source: TextTable, row_index: int) -> int:
    """Return the line of the file on which a row begins; rows are counted from 0 below the header."""
    end = source.line_offset
    for row, (_, line) in enumerate(source.iter_rows(), start=-int(source.has_header)):
        if row == row_index:
            return end + 1
        end = line
    return end


def find_invalid_row(source: TextTable) -> Notice:
    """Return the problem of the row that pyarrow refused."""
    number, line = -int(source.has_header), source.line_offset
    try:
        for row, line in source.iter_rows():
            number += 1
            if len(row) != len(source.names):
                return Notice("unequal_row", row=number, line=line, fields=len(row), expected=len(source.names))
    except csv.Error:
        number, line = number + 1, line + 1
    return Notice("unreadable_row", row=max(number, 1), line=line)


def drop_rows(source: TextTable, rows: Sequence[int], n_rows: int) -> TextTable | None:
    """Return the text without these rows, counted from 0 below the header, or None if rows are not lines."""
    signs = np.frombuffer(source.content, np.uint8)[source.start :]
    ends = np.append(np.flatnonzero(signs == ord("\n")), signs.size)
    starts = np.append(0, ends[:-1] + 1)
    is_row = (ends > starts) & ((ends > starts + 1) | (signs[np.minimum(starts, signs.size - 1)] != ord("\r")))
    lines = np.flatnonzero(is_row)[int(source.has_header) :]
    if lines.size != n_rows:
        return None
    parts, kept_from = [], 0
    for line in lines[list(rows)]:
        parts.append(source.content[kept_from : source.start + starts[line]])
        kept_from = source.start + int(ends[line]) + 1
    return replace(source, content=b"".join([*parts, source.content[kept_from:]]))


def read_text(name: str, content: bytes, header: int | None = None) -> Table:
    """Read text separated by commas, semicolons, tabs or bars, in UTF-8, UTF-16, or an encoding that is guessed.

    header: the line of the header if it is known; 0 means that there is none.

    Raises
    ------
    InvalidFileError: The file is not a table, its rows are of unequal length, or it holds more than `LIMITS` allows.

    >>> read_text("two.csv", b"label;score\\n1;0,5\\n0;0,25\\n").frame["score"].tolist()
    [0.5, 0.25]
    """
    text, guessed = convert_to_utf8(name, content)
    source = text_table(name, text, header)
    seen = source.first_rows()
    parsed = _parse(source)
    rows = parsed.num_rows
    notes = [*guessed, *source.notes, *check_multi_line_cell(source, parsed)]
    # Rows are lines if there are no blank lines between them, and no cell contains a line break.
    in_lines = source.line_count == rows + int(source.has_header)
    lines_above = source.line_offset + int(source.has_header) if in_lines else None
    extra = extra_rows(source.header, parsed.columns)
    if extra.rows and (data := drop_rows(source, extra.rows, rows)):
        source, parsed = data, _parse(data)
        notes += extra.notes(name, lines_above)
    notes += check_last_row(source, rows)
    excluded = tuple(row + 1 for row in extra.rows) if parsed.num_rows < rows else ()
    columns, of_numbers = parse_numbers(source, parsed)
    del parsed
    notes += of_numbers
    return Table(name, frame_of(columns), tuple(notes), lines_above, excluded_rows=excluded, first_rows=seen)


def _parse(source: TextTable) -> pa.Table:
    try:
        parsed = source.parse()
    except pa.ArrowInvalid:
        raise InvalidFileError(find_invalid_row(source)) from None
    if parsed.num_rows == 0:
        raise InvalidFileError(Notice("header_only", name=source.name))
    return parsed


CHUNK_BYTES = 2**20  # bytes decoded at once
ENCODING_BYTES = 64 * 2**10  # enough to recognize an encoding
MIN_VALID_FRACTION = 0.9  # of the characters beyond ASCII that must be valid, to read a file as UTF-8
BYTE_ORDER_MARKS = (b"\xff\xfe", b"\xfe\xff")  # of UTF-16
NON_ASCII = bytes(range(128, 256))
OTHER_ENCODINGS = ["cp932", "euc_jp", "cp949", "big5", "cp1251"]  # Japanese, Korean, Chinese and Russian
# Letters beyond ASCII of languages that share these bytes: Western European, Turkish, and Central European.
ALPHABETS = {
    "cp1252": ("äöüß", "àâæçéèêëîïôœùûüÿ", "áéíñóúü", "àáâãçéêíóôõúü", "àéèìòù", "áëéèêïíöóü", "åäöæøéü"),
    "cp1254": ("çğıöşüâî",),
    "cp1250": ("ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű", "ăâîşţ", "čćđšž"),
}
NOT_SPANISH = re.compile(r"ñ(?![aeiouáéíóú])")  # not Spanish: Polish ń has the byte of ñ
NON_ASCII_LETTER = re.compile(r"[^\x00-\x7f](?=[^\W\d_])|(?<=[^\W\d_])[^\x00-\x7f]")
KOREAN = re.compile(r"[가-힣]")
CHINESE = re.compile(r"[一-鿿　-〿＀-￯]")


def convert_to_utf8(name: str, content: bytes) -> tuple[bytes, list[Notice]]:
    """Return the text in UTF-8 without a byte order mark, and a note if the encoding was guessed or bytes replaced.

    >>> convert_to_utf8("a.csv", "é,b".encode("latin-1"))
    (b'\\xc3\\xa9,b', [Notice('encoding_guessed', name='a.csv', encoding='cp1252')])
    """
    if content.startswith(BYTE_ORDER_MARKS):
        return _convert_encoding(content, "utf-16"), []
    if b"\x00" in content:
        raise InvalidFileError(Notice("not_text", name=name))
    bad = _first_invalid_position(content)
    if bad is None:
        return content.removeprefix(codecs.BOM_UTF8), []
    valid, invalid = _valid_and_invalid(content)
    if valid >= MIN_VALID_FRACTION * (valid + invalid):
        line = len(re.findall(rb"\r\n|\r|\n", content[:bad])) + 1
        mended = _convert_encoding(content.removeprefix(codecs.BOM_UTF8), "utf-8")
        return mended, [Notice("bytes_replaced", name=name, line=line, count=invalid)]
    encoding = _infer_encoding(content)
    return _convert_encoding(content, encoding), [Notice("encoding_guessed", name=name, encoding=encoding)]


def _split_bytes(content: bytes) -> Iterator[bytes]:
    return (content[start : start + CHUNK_BYTES] for start in range(0, len(content), CHUNK_BYTES))


def _first_invalid_position(content: bytes) -> int | None:
    """Return where the first invalid byte of UTF-8 is, to within a character, or None if all is valid."""
    if content.isascii():
        return None
    decoder, done = codecs.getincrementaldecoder("utf-8")(), 0
    try:
        for piece in _split_bytes(content):
            decoder.decode(piece)
            done += len(piece)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError as error:
        return min(done + error.start, len(content))
    return None


def _valid_and_invalid(content: bytes) -> tuple[int, int]:
    """Count the characters beyond ASCII that are valid UTF-8, and the other bytes beyond ASCII."""
    decoder, valid, left = codecs.getincrementaldecoder("utf-8")("ignore"), 0, 0
    for piece in _split_bytes(content):
        foreign = decoder.decode(piece).encode().translate(None, bytes(range(128)))
        valid += len(foreign.decode())
        left += len(piece) - len(piece.translate(None, NON_ASCII)) - len(foreign)
    return valid, left


def _convert_encoding(content: bytes, encoding: str) -> bytes:
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    written = io.BytesIO()
    for piece in _split_bytes(content):
        written.write(decoder.decode(piece).encode("utf-8", "replace"))
    written.write(decoder.decode(b"", final=True).encode("utf-8", "replace"))
    return written.getvalue()


def _infer_encoding(content: bytes) -> str:
    """Guess an encoding other than UTF-8: Chinese, or another script if one is detected, or else by its letters."""
    sample = content[:ENCODING_BYTES]
    best = from_bytes(sample, cp_isolation=[*OTHER_ENCODINGS, "cp1250", "cp1252"]).best()
    other = best.encoding if best is not None and best.encoding in OTHER_ENCODINGS else None
    if other == "cp949" and all(KOREAN.match(sign) for sign in sample.decode(other, "ignore") if ord(sign) > 127):
        return other
    return "gb18030" if _is_chinese(content) else other or _infer_from_characters(sample)


def _infer_from_characters(sample: bytes) -> str:
    """Return the encoding in which all letters belong to one language: the first that fits, else Western European.

    >>> words = ("gekündigt".encode("cp1252"), "płeć".encode("cp1250"), "yaş".encode("cp1254"))
    >>> [_infer_from_characters(word) for word in words]
    ['cp1252', 'cp1250', 'cp1254']
    """
    for encoding, alphabets in ALPHABETS.items():
        text = sample.decode(encoding, "replace").lower()
        letters = set(NON_ASCII_LETTER.findall(text))
        if any(letters <= set(alphabet) for alphabet in alphabets) and not NOT_SPANISH.search(text):
            return encoding
    return "cp1252"


def _is_chinese(content: bytes) -> bool:
    """Whether bytes are GBK: almost any bytes can be decoded, so all must be Chinese, and most common characters.

    Those of GB 2312 are common. An accented letter before an unaccented one always decodes to a rare character.
    """
    sample = content[:ENCODING_BYTES].decode("gb18030", errors="replace")
    complete = sample if len(content) <= ENCODING_BYTES else sample[:-1]  # the last character may be incomplete
    foreign = [sign for sign in complete if ord(sign) > 127]
    common = "".join(foreign).encode("gb2312", errors="ignore").decode("gb2312")
    return all(CHINESE.match(sign) for sign in foreign) and len(common) > len(foreign) / 2
