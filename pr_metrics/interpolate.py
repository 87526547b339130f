"""Ways of joining operating points whose pieces have straight tops: one short function a way.

Each way answers two questions that the data leave open: what stands at recall 0, where precision is 0/0, and what lies
between two measured points. The functions use nothing but arithmetic and comparison, so that they join points in exact
fractions as well as in floating point.
"""

from __future__ import annotations

import math
from typing import Protocol

import numpy as np

from pr_metrics.blocks import each_block
from pr_metrics.inputs import FloatArray
from pr_metrics.points import OperatingPoints
from pr_metrics.segments import Segments

LEAST_COUNT = np.finfo(np.float64).tiny / np.finfo(np.float64).eps  # below it a share of a count loses digits


class Points(Protocol):
    """The ratios that joining needs, as floats or as fractions; every array has shape (n_points,)."""

    @property
    def recall(self) -> FloatArray: ...  # noqa: D102
    @property
    def precision(self) -> FloatArray: ...  # noqa: D102
    @property
    def true_positives(self) -> FloatArray: ...  # noqa: D102
    @property
    def false_positives(self) -> FloatArray: ...  # noqa: D102


def step(points: Points) -> Segments:
    """Pay each gain in recall at the precision reached there: the sum of (R_i - R_{i-1}) * P_i, R_0 = 0.

    The undefined precision at recall 0 is never used. Source: Manning, Raghavan & Schuetze (2008), section 8.4.

    >>> points = OperatingPoints.from_counts([4, 3, 2, 1], [1, 0, 1, 0], [0, 1, 0, 1])
    >>> round(float(step(points).area.sum()), 4)
    0.8333
    """
    return _level(points, points.precision)


def step_sum(points: OperatingPoints) -> float:
    """The area of `step` without arrays as long as the points, since it is asked for ten million of them.

    >>> round(step_sum(OperatingPoints.from_counts([4, 3, 2, 1], [1, 0, 1, 0], [0, 1, 0, 1])), 4)
    0.8333
    """
    if points.positives == 0:
        return math.nan
    if points.positives < LEAST_COUNT:
        return float(step(points).area.sum())
    true, false = points.counts

    def paid(block: slice) -> float:
        precision = (true[block] + false[block]).astype(np.float64, copy=False)  # as yet: rows called positive
        reached = true[block].astype(np.float64)
        np.divide(reached, precision, out=precision)
        precision[0] *= reached[0] - (float(true[block.start - 1]) if block.start else 0.0)
        precision[1:] *= np.diff(reached)
        return float(precision.sum())

    return math.fsum(each_block(true.size, paid)) / points.positives


def envelope(points: Points) -> Segments:
    """Pay each gain at the best precision still to come: the sum of (R_i - R_{i-1}) * max over j >= i of P_j.

    Source: Everingham et al. (2010), doi 10.1007/s11263-009-0275-4, as changed for VOC 2010: all points.

    >>> points = OperatingPoints.from_counts([3, 2, 1], [0, 1, 1], [1, 0, 0])
    >>> envelope(points).height_after.round(4).tolist()
    [0.6667, 0.6667, 0.6667]
    """
    return _level(points, best_to_come(points.precision))


def lower(points: Points) -> Segments:
    """Pay each gain at the worse of the two neighbouring precisions, P_0 = P_1.

    Source: `minoring` of Keras AUC, which has P_0 = 0; with `upper` it brackets `step` and `linear_flat`.

    >>> points = OperatingPoints.from_counts([4, 3, 2, 1], [1, 0, 1, 0], [0, 1, 0, 1])
    >>> float(lower(points).area.sum())
    0.75
    """
    precision = points.precision
    return _level(points, np.minimum(_shifted(precision, precision[0]), precision))


def upper(points: Points) -> Segments:
    """Pay each gain at the better of the two neighbouring precisions, P_0 = P_1.

    Source: `majoring` of Keras AUC, which has P_0 = 0.

    >>> points = OperatingPoints.from_counts([2, 1], [1, 1], [0, 8])
    >>> float(upper(points).area.sum())
    1.0
    """
    precision = points.precision
    return _level(points, np.maximum(_shifted(precision, precision[0]), precision))


def linear(points: Points) -> Segments:
    """Join by straight lines from an invented (0, 1): the sum of (R_i - R_{i-1}) * (P_{i-1} + P_i) / 2, P_0 = 1.

    Source: what `auc(recall, precision)` of scikit-learn gives; criticised by Davis & Goadrich (2006),
    doi 10.1145/1143844.1143874.

    >>> points = OperatingPoints.from_counts([1], [1], [9])
    >>> round(float(linear(points).area.sum()), 4)
    0.55
    """
    return _straight(points, start=1)


def linear_flat(points: Points) -> Segments:
    """Join by straight lines, flat up to the first point: as `linear` with P_0 = P_1.

    Source: `diagnosticSummary` for R.

    >>> points = OperatingPoints.from_counts([1], [1], [9])
    >>> round(float(linear_flat(points).area.sum()), 4)
    0.1
    """
    return _straight(points, start=points.precision[0])


def linear_cut(points: Points) -> Segments:
    """Join by straight lines from the first point on; what lies before it counts nothing.

    Source: MLmetrics `PRAUC`, MLeval.

    >>> points = OperatingPoints.from_counts([2, 1], [1, 1], [0, 2])
    >>> float(linear_cut(points).area.sum())
    0.375
    """
    joined = _straight(points, start=points.precision[0])
    if points.recall[0] == 0:  # there is nothing to drop
        return joined
    without_first = np.append(0, np.ones(joined.area.size - 1, dtype=int))
    return Segments(
        joined.point,
        joined.recall_before,
        joined.recall_after,
        joined.height_before * without_first,
        joined.height_after * without_first,
        joined.area * without_first,
    )


def best_to_come(precision: FloatArray) -> FloatArray:
    """The best precision at this or any lower threshold, shape (n_points,).

    >>> best_to_come(np.array([0.2, 0.5, 0.4])).tolist()
    [0.5, 0.5, 0.4]
    """
    best: FloatArray = np.maximum.accumulate(precision[::-1])[::-1]
    return best


def _level(points: Points, height: FloatArray) -> Segments:
    recall = points.recall
    before = _shifted(recall, 0)
    return Segments(np.arange(recall.size), before, recall, height, height, (recall - before) * height)


def _straight(points: Points, *, start: float) -> Segments:
    recall, after = points.recall, points.precision
    recall_before, before = _shifted(recall, 0), _shifted(after, start)
    area = (recall - recall_before) * (before + after) / 2
    return Segments(np.arange(recall.size), recall_before, recall, before, after, area)


def _shifted(values: FloatArray, first: float) -> FloatArray:
    return np.append(np.asarray([first], dtype=values.dtype), values[:-1])
