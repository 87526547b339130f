"""Turn a table and its roles into binary tasks, or into problems.

Each column of scores is one binary task on the same rows: a single model, one of several models, or one of many classes
or labels. A page about one curve takes the labeled scores of one task, and a page about several curves takes all tasks.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from pr_curve_lab.io.notices import Notice
from pr_curve_lab.io.table import ScoreBins, Table, text_of
from pr_curve_lab.schema import row_selection
from pr_curve_lab.schema.column_values import NumberColumn, notice_at_rows, read_numbers, read_weights
from pr_curve_lab.schema.roles import MAX_GROUPS, Roles, TaskKind
from pr_metrics import OperatingPoints, operating_points


@dataclass(frozen=True, eq=False)
class LabeledScores(row_selection.HasClusters):
    """The rows that count in one task; every array has shape (n_lines,), since a line with a count is several rows."""

    name: str  # of the table
    roles: Roles  # with this label and this score only
    row_index: np.ndarray  # position in the table, from 0
    positive: np.ndarray
    score: np.ndarray
    weight: np.ndarray | None
    points: OperatingPoints
    negative_values: tuple[str, ...]  # the label values that count as negative
    excluded: tuple[Notice, ...]  # what was left out and why, with row numbers
    n_excluded_rows: int = 0  # rows of the split, or of the group, that neither count nor are unscored positives
    is_frequency_weight: bool = False  # each line stands for as many rows as its weight says
    bins: ScoreBins | None = None  # set if each score stands for a range of scores
    group_name: str | None = None  # of all these rows, if only one group was selected
    clusters: row_selection.Clusters | None = None  # clusters of rows: persons, images or queries

    @property
    def is_weighted(self) -> bool:
        """Whether rows have weights other than counts."""
        return self.weight is not None and not self.is_frequency_weight

    @property
    def lines(self) -> int:
        """The number of lines of the table that count; each is one row unless lines have counts."""
        return int(self.positive.size)

    @property
    def size(self) -> int:
        """The number of rows that count."""
        return self.rows_of(np.arange(self.lines))

    @property
    def positive_rows(self) -> int:
        """The number of these rows that are positive."""
        return self.rows_of(np.flatnonzero(self.positive))

    @property
    def positives(self) -> int:
        """The number of positives, including those without a score."""
        return self.positive_rows + round(self.points.unscored_positives)

    def rows_of(self, lines: np.ndarray) -> int:
        """Return the number of rows that some lines stand for. lines: their indices."""
        return int(self.weight[lines].sum() if self.weight is not None and self.is_frequency_weight else lines.size)


@dataclass(frozen=True, eq=False)
class TieGroups:
    """Rows that share a score; both arrays have one entry per score."""

    rows: np.ndarray
    positives: np.ndarray  # of these rows


def tie_groups_at(labeled_scores: LabeledScores, thresholds: np.ndarray) -> TieGroups:
    """Count the rows with each of a few distinct scores, in one pass over the rows; nan matches no row.

    >>> from pr_curve_lab.schema.examples import example_labeled_scores
    >>> groups = tie_groups_at(example_labeled_scores("improved"), np.array([0.5, np.nan, 0.8]))
    >>> groups.rows.tolist(), groups.positives.tolist()
    ([98, 0, 2], [9, 0, 1])
    """
    if thresholds.size == 0:
        return TieGroups(np.zeros(0, dtype=int), np.zeros(0, dtype=int))
    order = np.argsort(thresholds)
    known = thresholds[order]
    group = np.minimum(np.searchsorted(known, labeled_scores.score), known.size - 1)
    here = known[group] == labeled_scores.score
    rows, positives = np.zeros(known.size, dtype=int), np.zeros(known.size, dtype=int)
    counts = labeled_scores.weight if labeled_scores.is_frequency_weight else None
    for counted, of in ((rows, here), (positives, here & labeled_scores.positive)):
        counted[order] = np.bincount(group[of], None if counts is None else counts[of], minlength=known.size)
    return TieGroups(rows, positives)


@dataclass(frozen=True, eq=False)
class Dataset(row_selection.HasClusters):
    """The binary tasks of one table, which share their rows."""

    name: str  # of the table
    roles: Roles
    names: tuple[str, ...]  # of the models, classes or labels, one for each column of scores
    row_index: np.ndarray  # (n_lines,), position in the table, from 0
    positive: np.ndarray  # (n_lines, n_names)
    score: np.ndarray  # (n_lines, n_names)
    weight: np.ndarray | None  # (n_lines,)
    group_of_row: np.ndarray | None  # (n_lines,), indices into group_names
    group_names: tuple[str, ...]
    label_columns: row_selection.LabelColumns
    unscored_positives: row_selection.UnscoredPositives
    excluded: tuple[Notice, ...]  # what was left out and why, with row numbers
    is_frequency_weight: bool = False  # each line stands for as many rows as its weight says
    bins: ScoreBins | None = None  # set if each score stands for a range of scores
    n_excluded_rows: int = 0  # rows of the split that neither count nor are unscored positives
    n_excluded_rows_by_group: tuple[int, ...] = ()  # such rows of each group
    clusters: row_selection.Clusters | None = None  # clusters of rows: persons, images or queries
    group_name: str | None = None  # of all these rows, if only one group was selected

    @property
    def kind(self) -> TaskKind:
        """The kind of the tasks: "one", or several "models", "classes" or "labels"."""
        return self.roles.kind

    @property
    def valid_names(self) -> tuple[str, ...]:
        """The names of the tasks that have both positives and negatives, and so a curve."""
        both = np.asarray(self.positive.any(axis=0) & ~self.positive.all(axis=0))
        return tuple(name for name, has_both in zip(self.names, both, strict=True) if has_both)

    def points(self, name: str) -> OperatingPoints:
        """Count the points of one task; without positives, recall and area are nan."""
        column = self.names.index(name)
        positive, unscored = self.positive[:, column], self.unscored_positives.total
        return count_points(
            positive, self.score[:, column], self.weight, unscored, is_frequency_weight=self.is_frequency_weight
        )

    def labeled_scores(self, name: str) -> LabeledScores:
        """Return the rows of one task with their points.

        >>> from pr_curve_lab.schema.examples import example_dataset
        >>> example_dataset("ten_rows").labeled_scores("score").size
        10
        """
        column = self.names.index(name)
        return LabeledScores(
            name=self.name,
            roles=replace(self.label_columns.roles(name), scores=(self.roles.scores[column],), kind="one", labels=()),
            row_index=self.row_index,
            positive=np.ascontiguousarray(self.positive[:, column]),
            score=np.ascontiguousarray(self.score[:, column]),
            weight=self.weight,
            points=self.points(name),
            negative_values=self.label_columns.negative_values(name),
            excluded=self.excluded,
            n_excluded_rows=self.n_excluded_rows,
            is_frequency_weight=self.is_frequency_weight,
            bins=self.bins,
            group_name=self.group_name,
            clusters=self.clusters,
        )

    def valid_groups(self, name: str) -> tuple[str, ...]:
        """Return the groups in which one task has positives and negatives.

        There are none if it is unknown which groups the positives without a score belong to.

        >>> from pr_curve_lab.schema.examples import example_dataset
        >>> example_dataset("digits").valid_groups("8")
        ('1', '2', '3', '4', '5')
        """
        if self.group_of_row is None or self.unscored_positives.by_group is None:
            return ()
        positive, size = self.positive[:, self.names.index(name)], len(self.group_names)
        rows = np.bincount(self.group_of_row, minlength=size)
        positives = np.bincount(self.group_of_row[positive], minlength=size)
        both = (positives > 0) & (positives < rows)
        return tuple(group for group, is_countable in zip(self.group_names, both, strict=True) if is_countable)

    def in_groups(self, table: Table, column: str) -> Dataset:
        """Return the same rows with the groups of another column, if none of their positives is without a score."""
        group_of_row, names = groups_of_rows(table.frame[column], self.row_index)
        unscored = row_selection.UnscoredPositives(0.0, np.zeros(len(names)))
        roles = replace(self.roles, group=column)
        return replace(self, roles=roles, group_of_row=group_of_row, group_names=names, unscored_positives=unscored)

    def take_group(self, group: str) -> Dataset:
        """Return the rows of one group.

        >>> from pr_curve_lab.schema.examples import example_dataset
        >>> example_dataset("digits").take_group("2").labeled_scores("8").size
        360
        """
        assert self.group_of_row is not None
        assert self.unscored_positives.by_group is not None
        number = self.group_names.index(group)
        rows, unscored = np.flatnonzero(self.group_of_row == number), float(self.unscored_positives.by_group[number])
        return replace(
            self,
            row_index=self.row_index[rows],
            positive=self.positive[rows],
            score=self.score[rows],
            weight=None if self.weight is None else self.weight[rows],
            group_of_row=None,
            group_names=(),
            unscored_positives=row_selection.UnscoredPositives(unscored, None),
            n_excluded_rows=self.n_excluded_rows_by_group[number],
            n_excluded_rows_by_group=(),
            clusters=self._clusters_of_group(rows, has_unscored=unscored > 0),
            group_name=group,
        )

    def _clusters_of_group(self, rows: np.ndarray, *, has_unscored: bool) -> row_selection.Clusters | None:
        """Return the clusters in one group, or None if the group is itself a cluster, such as a hospital."""
        if self.clusters is None or self.clusters.column == self.roles.group:
            return None
        return self.clusters.take_rows(rows, has_unscored=has_unscored)


def build_dataset(table: Table, roles: Roles, *, exclude: bool = False) -> Dataset | list[Notice]:
    """Count the rows of a table, or return all problems that can be found at once.

    Rows with an empty label, score or weight are a problem. With `exclude`, they are left out and listed instead.

    >>> table = Table("t", pd.DataFrame({"y": [1, 0, 1, 0], "s": ["0.9", "", "0.4", "0.2"]}))
    >>> build_dataset(table, Roles("y", "1", ("s",)))
    [Notice('score_missing', row=2, column='s', count=1)]
    >>> build_dataset(table, Roles("y", "1", ("s",)), exclude=True).excluded
    (Notice('excluded_score', row=2, column='s', count=1),)
    """
    label_columns, problems = row_selection.read_label_columns(table, roles)
    if label_columns is None:
        return [_with_line(problem, table) for problem in problems]
    scores = {column: read_numbers("score", table.frame[column], column) for column in roles.scores}
    weight = None if roles.weight is None else read_weights(table, roles.weight)
    for numbers in (*scores.values(), *(() if weight is None else (weight,))):
        problems += numbers.problems
    is_unscored = np.all([one.unknown for one in scores.values()], axis=0) & (roles.unscored_policy != "asked")
    in_split = row_selection.split_mask(table, roles)
    missing = _missing(label_columns, scores, weight, in_split, is_unscored)
    if not exclude:
        problems += [notice_at_rows(f"{part}_missing", rows, column=column) for part, column, rows in missing]
    problems += _check_roles(table, roles)
    if problems:
        return [_with_line(problem, table) for problem in problems]
    counted = row_selection.select_rows(table, label_columns, weight, missing, is_unscored, in_split)
    return _build_from_rows(table, label_columns, _score_matrix(table, scores, roles), counted)


def merge_missing_scores(problems: Sequence[Notice], table: Table, roles: Roles) -> list[Notice]:
    """Put the missing scores of several columns into one problem, which counts the rows that lack any of them.

    >>> table = Table("t", pd.DataFrame({"y": [1, 0, 1], "a": [None, 0.2, None], "b": [None, None, 0.1]}))
    >>> roles = Roles("y", "1", ("a", "b"), kind="models")
    >>> merge_missing_scores(build_dataset(table, roles), table, roles)
    [Notice('scores_missing', row=1, columns=('a', 'b'), count=3)]
    """
    several = [problem for problem in problems if problem.key == "score_missing"]
    if len(several) < 2:
        return list(problems)
    columns = tuple(problem.params["column"] for problem in several)
    lacks = np.array([read_numbers("score", table.frame[column], column).unknown for column in columns])
    if roles.unscored_policy != "asked":
        lacks &= ~(lacks.all(axis=0) & (len(columns) == len(roles.scores)))
    rows = lacks.any(axis=0) & row_selection.split_mask(table, roles)
    merged = _with_line(notice_at_rows("scores_missing", rows, columns=columns), table)
    return [merged, *(problem for problem in problems if problem not in several)]


def _missing(
    label_columns: row_selection.LabelColumns,
    scores: dict[str, NumberColumn],
    weight: NumberColumn | None,
    in_split: np.ndarray,
    is_unscored: np.ndarray,
) -> list[row_selection.Missing]:
    """Return the empty cells of the chosen split that are a mistake."""
    missing = [("label", column, rows) for column, rows in label_columns.unknown.items()]
    missing += [("score", column, numbers.unknown & ~is_unscored) for column, numbers in scores.items()]
    missing += [] if weight is None else [("weight", str(label_columns.table_roles.weight), weight.unknown)]
    in_rows = [(part, column, rows & in_split) for part, column, rows in missing]
    return [one for one in in_rows if one[-1].any()]


def _score_matrix(table: Table, scores: dict[str, NumberColumn], roles: Roles) -> np.ndarray:
    """Return the scores as columns of an array, with higher ones more positive."""
    values = {column: one.values for column, one in scores.items()}
    if roles.prediction is not None and roles.kind == "one":
        (column,) = roles.scores
        values[column] = positive_class_score(values[column], table.frame[roles.prediction], roles.positive)
    values |= {column: values[column] / PER_CENT for column in roles.percent if column in values}
    values |= {column: from_log_odds(values[column]) for column in roles.logit if column in values}
    return np.column_stack([0.0 - one if column in roles.inverted else one for column, one in values.items()])


def count_points(
    positive: np.ndarray, score: np.ndarray, weight: np.ndarray | None, unscored: float, *, is_frequency_weight: bool
) -> OperatingPoints:
    """Return the points of rows; pages name the tasks without positives, so there is no warning.

    unscored: the positives without a score, by weight. is_frequency_weight: whether each line stands for as many rows
    as its weight says.

    >>> positive, score = np.array([True, False]), np.array([0.9, 0.2])
    >>> count_points(positive, score, None, 1.0, is_frequency_weight=False).recall.tolist()
    [0.5, 0.5]
    """
    total = None
    if unscored:
        total = unscored + float(positive.sum() if weight is None else weight @ positive)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        kind = "frequency_weight" if is_frequency_weight else "sample_weight"
        return operating_points(positive, score, **{kind: weight}, total_positives=total)


def build_labeled_scores(table: Table, roles: Roles, *, exclude: bool = False) -> LabeledScores | list[Notice]:
    """Return the labeled scores of the first task that has a curve, or problems.

    >>> build_labeled_scores(Table("t", pd.DataFrame({"y": [1, 0], "s": [0.9, 0.2]})), Roles("y", "1", ("s",))).size
    2
    """
    dataset = build_dataset(table, roles, exclude=exclude)
    return dataset.labeled_scores(dataset.valid_names[0]) if isinstance(dataset, Dataset) else dataset


def _build_from_rows(
    table: Table, label_columns: row_selection.LabelColumns, score: np.ndarray, selection: row_selection.RowSelection
) -> Dataset | list[Notice]:
    keep = selection.keep
    if not keep.any():
        return [Notice("no_rows_left", name=table.name)]
    group = label_columns.table_roles.group
    group_of_row, group_names = (None, ()) if group is None else groups_of_rows(table.frame[group], keep)
    unscored = row_selection.count_unscored_positives(table, label_columns, selection, group_names)
    if isinstance(unscored, Notice):
        return [_with_line(unscored, table)]
    is_excluded = selection.in_split & ~keep
    is_excluded[list(unscored.rows)] = False
    weight = None if selection.weight is None else selection.weight[keep]
    dataset = Dataset(
        name=table.name,
        roles=label_columns.table_roles,
        names=label_columns.names,
        row_index=np.flatnonzero(keep),
        positive=label_columns.positive(keep),
        score=score if keep.all() else score[keep],
        weight=weight,
        group_of_row=group_of_row,
        group_names=group_names,
        label_columns=label_columns,
        unscored_positives=unscored,
        excluded=tuple(_with_line(problem, table) for problem in selection.excluded),
        is_frequency_weight=selection.is_frequency_weight,
        bins=table.bins,
        n_excluded_rows=int(is_excluded.sum()),
        n_excluded_rows_by_group=_rows_by_group(table, label_columns.table_roles, is_excluded, group_names),
        clusters=row_selection.clusters_of(
            table,
            label_columns.table_roles,
            keep,
            has_unscored=unscored.total > 0,
            rows=weight if selection.is_frequency_weight else None,
        ),
    )
    return dataset if dataset.valid_names else [label_columns.one_class_left(keep)]


def groups_of_rows(column: pd.Series, rows: np.ndarray) -> tuple[np.ndarray, tuple[str, ...]]:
    """Return the group of each of some rows, and the groups in natural order (fold 2 before 10).

    rows: their positions, or a mask.

    >>> groups_of_rows(pd.Series(["k10", "k2", "k2", "k1"]), np.arange(3))
    (array([1, 0, 0]), ('k2', 'k10'))
    """
    code, names = pd.factorize(text_of(column)[rows])
    order = sorted(range(len(names)), key=lambda index: _sort_key(names[index]))
    rank = np.empty(len(names), dtype=np.intp)
    rank[order] = np.arange(len(names))
    return rank[code], tuple(str(names[index]) for index in order)


def _rows_by_group(table: Table, roles: Roles, mask: np.ndarray, group_names: tuple[str, ...]) -> tuple[int, ...]:
    """Count the rows of a mask in each group."""
    if roles.group is None:
        return ()
    sizes = pd.Series(text_of(table.frame[roles.group][mask])).value_counts()
    return tuple(int(sizes.get(name, 0)) for name in group_names)


def _sort_key(text: str) -> list[tuple[int, int, str]]:
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in re.split(r"(\d+)", text) if part]


def _check_roles(table: Table, roles: Roles) -> list[Notice]:
    """Return problems with columns that have two roles, and with groups that are too many."""
    problems = []
    groups = 0 if roles.group is None else int(table.frame[roles.group].nunique())
    if groups > MAX_GROUPS:
        problems.append(Notice("group_many_values", column=roles.group, count=groups))
    if roles.weight is not None and roles.weight in (roles.label, *roles.scores):
        problems.append(Notice("weight_is_other", column=roles.weight))
    if roles.cluster is not None and roles.cluster in (roles.label, *roles.labels, *roles.scores, roles.weight):
        problems.append(Notice("cluster_is_other", column=roles.cluster))
    return problems


PER_CENT = 100.0
CONFIDENCE_SUMS = (1.0, PER_CENT)  # the sum of the confidences of two classes


def positive_class_score(confidence: np.ndarray, predicted: pd.Series, positive: str | None) -> np.ndarray:
    """Return scores of the positive value, shape (n_rows,): the confidence in it, or else the rest to 1 or 100.

    >>> positive_class_score(np.array([0.9, 0.8]), pd.Series(["a", "b"]), "a").round(3).tolist()
    [0.9, 0.2]
    """
    whole = next((whole for whole in CONFIDENCE_SUMS if np.nanmax(confidence, initial=0.0) <= whole), None)
    left = -confidence if whole is None else whole - confidence
    return np.where(text_of(predicted) == positive, confidence, left)


def _with_line(problem: Notice, table: Table) -> Notice:
    """Count excluded rows in the row number of a problem, and add its line in the file, to find it in an editor."""
    if "row" not in problem.params:
        return problem
    place = problem.params["row"]
    for row in table.excluded_rows:
        place += row <= place
    if table.line_offset is None:
        return Notice(problem.key, **problem.params | {"row": place})
    return Notice(problem.key, **problem.params, line=place + table.line_offset)


def from_log_odds(score: np.ndarray) -> np.ndarray:
    """Convert log odds to probabilities, 1 / (1 + exp(-x)).

    >>> from_log_odds(np.array([0.0, -800.0])).tolist()
    [0.5, 0.0]
    """
    with np.errstate(over="ignore"):
        return np.asarray(1 / (1 + np.exp(-score)))
