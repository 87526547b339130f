"""Roles of the columns of a table, and columns that play no part.

One label and one score are a curve. Several scores are models of one label, its classes, or labels of their own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pr_curve_lab.io.column_names import TOTALS, is_named
from pr_curve_lab.io.limits import Problem
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.column_values import is_numeric_column, is_row_number

MAX_UNSCORED = 10**9  # positives that were never scored
MAX_GROUPS = 200  # folds or sites; a column with more tells rows apart

Kind = Literal["one", "models", "classes", "labels"]
KINDS: tuple[Kind, ...] = ("models", "classes", "labels")  # of several scores
Unscored = Literal["asked", "left_out", "missed"]
UNSCORED: tuple[Unscored, ...] = ("asked", "left_out", "missed")  # what becomes of rows that have no score at all


@dataclass(frozen=True)
class Roles:
    """The roles of columns; `positive` is None until somebody has chosen it, and where no value is it."""

    label: str
    positive: str | None
    scores: tuple[str, ...]
    weight: str | None = None
    group: str | None = None
    kind: Kind = "one"
    labels: tuple[str, ...] = ()  # of the kind "labels": the column of each score, in their order
    turned: tuple[str, ...] = ()  # scores of which the lower are the more positive
    prediction: str | None = None  # the column of predicted values that the score is the confidence of
    part: str | None = None  # the only value of the group whose rows count
    missed: int = 0  # positives that were never scored
    total: str | None = None  # the column that says how many positives there are, scored or not
    total_by: str | None = None  # the column of what each such number is for; None where it is for all rows
    unscored: Unscored = "asked"
    once: bool = False  # whether rows that come again count once
    percent: tuple[str, ...] = ()  # scores that are read as per cent
    logit: tuple[str, ...] = ()  # scores that are read as log odds
    cluster: str | None = None  # the column of persons, images or queries, whose rows intervals keep together


def score_column_options(table: Table, roles: Roles) -> list[str]:
    """The columns of numbers that are not label, weight, group or cluster, nor count all positives.

    >>> import pandas as pd

    >>> score_column_options(Table("t", pd.DataFrame({"y": [1], "s": [1], "num_gt": [2]})), Roles("y", "1", ("s",)))
    ['s']
    """
    taken = (roles.label, roles.weight, roles.group, roles.total, roles.cluster)
    free = [name for name in table.frame.columns if name not in taken and not is_named(TOTALS, name)]
    return [name for name in free if is_numeric_column(table.frame[name])]


def check_weight_column(table: Table, roles: Roles) -> Problem | None:
    """A column called weight that is not used: it may hold kilograms, so the choice is the user's.

    >>> import pandas as pd

    >>> check_weight_column(Table("t", pd.DataFrame({"y": [1], "s": [1], "weight": [2]})), Roles("y", "1", ("s",)))
    Problem('weight_unused', column='weight')
    """
    named = next((name for name in table.frame.columns if name.strip().lower() in ("weight", "w")), None)
    taken = (roles.label, *roles.scores, roles.weight)
    return Problem("weight_unused", column=named) if named and roles.weight is None and named not in taken else None


def other_numeric_columns(table: Table, roles: Roles) -> list[str]:
    """The columns of numbers that play no part and could be scores: not those that count or name rows.

    >>> import pandas as pd

    >>> table = Table("t", pd.DataFrame({"y": [1, 0], "s": [0.1, 0.2], "other": [0.5, 0.4]}))
    >>> other_numeric_columns(table, Roles("y", "1", ("s",)))
    ['other']
    """
    free = [name for name in score_column_options(table, roles) if name not in (*roles.scores, *roles.labels)]
    return [name for name in free if not is_row_number(name, table.frame[name])]
