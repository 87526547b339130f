"""Labels, scores and weights as cells hold them, with what is wrong with them, and the rows of one task that count.

A problem names the first of the rows that have it, and says how many they are.

An interval that treats rows of one person, image or query as independent is too narrow, so these are kept together
unless the user says otherwise. Where that cannot be done, a sentence says why.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
import pandas as pd

from pr_curve_lab.io.limits import Notice
from pr_curve_lab.io.table import MISSING, ScoreBins, Table, text_of
from pr_curve_lab.schema.column_values import (
    MAX_LABEL_VALUES,
    YES_NO_PAIRS,
    classes_by_column,
    label_text,
    label_values,
    normalize_value,
)
from pr_curve_lab.schema.roles import Roles, cluster_column
from pr_metrics import OperatingPoints
from pr_metrics.uncertainty.area_interval import MIN_GROUPS
from pr_metrics.validation import LARGEST_EXACT_INTEGER

MAX_PLAIN_NUMBER = 1e25  # larger numbers are not identifiers or counts but come with an exponent


@dataclass(frozen=True, eq=False)
class Numbers:
    """A column as float64, the rows where its cell is empty, and what else is wrong with it."""

    values: np.ndarray
    unknown: np.ndarray
    problems: list[Notice]


def read_numbers(role: str, series: pd.Series, column: str) -> Numbers:
    """Read a column as numbers; text, infinity and integers too large are problems, empty cells are unknown."""
    if series.dtype.kind in "iufb":
        values = series.to_numpy(np.float64)
        words = np.zeros(values.shape, dtype=bool)
    else:
        text = series.astype(str)
        values = pd.to_numeric(text, errors="coerce").to_numpy(np.float64, na_value=np.nan)
        words = np.isnan(values) & ~text.str.lower().isin(MISSING).to_numpy()
    wrong = {"not_number": words, "infinite": np.isinf(values), "too_large": _is_not_exact(series, values)}
    problems = [
        at_rows(f"{role}_{kind}", rows, column=column, value=str(series.iloc[np.flatnonzero(rows)[0]]))
        for kind, rows in wrong.items()
        if rows.any()
    ]
    return Numbers(values, np.isnan(values) & ~words, problems)


def read_weights(table: Table, column: str) -> Numbers:
    """Read a column as weights: numbers that are not negative, not all 0, and have a finite sum."""
    weight = read_numbers("weight", table.frame[column], column)
    negative = weight.values < 0
    if negative.any():
        value = str(table.frame[column].iloc[np.flatnonzero(negative)[0]])
        weight.problems.append(at_rows("weight_negative", negative, column=column, value=value))
    elif not weight.problems and not (weight.values > 0).any():
        weight.problems.append(Notice("weight_all_zero", column=column))
    with np.errstate(over="ignore"):
        if not weight.problems and np.isinf(np.nansum(weight.values)):
            weight.problems.append(Notice("weight_sum_infinite", column=column))
    return weight


def with_line(problem: Notice, table: Table) -> Notice:
    """Add the line of the file to a problem that names a row, for whoever mends the file in an editor."""
    if "row" not in problem.params:
        return problem
    place = problem.params["row"]
    for row in table.excluded_rows:
        place += row <= place
    if table.line_offset is None:
        return Notice(problem.key, **problem.params | {"row": place})
    return Notice(problem.key, **problem.params, line=place + table.line_offset)


def at_rows(key: str, rows: np.ndarray, **params: Any) -> Notice:
    """A problem that names the first of its rows and says how many there are."""
    return Notice(key, row=int(np.flatnonzero(rows)[0]) + 1, **params, count=int(rows.sum()))


def _is_not_exact(series: pd.Series, values: np.ndarray) -> np.ndarray:
    """Integers that float64 cannot tell apart; integer columns are compared before they are converted.

    Integers of twenty digits, or beside an empty cell, come as float64 already; what is larger still is no identifier
    or count but was written with an exponent.
    """
    if series.dtype.kind in "iu":
        integers = series.to_numpy()
        return np.asarray((integers > LARGEST_EXACT_INTEGER) | (integers < -LARGEST_EXACT_INTEGER))
    size = np.abs(values)
    return np.asarray((size >= LARGEST_EXACT_INTEGER) & (size < MAX_PLAIN_NUMBER) & (np.floor(values) == values))


@dataclass(frozen=True, eq=False)
class LabelColumns:
    """The label columns, read; what a task's column is and which of its values is positive."""

    table_roles: Roles
    text: dict[str, np.ndarray]  # by label column, (n_rows,)
    values: dict[str, tuple[str, ...]]  # by label column, the distinct ones
    targets: dict[str, tuple[str, str]]  # by name of the task: its label column and its positive value

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the tasks."""
        return tuple(self.targets)

    @property
    def unknown(self) -> dict[str, np.ndarray]:
        """The rows whose cell is empty, by label column."""
        return {column: text == "" for column, text in self.text.items()}

    def roles(self, name: str) -> Roles:
        """The roles with the label and the positive value of one task."""
        column, value = self.targets[name]
        return replace(self.table_roles, label=column, positive=value)

    def negative_values(self, name: str) -> tuple[str, ...]:
        """The label values that count as negative in one task."""
        column, positive = self.targets[name]
        return tuple(value for value in self.values[column] if value != positive)

    def positive(self, keep: np.ndarray) -> np.ndarray:
        """A mask of the kept rows that are positive in each task, shape (n_kept, n_tasks)."""
        answers = {pair: (self.text[pair[0]] == pair[1])[keep] for pair in set(self.targets.values())}
        if len(answers) == 1:
            answer = next(iter(answers.values()))
            return np.broadcast_to(answer[:, None], (answer.size, len(self.targets)))
        return np.column_stack([answers[pair] for pair in self.targets.values()])

    def one_class_left(self, keep: np.ndarray) -> Notice:
        """Why no task has both positives and negatives among the kept rows."""
        column = next(iter(self.targets.values()))[0]
        return Notice("one_class_left", column=column, value=str(self.text[column][keep][0]))


def read_label_columns(table: Table, roles: Roles) -> tuple[LabelColumns | None, list[Notice]]:
    """Read the label columns; without label columns the problems say why, with them what else is wrong.

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
    asked, problems = _find_labels(roles, text, values)
    return LabelColumns(roles, text, values, asked), problems


Texts = dict[str, np.ndarray]
Values = dict[str, tuple[str, ...]]
Targets = dict[str, tuple[str, str]]


def _find_labels(roles: Roles, text: Texts, values: Values) -> tuple[Targets, list[Notice]]:
    if roles.kind == "labels":
        positive = {column: _boolean_positive(values[column]) for column in roles.labels}
        problems = [Notice("indicator_not_binary", column=one) for one, value in positive.items() if value is None]
        return {column: (column, value or "") for column, value in positive.items()}, problems
    known = values[roles.label]
    if len(known) > MAX_LABEL_VALUES:
        count = int(pd.Series(text[roles.label]).nunique())
        return _same_for_all(roles), [Notice("label_many_values", column=roles.label, count=count)]
    if len(known) == 1:
        return _same_for_all(roles), [Notice("one_class", column=roles.label, value=known[0])]
    return _classes(roles, known) if roles.kind == "classes" else _one_value(roles, text[roles.label], known)


def _same_for_all(roles: Roles) -> Targets:
    return dict.fromkeys(roles.scores, (roles.label, roles.positive or ""))


def _one_value(roles: Roles, text: np.ndarray, values: tuple[str, ...]) -> tuple[Targets, list[Notice]]:
    """One label and its positive value, for one score or for several models."""
    asked = _same_for_all(roles)
    if roles.positive is None and len(values) > 2:
        row = int(np.flatnonzero(text == values[2])[0]) + 1
        listed = ", ".join(values)
        return asked, [Notice("label_not_binary", row=row, column=roles.label, value=values[2], values=listed)]
    return asked, [] if roles.positive in values else [Notice("positive_unknown", column=roles.label)]


def _classes(roles: Roles, values: tuple[str, ...]) -> tuple[Targets, list[Notice]]:
    """Every class against the rest."""
    classes = classes_by_column(values, roles.scores) if values else None
    if classes is not None and len(classes) == len(roles.scores):
        return {classes[score]: (roles.label, classes[score]) for score in roles.scores}, []
    listed = ", ".join(values)
    problem = Notice("class_unmatched", column=roles.label, values=listed, scores=", ".join(roles.scores))
    return _same_for_all(roles), [problem]


def _boolean_positive(values: tuple[str, ...]) -> str | None:
    """The value that says yes; None of values that say neither yes nor no."""
    if set(values) <= {"0", "1"} or set(values) == {"-1", "1"}:
        return "1"
    named = [value for value in values if any(normalize_value(value) in yes for yes, _ in YES_NO_PAIRS)]
    return named[0] if len(named) == 1 and len(values) <= 2 else None


Status = Literal[
    "together",  # intervals keep the rows of a cluster together
    "apart",  # the user chose independent rows
    "empty",  # cells of the column are empty
    "few",  # too few clusters to see how they differ
    "missed",  # positives without a score belong to no cluster
]


@dataclass(frozen=True, eq=False)
class Clusters:
    """The persons, images or queries that rows came in; `of_row` has shape (n_rows,), numbers from 0."""

    column: str
    of_row: np.ndarray
    count: int
    status: Status
    rows: np.ndarray | None = None  # (n_rows,), how many each line stands for; None: one

    @property
    def is_active(self) -> bool:
        """Whether intervals keep the rows of each together."""
        return self.status == "together"

    @property
    def notice(self) -> Notice:
        """The sentence on what intervals make of them."""
        facts = {"column": self.column, "clusters": self.count, "total": self.total}
        fewest = {"fewest": MIN_GROUPS} if self.status == "few" else {}
        return Notice(f"clusters_{self.status}", **facts, **fewest)

    @property
    def total(self) -> int:
        """How many rows they have."""
        return int(self.of_row.size if self.rows is None else self.rows.sum())

    def subset(self, rows: np.ndarray, *, has_unscored: bool) -> Clusters:
        """Those of some rows, given by index. has_unscored: whether positives of these were never scored."""
        _, of_row = np.unique(self.of_row[rows], return_inverse=True)
        count = int(of_row.max(initial=-1)) + 1
        asked = self.status if self.status in ("apart", "empty") else _status(count, has_unscored=has_unscored)
        counts = None if self.rows is None else self.rows[rows]
        return replace(self, of_row=of_row, count=count, status=asked, rows=counts)


class ClusterBase:
    """What rows say of their clusters, whoever holds them."""

    clusters: Clusters | None

    @property
    def active_clusters(self) -> Clusters | None:
        """The clusters whose rows intervals keep together."""
        return self.clusters if self.clusters is not None and self.clusters.is_active else None

    @property
    def cluster_groups(self) -> np.ndarray | None:
        """The cluster of each row, as a number, where intervals keep their rows together; shape (n_rows,)."""
        return None if self.active_clusters is None else self.active_clusters.of_row

    @property
    def cluster_column(self) -> str | None:
        """The column that names the clusters which are kept together."""
        return None if self.active_clusters is None else self.active_clusters.column


def clusters_of(
    table: Table, roles: Roles, keep: np.ndarray, *, has_unscored: bool, rows: np.ndarray | None = None
) -> Clusters | None:
    """The clusters of the rows that are kept; None where no column names any, or none has two rows.

    has_unscored: whether positives were never scored. rows: how many each kept line stands for, where lines are counts.

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


def group_clusters(
    clusters: Clusters | None, group_column: str, rows: np.ndarray, *, has_unscored: bool
) -> Clusters | None:
    """The clusters of one group of rows; none where the group is one of them: one hospital among hospitals."""
    if clusters is None or clusters.column == group_column:
        return None
    return clusters.subset(rows, has_unscored=has_unscored)


def _status(count: int, *, has_unscored: bool) -> Status:
    return "few" if count < MIN_GROUPS else "missed" if has_unscored else "together"


@dataclass(frozen=True, eq=False)
class LabeledScores(ClusterBase):
    """Rows that can be counted; every array has shape (n_rows,)."""

    name: str
    roles: Roles  # of this label and this score alone
    row: np.ndarray  # position in the table, from 0
    positive: np.ndarray
    score: np.ndarray
    weight: np.ndarray | None
    points: OperatingPoints
    negative_values: tuple[str, ...]  # the label values that count as negative
    excluded: tuple[Notice, ...]  # what was left out, and why, by row
    unscored_rows: int = 0  # positive rows without a score, which count as missed
    is_frequency_weight: bool = False  # each line stands for as many rows as its weight says
    bins: ScoreBins | None = None  # where each score stands for several
    subgroup: str | None = None  # the value of `roles.group` that all these rows have, where the others are not counted
    other_rows: int = 0  # of the table, in other groups
    clusters: Clusters | None = None  # persons, images or queries that the rows came in

    @property
    def is_weighted(self) -> bool:
        """Whether rows count by weights; counts of rows are none."""
        return self.weight is not None and not self.is_frequency_weight

    @property
    def lines(self) -> int:
        """How many lines of the table are counted: rows, unless lines are counts."""
        return int(self.positive.size)

    @property
    def size(self) -> int:
        """How many rows are counted."""
        return self.rows_of(np.arange(self.lines))

    @property
    def positive_rows(self) -> int:
        """How many of these rows are positive."""
        return self.rows_of(np.flatnonzero(self.positive))

    @property
    def positives(self) -> int:
        """How many positives there are: rows, and those that were never scored."""
        return self.positive_rows + round(self.points.unscored_positives)

    def rows_of(self, lines: np.ndarray) -> int:
        """How many rows some lines stand for; lines: indices."""
        return int(self.weight[lines].sum() if self.weight is not None and self.is_frequency_weight else lines.size)


@dataclass(frozen=True, eq=False)
class TieGroups:
    """Rows that share a score; both arrays have one entry a group."""

    rows: np.ndarray
    positives: np.ndarray  # of these rows


def rows_at(cases: LabeledScores, thresholds: np.ndarray) -> TieGroups:
    """Count the rows at each of a few distinct scores, in one walk over the rows; nan has none.

    >>> from pr_curve_lab.schema.examples import example_cases
    >>> groups = rows_at(example_cases("improved"), np.array([0.5, np.nan, 0.8]))
    >>> groups.rows.tolist(), groups.positives.tolist()
    ([98, 0, 2], [9, 0, 1])
    """
    if thresholds.size == 0:
        return TieGroups(np.zeros(0, dtype=int), np.zeros(0, dtype=int))
    order = np.argsort(thresholds)
    known = thresholds[order]
    group = np.minimum(np.searchsorted(known, cases.score), known.size - 1)
    here = known[group] == cases.score
    rows, positives = np.zeros(known.size, dtype=int), np.zeros(known.size, dtype=int)
    counts = cases.weight if cases.is_frequency_weight else None
    for counted, of in ((rows, here), (positives, here & cases.positive)):
        counted[order] = np.bincount(group[of], None if counts is None else counts[of], minlength=known.size)
    return TieGroups(rows, positives)
