"""scikit-learn: the average precision score, and the area under the precision-recall curve by straight lines."""

from __future__ import annotations

from typing import Any

from tests.reference.releases.probe import Archive, Ask, Case, Probe

RANKING = tuple(
    f"{folder}sklearn/metrics/{name}.py"
    for folder in ("", "*/", "*.data/*/")
    for name in ("_ranking", "ranking", "metrics")
)
EXTMATH = tuple(f"{folder}sklearn/utils/extmath.py" for folder in ("", "*/", "*.data/*/"))
FUNCTIONS = (
    "auc", "average_precision_score", "precision_recall_curve", "_binary_clf_curve", "precision_recall_fscore_support",
    "unique_labels",
)  # fmt: skip
WHEELS_OF_PYTHON_2 = (
    "--only-binary :all: --python-version 2.7 --implementation cp --abi none --abi cp27m --platform win32"
)
WHEELS_OF_PYTHON_3_7 = (
    "--only-binary :all: --python-version 3.7 --implementation cp --abi cp37m"
    " --platform manylinux1_x86_64 --platform manylinux2010_x86_64 --platform manylinux2014_x86_64"
    " --platform manylinux_2_12_x86_64 --platform manylinux_2_17_x86_64"
)
ARCHIVES = f"{WHEELS_OF_PYTHON_2} | {WHEELS_OF_PYTHON_3_7}"


def functions(archive: Archive) -> dict[str, Any]:
    """Take the functions out of an archive that today's Python cannot install; their checks of input pass all rows."""
    import builtins
    import warnings
    from functools import partial

    import numpy as np

    def kind_of_labels(labels: Any, **_: object) -> str:
        return "binary" if np.unique(labels).size <= 2 else "multiclass"

    given = {
        "np": np, "warnings": warnings, "partial": partial, "izip": builtins.zip, "isclose": np.isclose,
        "array_equal": np.array_equal, "np_version": (1, 23), "type_of_target": kind_of_labels,
        "check_arrays": lambda *arrays: tuple(np.asarray(one) for one in arrays),
        "check_consistent_length": lambda *_: None, "assert_all_finite": lambda _: None,
        "column_or_1d": lambda array: np.ravel(np.asarray(array)),
        "_check_pos_label_consistency": lambda pos_label, _: 1 if pos_label is None else pos_label,
        "_check_sample_weight": lambda weight, _: np.asarray(weight, float),
        "_average_binary_score": lambda metric, y, score, _, sample_weight=None: metric(
            y, score, sample_weight=sample_weight
        ),
    }  # fmt: skip
    given |= archive.take(("stable_cumsum",), *EXTMATH, np=np, warnings=warnings, np_version=(1, 23))
    return archive.take(FUNCTIONS, *RANKING, **given)


def metrics(archive: Archive) -> dict[str, Any]:
    """Return the functions of the installed package or, if there is none, those of the archive."""
    try:
        import sklearn.metrics
    except ImportError:
        return functions(archive)
    return vars(sklearn.metrics)


def arguments(case: Case) -> tuple[tuple[Any, Any], dict[str, Any]]:
    """Return labels and scores, and the weights if there are any."""
    import numpy as np

    weight = case["sample_weight"]
    rows = np.array(case["y_true"], int), np.array(case["y_score"], float)
    return rows, {} if weight is None else {"sample_weight": np.array(weight, float)}


def average_precision(archive: Archive) -> Ask:
    """Ask average_precision_score."""
    found = metrics(archive)

    def ask(case: Case) -> float:
        rows, weights = arguments(case)
        return found["average_precision_score"](*rows, **weights)

    return ask


def area_by_straight_lines(archive: Archive) -> Ask:
    """Ask for auc(recall, precision) of precision_recall_curve."""
    found = metrics(archive)

    def ask(case: Case) -> float:
        rows, weights = arguments(case)
        precision, recall, _ = found["precision_recall_curve"](*rows, **weights)
        return found["auc"](recall, precision)

    return ask


PROBES = (
    Probe(
        key="sklearn.average_precision_score",
        package="scikit-learn",
        ask=average_precision,
        versions=(
            ("0.12", "0.12.1"),
            ("0.13", "0.13.1"),
            ("0.14", "0.14.1"),
            ("0.15.0", "0.16.1", "0.17.1"),
            ("0.18", "0.18.2"),
            ("0.19.0", "0.19.2", "0.20.0", "0.21.3", "0.22.2.post1", "0.24.2", "1.0.2"),
            ("1.1.0", "1.1.3", "1.5.2", "1.9.1"),
        ),
        requirements=("numpy==1.23.5",),
        archive=ARCHIVES,
        installed_since="1.5.0",
        takes_weights=True,
    ),
    Probe(
        key="sklearn.auc",
        package="scikit-learn",
        ask=area_by_straight_lines,
        versions=(
            ("0.11", "0.12.1"),
            ("0.13", "0.13.1"),
            ("0.14", "0.14.1"),
            ("0.15.0", "0.16.1", "0.17.1"),
            ("0.18", "0.18.2", "0.19.2", "0.20.0", "0.22.2.post1", "0.24.2", "1.0.2"),
            ("1.1.0", "1.1.3", "1.5.2", "1.9.1"),
        ),
        requirements=("numpy==1.23.5",),
        archive=ARCHIVES,
        installed_since="1.5.0",
        takes_weights=True,
    ),
)
