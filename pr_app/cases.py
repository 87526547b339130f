"""A table and the roles of its columns into cases, or problems.

Cases are what every page works on: labels, scores, weights, and their operating points, counted once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from pr_app.problem import Problem
from pr_app.roles import MOST_LABEL_VALUES, Roles, label_values
from pr_app.tables import Table, text_of
from pr_metrics import OperatingPoints, operating_points
from pr_metrics.inputs import LARGEST_EXACT_INTEGER

MISSING = ("", "na", "n/a", "nan", "null", "none", "?", ".")  # cells that say "not known", in lower case
LONGEST_WRITTEN_OUT = 1e25  # larger numbers are not identifiers or counts but come with an exponent


@dataclass(frozen=True, eq=False)
class Cases:
    """Rows that can be counted; every array has shape (n_rows,)."""

    name: str
    roles: Roles
    row: np.ndarray  # position in the table, from 0
    positive: np.ndarray
    score: np.ndarray
    weight: np.ndarray | None
    points: OperatingPoints
    negative_values: tuple[str, ...]  # the label values that count as negative
    left_out: tuple[Problem, ...]  # what was left out, and why, by row

    @property
    def size(self) -> int:
        """How many rows are counted."""
        return int(self.positive.size)


def build_cases(table: Table, roles: Roles, *, leave_out: bool = False) -> Cases | list[Problem]:
    """Count the rows of a table; problems instead, as many as can be found at once, when it cannot be done.

    Rows with an empty label, score or weight are a problem, unless `leave_out`: then they are left out and listed.

    >>> table = Table("t", pd.DataFrame({"y": [1, 0, 1, 0], "s": ["0.9", "", "0.4", "0.2"]}))
    >>> build_cases(table, Roles("y", "1", "s"))
    [Problem('score_missing', row=2, column='s', count=1)]
    >>> build_cases(table, Roles("y", "1", "s"), leave_out=True).left_out
    (Problem('left_out_score', row=2, column='s', count=1),)
    """
    if roles.scores == roles.label:
        return [Problem("score_is_label", column=roles.label)]
    label, problems = _labels(table, roles)
    score = _numbers("score", table.frame[roles.scores], roles.scores)
    weight = None if roles.weight is None else _weights(table, roles.weight)
    unknown = [("label", roles.label, label == ""), ("score", roles.scores, score.unknown)]
    problems += score.problems
    if weight is not None:
        unknown.append(("weight", str(roles.weight), weight.unknown))
        problems += weight.problems
    missing = [(part, column, rows) for part, column, rows in unknown if rows.any()]
    if not leave_out:
        problems += [_at_rows(f"{part}_missing", rows, column=column) for part, column, rows in missing]
    if problems:
        return [_with_line(problem, table) for problem in problems]
    left_out = [_at_rows(f"left_out_{part}", rows, column=column) for part, column, rows in missing]
    keep = ~np.any([rows for _, _, rows in unknown], axis=0)
    if weight is not None:
        weightless = keep & (weight.values == 0)
        if weightless.any():
            left_out.append(_at_rows("left_out_weightless", weightless, column=str(roles.weight)))
        keep &= ~weightless
    said = tuple(_with_line(problem, table) for problem in left_out)
    return _counted(table, roles, label, score.values, None if weight is None else weight.values, keep, said)


@dataclass(frozen=True, eq=False)
class TieGroups:
    """Rows that share a score; both arrays have one entry a group."""

    rows: np.ndarray
    positives: np.ndarray  # of these rows


def rows_at(cases: Cases, thresholds: np.ndarray) -> TieGroups:
    """Count the rows at each of a few distinct scores, in one walk over the rows; nan has none.

    >>> roles = Roles("y", "1", "s")
    >>> cases = build_cases(Table("t", pd.DataFrame({"y": [1, 0, 1, 0], "s": [2, 1, 1, 1]})), roles)
    >>> groups = rows_at(cases, np.array([1.0, np.nan, 2.0]))
    >>> groups.rows.tolist(), groups.positives.tolist()
    ([3, 0, 1], [1, 0, 1])
    """
    if thresholds.size == 0:
        return TieGroups(np.zeros(0, dtype=int), np.zeros(0, dtype=int))
    order = np.argsort(thresholds)
    known = thresholds[order]
    group = np.minimum(np.searchsorted(known, cases.score), known.size - 1)
    here = known[group] == cases.score
    rows, positives = np.zeros(known.size, dtype=int), np.zeros(known.size, dtype=int)
    rows[order] = np.bincount(group[here], minlength=known.size)
    positives[order] = np.bincount(group[here & cases.positive], minlength=known.size)
    return TieGroups(rows, positives)


def _counted(
    table: Table,
    roles: Roles,
    label: np.ndarray,
    score: np.ndarray,
    weight: np.ndarray | None,
    keep: np.ndarray,
    left_out: tuple[Problem, ...],
) -> Cases | list[Problem]:
    positive = (label == roles.positive)[keep]
    if positive.size == 0:
        return [Problem("no_rows_left", name=table.name)]
    if not positive.any() or positive.all():
        return [Problem("one_class_left", column=roles.label, value=str(label[keep][0]))]
    kept_score, kept_weight = score[keep], None if weight is None else weight[keep]
    return Cases(
        name=table.name,
        roles=roles,
        row=np.flatnonzero(keep),
        positive=positive,
        score=kept_score,
        weight=kept_weight,
        points=operating_points(positive, kept_score, sample_weight=kept_weight),
        negative_values=tuple(value for value in label_values(table, roles.label) if value != roles.positive),
        left_out=left_out,
    )


def _labels(table: Table, roles: Roles) -> tuple[np.ndarray, list[Problem]]:
    text = text_of(table.frame[roles.label])
    values = label_values(table, roles.label)
    if len(values) > MOST_LABEL_VALUES:
        return text, [Problem("label_many_values", column=roles.label, count=int(pd.Series(text).nunique()))]
    if roles.positive is None and len(values) > 2:
        row = int(np.flatnonzero(text == values[2])[0]) + 1
        listed = ", ".join(values)
        return text, [Problem("label_not_binary", row=row, column=roles.label, value=values[2], values=listed)]
    if len(values) == 1:
        return text, [Problem("one_class", column=roles.label, value=values[0])]
    if roles.positive not in values:
        return text, [Problem("positive_unknown", column=roles.label)]
    return text, []


def _weights(table: Table, column: str) -> _Numbers:
    weight = _numbers("weight", table.frame[column], column)
    negative = weight.values < 0
    if negative.any():
        value = str(table.frame[column].iloc[np.flatnonzero(negative)[0]])
        weight.problems.append(_at_rows("weight_negative", negative, column=column, value=value))
    elif not weight.problems and not (weight.values > 0).any():
        weight.problems.append(Problem("weight_all_zero", column=column))
    with np.errstate(over="ignore"):
        if not weight.problems and np.isinf(np.nansum(weight.values)):
            weight.problems.append(Problem("weight_sum_infinite", column=column))
    return weight


@dataclass(frozen=True, eq=False)
class _Numbers:
    """A column as float64, the rows where its cell is empty, and what else is wrong with it."""

    values: np.ndarray
    unknown: np.ndarray
    problems: list[Problem]


def _numbers(part: str, cells: pd.Series, column: str) -> _Numbers:
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
        _at_rows(f"{part}_{kind}", rows, column=column, value=str(cells.iloc[np.flatnonzero(rows)[0]]))
        for kind, rows in wrong.items()
        if rows.any()
    ]
    return _Numbers(values, np.isnan(values) & ~words, problems)


def _with_line(problem: Problem, table: Table) -> Problem:
    """Add the line of the file to a problem that names a row, for whoever mends the file in an editor."""
    if "row" not in problem.facts or table.lines_above is None:
        return problem
    return Problem(problem.key, **problem.facts, line=problem.facts["row"] + table.lines_above)


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


def _at_rows(key: str, rows: np.ndarray, **facts: Any) -> Problem:
    """A problem that names the first of its rows and says how many there are."""
    return Problem(key, row=int(np.flatnonzero(rows)[0]) + 1, **facts, count=int(rows.sum()))
