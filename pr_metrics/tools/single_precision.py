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
from pr_metrics.tools.refusal import Refusal

Float32Array = NDArray[np.float32]


def in_float32(rows: Rows) -> Rows:
    """Round scores and weights to float32, as XGBoost does and as a tensor of the usual type holds them.

    Raises
    ------
    Refusal: a score beyond the range of float32; a weight that is 0 or infinite there.

    >>> from pr_metrics.rows import checked_rows
    >>> rows = in_float32(checked_rows([1, 0], [0.5, 0.5 + 1e-10], sample_weight=[1, 0.1]))
    >>> rows.score.tolist(), rows.weight.tolist()
    ([0.5, 0.5], [1.0, 0.10000000149011612])
    """
    return replace(rows, score=float32_scores(rows).astype(np.float64), weight=_float32_weights(rows))


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
    """Scores in float32, shape (n_rows,).

    Raises
    ------
    Refusal: a score beyond the range of float32.

    >>> from pr_metrics.rows import checked_rows
    >>> float32_scores(checked_rows([1, 0], [0.5, 0.1])).tolist()
    [0.5, 0.10000000149011612]
    """
    beyond = np.abs(rows.score) > np.finfo(np.float32).max
    if beyond.any():
        position = int(np.flatnonzero(beyond)[0])
        raise Refusal(
            f"y_score must fit float32 for this tool, got {rows.score[position]} at position {position}", "score range"
        )
    return rows.score.astype(np.float32)


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


def torchmetrics_scores(rows: Rows) -> Float32Array:
    """Scores as torchmetrics counts them: if any is outside [0, 1], all are taken for logits, 1 / (1 + exp(-score)).

    In float32 that runs full: scores above about 17 become the same 1, scores below about -88 the same 0.

    Raises
    ------
    Refusal: a score beyond the range of float32.

    >>> from pr_metrics.rows import checked_rows
    >>> torchmetrics_scores(checked_rows([1, 0], [20.0, 30.0])).tolist()
    [1.0, 1.0]
    """
    score = float32_scores(rows)
    if ((score >= 0) & (score <= 1)).all():
        return score
    with np.errstate(over="ignore"):  # exp overflows to infinity, whose inverse is the 0 that torch gives as well
        return np.float32(1) / (np.float32(1) + np.exp(-score))


def torchmetrics_exact_points(rows: Rows) -> OperatingPoints:
    """Points of torchmetrics without bins: scores that are equal as it counts them are tied.

    Raises
    ------
    Refusal: a score beyond the range of float32.

    >>> from pr_metrics.rows import checked_rows
    >>> torchmetrics_exact_points(checked_rows([1, 0], [20.0, 30.0])).precision.tolist()
    [0.5]
    """
    return points_of(replace(rows, score=torchmetrics_scores(rows).astype(np.float64)))
