"""Where two curves part: the part of the picture to look at, the whole of it where the gap is seen without a lens."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pr_metrics import JoinedCurve

CLOSE = 0.02  # area; nobody sees less between two pictures
TINY = 0.002  # area
ENLARGED, MORE = 5, 20  # times; the latter for a tiny gap
FEW = 30  # points, that are seen one by one
PLACES = 2001  # of recall at which the curves are compared
STEPS = 96  # corners that are tried, each way


@dataclass(frozen=True, slots=True)
class Window:
    """A square part of the picture."""

    recall: float  # its left end
    precision: float  # its lower end
    side: float

    @property
    def times(self) -> int:
        """How many times it is enlarged."""
        return round(1 / self.side)

    @property
    def is_whole(self) -> bool:
        """Whether it is all of the picture."""
        return self.side >= 1


def gap_window(left: JoinedCurve, right: JoinedCurve, gap: float, points: int) -> Window:
    """The window that holds most of the gap between two curves, where their areas are close and the points many.

    >>> flat, low = JoinedCurve([0.0, 1.0], [0.9, 0.9]), JoinedCurve([0.0, 0.5, 1.0], [0.9, 0.9, 0.88])
    >>> window = gap_window(flat, low, 0.005, 99)
    >>> window.recall > 0.5, 0.6 < window.precision < 0.9, gap_window(flat, low, 0.3, 99).is_whole
    (True, True, True)
    """
    if abs(gap) >= CLOSE or points < FEW:
        return Window(0.0, 0.0, 1.0)
    across = np.linspace(0.0, 1.0, PLACES)
    one, other = (np.interp(across, curve.recall, curve.precision) for curve in (left, right))
    apart, height = np.abs(one - other), (one + other) / 2
    side = 1 / (MORE if abs(gap) < TINY else ENLARGED)
    corners = np.linspace(0.0, 1.0 - side, STEPS)
    best, most = Window(0.0, 1 - side, side), -1.0
    for corner in corners:
        inside = (across >= corner) & (across <= corner + side)
        heights, parts = height[inside], apart[inside]
        held = [float(parts[(heights >= low) & (heights <= low + side)].sum()) for low in corners]
        at = len(held) - 1 - int(np.argmax(held[::-1]))  # the highest of equals: precision begins at the top
        if held[at] > most:
            best, most = Window(float(corner), float(corners[at]), side), held[at]
    return best
