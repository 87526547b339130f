"""A table and its roles as binary tasks, or problems; positives that were never scored.

Each column of scores is one binary task on the same rows: one model, one of several models, or one class or
label of many. A page about one curve takes the cases of one task, a page about several takes all.

No threshold reaches positives that were never scored, so recall ends below 1. They are typed as a number, or known from
a column that says how many positives there are, or stand in the table as rows without a score.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from pr_curve_lab.io.column_names import COUNTS, is_named
from pr_curve_lab.io.limits import Notice
from pr_curve_lab.io.table import ScoreBins, Table, text_of
from pr_curve_lab.schema.data_checks import from_log_odds, percent_to_fraction
from pr_curve_lab.schema.labeled_scores import (
    ClusterBase,
    Clusters,
    LabelColumns,
    LabeledScores,
    Numbers,
    at_rows,
    clusters_of,
    group_clusters,
    read_label_columns,
    read_numbers,
    read_weights,
    with_line,
)
from pr_curve_lab.schema.roles import MAX_GROUPS, Kind, Roles
from pr_metrics import OperatingPoints, operating_points


@dataclass(frozen=True, eq=False)
class UnscoredCounts:
    """Positives of one label that no model scored, counted by weight."""

    total: float
    by_group: np.ndarray | None  # (n_groups,); None where it is not known which groups have missed them
    rows: int = 0  # of the table, without a score: the positives that were missed, or some of them


def count_unscored_positives(
    table: Table, label_columns: LabelColumns, selection: RowSelection, group_names: tuple[str, ...]
) -> UnscoredCounts | Notice:
    """Count the positives that the roles of the columns say were never scored."""
    roles = label_columns.table_roles
    if roles.kind in ("classes", "labels"):
        asked = roles.unscored_positives or roles.total_positives is not None or roles.unscored_policy == "missed"
        return Notice("missed_of_several") if asked else UnscoredCounts(0.0, np.zeros(len(group_names)))
    if roles.total_positives is not None:
        return _count_from_total(table, label_columns, selection, group_names)
    without = selection.unscored_mask & (roles.unscored_policy == "missed")
    of_rows = selection.positives(label_columns, without)
    rows = int(label_columns.positive(without)[:, 0].sum())
    if not group_names:
        return UnscoredCounts(roles.unscored_positives + of_rows, np.zeros(0), rows)
    of_group = _positives_by(str(roles.group), table, label_columns, selection, without)
    of_group = of_group.reindex(list(group_names), fill_value=0.0)
    # Otherwise some positives are typed, or belong to no group in view.
    known = not roles.unscored_positives and np.isclose(of_group.sum(), of_rows)
    return UnscoredCounts(roles.unscored_positives + of_rows, of_group.to_numpy() if known else None, rows)


def _positives_by(
    column: str, table: Table, label_columns: LabelColumns, selection: RowSelection, rows: np.ndarray
) -> pd.Series:
    """The positives among some rows for each value of a column, counted by weight."""
    positive = label_columns.positive(rows)[:, 0]
    weight = positive.astype(float) if selection.weight is None else positive * selection.weight[rows]
    return pd.Series(weight).groupby(text_of(table.frame[column])[rows]).sum()


def _count_from_total(
    table: Table, label_columns: LabelColumns, selection: RowSelection, group_names: tuple[str, ...]
) -> UnscoredCounts | Notice:
    """From a column of all positives there are: one number, or one for each image or query."""
    roles, column = label_columns.table_roles, str(label_columns.table_roles.total_positives)
    numbers = read_numbers("total", table.frame[column], column)
    if numbers.problems:
        return numbers.problems[0]
    if (numbers.unknown & selection.keep).any():
        return at_rows("total_missing", numbers.unknown & selection.keep, column=column)
    parts = selection.keep & (np.mod(np.where(numbers.unknown, 0.0, numbers.values), 1) != 0)
    if selection.weight is None and parts.any():
        return at_rows("total_not_whole", parts, column=column, value=f"{numbers.values[parts][0]:g}")
    values, scored = numbers.values[selection.keep], selection.positives(label_columns, selection.keep)
    if roles.total_positives_by is None:
        if values.min() != values.max():
            return Notice("total_varies", column=column)
        if values[0] < scored:
            return Notice("total_too_small", column=column, value=f"{values[0]:g}", count=int(scored))
        return UnscoredCounts(float(values[0]) - scored, None if group_names else np.zeros(0))
    return _count_by_unit(table, label_columns, selection, values, group_names)


def _count_by_unit(
    table: Table, label_columns: LabelColumns, selection: RowSelection, values: np.ndarray, group_names: tuple[str, ...]
) -> UnscoredCounts | Notice:
    """From numbers that are each for the rows of one unit."""
    roles, column = label_columns.table_roles, str(label_columns.table_roles.total_positives)
    units = text_of(table.frame[str(roles.total_positives_by)])[selection.keep]
    by_unit = pd.Series(values).groupby(units)
    least, most = by_unit.min(), by_unit.max()
    if (least != most).any():
        return Notice("total_varies", column=column)
    found_in = _positives_by(str(roles.total_positives_by), table, label_columns, selection, selection.keep)
    missed = least - found_in
    if (missed < 0).any():
        unit = str(missed.index[missed < 0][0])
        facts = {"value": f"{least[unit]:g}", "count": int(found_in[unit])}
        return Notice("total_of_each_too_small", column=column, unit=unit, **facts)
    return UnscoredCounts(float(missed.sum()), _in_groups(table, roles, selection, units, missed, group_names))


def _in_groups(
    table: Table,
    roles: Roles,
    selection: RowSelection,
    units: np.ndarray,
    missed: pd.Series,
    group_names: tuple[str, ...],
) -> np.ndarray | None:
    """The positives that each group missed, where no unit has rows in two."""
    if not group_names:
        return np.zeros(0)
    of_unit = pd.Series(text_of(table.frame[str(roles.group)])[selection.keep]).groupby(units)
    if (of_unit.nunique() > 1).any():
        return None
    return np.asarray(missed.groupby(of_unit.first()).sum().reindex(list(group_names), fill_value=0.0))


@dataclass(frozen=True, eq=False)
class Dataset(ClusterBase):
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
    unscored_counts: UnscoredCounts
    excluded: tuple[Notice, ...]  # what was left out, and why, by row
    is_frequency_weight: bool = False  # each line stands for as many rows as its weight says
    bins: ScoreBins | None = None  # where each score stands for several
    rows_of_group: tuple[int, ...] = ()  # of the table, counted or not
    clusters: Clusters | None = None  # persons, images or queries that the rows came in

    @property
    def kind(self) -> Kind:
        """The kind of the tasks: "one", or several "models", "classes" or "labels"."""
        return self.roles.kind

    @property
    def valid_names(self) -> tuple[str, ...]:
        """The names of those that have positives and negatives, so that there is a curve."""
        both = np.asarray(self.positive.any(axis=0) & ~self.positive.all(axis=0))
        return tuple(name for name, has_both in zip(self.names, both, strict=True) if has_both)

    def points(self, name: str) -> OperatingPoints:
        """Count one task; without positives recall and area are nan."""
        column = self.names.index(name)
        positive, missed = self.positive[:, column], self.unscored_counts.positives
        return _points(
            positive, self.score[:, column], self.weight, missed, is_frequency_weight=self.is_frequency_weight
        )

    def cases(self, name: str) -> LabeledScores:
        """The rows of one task with their points.

        >>> from pr_curve_lab.schema.examples import example_dataset
        >>> example_dataset("ten_rows").cases("score").size
        10
        """
        column = self.names.index(name)
        return LabeledScores(
            name=self.name,
            roles=replace(self.label_columns.roles(name), scores=(self.roles.scores[column],), kind="one", labels=()),
            row=self.row,
            positive=np.ascontiguousarray(self.positive[:, column]),
            score=np.ascontiguousarray(self.score[:, column]),
            weight=self.weight,
            points=self.points(name),
            negative_values=self.label_columns.negative_values(name),
            excluded=self.excluded,
            unscored_rows=self.unscored_counts.rows,
            is_frequency_weight=self.is_frequency_weight,
            bins=self.bins,
            clusters=self.clusters,
        )

    def valid_groups(self, name: str) -> tuple[str, ...]:
        """The groups in which one task has positives and negatives; none where it is not known which missed positives.

        >>> from pr_curve_lab.schema.examples import example_dataset
        >>> example_dataset("digits").valid_groups("8")
        ('1', '2', '3', '4', '5')
        """
        if self.group is None or self.unscored_counts.by_group is None:
            return ()
        positive, size = self.positive[:, self.names.index(name)], len(self.group_names)
        rows, positives = np.bincount(self.group, minlength=size), np.bincount(self.group[positive], minlength=size)
        both = (positives > 0) & (positives < rows)
        return tuple(group for group, is_countable in zip(self.group_names, both, strict=True) if is_countable)

    def cases_of_group(self, name: str, group: str) -> LabeledScores:
        """The rows of one task and one group, with their points.

        >>> from pr_curve_lab.schema.examples import example_dataset
        >>> example_dataset("digits").cases_of_group("8", "2").size
        360
        """
        assert self.group is not None
        assert self.unscored_counts.by_group is not None
        number, every = self.group_names.index(group), self.cases(name)
        rows, missed = np.flatnonzero(self.group == number), float(self.unscored_counts.by_group[number])
        positive, score = every.positive[rows], every.score[rows]
        weight = None if self.weight is None else self.weight[rows]
        return replace(
            every,
            row=every.row[rows],
            positive=positive,
            score=score,
            weight=weight,
            points=_points(positive, score, weight, missed, is_frequency_weight=self.is_frequency_weight),
            unscored_rows=round(missed) if every.unscored_rows else 0,
            subgroup=group,
            other_rows=sum(self.rows_of_group) - self.rows_of_group[number],
            clusters=group_clusters(self.clusters, str(self.roles.group), rows, has_unscored=missed > 0),
        )


def build_dataset(table: Table, roles: Roles, *, exclude: bool = False) -> Dataset | list[Notice]:
    """Count the rows of a table; problems instead, as many as can be found at once, when it cannot be done.

    Rows with an empty label, score or weight are a problem, unless `exclude`: then they are left out and listed.

    >>> table = Table("t", pd.DataFrame({"y": [1, 0, 1, 0], "s": ["0.9", "", "0.4", "0.2"]}))
    >>> build_dataset(table, Roles("y", "1", ("s",)))
    [Notice('score_missing', row=2, column='s', count=1)]
    >>> build_dataset(table, Roles("y", "1", ("s",)), exclude=True).excluded
    (Notice('left_out_score', row=2, column='s', count=1),)
    """
    label_columns, problems = read_label_columns(table, roles)
    if label_columns is None:
        return [with_line(problem, table) for problem in problems]
    scores = {column: read_numbers("score", table.frame[column], column) for column in roles.scores}
    weight = None if roles.weight is None else read_weights(table, roles.weight)
    for numbers in (*scores.values(), *(() if weight is None else (weight,))):
        problems += numbers.problems
    unscored_mask = np.all([one.unknown for one in scores.values()], axis=0) & (roles.unscored_policy != "asked")
    missing = _missing(label_columns, scores, weight, unscored_mask)
    if not exclude:
        problems += [at_rows(f"{part}_missing", rows, column=column) for part, column, rows in missing]
    problems += _check_roles(table, roles)
    if problems:
        return [with_line(problem, table) for problem in problems]
    counted = select_rows(table, label_columns, weight, missing, unscored_mask)
    return _build_from_rows(table, label_columns, _score_matrix(table, scores, roles), counted)


def _missing(
    label_columns: LabelColumns, scores: dict[str, Numbers], weight: Numbers | None, unscored_mask: np.ndarray
) -> list[Missing]:
    """The empty cells that are a mistake."""
    missing = [("label", column, rows) for column, rows in label_columns.unknown.items()]
    missing += [("score", column, numbers.unknown & ~unscored_mask) for column, numbers in scores.items()]
    missing += [] if weight is None else [("weight", str(label_columns.table_roles.weight), weight.unknown)]
    return [one for one in missing if one[-1].any()]


def _score_matrix(table: Table, scores: dict[str, Numbers], roles: Roles) -> np.ndarray:
    """The scores side by side, higher ones more positive."""
    values = {column: one.values for column, one in scores.items()}
    if roles.prediction is not None and roles.kind == "one":
        (column,) = roles.scores
        values[column] = positive_class_score(values[column], table.frame[roles.prediction], roles.positive)
    values |= {column: percent_to_fraction(values[column]) for column in roles.percent if column in values}
    values |= {column: from_log_odds(values[column]) for column in roles.logit if column in values}
    return np.column_stack([0.0 - one if column in roles.inverted else one for column, one in values.items()])


def _points(
    positive: np.ndarray, score: np.ndarray, weight: np.ndarray | None, missed: float, *, is_frequency_weight: bool
) -> OperatingPoints:
    """Points of the rows; missed: positives that were never scored, by weight."""
    total = None
    if missed:
        total = missed + float(positive.sum() if weight is None else weight @ positive)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        kind = "frequency_weight" if is_frequency_weight else "sample_weight"
        return operating_points(positive, score, **{kind: weight}, total_positives=total)


def build_cases(table: Table, roles: Roles, *, exclude: bool = False) -> LabeledScores | list[Notice]:
    """The cases of the first task of a table that can be counted, or problems.

    >>> build_cases(Table("t", pd.DataFrame({"y": [1, 0], "s": [0.9, 0.2]})), Roles("y", "1", ("s",))).size
    2
    """
    dataset = build_dataset(table, roles, exclude=exclude)
    return dataset.cases(dataset.valid_names[0]) if isinstance(dataset, Dataset) else dataset


def _build_from_rows(
    table: Table, label_columns: LabelColumns, score: np.ndarray, selection: RowSelection
) -> Dataset | list[Notice]:
    keep = selection.keep
    if not keep.any():
        return [Notice("no_rows_left", name=table.name)]
    group, group_names, rows_of_group = _groups(table, label_columns.table_roles, keep)
    missed = count_unscored_positives(table, label_columns, selection, group_names)
    if isinstance(missed, Notice):
        return [with_line(missed, table)]
    weight = None if selection.weight is None else selection.weight[keep]
    dataset = Dataset(
        name=table.name,
        roles=label_columns.table_roles,
        names=label_columns.names,
        row=np.flatnonzero(keep),
        positive=label_columns.positive(keep),
        score=score if keep.all() else score[keep],
        weight=weight,
        group=group,
        group_names=group_names,
        label_columns=label_columns,
        unscored_counts=missed,
        excluded=tuple(with_line(problem, table) for problem in selection.excluded),
        is_frequency_weight=selection.is_frequency_weight,
        bins=table.bins,
        rows_of_group=rows_of_group,
        clusters=clusters_of(
            table,
            label_columns.table_roles,
            keep,
            has_unscored=missed.total > 0,
            rows=weight if selection.is_frequency_weight else None,
        ),
    )
    return dataset if dataset.valid_names else [label_columns.one_class_left(keep)]


def _groups(table: Table, roles: Roles, keep: np.ndarray) -> tuple[np.ndarray | None, tuple[str, ...], tuple[int, ...]]:
    """The group of each kept row, groups in their natural order: fold 2 before fold 10; and all rows that each has."""
    if roles.group is None:
        return None, (), ()
    of_row = text_of(table.frame[roles.group])
    code, names = pd.factorize(of_row[keep])
    sizes = pd.Series(of_row).value_counts()
    order = sorted(range(len(names)), key=lambda index: _sort_key(names[index]))
    rank = np.empty(len(names), dtype=np.intp)
    rank[order] = np.arange(len(names))
    ordered = [str(names[index]) for index in order]
    return rank[code], tuple(ordered), tuple(int(sizes[name]) for name in ordered)


def _sort_key(text: str) -> list[tuple[int, int, str]]:
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in re.split(r"(\d+)", text) if part]


def _check_roles(table: Table, roles: Roles) -> list[Notice]:
    """Columns that have two roles, and groups that only tell rows apart."""
    problems = []
    groups = 0 if roles.group is None else int(table.frame[roles.group].nunique())
    if groups > MAX_GROUPS:
        problems.append(Notice("group_many_values", column=roles.group, count=groups))
    if roles.weight is not None and roles.weight in (roles.label, *roles.scores):
        problems.append(Notice("weight_is_other", column=roles.weight))
    if roles.cluster is not None and roles.cluster in (roles.label, *roles.labels, *roles.scores, roles.weight):
        problems.append(Notice("cluster_is_other", column=roles.cluster))
    return problems


CONFIDENCE_SUMS = (1.0, 100.0)  # what two confidences add up to: shares, or per cent


def positive_class_score(confidence: np.ndarray, predicted: pd.Series, positive: str | None) -> np.ndarray:
    """Scores of the positive value, shape (n_rows,): the confidence where that is predicted, else what is left of one.

    >>> positive_class_score(np.array([0.9, 0.8]), pd.Series(["a", "b"]), "a").round(3).tolist()
    [0.9, 0.2]
    """
    whole = next((whole for whole in CONFIDENCE_SUMS if np.nanmax(confidence, initial=0.0) <= whole), None)
    left = -confidence if whole is None else whole - confidence
    return np.where(text_of(predicted) == positive, confidence, left)


Missing = tuple[str, str, np.ndarray]  # what is missing (label, score or weight), its column, and in which rows


@dataclass(frozen=True, eq=False)
class RowSelection:
    """Rows that have a score, and rows that have none, of all that count; every array has shape (n_rows,)."""

    keep: np.ndarray
    unscored_mask: np.ndarray
    weight: np.ndarray | None
    excluded: tuple[Notice, ...]
    is_frequency_weight: bool  # each line stands for as many rows as its weight says

    def positives(self, label_columns: LabelColumns, rows: np.ndarray) -> float:
        """The positives of the first task among some rows, counted by weight."""
        positive = label_columns.positive(rows)[:, 0]
        return float(positive.sum() if self.weight is None else self.weight[rows] @ positive)


def select_rows(
    table: Table,
    label_columns: LabelColumns,
    weight: Numbers | None,
    missing: Sequence[Missing],
    unscored_mask: np.ndarray,
) -> RowSelection:
    """Take the rows that lack nothing, are of the part that counts, and weigh something.

    unscored_mask: rows without any score, which are no mistake.
    """
    roles = label_columns.table_roles
    keep = ~np.any([np.zeros(len(table.frame), dtype=bool), *(rows for _, _, rows in missing)], axis=0)
    left_out = [at_rows(f"left_out_{part}", rows, column=column) for part, column, rows in missing]
    keep &= _subset_mask(table, roles)
    if weight is not None:
        weightless = keep & (weight.values == 0)
        if weightless.any():
            left_out.append(at_rows("left_out_weightless", weightless, column=str(roles.weight)))
        keep &= ~weightless
    again = keep & (table.frame.duplicated().to_numpy() if roles.drop_duplicates else False)
    if again.any():
        left_out.append(at_rows("left_out_repeated", again))
    keep &= ~again
    without = keep & unscored_mask
    if without.any():
        positives = int(label_columns.positive(without)[:, 0].sum())
        left_out.append(at_rows(f"unscored_{roles.unscored_policy}", without, positives=positives))
    values = None if weight is None else weight.values
    return RowSelection(keep & ~without, without, values, tuple(left_out), _is_frequency_weight(roles, values))


def _is_frequency_weight(roles: Roles, weight: np.ndarray | None) -> bool:
    """Whether weights are counts of rows: whole numbers, called so, of one score; several have rows in common."""
    if weight is None or roles.kind != "one" or not is_named(COUNTS, str(roles.weight)):
        return False
    return bool((weight % 1 == 0).all())


def _subset_mask(table: Table, roles: Roles) -> np.ndarray:
    """The rows that count by their group: all, or those of one part."""
    if roles.subset is None or roles.group is None:
        return np.ones(len(table.frame), dtype=bool)
    return np.asarray(text_of(table.frame[roles.group]) == roles.subset)
