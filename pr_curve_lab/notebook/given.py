"""The models in what a notebook has at hand: rows, several scores of the same rows, a table, or counts.

A table goes the way of an uploaded file, so that its columns are understood as the app understands them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from pandas.api.types import is_float_dtype, is_scalar

from pr_curve_lab.i18n.catalogue import words_in
from pr_curve_lab.notebook.table_file import (
    TableFile,
    file_of_counts,
    file_of_frame,
    files_of_rows,
    names_in_file,
    total_of,
)
from pr_curve_lab.reading.cases.binary_tasks import BinaryTasks, build_binary_tasks
from pr_curve_lab.reading.columns.names import is_amount, weight_named
from pr_curve_lab.reading.formats.table import Table, text_of
from pr_curve_lab.reading.problem import Problem
from pr_curve_lab.reading.roles.asked_roles import asked_roles
from pr_curve_lab.reading.roles.guessed_roles import guess_roles
from pr_curve_lab.reading.roles.roles import Roles
from pr_curve_lab.reading.uploads import read_upload
from pr_metrics import OperatingPoints
from pr_metrics.points import points_of
from pr_metrics.rows import Rows, checked_rows
from pr_metrics.validation import did_you_mean

ALONE = "score"  # the name of a model that has none
PLAIN = ("1", "True", "true")  # positive values that nobody doubts
WIDE = 20  # columns; of a wider table most are features
FIRST = 4  # columns of a wide table that stay: one of three could be of counts


@dataclass(frozen=True, eq=False)
class Model:
    """One ranking: its points, and its rows where these were given."""

    name: str
    points: OperatingPoints
    rows: Rows | None = None


@dataclass(frozen=True, eq=False)
class Given:
    """The models, and the table that they came from."""

    models: tuple[Model, ...]
    file: TableFile | None = None
    guessed: Roles | None = None  # of the table, where they were not all named

    def model(self, name: str) -> Model:
        """The model of that name.

        Raises
        ------
        ValueError: there is none.
        """
        names = [one.name for one in self.models]
        if name not in names:
            raise ValueError(f"model must be one of {', '.join(names)}, got {name!r}{did_you_mean(name, names)}")
        return self.models[names.index(name)]

    def as_files(self, shown: str) -> list[TableFile]:
        """Files that the app reads as these models; of those without rows or without common labels the one shown."""
        if self.file is not None:
            return [self.file]
        model = self.model(shown)
        if model.rows is None:
            return [file_of_counts(model.points)]
        rows = {one.name: one.rows for one in self.models if one.rows is not None}
        if not all(np.array_equal(one.positive, model.rows.positive) for one in rows.values()):
            rows = {shown: model.rows}
        return files_of_rows(rows, total_of(model.points))


@dataclass(frozen=True)
class Named:
    """Columns that were named, and the positive label."""

    label: str | None = None
    scores: tuple[str, ...] = ()
    weight: str | None = None
    positive: object = None

    @property
    def columns(self) -> dict[str, str]:
        """Every column that was named, with the argument that did."""
        named = {"label": (self.label,), "score": self.scores, "sample_weight": (self.weight,)}
        return {column: argument for argument, columns in named.items() for column in columns if column is not None}

    def says_all(self, roles: Roles) -> bool:
        """Whether nothing that is worth a word was guessed."""
        columns = self.label is not None and bool(self.scores) and self.weight == roles.weight
        return columns and (self.positive is not None or roles.positive in (None, *PLAIN))


def given(
    y_true: Any,
    y_score: Any = None,
    *,
    label: Any = None,
    score: Any = None,
    sample_weight: Any = None,
    pos_label: object = None,
) -> Given:
    """Count whatever was given; see `view`.

    Raises
    ------
    ValueError: what `operating_points` refuses, or what the app says of a table; no positives; arguments at odds.

    >>> [model.name for model in given([1, 0], {"tree": [0.9, 0.1], "forest": [0.8, 0.9]}).models]
    ['tree', 'forest']
    """
    if y_score is None and hasattr(y_true, "columns"):
        frame = y_true if isinstance(y_true, pd.DataFrame) else y_true.to_pandas()
        found = _of_table(frame, _named(frame, label, score, sample_weight, pos_label))
    elif label is not None or score is not None:
        raise ValueError("label and score name columns of a DataFrame, got arrays; pass the DataFrame first")
    elif y_score is None:
        found = _of_points(y_true)
    else:
        rows = {name: _rows(y_true, one, sample_weight, pos_label) for name, one in _by_name(y_score).items()}
        found = Given(tuple(Model(name, points_of(one), one) for name, one in rows.items()))
    for one in found.models:
        if not one.points.positives > 0:
            raise ValueError(f"y_true must have positives, got none for {one.name!r}: recall is 0/0, there is no curve")
    return found


def _rows(y_true: Any, y_score: Any, sample_weight: Any, pos_label: object) -> Rows:
    return checked_rows(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)


def _by_name(y_score: Any) -> dict[str, Any]:
    """The scores of each model; those of a single one have the name of their column, if that is a text."""
    if isinstance(y_score, Mapping) or hasattr(y_score, "columns"):
        columns = y_score if isinstance(y_score, Mapping) else getattr(y_score, "column_names", y_score.columns)
        names = list(columns)  # pyarrow keeps the columns themselves by the other name
        if not names:
            raise ValueError("y_score must have at least one model, got none")
        return {text: y_score[name] for text, name in zip(_texts(names), names, strict=True)}
    name = getattr(y_score, "name", None)
    return {name if isinstance(name, str) and name else ALONE: y_score}


def _texts(names: Iterable[Any]) -> list[str]:
    """Names of models as text."""
    texts = [str(name) for name in names]
    twice = [name for at, name in enumerate(texts) if name in texts[:at]]
    if twice:
        raise ValueError(f"models must have different names, got {twice[0]!r} twice")
    return texts


def _of_points(counts: Any) -> Given:
    named = counts if isinstance(counts, Mapping) and counts else {ALONE: counts}
    for one in named.values():
        if not isinstance(one, OperatingPoints):
            kind = type(one).__name__
            raise ValueError(f"y_true without y_score must be a table, OperatingPoints or a dict of them, got {kind}")
    return Given(tuple(Model(name, points) for name, points in zip(_texts(named), named.values(), strict=True)))


def _named(frame: pd.DataFrame, label: Any, score: Any, sample_weight: Any, pos_label: object) -> Named:
    """The columns that were named, as the text that their names are in a file."""
    if not (sample_weight is None or is_scalar(sample_weight)):
        kind = type(sample_weight).__name__
        raise ValueError(f"sample_weight must name a column of the DataFrame, got {kind}; make it a column")
    names = dict(zip(frame.columns, names_in_file(frame), strict=True))
    scores = () if score is None else (score,) if is_scalar(score) else tuple(score)
    wanted = [None if one is None else names.get(one, str(one)) for one in (label, sample_weight, *scores)]
    return Named(wanted[0], tuple(map(str, wanted[2:])), wanted[1], pos_label)


def _narrow(frame: pd.DataFrame, named: Named) -> pd.DataFrame:
    """The columns that can have a role, of a wide table whose label and score are named: not its features.

    A weight is known by its name; days, folds and predicted values are no fractions.
    """
    if frame.shape[1] <= WIDE or named.label is None or not named.scores:
        return frame
    kept = [
        at < FIRST or name in named.columns or not is_float_dtype(kind) or weight_named([name]) or is_amount(name)
        for at, (name, kind) in enumerate(zip(names_in_file(frame), frame.dtypes, strict=True))
    ]
    return frame.loc[:, [bool(one) for one in kept]]


def _of_table(frame: pd.DataFrame, named: Named) -> Given:
    file = file_of_frame(_narrow(frame, named))
    table = read_upload(*file)
    if isinstance(table, Problem):
        raise _refused([table])
    roles = _roles(table, named)
    tasks = build_binary_tasks(table, roles)
    if not isinstance(tasks, BinaryTasks):
        raise _refused(tasks)
    counted = any(note.key == "counts_read" for note in table.notes)
    models = tuple(
        Model(name, tasks.points(name), None if counted else _rows_of(tasks, name)) for name in tasks.countable
    )
    guessed = None if counted or named.says_all(roles) else roles
    return Given(models, file if roles == guess_roles(table) else None, guessed)


def _rows_of(tasks: BinaryTasks, name: str) -> Rows:
    column = tasks.names.index(name)
    return Rows(tasks.positive[:, column], tasks.score[:, column], tasks.weight)


def _roles(table: Table, named: Named) -> Roles:
    """The roles as they are guessed, with those that were named in their place."""
    columns = list(table.frame.columns)
    for column, argument in named.columns.items():
        if column not in columns:
            listed = ", ".join(columns)
            raise ValueError(f"{argument} must be a column of {listed}, got {column!r}{did_you_mean(column, columns)}")
    positive = None if named.positive is None else str(text_of(pd.Series([named.positive]))[0])
    return asked_roles(table, label=named.label, scores=named.scores, positive=positive, weight=named.weight)


def _refused(problems: Sequence[Problem]) -> ValueError:
    words = words_in("en")
    return ValueError(" ".join(words.say_problem(problem) for problem in problems))


def movable(rows: Rows | None, most: int) -> bool:
    """Whether there are rows, and few enough for a hand.

    >>> movable(checked_rows([1, 0], [0.5, 0.25]), 300), movable(None, 300)
    (True, False)
    """
    return rows is not None and rows.score.size <= most and bool(np.isfinite(rows.score).all())
