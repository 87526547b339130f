"""Counting 1 to 100 million rows of Parquet, beside reading the same columns; and what ten million hide in bins.

    make bench-counting

Scores have four decimals. Reading is the sum of each column, by the same DuckDB with the same settings. They take
turns; a time is the median of the rounds, a ratio that of the rounds' ratios. Memory is the most the process ever held.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[1]))

import duckdb
import numpy as np

from pr_curve_lab.counting.files import MEMORY, count_files
from pr_metrics import SCHEMES, area_bounds, bin_counts

MILLION = 10**6
SIZES = (MILLION, 10 * MILLION, 100 * MILLION)
ON_PAPER = 1000 * MILLION
ROUNDS = 9
TIMES_READING, MOST_MEMORY = 3, 1000  # the goals; MB
BINS, NARROW = 10_000, 1e-3  # the goal for ten million rows
POPULATIONS = ((0.5, 0.5), (0.1, 1.5), (0.01, 1.0), (0.001, 2.0))  # share of positives; how far apart the classes are


def write_parquet(path: Path, rows: int) -> None:
    """A tenth positive; scores between 0 and 1, higher where positive."""
    rows_of = f"select random() < 0.1 as label, random() as drawn from range({rows})"
    score = "round(pow(drawn, if(label, 1, 3)), 4)"
    with duckdb.connect() as connection:
        connection.execute(f"copy (select {score} as score, label::tinyint as label from ({rows_of})) to '{path}'")


def seconds(act: Callable[[], object]) -> float:
    """How long one call takes."""
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


def in_turns(path: str) -> None:
    """Print seconds of counting and of reading, medians, the median of their ratios, and peak memory in MB."""

    def count() -> None:
        rows = int(count_files(path, "score", "label", positive=1).rows.sum())
        if rows != int(Path(path).stem):
            raise SystemExit(f"{rows} rows counted of {path}")

    def read() -> None:
        with duckdb.connect(config={"memory_limit": MEMORY, "preserve_insertion_order": False}) as connection:
            connection.read_parquet(path).aggregate("sum(score), sum(label)").fetchall()

    rounds = [(seconds(count), seconds(read)) for _ in range(ROUNDS + 1)][1:]  # the first to warm up
    counting, reading = (statistics.median(one) for one in zip(*rounds, strict=True))
    ratio = statistics.median(counted / summed for counted, summed in rounds)
    print(counting, reading, ratio, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def measured(path: Path) -> list[float]:
    """Those numbers from a process of its own."""
    told = subprocess.run([sys.executable, __file__, str(path)], check=True, capture_output=True, text=True)
    return [float(number) for number in told.stdout.split()]


def growth() -> None:
    """Print the table of sizes, and a thousand million rows on paper from its last step."""
    print(
        "| rows | counting, s | reading, s | counting / reading | counting, MB | file, MB |\n|--:|--:|--:|--:|--:|--:|"
    )
    found = []
    with TemporaryDirectory(prefix="prlab-bench-") as folder:
        for rows in SIZES:
            path = Path(folder, f"{rows}.parquet")
            write_parquet(path, rows)
            counting, reading, ratio, memory = measured(path)
            found.append(counting)
            cells = (f"{counting:.3f}", f"{reading:.3f}", f"{ratio:.2f}", f"{memory:.0f}")
            print(f"| {rows:,} | {' | '.join(cells)} | {path.stat().st_size / MILLION:.0f} |", flush=True)
            path.unlink()
    a_row = (found[-1] - found[-2]) / (SIZES[-1] - SIZES[-2])
    on_paper = found[-1] + a_row * (ON_PAPER - SIZES[-1])
    print(f"\n{ON_PAPER:,} rows on paper: {on_paper:.0f} s, {a_row * 1e9:.2f} ns a row more.")
    print(f"Aimed at: {TIMES_READING} times reading, below {MOST_MEMORY} MB.\n")


def widths() -> None:
    """Print how far apart the bounds of each area are."""
    print(f"{10 * MILLION:,} rows with distinct scores in {BINS:,} bins; most - least, aimed at below {NARROW}:\n")
    print(f"| positives | {' | '.join(SCHEMES)} |\n|--:{'|--:' * len(SCHEMES)}|")
    for share, apart in POPULATIONS:
        rng = np.random.default_rng(0)
        label = rng.random(10 * MILLION) < share
        binned = bin_counts(rng.normal(size=label.size) + apart * label, label, ~label, max_points=BINS)
        room = [area_bounds(binned, scheme=scheme).width for scheme in SCHEMES]
        print(f"| {share} | {' | '.join(f'{one:.1e}' for one in room)} |", flush=True)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        in_turns(sys.argv[1])
    else:
        growth()
        widths()
