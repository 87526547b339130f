"""What evaluators of boxes report, by release: PASCAL VOC, COCO and its ports, MMDetection and others."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from pr_metrics.points import OperatingPoints
from pr_metrics.rows import Rows
from pr_metrics.schemes import SCHEMES
from pr_metrics.tolerances import SINGLE_PRECISION
from pr_metrics.tools.recall_levels import COCO_LEVELS, TENTHS, VOC_LEVELS, best_at
from pr_metrics.tools.single_precision import (
    IN_FLOAT32,
    first_rows_first,
    first_rows_first_in_float32,
    in_float32,
    untied_rows,
    untied_rows_in_float32,
)
from pr_metrics.tools.tool import NAN, RejectedInput, Tool, release, scheme_tool, with_scheme

HUNDREDTHS = np.arange(101) / 100
SMALLEST_STEP = 1e-6  # of recall, in PaddleDetection


def untied_to_three_decimals(rows: Rows) -> OperatingPoints:
    """Make one point for each row after rounding to float32 and then to three decimals; reject ties of open order."""
    score = np.array([float(f"{one:.3f}") for one in in_float32(rows).score.tolist()])
    return untied_rows(replace(rows, score=score))


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
OPEN = "; equal scores of both classes come in an order that depends on NumPy and the processor"
COCO_BINS = "recall at numpy's linspace(0, 1, 101)"
MMDET = "https://github.com/open-mmlab/mmdetection"

MMDET_AREA = _detector(
    "envelope", key="mmdet.area", name='MMDetection average_precision(mode="area")', short="MMDetection area",
    version="3.3.0", bins=IN_FLOAT32 + OPEN, source="MMDetection 3.3.0, evaluation.functional.eval_map",
    ties="no fixed order", rank=untied_rows_in_float32, resolution="single", tolerance=SINGLE_PRECISION,
    without_positives=0.0,
)  # fmt: skip
MMDET_11 = with_scheme(
    MMDET_AREA, "eleven_point", key="mmdet.11points", name='MMDetection average_precision(mode="11points")',
    short="MMDetection 11points", area=best_at(VOC_LEVELS), bins=f"{VOC_BINS}; {IN_FLOAT32}{OPEN}",
)  # fmt: skip
PADDLE_11 = _detector(
    "eleven_point", key="paddledet.11point", name='PaddleDetection DetectionMAP(map_type="11point")',
    short="PaddleDetection 11point", version="2.6.0",
    bins=f"recall at k/10: 3/10 reaches 3/10; {IN_FLOAT32}", source="PaddleDetection 2.6.0, ppdet.metrics.DetectionMAP",
    area=best_at(TENTHS), rank=first_rows_first_in_float32, resolution="single", without_positives=0.0,
)  # fmt: skip
PADDLE_INTEGRAL = _detector(
    "step", key="paddledet.integral", name='PaddleDetection DetectionMAP(map_type="integral")',
    short="PaddleDetection integral", version="2.6.0",
    bins=f"{IN_FLOAT32}; steps of recall up to 0.000001 are put off until they are larger",
    source="PaddleDetection 2.6.0, ppdet.metrics.DetectionMAP", area=put_off_steps_area,
    rank=first_rows_first_in_float32, resolution="single", without_positives=0.0,
)  # fmt: skip
TF = _detector(
    "envelope", key="tf_object_detection.average_precision", name="TF Object Detection API compute_average_precision",
    short="TF Object Detection", version="0.0.3",
    bins=IN_FLOAT32 + OPEN, ties="no fixed order", rank=untied_rows_in_float32,
    source="TensorFlow Object Detection API (in the package tf-object-detection), object_detection.utils.metrics",
    resolution="single", without_positives=NAN,
)  # fmt: skip
D2_BINS = "scores are rounded to three decimals"
D2 = _detector(
    "envelope", key="detectron2.voc", name="Detectron2 PascalVOCDetectionEvaluator (2012)", short="Detectron2 VOC",
    version="0.6", bins=D2_BINS + OPEN, source="Detectron2 0.6, evaluation.PascalVOCDetectionEvaluator",
    ties="no fixed order", rank=untied_to_three_decimals, resolution="bins", without_positives=NAN,
)  # fmt: skip
D2_07 = with_scheme(
    D2, "eleven_point", key="detectron2.voc07", name="Detectron2 PascalVOCDetectionEvaluator (2007)",
    short="Detectron2 VOC 2007", area=best_at(VOC_LEVELS), bins=f"{VOC_BINS}; {D2_BINS}{OPEN}", without_positives=0.0,
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
HOTCOCO = replace(
    COCO, key="hotcoco", name="hotcoco average precision", short="hotcoco", version="1.3.0",
    source="hotcoco 1.3.0, COCOeval",
)  # fmt: skip
VOC2007 = _detector(
    "eleven_point", key="VOC2007", name="PASCAL VOC 2007 average precision", short="VOC 2007",
    version="VOCcode of 2007 in Octave 7.3.0", bins=VOC_BINS,
    source="Everingham et al. (2010), doi 10.1007/s11263-009-0275-4; development kit 2007, VOCevalcls",
    area=best_at(VOC_LEVELS), without_positives=0.0,
)  # fmt: skip
VOC2010 = _detector(
    "envelope", key="VOC2010", name="PASCAL VOC 2010 and later average precision", short="VOC 2010",
    version="VOCcode of 2012 in Octave 7.3.0",
    source="Everingham et al. (2015), doi 10.1007/s11263-014-0733-5; development kit 2012, VOCap",
    without_positives=NAN,
)  # fmt: skip
PADDLE = "https://github.com/PaddlePaddle/PaddleDetection/issues/503"
DETECTRON2 = "https://github.com/facebookresearch/detectron2/issues/549"


BEHAVIORS: tuple[tuple[Tool, ...], ...] = (
    (release(COCO, ("2.0.0", "2.0.11"), "2018-03-11", "https://github.com/cocodataset/cocoapi/issues/360"),),
    (VOC2007,),
    (VOC2010,),
    (release(MMDET_AREA, ("0.6.0", "3.3.0"), "2019-11-08", f"{MMDET}/issues/3076"),),
    (
        release(
            MMDET_11, ("0.6.0", "2.28.2"), "2019-11-08", f"{MMDET}/issues/3076",
            source="MMDetection 2.28.2, core.evaluation.eval_map",
        ),
        release(
            with_scheme(MMDET_11, "envelope", bins=MMDET_AREA.bins), ("3.0.0rc0", "3.0.0rc5"), "2022-09-01",
            f"{MMDET}/pull/9784",
        ),
        release(MMDET_11, ("3.0.0rc6", "3.3.0"), "2023-02-27", f"{MMDET}/pull/9784"),
    ),
    (release(PADDLE_11, ("2.0.0", "2.6.0"), "2021-04-20", PADDLE),),
    (release(PADDLE_INTEGRAL, ("2.0.0", "2.6.0"), "2021-04-20", PADDLE),),
    (release(TF, ("0.0.1", "0.0.3"), "2019-08-21", "https://github.com/tensorflow/models/issues/8422"),),
    (release(D2, ("0.1", "0.6"), "2020-02-06", DETECTRON2, obtained="reading"),),
    (release(D2_07, ("0.1", "0.6"), "2020-02-06", DETECTRON2, obtained="reading"),),
    (
        release(
            FASTER, ("1.3.3", "1.5.7"), "2023-07-30", rank=at_least_zero,
            bins=f"{COCO_BINS}; detections with a score below 0 are dropped",
        ),
        release(FASTER, ("1.6.0", "1.8.0"), "2024-09-13", "https://github.com/MiXaiLL76/faster_coco_eval/pull/38"),
    ),
    (
        release(
            HOTCOCO, ("0.1.0", "0.5.0"), "2026-02-23",
            "https://github.com/derekallman/hotcoco/blob/v0.1.0/crates/hotcoco/src/params.rs",
            area=best_at(HUNDREDTHS), bins="recall at k/100: 7/20 reaches 35/100",
        ),
        release(HOTCOCO, ("1.0.0", "1.3.0"), "2026-09-02"),
    ),
)  # fmt: skip
