"""A file into one table, or a problem.

Where a file holds several tables the first that could be one of labels and scores is taken, unless another is asked
for, and a note says so.
"""

from __future__ import annotations

from dataclasses import replace

from pr_curve_lab.reading.formats.files import read_tables
from pr_curve_lab.reading.formats.table import FileOfTables, Table, unique_names
from pr_curve_lab.reading.problem import Problem
from pr_curve_lab.reading.shapes.confusion_matrix import is_confusion_matrix
from pr_curve_lab.reading.shapes.curve_points import are_points, are_roc_points

FEWEST_COLUMNS = 2  # a label and a score


def read_table(name: str, content: bytes, title: str | None = None, header: int | None = None) -> Table | Problem:
    """Read a file in any of the formats that are read, whatever it is called; of several tables that of a title.

    header: the row of the header, the first of the file being 1, where somebody knows it; 0 says that there is none.

    >>> table = read_table("two.csv", b"label;score\\n1;0,5\\n0;0,25\\n")
    >>> table.frame["score"].tolist()
    [0.5, 0.25]
    >>> read_table("none.csv", b"")
    Problem('empty_file', name='none.csv')
    """
    tables = read_tables(name, content, header)
    if isinstance(tables, Problem):
        return tables
    titles = unique_names([table.name.removeprefix(f"{name}, ") for table in tables])
    possible = {one: table for one, table in zip(titles, tables, strict=True) if _refusal(table) is None}
    if not possible:
        return next(filter(None, map(_refusal, sorted(tables, key=lambda table: -table.frame.size))))
    wanted = title or next(iter(possible))
    taken = possible[wanted]
    if len(tables) == 1:
        return taken
    others = ", ".join(one for one in titles if one != wanted)
    several = Problem("several_tables", name=name, taken=wanted, others=others)
    file = FileOfTables(name, content, tuple(possible), wanted) if len(possible) > 1 else None
    return replace(taken, notes=(several, *taken.notes), file=file)


def _refusal(table: Table) -> Problem | None:
    """Why a table cannot be one of labels and scores, whatever its cells say."""
    rows, columns = table.frame.shape
    if columns == 0:
        return Problem("empty_file", name=table.name)
    if columns < FEWEST_COLUMNS:
        return Problem("one_column", name=table.name, column=str(table.frame.columns[0]))
    if rows == 0:
        return Problem("header_only", name=table.name)
    if are_points(table):
        return Problem("points_not_rows", name=table.name)
    if are_roc_points(table):
        return Problem("roc_points_not_rows", name=table.name)
    return Problem("confusion_matrix", name=table.name) if is_confusion_matrix(table) else None
