"""Fewer vertices and circles, the same picture: what a chart needs of a long curve.

Between the first and the last vertex of a run of equal recall only the highest and the lowest can be seen, and none of
the others has any area. Where there are still more than can be told apart, columns of pixels are drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from pr_curve_lab.analysis.pixel_columns import SCALES, Scales, thinned
from pr_metrics import JoinedCurve, OperatingPoints

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
