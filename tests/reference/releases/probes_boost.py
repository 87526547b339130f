"""Gradient boosting: metrics that a library computes of scores, without fitting trees."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.reference.releases.probe import Archive, Ask, Case, Probe


def _restore_removed_names() -> None:
    """Give back names that old packages use and that Python has taken out of its library since."""
    import collections.abc
    import inspect

    for name in collections.abc.__all__:
        if not hasattr(collections, name):
            setattr(collections, name, getattr(collections.abc, name))
    if not hasattr(inspect, "getargspec"):
        inspect.getargspec = lambda function: inspect.getfullargspec(function)[:4]


def xgboost_aucpr(archive: Archive) -> Ask:
    """Ask a booster without trees; the scores are the base margin, which squared error leaves as it is."""
    _restore_removed_names()  # for versions before 0.82
    sys.path.insert(0, str(archive.folder))
    import numpy as np
    import xgboost

    objective = "reg:linear" if archive.version.startswith(("0.7", "0.80", "0.81", "0.82")) else "reg:squarederror"

    def ask(case: Case) -> float:
        label, weight = np.array(case["y_true"]), case["sample_weight"]
        weight = None if weight is None else np.array(weight, float)
        rows = xgboost.DMatrix(np.zeros((label.size, 1)), label=label, weight=weight)
        rows.set_base_margin(np.array(case["y_score"], float))
        booster = xgboost.train({"objective": objective, "eval_metric": "aucpr"}, rows, num_boost_round=0)
        return float(booster.eval(rows).split("aucpr:")[1])

    return ask


def lightgbm_average_precision(archive: Archive) -> Ask:
    """Ask a booster without trees; the scores are the initial ones."""
    sys.path.insert(0, str(archive.folder))
    import lightgbm
    import numpy as np

    settings = {"objective": "binary", "metric": "average_precision", "verbose": -1, "num_threads": 1}

    def ask(case: Case) -> float:
        label, weight = np.array(case["y_true"]), case["sample_weight"]
        rows = lightgbm.Dataset(
            np.arange(label.size, dtype=float)[:, None],
            label=label,
            weight=None if weight is None else np.array(weight, float),
            init_score=np.array(case["y_score"], float),
        )
        ((_, name, number, _),) = lightgbm.Booster(settings, rows).eval_train()
        assert name == "average_precision", name
        return float(number)

    return ask


def catboost_prauc(archive: Archive) -> Ask:
    """Ask eval_metric for the scores as they stand."""
    sys.path.insert(0, str(archive.folder))
    from catboost.utils import eval_metric

    def ask(case: Case) -> float:
        return float(eval_metric(case["y_true"], case["y_score"], "PRAUC", weight=case["sample_weight"])[0])

    return ask


# Starts the server of H2O on a Java that is newer than the server allows.
START = """
public class Start {
    public static void main(String[] arguments) {
        System.setProperty("java.version", "1.8.0");
        water.H2OStarter.start(arguments, System.getProperty("user.dir"));
    }
}
"""


def h2o_aucpr(archive: Archive) -> Ask:
    """Start the server of the archive and ask make_metrics; a domain is named, so that one class is two to H2O."""
    import atexit
    import contextlib
    import subprocess
    import tempfile
    import time

    _restore_removed_names()
    (jar,) = archive.folder.glob("*/h2o/backend/bin/h2o.jar")
    sys.path.insert(0, str(jar.parents[3]))
    import h2o

    port = 54399
    folder = Path(tempfile.mkdtemp())
    program = folder / "Start.java"
    program.write_text(START)
    opened = [f"--add-opens=java.base/{name}=ALL-UNNAMED" for name in ("java.lang", "java.util", "java.lang.reflect")]
    arguments = ["-ip", "127.0.0.1", "-port", str(port), "-nthreads", "1", "-ice_root", str(folder), "-name", "probe"]
    java = ["java", "-Xmx2g", *opened, "-cp", str(jar), str(program), *arguments]
    server = subprocess.Popen(java, stdout=sys.stderr, stderr=sys.stderr)
    atexit.register(server.kill)
    for _ in range(60):
        time.sleep(1)
        try:
            with contextlib.redirect_stdout(sys.stderr):
                h2o.connect(url=f"http://127.0.0.1:{port}", verbose=False)
            break
        except Exception:  # the server is not up yet
            if server.poll() is not None:
                raise
    h2o.no_progress()

    def silence() -> None:  # the client says goodbye, where only the answers belong
        sys.stdout.flush()
        sys.stdout = sys.stderr

    atexit.register(silence)

    def ask(case: Case) -> float:
        columns = {"s": [float(value) for value in case["y_score"]], "y": case["y_true"]}
        rows = h2o.H2OFrame(columns, column_types={"s": "real", "y": "enum"})
        metrics = h2o.make_metrics(rows["s"], rows["y"], domain=["0", "1"], distribution="bernoulli")
        return float(metrics._metric_json["pr_auc"])

    return ask


PROBES = (
    Probe(
        key="xgboost.aucpr",
        package="xgboost",
        ask=xgboost_aucpr,
        versions=(("0.72.1", "0.90", "1.5.2", "1.7.6"), ("2.0.0", "3.4.1")),
        obtained="imported",
        requirements=("numpy<1.24", "scipy", "narwhals"),
        takes_weights=True,
    ),
    Probe(
        key="lightgbm.average_precision",
        package="lightgbm",
        ask=lightgbm_average_precision,
        versions=(("3.1.0", "3.3.5", "4.7.0"),),
        obtained="imported",
        requirements=("numpy<1.24", "scipy", "narwhals"),
        takes_weights=True,
    ),
    Probe(
        key="catboost.PRAUC",
        package="catboost",
        ask=catboost_prauc,
        versions=(("0.23.1", "1.0.6", "1.2.10"),),
        obtained="imported",
        # the last Python that can install the first version as well as the newest
        requirements=("numpy<1.24", "scipy", "pandas<2", "plotly", "graphviz", "matplotlib"),
        python="3.8",
        archive="--python-version 3.8 --only-binary=:all:",
        takes_weights=True,
    ),
    Probe(
        key="h2o.aucpr",
        programs=("java",),
        package="h2o",
        ask=h2o_aucpr,
        versions=(("3.20.0.4", "3.28.1.3"), ("3.30.0.1", "3.46.0.12")),
        obtained="imported",
        requirements=("requests", "tabulate", "future", "colorama", "six"),
        archive="--no-binary=:all:",
    ),
)
