"""The column that says how many positives there are, scored or not: one number, or one for each image or query."""

from __future__ import annotations

from dataclasses import replace

from pr_curve_lab.reading.columns.kinds import has_fractions
from pr_curve_lab.reading.columns.names import TOTALS, UNITS, is_named
from pr_curve_lab.reading.formats.table import Table, text_of
from pr_curve_lab.reading.roles.roles import Roles


def total_column(table: Table, roles: Roles) -> str | None:
    """The column that is named like it: whole numbers, the same in all rows or for each image, query or group.

    >>> import pandas as pd
    >>> table = Table("t", pd.DataFrame({"y": [1, 0], "s": [0.9, 0.1], "num_gt": [4, 4]}))
    >>> total_column(table, Roles("y", "1", ("s",)))
    'num_gt'
    """
    if roles.kind not in ("one", "models"):
        return None
    taken = (roles.label, *roles.scores, roles.weight, roles.group)
    named = [name for name in table.frame.columns if name not in taken and is_named(TOTALS, name)]
    whole = [name for name in named if table.frame[name].dtype.kind in "iu"]
    return next((name for name in whole if table.frame[name].nunique() == 1 or units_of(table, roles, name)), None)


def goes_with(table: Table, roles: Roles, column: str | None) -> bool:
    """Whether a number may be taken for that of the rows that count: not one of all rows where a part counts."""
    return column is not None and (roles.part is None or with_total(table, roles, column).total_by is not None)


def with_total(table: Table, roles: Roles, column: str | None) -> Roles:
    """The roles with that column, and with what its numbers are for: all rows where that can be.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"y": [1, 1, 0], "s": [3, 2, 1], "image": ["a", "b", "b"], "n_gt": [1, 1, 1]})
    >>> with_total(Table("t", frame), Roles("y", "1", ("s",)), "n_gt").total_by
    'image'
    """
    if column is None:
        return replace(roles, total=None, total_by=None)
    values = table.frame[column]
    scored = int((text_of(table.frame[roles.label]) == roles.positive).sum())
    of_all = values.nunique() == 1 and values.dtype.kind in "iuf" and values.iloc[0] >= scored
    units = [] if of_all else units_of(table, roles, column)
    return replace(roles, total=column, total_by=units[0] if units else None)


def units_of(table: Table, roles: Roles, column: str) -> list[str]:
    """The columns that a number can be for, since all rows of each of their values agree on it; the likeliest first.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"y": [1, 1, 0], "s": [3, 2, 1], "image": ["a", "b", "b"], "n_gt": [1, 2, 2]})
    >>> units_of(Table("t", frame), Roles("y", "1", ("s",)), "n_gt")
    ['image']
    """
    frame = table.frame
    taken = (roles.label, *roles.scores, roles.weight, column)
    free = [name for name in frame.columns if name not in taken and not has_fractions(frame[name])]
    agreed = [name for name in free if (frame.groupby(name)[column].nunique() == 1).all()]
    several = [name for name in agreed if 1 < frame[name].nunique() < len(frame) or is_named(UNITS, name)]
    return sorted(several, key=lambda name: (not is_named(UNITS, name), name != roles.group, frame[name].nunique()))
