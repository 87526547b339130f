"""Where the header of a text begins and what separates its fields.

Above the header may stand blank lines, comments and a spreadsheet's "sep=;". A comment with as many fields as the
header can itself be the header ("#label,score"); what stands in the lines below decides.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from dataclasses import dataclass

from pr_curve_lab.reading.formats.header_rows import LOOKED_AT, NO_HEADER, check_row, find_header, title_note
from pr_curve_lab.reading.formats.refusal import RefusedError
from pr_curve_lab.reading.formats.table import NUMBER
from pr_curve_lab.reading.limits import LIMITS
from pr_curve_lab.reading.problem import Problem

DELIMITERS = (",", ";", "\t", "|")
SNIFFED_BYTES = 64 * 2**10  # enough for the header and some rows
SNIFFED_LINES = 20
NAMED_SEPARATOR = re.compile(rb"sep=([,;|\t])[ \t]*+(?:\r\n|\r|\n)", re.IGNORECASE)  # a spreadsheet's own first line
LINE_END, LINE_END_BYTES = re.compile(r"\r\n|\r|\n"), re.compile(rb"\r\n|\r|\n")
LINE_ABOVE = re.compile(rb"#[^\r\n]*+(?:\r\n|\r|\n)|[ \t]*+(?:\r\n|\r|\n)")  # a comment, or a blank line


@dataclass(frozen=True)
class Dialect:
    """Where the header begins, what separates fields, and a note where a comment was taken for the header."""

    start: int  # bytes above the header
    lines_above: int
    delimiter: str
    notes: list[Problem]


def dialect_of(name: str, content: bytes, header: int | None = None) -> Dialect:
    """Look at what stands above the header, and at the first lines. header: its line where that is known, 0 for none.

    >>> dialect_of("a.csv", b"# by me\\na;b\\n1;2\\n")
    Dialect(start=8, lines_above=1, delimiter=';', notes=[])
    """
    start, end, lines, named = 0, 0, 0, None
    while match := LINE_ABOVE.match(content, end) or NAMED_SEPARATOR.match(content, end):
        lines += 1
        if lines > LIMITS.lines_above:
            raise RefusedError(Problem("too_many_lines_above", name=name, most=LIMITS.lines_above))
        if match.re is NAMED_SEPARATOR:
            named = match[1].decode()
        start, end = end, match.end()
    if header:
        check_row(name, header, 1 + len(LINE_END_BYTES.findall(content.rstrip(b"\r\n"))))
        below = _after_lines(content, 0, header - 1)
        return Dialect(below, header - 1, named or _delimiter(_text(content, below)), [])
    delimiter = named or _delimiter(_text(content, end))
    if header == NO_HEADER:
        return Dialect(end, lines, delimiter, [])
    rows = lines_as_rows(_text(content, end), delimiter)
    titles = find_header(rows)
    if titles:
        said = title_note(name, rows, lines + titles + 1)
        return Dialect(_after_lines(content, end, titles), lines + titles, delimiter, [said])
    if content[start:end].startswith(b"#"):
        verdict = _is_header(_rows(content, start + 1, delimiter)[:1], _rows(content, end, delimiter))
        if verdict != "comment":
            unsure = Problem("comment_as_header", name=name, value=_text(content, start).splitlines()[0])
            return Dialect(start + 1, lines - 1, delimiter, [unsure] if verdict == "either" else [])
    return Dialect(end, lines, delimiter, [])


def lines_as_rows(sample: str, delimiter: str) -> list[list[str]]:
    """The first lines as rows of cells, a blank line being a row without cells; none where a cell spans lines.

    >>> lines_as_rows("Results\\n\\na;b", ";")
    [['Results'], [], ['a', 'b']]
    """
    lines = LINE_END.split(sample)[:LOOKED_AT]
    try:
        rows = list(csv.reader(lines, delimiter=delimiter))
    except csv.Error:  # a cell as long as a book
        return []
    return rows if len(rows) == len(lines) or not lines[-1] else []


def _after_lines(content: bytes, start: int, count: int) -> int:
    """Where the next line begins after so many."""
    for _ in range(count):
        ended = LINE_END_BYTES.search(content, start)
        start = len(content) if ended is None else ended.end()
    return start


def _text(content: bytes, start: int) -> str:
    return content[start : start + SNIFFED_BYTES].decode("utf-8", errors="ignore")


def _rows(content: bytes, start: int, delimiter: str) -> list[list[str]]:
    lines = [line for line in _text(content, start).splitlines() if line.strip()][:2]
    return list(csv.reader(lines, delimiter=delimiter))


def _is_header(comment: list[list[str]], below: list[list[str]]) -> str:
    """The part of a comment above the first line: "header", "comment", or "either" where both lines are words alone."""
    if not comment or not below or len(comment[0]) != len(below[0]) or len(below[0]) < 2:
        return "comment"
    kinds = [[bool(NUMBER.match(field.strip())) for field in row] for row in (comment[0], *below)]
    if any(kinds[1]):  # the first line is a row, unless its numbers are names
        return "header" if kinds[0] != kinds[1] else "comment"
    if len(kinds) < 3 or kinds[2] != kinds[1]:
        return "comment"
    return "either"


def _delimiter(sample: str) -> str:
    """The separator that cuts the first lines into the same number of fields, the more the better.

    The first line may be a title, with a comma of its own perhaps: where nothing cuts others like it, most lines count.
    """
    lines = [line for line in sample.splitlines() if line.strip()][:SNIFFED_LINES]
    counts = {delimiter: [len(row) for row in csv.reader(lines, delimiter=delimiter)] for delimiter in DELIMITERS}

    def like_first(delimiter: str) -> tuple[int, int]:
        first, *_ = counts[delimiter] or [0]
        return (counts[delimiter].count(first), first) if first > 1 else (0, 0)

    def like_most(delimiter: str) -> tuple[int, int]:
        several = Counter(count for count in counts[delimiter] if count > 1)
        return max(((often, count) for count, often in several.items()), default=(0, 0))

    best = max(DELIMITERS, key=like_first)
    return best if like_first(best)[0] > 1 else max(DELIMITERS, key=like_most)
