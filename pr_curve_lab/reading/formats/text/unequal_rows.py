"""The row that has not as many fields as the header, found again slowly: such a file is not used."""

from __future__ import annotations

import csv

from pr_curve_lab.reading.formats.text.sheet import Sheet
from pr_curve_lab.reading.problem import Problem


def unequal_row(sheet: Sheet) -> Problem:
    """Find the row that the fast parser refused."""
    number, line = -int(sheet.titled), sheet.lines_above
    try:
        for row, line in sheet.slow_rows():
            number += 1
            if len(row) != len(sheet.names):
                return Problem("unequal_row", row=number, line=line, fields=len(row), expected=len(sheet.names))
    except csv.Error:
        number, line = number + 1, line + 1
    return Problem("unreadable_row", row=max(number, 1), line=line)
