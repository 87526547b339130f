"""Numbers that people asked about in public threads, made again with rows of our own that have the described shape.

Each names the thread, the rows, the number in question with the tool that it came from, and what the answer must name:
the release or the cause.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd


@dataclass(frozen=True)
class Thread:
    """A thread, rows of its shape, the number that was asked about, and what explains it."""

    address: str
    rows: pd.DataFrame
    number: str
    tool: str
    release: str  # the versions that gave the number; "" if the newest gives it
    says: tuple[str, ...]  # what the answer names
    missed: int = 0


def ranked(labels: list[int]) -> pd.DataFrame:
    """Rows in the order of their scores, which are all different."""
    return pd.DataFrame({"y": labels, "score": np.linspace(0.95, 0.05, len(labels)).round(4)})


def repeated(counts: list[tuple[int, int, float]]) -> pd.DataFrame:
    """Positives, negatives and their score, again and again."""
    labels = [label for positives, negatives, _ in counts for label in [1] * positives + [0] * negatives]
    scores = [score for positives, negatives, score in counts for _ in range(positives + negatives)]
    return pd.DataFrame({"y": labels, "score": scores})


def detections() -> pd.DataFrame:
    """Thirty hits, most of them in front, and sixty false alarms."""
    rng = np.random.default_rng(5)
    hit = np.repeat([1, 0], [30, 60])
    score = np.round(np.where(hit == 1, rng.beta(6, 2, 90), rng.beta(2, 5, 90)), 4)
    return pd.DataFrame({"y": hit, "score": score}).drop_duplicates("score")


def at_rank(hits: tuple[int, ...], n: int) -> list[int]:
    """Labels of n rows with hits at these places."""
    return [int(place in hits) for place in range(n)]


PACKAGES = "https://github.com"
THREADS = {
    "scikit-learn 9618: five rows with the positive in second place": Thread(
        f"{PACKAGES}/scikit-learn/scikit-learn/issues/9618", ranked([0, 1, 0, 0, 0]), "0.25",
        "sklearn.average_precision_score", "0.13 to 0.18.2", ("0.19.0", "0.500", "steps instead of straight lines"),
    ),
    "scikit-learn 5073: a tied top": Thread(
        f"{PACKAGES}/scikit-learn/scikit-learn/issues/5073",
        pd.DataFrame({"y": [0, 0, 1, 1, 0], "score": [0.9, 0.9, 0.9, 0.3, 0.3]}), "0.5167",
        "sklearn.average_precision_score", "0.12 to 0.18.2", ("0.19.0", "0.3667"),
    ),
    "open-reid 50: mAP moved with scikit-learn": Thread(
        f"{PACKAGES}/Cysu/open-reid/issues/50", ranked([0, 1, 0, 1, 0, 0, 1, 0, 0, 0]), "0.3492",
        "sklearn.average_precision_score", "0.13 to 0.18.2", ("0.19.0", "0.4762"),
    ),
    "yolov5 1466: mAP with a higher confidence threshold": Thread(
        f"{PACKAGES}/ultralytics/yolov5/issues/1466", detections().query("score >= 0.6"), "0.6966",
        "yolov5.ap", "4.0.3 to 5.0.7", ("6.0.1", "0.8319", "never found add area"), missed=12,
    ),
    "supervision 1500: another number in 0.24": Thread(
        f"{PACKAGES}/roboflow/supervision/pull/1500", ranked(at_rank((0, 2, 9, 13, 15, 22, 23), 24)), "0.2903",
        "supervision.mean_average_precision", "0.13.0 to 0.23.0", ("0.24.0", "0.2124", "may exceed 1"), missed=8,
    ),
    "ultralytics 24175: objects that were never found": Thread(
        f"{PACKAGES}/ultralytics/ultralytics/pull/24175", ranked(at_rank((0, 2, 9, 13, 15, 22, 23), 24)), "0.2903",
        "ultralytics.ap", "8.0.0 to 8.4.36", ("8.4.37", "10 April 2026", "0.2121"), missed=8,
    ),
    "mlflow 6802: average precision in evaluator plots": Thread(
        f"{PACKAGES}/mlflow/mlflow/pull/6802", detections(), "0.97932", "mlflow.precision_recall_auc",
        "1.23.0 to 1.28.0", ("1.29.0", "0.97966", "scikit-learn"),
    ),
    "Spark 19038: the first point (0, 1)": Thread(
        f"{PACKAGES}/apache/spark/pull/19038", repeated([(5, 45, 0.9), (5, 45, 0.2)]), "0.325",
        "spark.areaUnderPR", "2.1.2 to 2.2.3", ("2.3.0", "0.100", "instead of precision one"),
    ),
    "H2O 4433: as XGBoost computes it": Thread(
        f"{PACKAGES}/h2oai/h2o-3/pull/4433", repeated([(10, 5, 0.9), (10, 75, 0.2)]), "0.2167",
        "h2o.aucpr", "3.20.0.4", ("3.30.0.1", "0.4841", "continuous interpolation"),
    ),
    "Haystack 12255: relevant documents that were not retrieved": Thread(
        f"{PACKAGES}/deepset-ai/haystack/pull/12255", ranked([1, 0, 1, 0]), "0.8333",
        "haystack.DocumentMAPEvaluator", "2.3.0 to 3.0.0", ("3.1.0", "0.4167", "all relevant documents"), missed=2,
    ),
    "recommenders 1702: ten relevant items in front": Thread(
        f"{PACKAGES}/recommenders-team/recommenders/issues/1702", ranked([1] * 10 + [0] * 5), "0.3333",
        "recommenders.map_at_k", "1.1.1", ("1.2.0", "1.000", "ten at most"), missed=20,
    ),
    "yardstick 93 and 166: the first precision": Thread(
        f"{PACKAGES}/tidymodels/yardstick/issues/166", ranked([1, 0, 1, 0, 0, 1]), "0.3444", "yardstick.pr_auc",
        "0.0.1 to 0.0.3", ("0.0.4", "0.6778", "precision one"),
    ),
    "XGBoost 5681: aucpr of few scores": Thread(
        f"{PACKAGES}/dmlc/xgboost/issues/5681", repeated([(30, 70, 0.8), (20, 880, 0.1)]), "0.2173", "xgboost.aucpr",
        "", ("XGBoost joins the points by the continuous curve", "0.200"),
    ),
    "fast-reid 18: mAP above that of the official code": Thread(
        f"{PACKAGES}/JDAI-CV/fast-reid/issues/18", ranked([0, 0, 1, 0, 0, 0, 0, 1]), "0.1815", "reid.oxford_ap",
        "", ("Oxford AP joins the points by straight lines", "0.292"),
    ),
    "pytrec_eval 56: documents with one score": Thread(
        f"{PACKAGES}/cvangysel/pytrec_eval/issues/56", pd.DataFrame({"y": [0, 0, 1], "score": [1.0, 1.0, 1.0]}),
        "1.0000", "pytrec_eval.map", "", ("breaks ties by name", "0.333"),
    ),
}  # fmt: skip
