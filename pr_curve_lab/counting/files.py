"""Counts at each score of files larger than memory: DuckDB reads them, and what it cannot hold it writes aside."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from glob import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pr_curve_lab.counting.engines import engine
from pr_curve_lab.counting.frames import count_scores
from pr_curve_lab.counting.score_counts import ScoreCounts

PARQUET = (".parquet", ".pq")
TEXT = (".csv", ".tsv", ".txt", ".csv.gz", ".tsv.gz", ".csv.zst")
Files = str | Path | Iterable[str | Path]
MEMORY = "600MB"  # while DuckDB groups; the counts themselves and Python come on top


def count_files(
    files: Files,
    score: str,
    label: str,
    *,
    positive: Any,
    weight: str | None = None,
    group: str | None = None,
    decimals: int | None = None,
    header: int | None = None,
) -> ScoreCounts:
    """Count positives and negatives at each score of Parquet or CSV files, as `count_scores` does of a frame.

    files: a path, a pattern such as "data/*.parquet", or several of either, all of one kind and with the same columns.
    Only the columns that are named are read. Memory grows with the distinct scores, a few hundred bytes each, and not
    with the rows: where scores are as many as rows, `decimals` makes them few, and `binned` says what that hides.
    header: the row of the header in each CSV file, the first being 1; 0 says that there is none.

    Raises
    ------
    ValueError: files of no known kind or of both; none found; what DuckDB cannot read; what `count_scores` refuses.
    ModuleNotFoundError: duckdb or narwhals is not installed.

    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "day.csv")
    ...     _ = path.write_text("p,y\\n0.9,1\\n0.2,0\\n")
    ...     count_files(path, "p", "y", positive=1).points()
    OperatingPoints(2 points, 1 positives, 1 negatives)
    """
    columns: dict[str, Any] = {"weight": weight, "group": group, "decimals": decimals}
    with _rows(files, header) as rows:
        return count_scores(rows, score, label, positive=positive, **columns)


def column_names(files: Files, *, header: int | None = None) -> list[str]:
    """The columns that files have, without their rows. header: as for `count_files`.

    Raises
    ------
    ValueError: as `count_files`.
    ModuleNotFoundError: duckdb is not installed.

    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "day.csv")
    ...     _ = path.write_text("p,y\\n0.9,1\\n")
    ...     column_names(path)
    ['p', 'y']
    """
    with _rows(files, header) as rows:
        return list(rows.columns)


@contextmanager
def _rows(files: Files, header: int | None) -> Iterator[Any]:
    """Rows of files as DuckDB reads them when they are asked for."""
    duckdb = engine("duckdb", "count_files")
    patterns = [_pattern(file) for file in ([files] if isinstance(files, (str, Path)) else files)]
    with TemporaryDirectory(prefix="prlab-") as folder:
        settings = {"temp_directory": folder, "memory_limit": MEMORY, "preserve_insertion_order": False}
        with duckdb.connect(config=settings) as connection:
            try:
                yield _reader(connection, patterns, header)(patterns)
            except duckdb.Error as refused:
                raise ValueError(f"files must be readable, got {_first_line(refused)}") from None


def _pattern(file: str | Path) -> str:
    """A path as DuckDB reads it: one that exists by just this name is no pattern, whatever signs are in it."""
    return escape(str(file)) if Path(file).exists() else str(file)


def _reader(connection: Any, patterns: list[str], header: int | None) -> Any:
    ends = [pattern.lower() for pattern in patterns]
    if ends and all(name.endswith(PARQUET) for name in ends):
        if header is not None:
            raise ValueError("header must be None for Parquet files, which say their columns")
        return connection.read_parquet
    if ends and all(name.endswith(TEXT) for name in ends):
        known = {} if header is None else {"header": header > 0, "skiprows": max(header - 1, 0)}
        return partial(connection.read_csv, **known)
    raise ValueError(
        f"files must be all {', '.join(PARQUET)} or all {', '.join(TEXT)}, got {', '.join(patterns) or 'none'}"
    )


def _first_line(error: Exception) -> str:
    return str(error).strip().splitlines()[0]
