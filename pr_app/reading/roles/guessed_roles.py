"""Which column of a table plays which part: guessed by name first and by values second, and the user's to change."""

from __future__ import annotations

from dataclasses import replace

from pr_app.reading.columns.kinds import is_row_number, mostly_numbers
from pr_app.reading.columns.label_values import label_values
from pr_app.reading.columns.names import COUNTS, TOTALS, group_named, is_named, weight_named
from pr_app.reading.columns.positive_value import guess_positive
from pr_app.reading.roles.all_positives import goes_with, total_column, with_total
from pr_app.reading.roles.guessed_label import likeliest_label, named_label, names_a_label, scored_label
from pr_app.reading.roles.guessed_score import likeliest_score, named_score, score_of_positive
from pr_app.reading.roles.predictions import predictions_of
from pr_app.reading.roles.roles import MOST_GROUPS, Roles, Unscored
from pr_app.reading.roles.row_parts import guess_part
from pr_app.reading.roles.several_scores import guess_several
from pr_app.reading.tables import Table

MOST_BESIDE_COUNTS = 3  # columns of a table of counts


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
    unscored: Unscored = "left_out" if table.has_unscored else "asked"
    return guess_beside(table, guess_several(table, Roles(label, positive, (score,), weight, group, unscored=unscored)))


def guess_beside(table: Table, roles: Roles) -> Roles:
    """Guess what hangs on label, scores and group: predictions, the part that counts, and all positives.

    >>> import pandas as pd
    >>> table = Table("t", pd.DataFrame({"y": [1, 0], "s": [0.9, 0.1], "num_gt": [4, 4]}))
    >>> guess_beside(table, Roles("y", "1", ("s",))).total
    'num_gt'
    """
    part = guess_part(table, roles.group)
    roles = replace(roles, prediction=guess_prediction(table, roles), part=part, total=None, total_by=None)
    total = total_column(table, roles)
    return with_total(table, roles, total) if goes_with(table, roles, total) else roles


def count_column(table: Table) -> str | None:
    """The column that says for how many rows a line stands: whole numbers beside a label, a score and a group alone.

    >>> import pandas as pd
    >>> count_column(Table("t", pd.DataFrame({"score": [0.9, 0.9], "label": [1, 0], "n": [12, 3]})))
    'n'
    """
    found = next((name for name in table.frame.columns if is_named(COUNTS, name)), None)
    beside = [name for name in table.frame.columns if group_named([name]) is None]
    if found is None or len(beside) > MOST_BESIDE_COUNTS or table.frame[found].dtype.kind not in "iu":
        return None
    counts = bool((table.frame[found] >= 0).all()) and not is_row_number(found, table.frame[found])
    return found if counts else None


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
