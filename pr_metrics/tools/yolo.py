"""YOLO's tools and supervision: average precision of object detection, release by release, in NumPy.

Most of these sort equal scores in no fixed order: NumPy sorts in vectors, whose width depends on the processor. They
are ranked with equal scores together here. The area is computed with hits first and with misses first among equal
scores, which are the largest and the smallest that any order gives, and reported only if both are the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from pr_metrics.points import OperatingPoints, points_of_rows
from pr_metrics.rows import Rows
from pr_metrics.schemes import SCHEMES
from pr_metrics.tolerances import AREA_ROUNDING, SINGLE_PRECISION
from pr_metrics.tools.recall_levels import COCO_LEVELS, mean_best_precision
from pr_metrics.tools.single_precision import first_rows_first, float32_points
from pr_metrics.tools.tool import Area, RejectedInput, Tool

COCO_LEVELS_IN_FLOAT32 = np.linspace(0.0, 1.0, 101, dtype=np.float32).astype(np.float64)
FADE = 0.01  # recall that YOLOv5 up to 5.0 takes from the last point to precision 0

End = Callable[[float], float]


def same_in_any_order(area: Area) -> Area:
    """Make a function that computes the area of single rows, and refuses points whose rows' order would change it."""

    def of_points(points: OperatingPoints) -> float:
        largest = area(single_rows(points, hits_first=True))
        smallest = area(single_rows(points, hits_first=False))
        if largest - smallest > AREA_ROUNDING:
            raise RejectedInput(
                "y_score must not tie positives with negatives where their order counts, for the tool sorts equal "
                "scores "
                f"in another order on another processor, got an area between {smallest:.4f} and {largest:.4f}",
                "equal scores in any order",
            )
        return largest

    return of_points


def single_rows(points: OperatingPoints, *, hits_first: bool) -> OperatingPoints:
    """Split the points into one for each row, with hits or with misses first among equal scores."""
    gained = np.diff(points.true_positives, prepend=0.0).astype(np.int64)
    added = np.diff(points.false_positives, prepend=0.0).astype(np.int64)
    first, second = (gained, added) if hits_first else (added, gained)
    sizes = np.stack([first, second], axis=1).ravel()
    hit = np.repeat(np.tile([hits_first, not hits_first], first.size), sizes)
    threshold = np.repeat(points.threshold, gained + added)
    true, false = np.cumsum(hit, dtype=np.float64), np.cumsum(~hit, dtype=np.float64)
    return OperatingPoints(threshold, true, false, points.positives, points.negatives)


def trapezoids_at_levels(points: OperatingPoints, end: End, *, start: float = 1.0) -> float:
    """Compute the area of trapezoids between 101 levels of recall, of straight lines over the best precisions.

    The lines begin at recall 0 and precision `start`, go through the best precision from each row on, and reach
    precision 0 at the recall that `end` makes of the last recall. They fall at once where rows share a recall, and at
    that recall the lower end counts.
    """
    last = float(points.recall[-1])
    recall = np.concatenate(([0.0], points.recall, [end(last)]))
    best = np.maximum.accumulate(np.concatenate(([start], points.precision, [0.0]))[::-1])[::-1]
    left = np.searchsorted(recall, COCO_LEVELS, side="right") - 1
    right = np.minimum(left + 1, recall.size - 1)
    width = recall[right] - recall[left]
    part = np.divide(COCO_LEVELS - recall[left], width, out=np.zeros(left.size), where=width > 0)
    height = best[left] + part * (best[right] - best[left])
    return float((np.diff(COCO_LEVELS) * (height[1:] + height[:-1]) / 2).sum())


def start_of_trapezoids(points: OperatingPoints, end: End) -> float:
    """Compute the area that the start at precision 1 adds to one at the best precision of all rows."""
    rows = single_rows(points, hits_first=True)
    return trapezoids_at_levels(rows, end) - trapezoids_at_levels(rows, end, start=float(rows.precision.max()))


def sum_at_levels(points: OperatingPoints, share: float) -> float:
    """Add up, over 101 levels of recall, a share of the precision at the first row that reaches each; 0 if none "
    "does."""
    precision = np.append(points.precision, 0.0)
    return float((precision[np.searchsorted(points.recall, COCO_LEVELS, side="left")] * share).sum())


def coco_area(points: OperatingPoints) -> float:
    """Compute COCO's mean of the best precisions at 101 levels of recall."""
    return mean_best_precision(points, points.recall, COCO_LEVELS)


def coco_area_in_float32(points: OperatingPoints) -> float:
    """Compute COCO's mean with recalls and levels in float32, which decides whether a recall reaches a level."""
    recall = points.true_positives.astype(np.float32) / np.float32(points.positives)
    return mean_best_precision(points, recall.astype(np.float64), COCO_LEVELS_IN_FLOAT32)


def first_hit_lost(rows: Rows) -> OperatingPoints:
    """Make one point for each row, with ties in input order; the first positive of the input counts as negative."""
    hit = rows.positive.copy()
    if hit.any():
        hit[int(np.argmax(hit))] = False
    ranked = first_rows_first(Rows(hit, rows.score, None))
    positives = float(rows.positive.sum())
    return OperatingPoints(
        ranked.threshold, ranked.true_positives, ranked.false_positives, positives, hit.size - positives
    )


def at_one(_: float) -> float:
    """Let the last line end at recall 1."""
    return 1.0


def at_last(recall: float) -> float:
    """Let the lines end at the last recall."""
    return recall


def after_fade(recall: float) -> float:
    """Let the last line end 0.01 of recall further on."""
    return recall + FADE


END_FORMULA = {at_one: r"(1, 0)", at_last: r"(R_n, 0), (1, 0)", after_fade: r"(R_n + 0.01, 0)"}
LEVELS = {
    at_one: "heights of the lines at recall k/100; the last line falls to precision 0 at recall 1",
    at_last: "heights of the lines at recall k/100; they fall to precision 0 at the last recall",
    after_fade: "heights of the lines at recall k/100; they fall to precision 0 within 0.01 after the last recall",
}
IN_FLOAT32 = "scores are kept in float32"


def _short_name(name: str) -> str:
    """Return the first word of a name, and the function if it is not the usual one."""
    return name.split()[0] + (" from_detections" if name.endswith("from_detections") else "")


def trapezoid_tool(key: str, name: str, version: str, end: End, *, in_float32: bool) -> Tool:
    """Build a tool that takes trapezoids between 101 levels of recall."""
    return Tool(
        key=key,
        name=name,
        short=_short_name(name),
        version=version,
        scheme=None,
        start="one",
        ties="no fixed order",
        bins=LEVELS[end] + (f"; {IN_FLOAT32}" if in_float32 else ""),
        formula=(
            r"\sum_{k=1}^{100} \frac{1}{100} \cdot \frac{p(\frac{k-1}{100}) + p(\frac{k}{100})}{2},\quad "
            r"p \text{ linear through } (0, 1),\ (R_i, \max_{j \ge i} P_j),\ " + END_FORMULA[end]
        ),
        source=f"{key.split('.')[0]} {version}",
        area=same_in_any_order(lambda points: trapezoids_at_levels(points, end)),
        start_area=lambda points: start_of_trapezoids(points, end),
        rank=float32_points if in_float32 else points_of_rows,
        resolution="single" if in_float32 else "double",
        without_positives=0.0,
        takes_total_positives=True,
        domain="detection",
    )


def level_tool(key: str, name: str, version: str, share: int) -> Tool:
    """Build a tool that adds up the precisions at 101 levels of recall as they stand, and divides by `share`."""
    return Tool(
        key=key,
        name=name,
        short=_short_name(name),
        version=version,
        scheme=None,
        start="not needed",
        ties="no fixed order",
        bins="recall at numpy's linspace(0, 1, 101); the precision of the first row that reaches a level, not the best",
        formula=rf"\frac{{1}}{{{share}}} \sum_{{k=0}}^{{100}} P_{{\min \{{i:\, R_i \ge k/100\}}}}",
        source=f"supervision {version}",
        area=same_in_any_order(lambda points: sum_at_levels(points, 1 / share)),
        without_positives=0.0,
        takes_total_positives=True,
        domain="detection",
    )


def coco_tool(key: str, name: str, version: str, **facts: object) -> Tool:
    """Build a tool that takes COCO's mean over 101 levels of recall."""
    usual: dict[str, object] = {
        "ties": "input order", "bins": "recall at numpy's linspace(0, 1, 101)", "area": coco_area,
        "rank": first_rows_first, "without_positives": -1.0,
    }  # fmt: skip
    return Tool(
        key=key,
        name=name,
        short=_short_name(name),
        version=version,
        scheme="hundred_one_point",
        start="not needed",
        formula=SCHEMES["hundred_one_point"].formula,
        source=f"supervision {version}",
        takes_total_positives=True,
        domain="detection",
        **(usual | facts),  # type: ignore[arg-type]
    )


ULTRALYTICS = ("ultralytics.ap", "Ultralytics mAP50")
YOLOV5 = ("yolov5.ap", "YOLOv5 mAP@.5")
METRICS = ("supervision.mean_average_precision", "supervision MeanAveragePrecision")
OLD_METRICS = ("supervision.from_detections", "supervision MeanAveragePrecision.from_detections")


BEHAVIORS: tuple[tuple[Tool, ...], ...] = (
    (
        replace(
            trapezoid_tool(*ULTRALYTICS, "8.4.36", at_one, in_float32=True),
            since="8.0.0",
            released="2023-01-10",
            address="https://github.com/ultralytics/ultralytics/issues/8568",
        ),
        replace(
            trapezoid_tool(*ULTRALYTICS, "8.4.190", at_last, in_float32=True),
            since="8.4.37",
            released="2026-04-10",
            address="https://github.com/ultralytics/ultralytics/pull/24175",
        ),
    ),
    (
        replace(
            trapezoid_tool(*YOLOV5, "5.0.7", after_fade, in_float32=True),
            since="4.0.3",
            released="2021-02-15",
            address="https://github.com/ultralytics/yolov5/pull/1645",
        ),
        replace(
            trapezoid_tool(*YOLOV5, "7.0.14", at_one, in_float32=True),
            since="6.0.1",
            released="2021-10-14",
            address="https://github.com/ultralytics/yolov5/pull/4563",
        ),
    ),
    (
        replace(
            trapezoid_tool(*METRICS, "0.23.0", at_one, in_float32=False),
            since="0.13.0",
            released="2023-08-08",
            address="https://github.com/roboflow/supervision/pull/236",
        ),
        replace(
            level_tool(*METRICS, "0.24.0", 100),
            since="0.24.0",
            released="2024-10-04",
            address="https://github.com/roboflow/supervision/pull/1500",
        ),
        replace(
            level_tool(*METRICS, "0.25.1", 101),
            since="0.25.0",
            released="2024-11-12",
            address="https://github.com/roboflow/supervision/pull/1581",
        ),
        replace(
            coco_tool(
                *METRICS,
                "0.26.0",
                rank=first_hit_lost,
                bins="recall at numpy's linspace(0, 1, 101); the first object of all counts as not found",
                without_positives=float("nan"),
            ),
            since="0.26.0",
            released="2025-07-16",
            address="https://github.com/roboflow/supervision/pull/1834",
        ),
        replace(
            coco_tool(*METRICS, "0.27.0"),
            since="0.26.1",
            released="2025-07-23",
            address="https://github.com/roboflow/supervision/pull/1895",
        ),
        replace(
            coco_tool(
                *METRICS,
                "0.30.6",
                area=coco_area_in_float32,
                bins="recall at numpy's linspace(0, 1, 101) in float32, as recall is: 3/10 reaches 0.3",
                tolerance=SINGLE_PRECISION,
            ),
            since="0.28.0",
            released="2026-04-30",
            address="https://github.com/roboflow/supervision/pull/2169",
        ),
        replace(
            coco_tool(*METRICS, "0.31.2", tolerance=SINGLE_PRECISION),
            since="0.30.7",
            released="2026-10-04",
            address="https://github.com/roboflow/supervision/releases/tag/0.30.7",
        ),
    ),
    (
        replace(
            trapezoid_tool(*OLD_METRICS, "0.29.1", at_one, in_float32=False),
            since="0.13.0",
            released="2023-08-08",
            address="https://github.com/roboflow/supervision/pull/236",
        ),
        replace(
            coco_tool(
                *OLD_METRICS,
                "0.30.9",
                area=same_in_any_order(coco_area),
                rank=points_of_rows,
                ties="no fixed order",
                without_positives=0.0,
            ),
            since="0.30.0",
            released="2026-08-04",
            address="",
        ),
    ),
)
