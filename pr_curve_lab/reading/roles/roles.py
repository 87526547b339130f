"""The roles of the columns of a table.

One label and one score are a curve. Several scores are models of one label, its classes, or labels of their own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

MOST_MISSED = 10**9  # positives that were never scored
MOST_GROUPS = 200  # folds or sites; a column with more tells rows apart

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
