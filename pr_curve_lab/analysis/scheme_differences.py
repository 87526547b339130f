"""Where two schemes differ: the largest segments, the strip of differences, and the window that shows a small gap.

Only little is kept of up to a million segments, as a screen has fewer pixels, and so many would slow down the browser.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from pr_curve_lab.analysis.areas import JoinedArea
from pr_curve_lab.analysis.formatting import format_threshold
from pr_curve_lab.analysis.thinning import ReducedLine, ThinnedCurve, reduce_line
from pr_curve_lab.schema.dataset import LabeledScores, tie_groups_at
from pr_metrics import SCHEMES, JoinedCurve, OperatingPoints
from pr_metrics.comparison import SegmentDifferences, differences_by_segment
from pr_metrics.tolerances import AREA_ROUNDING

N_SEGMENTS = 5
MAX_BARS = 1500  # of a strip that is drawn without thinning
STRIP_WIDTH = 886  # px from recall 0 to 1, on a screen with a width of 1280


@dataclass(frozen=True, eq=False)
class SchemeDifferences:
    """Both areas, and the largest segments in descending order; every array has shape (n_listed,)."""

    sides: tuple[JoinedArea, JoinedArea]  # left and right
    threshold: tuple[str | None, ...]  # as text; None if no threshold leads to the end of the segment
    rows: np.ndarray  # with that score
    positives: np.ndarray  # of these rows
    recall_before: np.ndarray
    recall_after: np.ndarray
    difference: np.ndarray  # area, right minus left
    share: np.ndarray  # of the sum of all absolute differences
    strip: ReducedLine  # difference in precision along recall; its integral is the difference of the areas
    n_segments: int  # number of all segments with a width
    has_constant_sign: bool  # whether one curve is nowhere below the other, so that shares are also those of the gap

    @property
    def fraction_of(self) -> Literal["gap", "between"]:
        """What the shares refer to: the gap between the areas, or the area between curves that cross."""
        return "gap" if self.has_constant_sign else "between"

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
        """The area as printed on the left."""
        return self.sides[0].area

    @property
    def right_area(self) -> float:
        """The area as printed on the right."""
        return self.sides[1].area

    @property
    def difference_of_areas(self) -> float:
        """Right area minus left area."""
        return self.right_area - self.left_area


def scheme_differences(labeled_scores: LabeledScores, left: JoinedArea, right: JoinedArea) -> SchemeDifferences:
    """Compare two schemes on the same points: the segments that contribute most to the difference, with their rows.

    >>> from pr_curve_lab.analysis.areas import joined_area
    >>> from pr_curve_lab.analysis.thinning import Resolution
    >>> from pr_curve_lab.schema.examples import example_labeled_scores
    >>> labeled_scores = example_labeled_scores("constant")
    >>> sides = (joined_area(labeled_scores.points, scheme, Resolution(300)) for scheme in ("step", "linear"))
    >>> found = scheme_differences(labeled_scores, *sides)
    >>> found.threshold, found.rows.tolist(), found.positives.tolist(), found.share.tolist()
    (('0.5',), [100], [10], [1.0])
    """
    pair = differences_by_segment(labeled_scores.points, left.scheme, right.scheme)
    difference = pair.segment_difference
    size = np.abs(difference)
    largest = _max_indices(size)
    threshold = pair.threshold[largest]
    ties = tie_groups_at(labeled_scores, threshold)
    return SchemeDifferences(
        sides=(left, right),
        threshold=tuple(
            None if np.isnan(value) else format_threshold(labeled_scores.points.threshold, int(segment))
            for value, segment in zip(threshold, largest, strict=True)
        ),
        rows=ties.rows,
        positives=ties.positives,
        recall_before=pair.recall_before[largest],
        recall_after=pair.recall_after[largest],
        difference=difference[largest],
        share=size[largest] / size.sum() if largest.size else size[largest],
        strip=_strip(pair),
        n_segments=int((pair.recall_after > pair.recall_before).sum()),
        has_constant_sign=bool(min(difference.clip(min=0).sum(), -difference.clip(max=0).sum()) < AREA_ROUNDING),
    )


def _max_indices(size: np.ndarray) -> np.ndarray:
    """Return the indices of the largest values in descending order (stable), without sorting all values."""
    least = max(float(np.partition(size, -N_SEGMENTS)[-N_SEGMENTS]) if size.size > N_SEGMENTS else 0.0, AREA_ROUNDING)
    candidates = np.flatnonzero(size >= least)
    return np.asarray(candidates[np.argsort(-size[candidates], kind="stable")][:N_SEGMENTS])


def _strip(pair: SegmentDifferences) -> ReducedLine:
    """Return one bar for each segment along recall, as high as its mean difference, as a single line."""
    wide = pair.recall_after > pair.recall_before
    before, after = pair.recall_before[wide], pair.recall_after[wide]
    height = pair.segment_difference[wide] / (after - before)
    x, y = np.column_stack((before, after)).ravel(), np.repeat(height, 2)
    return ReducedLine(x, y, x.size) if height.size <= MAX_BARS else reduce_line(x, y, STRIP_WIDTH, ratios=(1,))


SMALL_GAP = 0.02  # area; a smaller gap cannot be seen between two pictures
TINY_GAP = 0.002  # area
ZOOM, TINY_GAP_ZOOM = 5, 20  # the second one for a tiny gap
MIN_POINTS = 30  # fewer points can be seen one by one
MAX_VERTICES, WINDOW_WIDTH = 3000, 404  # of a curve in the window; largest width of the window in px
N_RECALLS = 2001  # at which the curves are compared
N_POSITIONS = 96  # of the window that are tried in each direction


@dataclass(frozen=True, slots=True)
class Window:
    """A square part of the picture."""

    recall: float  # of its left edge
    precision: float  # of its lower edge
    side: float

    @property
    def zoom(self) -> int:
        """The factor by which it is enlarged."""
        return round(1 / self.side)

    @property
    def is_full(self) -> bool:
        """Whether it is the whole picture."""
        return self.side >= 1


@dataclass(frozen=True, eq=False)
class WindowCurves:
    """Two curves of the same points in a window; arrays of their vertices there."""

    window: Window
    left: ThinnedCurve
    right: ThinnedCurve


def window_curves(points: OperatingPoints, left: str, right: str) -> WindowCurves:
    """Show where the curves of two schemes differ, with each vertex there, or a thinned line if there are very many.

    >>> from pr_curve_lab.schema.examples import example_labeled_scores
    >>> apart = window_curves(example_labeled_scores("breast_cancer").points, "step", "linear")
    >>> apart.window.zoom, apart.left.recall.size < 200
    (20, True)
    """
    one, other = SCHEMES[left].curve(points), SCHEMES[right].curve(points)
    window = gap_window(one, other, points.threshold.size)
    return WindowCurves(window, _clip_to_window(one, window), _clip_to_window(other, window))


def gap_window(left: JoinedCurve, right: JoinedCurve, points: int) -> Window:
    """Return the window with most of the gap between two curves, if the gap is small and there are many points.

    The gap is the area between the curves on either side, not the difference of their areas.

    >>> flat, low = JoinedCurve([0.0, 1.0], [0.9, 0.9]), JoinedCurve([0.0, 0.5, 1.0], [0.9, 0.9, 0.88])
    >>> window = gap_window(flat, low, 99)
    >>> window.recall > 0.5, 0.6 < window.precision < 0.9, gap_window(flat, low, 9).is_full
    (True, True, True)
    """
    across = np.linspace(0.0, 1.0, N_RECALLS)
    one, other = (np.interp(across, curve.recall, curve.precision) for curve in (left, right))
    bottom, top = np.minimum(one, other), np.maximum(one, other)
    between = float((top - bottom).mean())
    if between >= SMALL_GAP or between == 0 or points < MIN_POINTS:
        return Window(0.0, 0.0, 1.0)
    side = 1 / (TINY_GAP_ZOOM if between < TINY_GAP else ZOOM)
    corners = np.linspace(0.0, 1.0 - side, N_POSITIONS)
    best, most = Window(0.0, 1 - side, side), -1.0
    for corner in corners:
        inside = (across >= corner) & (across <= corner + side)
        seen = np.minimum(top[inside], (corners + side)[:, None]) - np.maximum(bottom[inside], corners[:, None])
        held = np.maximum(seen, 0.0).sum(axis=1)
        at = len(held) - 1 - int(np.argmax(held[::-1]))  # the highest of equal ones, since curves start at the top
        if held[at] > most:
            best, most = Window(float(corner), float(corners[at]), side), float(held[at])
    return best


def _clip_to_window(curve: JoinedCurve, window: Window) -> ThinnedCurve:
    """Return the vertices within the recall of the window, and the next one on either side."""
    low = max(int(np.searchsorted(curve.recall, window.recall)) - 1, 0)
    high = int(np.searchsorted(curve.recall, window.recall + window.side, side="right")) + 1
    recall, precision = curve.recall[low:high], curve.precision[low:high]
    n_extrapolated = max(curve.n_extrapolated - low, 0)
    if recall.size <= MAX_VERTICES:
        return ThinnedCurve(recall, precision, n_extrapolated)
    x, span = recall[n_extrapolated:], float(recall[-1] - recall[n_extrapolated])
    line = reduce_line((x - x[0]) / span, precision[n_extrapolated:], WINDOW_WIDTH, ratios=(1,))
    across = np.append(recall[:n_extrapolated], x[0] + span * line.x)
    up = np.append(precision[:n_extrapolated], line.y)
    return ThinnedCurve(across.astype(np.float32), up.astype(np.float32), n_extrapolated, line.n_kept)
