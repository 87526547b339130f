"""Counts: one line a score, with its positives and its negatives. They become two lines, each with its count."""

from __future__ import annotations

import numpy as np
import pandas as pd

from pr_curve_lab.reading.columns.kinds import mostly_numbers
from pr_curve_lab.reading.columns.names import SCORES, group_named, words_of
from pr_curve_lab.reading.formats.table import Table
from pr_curve_lab.reading.problem import Problem
from pr_curve_lab.reading.score_bins import ScoreBins

POSITIVES = {("positives",), ("n", "positives"), ("n", "positive"), ("n", "pos"), ("pos",), ("正例数",), ("正例",)}
NEGATIVES = {("negatives",), ("n", "negatives"), ("n", "negative"), ("n", "neg"), ("neg",), ("负例数",), ("负例",)}
HIGHEST = {("highest",), ("highest", "score"), ("score", "highest")}  # score of a bin, whose lowest is its score
LABEL, COUNT, WEIGHTS = "label", "count", "weights"  # of the lines


def counted_lines(table: Table) -> Table | Problem | None:
    """The table with a line for the positives and one for the negatives of each score, if there are any.

    Sums of weights, which are no whole numbers, become weights of such lines; a group goes along. With a highest
    score beside each score a line is a bin; bins that overlap are a problem.

    >>> frame = pd.DataFrame({"score": [0.9, 0.1], "positives": [3, 0], "negatives": [1, 7]})
    >>> counted_lines(Table("t", frame)).frame.values.tolist()
    [[0.9, 1.0, 3.0], [0.9, 0.0, 1.0], [0.1, 0.0, 7.0]]
    """
    frame = table.frame
    positives = next((name for name in frame.columns if words_of(name) in POSITIVES), None)
    negatives = next((name for name in frame.columns if words_of(name) in NEGATIVES), None)
    groups = [name for name in frame.columns if group_named([name])]
    highest = next((name for name in frame.columns if words_of(name) in HIGHEST), None)
    others = [name for name in frame.columns if name not in (positives, negatives, highest, *groups)]
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
    notes = [*table.notes, Problem("counts_read", positives=positives, negatives=negatives, column=score)]
    if counts.dtype.kind == "f":
        notes.append(Problem("sums_read", positives=positives, negatives=negatives))
    bins = None if highest is None else _bins(table, score, highest)
    if isinstance(bins, Problem):
        return bins
    if bins is not None:
        notes.append(Problem("bins_read", count=bins.hiding, column=score, highest=highest))
    return Table(table.name, pd.DataFrame(lines)[counts > 0].reset_index(drop=True), tuple(notes), bins=bins)


def _bins(table: Table, score: str, highest: str) -> ScoreBins | Problem | None:
    """The bins of all lines; None where each line has one score, a problem where one begins in another."""
    low, high = (pd.to_numeric(table.frame[name], errors="coerce").to_numpy(np.float64) for name in (score, highest))
    both = np.unique(np.column_stack((low, high))[np.isfinite(low)], axis=0)
    low, high = both.T
    wrong = ~(high >= low) | np.append(high[:-1] >= low[1:], False)[: low.size]
    if wrong.any():
        return Problem("bins_overlap", column=score, highest=highest, value=str(low[np.argmax(wrong)]))
    return ScoreBins(score, low, high) if (high > low).any() else None


def _are_counts(frame: pd.DataFrame) -> bool:
    return all(frame[name].dtype.kind in "iuf" and bool((frame[name] >= 0).all()) for name in frame.columns)
