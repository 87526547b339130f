"""Where in a precision-recall picture there is room for words: as far from lines and other words as can be."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pr_app.figures.labels.box import Box
from pr_metrics import JoinedCurve

STEPS = 24  # places tried along each axis
EDGE = 0.02  # recall or precision kept free at the border
SAMPLES = 300  # of each line: less than a tenth of a line of words apart
WORDS_WEIGH = 10  # whole lines: words on words cannot be read
DISTANCE_WEIGHS = 0.002  # of a whole line, across the picture: what is clear of all lines comes first
SMALLEST = 1e-9  # area of a box


def free_place(
    size: tuple[float, float],
    curves: Sequence[JoinedCurve],
    taken: Sequence[Box],
    *,
    left: float | None = None,
    beside: JoinedCurve | None = None,
) -> Box:
    """Find the place for a box of that width and height which covers least of lines and boxes; of equals the lowest.

    With `left` it is only moved up and down; of places that cover the same the one next to the line `beside` is best.

    >>> flat = JoinedCurve(np.array([0.0, 1.0]), np.array([0.1, 0.1]))
    >>> place = free_place((0.5, 0.2), [flat], [])
    >>> place.bottom > 0.1
    True
    """
    width, height = size
    across = np.linspace(EDGE, max(EDGE, 1 - EDGE - width), STEPS) if left is None else np.array([left])
    up = np.linspace(EDGE, max(EDGE, 1 - EDGE - height), STEPS)
    line_x, line_y = _sampled(curves)
    own = _sampled([beside]) if beside is not None else None
    best, least = None, np.inf
    for bottom in up.tolist():
        for start in across.tolist():
            box = Box(start, bottom, start + width, bottom + height)
            lines = float(_inside(box, line_x, line_y).sum()) / SAMPLES
            words = sum(box.overlap(other) for other in taken) / max(width * height, SMALLEST)
            cost = lines + WORDS_WEIGH * words + (0 if own is None else DISTANCE_WEIGHS * _distance(box, *own))
            if cost < least:
                best, least = box, cost
    assert best is not None
    return best


def is_free(box: Box, curves: Sequence[JoinedCurve]) -> bool:
    """Whether no line passes through a box.

    >>> is_free(Box(0.2, 0.2, 0.4, 0.4), [JoinedCurve(np.array([0.0, 1.0]), np.array([0.0, 1.0]))])
    False
    """
    return not _inside(box, *_sampled(curves)).any()


def _distance(box: Box, x: np.ndarray, y: np.ndarray) -> float:
    """The distance from the middle of a box to the nearest point of a line."""
    return float(np.hypot(x - (box.left + box.right) / 2, y - (box.bottom + box.top) / 2).min())


def _inside(box: Box, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return np.asarray((x > box.left) & (x < box.right) & (y > box.bottom) & (y < box.top))


def _sampled(curves: Sequence[JoinedCurve]) -> tuple[np.ndarray, np.ndarray]:
    """Points at even steps along all lines, so that one that falls steeply counts as one that runs flat."""
    x, y = [], []
    for curve in curves:
        length = np.append(0.0, np.cumsum(np.abs(np.diff(curve.recall)) + np.abs(np.diff(curve.precision))))
        along = np.linspace(0.0, length[-1], SAMPLES)
        x.append(np.interp(along, length, curve.recall))
        y.append(np.interp(along, length, curve.precision))
    return np.concatenate(x), np.concatenate(y)
