"""A column of amounts, what each row is worth: so that a missed large one costs more than a missed small one."""

from __future__ import annotations

import numpy as np

from pr_app.reading.cases.number_columns import read_numbers
from pr_app.reading.columns.names import is_amount
from pr_app.reading.roles.roles import Roles
from pr_app.reading.roles.unused_columns import unused_numbers
from pr_app.reading.tables import Table


def amount_columns(table: Table, roles: Roles) -> tuple[str, ...]:
    """The columns of numbers that play no part, those named like money first; one with a number below 0 is none.

    >>> import pandas as pd

    >>> frame = pd.DataFrame({"y": [1, 0, 0], "s": [0.1, 0.2, 0.3], "age": [9, 5, 7], "loss": [3.5, 0, 1]})
    >>> amount_columns(Table("t", frame), Roles("y", "1", ("s",)))
    ('loss', 'age')
    """
    possible = [name for name in unused_numbers(table, roles) if _amounts(table, name) is not None]
    return tuple(sorted(possible, key=lambda name: not is_amount(name)))


def amounts_of(table: Table, column: str) -> np.ndarray:
    """The amount of each row of the table; an empty cell is worth 0.

    >>> import pandas as pd

    >>> amounts_of(Table("t", pd.DataFrame({"loss": ["2", "", "1.5"]})), "loss").tolist()
    [2.0, 0.0, 1.5]
    """
    found = _amounts(table, column)
    return np.zeros(len(table.frame)) if found is None else found


def _amounts(table: Table, column: str) -> np.ndarray | None:
    """The amounts, None where a cell is no number, or below 0."""
    numbers = read_numbers("score", table.frame[column], column)
    if numbers.problems or (numbers.values < 0).any() or not (numbers.values > 0).any():
        return None
    return np.where(numbers.unknown, 0.0, numbers.values)
