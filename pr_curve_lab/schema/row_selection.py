"""The rows of a table that count: their labels, what is left out, positives without a score, and clusters.

No threshold finds positives without a score, so recall ends below 1. They are entered as a number, follow from a column
with the number of all positives, or are rows of the table without a score.

An interval that treats the rows of one person, image or query as independent is too narrow, so these clusters are kept
together unless the user decides otherwise. If that is not possible, a note says why.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import pandas as pd

from pr_curve_lab.io.column_names import COUNTS, is_named
from pr_curve_lab.io.notices import Notice
from pr_curve_lab.io.table import Table, text_of
from pr_curve_lab.schema.column_values import (
    MAX_LABEL_VALUES,
    YES_NO_PAIRS,
    NumberColumn,
    classes_by_column,
    label_text,
    label_values,
    normalize_value,
    notice_at_rows,
    read_numbers,
)
from pr_curve_lab.schema.roles import MIN_CLUSTERS, Roles, cluster_column


@dataclass(frozen=True, eq=False)
class LabelColumns:
    """The label columns as text, and the label column and the positive value of each task."""

    table_roles: Roles
    text: dict[str, np.ndarray]  # by label column, (n_rows,)
    values: dict[str, tuple[str, ...]]  # by label column, the distinct values
    targets: dict[str, tuple[str, str]]  # by name of the task: label column and positive value

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the tasks."""
        return tuple(self.targets)

    @property
    def unknown(self) -> dict[str, np.ndarray]:
        """Masks of the rows whose cell is empty, by label column."""
        return {column: text == "" for column, text in self.text.items()}

    def roles(self, name: str) -> Roles:
        """Return the roles with the label and the positive value of one task."""
        column, value = self.targets[name]
        return replace(self.table_roles, label=column, positive=value)

    def negative_values(self, name: str) -> tuple[str, ...]:
        """Return the label values that count as negative in one task."""
        column, positive = self.targets[name]
        return tuple(value for value in self.values[column] if value != positive)

    def positive(self, keep: np.ndarray) -> np.ndarray:
        """Return a mask of the kept rows that are positive in each task, shape (n_kept, n_tasks)."""
        masks = {target: (self.text[target[0]] == target[1])[keep] for target in set(self.targets.values())}
        if len(masks) == 1:
            mask = next(iter(masks.values()))
            return np.broadcast_to(mask[:, None], (mask.size, len(self.targets)))
        return np.column_stack([masks[target] for target in self.targets.values()])

    def one_class_left(self, keep: np.ndarray) -> Notice:
        """Return the problem that no task has both positives and negatives among the kept rows."""
        column = next(iter(self.targets.values()))[0]
        return Notice("one_class_left", column=column, value=str(self.text[column][keep][0]))


def read_label_columns(table: Table, roles: Roles) -> tuple[LabelColumns | None, list[Notice]]:
    """Read the label columns and find their problems. The columns are None if their roles do not fit each other.

    >>> table = Table("t", pd.DataFrame({"y": ["a", "b"], "s": [0.9, 0.2]}))
    >>> read_label_columns(table, Roles("y", "a", ("s",)))[0].targets
    {'s': ('y', 'a')}
    """
    columns = roles.labels if roles.kind == "labels" else (roles.label,)
    both = next((column for column in columns if column in roles.scores), None)
    if both is not None:
        return None, [Notice("score_is_label", column=both)]
    if roles.kind == "labels" and len(columns) != len(roles.scores):
        return None, [Notice("labels_unequal", labels=len(columns), scores=len(roles.scores))]
    text = {column: label_text(table, column) for column in columns}
    values = {column: tuple(label_values(table, column)) for column in columns}
    targets, problems = _find_targets(roles, text, values)
    return LabelColumns(roles, text, values, targets), problems


Targets = dict[str, tuple[str, str]]


def _find_targets(
    roles: Roles, text: dict[str, np.ndarray], values: dict[str, tuple[str, ...]]
) -> tuple[Targets, list[Notice]]:
    """Return the label column and the positive value of each task, and problems with them."""
    if roles.kind == "labels":
        positive = {column: _boolean_positive(values[column]) for column in roles.labels}
        problems = [Notice("indicator_not_binary", column=one) for one, value in positive.items() if value is None]
        return {column: (column, value or "") for column, value in positive.items()}, problems
    label, known = roles.label, values[roles.label]
    targets, listed = dict.fromkeys(roles.scores, (label, roles.positive or "")), ", ".join(known)
    if len(known) > MAX_LABEL_VALUES:
        return targets, [Notice("label_many_values", column=label, count=int(pd.Series(text[label]).nunique()))]
    if len(known) == 1:
        return targets, [Notice("one_class", column=label, value=known[0])]
    if roles.kind == "classes":
        classes = classes_by_column(known, roles.scores) if known else None
        if classes is not None and len(classes) == len(roles.scores):
            return {classes[score]: (label, classes[score]) for score in roles.scores}, []
        scores = ", ".join(roles.scores)
        return targets, [Notice("class_unmatched", column=label, values=listed, scores=scores)]
    if roles.positive is None and len(known) > 2:
        row = int(np.flatnonzero(text[label] == known[2])[0]) + 1
        return targets, [Notice("label_not_binary", row=row, column=label, value=known[2], values=listed)]
    return targets, [] if roles.positive in known else [Notice("positive_unknown", column=label)]


def _boolean_positive(values: tuple[str, ...]) -> str | None:
    """Return the value that means yes, or None if the values are not a yes and a no."""
    if set(values) <= {"0", "1"} or set(values) == {"-1", "1"}:
        return "1"
    named = [value for value in values if any(normalize_value(value) in yes for yes, _ in YES_NO_PAIRS)]
    return named[0] if len(named) == 1 and len(values) <= 2 else None


Missing = tuple[str, str, np.ndarray]  # what is missing (label, score or weight), its column, and in which rows


@dataclass(frozen=True, eq=False)
class RowSelection:
    """Masks of the rows that count, with and without a score; every array has shape (n_rows,)."""

    in_split: np.ndarray  # rows of the chosen split, or all rows
    keep: np.ndarray
    is_unscored: np.ndarray
    weight: np.ndarray | None
    excluded: tuple[Notice, ...]
    is_frequency_weight: bool  # each line stands for as many rows as its weight says

    def positives(self, label_columns: LabelColumns, rows: np.ndarray) -> float:
        """Return the positives of the first task among some rows, counted by weight."""
        positive = label_columns.positive(rows)[:, 0]
        return float(positive.sum() if self.weight is None else self.weight[rows] @ positive)


def select_rows(
    table: Table,
    label_columns: LabelColumns,
    weight: NumberColumn | None,
    missing: Sequence[Missing],
    is_unscored: np.ndarray,
    in_split: np.ndarray,
) -> RowSelection:
    """Select the rows that lack nothing, belong to the chosen split, and have a positive weight.

    is_unscored: rows without any score that are not a mistake. in_split: rows of the chosen split.
    """
    roles = label_columns.table_roles
    keep = in_split & ~np.any([np.zeros(len(table.frame), dtype=bool), *(rows for _, _, rows in missing)], axis=0)
    excluded = [notice_at_rows(f"excluded_{part}", rows, column=column) for part, column, rows in missing]
    if weight is not None:
        weightless = keep & (weight.values == 0)
        if weightless.any():
            excluded.append(notice_at_rows("excluded_weightless", weightless, column=str(roles.weight)))
        keep &= ~weightless
    again = keep & (table.frame.duplicated().to_numpy() if roles.drop_duplicates else False)
    if again.any():
        excluded.append(notice_at_rows("excluded_repeated", again))
    keep &= ~again
    without = keep & is_unscored
    if without.any():
        positives = int(label_columns.positive(without)[:, 0].sum())
        excluded.append(notice_at_rows(f"unscored_{roles.unscored_policy}", without, positives=positives))
    values = None if weight is None else weight.values
    return RowSelection(
        in_split, keep & ~without, without, values, tuple(excluded), _is_frequency_weight(roles, values)
    )


def _is_frequency_weight(roles: Roles, weight: np.ndarray | None) -> bool:
    """Whether weights are counts of rows: whole numbers in a column named so, with a single score."""
    if weight is None or roles.kind != "one" or not is_named(COUNTS, str(roles.weight)):
        return False
    return bool((weight % 1 == 0).all())


def split_mask(table: Table, roles: Roles) -> np.ndarray:
    """Return a mask of the rows of the chosen split, or of all rows."""
    if roles.selected_split is None:
        return np.ones(len(table.frame), dtype=bool)
    column, value = roles.selected_split
    return np.asarray(text_of(table.frame[column]) == value)


@dataclass(frozen=True, eq=False)
class UnscoredPositives:
    """The positives of one label that have no score, counted by weight."""

    total: float
    by_group: np.ndarray | None  # (n_groups,); None if it is unknown which groups they belong to
    rows: tuple[int, ...] = ()  # those of them that are rows of the table: positions in it, from 0


def count_unscored_positives(
    table: Table, label_columns: LabelColumns, selection: RowSelection, group_names: tuple[str, ...]
) -> UnscoredPositives | Notice:
    """Count the positives without a score according to the roles."""
    roles = label_columns.table_roles
    if roles.kind in ("classes", "labels"):
        is_set = roles.unscored_positives or roles.total_positives is not None or roles.unscored_policy == "missed"
        return Notice("missed_of_several") if is_set else UnscoredPositives(0.0, np.zeros(len(group_names)))
    if roles.total_positives is not None:
        return _count_from_total(table, label_columns, selection, group_names)
    without = selection.is_unscored & (roles.unscored_policy == "missed")
    of_rows = selection.positives(label_columns, without)
    rows = tuple(np.flatnonzero(without)[label_columns.positive(without)[:, 0]].tolist())
    if not group_names:
        return UnscoredPositives(roles.unscored_positives + of_rows, np.zeros(0), rows)
    of_group = _positives_by(str(roles.group), table, label_columns, selection, without)
    of_group = of_group.reindex(list(group_names), fill_value=0.0)
    # Otherwise some are entered as a number, or their group has no other rows.
    known = not roles.unscored_positives and np.isclose(of_group.sum(), of_rows)
    return UnscoredPositives(roles.unscored_positives + of_rows, of_group.to_numpy() if known else None, rows)


def _positives_by(
    column: str, table: Table, label_columns: LabelColumns, selection: RowSelection, rows: np.ndarray
) -> pd.Series:
    """Return the positives among some rows for each value of a column, counted by weight."""
    positive = label_columns.positive(rows)[:, 0]
    weight = positive.astype(float) if selection.weight is None else positive * selection.weight[rows]
    return pd.Series(weight).groupby(text_of(table.frame[column])[rows]).sum()


def _count_from_total(
    table: Table, label_columns: LabelColumns, selection: RowSelection, group_names: tuple[str, ...]
) -> UnscoredPositives | Notice:
    """Count them from a column with the number of all positives: a single one, or one for each image or query."""
    roles, column = label_columns.table_roles, str(label_columns.table_roles.total_positives)
    numbers = read_numbers("total", table.frame[column], column)
    if numbers.problems:
        return numbers.problems[0]
    if (numbers.unknown & selection.keep).any():
        return notice_at_rows("total_missing", numbers.unknown & selection.keep, column=column)
    parts = selection.keep & (np.mod(np.where(numbers.unknown, 0.0, numbers.values), 1) != 0)
    if selection.weight is None and parts.any():
        return notice_at_rows("total_not_whole", parts, column=column, value=f"{numbers.values[parts][0]:g}")
    values, scored = numbers.values[selection.keep], selection.positives(label_columns, selection.keep)
    if roles.total_positives_by is None:
        if values.min() != values.max():
            return Notice("total_varies", column=column)
        if values[0] < scored:
            return Notice("total_too_small", column=column, value=f"{values[0]:g}", count=int(scored))
        return UnscoredPositives(float(values[0]) - scored, None if group_names else np.zeros(0))
    return _count_by_unit(table, label_columns, selection, values, group_names)


def _count_by_unit(
    table: Table, label_columns: LabelColumns, selection: RowSelection, values: np.ndarray, group_names: tuple[str, ...]
) -> UnscoredPositives | Notice:
    """Count them from numbers that are each for the rows of one unit."""
    roles, column = label_columns.table_roles, str(label_columns.table_roles.total_positives)
    units = text_of(table.frame[str(roles.total_positives_by)])[selection.keep]
    by_unit = pd.Series(values).groupby(units)
    least, most = by_unit.min(), by_unit.max()
    if (least != most).any():
        return Notice("total_varies", column=column)
    found_in = _positives_by(str(roles.total_positives_by), table, label_columns, selection, selection.keep)
    unscored = least - found_in
    if (unscored < 0).any():
        unit = str(unscored.index[unscored < 0][0])
        facts = {"value": f"{least[unit]:g}", "count": int(found_in[unit])}
        return Notice("total_of_each_too_small", column=column, unit=unit, **facts)
    return UnscoredPositives(float(unscored.sum()), _in_groups(table, roles, selection, units, unscored, group_names))


def _in_groups(
    table: Table,
    roles: Roles,
    selection: RowSelection,
    units: np.ndarray,
    unscored: pd.Series,
    group_names: tuple[str, ...],
) -> np.ndarray | None:
    """Return the positives without a score in each group, or None if a unit has rows in several groups."""
    if not group_names:
        return np.zeros(0)
    of_unit = pd.Series(text_of(table.frame[str(roles.group)])[selection.keep]).groupby(units)
    if (of_unit.nunique() > 1).any():
        return None
    return np.asarray(unscored.groupby(of_unit.first()).sum().reindex(list(group_names), fill_value=0.0))


Status = Literal[
    "together",  # intervals keep the rows of a cluster together
    "apart",  # the user chose independent rows
    "empty",  # cells of the column are empty
    "few",  # too few clusters to estimate how they vary
    "missed",  # positives without a score belong to no cluster
]


@dataclass(frozen=True, eq=False)
class Clusters:
    """The clusters of rows, such as persons, images or queries; `of_row` has shape (n_lines,), numbers from 0."""

    column: str
    of_row: np.ndarray
    count: int
    status: Status
    row_counts: np.ndarray | None = None  # (n_lines,), the number of rows that each line stands for; None means one

    @property
    def is_active(self) -> bool:
        """Whether intervals keep the rows of each cluster together."""
        return self.status == "together"

    @property
    def notice(self) -> Notice:
        """The note on how intervals use these clusters."""
        facts = {"column": self.column, "clusters": self.count, "total": self.total}
        fewest = {"fewest": MIN_CLUSTERS} if self.status == "few" else {}
        return Notice(f"clusters_{self.status}", **facts, **fewest)

    @property
    def total(self) -> int:
        """The number of rows in all clusters."""
        return int(self.of_row.size if self.row_counts is None else self.row_counts.sum())

    def take_rows(self, rows: np.ndarray, *, has_unscored: bool) -> Clusters:
        """Return the clusters of rows, given by index. has_unscored: whether there are positives without a score."""
        _, of_row = np.unique(self.of_row[rows], return_inverse=True)
        count = int(of_row.max(initial=-1)) + 1
        status = self.status if self.status in ("apart", "empty") else _status(count, has_unscored=has_unscored)
        counts = None if self.row_counts is None else self.row_counts[rows]
        return replace(self, of_row=of_row, count=count, status=status, row_counts=counts)


class HasClusters:
    """Properties of the clusters, for a dataset and for the rows of one task."""

    clusters: Clusters | None

    @property
    def active_clusters(self) -> Clusters | None:
        """The clusters whose rows intervals keep together, or None."""
        return self.clusters if self.clusters is not None and self.clusters.is_active else None

    @property
    def cluster_of_row(self) -> np.ndarray | None:
        """The number of the cluster of each row if intervals keep clusters together, shape (n_lines,), or None."""
        return None if self.active_clusters is None else self.active_clusters.of_row

    @property
    def cluster_column(self) -> str | None:
        """The column of the clusters that intervals keep together, or None."""
        return None if self.active_clusters is None else self.active_clusters.column


def clusters_of(
    table: Table, roles: Roles, keep: np.ndarray, *, has_unscored: bool, rows: np.ndarray | None = None
) -> Clusters | None:
    """Return the clusters of the kept rows, or None if no column names clusters or each has only one row.

    has_unscored: whether there are positives without a score. rows: the number of rows of each kept line, if not one.

    >>> frame = pd.DataFrame({"user": [*range(12)] * 2, "y": [0, 1] * 12, "s": range(24)})
    >>> table, roles = Table("t", frame), Roles("y", "1", ("s",), cluster="user")
    >>> clusters_of(table, roles, np.ones(24, dtype=bool), has_unscored=False).notice
    Notice('clusters_together', column='user', clusters=12, total=24)
    """
    column = roles.cluster or cluster_column(table, roles)
    if column is None:
        return None
    names = text_of(table.frame[column])[keep]
    of_row, distinct = pd.factorize(names)
    if len(distinct) == names.size and roles.cluster is None:
        return None
    has_empty = bool((distinct == "").any())
    count = len(distinct) - has_empty
    status: Status = (
        "apart" if roles.cluster is None else "empty" if has_empty else _status(count, has_unscored=has_unscored)
    )
    return Clusters(column, of_row, count, status, rows)


def _status(count: int, *, has_unscored: bool) -> Status:
    return "few" if count < MIN_CLUSTERS else "missed" if has_unscored else "together"
