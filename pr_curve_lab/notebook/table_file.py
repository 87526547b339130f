"""A table as the file that the app reads: what a notebook shows is then what the app shows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from io import BytesIO
from itertools import count
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import pyarrow as pa

from pr_curve_lab.reading.formats.table import Table, unique_names
from pr_curve_lab.reading.roles.guessed_roles import guess_roles
from pr_metrics import OperatingPoints
from pr_metrics.rows import Rows

STEM = "notebook"
TOTAL = "num_positives"  # the column of all positives, scored or not
LONGEST = 200  # bytes of a name; disks take 255 with the ending
_NO_FILE = re.compile(r'[\\/:*?"<>|\x00-\x1f]')  # what the name of a file cannot have


class TableFile(NamedTuple):
    """A file by its name and its bytes."""

    name: str
    content: bytes


def names_in_file(frame: pd.DataFrame) -> list[str]:
    """The names that columns have in a file: texts, each once."""
    return unique_names([str(name) for name in frame.columns])


def file_of_frame(frame: pd.DataFrame, stem: str = STEM) -> TableFile:
    """A DataFrame as a Parquet file; of cells of many kinds, as CSV.

    >>> file_of_frame(pd.DataFrame({"y": [1, "one"], "s": [0.5, 0.25]})).name
    'notebook.csv'
    """
    named = frame.set_axis(names_in_file(frame), axis="columns").reset_index(drop=True)
    try:
        content = BytesIO()
        named.to_parquet(content, index=False)
    except (pa.ArrowException, ValueError):
        return TableFile(f"{stem}.csv", named.to_csv(index=False).encode("utf-8"))
    return TableFile(f"{stem}.parquet", content.getvalue())


def files_of_rows(models: Mapping[str, Rows], total: int | None = None) -> list[TableFile]:
    """Rows of one model as one file; of several the labels, and the scores of each in a file of its name, by an id.

    Whatever the scores of several models look like, files of their own say that they are models. A single model has its
    name unless the app would then take its scores for something else. total: of positives, where some have no score.

    >>> from pr_metrics.rows import checked_rows
    >>> rows = checked_rows([1, 0], [0.9, 0.1])
    >>> [file.name for file in files_of_rows({"tree": rows, "forest": rows, "notebook": rows})]
    ['notebook.parquet', 'tree.parquet', 'forest.parquet', 'notebook (2).parquet']
    """
    first = next(iter(models.values()))
    label: dict[str, Any] = {"label": first.positive.astype(np.int8)}
    label |= {} if first.weight is None else {"sample_weight": first.weight}
    label |= {} if total is None else {TOTAL: np.full(first.positive.size, total)}
    if len(models) == 1:
        return [file_of_frame(_frame_of_one(next(iter(models)), label, first.score))]
    rows = np.arange(first.positive.size)
    scores = [pd.DataFrame({"id": rows, "score": one.score}) for one in models.values()]
    stems = file_stems(models)
    return [
        file_of_frame(pd.DataFrame({"id": rows, **label})),
        *(file_of_frame(frame, stem) for stem, frame in zip(stems, scores, strict=True)),
    ]


def _frame_of_one(name: str, label: Mapping[str, Any], score: np.ndarray) -> pd.DataFrame:
    """The rows of a single model: its scores by their name where the app takes them for scores by that name too."""
    plain = pd.DataFrame({**label, "score": score})
    named = plain.set_axis(unique_names([*label, name]), axis="columns")
    guessed = guess_roles(Table(STEM, plain))
    is_alike = guess_roles(Table(STEM, named)) == replace(guessed, scores=tuple(named.columns[-1:]))
    return named if is_alike else plain


def file_stems(names: Iterable[str]) -> list[str]:
    """Names of files without their ending: each once, also where capitals are small ones, and short enough for a disk.

    >>> file_stems(["a/b", "a:b", "A_B", " ", "notebook"])
    ['a_b', 'a_b (2)', 'A_B (3)', 'model', 'notebook (2)']
    """
    found = [STEM]
    for name in names:
        first = (
            _NO_FILE.sub("_", name).encode("utf-8", "replace")[:LONGEST].decode("utf-8", "ignore").strip() or "model"
        )
        taken = {one.casefold() for one in found}
        stems = (first if number == 1 else f"{first} ({number})" for number in count(1))
        found.append(next(stem for stem in stems if stem.casefold() not in taken))
    return found[1:]


def total_of(points: OperatingPoints) -> int | None:
    """The positives where some have no score, which the app takes as a whole number; else None.

    Raises
    ------
    ValueError: they are no whole number.
    """
    if not points.unreached_positives:
        return None
    if not float(points.positives).is_integer():
        raise ValueError(f"positives must be a whole number where some have no score, got {points.positives}")
    return int(points.positives)


def file_of_counts(points: OperatingPoints) -> TableFile:
    """Counts with a line a score; parts of rows, and positives without a score, as weighted rows.

    Raises
    ------
    ValueError: the positives without a score are no whole number.

    >>> file_of_counts(OperatingPoints.from_counts([0.9], [3], [1])).name
    'notebook.parquet'
    """
    positives, negatives = (np.diff(one, prepend=0.0) for one in (points.true_positives, points.false_positives))
    whole = all((one == np.floor(one)).all() for one in (positives, negatives))
    total = total_of(points)
    if whole and total is None:
        counts = {"positives": positives.astype(np.int64), "negatives": negatives.astype(np.int64)}
        return file_of_frame(pd.DataFrame({"score": points.threshold, **counts}))
    lines = {
        "score": np.repeat(points.threshold, 2),
        "label": np.tile([1, 0], points.threshold.size),
        "sample_weight": np.column_stack((positives, negatives)).ravel(),
    }
    if total is not None:
        lines[TOTAL] = np.full(lines["label"].size, total)
    weighted = pd.DataFrame(lines)
    return file_of_frame(weighted.loc[weighted["sample_weight"] > 0])
