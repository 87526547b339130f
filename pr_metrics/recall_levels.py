"""Averages of precision at fixed levels of recall: eleven levels, or a hundred and one.

The mean over k levels is the area of k columns, each 1/k wide, so it is drawn as those; a column carries the precision
of one operating point, the best one that still reaches the level, and a level that none reaches counts 0.
"""

from __future__ import annotations

import numpy as np

from pr_metrics.inputs import FloatArray
from pr_metrics.interpolate import Points, best_to_come
from pr_metrics.segments import NO_POINT, IndexArray, Segments
from pr_metrics.tolerances import LEVEL_ROUNDING


def eleven_point(points: Points) -> Segments:
    """Mean over the recalls 0, .1, ..., 1 of the best precision at that recall or beyond.

    Source: Everingham et al. (2010), doi 10.1007/s11263-009-0275-4, VOC 2007.

    >>> from pr_metrics import OperatingPoints
    >>> points = OperatingPoints.from_counts([2, 1], [1, 1], [0, 2])
    >>> round(float(eleven_point(points).area.sum()), 4), round((6 * 1 + 5 * 0.5) / 11, 4)
    (0.7727, 0.7727)
    """
    return _columns(points, 11)


def hundred_one_point(points: Points) -> Segments:
    """Mean over the recalls 0, .01, ..., 1 of the best precision at that recall or beyond.

    Source: Lin et al. (2014), doi 10.1007/978-3-319-10602-1_48, whose evaluation code breaks ties by input order.

    >>> from pr_metrics import OperatingPoints
    >>> points = OperatingPoints.from_counts([2, 1], [1, 1], [0, 2])
    >>> round(float(hundred_one_point(points).area.sum()), 4), round((51 * 1 + 50 * 0.5) / 101, 4)
    (0.7525, 0.7525)
    """
    return _columns(points, 101)


def _columns(points: Points, levels: int) -> Segments:
    point = first_reaching(points.recall, levels)
    one = points.precision[-1] * 0 + 1  # a 1 of the same kind, nan included: without positives every area is nan
    one = one + points.recall[-1] * 0
    best = best_to_come(points.precision)
    height = np.where(point == NO_POINT, 0, best[point]) * one
    carrier = np.where(point == NO_POINT, NO_POINT, _carrier(points.precision)[point])
    edge = np.arange(levels + 1) * one / levels
    return Segments(carrier, edge[:-1], edge[1:], height, height, height / levels)


def first_reaching(recall: FloatArray, levels: int) -> IndexArray:
    """The first point at each level of recall or beyond, NO_POINT where there is none; shape (levels,).

    >>> first_reaching(np.array([0.2, 0.5]), 11).tolist()
    [0, 0, 0, 1, 1, 1, -1, -1, -1, -1, -1]
    """
    level = np.arange(levels) / (levels - 1)
    first = np.searchsorted(recall.astype(np.float64), level - LEVEL_ROUNDING)
    return np.where(first < recall.size, first, NO_POINT)


def _carrier(precision: FloatArray) -> IndexArray:
    """For each point the one, itself or later, that has the best precision still to come; of equals the first."""
    is_best = precision == best_to_come(precision)
    own = np.where(is_best, np.arange(precision.size), precision.size)
    return np.minimum.accumulate(own[::-1])[::-1]
