"""Releases of the tools that average precision over a ranking: retrieval, recommendation and re-identification."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from pr_metrics.points import OperatingPoints
from pr_metrics.rows import Rows
from pr_metrics.tolerances import DOUBLE_PRECISION, FOUR_DECIMALS
from pr_metrics.tools.recall_levels import trec_11_point_area
from pr_metrics.tools.single_precision import (
    IN_FLOAT32,
    first_rows_first,
    first_rows_first_in_float32,
    last_rows_first,
    last_rows_first_in_float32,
    untied_rows,
    untied_rows_in_float32,
)
from pr_metrics.tools.tool import NAN, Rank, Resolution, Tool, release, scheme_tool

K = 10  # items of recommenders' map_at_k by default


def first_rows_area(points: OperatingPoints, rows: int, divisor: float) -> float:
    """Sum the precision at the positives among the first rows, and divide it.

    Parameters
    ----------
    points : OperatingPoints
        Counts after each row, highest score first.
    rows : int
        Number of first rows that count.
    divisor : float
        What the sum is divided by, a number of positives.

    Returns
    -------
    float
        Average precision of the first rows.
    """
    positive = np.diff(points.true_positives, prepend=0.0)
    return float((positive * points.precision)[:rows].sum() / divisor)


def area_of_found(points: OperatingPoints, rows: int | None = None) -> float:
    """Average the precision at the positives found among all rows, or the first ones; 0 if none was found."""
    kept = points.true_positives[:rows]
    return first_rows_area(points, kept.size, max(float(kept[-1]), 1.0))


def area_of_class_size(points: OperatingPoints) -> float:
    """Average the precision at the positives found among the first rows, as many as the larger class has."""
    return area_of_found(points, int(max(points.positives, points.negatives)))


def area_of_positives(points: OperatingPoints) -> float:
    """Average the precision at the positives found among the first rows, as many as there are positives."""
    return area_of_found(points, int(points.positives))


def area_at_r(points: OperatingPoints) -> float:
    """Sum the precision at the positives among the first P rows, and divide by P, the number of positives."""
    return first_rows_area(points, int(points.positives), points.positives)


def mean_precision_at_r(points: OperatingPoints) -> float:
    """Average the precision after each of the first P rows, where P is the number of positives."""
    return float(points.precision[: int(points.positives)].sum() / points.positives)


def area_at_10(points: OperatingPoints, *, at_most_10: bool) -> float:
    """Sum the precision at the positives among the first 10 rows, and divide by all positives, or by at most 10."""
    return first_rows_area(points, K, min(points.positives, K) if at_most_10 else points.positives)


def area_of_last_relevant(points: OperatingPoints) -> float:
    """Return 1 / k for points that end at row k, which is relevant; 0 if none is."""
    return 1 / points.threshold.size if points.true_positives[-1] else 0.0


def up_to_last_relevant(rows: Rows) -> OperatingPoints:
    """Rank the rows, and keep them up to the relevant one that comes last in the input."""
    points = first_rows_first(rows)
    if not rows.positive.any():
        return points
    last = int(np.flatnonzero(rows.positive)[-1])
    place = int(np.flatnonzero(np.argsort(-rows.score, kind="stable") == last)[0])
    return points.take(np.arange(place + 1))


def _ranker(scheme: str | None, **facts: Any) -> Tool:
    """Build a tool that ranks rows one by one, with the facts of its scheme, or of steps if it has none."""
    usual: dict[str, Any] = {"rank": first_rows_first, "ties": "input order", "without_positives": 0.0}
    of_steps = scheme_tool(scheme or "step", domain="retrieval", **({"takes_total_positives": True} | usual | facts))
    return of_steps if scheme else replace(of_steps, scheme=None)


def _trec_eval(
    package: str, version: str, rank: Rank, resolution: Resolution, *, offset: float, tolerance: float
) -> tuple[Tool, Tool]:
    average_precision = _ranker(
        "step",
        key=f"{package}.map",
        name=f"{package} map",
        short=f"{package} map",
        version=version,
        ties="by document name",
        tolerance=tolerance,
        source=f"{package} {version}, measure map",
        rank=rank,
        resolution=resolution,
    )
    eleven_points = replace(
        average_precision,
        key=f"{package}.11pt_avg",
        name=f"{package} 11pt_avg",
        short=f"{package} 11pt",
        scheme="eleven_point",
        bins=f"recall at whole numbers of positives: k/10 of them, plus {offset}, rounded down",
        formula=rf"\frac{{1}}{{11}} \sum_{{k=0}}^{{10}} \max_{{TP_i \ge \lfloor kP/10 + {offset} \rfloor}} P_i",
        source=f"{package} {version}, measure 11pt_avg",
        area=lambda points: trec_11_point_area(points, offset=offset),
    )
    return average_precision, eleven_points


TREC_EVAL = _trec_eval("trec_eval", "10.0-rc3", last_rows_first, "double", offset=0.5, tolerance=FOUR_DECIMALS)
PYTREC_EVAL = _trec_eval(
    "pytrec_eval", "0.5.11", last_rows_first_in_float32, "single", offset=0.9, tolerance=DOUBLE_PRECISION
)
HAYSTACK = _ranker(
    "step", key="haystack.DocumentMAPEvaluator", name="Haystack DocumentMAPEvaluator", short="Haystack MAP",
    version="3.4.1", source="haystack-ai 3.4.1, components.evaluators.DocumentMAPEvaluator",
)  # fmt: skip
OPEN = "equal scores are ordered by a sort that is not stable"
RANX = _ranker(
    "step", key="ranx.map", name="ranx map", short="ranx map", version="0.3.21", source="ranx 0.3.21, measure map",
    rank=untied_rows, bins=OPEN, ties="no fixed order",
)  # fmt: skip
TORCHREID = _ranker(
    "step", key="torchreid.mAP", name="Torchreid mAP", short="Torchreid mAP", version="0.2.5",
    source="torchreid 0.2.5, reid.metrics.rank.evaluate_rank", rank=untied_rows_in_float32, resolution="single",
    bins=f"{IN_FLOAT32}; {OPEN.replace('scores', 'ones')}", ties="no fixed order", takes_total_positives=False,
    without_positives=None,
)  # fmt: skip
FASTREID = replace(
    TORCHREID, key="fastreid.mAP", name="FastReID mAP", short="FastReID mAP", version="1.4.0",
    source="fastreid 1.4.0, evaluation.rank.evaluate_rank",
)  # fmt: skip
OXFORD = _ranker(
    "linear", key="reid.oxford_ap", name="Oxford buildings average precision (irbench)", short="Oxford AP",
    version="0.1.12", without_positives=None,
    source="Philbin et al. (2007), doi 10.1109/CVPR.2007.383172; irbench-vision 0.1.12, compute_mAP",
)  # fmt: skip
FIRST_10 = r"\frac{1}{%s} \sum_{i \le 10} (TP_i - TP_{i-1})\,P_i"
RECOMMENDERS = _ranker(
    None, key="recommenders.map_at_k", name="recommenders map_at_k", short="recommenders MAP@10", version="1.2.1",
    bins="the first 10 rows only", formula=FIRST_10 % r"\min(10, P)", without_positives=None,
    source="recommenders 1.2.1, evaluation.python_evaluation.map_at_k", area=partial(area_at_10, at_most_10=True),
)  # fmt: skip
MEAN_AP = _ranker(
    "step", key="pytorch_metric_learning.mean_average_precision",
    name="PyTorch Metric Learning mean_average_precision", short="Metric Learning mAP", version="2.9.0",
    source="PyTorch Metric Learning 2.9.0, AccuracyCalculator", bins="distances are in float32",
    rank=first_rows_first_in_float32, resolution="single", takes_total_positives=False, without_positives=NAN,
)  # fmt: skip
AP_AT_R = replace(
    MEAN_AP, key="pytorch_metric_learning.mean_average_precision_at_r",
    name="PyTorch Metric Learning mean_average_precision_at_r", short="Metric Learning MAP@R", scheme=None,
    area=area_at_r, formula=r"\sum_{i \le P} (R_i - R_{i-1})\,P_i",
)  # fmt: skip
FIRST_K: dict[str, Any] = {
    "scheme": None, "formula": r"\frac{1}{R_K} \sum_{i \le K} (R_i - R_{i-1})\,P_i,\quad K = P",
    "without_positives": 0.0,
}  # fmt: skip
IN_DISTANCES = "distances are in float32; of the ranking only as many first rows count as "
CALCULATE = "PyTorch Metric Learning {}, utils.calculate_accuracies"
GITHUB = "https://github.com"
LEARNING = f"{GITHUB}/KevinMusgrave/pytorch-metric-learning"

BEHAVIORS: tuple[tuple[Tool, ...], ...] = (
    *((tool,) for tool in TREC_EVAL),
    *((release(tool, ("0.5.3", "0.5.11"), "2022-08-20", f"{GITHUB}/cvangysel/pytrec_eval"),) for tool in PYTREC_EVAL),
    (
        release(
            HAYSTACK, ("2.1.0", "2.2.4"), "2024-05-06", f"{GITHUB}/deepset-ai/haystack/pull/7461", scheme=None,
            formula=r"\frac{1}{k},\quad k = \text{rank of the relevant document listed last}",
            rank=up_to_last_relevant, area=area_of_last_relevant,
        ),
        release(
            HAYSTACK, ("2.3.0", "3.0.0"), "2024-07-15", f"{GITHUB}/deepset-ai/haystack/pull/7841", scheme=None,
            formula=r"\frac{1}{R_m} \sum_i (R_i - R_{i-1})\,P_i", area=area_of_found,
        ),
        release(HAYSTACK, ("3.1.0", "3.4.1"), "2026-08-24", f"{GITHUB}/deepset-ai/haystack/pull/12255"),
    ),
    (release(RANX, ("0.1.4", "0.3.21"), "2021-12-09", f"{GITHUB}/AmenRa/ranx"),),
    (release(TORCHREID, ("0.0.1", "0.2.5"), "2022-09-02", f"{GITHUB}/KaiyangZhou/deep-person-reid"),),
    (release(FASTREID, ("1.4.0", "1.4.0"), "2023-02-15", f"{GITHUB}/JDAI-CV/fast-reid/issues/18"),),
    (release(OXFORD, ("0.1.9", "0.1.12"), "2020-04-01", "https://www.robots.ox.ac.uk/~vgg/data/oxbuildings/"),),
    (
        release(
            RECOMMENDERS, ("1.1.1", "1.1.1"), "2022-07-20", f"{GITHUB}/recommenders-team/recommenders/issues/1702",
            formula=FIRST_10 % "P", area=partial(area_at_10, at_most_10=False),
        ),
        release(
            RECOMMENDERS, ("1.2.0", "1.2.1"), "2024-05-01", f"{GITHUB}/recommenders-team/recommenders/pull/2004"
        ),
    ),
    (
        release(
            MEAN_AP, ("0.9.95", "0.9.95"), "2020-12-11", f"{LEARNING}/issues/240", **FIRST_K | {
                "area": area_of_class_size, "bins": f"{IN_DISTANCES}the largest class has",
                "formula": FIRST_K["formula"].replace("K = P", r"K = \max(P, N)"),
            },
        ),
        release(
            MEAN_AP, ("0.9.96", "0.9.97"), "2021-01-12",
            f"{LEARNING}/commit/7e19707e5ada6559b48ab836c95e4c99fb7ae46d",
            area=area_of_positives, bins=f"{IN_DISTANCES}there are positives", **FIRST_K,
        ),
        release(MEAN_AP, ("0.9.98", "1.7.3"), "2021-04-03", f"{LEARNING}/issues/290", without_positives=0.0),
        release(
            MEAN_AP, ("2.0.0", "2.9.0"), "2023-01-29", f"{LEARNING}/commit/5ed8f19c1dfd33f02ae815a3a3b404526b18d028"
        ),
    ),
    (
        release(
            AP_AT_R, ("0.9.17", "0.9.20"), "2019-11-12",
            f"{LEARNING}/commit/921e6120046b103e403a45d56cd15b2b34bda142",
            name="PyTorch Metric Learning ordered_r_precision", source=CALCULATE.format("0.9.20"),
            area=mean_precision_at_r, formula=r"\frac{1}{P} \sum_{i \le P} P_i",
        ),
        release(
            AP_AT_R, ("0.9.21", "0.9.88"), "2019-11-15",
            f"{LEARNING}/commit/b1ae3cd98165ecf8076b1d0329139fd7682ddd45",
        ),
        release(
            AP_AT_R, ("0.9.89", "1.7.3"), "2020-07-25",
            f"{LEARNING}/commit/9c8a94bd1a906317d5834f26d8a94e59d578b825", without_positives=0.0,
        ),
        release(
            AP_AT_R, ("2.0.0", "2.9.0"), "2023-01-29", f"{LEARNING}/commit/5ed8f19c1dfd33f02ae815a3a3b404526b18d028"
        ),
    ),
)  # fmt: skip
