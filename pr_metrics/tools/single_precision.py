"""Tools that keep scores in float32, and tools that break ties by the order of input.

The counts and areas here stay in float64; only what decides which rows are tied is rounded as the tool rounds it.

Their number changes when the same rows come in another order.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from pr_metrics.points import OperatingPoints, points_of
from pr_metrics.rows import Rows
from pr_metrics.schemes import SCHEMES
from pr_metrics.tools.tool import RejectedInput
from pr_metrics.validation import FloatArray

Float32Array = NDArray[np.float32]

INFINITE = 2.0**128  # stands for infinity among points, whose thresholds are finite; above all that float32 can hold


def in_float32(rows: Rows) -> Rows:
    """Round scores and weights to float32, as XGBoost does and as a tensor of the usual type holds them.

    Scores beyond the range of float32, about 3.4e38, become infinite there, and so tied: 2**128 or its negative here.

    Raises
    ------
    Refusal: a weight that is 0 or infinite in float32.

    >>> from pr_metrics.rows import validate_rows
    >>> rows = in_float32(validate_rows([1, 0], [0.5, 0.5 + 1e-10], sample_weight=[1, 0.1]))
    >>> rows.score.tolist(), rows.weight.tolist()
    ([0.5, 0.5], [1.0, 0.10000000149011612])
    """
    score = np.clip(float32_scores(rows).astype(np.float64), -INFINITE, INFINITE)
    return replace(rows, score=score, weight=_float32_weights(rows))


def float32_points(rows: Rows) -> OperatingPoints:
    """Points of the rows with scores that are equal in float32 tied.

    Raises
    ------
    Refusal: as `in_float32`.

    >>> from pr_metrics.rows import validate_rows
    >>> float32_points(validate_rows([1, 0], [0.5, 0.5 + 1e-10])).precision.tolist()
    [0.5]
    """
    return points_of(in_float32(rows))


def float32_scores(rows: Rows) -> Float32Array:
    """Scores in float32, shape (n_rows,); infinite where they are beyond its range.

    >>> from pr_metrics.rows import validate_rows
    >>> float32_scores(validate_rows([1, 0, 1], [0.5, 0.1, 1e300])).tolist()
    [0.5, 0.10000000149011612, inf]
    """
    with np.errstate(over="ignore"):
        return rows.score.astype(np.float32)


def torcheval_area(points: OperatingPoints) -> float:
    """The step area; torcheval takes equal infinities apart, for their difference is not 0, in an order left open.

    Source: torcheval 0.0.7, metrics.functional.binary_auprc.

    Raises
    ------
    Refusal: two scores that are the same infinity in float32.

    >>> torcheval_area(OperatingPoints.from_counts([0.5], [1], [1]))
    0.5
    """
    rows = np.diff(points.true_positives + points.false_positives, prepend=0.0)
    infinite = rows[np.abs(points.threshold) == INFINITE]
    if (infinite > 1).any():
        raise RejectedInput(
            f"y_score must not tie beyond the range of float32 for torcheval, which orders infinities anyhow, "
            f"got {infinite.max():.0f} tied rows",
            "score range",
        )
    return SCHEMES["step"].area(points)


def _float32_weights(rows: Rows) -> FloatArray | None:
    if rows.weight is None:
        return None
    with np.errstate(over="ignore", under="ignore"):
        weight = rows.weight.astype(np.float32).astype(np.float64)
    lost = (weight == 0) | np.isinf(weight)
    if lost.any():
        position = int(np.flatnonzero(lost)[0])
        raise RejectedInput(
            f"sample_weight must fit float32 for this tool, got {rows.weight[position]} at position {position}",
            "weight range",
        )
    return weight


def first_rows_first(rows: Rows) -> OperatingPoints:
    """One point a row; of tied rows the one that came first is ranked higher.

    >>> from pr_metrics.rows import validate_rows
    >>> first_rows_first(validate_rows([1, 0], [0.5, 0.5])).precision.tolist()
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

    >>> from pr_metrics.rows import validate_rows
    >>> last_rows_first(validate_rows([1, 0], [0.5, 0.5])).precision.tolist()
    [0.0, 0.5]
    """
    return first_rows_first(Rows(rows.positive[::-1], rows.score[::-1], None))


def last_rows_first_in_float32(rows: Rows) -> OperatingPoints:
    """The order of `last_rows_first` with scores that are equal in float32 tied: pytrec_eval keeps them so.

    >>> from pr_metrics.rows import validate_rows
    >>> last_rows_first_in_float32(validate_rows([1, 0], [0.5 + 1e-10, 0.5])).precision.tolist()
    [0.0, 0.5]
    """
    return last_rows_first(in_float32(rows))
