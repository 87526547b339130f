"""Fewer vertices, the same picture: what a chart needs of a long curve.

Between the first and the last vertex of a run of equal recall only the highest and the lowest can be seen, and none of
the others has any area.
"""

from __future__ import annotations

import numpy as np

from pr_metrics import JoinedCurve

CIRCLE_ROOM = 0.04  # recall or precision; a circle and as much line, on a picture of 330 px
MOST_MARKERS = 2000  # beyond it browsers get slow and circles hide each other


def visible_vertices(curve: JoinedCurve) -> JoinedCurve:
    """Keep the first, last, highest and lowest vertex of each run of equal recall: same area, same line.

    >>> curve = JoinedCurve(np.array([0.0, 1.0, 1.0, 1.0]), np.array([1.0, 0.9, 0.8, 0.7]))
    >>> visible_vertices(curve).precision.tolist()
    [1.0, 0.9, 0.7]
    """
    recall, precision = curve.recall, curve.precision
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
    even = np.linspace(0, turns.size - 1, min(turns.size, MOST_MARKERS)).round().astype(np.int64)
    return turns[np.unique(even)]


def roomy(recall: np.ndarray, precision: np.ndarray) -> np.ndarray:
    """Which points have room for a circle: the first, the last, and each clear of the one before.

    >>> roomy(np.array([0.0, 0.001, 1.0]), np.array([1.0, 1.0, 0.5])).tolist()
    [True, False, True]
    """
    room = np.zeros(recall.shape, dtype=bool)
    last = (np.inf, np.inf)
    for index, point in enumerate(zip(recall.tolist(), precision.tolist(), strict=True)):
        if max(abs(point[0] - last[0]), abs(point[1] - last[1])) >= CIRCLE_ROOM or last[0] == np.inf:
            room[index] = True
            last = point
    room[-1] = True
    return room
