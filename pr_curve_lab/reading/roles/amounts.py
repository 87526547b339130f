"""A column of amounts, what each row is worth: so that a missed large one costs more than a missed small one."""

from __future__ import annotations

import numpy as np

from pr_curve_lab.reading.cases.number_columns import Numbers, read_numbers
from pr_curve_lab.reading.columns.names import is_amount
from pr_curve_lab.reading.formats.table import Table
from pr_curve_lab.reading.roles.roles import Roles
from pr_curve_lab.reading.roles.unused_columns import unused_numbers


def amount_columns(table: Table, roles: Roles, positives: np.ndarray) -> tuple[str, ...]:
    """The columns of numbers that play no part, those named like money first. positives: the rows, by position.

    Nothing but the positives' amounts is counted: none of them may be below 0, nor all be 0 or empty.

    >>> import pandas as pd

    >>> frame = pd.DataFrame({"y": [1, 1, 0], "s": [0.1, 0.2, 0.3], "age": [9, 5, 7], "loss": [3.5, 0, ""]})
    >>> table, roles = Table("t", frame), Roles("y", "1", ("s",))
    >>> amount_columns(table, roles, np.array([0, 1])), amount_columns(table, roles, np.array([1]))
    (('loss', 'age'), ('age',))
    """
    columns = {name: table.frame[name].iloc[positives] for name in unused_numbers(table, roles)}
    possible = [name for name, column in columns.items() if _are_amounts(read_numbers("amount", column, name))]
    return tuple(sorted(possible, key=lambda name: not is_amount(name)))


def amounts_of(table: Table, column: str) -> np.ndarray:
    """The amount of each row of the table; nan where the cell is empty.

    >>> import pandas as pd

    >>> amounts_of(Table("t", pd.DataFrame({"loss": ["2", "", "1.5"]})), "loss").tolist()
    [2.0, nan, 1.5]
    """
    return read_numbers("amount", table.frame[column], column).values


def _are_amounts(numbers: Numbers) -> bool:
    """Whether all cells that are not empty hold numbers of at least 0, and one is more."""
    return not numbers.problems and not (numbers.values < 0).any() and bool((numbers.values > 0).any())
