"""Command `prlab count`: counts at each score of files larger than memory, or SQL that counts elsewhere."""

from __future__ import annotations

import csv
import re
import sys
from typing import Any

from pr_curve_lab.cli.output import CommandError, progress, show_json, show_message
from pr_curve_lab.counting.files import column_names, count_files, counting_sql
from pr_curve_lab.counting.frames import PositiveError
from pr_curve_lab.counting.score_counts import ScoreCounts
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.io.column_names import find_label_column, find_score_column

MAX_EXACT_INTEGER = 2.0**53  # every integer up to this is exact as a float
SQL_NOTICE = "SQL rejects no row: infinite scores, negative weights and groups that are NaN are counted as they are"
NUMBER = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)  # 007 and 1_0 are text


def count_rows(
    files: list[str], columns: dict[str, Any], *, sql: str | None, bins: int | None, header: int | None, as_json: bool
) -> None:
    """Print the counts at each score of large files, or the SQL that makes them."""
    try:
        if sql is not None:
            if bins is not None:
                raise CommandError("--bins needs all counts first: SQL gives them at each score")
            if header is not None:
                raise CommandError("--header is the row of a file, and SQL reads a table")
            print(_sql(files, sql, columns))
            show_message(SQL_NOTICE)
            return
        with progress(f"Counting {', '.join(files)}"):
            counts = _counts(files, columns, header)
            counts = counts if bins is None else counts.in_bins(bins)
    except (ValueError, ModuleNotFoundError) as refused:
        raise CommandError(str(refused)) from None
    messages = messages_in("en")
    left_out = {name: n for name in ("score", "group", "label", "weight") if (n := getattr(counts.left_out, name))}
    for name, rows in left_out.items():
        show_message(f"left out: {messages.format('data.rows', count=rows)} without a {name}")
    table = _table(counts, binned=bins is not None)
    if as_json:
        show_json({"left_out": left_out, "counts": {name: values.tolist() for name, values in table.items()}})
    else:
        _print_csv(table)


def _sql(tables: list[str], dialect: str, columns: dict[str, Any]) -> str:
    if len(tables) > 1:
        raise CommandError("--sql counts one table, whose name stands in place of FILE")
    lacking = [f"--{name}" for name in ("label", "score") if columns[name] is None]
    if lacking:
        raise CommandError(f"--sql needs {' and '.join(lacking)}: no table is read here")
    (positive, *_), more = _possible_values(columns["positive"]), _other_columns(columns)
    return counting_sql(
        tables[0].split("."), columns["score"], columns["label"], positive=positive, dialect=dialect, **more
    )


def _counts(files: list[str], columns: dict[str, Any], header: int | None) -> ScoreCounts:
    label, score = columns["label"], columns["score"]
    if label is None or score is None:
        label, score = _infer_columns(column_names(files, header=header), label, score)
    refusals = []
    for positive in _possible_values(columns["positive"]):
        try:
            return count_files(files, score, label, positive=positive, header=header, **_other_columns(columns))
        except PositiveError as refused:
            refusals.append(refused)
    raise refusals[0]


def _other_columns(columns: dict[str, Any]) -> dict[str, Any]:
    return {name: columns[name] for name in ("weight", "group", "decimals")}


def _infer_columns(names: list[str], label: str | None, score: str | None) -> tuple[str, str]:
    """Guess the columns by their names alone, because reading the values of all files takes long."""
    found = label or find_label_column(names), score or find_score_column([name for name in names if name != label])
    if found[0] is None or found[1] is None:
        raise CommandError(
            f"--label and --score are needed: no name tells which they are; there are {', '.join(names)}"
        )
    show_message(f"as guessed: label '{found[0]}', score '{found[1]}'")
    return found[0], found[1]


def _possible_values(text: str) -> list[str | int | float | bool]:
    """Return the values that an argument may stand for, a number before text; quotation marks make it text.

    >>> _possible_values("7"), _possible_values("'7'"), _possible_values("True")
    ([7, '7'], ['7', "'7'"], [True, 'True'])
    >>> _possible_values("-0.5"), _possible_values("007"), _possible_values("1_0"), _possible_values("nan")
    ([-0.5, '-0.5'], ['007'], ['1_0'], ['nan'])
    """
    values: list[str | int | float | bool] = []
    if text.lower() in ("true", "false"):
        values.append(text.lower() == "true")
    if found := NUMBER.fullmatch(text):
        values.append(float(text) if found[2] or found[3] else int(text))
    if len(text) > 2 and text[0] == text[-1] in ("'", '"'):
        values.append(text[1:-1])
    return [*values, text]


def _table(counts: ScoreCounts, *, binned: bool) -> dict[str, Any]:
    """Return the columns of the output; the score of a bin is its lowest."""
    groups = {} if counts.group is None else {"group": counts.group}
    scores = {"score": counts.score, **({"highest": counts.highest} if binned else {})}
    return {**groups, **scores, "positives": counts.positives, "negatives": counts.negatives}


def _print_csv(table: dict[str, Any]) -> None:
    lines = csv.writer(sys.stdout, lineterminator="\n")
    lines.writerow(table)
    whole = {name: _format_values(values) for name, values in table.items()}
    lines.writerows(zip(*whole.values(), strict=True))


def _format_values(values: Any) -> list[Any]:
    """Return whole numbers as int, to print 3 instead of 3.0, unless they are large: 1e+300 has 301 digits."""
    return [
        int(one) if isinstance(one, float) and abs(one) <= MAX_EXACT_INTEGER and one.is_integer() else one
        for one in values.tolist()
    ]
