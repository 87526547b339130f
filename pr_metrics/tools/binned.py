"""Tools that look at a limited set of thresholds between 0 and 1: scores in the same bin become one threshold.

The bins decide which rows are tied; what is joined afterwards is a scheme like any other.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pr_metrics.inputs import FloatArray
from pr_metrics.points import OperatingPoints, points_of
from pr_metrics.rows import Rows
from pr_metrics.schemes import SCHEMES
from pr_metrics.tools.refusal import Refusal
from pr_metrics.tools.single_precision import Float32Array, float32_scores, in_float32

H2O_THRESHOLDS = 400  # hex.AUC2.NBINS
KERAS_BINS = 199  # between the 200 thresholds that AUC has unless told otherwise


def h2o_points(rows: Rows) -> OperatingPoints:
    """Points of H2O, which keeps up to 400 scores apart; beyond, it merges close ones as the rows come in.

    Source: H2O 3, hex.AUC2.

    Raises
    ------
    Refusal: a score outside [0, 1], which H2O refuses; more than 400 distinct scores, which it merges in a way that
        depends on the order of the rows and on how they are spread over the cluster.

    >>> from pr_metrics.rows import checked_rows
    >>> h2o_points(checked_rows([1, 0], [0.5, 0.5])).precision.tolist()
    [0.5]
    """
    outside = (rows.score < 0) | (rows.score > 1)
    if outside.any():
        position = int(np.flatnonzero(outside)[0])
        raise Refusal(
            f"y_score must be between 0 and 1 for H2O, got {rows.score[position]} at position {position}", "score range"
        )
    points = points_of(rows)
    if points.threshold.size > H2O_THRESHOLDS:
        raise Refusal(
            f"y_score must have at most {H2O_THRESHOLDS} distinct values, beyond which H2O merges them in the order of "
            f"the rows, got {points.threshold.size}",
            "too many distinct scores",
        )
    return points


def keras_points(rows: Rows) -> OperatingPoints:
    """Points of Keras' 200 thresholds i / 199: a row is called positive when its score is above the threshold.

    Scores are cut to [0, 1]; bin b holds b / 199 < score <= (b + 1) / 199, and 0 is in the first.
    The product is rounded in float32, which decides where a score on a border falls.
    Source: Keras 3, metrics.AUC.

    Raises
    ------
    Refusal: a weight, or a sum of weights, that is 0 or infinite in float32.

    >>> from pr_metrics.rows import checked_rows
    >>> keras_points(checked_rows([1, 1, 0], [0.9001, 0.9, 7.0])).recall.tolist()
    [0.0, 1.0]
    """
    kept = in_float32(rows)
    total = 0.0 if kept.weight is None else float(kept.weight.sum())
    if total > float(np.finfo(np.float32).max):
        raise Refusal(f"sample_weight must have a sum that fits float32 for Keras, got {total:.3g}", "weight range")
    score = np.clip(float32_scores(rows), 0, 1)
    bins = np.maximum(np.ceil(score * np.float32(KERAS_BINS)) - 1, 0).astype(np.int64)
    return points_of_bins(kept, bins, KERAS_BINS)


def keras_interpolation_area(points: OperatingPoints) -> float:
    """The area of `continuous` with every step rounded to float32, as Keras works it out.

    Where positives are few or light beside the rows above them, the rounding is much of the number, which may fall
    below 0. Source: Keras 3, metrics.AUC.interpolate_pr_auc.

    >>> points = OperatingPoints.from_counts([2, 1], [0, 1], [100_000, 0])
    >>> round(keras_interpolation_area(points), 4), round(SCHEMES["continuous"].area(points), 4)
    (-0.0014, 0.0)
    """
    with np.errstate(all="ignore"):  # weights may be as far apart as float32 has numbers
        true = _float32(points.true_positives)
        called = true + _float32(points.false_positives)
        gained, added = np.diff(true), np.diff(called)
        slope = np.where(added > 0, gained / added, np.float32(0))
        ratio = np.where(called[:-1] > 0, called[1:] / called[:-1], np.float32(1))
        intercept = true[:-1] - slope * called[:-1]
        return float((slope * (gained + intercept * np.log(ratio)) / true[-1]).sum())


def keras_minoring_area(points: OperatingPoints) -> float:
    """Sum of (R_i - R_{i-1}) * min(P_{i-1}, P_i) with P_0 = 0: the first gain in recall counts nothing.

    >>> from pr_metrics.rows import checked_rows
    >>> keras_minoring_area(keras_points(checked_rows([1, 0], [0.9, 0.1])))
    0.0
    """
    return float(SCHEMES["lower"].segments(points).area[1:].sum())


def points_of_bins(rows: Rows, bins: NDArray[np.int64], n_bins: int) -> OperatingPoints:
    """Points of bins that are numbered from 0, the lowest scores first; weights are added up in float32.

    >>> from pr_metrics.rows import checked_rows
    >>> points_of_bins(checked_rows([1, 0], [0.9, 0.1]), np.array([1, 0]), 2).recall.tolist()
    [1.0, 1.0]
    """
    counts = [_counted(rows, bins, n_bins, kind) for kind in (rows.positive, ~rows.positive)]
    return OperatingPoints.from_counts(np.arange(n_bins), *counts)


def _counted(rows: Rows, bins: NDArray[np.int64], n_bins: int, kind: NDArray[np.bool_]) -> FloatArray:
    if rows.weight is None:
        return np.bincount(bins[kind], minlength=n_bins).astype(np.float64)
    sums = np.zeros(n_bins, np.float32)
    np.add.at(sums, bins[kind], rows.weight[kind].astype(np.float32))  # row by row, as torch does
    return sums.astype(np.float64)


def _float32(counts: FloatArray) -> Float32Array:
    """Counts at recall 0 and at each point."""
    return np.append(0.0, counts).astype(np.float32)
