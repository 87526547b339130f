"""One column of a table as labels, as numbers or as weights, with what is wrong with its cells.

A problem names the first of the rows that have it, and says how many they are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from pr_curve_lab.reading.formats.table import MISSING, Table
from pr_curve_lab.reading.problem import Problem
from pr_metrics.validation import LARGEST_EXACT_INTEGER

LONGEST_WRITTEN_OUT = 1e25  # larger numbers are not identifiers or counts but come with an exponent


@dataclass(frozen=True, eq=False)
class Numbers:
    """A column as float64, the rows where its cell is empty, and what else is wrong with it."""

    values: np.ndarray
    unknown: np.ndarray
    problems: list[Problem]


def read_numbers(part: str, cells: pd.Series, column: str) -> Numbers:
    """Read a column as numbers; text, infinity and integers too large are problems, empty cells are unknown."""
    if cells.dtype.kind in "iufb":
        values = cells.to_numpy(np.float64)
        words = np.zeros(values.shape, dtype=bool)
    else:
        text = cells.astype(str)
        values = pd.to_numeric(text, errors="coerce").to_numpy(np.float64, na_value=np.nan)
        words = np.isnan(values) & ~text.str.lower().isin(MISSING).to_numpy()
    wrong = {
        "not_number": words,
        "infinite": np.isinf(values),
        "too_large": _beyond_exact(cells, values),
    }
    problems = [
        at_rows(f"{part}_{kind}", rows, column=column, value=str(cells.iloc[np.flatnonzero(rows)[0]]))
        for kind, rows in wrong.items()
        if rows.any()
    ]
    return Numbers(values, np.isnan(values) & ~words, problems)


def read_weights(table: Table, column: str) -> Numbers:
    """Read a column as weights: numbers that are not negative, not all 0, and have a finite sum."""
    weight = read_numbers("weight", table.frame[column], column)
    negative = weight.values < 0
    if negative.any():
        value = str(table.frame[column].iloc[np.flatnonzero(negative)[0]])
        weight.problems.append(at_rows("weight_negative", negative, column=column, value=value))
    elif not weight.problems and not (weight.values > 0).any():
        weight.problems.append(Problem("weight_all_zero", column=column))
    with np.errstate(over="ignore"):
        if not weight.problems and np.isinf(np.nansum(weight.values)):
            weight.problems.append(Problem("weight_sum_infinite", column=column))
    return weight


def with_line(problem: Problem, table: Table) -> Problem:
    """Add the line of the file to a problem that names a row, for whoever mends the file in an editor."""
    if "row" not in problem.facts:
        return problem
    place = problem.facts["row"]
    for row in table.rows_left_out:
        place += row <= place
    if table.lines_above is None:
        return Problem(problem.key, **problem.facts | {"row": place})
    return Problem(problem.key, **problem.facts, line=place + table.lines_above)


def at_rows(key: str, rows: np.ndarray, **facts: Any) -> Problem:
    """A problem that names the first of its rows and says how many there are."""
    return Problem(key, row=int(np.flatnonzero(rows)[0]) + 1, **facts, count=int(rows.sum()))


def _beyond_exact(cells: pd.Series, values: np.ndarray) -> np.ndarray:
    """Integers that float64 cannot tell apart; integer columns are compared before they are converted.

    Integers of twenty digits, or beside an empty cell, come as float64 already; what is larger still is no identifier
    or count but was written with an exponent.
    """
    if cells.dtype.kind in "iu":
        integers = cells.to_numpy()
        return np.asarray((integers > LARGEST_EXACT_INTEGER) | (integers < -LARGEST_EXACT_INTEGER))
    size = np.abs(values)
    return np.asarray((size >= LARGEST_EXACT_INTEGER) & (size < LONGEST_WRITTEN_OUT) & (np.floor(values) == values))
