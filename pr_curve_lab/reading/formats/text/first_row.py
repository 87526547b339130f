"""Whether the first line of a text is a row like those below it, so that there is no header."""

from __future__ import annotations

import csv

from pr_curve_lab.reading.formats.table import NUMBER

COMPARED, COMPARED_LETTERS = 50, 2**16  # lines, and at most so much of them


def is_row(sample: str, delimiter: str) -> bool:
    """Whether numbers stand where they stand below, and a word of the first line comes again in its column.

    >>> is_row("yes,0.9\\nno,0.2\\nyes,0.1\\n", ","), is_row("truth,2001\\nno,0.2\\nyes,0.1\\n", ",")
    (True, False)
    """
    lines = sample[:COMPARED_LETTERS].splitlines()[:COMPARED]
    rows = [[field.strip() for field in row] for row in csv.reader(lines, delimiter=delimiter) if row]
    first, *below = [row for row in rows if len(row) == len(rows[0])]
    numeric = [_are_numbers(row) for row in (first, *below)]
    if not below or not any(numeric[0]) or any(one != numeric[0] for one in numeric):
        return False
    words = [at for at, is_number in enumerate(numeric[0]) if not is_number and first[at]]
    return any(first[at] in {row[at] for row in below} for at in words)


def _are_numbers(row: list[str]) -> list[bool]:
    return [bool(NUMBER.match(field.replace(",", "."))) for field in row]
