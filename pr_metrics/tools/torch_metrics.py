"""Releases of the metrics for PyTorch: since when each of them behaves how, with a NumPy reproduction."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pr_metrics.points import OperatingPoints
from pr_metrics.rows import Rows
from pr_metrics.schemes import SCHEMES
from pr_metrics.tolerances import DOUBLE_PRECISION, SINGLE_PRECISION
from pr_metrics.tools.binned import torch_linspace, torchmetrics_exact_points, torchmetrics_points
from pr_metrics.tools.scikit_learn import AVERAGE_PRECISION
from pr_metrics.tools.single_precision import (
    INFINITE,
    first_rows_first,
    float32_points,
    float32_scores,
    in_float32,
    torcheval_area,
)
from pr_metrics.tools.tool import NAN, Area, Rank, RejectedInput, Tool, scheme_tool

ADDED = np.float32(1e-6)  # to counts in BinnedAveragePrecision, against division by 0
IN_FLOAT32 = "scores are kept in float32"


def untied_infinities(area: Area) -> Area:
    """Make an area that rejects scores that are tied beyond the range of float32, whose order is undetermined."""

    def of_points(points: OperatingPoints) -> float:
        rows = np.diff(points.true_positives + points.false_positives, prepend=0.0)
        tied = rows[np.abs(points.threshold) == INFINITE]
        if (tied > 1).any():
            raise RejectedInput(
                f"y_score must not tie beyond the range of float32 for this tool, which orders infinities anyhow, "
                f"got {tied.max():.0f} tied rows",
                "score range",
            )
        return area(points)

    return of_points


def finite_float32_points(rows: Rows) -> OperatingPoints:
    """Count operating points of scores in float32, all of which must be finite."""
    score = float32_scores(rows)
    if np.isinf(score).any():
        position = int(np.flatnonzero(np.isinf(score))[0])
        raise RejectedInput(
            f"y_score must fit float32 for this tool, got {rows.score[position]} at position {position}", "score range"
        )
    return float32_points(rows)


def float32_first_rows_first(rows: Rows) -> OperatingPoints:
    """Make one point for each row, with rows that are tied in float32 in input order."""
    return first_rows_first(in_float32(rows))


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


def sorted_linear_area(points: OperatingPoints) -> float:
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


def sorted_linear_area_of_reached(points: OperatingPoints) -> float:
    """Compute the trapezoids between sorted points up to the first one that reaches all positives."""
    return sorted_linear_area(up_to_full_recall(points))


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
            f"y_score must give each recall once for anomalib before 0.4, which sorts equal recalls anyhow, "
            f"got {repeated} points that repeat a recall",
            "equal scores in any order",
        )
    return sorted_linear_area(kept)


def _one_way(points: OperatingPoints) -> bool:
    change = np.diff(np.append(1.0, points.precision).astype(np.float32))
    return bool((change <= 0).all() or (change >= 0).all())


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


def area_of_class_size(points: OperatingPoints) -> float:
    """Average the precision at the positives found among the first rows, as many as the larger class has."""
    return _area_of_found(points, int(max(points.positives, points.negatives)))


def area_of_positives(points: OperatingPoints) -> float:
    """Average the precision at the positives found among the first rows, as many as there are positives."""
    return _area_of_found(points, int(points.positives))


def _area_of_found(points: OperatingPoints, rows: int) -> float:
    found = points.true_positives[min(rows, points.true_positives.size) - 1]
    return first_rows_area(points, rows, max(found, 1.0))


def area_at_r(points: OperatingPoints) -> float:
    """Sum the precision at the positives among the first P rows, and divide by P, the number of positives."""
    return first_rows_area(points, int(points.positives), points.positives)


def mean_precision_at_r(points: OperatingPoints) -> float:
    """Average the precision after each of the first P rows, where P is the number of positives."""
    return float(points.precision[: int(points.positives)].sum() / points.positives)


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


_NEW_EXACT = scheme_tool(
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
_EXACT = replace(_NEW_EXACT, without_positives=NAN)
_OLD_EXACT = replace(
    _EXACT,
    name="torchmetrics average_precision",
    bins=IN_FLOAT32,
    area=untied_infinities(SCHEMES["step"].area),
    rank=float32_points,
)


def _binned(thresholds: int) -> Tool:
    return replace(
        _torchmetrics(thresholds),
        name=f"torchmetrics BinnedAveragePrecision(thresholds={thresholds})",
        bins=f"score >= k/{thresholds - 1}; scores below 0 reach no threshold",
        area=added_step_area,
        rank=at_thresholds(thresholds),
    )


_TORCHEVAL = scheme_tool(
    key="torcheval.binary_auprc",
    name="torcheval binary_auprc",
    short="torcheval",
    version="0.0.7",
    scheme="step",
    bins="scores are kept in float32",
    tolerance=SINGLE_PRECISION,
    source="torcheval 0.0.7, metrics.functional.binary_auprc",
    area=torcheval_area,
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
_OLD_IGNITE = replace(_IGNITE, bins=IN_FLOAT32, rank=finite_float32_points, resolution="single")


SORTED_LINEAR = (
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
_SORTED = replace(
    _ANOMALIB, scheme=None, start="one", formula=SORTED_LINEAR, area=sorted_linear_area, without_positives=0.5
)
_SORTED_OLD = replace(
    _SORTED,
    bins=IN_FLOAT32,
    area=untied_infinities(sorted_linear_area_of_reached),
    rank=float32_points,
    without_positives=NAN,
)


_MAP = scheme_tool(
    "step",
    key="pytorch_metric_learning.mean_average_precision",
    domain="retrieval",
    name="PyTorch Metric Learning mean_average_precision",
    short="Metric Learning mAP",
    version="2.9.0",
    source="PyTorch Metric Learning 2.9.0, AccuracyCalculator",
    ties="input order",
    bins="distances are in float32",
    rank=float32_first_rows_first,
    resolution="single",
    tolerance=DOUBLE_PRECISION,
    without_positives=NAN,
)
_MAP_OF_R = replace(
    _MAP,
    scheme=None,
    area=area_of_positives,
    formula=r"\frac{1}{R_K} \sum_{i \le K} (R_i - R_{i-1})\,P_i,\quad K = P",
    without_positives=0.0,
)
_MAP_AT_R = replace(
    _MAP,
    key="pytorch_metric_learning.mean_average_precision_at_r",
    name="PyTorch Metric Learning mean_average_precision_at_r",
    short="Metric Learning MAP@R",
    scheme=None,
    area=area_at_r,
    formula=r"\sum_{i \le P} (R_i - R_{i-1})\,P_i",
)

TORCHMETRICS = "https://github.com/Lightning-AI/torchmetrics"
ANOMALIB = "https://github.com/open-edge-platform/anomalib"
LEARNING = "https://github.com/KevinMusgrave/pytorch-metric-learning"


def _binned_behaviors(thresholds: int) -> tuple[Tool, ...]:
    return (
        replace(
            _binned(thresholds),
            version="0.10.3",
            since="0.3.0",
            released="2021-04-20",
            address=f"{TORCHMETRICS}/pull/128",
        ),
        replace(_torchmetrics(thresholds), since="0.11.0", released="2022-11-30", address=f"{TORCHMETRICS}/pull/1251"),
    )


BEHAVIORS: tuple[tuple[Tool, ...], ...] = (
    (
        replace(
            _OLD_EXACT,
            version="0.10.3",
            since="0.2.0",
            released="2021-03-12",
            address="https://github.com/Lightning-AI/lightning/pull/4549",
        ),
        replace(_EXACT, version="1.3.2", since="0.11.0", released="2022-11-30", address=f"{TORCHMETRICS}/pull/1252"),
        replace(_NEW_EXACT, since="1.4.0", released="2024-05-06", address=f"{TORCHMETRICS}/pull/2507"),
    ),
    _binned_behaviors(5),
    _binned_behaviors(200),
    (
        replace(
            _TORCHEVAL,
            since="0.0.6",
            released="2023-01-30",
            address="https://github.com/pytorch/torcheval/commit/022b906d0458c6118d09cd0cd988866ff0f7e237",
        ),
    ),
    (
        replace(
            _OLD_IGNITE,
            version="0.3.0",
            since="0.1.1",
            released="2018-11-09",
            address="https://github.com/pytorch/ignite/pull/235",
        ),
        replace(
            _IGNITE, since="0.4.0.post1", released="2020-06-26", address="https://github.com/pytorch/ignite/pull/967"
        ),
    ),
    (
        replace(
            replace(_SORTED_OLD, area=untied_infinities(unstably_sorted_area)),
            version="0.3.7",
            since="0.3.4",
            released="2022-08-01",
            address=f"{ANOMALIB}/pull/429",
        ),
        replace(_SORTED_OLD, version="1.0.0", since="0.4.0", released="2023-03-01", address=f"{ANOMALIB}/pull/754"),
        replace(_SORTED, version="2.6.2", since="1.1.0", released="2024-05-31", address=f"{ANOMALIB}/pull/1956"),
        replace(_ANOMALIB, since="2.7.0", released="2026-10-06", address=f"{ANOMALIB}/pull/3797"),
    ),
    (
        replace(
            replace(
                _MAP_OF_R,
                area=area_of_class_size,
                formula=r"\frac{1}{R_K} \sum_{i \le K} (R_i - R_{i-1})\,P_i,\quad K = \max(P, N)",
                bins="distances are in float32; of the ranking only as many first rows count as the largest class has",
            ),
            version="0.9.95",
            since="0.9.95",
            released="2020-12-11",
            address=f"{LEARNING}/issues/240",
        ),
        replace(
            replace(
                _MAP_OF_R,
                bins="distances are in float32; of the ranking only as many first rows count as there are positives",
            ),
            version="0.9.97",
            since="0.9.96",
            released="2021-01-12",
            address=f"{LEARNING}/commit/7e19707e5ada6559b48ab836c95e4c99fb7ae46d",
        ),
        replace(
            replace(_MAP, without_positives=0.0),
            version="1.7.3",
            since="0.9.98",
            released="2021-04-03",
            address=f"{LEARNING}/issues/290",
        ),
        replace(
            _MAP,
            since="2.0.0",
            released="2023-01-29",
            address=f"{LEARNING}/commit/5ed8f19c1dfd33f02ae815a3a3b404526b18d028",
        ),
    ),
    (
        replace(
            replace(
                _MAP_AT_R,
                name="PyTorch Metric Learning ordered_r_precision",
                area=mean_precision_at_r,
                formula=r"\frac{1}{P} \sum_{i \le P} P_i",
            ),
            version="0.9.20",
            since="0.9.17",
            released="2019-11-12",
            address=f"{LEARNING}/commit/921e6120046b103e403a45d56cd15b2b34bda142",
        ),
        replace(
            _MAP_AT_R,
            version="0.9.88",
            since="0.9.21",
            released="2019-11-15",
            address=f"{LEARNING}/commit/b1ae3cd98165ecf8076b1d0329139fd7682ddd45",
        ),
        replace(
            replace(_MAP_AT_R, without_positives=0.0),
            version="1.7.3",
            since="0.9.89",
            released="2020-07-25",
            address=f"{LEARNING}/commit/9c8a94bd1a906317d5834f26d8a94e59d578b825",
        ),
        replace(
            _MAP_AT_R,
            since="2.0.0",
            released="2023-01-29",
            address=f"{LEARNING}/commit/5ed8f19c1dfd33f02ae815a3a3b404526b18d028",
        ),
    ),
)
