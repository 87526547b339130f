"""Tools that break ties by the order of the rows: every row is a threshold of its own.

Their number changes when the same rows come in another order.
"""

from __future__ import annotations

import numpy as np

from pr_metrics.points import OperatingPoints
from pr_metrics.rows import Rows
from pr_metrics.tools.single_precision import in_float32


def first_rows_first(rows: Rows) -> OperatingPoints:
    """One point a row; of tied rows the one that came first is ranked higher.

    >>> from pr_metrics.rows import checked_rows
    >>> first_rows_first(checked_rows([1, 0], [0.5, 0.5])).precision.tolist()
    [1.0, 0.5]
    """
    order = np.argsort(-rows.score, kind="stable")
    hit = rows.positive[order]
    true, false = np.cumsum(hit, dtype=np.float64), np.cumsum(~hit, dtype=np.float64)
    return OperatingPoints(rows.score[order], true, false, float(true[-1]), float(false[-1]))


def last_rows_first(rows: Rows) -> OperatingPoints:
    """One point a row; of tied rows the one that came last is ranked higher.

    That is what trec_eval makes of documents whose names rise with the rows, such as d0001, d0002: it ranks tied
    documents by falling name.

    >>> from pr_metrics.rows import checked_rows
    >>> last_rows_first(checked_rows([1, 0], [0.5, 0.5])).precision.tolist()
    [0.0, 0.5]
    """
    return first_rows_first(Rows(rows.positive[::-1], rows.score[::-1], None))


def last_rows_first_in_float32(rows: Rows) -> OperatingPoints:
    """The order of `last_rows_first` with scores that are equal in float32 tied: pytrec_eval keeps them so.

    >>> from pr_metrics.rows import checked_rows
    >>> last_rows_first_in_float32(checked_rows([1, 0], [0.5 + 1e-10, 0.5])).precision.tolist()
    [0.0, 0.5]
    """
    return last_rows_first(in_float32(rows))
