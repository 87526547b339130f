"""A file into one table, or a problem, and the cells of a table as people would write them.

Where a file holds several tables the first that could be one of labels and scores is taken, unless another is asked
for, and a note says so.
"""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pandas as pd

from pr_curve_lab.reading.formats.files import read_tables
from pr_curve_lab.reading.formats.table import FileOfTables, Table, unique_names
from pr_curve_lab.reading.problem import Problem
from pr_curve_lab.reading.shapes.confusion_matrix import is_confusion_matrix
from pr_curve_lab.reading.shapes.curve_points import are_points, are_roc_points

__all__ = ["Table", "read_table", "read_tables", "text_of"]

FEWEST_COLUMNS = 2  # a label and a score
WHOLE = re.compile(r"(-?\d+(\.0+)?)?")  # a whole number, as a column of numbers with gaps is written, or nothing


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


def text_of(column: pd.Series) -> np.ndarray:
    """The values of a column as people would write them, shape (n_rows,): 1.0 is "1", and an empty cell is "".

    >>> text_of(pd.Series([1.0, 0.0, float("nan")])).tolist()
    ['1', '0', '']
    >>> text_of(pd.Series(["1.0", "", "0.0"])).tolist(), text_of(pd.Series(["1.0", "1.5"])).tolist()
    (['1', '', '0'], ['1.0', '1.5'])
    """
    code, distinct = pd.factorize(column, use_na_sentinel=True)
    values = np.asarray(distinct)
    if values.dtype.kind == "f" and (np.floor(values) == values).all() and (np.abs(values) < 2**53).all():
        values = values.astype(np.int64)
    texts = [repr(value) if isinstance(value, float) else str(value) for value in values.tolist()]
    if values.dtype.kind == "O" and all(WHOLE.fullmatch(text) for text in texts):
        texts = [text.partition(".")[0] for text in texts]
    return np.array([*texts, ""], dtype=object)[code]  # code -1 is the empty cell
