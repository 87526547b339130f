"""A file that ends within its last number: the copy was cut off, and the number is not what it was."""

from __future__ import annotations

import csv
import re

from pr_curve_lab.reading.formats.text.sheet import Sheet
from pr_curve_lab.reading.problem import Problem

LAST_BYTES = 64 * 2**10  # enough rows to know how many decimals are usual
FEWEST_ROWS = 3  # of which one is the last
CLEARLY_FEWER = 2  # decimals, where the other rows have not all the same number of them
FRACTION = re.compile(r"[+-]?\d*[.,](\d*)")


def cut_end(sheet: Sheet, rows: int) -> list[Problem]:
    """A note where the last number has fewer decimals than all others, and no line end behind it."""
    if rows < FEWEST_ROWS or sheet.content.endswith((b"\n", b"\r")):
        return []
    lines = sheet.content[-LAST_BYTES:].decode("utf-8", errors="ignore").splitlines()[-rows:]
    cut_above = len(sheet.content) > LAST_BYTES  # the first of these lines may be half a line
    texts = [line for line in lines[int(cut_above) :] if line.strip()]
    fields = [row[-1].strip() for row in csv.reader(texts, delimiter=sheet.delimiter, quoting=csv.QUOTE_NONE) if row]
    decimals = [_decimals(field) for field in fields]
    *others, last = decimals
    if len(others) + 1 < FEWEST_ROWS or last is None or None in others:
        return []
    fewest, most = min(one for one in others if one is not None), max(one for one in others if one is not None)
    clearly = fewest == most or last == 0 or fewest - last >= CLEARLY_FEWER
    return (
        [Problem("file_may_be_cut", name=sheet.name, row=rows, value=fields[-1])] if last < fewest and clearly else []
    )


def _decimals(field: str) -> int | None:
    """How many digits stand behind the decimal sign; None where there is none, as in whole numbers."""
    found = FRACTION.fullmatch(field)
    return len(found[1]) if found else None
