"""Roles of which somebody names some: what is not named is guessed beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pr_curve_lab.reading.columns.label_values import label_values
from pr_curve_lab.reading.columns.scores import classes_by_column
from pr_curve_lab.reading.formats.table import Table
from pr_curve_lab.reading.roles.column_ranks import Decision, decide_label, decide_scores
from pr_curve_lab.reading.roles.guessed_roles import Guess, guess, guess_beside, positive_of
from pr_curve_lab.reading.roles.roles import Roles
from pr_curve_lab.reading.roles.several_scores import guess_kind, guess_several


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
    return guess_beside_named(table, label=label, scores=scores, positive=positive, weight=weight).roles


def guess_beside_named(
    table: Table,
    *,
    label: str | None = None,
    scores: Sequence[str] = (),
    positive: str | None = None,
    weight: str | None = None,
) -> Guess:
    """The same, with how sure those of label and score are that nobody named.

    >>> import pandas as pd
    >>> table = Table("t", pd.DataFrame({"y1": [1, 0, 1, 0], "y2": [1, 1, 0, 0], "score": [0.9, 0.2, 0.4, 0.3]}))
    >>> guess_beside_named(table).is_open, guess_beside_named(table, label="y2").is_open
    (True, False)
    """
    found = _named(table, guess(table), label, tuple(scores), weight)
    return found if positive is None else replace(found, roles=_with_positive(table, found.roles, positive))


def _named(table: Table, guessed: Guess, label: str | None, scores: tuple[str, ...], weight: str | None) -> Guess:
    """What was guessed, without what a named column has taken from it."""
    roles = guessed.roles
    named = {name for name in (label, *scores, weight) if name is not None}
    weight = weight or (None if roles.weight in named else roles.weight)
    group = None if roles.group in named else roles.group
    of_label, of_score = guessed.label, guessed.score
    if label is not None:
        of_label = Decision((label,), reason="named")
    elif roles.label in named or named.intersection(of_label.others):
        of_label = decide_label(table, _free(table, named, weight, group))
    elif scores and of_label.certainty == "open":  # of two labels a score is named after one, perhaps
        of_label = decide_label(table, _free(table, named - set(scores), weight, group), scores=scores)
    if scores or of_label.taken[0] != roles.label or named.intersection(roles.scores):
        of_score = Decision(scores, reason="named")
        unscored = roles.unscored
        roles = Roles(
            of_label.taken[0], positive_of(table, of_label.taken[0]), scores, weight, group, unscored=unscored
        )
        if scores:
            roles = guess_kind(table, roles)
        else:
            free = _free(table, {*named, roles.label}, weight, group)
            of_score = decide_scores(table, free, roles.label, roles.positive)
            roles = guess_several(table, replace(roles, scores=of_score.taken[:1]), of_score.taken)
            of_score = replace(of_score, taken=roles.scores)
    else:
        roles = replace(roles, weight=weight, group=group)
    return Guess(guess_beside(table, roles), of_label, of_score)


def _free(table: Table, named: set[str], *guessed: str | None) -> list[str]:
    """The columns that have no part yet; where there is none a guessed part gives way, then any."""
    columns = list(table.frame.columns)
    free = [name for name in columns if name not in named]
    return [name for name in free if name not in guessed] or free or columns


def _with_positive(table: Table, roles: Roles, positive: str) -> Roles:
    """A value for positive; where each class has a score of its own, that of this class alone."""
    if roles.kind != "classes":
        return replace(roles, positive=positive)
    scored = classes_by_column(label_values(table, roles.label), roles.scores) or {}
    own = tuple(column for column, value in scored.items() if value == positive)
    return replace(roles, positive=positive, scores=own or roles.scores, kind="one" if own else "models")
