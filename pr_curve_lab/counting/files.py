"""Count positives and negatives at each score of files larger than memory with DuckDB, or with SQL elsewhere.

The SQL treats rows as `count_scores` does, but it cannot reject any: an engine that compares values of different types
returns an error or zeros, an infinite score becomes a row of the result, a negative weight is subtracted, too many
`decimals` overflow, and NaN is a group of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from glob import escape
from math import isfinite
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypedDict, Unpack

from pr_curve_lab.counting.frames import ROUNDS_TO_EVEN, count_scores, import_optional_dependency
from pr_curve_lab.counting.score_counts import ScoreCounts
from pr_metrics.rounding import check_decimals
from pr_metrics.validation import close_match_text

PARQUET = (".parquet", ".pq")
TEXT = (".csv", ".tsv", ".txt", ".csv.gz", ".tsv.gz", ".csv.zst")
Files = str | Path | Iterable[str | Path]
MEMORY = "600MB"  # limit for DuckDB while it groups; the counts and Python need memory in addition


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
    Only the named columns are read. Memory grows with the number of distinct scores, a few hundred bytes each, not with
    the number of rows. If nearly every row has its own score, round them with `decimals`; `binned` keeps their ranges.
    header: the row of the header in each CSV file, counted from 1; 0 if there is none.

    Raises
    ------
    ValueError: an unknown format, or both formats; no file found; DuckDB or `count_scores` rejects the content.
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
    """Return the column names of files without reading their rows. header: as for `count_files`.

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
    """Open files as a DuckDB relation, which reads the rows only when they are used."""
    duckdb = import_optional_dependency("duckdb", "count_files")
    patterns = [_pattern(file) for file in ([files] if isinstance(files, (str, Path)) else files)]
    with TemporaryDirectory(prefix="prlab-") as folder:
        settings = {"temp_directory": folder, "memory_limit": MEMORY, "preserve_insertion_order": False}
        with duckdb.connect(config=settings) as connection:
            try:
                yield _reader(connection, patterns, header)(patterns)
            except duckdb.Error as refused:
                raise ValueError(f"files must be readable, got {_first_line(refused)}") from None


def _pattern(file: str | Path) -> str:
    """Return a pattern for DuckDB; the path of an existing file is escaped, so that its `*` or `[` match literally."""
    return escape(str(file)) if Path(file).exists() else str(file)


def _reader(connection: Any, paths: list[str], header: int | None) -> Any:
    ends = [pattern.lower() for pattern in paths]
    if ends and all(name.endswith(PARQUET) for name in ends):
        if header is not None:
            raise ValueError("header must be None for Parquet files, which say their columns")
        return connection.read_parquet
    if ends and all(name.endswith(TEXT) for name in ends):
        known = {} if header is None else {"header": header > 0, "skiprows": max(header - 1, 0)}
        return partial(connection.read_csv, **known)
    raise ValueError(
        f"files must be all {', '.join(PARQUET)} or all {', '.join(TEXT)}, got {', '.join(paths) or 'none'}"
    )


def _first_line(error: Exception) -> str:
    return str(error).strip().splitlines()[0]


NAN_IS_A_FUNCTION = ("duckdb", "spark", "databricks", "bigquery", "trino")
NAN_EQUALS_ITSELF = ("postgres", "snowflake")  # no such function, but NaN = NaN is true
DIALECTS = (*NAN_IS_A_FUNCTION, *NAN_EQUALS_ITSELF)
NUMBERS = ("score", "weight")
LEVELS = ("this", "db", "catalog")  # sqlglot's names for the parts of a table's name, the last one first
NOT_IN_BIGQUERY = {"\\", "`"}  # not allowed in names; a backslash would escape the quote that follows
BETWEEN_NAMES = {"."}  # separates the parts of a table's name in BigQuery; not allowed in a column's name


class Options(TypedDict, total=False):
    """Optional arguments of `counting_sql`, with the same meaning as in `count_scores`."""

    weight: str | None
    group: str | None
    decimals: int | None


def counting_sql(
    table: str | Sequence[str],
    score: str,
    label: str,
    *,
    positive: str | bool | int | float,
    dialect: str = "duckdb",
    **options: Unpack[Options],
) -> str:
    """Return SQL that counts rows AT each score; its columns are group (if given), score, positives and negatives.

    `weight`, `group`, `decimals` and the rows left out are as in `count_scores`. Pass the result to
    `OperatingPoints.from_counts`. table: a name, or its parts such as ("schema", "table"). Names are quoted unchanged,
    so their case matters if the engine distinguishes it.
    The SQL rejects no row: infinite scores, negative weights and NaN groups, which `count_scores` rejects or leaves
    out, are counted as they are.

    Raises
    ------
    ValueError: an unknown dialect; a name that is empty, not text, or that BigQuery cannot quote; a `positive` that is
        not text, a bool or a finite number; decimals that are not an integer from -308 to 308.
    ModuleNotFoundError: sqlglot is not installed.

    >>> print(counting_sql("alerts", "p", "it's", positive="yes", dialect="bigquery"))
    WITH given_rows AS (
      SELECT
        CAST(`p` AS FLOAT64) AS `score`,
        `it's` AS `label`
      FROM `alerts`
    ), settled_rows AS (
      SELECT
        CASE WHEN `score` = 0 THEN CAST(0 AS FLOAT64) ELSE `score` END AS `score`,
        `label`
      FROM given_rows
      WHERE
        NOT `score` IS NULL AND NOT `label` IS NULL AND NOT IS_NAN(`score`)
    )
    SELECT
      `score`,
      SUM(CASE WHEN `label` = 'yes' THEN 1 ELSE 0 END) AS `positives`,
      SUM(CASE WHEN `label` <> 'yes' THEN 1 ELSE 0 END) AS `negatives`
    FROM settled_rows
    GROUP BY
      `score`
    ORDER BY
      `score` DESC
    """
    exp = _sqlglot().exp
    parts = [table] if isinstance(table, str) else list(table)
    given = {"score": score, "label": label, "weight": options.get("weight"), "group": options.get("group")}
    columns = {role: name for role, name in given.items() if name is not None}
    _check(parts, columns, positive, dialect)
    is_number = isinstance(positive, (int, float)) and not isinstance(positive, bool)
    key = _normalize_zero(_round_score(_column("score"), options.get("decimals")))
    settled = exp.select(exp.alias_(key, "score", quoted=True), *(_column(role) for role in columns if role != "score"))
    settled = settled.where(*_valid_filter(columns, dialect, check_label=is_number))
    keys = [_column(role) for role in ("group", "score") if role in columns]
    counts = exp.select(*keys, *_sum_columns(exp.convert(positive), is_weighted="weight" in columns)).group_by(*keys)
    counts = counts.order_by(*keys[:-1], exp.Ordered(this=keys[-1].copy(), desc=True))
    given_rows, settled_rows = (_unique_name(parts, name) for name in ("given_rows", "settled_rows"))
    counts = counts.from_(settled_rows).with_(given_rows, as_=_source_rows(parts, columns))
    return str(counts.with_(settled_rows, as_=settled.from_(given_rows)).sql(dialect, pretty=True))


def _sqlglot() -> Any:
    return import_optional_dependency("sqlglot", "counting_sql")


def _source_rows(table_path: list[str], columns: dict[str, str]) -> Any:
    """Select the columns under the names of their roles, with scores and weights as float64."""
    exp = _sqlglot().exp
    names = [exp.to_identifier(part, quoted=True) for part in table_path]
    source = exp.Table(**dict(zip(LEVELS, reversed(names), strict=False)))
    values = {role: _cast_float(_column(name)) if role in NUMBERS else _column(name) for role, name in columns.items()}
    return exp.select(*(exp.alias_(value, role, quoted=True) for role, value in values.items())).from_(source)


def _sum_columns(positive: Any, *, is_weighted: bool) -> list[Any]:
    exp = _sqlglot().exp
    one, zero = _column("weight") if is_weighted else exp.Literal.number(1), exp.Literal.number(0)
    sums = []
    for name, rule in {"positives": exp.EQ, "negatives": exp.NEQ}.items():
        found = rule(this=_column("label"), expression=positive.copy())
        sums.append(exp.alias_(exp.Sum(this=exp.case().when(found, one.copy()).else_(zero.copy())), name, quoted=True))
    return sums


def _valid_filter(columns: dict[str, str], dialect: str, *, check_label: bool) -> list[Any]:
    """Return the conditions for a row to be counted: no value is null, and no number is NaN."""
    exp = _sqlglot().exp
    missing = [exp.Is(this=_column(role), expression=exp.Null()) for role in columns]
    numbers = [_column(role) for role in NUMBERS if role in columns]
    for number in [*numbers, *([_cast_float(_column("label"))] if check_label else [])]:
        nan = _cast_float(exp.Literal.string("NaN"))
        is_function = dialect in NAN_IS_A_FUNCTION
        missing.append(exp.IsNan(this=number) if is_function else exp.EQ(this=number, expression=nan))
    return [exp.not_(one) for one in missing]


def _normalize_zero(key: Any) -> Any:
    """Replace -0.0 by 0.0, because some engines put them into different groups."""
    exp = _sqlglot().exp
    zero = exp.Literal.number(0)
    return exp.case().when(exp.EQ(this=key, expression=zero), _cast_float(zero.copy())).else_(key.copy())


def _round_score(score: Any, decimals: int | None) -> Any:
    """Round the score to `decimals`, halves to even, by an addition that every engine rounds in the same way."""
    if decimals is None:
        return score
    exp = _sqlglot().exp
    places = check_decimals(decimals)
    unit, shift = (_cast_float(exp.Literal.number(repr(number))) for number in (10.0 ** abs(places), ROUNDS_TO_EVEN))
    there, back = (exp.Mul, exp.Div) if places >= 0 else (exp.Div, exp.Mul)
    scaled = exp.Add(this=there(this=score, expression=unit), expression=shift)
    return back(this=exp.paren(exp.Sub(this=exp.paren(scaled), expression=shift.copy())), expression=unit.copy())


def _column(name: str) -> Any:
    return _sqlglot().exp.column(name, quoted=True)


def _cast_float(value: Any) -> Any:
    return _sqlglot().exp.cast(value, "DOUBLE")


def _unique_name(table_path: list[str], name: str) -> str:
    """Return a name that is no part of the table's: some engines would confuse that table with the subquery."""
    return name + "_" * max(len(part) for part in table_path) if name in {part.lower() for part in table_path} else name


def _check(table_path: list[str], columns: dict[str, str], positive: object, dialect: str) -> None:
    if dialect not in DIALECTS:
        raise ValueError(
            f"dialect must be one of {', '.join(DIALECTS)}, got {dialect!r}{close_match_text(dialect, DIALECTS)}"
        )
    if not 1 <= len(table_path) <= len(LEVELS):
        raise ValueError(f"table must be a name or up to {len(LEVELS)} parts of one, got {len(table_path)} parts")
    for role, name in [*(("table", part) for part in table_path), *columns.items()]:
        if not isinstance(name, str) or not name or "\0" in name:
            raise ValueError(f"{role} must be a name, got {name!r}")
        barred = NOT_IN_BIGQUERY if role == "table" else NOT_IN_BIGQUERY | BETWEEN_NAMES
        if dialect == "bigquery" and barred & set(name):
            raise ValueError(f"{role} must be a name without {' '.join(sorted(barred))} in BigQuery, got {name!r}")
    is_number = isinstance(positive, (int, float)) and isfinite(positive)
    if not (is_number or isinstance(positive, str)) or "\0" in str(positive):
        raise ValueError(f"positive must be text, a bool or a finite number, got {positive!r}")
