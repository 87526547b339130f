"""Columns of dates and of amounts, for alerts a day and the cost of missed positives, and what others could be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import pandas as pd

from pr_curve_lab.io.column_names import DAYS, is_amount, is_day, is_named, split_name
from pr_curve_lab.io.table import MISSING, Table
from pr_curve_lab.schema.column_values import NumberColumn, read_numbers
from pr_curve_lab.schema.roles import Roles, group_columns, other_numeric_columns


def amount_columns(table: Table, roles: Roles, positives: np.ndarray) -> tuple[str, ...]:
    """Return the numeric columns without a role, those named like money first. positives: positions of the rows.

    Only the amounts of positives are added up: none of them may be negative, and at least one must be above 0.

    >>> frame = pd.DataFrame({"y": [1, 1, 0], "s": [0.1, 0.2, 0.3], "age": [9, 5, 7], "loss": [3.5, 0, ""]})
    >>> table, roles = Table("t", frame), Roles("y", "1", ("s",))
    >>> amount_columns(table, roles, np.array([0, 1])), amount_columns(table, roles, np.array([1]))
    (('loss', 'age'), ('age',))
    """
    columns = {name: table.frame[name].iloc[positives] for name in other_numeric_columns(table, roles)}
    possible = [name for name, column in columns.items() if _is_valid_amount(read_numbers("amount", column, name))]
    return tuple(sorted(possible, key=lambda name: not is_amount(name)))


def amounts_of(table: Table, column: str) -> np.ndarray:
    """Return the amount of each row of the table, nan for an empty cell.

    >>> amounts_of(Table("t", pd.DataFrame({"loss": ["2", "", "1.5"]})), "loss").tolist()
    [2.0, nan, 1.5]
    """
    return read_numbers("amount", table.frame[column], column).values


def _is_valid_amount(numbers: NumberColumn) -> bool:
    """Whether all cells that are not empty hold numbers of at least 0, and at least one is above 0."""
    return not numbers.problems and not (numbers.values < 0).any() and bool((numbers.values > 0).any())


Use = Literal["group", "days", "amount", "number", "none"]  # of a column without a role, the likeliest first


def unused_columns(table: Table, roles: Roles) -> list[tuple[str, Use]]:
    """Return all columns without a role, each with what it could be used for, those with a use first.

    >>> frame = pd.DataFrame({"y": [1, 0], "s": [3, 2], "ward": ["a", "b"], "date": ["2026-01-02"] * 2, "id": [7, 8]})
    >>> unused_columns(Table("t", frame), Roles("y", "1", ("s",)))
    [('ward', 'group'), ('date', 'days'), ('id', 'none')]
    """
    of_rows = (roles.weight, roles.group, roles.split, roles.cluster, roles.total_positives, roles.total_positives_by)
    used = {roles.label, *roles.labels, *roles.scores, roles.prediction, *of_rows}
    free = [name for name in table.frame.columns if name not in used]
    groups, numbers = group_columns(table, roles), other_numeric_columns(table, roles)
    by_use: dict[Use, list[str]] = {
        "days": [name for name in free if first_of_dates(table, (name,))],
        "group": groups,
        "amount": [name for name in numbers if is_amount(name)],
        "number": numbers,
        "none": free,
    }
    uses: dict[str, Use] = {name: use for use, names in reversed(by_use.items()) for name in names if name in free}
    order: list[Use] = ["group", "days", "amount", "number", "none"]
    return sorted(((name, uses[name]) for name in free), key=lambda one: order.index(one[1]))


# A date in one of the usual orders; a time of day after it is ignored. It does not matter which number is the month.
DATE = (
    r"(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})|\d{4}年\d{1,2}月\d{1,2}日"
    r"|\d{1,2}\.? [A-Za-z]{3,9}\.? \d{4}|[A-Za-z]{3,9}\.? \d{1,2}, \d{4})(?:[T ,].*)?"
)
DATE_IN_DIGITS = r"(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])"  # such as 20261130
BIRTH_NAMES = ("birth", "born", "dob", "birthday", "birthdate", "geburtsdatum", "出生日期", "生日")
MAX_SAMPLE_ROWS = 1000


@dataclass(frozen=True, eq=False)
class DayCodes:
    """The days of a column, in order of appearance."""

    number: np.ndarray  # index of the day of each row, shape (n_rows,); -1 for an empty cell
    name: tuple[str, ...]  # as written in the cells, without the time of day


def day_columns(table: Table, roles: Roles, rows: np.ndarray) -> tuple[str, ...]:
    """Return the columns of days, by name or by values, except labels, scores and weights. rows: positions that count.

    >>> frame = pd.DataFrame({"y": [1, 0, 0], "s": [0.5, 0.1, 0.2], "seen": ["2026-01-02", "2026-01-03", "2026-01-03"]})
    >>> table, roles = Table("t", frame), Roles("y", "1", ("s",))
    >>> day_columns(table, roles, np.arange(3)), day_columns(table, roles, np.array([1, 2]))
    (('seen',), ())
    """
    taken = (roles.label, *roles.labels, *roles.scores, roles.weight)
    free = {name: table.frame[name].iloc[rows] for name in table.frame.columns if name not in taken}
    return tuple(
        name
        for name, column in free.items()
        if (is_day(name) or _contains_dates(name, column)) and _is_group_column(column)
    )


def first_of_dates(table: Table, columns: tuple[str, ...]) -> str:
    """Return the column that holds the days by default, or "" if no column holds dates.

    Dates of birth do not count. Nor does a column "day" without dates, which may hold weekdays or an age in days.
    Of several columns, one whose whole name means a day is preferred.

    >>> frame = pd.DataFrame({"day": ["Mon"], "birth_date": ["1990-01-02"], "sent": ["2/1/26"], "date": ["2026-01-02"]})
    >>> first_of_dates(Table("t", frame), tuple(frame.columns)), first_of_dates(Table("t", frame), ("day",))
    ('date', '')
    """
    possible = [name for name in columns if _contains_dates(name, table.frame[name]) and not _is_date_of_birth(name)]
    return min(possible, key=lambda name: not is_named(DAYS, name), default="")


def day_codes(column: pd.Series) -> DayCodes:
    """Return the day of each row.

    >>> days = day_codes(pd.Series(["2026-01-02 10:00", "2026-01-03", "2026-01-02 23:59", ""]))
    >>> days.number.tolist(), days.name
    ([0, 1, 0, -1], ('2026-01-02', '2026-01-03'))
    """
    cell_number, cells = pd.factorize(column.astype(str))  # many rows share their cell with others
    text = pd.Series(np.asarray(cells, dtype=object), dtype=str)
    found = text.str.extract(f"^{DATE}$", expand=False)
    day = found.where(found.notna(), text).mask(text.str.casefold().isin(MISSING))
    number, name = pd.factorize(day)
    return DayCodes(np.append(number, -1)[cell_number], tuple(map(str, name)))


def _contains_dates(name: str, column: pd.Series) -> bool:
    text = column.head(MAX_SAMPLE_ROWS).astype(str)
    if column.dtype.kind in "iufb":
        return is_day(name) and bool(text.str.fullmatch(DATE_IN_DIGITS).mean() > 0.5)
    return bool(text.str.fullmatch(f"{DATE}|{DATE_IN_DIGITS}").mean() > 0.5)


def _is_date_of_birth(name: str) -> bool:
    return any(word in BIRTH_NAMES for word in split_name(name)) or "出生" in name


def _is_group_column(column: pd.Series) -> bool:
    """Whether there are several days, and at least one has several rows."""
    days = day_codes(column)
    return 1 < len(days.name) < int((days.number >= 0).sum())
