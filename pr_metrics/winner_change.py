"""Why one model wins under one way of joining and another model under another: which segment of recall decides."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pr_metrics.comparison import Comparison, compare
from pr_metrics.inputs import BoolArray, FloatArray
from pr_metrics.one_line import one_line
from pr_metrics.points import OperatingPoints
from pr_metrics.segments import IndexArray
from pr_metrics.tolerances import AREA_ROUNDING


@dataclass(frozen=True, slots=True, eq=False)
class WinnerChange:
    """Two models that change places, and what each segment adds; arrays have shape (n_segments,), largest gain first.

    The segments are those of both models together: the models have different thresholds, so each segment is of one.
    """

    a: Comparison  # of the model with the larger area under the left scheme
    b: Comparison  # of the model with the larger area under the right scheme
    of_b: BoolArray  # whose segment it is
    segment: IndexArray  # its place among the segments of that model
    threshold: FloatArray  # of that model; nan for a segment that no point ends
    recall_before: FloatArray
    recall_after: FloatArray
    gain: FloatArray  # area, in b's favour: what the right scheme adds to b or takes from a; sums to `change`
    deciding: int  # how few of the largest are needed: had the schemes agreed there, a would have stayed ahead

    def __repr__(self) -> str:
        return one_line(self)

    @property
    def lead_left(self) -> float:
        """Area by which a is ahead of b under the left scheme."""
        return self.a.left_area - self.b.left_area

    @property
    def lead_right(self) -> float:
        """Area by which b is ahead of a under the right scheme."""
        return self.b.right_area - self.a.right_area

    @property
    def change(self) -> float:
        """The area that b gains on a from the left scheme to the right: both leads together."""
        return self.lead_left + self.lead_right


def winner_change(points_a: OperatingPoints, points_b: OperatingPoints, left: str, right: str) -> WinnerChange:
    """Find which segments of recall let model b pass model a when the scheme changes from left to right.

    From left to right b gains on a by (B_right - B_left) - (A_right - A_left). With `compare` each area's difference is
    a sum over segments of recall, so this is one too: a segment of b adds what it gains, a segment of a what it loses.
    `deciding` is the smallest k for which the k largest gains add up to more than b's lead under the right scheme:
    without them a would still have the larger area there. One alone decides where k is 1. No unit.

    Raises
    ------
    ValueError: a is not ahead of b under the left scheme, or b not ahead of a under the right one, by more than 1e-12;
        what `compare` refuses.

    >>> sharp = OperatingPoints.from_counts([2, 1], [1, 9], [1, 89])
    >>> turn = winner_change(sharp, OperatingPoints.from_counts([1], [10], [90]), "step", "linear")
    >>> round(turn.lead_left, 3), round(turn.lead_right, 3), turn.deciding
    (0.04, 0.205, 1)
    >>> turn.of_b.tolist(), turn.gain.round(3).tolist()
    ([True, False, False], [0.45, -0.025, -0.18])
    """
    a, b = compare(points_a, left, right), compare(points_b, left, right)
    _check_lead("points_a", a.left_area - b.left_area, left, "points_b")
    _check_lead("points_b", b.right_area - a.right_area, right, "points_a")
    gain = np.append(b.segment_difference, -a.segment_difference)
    largest_first = np.argsort(-gain, kind="stable")
    gain = gain[largest_first]
    sizes = (b.segment_difference.size, a.segment_difference.size)
    lead = b.right_area - a.right_area
    least = lead + min(AREA_ROUNDING, (a.left_area - b.left_area) / 2)  # all gains add up to both leads
    return WinnerChange(
        a=a,
        b=b,
        of_b=largest_first < sizes[0],
        segment=np.concatenate([np.arange(size) for size in sizes])[largest_first],
        threshold=np.append(b.threshold, a.threshold)[largest_first],
        recall_before=np.append(b.recall_before, a.recall_before)[largest_first],
        recall_after=np.append(b.recall_after, a.recall_after)[largest_first],
        gain=gain,
        deciding=1 + int(np.argmax(np.cumsum(gain) > least)),
    )


def _check_lead(ahead: str, lead: float, scheme: str, behind: str) -> None:
    if not lead > AREA_ROUNDING:
        raise ValueError(f"{ahead} must have a larger area than {behind} under {scheme}, got a lead of {lead:g}")
