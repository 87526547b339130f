"""Functions that join operating points: from points to segments, or to precision at levels of recall.

Each method of joining makes two choices that the data leave open: which precision belongs to recall 0, where it is 0/0,
and what lies between two measured points. Except `continuous`, which takes logarithms, the functions that return
`Segments` use only arithmetic and comparison, so that they join points in exact fractions as well as in floating point.

The mean over k levels of recall is the area of k columns of width 1/k, and it is drawn as these columns. The height of
a column is the precision of one operating point, the best one among those that reach the level. A level that no point
reaches counts as 0.

If true and false positives grow together in proportion, as they do on average when tied rows come in random order, the
precision between two points follows a curve. `continuous` integrates this curve; `davis_goadrich` evaluates it at whole
numbers of true positives.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from pr_metrics.blocks import map_blocks
from pr_metrics.points import OperatingPoints, check_integer_counts
from pr_metrics.tolerances import LEVEL_ROUNDING, PLOT_TOLERANCE
from pr_metrics.validation import FloatArray, short_repr

IndexArray = NDArray[np.intp]
NO_POINT = -1


@dataclass(frozen=True, slots=True, eq=False)
class Segments:
    """Adjacent segments of a joined curve, starting at recall 0.

    A vertical segment has width 0 and area 0.

    Attributes
    ----------
    point : ndarray of int, shape (n_segments,)
        Index of the operating point at the end of the segment, or whose precision is the height of the segment;
        NO_POINT (-1) if there is none.
    recall_before : ndarray of float, shape (n_segments,)
        Recall at which the segment begins.
    recall_after : ndarray of float, shape (n_segments,)
        Recall at which the segment ends.
    height_before : ndarray of float, shape (n_segments,)
        Precision at which the segment begins.
    height_after : ndarray of float, shape (n_segments,)
        Precision at which the segment ends.
    area : ndarray of float, shape (n_segments,)
        Area under the segment, without unit.

    Examples
    --------
    >>> segments = step(OperatingPoints.from_counts([2, 1], [1, 1], [0, 2]))
    >>> segments.recall_after.tolist(), segments.height_after.tolist(), segments.area.tolist()
    ([0.5, 1.0], [1.0, 0.5], [0.5, 0.25])
    """

    point: IndexArray
    recall_before: FloatArray
    recall_after: FloatArray
    height_before: FloatArray
    height_after: FloatArray
    area: FloatArray

    def __repr__(self) -> str:
        return short_repr(self)


@dataclass(frozen=True, slots=True, eq=False)
class JoinedCurve:
    """Vertices of a joined curve, with recall rising from 0.

    Attributes
    ----------
    recall : ndarray of float, shape (n_vertices,)
        Recall of each vertex, without unit.
    precision : ndarray of float, shape (n_vertices,)
        Precision of each vertex, without unit.
    n_extrapolated : int, default=0
        Number of vertices at the start of the curve whose precision is a convention and not part of the formula of the
        area. In the curve of a `Scheme` it is 1 if the scheme starts at precision 1, or carries the precision of the
        first point back to recall 0; 2 if it leaves out the part before the first point; and 0 if its formula needs no
        precision at recall 0, as in steps. It is also 0 if the first point has recall 0, unless the scheme starts at
        precision 1.

    Examples
    --------
    >>> curve = JoinedCurve(np.array([0.0, 0.5, 1.0]), np.array([1.0, 0.5, 0.5]), n_extrapolated=1)
    >>> curve.polygon_area, curve.extrapolated_area
    (0.625, 0.375)
    """

    recall: FloatArray
    precision: FloatArray
    n_extrapolated: int = 0

    def __repr__(self) -> str:
        return short_repr(self)

    @property
    def polygon_area(self) -> float:
        """Area between the vertices and precision 0, which a chart of the curve can shade.

        Examples
        --------
        >>> JoinedCurve(np.array([0.0, 1.0]), np.array([1.0, 0.5])).polygon_area
        0.75
        """
        return trapezoid_area(self.recall, self.precision)

    @property
    def extrapolated_area(self) -> float:
        """Part of `polygon_area` under the extrapolated start, up to the first measured point.

        Examples
        --------
        >>> JoinedCurve(np.array([0.0, 0.5, 1.0]), np.array([1.0, 0.5, 0.5]), n_extrapolated=1).extrapolated_area
        0.375
        """
        start = slice(0, self.n_extrapolated + 1 if self.n_extrapolated else 0)
        return trapezoid_area(self.recall[start], self.precision[start])


def curve_from_segments(segments: Segments) -> JoinedCurve:
    """Convert segments with straight tops to the vertices of a curve.

    The vertices are both ends of each segment, without repeated vertices.

    Parameters
    ----------
    segments : Segments
        Segments of a joined curve, with arrays of shape (n_segments,).

    Returns
    -------
    JoinedCurve
        Recall and precision of the vertices, arrays of shape (n_vertices,).

    Examples
    --------
    >>> level = np.array([1.0, 0.5])
    >>> pieces = Segments(np.arange(2), np.array([0.0, 0.5]), np.array([0.5, 1.0]), level, level, level / 2)
    >>> curve = curve_from_segments(pieces)
    >>> curve.recall.tolist(), curve.precision.tolist()
    ([0.0, 0.5, 0.5, 1.0], [1.0, 1.0, 0.5, 0.5])
    """
    recall = np.column_stack((segments.recall_before, segments.recall_after)).ravel()
    precision = np.column_stack((segments.height_before, segments.height_after)).ravel()
    new = np.append(True, (np.diff(recall) != 0) | (np.diff(precision) != 0))
    return JoinedCurve(recall[new], precision[new])


def trapezoid_area(x: FloatArray, y: FloatArray) -> float:
    """Compute the area between straight lines and 0.

    Parameters
    ----------
    x : ndarray of shape (n_vertices,)
        Positions of the vertices, rising.
    y : ndarray of shape (n_vertices,)
        Heights of the vertices.

    Returns
    -------
    float
        Area; what lies below 0 counts as negative.

    Examples
    --------
    >>> trapezoid_area(np.array([0.0, 0.5, 1.0]), np.array([1.0, 1.0, 0.0]))
    0.75
    """
    return float((np.diff(x) * (y[1:] + y[:-1]) / 2).sum())


MIN_COUNT = np.finfo(np.float64).tiny / np.finfo(np.float64).eps  # below it a share of a count loses digits


class Points(Protocol):
    """Interface of the points that the functions join: ratios and counts, as floats or as fractions.

    Attributes
    ----------
    recall : ndarray, shape (n_points,)
        Share of the positives that are predicted positive.
    precision : ndarray, shape (n_points,)
        Share of the rows predicted positive that are positive.
    true_positives : ndarray, shape (n_points,)
        Positives with a score of at least the threshold.
    false_positives : ndarray, shape (n_points,)
        Negatives with a score of at least the threshold.
    """

    @property
    def recall(self) -> FloatArray: ...  # noqa: D102
    @property
    def precision(self) -> FloatArray: ...  # noqa: D102
    @property
    def true_positives(self) -> FloatArray: ...  # noqa: D102
    @property
    def false_positives(self) -> FloatArray: ...  # noqa: D102


def step(points: Points) -> Segments:
    """Join points by steps: each gain in recall has the precision at its end.

    The area is the sum over i of (R_i - R_{i-1}) * P_i with R_0 = 0. The undefined precision at recall 0 is not used.

    Parameters
    ----------
    points : Points
        Precision and recall at each threshold, strictest first, as floats or as fractions.

    Returns
    -------
    Segments
        One segment for each point. Arrays of shape (n_segments,); no unit.

    References
    ----------
    .. [1] Manning, Raghavan & Schuetze (2008), Introduction to Information Retrieval, section 8.4.

    Examples
    --------
    >>> points = OperatingPoints.from_counts([4, 3, 2, 1], [1, 0, 1, 0], [0, 1, 0, 1])
    >>> round(float(step(points).area.sum()), 4)
    0.8333
    """
    return _step_segments(points, points.precision)


def step_sum(points: OperatingPoints) -> float:
    """Compute the area of `step` without temporary arrays of the length of the points.

    It saves memory for points in the millions.

    Parameters
    ----------
    points : OperatingPoints
        Counts at each threshold, strictest first.

    Returns
    -------
    float
        Area: no unit, in [0, 1] up to rounding; nan without positives.

    Examples
    --------
    >>> round(step_sum(OperatingPoints.from_counts([4, 3, 2, 1], [1, 0, 1, 0], [0, 1, 0, 1])), 4)
    0.8333
    """
    if points.positives == 0:
        return math.nan
    if points.positives < MIN_COUNT:
        return float(step(points).area.sum())
    true, false = points.counts

    def sum_block(block: slice) -> float:
        precision = (true[block] + false[block]).astype(np.float64, copy=False)  # first: rows predicted positive
        reached = true[block].astype(np.float64)
        np.divide(reached, precision, out=precision)
        precision[0] *= reached[0] - (float(true[block.start - 1]) if block.start else 0.0)
        precision[1:] *= np.diff(reached)
        return float(precision.sum())

    return math.fsum(map_blocks(true.size, sum_block)) / points.positives


def envelope(points: Points) -> Segments:
    """Join points by steps at the interpolated precision: each gain in recall has the best precision from there on.

    The area is the sum over i of (R_i - R_{i-1}) * max over j >= i of P_j, with R_0 = 0.

    Parameters
    ----------
    points : Points
        Precision and recall at each threshold, strictest first, as floats or as fractions.

    Returns
    -------
    Segments
        One segment for each point. Arrays of shape (n_segments,); no unit.

    References
    ----------
    .. [1] Everingham et al. (2010), doi 10.1007/s11263-009-0275-4, as changed for VOC 2010 (all points).

    Examples
    --------
    >>> points = OperatingPoints.from_counts([3, 2, 1], [0, 1, 1], [1, 0, 0])
    >>> envelope(points).height_after.round(4).tolist()
    [0.6667, 0.6667, 0.6667]
    """
    return _step_segments(points, interpolated_precision(points.precision))


def lower(points: Points) -> Segments:
    """Join points by steps at the lower of the two neighboring precisions.

    The area is the sum over i of (R_i - R_{i-1}) * min(P_{i-1}, P_i), with R_0 = 0 and P_0 = P_1. The areas of `lower`
    and `upper` bracket those of `step` and `linear_flat`.

    Parameters
    ----------
    points : Points
        Precision and recall at each threshold, strictest first, as floats or as fractions.

    Returns
    -------
    Segments
        One segment for each point. Arrays of shape (n_segments,); no unit.

    References
    ----------
    .. [1] `minoring` of Keras AUC, which has P_0 = 0.

    Examples
    --------
    >>> points = OperatingPoints.from_counts([4, 3, 2, 1], [1, 0, 1, 0], [0, 1, 0, 1])
    >>> float(lower(points).area.sum())
    0.75
    """
    precision = points.precision
    return _step_segments(points, np.minimum(_shift(precision, precision[0]), precision))


def upper(points: Points) -> Segments:
    """Join points by steps at the higher of the two neighboring precisions.

    The area is the sum over i of (R_i - R_{i-1}) * max(P_{i-1}, P_i), with R_0 = 0 and P_0 = P_1.

    Parameters
    ----------
    points : Points
        Precision and recall at each threshold, strictest first, as floats or as fractions.

    Returns
    -------
    Segments
        One segment for each point. Arrays of shape (n_segments,); no unit.

    References
    ----------
    .. [1] `majoring` of Keras AUC, which has P_0 = 0.

    Examples
    --------
    >>> points = OperatingPoints.from_counts([2, 1], [1, 1], [0, 8])
    >>> float(upper(points).area.sum())
    1.0
    """
    precision = points.precision
    return _step_segments(points, np.maximum(_shift(precision, precision[0]), precision))


def linear(points: Points) -> Segments:
    """Join points by straight lines, starting at recall 0 and precision 1.

    The area is the sum over i of (R_i - R_{i-1}) * (P_{i-1} + P_i) / 2, with R_0 = 0 and P_0 = 1. The start (0, 1) is
    not measured.

    Parameters
    ----------
    points : Points
        Precision and recall at each threshold, strictest first, as floats or as fractions.

    Returns
    -------
    Segments
        One segment for each point. Arrays of shape (n_segments,); no unit.

    References
    ----------
    .. [1] `auc(recall, precision)` of scikit-learn, which gives this area.
    .. [2] Davis & Goadrich (2006), doi 10.1145/1143844.1143874, who criticize it.

    Examples
    --------
    >>> points = OperatingPoints.from_counts([1], [1], [9])
    >>> round(float(linear(points).area.sum()), 4)
    0.55
    """
    return _linear_segments(points, start=1)


def linear_flat(points: Points) -> Segments:
    """Join points by straight lines, with a horizontal line up to the first point.

    The area is that of `linear` with P_0 = P_1.

    Parameters
    ----------
    points : Points
        Precision and recall at each threshold, strictest first, as floats or as fractions.

    Returns
    -------
    Segments
        One segment for each point. Arrays of shape (n_segments,); no unit.

    References
    ----------
    .. [1] `diagnosticSummary` for R.

    Examples
    --------
    >>> points = OperatingPoints.from_counts([1], [1], [9])
    >>> round(float(linear_flat(points).area.sum()), 4)
    0.1
    """
    return _linear_segments(points, start=points.precision[0])


def linear_truncated(points: Points) -> Segments:
    """Join points by straight lines, without any area before the first point.

    The area is the sum over i >= 2 of (R_i - R_{i-1}) * (P_{i-1} + P_i) / 2.

    Parameters
    ----------
    points : Points
        Precision and recall at each threshold, strictest first, as floats or as fractions.

    Returns
    -------
    Segments
        One segment for each point; the first has height 0 and area 0 unless the first point has recall 0. Arrays of
        shape (n_segments,); no unit.

    References
    ----------
    .. [1] `PRAUC` of MLmetrics, and MLeval.

    Examples
    --------
    >>> points = OperatingPoints.from_counts([2, 1], [1, 1], [0, 2])
    >>> float(linear_truncated(points).area.sum())
    0.375
    """
    joined = _linear_segments(points, start=points.precision[0])
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


def interpolated_precision(precision: FloatArray) -> FloatArray:
    """Compute the best precision at this or any lower threshold.

    Parameters
    ----------
    precision : ndarray of float, shape (n_points,)
        Precision at each threshold, strictest first.

    Returns
    -------
    ndarray of float, shape (n_points,)
        Largest precision from each point on, without unit.

    Examples
    --------
    >>> interpolated_precision(np.array([0.2, 0.5, 0.4])).tolist()
    [0.5, 0.5, 0.4]
    """
    best: FloatArray = np.maximum.accumulate(precision[::-1])[::-1]
    return best


def _step_segments(points: Points, height: FloatArray) -> Segments:
    recall = points.recall
    before = _shift(recall, 0)
    return Segments(np.arange(recall.size), before, recall, height, height, (recall - before) * height)


def _linear_segments(points: Points, *, start: float) -> Segments:
    recall, after = points.recall, points.precision
    recall_before, before = _shift(recall, 0), _shift(after, start)
    area = (recall - recall_before) * (before + after) / 2
    return Segments(np.arange(recall.size), recall_before, recall, before, after, area)


def _shift(values: FloatArray, first: float) -> FloatArray:
    return np.append(np.asarray([first], dtype=values.dtype), values[:-1])


def eleven_point(points: Points) -> Segments:
    """Average the best precision at or beyond each of 11 levels of recall.

    The levels are 0, 0.1, ..., 1. The area is the mean over the levels of the largest precision at that recall or
    beyond; a level that no point reaches counts as 0.

    Parameters
    ----------
    points : Points
        Precision and recall at each threshold, strictest first, as floats or as fractions.

    Returns
    -------
    Segments
        One segment for each level, of width 1/11. Arrays of shape (n_segments,); no unit.

    References
    ----------
    .. [1] Everingham et al. (2010), doi 10.1007/s11263-009-0275-4, VOC 2007.

    Examples
    --------
    >>> from pr_metrics import OperatingPoints
    >>> points = OperatingPoints.from_counts([2, 1], [1, 1], [0, 2])
    >>> round(float(eleven_point(points).area.sum()), 4), round((6 * 1 + 5 * 0.5) / 11, 4)
    (0.7727, 0.7727)
    """
    return _level_segments(points, 11)


def hundred_one_point(points: Points) -> Segments:
    """Average the best precision at or beyond each of 101 levels of recall.

    The levels are 0, 0.01, ..., 1. The area is the mean over the levels of the largest precision at that recall or
    beyond; a level that no point reaches counts as 0.

    Parameters
    ----------
    points : Points
        Precision and recall at each threshold, strictest first, as floats or as fractions.

    Returns
    -------
    Segments
        One segment for each level, of width 1/101. Arrays of shape (n_segments,); no unit.

    References
    ----------
    .. [1] Lin et al. (2014), doi 10.1007/978-3-319-10602-1_48. Their evaluation code breaks ties by input order.

    Examples
    --------
    >>> from pr_metrics import OperatingPoints
    >>> points = OperatingPoints.from_counts([2, 1], [1, 1], [0, 2])
    >>> round(float(hundred_one_point(points).area.sum()), 4), round((51 * 1 + 50 * 0.5) / 101, 4)
    (0.7525, 0.7525)
    """
    return _level_segments(points, 101)


def _level_segments(points: Points, levels: int) -> Segments:
    point = indices_at_levels(points.recall, levels)
    one = points.precision[-1] * 0 + 1  # 1 in the type of the points; nan without positives
    one = one + points.recall[-1] * 0
    best = interpolated_precision(points.precision)
    height = np.where(point == NO_POINT, 0, best[point]) * one
    carrier = np.where(point == NO_POINT, NO_POINT, _best_index(points.precision)[point])
    edge = np.arange(levels + 1) * one / levels
    return Segments(carrier, edge[:-1], edge[1:], height, height, height / levels)


def indices_at_levels(recall: FloatArray, levels: int) -> IndexArray:
    """Find the first point at or beyond each level of recall.

    The levels are evenly spaced from 0 to 1. A level that is missed by at most 1e-12 counts as reached.

    Parameters
    ----------
    recall : ndarray of float, shape (n_points,)
        Recall of each point, in rising order.
    levels : int
        Number of levels, at least 2.

    Returns
    -------
    ndarray of int, shape (levels,)
        Index of the point for each level; NO_POINT (-1) where there is none.

    Examples
    --------
    >>> indices_at_levels(np.array([0.2, 0.5]), 11).tolist()
    [0, 0, 0, 1, 1, 1, -1, -1, -1, -1, -1]
    """
    level = np.arange(levels) / (levels - 1)
    first = np.searchsorted(recall.astype(np.float64), level - LEVEL_ROUNDING)
    return np.where(first < recall.size, first, NO_POINT)


def _best_index(precision: FloatArray) -> IndexArray:
    """Return for each point the index of the best precision from there on; of equal ones the first."""
    is_best = precision == interpolated_precision(precision)
    own = np.where(is_best, np.arange(precision.size), precision.size)
    return np.minimum.accumulate(own[::-1])[::-1]


MAX_STEPS = 20_000_000  # steps of one true positive; joining them takes two gigabytes

VERTEX_TOLERANCE = PLOT_TOLERANCE / 2  # the other half allows for the error of the estimate below


def continuous(points: OperatingPoints) -> Segments:
    """Join points by the curve on which TP and FP grow together in proportion.

    Between two points the counts move along a straight line, as random tie-breaking moves them on average. Up to the
    first point the precision is constant.

    Parameters
    ----------
    points : OperatingPoints
        Counts at each threshold, strictest first.

    Returns
    -------
    Segments
        One segment for each point. Arrays of shape (n_segments,); no unit.

    Notes
    -----
    With h = dFP/dTP, a = 1 + h and b = FP_{i-1} - h * TP_{i-1}, the precision at x true positives is x / (a*x + b). The
    area of the segment is [dTP - (b/a) * ln((TP_i + FP_i) / (TP_{i-1} + FP_{i-1}))] / (a * P).

    References
    ----------
    .. [1] Keilwagen, Grosse & Grau (2014), doi 10.1371/journal.pone.0092209.

    Examples
    --------
    >>> points = OperatingPoints.from_counts([2, 1], [1, 1], [0, 8])
    >>> round(float(continuous(points).area.sum()), 4)
    0.6693
    """
    path = _count_path(points)
    area = (path.gain - path.offset / path.slope * path.log_growth) / path.slope
    recall, precision = points.recall, points.precision
    return Segments(
        point=np.arange(recall.size),
        recall_before=np.append(0.0, recall[:-1]),
        recall_after=recall,
        height_before=np.append(precision[0], precision[:-1]),
        height_after=precision,
        area=np.where(path.gain > 0, area, 0.0) / path.positives if points.positives > 0 else recall,
    )


def continuous_vertices(points: OperatingPoints) -> JoinedCurve:
    """Compute vertices of the curve of `continuous`, whose polygon has the right area to 1e-6.

    The curve between two points is not straight, so that inner vertices are added where the polygon would miss too much
    area.

    Parameters
    ----------
    points : OperatingPoints
        Counts at each threshold, strictest first.

    Returns
    -------
    JoinedCurve
        Recall and precision of the vertices, arrays of shape (n_vertices,); no unit.

    Notes
    -----
    A segment is cut into n pieces at points where TP + FP grows by a constant factor. Each piece then misses the same
    area, and together they miss about c / n**2 with c = |b| * L**3 / (6 * a**2 * P), where L is the logarithm of the
    growth of TP + FP over the segment, and a and b are those of `continuous`. The fewest points that keep the sum of
    all misses within the tolerance have n proportional to the cube root of c. The estimate holds if no piece grows by
    more than a factor of e, so that n is at least L.

    Examples
    --------
    >>> points = OperatingPoints.from_counts([2, 1], [1, 1], [0, 8])
    >>> bool(abs(continuous_vertices(points).polygon_area - continuous(points).area.sum()) < 1e-6)
    True
    """
    recall, precision = points.recall, points.precision
    if points.positives == 0:
        return JoinedCurve(recall, precision)
    path = _count_path(points)
    root = np.cbrt(np.abs(path.offset) / path.slope / path.slope * path.log_growth**3 / (6 * path.positives))
    wanted = np.maximum(root * np.sqrt(root.sum() / VERTEX_TOLERANCE), path.log_growth)
    pieces = np.maximum(1, np.ceil(wanted)).astype(np.intp)
    segment, piece = _segment_indices(pieces)
    predicted = path.count_before[segment] * np.exp(path.log_growth[segment] * piece / pieces[segment])
    reached = (predicted - path.offset[segment]) / path.slope[segment]
    ends = piece == pieces[segment]  # exactly the measured points
    inner_precision = np.divide(reached, predicted, out=np.zeros(predicted.shape), where=~ends)
    return JoinedCurve(
        np.append(0.0, np.where(ends, recall[segment], reached / path.positives)),
        np.append(precision[0], np.where(ends, precision[segment], inner_precision)),
    )


def davis_goadrich(points: Points) -> Segments:
    """Join points by straight lines through one inner point for each additional true positive.

    The inner points lie where TP and FP grow together in proportion, at whole numbers of true positives. Up to the
    first point the precision is constant.

    Parameters
    ----------
    points : Points
        Counts, precision and recall at each threshold, strictest first, as floats or as fractions.

    Returns
    -------
    Segments
        One segment up to the first point and one for each further true positive, or for a point that gains none. Arrays
        of shape (n_segments,); no unit.

    Raises
    ------
    ValueError
        If the true positives are not whole numbers, or if there are more than 20 million of them.

    Notes
    -----
    After the first point, the area is the sum over x = TP_1 + 1, ..., TP_m of (1/P) * (p_{x-1} + p_x) / 2. Here
    p_x = x / (x + FP_{i-1} + h * (x - TP_{i-1})) is the precision at x true positives, with h = dFP/dTP as for
    `continuous`.

    References
    ----------
    .. [1] Davis & Goadrich (2006), doi 10.1145/1143844.1143874, section 4.

    Examples
    --------
    >>> points = OperatingPoints.from_counts([2, 1], [1, 2], [0, 8])
    >>> davis_goadrich(points).height_after.round(4).tolist()
    [1.0, 0.3333, 0.2727]
    """
    check_steps(points)
    true, false = points.true_positives, points.false_positives
    true_gain, false_gain = np.diff(true, prepend=0 * true[:1]), np.diff(false, prepend=0 * false[:1])
    pieces = np.maximum(1, true_gain).astype(np.intp)
    pieces[0] = 1  # the first segment is flat, whatever it gains
    segment, piece = _segment_indices(pieces)
    part = piece * (true_gain[segment] / pieces[segment])
    per_gain = false_gain / np.maximum(true_gain, 1)
    reached = (true - true_gain)[segment] + part
    predicted = reached + (false - false_gain)[segment] + per_gain[segment] * part
    ends = piece == pieces[segment]
    recall, precision = points.recall, points.precision
    scored_positives = true[-1] if true[-1] > 0 else 1  # without positives every recall is nan anyway
    recall_after = np.where(ends, recall[segment], reached / scored_positives * recall[-1])
    height_after = np.where(ends, precision[segment], reached / np.where(ends, 1, predicted))
    recall_before = np.append(0 * recall[:1], recall_after[:-1])
    height_before = np.append(precision[:1], height_after[:-1])
    area = (recall_after - recall_before) * (height_before + height_after) / 2
    return Segments(segment, recall_before, recall_after, height_before, height_after, area)


def check_steps(points: Points) -> None:
    """Check that `davis_goadrich` can join the points by one step for each true positive.

    Parameters
    ----------
    points : Points
        Counts, precision and recall at each threshold, strictest first, as floats or as fractions.

    Raises
    ------
    ValueError
        If the true positives are not whole numbers, or if there are more than 20 million of them.

    Examples
    --------
    >>> check_steps(OperatingPoints.from_counts([1], [2], [8]))
    """
    check_integer_counts("davis_goadrich", "true_positives", points.true_positives)
    steps = int(points.true_positives[-1])
    if steps > MAX_STEPS:
        raise ValueError(f"davis_goadrich takes one step a true positive, at most {MAX_STEPS}, got {steps}")


def _segment_indices(sizes: IndexArray) -> tuple[IndexArray, IndexArray]:
    """Return for each piece the index of its segment, and its number in the segment, from 1."""
    segment = np.repeat(np.arange(sizes.size), sizes)
    return segment, np.arange(segment.size) - np.repeat(np.cumsum(sizes) - sizes, sizes) + 1


@dataclass(frozen=True, slots=True, eq=False)
class _CountPath:
    """Straight lines between the scaled counts of neighboring points; slope 1 and offset 0 if no positive is gained."""

    gain: FloatArray  # dTP
    slope: FloatArray  # a, rows predicted per positive gained
    offset: FloatArray  # b, so that TP + FP = a * TP + b
    count_before: FloatArray  # TP + FP where the segment begins
    log_growth: FloatArray  # ln of the growth of TP + FP; 0 where the precision is constant
    positives: float  # number of all positives, scaled like the counts


def _count_path(points: OperatingPoints) -> _CountPath:
    # Scaled by a power of two, which is exact, so that very large and very small weights neither over- nor underflow.
    _, exponent = np.frexp(points.positives + points.negatives)
    true, false = np.ldexp(points.true_positives, -exponent), np.ldexp(points.false_positives, -exponent)
    before_true, before_false = np.append(0.0, true[:-1]), np.append(0.0, false[:-1])
    true_gain, false_gain = true - before_true, false - before_false
    rising = true_gain > 0
    per_gain = np.divide(false_gain, true_gain, out=np.zeros(true_gain.shape), where=rising)
    offset = np.where(rising, before_false - per_gain * before_true, 0.0)
    predicted = before_true + before_false
    growth = np.divide(true_gain + false_gain, predicted, out=np.zeros(true_gain.shape), where=offset != 0)
    positives = float(np.ldexp(points.positives, -exponent))
    return _CountPath(true_gain, 1 + per_gain, offset, predicted, np.log1p(growth), positives)
