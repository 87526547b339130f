"""What metrics for PyTorch report through their releases: torchmetrics, torcheval, Ignite and anomalib."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from pr_metrics.points import OperatingPoints
from pr_metrics.rows import Rows
from pr_metrics.schemes import SCHEMES
from pr_metrics.tolerances import SINGLE_PRECISION
from pr_metrics.tools.scikit_learn import AVERAGE_PRECISION
from pr_metrics.tools.single_precision import IN_FLOAT32, float32_points, float32_scores, untied_infinities
from pr_metrics.tools.tool import NAN, Rank, RejectedInput, Tool, check_scores, release, scheme_tool
from pr_metrics.tools.torch_points import torch_linspace, torchmetrics_exact_points, torchmetrics_points

ADDED = np.float32(1e-6)  # to counts in BinnedAveragePrecision, against division by 0


def finite_float32_points(rows: Rows) -> OperatingPoints:
    """Count operating points of scores in float32, all of which must be finite."""
    check_scores(rows, np.isfinite(float32_scores(rows)), "fit float32 for this tool")
    return float32_points(rows)


def at_thresholds(thresholds: int) -> Rank:
    """Make a ranking that counts rows at evenly spaced thresholds from 0 to 1, with scores as they stand.

    A score above 1 reaches every threshold; a score below 0 reaches none.
    """
    borders = torch_linspace(thresholds)

    def points(rows: Rows) -> OperatingPoints:
        place = np.searchsorted(borders, float32_scores(rows), side="right") - 1
        true, false = (
            np.cumsum(np.bincount(place[kind & (place >= 0)], minlength=thresholds)[::-1], dtype=np.float64)
            for kind in (rows.positive, ~rows.positive)
        )
        totals = float(rows.positive.sum()), float((~rows.positive).sum())
        return OperatingPoints.from_arrays(borders[::-1].astype(np.float64), true, false, *totals)

    return points


def added_step_area(points: OperatingPoints) -> float:
    """Compute the step area in float32, with a millionth added to counts."""
    true, false = points.true_positives.astype(np.float32), points.false_positives.astype(np.float32)
    precision = (true + ADDED) / (true + false + ADDED)
    recall = true / (np.float32(points.positives) + ADDED)
    return float(np.sum(np.diff(recall, prepend=np.float32(0)) * precision, dtype=np.float32))


def reversed_area(points: OperatingPoints) -> float:
    """Compute the trapezoids between points that were sorted by recall, the loosest threshold first.

    Points of one recall are thereby reversed: a trapezoid goes from the highest precision of one recall to the lowest
    precision of the next. At recall 0 it starts at precision 1.
    """
    precision, recall = points.precision, points.recall
    last = np.flatnonzero(np.diff(recall, append=np.inf) > 0)  # of each recall, strictest threshold first
    lowest, level = precision[last], recall[last]
    highest = precision[np.append(0, last[:-1] + 1)]
    if level[0] == 0:
        lowest, highest, level = lowest[1:], highest[1:], level[1:]
    before = np.append(1.0, highest[:-1])
    return float(np.sum(np.diff(level, prepend=0.0) * (before + lowest) / 2))


def up_to_full_recall(points: OperatingPoints) -> OperatingPoints:
    """Drop the points after the first one that reaches all positives."""
    return points.take(np.arange(np.searchsorted(points.recall, points.recall[-1]) + 1))


def reversed_area_to_full_recall(points: OperatingPoints) -> float:
    """Compute the trapezoids between sorted points up to the first one that reaches all positives."""
    return reversed_area(up_to_full_recall(points))


def unstably_sorted_area(points: OperatingPoints) -> float:
    """Compute the trapezoids between points sorted by recall, unless the order of points of one recall matters.

    Points whose precision only falls, or only rises, are not sorted.

    Raises
    ------
    RejectedInput
        Points of one recall come in an order that depends on the release of torch and on the processor.
    """
    kept = up_to_full_recall(points)
    if _one_way(kept):
        return SCHEMES["linear"].area(kept)
    repeated = int((np.diff(kept.recall, prepend=0.0) == 0).sum())
    if repeated:
        raise RejectedInput(
            f"y_score must give each recall once for anomalib before 0.4, which leaves open how equal recalls are "
            f"ordered, got {repeated} points that repeat a recall",
            "equal scores in any order",
        )
    return reversed_area(kept)


def _one_way(points: OperatingPoints) -> bool:
    change = np.diff(np.append(1.0, points.precision).astype(np.float32))
    return bool((change <= 0).all() or (change >= 0).all())


SIGMOID = "if any score is outside [0, 1], all go through 1/(1+exp(-score)) in float32, which ties those above about 17"


def _torchmetrics(thresholds: int) -> Tool:
    return scheme_tool(
        key=f"torchmetrics.binned_{thresholds}",
        name=f"torchmetrics binary_average_precision(thresholds={thresholds})",
        short=f"torchmetrics({thresholds})",
        version="1.9.0",
        scheme="step",
        bins=f"score >= k/{thresholds - 1}; {SIGMOID}",
        tolerance=SINGLE_PRECISION,
        source="torchmetrics 1.9.0, functional.classification.binary_average_precision",
        rank=lambda rows: torchmetrics_points(rows, thresholds),
        resolution="thresholds",
        without_positives=0.0,
    )


_EXACT = scheme_tool(
    key="torchmetrics.exact",
    name="torchmetrics binary_average_precision",
    short="torchmetrics",
    version="1.9.0",
    scheme="step",
    bins=SIGMOID,
    tolerance=SINGLE_PRECISION,
    source="torchmetrics 1.9.0, functional.classification.binary_average_precision",
    rank=torchmetrics_exact_points,
    resolution="single",
    without_positives=0.0,
)
_TORCHEVAL = scheme_tool(
    key="torcheval.binary_auprc",
    name="torcheval binary_auprc",
    short="torcheval",
    version="0.0.7",
    scheme="step",
    bins=IN_FLOAT32,
    tolerance=SINGLE_PRECISION,
    source="torcheval 0.0.7, metrics.functional.binary_auprc",
    area=untied_infinities(SCHEMES["step"].area),
    rank=float32_points,
    resolution="single",
    without_positives=0.0,
)
_IGNITE = replace(
    AVERAGE_PRECISION,
    key="ignite.AveragePrecision",
    name="PyTorch-Ignite AveragePrecision",
    short="Ignite AP",
    version="0.5.5",
    source="PyTorch-Ignite 0.5.5, metrics.AveragePrecision, which calls scikit-learn",
    takes_weights=False,
)


REVERSED = (
    r"\sum_k (r_k - r_{k-1})\,\frac{1}{2} \left( \max_{i:\,R_i = r_{k-1}} P_i + \min_{i:\,R_i = r_k} P_i \right),"
    r"\quad \max_{i:\,R_i = 0} P_i := 1"
)
_ANOMALIB = scheme_tool(
    "step",
    key="anomalib.AUPR",
    name="anomalib AUPR",
    short="anomalib",
    version="2.7.0",
    source="anomalib 2.7.0, metrics.AUPR",
    bins=SIGMOID,
    tolerance=SINGLE_PRECISION,
    rank=torchmetrics_exact_points,
    resolution="single",
    without_positives=0.0,
)
_REVERSED: dict[str, Any] = {"scheme": None, "start": "one", "formula": REVERSED}
_IN_FLOAT32: dict[str, Any] = {"bins": IN_FLOAT32, "rank": float32_points, "without_positives": NAN}

TORCHMETRICS = "https://github.com/Lightning-AI/torchmetrics"
ANOMALIB = "https://github.com/open-edge-platform/anomalib"


def _binned_behaviors(thresholds: int) -> tuple[Tool, ...]:
    newest = _torchmetrics(thresholds)
    return (
        release(
            newest, ("0.3.0", "0.10.3"), "2021-04-20", f"{TORCHMETRICS}/pull/128",
            name=f"torchmetrics BinnedAveragePrecision(thresholds={thresholds})",
            source="torchmetrics 0.10.3, BinnedAveragePrecision", area=added_step_area, rank=at_thresholds(thresholds),
            bins=f"score >= k/{thresholds - 1}; scores below 0 reach no threshold",
        ),
        release(newest, ("0.11.0", "1.9.0"), "2022-11-30", f"{TORCHMETRICS}/pull/1251"),
    )  # fmt: skip


BEHAVIORS: tuple[tuple[Tool, ...], ...] = (
    (
        release(
            _EXACT, ("0.2.0", "0.10.3"), "2021-03-12", "https://github.com/Lightning-AI/lightning/pull/4549",
            name="torchmetrics average_precision", source="torchmetrics 0.10.3, functional.average_precision",
            area=untied_infinities(SCHEMES["step"].area), **_IN_FLOAT32,
        ),
        release(_EXACT, ("0.11.0", "1.3.2"), "2022-11-30", f"{TORCHMETRICS}/pull/1252", without_positives=NAN),
        release(_EXACT, ("1.4.0", "1.9.0"), "2024-05-06", f"{TORCHMETRICS}/pull/2507"),
    ),
    _binned_behaviors(5),
    _binned_behaviors(200),
    (
        release(
            _TORCHEVAL, ("0.0.6", "0.0.7"), "2023-01-30",
            "https://github.com/pytorch/torcheval/commit/022b906d0458c6118d09cd0cd988866ff0f7e237",
        ),
    ),
    (
        release(
            _IGNITE, ("0.1.1", "0.3.0"), "2018-11-09", "https://github.com/pytorch/ignite/pull/235",
            bins=IN_FLOAT32, rank=finite_float32_points, resolution="single",
        ),
        release(_IGNITE, ("0.4.0.post1", "0.5.5"), "2020-06-26", "https://github.com/pytorch/ignite/pull/967"),
    ),
    (
        release(
            _ANOMALIB, ("0.3.4", "0.3.7"), "2022-08-01", f"{ANOMALIB}/pull/429",
            area=untied_infinities(unstably_sorted_area), **_REVERSED, **_IN_FLOAT32,
        ),
        release(
            _ANOMALIB, ("0.4.0", "1.0.0"), "2023-03-01", f"{ANOMALIB}/pull/754",
            area=untied_infinities(reversed_area_to_full_recall), **_REVERSED, **_IN_FLOAT32,
        ),
        release(
            _ANOMALIB, ("1.1.0", "2.6.2"), "2024-05-31", f"{ANOMALIB}/pull/1956", area=reversed_area,
            without_positives=0.5, **_REVERSED,
        ),
        release(_ANOMALIB, ("2.7.0", "2.7.0"), "2026-10-06", f"{ANOMALIB}/pull/3797"),
    ),
)  # fmt: skip
