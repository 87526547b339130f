"""A joined curve in pieces: the one form from which area, receipt, comparison and drawing are all taken."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pr_metrics.inputs import FloatArray
from pr_metrics.one_line import one_line

IndexArray = NDArray[np.intp]
NO_POINT = -1


@dataclass(frozen=True, slots=True, eq=False)
class Segments:
    """Pieces of a joined curve from recall 0 on, side by side; every array has shape (n_segments,).

    The heights are precisions where the piece begins and ends; a vertical piece has no width and no area.
    """

    point: IndexArray  # the operating point that the piece leads to, or whose precision it carries; NO_POINT for none
    recall_before: FloatArray
    recall_after: FloatArray
    height_before: FloatArray
    height_after: FloatArray
    area: FloatArray

    def __repr__(self) -> str:
        return one_line(self)


@dataclass(frozen=True, slots=True, eq=False)
class JoinedCurve:
    """The vertices of a joined curve, recall rising from 0; both arrays have shape (n_vertices,)."""

    recall: FloatArray
    precision: FloatArray
    invented: int = 0  # how many of the first vertices no threshold reaches

    def __repr__(self) -> str:
        return one_line(self)

    @property
    def polygon_area(self) -> float:
        """Area of the vertices closed to precision 0: what a chart that draws them shades.

        >>> JoinedCurve(np.array([0.0, 1.0]), np.array([1.0, 0.5])).polygon_area
        0.75
        """
        return _polygon_area(self.recall, self.precision)

    @property
    def invented_area(self) -> float:
        """The part of that area which lies before the first measured point, under a start that no threshold reaches.

        >>> JoinedCurve(np.array([0.0, 0.5, 1.0]), np.array([1.0, 0.5, 0.5]), invented=1).invented_area
        0.375
        """
        start = slice(0, self.invented + 1 if self.invented else 0)
        return _polygon_area(self.recall[start], self.precision[start])


def polyline(segments: Segments) -> JoinedCurve:
    """Draw pieces whose tops are straight: both ends of each, without repeated vertices.

    >>> level = np.array([1.0, 0.5])
    >>> pieces = Segments(np.arange(2), np.array([0.0, 0.5]), np.array([0.5, 1.0]), level, level, level / 2)
    >>> curve = polyline(pieces)
    >>> curve.recall.tolist(), curve.precision.tolist()
    ([0.0, 0.5, 0.5, 1.0], [1.0, 1.0, 0.5, 0.5])
    """
    recall = np.column_stack((segments.recall_before, segments.recall_after)).ravel()
    precision = np.column_stack((segments.height_before, segments.height_after)).ravel()
    new = np.append(True, (np.diff(recall) != 0) | (np.diff(precision) != 0))
    return JoinedCurve(recall[new], precision[new])


def _polygon_area(recall: FloatArray, precision: FloatArray) -> float:
    return float((np.diff(recall) * (precision[1:] + precision[:-1]) / 2).sum())
