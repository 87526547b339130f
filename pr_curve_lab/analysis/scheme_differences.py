"""Where two schemes part, in little: the largest segments with their rows, and a strip that a chart can draw.

A million segments are more than a screen has pixels and a browser has patience for; what is kept here is small.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from pr_curve_lab.analysis.joined_areas import JoinedArea
from pr_curve_lab.analysis.number_texts import threshold_text
from pr_curve_lab.analysis.pixel_columns import Thinned, thinned
from pr_curve_lab.reading.cases.cases import Cases, rows_at
from pr_metrics.comparison import SegmentDifferences, differences_by_segment
from pr_metrics.tolerances import AREA_ROUNDING

LISTED = 5  # segments
MOST_BARS = 1500  # of a strip that is drawn as it is
WIDTH = 886  # px from recall 0 to 1, of the strip on a screen of 1280


@dataclass(frozen=True, eq=False)
class SchemeDifferences:
    """Both areas, and the largest segments, largest first; every array has shape (n_listed,)."""

    sides: tuple[JoinedArea, JoinedArea]  # left and right
    threshold: tuple[str | None, ...]  # as text; None where no threshold leads to the segment's end
    rows: np.ndarray  # with that score
    positives: np.ndarray  # of these rows
    recall_before: np.ndarray
    recall_after: np.ndarray
    difference: np.ndarray  # area, right minus left
    share: np.ndarray  # of all that differs, whichever its sign
    strip: Thinned  # the difference in height along recall; closed to 0 it has the difference of the areas
    segments: int  # with a width, all of them
    one_way: bool  # one curve is nowhere below the other, so that shares are those of the gap too

    @property
    def share_of(self) -> Literal["gap", "between"]:
        """What the shares are of: the gap of the areas, or the area between curves that cross."""
        return "gap" if self.one_way else "between"

    @property
    def left(self) -> str:
        """Key of the scheme."""
        return self.sides[0].scheme

    @property
    def right(self) -> str:
        """Key of the scheme."""
        return self.sides[1].scheme

    @property
    def left_area(self) -> float:
        """As it is printed on the left."""
        return self.sides[0].area

    @property
    def right_area(self) -> float:
        """As it is printed on the right."""
        return self.sides[1].area

    @property
    def difference_of_areas(self) -> float:
        """Right area minus left area."""
        return self.right_area - self.left_area


def scheme_differences(cases: Cases, left: JoinedArea, right: JoinedArea) -> SchemeDifferences:
    """Compare the points of cases as two schemes join them: the segments that make most of the difference, their rows.

    >>> from pr_curve_lab.analysis.joined_areas import joined_area
    >>> from pr_curve_lab.analysis.thinning import Resolution
    >>> from pr_curve_lab.reading.examples import example_cases
    >>> cases = example_cases("constant")
    >>> sides = (joined_area(cases.points, scheme, Resolution(300)) for scheme in ("step", "linear"))
    >>> found = scheme_differences(cases, *sides)
    >>> found.threshold, found.rows.tolist(), found.positives.tolist(), found.share.tolist()
    (('0.5',), [100], [10], [1.0])
    """
    pair = differences_by_segment(cases.points, left.scheme, right.scheme)
    size = np.abs(pair.segment_difference)
    largest = _largest(size)
    threshold = pair.threshold[largest]
    groups = rows_at(cases, threshold)
    return SchemeDifferences(
        sides=(left, right),
        threshold=tuple(
            None if np.isnan(value) else threshold_text(cases.points.threshold, int(segment))
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
        one_way=_is_one_way(pair.segment_difference),
    )


def _is_one_way(difference: np.ndarray) -> bool:
    return bool(min(difference.clip(min=0).sum(), -difference.clip(max=0).sum()) < AREA_ROUNDING)


def _largest(size: np.ndarray) -> np.ndarray:
    """Indices of the largest, largest first, of equal ones the first; without sorting a million."""
    least = max(float(np.partition(size, -LISTED)[-LISTED]) if size.size > LISTED else 0.0, AREA_ROUNDING)
    candidates = np.flatnonzero(size >= least)
    return np.asarray(candidates[np.argsort(-size[candidates], kind="stable")][:LISTED])


def _strip(pair: SegmentDifferences) -> Thinned:
    """Bars side by side along recall, one a segment, each as high as the mean difference; as one line over all."""
    wide = pair.recall_after > pair.recall_before
    before, after = pair.recall_before[wide], pair.recall_after[wide]
    height = pair.segment_difference[wide] / (after - before)
    x, y = np.column_stack((before, after)).ravel(), np.repeat(height, 2)
    return Thinned(x, y, x.size) if height.size <= MOST_BARS else thinned(x, y, WIDTH, scales=(1,))
