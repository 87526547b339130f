"""Several tests at once: p-values that still mean what they say when the smallest is looked at."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from pr_metrics.inputs import FloatArray


def holm(p_values: ArrayLike) -> FloatArray:
    """Adjust the p-values of a family of tests, so that a true null hypothesis is rejected as seldom as in one test.

    With m of them in rising order p_1 ... p_m, the k-th becomes the largest of min(1, (m - j + 1) * p_j), j <= k.
    p_values: shape (n_tests,), in [0, 1]; nan, of a test that could not be made, stays and is not counted. The result
    has the same shape and order.
    Source: Holm (1979), A simple sequentially rejective multiple test procedure, Scand. J. Statist. 6, 65-70.

    Raises
    ------
    ValueError: p-values that are not one-dimensional, or not between 0 and 1.

    >>> holm([0.04, 0.01, 0.03]).round(2).tolist()
    [0.06, 0.03, 0.06]
    """
    given = np.asarray(p_values, dtype=np.float64)
    if given.ndim != 1:
        raise ValueError(f"p_values must be one-dimensional, got shape {given.shape}")
    wrong = (given < 0) | (given > 1)
    if wrong.any():
        position = int(np.flatnonzero(wrong)[0])
        raise ValueError(f"p_values must be between 0 and 1, got {float(given[position])!r} at position {position}")
    known = np.flatnonzero(~np.isnan(given))
    order = known[np.argsort(given[known], kind="stable")]
    adjusted = given.copy()
    times = np.arange(order.size, 0, -1)
    adjusted[order] = np.minimum(1.0, np.maximum.accumulate(times * given[order]))
    return adjusted
