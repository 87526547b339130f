"""Which column of a table plays which part: guessed from names and values, shown, and always the user's to change.

One label and one score are a curve. Several scores are models of one label, its classes, or labels of their own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import pandas as pd

from pr_app.reading.problem import Problem
from pr_app.reading.score_columns import classes_by_column, labels_by_column, model_columns
from pr_app.reading.tables import Table, text_of

LABEL_NAMES = ("label", "y_true", "y", "target", "truth", "class", "actual", "obs", "outcome", "标签", "真实", "类别")
SCORE_NAMES = ("score", "y_score", "prob", "probability", "y_prob", "proba", "分数", "得分", "概率")
SCORE_NAMES_OF_NUMBERS = ("y_pred", "pred", "p")  # of text they name the predicted class
# Not "weight": that column may hold kilograms, and weighting silently would change every number.
WEIGHT_NAMES = ("sample_weight", "sample weight", "case_weight", "case_weights", "weights", "样本权重", "权重")
GROUP_NAMES = ("group", "fold", "resample", "split", "折", "组")
POSITIVE_NAMES = ("true", "yes", "y", "t", "pos", "positive", "p", "+", "是", "正", "正例", "阳性", "有")
ID_NAMES = ("id", "index", "row", "number", "nr", "no", "key", "unnamed", "编号", "序号")
MOST_LABEL_VALUES = 20  # a column with more is not offered as classes
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


def guess_roles(table: Table) -> Roles:
    """Guess which column is which, by name first and by values second.

    >>> guess_roles(Table("t", pd.DataFrame({"p": [0.2, 0.9, 0.4], "truth": ["no", "yes", "no"]})))
    Roles(label='truth', positive='yes', scores=('p',), weight=None, group=None, kind='one', labels=())
    """
    frame = table.frame
    names = list(frame.columns)
    numeric = [name for name in names if _mostly_numbers(frame[name])]
    weight = _named(WEIGHT_NAMES, numeric)
    group = _named(GROUP_NAMES, names)
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
    named_label = _named(LABEL_NAMES, rest)
    named_scores = _named_scores(frame, [name for name in rest if name != named_label], numeric)
    label = named_label or _fewest_values(frame, [name for name in rest if name != named_scores])
    score = named_scores or _likeliest_score(frame, [name for name in rest if name != label], numeric)
    roles = Roles(label, None, (score,), weight, group)
    return guess_several(table, replace(roles, positive=guess_positive(table, roles)))


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
    return _named(LABEL_NAMES, found) or next(iter(found), None)


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
    known = (*SCORE_NAMES, *SCORE_NAMES_OF_NUMBERS)
    if roles.positive is None or roles.scores[0].strip().lower() in known:
        return ()
    models = model_columns(table.frame, [name for name in numeric if not _is_row_number(name, table.frame[name])])
    named = [name for name in models if _named(known, [name])]
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


def guess_positive(table: Table, roles: Roles) -> str | None:
    """Guess the positive one of two values: by its name, else the one with the higher scores; None of three or more.

    >>> table = Table("t", pd.DataFrame({"y": ["a", "b"], "s": [0.1, 0.9]}))
    >>> guess_positive(table, Roles("y", None, ("s",)))
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
    cells = table.frame[roles.scores[0]]
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


def _named_scores(frame: pd.DataFrame, names: list[str], numeric: list[str]) -> str | None:
    """A column called score is the score even if half its cells are not numbers: that is then the problem to name."""
    exact = next((name for want in SCORE_NAMES for name in names if name.strip().lower() == want), None)
    numbers = [name for name in names if name in numeric]
    varied = [name for name in numbers if frame[name].nunique() > 2]  # two values are decisions, not scores
    return exact or _named((*SCORE_NAMES, *SCORE_NAMES_OF_NUMBERS), varied or numbers)


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
