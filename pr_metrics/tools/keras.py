"""Keras' AUC(curve="PR") through its releases: scores at 200 thresholds, first compared one by one, then in bins."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pr_metrics.points import OperatingPoints
from pr_metrics.rows import Rows
from pr_metrics.tolerances import SINGLE_PRECISION
from pr_metrics.tools.binned import keras_interpolation_area, keras_minoring_area, keras_points
from pr_metrics.tools.single_precision import Float32Array, float32_scores, in_float32
from pr_metrics.tools.tool import Area, RejectedInput, Tool, scheme_tool
from pr_metrics.validation import BoolArray, FloatArray

KERAS_THRESHOLDS = 200  # of AUC by default
KERAS_EPSILON = 1e-7  # how far the first and the last threshold lie outside [0, 1]


def keras_threshold_points(rows: Rows) -> OperatingPoints:
    """Count operating points at the thresholds -1e-7, k/199 and 1 + 1e-7, each compared with every score in float32.

    A row is predicted positive when its score is above the threshold. Every threshold is a point, because the area
    begins at the strictest: rows above it are in every point, and rows at or below -1e-7 in none.

    Parameters
    ----------
    rows : Rows
        Labels, scores and weights that have been validated.

    Returns
    -------
    OperatingPoints
        Counts at each of the 200 thresholds, strictest first.

    Examples
    --------
    >>> from pr_metrics.rows import validate_rows
    >>> keras_threshold_points(validate_rows([1, 0], [0.5, 1.5])).false_positives[[0, -1]].tolist()
    [1.0, 1.0]
    """
    kept = in_float32(rows)
    inner = np.arange(KERAS_THRESHOLDS, dtype=np.float64) / (KERAS_THRESHOLDS - 1)
    inner[0], inner[-1] = -KERAS_EPSILON, 1 + KERAS_EPSILON
    thresholds = inner.astype(np.float32)
    above = np.searchsorted(thresholds, float32_scores(rows), side="left")  # how many thresholds are below the score
    counts = [_sums(kept, above, kind) for kind in (kept.positive, ~kept.positive)]
    true, false = (np.cumsum(one[::-1])[:KERAS_THRESHOLDS] for one in counts)
    totals = (float(one.sum()) for one in counts)
    return OperatingPoints.from_arrays(
        thresholds[::-1].astype(np.float64), true, false, *totals, weighted=rows.weight is not None
    )


def _sums(rows: Rows, place: NDArray[np.intp], kind: BoolArray) -> FloatArray:
    """Add up the weights of the rows of a kind at each place, row by row in float32."""
    if rows.weight is None:
        return np.bincount(place[kind], minlength=KERAS_THRESHOLDS + 1).astype(np.float64)
    sums = np.zeros(KERAS_THRESHOLDS + 1, np.float32)
    np.add.at(sums, place[kind], rows.weight[kind].astype(np.float32))
    return sums.astype(np.float64)


def scores_from_0_to_1(rows: Rows) -> None:
    """Raise an error if a score is outside [0, 1]."""
    score = float32_scores(rows)
    outside = np.flatnonzero((score < 0) | (score > 1))
    if outside.size:
        place = int(outside[0])
        raise RejectedInput(
            f"y_score must be between 0 and 1 for this version of Keras, got {rows.score[place]} at position {place}",
            "score range",
        )


def keras_threshold_points_from_0_to_1(rows: Rows) -> OperatingPoints:
    """Count operating points at the 200 thresholds after a check that all scores are in [0, 1]."""
    scores_from_0_to_1(rows)
    return keras_threshold_points(rows)


def keras_points_from_0_to_1(rows: Rows) -> OperatingPoints:
    """Count operating points in the bins of Keras after a check that all scores are in [0, 1]."""
    scores_from_0_to_1(rows)
    return keras_points(rows)


def threshold_interpolation_area(points: OperatingPoints) -> float:
    """Compute the area of `continuous` in float32 from the first point on.

    Parameters
    ----------
    points : OperatingPoints
        Counts at each threshold, strictest first.

    Returns
    -------
    float
        Area that Keras reports.
    """
    with np.errstate(all="ignore"):
        true, predicted = _float32_counts(points)
        gained, added = np.diff(true), np.diff(predicted)
        slope = np.where(added > 0, gained / added, np.float32(0))
        intercept = true[:-1] - slope * predicted[:-1]
        both = (predicted[:-1] > 0) & (predicted[1:] > 0)
        ratio = np.where(both, predicted[1:] / predicted[:-1], np.float32(1))
        return float((slope * (gained + intercept * np.log(ratio)) / np.float32(points.positives)).sum())


def threshold_riemann_area(points: OperatingPoints, *, highest: bool) -> float:
    """Compute the sum of gains in recall times the lower or the higher precision at both ends, from the first point on.

    Precision is 0 where no row is predicted positive.

    Parameters
    ----------
    points : OperatingPoints
        Counts at each threshold, strictest first.
    highest : bool
        Whether the higher precision counts.

    Returns
    -------
    float
        Area that Keras reports.
    """
    with np.errstate(all="ignore"):
        true, predicted = _float32_counts(points)
        precision = np.where(predicted > 0, true / predicted, np.float32(0))
        recall = true / np.float32(points.positives)
        heights = (np.maximum if highest else np.minimum)(precision[1:], precision[:-1])
        return float((np.diff(recall) * heights).sum())


def _float32_counts(points: OperatingPoints) -> tuple[Float32Array, Float32Array]:
    """Return true positives and rows predicted positive at each threshold in float32."""
    true = points.true_positives.astype(np.float32)
    return true, true + points.false_positives.astype(np.float32)


KERAS_BINS = "bins of score, (b/199, (b+1)/199], worked out in float32; scores are cut to [0, 1]"
AT_THRESHOLDS = "thresholds -1e-7, k/199 and 1 + 1e-7, each compared with every score in float32"
UNCUT = "scores above 1 are above every threshold, and scores below 0 above none"
REFUSED = "scores outside [0, 1] are refused"

INTERPOLATION = scheme_tool(
    key="keras.AUC.interpolation",
    name='Keras AUC(curve="PR")',
    short="Keras",
    version="3.15.1",
    scheme="continuous",
    bins=KERAS_BINS,
    takes_weights=True,
    tolerance=SINGLE_PRECISION,
    source="Keras 3.15.1, metrics.AUC",
    area=keras_interpolation_area,
    rank=keras_points,
    resolution="bins",
    without_positives=0.0,
)
MINORING = scheme_tool(
    key="keras.AUC.minoring",
    name='Keras AUC(curve="PR", summation_method="minoring")',
    short="Keras minoring",
    version="3.15.1",
    scheme="lower",
    start="zero",
    bins=KERAS_BINS,
    formula=r"\sum_i (R_i - R_{i-1})\,\min(P_{i-1}, P_i),\quad P_0 = 0",
    takes_weights=True,
    tolerance=SINGLE_PRECISION,
    source="Keras 3.15.1, metrics.AUC",
    area=keras_minoring_area,
    rank=keras_points,
    resolution="bins",
    without_positives=0.0,
)
MAJORING = scheme_tool(
    key="keras.AUC.majoring",
    name='Keras AUC(curve="PR", summation_method="majoring")',
    short="Keras majoring",
    version="3.15.1",
    scheme="upper",
    start="zero",
    bins=KERAS_BINS,
    formula=r"\sum_i (R_i - R_{i-1})\,\max(P_{i-1}, P_i),\quad P_0 = 0",
    takes_weights=True,
    tolerance=SINGLE_PRECISION,
    source="Keras 3.15.1, metrics.AUC",
    rank=keras_points,  # max(0, P_1) is P_1, as with P_0 = P_1
    resolution="bins",
    without_positives=0.0,
)
AREAS: tuple[tuple[Tool, Area], ...] = (
    (INTERPOLATION, threshold_interpolation_area),
    (MINORING, partial(threshold_riemann_area, highest=False)),
    (MAJORING, partial(threshold_riemann_area, highest=True)),
)


def _behaviors(newest: Tool, area: Area) -> tuple[Tool, ...]:
    """Return what a way of summing did through the releases, oldest first."""

    def release(version: str, since: str, day: str, address: str, **changed: Any) -> Tool:
        source = f"Keras {version}, metrics.AUC"
        return replace(newest, version=version, source=source, since=since, released=day, address=address, **changed)

    at_thresholds: dict[str, Any] = {"area": area, "resolution": "thresholds"}
    return (
        release(
            "2.3.0", "2.3.0", "2019-09-17", "https://github.com/keras-team/keras/pull/13289",
            rank=keras_threshold_points, bins=f"{AT_THRESHOLDS}; {UNCUT}", **at_thresholds,
        ),
        release(
            "2.4.0", "2.4.0", "2020-06-17", "https://github.com/keras-team/keras/pull/14121",
            rank=keras_threshold_points_from_0_to_1, bins=f"{AT_THRESHOLDS}; {REFUSED}", **at_thresholds,
        ),
        release(
            "2.6.0", "2.6.0", "2021-08-09", "https://github.com/keras-team/keras/commit/93ac9ec0fd",
            rank=keras_points_from_0_to_1, bins=KERAS_BINS.replace("scores are cut to [0, 1]", REFUSED),
        ),
        release("3.15.1", "2.10.0", "2022-09-02", "https://github.com/keras-team/keras/issues/15715"),
    )  # fmt: skip


BEHAVIORS = tuple(_behaviors(newest, area) for newest, area in AREAS)
