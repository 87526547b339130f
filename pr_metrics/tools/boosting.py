"""What the released versions of XGBoost, LightGBM, CatBoost and H2O report as the area of the curve."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pr_metrics.points import OperatingPoints, points_of_rows
from pr_metrics.rows import Rows
from pr_metrics.tolerances import SINGLE_PRECISION
from pr_metrics.tools.single_precision import float32_points, in_float32
from pr_metrics.tools.tool import NAN, RejectedInput, Tool, check_scores, release, scheme_tool, with_scheme

H2O_THRESHOLDS = 400  # hex.AUC2.NBINS
CLOSE = 1e-8  # scores that are closer than this are tied for CatBoost


def float32_weight_points(rows: Rows) -> OperatingPoints:
    """Count operating points at scores in float64, with weights rounded to float32.

    LightGBM and CatBoost do this: labels and weights are kept in single precision, raw scores in double.

    Parameters
    ----------
    rows : Rows
        Labels, scores and weights that have been validated.

    Returns
    -------
    OperatingPoints
        Counts at each distinct score, strictest first.

    Raises
    ------
    RejectedInput
        A weight is 0 or infinite in float32.

    Examples
    --------
    >>> from pr_metrics.rows import validate_rows
    >>> float32_weight_points(validate_rows([1, 0], [0.5, 0.5 + 1e-10])).precision.tolist()
    [0.0, 0.5]
    """
    return points_of_rows(replace(in_float32(rows), score=rows.score))


def close_scores_tied(rows: Rows) -> OperatingPoints:
    """Count operating points after tying each score with its neighbor, if they differ by less than 1e-8.

    CatBoost does this. Ties are passed on: a chain of scores makes one point, even if its ends are far apart.

    Parameters
    ----------
    rows : Rows
        Labels, scores and weights that have been validated.

    Returns
    -------
    OperatingPoints
        Counts at the lowest score of each chain, strictest first.

    Raises
    ------
    RejectedInput
        A weight is 0 or infinite in float32.

    Examples
    --------
    >>> from pr_metrics.rows import validate_rows
    >>> close_scores_tied(validate_rows([1, 0, 1], [0.5, 0.5 + 8e-9, 0.5 + 16e-9])).precision.round(2).tolist()
    [0.67]
    """
    points = float32_weight_points(rows)
    return points.take(np.append(-np.diff(points.threshold) >= CLOSE, True))


def h2o_points(rows: Rows) -> OperatingPoints:
    """Count operating points as H2O does for up to 400 distinct scores.

    With more distinct scores H2O merges close ones as the rows come in, which is not reproduced here.

    Parameters
    ----------
    rows : Rows
        Labels, scores and weights that have been validated.

    Returns
    -------
    OperatingPoints
        Counts at each distinct score, strictest first.

    Raises
    ------
    RejectedInput
        A score is outside [0, 1], which H2O rejects; or there are more than 400 distinct scores, which H2O merges in a
        way that depends on the order of the rows and on how they are distributed over the cluster.

    References
    ----------
    .. [1] H2O 3, hex.AUC2.

    Examples
    --------
    >>> from pr_metrics.rows import validate_rows
    >>> h2o_points(validate_rows([1, 0], [0.5, 0.5])).precision.tolist()
    [0.5]
    """
    check_scores(rows, (rows.score >= 0) & (rows.score <= 1), "be between 0 and 1 for H2O")
    points = points_of_rows(rows)
    if points.threshold.size > H2O_THRESHOLDS:
        raise RejectedInput(
            f"y_score must have at most {H2O_THRESHOLDS} distinct values, beyond which H2O merges them in the order of "
            f"the rows, got {points.threshold.size}",
            "too many distinct scores",
        )
    return points


XGBOOST = scheme_tool(
    "continuous",
    key="xgboost.aucpr",
    name="XGBoost aucpr",
    short="XGBoost",
    version="3.4.1",
    bins="scores and weights are kept in float32",
    takes_weights=True,
    source="XGBoost 3.4.1, parameter eval_metric, value aucpr",
    rank=float32_points,
    resolution="single",
    without_positives=NAN,
    without_negatives="nan",
)
H2O = scheme_tool(
    "continuous",
    key="h2o.aucpr",
    name="H2O pr_auc",
    short="H2O",
    version="3.46.0.12",
    bins="up to 400 distinct scores are kept apart; more are merged, which is not reproduced",
    takes_weights=True,
    source="H2O 3.46.0.12, hex.AUC2",
    rank=h2o_points,
    resolution="bins",
    without_positives=0.0,
)
LIGHTGBM = scheme_tool(
    "step",
    key="lightgbm.average_precision",
    name="LightGBM average_precision",
    short="LightGBM",
    version="4.7.0",
    bins="weights are kept in float32, scores in float64",
    takes_weights=True,
    source="LightGBM 4.7.0, parameter metric, value average_precision",
    rank=float32_weight_points,
    without_positives=1.0,
)
CATBOOST = scheme_tool(
    "linear",
    key="catboost.PRAUC",
    name="CatBoost PRAUC",
    short="CatBoost",
    version="1.2.10",
    bins="scores closer than 1e-8 to the next are tied; weights are kept in float32",
    takes_weights=True,
    source="CatBoost 1.2.10, utils.eval_metric, metric PRAUC",
    rank=close_scores_tied,
    without_positives=None,
)

BEHAVIORS: tuple[tuple[Tool, ...], ...] = (
    (
        release(
            XGBOOST, ("0.72.1", "0.72.1"), "2018-07-08", "https://github.com/dmlc/xgboost/pull/3172",
            without_positives=None, without_negatives="refused",
            tolerance=SINGLE_PRECISION,  # the value is a float32, and six digits of it are printed
        ),
        release(XGBOOST, ("2.0.0", "3.4.1"), "2023-09-12", "https://github.com/dmlc/xgboost/pull/9060"),
    ),
    (release(LIGHTGBM, ("3.1.0", "4.7.0"), "2020-11-16", "https://github.com/lightgbm-org/LightGBM/pull/3347"),),
    (release(CATBOOST, ("0.23.1", "1.2.10"), "2020-05-15", "https://github.com/catboost/catboost/pull/1249"),),
    (
        release(
            with_scheme(H2O, "linear_truncated"), ("3.20.0.4", "3.20.0.4"), "2018-08-01",
            "https://github.com/h2oai/h2o-3/pull/2565", without_positives=NAN,
            takes_weights=False,  # models took them, but make_metrics, which was asked, took none before 3.30.0.2
        ),
        release(H2O, ("3.30.0.1", "3.46.0.12"), "2020-04-03", "https://github.com/h2oai/h2o-3/pull/4433"),
    ),
)  # fmt: skip
