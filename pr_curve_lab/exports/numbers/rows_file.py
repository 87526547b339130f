"""The rows as they were counted, as CSV: what the offered code reads, however strange the file they came in."""

from __future__ import annotations

import pandas as pd

from pr_curve_lab.reading.cases.cases import Cases

FORMULA_STARTS = ("=", "+", "-", "@")  # with which a spreadsheet takes a text for something to compute
AS_TEXT = "'"  # with which it takes it for a text


def rows_csv(cases: Cases, group: pd.Series | None = None) -> bytes:
    """Columns label (1 or 0), score, weight, cluster and group where there are any.

    Numbers can be read back to the bit; clusters, whose rows intervals keep together, are numbered from 0.

    >>> from pr_curve_lab.reading.examples import example_cases
    >>> rows_csv(example_cases("ten_rows")).decode().splitlines()[:3]
    ['label,score', '1,0.7', '0,0.3']
    """
    columns: dict[str, object] = {"label": cases.positive.astype("int8"), "score": cases.score}
    if cases.weight is not None:
        columns["weight"] = cases.weight
    if cases.groups_together is not None:
        columns["cluster"] = cases.groups_together
    if group is not None:
        columns["group"] = without_formulas(group.reset_index(drop=True))
    return pd.DataFrame(columns).to_csv(index=False, lineterminator="\n").encode("utf-8")


def without_formulas(cells: pd.Series) -> pd.Series:
    """Text cells that a spreadsheet would compute, marked as text, each on one line; numbers stay numbers.

    >>> without_formulas(pd.Series(["=1+1", "fold 1"])).tolist(), without_formulas(pd.Series([-1])).tolist()
    (["'=1+1", 'fold 1'], [-1])
    """
    if cells.dtype.kind in "iufb":
        return cells
    text = cells.astype(str).str.replace(r"\s+", " ", regex=True)  # a row is a line
    return text.where(~text.str.lstrip().str.startswith(FORMULA_STARTS), AS_TEXT + text)
