"""Roles of the columns of a table: label, scores, weight, group, totals, clusters, and the part that counts.

One label and one score are a curve. Several scores are models of one label, its classes, or labels of their own.

A column of clusters (persons, images, queries) is recognized by the words of its header and by values that repeat.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from pr_curve_lab.io.column_names import HAS_CJK, IN_BRACKETS, TOTALS, UNITS, is_named, tokens_of
from pr_curve_lab.io.limits import Notice
from pr_curve_lab.io.table import Table, text_of
from pr_curve_lab.schema.column_values import (
    MAX_LABEL_VALUES,
    classes_by_column,
    has_fractions,
    is_numeric_column,
    is_row_number,
    label_values,
    labels_by_column,
)
from pr_metrics.uncertainty.area_interval import MIN_GROUPS

MAX_UNSCORED = 10**9  # positives that were never scored
MAX_GROUPS = 200  # folds or sites; a column with more tells rows apart

Kind = Literal["one", "models", "classes", "labels"]
KINDS: tuple[Kind, ...] = ("models", "classes", "labels")  # of several scores
UnscoredPolicy = Literal["asked", "left_out", "missed"]  # what becomes of rows that have no score at all
UNSCORED_POLICIES: tuple[UnscoredPolicy, ...] = ("asked", "left_out", "missed")


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
    inverted: tuple[str, ...] = ()  # scores of which the lower are the more positive
    prediction: str | None = None  # the column of predicted values that the score is the confidence of
    subset: str | None = None  # the only value of the group whose rows count
    unscored_positives: int = 0  # positives that were never scored
    total_positives: str | None = None  # the column that says how many positives there are, scored or not
    total_positives_by: str | None = None  # the column of what each such number is for; None where it is for all rows
    unscored_policy: UnscoredPolicy = "asked"
    drop_duplicates: bool = False  # whether rows that come again count once
    percent: tuple[str, ...] = ()  # scores that are read as per cent
    logit: tuple[str, ...] = ()  # scores that are read as log odds
    cluster: str | None = None  # the column of persons, images or queries, whose rows intervals keep together


def score_column_options(table: Table, roles: Roles) -> list[str]:
    """The columns of numbers that are not label, weight, group or cluster, nor count all positives.

    >>> import pandas as pd

    >>> score_column_options(Table("t", pd.DataFrame({"y": [1], "s": [1], "num_gt": [2]})), Roles("y", "1", ("s",)))
    ['s']
    """
    taken = (roles.label, roles.weight, roles.group, roles.total_positives, roles.cluster)
    free = [name for name in table.frame.columns if name not in taken and not is_named(TOTALS, name)]
    return [name for name in free if is_numeric_column(table.frame[name])]


def check_weight_column(table: Table, roles: Roles) -> Notice | None:
    """A column called weight that is not used: it may hold kilograms, so the choice is the user's.

    >>> import pandas as pd

    >>> check_weight_column(Table("t", pd.DataFrame({"y": [1], "s": [1], "weight": [2]})), Roles("y", "1", ("s",)))
    Notice('weight_unused', column='weight')
    """
    named = next((name for name in table.frame.columns if name.strip().lower() in ("weight", "w")), None)
    taken = (roles.label, *roles.scores, roles.weight)
    return Notice("weight_unused", column=named) if named and roles.weight is None and named not in taken else None


def other_numeric_columns(table: Table, roles: Roles) -> list[str]:
    """The columns of numbers that play no part and could be scores: not those that count or name rows.

    >>> import pandas as pd

    >>> table = Table("t", pd.DataFrame({"y": [1, 0], "s": [0.1, 0.2], "other": [0.5, 0.4]}))
    >>> other_numeric_columns(table, Roles("y", "1", ("s",)))
    ['other']
    """
    free = [name for name in score_column_options(table, roles) if name not in (*roles.scores, *roles.labels)]
    return [name for name in free if not is_row_number(name, table.frame[name])]


def infer_multi_scores(table: Table, roles: Roles, models: Sequence[str] = ()) -> Roles:
    """Find the scores that belong together with the one that was found: of classes, of labels, of models.

    models: the columns that were found to be scores of the label, if there are several.

    >>> import pandas as pd

    >>> table = Table("t", pd.DataFrame({"y": ["a", "b", "c"], "a": [0.1, 0.2, 0.3], "b": [0.1] * 3, "c": [0.5] * 3}))
    >>> infer_multi_scores(table, Roles("y", None, ("a",))).kind
    'classes'
    """
    numeric = score_column_options(table, roles)
    values = label_values(table, roles.label)
    if 2 < len(values) <= MAX_LABEL_VALUES:
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


def infer_kind(table: Table, roles: Roles) -> Roles:
    """Say what the scores are, when they have just been chosen by hand.

    >>> import pandas as pd

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
    """Give each score the label column whose name is most like its own, else the columns of 0 and 1 in their order.

    >>> import pandas as pd

    >>> table = Table("t", pd.DataFrame({"y_a": [0, 1], "y_b": [1, 0], "s_b": [0.1, 0.2], "s_a": [0.3, 0.1]}))
    >>> infer_labels(table, Roles("y_a", "1", ("s_b", "s_a"))).labels
    ('y_b', 'y_a')
    """
    indicators = _indicator_columns(table, roles, score_column_options(table, roles))
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


def _indicator_columns(table: Table, roles: Roles, numeric: list[str]) -> list[str]:
    """The columns of 0 and 1, the label among them."""
    few = [name for name in (roles.label, *numeric) if set(table.frame[name].head(100)) <= {0, 1}]
    wanted = [name for name in few if set(label_values(table, name)) <= {"0", "1"}]
    return [name for name in table.frame.columns if name in wanted]


def _paired_labels(table: Table, roles: Roles, numeric: list[str]) -> dict[str, str] | None:
    indicators = _indicator_columns(table, roles, numeric)
    rest = [name for name in numeric if name not in indicators]
    return labels_by_column(indicators, rest) if len(indicators) > 1 else None


def total_column(table: Table, roles: Roles) -> str | None:
    """The column that is named like it: whole numbers, the same in all rows or for each image, query or group.

    >>> import pandas as pd
    >>> table = Table("t", pd.DataFrame({"y": [1, 0], "s": [0.9, 0.1], "num_gt": [4, 4]}))
    >>> total_column(table, Roles("y", "1", ("s",)))
    'num_gt'
    """
    if roles.kind not in ("one", "models"):
        return None
    taken = (roles.label, *roles.scores, roles.weight, roles.group)
    named = [name for name in table.frame.columns if name not in taken and is_named(TOTALS, name)]
    whole = [name for name in named if table.frame[name].dtype.kind in "iu"]
    return next((name for name in whole if table.frame[name].nunique() == 1 or units_of(table, roles, name)), None)


def with_total(table: Table, roles: Roles, column: str | None) -> Roles:
    """The roles with that column, and with what its numbers are for: all rows where that can be.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"y": [1, 1, 0], "s": [3, 2, 1], "image": ["a", "b", "b"], "n_gt": [1, 1, 1]})
    >>> with_total(Table("t", frame), Roles("y", "1", ("s",)), "n_gt").total_positives_by
    'image'
    """
    if column is None:
        return replace(roles, total_positives=None, total_positives_by=None)
    values = table.frame[column]
    scored = int((text_of(table.frame[roles.label]) == roles.positive).sum())
    of_all = values.nunique() == 1 and values.dtype.kind in "iuf" and values.iloc[0] >= scored
    units = [] if of_all else units_of(table, roles, column)
    return replace(roles, total_positives=column, total_positives_by=units[0] if units else None)


def units_of(table: Table, roles: Roles, column: str) -> list[str]:
    """The columns that a number can be for, since all rows of each of their values agree on it; the likeliest first.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"y": [1, 1, 0], "s": [3, 2, 1], "image": ["a", "b", "b"], "n_gt": [1, 2, 2]})
    >>> units_of(Table("t", frame), Roles("y", "1", ("s",)), "n_gt")
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
MIN_GROUP_UNITS = ("document", "site")  # of which a study may have a few that are no sample of others


def cluster_column(table: Table, roles: Roles) -> str | None:
    """The column of persons, images or queries of which the table has several rows; None where there is none.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"Patient ID": [*range(10), *range(10)], "y": [0, 1] * 10, "s": range(20)})
    >>> cluster_column(Table("t", frame), Roles("y", "1", ("s",)))
    'Patient ID'
    """
    return next(iter(cluster_columns(table, roles)), None)


def cluster_columns(table: Table, roles: Roles) -> list[str]:
    """All columns that name what rows came in, the likeliest first.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"site": [*range(10)] * 2, "user_id": [*range(10)] * 2, "y": [0, 1] * 10, "s": range(20)})
    >>> cluster_columns(Table("t", frame), Roles("y", "1", ("s",)))
    ['user_id', 'site']
    """
    taken = {roles.label, *roles.labels, *roles.scores, roles.weight, roles.total_positives, roles.prediction}
    found = []
    for name in table.frame.columns:
        unit = unit_of(name) if name not in taken else None
        if unit is None or has_fractions(table.frame[name]):
            continue
        values = int(table.frame[name].nunique())
        fewest = MIN_GROUPS if unit in MIN_GROUP_UNITS else 2
        if fewest <= values < len(table.frame):
            found.append((values < MIN_GROUPS, CLUSTER_UNITS.index(unit), name))
    return [name for _, _, name in sorted(found, key=lambda one: one[:2])]


def unit_of(name: str) -> str | None:
    """What a header says that the values of its column name: "person", "query", "image", "document", "site".

    >>> [unit_of(name) for name in ("patient_id", "UserID", "customerid", "Kundennummer", "患者编号", "id_paciente")]
    ['person', 'person', 'person', 'person', 'person', 'person']
    >>> [unit_of(name) for name in ("qid", "image_path", "hospital", "case_id", "用户年龄", "patient_age", "case")]
    ['query', 'image', 'site', 'person', None, None, None]
    """
    tokens = [part for token in tokens_of(IN_BRACKETS.sub(" ", name)) for part in _split_token(token)]
    if len(tokens) == 1 and tokens[0] in _IDS:
        return _IDS[tokens[0]]
    at = next((at for at in range(len(tokens) - 1, -1, -1) if tokens[at] in _WITH_ID), None)
    if at is None:
        return None
    before, after = set(tokens[:at]), set(tokens[at + 1 :])
    is_plain = before <= _ID_TOKENS | _FILLERS  # anon_patient_id names patients, anon_patient may say something of them
    has_id = bool(after) or bool(before & _ID_TOKENS)
    if not after <= _ID_TOKENS or not (after or is_plain):
        return None
    return _WITH_ID[tokens[at]] if has_id else _UNITS.get(tokens[at])


def _split_token(token: str) -> list[str]:
    """A word and the word of identity that is written together with it: customerid, Kundennummer, 患者编号."""
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


TRAIN_NAMES = {"train", "training", "dev", "训练", "训练集"}
TEST_NAMES = (
    "test", "testing", "holdout", "hold-out", "测试", "测试集",
    "valid", "validation", "val", "eval", "验证", "验证集",
)  # fmt: skip


def infer_test_split(table: Table, group: str | None) -> str | None:
    """The part of the rows that a model is judged by, where others were for its training.

    >>> import pandas as pd

    >>> infer_test_split(Table("t", pd.DataFrame({"split": ["train", "Test"]})), "split")
    'Test'
    """
    parts = {} if group is None else {value.casefold(): value for value in label_values(table, group)}
    if not TRAIN_NAMES & parts.keys():
        return None
    return next((parts[name] for name in TEST_NAMES if name in parts), None)
