"""scikit-learn's average precision and area by straight lines through its releases, and MLflow's, which calls them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from pr_metrics.interpolation import trapezoid_area
from pr_metrics.points import OperatingPoints, points_of_rows
from pr_metrics.rows import Rows
from pr_metrics.tools.tool import NAN, Tool, scheme_tool

CLOSE = 1e-8  # absolute tolerance of numpy's isclose, which decides when the other number is 0


def points_of_close_scores(rows: Rows) -> OperatingPoints:
    """Count operating points with scores tied that differ by at most 1e-8 from the next higher one."""
    order = np.argsort(rows.score, kind="stable")
    group = np.append(0, np.cumsum(np.diff(rows.score[order]) > CLOSE))
    score = np.empty(rows.score.size)
    score[order] = rows.score[order][np.searchsorted(group, group, side="left")]  # lowest score of each group
    return points_of_rows(replace(rows, score=score))


def sorted_linear_area(points: OperatingPoints) -> float:
    """Compute the area under straight lines between points sorted by recall and, where it is equal, by precision."""
    recall, precision = np.append(0.0, points.recall), np.append(1.0, points.precision)
    order = np.lexsort((precision, recall))
    return trapezoid_area(recall[order], precision[order])


REPOSITORY = "https://github.com/scikit-learn/scikit-learn"
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


def _release(newest: Tool, versions: tuple[str, str], day: str, address: str, **changed: Any) -> Tool:
    """Return a tool in the releases from the first version to the second."""
    since, last = versions
    source = newest.source.replace(newest.version, last)
    address = address and f"{REPOSITORY}/{address}"
    return replace(newest, version=last, source=source, since=since, released=day, address=address, **changed)


def _before_0_19(newest: Tool, first: tuple[tuple[str, str], str]) -> tuple[Tool, ...]:
    """Return the releases before 0.19, in which both functions joined the points by straight lines.

    first: the versions and the day of the oldest releases.
    """
    lines = replace(AUC, key=newest.key, name=newest.name, short=newest.short, source=newest.source)
    in_order: dict[str, Any] = {"scheme": None, "formula": SORTED, "area": sorted_linear_area}
    last = ("0.18", "0.18.2" if newest is AVERAGE_PRECISION else "1.0.2")
    return (
        _release(lines, first[0], first[1], "pull/1013", takes_weights=False, **in_order, **BOTH_CLASSES),
        _release(lines, ("0.13", "0.13.1"), "2013-01-21", "", takes_weights=False, **BOTH_CLASSES),
        _release(lines, ("0.14", "0.14.1"), "2013-08-09", "pull/1887", takes_weights=False, without_positives=NAN),
        _release(lines, ("0.15.0", "0.17.1"), "2014-07-15", "pull/3268", without_positives=NAN, **CLOSE_SCORES),
        _release(lines, last, "2016-09-28", "pull/7353", without_positives=NAN),
    )


MLFLOW = replace(
    AVERAGE_PRECISION,
    key="mlflow.precision_recall_auc",
    name="MLflow precision_recall_auc",
    short="MLflow",
    version="3.18.0",
    source="MLflow 3.18.0, evaluate, metric precision_recall_auc",
    since="1.29.0",
    released="2022-09-19",
    address="https://github.com/mlflow/mlflow/pull/6802",
)

BEHAVIORS: tuple[tuple[Tool, ...], ...] = (
    (
        *_before_0_19(AVERAGE_PRECISION, (("0.12", "0.12.1"), "2012-09-04")),
        _release(AVERAGE_PRECISION, ("0.19.0", "1.0.2"), "2017-08-11", "pull/9017", without_positives=NAN),
        _release(AVERAGE_PRECISION, ("1.1.0", "1.9.1"), "2022-05-12", "pull/19085"),
    ),
    (
        *_before_0_19(AUC, (("0.11", "0.12.1"), "2012-05-08")),
        _release(AUC, ("1.1.0", "1.9.1"), "2022-05-12", "pull/19085"),
    ),
    (
        replace(
            AUC,
            key=MLFLOW.key,
            name=MLFLOW.name,
            short=MLFLOW.short,
            version="1.28.0",
            source=MLFLOW.source.replace("3.18.0", "1.28.0"),
            takes_weights=False,
            since="1.23.0",
            released="2022-01-17",
            address=MLFLOW.address,
        ),
        MLFLOW,
    ),
)
