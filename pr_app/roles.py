"""Which column of a table plays which part: guessed from names and values, shown, and always the user's to change."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from pr_app.problem import Problem
from pr_app.tables import Table, text_of

LABEL_NAMES = ("label", "y_true", "y", "target", "truth", "class", "actual", "obs", "outcome", "标签", "真实", "类别")
SCORE_NAMES = ("score", "y_score", "prob", "probability", "y_prob", "proba", "分数", "得分", "概率")
SCORE_NAMES_OF_NUMBERS = ("y_pred", "pred", "p")  # of text they name the predicted class
# Not "weight": that column may hold kilograms, and weighting silently would change every number.
WEIGHT_NAMES = ("sample_weight", "sample weight", "case_weight", "case_weights", "weights", "样本权重", "权重")
GROUP_NAMES = ("group", "fold", "resample", "split", "折", "组")
POSITIVE_NAMES = ("true", "yes", "y", "t", "pos", "positive", "p", "+", "是", "正", "正例", "阳性", "有")
ID_NAMES = ("id", "index", "row", "number", "nr", "no", "key", "unnamed", "编号", "序号")
MOST_LABEL_VALUES = 20  # a column with more is not offered as classes


@dataclass(frozen=True)
class Roles:
    """Which column plays which part; `positive` is None until somebody has chosen it."""

    label: str
    positive: str | None
    scores: str
    weight: str | None = None
    group: str | None = None


def guess_roles(table: Table) -> Roles:
    """Guess which column is which, by name first and by values second.

    >>> guess_roles(Table("t", pd.DataFrame({"p": [0.2, 0.9, 0.4], "truth": ["no", "yes", "no"]})))
    Roles(label='truth', positive='yes', scores='p', weight=None, group=None)
    """
    frame = table.frame
    names = list(frame.columns)
    numeric = [name for name in names if _mostly_numbers(frame[name])]
    weight = _named(WEIGHT_NAMES, numeric)
    group = _named(GROUP_NAMES, names)
    rest = [name for name in names if name not in (weight, group)]
    if group is not None and len(label_values(table, group)) == 2 and not _names_a_label(rest, table):
        group, rest = None, [name for name in names if name != weight]  # case or control: the group is the label
    if len(rest) < 2:  # a label and a score come first
        weight, group, rest = None, None, names
    named_label = _named(LABEL_NAMES, rest)
    named_scores = _named_scores([name for name in rest if name != named_label], numeric)
    label = named_label or _fewest_values(frame, [name for name in rest if name != named_scores])
    scores = named_scores or _likeliest_score(frame, [name for name in rest if name != label], numeric)
    roles = Roles(label, None, scores, weight, group)
    return replace(roles, positive=guess_positive(table, roles))


def unused_weight(table: Table, roles: Roles) -> Problem | None:
    """A column called weight that is not used: it may hold kilograms, so the choice is the user's.

    >>> unused_weight(Table("t", pd.DataFrame({"y": [1], "s": [1], "weight": [2]})), Roles("y", "1", "s"))
    Problem('weight_unused', column='weight')
    """
    named = next((name for name in table.frame.columns if name.strip().lower() in ("weight", "w")), None)
    taken = (roles.label, roles.scores, roles.weight)
    return Problem("weight_unused", column=named) if named and roles.weight is None and named not in taken else None


def guess_positive(table: Table, roles: Roles) -> str | None:
    """Guess the positive one of two values: by its name, else the one with the higher scores; None of three or more.

    >>> table = Table("t", pd.DataFrame({"y": ["a", "b"], "s": [0.1, 0.9]}))
    >>> guess_positive(table, Roles("y", None, "s"))
    'b'
    """
    text = text_of(table.frame[roles.label])
    values = label_values(table, roles.label)
    if len(values) > 2 or not values:
        return None
    if set(values) in ({"0", "1"}, {"-1", "1"}, {"1"}):
        return "1"
    for value in values:
        if value.lower() in POSITIVE_NAMES:
            return value
    cells = table.frame[roles.scores]
    score = pd.to_numeric(cells if cells.dtype.kind in "iufb" else cells.astype(str), errors="coerce")
    return max(
        values, key=lambda value: -np.inf if score[text == value].isna().all() else score[text == value].median()
    )


def label_values(table: Table, column: str) -> list[str]:
    """The distinct known values of a column as text, in order of appearance, one more than can be classes at most.

    >>> label_values(Table("t", pd.DataFrame({"y": ["b", "", "a", "b"]})), "y")
    ['b', 'a']
    """
    distinct = pd.unique(table.frame[column])[: MOST_LABEL_VALUES + 2]
    return [value for value in text_of(pd.Series(distinct)) if value != ""][: MOST_LABEL_VALUES + 1]


def _named(wanted: tuple[str, ...], names: list[str]) -> str | None:
    """The column whose name is wanted most; "true_label" and "model_score" count after exact names."""
    for match in (lambda name, want: name == want, lambda name, want: len(want) > 1 and want in name):
        for want in wanted:
            for name in names:
                if match(name.strip().lower(), want):
                    return name
    return None


def _named_scores(names: list[str], numeric: list[str]) -> str | None:
    """A column called score is the score even if half its cells are not numbers: that is then the problem to name."""
    exact = next((name for want in SCORE_NAMES for name in names if name.strip().lower() == want), None)
    return exact or _named((*SCORE_NAMES, *SCORE_NAMES_OF_NUMBERS), [name for name in names if name in numeric])


def _names_a_label(names: list[str], table: Table) -> bool:
    """Whether a column is named like a label, or has two values."""
    return _named(LABEL_NAMES, names) is not None or any(len(label_values(table, name)) == 2 for name in names)


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
    words = name.lower().replace("_", " ").replace("-", " ").replace(":", " ").split()
    if any(word in ID_NAMES for word in words):
        return True
    return column.dtype.kind in "iu" and len(column) > 2 and bool((column.diff().iloc[1:] == 1).all())


def _mostly_numbers(column: pd.Series) -> bool:
    """Whether a column can be meant as numbers: one bad cell must not hide a column of scores."""
    if column.dtype.kind in "iuf":
        return True
    numbers = pd.to_numeric(column.astype(str).head(1000), errors="coerce")
    return bool(column.dtype.kind != "b" and numbers.notna().mean() > 0.5)
