"""Where the header of a text begins and what separates its fields.

Above the header may stand blank lines, comments and a spreadsheet's "sep=;". A comment with as many fields as the
header can itself be the header ("#label,score"); what stands in the lines below decides.
"""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from itertools import pairwise

from pr_app.reading.formats.refusal import RefusedError
from pr_app.reading.formats.table import NUMBER
from pr_app.reading.limits import LIMITS
from pr_app.reading.problem import Problem

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


def dialect_of(name: str, content: bytes) -> Dialect:
    """Look at what stands above the header, and at the first lines.

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
    delimiter = named or _delimiter(_text(content, end))
    title = title_above(_text(content, end), delimiter)
    if title is not None:
        said = Problem("title_above", name=name, value=title.text)
        below = _after_lines(content, end, title.lines)
        return Dialect(below, lines + title.lines, delimiter, [said])
    if content[start:end].startswith(b"#"):
        verdict = _is_header(_rows(content, start + 1, delimiter)[:1], _rows(content, end, delimiter))
        if verdict != "comment":
            unsure = Problem("comment_as_header", name=name, value=_text(content, start).splitlines()[0])
            return Dialect(start + 1, lines - 1, delimiter, [unsure] if verdict == "either" else [])
    return Dialect(end, lines, delimiter, [])


@dataclass(frozen=True)
class Title:
    """A title and how many lines it takes, with those below it that are no header yet."""

    text: str
    lines: int


def title_above(sample: str, delimiter: str) -> Title | None:
    """A title in a line of its own, with a header and rows below; None where the first line is the header.

    >>> title_above("Results\\nof May, seed 3\\n\\nlabel,score\\n1,0.9\\n", ",")
    Title(text='Results', lines=3)
    """
    lines = LINE_END.split(sample)[:SNIFFED_LINES]
    rows = [[field.strip() for field in row] for row in csv.reader(lines, delimiter=delimiter)]
    filled = [number for number, row in enumerate(rows) if any(row)]
    if len(rows) != len(lines) or not filled or sum(map(bool, rows[filled[0]])) != 1:
        return None
    for number, below in pairwise(filled[1:]):
        header, row = rows[number], rows[below]
        is_header = len(header) > 1 and all(field and not NUMBER.match(field) for field in header)
        if is_header and len(row) == len(header) and any(NUMBER.match(field.replace(",", ".")) for field in row):
            return Title("".join(rows[filled[0]]), number)
    return None


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

    Where none cuts the first line, that may be a title: then those below it count.
    """
    lines = [line for line in sample.splitlines() if line.strip()][:SNIFFED_LINES]

    def agreement(delimiter: str, lines: list[str]) -> tuple[int, int]:
        counts = [len(row) for row in csv.reader(lines, delimiter=delimiter)]
        return (sum(count == counts[0] for count in counts), counts[0]) if counts and counts[0] > 1 else (0, 0)

    tried = {delimiter: agreement(delimiter, lines) for delimiter in DELIMITERS}
    if not any(count for count, _ in tried.values()):
        tried = {delimiter: agreement(delimiter, lines[1:]) for delimiter in DELIMITERS}
    return max(DELIMITERS, key=tried.__getitem__)
