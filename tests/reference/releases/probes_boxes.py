"""Object detection: evaluators that are given boxes, one detection an image, so that a positive row is a hit."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from tests.reference.releases.probe import Archive, Ask, Case, Probe, stub

SIDE = 10.0  # of every box, which fills its image
OLD_NUMPY = ("numpy==1.23.5",)  # has numpy.bool and numpy.float, and one way of sorting on all processors


def _images(case: Case) -> list[tuple[bool, float | None]]:
    """Return for each image whether it has an object, and the score of its detection, if it has one."""
    missed = int(case["total_positives"]) - sum(case["y_true"])
    rows: list[tuple[bool, float | None]] = [
        (bool(label), score) for label, score in zip(case["y_true"], case["y_score"], strict=True)
    ]
    return rows + [(True, None)] * missed


def _do_nothing(*_given: Any, **_named: Any) -> None:
    """Stand in for a function that prints."""


class _Pool:
    """Stands in for a pool of processes."""

    def __init__(self, processes: int) -> None:
        pass

    def starmap(self, function: Any, arguments: Any) -> list[Any]:
        return [function(*one) for one in arguments]

    def close(self) -> None:
        pass


def _mmdet(archive: Archive) -> tuple[dict[str, Any], Any]:
    """Return the namespace of eval_map, and a function from a case to the detections and annotations of its images."""
    import numpy as np

    places = ("mmdet/evaluation/functional/", "mmdet/core/evaluation/", "*/mmdet/core/evaluation/")
    overlaps = archive.take(("bbox_overlaps",), *(place + "bbox_overlaps.py" for place in places), np=np)
    names = ("average_precision", "tpfp_default", "get_cls_results", "eval_map", "get_cls_group_ofs")
    module = archive.take(
        names, *(place + "mean_ap.py" for place in places), np=np, Pool=_Pool,
        bbox_overlaps=overlaps["bbox_overlaps"], print_map_summary=_do_nothing,
        tpfp_imagenet=None, tpfp_openimages=None,
    )  # fmt: skip

    def boxes(case: Case) -> tuple[list[Any], list[dict[str, Any]]]:
        box, found, truth = [0, 0, SIDE, SIDE], [], []
        for has_object, score in _images(case):
            detection = np.array([[*box, score]] if score is not None else [], np.float32).reshape(-1, 5)
            objects = np.array([box] * has_object, np.float32).reshape(-1, 4)
            found.append([detection])
            truth.append({
                "bboxes": objects, "labels": np.zeros(len(objects), int),
                "bboxes_ignore": np.zeros((0, 4), np.float32), "labels_ignore": np.zeros(0, int),
            })  # fmt: skip
        return found, truth

    return module, boxes


def _ask_eval_map(archive: Archive, dataset: Any) -> Ask:
    """Ask eval_map itself, of versions before 3."""
    import inspect

    module, boxes = _mmdet(archive)
    eval_map = module["eval_map"]

    def ask(case: Case) -> float:
        found, truth = boxes(case)
        if "gt_bboxes" in inspect.signature(eval_map).parameters:  # 0.6 counts labels from 1
            objects, labels = [one["bboxes"] for one in truth], [one["labels"] + 1 for one in truth]
            return float(eval_map(found, objects, labels, dataset=dataset, print_summary=False)[0])
        return float(eval_map(found, truth, dataset=dataset, nproc=1)[0])

    return ask


def _ask_voc_metric(archive: Archive, mode: str, year: int) -> Ask:
    """Ask VOCMetric, of versions from 3 on."""
    import collections
    import warnings

    module, boxes = _mmdet(archive)
    metric = archive.take(
        ("VOCMetric.compute_metrics",), "mmdet/evaluation/metrics/voc_metric.py", eval_map=module["eval_map"],
        OrderedDict=collections.OrderedDict, warnings=warnings,
        MMLogger=SimpleNamespace(get_current_instance=lambda: SimpleNamespace(info=_do_nothing)),
    )  # fmt: skip

    def ask(case: Case) -> float:
        found, truth = boxes(case)
        kind = f"VOC{year}"
        meta = {"dataset_type": kind, "classes": ("a",), "DATASET_TYPE": kind, "CLASSES": ("a",)}
        given = SimpleNamespace(
            metric="mAP", iou_thrs=[0.5], scale_ranges=None, eval_mode=mode, proposal_nums=(100,), dataset_meta=meta
        )
        return float(metric["compute_metrics"](given, list(zip(truth, found, strict=True)))["mAP"])

    return ask


def mmdet_area(archive: Archive) -> Ask:
    """Ask eval_map, and from 3 on VOCMetric, for the area."""
    return _ask_voc_metric(archive, "area", 2012) if archive.version >= "3" else _ask_eval_map(archive, None)


def mmdet_11points(archive: Archive) -> Ask:
    """Ask eval_map with the name of VOC 2007, and from 3 on VOCMetric, for eleven points."""
    return _ask_voc_metric(archive, "11points", 2007) if archive.version >= "3" else _ask_eval_map(archive, "voc07")


def _paddledet(map_type: str) -> Any:
    """Ask DetectionMAP."""

    def probe(archive: Archive) -> Ask:
        import itertools
        import logging
        import sys

        import numpy as np

        module = archive.take(
            ("DetectionMAP", "jaccard_overlap", "bbox_area"), "ppdet/metrics/map_utils.py", np=np, sys=sys,
            itertools=itertools, logger=logging.getLogger("ppdet"),
        )  # fmt: skip

        def ask(case: Case) -> float:
            metric = module["DetectionMAP"](1, 0.5, map_type, catid2name={0: "a"})
            box = np.array([[0, 0, SIDE, SIDE]], np.float32)
            for has_object, score in _images(case):
                found = [] if score is None else [score]
                metric.update(
                    box[: len(found)], np.array(found, np.float32), np.zeros(len(found)),
                    box[:has_object], np.zeros((int(has_object), 1)),
                )  # fmt: skip
            metric.accumulate()
            return float(metric.get_map())

        return ask

    return probe


def tf_object_detection(archive: Archive) -> Ask:
    """Ask compute_precision_recall and compute_average_precision, as the evaluator of the VOC metrics does."""
    import numpy as np

    names = ("compute_precision_recall", "compute_average_precision")
    paths = ("object_detection/utils/metrics.py", "*/object_detection/utils/metrics.py")
    module = archive.take(names, *paths, np=np, range=range)

    def ask(case: Case) -> float:
        hit, score = np.array(case["y_true"], bool), np.array(case["y_score"], np.float32)
        curve = module["compute_precision_recall"](score, hit, int(case["total_positives"]))
        return float(module["compute_average_precision"](*curve))

    return ask


def _coco(archive: Archive, package: str) -> Ask:
    """Ask COCOeval of pycocotools, with a box overlap in place of the compiled one."""
    import collections
    import copy
    import datetime
    import itertools
    import json
    import time

    import numpy

    def linspace(start: float, stop: float, num: float, **named: Any) -> Any:  # up to 1.17 a float did, as 2.0.0 gives
        return numpy.linspace(start, stop, int(num), **named)

    np = stub("numpy", **{**vars(numpy), "linspace": linspace})
    maskutils = stub("mask", iou=_exact_overlap)
    named = {
        "np": np, "datetime": datetime, "time": time, "copy": copy, "maskUtils": maskutils, "itertools": itertools,
        "defaultdict": collections.defaultdict, "json": json, "_isArrayLike": np.iterable,
    }  # fmt: skip
    places = (f"{package}/", f"*/{package}/")
    module = archive.take(("COCOeval", "Params"), *(place + "cocoeval.py" for place in places), **named)
    named["PYTHON_VERSION"] = 3
    api = archive.take(("COCO",), *(place + "coco.py" for place in places), **named)
    return _ask_coco(api["COCO"], module["COCOeval"])


def _ask_coco(COCO: Any, COCOeval: Any) -> Ask:  # noqa: N803 - the names that the packages give their classes
    """Ask the classes of pycocotools, or those of a package that has the same, for the precision at IoU 0.5."""
    import json
    import tempfile
    from pathlib import Path

    import numpy as np

    def ask(case: Case) -> float:
        images, box = _images(case), [0, 0, SIDE, SIDE]
        dataset = {
            "info": {}, "categories": [{"id": 1, "name": "a"}],
            "images": [{"id": place, "width": 10, "height": 10} for place in range(1, len(images) + 1)],
            "annotations": [
                {"id": place, "image_id": place, "category_id": 1, "bbox": box, "area": 100.0, "iscrowd": 0}
                for place, (has_object, _) in enumerate(images, 1) if has_object
            ],
        }  # fmt: skip
        found = [
            {"image_id": place, "category_id": 1, "bbox": box, "score": score}
            for place, (_, score) in enumerate(images, 1) if score is not None
        ]  # fmt: skip
        with tempfile.TemporaryDirectory() as folder:
            files = Path(folder) / "truth.json", Path(folder) / "found.json"
            for file, content in zip(files, (dataset, found), strict=True):
                file.write_text(json.dumps(content), encoding="utf-8")
            truth = COCO(str(files[0]))
            evaluation = COCOeval(truth, truth.loadRes(str(files[1])), "bbox")
        evaluation.params.iouThrs = np.array([0.5])
        evaluation.evaluate()
        evaluation.accumulate()
        precision = np.array(evaluation.eval["precision"])[0, :, 0, 0, -1]  # all areas, up to 100 detections an image
        return float(precision.mean())

    return ask


def pycocotools_function(archive: Archive) -> Ask:
    """Ask COCOeval of an archive that is not installed."""
    return _coco(archive, "pycocotools")


def faster_coco_eval(_archive: Archive) -> Ask:
    """Ask COCOeval_faster of the installed package."""
    import faster_coco_eval

    return _ask_coco(faster_coco_eval.COCO, faster_coco_eval.COCOeval_faster)


def hotcoco(_archive: Archive) -> Ask:
    """Ask COCOeval of the installed package."""
    import hotcoco

    return _ask_coco(hotcoco.COCO, hotcoco.COCOeval)


def _exact_overlap(found: Any, truth: Any, *_given: Any) -> Any:
    """Stand in for the overlap of boxes, all of which are equal."""
    import numpy as np

    return np.ones((len(found), len(truth)))


PROBES = (
    Probe(
        key="mmdet.area",
        package="mmdet",
        ask=mmdet_area,
        requirements=OLD_NUMPY,
        versions=(("0.6.0", "2.3.0", "2.12.0", "2.28.2", "3.0.0rc0", "3.3.0"),),
        takes_total_positives=True,
    ),
    Probe(
        key="mmdet.11points",
        package="mmdet",
        ask=mmdet_11points,
        requirements=OLD_NUMPY,
        versions=(("0.6.0", "2.3.0", "2.12.0", "2.28.2"), ("3.0.0rc0", "3.0.0rc5"), ("3.0.0rc6", "3.0.0", "3.3.0")),
        takes_total_positives=True,
    ),
    Probe(
        key="paddledet.11point",
        package="paddledet",
        ask=_paddledet("11point"),
        requirements=OLD_NUMPY,
        versions=(("2.0.0", "2.1.0", "2.2.0", "2.5.0", "2.6.0"),),
        takes_total_positives=True,
    ),
    Probe(
        key="paddledet.integral",
        package="paddledet",
        ask=_paddledet("integral"),
        requirements=OLD_NUMPY,
        versions=(("2.0.0", "2.1.0", "2.2.0", "2.5.0", "2.6.0"),),
        takes_total_positives=True,
    ),
    Probe(
        key="tf_object_detection.average_precision",
        package="tf-object-detection",
        ask=tf_object_detection,
        requirements=OLD_NUMPY,
        versions=(("0.0.1", "0.0.3"),),
        takes_total_positives=True,
    ),
    Probe(
        key="COCO",
        package="pycocotools",
        ask=pycocotools_function,
        requirements=OLD_NUMPY,
        versions=(("2.0.0", "2.0.5", "2.0.6", "2.0.11"),),
        takes_total_positives=True,
    ),
    Probe(
        key="faster_coco_eval",
        package="faster-coco-eval",
        ask=faster_coco_eval,
        obtained="installed",
        requirements=("numpy<2",),  # up to 1.4.3 the wheels are compiled against it
        versions=(("1.3.3", "1.5.7"), ("1.6.0", "1.7.0", "1.8.0")),
        takes_total_positives=True,
    ),
    Probe(
        key="hotcoco",
        package="hotcoco",
        ask=hotcoco,
        obtained="installed",
        requirements=("numpy",),
        versions=(("0.1.0", "0.5.0"), ("1.0.0", "1.3.0")),
        takes_total_positives=True,
    ),
)
