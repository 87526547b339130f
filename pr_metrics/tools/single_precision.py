"""Tools that keep scores in float32: close scores fall together before they are counted.

The counts and areas here stay in float64; only what decides which rows are tied is rounded as the tool rounds it.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from pr_metrics.inputs import FloatArray
from pr_metrics.points import OperatingPoints, points_of
from pr_metrics.rows import Rows
from pr_metrics.schemes import SCHEMES
from pr_metrics.tools.refusal import Refusal

Float32Array = NDArray[np.float32]

INFINITE = 2.0**128  # stands for infinity among points, whose thresholds are finite; above all that float32 can hold


def in_float32(rows: Rows) -> Rows:
    """Round scores and weights to float32, as XGBoost does and as a tensor of the usual type holds them.

    Scores beyond the range of float32, about 3.4e38, become infinite there, and so tied: 2**128 or its negative here.

    Raises
    ------
    Refusal: a weight that is 0 or infinite in float32.

    >>> from pr_metrics.rows import checked_rows
    >>> rows = in_float32(checked_rows([1, 0], [0.5, 0.5 + 1e-10], sample_weight=[1, 0.1]))
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

    >>> from pr_metrics.rows import checked_rows
    >>> float32_points(checked_rows([1, 0], [0.5, 0.5 + 1e-10])).precision.tolist()
    [0.5]
    """
    return points_of(in_float32(rows))


def float32_scores(rows: Rows) -> Float32Array:
    """Scores in float32, shape (n_rows,); infinite where they are beyond its range.

    >>> from pr_metrics.rows import checked_rows
    >>> float32_scores(checked_rows([1, 0, 1], [0.5, 0.1, 1e300])).tolist()
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
        raise Refusal(
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
        raise Refusal(
            f"sample_weight must fit float32 for this tool, got {rows.weight[position]} at position {position}",
            "weight range",
        )
    return weight
