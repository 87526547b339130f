"""`prlab points`: all operating points as CSV, as the page Curve hands them over."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from pr_curve_lab.cli.given_rows import Rows, with_rows
from pr_curve_lab.cli.printed import show_json

if TYPE_CHECKING:
    import numpy as np


def _points(
    rows: Rows, *, as_json: Annotated[bool, typer.Option("--json", help="Print JSON in full precision.")] = False
) -> None:
    """Operating points as CSV: counts, precision and recall."""
    from pr_curve_lab.analysis.points_columns import points_columns

    tables = {name: points_columns(cases.points) for name, cases in rows.cases().items()}
    if as_json:
        models = [
            {"name": name, "points": {column: values.tolist() for column, values in table.items()}}
            for name, table in tables.items()
        ]
        show_json({**rows.facts, "models": models})
        return
    several = len(rows.tasks.names) > 1
    columns = next(iter(tables.values()))
    print(",".join([*(["model"] if several else []), *columns]), flush=True)
    for name, table in tables.items():
        _write_rows(table, name if several else None)


points = with_rows(_points)


def _write_rows(columns: Mapping[str, np.ndarray], name: str | None) -> None:
    """Write the lines below the header, numbers to the bit: by Arrow, since a million take pandas ten seconds."""
    import pyarrow as pa
    from pyarrow.csv import WriteOptions, write_csv

    table = pa.table({column: pa.array(values, from_pandas=True) for column, values in columns.items()})
    if name is not None:
        names = pa.repeat(name, table.num_rows)
        table = table.add_column(0, "model", names)
    write_csv(table, sys.stdout.buffer, WriteOptions(include_header=False, quoting_style="needed"))
