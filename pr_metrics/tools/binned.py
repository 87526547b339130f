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
from pr_metrics.tools.single_precision import Float32Array, float32_scores, in_float32, torchmetrics_scores

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

    >>> from pr_metrics.rows import checked_rows
    >>> keras_points(checked_rows([1, 1, 0], [0.9001, 0.9, 7.0])).recall.tolist()
    [0.0, 1.0]
    """
    score = np.clip(float32_scores(rows), 0, 1)
    bins = np.maximum(np.ceil(score * np.float32(KERAS_BINS)) - 1, 0).astype(np.int64)
    return _points_of_bins(in_float32(rows), bins, KERAS_BINS)


def keras_minoring_area(points: OperatingPoints) -> float:
    """Sum of (R_i - R_{i-1}) * min(P_{i-1}, P_i) with P_0 = 0: the first gain in recall counts nothing.

    >>> from pr_metrics.rows import checked_rows
    >>> keras_minoring_area(keras_points(checked_rows([1, 0], [0.9, 0.1])))
    0.0
    """
    return float(SCHEMES["lower"].segments(points).area[1:].sum())


def torchmetrics_points(rows: Rows, thresholds: int) -> OperatingPoints:
    """Points of evenly spaced thresholds from 0 to 1: a row is called positive when its score >= threshold.

    Source: torchmetrics, functional.classification.binary_average_precision with a whole number of thresholds.

    >>> from pr_metrics.rows import checked_rows
    >>> torchmetrics_points(checked_rows([1, 0, 1], [0.8, 0.76, 0.3]), 5).precision.round(4).tolist()
    [0.5, 0.6667]
    """
    borders = torch_linspace(thresholds)
    bins = np.searchsorted(borders, torchmetrics_scores(rows), side="right") - 1
    return _points_of_bins(rows, bins, thresholds)


def torch_linspace(thresholds: int) -> Float32Array:
    """Evenly spaced float32 numbers from 0 to 1 as torch rounds them: the upper half is counted down from 1.

    >>> torch_linspace(5).tolist()
    [0.0, 0.25, 0.5, 0.75, 1.0]
    """
    step = np.float64(np.float32(1) / np.float32(thresholds - 1))
    index = np.arange(thresholds)
    rising = step * index  # exact in float64, as in the fused multiply-add of torch: rounded once, at the end
    return np.where(index < thresholds // 2, rising, 1 - rising[::-1]).astype(np.float32)


def _points_of_bins(rows: Rows, bins: NDArray[np.int64], n_bins: int) -> OperatingPoints:
    counts = [_counted(rows, bins, n_bins, kind) for kind in (rows.positive, ~rows.positive)]
    return OperatingPoints.from_counts(np.arange(n_bins), *counts)


def _counted(rows: Rows, bins: NDArray[np.int64], n_bins: int, kind: NDArray[np.bool_]) -> FloatArray:
    weight = None if rows.weight is None else rows.weight[kind]
    return np.bincount(bins[kind], weight, minlength=n_bins).astype(np.float64)
