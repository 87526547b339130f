"""The sigmoid of torch in float32 on a processor, to the last bit: one in the body of an array, another in its tail.

The body goes through vectors of 16 or 32 numbers at a time, with an exp of its own; what is left over goes one by one
through the exp of the system. The two differ in the last bit for about one negative logit in 12.
"""

from __future__ import annotations

import math

import numpy as np

from pr_metrics.inputs import FloatArray
from pr_metrics.tools.single_precision import Float32Array

LARGEST = 104  # of an exponent; exp is infinite in float32 from 89 on, and 0 below -104

# exp(x) = 2**k * (1 + r + r**2 * p(r)) with x = k * log(2) + r. Source: SLEEF, Sleef_expf of 1 unit in the last place.
PER_LOG_2 = np.float32(1.442695040888963407)
LOG_2 = (np.float32(0.693145751953125), np.float32(1.428606765330187045e-06))  # two parts: k times the first is exact
LEADING = np.float32(0.00019852761761285365)
VECTOR_POLYNOMIAL = np.array([0.00139304355252534, 0.008333360776305199, 0.04166648536920537, 0.16666667163372, 0.5])

# exp(x) = 2**(k / 32) * (1 + q(r)) with x * 32 / log(2) = k + r. Source: glibc from 2.27 on, expf.
PARTS = 32  # of a doubling
ONE_BY_ONE_POLYNOMIAL = (0.05550361559341535, 0.2402284522445722, 0.6931471806916203)


def body_sigmoid(logit: Float32Array) -> Float32Array:
    """1 / (1 + exp(-logit)) as torch has it for numbers that fill vectors, with fused multiply-adds.

    Source: torch, Vectorized<float>::exp on AVX2 and AVX-512.

    >>> body_sigmoid(np.array([0, 30, -100, -1.21], dtype=np.float32)).tolist()
    [0.5, 1.0, 0.0, 0.22970105707645416]
    """
    x = np.clip(-logit, -LARGEST, LARGEST)
    power = np.rint(x * PER_LOG_2)
    rest = _fused(power, -LOG_2[1], _fused(power, -LOG_2[0], x))
    polynomial = np.full_like(rest, LEADING)
    for coefficient in VECTOR_POLYNOMIAL.astype(np.float32):
        polynomial = _fused(polynomial, rest, coefficient)
    mantissa = np.float32(1) + _fused(rest * rest, polynomial, rest)
    return _inverse(np.ldexp(mantissa.astype(np.float64), power.astype(np.int32)))


def tail_sigmoid(logit: Float32Array) -> Float32Array:
    """1 / (1 + exp(-logit)) as torch has it for numbers one by one, through the exp of Linux.

    >>> tail_sigmoid(np.array([0, 30, -100, -1.21], dtype=np.float32)).tolist()
    [0.5, 1.0, 0.0, 0.22970102727413177]
    """
    third, second, first = ONE_BY_ONE_POLYNOMIAL
    doublings = np.clip(-logit.astype(np.float64), -LARGEST, LARGEST) / math.log(2)
    whole = np.rint(doublings * PARTS) / PARTS
    rest = doublings - whole
    return _inverse(((third * rest + second) * rest**2 + (first * rest + 1)) * np.exp2(whole))


def _fused(factor: Float32Array, other: Float32Array | np.float32, term: Float32Array | np.float32) -> Float32Array:
    """factor * other + term, rounded once: the product is exact in float64."""
    rounded: Float32Array = (factor.astype(np.float64) * other + term).astype(np.float32)
    return rounded


def _inverse(exp: FloatArray) -> Float32Array:
    with np.errstate(over="ignore"):  # to infinity, whose inverse is the 0 that torch gives as well
        inverse: Float32Array = np.float32(1) / (np.float32(1) + exp.astype(np.float32))
    return inverse
