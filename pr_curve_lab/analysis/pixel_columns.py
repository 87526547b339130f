"""A long line drawn from few corners: the same pixels at a width of one pixel, and the same area.

A million corners cannot be told apart on a few hundred pixels, and no page should carry them. All corners whose recall
falls into one column of pixels are replaced by a short path that begins and ends where they do, reaches as high and as
low, and encloses the same area: the number printed on a picture stays that of its shape.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

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
