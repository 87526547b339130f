"""Points of a curve that another tool computed: recall and precision, with or without thresholds, and no rows."""

from __future__ import annotations

from pr_app.reading.column_names import words_of
from pr_app.reading.formats.table import Table

RECALL = {("recall",), ("sensitivity",), ("tpr",), ("召回率",), ("查全率",)}
PRECISION = {("precision",), ("ppv",), ("精确率",), ("查准率",), ("精度",)}
THRESHOLD = {("threshold",), ("thresholds",), ("cutoff",), ("阈值",)}


def are_points(table: Table) -> bool:
    """Whether a table has recall and precision, between 0 and 1, and beside them thresholds at most.

    >>> import pandas as pd
    >>> are_points(Table("t", pd.DataFrame({"recall": [0.5, 1.0], "precision": [1.0, 0.5]})))
    True
    """
    names = {words_of(name): name for name in table.frame.columns}
    found = [names[words] for words in names if words in RECALL | PRECISION]
    if not (RECALL & names.keys() and PRECISION & names.keys()) or names.keys() - RECALL - PRECISION - THRESHOLD:
        return False
    return all(
        table.frame[name].dtype.kind in "iuf" and bool(table.frame[name].dropna().between(0, 1).all()) for name in found
    )
