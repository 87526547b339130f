"""`prlab points`: all operating points as CSV, as the page Curve hands them over."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from pr_app.command.given_rows import Rows, with_rows
from pr_app.command.printed import show_json


def _points(
    rows: Rows, *, as_json: Annotated[bool, typer.Option("--json", help="Print JSON in full precision.")] = False
) -> None:
    """Operating points as CSV: counts, precision and recall."""
    from pr_app.analysis.points_columns import points_columns

    tables = {name: points_columns(cases.points) for name, cases in rows.cases().items()}
    if as_json:
        models = [
            {"name": name, "points": {column: values.tolist() for column, values in table.items()}}
            for name, table in tables.items()
        ]
        show_json({**rows.facts, "models": models})
        return
    import pandas as pd

    several = len(rows.tasks.names) > 1
    for place, (name, table) in enumerate(tables.items()):
        named = {"model": name, **table} if several else table
        pd.DataFrame(named).to_csv(sys.stdout, index=False, header=place == 0, lineterminator="\n")


points = with_rows(_points)
