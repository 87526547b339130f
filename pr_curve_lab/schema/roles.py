"""Roles of the columns of a table: label, scores, weight, group, totals, clusters, and the split that is kept.

One label and one score give one curve. Several scores belong to several models of one label, to its classes, or each
to a label of its own.

Roles are guessed from names and values, also if some roles are given. A column of clusters (persons, images, queries)
is recognized by the words of its header and by repeated values.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal
from weakref import WeakKeyDictionary

import numpy as np
import pandas as pd

from pr_curve_lab.io.column_names import (
    COUNTS,
    HAS_CJK,
    IN_BRACKETS,
    TOTALS,
    UNITS,
    find_group_column,
    find_label_column,
    find_weight_column,
    is_named,
    parse_header,
    split_name,
    tokens_of,
)
from pr_curve_lab.io.notices import Notice
from pr_curve_lab.io.table import Table, text_of
from pr_curve_lab.schema.column_ranks import MAX_SAMPLE_ROWS, Decision, select_label, select_scores
from pr_curve_lab.schema.column_values import (
    MAX_LABEL_VALUES,
    classes_by_column,
    has_fractions,
    infer_positive,
    is_numeric_column,
    is_row_number,
    label_values,
    labels_by_column,
    to_floats,
)
from pr_metrics.uncertainty.area_interval import MIN_GROUPS

MIN_CLUSTERS = MIN_GROUPS  # pr_metrics calls clusters of correlated rows groups, as scikit-learn does
MAX_UNSCORED = 10**9  # positives without a score
MAX_GROUPS = 200  # folds or hospitals; a column with more identifies rows

TaskKind = Literal["one", "models", "classes", "labels"]
MULTI_SCORE_KINDS: tuple[TaskKind, ...] = ("models", "classes", "labels")  # of several scores
UnscoredPolicy = Literal["asked", "left_out", "missed"]  # what to do with rows without any score
UNSCORED_POLICIES: tuple[UnscoredPolicy, ...] = ("asked", "left_out", "missed")


@dataclass(frozen=True)
class Roles:
    """The roles of columns; `positive` is None until chosen, and for classes, which have no single positive value."""

    label: str
    positive: str | None
    scores: tuple[str, ...]
    weight: str | None = None
    group: str | None = None  # the column of folds, regions or hospitals, which are averaged or looked at separately
    kind: TaskKind = "one"
    labels: tuple[str, ...] = ()  # for the kind "labels": the label column of each score, in order
    inverted: tuple[str, ...] = ()  # scores of which lower values are more positive
    prediction: str | None = None  # the column of predictions whose confidence is the score
    split_value: str | None = None  # the only value of `split_column` whose rows are kept, such as "test"; or all rows
    unscored_positives: int = 0  # number of positives without a score
    total_positives: str | None = None  # the column with the number of all positives, scored or not
    total_positives_by: str | None = None  # the column of units with such a number each; None if it is for all rows
    unscored_policy: UnscoredPolicy = "asked"
    drop_duplicates: bool = False  # whether repeated rows count once
    percent: tuple[str, ...] = ()  # scores that are read as percent
    logit: tuple[str, ...] = ()  # scores that are read as log odds
    cluster: str | None = None  # the column of persons, images or queries whose rows intervals keep together
    split: str | None = None  # the column of training and test rows, if that is not the group

    @property
    def split_column(self) -> str | None:
        """The column that may tell training rows from test rows."""
        return self.split or self.group

    @property
    def selected_split(self) -> tuple[str, str] | None:
        """The column and the value of the only split whose rows are kept; None if all are."""
        column = self.split_column
        return None if column is None or self.split_value is None else (column, self.split_value)


def score_column_options(table: Table, roles: Roles) -> list[str]:
    """Return the numeric columns that are not label, weight, group or cluster, and not a number of all positives.

    >>> score_column_options(Table("t", pd.DataFrame({"y": [1], "s": [1], "num_gt": [2]})), Roles("y", "1", ("s",)))
    ['s']
    """
    taken = (roles.label, roles.weight, roles.group, roles.total_positives, roles.cluster)
    free = [name for name in table.frame.columns if name not in taken and not is_named(TOTALS, name)]
    return [name for name in free if is_numeric_column(table.frame[name])]


def check_weight_column(table: Table, roles: Roles) -> Notice | None:
    """Return a note on an unused column named weight: it may hold kilograms, so the user has to decide.

    >>> check_weight_column(Table("t", pd.DataFrame({"y": [1], "s": [1], "weight": [2]})), Roles("y", "1", ("s",)))
    Notice('weight_unused', column='weight')
    """
    named = next((name for name in table.frame.columns if name.strip().lower() in ("weight", "w")), None)
    taken = (roles.label, *roles.scores, roles.weight)
    return Notice("weight_unused", column=named) if named and roles.weight is None and named not in taken else None


def other_numeric_columns(table: Table, roles: Roles) -> list[str]:
    """Return the numeric columns without a role that could be scores: not those that count or identify rows.

    >>> table = Table("t", pd.DataFrame({"y": [1, 0], "s": [0.1, 0.2], "other": [0.5, 0.4]}))
    >>> other_numeric_columns(table, Roles("y", "1", ("s",)))
    ['other']
    """
    free = [name for name in score_column_options(table, roles) if name not in (*roles.scores, *roles.labels)]
    return [name for name in free if not is_row_number(name, table.frame[name])]


def infer_multi_scores(table: Table, roles: Roles, models: Sequence[str] = ()) -> Roles:
    """Find the scores that belong to the one that was found: those of the other classes, labels or models.

    models: the columns found to be scores of the label, if there are several.

    >>> table = Table("t", pd.DataFrame({"y": ["a", "b", "c"], "a": [0.1, 0.2, 0.3], "b": [0.1] * 3, "c": [0.5] * 3}))
    >>> infer_multi_scores(table, Roles("y", None, ("a",))).kind
    'classes'
    """
    numeric = score_column_options(table, roles)
    values = label_values(table, roles.label)
    if 2 < len(values) <= MAX_LABEL_VALUES:
        alike = classes_by_column(values, numeric) or {}
        # If no row has a class, a column that merely has its name could hold anything else.
        scores = tuple(column for column, value in alike.items() if column != value or value in values)
        return replace(roles, scores=scores, kind="classes", positive=None) if scores else roles
    indicators = _indicator_columns(table, roles, numeric)
    others = [name for name in numeric if name not in indicators]
    if len(indicators) > 1 and (paired := labels_by_column(indicators, others)):
        return replace(roles, scores=tuple(paired), kind="labels", labels=tuple(paired.values()))
    models = tuple(models) or roles.scores
    models = (*models, *(name for name in table.scores if name in numeric and name not in models))
    return replace(roles, scores=models, kind="models") if len(models) > 1 else roles


def infer_kind(table: Table, roles: Roles) -> Roles:
    """Infer the kind of scores that the user has just chosen.

    >>> table = Table("t", pd.DataFrame({"y": [0, 1], "a": [0.1, 0.2], "b": [0.3, 0.1]}))
    >>> infer_kind(table, Roles("y", "1", ("a", "b"))).kind
    'models'
    """
    if len(roles.scores) == 1:
        return replace(roles, kind="one")
    values = label_values(table, roles.label)
    of_classes = len(values) > 2 and classes_by_column(values, roles.scores) is not None
    return replace(roles, kind="classes" if of_classes else "models")


def infer_labels(table: Table, roles: Roles) -> Roles:
    """Match each score to the label column of similar name, or else to the columns of 0 and 1 in their order.

    >>> table = Table("t", pd.DataFrame({"y_a": [0, 1], "y_b": [1, 0], "s_b": [0.1, 0.2], "s_a": [0.3, 0.1]}))
    >>> infer_labels(table, Roles("y_a", "1", ("s_b", "s_a"))).labels
    ('y_b', 'y_a')
    """
    indicators = _indicator_columns(table, roles, score_column_options(table, roles))
    paired = labels_by_column(indicators, roles.scores)
    labels = tuple(paired[score] for score in roles.scores) if paired else tuple(indicators[: len(roles.scores)])
    return replace(roles, kind="labels", labels=labels)


def match_labels(roles: Roles) -> Roles:
    """Reorder the chosen labels so that each score has the one named like it, if all scores have one.

    >>> match_labels(Roles("y_a", None, ("s_a", "s_b"), kind="labels", labels=("y_b", "y_a"))).labels
    ('y_a', 'y_b')
    """
    paired = labels_by_column(roles.labels, roles.scores)
    if paired is None or set(paired) != set(roles.scores):
        return roles
    return replace(roles, labels=tuple(paired[score] for score in roles.scores))


def _indicator_columns(table: Table, roles: Roles, numeric: list[str]) -> list[str]:
    """Return the columns of 0 and 1, possibly including the label."""
    few = [name for name in (roles.label, *numeric) if set(table.frame[name].head(100)) <= {0, 1}]
    wanted = [name for name in few if set(label_values(table, name)) <= {"0", "1"}]
    return [name for name in table.frame.columns if name in wanted]


def total_column(table: Table, roles: Roles) -> str | None:
    """Return the column named like a number of all positives: whole, and equal in all rows or in each unit; or None.

    >>> table = Table("t", pd.DataFrame({"y": [1, 0], "s": [0.9, 0.1], "num_gt": [4, 4]}))
    >>> total_column(table, Roles("y", "1", ("s",)))
    'num_gt'
    """
    if roles.kind not in ("one", "models"):
        return None
    taken = (roles.label, *roles.scores, roles.weight, roles.group)
    named = [name for name in table.frame.columns if name not in taken and is_named(TOTALS, name)]
    whole = [name for name in named if table.frame[name].dtype.kind in "iu"]
    return next((name for name in whole if table.frame[name].nunique() == 1 or unit_columns(table, roles, name)), None)


def with_total(table: Table, roles: Roles, column: str | None) -> Roles:
    """Set the column with the number of all positives, and its units unless the number can be for all rows.

    >>> frame = pd.DataFrame({"y": [1, 1, 0], "s": [3, 2, 1], "image": ["a", "b", "b"], "n_gt": [1, 1, 1]})
    >>> with_total(Table("t", frame), Roles("y", "1", ("s",)), "n_gt").total_positives_by
    'image'
    """
    if column is None:
        return replace(roles, total_positives=None, total_positives_by=None)
    values = table.frame[column]
    scored = int((text_of(table.frame[roles.label]) == roles.positive).sum())
    of_all = values.nunique() == 1 and values.dtype.kind in "iuf" and values.iloc[0] >= scored
    units = [] if of_all else unit_columns(table, roles, column)
    return replace(roles, total_positives=column, total_positives_by=units[0] if units else None)


def unit_columns(table: Table, roles: Roles, column: str) -> list[str]:
    """Return the columns of units that a number can be for, as it is equal in all rows of each; the likeliest first.

    >>> frame = pd.DataFrame({"y": [1, 1, 0], "s": [3, 2, 1], "image": ["a", "b", "b"], "n_gt": [1, 2, 2]})
    >>> unit_columns(Table("t", frame), Roles("y", "1", ("s",)), "n_gt")
    ['image']
    """
    frame = table.frame
    taken = (roles.label, *roles.scores, roles.weight, column)
    free = [name for name in frame.columns if name not in taken and not has_fractions(frame[name])]
    agreed = [name for name in free if (frame.groupby(name)[column].nunique() == 1).all()]
    several = [name for name in agreed if 1 < frame[name].nunique() < len(frame) or is_named(UNITS, name)]
    return sorted(several, key=lambda name: (not is_named(UNITS, name), name != roles.group, frame[name].nunique()))


_TABLE = tomllib.loads((Path(__file__).parent / "cluster_words.toml").read_text(encoding="utf-8"))
CLUSTER_UNITS = tuple(_TABLE["units"])  # the likeliest first


def _units_by_word(kind: str) -> dict[str, str]:
    return {word: unit for unit, entry in _TABLE["units"].items() for word in entry[kind].split()}


_UNITS, _IDS = _units_by_word("words"), _units_by_word("whole")
_WITH_ID = _UNITS | _units_by_word("only_with_id")
GERMAN_NUMBER = re.compile(r"(?:en|s)?(?:nummer|nr|kennung)")
UNITS_WITH_MIN_CLUSTERS = ("document", "site")  # a study may have a few of these, which are not a sample of others


def cluster_column(table: Table, roles: Roles) -> str | None:
    """Return the likeliest column of clusters, such as persons, images or queries with several rows, or None.

    >>> frame = pd.DataFrame({"Patient ID": [*range(10), *range(10)], "y": [0, 1] * 10, "s": range(20)})
    >>> cluster_column(Table("t", frame), Roles("y", "1", ("s",)))
    'Patient ID'
    """
    return next(iter(cluster_columns(table, roles)), None)


def cluster_columns(table: Table, roles: Roles) -> list[str]:
    """Return all columns that name clusters of rows, the likeliest first.

    >>> frame = pd.DataFrame({"site": [*range(10)] * 2, "user_id": [*range(10)] * 2, "y": [0, 1] * 10, "s": range(20)})
    >>> cluster_columns(Table("t", frame), Roles("y", "1", ("s",)))
    ['user_id', 'site']
    """
    taken = {roles.label, *roles.labels, *roles.scores, roles.weight, roles.total_positives, roles.prediction}
    found = []
    for name in table.frame.columns:
        unit = named_unit(name) if name not in taken else None
        if unit is None or has_fractions(table.frame[name]):
            continue
        values = int(table.frame[name].nunique())
        fewest = MIN_CLUSTERS if unit in UNITS_WITH_MIN_CLUSTERS else 2
        if fewest <= values < len(table.frame):
            found.append((values < MIN_CLUSTERS, CLUSTER_UNITS.index(unit), name))
    return [name for _, _, name in sorted(found, key=lambda one: one[:2])]


def named_unit(name: str) -> str | None:
    """Return the unit that a header names: "person", "query", "image", "document" or "site"; or None.

    >>> [named_unit(name) for name in ("patient_id", "UserID", "customerid", "Kundennummer", "患者编号", "id_paciente")]
    ['person', 'person', 'person', 'person', 'person', 'person']
    >>> [named_unit(name) for name in ("qid", "image_path", "hospital", "case_id", "用户年龄", "patient_age", "case")]
    ['query', 'image', 'site', 'person', None, None, None]
    """
    tokens = [part for token in tokens_of(IN_BRACKETS.sub(" ", name)) for part in _split_token(token)]
    if len(tokens) == 1 and tokens[0] in _IDS:
        return _IDS[tokens[0]]
    at = next((at for at in range(len(tokens) - 1, -1, -1) if tokens[at] in _WITH_ID), None)
    if at is None:
        return None
    before, after = set(tokens[:at]), set(tokens[at + 1 :])
    is_plain = before <= _ID_TOKENS | _FILLERS  # anon_patient_id names patients, but anon_patient may be an attribute
    has_id = bool(after) or bool(before & _ID_TOKENS)
    if not after <= _ID_TOKENS or not (after or is_plain):
        return None
    return _WITH_ID[tokens[at]] if has_id else _UNITS.get(tokens[at])


def _split_token(token: str) -> list[str]:
    """Split a word for a unit and a suffix for an id that are written together: customerid, Kundennummer, 患者编号."""
    if token in _WITH_ID or token in _IDS or token in _ID_TOKENS:
        return [token]
    for cut in range(len(token) - 1, 0, -1):
        word, rest = token[:cut], token[cut:]
        if word in _WITH_ID and (
            rest == "id" or GERMAN_NUMBER.fullmatch(rest) or (HAS_CJK.match(rest) and rest in _ID_TOKENS)
        ):
            return [word, "id"]
    return [token]


_ID_TOKENS, _FILLERS = (frozenset(_TABLE["identity"][kind].split()) for kind in ("words", "fillers"))


TRAIN_NAMES = ("train", "training", "dev", "训练", "建模", "开发")
TEST_NAMES = (
    "test", "testing", "holdout", "hold out", "测试", "留出", "oot", "跨时间",
    "valid", "validation", "val", "eval", "验证",
)  # fmt: skip
SPLIT_SUFFIX = re.compile(r"(?<=.)[ _-]?(?:set|data|rows|sample|split|集|样本|数据|组)$")
FIRST_CELLS = 100  # of a column that may tell training from test rows


def split_kind(name: str) -> str | None:
    """Return "train" or the entry of `TEST_NAMES` that a value of a column means, or None.

    >>> [split_kind(name) for name in ("Train", "test_set", "测试集", "hold-out", "set", "North")]
    ['train', 'test', '测试', 'hold out', None, None]
    """
    word = SPLIT_SUFFIX.sub("", name.strip().casefold()).replace("-", " ").replace("_", " ")
    return "train" if word in TRAIN_NAMES else word if word in TEST_NAMES else None


def find_split_column(table: Table) -> str | None:
    """Return the first column that only tells training rows from test rows, whatever its name is, or None.

    >>> find_split_column(Table("t", pd.DataFrame({"y": [1, 0], "数据集": ["训练", "测试"]})))
    '数据集'
    """
    for name in table.frame.columns:
        column = table.frame[name]
        if column.dtype.kind not in "iufb" and all(map(split_kind, text_of(column.head(FIRST_CELLS)))):
            values = label_values(table, name)
            if find_splits(values) and all(map(split_kind, values)):
                return str(name)
    return None


def infer_splits(table: Table, group: str | None) -> tuple[str, str] | None:
    """Return the values of a group that name the rows for training and for testing, or None if one is missing.

    >>> infer_splits(Table("t", pd.DataFrame({"split": ["train", "Test"]})), "split")
    ('train', 'Test')
    """
    return None if group is None else find_splits(label_values(table, group))


def find_splits(names: Iterable[str]) -> tuple[str, str] | None:
    """Return the names of the rows for training and for testing, or None if one is missing.

    >>> find_splits(["train", "Test", "spare"]), find_splits(["North", "West"])
    (('train', 'Test'), None)
    """
    parts = {split_kind(name): name for name in reversed([*names])}
    train = parts.get("train")
    test = next((parts[name] for name in TEST_NAMES if name in parts), None)
    return None if train is None or test is None else (train, test)


def infer_test_split(table: Table, group: str | None) -> str | None:
    """Return the value of a group that names the rows for testing, if others are for training, or None.

    >>> infer_test_split(Table("t", pd.DataFrame({"split": ["train", "Test"]})), "split")
    'Test'
    """
    splits = infer_splits(table, group)
    return None if splits is None else splits[1]


def with_group(table: Table, roles: Roles, column: str | None) -> Roles:
    """Return roles with another column of groups. Rows that are kept by their split stay so.

    >>> frame = pd.DataFrame({"y": [1, 0], "s": [0.9, 0.1], "split": ["train", "test"], "sex": ["f", "m"]})
    >>> roles = with_group(Table("t", frame), Roles("y", "1", ("s",), group="split", split_value="test"), "sex")
    >>> roles.group, roles.split_column, roles.split_value
    ('sex', 'split', 'test')
    """
    split = roles.split_column if infer_splits(table, roles.split_column) is not None else None
    return replace(
        roles,
        group=column,
        split=None if split == column else split,
        split_value=None if split is None else roles.split_value,
    )


GROUP_KINDS = ("attribute", "treatment")  # of headers
MAX_FOUND_GROUPS = 20  # values of a column that looks like groups; more hardly leave enough rows in each


def group_columns(table: Table, roles: Roles) -> list[str]:
    """Return the columns without a role that look like groups of rows, those with telling headers first.

    They have 2 to 20 values. Without a telling header, these are words, and not those of the label, as a column of
    decisions has.

    >>> frame = pd.DataFrame({"y": [1, 0, 1], "s": [3, 2, 1], "tint": list("aab"), "sex": [1, 2, 2], "k": [7, 7, 8]})
    >>> group_columns(Table("t", frame), Roles("y", "1", ("s",)))
    ['sex', 'tint']
    """
    taken = {roles.label, *roles.labels, *roles.scores, roles.prediction, roles.weight, roles.group, roles.split}
    taken.add(roles.total_positives)
    named: list[str] = []
    others: list[str] = []
    for name in table.frame.columns:
        column, kind = table.frame[name], parse_header(name).kind
        is_telling = kind in GROUP_KINDS or find_group_column([name]) is not None or named_unit(name) == "site"
        if name in taken or not (is_telling or (kind == "" and not is_numeric_column(column))):
            continue
        if not 2 <= column.head(MAX_SAMPLE_ROWS).nunique() <= MAX_FOUND_GROUPS or has_fractions(column):
            continue
        values = label_values(table, name)
        of_label = set(values) <= set(label_values(table, roles.label))
        if 2 <= len(values) <= MAX_FOUND_GROUPS and not of_label and find_splits(values) is None:
            (named if is_telling else others).append(name)
    return [*named, *others]


MAX_COUNT_COLUMNS = 3  # columns of a table of counts, apart from a group


@dataclass(frozen=True)
class InferredRoles:
    """The roles that were inferred for a table, with the certainty of label and score."""

    roles: Roles
    label: Decision
    score: Decision

    @property
    def by_role(self) -> dict[str, Decision]:
        """The decisions on label and score by role."""
        return {"label": self.label, "score": self.score}

    @property
    def is_ambiguous(self) -> bool:
        """Whether the user has to choose the label or the score, because another column is as likely."""
        return "ambiguous" in (self.label.certainty, self.score.certainty)


def infer_roles(
    table: Table,
    *,
    label: str | None = None,
    scores: Sequence[str] = (),
    positive: str | None = None,
    weight: str | None = None,
) -> Roles:
    """Infer the roles of columns, first from headers and then from values; given roles are used as they are.

    >>> roles = infer_roles(Table("t", pd.DataFrame({"p": [0.2, 0.9, 0.4], "truth": ["no", "yes", "no"]})))
    >>> roles.label, roles.positive, roles.scores
    ('truth', 'yes', ('p',))
    >>> table = Table("t", pd.DataFrame({"y": [1, 0, 1], "a": [0.9, 0.2, 0.4], "p": [3, 2, 4], "fold": [1, 2, 2]}))
    >>> roles = infer_roles(table, label="y", scores=["a"])
    >>> roles.scores, roles.group
    (('a',), 'fold')
    """
    return infer_roles_and_certainty(table, label=label, scores=scores, positive=positive, weight=weight).roles


def infer_roles_and_certainty(
    table: Table,
    *,
    label: str | None = None,
    scores: Sequence[str] = (),
    positive: str | None = None,
    weight: str | None = None,
) -> InferredRoles:
    """Infer the roles of columns, with the certainty of the label and the score unless they are given.

    >>> frame = pd.DataFrame({"y1": [1, 0, 1, 0], "y2": [1, 1, 0, 0], "score": [0.9, 0.2, 0.4, 0.3]})
    >>> table = Table("t", frame)
    >>> found = infer_roles_and_certainty(table)
    >>> found.label.certainty, found.label.selected, found.label.alternatives
    ('ambiguous', ('y1',), ('y2',))
    >>> infer_roles_and_certainty(table, label="y2").is_ambiguous
    False
    """
    found = _INFERRED_ROLES.get(table)
    if found is None:
        found = _INFERRED_ROLES[table] = _infer_all_roles(table)
    if label is not None or scores or weight is not None:
        found = _replace_roles(table, found, label, tuple(scores), weight)
    return found if positive is None else replace(found, roles=_with_positive(table, found.roles, positive))


_INFERRED_ROLES: WeakKeyDictionary[Table, InferredRoles] = WeakKeyDictionary()  # used on every page


def _infer_all_roles(table: Table) -> InferredRoles:
    frame = table.frame
    names = list(frame.columns)
    numeric = [name for name in names if is_numeric_column(frame[name]) and not is_named(TOTALS, name)]
    weight = find_weight_column(numeric) or count_column(table)
    group, split = find_group_column(names), find_split_column(table)
    if group is not None and frame[group].nunique() > MAX_GROUPS:
        group = None
    if group in (None, split):
        group, split = split, None
    of_classes = scored_label(table, names, numeric)
    if of_classes is not None:  # names of scores that match the classes are the strongest evidence
        group = group if group != of_classes else None
        roles = infer_multi_scores(table, Roles(of_classes, None, (), weight, group, split=split))
        roles = replace(roles, split_value=infer_test_split(table, roles.split_column))
        roles = replace(roles, cluster=cluster_column(table, roles))
        return InferredRoles(roles, Decision((of_classes,), reason="classes"), Decision(roles.scores, reason="classes"))
    rest = [name for name in names if name not in (weight, group, split)]
    if group is not None and len(label_values(table, group)) == 2 and not names_a_label(table, rest, group):
        # For example case and control: the group is the label.
        group, rest = None, [name for name in names if name not in (weight, split)]
    if len(rest) < 2:  # a label and a score are needed most
        weight, group, split, rest = None, None, None, names
    label = select_label(table, rest)
    (name,) = label.selected
    policy: UnscoredPolicy = "left_out" if table.has_unscored_rows else "asked"
    roles = Roles(name, positive_of(table, name), (), weight, group, unscored_policy=policy, split=split)
    scores = infer_scores(table, roles)
    roles = replace(roles, scores=scores.selected[:1])
    roles = infer_other_roles(table, infer_multi_scores(table, roles, scores.selected))
    if roles.kind == "labels":  # each label has the score named like it
        return InferredRoles(roles, Decision(roles.labels, reason="pairs"), Decision(roles.scores, reason="pairs"))
    return InferredRoles(roles, label, replace(scores, selected=roles.scores))


def infer_scores(table: Table, roles: Roles) -> Decision:
    """Return the scores of a known label among the columns without another role.

    >>> frame = pd.DataFrame({"y": [1, 0], "age": [41, 29], "risk": [0.9, 0.1]})
    >>> infer_scores(Table("t", frame), Roles("y", "1", ())).selected
    ('risk',)
    """
    taken = (roles.label, roles.weight, roles.group, roles.split, roles.total_positives)
    free = [name for name in table.frame.columns if name not in taken]
    return select_scores(table, free or [roles.label], roles.label, roles.positive)


def scored_label(table: Table, names: list[str], numeric: list[str]) -> str | None:
    """Return the column that has a column of scores for each of its classes; of several, the likeliest label; or None.

    A column with the class of the highest score in each row holds predictions, and is no label if there is another one.
    """
    columns = [name for name in names if table.frame[name].dtype.kind != "f"] if len(numeric) > 2 else []
    found: dict[str, bool] = {}
    for column in columns:
        values = label_values(table, column)
        others = [name for name in numeric if name != column]
        if 2 < len(values) <= MAX_LABEL_VALUES and (scored := classes_by_column(values, others)):
            of_classes = {name: value for name, value in scored.items() if value in values}
            found[column] = _is_prediction(table, column, of_classes)
    likely = [column for column, is_predicted in found.items() if not is_predicted] or list(found)
    return select_label(table, likely).selected[0] if found else None


def _is_prediction(table: Table, column: str, scored: dict[str, str]) -> bool:
    """Whether a column holds the class of the highest score in each row."""
    sample = table.frame.head(MAX_SAMPLE_ROWS)
    scores = sample[list(scored)].apply(pd.to_numeric, errors="coerce").fillna(-np.inf)
    return bool((scores.idxmax(axis=1).map(scored) == text_of(sample[column])).all())


def names_a_label(table: Table, names: list[str], group: str) -> bool:
    """Whether a column is named like a label, or has two values while those of the group have no clear meaning."""
    if find_label_column(names) is not None or any(parse_header(name).kind == "outcome" for name in names):
        return True
    positive = infer_positive(table, group, [])
    says_what = positive is not None and positive.why == "meaning"
    return not says_what and any(len(label_values(table, name)) == 2 for name in names)


def infer_other_roles(table: Table, roles: Roles) -> Roles:
    """Infer what depends on label, scores and group: predictions, the split that is kept, totals, and clusters.

    >>> table = Table("t", pd.DataFrame({"y": [1, 0], "s": [0.9, 0.1], "num_gt": [4, 4]}))
    >>> infer_other_roles(table, Roles("y", "1", ("s",))).total_positives
    'num_gt'
    """
    split_value = infer_test_split(table, roles.split_column)
    roles = replace(roles, prediction=infer_prediction(table, roles), split_value=split_value)
    roles = with_total(table, roles, total_column(table, roles))
    # A number for all rows is not valid for a split of them.
    if roles.split_value is not None and roles.total_positives_by is None:
        roles = replace(roles, total_positives=None)
    return replace(roles, cluster=cluster_column(table, roles))


def count_column(table: Table) -> str | None:
    """Return the column of row counts: whole numbers in a table with only a label, a score and maybe a group; or None.

    >>> count_column(Table("t", pd.DataFrame({"score": [0.9, 0.9], "label": [1, 0], "n": [12, 3]})))
    'n'
    """
    found = next((name for name in table.frame.columns if is_named(COUNTS, name)), None)
    beside = [name for name in table.frame.columns if find_group_column([name]) is None]
    if found is None or len(beside) > MAX_COUNT_COLUMNS or table.frame[found].dtype.kind not in "iu":
        return None
    counts = bool((table.frame[found] >= 0).all()) and not is_row_number(found, table.frame[found])
    return found if counts else None


CONFIDENCE = {"confidence", "confidences", "conf", "certainty", "sureness", "置信度", "把握"}


def infer_prediction(table: Table, roles: Roles) -> str | None:
    """Return the column of predictions whose confidence is the only score, or None if it scores the positive value.

    The score is named like a confidence, the column has values of the label, and it is not a threshold on the score.

    >>> frame = pd.DataFrame({"y": ["a", "b", "b"], "predicted": ["a", "b", "a"], "confidence": [0.9, 0.8, 0.6]})
    >>> infer_prediction(Table("t", frame), Roles("y", "a", ("confidence",)))
    'predicted'
    """
    score = roles.scores[0]
    columns = [name for name in table.frame.columns if name not in (roles.label, score)]
    values = label_values(table, roles.label)
    if roles.kind != "one" or not _is_confidence(score, columns) or not 2 <= len(values) <= MAX_LABEL_VALUES:
        return None
    found = (name for name in columns if _has_values_of(table, name, set(values)))
    return next((name for name in found if not _is_threshold_split(table, name, roles.positive, score)), None)


def _is_confidence(score: str, columns: list[str]) -> bool:
    """Whether a score is named like a confidence; one program names it "prediction" beside "predicted"."""
    words = split_name(score)
    return bool(CONFIDENCE & set(words)) or (words == ("prediction",) and "predicted" in columns)


def _has_values_of(table: Table, name: str, values: set[str]) -> bool:
    found = label_values(table, name) if table.frame[name].dtype.kind != "f" else []
    return 0 < len(found) <= len(values) and set(found) <= values


def _is_threshold_split(table: Table, name: str, positive: str | None, score: str) -> bool:
    """Whether a threshold on the score gives the predictions, so that it scores the positive value."""
    number = to_floats(table.frame[score])
    yes = text_of(table.frame[name]) == positive
    if not yes.any() or yes.all():
        return False
    return bool(np.nanmin(number[yes], initial=np.inf) >= np.nanmax(number[~yes], initial=-np.inf))


def positive_of(table: Table, label: str) -> str | None:
    """Return the value of a label that is taken as positive, or None if there are three or more.

    >>> positive_of(Table("t", pd.DataFrame({"y": ["ham", "spam"], "s": [0.9, 0.1]})), "y")
    'spam'
    """
    positive = infer_positive(table, label, numeric_columns(table, label))
    return None if positive is None else positive.value


def numeric_columns(table: Table, label: str) -> list[str]:
    """Return the columns that are meant as numbers, without the label.

    >>> numeric_columns(Table("t", pd.DataFrame({"y": [1, 0], "s": [0.9, 0.1], "text": ["a", "b"]})), "y")
    ['s']
    """
    return [name for name in table.frame.columns if name != label and is_numeric_column(table.frame[name])]


def _replace_roles(
    table: Table, inferred: InferredRoles, label: str | None, scores: tuple[str, ...], weight: str | None
) -> InferredRoles:
    """Replace guessed roles by given ones, and guess again where a given column had another role."""
    roles = inferred.roles
    named = {name for name in (label, *scores, weight) if name is not None}
    weight = weight or (None if roles.weight in named else roles.weight)
    group = None if roles.group in named else roles.group
    split = None if roles.split in named else roles.split
    of_label, of_score = inferred.label, inferred.score
    if label is not None:
        of_label = Decision((label,), reason="named")
    elif roles.label in named or named.intersection(of_label.alternatives):
        of_label = select_label(table, _available_columns(table, named, weight, group, split))
    elif scores and of_label.certainty == "ambiguous":  # the given score may be named after one of two labels
        of_label = select_label(
            table, _available_columns(table, named - set(scores), weight, group, split), scores=scores
        )
    if scores or of_label.selected[0] != roles.label or named.intersection(roles.scores):
        of_score = Decision(scores, reason="named")
        (name, *_), policy = of_label.selected, roles.unscored_policy
        roles = Roles(name, positive_of(table, name), scores, weight, group, unscored_policy=policy, split=split)
        if scores:
            roles = infer_kind(table, roles)
        else:
            free = _available_columns(table, {*named, roles.label}, weight, group, split)
            of_score = select_scores(table, free, roles.label, roles.positive)
            roles = infer_multi_scores(table, replace(roles, scores=of_score.selected[:1]), of_score.selected)
            of_score = replace(of_score, selected=roles.scores)
    else:
        roles = replace(roles, weight=weight, group=group, split=split)
    return InferredRoles(infer_other_roles(table, roles), of_label, of_score)


def _available_columns(table: Table, named: set[str], *current: str | None) -> list[str]:
    """Return the columns without a role; if there are none, also those with a guessed role, or else all."""
    columns = list(table.frame.columns)
    free = [name for name in columns if name not in named]
    return [name for name in free if name not in current] or free or columns


def _with_positive(table: Table, roles: Roles, positive: str) -> Roles:
    """Set the positive value; if each class has its own score, use that of this class."""
    if roles.kind != "classes":
        return replace(roles, positive=positive)
    scored = classes_by_column(label_values(table, roles.label), roles.scores) or {}
    own = tuple(column for column, value in scored.items() if value == positive)
    return replace(roles, positive=positive, scores=own or roles.scores, kind="one" if own else "models")
