"""What Spark and burn report, through their releases."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pr_metrics.points import OperatingPoints, points_of_rows
from pr_metrics.rows import Rows
from pr_metrics.tolerances import SINGLE_PRECISION
from pr_metrics.tools.detection import unsorted_ties
from pr_metrics.tools.tool import Tool, scheme_tool

SPARK_BINS = 1000  # numBins of BinaryClassificationEvaluator by default, from 3.0.0 on


def spark_points(rows: Rows, bins: int = SPARK_BINS) -> OperatingPoints:
    """Count operating points as Spark does: of more than twice as many distinct scores as bins, groups make one point.

    The groups have the same number of consecutive distinct scores, the number of scores divided by that of bins and
    rounded down; the last group may have fewer. This is what Spark does in one partition.

    Parameters
    ----------
    rows : Rows
        Labels, scores and weights that have been validated.
    bins : int, default 1000
        Number of bins.

    Returns
    -------
    OperatingPoints
        Counts at each group, strictest first.

    Examples
    --------
    >>> from pr_metrics.rows import validate_rows
    >>> spark_points(validate_rows([1, 0, 1, 0, 1], [5, 4, 3, 2, 1]), 2).true_positives.tolist()
    [1.0, 2.0, 3.0]
    """
    points = points_of_rows(rows)
    size = points.threshold.size // bins
    if size < 2:
        return points
    last = np.append(np.arange(size - 1, points.threshold.size - 1, size), points.threshold.size - 1)
    return points.take(np.unique(last))


def _spark(version: str, scheme: str) -> Tool:
    return scheme_tool(
        scheme,
        key="spark.areaUnderPR",
        name="Spark MLlib areaUnderPR",
        short="Spark areaUnderPR",
        version=version,
        source=f"Spark {version}, ml.evaluation.BinaryClassificationEvaluator",
        without_positives=0.0,
    )


SPARK = replace(
    _spark("4.3.0", "linear_flat"),
    rank=spark_points,
    bins="from 2000 distinct scores on, groups of consecutive scores make one point, about 1000 in all (numBins)",
    resolution="bins",
    takes_weights=True,
)
BURN = scheme_tool(
    "step",
    key="burn.AucPrMetric",
    name="burn AucPrMetric",
    short="burn",
    version="0.22.0-pre.2",
    ties="no fixed order",
    bins="scores are kept in float32; equal ones are ordered by a sort that is not stable",
    tolerance=SINGLE_PRECISION,
    source="burn-train 0.22.0-pre.2, metric AucPrMetric",
    rank=unsorted_ties,
    resolution="single",
    without_positives=0.5,
)

BEHAVIORS: tuple[tuple[Tool, ...], ...] = (
    (
        replace(
            _spark("2.2.3", "linear"),
            since="2.1.2",
            released="2017-10-25",
            address="https://github.com/apache/spark/pull/364",
        ),
        replace(
            _spark("2.4.8", "linear_flat"),
            since="2.3.0",
            released="2018-02-28",
            address="https://github.com/apache/spark/pull/19038",
        ),
        replace(SPARK, since="3.0.0", released="2020-06-16", address="https://github.com/apache/spark/pull/25940"),
    ),
    (
        replace(
            BURN,
            since="0.22.0-pre.2",
            released="2026-08-10",
            obtained="reading",
            address="https://github.com/tracel-ai/burn/pull/4963",
        ),
    ),
)
