"""Roles of which somebody names some: what is not named is guessed beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pr_app.reading.columns.kinds import mostly_numbers
from pr_app.reading.columns.label_values import label_values
from pr_app.reading.columns.scores import classes_by_column
from pr_app.reading.roles.guessed_label import likeliest_label, named_label
from pr_app.reading.roles.guessed_roles import guess_roles, positive_of
from pr_app.reading.roles.guessed_score import likeliest_score, named_score, score_of_positive
from pr_app.reading.roles.roles import Roles
from pr_app.reading.roles.several_scores import guess_kind, guess_several
from pr_app.reading.tables import Table


def asked_roles(
    table: Table,
    *,
    label: str | None = None,
    scores: Sequence[str] = (),
    positive: str | None = None,
    weight: str | None = None,
) -> Roles:
    """Roles with the columns that are named; where label and scores are, nothing but the positive value is guessed.

    >>> import pandas as pd
    >>> table = Table("t", pd.DataFrame({"y": [1, 0, 1], "w": [2, 1, 1], "a": [0.9, 0.2, 0.4], "b": [0.1, 0.2, 0.3]}))
    >>> asked_roles(table, label="y", scores=["b"])
    Roles(label='y', positive='1', scores=('b',), weight=None, group=None, kind='one', labels=(), turned=(), \
prediction=None, part=None, missed=0, total=None, total_by=None, unscored='asked', once=False, percent=(), logit=())
    """
    guessed = guess_roles(table)
    if label is None and not scores:
        roles = guessed
    elif label is not None and scores:
        roles = Roles(label, positive_of(table, label), tuple(scores), unscored=guessed.unscored)
    elif label is None:
        roles = _with_scores(table, guessed, tuple(scores))
    else:
        roles = _with_label(table, guessed, label)
    if scores:
        roles = guess_kind(table, roles)
    roles = roles if weight is None else replace(roles, weight=weight)
    return roles if positive is None else _with_positive(table, roles, positive)


def _with_scores(table: Table, guessed: Roles, scores: tuple[str, ...]) -> Roles:
    """The likeliest label beside these scores."""
    weight, group = (None if name in scores else name for name in (guessed.weight, guessed.group))
    rest = [name for name in table.frame.columns if name not in (*scores, weight, group)]
    rest = rest or [name for name in table.frame.columns if name not in scores]
    label = named_label(table, rest) or likeliest_label(table, rest)
    return Roles(label, positive_of(table, label), scores, weight, group, unscored=guessed.unscored)


def _with_label(table: Table, guessed: Roles, label: str) -> Roles:
    """The likeliest scores beside this label."""
    if label == guessed.label:
        return guessed
    frame = table.frame
    weight, group = (None if name == label else name for name in (guessed.weight, guessed.group))
    free = [name for name in frame.columns if name not in (label, weight, group)]
    free = free or [name for name in frame.columns if name != label]
    numeric = [name for name in free if mostly_numbers(frame[name])]
    positive = positive_of(table, label)
    score = score_of_positive(table, label, positive, numeric) or named_score(frame, free, numeric)
    score = score or likeliest_score(frame, free, numeric)
    return guess_several(table, Roles(label, positive, (score,), weight, group, unscored=guessed.unscored))


def _with_positive(table: Table, roles: Roles, positive: str) -> Roles:
    """A value for positive; where each class has a score of its own, that of this class alone."""
    if roles.kind != "classes":
        return replace(roles, positive=positive)
    scored = classes_by_column(label_values(table, roles.label), roles.scores) or {}
    own = tuple(column for column, value in scored.items() if value == positive)
    return replace(roles, positive=positive, scores=own or roles.scores, kind="one" if own else "models")
