"""What evaluators of boxes report, by release: MMDetection, PaddleDetection, Detectron2, COCO packages and others."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from pr_metrics.points import OperatingPoints
from pr_metrics.rows import Rows
from pr_metrics.schemes import SCHEMES
from pr_metrics.tolerances import SINGLE_PRECISION
from pr_metrics.tools.recall_levels import COCO_LEVELS, TENTHS, VOC_LEVELS, mean_best_precision
from pr_metrics.tools.single_precision import first_rows_first, in_float32
from pr_metrics.tools.tool import NAN, Area, RejectedInput, Tool, scheme_tool
from pr_metrics.validation import FloatArray

HUNDREDTHS = np.arange(101) / 100
SMALLEST_STEP = 1e-6  # of recall, in PaddleDetection


def best_at(levels: FloatArray) -> Area:
    """Return the mean of the interpolated precision at these levels of recall."""
    return lambda points: mean_best_precision(points, points.recall, levels)


def float32_first(rows: Rows) -> OperatingPoints:
    """Make one point for each row, with rows that are tied in float32 in input order."""
    return first_rows_first(in_float32(rows))


def unsorted_ties(rows: Rows) -> OperatingPoints:
    """Make one point for each row after rounding to float32; reject ties whose order the sort leaves open."""
    return _reject_open_ties(float32_first(rows), rows, in_float32(rows).score)


def three_decimals(rows: Rows) -> OperatingPoints:
    """Make one point for each row after rounding to float32 and then to three decimals; reject ties of open order."""
    score = np.array([float(f"{one:.3f}") for one in in_float32(rows).score.tolist()])
    return _reject_open_ties(first_rows_first(replace(rows, score=score)), rows, score)


def _reject_open_ties(points: OperatingPoints, rows: Rows, score: FloatArray) -> OperatingPoints:
    """Reject equal scores of both classes, if numpy's default sort may put them in any order."""
    tied = np.intersect1d(score[rows.positive], score[~rows.positive])
    if tied.size:
        raise RejectedInput(
            "y_score must not tie positives with negatives for this tool, whose sort leaves open which comes first, "
            f"got {tied.size} scores of both classes",
            "equal scores in any order",
        )
    return points


def at_least_zero(rows: Rows) -> OperatingPoints:
    """Make one point for each row with a score of at least 0; the other rows are lost, and their positives missed."""
    kept = rows.score >= 0
    if not kept.any():
        raise RejectedInput("y_score must have a score of at least 0 for this tool, got none", "score range")
    points = first_rows_first(Rows(rows.positive[kept], rows.score[kept], None))
    counts = points.true_positives, points.false_positives
    return OperatingPoints(points.threshold, *counts, float(rows.positive.sum()), float((~rows.positive).sum()))


def put_off_steps_area(points: OperatingPoints) -> float:
    """Compute the step area; a step of recall that is no larger than 1e-6 is put off until it has grown beyond that."""
    if points.positives * SMALLEST_STEP < 1 - 1e-3:
        return SCHEMES["step"].area(points)
    area, before = 0.0, 0.0
    for recall, precision in zip(points.recall.tolist(), points.precision.tolist(), strict=True):
        if recall - before > SMALLEST_STEP:
            area, before = area + precision * (recall - before), recall
    return area


def _detector(scheme: str, **facts: Any) -> Tool:
    """Build a tool that takes rows with equal scores in input order, and is told of all positives."""
    usual: dict[str, Any] = {"ties": "input order", "rank": first_rows_first}
    return scheme_tool(scheme, domain="detection", takes_total_positives=True, **(usual | facts))


VOC_BINS = "recall at k * 0.1, compared as they stand in float64: 3/10 does not reach 3 * 0.1"
SINGLE = "scores are kept in float32"
OPEN = "; equal scores of both classes come in an order that depends on NumPy and the processor"
COCO_BINS = "recall at numpy's linspace(0, 1, 101)"
MMDET = "https://github.com/open-mmlab/mmdetection"

MMDET_AREA = _detector(
    "envelope", key="mmdet.area", name='MMDetection average_precision(mode="area")', short="MMDetection area",
    version="3.3.0", bins=SINGLE + OPEN, source="MMDetection 3.3.0, evaluation.functional.eval_map",
    ties="no fixed order", rank=unsorted_ties, resolution="single", tolerance=SINGLE_PRECISION, without_positives=0.0,
)  # fmt: skip
MMDET_11 = replace(
    MMDET_AREA, key="mmdet.11points", name='MMDetection average_precision(mode="11points")',
    short="MMDetection 11points", scheme="eleven_point", formula=SCHEMES["eleven_point"].formula,
    start=SCHEMES["eleven_point"].start, area=best_at(VOC_LEVELS), bins=f"{VOC_BINS}; {SINGLE}{OPEN}",
)  # fmt: skip
MMDET_11_AS_AREA = replace(
    MMDET_11, version="3.0.0rc5", scheme=MMDET_AREA.scheme, formula=MMDET_AREA.formula, start=MMDET_AREA.start,
    area=MMDET_AREA.area, bins=MMDET_AREA.bins,
)  # fmt: skip
PADDLE_11 = _detector(
    "eleven_point", key="paddledet.11point", name='PaddleDetection DetectionMAP(map_type="11point")',
    short="PaddleDetection 11point", version="2.6.0",
    bins=f"recall at k/10: 3/10 reaches 3/10; {SINGLE}", source="PaddleDetection 2.6.0, ppdet.metrics.DetectionMAP",
    area=best_at(TENTHS), rank=float32_first, resolution="single", without_positives=0.0,
)  # fmt: skip
PADDLE_INTEGRAL = _detector(
    "step", key="paddledet.integral", name='PaddleDetection DetectionMAP(map_type="integral")',
    short="PaddleDetection integral", version="2.6.0",
    bins=f"{SINGLE}; steps of recall up to 0.000001 are put off until they are larger",
    source="PaddleDetection 2.6.0, ppdet.metrics.DetectionMAP", area=put_off_steps_area, rank=float32_first,
    resolution="single", without_positives=0.0,
)  # fmt: skip
TF = _detector(
    "envelope", key="tf_object_detection.average_precision", name="TF Object Detection API compute_average_precision",
    short="TF Object Detection", version="0.0.3",
    bins=SINGLE + OPEN, ties="no fixed order", rank=unsorted_ties,
    source="TensorFlow Object Detection API (in the package tf-object-detection), object_detection.utils.metrics",
    resolution="single", without_positives=NAN,
)  # fmt: skip
D2_BINS = "scores are rounded to three decimals"
D2 = _detector(
    "envelope", key="detectron2.voc", name="Detectron2 PascalVOCDetectionEvaluator (2012)", short="Detectron2 VOC",
    version="0.6", bins=D2_BINS + OPEN, source="Detectron2 0.6, evaluation.PascalVOCDetectionEvaluator",
    ties="no fixed order", rank=three_decimals, resolution="bins", without_positives=NAN,
)  # fmt: skip
D2_07 = replace(
    D2, key="detectron2.voc07", name="Detectron2 PascalVOCDetectionEvaluator (2007)", short="Detectron2 VOC 2007",
    scheme="eleven_point", formula=SCHEMES["eleven_point"].formula, start=SCHEMES["eleven_point"].start,
    area=best_at(VOC_LEVELS), bins=f"{VOC_BINS}; {D2_BINS}{OPEN}", without_positives=0.0,
)  # fmt: skip
COCO = _detector(
    "hundred_one_point", key="COCO", name="COCO (pycocotools) average precision", short="COCO", version="2.0.11",
    bins=COCO_BINS,
    source="Lin et al. (2014), doi 10.1007/978-3-319-10602-1_48; pycocotools 2.0.11, COCOeval.accumulate",
    area=best_at(COCO_LEVELS), without_positives=-1.0,
)  # fmt: skip
FASTER = replace(
    COCO, key="faster_coco_eval", name="faster-coco-eval average precision", short="faster-coco-eval", version="1.8.0",
    source="faster-coco-eval 1.8.0, COCOeval_faster",
)  # fmt: skip
FASTER_OLD = replace(
    FASTER, version="1.5.7", source="faster-coco-eval 1.5.7, COCOeval_faster", rank=at_least_zero,
    bins=f"{COCO_BINS}; detections with a score below 0 are dropped",
)  # fmt: skip
HOTCOCO = replace(
    COCO, key="hotcoco", name="hotcoco average precision", short="hotcoco", version="1.3.0",
    source="hotcoco 1.3.0, COCOeval",
)  # fmt: skip
HOTCOCO_OLD = replace(
    HOTCOCO, version="0.5.0", source="hotcoco 0.5.0, COCOeval", area=best_at(HUNDREDTHS),
    bins="recall at k/100: 7/20 reaches 35/100",
)  # fmt: skip


BEHAVIORS: tuple[tuple[Tool, ...], ...] = (
    (replace(MMDET_AREA, since="0.6.0", released="2019-11-08", address=f"{MMDET}/issues/3076"),),
    (
        replace(
            replace(MMDET_11, version="2.28.2"), since="0.6.0", released="2019-11-08", address=f"{MMDET}/issues/3076"
        ),
        replace(MMDET_11_AS_AREA, since="3.0.0rc0", released="2022-09-01", address=f"{MMDET}/pull/9784"),
        replace(MMDET_11, since="3.0.0rc6", released="2023-02-27", address=f"{MMDET}/pull/9784"),
    ),
    (
        replace(
            PADDLE_11,
            since="2.0.0",
            released="2021-04-20",
            address="https://github.com/PaddlePaddle/PaddleDetection/issues/503",
        ),
    ),
    (
        replace(
            PADDLE_INTEGRAL,
            since="2.0.0",
            released="2021-04-20",
            address="https://github.com/PaddlePaddle/PaddleDetection/issues/503",
        ),
    ),
    (replace(TF, since="0.0.1", released="2019-08-21", address="https://github.com/tensorflow/models/issues/8422"),),
    (
        replace(
            D2,
            obtained="reading",
            since="0.1",
            released="2020-02-06",
            address="https://github.com/facebookresearch/detectron2/issues/549",
        ),
    ),
    (
        replace(
            D2_07,
            obtained="reading",
            since="0.1",
            released="2020-02-06",
            address="https://github.com/facebookresearch/detectron2/issues/549",
        ),
    ),
    (replace(COCO, since="2.0.0", released="2018-03-11", address="https://github.com/cocodataset/cocoapi/issues/360"),),
    (
        replace(FASTER_OLD, since="1.3.3", released="2023-07-30", address=""),
        replace(
            FASTER,
            since="1.6.0",
            released="2024-09-13",
            address="https://github.com/MiXaiLL76/faster_coco_eval/pull/38",
        ),
    ),
    (
        replace(
            HOTCOCO_OLD,
            since="0.1.0",
            released="2026-02-23",
            address="https://github.com/derekallman/hotcoco/blob/v0.1.0/crates/hotcoco/src/params.rs",
        ),
        replace(HOTCOCO, since="1.0.0", released="2026-09-02", address=""),
    ),
)
