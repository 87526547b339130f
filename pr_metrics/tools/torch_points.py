"""How torchmetrics counts: in float32, after a sigmoid if a score is outside [0, 1], and perhaps at fixed thresholds.

Torch rounds the sigmoid of equal logits differently in the body and in the tail of an array, which splits their tie.
Where the tail begins depends on the processor, so a number is reported only if it is the same on all x86-64 processors.

The body is computed in vectors of 16 or 32 numbers with an exp of its own; the remaining numbers are computed one by
one with the exp of the system. The two differ in the last bit for about one negative logit in 12.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from pr_metrics.interpolation import step_sum
from pr_metrics.points import OperatingPoints, points_of_rows
from pr_metrics.rows import Rows
from pr_metrics.tolerances import SINGLE_PRECISION
from pr_metrics.tools.single_precision import Float32Array, float32_scores, points_of_bins
from pr_metrics.tools.tool import RejectedInput
from pr_metrics.validation import BoolArray, FloatArray

MAX_EXPONENT = 104  # largest argument of exp, which in float32 is infinite from 89 on and 0 below -104

# exp(x) = 2**k * (1 + r + r**2 * p(r)) with x = k * log(2) + r. Source: SLEEF, Sleef_expf of 1 unit in the last place.
PER_LOG_2 = np.float32(1.442695040888963407)
LOG_2 = (np.float32(0.693145751953125), np.float32(1.428606765330187045e-06))  # two parts: k times the first is exact
LEADING_COEFFICIENT = np.float32(0.00019852761761285365)
VECTOR_POLYNOMIAL = np.array([0.00139304355252534, 0.008333360776305199, 0.04166648536920537, 0.16666667163372, 0.5])

# exp(x) = 2**(k / 32) * (1 + q(r)) with x * 32 / log(2) = k + r. Source: glibc from 2.27 on, expf.
N_PARTS = 32  # parts of a doubling
SCALAR_POLYNOMIAL = (0.05550361559341535, 0.2402284522445722, 0.6931471806916203)


def body_sigmoid(logit: Float32Array) -> Float32Array:
    """Compute 1 / (1 + exp(-logit)) as torch does for numbers that fill whole vectors, with fused multiply-adds.

    Parameters
    ----------
    logit : ndarray of float32
        Logits of any shape.

    Returns
    -------
    ndarray of float32
        Sigmoid of each logit, in [0, 1].

    References
    ----------
    .. [1] torch, Vectorized<float>::exp on AVX2 and AVX-512.

    Examples
    --------
    >>> body_sigmoid(np.array([0, 30, -100, -1.21], dtype=np.float32)).tolist()
    [0.5, 1.0, 0.0, 0.22970105707645416]
    """
    x = np.clip(-logit, -MAX_EXPONENT, MAX_EXPONENT)
    power = np.rint(x * PER_LOG_2)
    rest = _multiply_add(power, -LOG_2[1], _multiply_add(power, -LOG_2[0], x))
    polynomial = np.full_like(rest, LEADING_COEFFICIENT)
    for coefficient in VECTOR_POLYNOMIAL.astype(np.float32):
        polynomial = _multiply_add(polynomial, rest, coefficient)
    mantissa = np.float32(1) + _multiply_add(rest * rest, polynomial, rest)
    return _inverse(np.ldexp(mantissa.astype(np.float64), power.astype(np.int32)))


def tail_sigmoid(logit: Float32Array) -> Float32Array:
    """Compute 1 / (1 + exp(-logit)) as torch does for numbers one by one, with the exp of Linux.

    Parameters
    ----------
    logit : ndarray of float32
        Logits of any shape.

    Returns
    -------
    ndarray of float32
        Sigmoid of each logit, in [0, 1].

    Examples
    --------
    >>> tail_sigmoid(np.array([0, 30, -100, -1.21], dtype=np.float32)).tolist()
    [0.5, 1.0, 0.0, 0.22970102727413177]
    """
    third, second, first = SCALAR_POLYNOMIAL
    doublings = np.clip(-logit.astype(np.float64), -MAX_EXPONENT, MAX_EXPONENT) / math.log(2)
    whole = np.rint(doublings * N_PARTS) / N_PARTS
    rest = doublings - whole
    return _inverse(((third * rest + second) * rest**2 + (first * rest + 1)) * np.exp2(whole))


def _multiply_add(
    factor: Float32Array, other: Float32Array | np.float32, term: Float32Array | np.float32
) -> Float32Array:
    """factor * other + term, rounded once: the product is exact in float64."""
    rounded: Float32Array = (factor.astype(np.float64) * other + term).astype(np.float32)
    return rounded


def _inverse(exp: FloatArray) -> Float32Array:
    with np.errstate(over="ignore"):  # to infinity, whose inverse is 0, as in torch
        inverse: Float32Array = np.float32(1) / (np.float32(1) + exp.astype(np.float32))
    return inverse


VECTOR_SIZES = (32, 16)  # numbers in two registers of AVX-512 and of AVX2; the remaining rows are the tail
GRAIN_SIZE = 32_768  # rows; more are divided among threads, each with a tail. Source: at::internal::GRAIN_SIZE

Count = Callable[[Float32Array], OperatingPoints]


def torchmetrics_exact_points(rows: Rows) -> OperatingPoints:
    """Count operating points of torchmetrics without bins.

    Scores that are equal as torchmetrics computes them, in float32 and perhaps after a sigmoid, are tied.

    Parameters
    ----------
    rows : Rows
        Labels, scores and weights that have been validated.

    Returns
    -------
    OperatingPoints
        Counts at each distinct score, strictest first.

    Raises
    ------
    RejectedInput
        Equal logits are tied on one processor and split on another, and the area differs.

    References
    ----------
    .. [1] torchmetrics, functional.classification.binary_average_precision.

    Examples
    --------
    >>> from pr_metrics.rows import validate_rows
    >>> torchmetrics_exact_points(validate_rows([1, 0], [20.0, 30.0])).precision.tolist()
    [0.5]
    """
    return _torch_points(rows, lambda score: points_of_rows(replace(rows, score=score.astype(np.float64))))


def torchmetrics_points(rows: Rows, thresholds: int) -> OperatingPoints:
    """Count operating points of torchmetrics at evenly spaced thresholds from 0 to 1.

    A row is predicted positive when its score >= threshold.

    Parameters
    ----------
    rows : Rows
        Labels, scores and weights that have been validated.
    thresholds : int
        Number of thresholds.

    Returns
    -------
    OperatingPoints
        Counts at each threshold that changes them, strictest first.

    Raises
    ------
    RejectedInput
        Equal logits are tied on one processor and split on another, and the area differs.

    References
    ----------
    .. [1] torchmetrics, functional.classification.binary_average_precision with a whole number of thresholds.

    Examples
    --------
    >>> from pr_metrics.rows import validate_rows
    >>> torchmetrics_points(validate_rows([1, 0, 1], [0.8, 0.76, 0.3]), 5).precision.round(4).tolist()
    [0.5, 0.6667]
    """
    borders = torch_linspace(thresholds)
    return _torch_points(
        rows, lambda score: points_of_bins(rows, np.searchsorted(borders, score, side="right") - 1, thresholds)
    )


def torch_linspace(thresholds: int) -> Float32Array:
    """Compute evenly spaced float32 numbers from 0 to 1 with the rounding of torch.

    The upper half is counted down from 1.

    Parameters
    ----------
    thresholds : int
        Number of values, at least 2.

    Returns
    -------
    ndarray of float32 of shape (thresholds,)
        The values in ascending order.

    Examples
    --------
    >>> torch_linspace(5).tolist()
    [0.0, 0.25, 0.5, 0.75, 1.0]
    """
    step = np.float64(np.float32(1) / np.float32(thresholds - 1))
    index = np.arange(thresholds)
    rising = step * index  # exact in float64, as in the fused multiply-add of torch: rounded once, at the end
    return np.where(index < thresholds // 2, rising, 1 - rising[::-1]).astype(np.float32)


def _torch_points(rows: Rows, count: Count) -> OperatingPoints:
    """Return points of the scores or, outside [0, 1], of their sigmoids; if tails change the area, raise an error."""
    score = float32_scores(rows)
    if ((score >= 0) & (score <= 1)).all():
        return count(score)
    body, tail = body_sigmoid(score), tail_sigmoid(score)
    points, *others = (count(np.where(in_tail, tail, body)) for in_tail in _tail_mask(rows))
    area = step_sum(points)
    for other in map(step_sum, others):
        if abs(other - area) > SINGLE_PRECISION:
            raise RejectedInput(
                f"y_score must give one area wherever the processor makes torch's sigmoid split equal logits, "
                f"got {area:.6f} and {other:.6f}",
                "equal scores split by place",
            )
    return points


def _tail_mask(rows: Rows) -> Iterator[BoolArray]:
    """Yield masks of the rows in the tail for each kind of processor, and extreme cases if threads divide the rows."""
    n_rows = rows.score.size
    place = np.arange(n_rows)
    for size in VECTOR_SIZES:
        yield place >= n_rows - n_rows % size
    if n_rows > GRAIN_SIZE:
        yield rows.positive
        yield ~rows.positive
        half = np.empty(n_rows, dtype=bool)  # of the rows of every tie, since a tie of positives may be split as well
        half[np.lexsort((rows.positive, rows.score))] = place % 2 == 1
        yield half
