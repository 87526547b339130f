"""Roles of columns, guessed from names and values, also beside roles that are given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

import numpy as np
import pandas as pd

from pr_curve_lab.io.column_names import (
    COUNTS,
    TOTALS,
    group_named,
    is_named,
    label_named,
    parse_header,
    split_name,
    weight_named,
)
from pr_curve_lab.io.table import Table, text_of
from pr_curve_lab.schema.column_ranks import MAX_SAMPLE_ROWS, Decision, select_label, select_scores
from pr_curve_lab.schema.column_values import (
    MAX_LABEL_VALUES,
    classes_by_column,
    infer_positive,
    is_numeric_column,
    is_row_number,
    label_values,
)
from pr_curve_lab.schema.roles import (
    MAX_GROUPS,
    Roles,
    UnscoredPolicy,
    cluster_column,
    infer_kind,
    infer_multi_scores,
    infer_test_split,
    total_column,
    with_total,
)

MAX_COUNT_COLUMNS = 3  # columns of a table of counts


@dataclass(frozen=True)
class TableSchema:
    """How a table is understood, and how sure label and score are."""

    roles: Roles
    label: Decision
    score: Decision

    @property
    def by_role(self) -> dict[str, Decision]:
        """The decisions by their role."""
        return {"label": self.label, "score": self.score}

    @property
    def is_ambiguous(self) -> bool:
        """Whether a label or a score has to be asked for, because another is as likely."""
        return "ambiguous" in (self.label.certainty, self.score.certainty)


def infer_roles(
    table: Table,
    *,
    label: str | None = None,
    scores: Sequence[str] = (),
    positive: str | None = None,
    weight: str | None = None,
) -> Roles:
    """Guess which column is which, by what the headers say first and by values second; what is named is taken.

    >>> roles = infer_roles(Table("t", pd.DataFrame({"p": [0.2, 0.9, 0.4], "truth": ["no", "yes", "no"]})))
    >>> roles.label, roles.positive, roles.scores
    ('truth', 'yes', ('p',))
    >>> table = Table("t", pd.DataFrame({"y": [1, 0, 1], "a": [0.9, 0.2, 0.4], "p": [3, 2, 4], "fold": [1, 2, 2]}))
    >>> roles = infer_roles(table, label="y", scores=["a"])
    >>> roles.scores, roles.group
    (('a',), 'fold')
    """
    return infer_schema(table, label=label, scores=scores, positive=positive, weight=weight).roles


def infer_schema(
    table: Table,
    *,
    label: str | None = None,
    scores: Sequence[str] = (),
    positive: str | None = None,
    weight: str | None = None,
) -> TableSchema:
    """Guess which column is which, and say how sure those of label and score are that nobody named.

    >>> frame = pd.DataFrame({"y1": [1, 0, 1, 0], "y2": [1, 1, 0, 0], "score": [0.9, 0.2, 0.4, 0.3]})
    >>> table = Table("t", frame)
    >>> found = infer_schema(table)
    >>> found.label.certainty, found.label.selected, found.label.alternatives
    ('ambiguous', ('y1',), ('y2',))
    >>> infer_schema(table, label="y2").is_ambiguous
    False
    """
    found = _SCHEMA_CACHE.get(table)
    if found is None:
        found = _SCHEMA_CACHE[table] = _infer_schema(table)
    if label is not None or scores or weight is not None:
        found = _replace_roles(table, found, label, tuple(scores), weight)
    return found if positive is None else replace(found, roles=_with_positive(table, found.roles, positive))


_SCHEMA_CACHE: WeakKeyDictionary[Table, TableSchema] = WeakKeyDictionary()  # every page asks


def _infer_schema(table: Table) -> TableSchema:
    frame = table.frame
    names = list(frame.columns)
    numeric = [name for name in names if is_numeric_column(frame[name]) and not is_named(TOTALS, name)]
    weight = weight_named(numeric) or count_column(table)
    group = group_named(names)
    if group is not None and frame[group].nunique() > MAX_GROUPS:
        group = None
    of_classes = scored_label(table, names, numeric)
    if of_classes is not None:  # its classes name the scores: nothing else says so much
        group = group if group != of_classes else None
        roles = infer_multi_scores(
            table, Roles(of_classes, None, (), weight, group, subset=infer_test_split(table, group))
        )
        roles = replace(roles, cluster=cluster_column(table, roles))
        return TableSchema(roles, Decision((of_classes,), reason="classes"), Decision(roles.scores, reason="classes"))
    rest = [name for name in names if name not in (weight, group)]
    if group is not None and len(label_values(table, group)) == 2 and not names_a_label(table, rest, group):
        group, rest = None, [name for name in names if name != weight]  # case or control: the group is the label
    if len(rest) < 2:  # a label and a score come first
        weight, group, rest = None, None, names
    label = select_label(table, rest)
    (name,) = label.selected
    policy: UnscoredPolicy = "left_out" if table.has_unscored_rows else "asked"
    roles = Roles(name, positive_of(table, name), (), weight, group, unscored_policy=policy)
    scores = infer_scores(table, roles)
    roles = replace(roles, scores=scores.selected[:1])
    roles = infer_other_roles(table, infer_multi_scores(table, roles, scores.selected))
    if roles.kind == "labels":  # each label has the score that is named like it
        return TableSchema(roles, Decision(roles.labels, reason="pairs"), Decision(roles.scores, reason="pairs"))
    return TableSchema(roles, label, replace(scores, selected=roles.scores))


def infer_scores(table: Table, roles: Roles) -> Decision:
    """The scores of the label that is known, among the columns that have no other part.

    >>> frame = pd.DataFrame({"y": [1, 0], "age": [41, 29], "risk": [0.9, 0.1]})
    >>> infer_scores(Table("t", frame), Roles("y", "1", ())).selected
    ('risk',)
    """
    taken = (roles.label, roles.weight, roles.group, roles.total_positives)
    free = [name for name in table.frame.columns if name not in taken]
    return select_scores(table, free or [roles.label], roles.label, roles.positive)


def scored_label(table: Table, names: list[str], numeric: list[str]) -> str | None:
    """The column that has a column of scores for each of its classes; of several the likeliest label.

    One that names the highest score of each row is what the model predicts, and no label beside another.
    """
    columns = [name for name in names if table.frame[name].dtype.kind != "f"] if len(numeric) > 2 else []
    found: dict[str, bool] = {}
    for column in columns:
        values = label_values(table, column)
        others = [name for name in numeric if name != column]
        if 2 < len(values) <= MAX_LABEL_VALUES and (scored := classes_by_column(values, others)):
            of_classes = {name: value for name, value in scored.items() if value in values}
            found[column] = _is_argmax(table, column, of_classes)
    likely = [column for column, is_predicted in found.items() if not is_predicted] or list(found)
    return select_label(table, likely).selected[0] if found else None


def _is_argmax(table: Table, column: str, scored: dict[str, str]) -> bool:
    """Whether a column names the class of the highest score in each row."""
    sample = table.frame.head(MAX_SAMPLE_ROWS)
    scores = sample[list(scored)].apply(pd.to_numeric, errors="coerce").fillna(-np.inf)
    return bool((scores.idxmax(axis=1).map(scored) == text_of(sample[column])).all())


def names_a_label(table: Table, names: list[str], group: str) -> bool:
    """Whether a column is named like a label, or has two values while those of the group say nothing."""
    if label_named(names) is not None or any(parse_header(name).kind == "outcome" for name in names):
        return True
    positive = infer_positive(table, group, [])
    says_what = positive is not None and positive.why == "meaning"
    return not says_what and any(len(label_values(table, name)) == 2 for name in names)


def infer_other_roles(table: Table, roles: Roles) -> Roles:
    """Guess what hangs on label, scores and group: predictions, the part that counts, all positives, and clusters.

    >>> table = Table("t", pd.DataFrame({"y": [1, 0], "s": [0.9, 0.1], "num_gt": [4, 4]}))
    >>> infer_other_roles(table, Roles("y", "1", ("s",))).total_positives
    'num_gt'
    """
    roles = replace(roles, prediction=infer_prediction(table, roles), subset=infer_test_split(table, roles.group))
    roles = with_total(table, roles, total_column(table, roles))
    if roles.subset is not None and roles.total_positives_by is None:  # a number of all rows is not one of a part
        roles = replace(roles, total_positives=None)
    return replace(roles, cluster=cluster_column(table, roles))


def count_column(table: Table) -> str | None:
    """The column that says for how many rows a line stands: whole numbers beside a label, a score and a group alone.

    >>> count_column(Table("t", pd.DataFrame({"score": [0.9, 0.9], "label": [1, 0], "n": [12, 3]})))
    'n'
    """
    found = next((name for name in table.frame.columns if is_named(COUNTS, name)), None)
    beside = [name for name in table.frame.columns if group_named([name]) is None]
    if found is None or len(beside) > MAX_COUNT_COLUMNS or table.frame[found].dtype.kind not in "iu":
        return None
    counts = bool((table.frame[found] >= 0).all()) and not is_row_number(found, table.frame[found])
    return found if counts else None


CONFIDENCE = {"confidence", "confidences", "conf", "certainty", "sureness", "置信度", "把握"}


def infer_prediction(table: Table, roles: Roles) -> str | None:
    """The column of predicted values that a single score is the confidence of; None where it scores the positive value.

    It is named a confidence, a column beside it has the values of the label, and no threshold on it gives that column.

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


def positive_of(table: Table, label: str) -> str | None:
    """The value of a label that is taken for positive; None of three or more.

    >>> positive_of(Table("t", pd.DataFrame({"y": ["ham", "spam"], "s": [0.9, 0.1]})), "y")
    'spam'
    """
    positive = infer_positive(table, label, numeric_columns(table, label))
    return None if positive is None else positive.value


def numeric_columns(table: Table, label: str) -> list[str]:
    """The columns that can be meant as numbers, without the label.

    >>> numeric_columns(Table("t", pd.DataFrame({"y": [1, 0], "s": [0.9, 0.1], "text": ["a", "b"]})), "y")
    ['s']
    """
    return [name for name in table.frame.columns if name != label and is_numeric_column(table.frame[name])]


def _replace_roles(
    table: Table, schema: TableSchema, label: str | None, scores: tuple[str, ...], weight: str | None
) -> TableSchema:
    """What was guessed, without what a named column has taken from it."""
    roles = schema.roles
    named = {name for name in (label, *scores, weight) if name is not None}
    weight = weight or (None if roles.weight in named else roles.weight)
    group = None if roles.group in named else roles.group
    of_label, of_score = schema.label, schema.score
    if label is not None:
        of_label = Decision((label,), reason="named")
    elif roles.label in named or named.intersection(of_label.alternatives):
        of_label = select_label(table, _available_columns(table, named, weight, group))
    elif scores and of_label.certainty == "ambiguous":  # of two labels a score is named after one, perhaps
        of_label = select_label(table, _available_columns(table, named - set(scores), weight, group), scores=scores)
    if scores or of_label.selected[0] != roles.label or named.intersection(roles.scores):
        of_score = Decision(scores, reason="named")
        (name, *_), policy = of_label.selected, roles.unscored_policy
        roles = Roles(name, positive_of(table, name), scores, weight, group, unscored_policy=policy)
        if scores:
            roles = infer_kind(table, roles)
        else:
            free = _available_columns(table, {*named, roles.label}, weight, group)
            of_score = select_scores(table, free, roles.label, roles.positive)
            roles = infer_multi_scores(table, replace(roles, scores=of_score.selected[:1]), of_score.selected)
            of_score = replace(of_score, selected=roles.scores)
    else:
        roles = replace(roles, weight=weight, group=group)
    return TableSchema(infer_other_roles(table, roles), of_label, of_score)


def _available_columns(table: Table, named: set[str], *current: str | None) -> list[str]:
    """The columns that have no part yet; where there is none a guessed part gives way, then any."""
    columns = list(table.frame.columns)
    free = [name for name in columns if name not in named]
    return [name for name in free if name not in current] or free or columns


def _with_positive(table: Table, roles: Roles, positive: str) -> Roles:
    """A value for positive; where each class has a score of its own, that of this class alone."""
    if roles.kind != "classes":
        return replace(roles, positive=positive)
    scored = classes_by_column(label_values(table, roles.label), roles.scores) or {}
    own = tuple(column for column, value in scored.items() if value == positive)
    return replace(roles, positive=positive, scores=own or roles.scores, kind="one" if own else "models")
