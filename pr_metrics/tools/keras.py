"""Keras' AUC(curve="PR") through its releases: scores at 200 thresholds, first compared one by one, then in bins."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from pr_metrics.points import OperatingPoints
from pr_metrics.rows import Rows
from pr_metrics.tolerances import SINGLE_PRECISION
from pr_metrics.tools.single_precision import Float32Array, count_bins, float32_scores, in_float32, points_of_bins
from pr_metrics.tools.tool import Area, RejectedInput, Tool, check_scores, release, scheme_tool, with_scheme

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
    counts = [count_bins(kept, above, KERAS_THRESHOLDS + 1, kind) for kind in (kept.positive, ~kept.positive)]
    true, false = (np.cumsum(one[::-1])[:KERAS_THRESHOLDS] for one in counts)
    totals = (float(one.sum()) for one in counts)
    return OperatingPoints.from_arrays(
        thresholds[::-1].astype(np.float64), true, false, *totals, weighted=rows.weight is not None
    )


def keras_points(rows: Rows) -> OperatingPoints:
    """Count operating points at the 200 thresholds i / 199 of Keras.

    A row is predicted positive when its score is above the threshold. Scores are clipped to [0, 1]. Bin b holds
    b / 199 < score <= (b + 1) / 199, and a score of 0 is in the first bin. The product of score and 199 is rounded in
    float32, which decides where a score on a border falls.

    Parameters
    ----------
    rows : Rows
        Labels, scores and weights that have been validated.

    Returns
    -------
    OperatingPoints
        Counts at each bin that holds rows, strictest first.

    Raises
    ------
    RejectedInput
        A weight is 0 or infinite in float32, or the sum of the weights is too large for float32.

    References
    ----------
    .. [1] Keras 3, metrics.AUC.

    Examples
    --------
    >>> from pr_metrics.rows import validate_rows
    >>> keras_points(validate_rows([1, 1, 0], [0.9001, 0.9, 7.0])).recall.tolist()
    [0.0, 1.0]
    """
    kept = in_float32(rows)
    total = 0.0 if kept.weight is None else float(kept.weight.sum())
    if total > float(np.finfo(np.float32).max):
        raise RejectedInput(
            f"sample_weight must have a sum that fits float32 for Keras, got {total:.3g}", "weight range"
        )
    score = np.clip(float32_scores(rows), 0, 1)
    bins = np.maximum(np.ceil(score * np.float32(KERAS_THRESHOLDS - 1)) - 1, 0).astype(np.int64)
    return points_of_bins(kept, bins, KERAS_THRESHOLDS - 1)


def check_scores_from_0_to_1(rows: Rows) -> None:
    """Raise an error if a score is outside [0, 1] in float32."""
    score = float32_scores(rows)
    check_scores(rows, (score >= 0) & (score <= 1), "be between 0 and 1 for this version of Keras")


def keras_threshold_points_from_0_to_1(rows: Rows) -> OperatingPoints:
    """Count operating points at the 200 thresholds after a check that all scores are in [0, 1]."""
    check_scores_from_0_to_1(rows)
    return keras_threshold_points(rows)


def keras_points_from_0_to_1(rows: Rows) -> OperatingPoints:
    """Count operating points in the bins of Keras after a check that all scores are in [0, 1]."""
    check_scores_from_0_to_1(rows)
    return keras_points(rows)


def keras_interpolation_area(points: OperatingPoints) -> float:
    """Compute the area of `continuous` from the first point on, with every step rounded to float32.

    If positives are few or have little weight compared with the rows above them, rounding dominates the result, which
    may fall below 0.

    Parameters
    ----------
    points : OperatingPoints
        Counts at each threshold, strictest first.

    Returns
    -------
    float
        Area that Keras reports.

    References
    ----------
    .. [1] Keras 3, metrics.AUC.interpolate_pr_auc.

    Examples
    --------
    >>> points = OperatingPoints.from_counts([2, 1], [0, 1], [100_000, 0])
    >>> round(from_no_row(keras_interpolation_area)(points), 4)
    -0.0014
    """
    with np.errstate(all="ignore"):  # weights may span the range of float32
        true, predicted = _float32_counts(points)
        gained, added = np.diff(true), np.diff(predicted)
        slope = np.where(added > 0, gained / added, np.float32(0))
        intercept = true[:-1] - slope * predicted[:-1]
        ratio = np.where(predicted[:-1] > 0, predicted[1:] / predicted[:-1], np.float32(1))
        return float((slope * (gained + intercept * np.log(ratio)) / np.float32(points.positives)).sum())


def keras_riemann_area(points: OperatingPoints, *, highest: bool) -> float:
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


def from_no_row(area: Area) -> Area:
    """Make an area begin at a threshold at which no row is predicted positive, as all scores are in [0, 1]."""

    def of_points(points: OperatingPoints) -> float:
        threshold = np.append(points.threshold[0] + 1, points.threshold)
        true, false = np.append(0.0, points.true_positives), np.append(0.0, points.false_positives)
        return area(OperatingPoints(threshold, true, false, points.positives, points.negatives))

    return of_points


IN_BINS = "bins of score, (b/199, (b+1)/199], worked out in float32"
AT_THRESHOLDS = "thresholds -1e-7, k/199 and 1 + 1e-7, each compared with every score in float32"
CUT = "scores are cut to [0, 1]"
UNCUT = "scores above 1 are above every threshold, and scores below 0 above none"
REFUSED = "scores outside [0, 1] are refused"

INTERPOLATION = scheme_tool(
    "continuous",
    key="keras.AUC.interpolation",
    name='Keras AUC(curve="PR")',
    short="Keras",
    version="3.15.1",
    bins=f"{IN_BINS}; {CUT}",
    takes_weights=True,
    tolerance=SINGLE_PRECISION,
    source="Keras 3.15.1, metrics.AUC",
    area=from_no_row(keras_interpolation_area),
    rank=keras_points,
    resolution="bins",
    without_positives=0.0,
)
KERAS = "https://github.com/keras-team/keras"
minoring_area = partial(keras_riemann_area, highest=False)
majoring_area = partial(keras_riemann_area, highest=True)


def _summed(method: str, scheme: str, chosen: str, area: Area, **facts: Any) -> Tool:
    """Build AUC with one of its other ways of summing; chosen: which precision counts, in LaTeX."""
    return with_scheme(
        INTERPOLATION,
        scheme,
        key=f"keras.AUC.{method}",
        name=f'Keras AUC(curve="PR", summation_method="{method}")',
        short=f"Keras {method}",
        start="zero",
        formula=rf"\sum_i (R_i - R_{{i-1}})\,{chosen}(P_{{i-1}}, P_i),\quad P_0 = 0",
        area=from_no_row(area),
        **facts,
    )


def _behaviors(newest: Tool, area: Area) -> tuple[Tool, ...]:
    """Return what a way of summing did through the releases, oldest first; area: that from the first threshold on."""
    at_thresholds: dict[str, Any] = {"area": area, "resolution": "thresholds", "start_area": None}
    return (
        release(
            newest, ("2.3.0", "2.3.0"), "2019-09-17", f"{KERAS}/pull/13289",
            rank=keras_threshold_points, bins=f"{AT_THRESHOLDS}; {UNCUT}", **at_thresholds,
        ),
        release(
            newest, ("2.4.0", "2.4.0"), "2020-06-17", f"{KERAS}/pull/14121",
            rank=keras_threshold_points_from_0_to_1, bins=f"{AT_THRESHOLDS}; {REFUSED}", **at_thresholds,
        ),
        release(
            newest, ("2.6.0", "2.6.0"), "2021-08-09", f"{KERAS}/commit/93ac9ec0fd",
            rank=keras_points_from_0_to_1, bins=f"{IN_BINS}; {REFUSED}",
        ),
        release(newest, ("2.10.0", "3.15.1"), "2022-09-02", f"{KERAS}/issues/15715"),
    )  # fmt: skip


BEHAVIORS = (
    _behaviors(INTERPOLATION, keras_interpolation_area),
    _behaviors(_summed("minoring", "lower", r"\min", minoring_area), minoring_area),
    _behaviors(
        _summed("majoring", "upper", r"\max", majoring_area, start_area=lambda _: 0.0),  # max(0, P_1) is P_1
        majoring_area,
    ),
)
