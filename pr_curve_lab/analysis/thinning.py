"""Reduce the vertices and markers of a long curve without changing its picture or its area.

In a run of equal recall, only the first, last, highest and lowest vertices are visible, and none of the others adds any
area. If there are still too many vertices, the curve is reduced to columns of pixels.

A million vertices cannot be distinguished on a few hundred pixels, and would make a page slow. All vertices in one
column of pixels are replaced by a short path with the same ends, the same highest and lowest point, and the same area:
the number printed on a picture stays the area of its shape.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from pr_metrics import JoinedCurve, OperatingPoints, f_score, gains

Array = np.ndarray
PixelRatios = tuple[int, ...]  # device pixels per CSS pixel, of the screens whose columns are used
PIXEL_RATIOS: PixelRatios = (1, 2)
MAX_PATH_VERTICES = 6  # of the longest path that replaces a column


@dataclass(frozen=True, slots=True, eq=False)
class ReducedLine:
    """A line with few vertices, in ascending order of x."""

    x: Array  # shape (n_vertices,)
    y: Array
    n_kept: int  # number of original vertices in it


def reduce_line(x: Array, y: Array, width: int, *, ratios: PixelRatios = PIXEL_RATIOS) -> ReducedLine:
    """Reduce the vertices of a line whose x ascends from 0 to 1, for a picture in which that is `width` pixels wide.

    If no column has more vertices than a path, the line is not changed.

    >>> x = np.linspace(0, 1, 100_001)
    >>> line = reduce_line(x, x**2, 300)
    >>> line.x.size < 3000, bool(abs(np.trapezoid(line.y, line.x) - np.trapezoid(x**2, x)) < 1e-15)
    (True, True)
    """
    columns = _columns(x, y, width, ratios)
    long = columns.n_vertices > MAX_PATH_VERTICES
    if not long.any():
        return ReducedLine(x, y, x.size)
    slope = long & columns.is_monotonic
    kept = np.flatnonzero(np.repeat(~long, columns.n_vertices))
    parts = [
        (kept, x[kept], y[kept]),
        _build_path(columns, slope, _simple_path(columns)),
        _build_path(columns, long & ~slope, _full_path(columns)),
    ]
    place, new_x, new_y = (np.concatenate(part) for part in zip(*parts, strict=True))
    order = np.argsort(place, kind="stable")  # the vertices of a path are sorted by the first vertex of their column
    new_x, new_y = new_x[order], new_y[order]
    turns = np.append(True, (np.diff(new_x) != 0) | (np.diff(new_y) != 0))
    measured = kept.size + 2 * int(slope.sum()) + 4 * int((long & ~slope).sum())
    return ReducedLine(new_x[turns], new_y[turns], measured)


@dataclass(frozen=True, slots=True, eq=False)
class _Columns:
    """The vertices of each pixel column, summarized; every array has shape (n_columns,)."""

    start: Array  # index of the first vertex
    n_vertices: Array
    left: Array
    right: Array
    first: Array  # heights
    last: Array
    high: Array
    low: Array
    mean: Array  # area divided by width, between low and high

    @property
    def center(self) -> Array:
        """The height of a vertex in the middle that, together with the ends, gives the correct area."""
        return np.asarray(2 * self.mean - (self.first + self.last) / 2)

    @property
    def is_monotonic(self) -> Array:
        """A mask of the columns for which one vertex between the ends is enough, as nothing leaves their range."""
        below, above = np.minimum(self.first, self.last), np.maximum(self.first, self.last)
        inside = (self.center >= below) & (self.center <= above)
        return np.asarray(inside & (self.low == below) & (self.high == above))


def _columns(x: Array, y: Array, width: int, ratios: PixelRatios) -> _Columns:
    edges = np.unique(np.concatenate([(np.arange(scale * width) + 0.5) / (scale * width) for scale in ratios]))
    start = np.unique(np.append(0, np.searchsorted(x, edges, side="left")))
    start = start[start < x.size]
    end = np.append(start[1:], x.size) - 1
    area = np.append(0.0, np.diff(x) * (y[1:] + y[:-1]) / 2)
    area[start] = 0.0  # the line between two columns is drawn unchanged
    high, low = np.maximum.reduceat(y, start), np.minimum.reduceat(y, start)
    left, right = x[start], x[end]
    mean = np.divide(np.add.reduceat(area, start), right - left, out=(high + low) / 2, where=right > left)
    return _Columns(start, end - start + 1, left, right, y[start], y[end], high, low, np.clip(mean, low, high))


def _simple_path(columns: _Columns) -> tuple[list[Array], list[Array]]:
    middle = (columns.left + columns.right) / 2
    return [columns.left, middle, columns.right], [columns.first, columns.center, columns.last]


def _full_path(columns: _Columns) -> tuple[list[Array], list[Array]]:
    """Return paths along the highest and the lowest height, each for as long as gives the correct area."""
    falls = columns.first >= columns.last
    one, other = np.where(falls, columns.high, columns.low), np.where(falls, columns.low, columns.high)
    range_ = one - other
    share = np.divide(columns.mean - other, range_, out=np.zeros(range_.shape), where=range_ != 0)
    turn = columns.left + np.clip(share, 0.0, 1.0) * (columns.right - columns.left)
    x = [columns.left, columns.left, turn, turn, columns.right, columns.right]
    return x, [columns.first, one, one, other, other, columns.last]


def _build_path(columns: _Columns, mask: Array, path: tuple[list[Array], list[Array]]) -> tuple[Array, Array, Array]:
    """Return the vertices of the paths of some columns, each with the index of its column's first vertex."""
    x, y = (np.column_stack(part)[mask] for part in path)
    return np.repeat(columns.start[mask], x.shape[1]), x.ravel(), y.ravel()


CIRCLE_SPACING = 0.04  # of recall or precision: a circle and a gap of equal width, in a picture of 330 px
ALL_POINTS_LIMIT = 20  # up to so many points all have a circle; of more, only those that have room
MAX_MARKERS = 2000  # with more, browsers are slow and markers overlap
N_REDUCED_MARKERS = 650  # if there are more: about two for each pixel, for the mouse pointer
MAX_VERTICES = 4000  # drawn without reduction


@dataclass(frozen=True, slots=True, eq=False)
class ThinnedCurve(JoinedCurve):
    """The vertices of a curve as they are drawn, with the same area and the same picture."""

    n_kept: int | None = None  # number of original vertices; None if none is missing


class Resolution(NamedTuple):
    """How finely a picture can show a curve."""

    width: int  # px from recall 0 to 1
    max_vertices: int = MAX_VERTICES  # drawn without reduction; more are reduced to columns of pixels
    ratios: PixelRatios = PIXEL_RATIOS


def thin_curve(curve: JoinedCurve, resolution: Resolution) -> ThinnedCurve:
    """Reduce the vertices of a curve so that it looks the same in a picture with this resolution.

    >>> recall = np.arange(100_001) / 100_000
    >>> drawn = thin_curve(JoinedCurve(recall, 1 - recall / 2), Resolution(300))
    >>> drawn.recall.size < 4000, round(drawn.polygon_area, 12)
    (True, 0.75)
    """
    if curve.recall.size <= resolution.max_vertices:
        visible = drop_inner_vertices(curve)
        return ThinnedCurve(visible.recall, visible.precision, visible.n_extrapolated)
    start = curve.n_extrapolated
    line = reduce_line(curve.recall[start:], curve.precision[start:], resolution.width, ratios=resolution.ratios)
    return ThinnedCurve(
        np.append(curve.recall[:start], line.x),
        np.append(curve.precision[:start], line.y),
        start,
        min(line.n_kept + start, curve.recall.size),
    )


def reduced_count(n_kept: int | None, points: int) -> int | None:
    """Return the number of original vertices in a line if it is less than the number of points, or else None.

    A line that bends between points also has other vertices, which are not counted as missing.

    >>> [reduced_count(kept, 1000) for kept in (700, 1200, None)]
    [700, None, None]
    """
    return n_kept if n_kept is not None and n_kept < points else None


def drop_inner_vertices(curve: JoinedCurve) -> JoinedCurve:
    """Keep only the first, last, highest and lowest vertex of each run of equal recall: same area, same picture.

    >>> curve = JoinedCurve(np.array([0.0, 1.0, 1.0, 1.0]), np.array([1.0, 0.9, 0.8, 0.7]))
    >>> drop_inner_vertices(curve).precision.tolist()
    [1.0, 0.9, 0.7]
    """
    recall, precision = curve.recall, curve.precision
    if recall.size == 0:  # a gain curve without any point in the picture
        return curve
    starts = np.flatnonzero(np.append(True, np.diff(recall) != 0))
    ends = np.append(starts[1:], recall.size) - 1
    run = np.repeat(np.arange(starts.size), ends - starts + 1)
    by_height = np.lexsort((precision, run))  # sorted within each run, so its first and last are the lowest and highest
    kept = np.unique(np.concatenate((starts, ends, by_height[starts], by_height[ends])))
    return JoinedCurve(recall[kept], precision[kept], n_extrapolated=int(np.searchsorted(kept, curve.n_extrapolated)))


def uniform_indices(size: int, max_size: int) -> np.ndarray:
    """Return at most `max_size` evenly spaced indices out of `size`, including the first and the last.

    >>> uniform_indices(3, 10).tolist(), uniform_indices(101, 3).tolist()
    ([0, 1, 2], [0, 50, 100])
    """
    return np.linspace(0, size - 1, min(size, max_size)).round().astype(np.int64)


def marker_indices(recall: np.ndarray) -> np.ndarray:
    """Return the indices of the points that get a marker: all, or evenly chosen ones where recall changes.

    >>> marker_indices(np.array([0.5, 1.0])).tolist()
    [0, 1]
    """
    if recall.size <= MAX_MARKERS:
        return np.arange(recall.size)
    new = np.append(True, np.diff(recall) != 0)
    turns = np.flatnonzero(new | np.append(new[1:], True))
    return np.asarray(turns[uniform_indices(turns.size, N_REDUCED_MARKERS)])


def circle_mask(recall: np.ndarray, *others: np.ndarray) -> np.ndarray:
    """Return a mask of the points with room for a circle in pictures of recall and another ratio.

    If there are only a few points, each has one, although circles may overlap. Otherwise these are the first, the last,
    and each that is far enough from the previous one with a circle.

    >>> int(circle_mask(np.linspace(0, 0.04, 20), np.ones(20)).sum())
    20
    >>> np.flatnonzero(circle_mask(np.linspace(0, 0.1, 51), np.ones(51))).tolist()
    [0, 20, 40, 50]
    """
    if recall.size <= ALL_POINTS_LIMIT:
        return np.ones(recall.shape, dtype=bool)
    mask = np.zeros(recall.shape, dtype=bool)
    last: tuple[float, ...] | None = None
    for index, point in enumerate(zip(recall.tolist(), *(other.tolist() for other in others), strict=True)):
        if last is None or _is_clear(point, last):
            mask[index] = True
            last = point
    mask[-1:] = True
    return mask


def circle_indices(recall: np.ndarray, *others: np.ndarray, size: float = 1.0) -> np.ndarray:
    """Return the indices of the points with room for a circle in every picture of recall and another ratio.

    size: of the picture, relative to those in which `CIRCLE_SPACING` is measured.

    >>> circle_indices(np.linspace(0, 0.1, 51), np.ones(51)).tolist()
    [0, 20, 40, 50]
    """
    marked = marker_indices(recall)
    return np.asarray(marked[circle_mask(*(size * ratio[marked] for ratio in (recall, *others)))])


def circle_count(points: OperatingPoints, size: float = 1.0) -> tuple[int, int]:
    """Return how many points have a circle in a precision-recall picture, and how many there are.

    >>> points = OperatingPoints.from_counts(np.arange(41, 0, -1), np.arange(41) < 40, np.arange(41) == 40)
    >>> circle_count(points)
    (21, 41)
    """
    return circle_indices(points.recall, points.precision, size=size).size, points.threshold.size


def circle_count_with_roc(points: OperatingPoints) -> tuple[int, int]:
    """Return how many points have a circle in the precision-recall and ROC pictures, and how many points there are.

    >>> points = OperatingPoints.from_counts(np.arange(41, 0, -1), np.arange(41) < 40, np.arange(41) == 40)
    >>> circle_count_with_roc(points)
    (21, 41)
    """
    circles = circle_indices(points.recall, points.precision, points.false_positive_rate)
    return circles.size, points.threshold.size


def _is_clear(point: tuple[float, ...], other: tuple[float, ...]) -> bool:
    across = abs(point[0] - other[0])
    return all(
        max(across, abs(here - there)) >= CIRCLE_SPACING for here, there in zip(point[1:], other[1:], strict=True)
    )


def points_columns(points: OperatingPoints, index: np.ndarray | slice | int = slice(None)) -> dict[str, np.ndarray]:
    """Return the counts and ratios at some of the thresholds, strictest first; each of shape (n_shown,), or a number.

    >>> points = OperatingPoints.from_counts([2, 1], [1, 1], [0, 2])
    >>> points_columns(points)["precision"].tolist(), list(points_columns(points))[:2]
    ([1.0, 0.5], ['threshold', 'true_positives'])
    """
    true_positives, false_positives = points.true_positives[index], points.false_positives[index]
    return {
        "threshold": points.threshold[index],
        "true_positives": true_positives,
        "false_positives": false_positives,
        "false_negatives": points.positives - true_positives,
        "true_negatives": points.negatives - false_positives,
        "precision": points.precision[index],
        "recall": points.recall[index],
        "f1": f_score(points)[index],
        "share_called": (true_positives + false_positives) / (points.positives + points.negatives),
    }


@dataclass(frozen=True, slots=True, eq=False)
class MeasuredPoints:
    """The points with a marker; arrays have one entry, or one row, per point."""

    prevalence: float  # of all rows
    recall: np.ndarray
    precision: np.ndarray
    # Threshold, TP, FP, FN, TN, F1, share predicted positive; other columns at another class balance.
    values: np.ndarray


def measured_points(points: OperatingPoints) -> MeasuredPoints:
    """Return the points with a marker, evenly chosen if there are many.

    >>> measured_points(OperatingPoints.from_counts([2, 1], [1, 1], [0, 2])).values[0].round(2).tolist()
    [2.0, 1.0, 0.0, 1.0, 2.0, 0.67, 0.25]
    """
    columns = points_columns(points, marker_indices(points.recall))
    recall, precision = columns.pop("recall"), columns.pop("precision")
    return MeasuredPoints(points.prevalence, recall, precision, np.column_stack(list(columns.values())))


def measured_gains(points: OperatingPoints) -> np.ndarray:
    """Return threshold, recall gain and precision gain of the points with a marker, shape (n_marked, 3).

    >>> measured_gains(OperatingPoints.from_counts([2, 1], [1, 1], [0, 2])).round(2).tolist()
    [[2.0, 0.0, 1.0], [1.0, 1.0, 0.0]]
    """
    found, marked = gains(points), marker_indices(points.recall)
    shown = marked[found.recall_gain[marked] >= 0]
    values: np.ndarray = np.column_stack((points.threshold, found.recall_gain, found.precision_gain))[shown]
    return values


def target_prevalence_points(measured: OperatingPoints, target: OperatingPoints) -> MeasuredPoints:
    """Return the points with a marker at another class balance, at which there are no counts.

    values are threshold, recall, false positive rate, precision in the data and at the other balance; (n_marked, 5).

    >>> from pr_metrics import at_prevalence
    >>> own = OperatingPoints.from_counts([2, 1], [1, 1], [1, 1])
    >>> target_prevalence_points(own, at_prevalence(own, 0.1)).values[0].round(2).tolist()
    [2.0, 0.5, 0.5, 0.5, 0.1]
    """
    recall = measured.recall
    shown = marker_indices(recall)
    columns = (measured.threshold, recall, measured.false_positive_rate, measured.precision, target.precision)
    facts = np.column_stack([column[shown] for column in columns])
    return MeasuredPoints(target.prevalence, recall[shown], target.precision[shown], facts)
