"""Ask H2O's server, AUCCalculator and trec_eval for their number on every case; releases/ asks the other tools.

Run from the root of the checkout, in an environment of its own that has the tools (see README.md):
`python -m tests.reference.run_python_tools [--auc-jar auc.jar] [--trec-eval trec_eval] > values.tsv`. Each line is a
case, a tool and its value; the versions come first, as the case "version". Scores go in as they stand, in the precision
that the tool is used with.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import re
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path

import h2o
import numpy as np

HERE = Path(__file__).parent
PORT = 54399

Weights = np.ndarray | None
Ask = Callable[[np.ndarray, np.ndarray, Weights], float]


def h2o_aucpr(y: np.ndarray, s: np.ndarray, w: Weights) -> float:
    """A domain is named in any case, so that labels of one class only are two classes to H2O as well."""
    frame = {"s": s.tolist(), "y": y.tolist()} | ({} if w is None else {"w": w.tolist()})
    rows = h2o.H2OFrame(frame, column_types={"s": "real", "y": "enum"} | ({} if w is None else {"w": "real"}))
    weights = {} if w is None else {"weights": rows["w"]}
    return h2o.make_metrics(rows["s"], rows["y"], domain=["0", "1"], distribution="bernoulli", **weights).pr_auc()


def document_names(y: np.ndarray) -> list[str]:
    """d0000, d0001, ... by row: trec_eval breaks ties by name."""
    return [f"d{i:04}" for i in range(len(y))]


def trec_eval(program: Path, measure: str) -> Ask:
    """The program itself, which prints four decimals."""

    def ask(y: np.ndarray, s: np.ndarray, w: Weights) -> float:
        no_weights(w)
        with tempfile.TemporaryDirectory() as folder:
            judged, ranked = Path(folder) / "judged.txt", Path(folder) / "ranked.txt"
            names = document_names(y)
            judged.write_text("".join(f"q 0 {name} {label}\n" for name, label in zip(names, y, strict=True)))
            ranked.write_text("".join(f"q Q0 {name} 0 {v!r} run\n" for name, v in zip(names, s.tolist(), strict=True)))
            said = subprocess.run([program, "-m", measure, judged, ranked], capture_output=True, text=True, check=True)
        return float(said.stdout.split()[-1])

    return ask


def auc_calculator(jar: Path) -> Ask:
    def ask(y: np.ndarray, s: np.ndarray, w: Weights) -> float:
        no_weights(w)
        with tempfile.TemporaryDirectory() as folder:
            listed = Path(folder) / "list.txt"
            listed.write_text("".join(f"{score!r} {label}\n" for score, label in zip(s.tolist(), y, strict=True)))
            said = subprocess.run(["java", "-jar", jar, listed, "list"], capture_output=True, text=True, check=False)
        answer = re.search(r"Precision - Recall is (\S+)", said.stdout)
        complaints = re.findall(r"ERROR.*|.*Exception.*|.*skipping.*", said.stdout + said.stderr)
        if answer is None or complaints:
            raise ValueError("; ".join(complaints))
        return float(answer.group(1))

    return ask


def no_weights(w: Weights) -> None:
    if w is not None:
        raise ValueError("takes no weights")


TOOLS: dict[str, tuple[str, Ask]] = {"h2o.aucpr": ("h2o", h2o_aucpr)}


def cases() -> Iterator[tuple[str, np.ndarray, np.ndarray, Weights]]:
    """All stored cases, those of toy_values.json first."""
    for name in ("toy_values.json", "cases.json"):
        for case, rows in json.loads((HERE / name).read_text(encoding="utf-8")).items():
            weight = np.array(rows["sample_weight"], float) if "sample_weight" in rows else None
            yield case, np.array(rows["y_true"]), np.array(rows["y_score"], float), weight


def asked(ask: Ask, y: np.ndarray, s: np.ndarray, w: Weights) -> str:
    """What the tool answers, to the last bit; a refusal as the sentence that it gave."""
    try:
        with warnings.catch_warnings(), contextlib.redirect_stdout(sys.stderr):
            warnings.simplefilter("ignore")
            return repr(float(ask(y, s, w)))
    except Exception as refusal:  # whatever a tool refuses with is its answer
        said = str(refusal).split("Request: ")[0]  # H2O's server goes on with addresses
        return f"refused: {' '.join(said.split())}"


def programs(options: argparse.Namespace) -> dict[str, tuple[str, Ask]]:
    """Tools that are no Python packages, as far as their place is given."""
    found: dict[str, tuple[str, Ask]] = {}
    if options.auc_jar is not None:
        found["AUCCalculator"] = ("0.2 (auc.jar)", auc_calculator(options.auc_jar))
    if options.trec_eval is not None:
        said = subprocess.run([options.trec_eval, "--version"], capture_output=True, text=True, check=False)
        number = (said.stdout + said.stderr).splitlines()[0].removeprefix("trec_eval version ")
        found["trec_eval.map"] = (number, trec_eval(options.trec_eval, "map"))
        found["trec_eval.11pt_avg"] = (number, trec_eval(options.trec_eval, "11pt_avg"))
    return found


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--auc-jar", type=Path)
    options.add_argument("--trec-eval", type=Path)
    packages = {key: (version(package), ask) for key, (package, ask) in TOOLS.items()}
    tools = packages | programs(options.parse_args())
    with contextlib.redirect_stdout(sys.stderr):
        h2o.init(ip="127.0.0.1", port=PORT, bind_to_localhost=True, nthreads=1, max_mem_size="2G")
        h2o.no_progress()
    for key, (number, _) in tools.items():
        print("version", key, number, sep="\t")
    for case, y, s, w in cases():
        for key, (_, ask) in tools.items():
            print(case, key, asked(ask, y, s, w), sep="\t", flush=True)
    with contextlib.redirect_stdout(sys.stderr):
        h2o.cluster().shutdown()


if __name__ == "__main__":
    main()
