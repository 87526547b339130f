"""Where two schemes part, in little: the largest segments with their rows, and a strip that a chart can draw.

A million segments are more than a screen has pixels and a browser has patience for; what is kept here is small.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pr_app.cases import Cases, rows_at
from pr_app.numerals import text_among_neighbours
from pr_metrics import Comparison, compare
from pr_metrics.comparison import ROUNDING

LISTED = 5  # segments
MOST_BARS = 1500  # more than a chart has pixels across


@dataclass(frozen=True, eq=False)
class Strip:
    """Bars side by side along recall; every array has shape (n_bars,)."""

    recall_before: np.ndarray
    recall_after: np.ndarray
    area: np.ndarray  # right minus left; sums to the difference of the two areas

    @property
    def height(self) -> np.ndarray:
        """Mean difference in height of each bar."""
        return np.asarray(self.area / (self.recall_after - self.recall_before))


@dataclass(frozen=True, eq=False)
class Partings:
    """Both areas, and the largest segments, largest first; every array has shape (n_listed,)."""

    left: str  # key of the scheme
    right: str
    left_area: float
    right_area: float
    threshold: tuple[str | None, ...]  # as text; None where no threshold leads to the segment's end
    rows: np.ndarray  # with that score
    positives: np.ndarray  # of these rows
    recall_before: np.ndarray
    recall_after: np.ndarray
    difference: np.ndarray  # area, right minus left
    share: np.ndarray  # of all that differs, whichever its sign
    strip: Strip
    segments: int  # with a width, all of them

    @property
    def difference_of_areas(self) -> float:
        """Right area minus left area."""
        return self.right_area - self.left_area


def partings(cases: Cases, left: str, right: str) -> Partings:
    """Compare two schemes; find the segments that make most of the difference, and the rows that cause them.

    >>> from pr_app.examples import example_cases
    >>> parted = partings(example_cases("constant"), "step", "linear")
    >>> parted.threshold, parted.rows.tolist(), parted.positives.tolist(), parted.share.tolist()
    (('0.5',), [100], [10], [1.0])
    """
    pair = compare(cases.points, left, right)
    size = np.abs(pair.segment_difference)
    largest = _largest(size)
    threshold = pair.threshold[largest]
    groups = rows_at(cases, threshold)
    return Partings(
        left=left,
        right=right,
        left_area=pair.left_area,
        right_area=pair.right_area,
        threshold=tuple(
            None if np.isnan(value) else text_among_neighbours(cases.points.threshold, int(segment))
            for value, segment in zip(threshold, largest, strict=True)
        ),
        rows=groups.rows,
        positives=groups.positives,
        recall_before=pair.recall_before[largest],
        recall_after=pair.recall_after[largest],
        difference=pair.segment_difference[largest],
        share=size[largest] / size.sum() if largest.size else size[largest],
        strip=_strip(pair),
        segments=int((pair.recall_after > pair.recall_before).sum()),
    )


def _largest(size: np.ndarray) -> np.ndarray:
    """Indices of the largest, largest first, of equal ones the first; without sorting a million."""
    least = max(float(np.partition(size, -LISTED)[-LISTED]) if size.size > LISTED else 0.0, ROUNDING)
    candidates = np.flatnonzero(size >= least)
    return np.asarray(candidates[np.argsort(-size[candidates], kind="stable")][:LISTED])


def _strip(pair: Comparison) -> Strip:
    """One bar a segment; of more than fit, neighbours that share a column of pixels become one bar of their area."""
    wide = pair.recall_after > pair.recall_before
    before, after, area = pair.recall_before[wide], pair.recall_after[wide], pair.segment_difference[wide]
    if area.size <= MOST_BARS:
        return Strip(before, after, area)
    column = np.floor((before + after) / 2 * MOST_BARS)
    starts = np.flatnonzero(np.append(True, np.diff(column) != 0))
    ends = np.append(starts[1:], area.size) - 1
    return Strip(before[starts], after[ends], np.add.reduceat(area, starts))
