"""Read models from the data in a notebook: rows, several scores, a table, or counts.

A table is read like an uploaded file, so that its columns get the same roles as in the app.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import count
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import pyarrow as pa
from pandas.api.types import is_float_dtype, is_scalar

from pr_curve_lab.i18n.messages import Messages, messages_in
from pr_curve_lab.io.column_names import find_weight_column, is_amount
from pr_curve_lab.io.notices import Notice
from pr_curve_lab.io.table import Table, text_of, unique_names
from pr_curve_lab.schema.dataset import Dataset, build_dataset
from pr_curve_lab.schema.roles import Roles, infer_roles
from pr_curve_lab.schema.table_files import read_table
from pr_metrics import OperatingPoints
from pr_metrics.points import points_of_rows
from pr_metrics.rows import Rows, validate_rows
from pr_metrics.validation import close_match_text

STEM = "notebook"
TOTAL_COLUMN = "num_positives"  # the column with the number of all positives, scored or not
MAX_NAME_BYTES = 200  # of a file name; file systems allow 255 with the extension
_INVALID_IN_FILE_NAME = re.compile(r'[\\/:*?"<>|\x00-\x1f]')  # characters that a file name cannot have


class TableFile(NamedTuple):
    """The name and the bytes of a file."""

    name: str
    content: bytes


def unique_column_names(frame: pd.DataFrame) -> list[str]:
    """Return the names of columns in a file, as unique strings."""
    return unique_names([str(name) for name in frame.columns])


def frame_to_file(frame: pd.DataFrame, stem: str = STEM) -> TableFile:
    """Return a DataFrame as a Parquet file, or as CSV if Parquet cannot store it, as with columns of mixed types.

    >>> frame_to_file(pd.DataFrame({"y": [1, "one"], "s": [0.5, 0.25]})).name
    'notebook.csv'
    """
    named = frame.set_axis(unique_column_names(frame), axis="columns").reset_index(drop=True)
    try:
        content = BytesIO()
        named.to_parquet(content, index=False)
    except (pa.ArrowException, ValueError):
        return TableFile(f"{stem}.csv", named.to_csv(index=False).encode("utf-8"))
    return TableFile(f"{stem}.parquet", content.getvalue())


def rows_to_files(models: Mapping[str, Rows], total: int | None = None) -> list[TableFile]:
    """Return the rows of one model as one file; of several, the labels and a file of scores for each, matched by id.

    With separate files the app recognizes several models whatever their scores look like. The score column of a single
    model has the name of the model, unless the app would then give it another role. total: the number of all positives,
    if some have no score.

    >>> from pr_metrics.rows import validate_rows
    >>> rows = validate_rows([1, 0], [0.9, 0.1])
    >>> [file.name for file in rows_to_files({"tree": rows, "forest": rows, "notebook": rows})]
    ['notebook.parquet', 'tree.parquet', 'forest.parquet', 'notebook (2).parquet']
    """
    first = next(iter(models.values()))
    label: dict[str, Any] = {"label": first.positive.astype(np.int8)}
    label |= {} if first.weight is None else {"sample_weight": first.weight}
    label |= {} if total is None else {TOTAL_COLUMN: np.full(first.positive.size, total)}
    if len(models) == 1:
        return [frame_to_file(_single_model_frame(next(iter(models)), label, first.score))]
    rows = np.arange(first.positive.size)
    scores = [pd.DataFrame({"id": rows, "score": one.score}) for one in models.values()]
    stems = unique_file_names(models)
    return [
        frame_to_file(pd.DataFrame({"id": rows, **label})),
        *(frame_to_file(frame, stem) for stem, frame in zip(stems, scores, strict=True)),
    ]


def _single_model_frame(name: str, label: Mapping[str, Any], score: np.ndarray) -> pd.DataFrame:
    """Return the rows of a single model. The score column has the name of the model if its role stays the same."""
    plain = pd.DataFrame({**label, "score": score})
    named = plain.set_axis(unique_names([*label, name]), axis="columns")
    guessed = infer_roles(Table(STEM, plain))
    is_alike = infer_roles(Table(STEM, named)) == replace(guessed, scores=tuple(named.columns[-1:]))
    return named if is_alike else plain


def unique_file_names(names: Iterable[str]) -> list[str]:
    """Return valid file names without extension, which are short and unique even if case is ignored.

    >>> unique_file_names(["a/b", "a:b", "A_B", " ", "notebook"])
    ['a_b', 'a_b (2)', 'A_B (3)', 'model', 'notebook (2)']
    """
    found = [STEM]
    for name in names:
        first = (
            _INVALID_IN_FILE_NAME.sub("_", name)
            .encode("utf-8", "replace")[:MAX_NAME_BYTES]
            .decode("utf-8", "ignore")
            .strip()
            or "model"
        )
        taken = {one.casefold() for one in found}
        stems = (first if number == 1 else f"{first} ({number})" for number in count(1))
        found.append(next(stem for stem in stems if stem.casefold() not in taken))
    return found[1:]


def total_positives(points: OperatingPoints) -> int | None:
    """Return the number of all positives if some have no score, else None.

    Raises
    ------
    ValueError: it is not a whole number, which the app needs.
    """
    if not points.unscored_positives:
        return None
    if not float(points.positives).is_integer():
        raise ValueError(f"positives must be a whole number where some have no score, got {points.positives}")
    return int(points.positives)


def counts_to_file(points: OperatingPoints) -> TableFile:
    """Return counts with a line for each score; if counts are not whole or positives have no score, weighted rows.

    Raises
    ------
    ValueError: some positives have no score, and the number of all positives is not whole.

    >>> counts_to_file(OperatingPoints.from_counts([0.9], [3], [1])).name
    'notebook.parquet'
    """
    positives, negatives = (np.diff(one, prepend=0.0) for one in (points.true_positives, points.false_positives))
    whole = all((one == np.floor(one)).all() for one in (positives, negatives))
    total = total_positives(points)
    if whole and total is None:
        counts = {"positives": positives.astype(np.int64), "negatives": negatives.astype(np.int64)}
        return frame_to_file(pd.DataFrame({"score": points.threshold, **counts}))
    lines = {
        "score": np.repeat(points.threshold, 2),
        "label": np.tile([1, 0], points.threshold.size),
        "sample_weight": np.column_stack((positives, negatives)).ravel(),
    }
    if total is not None:
        lines[TOTAL_COLUMN] = np.full(lines["label"].size, total)
    weighted = pd.DataFrame(lines)
    return frame_to_file(weighted.loc[weighted["sample_weight"] > 0])


DEFAULT_MODEL_NAME = "score"  # the name of a model that has none
STANDARD_POSITIVES = ("1", "True", "true")  # positive labels that need no message
MAX_TABLE_COLUMNS = 20  # most columns of a wider table are features
LEADING_COLUMNS = 4  # the first columns of a wide table are kept, because a table of three could be read as counts


@dataclass(frozen=True, eq=False)
class Model:
    """One model: its points, and its rows if they were given."""

    name: str
    points: OperatingPoints
    rows: Rows | None = None


@dataclass(frozen=True, eq=False)
class InputModels:
    """The models, and the table that they came from."""

    models: tuple[Model, ...]
    file: TableFile | None = None
    guessed_roles: Roles | None = None  # the roles of the columns, if some were guessed

    def model(self, name: str) -> Model:
        """Return the model of that name.

        Raises
        ------
        ValueError: there is no such model.
        """
        names = [one.name for one in self.models]
        if name not in names:
            raise ValueError(f"model must be one of {', '.join(names)}, got {name!r}{close_match_text(name, names)}")
        return self.models[names.index(name)]

    def to_files(self, name: str) -> list[TableFile]:
        """Return files that the app reads as these models, or only as this one if rows or common labels are missing."""
        if self.file is not None:
            return [self.file]
        model = self.model(name)
        if model.rows is None:
            return [counts_to_file(model.points)]
        rows = {one.name: one.rows for one in self.models if one.rows is not None}
        if not all(np.array_equal(one.positive, model.rows.positive) for one in rows.values()):
            rows = {name: model.rows}
        return rows_to_files(rows, total_positives(model.points))


@dataclass(frozen=True)
class ColumnNames:
    """The columns that the caller named, and the positive label."""

    label: str | None = None
    scores: tuple[str, ...] = ()
    weight: str | None = None
    positive: object = None

    @property
    def columns(self) -> dict[str, str]:
        """For every named column, the argument that named it."""
        named = {"label": (self.label,), "score": self.scores, "sample_weight": (self.weight,)}
        return {column: argument for argument, columns in named.items() for column in columns if column is not None}

    def has_all_roles(self, roles: Roles) -> bool:
        """Whether no role was guessed that should be reported."""
        columns = self.label is not None and bool(self.scores) and self.weight == roles.weight
        return columns and (self.positive is not None or roles.positive in (None, *STANDARD_POSITIVES))


def read_models(
    y_true: Any,
    y_score: Any = None,
    *,
    label: Any = None,
    score: Any = None,
    sample_weight: Any = None,
    pos_label: object = None,
) -> InputModels:
    """Return the models in any input that `view` accepts.

    Raises
    ------
    ValueError: input that is invalid for `operating_points` or the app; no positives; arguments that contradict.

    >>> [model.name for model in read_models([1, 0], {"tree": [0.9, 0.1], "forest": [0.8, 0.9]}).models]
    ['tree', 'forest']
    """
    if y_score is None and hasattr(y_true, "columns"):
        frame = y_true if isinstance(y_true, pd.DataFrame) else y_true.to_pandas()
        found = _models_from_table(frame, _column_names(frame, label, score, sample_weight, pos_label))
    elif label is not None or score is not None:
        raise ValueError("label and score name columns of a DataFrame, got arrays; pass the DataFrame first")
    elif y_score is None:
        found = _models_from_points(y_true)
    else:
        rows = {name: _rows(y_true, one, sample_weight, pos_label) for name, one in _scores_by_name(y_score).items()}
        found = InputModels(tuple(Model(name, points_of_rows(one), one) for name, one in rows.items()))
    for one in found.models:
        if not one.points.positives > 0:
            raise ValueError(f"y_true must have positives, got none for {one.name!r}: recall is 0/0, there is no curve")
    return found


def _rows(y_true: Any, y_score: Any, sample_weight: Any, pos_label: object) -> Rows:
    return validate_rows(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)


def _scores_by_name(y_score: Any) -> dict[str, Any]:
    """Return the scores by model. A single score is named after its column, or "score" if it has no name."""
    if isinstance(y_score, Mapping) or hasattr(y_score, "columns"):
        columns = y_score if isinstance(y_score, Mapping) else getattr(y_score, "column_names", y_score.columns)
        names = list(columns)  # in pyarrow, `columns` is the data
        if not names:
            raise ValueError("y_score must have at least one model, got none")
        return {text: y_score[name] for text, name in zip(_unique_model_names(names), names, strict=True)}
    name = getattr(y_score, "name", None)
    return {name if isinstance(name, str) and name else DEFAULT_MODEL_NAME: y_score}


def _unique_model_names(names: Iterable[Any]) -> list[str]:
    """Return the names of models as strings; raise an error if one is there twice."""
    texts = [str(name) for name in names]
    twice = [name for at, name in enumerate(texts) if name in texts[:at]]
    if twice:
        raise ValueError(f"models must have different names, got {twice[0]!r} twice")
    return texts


def _models_from_points(counts: Any) -> InputModels:
    named = counts if isinstance(counts, Mapping) and counts else {DEFAULT_MODEL_NAME: counts}
    for one in named.values():
        if not isinstance(one, OperatingPoints):
            kind = type(one).__name__
            raise ValueError(f"y_true without y_score must be a table, OperatingPoints or a dict of them, got {kind}")
    return InputModels(
        tuple(Model(name, points) for name, points in zip(_unique_model_names(named), named.values(), strict=True))
    )


def _column_names(frame: pd.DataFrame, label: Any, score: Any, sample_weight: Any, pos_label: object) -> ColumnNames:
    """Return the named columns by the strings that are their names in a file."""
    if not (sample_weight is None or is_scalar(sample_weight)):
        kind = type(sample_weight).__name__
        raise ValueError(f"sample_weight must name a column of the DataFrame, got {kind}; make it a column")
    names = dict(zip(frame.columns, unique_column_names(frame), strict=True))
    scores = () if score is None else (score,) if is_scalar(score) else tuple(score)
    wanted = [None if one is None else names.get(one, str(one)) for one in (label, sample_weight, *scores)]
    return ColumnNames(wanted[0], tuple(map(str, wanted[2:])), wanted[1], pos_label)


def _drop_feature_columns(frame: pd.DataFrame, column_names: ColumnNames) -> pd.DataFrame:
    """Drop the features of a wide table whose label and score are named.

    Unnamed columns of floats are features unless their name says that they are a weight or an amount. Days, folds and
    predicted values are not floats.
    """
    if frame.shape[1] <= MAX_TABLE_COLUMNS or column_names.label is None or not column_names.scores:
        return frame
    kept = [
        at < LEADING_COLUMNS
        or name in column_names.columns
        or not is_float_dtype(kind)
        or find_weight_column([name])
        or is_amount(name)
        for at, (name, kind) in enumerate(zip(unique_column_names(frame), frame.dtypes, strict=True))
    ]
    return frame.loc[:, [bool(one) for one in kept]]


def _models_from_table(frame: pd.DataFrame, column_names: ColumnNames) -> InputModels:
    file = frame_to_file(_drop_feature_columns(frame, column_names))
    table = read_table(*file)
    if isinstance(table, Notice):
        raise _value_error([table])
    roles = _roles(table, column_names)
    dataset = build_dataset(table, roles)
    if not isinstance(dataset, Dataset):
        raise _value_error(dataset)
    counted = any(note.key == "counts_read" for note in table.notes)
    columns = dict(zip(dataset.names, zip(dataset.positive.T, dataset.score.T, strict=True), strict=True))
    models = tuple(
        Model(name, dataset.points(name), None if counted else Rows(*columns[name], dataset.weight))
        for name in dataset.valid_names
    )
    guessed = None if counted or column_names.has_all_roles(roles) else roles
    return InputModels(models, file if roles == infer_roles(table) else None, guessed)


def _roles(table: Table, column_names: ColumnNames) -> Roles:
    """Return the roles of the columns: those that were named, and guesses for the others."""
    columns = list(table.frame.columns)
    for column, argument in column_names.columns.items():
        if column not in columns:
            listed = ", ".join(columns)
            raise ValueError(
                f"{argument} must be a column of {listed}, got {column!r}{close_match_text(column, columns)}"
            )
    positive = None if column_names.positive is None else str(text_of(pd.Series([column_names.positive]))[0])
    return infer_roles(
        table, label=column_names.label, scores=column_names.scores, positive=positive, weight=column_names.weight
    )


def _value_error(errors: Sequence[Notice]) -> ValueError:
    messages = messages_in("en")
    return ValueError(" ".join(messages.format_notice(error) for error in errors))


MAX_LISTED = 3  # columns of labels or scores


def format_roles(roles: Roles, messages: Messages) -> str:
    """Return the line that lists guessed roles.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> format_roles(Roles("y", "yes", ("p",), weight="w"), messages_in("en"))
    'Guessed: label y · positive yes · score p · weight w'
    """
    separator = messages.format("punctuation.items")
    label = separator.join(roles.labels[:MAX_LISTED]) if roles.kind == "labels" else roles.label
    more = " …" if len(roles.scores) > MAX_LISTED else ""
    parts = [
        messages.format("notebook.label", name=label),
        messages.format("notebook.positive", name=roles.positive) if roles.kind in ("one", "models") else "",
        messages.format("notebook.score", name=separator.join(roles.scores[:MAX_LISTED]) + more),
        messages.format("notebook.weight", name=roles.weight) if roles.weight is not None else "",
    ]
    return messages.format("notebook.guessed", roles=" · ".join(filter(None, parts)))
