"""Tools that take precision at fixed levels of recall: 11, 101, or about a thousand of them.

Levels and recalls are both rounded numbers, and whether 3/10 reaches "0.3" decides which precision is taken. The levels
are therefore computed here exactly as each tool computes them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pr_metrics.points import OperatingPoints
from pr_metrics.tools.tool import Area
from pr_metrics.validation import FloatArray

VOC_LEVELS = np.arange(11, dtype=np.float64) * 0.1  # 0:0.1:1 in Octave; a recall of 3/10 does not reach 3 * 0.1
COCO_LEVELS = np.linspace(0.0, 1.0, 101, dtype=np.float64)
TENTHS = np.arange(11) / 10
PRECREC_STEPS = 1000  # x_bins of precrec's evalmod


def mean_best_precision(points: OperatingPoints, recall_values: FloatArray, levels: FloatArray) -> float:
    """Average the interpolated precision over levels of recall.

    The interpolated precision at a level is the highest precision at or after the first point that reaches the level. A
    level that no point reaches counts as 0.

    Parameters
    ----------
    points : OperatingPoints
        Counts at each threshold, strictest first.
    recall_values : ndarray of shape (n_points,)
        Recall, or number of true positives, at each threshold; never falling.
    levels : ndarray of shape (n_levels,)
        Levels in the unit of `recall_values`.

    Returns
    -------
    float
        Mean interpolated precision, in [0, 1].

    Examples
    --------
    >>> points = OperatingPoints.from_counts([2, 1], [1, 1], [0, 1])
    >>> round(mean_best_precision(points, points.recall, np.array([0.5, 1.0])), 4)
    0.8333
    """
    best = np.append(np.maximum.accumulate(points.precision[::-1])[::-1], 0.0)
    return float(best[np.searchsorted(recall_values, levels, side="left")].mean())


def best_at(levels: FloatArray) -> Area:
    """Make an area: the mean of the interpolated precision at levels of recall."""
    return lambda points: mean_best_precision(points, points.recall, levels)


def trec_11_point_area(points: OperatingPoints, *, offset: float) -> float:
    """Compute the eleven-point average of trec_eval.

    The levels are whole numbers of positives: k tenths of them, for k = 0 ... 10, plus `offset`, rounded down.

    Parameters
    ----------
    points : OperatingPoints
        Counts at each threshold, strictest first.
    offset : float
        Number that is added before rounding down: 0.9 up to trec_eval 9, 0.5 from trec_eval 10 on.

    Returns
    -------
    float
        Mean interpolated precision at the levels, in [0, 1].

    References
    ----------
    .. [1] trec_eval, measure 11pt_avg.

    Examples
    --------
    >>> points = OperatingPoints.from_counts([3, 2, 1], [1, 0, 1], [0, 1, 0])
    >>> round(trec_11_point_area(points, offset=0.9), 4), round(trec_11_point_area(points, offset=0.5), 4)
    (0.8485, 0.9091)
    """
    levels = np.floor(TENTHS * points.positives + offset)
    return mean_best_precision(points, points.true_positives, levels)


def precrec_area(points: OperatingPoints) -> float:
    """Compute the area of precrec, which approximates `continuous` by straight lines.

    The lines connect points on the curve: one for each tied row, spread evenly over the tie, and one at each 0.001 of
    recall. From recall 0 to the first point the curve is flat.

    Parameters
    ----------
    points : OperatingPoints
        Counts at each threshold, strictest first.

    Returns
    -------
    float
        Area under the lines.

    References
    ----------
    .. [1] Saito & Rehmsmeier (2017), doi 10.1093/bioinformatics/btw570.

    Examples
    --------
    >>> round(precrec_area(OperatingPoints.from_counts([2, 1], [1, 1], [0, 1])), 4)
    0.8873
    """
    knot, segment = _precrec_grid(points)
    true, false = points.true_positives, points.false_positives
    before_true, before_false = _shift_right(true)[segment], _shift_right(false)[segment]
    gained, lost = true[segment] - before_true, false[segment] - before_false
    per_gain = np.divide(lost, gained, out=np.zeros(knot.size), where=gained > 0)
    predicted = knot + before_false + per_gain * (knot - before_true)
    flat = points.precision[segment]  # where no row is predicted positive, the precision of the first point
    precision = np.divide(knot, predicted, out=flat, where=predicted > 0)
    area = np.diff(knot) * (precision[1:] + precision[:-1]) / 2
    return float(area[segment[1:] == segment[:-1]].sum() / points.positives)


def _precrec_grid(points: OperatingPoints) -> tuple[FloatArray, NDArray[np.intp]]:
    """Return the true positives of the inner points and the segment of each, in order; segments include both ends."""
    true, rows = points.true_positives, points.true_positives + points.false_positives
    size = np.diff(rows, prepend=0.0).astype(np.intp)
    segment = np.repeat(np.arange(size.size), size + 1)
    place = np.arange(segment.size) - (np.cumsum(size + 1) - (size + 1))[segment]
    spread = _shift_right(true)[segment] + place / size[segment] * np.diff(true, prepend=0.0)[segment]
    grid = np.arange(1, PRECREC_STEPS) / PRECREC_STEPS * points.positives
    of_grid = np.searchsorted(true, grid, side="left")
    # Spread knots never fall, so the grid is inserted in order; at the end of a segment it stays in that segment.
    among = np.minimum(np.searchsorted(spread, grid, side="right"), np.cumsum(size + 1)[of_grid])
    return np.insert(spread, among, grid), np.insert(segment, among, of_grid)


def _shift_right(counts: FloatArray) -> FloatArray:
    return np.append(0.0, counts[:-1])
