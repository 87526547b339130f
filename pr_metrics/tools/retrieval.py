"""Releases of the tools that average precision over a ranking: retrieval, recommendation and re-identification."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from pr_metrics.points import OperatingPoints
from pr_metrics.rows import Rows
from pr_metrics.schemes import SCHEMES
from pr_metrics.tolerances import DOUBLE_PRECISION
from pr_metrics.tools.single_precision import first_rows_first, in_float32
from pr_metrics.tools.tool import Area, RejectedInput, Tool, scheme_tool

RECOMMENDERS_K = 10  # items of map_at_k by default


def area_over_found(points: OperatingPoints) -> float:
    """Average the precision at each relevant row that was found, without those that were not; 0 if none was found."""
    found = float(points.true_positives[-1])
    return SCHEMES["step"].area(points) * points.positives / found if found else 0.0


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


def area_of_first(k: int, *, at_most_k: bool) -> Area:
    """Make the area over the first k rows, divided by the number of positives, which `at_most_k` limits to k."""

    def area(points: OperatingPoints) -> float:
        kept = points.take(np.arange(min(k, points.threshold.size)))
        divisor = min(points.positives, float(k)) if at_most_k else points.positives
        return SCHEMES["step"].area(kept) * points.positives / divisor

    return area


def distinct_rows(rows: Rows) -> OperatingPoints:
    """Make one point for each row; equal scores of both classes are refused, as their order is not defined."""
    both = np.intersect1d(rows.score[rows.positive], rows.score[~rows.positive])
    if both.size:
        raise RejectedInput(
            f"y_score must not be equal for a positive and a negative, which this tool orders by a sort that is not "
            f"stable, got {both[0]} for both",
            "equal scores in any order",
        )
    return first_rows_first(rows)


def distinct_in_float32(rows: Rows) -> OperatingPoints:
    """Make one point for each row as `distinct_rows` does, after rounding scores to float32."""
    return distinct_rows(in_float32(rows))


def _ranker(scheme: str | None, **facts: Any) -> Tool:
    """Build a tool that ranks rows one by one, with the facts of its scheme, or of steps if it has none."""
    usual: dict[str, Any] = {"rank": first_rows_first, "ties": "input order", "without_positives": 0.0}
    of_steps = scheme_tool(scheme or "step", domain="retrieval", **({"takes_total_positives": True} | usual | facts))
    return of_steps if scheme else replace(of_steps, scheme=None)


def _haystack(version: str, **facts: Any) -> Tool:
    return _ranker(
        key="haystack.DocumentMAPEvaluator",
        name="Haystack DocumentMAPEvaluator",
        short="Haystack MAP",
        version=version,
        source=f"haystack-ai {version}, components.evaluators.DocumentMAPEvaluator",
        **facts,
    )


def _recommenders(version: str, *, at_most_k: bool) -> Tool:
    divisor = r"\min(10, P)" if at_most_k else "P"
    return _ranker(
        key="recommenders.map_at_k",
        name="recommenders map_at_k",
        short="recommenders MAP@10",
        version=version,
        scheme=None,
        bins="the first 10 rows only",
        formula=rf"\frac{{1}}{{{divisor}}} \sum_{{i \le 10}} (TP_i - TP_{{i-1}})\,P_i",
        source=f"recommenders {version}, evaluation.python_evaluation.map_at_k",
        area=area_of_first(RECOMMENDERS_K, at_most_k=at_most_k),
        without_positives=None,
    )


STEP_OF_FLOAT32: dict[str, Any] = {
    "scheme": "step", "rank": distinct_in_float32, "resolution": "single",
    "bins": "scores are kept in float32; equal ones are ordered by a sort that is not stable", "ties": "no fixed order",
    "takes_total_positives": False, "tolerance": DOUBLE_PRECISION,
}  # fmt: skip


BEHAVIORS: tuple[tuple[Tool, ...], ...] = (
    (
        replace(
            _haystack(
                "2.2.4",
                scheme=None,
                formula=r"\frac{1}{k},\quad k = \text{rank of the relevant document listed last}",
                rank=up_to_last_relevant,
                area=area_of_last_relevant,
            ),
            since="2.1.0",
            released="2024-05-06",
            address="https://github.com/deepset-ai/haystack/pull/7461",
        ),
        replace(
            _haystack("3.0.0", scheme=None, formula=r"\frac{1}{R_m} \sum_i (R_i - R_{i-1})\,P_i", area=area_over_found),
            since="2.3.0",
            released="2024-07-15",
            address="https://github.com/deepset-ai/haystack/pull/7841",
        ),
        replace(
            _haystack("3.4.1", scheme="step"),
            since="3.1.0",
            released="2026-08-24",
            address="https://github.com/deepset-ai/haystack/pull/12255",
        ),
    ),
    (
        replace(
            _ranker(
                key="ranx.map",
                name="ranx map",
                short="ranx map",
                version="0.3.21",
                scheme="step",
                source="ranx 0.3.21, measure map",
                rank=distinct_rows,
                bins="equal scores are ordered by a sort that is not stable",
                ties="no fixed order",
            ),
            since="0.1.4",
            released="2021-12-09",
            address="https://github.com/AmenRa/ranx",
        ),
    ),
    (
        replace(
            _ranker(
                key="torchreid.mAP",
                name="Torchreid mAP",
                short="Torchreid mAP",
                version="0.2.5",
                source="torchreid 0.2.5, reid.metrics.rank.evaluate_rank",
                without_positives=None,
                **STEP_OF_FLOAT32,
            ),
            since="0.0.1",
            released="2022-09-02",
            address="https://github.com/KaiyangZhou/deep-person-reid",
        ),
    ),
    (
        replace(
            _ranker(
                key="fastreid.mAP",
                name="FastReID mAP",
                short="FastReID mAP",
                version="1.4.0",
                source="fastreid 1.4.0, evaluation.rank.evaluate_rank",
                without_positives=None,
                **STEP_OF_FLOAT32,
            ),
            since="1.4.0",
            released="2023-02-15",
            address="https://github.com/JDAI-CV/fast-reid/issues/18",
        ),
    ),
    (
        replace(
            _ranker(
                key="reid.oxford_ap",
                name="Oxford buildings average precision (irbench)",
                short="Oxford AP",
                version="0.1.12",
                scheme="linear",
                source="Philbin et al. (2007), doi 10.1109/CVPR.2007.383172; irbench-vision 0.1.12, compute_mAP",
                without_positives=None,
            ),
            since="0.1.9",
            released="2020-04-01",
            address="https://www.robots.ox.ac.uk/~vgg/data/oxbuildings/",
        ),
    ),
    (
        replace(
            _recommenders("1.1.1", at_most_k=False),
            since="1.1.1",
            released="2022-07-20",
            address="https://github.com/recommenders-team/recommenders/issues/1702",
        ),
        replace(
            _recommenders("1.2.1", at_most_k=True),
            since="1.2.0",
            released="2024-05-01",
            address="https://github.com/recommenders-team/recommenders/pull/2004",
        ),
    ),
)
