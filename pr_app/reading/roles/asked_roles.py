"""Roles of which somebody names some: what is not named is guessed beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pr_app.reading.columns.kinds import mostly_numbers
from pr_app.reading.columns.label_values import label_values
from pr_app.reading.columns.scores import classes_by_column
from pr_app.reading.roles.guessed_label import likeliest_label, named_label
from pr_app.reading.roles.guessed_roles import guess_beside, guess_roles, positive_of
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
    """The guessed roles with the columns that are named; what is not named stays guessed where it is still free.

    >>> import pandas as pd
    >>> table = Table("t", pd.DataFrame({"y": [1, 0, 1], "a": [0.9, 0.2, 0.4], "p": [3, 2, 4], "fold": [1, 2, 2]}))
    >>> roles = asked_roles(table, label="y", scores=["a"])
    >>> roles.scores, roles.group
    (('a',), 'fold')
    """
    roles = _named(table, guess_roles(table), label, tuple(scores), weight)
    return roles if positive is None else _with_positive(table, roles, positive)


def _named(table: Table, guessed: Roles, label: str | None, scores: tuple[str, ...], weight: str | None) -> Roles:
    """The guessed roles, without what a named column has taken from them."""
    named = {name for name in (label, *scores, weight) if name is not None}
    weight = weight or (None if guessed.weight in named else guessed.weight)
    group = None if guessed.group in named else guessed.group
    if label is None:
        label = _label(table, _free(table, named, weight, group)) if guessed.label in named else guessed.label
    if scores or label != guessed.label or named.intersection(guessed.scores):
        roles = Roles(label, positive_of(table, label), scores, weight, group, unscored=guessed.unscored)
        free = _free(table, {*named, label}, weight, group)
        roles = guess_kind(table, roles) if scores else _with_scores(table, roles, free)
    else:
        roles = replace(guessed, weight=weight, group=group)
    return guess_beside(table, roles)


def _free(table: Table, named: set[str], *guessed: str | None) -> list[str]:
    """The columns that have no part yet; where there is none a guessed part gives way, then any."""
    columns = list(table.frame.columns)
    free = [name for name in columns if name not in named]
    return [name for name in free if name not in guessed] or free or columns


def _label(table: Table, names: list[str]) -> str:
    return named_label(table, names) or likeliest_label(table, names)


def _with_scores(table: Table, roles: Roles, names: list[str]) -> Roles:
    """The likeliest scores beside a label."""
    frame = table.frame
    numeric = [name for name in names if mostly_numbers(frame[name])]
    score = score_of_positive(table, roles.label, roles.positive, numeric) or named_score(frame, names, numeric)
    return guess_several(table, replace(roles, scores=(score or likeliest_score(frame, names, numeric),)))


def _with_positive(table: Table, roles: Roles, positive: str) -> Roles:
    """A value for positive; where each class has a score of its own, that of this class alone."""
    if roles.kind != "classes":
        return replace(roles, positive=positive)
    scored = classes_by_column(label_values(table, roles.label), roles.scores) or {}
    own = tuple(column for column, value in scored.items() if value == positive)
    return replace(roles, positive=positive, scores=own or roles.scores, kind="one" if own else "models")
