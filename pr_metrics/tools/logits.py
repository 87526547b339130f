"""Scores as torchmetrics counts them: where any is outside [0, 1], all are taken for logits and go through a sigmoid.

Torch rounds the sigmoid of equal logits one way in the body of an array and another way in its tail, which takes their
tie apart. Where the tail begins depends on the processor: there is a number only where that makes no difference on
any of x86-64.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from pr_metrics.inputs import BoolArray
from pr_metrics.interpolate import step_sum
from pr_metrics.points import OperatingPoints, points_of
from pr_metrics.rows import Rows
from pr_metrics.tolerances import SINGLE_PRECISION
from pr_metrics.tools.binned import points_of_bins
from pr_metrics.tools.refusal import Refusal
from pr_metrics.tools.single_precision import Float32Array, float32_scores
from pr_metrics.tools.torch_sigmoid import body_sigmoid, tail_sigmoid

AT_A_TIME = (32, 16)  # numbers: two registers of x86-64's AVX-512, and of AVX2; the rows left over are the tail
ONE_THREAD = 32_768  # rows; beyond, threads divide them, each with a tail of its own. Source: at::internal::GRAIN_SIZE

Count = Callable[[Float32Array], OperatingPoints]


def torchmetrics_exact_points(rows: Rows) -> OperatingPoints:
    """Points of torchmetrics without bins: scores that are equal as it counts them are tied.

    Source: torchmetrics, functional.classification.binary_average_precision.

    Raises
    ------
    Refusal: equal logits that one processor ties and another splits.

    >>> from pr_metrics.rows import checked_rows
    >>> torchmetrics_exact_points(checked_rows([1, 0], [20.0, 30.0])).precision.tolist()
    [0.5]
    """
    return _however_split(rows, lambda score: points_of(replace(rows, score=score.astype(np.float64))))


def torchmetrics_points(rows: Rows, thresholds: int) -> OperatingPoints:
    """Points of evenly spaced thresholds from 0 to 1: a row is called positive when its score >= threshold.

    Source: torchmetrics, functional.classification.binary_average_precision with a whole number of thresholds.

    Raises
    ------
    Refusal: as `torchmetrics_exact_points`.

    >>> from pr_metrics.rows import checked_rows
    >>> torchmetrics_points(checked_rows([1, 0, 1], [0.8, 0.76, 0.3]), 5).precision.round(4).tolist()
    [0.5, 0.6667]
    """
    borders = torch_linspace(thresholds)
    return _however_split(
        rows, lambda score: points_of_bins(rows, np.searchsorted(borders, score, side="right") - 1, thresholds)
    )


def torch_linspace(thresholds: int) -> Float32Array:
    """Evenly spaced float32 numbers from 0 to 1 as torch rounds them: the upper half is counted down from 1.

    >>> torch_linspace(5).tolist()
    [0.0, 0.25, 0.5, 0.75, 1.0]
    """
    step = np.float64(np.float32(1) / np.float32(thresholds - 1))
    index = np.arange(thresholds)
    rising = step * index  # exact in float64, as in the fused multiply-add of torch: rounded once, at the end
    return np.where(index < thresholds // 2, rising, 1 - rising[::-1]).astype(np.float32)


def _however_split(rows: Rows, count: Count) -> OperatingPoints:
    """Points of the scores, or of their sigmoids if these give one area wherever the tail begins."""
    score = float32_scores(rows)
    if ((score >= 0) & (score <= 1)).all():
        return count(score)
    body, tail = body_sigmoid(score), tail_sigmoid(score)
    points, *others = (count(np.where(in_tail, tail, body)) for in_tail in _tails(rows))
    area = step_sum(points)
    for other in map(step_sum, others):
        if abs(other - area) > SINGLE_PRECISION:
            raise Refusal(
                f"y_score must give one area wherever the processor makes torch's sigmoid split equal logits, "
                f"got {area:.6f} and {other:.6f}",
                "equal scores split by place",
            )
    return points


def _tails(rows: Rows) -> Iterator[BoolArray]:
    """Rows that torch takes one by one, for each kind of processor; where threads put tails anywhere, the extremes."""
    n_rows = rows.score.size
    place = np.arange(n_rows)
    for size in AT_A_TIME:
        yield place >= n_rows - n_rows % size
    if n_rows > ONE_THREAD:
        yield rows.positive
        yield ~rows.positive
        half = np.empty(n_rows, dtype=bool)  # of the rows of every tie, since positives alone may be split as well
        half[np.lexsort((rows.positive, rows.score))] = place % 2 == 1
        yield half
