"""Columns of days and of amounts: how many alerts a day a threshold gives, and what the missed positives cost."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from pr_curve_lab.io.column_names import DAYS, is_amount, is_day, is_named, split_name
from pr_curve_lab.io.table import MISSING, Table
from pr_curve_lab.schema.column_values import Numbers, read_numbers
from pr_curve_lab.schema.roles import Roles, other_numeric_columns


def amount_columns(table: Table, roles: Roles, positives: np.ndarray) -> tuple[str, ...]:
    """The columns of numbers that play no part, those named like money first. positives: the rows, by position.

    Nothing but the positives' amounts is counted: none of them may be below 0, nor all be 0 or empty.

    >>> frame = pd.DataFrame({"y": [1, 1, 0], "s": [0.1, 0.2, 0.3], "age": [9, 5, 7], "loss": [3.5, 0, ""]})
    >>> table, roles = Table("t", frame), Roles("y", "1", ("s",))
    >>> amount_columns(table, roles, np.array([0, 1])), amount_columns(table, roles, np.array([1]))
    (('loss', 'age'), ('age',))
    """
    columns = {name: table.frame[name].iloc[positives] for name in other_numeric_columns(table, roles)}
    possible = [name for name, column in columns.items() if _is_valid_amount(read_numbers("amount", column, name))]
    return tuple(sorted(possible, key=lambda name: not is_amount(name)))


def amounts_of(table: Table, column: str) -> np.ndarray:
    """The amount of each row of the table; nan where the cell is empty.

    >>> amounts_of(Table("t", pd.DataFrame({"loss": ["2", "", "1.5"]})), "loss").tolist()
    [2.0, nan, 1.5]
    """
    return read_numbers("amount", table.frame[column], column).values


def _is_valid_amount(numbers: Numbers) -> bool:
    """Whether all cells that are not empty hold numbers of at least 0, and one is more."""
    return not numbers.problems and not (numbers.values < 0).any() and bool((numbers.values > 0).any())


# A date in the usual orders; the time of day after it is left off. Which of two numbers is the month does not matter.
DATE = (
    r"(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})|\d{4}年\d{1,2}月\d{1,2}日"
    r"|\d{1,2}\.? [A-Za-z]{3,9}\.? \d{4}|[A-Za-z]{3,9}\.? \d{1,2}, \d{4})(?:[T ,].*)?"
)
DATE_IN_DIGITS = r"(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])"  # as 20261130
BIRTH_NAMES = ("birth", "born", "dob", "birthday", "birthdate", "geburtsdatum", "出生日期", "生日")
MAX_SAMPLE_ROWS = 1000  # rows


@dataclass(frozen=True, eq=False)
class DayCodes:
    """The days of a column, in the order of their first rows."""

    number: np.ndarray  # of each row's day, shape (n_rows,); -1 where the cell is empty
    name: tuple[str, ...]  # as the cells say it, without the time of day


def day_columns(table: Table, roles: Roles, rows: np.ndarray) -> tuple[str, ...]:
    """The columns of days: named so, or of dates; neither label nor score. rows: those that count, by position.

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
    """The column of days that is meant by "a day" unless another is chosen; none where no column holds dates.

    It holds dates that are not dates of birth: a column "day" of other values may hold weekdays, or an age in days.
    Of several one that has no other word in its name.

    >>> frame = pd.DataFrame({"day": ["Mon"], "birth_date": ["1990-01-02"], "sent": ["2/1/26"], "date": ["2026-01-02"]})
    >>> first_of_dates(Table("t", frame), tuple(frame.columns)), first_of_dates(Table("t", frame), ("day",))
    ('date', '')
    """
    possible = [name for name in columns if _contains_dates(name, table.frame[name]) and not _is_date_of_birth(name)]
    return min(possible, key=lambda name: not is_named(DAYS, name), default="")


def day_codes(column: pd.Series) -> DayCodes:
    """The day of each row.

    >>> days = day_codes(pd.Series(["2026-01-02 10:00", "2026-01-03", "2026-01-02 23:59", ""]))
    >>> days.number.tolist(), days.name
    ([0, 1, 0, -1], ('2026-01-02', '2026-01-03'))
    """
    cell_number, cells = pd.factorize(column.astype(str))  # most rows share their cell with others
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
    """Whether there are several days, and some of several rows."""
    days = day_codes(column)
    return 1 < len(days.name) < int((days.number >= 0).sum())
