"""Object detection with YOLO: average precision of one class at an IoU of 0.5, from ranked hits or from boxes.

NumPy sorts equal scores in another order on another processor, since it sorts in vectors. A tool that asks NumPy for no
stable order is therefore asked twice more, with hits and with misses first among equal scores. If these two numbers
differ, the rows have no number of their own.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from tests.reference.releases.probe import Archive, Ask, Case, Probe, stub

SAME = 1e-9


class UnknownOrder(ValueError):  # noqa: N818 - its name is what is stored
    """The number depends on the order of equal scores, which depends on the processor."""


def without_order(ask: Callable[[Any, Any, int], float], dtype: str) -> Ask:
    """Refuse rows whose number depends on the order of equal scores."""
    import numpy as np

    def ask_three_times(case: Case) -> float:
        hit, objects = np.array(case["y_true"], bool), int(case["total_positives"])
        with np.errstate(over="ignore"):
            score = np.array(case["y_score"], np.float64).astype(dtype)
        distinct = np.linspace(0.95, 0.05, hit.size).astype(dtype)
        first, last = (ask(hit[np.lexsort((among, -score))], distinct, objects) for among in (~hit, hit))
        if abs(first - last) > SAME:
            raise UnknownOrder(f"between {last} and {first}")
        return ask(hit, score, objects)

    return ask_three_times


def ultralytics_ap(archive: Archive) -> Ask:
    """Ask ap_per_class for one class at one IoU threshold, and Metric for map50; scores are float32, as torch's."""
    from pathlib import Path

    import numpy as np

    names = ("compute_ap", "ap_per_class", "smooth", "Metric", "_AP_X", "_TRAPZ")
    paths = ("ultralytics/utils/metrics.py", "ultralytics/yolo/utils/metrics.py")
    checks = stub("checks", check_version=lambda version, _: int(version.split(".")[0]) >= 2)
    module = archive.take(names, *paths, np=np, Path=Path, checks=checks, SimpleClass=object)

    def ask(hit: Any, score: Any, objects: int) -> float:
        rows = hit[:, None], score, np.zeros(hit.size), np.zeros(objects)
        metric = module["Metric"]()
        metric.update(module["ap_per_class"](*rows, names={0: "object"})[2:])
        return float(metric.map50)

    return without_order(ask, "float32")


def yolov5_ap(archive: Archive) -> Ask:
    """Ask ap_per_class as test.py and val.py do: not without a hit, where they print 0."""
    from pathlib import Path

    import numpy as np

    names = ("compute_ap", "ap_per_class", "smooth")
    module = archive.take(names, "yolov5/utils/metrics.py", np=np, Path=Path)

    def ask(hit: Any, score: Any, objects: int) -> float:
        if not hit.any():
            return 0.0
        rows = hit[:, None], score, np.zeros(hit.size), np.zeros(objects)
        answer = module["ap_per_class"](*rows, names={0: "object"})
        areas = answer[2] if len(answer) == 5 else answer[5]
        return float(areas[:, 0].mean())

    return without_order(ask, "float32")


IMAGE_SIZE = 100  # detections: COCO looks at no more of an image


def supervision_boxes(archive: Archive, hit: Any, score: Any, objects: int, size: int) -> tuple[list[Any], list[Any]]:
    """Make images of that many detections: a hit covers its object, a miss is far from all; all boxes are 10 wide.

    Objects that are found come in the order of the detections. The others are in the last image.
    """
    import numpy as np

    sys.path.insert(0, str(archive.folder))
    from supervision import Detections

    place = 20.0 * np.arange(hit.size + objects)
    box = np.stack([place, place * 0, place + 10, place * 0 + 10], axis=1).astype(np.float32)
    found, unfound = box[: hit.size], box[hit.size : hit.size + objects - int(hit.sum())]
    predictions, targets = [], []
    for start in range(0, hit.size, size):
        rows = slice(start, start + size)
        last = start + size >= hit.size
        truth = np.concatenate([found[rows][hit[rows]], unfound[: len(unfound) if last else 0]])
        kind = np.zeros(len(found[rows]), int)
        predictions.append(Detections(xyxy=found[rows], confidence=score[rows], class_id=kind))
        targets.append(Detections(xyxy=truth.reshape(-1, 4), class_id=np.zeros(len(truth), int)))
    return predictions, targets


def supervision_metrics(archive: Archive) -> Ask:
    """Ask supervision.metrics.MeanAveragePrecision for map50; before it came, the class of that name at the top."""
    sys.path.insert(0, str(archive.folder))
    release = tuple(int(part) for part in archive.version.split(".")[:2])
    if release < (0, 23):
        return supervision_from_detections(archive)
    from supervision.metrics import MeanAveragePrecision

    def ask(hit: Any, score: Any, objects: int) -> float:
        size = IMAGE_SIZE if release >= (0, 26) else max(hit.size, 1)
        boxes = supervision_boxes(archive, hit, score, objects, size)
        return float(MeanAveragePrecision().update(*boxes).compute().map50)

    if release < (0, 26):
        return without_order(ask, "float64")

    def ask_once(case: Case) -> float:
        import numpy as np

        return ask(np.array(case["y_true"], bool), np.array(case["y_score"], float), int(case["total_positives"]))

    return ask_once


def supervision_from_detections(archive: Archive) -> Ask:
    """Ask supervision.MeanAveragePrecision.from_detections for map50."""
    sys.path.insert(0, str(archive.folder))
    from supervision import MeanAveragePrecision

    def ask(hit: Any, score: Any, objects: int) -> float:
        boxes = supervision_boxes(archive, hit, score, objects, max(hit.size, 1))
        return float(MeanAveragePrecision.from_detections(*boxes).map50)

    return without_order(ask, "float64")


NUMPY = ("numpy<2.4",)  # the last that has trapz, and trapezoid too
SUPERVISION = (
    *NUMPY, "scipy", "opencv-python-headless<5", "matplotlib", "pillow", "pyyaml", "defusedxml", "requests", "tqdm",
    "pandas", "av", "pydeprecate<0.14",
)  # fmt: skip

PROBES = (
    Probe(
        key="ultralytics.ap",
        package="ultralytics",
        ask=ultralytics_ap,
        versions=(
            ("8.0.0", "8.0.239", "8.1.47", "8.2.103", "8.3.0", "8.3.249", "8.4.36"),
            ("8.4.37", "8.4.100", "8.4.190"),
        ),
        requirements=NUMPY,
        takes_total_positives=True,
    ),
    Probe(
        key="yolov5.ap",
        package="yolov5",
        ask=yolov5_ap,
        versions=(("4.0.3", "5.0.0", "5.0.7"), ("6.0.1", "6.1.0", "7.0.14")),
        requirements=NUMPY,
        takes_total_positives=True,
    ),
    Probe(
        key="supervision.mean_average_precision",
        package="supervision",
        ask=supervision_metrics,
        versions=(
            ("0.13.0", "0.22.0", "0.23.0"),
            ("0.24.0",),
            ("0.25.0", "0.25.1"),
            ("0.26.0",),
            ("0.26.1", "0.27.0"),
            ("0.28.0", "0.30.0", "0.30.6"),
            ("0.30.7", "0.31.2"),
        ),
        requirements=SUPERVISION,
        takes_total_positives=True,
    ),
    Probe(
        key="supervision.from_detections",
        package="supervision",
        ask=supervision_from_detections,
        versions=(("0.13.0", "0.23.0", "0.29.1"), ("0.30.0", "0.30.9")),
        requirements=SUPERVISION,
        takes_total_positives=True,
        ended=True,
    ),
)
