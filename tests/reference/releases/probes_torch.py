"""Metrics for PyTorch: functions from scores and labels in tensors to an area."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from tests.reference.releases.probe import Archive, Ask, Case, Probe, stub

# Without its version torch would be the newest one, with gigabytes for graphics processors.
TORCH = ("torch==2.13.0", "numpy", "packaging", "setuptools<81", "lightning-utilities", "typing-extensions")
ALL = (*TORCH, "scikit-learn", "faiss-cpu", "tqdm")


def _tensors(case: Case, dtype: str = "float32") -> tuple[Any, Any]:
    """Return scores and labels as a user of torch has them."""
    import torch

    return torch.tensor(case["y_score"], dtype=getattr(torch, dtype)), torch.tensor(case["y_true"], dtype=torch.long)


def torchmetrics_exact(archive: Archive) -> Ask:
    """Ask for average precision without bins, by the function of the time; the unpacked wheel is imported as it is."""
    sys.path.insert(0, str(archive.folder))
    import torchmetrics.functional as functional

    if _number(archive.version) < (0, 11):
        return lambda case: float(functional.average_precision(*_tensors(case), pos_label=1))
    return lambda case: float(functional.average_precision(*_tensors(case), task="binary"))


def torchmetrics_binned(thresholds: int) -> Callable[[Archive], Ask]:
    """Make the question for average precision at evenly spaced thresholds."""

    def question(archive: Archive) -> Ask:
        sys.path.insert(0, str(archive.folder))
        import torchmetrics

        def ask(case: Case) -> float:
            if _number(archive.version) < (0, 4):
                metric = torchmetrics.BinnedAveragePrecision(num_classes=1, num_thresholds=thresholds)
            elif _number(archive.version) < (0, 11):
                metric = torchmetrics.BinnedAveragePrecision(num_classes=1, thresholds=thresholds)
            else:
                metric = torchmetrics.AveragePrecision(task="binary", thresholds=thresholds)
            metric.update(*_tensors(case))
            return float(metric.compute())

        return ask

    return question


def torcheval_auprc(archive: Archive) -> Ask:
    """Ask binary_auprc of the unpacked wheel."""
    sys.path.insert(0, str(archive.folder))
    from torcheval.metrics.functional import binary_auprc

    return lambda case: float(binary_auprc(*_tensors(case)))


def ignite_average_precision(archive: Archive) -> Ask:
    """Ask the metric for one batch; scores are float64, which the first releases rounded."""
    sys.path.insert(0, str(archive.folder))
    sys.modules["torch._six"] = stub("torch._six", string_classes=str)  # which torch dropped
    try:
        from ignite.metrics import AveragePrecision
    except ImportError:
        from ignite.contrib.metrics import AveragePrecision

    def ask(case: Case) -> float:
        metric = AveragePrecision()
        metric.reset()
        metric.update(_tensors(case, "float64"))
        return float(metric.compute())

    return ask


def anomalib_aupr(archive: Archive) -> Ask:
    """Ask AUPR, with the torchmetrics of its time.

    Up to 0.3.7 the points are sorted by recall with a sort that is not stable, so that points of one recall come in an
    order that the release of torch and the processor decide. Some orders are tried, and if their numbers differ there
    is none.
    """
    import torch
    import torchmetrics
    from torchmetrics.utilities.data import dim_zero_cat

    paths = ("anomalib/metrics/aupr.py", "src/anomalib/metrics/aupr.py", "anomalib/utils/metrics/aupr.py")
    given: dict[str, Any] = {"torch": torch, "Tensor": torch.Tensor, "dim_zero_cat": dim_zero_cat}
    if _number(archive.version) < (1, 0, 1):
        from torchmetrics.functional import auc
    else:
        from torchmetrics.utilities.compute import auc
    if "BinaryPrecisionRecallCurve" in archive.text(*paths):
        given["BinaryPrecisionRecallCurve"] = torchmetrics.classification.BinaryPrecisionRecallCurve
        options = {}
    else:
        given["PrecisionRecallCurve"] = torchmetrics.PrecisionRecallCurve
        options = {"num_classes": 1, "pos_label": 1}
    name = "_AUPR" if "class _AUPR" in archive.text(*paths) else "AUPR"
    made = archive.take((name,), *paths, auc=auc, **given)[name]

    def ask(case: Case) -> float:
        metric = made(**options)
        metric.update(*_tensors(case))
        return float(metric.compute())

    return _in_any_order(ask) if _number(archive.version) < (0, 4) else ask


class OrderMattersError(ValueError):
    """Error for rows whose number depends on the order in which an unstable sort puts equal values."""


def _in_any_order(ask: Ask) -> Ask:
    """Ask three times, with equal values sorted in input order, and in two orders drawn by chance."""
    import torch

    sort = torch.sort

    def shuffled_sort(seed: int) -> Callable[..., Any]:
        def shuffled(values: Any, *_: Any, **__: Any) -> Any:
            order = torch.randperm(values.numel(), generator=torch.Generator().manual_seed(seed))
            ordered, place = sort(values[order], stable=True)
            return ordered, order[place]

        return shuffled

    def ask_often(case: Case) -> float:
        numbers = []
        for one in (lambda values, *_, **__: sort(values, stable=True), shuffled_sort(1), shuffled_sort(2)):
            torch.sort = one
            numbers.append(ask(case))
        torch.sort = sort
        if max(numbers) - min(numbers) > 1e-6:
            raise OrderMattersError(f"between {min(numbers)} and {max(numbers)}")
        return numbers[0]

    return ask_often


def metric_learning(wanted: str, k: int | None = None) -> Callable[[Archive], Ask]:
    """Make the question for one query whose references are the rows, which lie by rank on a line.

    A row of the r-th highest score is r away from the query, so that faiss finds the rows in the order of their scores,
    and equal scores in input order.
    """

    def question(archive: Archive) -> Ask:
        sys.path.insert(0, str(archive.folder))
        import numpy as np

        vars(np).setdefault("int", int)  # a name that NumPy dropped
        if _number(archive.version) < (0, 9, 83):
            return _calculate_accuracies(wanted)
        from pytorch_metric_learning.utils.accuracy_calculator import AccuracyCalculator

        options = {} if k is None else {"k": k}
        device = __import__("torch").device("cpu")
        options |= {"device": device} if _number(archive.version) >= (1,) else {}
        calculator = AccuracyCalculator(include=(wanted,), **options)

        def ask(case: Case) -> float:
            query, references, labels = _on_a_line(case)
            query_labels = np.array([1])
            if _number(archive.version) >= (2,):
                found = calculator.get_accuracy(query, query_labels, references, labels, False)
            else:
                found = calculator.get_accuracy(query, references, query_labels, labels, False)
            return float(found[wanted])

        return ask

    return question


def _calculate_accuracies(wanted: str) -> Ask:
    """Ask the function of the first releases, which did not let users choose the metric."""
    import numpy as np
    from pytorch_metric_learning.utils import calculate_accuracies

    names = ("ordered_r_precision", "mean_average_r_precision", wanted)
    function = next(getattr(calculate_accuracies, name) for name in names if hasattr(calculate_accuracies, name))

    def ask(case: Case) -> float:
        _, references, labels = _on_a_line(case)
        values, counts = np.unique(labels, return_counts=True)
        place = np.argsort(references[:, 0], kind="stable")[None, : min(1023, int(counts.max()))]
        counted = dict(zip(values, counts, strict=True))
        return float(function(labels[place], np.array([1])[:, None], False, counted))

    return ask


def _on_a_line(case: Case) -> tuple[Any, Any, Any]:
    """Return the query at 0, and each row at the rank of its score in float32, with its label."""
    import numpy as np

    with np.errstate(over="ignore"):
        score = np.array(case["y_score"], float).astype(np.float32)
    rank = np.unique(-score, return_inverse=True)[1].astype(np.float32)
    return np.zeros((1, 1), np.float32), rank[:, None], np.array(case["y_true"])


def _number(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdigit())


PROBES = (
    Probe(
        key="torchmetrics.exact",
        package="torchmetrics",
        ask=torchmetrics_exact,
        versions=(
            ("0.2.0", "0.3.0", "0.4.1", "0.6.0", "0.10.3"),
            ("0.11.0", "1.0.0", "1.3.2"),
            ("1.4.0", "1.6.1", "1.8.1", "1.8.2", "1.9.0"),
        ),
        obtained="imported",
        requirements=ALL,
    ),
    *(
        Probe(
            key=f"torchmetrics.binned_{thresholds}",
            package="torchmetrics",
            ask=torchmetrics_binned(thresholds),
            versions=(
                ("0.3.0", "0.4.0", "0.6.0", "0.8.1", "0.10.3"),
                ("0.11.0", "1.0.0", "1.3.2", "1.4.0", "1.8.1", "1.8.2", "1.9.0"),
            ),
            obtained="imported",
            requirements=ALL,
        )
        for thresholds in (5, 200)
    ),
    Probe(
        key="torcheval.binary_auprc",
        package="torcheval",
        ask=torcheval_auprc,
        versions=(("0.0.6", "0.0.7"),),
        obtained="imported",
        requirements=ALL,
    ),
    Probe(
        key="ignite.AveragePrecision",
        package="pytorch-ignite",
        ask=ignite_average_precision,
        versions=(("0.1.1", "0.2.1", "0.3.0"), ("0.4.0.post1", "0.4.5", "0.4.13", "0.5.5")),
        obtained="imported",
        requirements=ALL,
    ),
    Probe(
        key="anomalib.AUPR",
        package="anomalib",
        ask=anomalib_aupr,
        versions=(
            ("0.3.4", "0.3.7"),
            ("0.4.0", "0.5.0", "0.7.0", "1.0.0"),
            ("1.1.0", "1.2.0", "2.0.0", "2.6.2"),
            ("2.7.0",),
        ),
        requirements=(*TORCH, "torchmetrics==0.9.3"),
        requirements_by_version={"0.4.0": (*TORCH, "torchmetrics==0.10.3"), "1.0.1": (*TORCH, "torchmetrics==1.9.0")},
    ),
    Probe(
        key="pytorch_metric_learning.mean_average_precision",
        package="pytorch-metric-learning",
        ask=metric_learning("mean_average_precision"),
        versions=(
            ("0.9.95",),
            ("0.9.96", "0.9.97"),
            ("0.9.98", "1.0.0", "1.6.0", "1.6.1", "1.7.3"),
            ("2.0.0", "2.9.0"),
        ),
        obtained="imported",
        requirements=ALL,
    ),
    Probe(
        key="pytorch_metric_learning.mean_average_precision_at_r",
        package="pytorch-metric-learning",
        ask=metric_learning("mean_average_precision_at_r"),
        versions=(
            ("0.9.17", "0.9.20"),
            ("0.9.21", "0.9.76", "0.9.77", "0.9.84", "0.9.85", "0.9.88"),
            ("0.9.89", "0.9.98", "1.6.0", "1.7.3"),
            ("2.0.0", "2.9.0"),
        ),
        obtained="imported",
        requirements=ALL,
    ),
)
