"""A table and the roles of its columns into tasks that can be counted, or problems.

Each column of scores is one binary task on the same rows: one model, one of several models, or one class or
label of many. A page about one curve takes the cases of one task, a page about several takes all.
"""

from __future__ import annotations

import re
import warnings
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from pr_curve_lab.reading.cases.cases import Cases
from pr_curve_lab.reading.cases.clusters import Clustered, Clusters, clusters_of, clusters_within
from pr_curve_lab.reading.cases.counted_rows import CountedRows, Missing, counted_rows
from pr_curve_lab.reading.cases.label_columns import LabelColumns, read_label_columns
from pr_curve_lab.reading.cases.never_scored import NeverScored, never_scored
from pr_curve_lab.reading.cases.number_columns import Numbers, at_rows, read_numbers, read_weights, with_line
from pr_curve_lab.reading.cases.probabilities import as_share, from_log_odds
from pr_curve_lab.reading.formats.table import Table, text_of
from pr_curve_lab.reading.problem import Problem
from pr_curve_lab.reading.roles.predictions import about_positive
from pr_curve_lab.reading.roles.roles import MOST_GROUPS, Kind, Roles
from pr_curve_lab.reading.score_bins import ScoreBins
from pr_metrics import OperatingPoints, operating_points


@dataclass(frozen=True, eq=False)
class BinaryTasks(Clustered):
    """The binary tasks of one table; they have the same rows."""

    name: str  # of the table
    roles: Roles
    names: tuple[str, ...]  # of the models, classes or labels, one for each column of scores
    row: np.ndarray  # (n_rows,), position in the table, from 0
    positive: np.ndarray  # (n_rows, n_names)
    score: np.ndarray  # (n_rows, n_names)
    weight: np.ndarray | None  # (n_rows,)
    group: np.ndarray | None  # (n_rows,), indices into group_names
    group_names: tuple[str, ...]
    label_columns: LabelColumns
    never_scored: NeverScored
    left_out: tuple[Problem, ...]  # what was left out, and why, by row
    are_counts: bool = False  # each line stands for as many rows as its weight says
    bins: ScoreBins | None = None  # where each score stands for several
    rows_of_group: tuple[int, ...] = ()  # of the table, counted or not
    clusters: Clusters | None = None  # persons, images or queries that the rows came in

    @property
    def kind(self) -> Kind:
        """The kind of the tasks: "one", or several "models", "classes" or "labels"."""
        return self.roles.kind

    @property
    def countable(self) -> tuple[str, ...]:
        """The names of those that have positives and negatives, so that there is a curve."""
        both = np.asarray(self.positive.any(axis=0) & ~self.positive.all(axis=0))
        return tuple(name for name, has_both in zip(self.names, both, strict=True) if has_both)

    def points(self, name: str) -> OperatingPoints:
        """Count one task; without positives recall and area are nan."""
        column = self.names.index(name)
        positive, missed = self.positive[:, column], self.never_scored.positives
        return _points(positive, self.score[:, column], self.weight, missed, are_counts=self.are_counts)

    def cases(self, name: str) -> Cases:
        """The rows of one task with their points.

        >>> from pr_curve_lab.reading.examples import example_tasks
        >>> example_tasks("ten_rows").cases("score").size
        10
        """
        column = self.names.index(name)
        return Cases(
            name=self.name,
            roles=replace(self.label_columns.roles(name), scores=(self.roles.scores[column],), kind="one", labels=()),
            row=self.row,
            positive=np.ascontiguousarray(self.positive[:, column]),
            score=np.ascontiguousarray(self.score[:, column]),
            weight=self.weight,
            points=self.points(name),
            negative_values=self.label_columns.negative_values(name),
            left_out=self.left_out,
            rows_missed=self.never_scored.rows,
            are_counts=self.are_counts,
            bins=self.bins,
            clusters=self.clusters,
        )

    def countable_groups(self, name: str) -> tuple[str, ...]:
        """The groups in which one task has positives and negatives; none where it is not known which missed positives.

        >>> from pr_curve_lab.reading.examples import example_tasks
        >>> example_tasks("digits").countable_groups("8")
        ('1', '2', '3', '4', '5')
        """
        if self.group is None or self.never_scored.of_group is None:
            return ()
        positive, size = self.positive[:, self.names.index(name)], len(self.group_names)
        rows, positives = np.bincount(self.group, minlength=size), np.bincount(self.group[positive], minlength=size)
        both = (positives > 0) & (positives < rows)
        return tuple(group for group, is_countable in zip(self.group_names, both, strict=True) if is_countable)

    def cases_of_group(self, name: str, group: str) -> Cases:
        """The rows of one task and one group, with their points.

        >>> from pr_curve_lab.reading.examples import example_tasks
        >>> example_tasks("digits").cases_of_group("8", "2").size
        360
        """
        assert self.group is not None
        assert self.never_scored.of_group is not None
        number, every = self.group_names.index(group), self.cases(name)
        rows, missed = np.flatnonzero(self.group == number), float(self.never_scored.of_group[number])
        positive, score = every.positive[rows], every.score[rows]
        weight = None if self.weight is None else self.weight[rows]
        return replace(
            every,
            row=every.row[rows],
            positive=positive,
            score=score,
            weight=weight,
            points=_points(positive, score, weight, missed, are_counts=self.are_counts),
            rows_missed=round(missed) if every.rows_missed else 0,
            subgroup=group,
            other_rows=sum(self.rows_of_group) - self.rows_of_group[number],
            clusters=clusters_within(self.clusters, str(self.roles.group), rows, missed=missed > 0),
        )


def build_binary_tasks(table: Table, roles: Roles, *, leave_out: bool = False) -> BinaryTasks | list[Problem]:
    """Count the rows of a table; problems instead, as many as can be found at once, when it cannot be done.

    Rows with an empty label, score or weight are a problem, unless `leave_out`: then they are left out and listed.

    >>> table = Table("t", pd.DataFrame({"y": [1, 0, 1, 0], "s": ["0.9", "", "0.4", "0.2"]}))
    >>> build_binary_tasks(table, Roles("y", "1", ("s",)))
    [Problem('score_missing', row=2, column='s', count=1)]
    >>> build_binary_tasks(table, Roles("y", "1", ("s",)), leave_out=True).left_out
    (Problem('left_out_score', row=2, column='s', count=1),)
    """
    label_columns, problems = read_label_columns(table, roles)
    if label_columns is None:
        return [with_line(problem, table) for problem in problems]
    scores = {column: read_numbers("score", table.frame[column], column) for column in roles.scores}
    weight = None if roles.weight is None else read_weights(table, roles.weight)
    for numbers in (*scores.values(), *(() if weight is None else (weight,))):
        problems += numbers.problems
    unscored = np.all([one.unknown for one in scores.values()], axis=0) & (roles.unscored != "asked")
    missing = _missing(label_columns, scores, weight, unscored)
    if not leave_out:
        problems += [at_rows(f"{part}_missing", rows, column=column) for part, column, rows in missing]
    problems += [*_too_many_groups(table, roles), *_weighted_by_itself(roles), *_clustered_by_itself(roles)]
    if problems:
        return [with_line(problem, table) for problem in problems]
    counted = counted_rows(table, label_columns, weight, missing, unscored)
    return _counted(table, label_columns, _ranked(table, scores, roles), counted)


def _missing(
    label_columns: LabelColumns, scores: dict[str, Numbers], weight: Numbers | None, unscored: np.ndarray
) -> list[Missing]:
    """The empty cells that are a mistake."""
    missing = [("label", column, rows) for column, rows in label_columns.unknown.items()]
    missing += [("score", column, numbers.unknown & ~unscored) for column, numbers in scores.items()]
    missing += [] if weight is None else [("weight", str(label_columns.of.weight), weight.unknown)]
    return [one for one in missing if one[-1].any()]


def _ranked(table: Table, scores: dict[str, Numbers], roles: Roles) -> np.ndarray:
    """The scores side by side, higher ones more positive."""
    values = {column: one.values for column, one in scores.items()}
    if roles.prediction is not None and roles.kind == "one":
        (column,) = roles.scores
        values[column] = about_positive(values[column], table.frame[roles.prediction], roles.positive)
    values |= {column: as_share(values[column]) for column in roles.percent if column in values}
    values |= {column: from_log_odds(values[column]) for column in roles.logit if column in values}
    return np.column_stack([0.0 - one if column in roles.turned else one for column, one in values.items()])


def _points(
    positive: np.ndarray, score: np.ndarray, weight: np.ndarray | None, missed: float, *, are_counts: bool
) -> OperatingPoints:
    """Points of the rows; missed: positives that were never scored, by weight."""
    total = None
    if missed:
        total = missed + float(positive.sum() if weight is None else weight @ positive)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        kind = "frequency_weight" if are_counts else "sample_weight"
        return operating_points(positive, score, **{kind: weight}, total_positives=total)


def build_cases(table: Table, roles: Roles, *, leave_out: bool = False) -> Cases | list[Problem]:
    """The cases of the first task of a table that can be counted, or problems.

    >>> build_cases(Table("t", pd.DataFrame({"y": [1, 0], "s": [0.9, 0.2]})), Roles("y", "1", ("s",))).size
    2
    """
    tasks = build_binary_tasks(table, roles, leave_out=leave_out)
    return tasks.cases(tasks.countable[0]) if isinstance(tasks, BinaryTasks) else tasks


def _counted(
    table: Table, label_columns: LabelColumns, score: np.ndarray, counted: CountedRows
) -> BinaryTasks | list[Problem]:
    keep = counted.keep
    if not keep.any():
        return [Problem("no_rows_left", name=table.name)]
    group, group_names, rows_of_group = _groups(table, label_columns.of, keep)
    missed = never_scored(table, label_columns, counted, group_names)
    if isinstance(missed, Problem):
        return [with_line(missed, table)]
    weight = None if counted.weight is None else counted.weight[keep]
    tasks = BinaryTasks(
        name=table.name,
        roles=label_columns.of,
        names=label_columns.names,
        row=np.flatnonzero(keep),
        positive=label_columns.positive(keep),
        score=score if keep.all() else score[keep],
        weight=weight,
        group=group,
        group_names=group_names,
        label_columns=label_columns,
        never_scored=missed,
        left_out=tuple(with_line(problem, table) for problem in counted.left_out),
        are_counts=counted.are_counts,
        bins=table.bins,
        rows_of_group=rows_of_group,
        clusters=clusters_of(
            table, label_columns.of, keep, missed=missed.positives > 0, rows=weight if counted.are_counts else None
        ),
    )
    return tasks if tasks.countable else [label_columns.one_class_left(keep)]


def _groups(table: Table, roles: Roles, keep: np.ndarray) -> tuple[np.ndarray | None, tuple[str, ...], tuple[int, ...]]:
    """The group of each kept row, groups in their natural order: fold 2 before fold 10; and all rows that each has."""
    if roles.group is None:
        return None, (), ()
    of_row = text_of(table.frame[roles.group])
    code, names = pd.factorize(of_row[keep])
    sizes = pd.Series(of_row).value_counts()
    order = sorted(range(len(names)), key=lambda index: _natural(names[index]))
    rank = np.empty(len(names), dtype=np.intp)
    rank[order] = np.arange(len(names))
    ordered = [str(names[index]) for index in order]
    return rank[code], tuple(ordered), tuple(int(sizes[name]) for name in ordered)


def _natural(text: str) -> list[tuple[int, int, str]]:
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in re.split(r"(\d+)", text) if part]


def _weighted_by_itself(roles: Roles) -> list[Problem]:
    taken = roles.weight is not None and roles.weight in (roles.label, *roles.scores)
    return [Problem("weight_is_other", column=roles.weight)] if taken else []


def _clustered_by_itself(roles: Roles) -> list[Problem]:
    taken = roles.cluster is not None and roles.cluster in (roles.label, *roles.labels, *roles.scores, roles.weight)
    return [Problem("cluster_is_other", column=roles.cluster)] if taken else []


def _too_many_groups(table: Table, roles: Roles) -> list[Problem]:
    if roles.group is None:
        return []
    groups = int(table.frame[roles.group].nunique())
    return [Problem("group_many_values", column=roles.group, count=groups)] if groups > MOST_GROUPS else []
