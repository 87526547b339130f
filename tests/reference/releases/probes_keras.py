"""Keras and tf.keras: metrics.AUC of the precision-recall curve.

Until Keras 3 the class and the functions that count are taken out of the archive and run on a present TensorFlow. From
Keras 3 on the package itself is imported from the archive, on torch.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from enum import Enum
from types import SimpleNamespace
from typing import Any

from tests.reference.releases.probe import Archive, Ask, Case, Probe, stub

METHODS = ("interpolation", "minoring", "majoring")
COUNTING = (
    "AUCCurve", "AUCSummationMethod", "ConfusionMatrix", "weighted_assign_add", "is_evenly_distributed_thresholds",
    "update_confusion_matrix_variables", "_update_confusion_matrix_variables_optimized", "to_list",
)  # fmt: skip
TENSORFLOW = ("numpy<2", "tensorflow-cpu==2.15.1")
TENSORFLOW_2_3 = (
    "--python-version 3.7 --abi cp37m --platform manylinux2010_x86_64 --only-binary :all: tensorflow==2.3.0"
)
TORCH = ("numpy", "torch==2.13.0", "absl-py", "rich", "namex", "h5py", "optree", "ml-dtypes", "packaging", "dm-tree")


def keras_area(method: str) -> Callable[[Archive], Ask]:
    """Ask AUC of one way to sum, which has been updated once with all rows."""

    def prepare(archive: Archive) -> Ask:
        if archive.version.startswith("2.4."):  # passed on what was in TensorFlow
            return _ask(_tensorflow(archive), method)
        make = _keras_3(archive) if int(archive.version.split(".")[0]) >= 3 else _keras_2(archive)
        return _ask(make, method)

    return prepare


def _ask(make: Callable[..., Any], method: str) -> Ask:
    import numpy as np

    def ask(case: Case) -> float:
        metric = make(curve="PR", summation_method=method)
        weight = case["sample_weight"]
        rows = (np.array(case["y_true"], float), np.array(case["y_score"], float))
        metric.update_state(*rows, sample_weight=None if weight is None else np.array(weight, float))
        return float(metric.result())

    return ask


def _keras_3(archive: Archive) -> Callable[..., Any]:
    sys.path.insert(0, str(archive.folder))
    import keras

    if keras.__version__ != archive.version:
        raise OSError(f"imported {keras.__version__}, not {archive.version}")
    return keras.metrics.AUC


def _keras_2(archive: Archive) -> Callable[..., Any]:
    import numpy as np
    import tensorflow as tf

    given: dict[str, Any] = {
        "tf": tf, "np": np, "K": stub("K", **{"size": tf.size, **vars(tf.keras.backend)}), "Enum": Enum,
        "to_list": _as_list,
        "losses_utils": stub("losses_utils", **vars(_same_ranks())),
        "ragged_assert_compatible_and_get_flat_values": lambda values, _: (values, None),
    }  # fmt: skip
    utilities = archive.take(COUNTING, "keras/utils/metrics_utils.py", "keras/src/utils/metrics_utils.py", **given)
    taken = archive.take(
        ("AUC",),
        "keras/metrics.py", "keras/metrics/metrics.py", "keras/metrics/confusion_metrics.py",
        "keras/src/metrics/confusion_metrics.py",
        **given | {
            "metrics_utils": stub("metrics_utils", **utilities), "Metric": _metric(tf), "backend": tf.keras.backend,
            "base_metric": stub("base_metric", Metric=_metric(tf)), "activations": tf.keras.activations,
            "dtensor_utils": stub("dtensor_utils", inject_mesh=lambda method: method),
        },
    )  # fmt: skip
    return taken["AUC"]


def _tensorflow(archive: Archive) -> Callable[..., Any]:
    import numpy as np
    import tensorflow as tf
    from tensorflow.python.framework import constant_op, dtypes, ops, tensor_shape
    from tensorflow.python.ops import (
        array_ops,
        check_ops,
        control_flow_ops,
        gen_math_ops,
        init_ops,
        math_ops,
        weights_broadcast_ops,
    )

    for name in ("convert_to_tensor_v2", "convert_to_tensor_v2_with_dispatch"):
        if not hasattr(ops, name):
            setattr(ops, name, tf.convert_to_tensor)
    arrays = stub("array_ops", **{"stack": tf.stack, **vars(array_ops)})
    control = stub("control_flow_ops", group=control_flow_ops.group, cond=tf.cond)
    given: dict[str, Any] = {
        "np": np, "K": tf.keras.backend, "backend": tf.keras.backend, "Enum": Enum, "to_list": _as_list,
        "constant_op": constant_op, "dtypes": dtypes, "ops": ops, "tensor_shape": tensor_shape, "array_ops": arrays,
        "check_ops": check_ops, "control_flow_ops": control, "gen_math_ops": gen_math_ops, "init_ops": init_ops,
        "math_ops": math_ops, "weights_broadcast_ops": weights_broadcast_ops, "Metric": _metric(tf),
        "tf_losses_utils": _same_ranks(), "losses_utils": _same_ranks(),
        "squeeze_or_expand_dimensions": lambda *rows: rows,
        "ragged_assert_compatible_and_get_flat_values": lambda values, _: (values, None),
    }  # fmt: skip
    folders = ("tensorflow-*.data/purelib/tensorflow", "tensorflow_core", "tensorflow")
    paths = [f"{folder}/python/keras/utils/metrics_utils.py" for folder in folders]
    utilities = archive.take(COUNTING, *paths, **given)
    paths = [f"{folder}/python/keras/metrics.py" for folder in folders]
    taken = archive.take(("AUC",), *paths, metrics_utils=stub("metrics_utils", **utilities), **given)
    return taken["AUC"]


def _metric(tf: Any) -> type:
    """Make the base class of metrics: it has a name and variables that begin at zero."""

    class Metric:
        def __init__(self, name: str | None = None, dtype: object = None) -> None:
            self.name, self.dtype = name or "auc", dtype

        def add_weight(self, name: str, shape: Any, initializer: object) -> Any:  # noqa: ARG002
            return tf.Variable(tf.zeros(shape), name=name)

    return Metric


def _same_ranks() -> SimpleNamespace:
    """Return what brings rows to one rank, for rows that have the same one."""

    def squeeze(y_pred: Any, y_true: Any = None, sample_weight: Any = None) -> tuple[Any, ...]:
        return (y_pred, y_true) if sample_weight is None else (y_pred, y_true, sample_weight)

    return SimpleNamespace(squeeze_or_expand_dimensions=squeeze, broadcast_weights=lambda _, weight: weight)


def _as_list(values: Any) -> list[Any]:
    return list(values) if isinstance(values, list | tuple) else [values]


PROBES = (
    *(
        Probe(
            key=f"keras.AUC.{method}",
            package="keras",
            ask=keras_area(method),
            versions=(
                ("2.3.0", "2.3.1"),
                ("2.4.0",),
                ("2.6.0", "2.9.0"),
                ("2.10.0", "2.15.0", "3.0.0", "3.0.4", "3.0.5", "3.11.0"),
            ),
            requirements=TENSORFLOW,
            requirements_by_version={"3": TORCH},
            archive="--ignore-requires-python --only-binary :all:",
            stand_ins={"2.4.0": TENSORFLOW_2_3},
            takes_weights=True,
        )
        for method in METHODS
    ),
)
