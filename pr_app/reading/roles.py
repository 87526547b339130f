"""Which column of a table plays which part: guessed from names and values, shown, and always the user's to change.

One label and one score are a curve. Several scores are models of one label, its classes, or labels of their own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import pandas as pd

from pr_app.reading.column_names import (
    PREDICTIONS,
    SCORES,
    group_named,
    is_id,
    is_named,
    label_named,
    score_named,
    weight_named,
)
from pr_app.reading.label_values import MOST_LABEL_VALUES, label_values
from pr_app.reading.positive_value import guess_positive
from pr_app.reading.problem import Problem
from pr_app.reading.score_columns import classes_by_column, labels_by_column, model_columns, two_class_columns
from pr_app.reading.tables import Table

MOST_GROUPS = 200  # folds or sites; a column with more tells rows apart

Kind = Literal["one", "models", "classes", "labels"]
KINDS: tuple[Kind, ...] = ("models", "classes", "labels")  # of several scores


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


def guess_roles(table: Table) -> Roles:
    """Guess which column is which, by name first and by values second.

    >>> guess_roles(Table("t", pd.DataFrame({"p": [0.2, 0.9, 0.4], "truth": ["no", "yes", "no"]})))
    Roles(label='truth', positive='yes', scores=('p',), weight=None, group=None, kind='one', labels=(), turned=())
    """
    frame = table.frame
    names = list(frame.columns)
    numeric = [name for name in names if _mostly_numbers(frame[name])]
    weight = weight_named(numeric)
    group = group_named(names)
    if group is not None and frame[group].nunique() > MOST_GROUPS:
        group = None
    scored = _scored_label(table, names, numeric)
    if scored is not None:  # its classes name the scores: nothing else says so much
        of_classes = Roles(scored, None, (), weight, group if group != scored else None)
        return guess_several(table, of_classes)
    rest = [name for name in names if name not in (weight, group)]
    if group is not None and len(label_values(table, group)) == 2 and not _names_a_label(rest, table):
        group, rest = None, [name for name in names if name != weight]  # case or control: the group is the label
    if len(rest) < 2:  # a label and a score come first
        weight, group, rest = None, None, names
    named_label = label_named(rest)
    named_scores = _named_scores(frame, [name for name in rest if name != named_label], numeric)
    label = named_label or _fewest_values(frame, [name for name in rest if name != named_scores])
    free = [name for name in rest if name != label]
    positive = positive_of(table, label)
    score = _score_of_positive(table, label, positive, [name for name in free if name in numeric])
    score = score or named_scores or _likeliest_score(frame, free, numeric)
    return guess_several(table, Roles(label, positive, (score,), weight, group))


def positive_of(table: Table, label: str) -> str | None:
    """The value of a label that is taken for positive; None of three or more.

    >>> positive_of(Table("t", pd.DataFrame({"y": ["ham", "spam"], "s": [0.9, 0.1]})), "y")
    'spam'
    """
    positive = guess_positive(table, label, numeric_columns(table, label))
    return None if positive is None else positive.value


def numeric_columns(table: Table, label: str) -> list[str]:
    """The columns that can be meant as numbers, without the label.

    >>> numeric_columns(Table("t", pd.DataFrame({"y": [1, 0], "s": [0.9, 0.1], "text": ["a", "b"]})), "y")
    ['s']
    """
    return [name for name in table.frame.columns if name != label and _mostly_numbers(table.frame[name])]


def _score_of_positive(table: Table, label: str, positive: str | None, columns: list[str]) -> str | None:
    """The column that scores the positive value, where both values have one."""
    negative = [value for value in label_values(table, label) if value != positive]
    if positive is None or len(negative) != 1:
        return None
    pair = two_class_columns(table.frame, positive, negative[0], columns)
    return None if pair is None else pair[0]


def guess_several(table: Table, roles: Roles) -> Roles:
    """Find the scores that belong together with the one that was found: of classes, of labels, of models.

    >>> table = Table("t", pd.DataFrame({"y": ["a", "b", "c"], "a": [0.1, 0.2, 0.3], "b": [0.1] * 3, "c": [0.5] * 3}))
    >>> guess_several(table, Roles("y", None, ("a",))).kind
    'classes'
    """
    numeric = _free_numbers(table, roles)
    values = label_values(table, roles.label)
    if 2 < len(values) <= MOST_LABEL_VALUES:
        alike = classes_by_column(values, numeric) or {}
        # A column that is only named after a class could be anything else where no row has that class.
        scores = tuple(column for column, value in alike.items() if column != value or value in values)
        return replace(roles, scores=scores, kind="classes", positive=None) if scores else roles
    paired = _paired_labels(table, roles, numeric)
    if paired:
        return replace(roles, scores=tuple(paired), kind="labels", labels=tuple(paired.values()))
    models = _models(table, roles, numeric)
    return replace(roles, scores=models, kind="models") if models else roles


def guess_kind(table: Table, roles: Roles) -> Roles:
    """Say what the scores are, when they have just been chosen by hand.

    >>> table = Table("t", pd.DataFrame({"y": [0, 1], "a": [0.1, 0.2], "b": [0.3, 0.1]}))
    >>> guess_kind(table, Roles("y", "1", ("a", "b"))).kind
    'models'
    """
    if len(roles.scores) == 1:
        return replace(roles, kind="one")
    values = label_values(table, roles.label)
    of_classes = len(values) > 2 and classes_by_column(values, roles.scores) is not None
    return replace(roles, kind="classes" if of_classes else "models")


def guess_labels(table: Table, roles: Roles) -> Roles:
    """Give each score the label column whose name is most like its own, else the columns of 0 and 1 in their order.

    >>> table = Table("t", pd.DataFrame({"y_a": [0, 1], "y_b": [1, 0], "s_b": [0.1, 0.2], "s_a": [0.3, 0.1]}))
    >>> guess_labels(table, Roles("y_a", "1", ("s_b", "s_a"))).labels
    ('y_b', 'y_a')
    """
    indicators = _indicators(table, roles, _free_numbers(table, roles))
    paired = labels_by_column(indicators, roles.scores)
    labels = tuple(paired[score] for score in roles.scores) if paired else tuple(indicators[: len(roles.scores)])
    return replace(roles, kind="labels", labels=labels)


def match_labels(roles: Roles) -> Roles:
    """Give each score the one of the chosen labels that is named like it, where that is so for all of them.

    >>> match_labels(Roles("y_a", None, ("s_a", "s_b"), kind="labels", labels=("y_b", "y_a"))).labels
    ('y_a', 'y_b')
    """
    paired = labels_by_column(roles.labels, roles.scores)
    if paired is None or set(paired) != set(roles.scores):
        return roles
    return replace(roles, labels=tuple(paired[score] for score in roles.scores))


def _scored_label(table: Table, names: list[str], numeric: list[str]) -> str | None:
    """The column that has a column of scores for each of its classes; of several the one named like a label."""
    columns = [name for name in names if table.frame[name].dtype.kind != "f"] if len(numeric) > 2 else []
    found = []
    for column in columns:
        values = label_values(table, column)
        others = [name for name in numeric if name != column]
        if 2 < len(values) <= MOST_LABEL_VALUES and classes_by_column(values, others):
            found.append(column)
    return label_named(found) or next(iter(found), None)


def _free_numbers(table: Table, roles: Roles) -> list[str]:
    taken = (roles.label, roles.weight, roles.group)
    return [name for name in table.frame.columns if name not in taken and _mostly_numbers(table.frame[name])]


def _indicators(table: Table, roles: Roles, numeric: list[str]) -> list[str]:
    """The columns of 0 and 1, the label among them."""
    few = [name for name in (roles.label, *numeric) if set(table.frame[name].head(100)) <= {0, 1}]
    wanted = [name for name in few if set(label_values(table, name)) <= {"0", "1"}]
    return [name for name in table.frame.columns if name in wanted]


def _paired_labels(table: Table, roles: Roles, numeric: list[str]) -> dict[str, str] | None:
    indicators = _indicators(table, roles, numeric)
    rest = [name for name in numeric if name not in indicators]
    return labels_by_column(indicators, rest) if len(indicators) > 1 else None


def _models(table: Table, roles: Roles, numeric: list[str]) -> tuple[str, ...]:
    """Columns that rank the rows of one label, the score that was found among them; none where it stands for itself."""
    if roles.positive is None or is_named((*SCORES, *PREDICTIONS), roles.scores[0]):
        return ()
    models = model_columns(table.frame, [name for name in numeric if not _is_row_number(name, table.frame[name])])
    named = [name for name in models if score_named([name])]
    together = tuple(named or models)
    return together if len(together) > 1 and roles.scores[0] in together else ()


def unused_weight(table: Table, roles: Roles) -> Problem | None:
    """A column called weight that is not used: it may hold kilograms, so the choice is the user's.

    >>> unused_weight(Table("t", pd.DataFrame({"y": [1], "s": [1], "weight": [2]})), Roles("y", "1", ("s",)))
    Problem('weight_unused', column='weight')
    """
    named = next((name for name in table.frame.columns if name.strip().lower() in ("weight", "w")), None)
    taken = (roles.label, *roles.scores, roles.weight)
    return Problem("weight_unused", column=named) if named and roles.weight is None and named not in taken else None


def unused_numbers(table: Table, roles: Roles) -> list[str]:
    """The columns of numbers that play no part and could be scores: not those that count or name rows.

    >>> table = Table("t", pd.DataFrame({"y": [1, 0], "s": [0.1, 0.2], "other": [0.5, 0.4]}))
    >>> unused_numbers(table, Roles("y", "1", ("s",)))
    ['other']
    """
    free = [name for name in _free_numbers(table, roles) if name not in (*roles.scores, *roles.labels)]
    return [name for name in free if not _is_row_number(name, table.frame[name])]


def _named_scores(frame: pd.DataFrame, names: list[str], numeric: list[str]) -> str | None:
    """A column called score is the score even if half its cells are not numbers: that is then the problem to name."""
    exact = next((name for name in names if is_named(SCORES, name)), None)
    numbers = [name for name in names if name in numeric]
    varied = [name for name in numbers if frame[name].nunique() > 2]  # two values are decisions, not scores
    return exact or score_named(varied or numbers)


def _names_a_label(names: list[str], table: Table) -> bool:
    """Whether a column is named like a label, or has two values."""
    return label_named(names) is not None or any(len(label_values(table, name)) == 2 for name in names)


def _fewest_values(frame: pd.DataFrame, names: list[str]) -> str:
    """The likeliest label: whole numbers and text before fractions, then two values, then the fewest."""

    def unlikeliness(name: str) -> tuple[bool, bool, int]:
        column, distinct = frame[name], len(frame[name].drop_duplicates())
        fractions = column.dtype.kind == "f" and not bool((column == column.round()).all())
        return fractions, distinct != 2, distinct

    return min(names, key=unlikeliness)


def _likeliest_score(frame: pd.DataFrame, names: list[str], numeric: list[str]) -> str:
    """Numbers before text, columns that only count rows last, fractions before whole numbers, then the most varied."""

    def likeliness(name: str) -> tuple[bool, bool, bool, int]:
        column, distinct = frame[name], len(frame[name].drop_duplicates())
        return name in numeric, not _is_row_number(name, column), column.dtype.kind == "f", distinct

    return max(names, key=likeliness)


def _is_row_number(name: str, column: pd.Series) -> bool:
    if is_id(name):
        return True
    return column.dtype.kind in "iu" and len(column) > 2 and bool((column.diff().iloc[1:] == 1).all())


def _mostly_numbers(column: pd.Series) -> bool:
    """Whether a column can be meant as numbers: one bad cell must not hide a column of scores."""
    if column.dtype.kind in "iuf":
        return True
    numbers = pd.to_numeric(column.astype(str).head(1000), errors="coerce")
    return bool(column.dtype.kind != "b" and numbers.notna().mean() > 0.5)
