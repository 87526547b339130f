"""Two schemes on the same points: both areas, and where along recall they part."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pr_metrics.inputs import FloatArray
from pr_metrics.one_line import one_line
from pr_metrics.points import OperatingPoints
from pr_metrics.schemes import Scheme, scheme_named


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """Areas of two schemes; the arrays have one entry a segment of recall, shape (n_segments,).

    A segment ends at each operating point. One more, from the last point's recall to 1, closes the list where a scheme
    has area there; no threshold leads to its end.
    """

    left: str  # key of the scheme
    right: str
    left_area: float
    right_area: float
    threshold: FloatArray  # the threshold whose point ends the segment; nan for one that no point ends
    recall_before: FloatArray
    recall_after: FloatArray
    segment_difference: FloatArray  # area, right minus left; sums to `difference`

    def __repr__(self) -> str:
        return one_line(self)

    @property
    def difference(self) -> float:
        """Right area minus left area."""
        return self.right_area - self.left_area


@dataclass(frozen=True, slots=True, eq=False)
class SegmentDifferences:
    """Where two schemes part, without their areas; every array has shape (n_segments,), as in `Comparison`."""

    threshold: FloatArray
    recall_before: FloatArray
    recall_after: FloatArray
    segment_difference: FloatArray


def compare(points: OperatingPoints, left: str, right: str) -> Comparison:
    """Compare two schemes on the same operating points, as a whole and by segment of recall.

    The difference of a segment is the area of the right scheme over its recalls minus that of the left; they sum to the
    difference of the areas. No unit; nan without positives.

    Raises
    ------
    ValueError: there is no scheme of that key, or it does not apply to these points.

    >>> points = OperatingPoints.from_counts([1], [10], [90])
    >>> round(compare(points, "step", "linear").difference, 4)
    0.45
    """
    parts = differences_by_segment(points, left, right)
    return Comparison(
        left=left,
        right=right,
        left_area=scheme_named(left).area(points),
        right_area=scheme_named(right).area(points),
        threshold=parts.threshold,
        recall_before=parts.recall_before,
        recall_after=parts.recall_after,
        segment_difference=parts.segment_difference,
    )


def differences_by_segment(points: OperatingPoints, left: str, right: str) -> SegmentDifferences:
    """Compare two schemes by segment of recall, where their areas are known already: as `compare`.

    Raises
    ------
    ValueError: as `compare`.

    >>> points = OperatingPoints.from_counts([1], [10], [90])
    >>> differences_by_segment(points, "step", "linear").segment_difference.round(4).tolist()
    [0.45]
    """
    one, other = scheme_named(left, "left"), scheme_named(right, "right")
    difference = _area_by_point(other, points) - _area_by_point(one, points)
    edges = np.concatenate(([0.0], points.recall, [1.0]))
    threshold = np.append(points.threshold, np.nan)
    listed = slice(None) if difference[-1] != 0 else slice(-1)
    return SegmentDifferences(threshold[listed], edges[:-1][listed], edges[1:][listed], difference[listed])


def _area_by_point(scheme: Scheme, points: OperatingPoints) -> FloatArray:
    """The area between each point's recall and the one before, then that beyond the last: shape (n_points + 1,)."""
    segments = scheme.segments(points)
    if scheme.levels is None:
        return np.bincount(segments.point, segments.area, minlength=points.threshold.size + 1).astype(np.float64)
    # The levels' columns are flat, so their area up to a recall inside one is on a straight line.
    edges = np.append(segments.recall_before[:1], segments.recall_after)
    up_to = np.interp(np.concatenate(([0.0], points.recall, [1.0])), edges, np.append(0.0, np.cumsum(segments.area)))
    return np.diff(up_to)
