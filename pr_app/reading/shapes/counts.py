"""Counts: one line a score, with its positives and its negatives. They become two lines, each with its count."""

from __future__ import annotations

import numpy as np
import pandas as pd

from pr_app.reading.columns.kinds import mostly_numbers
from pr_app.reading.columns.names import SCORES, group_named, words_of
from pr_app.reading.problem import Problem
from pr_app.reading.tables import Table

POSITIVES = {("positives",), ("n", "positives"), ("n", "positive"), ("n", "pos"), ("pos",), ("正例数",), ("正例",)}
NEGATIVES = {("negatives",), ("n", "negatives"), ("n", "negative"), ("n", "neg"), ("neg",), ("负例数",), ("负例",)}
LABEL, COUNT, WEIGHTS = "label", "count", "weights"  # of the lines


def counted_lines(table: Table) -> Table | None:
    """The table with a line for the positives and one for the negatives of each score, if there are any.

    Sums of weights, which are no whole numbers, become weights of such lines; a group goes along.

    >>> frame = pd.DataFrame({"score": [0.9, 0.1], "positives": [3, 0], "negatives": [1, 7]})
    >>> counted_lines(Table("t", frame)).frame.values.tolist()
    [[0.9, 1.0, 3.0], [0.9, 0.0, 1.0], [0.1, 0.0, 7.0]]
    """
    frame = table.frame
    positives = next((name for name in frame.columns if words_of(name) in POSITIVES), None)
    negatives = next((name for name in frame.columns if words_of(name) in NEGATIVES), None)
    groups = [name for name in frame.columns if group_named([name])]
    others = [name for name in frame.columns if name not in (positives, negatives, *groups)]
    scores = [name for name in others if mostly_numbers(frame[name])]
    if positives is None or negatives is None or not scores or not _are_counts(frame[[positives, negatives]]):
        return None
    score = next((name for name in scores if words_of(name)[-1:] in [(want,) for want in SCORES]), scores[0])
    counts = frame[[positives, negatives]].to_numpy().ravel()
    lines = {
        **{name: np.repeat(frame[name].to_numpy(), 2) for name in (*groups, score)},
        LABEL: np.tile([1, 0], len(frame)),
        COUNT if counts.dtype.kind in "iu" else WEIGHTS: counts,
    }
    note = Problem("counts_read", positives=positives, negatives=negatives, column=score)
    return Table(table.name, pd.DataFrame(lines)[counts > 0].reset_index(drop=True), (*table.notes, note))


def _are_counts(frame: pd.DataFrame) -> bool:
    return all(frame[name].dtype.kind in "iuf" and bool((frame[name] >= 0).all()) for name in frame.columns)
