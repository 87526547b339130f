"""Columns of totals, clusters, parts of the data, and predictions.

A column of clusters (persons, images, queries) is recognized by the words of its header and by values that repeat.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd

from pr_curve_lab.io.column_names import CJK, IN_BRACKETS, TOTALS, UNITS, is_named, split_name, tokens_of
from pr_curve_lab.io.table import Table, text_of
from pr_curve_lab.schema.column_values import MAX_LABEL_VALUES, has_fractions, label_values
from pr_curve_lab.schema.roles import Roles
from pr_metrics.uncertainty.area_interval import MIN_GROUPS


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


def is_total_valid(table: Table, roles: Roles, column: str | None) -> bool:
    """Whether a number may be taken for that of the rows that count: not one of all rows where a part counts."""
    return column is not None and (roles.part is None or with_total(table, roles, column).total_by is not None)


def with_total(table: Table, roles: Roles, column: str | None) -> Roles:
    """The roles with that column, and with what its numbers are for: all rows where that can be.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"y": [1, 1, 0], "s": [3, 2, 1], "image": ["a", "b", "b"], "n_gt": [1, 1, 1]})
    >>> with_total(Table("t", frame), Roles("y", "1", ("s",)), "n_gt").total_by
    'image'
    """
    if column is None:
        return replace(roles, total=None, total_by=None)
    values = table.frame[column]
    scored = int((text_of(table.frame[roles.label]) == roles.positive).sum())
    of_all = values.nunique() == 1 and values.dtype.kind in "iuf" and values.iloc[0] >= scored
    units = [] if of_all else units_of(table, roles, column)
    return replace(roles, total=column, total_by=units[0] if units else None)


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
    taken = {roles.label, *roles.labels, *roles.scores, roles.weight, roles.total, roles.prediction}
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
            rest == "id" or GERMAN_NUMBER.fullmatch(rest) or (_CJK.match(rest) and rest in _ID_TOKENS)
        ):
            return [word, "id"]
    return [token]


_CJK = re.compile(rf"[{CJK}]")
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


CONFIDENCE = {"confidence", "confidences", "conf", "certainty", "sureness", "置信度", "把握"}
CONFIDENCE_SUMS = (1.0, 100.0)  # what two confidences add up to: shares, or per cent


def predictions_of(table: Table, label: str, positive: str | None, score: str) -> str | None:
    """The column of predictions that a score is the confidence of; None where it scores the positive value itself.

    It is named a confidence, a column beside it has the values of the label, and no threshold on it gives that column.

    >>> frame = pd.DataFrame({"y": ["a", "b", "b"], "predicted": ["a", "b", "a"], "confidence": [0.9, 0.8, 0.6]})
    >>> predictions_of(Table("t", frame), "y", "a", "confidence")
    'predicted'
    """
    columns = [name for name in table.frame.columns if name not in (label, score)]
    if not _is_confidence(score, columns):
        return None
    values = label_values(table, label)
    if not 2 <= len(values) <= MAX_LABEL_VALUES:
        return None
    found = (name for name in columns if _has_values_of(table, name, set(values)))
    return next((name for name in found if not _is_threshold_split(table, name, positive, score)), None)


def positive_class_score(confidence: np.ndarray, predicted: pd.Series, positive: str | None) -> np.ndarray:
    """Scores of the positive value, shape (n_rows,): the confidence where that is predicted, else what is left of one.

    >>> positive_class_score(np.array([0.9, 0.8]), pd.Series(["a", "b"]), "a").round(3).tolist()
    [0.9, 0.2]
    """
    whole = next((whole for whole in CONFIDENCE_SUMS if np.nanmax(confidence, initial=0.0) <= whole), None)
    left = -confidence if whole is None else whole - confidence
    return np.where(text_of(predicted) == positive, confidence, left)


def _is_confidence(score: str, columns: list[str]) -> bool:
    """Whether a name says so; one program calls it prediction beside predicted."""
    words = split_name(score)
    return bool(CONFIDENCE & set(words)) or (words == ("prediction",) and "predicted" in columns)


def _has_values_of(table: Table, name: str, values: set[str]) -> bool:
    found = label_values(table, name) if table.frame[name].dtype.kind != "f" else []
    return 0 < len(found) <= len(values) and set(found) <= values


def _is_threshold_split(table: Table, name: str, positive: str | None, score: str) -> bool:
    """Whether a threshold on the score gives the predictions: then it scores the positive value."""
    number = pd.to_numeric(table.frame[score], errors="coerce").to_numpy(np.float64, na_value=np.nan)
    yes = text_of(table.frame[name]) == positive
    if not yes.any() or yes.all():
        return False
    return bool(np.nanmin(number[yes], initial=np.inf) >= np.nanmax(number[~yes], initial=-np.inf))
