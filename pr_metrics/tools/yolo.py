"""YOLO's tools and supervision: average precision of object detection, release by release, in NumPy.

Most of these sort equal scores in no fixed order: NumPy sorts in vectors, whose width depends on the processor. They
are ranked with equal scores together here. The area is computed with hits first and with misses first among equal
scores, which are the largest and the smallest that any order gives, and reported only if both are the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from pr_metrics.points import OperatingPoints, points_of_rows
from pr_metrics.rows import Rows
from pr_metrics.schemes import SCHEMES
from pr_metrics.tolerances import AREA_ROUNDING, DOUBLE_PRECISION, SINGLE_PRECISION
from pr_metrics.tools.recall_levels import COCO_LEVELS, best_at, mean_best_precision
from pr_metrics.tools.single_precision import IN_FLOAT32, first_rows_first, float32_points
from pr_metrics.tools.tool import NAN, Area, RejectedInput, Tool, release

coco_area = best_at(COCO_LEVELS)
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
                f"scores in another order on another processor, got an area between {smallest:.4f} and {largest:.4f}",
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
    """Add up, over 101 levels of recall, a share of the precision at the first row that reaches each level, if any."""
    precision = np.append(points.precision, 0.0)
    return float((precision[np.searchsorted(points.recall, COCO_LEVELS, side="left")] * share).sum())


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


END_FORMULA = {at_one: r"(1, 0)", at_last: r"(R_n, 0) \to (1, 0)", after_fade: r"(R_n + 0.01, 0)"}
LEVELS = {
    at_one: "heights of the lines at recall k/100; the last line falls to precision 0 at recall 1",
    at_last: "heights of the lines at recall k/100; they fall to precision 0 at the last recall",
    after_fade: "heights of the lines at recall k/100; they fall to precision 0 within 0.01 after the last recall",
}


def detector(key: str, name: str, version: str, **facts: Any) -> Tool:
    """Build a tool that joins the points by no scheme, and is told of all positives."""
    short = name.split()[0] + (" from_detections" if name.endswith("from_detections") else "")
    usual: dict[str, Any] = {
        "scheme": None, "ties": "no fixed order", "source": f"{key.split('.')[0]} {version}", "without_positives": 0.0,
        "takes_total_positives": True, "domain": "detection",
    }  # fmt: skip
    return Tool(key=key, name=name, short=short, version=version, **(usual | facts))


def trapezoid_facts(end: End) -> dict[str, Any]:
    """Return the facts of tools that take trapezoids between 101 levels of recall."""
    return {
        "start": "one",
        "bins": LEVELS[end],
        "formula": (
            r"\sum_{k=1}^{100} \frac{1}{100} \cdot \frac{p(\frac{k-1}{100}) + p(\frac{k}{100})}{2},\quad "
            r"p\colon (0, 1) \to (R_i, \max_{j \ge i} P_j) \to " + END_FORMULA[end]
        ),
        "area": same_in_any_order(lambda points: trapezoids_at_levels(points, end)),
        "start_area": lambda points: start_of_trapezoids(points, end),
    }


def float32_trapezoid_facts(end: End) -> dict[str, Any]:
    """Return the facts of tools that take these trapezoids of scores in float32."""
    facts = trapezoid_facts(end)
    return facts | {"bins": f"{facts['bins']}; {IN_FLOAT32}", "rank": float32_points, "resolution": "single"}


def level_facts(share: int) -> dict[str, Any]:
    """Return the facts of tools that add up the precisions at 101 levels of recall and divide by `share`."""
    return {
        "start": "not needed",
        "bins": "recall at numpy's linspace(0, 1, 101); the precision of the first row that reaches a level, not the "
        "best",
        "formula": rf"\frac{{1}}{{{share}}} \sum_{{k=0}}^{{100}} P_{{\min \{{i:\, R_i \ge k/100\}}}}",
        "area": same_in_any_order(lambda points: sum_at_levels(points, 1 / share)),
    }


COCO_BINS = "recall at numpy's linspace(0, 1, 101)"
COCO: dict[str, Any] = {
    "scheme": "hundred_one_point", "start": "not needed", "formula": SCHEMES["hundred_one_point"].formula,
    "ties": "input order", "bins": COCO_BINS, "area": coco_area, "rank": first_rows_first, "without_positives": -1.0,
}  # fmt: skip
ULTRALYTICS = detector("ultralytics.ap", "Ultralytics mAP50", "8.4.190", **float32_trapezoid_facts(at_last))
YOLOV5 = detector("yolov5.ap", "YOLOv5 mAP@.5", "7.0.14", **float32_trapezoid_facts(at_one))
SUPERVISION = detector(
    "supervision.mean_average_precision", "supervision MeanAveragePrecision", "0.31.2", **COCO,
    tolerance=SINGLE_PRECISION,
)  # fmt: skip
FROM_DETECTIONS = detector(
    "supervision.from_detections", "supervision MeanAveragePrecision.from_detections", "0.30.9",
    **(COCO | {
        "ties": "no fixed order", "area": same_in_any_order(coco_area), "rank": points_of_rows, "without_positives": 0.0
    }),
)  # fmt: skip
BEFORE_COCO: dict[str, Any] = {
    "scheme": None, "ties": "no fixed order", "rank": points_of_rows, "without_positives": 0.0,
    "tolerance": DOUBLE_PRECISION,
}  # fmt: skip
YOLO, ROBOFLOW = "https://github.com/ultralytics", "https://github.com/roboflow/supervision"

BEHAVIORS: tuple[tuple[Tool, ...], ...] = (
    (
        release(
            ULTRALYTICS, ("8.0.0", "8.4.36"), "2023-01-10", f"{YOLO}/ultralytics/issues/8568",
            **float32_trapezoid_facts(at_one),
        ),
        release(ULTRALYTICS, ("8.4.37", "8.4.190"), "2026-04-10", f"{YOLO}/ultralytics/pull/24175"),
    ),
    (
        release(
            YOLOV5, ("4.0.3", "5.0.7"), "2021-02-15", f"{YOLO}/yolov5/pull/1645", **float32_trapezoid_facts(after_fade)
        ),
        release(YOLOV5, ("6.0.1", "7.0.14"), "2021-10-14", f"{YOLO}/yolov5/pull/4563"),
    ),
    (
        release(
            SUPERVISION, ("0.13.0", "0.23.0"), "2023-08-08", f"{ROBOFLOW}/pull/236",
            **BEFORE_COCO, **trapezoid_facts(at_one),
        ),
        release(
            SUPERVISION, ("0.24.0", "0.24.0"), "2024-10-04", f"{ROBOFLOW}/pull/1500", **BEFORE_COCO, **level_facts(100)
        ),
        release(
            SUPERVISION, ("0.25.0", "0.25.1"), "2024-11-12", f"{ROBOFLOW}/pull/1581", **BEFORE_COCO, **level_facts(101)
        ),
        release(
            SUPERVISION, ("0.26.0", "0.26.0"), "2025-07-16", f"{ROBOFLOW}/pull/1834", rank=first_hit_lost,
            bins=f"{COCO_BINS}; the first object of all counts as not found", without_positives=NAN,
            tolerance=DOUBLE_PRECISION,
        ),
        release(
            SUPERVISION, ("0.26.1", "0.27.0"), "2025-07-23", f"{ROBOFLOW}/pull/1895", tolerance=DOUBLE_PRECISION
        ),
        release(
            SUPERVISION, ("0.28.0", "0.30.6"), "2026-04-30", f"{ROBOFLOW}/pull/2169", area=coco_area_in_float32,
            bins=f"{COCO_BINS} in float32, as recall is: 3/10 reaches 0.3",
        ),
        release(SUPERVISION, ("0.30.7", "0.31.2"), "2026-10-04", f"{ROBOFLOW}/releases/tag/0.30.7"),
    ),
    (
        release(
            FROM_DETECTIONS, ("0.13.0", "0.29.1"), "2023-08-08", f"{ROBOFLOW}/pull/236",
            **BEFORE_COCO, **trapezoid_facts(at_one),
        ),
        release(FROM_DETECTIONS, ("0.30.0", "0.30.9"), "2026-08-04"),
    ),
)  # fmt: skip
