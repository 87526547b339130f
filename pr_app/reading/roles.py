"""Which column of a table plays which part: guessed from names and values, shown, and always the user's to change.

One label and one score are a curve. Several scores are models of one label, its classes, or labels of their own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from pr_app.reading.column_kinds import is_row_number, mostly_numbers
from pr_app.reading.column_names import (
    COUNTS,
    PREDICTIONS,
    SCORES,
    TOTALS,
    group_named,
    is_named,
    score_named,
    weight_named,
)
from pr_app.reading.guessed_label import likeliest_label, named_label, names_a_label, scored_label
from pr_app.reading.guessed_score import likeliest_score, named_score, score_of_positive
from pr_app.reading.label_values import MOST_LABEL_VALUES, label_values
from pr_app.reading.positive_value import guess_positive
from pr_app.reading.predictions import predictions_of
from pr_app.reading.problem import Problem
from pr_app.reading.row_parts import guess_part
from pr_app.reading.score_columns import classes_by_column, labels_by_column, model_columns
from pr_app.reading.tables import Table

MOST_BESIDE_COUNTS = 3  # columns of a table of counts
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
    unscored: Unscored = "asked"
    once: bool = False  # whether rows that come again count once
    percent: tuple[str, ...] = ()  # scores that are read as per cent
    logit: tuple[str, ...] = ()  # scores that are read as log odds


def guess_roles(table: Table) -> Roles:
    """Guess which column is which, by name first and by values second.

    >>> import pandas as pd

    >>> roles = guess_roles(Table("t", pd.DataFrame({"p": [0.2, 0.9, 0.4], "truth": ["no", "yes", "no"]})))
    >>> roles.label, roles.positive, roles.scores
    ('truth', 'yes', ('p',))
    """
    frame = table.frame
    names = list(frame.columns)
    numeric = [name for name in names if mostly_numbers(frame[name]) and not is_named(TOTALS, name)]
    weight = weight_named(numeric) or count_column(table)
    group = group_named(names)
    if group is not None and frame[group].nunique() > MOST_GROUPS:
        group = None
    of_classes = scored_label(table, names, numeric)
    if of_classes is not None:  # its classes name the scores: nothing else says so much
        group = group if group != of_classes else None
        return guess_several(table, Roles(of_classes, None, (), weight, group, part=guess_part(table, group)))
    rest = [name for name in names if name not in (weight, group)]
    if group is not None and len(label_values(table, group)) == 2 and not names_a_label(table, rest):
        group, rest = None, [name for name in names if name != weight]  # case or control: the group is the label
    if len(rest) < 2:  # a label and a score come first
        weight, group, rest = None, None, names
    called = named_label(table, rest)
    scored = named_score(frame, [name for name in rest if name != called], numeric)
    label = called or likeliest_label(table, [name for name in rest if name != scored])
    free = [name for name in rest if name != label]
    positive = positive_of(table, label)
    score = score_of_positive(table, label, positive, [name for name in free if name in numeric])
    score = score or scored or likeliest_score(frame, free, numeric)
    roles = guess_several(table, Roles(label, positive, (score,), weight, group))
    roles = replace(roles, prediction=guess_prediction(table, roles), part=guess_part(table, group))
    return replace(roles, total=total_column(table, roles), unscored="left_out" if table.has_unscored else "asked")


def count_column(table: Table) -> str | None:
    """The column that says for how many rows a line stands: whole numbers beside a label and a score alone.

    >>> import pandas as pd
    >>> count_column(Table("t", pd.DataFrame({"score": [0.9, 0.9], "label": [1, 0], "n": [12, 3]})))
    'n'
    """
    found = next((name for name in table.frame.columns if is_named(COUNTS, name)), None)
    if found is None or len(table.frame.columns) > MOST_BESIDE_COUNTS or table.frame[found].dtype.kind not in "iu":
        return None
    counts = bool((table.frame[found] >= 0).all()) and not is_row_number(found, table.frame[found])
    return found if counts else None


def total_column(table: Table, roles: Roles) -> str | None:
    """The column that says how many positives there are: whole numbers, the same in all rows or in those of a group.

    >>> import pandas as pd
    >>> table = Table("t", pd.DataFrame({"y": [1, 0], "s": [0.9, 0.1], "num_gt": [4, 4]}))
    >>> total_column(table, Roles("y", "1", ("s",)))
    'num_gt'
    """
    if roles.kind not in ("one", "models"):
        return None
    taken = (roles.label, *roles.scores, roles.weight, roles.group)
    named = (name for name in table.frame.columns if name not in taken and is_named(TOTALS, name))
    return next((name for name in named if table.frame[name].dtype.kind in "iu"), None)


def guess_prediction(table: Table, roles: Roles) -> str | None:
    """The column of predicted values that a single score is the confidence of.

    >>> import pandas as pd

    >>> frame = pd.DataFrame({"y": ["a", "b"], "predicted": ["a", "a"], "confidence": [0.9, 0.6]})
    >>> guess_prediction(Table("t", frame), Roles("y", "a", ("confidence",)))
    'predicted'
    """
    if roles.kind != "one":
        return None
    return predictions_of(table, roles.label, roles.positive, roles.scores[0])


def positive_of(table: Table, label: str) -> str | None:
    """The value of a label that is taken for positive; None of three or more.

    >>> import pandas as pd

    >>> positive_of(Table("t", pd.DataFrame({"y": ["ham", "spam"], "s": [0.9, 0.1]})), "y")
    'spam'
    """
    positive = guess_positive(table, label, numeric_columns(table, label))
    return None if positive is None else positive.value


def numeric_columns(table: Table, label: str) -> list[str]:
    """The columns that can be meant as numbers, without the label.

    >>> import pandas as pd

    >>> numeric_columns(Table("t", pd.DataFrame({"y": [1, 0], "s": [0.9, 0.1], "text": ["a", "b"]})), "y")
    ['s']
    """
    return [name for name in table.frame.columns if name != label and mostly_numbers(table.frame[name])]


def guess_several(table: Table, roles: Roles) -> Roles:
    """Find the scores that belong together with the one that was found: of classes, of labels, of models.

    >>> import pandas as pd

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

    >>> import pandas as pd

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

    >>> import pandas as pd

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


def _free_numbers(table: Table, roles: Roles) -> list[str]:
    taken = (roles.label, roles.weight, roles.group, roles.total)
    free = [name for name in table.frame.columns if name not in taken and not is_named(TOTALS, name)]
    return [name for name in free if mostly_numbers(table.frame[name])]


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
    models = model_columns(table.frame, [name for name in numeric if not is_row_number(name, table.frame[name])])
    named = [name for name in models if score_named([name])]
    together = tuple(named or models)
    return together if len(together) > 1 and roles.scores[0] in together else ()


def unused_weight(table: Table, roles: Roles) -> Problem | None:
    """A column called weight that is not used: it may hold kilograms, so the choice is the user's.

    >>> import pandas as pd

    >>> unused_weight(Table("t", pd.DataFrame({"y": [1], "s": [1], "weight": [2]})), Roles("y", "1", ("s",)))
    Problem('weight_unused', column='weight')
    """
    named = next((name for name in table.frame.columns if name.strip().lower() in ("weight", "w")), None)
    taken = (roles.label, *roles.scores, roles.weight)
    return Problem("weight_unused", column=named) if named and roles.weight is None and named not in taken else None


def unused_numbers(table: Table, roles: Roles) -> list[str]:
    """The columns of numbers that play no part and could be scores: not those that count or name rows.

    >>> import pandas as pd

    >>> table = Table("t", pd.DataFrame({"y": [1, 0], "s": [0.1, 0.2], "other": [0.5, 0.4]}))
    >>> unused_numbers(table, Roles("y", "1", ("s",)))
    ['other']
    """
    free = [name for name in _free_numbers(table, roles) if name not in (*roles.scores, *roles.labels)]
    return [name for name in free if not is_row_number(name, table.frame[name])]
