"""A file as a table of cases: read, and where it has another shape brought into that one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pr_curve_lab.reading.cases.binary_tasks import BinaryTasks, build_binary_tasks
from pr_curve_lab.reading.columns.names import label_named, score_named
from pr_curve_lab.reading.formats.table import Table
from pr_curve_lab.reading.joined_files import joined
from pr_curve_lab.reading.problem import Problem
from pr_curve_lab.reading.roles.guessed_roles import guess_roles
from pr_curve_lab.reading.shapes.counts import counted_lines
from pr_curve_lab.reading.shapes.long_form import widened
from pr_curve_lab.reading.tables import read_table


def read_uploads(files: Sequence[tuple[str, bytes]], header: int | None = None) -> Table | Problem:
    """Read files that somebody brought together: one table, or several that are put side by side by an id.

    header: the row of the header in each of them, where somebody knows it.

    >>> read_uploads([("t.csv", b"label,score\\n1,0.9\\n0,0.1\\n")]).name
    't.csv'
    """
    if len(files) == 1:
        return read_upload(*files[0], header=header)
    tables = []
    for name, content in files:
        table = read_upload(name, content, header=header)
        if isinstance(table, Problem):
            return table
        tables.append(table)
    together = joined(tables)
    if isinstance(together, Problem) and together.key in ("no_common_id", "ids_repeated", "no_common_rows"):
        return _last_alone(tables) or together
    return together


def _last_alone(tables: list[Table]) -> Table | None:
    """The file that was brought last, where it has labels and scores of its own, with a word about the others."""
    *others, last = tables
    roles = guess_roles(last)
    are_named = label_named([roles.label]) is not None and score_named(roles.scores) is not None
    if not are_named and not isinstance(build_binary_tasks(last, roles), BinaryTasks):
        return None
    listed = ", ".join(table.name for table in others)
    return replace(last, notes=(*last.notes, Problem("file_alone", name=last.name, others=listed)), file=None)


def read_upload(name: str, content: bytes, title: str | None = None, *, header: int | None = None) -> Table | Problem:
    """Read a file that somebody brought, of its tables that of a title; what was done to its shape stands in the notes.

    header: its row, the first of the file being 1, where somebody knows it; 0 says that there is none.

    >>> read_upload("t.csv", b"score,positives,negatives\\n0.9,3,1\\n0.1,0,7\\n").frame.shape
    (3, 3)
    """
    table = read_table(name, content, title, header)
    if isinstance(table, Problem):
        return table
    shaped = counted_lines(table) or widened(table) or table
    return shaped if isinstance(shaped, Problem) else replace(shaped, file=table.file, first_rows=table.first_rows)
