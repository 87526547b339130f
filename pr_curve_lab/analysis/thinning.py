"""Fewer vertices and circles for the same picture: what a chart needs of a long curve.

Between the first and the last vertex of a run of equal recall only the highest and the lowest can be seen, and none of
the others has any area. Where there are still more than can be told apart, columns of pixels are drawn.

A million corners cannot be told apart on a few hundred pixels, and no page should carry them. All corners whose recall
falls into one column of pixels are replaced by a short path that begins and ends where they do, reaches as high and as
low, and encloses the same area: the number printed on a picture stays that of its shape.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from pr_metrics import JoinedCurve, OperatingPoints, f_score

Numbers = np.ndarray
Scales = tuple[int, ...]  # device pixels to a CSS pixel, of the screens whose columns are kept
SCALES: Scales = (1, 2)
CORNERS_OF_A_PATH = 6  # of the longest path that stands for a column


@dataclass(frozen=True, slots=True, eq=False)
class Thinned:
    """A line with few corners; x rises."""

    x: Numbers  # shape (n_corners,)
    y: Numbers
    kept: int  # how many of the corners it was made of are in it


def thinned(x: Numbers, y: Numbers, width: int, *, scales: Scales = SCALES) -> Thinned:
    """Draw a line whose x rises from 0 to 1 with few corners, for a picture in which that is `width` pixels wide.

    Where no column has more corners than a path needs, nothing changes.

    >>> x = np.linspace(0, 1, 100_001)
    >>> line = thinned(x, x**2, 300)
    >>> line.x.size < 3000, bool(abs(np.trapezoid(line.y, line.x) - np.trapezoid(x**2, x)) < 1e-15)
    (True, True)
    """
    columns = _columns(x, y, width, scales)
    long = columns.corners > CORNERS_OF_A_PATH
    if not long.any():
        return Thinned(x, y, x.size)
    slope = long & columns.smooth
    kept = np.flatnonzero(np.repeat(~long, columns.corners))
    parts = [
        (kept, x[kept], y[kept]),
        _laid_out(columns, slope, _slopes(columns)),
        _laid_out(columns, long & ~slope, _spans(columns)),
    ]
    place, new_x, new_y = (np.concatenate(part) for part in zip(*parts, strict=True))
    order = np.argsort(place, kind="stable")  # a path's corners share the place of its column's first
    new_x, new_y = new_x[order], new_y[order]
    turns = np.append(True, (np.diff(new_x) != 0) | (np.diff(new_y) != 0))
    measured = kept.size + 2 * int(slope.sum()) + 4 * int((long & ~slope).sum())
    return Thinned(new_x[turns], new_y[turns], measured)


@dataclass(frozen=True, slots=True, eq=False)
class _Columns:
    """The corners of each pixel column, summed up; every array has shape (n_columns,)."""

    start: Numbers  # index of the first corner
    corners: Numbers  # how many
    left: Numbers
    right: Numbers
    first: Numbers  # heights
    last: Numbers
    high: Numbers
    low: Numbers
    mean: Numbers  # area by width; between low and high

    @property
    def middle(self) -> Numbers:
        """The height of a corner half-way that, between the ends, makes the area right."""
        return np.asarray(2 * self.mean - (self.first + self.last) / 2)

    @property
    def smooth(self) -> Numbers:
        """A mask of the columns where one corner is enough: nothing of them leaves the range of the ends."""
        below, above = np.minimum(self.first, self.last), np.maximum(self.first, self.last)
        inside = (self.middle >= below) & (self.middle <= above)
        return np.asarray(inside & (self.low == below) & (self.high == above))


def _columns(x: Numbers, y: Numbers, width: int, scales: Scales) -> _Columns:
    edges = np.unique(np.concatenate([(np.arange(scale * width) + 0.5) / (scale * width) for scale in scales]))
    start = np.unique(np.append(0, np.searchsorted(x, edges, side="left")))
    start = start[start < x.size]
    end = np.append(start[1:], x.size) - 1
    area = np.append(0.0, np.diff(x) * (y[1:] + y[:-1]) / 2)
    area[start] = 0.0  # what leads from one column to the next is drawn as it is
    high, low = np.maximum.reduceat(y, start), np.minimum.reduceat(y, start)
    left, right = x[start], x[end]
    mean = np.divide(np.add.reduceat(area, start), right - left, out=(high + low) / 2, where=right > left)
    return _Columns(start, end - start + 1, left, right, y[start], y[end], high, low, np.clip(mean, low, high))


def _slopes(columns: _Columns) -> tuple[list[Numbers], list[Numbers]]:
    middle = (columns.left + columns.right) / 2
    return [columns.left, middle, columns.right], [columns.first, columns.middle, columns.last]


def _spans(columns: _Columns) -> tuple[list[Numbers], list[Numbers]]:
    """Along the highest and the lowest height, as long along either as makes the area right."""
    falls = columns.first >= columns.last
    one, other = np.where(falls, columns.high, columns.low), np.where(falls, columns.low, columns.high)
    range_ = one - other
    share = np.divide(columns.mean - other, range_, out=np.zeros(range_.shape), where=range_ != 0)
    turn = columns.left + np.clip(share, 0.0, 1.0) * (columns.right - columns.left)
    x = [columns.left, columns.left, turn, turn, columns.right, columns.right]
    return x, [columns.first, one, one, other, other, columns.last]


def _laid_out(
    columns: _Columns, chosen: Numbers, path: tuple[list[Numbers], list[Numbers]]
) -> tuple[Numbers, Numbers, Numbers]:
    """The corners of some columns' paths, each with the place that its column has in the line."""
    x, y = (np.column_stack(part)[chosen] for part in path)
    return np.repeat(columns.start[chosen], x.shape[1]), x.ravel(), y.ravel()


CIRCLE_ROOM = 0.04  # recall or precision; a circle and as much line, on a picture of 330 px
MOST_MARKERS = 2000  # beyond it browsers get slow and circles hide each other
MARKERS_OF_MANY = 650  # of more than that: two to a pixel, for the pointer
MOST_VERTICES = 4000  # drawn as they are


@dataclass(frozen=True, slots=True, eq=False)
class DrawnCurve(JoinedCurve):
    """A curve's vertices as they are drawn: the same area, and the same picture."""

    kept: int | None = None  # how many of the curve's own vertices are among them; None where none is missed


class Resolution(NamedTuple):
    """How finely a picture can show a curve."""

    width: int  # px from recall 0 to 1
    most: int = MOST_VERTICES  # drawn as they are; of more, what the pixels can tell apart
    scales: Scales = SCALES


def drawn_vertices(curve: JoinedCurve, resolution: Resolution) -> DrawnCurve:
    """Draw a curve with few vertices: in a picture of that resolution it looks the same.

    >>> recall = np.arange(100_001) / 100_000
    >>> drawn = drawn_vertices(JoinedCurve(recall, 1 - recall / 2), Resolution(300))
    >>> drawn.recall.size < 4000, round(drawn.polygon_area, 12)
    (True, 0.75)
    """
    if curve.recall.size <= resolution.most:
        visible = visible_vertices(curve)
        return DrawnCurve(visible.recall, visible.precision, visible.invented)
    invented = curve.invented
    line = thinned(curve.recall[invented:], curve.precision[invented:], resolution.width, scales=resolution.scales)
    return DrawnCurve(
        np.append(curve.recall[:invented], line.x),
        np.append(curve.precision[:invented], line.y),
        invented,
        min(line.kept + invented, curve.recall.size),
    )


def fewer_corners(kept: int | None, points: int) -> int | None:
    """The number of corners that a line is drawn from, where it is less than that of the points; else None.

    A line that bends between points has corners of its own there, which nobody misses.

    >>> [fewer_corners(kept, 1000) for kept in (700, 1200, None)]
    [700, None, None]
    """
    return kept if kept is not None and kept < points else None


def visible_vertices(curve: JoinedCurve) -> JoinedCurve:
    """Keep the first, last, highest and lowest vertex of each run of equal recall: same area, same line.

    >>> curve = JoinedCurve(np.array([0.0, 1.0, 1.0, 1.0]), np.array([1.0, 0.9, 0.8, 0.7]))
    >>> visible_vertices(curve).precision.tolist()
    [1.0, 0.9, 0.7]
    """
    recall, precision = curve.recall, curve.precision
    if recall.size == 0:  # a gain curve that ends before it enters the picture
        return curve
    starts = np.flatnonzero(np.append(True, np.diff(recall) != 0))
    ends = np.append(starts[1:], recall.size) - 1
    run = np.repeat(np.arange(starts.size), ends - starts + 1)
    by_height = np.lexsort((precision, run))  # within each run from low to high, so its ends are the extremes
    kept = np.unique(np.concatenate((starts, ends, by_height[starts], by_height[ends])))
    return JoinedCurve(recall[kept], precision[kept], invented=int(np.searchsorted(kept, curve.invented)))


def marked_points(recall: np.ndarray) -> np.ndarray:
    """Indices of the points that get a circle: all, or an even choice of those where the curve turns.

    >>> marked_points(np.array([0.5, 1.0])).tolist()
    [0, 1]
    """
    if recall.size <= MOST_MARKERS:
        return np.arange(recall.size)
    new = np.append(True, np.diff(recall) != 0)
    turns = np.flatnonzero(new | np.append(new[1:], True))
    even = np.linspace(0, turns.size - 1, min(turns.size, MARKERS_OF_MANY)).round().astype(np.int64)
    return turns[np.unique(even)]


def roomy(recall: np.ndarray, *others: np.ndarray) -> np.ndarray:
    """A mask of the points with room for a circle in pictures of recall and a ratio: the first, the last, and each
    that is clear of the one before.

    >>> roomy(np.array([0.0, 0.001, 1.0]), np.array([1.0, 1.0, 0.5])).tolist()
    [True, False, True]
    """
    room = np.zeros(recall.shape, dtype=bool)
    last: tuple[float, ...] | None = None
    for index, point in enumerate(zip(recall.tolist(), *(other.tolist() for other in others), strict=True)):
        if last is None or _clear(point, last):
            room[index] = True
            last = point
    room[-1:] = True
    return room


def circled_points(recall: np.ndarray, *others: np.ndarray, size: float = 1.0) -> np.ndarray:
    """Indices of the points that have room for a circle in every picture of recall and another ratio.

    size: of the picture, as a share of those in which circles have their usual room.

    >>> circled_points(np.array([0.0, 0.001, 1.0]), np.array([1.0, 1.0, 0.5])).tolist()
    [0, 2]
    """
    marked = marked_points(recall)
    return np.asarray(marked[roomy(*(size * ratio[marked] for ratio in (recall, *others)))])


def circle_counts(*curves: OperatingPoints, size: float = 1.0) -> tuple[int, int]:
    """How many points have a circle in a precision-recall picture of these curves, and how many there are.

    >>> circle_counts(OperatingPoints.from_counts([3, 2, 1], [50, 1, 49], [0, 0, 900]))
    (2, 3)
    """
    circles = sum(circled_points(points.recall, points.precision, size=size).size for points in curves)
    return circles, sum(points.threshold.size for points in curves)


def circle_counts_in_both(points: OperatingPoints) -> tuple[int, int]:
    """How many points have a circle in the precision-recall picture and in the ROC picture, and how many there are.

    >>> circle_counts_in_both(OperatingPoints.from_counts([3, 2, 1], [50, 1, 49], [0, 0, 900]))
    (2, 3)
    """
    circles = circled_points(points.recall, points.precision, points.false_positive_rate)
    return circles.size, points.threshold.size


def _clear(point: tuple[float, ...], of: tuple[float, ...]) -> bool:
    across = abs(point[0] - of[0])
    return all(max(across, abs(here - there)) >= CIRCLE_ROOM for here, there in zip(point[1:], of[1:], strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class MeasuredPoints:
    """The points with a circle; arrays have one entry, or one line, a point."""

    prevalence: float  # of all rows
    recall: np.ndarray
    precision: np.ndarray
    facts: np.ndarray  # threshold, TP, FP, FN, TN, F1, share called positive; (n_marked, 7), unless points are moved


def measured_points(points: OperatingPoints) -> MeasuredPoints:
    """Take the points that are marked, of many an even choice.

    >>> measured_points(OperatingPoints.from_counts([2, 1], [1, 1], [0, 2])).facts[0].round(2).tolist()
    [2.0, 1.0, 0.0, 1.0, 2.0, 0.67, 0.25]
    """
    recall = points.recall
    shown = marked_points(recall)
    true_positives, false_positives = points.true_positives[shown], points.false_positives[shown]
    columns = (
        points.threshold[shown],
        true_positives,
        false_positives,
        points.positives - true_positives,
        points.negatives - false_positives,
        f_score(points)[shown],
        (true_positives + false_positives) / (points.positives + points.negatives),
    )
    return MeasuredPoints(points.prevalence, recall[shown], points.precision[shown], np.column_stack(columns))


def moved_points(own: OperatingPoints, moved: OperatingPoints) -> MeasuredPoints:
    """Take the points that are marked at another class balance, where counts are none of the data's.

    facts are threshold, recall, false positive rate, precision in the data and at the other balance; (n_marked, 5).

    >>> from pr_metrics import at_prevalence
    >>> own = OperatingPoints.from_counts([2, 1], [1, 1], [1, 1])
    >>> moved_points(own, at_prevalence(own, 0.1)).facts[0].round(2).tolist()
    [2.0, 0.5, 0.5, 0.5, 0.1]
    """
    recall = own.recall
    shown = marked_points(recall)
    columns = (own.threshold, recall, own.false_positive_rate, own.precision, moved.precision)
    facts = np.column_stack([column[shown] for column in columns])
    return MeasuredPoints(moved.prevalence, recall[shown], moved.precision[shown], facts)
