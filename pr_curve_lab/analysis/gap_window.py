"""Where two curves part: the part of the picture to look at, the whole of it where the gap is seen without a lens."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pr_curve_lab.analysis.pixel_columns import thinned
from pr_metrics import SCHEMES, JoinedCurve, OperatingPoints

CLOSE = 0.02  # area; nobody sees less between two pictures
TINY = 0.002  # area
ENLARGED, MORE = 5, 20  # times; the latter for a tiny gap
FEW = 30  # points, that are seen one by one
MOST_VERTICES, WIDTH = 3000, 404  # of a curve in the window; px of the window at most
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


@dataclass(frozen=True, slots=True, eq=False)
class Vertices:
    """Corners of a curve, and how many of the first lead from an invented start to the first measured one."""

    recall: np.ndarray
    precision: np.ndarray
    invented: int
    is_thinned: bool = False  # corners lie closer than anybody sees: so does another curve of the same points


@dataclass(frozen=True, eq=False)
class CurvesApart:
    """Two curves of the same points as a window shows them; arrays of their vertices there."""

    window: Window
    left: Vertices
    right: Vertices


def curves_apart(points: OperatingPoints, left: str, right: str) -> CurvesApart:
    """Look at the points joined by two schemes where these part; each vertex there, of very many a thinned line.

    >>> from pr_curve_lab.reading.examples import example_cases
    >>> apart = curves_apart(example_cases("breast_cancer").points, "step", "linear")
    >>> apart.window.times, apart.left.recall.size < 200
    (20, True)
    """
    one, other = SCHEMES[left].curve(points), SCHEMES[right].curve(points)
    window = gap_window(one, other, points.threshold.size)
    return CurvesApart(window, _inside(one, window), _inside(other, window))


def gap_window(left: JoinedCurve, right: JoinedCurve, points: int) -> Window:
    """The window that holds most of the gap between two curves, where this is narrow and the points many.

    Narrow is what lies between the curves, on whichever side, and not what their areas differ by.

    >>> flat, low = JoinedCurve([0.0, 1.0], [0.9, 0.9]), JoinedCurve([0.0, 0.5, 1.0], [0.9, 0.9, 0.88])
    >>> window = gap_window(flat, low, 99)
    >>> window.recall > 0.5, 0.6 < window.precision < 0.9, gap_window(flat, low, 9).is_whole
    (True, True, True)
    """
    across = np.linspace(0.0, 1.0, PLACES)
    one, other = (np.interp(across, curve.recall, curve.precision) for curve in (left, right))
    bottom, top = np.minimum(one, other), np.maximum(one, other)
    between = float((top - bottom).mean())
    if between >= CLOSE or between == 0 or points < FEW:
        return Window(0.0, 0.0, 1.0)
    side = 1 / (MORE if between < TINY else ENLARGED)
    corners = np.linspace(0.0, 1.0 - side, STEPS)
    best, most = Window(0.0, 1 - side, side), -1.0
    for corner in corners:
        inside = (across >= corner) & (across <= corner + side)
        seen = np.minimum(top[inside], (corners + side)[:, None]) - np.maximum(bottom[inside], corners[:, None])
        held = np.maximum(seen, 0.0).sum(axis=1)
        at = len(held) - 1 - int(np.argmax(held[::-1]))  # the highest of equals: precision begins at the top
        if held[at] > most:
            best, most = Window(float(corner), float(corners[at]), side), float(held[at])
    return best


def _inside(curve: JoinedCurve, window: Window) -> Vertices:
    """The vertices in the columns of the window and the next on either side."""
    low = max(int(np.searchsorted(curve.recall, window.recall)) - 1, 0)
    high = int(np.searchsorted(curve.recall, window.recall + window.side, side="right")) + 1
    recall, precision = curve.recall[low:high], curve.precision[low:high]
    invented = max(curve.invented - low, 0)
    if recall.size <= MOST_VERTICES:
        return Vertices(recall, precision, invented)
    x, span = recall[invented:], float(recall[-1] - recall[invented])
    line = thinned((x - x[0]) / span, precision[invented:], WIDTH, scales=(1,))
    across = np.append(recall[:invented], x[0] + span * line.x)
    up = np.append(precision[:invented], line.y)
    return Vertices(across.astype(np.float32), up.astype(np.float32), invented, is_thinned=True)
