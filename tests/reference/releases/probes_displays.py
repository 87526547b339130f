"""Tools that display a curve or log its area: MLflow, Weights & Biases, TensorBoard, Evidently and skore."""

from __future__ import annotations

from typing import Any

from tests.reference.releases.probe import Archive, Ask, Case, Probe, stub


def mlflow_precision_recall_auc(archive: Archive) -> Ask:
    """Ask for the metric precision_recall_auc that mlflow.evaluate logs for a classifier of two classes."""
    import inspect
    from collections import namedtuple

    import numpy as np
    import sklearn.metrics

    module = archive.take(
        ("_gen_classifier_curve",),
        "mlflow/models/evaluation/evaluators/classifier.py",
        "mlflow/models/evaluation/default_evaluator.py",
        np=np,
        sk_metrics=sklearn.metrics,
        plot_lines=None,
        _Curve=namedtuple("Curve", ["plot_fn", "plot_fn_args", "auc"]),
    )
    takes = inspect.signature(module["_gen_classifier_curve"]).parameters

    def ask(case: Case) -> float:
        given: dict[str, Any] = {
            "is_binomial": True, "y": np.array(case["y_true"]), "y_probs": np.array(case["y_score"], float),
            "labels": np.array([0, 1]), "curve_type": "pr",
        }  # fmt: skip
        if case["sample_weight"] is not None:
            given["sample_weights"] = np.array(case["sample_weight"], float)
        given = {"pos_label": 1, "sample_weights": None} | given if "pos_label" in takes else given
        return module["_gen_classifier_curve"](**given).auc

    return ask


def wandb_pr_curve(archive: Archive) -> Ask:
    """Ask for the table of the positive class, and take the area under straight lines from row to row."""
    import importlib
    import sys
    from types import SimpleNamespace

    import numpy as np

    if not hasattr(np, "in1d"):  # its name before numpy 2.4
        np.in1d = np.isin  # noqa: NPY201
    tables: list[Any] = []

    def table(columns: Any = None, data: Any = None, dataframe: Any = None) -> object:  # noqa: ARG001
        tables.append(data if dataframe is None else dataframe[["class", "precision", "recall"]].to_numpy().tolist())
        return tables[-1]

    table.MAX_ROWS = 10_000  # type: ignore[attr-defined]
    wandb = SimpleNamespace(Table=table, plot_table=lambda *_, **__: None, visualize=lambda *_: None, termwarn=print)
    package = stub("wandb", **vars(wandb))
    sys.modules.setdefault("wandb", package)

    def get_module(name: str, *_: object, **__: object) -> object:
        if name == "sklearn":
            return as_before_1_1_1(importlib.import_module(name))
        if name == "sklearn.metrics":
            return as_before_1_1_1(importlib.import_module("sklearn")).metrics
        return importlib.import_module(name)

    module = archive.take(
        ("pr_curve", "precision_recall"),
        "wandb/plot/pr_curve.py",
        "wandb/plots/precision_recall.py",
        wandb=package,
        util=SimpleNamespace(get_module=get_module),
        test_missing=lambda **_: True,
        test_types=lambda **_: True,
        chart_limit=table.MAX_ROWS,  # type: ignore[attr-defined]
        deprecation_notice=lambda: None,
        plot_table=lambda *_, **__: None,
        annotations=None,
        termwarn=print,
    )
    curve = module.get("pr_curve") or module["precision_recall"]

    def ask(case: Case) -> float:
        tables.clear()
        score = np.array(case["y_score"], float)
        curve(np.array(case["y_true"]), np.column_stack((1 - score, score)))
        shown = np.array([row[1:] for row in tables[-1] if row[0] == 1], float)
        if not len(shown):
            raise ValueError("no curve of class 1")
        precision, recall = shown[:, 0], shown[:, 1]
        return float(np.sum((recall[:-1] - recall[1:]) * (precision[:-1] + precision[1:]) / 2))

    return ask


def as_before_1_1_1(sklearn: Any) -> Any:
    """Let the curve end where recall reaches 1, as that of scikit-learn did before 1.1.1.

    The versions of Weights & Biases that take every twentieth point depend on the number of points. Those that take
    levels of recall do not.
    """
    from types import SimpleNamespace

    import sklearn.metrics
    import sklearn.preprocessing

    def precision_recall_curve(*arguments: Any, **named: Any) -> Any:
        precision, recall, threshold = sklearn.metrics.precision_recall_curve(*arguments, **named)
        first = int((recall == recall[0]).sum()) - 1 if recall[0] > 0 else 0
        return precision[first:], recall[first:], threshold[first:]

    metrics = SimpleNamespace(**{**vars(sklearn.metrics), "precision_recall_curve": precision_recall_curve})
    return SimpleNamespace(metrics=metrics, preprocessing=sklearn.preprocessing)


def tensorboard_pr_curve(archive: Archive) -> Ask:
    """Ask for the points that the dashboard draws, and take the area under straight lines between them."""
    import sys

    import numpy as np

    for name in ("tensorflow", "tensorflow.compat", "tensorflow.compat.v1"):
        sys.modules.setdefault(name, stub(name))
    sys.modules["tensorflow.compat"].v1 = sys.modules["tensorflow.compat.v1"]  # type: ignore[attr-defined]
    places = ("TRUE_POSITIVES", "FALSE_POSITIVES", "TRUE_NEGATIVES", "FALSE_NEGATIVES", "PRECISION", "RECALL")
    metadata = stub("metadata", **{f"{name}_INDEX": place for place, name in enumerate(places)})

    def kept(_: str, **counts: Any) -> Any:
        rows = ("true_positive_counts", "false_positive_counts", "true_negative_counts", "false_negative_counts")
        return np.float32(np.stack([counts[row] for row in (*rows, "precision", "recall")]))

    folder = "tensorboard/plugins/pr_curve"
    summary = archive.take(
        ("pb", "_DEFAULT_NUM_THRESHOLDS", "_MINIMUM_COUNT"), f"{folder}/summary.py", np=np, raw_data_pb=kept
    )
    plugin = archive.take(
        ("PrCurvesPlugin._make_pr_entry", "PrCurvesPlugin._process_tensor_event"),
        f"{folder}/pr_curves_plugin.py",
        np=np,
        metadata=metadata,
        tf=stub("tf", make_ndarray=lambda tensor: tensor),
    )

    def ask(case: Case) -> float:
        weight = case["sample_weight"]
        weights = None if weight is None else np.array(weight, float)
        data = summary["pb"]("curve", np.array(case["y_true"], bool), np.array(case["y_score"], float), weights=weights)
        thresholds = np.linspace(0, 1, data.shape[1]).tolist()
        if "_make_pr_entry" in plugin:
            takes = plugin["_make_pr_entry"].__code__.co_argcount
            entry = plugin["_make_pr_entry"](None, 0, 0.0, data, *([thresholds] if takes > 4 else []))
        else:
            event = stub("event", tensor_proto=data, wall_time=0.0, step=0)
            entry = plugin["_process_tensor_event"](None, event, thresholds)
        precision, recall = np.array(entry["precision"]), np.array(entry["recall"])
        return float(np.sum((recall[:-1] - recall[1:]) * (precision[:-1] + precision[1:]) / 2))

    return ask


def evidently_pr_curve(archive: Archive) -> Ask:
    """Ask for the points that the report draws, and take the area under straight lines between them."""
    from types import SimpleNamespace

    import numpy as np
    import pandas as pd
    import sklearn.metrics

    names = ("ClassificationPRCurve.calculate_metrics", "PR_CURVE_MAX_POINTS")
    file = "metrics/classification_performance/pr_curve_metric.py"
    module = archive.take(
        names,
        f"evidently/{file}",
        f"evidently/legacy/{file}",
        np=np,
        pd=pd,
        metrics=sklearn.metrics,
        PRCurve=dict,
        PRCurveData=SimpleNamespace,
    )

    def ask(case: Case) -> float:
        score = np.array(case["y_score"], float)
        shares = pd.DataFrame({1: score, 0: 1 - score})
        given = SimpleNamespace(labels=[1, 0], prediction_probas=shares)
        curve = module["calculate_metrics"](None, pd.Series(case["y_true"]), given)[1]
        curve = curve if isinstance(curve, dict) else vars(curve)
        precision, recall = np.array(curve["pr"]), np.array(curve["rcl"])
        return float(np.sum((recall[:-1] - recall[1:]) * (precision[:-1] + precision[1:]) / 2))

    return ask


def skore_curve(archive: Archive) -> Ask:
    """Ask for the line that the display draws, and take the area under its steps.

    The package is that of the archive, on top of what its newest version needs.
    """
    import inspect
    import sys

    import matplotlib

    sys.path.insert(0, str(archive.folder))

    matplotlib.use("agg")
    import matplotlib.pyplot as plt
    import numpy as np
    import skore
    from sklearn.base import BaseEstimator, ClassifierMixin

    class Given(ClassifierMixin, BaseEstimator):
        """A model that returns the score that it is given."""

        def fit(self, X: Any, y: Any) -> Given:  # noqa: ARG002, N803
            self.classes_, self.n_features_in_, self.fitted_ = np.array([0, 1]), 1, True
            return self

        def predict_proba(self, X: Any) -> Any:  # noqa: N803
            return np.column_stack((1 - np.asarray(X)[:, 0], np.asarray(X)[:, 0]))

        def predict(self, X: Any) -> Any:  # noqa: N803
            return (np.asarray(X)[:, 0] >= 0.5).astype(int)

    def ask(case: Case) -> float:
        plt.close("all")
        y, x = np.array(case["y_true"]), np.array(case["y_score"], float)[:, None]
        given = {"pos_label": 1} if "pos_label" in inspect.signature(skore.EstimatorReport.__init__).parameters else {}
        report = skore.EstimatorReport(Given().fit(x, y), X_test=x, y_test=y, **given)
        metrics = getattr(report.metrics, "plot", report.metrics)
        display = metrics.precision_recall(**({} if given else {"pos_label": 1}))
        figure = display.plot() or getattr(display, "figure_", None)
        (axes,) = (figure or plt.gcf()).axes
        line = max(axes.lines, key=lambda one: len(one.get_xdata()))
        recall, precision = np.asarray(line.get_xdata(), float), np.asarray(line.get_ydata(), float)
        if line.get_drawstyle() != "steps-post":
            raise ValueError(f"drawn with {line.get_drawstyle()}")
        return float(abs(np.sum(np.diff(recall) * precision[:-1])))

    return ask


WITH_SKLEARN = ("numpy", "pandas", "scikit-learn")

PROBES = (
    Probe(
        key="mlflow.precision_recall_auc",
        package="mlflow",
        ask=mlflow_precision_recall_auc,
        versions=(("1.23.0", "1.26.1", "1.28.0"), ("1.29.0", "2.0.0", "2.22.0", "3.18.0")),
        requirements=WITH_SKLEARN,
        takes_weights=True,
    ),
    Probe(
        key="wandb.pr_curve",
        package="wandb",
        ask=wandb_pr_curve,
        versions=(("0.8.30", "0.10.5", "0.12.20"), ("0.12.21", "0.16.0", "0.19.11", "0.31.0")),
        requirements=WITH_SKLEARN,
    ),
    Probe(
        key="tensorboard.pr_curve",
        package="tensorboard",
        ask=tensorboard_pr_curve,
        versions=(("1.6.0", "1.15.0", "2.2.2", "2.21.0"),),
        requirements=("numpy==1.23.5",),
        takes_weights=True,
    ),
    Probe(
        key="evidently.pr_curve",
        package="evidently",
        ask=evidently_pr_curve,
        versions=(("0.2.0", "0.4.40", "0.7.2"), ("0.7.3", "0.7.23")),
        requirements=WITH_SKLEARN,
    ),
    Probe(
        key="skore.precision_recall",
        package="skore",
        ask=skore_curve,
        versions=(("0.6.0", "0.9.0"), ("0.9.1", "0.11.5"), ("0.11.6", "0.18.1"), ("0.19.0", "0.28.0")),
        requirements=(
            "skore==0.28.0",
            "scikit-learn==1.6.1",
            "ipython",
            "ipywidgets",
            "jinja2",
            "altair",
            "plotly",
            "pyarrow",
            "diskcache",
            "polars",
            "fastapi",
            "uvicorn",
        ),
    ),
)
