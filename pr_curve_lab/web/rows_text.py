"""Rows as a text, so that an address can hand them on: 0.94p_0.84n_0.5px2 is a positive, a negative, one of weight 2.

As `rows_text.js` writes and reads them in the browser.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

import numpy as np

from pr_metrics import OperatingPoints, operating_points

MOST_ROWS = 300  # in an address, and under the hand
LONGEST = MOST_ROWS * 52  # characters: -0.0000012345678901234567px0.0000012345678901234567_ is a row at its longest
LEAST_PLAIN, LEAST_RAISED = 1e-6, 1e21  # from where to where the browser writes no exponent
_ROW = re.compile(r"([-+.\de]+)([pn])(?:x([.\de+-]+))?", re.ASCII)


@dataclass(frozen=True)
class PlayedRow:
    """A row under the hand."""

    score: float
    positive: bool
    weight: float = 1.0


def text_of_rows(rows: list[PlayedRow]) -> str:
    """Write rows.

    >>> text_of_rows([PlayedRow(0.5, True), PlayedRow(2.0, False, 0.25)])
    '0.5p_2nx0.25'
    """
    return "_".join(f"{_plain(row.score)}{'p' if row.positive else 'n'}{_times(row.weight)}" for row in rows)


def rows_of_text(text: str) -> list[PlayedRow] | None:
    """Read rows; None where the text has none, too many, or anything that is no row.

    >>> rows_of_text("0.5p_2nx0.25")
    [PlayedRow(score=0.5, positive=True, weight=1.0), PlayedRow(score=2.0, positive=False, weight=0.25)]
    >>> rows_of_text("0.5p_nan") is None
    True
    """
    if len(text) > LONGEST:
        return None
    found = [_ROW.fullmatch(part) for part in text.split("_")]
    if not 1 <= len(found) <= MOST_ROWS or None in found:
        return None
    try:
        rows = [PlayedRow(float(one[1]), one[2] == "p", float(one[3] or 1)) for one in found if one]
    except ValueError:
        return None
    usable = all(math.isfinite(row.score) and 0 <= row.weight < math.inf for row in rows)
    return rows if usable and sum(row.weight for row in rows) > 0 else None


def points_of_rows(rows: list[PlayedRow]) -> OperatingPoints:
    """Count rows.

    >>> points_of_rows([PlayedRow(0.5, True)]).positives
    1.0
    """
    weight = np.array([row.weight for row in rows])
    return operating_points([row.positive for row in rows], [row.score for row in rows], sample_weight=weight)


def _plain(number: float) -> str:
    """Write a number as the browser does: 2 for 2.0, 0 for -0.0, and an exponent only where it has one."""
    if number == 0 or LEAST_PLAIN <= abs(number) < LEAST_RAISED:
        return np.format_float_positional(number + 0.0, trim="-")
    return re.sub(r"e([+-])0", r"e\1", repr(number))


def _times(weight: float) -> str:
    return "" if weight == 1 else f"x{_plain(weight)}"
