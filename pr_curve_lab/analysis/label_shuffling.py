"""What chance alone would make of an area: the labels shuffled, many times."""

from __future__ import annotations

import numpy as np

from pr_curve_lab.analysis.class_balance import Shuffled
from pr_curve_lab.analysis.progress import Progress
from pr_curve_lab.reading.cases.cases import Cases
from pr_metrics import OperatingPoints, PermutationTest
from pr_metrics.uncertainty.permutation import permutation_tests
from pr_metrics.uncertainty.weighted_resampling import permutation_weighted_tests

BAND = (0.025, 0.975)  # quantiles


def shuffled(
    points: OperatingPoints, schemes: tuple[str, ...], count: int, report: Progress | None = None
) -> dict[str, Shuffled]:
    """Shuffle the labels `count` times; by scheme, from the same shuffles, the same every time.

    >>> points = OperatingPoints.from_counts([2, 1], [9, 1], [1, 9])
    >>> shuffled(points, ("step",), 1000)["step"].p_value < 0.05
    True
    """
    tests = permutation_tests(points, schemes, permutations=count, progress=report)
    return {scheme: _band(test) for scheme, test in tests.items()}


def shuffled_with_weights(
    cases: Cases, schemes: tuple[str, ...], count: int, report: Progress | None = None
) -> dict[str, Shuffled]:
    """Shuffle the labels of rows with weights, which go along with the labels.

    >>> from pr_curve_lab.reading.examples import example_cases
    >>> shuffled_with_weights(example_cases("five_rows"), ("step",), 99)["step"].times
    99
    """
    given, total = (cases.positive, cases.score, cases.weight), cases.points.positives
    tests = permutation_weighted_tests(*given, schemes, total_positives=total, permutations=count, progress=report)
    return {scheme: _band(test) for scheme, test in tests.items()}


def _band(test: PermutationTest) -> Shuffled:
    low, high = np.quantile(test.permuted_areas, BAND)
    return Shuffled(float(low), float(high), test.p_value, test.permuted_areas.size)
