"""Offers of what can be done about something that looks odd: other roles, taken by one click."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from pr_curve_lab.reading.cases.number_columns import read_numbers
from pr_curve_lab.reading.columns.kinds import has_fractions
from pr_curve_lab.reading.columns.label_values import label_values
from pr_curve_lab.reading.formats.table import Table
from pr_curve_lab.reading.problem import Problem
from pr_curve_lab.reading.roles.choices import MOST_OTHERS, Offer
from pr_curve_lab.reading.roles.roles import Roles
from pr_curve_lab.reading.roles.row_parts import guess_part
from pr_curve_lab.reading.roles.unused_columns import unused_numbers


def remedies(notice: Problem, table: Table, roles: Roles) -> tuple[Offer, ...]:
    """The offers about one notice or problem; none where nothing but other rows would help.

    >>> import pandas as pd
    >>> table = Table("t", pd.DataFrame({"y": ["dog", "cat", "cat"], "s": [0.1, 0.9, 0.7]}))
    >>> found = remedies(Problem("scores_reversed", share=0.0, column="s"), table, Roles("y", "dog", ("s",)))
    >>> [(offer.does, offer.value) for offer in found]
    [('turn', 's'), ('take_positive', 'cat')]
    """
    if roles.kind not in ("one", "models") or notice.key not in _REMEDIES:
        return ()
    return _REMEDIES[notice.key](str(notice.facts.get("column", "")), table, roles)


def _turn(column: str, table: Table, roles: Roles) -> tuple[Offer, ...]:
    """Lower scores are more positive, or the other value is looked for."""
    others = [name for name in roles.turned if name != column]
    turned = tuple(others) if column in roles.turned else (*roles.turned, column)
    turn = Offer("unturn" if column in roles.turned else "turn", column, replace(roles, turned=turned))
    values = [value for value in label_values(table, roles.label) if value != roles.positive]
    other = (Offer("take_positive", values[0], replace(roles, positive=values[0])),) if len(values) == 1 else ()
    return (turn, *other)


def _other_score(column: str, table: Table, roles: Roles) -> tuple[Offer, ...]:
    """Another column that ranks the rows, in the place of this one; of several models this one can go."""
    if len(roles.scores) > 1:
        rest = tuple(name for name in roles.scores if name != column)
        return (Offer("without", column, replace(roles, scores=rest, kind="one" if len(rest) == 1 else roles.kind)),)
    others = [name for name in unused_numbers(table, roles) if has_fractions(table.frame[name])][:MOST_OTHERS]
    return tuple(
        Offer("take", name, replace(roles, scores=(name,), turned=(), prediction=None, percent=(), logit=()))
        for name in others
    )


def _all_rows(_: str, __: Table, roles: Roles) -> tuple[Offer, ...]:
    """All parts, where only one of them counts."""
    if roles.part is None or roles.group is None:
        return ()
    return (Offer("take_all", roles.group, replace(roles, part=None)),)


def _once(_: str, __: Table, roles: Roles) -> tuple[Offer, ...]:
    return (Offer("count_once", "", replace(roles, once=True)),)


def _judged(_: str, table: Table, roles: Roles) -> tuple[Offer, ...]:
    part = guess_part(table, roles.group)
    return () if part is None else (Offer("only", part, replace(roles, part=part)),)


def _percent(column: str, _: Table, roles: Roles) -> tuple[Offer, ...]:
    return (Offer("as_percent", column, replace(roles, percent=(*roles.percent, column))),)


def _logit(column: str, _: Table, roles: Roles) -> tuple[Offer, ...]:
    return (Offer("as_logit", column, replace(roles, logit=(*roles.logit, column))),)


def _missed(_: str, table: Table, roles: Roles) -> tuple[Offer, ...]:
    if roles.unscored == "missed" or not _some_have_no_score(table, roles):  # what lacks a score now has others
        return ()
    return (Offer("unscored_missed", "", replace(roles, unscored="missed")),)


def _some_have_no_score(table: Table, roles: Roles) -> bool:
    empty = [read_numbers("score", table.frame[column], column).unknown for column in roles.scores]
    return bool(np.logical_and.reduce(empty).any())


def _left_out(_: str, __: Table, roles: Roles) -> tuple[Offer, ...]:
    return (Offer("unscored_left_out", "", replace(roles, unscored="left_out")),)


_REMEDIES: dict[str, Callable[[str, Table, Roles], tuple[Offer, ...]]] = {
    "scores_reversed": _turn,
    "one_score": _other_score,
    "hard_decisions": _other_score,
    "many_ties": _other_score,
    "many_ties_weighted": _other_score,
    "separates_perfectly": _other_score,
    "few_positives": _all_rows,
    "rows_repeated": _once,
    "training_rows": _judged,
    "probability_percent": _percent,
    "probability_logit": _logit,
    "score_missing": _missed,
    "unscored_left_out": _missed,
    "unscored_missed": _left_out,
}
