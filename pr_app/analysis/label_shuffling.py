"""What chance alone would make of an area: the labels shuffled, many times."""

from __future__ import annotations

import numpy as np

from pr_app.analysis.class_balance import Shuffled
from pr_app.analysis.progress import Progress
from pr_app.reading.cases.cases import Cases
from pr_metrics import OperatingPoints, PermutationTest, permutation_test, permutation_weighted_test

BAND = (0.025, 0.975)  # quantiles


def shuffled(points: OperatingPoints, scheme: str, count: int, report: Progress | None = None) -> Shuffled:
    """Shuffle the labels `count` times; the same every time.

    >>> shuffled(OperatingPoints.from_counts([2, 1], [9, 1], [1, 9]), "step", 1000).p_value < 0.05
    True
    """
    return _band(permutation_test(points, scheme=scheme, permutations=count, progress=report))


def shuffled_with_weights(cases: Cases, scheme: str, count: int, report: Progress | None = None) -> Shuffled:
    """Shuffle the labels of rows with weights, which go along with the labels.

    >>> from pr_app.reading.examples import example_cases
    >>> shuffled_with_weights(example_cases("five_rows"), "step", 99).times
    99
    """
    given, total = (cases.positive, cases.score, cases.weight), cases.points.positives
    return _band(
        permutation_weighted_test(*given, total_positives=total, scheme=scheme, permutations=count, progress=report)
    )


def _band(test: PermutationTest) -> Shuffled:
    low, high = np.quantile(test.permuted_areas, BAND)
    return Shuffled(float(low), float(high), test.p_value, test.permuted_areas.size)
