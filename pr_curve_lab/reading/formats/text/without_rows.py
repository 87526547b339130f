"""The text of a table without some of its rows, read again as if they had never been there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from pr_curve_lab.reading.formats.text.sheet import Sheet


def without_rows(sheet: Sheet, rows: Sequence[int], of: int) -> Sheet | None:
    """The sheet without rows, counted from 0 below the header; None where its rows are not lines."""
    signs = np.frombuffer(sheet.content, np.uint8)[sheet.start :]
    ends = np.append(np.flatnonzero(signs == ord("\n")), signs.size)
    starts = np.append(0, ends[:-1] + 1)
    is_row = (ends > starts) & ((ends > starts + 1) | (signs[np.minimum(starts, signs.size - 1)] != ord("\r")))
    lines = np.flatnonzero(is_row)[int(sheet.titled) :]
    if lines.size != of:
        return None
    parts, kept_from = [], 0
    for line in lines[list(rows)]:
        parts.append(sheet.content[kept_from : sheet.start + starts[line]])
        kept_from = sheet.start + int(ends[line]) + 1
    return replace(sheet, content=b"".join([*parts, sheet.content[kept_from:]]))
