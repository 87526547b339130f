"""A table as the file that the app reads: what a notebook shows is then what the app shows."""

from __future__ import annotations

import re
from collections.abc import Mapping
from io import BytesIO
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import pyarrow as pa

from pr_app.reading.formats.table import unique_names
from pr_metrics import OperatingPoints
from pr_metrics.rows import Rows

STEM = "notebook"
_NO_FILE = re.compile(r'[\\/:*?"<>|\x00-\x1f]')  # what the name of a file cannot have


class TableFile(NamedTuple):
    """A file by its name and its bytes."""

    name: str
    content: bytes


def file_of_frame(frame: Any, stem: str = STEM) -> TableFile:
    """A DataFrame of pandas, or of whatever can become one, as a Parquet file; of cells of many kinds, as CSV.

    >>> file_of_frame(pd.DataFrame({"y": [1, "one"], "s": [0.5, 0.25]})).name
    'notebook.csv'
    """
    frame = frame if isinstance(frame, pd.DataFrame) else frame.to_pandas()
    named = frame.set_axis(unique_names([str(name) for name in frame.columns]), axis="columns").reset_index(drop=True)
    try:
        content = BytesIO()
        named.to_parquet(content, index=False)
    except (pa.ArrowException, ValueError):
        return TableFile(f"{stem}.csv", named.to_csv(index=False).encode("utf-8"))
    return TableFile(f"{stem}.parquet", content.getvalue())


def files_of_rows(models: Mapping[str, Rows]) -> list[TableFile]:
    """Rows of one model as one file; of several the labels, and the scores of each in a file of its name, by an id.

    Whatever the scores of several models look like, files of their own say that they are models.

    >>> from pr_metrics.rows import checked_rows
    >>> rows = checked_rows([1, 0], [0.9, 0.1])
    >>> [file.name for file in files_of_rows({"tree": rows, "forest": rows})]
    ['notebook.parquet', 'tree.parquet', 'forest.parquet']
    """
    first = next(iter(models.values()))
    rows, weights = np.arange(first.positive.size), {} if first.weight is None else {"sample_weight": first.weight}
    label = {"label": first.positive.astype(np.int8), **weights}
    if len(models) == 1:
        return [file_of_frame(pd.DataFrame({**label, "score": first.score}))]
    scores = {name: pd.DataFrame({"id": rows, "score": one.score}) for name, one in models.items()}
    of_models = [file_of_frame(frame, _NO_FILE.sub("_", name)) for name, frame in scores.items()]
    return [file_of_frame(pd.DataFrame({"id": rows, **label})), *of_models]


def file_of_counts(points: OperatingPoints) -> TableFile:
    """Counts with a line a score; parts of rows, and positives without a score, as weighted rows.

    Raises
    ------
    ValueError: the positives without a score are no whole number.

    >>> file_of_counts(OperatingPoints.from_counts([0.9], [3], [1])).name
    'notebook.parquet'
    """
    positives, negatives = (np.diff(count, prepend=0.0) for count in (points.true_positives, points.false_positives))
    whole = all((count == np.floor(count)).all() for count in (positives, negatives))
    if whole and not points.unreached_positives:
        counts = {"positives": positives.astype(np.int64), "negatives": negatives.astype(np.int64)}
        return file_of_frame(pd.DataFrame({"score": points.threshold, **counts}))
    lines = {
        "score": np.repeat(points.threshold, 2),
        "label": np.tile([1, 0], points.threshold.size),
        "sample_weight": np.column_stack((positives, negatives)).ravel(),
    }
    if points.unreached_positives:
        if not float(points.positives).is_integer():
            raise ValueError(f"positives must be a whole number where some have no score, got {points.positives}")
        lines["num_positives"] = np.full(lines["label"].size, int(points.positives))
    return file_of_frame(pd.DataFrame(lines)[lambda one: one["sample_weight"] > 0])
