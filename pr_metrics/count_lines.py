"""Ways of joining on which the counts, not the ratios, lie on straight lines between two points.

Where true and false positives grow together in proportion, as they do on average when tied rows come in random order,
precision follows a curve. `continuous` integrates it; `davis_goadrich` takes it at whole numbers of true positives.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pr_metrics.inputs import FloatArray
from pr_metrics.interpolate import Points
from pr_metrics.points import OperatingPoints
from pr_metrics.segments import IndexArray, JoinedCurve, Segments
from pr_metrics.tolerances import DRAWN_AREA
from pr_metrics.whole_rows import refuse_parts_of_rows

MOST_STEPS = 20_000_000  # of one true positive; two gigabytes while they are joined

DRAWING_TOLERANCE = DRAWN_AREA / 2  # the other half is for what the estimate below leaves out


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
        point=np.arange(recall.size),
        recall_before=np.append(0.0, recall[:-1]),
        recall_after=recall,
        height_before=np.append(precision[0], precision[:-1]),
        height_after=precision,
        area=np.where(path.gained > 0, area, 0.0) / path.positives if points.positives > 0 else recall,
    )


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
    pieces = np.maximum(1, np.ceil(wanted)).astype(np.intp)
    segment, piece = _numbered(pieces)
    called = path.called_before[segment] * np.exp(path.log_growth[segment] * piece / pieces[segment])
    reached = (called - path.offset[segment]) / path.slope[segment]
    ends = piece == pieces[segment]  # the measured points themselves, to the bit
    inner_precision = np.divide(reached, called, out=np.zeros(called.shape), where=~ends)
    return JoinedCurve(
        np.append(0.0, np.where(ends, recall[segment], reached / path.positives)),
        np.append(precision[0], np.where(ends, precision[segment], inner_precision)),
    )


def davis_goadrich(points: Points) -> Segments:
    """Join by straight lines through one inner point for each whole number of true positives on the line of counts.

    The sum of (1/P) * (p_{x-1} + p_x) / 2 over x = TP_1 + 1, ..., TP_m, with p_x = x / (x + FP_{i-1} + h * (x -
    TP_{i-1})) as for `continuous`; flat up to the first point. Source: Davis & Goadrich (2006), section 4.

    Raises
    ------
    ValueError: true positives that are not whole numbers, or more than 20 million of them.

    >>> points = OperatingPoints.from_counts([2, 1], [1, 2], [0, 8])
    >>> davis_goadrich(points).height_after.round(4).tolist()
    [1.0, 0.3333, 0.2727]
    """
    check_steps(points)
    true, false = points.true_positives, points.false_positives
    gained, lost = np.diff(true, prepend=0 * true[:1]), np.diff(false, prepend=0 * false[:1])
    pieces = np.maximum(1, gained).astype(np.intp)
    pieces[0] = 1  # flat, whatever it gains
    segment, piece = _numbered(pieces)
    part = piece * (gained[segment] / pieces[segment])
    per_gain = lost / np.maximum(gained, 1)
    reached = (true - gained)[segment] + part
    called = reached + (false - lost)[segment] + per_gain[segment] * part
    ends = piece == pieces[segment]
    recall, precision = points.recall, points.precision
    all_scored = true[-1] if true[-1] > 0 else 1  # without positives every recall is nan as it is
    recall_after = np.where(ends, recall[segment], reached / all_scored * recall[-1])
    height_after = np.where(ends, precision[segment], reached / np.where(ends, 1, called))
    recall_before = np.append(0 * recall[:1], recall_after[:-1])
    height_before = np.append(precision[:1], height_after[:-1])
    area = (recall_after - recall_before) * (height_before + height_after) / 2
    return Segments(segment, recall_before, recall_after, height_before, height_after, area)


def check_steps(points: Points) -> None:
    """Refuse points between which `davis_goadrich` cannot take one step a true positive.

    Raises
    ------
    ValueError: true positives that are not whole numbers, or more than 20 million of them.

    >>> check_steps(OperatingPoints.from_counts([1], [2], [8]))
    """
    refuse_parts_of_rows("davis_goadrich", "true_positives", points.true_positives)
    steps = int(points.true_positives[-1])
    if steps > MOST_STEPS:
        raise ValueError(f"davis_goadrich takes one step a true positive, at most {MOST_STEPS}, got {steps}")


def _numbered(pieces: IndexArray) -> tuple[IndexArray, IndexArray]:
    """For each piece of all segments in turn: which segment it is of, and its number there, from 1."""
    segment = np.repeat(np.arange(pieces.size), pieces)
    return segment, np.arange(segment.size) - np.repeat(np.cumsum(pieces) - pieces, pieces) + 1


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
    before_true, before_false = np.append(0.0, true[:-1]), np.append(0.0, false[:-1])
    gained, lost = true - before_true, false - before_false
    rising = gained > 0
    per_gain = np.divide(lost, gained, out=np.zeros(gained.shape), where=rising)
    offset = np.where(rising, before_false - per_gain * before_true, 0.0)
    called = before_true + before_false
    growth = np.divide(gained + lost, called, out=np.zeros(gained.shape), where=offset != 0)
    positives = float(np.ldexp(points.positives, -exponent))
    return _CountPath(gained, 1 + per_gain, offset, called, np.log1p(growth), positives)
