"""Ways of joining operating points: one short function a way.

Each way answers two questions that the data leave open: what stands at recall 0, where precision is 0/0, and what lies
between two measured points. It answers them segment by segment, so that the area, the receipt and the drawing of a
curve all come from the same numbers.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pr_metrics.inputs import FloatArray
from pr_metrics.points import OperatingPoints

DRAWING_TOLERANCE = 5e-7  # area; half of the 1e-6 by which a drawn continuous curve may miss its closed form


@dataclass(frozen=True, slots=True, eq=False)
class Segments:
    """A joined curve, cut at its operating points: segment i ends at point i; every array has shape (n_points,).

    The heights are precisions where the segment begins and ends; a vertical segment has no width and no area.
    """

    recall_before: FloatArray
    recall_after: FloatArray
    height_before: FloatArray
    height_after: FloatArray
    area: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class JoinedCurve:
    """The vertices of a joined curve, recall rising from 0; both arrays have shape (n_vertices,)."""

    recall: FloatArray
    precision: FloatArray

    @property
    def polygon_area(self) -> float:
        """Area of the vertices closed to precision 0: what a chart that draws them shades.

        >>> JoinedCurve(np.array([0.0, 1.0]), np.array([1.0, 0.5])).polygon_area
        0.75
        """
        width = np.diff(self.recall)
        return float((width * (self.precision[1:] + self.precision[:-1]) / 2).sum())


def step(points: OperatingPoints) -> Segments:
    """Pay each gain in recall at the precision reached there: the sum of (R_i - R_{i-1}) * P_i, R_0 = 0.

    The undefined precision at recall 0 is never used. Source: Manning, Raghavan & Schuetze (2008), section 8.4.

    >>> points = OperatingPoints.from_counts([4, 3, 2, 1], [1, 0, 1, 0], [0, 1, 0, 1])
    >>> round(float(step(points).area.sum()), 4)
    0.8333
    """
    return _level(points, points.precision)


def envelope(points: OperatingPoints) -> Segments:
    """Pay each gain at the best precision still to come: the sum of (R_i - R_{i-1}) * max over j >= i of P_j.

    Source: Everingham et al. (2010), doi 10.1007/s11263-009-0275-4, as changed for VOC 2010: all points.

    >>> points = OperatingPoints.from_counts([3, 2, 1], [0, 1, 1], [1, 0, 0])
    >>> envelope(points).height_after.round(4).tolist()
    [0.6667, 0.6667, 0.6667]
    """
    return _level(points, np.maximum.accumulate(points.precision[::-1])[::-1])


def linear(points: OperatingPoints) -> Segments:
    """Join by straight lines from an invented (0, 1): the sum of (R_i - R_{i-1}) * (P_{i-1} + P_i) / 2, P_0 = 1.

    Source: what `auc(recall, precision)` of scikit-learn gives; criticised by Davis & Goadrich (2006),
    doi 10.1145/1143844.1143874.

    >>> points = OperatingPoints.from_counts([1], [1], [9])
    >>> round(float(linear(points).area.sum()), 4)
    0.55
    """
    return _straight(points, start=1.0)


def linear_flat(points: OperatingPoints) -> Segments:
    """Join by straight lines, flat up to the first point: as `linear` with P_0 = P_1.

    Source: `diagnosticSummary` for R.

    >>> points = OperatingPoints.from_counts([1], [1], [9])
    >>> round(float(linear_flat(points).area.sum()), 4)
    0.1
    """
    return _straight(points, start=float(points.precision[0]))


def continuous(points: OperatingPoints) -> Segments:
    """Let TP and FP grow together along a straight line between two points, as random tie-breaking does on average.

    With h = dFP/dTP, a = 1 + h and b = FP_{i-1} - h * TP_{i-1}, precision at x true positives is x / (a*x + b), and the
    segment's area is [dTP - (b/a) * ln((TP_i + FP_i) / (TP_{i-1} + FP_{i-1}))] / (a * P). Flat up to the first point.
    Source: Keilwagen, Grosse & Grau (2014), doi 10.1371/journal.pone.0092209.

    >>> points = OperatingPoints.from_counts([2, 1], [1, 1], [0, 8])
    >>> round(float(continuous(points).area.sum()), 4)
    0.6693
    """
    path = _count_path(points)
    area = (path.gained - path.offset / path.slope * path.log_growth) / path.slope
    recall, precision = points.recall, points.precision
    return Segments(
        recall_before=_shifted(recall, 0.0),
        recall_after=recall,
        height_before=_shifted(precision, float(precision[0])),
        height_after=precision,
        area=np.where(path.gained > 0, area, 0.0) / path.positives if points.positives > 0 else recall,
    )


def polyline(segments: Segments) -> JoinedCurve:
    """Draw segments whose tops are straight: both ends of each, without repeated vertices.

    >>> points = OperatingPoints.from_counts([2, 1], [1, 1], [0, 2])
    >>> curve = polyline(step(points))
    >>> curve.recall.tolist(), curve.precision.tolist()
    ([0.0, 0.5, 0.5, 1.0], [1.0, 1.0, 0.5, 0.5])
    """
    recall = np.column_stack((segments.recall_before, segments.recall_after)).ravel()
    precision = np.column_stack((segments.height_before, segments.height_after)).ravel()
    new = np.append(True, (np.diff(recall) != 0) | (np.diff(precision) != 0))
    return JoinedCurve(recall[new], precision[new])


def continuous_vertices(points: OperatingPoints) -> JoinedCurve:
    """Draw `continuous` with so many inner points that the polygon's area is right to 1e-6.

    Cut at points where TP + FP grows by a constant factor, each of the n pieces of a segment misses the same area:
    together about c / n**2 with c = |b| * L**3 / (6 * a**2 * P), L the logarithm of the growth. The fewest points that
    keep the sum of all misses within the tolerance have n proportional to the cube root of c. The estimate holds where
    no piece grows by more than e, so n is at least L.

    >>> points = OperatingPoints.from_counts([2, 1], [1, 1], [0, 8])
    >>> bool(abs(continuous_vertices(points).polygon_area - continuous(points).area.sum()) < 1e-6)
    True
    """
    recall, precision = points.recall, points.precision
    if points.positives == 0:
        return JoinedCurve(recall, precision)
    path = _count_path(points)
    root = np.cbrt(np.abs(path.offset) / path.slope / path.slope * path.log_growth**3 / (6 * path.positives))
    wanted = np.maximum(root * np.sqrt(root.sum() / DRAWING_TOLERANCE), path.log_growth)
    pieces = np.maximum(1, np.ceil(wanted)).astype(np.int64)
    segment = np.repeat(np.arange(pieces.size), pieces)
    piece = np.arange(segment.size) - np.repeat(np.cumsum(pieces) - pieces, pieces) + 1
    called = path.called_before[segment] * np.exp(path.log_growth[segment] * piece / pieces[segment])
    reached = (called - path.offset[segment]) / path.slope[segment]
    ends = piece == pieces[segment]  # the measured points themselves, to the bit
    inner_precision = np.divide(reached, called, out=np.zeros(called.shape), where=~ends)
    return JoinedCurve(
        np.append(0.0, np.where(ends, recall[segment], reached / path.positives)),
        np.append(precision[0], np.where(ends, precision[segment], inner_precision)),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _CountPath:
    """The straight line of scaled counts between neighbours; where no positive is gained: slope 1, offset 0."""

    gained: FloatArray  # dTP
    slope: FloatArray  # a, rows called per positive gained
    offset: FloatArray  # b, so that TP + FP = a * TP + b
    called_before: FloatArray  # TP + FP where the segment begins
    log_growth: FloatArray  # ln of the growth of TP + FP; 0 where the precision is constant
    positives: float  # all of them, in the unit of the counts


def _count_path(points: OperatingPoints) -> _CountPath:
    # Scaled by a power of two, which is exact, so that very large and very small weights neither over- nor underflow.
    _, exponent = np.frexp(points.positives + points.negatives)
    true, false = np.ldexp(points.true_positives, -exponent), np.ldexp(points.false_positives, -exponent)
    before_true, before_false = _shifted(true, 0.0), _shifted(false, 0.0)
    gained, lost = true - before_true, false - before_false
    rising = gained > 0
    per_gain = np.divide(lost, gained, out=np.zeros(gained.shape), where=rising)
    offset = np.where(rising, before_false - per_gain * before_true, 0.0)
    called = before_true + before_false
    growth = np.divide(gained + lost, called, out=np.zeros(gained.shape), where=offset != 0)
    positives = float(np.ldexp(points.positives, -exponent))
    return _CountPath(gained, 1 + per_gain, offset, called, np.log1p(growth), positives)


def _level(points: OperatingPoints, height: FloatArray) -> Segments:
    recall = points.recall
    before = _shifted(recall, 0.0)
    return Segments(before, recall, height, height, (recall - before) * height)


def _straight(points: OperatingPoints, *, start: float) -> Segments:
    recall, after = points.recall, points.precision
    recall_before, before = _shifted(recall, 0.0), _shifted(after, start)
    return Segments(recall_before, recall, before, after, (recall - recall_before) * (before + after) / 2)


def _shifted(values: FloatArray, first: float) -> FloatArray:
    return np.append(first, values[:-1])
