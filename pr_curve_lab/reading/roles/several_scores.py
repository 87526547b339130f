"""What several columns of scores are: models of one label, its classes, or labels of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pr_curve_lab.reading.columns.label_values import MOST_LABEL_VALUES, label_values
from pr_curve_lab.reading.columns.scores import classes_by_column, labels_by_column
from pr_curve_lab.reading.formats.table import Table
from pr_curve_lab.reading.roles.roles import Roles
from pr_curve_lab.reading.roles.unused_columns import free_numbers


def guess_several(table: Table, roles: Roles, models: Sequence[str] = ()) -> Roles:
    """Find the scores that belong together with the one that was found: of classes, of labels, of models.

    models: the columns that were found to be scores of the label, if there are several.

    >>> import pandas as pd

    >>> table = Table("t", pd.DataFrame({"y": ["a", "b", "c"], "a": [0.1, 0.2, 0.3], "b": [0.1] * 3, "c": [0.5] * 3}))
    >>> guess_several(table, Roles("y", None, ("a",))).kind
    'classes'
    """
    numeric = free_numbers(table, roles)
    values = label_values(table, roles.label)
    if 2 < len(values) <= MOST_LABEL_VALUES:
        alike = classes_by_column(values, numeric) or {}
        # A column that is only named after a class could be anything else where no row has that class.
        scores = tuple(column for column, value in alike.items() if column != value or value in values)
        return replace(roles, scores=scores, kind="classes", positive=None) if scores else roles
    paired = _paired_labels(table, roles, numeric)
    if paired:
        return replace(roles, scores=tuple(paired), kind="labels", labels=tuple(paired.values()))
    models = tuple(models) or roles.scores
    models = (*models, *(name for name in table.scores if name in numeric and name not in models))
    return replace(roles, scores=models, kind="models") if len(models) > 1 else roles


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
    indicators = _indicators(table, roles, free_numbers(table, roles))
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


def _indicators(table: Table, roles: Roles, numeric: list[str]) -> list[str]:
    """The columns of 0 and 1, the label among them."""
    few = [name for name in (roles.label, *numeric) if set(table.frame[name].head(100)) <= {0, 1}]
    wanted = [name for name in few if set(label_values(table, name)) <= {"0", "1"}]
    return [name for name in table.frame.columns if name in wanted]


def _paired_labels(table: Table, roles: Roles, numeric: list[str]) -> dict[str, str] | None:
    indicators = _indicators(table, roles, numeric)
    rest = [name for name in numeric if name not in indicators]
    return labels_by_column(indicators, rest) if len(indicators) > 1 else None
