"""Columns that play no part, and could."""

from __future__ import annotations

from pr_curve_lab.reading.columns.kinds import is_row_number, mostly_numbers
from pr_curve_lab.reading.columns.names import TOTALS, is_named
from pr_curve_lab.reading.formats.table import Table
from pr_curve_lab.reading.problem import Problem
from pr_curve_lab.reading.roles.roles import Roles


def free_numbers(table: Table, roles: Roles) -> list[str]:
    """The columns of numbers that are not label, weight, group or cluster, nor count all positives.

    >>> import pandas as pd

    >>> free_numbers(Table("t", pd.DataFrame({"y": [1], "s": [1], "num_gt": [2]})), Roles("y", "1", ("s",)))
    ['s']
    """
    taken = (roles.label, roles.weight, roles.group, roles.total, roles.cluster)
    free = [name for name in table.frame.columns if name not in taken and not is_named(TOTALS, name)]
    return [name for name in free if mostly_numbers(table.frame[name])]


def unused_weight(table: Table, roles: Roles) -> Problem | None:
    """A column called weight that is not used: it may hold kilograms, so the choice is the user's.

    >>> import pandas as pd

    >>> unused_weight(Table("t", pd.DataFrame({"y": [1], "s": [1], "weight": [2]})), Roles("y", "1", ("s",)))
    Problem('weight_unused', column='weight')
    """
    named = next((name for name in table.frame.columns if name.strip().lower() in ("weight", "w")), None)
    taken = (roles.label, *roles.scores, roles.weight)
    return Problem("weight_unused", column=named) if named and roles.weight is None and named not in taken else None


def unused_numbers(table: Table, roles: Roles) -> list[str]:
    """The columns of numbers that play no part and could be scores: not those that count or name rows.

    >>> import pandas as pd

    >>> table = Table("t", pd.DataFrame({"y": [1, 0], "s": [0.1, 0.2], "other": [0.5, 0.4]}))
    >>> unused_numbers(table, Roles("y", "1", ("s",)))
    ['other']
    """
    free = [name for name in free_numbers(table, roles) if name not in (*roles.scores, *roles.labels)]
    return [name for name in free if not is_row_number(name, table.frame[name])]
