"""What no skill is worth, and what no ranking can fall below."""

from __future__ import annotations

import numpy as np

EULER_GAMMA = float(np.euler_gamma)
SUMMED_DIRECTLY = 10_000  # rows; beyond, the asymptotic series of the harmonic number is exact to 1e-16


def random_average_precision(positives: int, negatives: int) -> float:
    """Average step area of a random ranking without ties: more than the prevalence when rows are few.

    (P-1)/(n-1) + (H_n/n) * (n-P)/(n-1), with n = P + N and H_n = 1 + 1/2 + ... + 1/n. One row: 1 when it is positive.
    Source: Bestgen (2015), Exact expected average precision of the random baseline, doi 10.1515/pralin-2015-0007.

    Raises
    ------
    ValueError: a count that is negative or not whole; no positives.

    >>> round(random_average_precision(5, 5), 6)
    0.607165
    """
    for name, count in (("positives", positives), ("negatives", negatives)):
        if count != int(count) or count < 0:
            raise ValueError(f"{name} must be a whole number of at least 0, got {count}")
    if positives == 0:
        raise ValueError("positives must be at least 1, got 0")
    n = int(positives) + int(negatives)
    if n == 1:
        return 1.0
    return (positives - 1) / (n - 1) + _harmonic(n) / n * (n - positives) / (n - 1)


def minimum_area(prevalence: float) -> float:
    """Area below which no curve joined by `continuous` can fall, because early negatives run out.

    1 + ((1-p)/p) * ln(1-p), from the lowest precision p*r / (1-p+p*r) that a recall r can have.
    Source: Boyd, Costa, Davis & Page (2012), Unachievable region in precision-recall space, theorem 2.

    Raises
    ------
    ValueError: the prevalence is not strictly between 0 and 1.

    >>> round(minimum_area(0.5), 6)
    0.306853
    """
    if not 0.0 < prevalence < 1.0:
        raise ValueError(f"prevalence must be between 0 and 1, both excluded, got {prevalence}")
    if prevalence < 1e-4:  # the two terms cancel; the series p/2 + p**2/6 + p**3/12 + ... does not
        return prevalence / 2 + prevalence**2 / 6 + prevalence**3 / 12
    return 1.0 + (1.0 - prevalence) / prevalence * float(np.log1p(-prevalence))


def _harmonic(n: int) -> float:
    if n <= SUMMED_DIRECTLY:
        return float((1.0 / np.arange(n, 0, -1)).sum())
    return float(np.log(n)) + EULER_GAMMA + 1 / (2 * n) - 1 / (12 * n**2)
