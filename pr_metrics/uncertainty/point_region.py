"""Where recall and precision of one threshold truly may lie: a region, since they vary together."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from pr_metrics.given_points import of_points
from pr_metrics.inputs import FloatArray, inner_fraction, whole_number
from pr_metrics.one_line import one_line
from pr_metrics.points import OperatingPoints
from pr_metrics.whole_rows import check_rows

DIRECTIONS = 720  # from the middle to the border
HALVINGS = 60  # of what is left on the way to it: to the last bits
INWARDS = 0.5  # of what the likelihood ratio allows, that the middle lies off the estimate where a count is 0


@dataclass(frozen=True, slots=True, eq=False)
class PointRegion:
    """The border of a region, closed: the last vertex is the first again. Arrays have shape (n_vertices,)."""

    recall: FloatArray
    precision: FloatArray
    level: float

    def __repr__(self) -> str:
        return one_line(self)


@of_points
def point_region(points: OperatingPoints, index: int, *, level: float = 0.95) -> PointRegion:
    """Border of all recalls r and precisions p that the counts of one point do not contradict.

    2 * (TP ln(TP / (m q_1)) + FP ln(FP / (m q_2)) + FN ln(FN / (m q_3))) <= -2 ln(1 - level), the likelihood ratio of
    the three counts with sum m, whose chances q = (1, (1 - p) / p, (1 - r) / r) / c follow from r and p; c makes their
    sum 1. True negatives cancel, so it serves where nobody counts them. Without false alarms the region reaches
    precision 1, without misses recall 1. Recall and precision in [0, 1]; nan without positives.
    index: of the point, from the strictest. level: strictly between 0 and 1.
    Source: Wilks (1938), doi 10.1214/aoms/1177732360; for this pair Urlus et al. (2023), PMLR 206.

    Raises
    ------
    ValueError: weights that are not whole numbers of rows; moved points; no point of that index; a level not between 0
        and 1.

    >>> region = point_region(OperatingPoints.from_counts([0.5, 0.1], [8, 2], [2, 88]), 0)
    >>> [round(float(one), 2) for one in (region.recall.min(), region.recall.max(), region.precision.min())]
    [0.42, 0.98, 0.42]
    """
    check_rows("point_region", points)
    share, at = inner_fraction("level", level), whole_number("index", index)
    if at >= points.threshold.size:
        raise ValueError(f"index must be below the {points.threshold.size} points, got {at}")
    if points.positives == 0:
        nothing = np.full(DIRECTIONS + 1, np.nan)
        return PointRegion(nothing, nothing, share)
    hits, alarms = float(points.true_positives[at]), float(points.false_positives[at])
    chances = _border(np.array([hits, alarms, points.positives - hits]), -2 * math.log1p(-share))
    return PointRegion(chances[0] / (chances[0] + chances[2]), chances[0] / (chances[0] + chances[1]), share)


def _border(counts: FloatArray, most: float) -> FloatArray:
    """Chances of the three counts where the likelihood ratio is `most`, or a chance is 0: shape (3, n_vertices).

    The region is convex in them, so every ray from its middle leaves it once.
    """
    total = counts.sum()
    off = -math.expm1(-INWARDS * most / (2 * total))
    middle = (1 - off) * counts / total + off / 3
    rays = _rays(middle)
    inside, outside = np.zeros(rays.shape[1]), _to_the_edge(middle, rays)
    for _ in range(HALVINGS):
        half = (inside + outside) / 2
        is_in = _ratio(counts, middle[:, None] + half * rays) <= most
        inside, outside = np.where(is_in, half, inside), np.where(is_in, outside, half)
    return np.asarray(np.clip(middle[:, None] + outside * rays, 0, 1))


def _rays(middle: FloatArray) -> FloatArray:
    """Directions in the plane of chances with sum 1, as many to each side as these vary: shape (3, n_vertices)."""
    angle = np.linspace(0, 2 * np.pi, DIRECTIONS + 1)
    spread = np.linalg.cholesky(np.diag(middle[:2]) - np.outer(middle[:2], middle[:2]))
    first, second = spread @ np.array([np.cos(angle), np.sin(angle)])
    return np.array([first, second, -first - second])


def _to_the_edge(middle: FloatArray, rays: FloatArray) -> FloatArray:
    """How far along each ray the first chance becomes 0."""
    with np.errstate(divide="ignore"):
        return np.asarray(np.where(rays < 0, -middle[:, None] / rays, np.inf).min(axis=0))


def _ratio(counts: FloatArray, chances: FloatArray) -> FloatArray:
    """Twice the log of how much likelier the counts are with their own shares than with these chances."""
    total = counts.sum()
    with np.errstate(divide="ignore"):
        each = [count * np.log(count / total / chance) for count, chance in zip(counts, chances, strict=True) if count]
    return np.asarray(2 * sum(each))
