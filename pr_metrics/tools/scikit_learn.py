"""scikit-learn's average precision and area by straight lines through its releases, and MLflow's, which calls them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from pr_metrics.interpolation import trapezoid_area
from pr_metrics.points import OperatingPoints, points_of_rows
from pr_metrics.rows import Rows
from pr_metrics.tools.tool import NAN, Tool, release, scheme_tool

CLOSE = 1e-8  # absolute tolerance of numpy's isclose, which decides when the other number is 0


def points_of_close_scores(rows: Rows) -> OperatingPoints:
    """Count operating points with scores tied that differ by at most 1e-8 from the next higher one."""
    points = points_of_rows(rows)
    return points.take(np.append(-np.diff(points.threshold) > CLOSE, True))


def area_in_order_of_recall(points: OperatingPoints) -> float:
    """Compute the area under straight lines between points sorted by recall and, where it is equal, by precision."""
    recall, precision = np.append(0.0, points.recall), np.append(1.0, points.precision)
    order = np.lexsort((precision, recall))
    return trapezoid_area(recall[order], precision[order])


PULL = "https://github.com/scikit-learn/scikit-learn/pull"
SORTED = r"\sum_k (R_{\sigma(k)} - R_{\sigma(k-1)})\,\frac{P_{\sigma(k-1)} + P_{\sigma(k)}}{2}"
CLOSE_TIES = "scores that differ by at most 1e-8 from the next one are tied, and so are chains of them"
CLOSE_SCORES: dict[str, Any] = {"rank": points_of_close_scores, "bins": CLOSE_TIES, "resolution": "bins"}
BOTH_CLASSES: dict[str, Any] = {"without_positives": None, "without_negatives": "refused"}

AVERAGE_PRECISION = scheme_tool(
    "step",
    key="sklearn.average_precision_score",
    name="scikit-learn average_precision_score",
    short="scikit-learn AP",
    version="1.9.1",
    takes_weights=True,
    source="scikit-learn 1.9.1, metrics.average_precision_score",
    without_positives=0.0,
)
AUC = scheme_tool(
    "linear",
    key="sklearn.auc",
    name="scikit-learn auc(recall, precision)",
    short="scikit-learn auc",
    version="1.9.1",
    takes_weights=True,
    source="scikit-learn 1.9.1, metrics.precision_recall_curve and metrics.auc",
    without_positives=0.5,  # recall is set to 1, so the curve is a line from (0, 1) to (1, 0)
)


def _before_0_19(newest: Tool, first: tuple[tuple[str, str], str]) -> tuple[Tool, ...]:
    """Return the releases before 0.19, in which both functions joined the points by straight lines.

    first: the versions and the day of the oldest releases.
    """
    lines = replace(AUC, key=newest.key, name=newest.name, short=newest.short, source=newest.source)
    unweighted = replace(lines, takes_weights=False)
    last = ("0.18", "0.18.2" if newest is AVERAGE_PRECISION else "1.0.2")
    return (
        release(
            unweighted, first[0], first[1], f"{PULL}/1013", scheme=None, formula=SORTED, area=area_in_order_of_recall,
            **BOTH_CLASSES,
        ),
        release(unweighted, ("0.13", "0.13.1"), "2013-01-21", **BOTH_CLASSES),
        release(unweighted, ("0.14", "0.14.1"), "2013-08-09", f"{PULL}/1887", without_positives=NAN),
        release(lines, ("0.15.0", "0.17.1"), "2014-07-15", f"{PULL}/3268", without_positives=NAN, **CLOSE_SCORES),
        release(lines, last, "2016-09-28", f"{PULL}/7353", without_positives=NAN),
    )  # fmt: skip


def _mlflow(of: Tool, versions: tuple[str, str], day: str, **changed: Any) -> Tool:
    return replace(
        of, key="mlflow.precision_recall_auc", name="MLflow precision_recall_auc", short="MLflow", version=versions[1],
        source=f"MLflow {versions[1]}, evaluate, metric precision_recall_auc", since=versions[0], released=day,
        address="https://github.com/mlflow/mlflow/pull/6802", **changed,
    )  # fmt: skip


BEHAVIORS: tuple[tuple[Tool, ...], ...] = (
    (
        *_before_0_19(AVERAGE_PRECISION, (("0.12", "0.12.1"), "2012-09-04")),
        release(AVERAGE_PRECISION, ("0.19.0", "1.0.2"), "2017-08-11", f"{PULL}/9017", without_positives=NAN),
        release(AVERAGE_PRECISION, ("1.1.0", "1.9.1"), "2022-05-12", f"{PULL}/19085"),
    ),
    (
        *_before_0_19(AUC, (("0.11", "0.12.1"), "2012-05-08")),
        release(AUC, ("1.1.0", "1.9.1"), "2022-05-12", f"{PULL}/19085"),
    ),
    (
        _mlflow(AUC, ("1.23.0", "1.28.0"), "2022-01-17", takes_weights=False),
        _mlflow(AVERAGE_PRECISION, ("1.29.0", "3.18.0"), "2022-09-19"),
    ),
)
