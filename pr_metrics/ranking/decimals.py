"""Count by counting: scores of a few decimals are few, and each has a place in a table.

Rounded scores are common (a CSV with three decimals, percentages, votes), and then nothing needs sorting.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pr_metrics.blocks import blocks, shares, side_by_side
from pr_metrics.inputs import BoolArray, FloatArray
from pr_metrics.ranking.counts import Counts

MOST_DECIMALS = 4
MOST_CELLS = 30_000  # two counts each; a table that stays in the second-level cache
LARGEST = 1e9  # in size; its ten-thousandths are whole numbers that float64 still tells apart
GLANCE, SAMPLE = 8, 1_000  # rows that are looked at before all are


def count_by_decimals(positive: BoolArray, score: FloatArray, *, within: tuple[float, float]) -> Counts | None:
    """Count rows of weight 1; None where some score has more decimals, or the scores span too many steps.

    >>> counts = count_by_decimals(np.array([True, False, True]), np.array([0.2, 0.2, 0.1]), within=(0.1, 0.2))
    >>> counts.threshold.tolist(), counts.true_positives.tolist(), counts.false_positives.tolist()
    ([0.2, 0.1], [1.0, 2.0], [1.0, 1.0])
    >>> count_by_decimals(np.array([True]), np.array([1 / 3]), within=(0, 1)) is None
    True
    """
    lowest, highest = within
    if max(highest, -lowest) > LARGEST:
        return None
    glance, finest = score[:GLANCE], 10.0**MOST_DECIMALS
    if not _are_decimals(glance, np.rint(glance * finest), finest):  # what has fewer decimals has these too
        return None
    sample = score[:: max(1, score.size // SAMPLE)]
    for unit in (10.0**decimals for decimals in range(MOST_DECIMALS + 1)):
        first = np.rint(lowest * unit)
        cells = np.rint(highest * unit) - first + 1
        if cells > min(MOST_CELLS, score.size):
            return None
        if _are_decimals(sample, np.rint(sample * unit), unit):
            return _counted(positive, score, unit, float(first), int(cells))
    return None


def _are_decimals(score: FloatArray, steps: FloatArray, unit: float) -> bool:
    """Whether each score is the float64 nearest to its number of steps of 1 / unit."""
    return bool((steps / unit == score).all())


def _counted(positive: BoolArray, score: FloatArray, unit: float, first: float, cells: int) -> Counts | None:
    label, parts = positive.view(np.int8), shares(score.size)

    def tally(share: slice) -> NDArray[np.int64] | None:
        table = np.zeros(2 * cells, dtype=np.int64)  # two counts a cell: of negatives, of positives
        for block in blocks(share.start, share.stop):
            steps = score[block] * unit
            np.rint(steps, out=steps)
            if not _are_decimals(score[block], steps, unit):
                return None
            cell = (steps - first).astype(np.int32)
            np.left_shift(cell, 1, out=cell)
            np.bitwise_or(cell, label[block], out=cell)
            table += np.bincount(cell, minlength=2 * cells)
        return table

    tables = [table for table in side_by_side(tally, parts) if table is not None]
    if len(tables) < len(parts):  # a score has more decimals after all
        return None
    negatives, positives = np.sum(tables, axis=0).reshape(-1, 2).T[:, ::-1]
    taken = np.flatnonzero(negatives + positives)
    threshold = (cells - 1 - taken + first) / unit + 0.0  # -0.0 + 0.0 is 0.0
    true_positives, false_positives = (np.cumsum(counts[taken], dtype=np.float64) for counts in (positives, negatives))
    return Counts(np.asarray(threshold, dtype=np.float64), true_positives, false_positives)
