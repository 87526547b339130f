"""A file as a table of cases: read, and where it has another shape brought into that one."""

from __future__ import annotations

from pr_app.reading.problem import Problem
from pr_app.reading.shapes.confusion_matrix import is_confusion_matrix
from pr_app.reading.shapes.counts import counted_lines
from pr_app.reading.shapes.curve_points import are_points
from pr_app.reading.shapes.long_form import widened
from pr_app.reading.tables import Table, read_table


def read_upload(name: str, content: bytes) -> Table | Problem:
    """Read a file that somebody brought; what was done to its shape stands in the table's notes.

    >>> read_upload("t.csv", b"score,positives,negatives\\n0.9,3,1\\n0.1,0,7\\n").frame.shape
    (4, 3)
    """
    table = read_table(name, content)
    if isinstance(table, Problem):
        return table
    if are_points(table):
        return Problem("points_not_rows", name=name)
    if is_confusion_matrix(table):
        return Problem("confusion_matrix", name=name)
    return counted_lines(table) or widened(table) or table
