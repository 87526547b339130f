"""Bytes of a text as UTF-8, and its dialect: separator, header, first row.

A file that is UTF-8 but for a few bytes is UTF-8: another encoding would turn all its accents into other signs.

Above the header may stand blank lines, comments and a spreadsheet's "sep=;". A comment with as many fields as the
header can itself be the header ("#label,score"); what stands in the lines below decides.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from charset_normalizer import from_bytes

from pr_curve_lab.io.header_rows import HEADER_SEARCH_ROWS, NO_HEADER, check_row, find_header, title_note
from pr_curve_lab.io.limits import LIMITS, InvalidFileError, Problem
from pr_curve_lab.io.table import NUMBER

CHUNK_BYTES = 2**20  # bytes decoded at once
ENCODING_BYTES = 64 * 2**10  # enough to know an encoding by
MIN_VALID_FRACTION = 0.9  # of the characters beyond ASCII that are valid, for UTF-8 to be believed
BYTE_ORDER_MARKS = (b"\xff\xfe", b"\xfe\xff")  # of UTF-16
NON_ASCII = bytes(range(128, 256))
OTHER_ENCODINGS = ["cp932", "euc_jp", "cp949", "big5", "cp1251"]  # of Japanese, Korean, Chinese and Russian
# The letters beyond ASCII of languages that share their bytes: of Western Europe, Turkish, and of Central Europe.
ALPHABETS = {
    "cp1252": (
        *("äöüß", "àâæçéèêëîïôœùûüÿ", "áéíñóúü", "àáâãçéêíóôõúü", "àéèìòù"),
        *("áëéèêïíöóü", "åäöæøéü"),
    ),
    "cp1254": ("çğıöşüâî",),
    "cp1250": ("ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű", "ăâîşţ", "čćđšž"),
}
NOT_SPANISH = re.compile(r"ñ(?![aeiouáéíóú])")  # no Spanish ñ, but a Polish ń in its place
NON_ASCII_LETTER = re.compile(r"[^\x00-\x7f](?=[^\W\d_])|(?<=[^\W\d_])[^\x00-\x7f]")
KOREAN = re.compile(r"[가-힣]")
CHINESE = re.compile(r"[一-鿿　-〿＀-￯]")


def convert_to_utf8(name: str, content: bytes) -> tuple[bytes, list[Problem]]:
    """The text in UTF-8 without a mark in front, and a note where the encoding had to be guessed.

    >>> convert_to_utf8("a.csv", "é,b".encode("latin-1"))
    (b'\\xc3\\xa9,b', [Problem('encoding_guessed', name='a.csv', encoding='cp1252')])
    """
    if content.startswith(BYTE_ORDER_MARKS):
        return _convert_encoding(content, "utf-16"), []
    if b"\x00" in content:
        raise InvalidFileError(Problem("not_text", name=name))
    bad = _first_invalid_position(content)
    if bad is None:
        return content.removeprefix(codecs.BOM_UTF8), []
    valid, invalid = _valid_and_invalid(content)
    if valid >= MIN_VALID_FRACTION * (valid + invalid):
        line = len(re.findall(rb"\r\n|\r|\n", content[:bad])) + 1
        mended = _convert_encoding(content.removeprefix(codecs.BOM_UTF8), "utf-8")
        return mended, [Problem("bytes_replaced", name=name, line=line, count=invalid)]
    encoding = _infer_encoding(content)
    return _convert_encoding(content, encoding), [Problem("encoding_guessed", name=name, encoding=encoding)]


def _split_bytes(content: bytes) -> Iterator[bytes]:
    return (content[start : start + CHUNK_BYTES] for start in range(0, len(content), CHUNK_BYTES))


def _first_invalid_position(content: bytes) -> int | None:
    """Where UTF-8 ends, to within a character; None where all is UTF-8."""
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
    """How many characters beyond ASCII are valid UTF-8, and how many bytes are of none."""
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
    """The encoding of a text that is not UTF-8: of another script where that is sure, else as its letters say."""
    sample = content[:ENCODING_BYTES]
    best = from_bytes(sample, cp_isolation=[*OTHER_ENCODINGS, "cp1250", "cp1252"]).best()
    other = best.encoding if best is not None and best.encoding in OTHER_ENCODINGS else None
    if other == "cp949" and all(KOREAN.match(sign) for sign in sample.decode(other, "ignore") if ord(sign) > 127):
        return other
    return "gb18030" if _is_chinese(content) else other or _infer_from_characters(sample)


def _infer_from_characters(sample: bytes) -> str:
    """The encoding in which all letters of words are those of one language; that of Western Europe where several are.

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
    """GBK decodes almost any bytes; it is believed only where what comes out is Chinese, and mostly common signs.

    The common ones are those of GB 2312. An accented letter before a plain one gives a rare sign, never a common one.
    """
    sample = content[:ENCODING_BYTES].decode("gb18030", errors="replace")
    complete = sample if len(content) <= ENCODING_BYTES else sample[:-1]  # the cut may split the last character
    foreign = [sign for sign in complete if ord(sign) > 127]
    common = "".join(foreign).encode("gb2312", errors="ignore").decode("gb2312")
    return all(CHINESE.match(sign) for sign in foreign) and len(common) > len(foreign) / 2


DELIMITERS = (",", ";", "\t", "|")
DIALECT_BYTES = 64 * 2**10  # enough for the header and some rows
SNIFFED_LINES = 20
NAMED_SEPARATOR = re.compile(rb"sep=([,;|\t])[ \t]*+(?:\r\n|\r|\n)", re.IGNORECASE)  # a spreadsheet's own first line
LINE_END, LINE_END_BYTES = re.compile(r"\r\n|\r|\n"), re.compile(rb"\r\n|\r|\n")
SKIPPED_LINE = re.compile(rb"#[^\r\n]*+(?:\r\n|\r|\n)|[ \t]*+(?:\r\n|\r|\n)")  # a comment, or a blank line


@dataclass(frozen=True)
class Dialect:
    """Where the header begins, what separates fields, and a note where a comment was taken for the header."""

    start: int  # bytes above the header
    line_offset: int
    delimiter: str
    notes: list[Problem]


def infer_dialect(name: str, content: bytes, header: int | None = None) -> Dialect:
    """Look at what stands above the header, and at the first lines. header: its line where that is known, 0 for none.

    >>> infer_dialect("a.csv", b"# by me\\na;b\\n1;2\\n")
    Dialect(start=8, line_offset=1, delimiter=';', notes=[])
    """
    start, end, lines, named = 0, 0, 0, None
    while match := SKIPPED_LINE.match(content, end) or NAMED_SEPARATOR.match(content, end):
        lines += 1
        if lines > LIMITS.lines_before_header:
            raise InvalidFileError(Problem("too_many_lines_above", name=name, most=LIMITS.lines_before_header))
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
        said = title_note(name, rows, lines + titles + 1)
        return Dialect(_skip_lines(content, end, titles), lines + titles, delimiter, [said])
    if content[start:end].startswith(b"#"):
        verdict = _comment_kind(_rows(content, start + 1, delimiter)[:1], _rows(content, end, delimiter))
        if verdict != "comment":
            unsure = Problem("comment_as_header", name=name, value=_text(content, start).splitlines()[0])
            return Dialect(start + 1, lines - 1, delimiter, [unsure] if verdict == "either" else [])
    return Dialect(end, lines, delimiter, [])


def lines_as_rows(sample: str, delimiter: str) -> list[list[str]]:
    """The first lines as rows of cells, a blank line being a row without cells; none where a cell spans lines.

    >>> lines_as_rows("Results\\n\\na;b", ";")
    [['Results'], [], ['a', 'b']]
    """
    lines = LINE_END.split(sample)[:HEADER_SEARCH_ROWS]
    try:
        rows = list(csv.reader(lines, delimiter=delimiter))
    except csv.Error:  # a cell as long as a book
        return []
    return rows if len(rows) == len(lines) or not lines[-1] else []


def _skip_lines(content: bytes, start: int, count: int) -> int:
    """Where the next line begins after so many."""
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
    """The part of a comment above the first line: "header", "comment", or "either" where both lines are words alone."""
    if not comment or not next_rows or len(comment[0]) != len(next_rows[0]) or len(next_rows[0]) < 2:
        return "comment"
    kinds = [[bool(NUMBER.match(field.strip())) for field in row] for row in (comment[0], *next_rows)]
    if any(kinds[1]):  # the first line is a row, unless its numbers are names
        return "header" if kinds[0] != kinds[1] else "comment"
    if len(kinds) < 3 or kinds[2] != kinds[1]:
        return "comment"
    return "either"


def _infer_delimiter(sample: str) -> str:
    """The separator that cuts the first lines into the same number of fields, the more the better.

    The first line may be a title, with a comma of its own perhaps: where nothing cuts others like it, most lines count.
    """
    lines = [line for line in sample.splitlines() if line.strip()][:SNIFFED_LINES]
    counts = {delimiter: [len(row) for row in csv.reader(lines, delimiter=delimiter)] for delimiter in DELIMITERS}

    def first_line_count(delimiter: str) -> tuple[int, int]:
        first, *_ = counts[delimiter] or [0]
        return (counts[delimiter].count(first), first) if first > 1 else (0, 0)

    def most_frequent_count(delimiter: str) -> tuple[int, int]:
        several = Counter(count for count in counts[delimiter] if count > 1)
        return max(((often, count) for count, often in several.items()), default=(0, 0))

    best = max(DELIMITERS, key=first_line_count)
    return best if first_line_count(best)[0] > 1 else max(DELIMITERS, key=most_frequent_count)


SAMPLE_LINES, SAMPLE_CHARACTERS = 50, 2**16  # lines, and at most so much of them


def is_data_row(sample: str, delimiter: str) -> bool:
    """Whether numbers stand where they stand below, and a word of the first line comes again in its column.

    >>> is_data_row("yes,0.9\\nno,0.2\\nyes,0.1\\n", ","), is_data_row("truth,2001\\nno,0.2\\nyes,0.1\\n", ",")
    (True, False)
    """
    lines = sample[:SAMPLE_CHARACTERS].splitlines()[:SAMPLE_LINES]
    rows = [[field.strip() for field in row] for row in csv.reader(lines, delimiter=delimiter) if row]
    first, *below = [row for row in rows if len(row) == len(rows[0])]
    numeric = [_numeric_mask(row) for row in (first, *below)]
    if not below or not any(numeric[0]) or any(one != numeric[0] for one in numeric):
        return False
    words = [at for at, is_number in enumerate(numeric[0]) if not is_number and first[at]]
    return any(first[at] in {row[at] for row in below} for at in words)


def _numeric_mask(row: list[str]) -> list[bool]:
    return [bool(NUMBER.match(field.replace(",", "."))) for field in row]
