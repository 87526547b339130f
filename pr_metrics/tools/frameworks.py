"""What Spark and burn report through their releases, and AUCCalculator."""

from __future__ import annotations

from typing import Any

import numpy as np

from pr_metrics.points import OperatingPoints, points_of_rows
from pr_metrics.rows import Rows
from pr_metrics.tolerances import SINGLE_PRECISION
from pr_metrics.tools.integer_steps import auc_calculator_area
from pr_metrics.tools.single_precision import IN_FLOAT32, untied_rows_in_float32
from pr_metrics.tools.tool import Tool, release, scheme_tool, with_scheme

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


SPARK = scheme_tool(
    "linear_flat",
    key="spark.areaUnderPR",
    name="Spark MLlib areaUnderPR",
    short="Spark areaUnderPR",
    version="4.3.0",
    source="Spark 4.3.0, ml.evaluation.BinaryClassificationEvaluator",
    without_positives=0.0,
    rank=spark_points,
    bins="from 2000 distinct scores on, groups of consecutive scores make one point, about 1000 in all (numBins)",
    resolution="bins",
    takes_weights=True,
)
BEFORE_BINS: dict[str, Any] = {"rank": points_of_rows, "bins": None, "resolution": "double", "takes_weights": False}
BURN = scheme_tool(
    "step",
    key="burn.AucPrMetric",
    name="burn AucPrMetric",
    short="burn",
    version="0.22.0-pre.2",
    ties="no fixed order",
    bins=f"{IN_FLOAT32}; equal ones are ordered by a sort that is not stable",
    tolerance=SINGLE_PRECISION,
    source="burn-train 0.22.0-pre.2, metric AucPrMetric",
    rank=untied_rows_in_float32,
    resolution="single",
    without_positives=0.5,
)
AUC_CALCULATOR = scheme_tool(
    "davis_goadrich",
    key="AUCCalculator",
    name="AUCCalculator (auc.jar)",
    short="AUCCalculator",
    version="0.2 (auc.jar)",
    start="first positive's precision",
    source="Davis & Goadrich (2006), doi 10.1145/1143844.1143874, program AUCCalculator 0.2",
    area=auc_calculator_area,
    without_positives=None,
    without_negatives="refused",
)
PULL = "https://github.com/apache/spark/pull"

BEHAVIORS: tuple[tuple[Tool, ...], ...] = (
    (
        release(with_scheme(SPARK, "linear"), ("2.1.2", "2.2.3"), "2017-10-25", f"{PULL}/364", **BEFORE_BINS),
        release(SPARK, ("2.3.0", "2.4.8"), "2018-02-28", f"{PULL}/19038", **BEFORE_BINS),
        release(SPARK, ("3.0.0", "4.3.0"), "2020-06-16", f"{PULL}/25940"),
    ),
    (
        release(
            BURN, (BURN.version, BURN.version), "2026-08-10", "https://github.com/tracel-ai/burn/pull/4963",
            obtained="reading",
        ),
    ),
    (AUC_CALCULATOR,),
)  # fmt: skip
