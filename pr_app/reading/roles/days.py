"""A column that says on which day a row came: so that a day is counted, and not only meant."""

from __future__ import annotations

import numpy as np
import pandas as pd

from pr_app.reading.columns.names import is_day
from pr_app.reading.formats.table import MISSING
from pr_app.reading.roles.roles import Roles
from pr_app.reading.tables import Table

DATE = r"(\d{4}[-/.]\d{1,2}[-/.]\d{1,2})(?:[T ].*)?"  # the time of day after it is left off
LOOKED_AT = 1000  # rows


def day_columns(table: Table, roles: Roles, rows: np.ndarray) -> tuple[str, ...]:
    """The columns of days: named so, or of dates; neither label nor score. rows: those that count, by position.

    >>> frame = pd.DataFrame({"y": [1, 0, 0], "s": [0.5, 0.1, 0.2], "seen": ["2026-01-02", "2026-01-03", "2026-01-03"]})
    >>> table, roles = Table("t", frame), Roles("y", "1", ("s",))
    >>> day_columns(table, roles, np.arange(3)), day_columns(table, roles, np.array([1, 2]))
    (('seen',), ())
    """
    taken = (roles.label, *roles.labels, *roles.scores, roles.weight)
    free = {name: table.frame[name].iloc[rows] for name in table.frame.columns if name not in taken}
    return tuple(name for name, column in free.items() if _holds_days(name, column) and _repeats(column))


def days_of(column: pd.Series) -> np.ndarray:
    """The number of each row's day, days in the order of their first row; -1 where the cell is empty.

    >>> days_of(pd.Series(["2026-01-02 10:00", "2026-01-03", "2026-01-02 23:59", ""])).tolist()
    [0, 1, 0, -1]
    """
    text = column.astype(str)
    found = text.str.extract(f"^{DATE}$", expand=False)
    day = found.where(found.notna(), text).mask(text.str.casefold().isin(MISSING))
    return np.asarray(pd.factorize(day)[0])


def _holds_days(name: str, column: pd.Series) -> bool:
    if is_day(name):
        return True
    if column.dtype.kind in "iufb":
        return False
    text = column.head(LOOKED_AT).astype(str)
    return bool(text.str.fullmatch(DATE).mean() > 0.5)


def _repeats(column: pd.Series) -> bool:
    """Whether there are several days, and some of several rows."""
    days = days_of(column)
    several = np.unique(days[days >= 0]).size
    return bool(1 < several < (days >= 0).sum())
