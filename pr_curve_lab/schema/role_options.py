"""The choices that were made about columns, each with its alternatives."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from pr_curve_lab.io.column_names import COUNTS, TOTALS, is_named, join_words
from pr_curve_lab.io.notices import Notice
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.column_values import (
    has_fractions,
    infer_positive,
    label_text,
    label_values,
    name_contains,
    read_numbers,
)
from pr_curve_lab.schema.roles import (
    MAX_UNSCORED,
    MULTI_SCORE_KINDS,
    UNSCORED_POLICIES,
    Roles,
    cluster_columns,
    infer_kind,
    infer_roles_and_certainty,
    infer_scores,
    infer_test_split,
    numeric_columns,
    other_numeric_columns,
    positive_of,
    total_column,
    unit_columns,
    with_total,
)
from pr_curve_lab.schema.row_selection import split_mask

MAX_ALTERNATIVES = 4  # columns offered instead of one


@dataclass(frozen=True)
class RoleOption:
    """Other roles that can be chosen: a key of the catalog for the action, its value or column, and the roles."""

    action: str
    value: str
    roles: Roles


@dataclass(frozen=True)
class RoleNotice:
    """A note on what was chosen, and what can be chosen instead."""

    notice: Notice
    options: tuple[RoleOption, ...]


def describe_roles(table: Table, roles: Roles) -> list[RoleNotice]:
    """Return the choices that are not beyond doubt.

    >>> import pandas as pd
    >>> table = Table("t", pd.DataFrame({"y": ["dog", "cat", "cat"], "s": [0.1, 0.9, 0.7]}))
    >>> [(choice.notice.key, choice.options[0].value) for choice in describe_roles(table, Roles("y", "dog", ("s",)))]
    [('chose_positive_rarer', 'cat')]
    """
    of_scores = (_positive, _confidence, _other_score, _inverted_scores, _score_scale)
    of_rows = (_split, _counts, _total, _duplicates)
    looks = (*of_scores, *of_rows, _score, _label)
    return [choice for choice in (build(table, roles) for build in looks) if choice is not None]


def cluster_options(table: Table, roles: Roles) -> tuple[RoleOption, ...]:
    """Return the other choices for intervals: rows are independent, or clusters of another column stay together.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"user": [*range(12)] * 2, "y": [0, 1] * 12, "s": range(24)})
    >>> [offer.action for offer in cluster_options(Table("t", frame), Roles("y", "1", ("s",), cluster="user"))]
    ['apart']
    """
    others = [name for name in cluster_columns(table, roles) if name != roles.cluster][:MAX_ALTERNATIVES]
    apart = () if roles.cluster is None else (RoleOption("apart", roles.cluster, replace(roles, cluster=None)),)
    return (*apart, *(RoleOption("together", name, replace(roles, cluster=name)) for name in others))


def _positive(table: Table, roles: Roles) -> RoleNotice | None:
    """The positive value of two, unless its meaning is obvious and the user has not chosen the other."""
    values = label_values(table, roles.label)
    if roles.kind not in ("one", "models") or len(values) != 2 or roles.positive not in values:
        return None
    guessed = infer_positive(table, roles.label, numeric_columns(table, roles.label))
    if guessed is None or (guessed.why == "plain" and guessed.value == roles.positive):
        return None
    other = next(value for value in values if value != roles.positive)
    why = guessed.why if guessed.value == roles.positive else "yours"
    notice = Notice(f"chose_positive_{why}", value=roles.positive, column=roles.label)
    return RoleNotice(notice, (RoleOption("take", other, replace(roles, positive=other)),))


def _other_score(table: Table, roles: Roles) -> RoleNotice | None:
    """A score that is named after the negative value, and is used without inverting it."""
    others = [value for value in label_values(table, roles.label) if value != roles.positive]
    if roles.kind != "one" or roles.positive is None or len(others) != 1 or roles.inverted or roles.prediction:
        return None
    score, other = roles.scores[0], others[0]
    is_named_after_other = name_contains(_without(roles.label, score, other), other)
    if not is_named_after_other or name_contains(_without(other, score, roles.positive), roles.positive):
        return None
    turn = RoleOption("turn", score, replace(roles, inverted=(score,)))
    take = RoleOption("take_positive", other, replace(roles, positive=other))
    return RoleNotice(Notice("chose_other_score", column=score, value=other), (turn, take))


def _without(phrase: str, score: str, value: str) -> str:
    """Return the words of a score's name without those of a phrase that the value is only a part of.

    >>> _without("no_show", "no_show_probability", "no"), _without("benign", "p_benign", "benign")
    ('| probability', 'p benign')
    """
    of_phrase, words, of_value = (f" {join_words(name)} " for name in (phrase, score, value))
    is_part = of_value in of_phrase and of_value != of_phrase
    return (words.replace(of_phrase, " | ") if is_part else words).strip()


def _inverted_scores(_: Table, roles: Roles) -> RoleNotice | None:
    """Scores of which lower values are more positive."""
    if not roles.inverted:
        return None
    columns = ", ".join(roles.inverted)
    return RoleNotice(
        Notice("chose_turned", column=columns), (RoleOption("unturn", columns, replace(roles, inverted=())),)
    )


def _confidence(_: Table, roles: Roles) -> RoleNotice | None:
    """Scores that are the confidence of a prediction."""
    if roles.prediction is None or roles.kind != "one":
        return None
    notice = Notice("chose_confidence", column=roles.scores[0], prediction=roles.prediction)
    return RoleNotice(notice, (RoleOption("as_it_stands", roles.scores[0], replace(roles, prediction=None)),))


def _split(table: Table, roles: Roles) -> RoleNotice | None:
    """The only split whose rows are kept."""
    if roles.selected_split is None:
        return None
    column, kept = roles.selected_split
    others = [value for value in label_values(table, column) if value != kept]
    offers = [RoleOption("take", value, replace(roles, split_value=value)) for value in others]
    notice = Notice("chose_part", value=kept, column=column)
    return RoleNotice(notice, (*offers, RoleOption("take_all", column, replace(roles, split_value=None))))


def _counts(_: Table, roles: Roles) -> RoleNotice | None:
    """Lines that stand for several rows."""
    if roles.weight is None or not is_named(COUNTS, roles.weight):
        return None
    notice = Notice("chose_counts", column=roles.weight)
    return RoleNotice(notice, (RoleOption("once_each", roles.weight, replace(roles, weight=None)),))


def _total(table: Table, roles: Roles) -> RoleNotice | None:
    """The column with the number of all positives, used or not; with classes or labels it is only mentioned."""
    if roles.kind in ("classes", "labels"):
        named = next((name for name in table.frame.columns if is_named(TOTALS, name)), None)
        return None if named is None else RoleNotice(Notice("chose_total_of_classes", column=named), ())
    if roles.total_positives is None:
        column = total_column(table, roles)
        found = () if column is None else (RoleOption("take", column, with_total(table, roles, column)),)
        return RoleNotice(Notice("chose_no_total", column=column), found) if found else None
    none = RoleOption("as_scored", roles.total_positives, replace(roles, total_positives=None, total_positives_by=None))
    if roles.total_positives_by is not None:
        notice = Notice("chose_total_of_each", column=roles.total_positives, unit=roles.total_positives_by)
        one = table.frame[roles.total_positives].nunique() == 1
        return RoleNotice(
            notice, (none, *((RoleOption("in_all", "", replace(roles, total_positives_by=None)),) if one else ()))
        )
    units = unit_columns(table, roles, roles.total_positives)[:1]
    each = tuple(RoleOption("for_each", unit, replace(roles, total_positives_by=unit)) for unit in units)
    return RoleNotice(Notice("chose_total", column=roles.total_positives), (none, *each))


def _duplicates(_: Table, roles: Roles) -> RoleNotice | None:
    """Repeated rows that are counted once."""
    if not roles.drop_duplicates:
        return None
    return RoleNotice(Notice("chose_once"), (RoleOption("count_again", "", replace(roles, drop_duplicates=False)),))


def _score_scale(_: Table, roles: Roles) -> RoleNotice | None:
    """Scores that are read as percent or as log odds."""
    if not roles.percent and not roles.logit:
        return None
    named = ", ".join(roles.percent or roles.logit)
    notice = Notice("chose_percent", column=named) if roles.percent else Notice("chose_logit", column=named)
    return RoleNotice(notice, (RoleOption("as_it_stands", named, replace(roles, percent=(), logit=())),))


def _score(table: Table, roles: Roles) -> RoleNotice | None:
    """The score or the models, if another column could be meant."""
    if roles.kind not in ("one", "models"):
        return None
    found = infer_roles_and_certainty(table)
    is_guessed = replace(found.roles, scores=roles.scores, positive=roles.positive) == replace(roles, inverted=())
    decided = found.score if is_guessed else infer_scores(table, roles)
    others = [name for name in (*decided.selected, *decided.alternatives) if name not in roles.scores][
        :MAX_ALTERNATIVES
    ]
    if not others:
        return None
    return RoleNotice(
        Notice("chose_score", column=", ".join(roles.scores)),
        tuple(
            RoleOption("take", name, replace(roles, scores=(name,), kind="one", inverted=(), prediction=None))
            for name in others
        ),
    )


def _label(table: Table, roles: Roles) -> RoleNotice | None:
    """The label, if another column could be meant."""
    if roles.kind not in ("one", "models"):
        return None
    decided = infer_roles_and_certainty(table).label
    possible = (
        [*decided.selected, *decided.alternatives] if roles.label in (*decided.selected, *decided.alternatives) else []
    )
    taken = (roles.label, *roles.scores, roles.weight, roles.group, roles.split, roles.cluster)
    others = [name for name in possible if name not in taken][:MAX_ALTERNATIVES]
    if not others:
        return None
    found = {name: replace(roles, label=name, positive=positive_of(table, name)) for name in others}
    offers = tuple(RoleOption("take", name, infer_kind(table, other)) for name, other in found.items())
    return RoleNotice(Notice("chose_label", column=roles.label), offers)


# Names of roles in links and widgets that differ from the fields of Roles.
ROLE_FIELDS = {
    "turned": "inverted", "part": "split_value", "missed": "unscored_positives", "total": "total_positives",
    "total_by": "total_positives_by", "once": "drop_duplicates", "unscored": "unscored_policy",
}  # fmt: skip
TUPLE_ROLES = ("scores", "labels", "turned", "percent", "logit")  # roles of several columns
# Roles of a single column:
COLUMN_ROLES = ("label", "weight", "group", "prediction", "total", "total_by", "cluster", "split")
ALL_KINDS = ("one", *MULTI_SCORE_KINDS)


def roles_to_dict(roles: Roles) -> dict[str, Any]:
    """Return the roles by their names in links and widgets.

    >>> roles_to_dict(Roles("y", "1", ("a",), total_positives="n_gt"))["total"]
    'n_gt'
    """
    names = {field: name for name, field in ROLE_FIELDS.items()}
    return {names.get(field, field): value for field, value in asdict(roles).items()}


def roles_to_json(roles: Roles, default: Roles) -> str:
    """Return the roles that differ from the guessed ones as JSON, or "" if none does.

    >>> roles_to_json(Roles("y", "1", ("a", "b"), kind="models"), Roles("y", "1", ("a",)))
    '{"scores":["a","b"],"kind":"models"}'
    """
    before = roles_to_dict(default)
    changed = {role: value for role, value in roles_to_dict(roles).items() if value != before[role]}
    return json.dumps(changed, ensure_ascii=False, separators=(",", ":")) if changed else ""


def roles_from_json(text: str, default: Roles, table: Table) -> Roles | None:
    """Return the guessed roles with the changes in a JSON text, or None if it does not fit the table.

    >>> import pandas as pd
    >>> table = Table("t", pd.DataFrame({"y": [0, 1], "a": [0.1, 0.2], "b": [0.3, 0.1]}))
    >>> roles_from_json('{"scores":["b"]}', Roles("y", "1", ("a",)), table).scores
    ('b',)
    >>> roles_from_json('{"scores":["c"]}', Roles("y", "1", ("a",)), table) is None
    True
    >>> roles_from_json('{"scores":["b","b"]}', Roles("y", "1", ("a",)), table) is None
    True
    """
    try:
        changed = json.loads(text)
    except (ValueError, RecursionError):  # not JSON, or nested too deeply
        return None
    if not isinstance(changed, dict) or not all(_is_valid_role(role, value, table) for role, value in changed.items()):
        return None
    roles: dict[str, Any] = {
        ROLE_FIELDS.get(role, str(role)): tuple(value) if role in TUPLE_ROLES else value
        for role, value in changed.items()
    }
    return replace(default, **roles)


def _is_valid_role(role: str, value: object, table: Table) -> bool:
    names = list(table.frame.columns)
    if role in TUPLE_ROLES:
        if not isinstance(value, list) or not all(one in names for one in value):
            return False
        return len(set(value)) == len(value) and (bool(value) or role != "scores")
    if role in COLUMN_ROLES:
        return value in names or (value is None and role != "label")
    if role == "kind":
        return value in ALL_KINDS
    if role == "missed":
        return type(value) is int and 0 <= value <= MAX_UNSCORED
    if role == "once":
        return isinstance(value, bool)
    if role == "unscored":
        return value in UNSCORED_POLICIES
    return role in ("positive", "part") and (value is None or isinstance(value, str))


def fix_options(problem: Notice, table: Table, roles: Roles) -> tuple[RoleOption, ...]:
    """Return the options that help with a note or problem, or none if only other rows would help.

    >>> import pandas as pd
    >>> table = Table("t", pd.DataFrame({"y": ["dog", "cat", "cat"], "s": [0.1, 0.9, 0.7]}))
    >>> found = fix_options(Notice("scores_reversed", share=0.0, column="s"), table, Roles("y", "dog", ("s",)))
    >>> [(offer.action, offer.value) for offer in found]
    [('turn', 's'), ('take_positive', 'cat')]
    """
    if roles.kind not in ("one", "models") or problem.key not in _FIXES:
        return ()
    return _FIXES[problem.key](str(problem.params.get("column", "")), table, roles)


def _invert_score(column: str, table: Table, roles: Roles) -> tuple[RoleOption, ...]:
    """Invert the score, or make the other value positive."""
    others = [name for name in roles.inverted if name != column]
    inverted = tuple(others) if column in roles.inverted else (*roles.inverted, column)
    turn = RoleOption("unturn" if column in roles.inverted else "turn", column, replace(roles, inverted=inverted))
    values = [value for value in label_values(table, roles.label) if value != roles.positive]
    other = (RoleOption("take_positive", values[0], replace(roles, positive=values[0])),) if len(values) == 1 else ()
    return (turn, *other)


def _replace_score(column: str, table: Table, roles: Roles) -> tuple[RoleOption, ...]:
    """Choose another numeric column as the score; of several models, only leave this one out."""
    return _other_scores(column, table, roles) or _without_model(column, table, roles)


def _other_scores(_: str, table: Table, roles: Roles) -> tuple[RoleOption, ...]:
    """Choose another numeric column as the score, unless there are several models."""
    if len(roles.scores) > 1:
        return ()
    others = [name for name in other_numeric_columns(table, roles) if has_fractions(table.frame[name])]
    return tuple(
        RoleOption("take", name, replace(roles, scores=(name,), inverted=(), prediction=None, percent=(), logit=()))
        for name in others[:MAX_ALTERNATIVES]
    )


def _without_model(column: str, _: Table, roles: Roles) -> tuple[RoleOption, ...]:
    """Leave out one of several models."""
    rest = tuple(name for name in roles.scores if name != column)
    kind = "one" if len(rest) == 1 else roles.kind
    return (RoleOption("without", column, replace(roles, scores=rest, kind=kind)),) if rest else ()


def _all_rows(_: str, __: Table, roles: Roles) -> tuple[RoleOption, ...]:
    """Keep all rows if only one split is kept."""
    if roles.selected_split is None:
        return ()
    return (RoleOption("take_all", roles.selected_split[0], replace(roles, split_value=None)),)


def _drop_duplicates(_: str, __: Table, roles: Roles) -> tuple[RoleOption, ...]:
    return (RoleOption("count_once", "", replace(roles, drop_duplicates=True)),)


def _select_test_rows(_: str, table: Table, roles: Roles) -> tuple[RoleOption, ...]:
    split = infer_test_split(table, roles.split_column)
    return () if split is None else (RoleOption("only", split, replace(roles, split_value=split)),)


def _percent(column: str, _: Table, roles: Roles) -> tuple[RoleOption, ...]:
    return (RoleOption("as_percent", column, replace(roles, percent=(*roles.percent, column))),)


def _logit(column: str, _: Table, roles: Roles) -> tuple[RoleOption, ...]:
    return (RoleOption("as_logit", column, replace(roles, logit=(*roles.logit, column))),)


def _fill_missing_scores(column: str, table: Table, roles: Roles) -> tuple[RoleOption, ...]:
    return _count_missing_scores(column, table, roles) + _without_incomplete_model(column, table, roles)


def _without_incomplete_model(column: str, table: Table, roles: Roles) -> tuple[RoleOption, ...]:
    """Leave out a model that lacks scores, so that more rows can be used."""
    return tuple(replace(option, action="without_incomplete") for option in _without_model(column, table, roles))


def _count_missing_scores(_: str, table: Table, roles: Roles) -> tuple[RoleOption, ...]:
    """Count positives without any score as missed, if there are such."""
    empty = [read_numbers("score", table.frame[column], column).unknown for column in roles.scores]
    positive = label_text(table, roles.label) == roles.positive
    if roles.unscored_policy == "missed" or not np.all([split_mask(table, roles), positive, *empty], axis=0).any():
        return ()
    action = "unscored_missed" if len(roles.scores) == 1 else "unscored_missed_by_all"
    return (RoleOption(action, "", replace(roles, unscored_policy="missed")),)


def _exclude_missing_scores(_: str, __: Table, roles: Roles) -> tuple[RoleOption, ...]:
    return (RoleOption("unscored_left_out", "", replace(roles, unscored_policy="left_out")),)


_FIXES: dict[str, Callable[[str, Table, Roles], tuple[RoleOption, ...]]] = {
    "scores_reversed": _invert_score,
    "one_score": _replace_score,
    "hard_decisions": _replace_score,
    "many_ties": _other_scores,
    "many_ties_weighted": _other_scores,
    "separates_perfectly": _replace_score,
    "few_positives": _all_rows,
    "rows_repeated": _drop_duplicates,
    "training_rows": _select_test_rows,
    "probability_percent": _percent,
    "probability_logit": _logit,
    "score_missing": _fill_missing_scores,
    "excluded_score": _without_incomplete_model,
    "unscored_left_out": _count_missing_scores,
    "unscored_missed": _exclude_missing_scores,
}
