"""What was chosen about the columns and could be otherwise, with the alternatives."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from pr_curve_lab.io.column_names import COUNTS, TOTALS, is_named
from pr_curve_lab.io.limits import Problem
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.column_values import guess_positive, has_fractions, is_named_after, label_values
from pr_curve_lab.schema.extra_columns import cluster_columns, guess_part, total_column, units_of, with_total
from pr_curve_lab.schema.infer_roles import decide_beside, guess, numeric_columns, positive_of
from pr_curve_lab.schema.multi_scores import guess_kind
from pr_curve_lab.schema.roles import KINDS, MOST_MISSED, UNSCORED, Roles, unused_numbers
from pr_curve_lab.schema.values import read_numbers

MOST_OTHERS = 4  # columns that are offered in place of one


@dataclass(frozen=True)
class Offer:
    """Other roles, and what taking them does: a key of the catalogue, with the value or column that it names."""

    does: str
    value: str
    roles: Roles


@dataclass(frozen=True)
class Choice:
    """A sentence about what was taken, and what could be taken instead."""

    said: Problem
    offers: tuple[Offer, ...]


def choices(table: Table, roles: Roles) -> list[Choice]:
    """Choices that are not beyond doubt.

    >>> import pandas as pd
    >>> table = Table("t", pd.DataFrame({"y": ["dog", "cat", "cat"], "s": [0.1, 0.9, 0.7]}))
    >>> [(choice.said.key, choice.offers[0].value) for choice in choices(table, Roles("y", "dog", ("s",)))]
    [('chose_positive_rarer', 'cat')]
    """
    of_scores = (_positive, _confidence, _other_score, _turned, _scaled)
    of_rows = (_part, _counts, _total, _once)
    looks = (*of_scores, *of_rows, _score, _label)
    return [choice for choice in (look(table, roles) for look in looks) if choice is not None]


def cluster_offers(table: Table, roles: Roles) -> tuple[Offer, ...]:
    """What else intervals can do about persons, images or queries: take rows as independent, or keep others together.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"user": [*range(12)] * 2, "y": [0, 1] * 12, "s": range(24)})
    >>> [offer.does for offer in cluster_offers(Table("t", frame), Roles("y", "1", ("s",), cluster="user"))]
    ['apart']
    """
    others = [name for name in cluster_columns(table, roles) if name != roles.cluster][:MOST_OTHERS]
    apart = () if roles.cluster is None else (Offer("apart", roles.cluster, replace(roles, cluster=None)),)
    return (*apart, *(Offer("together", name, replace(roles, cluster=name)) for name in others))


def _positive(table: Table, roles: Roles) -> Choice | None:
    """The positive value of two, unless the words leave no doubt and nobody has chosen the other."""
    values = label_values(table, roles.label)
    if roles.kind not in ("one", "models") or len(values) != 2 or roles.positive not in values:
        return None
    guessed = guess_positive(table, roles.label, numeric_columns(table, roles.label))
    if guessed is None or (guessed.why == "plain" and guessed.value == roles.positive):
        return None
    other = next(value for value in values if value != roles.positive)
    why = guessed.why if guessed.value == roles.positive else "yours"
    said = Problem(f"chose_positive_{why}", value=roles.positive, column=roles.label)
    return Choice(said, (Offer("take", other, replace(roles, positive=other)),))


def _other_score(table: Table, roles: Roles) -> Choice | None:
    """A score that is named after the negative value, and taken as it stands."""
    others = [value for value in label_values(table, roles.label) if value != roles.positive]
    if roles.kind != "one" or roles.positive is None or len(others) != 1 or roles.turned or roles.prediction:
        return None
    score, other = roles.scores[0], others[0]
    if not is_named_after(score, other) or is_named_after(score, roles.positive):
        return None
    turn = Offer("turn", score, replace(roles, turned=(score,)))
    take = Offer("take_positive", other, replace(roles, positive=other))
    return Choice(Problem("chose_other_score", column=score, value=other), (turn, take))


def _turned(_: Table, roles: Roles) -> Choice | None:
    """Scores of which the lower are the more positive."""
    if not roles.turned:
        return None
    columns = ", ".join(roles.turned)
    return Choice(Problem("chose_turned", column=columns), (Offer("unturn", columns, replace(roles, turned=())),))


def _confidence(_: Table, roles: Roles) -> Choice | None:
    """Scores that say how sure a prediction is."""
    if roles.prediction is None or roles.kind != "one":
        return None
    said = Problem("chose_confidence", column=roles.scores[0], prediction=roles.prediction)
    return Choice(said, (Offer("as_it_stands", roles.scores[0], replace(roles, prediction=None)),))


def _part(table: Table, roles: Roles) -> Choice | None:
    """The rows of one part of the group."""
    if roles.part is None or roles.group is None:
        return None
    others = [value for value in label_values(table, roles.group) if value != roles.part]
    offers = [Offer("take", value, replace(roles, part=value)) for value in others]
    said = Problem("chose_part", value=roles.part, column=roles.group)
    return Choice(said, (*offers, Offer("take_all", roles.group, replace(roles, part=None))))


def _counts(_: Table, roles: Roles) -> Choice | None:
    """Lines that stand for several rows."""
    if roles.weight is None or not is_named(COUNTS, roles.weight):
        return None
    said = Problem("chose_counts", column=roles.weight)
    return Choice(said, (Offer("once_each", roles.weight, replace(roles, weight=None)),))


def _total(table: Table, roles: Roles) -> Choice | None:
    """A column of all positives there are, taken or not; of classes it is only named."""
    if roles.kind in ("classes", "labels"):
        named = next((name for name in table.frame.columns if is_named(TOTALS, name)), None)
        return None if named is None else Choice(Problem("chose_total_of_classes", column=named), ())
    if roles.total is None:
        column = total_column(table, roles)
        found = () if column is None else (Offer("take", column, with_total(table, roles, column)),)
        return Choice(Problem("chose_no_total", column=column), found) if found else None
    none = Offer("as_scored", roles.total, replace(roles, total=None, total_by=None))
    if roles.total_by is not None:
        said = Problem("chose_total_of_each", column=roles.total, unit=roles.total_by)
        one = table.frame[roles.total].nunique() == 1
        return Choice(said, (none, *((Offer("in_all", "", replace(roles, total_by=None)),) if one else ())))
    units = units_of(table, roles, roles.total)[:1]
    each = tuple(Offer("for_each", unit, replace(roles, total_by=unit)) for unit in units)
    return Choice(Problem("chose_total", column=roles.total), (none, *each))


def _once(_: Table, roles: Roles) -> Choice | None:
    """Rows that come again, counted once."""
    if not roles.once:
        return None
    return Choice(Problem("chose_once"), (Offer("count_again", "", replace(roles, once=False)),))


def _scaled(_: Table, roles: Roles) -> Choice | None:
    """Scores that are read as per cent or as log odds."""
    if not roles.percent and not roles.logit:
        return None
    named = ", ".join(roles.percent or roles.logit)
    said = Problem("chose_percent", column=named) if roles.percent else Problem("chose_logit", column=named)
    return Choice(said, (Offer("as_it_stands", named, replace(roles, percent=(), logit=())),))


def _score(table: Table, roles: Roles) -> Choice | None:
    """The score, or the models, where another column could be meant."""
    if roles.kind not in ("one", "models"):
        return None
    found = guess(table)
    is_guessed = replace(found.roles, scores=roles.scores, positive=roles.positive) == replace(roles, turned=())
    decided = found.score if is_guessed else decide_beside(table, roles)
    others = [name for name in (*decided.taken, *decided.others) if name not in roles.scores][:MOST_OTHERS]
    if not others:
        return None
    return Choice(
        Problem("chose_score", column=", ".join(roles.scores)),
        tuple(
            Offer("take", name, replace(roles, scores=(name,), kind="one", turned=(), prediction=None))
            for name in others
        ),
    )


def _label(table: Table, roles: Roles) -> Choice | None:
    """The label, where another column could be meant."""
    if roles.kind not in ("one", "models"):
        return None
    decided = guess(table).label
    possible = [*decided.taken, *decided.others] if roles.label in (*decided.taken, *decided.others) else []
    others = [name for name in possible if name not in (roles.label, *roles.scores)][:MOST_OTHERS]
    if not others:
        return None
    offers = tuple(Offer("take", name, _with(table, roles, name)) for name in others)
    return Choice(Problem("chose_label", column=roles.label), offers)


def _with(table: Table, roles: Roles, label: str) -> Roles:
    return guess_kind(table, replace(roles, label=label, positive=positive_of(table, label)))


SEVERAL = ("scores", "labels", "turned", "percent", "logit")  # roles of several columns
COLUMNS = ("label", "weight", "group", "prediction", "total", "total_by", "cluster")  # of one
KINDS_OF_ALL = ("one", *KINDS)


def changes_as_text(roles: Roles, guessed: Roles) -> str:
    """The roles that differ from the guessed ones, empty where none does.

    >>> changes_as_text(Roles("y", "1", ("a", "b"), kind="models"), Roles("y", "1", ("a",)))
    '{"scores":["a","b"],"kind":"models"}'
    """
    before = asdict(guessed)
    changed = {role: value for role, value in asdict(roles).items() if value != before[role]}
    return json.dumps(changed, ensure_ascii=False, separators=(",", ":")) if changed else ""


def with_changes(text: str, guessed: Roles, table: Table) -> Roles | None:
    """The guessed roles with the changes of a text; None where it does not fit the table.

    >>> import pandas as pd
    >>> table = Table("t", pd.DataFrame({"y": [0, 1], "a": [0.1, 0.2], "b": [0.3, 0.1]}))
    >>> with_changes('{"scores":["b"]}', Roles("y", "1", ("a",)), table).scores
    ('b',)
    >>> with_changes('{"scores":["c"]}', Roles("y", "1", ("a",)), table) is None
    True
    >>> with_changes('{"scores":["b","b"]}', Roles("y", "1", ("a",)), table) is None
    True
    """
    try:
        changed = json.loads(text)
    except (ValueError, RecursionError):  # no JSON, or nested deeper than anybody means it
        return None
    if not isinstance(changed, dict) or not all(_fits(role, value, table) for role, value in changed.items()):
        return None
    roles: dict[str, Any] = {role: tuple(value) if role in SEVERAL else value for role, value in changed.items()}
    return replace(guessed, **roles)


def _fits(role: str, value: object, table: Table) -> bool:
    names = list(table.frame.columns)
    if role in SEVERAL:
        if not isinstance(value, list) or not all(one in names for one in value):
            return False
        return len(set(value)) == len(value) and (bool(value) or role != "scores")
    if role in COLUMNS:
        return value in names or (value is None and role != "label")
    if role == "kind":
        return value in KINDS_OF_ALL
    if role == "missed":
        return type(value) is int and 0 <= value <= MOST_MISSED
    if role == "once":
        return isinstance(value, bool)
    if role == "unscored":
        return value in UNSCORED
    return role in ("positive", "part") and (value is None or isinstance(value, str))


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


def _other_score_remedies(column: str, table: Table, roles: Roles) -> tuple[Offer, ...]:
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


def _once_remedies(_: str, __: Table, roles: Roles) -> tuple[Offer, ...]:
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
    "one_score": _other_score_remedies,
    "hard_decisions": _other_score_remedies,
    "many_ties": _other_score_remedies,
    "many_ties_weighted": _other_score_remedies,
    "separates_perfectly": _other_score_remedies,
    "few_positives": _all_rows,
    "rows_repeated": _once_remedies,
    "training_rows": _judged,
    "probability_percent": _percent,
    "probability_logit": _logit,
    "score_missing": _missed,
    "unscored_left_out": _missed,
    "unscored_missed": _left_out,
}
