"""Two schemes on the same points: both areas, and where along recall they part."""

from __future__ import annotations

from dataclasses import dataclass

from pr_metrics.inputs import FloatArray
from pr_metrics.points import OperatingPoints
from pr_metrics.schemes import scheme_named

ROUNDING = 1e-12  # area; a smaller difference is the arithmetic's


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """Areas of two schemes; the arrays have one entry a segment, shape (n_points,)."""

    left: str  # key of the scheme
    right: str
    left_area: float
    right_area: float
    threshold: FloatArray  # the threshold whose point ends the segment
    recall_before: FloatArray
    recall_after: FloatArray
    segment_difference: FloatArray  # area, right minus left; sums to `difference`

    @property
    def difference(self) -> float:
        """Right area minus left area."""
        return self.right_area - self.left_area


def compare(points: OperatingPoints, left: str, right: str) -> Comparison:
    """Compare two schemes on the same operating points, as a whole and by segment of recall.

    Raises
    ------
    ValueError: there is no scheme of that key.

    >>> points = OperatingPoints.from_counts([1], [10], [90])
    >>> round(compare(points, "step", "linear").difference, 4)
    0.45
    """
    one, other = scheme_named(left), scheme_named(right)
    before, after = one.segments(points), other.segments(points)
    return Comparison(
        left=left,
        right=right,
        left_area=one.area(points),
        right_area=other.area(points),
        threshold=points.threshold,
        recall_before=before.recall_before,
        recall_after=before.recall_after,
        segment_difference=after.area - before.area,
    )
