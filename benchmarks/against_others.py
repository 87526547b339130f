"""How fast and how lean `pr_metrics` is beside other tools: one table from one run.

    python benchmarks/against_others.py              the whole table
    python benchmarks/against_others.py --largest 6  up to 10**6 rows only

Every figure is the median of at least five rounds; in each round the tools take turns on the same rows, and a ratio is
the median of the rounds' ratios. "Ours" is everything one would ask for: input checked, thresholds, counts, precision,
recall and average precision. The rows are labels 0/1 as integers, 30% positive, and random scores.

NumPy sorts with the widest SIMD instructions it finds. On some processors the widest are not the fastest for sorting,
so where AVX-512 is found the table is made twice, the second time with NumPy held to AVX2.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import statistics
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import sklearn
from sklearn.metrics import average_precision_score, precision_recall_curve

from pr_metrics import SCHEMES, bootstrap_interval, operating_points

try:
    import torch
    import torchmetrics.functional.classification as torchmetrics

    torch.set_num_threads(1)
except ImportError:
    torch = None

ROUNDS = 5
PREVALENCE = 0.3
HELD_TO_AVX2 = "X86_V4 AVX512_ICL AVX512_SPR"  # NPY_DISABLE_CPU_FEATURES: what lies above
SMALL = (100, 1_000)
# Times as fast as precision_recall_curve, on one thread, where np.sort takes less than SORTS_FAST ns a row.
GOALS = {
    ("distinct", 10**4): 8,
    ("distinct", 10**5): 10,
    ("distinct", 10**6): 14,
    ("distinct", 10**7): 20,
    ("weighted", 10**7): 12,
}
SORTS_FAST = 8
BOOTSTRAP_ROWS, RESAMPLES = 100_000, 1000

Rows = dict[str, Any]


def ours(rows: Rows) -> object:
    """Everything: thresholds and counts, then precision, recall and average precision."""
    points = operating_points(rows["y_true"], rows["y_score"], sample_weight=rows["sample_weight"])
    return points, points.precision, points.recall, SCHEMES["step"].area(points)


def ours_one_by_one(rows: Rows) -> float:
    """The same, letting go of precision before recall is computed."""
    points = operating_points(rows["y_true"], rows["y_score"], sample_weight=rows["sample_weight"])
    return float(points.precision[0] + points.recall[0] + SCHEMES["step"].area(points))


def scikit_learn_curve(rows: Rows) -> object:
    """Thresholds, precision and recall."""
    return precision_recall_curve(rows["y_true"], rows["y_score"], sample_weight=rows["sample_weight"])


def scikit_learn_area(rows: Rows) -> object:
    """Average precision alone."""
    return average_precision_score(rows["y_true"], rows["y_score"], sample_weight=rows["sample_weight"])


def torchmetrics_curve(rows: Rows) -> object:
    """Thresholds, precision and recall, in single precision as is its way."""
    return torchmetrics.binary_precision_recall_curve(
        torch.from_numpy(rows["y_score"]), torch.from_numpy(rows["y_true"])
    )


def sort_alone(rows: Rows) -> object:
    """One np.sort of the scores."""
    return np.sort(rows["y_score"])


def rows_of(kind: str, count: int) -> Rows:
    """Rows of a kind: distinct, 3 decimals, weighted."""
    rng = np.random.default_rng(count)
    score = rng.random(count)
    return {
        "y_true": (rng.random(count) < PREVALENCE).astype(np.int64),
        "y_score": np.round(score, 3) if kind == "3 decimals" else score,
        "sample_weight": rng.random(count) + 0.01 if kind == "weighted" else None,
    }


def measure(kind: str, count: int) -> dict[str, Any]:
    """Time the tools in turn on the same rows, one round after the other."""
    rows = rows_of(kind, count)
    rounds = timed_in_turn(rows, repeats=max(1, 20_000 // count))
    return {
        "kind": kind,
        "rows": count,
        "ns": {name: statistics.median(times) / count * 1e9 for name, times in rounds.items()},
        "ratio": {
            f"{other} / {mine}": statistics.median(np.divide(rounds[other], rounds[mine]))
            for other in rounds
            for mine in ("ours", "ours, two threads")
            if mine in rounds and not other.startswith("ours")
        },
        "bytes": {
            name: peak_bytes(tool, rows) / count
            for name, tool in (("held", ours), ("one by one", ours_one_by_one), ("scikit-learn", scikit_learn_curve))
        },
    }


def timed_in_turn(rows: Rows, *, repeats: int) -> dict[str, list[float]]:
    """Seconds of each tool in each round: on one processor, and ours on two as well."""
    ours(rows)  # the first call of a process also loads what it needs
    tools: dict[str, Callable[[Rows], object]] = {
        "ours": ours,
        "scikit-learn curve": scikit_learn_curve,
        "scikit-learn area": scikit_learn_area,
        "np.sort": sort_alone,
    }
    if torch is not None and rows["sample_weight"] is None:
        tools["torchmetrics curve"] = torchmetrics_curve
    rounds: dict[str, list[float]] = {name: [] for name in [*tools, "ours, two threads"]}
    for _ in range(ROUNDS):
        with_processors(1)
        for name, tool in tools.items():
            rounds[name].append(seconds(tool, rows, repeats))
        if len(PROCESSORS) > 1:
            with_processors(2)
            rounds["ours, two threads"].append(seconds(ours, rows, repeats))
    with_processors(1)
    return {name: times for name, times in rounds.items() if times}


def seconds(tool: Callable[[Rows], object], rows: Rows, repeats: int) -> float:
    """Wall time of one call, of so many in a row."""
    gc.collect()
    start = time.perf_counter()
    for _ in range(repeats):
        tool(rows)
    return (time.perf_counter() - start) / repeats


def peak_bytes(tool: Callable[[Rows], object], rows: Rows) -> int:
    """The most memory that a call holds at a time, beyond its input, as NumPy reports it."""
    tracemalloc.start()
    kept = tool(rows)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    del kept
    return peak


PROCESSORS = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []  # not on every system


def with_processors(count: int) -> None:
    """Let this thread and those it starts use so many processors, as `pr_metrics` then does."""
    if PROCESSORS:
        os.sched_setaffinity(0, PROCESSORS[-count:])


def bootstraps() -> dict[str, float]:
    """Seconds for 1000 resamples of 100 000 rows, by kind of score."""
    result = {}
    for kind in ("distinct", "3 decimals", "2 decimals"):
        rows = rows_of(kind, BOOTSTRAP_ROWS)
        score = np.round(rows["y_score"], 2) if kind == "2 decimals" else rows["y_score"]
        points = operating_points(rows["y_true"], score)
        times = []
        for _ in range(ROUNDS):
            start = time.perf_counter()
            bootstrap_interval(points, n_resamples=RESAMPLES)
            times.append(time.perf_counter() - start)
        result[f"{kind} ({points.threshold.size} scores)"] = statistics.median(times)
    return result


def one_level(largest: int) -> dict[str, Any]:
    """All measurements with the SIMD instructions that this process's NumPy uses."""
    sizes = [*SMALL, *(10**power for power in range(4, largest + 1))]
    return {
        "simd": simd_level(),
        "measured": [measure(kind, count) for kind in ("distinct", "3 decimals", "weighted") for count in sizes],
        "bootstrap": bootstraps(),
    }


def simd_level() -> str:
    """The widest SIMD level that NumPy uses."""
    found = np.show_config(mode="dicts")["SIMD Extensions"]["found"]  # type: ignore[index]
    return str(found[-1]) if found else "baseline"


def processor() -> str:
    """The processor's own name, family and model."""
    described = Path("/proc/cpuinfo").read_text(encoding="utf-8") if Path("/proc/cpuinfo").exists() else ""
    facts = dict(line.split(":", 1) for line in described.split("\n\n")[0].splitlines() if ":" in line)
    named = {key.strip(): value.strip() for key, value in facts.items()}
    return (
        f"{named.get('model name', platform.processor())}, family {named.get('cpu family')}, model {named.get('model')}"
    )


def in_child(largest: int, held_to: str) -> dict[str, Any]:
    """Measure in a process of its own: NumPy chooses its instructions when it is first imported."""
    environment = {**os.environ, "NPY_DISABLE_CPU_FEATURES": held_to}
    command = [sys.executable, "-W", "ignore", __file__, "--child", "--largest", str(largest)]
    return json.loads(subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout)


def table(level: dict[str, Any]) -> str:
    """One SIMD level's measurements as Markdown."""
    names = list(dict.fromkeys(name for one in level["measured"] for name in one["ns"]))
    lines = [
        f"### NumPy's SIMD level {level['simd']}",
        "",
        "| scores | rows | " + " | ".join(f"{name}, ns/row" for name in names)
        + " | curve / ours | curve / ours, two threads | area / ours | ours / np.sort"
        + " | B/row, all held | B/row, one by one | B/row, scikit-learn curve |",
        "|---|--:|" + "--:|" * (len(names) + 7),
    ]  # fmt: skip
    for one in level["measured"]:
        ratio = one["ratio"]
        cells = [
            *(f"{one['ns'][name]:.1f}" if name in one["ns"] else "" for name in names),
            f"{ratio['scikit-learn curve / ours']:.1f}",
            f"{ratio.get('scikit-learn curve / ours, two threads', float('nan')):.1f}",
            f"{ratio['scikit-learn area / ours']:.1f}",
            f"{1 / ratio['np.sort / ours']:.2f}",
            *(f"{one['bytes'][name]:.1f}" for name in ("held", "one by one", "scikit-learn")),
        ]
        lines.append(f"| {one['kind']} | {one['rows']:,} | " + " | ".join(cells) + " |")
    lines += ["", f"Growth exponent of the time, 10**4 to the largest: {growth(level['measured'])}.", ""]
    taken = ", ".join(f"{kind} {value:.2f} s" for kind, value in level["bootstrap"].items())
    return "\n".join([*lines, f"{RESAMPLES} bootstrap resamples of {BOOTSTRAP_ROWS:,} rows, one thread: {taken}."])


def goals(level: dict[str, Any]) -> str:
    """Which goals were set for a processor that sorts as this one does, and whether they were reached."""
    lines = ["| scores | rows | goal | curve / ours | np.sort, ns/row | |", "|---|--:|--:|--:|--:|---|"]
    for one in level["measured"]:
        goal = GOALS.get((one["kind"], one["rows"]))
        if goal is not None:
            ratio, sort = one["ratio"]["scikit-learn curve / ours"], one["ns"]["np.sort"]
            verdict = "reached" if ratio >= goal else "missed"
            said = verdict if sort < SORTS_FAST else f"{verdict}; set for a sort below {SORTS_FAST} ns"
            lines.append(f"| {one['kind']} | {one['rows']:,} | {goal} | {ratio:.1f} | {sort:.1f} | {said} |")
    return "\n".join(lines)


def growth(measured: list[dict[str, Any]]) -> str:
    """Slope of log time over log rows, for ours and for scikit-learn, by kind."""
    slopes = []
    for kind in dict.fromkeys(one["kind"] for one in measured):
        large = [one for one in measured if one["kind"] == kind and one["rows"] >= 10**4]
        rows = np.log([one["rows"] for one in large])
        fits = [
            np.polyfit(rows, np.log([one["ns"][name] for one in large]) + rows, 1)[0]
            for name in ("ours", "scikit-learn curve")
        ]
        slopes.append(f"{kind} {fits[0]:.2f} (scikit-learn {fits[1]:.2f})")
    return ", ".join(slopes)


def main() -> None:
    """Measure at each SIMD level in turn and print one table."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--largest", type=int, default=7, help="largest power of ten rows")
    asked.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    options = asked.parse_args()
    if options.child:
        print(json.dumps(one_level(options.largest)))
        return
    levels = [""] if "V4" not in simd_level() and "512" not in simd_level() else ["", HELD_TO_AVX2]
    versions = f"Python {platform.python_version()}; NumPy {np.__version__}; scikit-learn {sklearn.__version__}"
    print(f"{processor()}; {len(PROCESSORS)} processors; {platform.system()}; {versions}; ", end="")
    print("no torchmetrics" if torch is None else f"torch {torch.__version__}", end="")
    print(f"; medians of {ROUNDS} rounds\n")
    for held_to in levels:
        level = in_child(options.largest, held_to)
        print(table(level), goals(level), sep="\n\n", end="\n\n", flush=True)


if __name__ == "__main__":
    main()
