"""What chance alone would make of an area: the labels shuffled, many times."""

from __future__ import annotations

import numpy as np

from pr_app.analysis.class_balance import Shuffled
from pr_app.analysis.progress import Progress
from pr_metrics import OperatingPoints, permutation_test

BAND = (0.025, 0.975)  # quantiles


def shuffled(points: OperatingPoints, scheme: str, count: int, report: Progress | None = None) -> Shuffled:
    """Shuffle the labels `count` times; the same every time.

    >>> shuffled(OperatingPoints.from_counts([2, 1], [9, 1], [1, 9]), "step", 1000).p_value < 0.05
    True
    """
    test = permutation_test(points, scheme=scheme, permutations=count, progress=report)
    low, high = np.quantile(test.permuted_areas, BAND)
    return Shuffled(float(low), float(high), test.p_value, count)
