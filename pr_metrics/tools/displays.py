"""Areas under curves that are displayed: Weights & Biases, TensorBoard, Evidently and skore.

These tools draw the curve, or fewer points of it, and print no area, or another one. The area here is that of what is
drawn.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pr_metrics.interpolation import interpolated_precision, trapezoid_area
from pr_metrics.points import OperatingPoints, points_of_rows
from pr_metrics.rows import Rows
from pr_metrics.schemes import SCHEMES
from pr_metrics.tolerances import SINGLE_PRECISION
from pr_metrics.tools.tool import Tool, release, scheme_tool, with_scheme
from pr_metrics.validation import FloatArray

WANDB_SAMPLES = 20
WANDB_LEVELS = np.linspace(0, 1, 21)
TENSORBOARD_BINS = 201
EVIDENTLY_POINTS = 1000
SKORE_POINTS = 500


def sklearn_curve(points: OperatingPoints) -> tuple[FloatArray, FloatArray]:
    """Return recall and precision as scikit-learn does: lowest threshold first, and (0, 1) at the end."""
    return np.append(points.recall[::-1], 0.0), np.append(points.precision[::-1], 1.0)


def points_of_first_class(rows: Rows) -> OperatingPoints:
    """Count operating points of the first column of shares: that of the negatives if every row is positive."""
    return points_of_rows(replace(rows, score=1 - rows.score) if rows.positive.all() else rows)


def wandb_sampled_area(points: OperatingPoints) -> float:
    """Compute the area under straight lines between every twentieth point, rounded to three decimals."""
    reached = int(np.searchsorted(points.true_positives, points.positives, side="left"))
    recall, precision = sklearn_curve(points.take(np.arange(reached + 1)))
    place = [int(recall.size * k / WANDB_SAMPLES) for k in range(WANDB_SAMPLES)]
    recall, precision = recall[place].round(3), precision[place].round(3)
    return trapezoid_area(recall[::-1], precision[::-1])


def wandb_level_area(points: OperatingPoints) -> float:
    """Compute the area under straight lines between interpolated precisions, rounded, at 21 levels of recall."""
    best = np.append(1.0, interpolated_precision(points.precision))
    place = np.searchsorted(np.append(0.0, points.recall), WANDB_LEVELS, side="left")
    return trapezoid_area(WANDB_LEVELS, best[place].round(3))


def tensorboard_points(rows: Rows) -> OperatingPoints:
    """Count operating points at 201 thresholds k / 200; scores below 0 or from 201 / 200 on are left out."""
    scaled = np.floor(rows.score * (TENSORBOARD_BINS - 1))
    kept = (scaled >= 0) & (scaled < TENSORBOARD_BINS)
    bins = scaled[kept].astype(np.int64)
    weight = np.ones(bins.size) if rows.weight is None else rows.weight[kept]
    positive = rows.positive[kept]
    true, false = (np.bincount(bins, weight * kind, TENSORBOARD_BINS)[::-1].cumsum() for kind in (positive, ~positive))
    threshold = np.arange(TENSORBOARD_BINS)[::-1] / (TENSORBOARD_BINS - 1)
    totals = float(true[-1]), float(false[-1])
    return OperatingPoints.from_arrays(threshold, true, false, *totals, weighted=rows.weight is not None)


def tensorboard_area(points: OperatingPoints) -> float:
    """Compute the area under straight lines from the strictest threshold with a row, or a weight of 1, down to 0."""
    whole = sum(np.floor(counts.astype(np.float32)) for counts in (points.true_positives, points.false_positives))
    shown = np.flatnonzero(whole > 0)
    if not shown.size:
        return 0.0
    true, false = points.true_positives[shown[0] :], points.false_positives[shown[0] :]
    precision, recall = true / np.maximum(1e-7, true + false), true / np.maximum(1e-7, points.positives)
    return trapezoid_area(recall, precision)


def evidently_area(points: OperatingPoints) -> float:
    """Compute the area under straight lines between at most 1000 points."""
    recall, precision = sklearn_curve(points)
    if recall.size > EVIDENTLY_POINTS:
        place = np.linspace(0, recall.size - 2, EVIDENTLY_POINTS).astype(int) + 1
        recall, precision = recall[place], precision[place]
    return trapezoid_area(recall[::-1], precision[::-1])


def skore_started_area(points: OperatingPoints) -> float:
    """Compute the area of the steps from the recall of the first point on."""
    return float(SCHEMES["step"].segments(points).area[1:].sum())


def skore_rising_area(points: OperatingPoints, limit: int | None = None) -> float:
    """Compute the area of steps that keep, up to the next recall, the best precision of the recall before it.

    Points within a vertical drop are left out, and of more than `limit` points as many are taken at even distances.
    """
    true = points.true_positives
    kept = np.ones(true.size, dtype=bool)
    kept[1:-1] = (np.diff(true[:-1]) != 0) | (np.diff(true[1:]) != 0)
    recall, precision = (values[kept][::-1] for values in (points.recall, points.precision))
    if limit is not None and recall.size > limit:
        place = np.linspace(0, recall.size - 1, limit).astype(int)
        recall, precision = recall[place], precision[place]
    order = np.lexsort((precision, recall))
    recall, precision = recall[order], precision[order]
    return float((np.diff(recall) * precision[:-1]).sum())


SAMPLES = r"\sum_{k=1}^{19} (r_{k-1} - r_k)\,\frac{p_{k-1} + p_k}{2}"
LEVELS = r"\frac{1}{20} \sum_{k=1}^{20} \frac{p_{k-1} + p_k}{2},\quad p_0 = 1,\ p_k = \max_{i:\,R_i \ge k/20} P_i"
RISING = r"\sum_{i \ge 2} (R_i - R_{i-1})\,\max_{j:\,R_j = R_{i-1}} P_j"

WANDB = Tool(
    key="wandb.pr_curve", name="Weights & Biases plot.pr_curve, area under the displayed curve",
    short="W&B curve", version="0.31.0", scheme=None, start="one", formula=LEVELS,
    bins="interpolated precision at 21 levels of recall, rounded to three decimals",
    source="wandb 0.31.0, plot.pr_curve", area=wandb_level_area, rank=points_of_first_class, without_positives=None,
    domain="display",
)  # fmt: skip
TENSORBOARD = scheme_tool(
    "linear_truncated", key="tensorboard.pr_curve", name="TensorBoard pr_curve, area under the displayed curve",
    short="TensorBoard curve", version="2.21.0", area=tensorboard_area, rank=tensorboard_points,
    bins="score >= k/200; scores outside [0, 1] are left out; with weights, so are thresholds above which the weights "
    "of each class add up to less than 1",
    source="TensorBoard 2.21.0, plugins.pr_curve.summary.pb", without_positives=0.0, resolution="thresholds",
    takes_weights=True, tolerance=SINGLE_PRECISION, domain="display",
)  # fmt: skip
EVIDENTLY = scheme_tool(
    "linear", key="evidently.pr_curve", name="Evidently ClassificationPRCurve, area under the displayed curve",
    short="Evidently curve", version="0.7.23", area=evidently_area, bins="at most 1000 points are drawn",
    source="Evidently 0.7.23, ClassificationPRCurve", without_positives=0.5, domain="display",
)  # fmt: skip
SKORE = Tool(
    key="skore.precision_recall", name="skore precision_recall, area under the displayed curve", short="skore curve",
    version="0.28.0", scheme=None, start="dropped", formula=RISING, bins="at most 500 points are drawn",
    source="skore 0.28.0, EstimatorReport.metrics.precision_recall",
    area=lambda points: skore_rising_area(points, SKORE_POINTS), without_positives=0.0, domain="display",
)  # fmt: skip


BEHAVIORS: tuple[tuple[Tool, ...], ...] = (
    (
        release(
            WANDB, ("0.8.30", "0.12.20"), "2020-03-20", "https://github.com/wandb/wandb/issues/1554",
            formula=SAMPLES, area=wandb_sampled_area,
            bins="20 points, evenly spaced in the list of thresholds and rounded to three decimals; the curve ends "
            "before recall 0",
        ),
        release(WANDB, ("0.12.21", "0.31.0"), "2022-07-05", "https://github.com/wandb/wandb/pull/3757"),
    ),
    (release(TENSORBOARD, ("1.6.0", "2.21.0"), "2018-02-09"),),
    (
        release(EVIDENTLY, ("0.2.0", "0.7.2"), "2022-11-22", area=SCHEMES["linear"].area, bins=None),
        release(EVIDENTLY, ("0.7.3", "0.7.23"), "2025-04-25", "https://github.com/evidentlyai/evidently/pull/1567"),
    ),
    (
        release(with_scheme(SKORE, "step"), ("0.6.0", "0.9.0"), "2025-01-21", bins=None),
        release(
            SKORE, ("0.9.1", "0.11.5"), "2025-06-05", formula=r"\sum_{i \ge 2} (R_i - R_{i-1})\,P_i",
            area=skore_started_area, bins=None,
        ),
        release(
            SKORE, ("0.11.6", "0.18.1"), "2026-01-13", "https://github.com/probabl-ai/skore/pull/2193",
            area=skore_rising_area, bins=None,
        ),
        release(SKORE, ("0.19.0", "0.28.0"), "2026-05-28", "https://github.com/probabl-ai/skore/issues/2920"),
    ),
)  # fmt: skip
