"""What random orders have under the precision-recall-gain curve on average, for which no closed form is known.

All orders are gone through where they are few, else as many as leave the first decimal sure are drawn.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations
from math import comb

import numpy as np

from pr_metrics import area_under_gain, operating_points

DRAWN = 2000  # orders; the mean of 10 positives in 100 rows is then sure to 0.014
SEED = 0


@cache
def chance_gain(positives: int, rows: int) -> float:
    """Average area under the gain curve over random orders: below 0 among few rows with few positives.

    >>> round(chance_gain(5, 10), 4), round(chance_gain(10, 100), 1)
    (0.055, -0.2)
    """
    areas = [_area(np.array(places), rows) for places in _orders(positives, rows)]
    return float(np.mean(areas))


def _orders(positives: int, rows: int) -> Iterable[Iterable[int]]:
    """The places of the positives: in every order, or in as many as are drawn."""
    if comb(rows, positives) <= DRAWN:
        return combinations(range(rows), positives)
    random = np.random.default_rng(SEED)
    return (random.permutation(rows)[:positives] for _ in range(DRAWN))


def _area(places: np.ndarray, rows: int) -> float:
    return area_under_gain(operating_points(np.isin(np.arange(rows), places), np.arange(rows, 0, -1)))
