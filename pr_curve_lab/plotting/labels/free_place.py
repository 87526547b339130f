"""Where in a precision-recall picture there is room for words: as far from lines and other words as can be."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pr_curve_lab.plotting.labels.box import Box
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
    cost = _lines_inside(_sampled(curves), across, up, size) / SAMPLES
    for other in taken:
        shared_width = np.clip(np.minimum(across + width, other.right) - np.maximum(across, other.left), 0, None)
        shared_height = np.clip(np.minimum(up + height, other.top) - np.maximum(up, other.bottom), 0, None)
        cost += WORDS_WEIGH * np.outer(shared_height, shared_width) / max(width * height, SMALLEST)
    if beside is not None:
        x, y = _sampled([beside])
        from_middle = (across[:, None] + width / 2 - x, up[:, None, None] + height / 2 - y)
        cost += DISTANCE_WEIGHS * np.hypot(*from_middle).min(axis=-1)
    row, column = np.unravel_index(cost.argmin(), cost.shape)
    start, bottom = float(across[column]), float(up[row])
    return Box(start, bottom, start + width, bottom + height)


def _lines_inside(
    points: tuple[np.ndarray, np.ndarray], across: np.ndarray, up: np.ndarray, size: tuple[float, float]
) -> np.ndarray:
    """How many points of lines lie in a box at each place, shape (up.size, across.size)."""
    x, y = points
    in_width = (x > across[:, None]) & (x < across[:, None] + size[0])
    in_height = (y > up[:, None]) & (y < up[:, None] + size[1])
    return np.asarray(in_height.astype(np.float64) @ in_width.T.astype(np.float64))


def is_free(box: Box, curves: Sequence[JoinedCurve]) -> bool:
    """Whether no line passes through a box.

    >>> is_free(Box(0.2, 0.2, 0.4, 0.4), [JoinedCurve(np.array([0.0, 1.0]), np.array([0.0, 1.0]))])
    False
    """
    x, y = _sampled(curves)
    return not ((x > box.left) & (x < box.right) & (y > box.bottom) & (y < box.top)).any()


def _sampled(curves: Sequence[JoinedCurve]) -> tuple[np.ndarray, np.ndarray]:
    """Points at even steps along all lines, so that one that falls steeply counts as one that runs flat."""
    x, y = [], []
    for curve in curves:
        length = np.append(0.0, np.cumsum(np.abs(np.diff(curve.recall)) + np.abs(np.diff(curve.precision))))
        along = np.linspace(0.0, length[-1], SAMPLES)
        x.append(np.interp(along, length, curve.recall))
        y.append(np.interp(along, length, curve.precision))
    return np.concatenate(x), np.concatenate(y)
