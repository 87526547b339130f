"""What a visitor changed about the columns of an example, as text for its address: a link must show what was seen."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from typing import Any

from pr_curve_lab.reading.formats.table import Table
from pr_curve_lab.reading.roles.roles import KINDS, MOST_MISSED, UNSCORED, Roles

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
