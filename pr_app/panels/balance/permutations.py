"""What shuffled labels make of the area: long work where there are many rows."""

from __future__ import annotations

import numpy as np

from pr_app.analysis.class_balance import Balances, Shuffled
from pr_app.analysis.progress import Progress, predicted_seconds
from pr_app.panels.controls import progress
from pr_app.wording.catalogue import Words
from pr_metrics import OperatingPoints, permutation_test

PERMUTATIONS = 1000
BAND = (0.025, 0.975)  # quantiles


def tested(both: Balances, words: Words) -> Shuffled | None:
    """The areas of shuffled labels at the data's own balance; None while they are computed, or were stopped."""
    points = both.own.points
    saying = words.say("balance.shuffling", count=PERMUTATIONS)
    seconds = predicted_seconds(PERMUTATIONS, points.threshold.size)
    asked = progress.Asked("permutations", seconds, saying)
    return progress.result_of(asked, words, shuffled, points, both.scheme)


def shuffled(points: OperatingPoints, scheme: str, report: Progress | None = None) -> Shuffled:
    """Shuffle the labels; the same every time.

    >>> shuffled(OperatingPoints.from_counts([2, 1], [9, 1], [1, 9]), "step").p_value < 0.05
    True
    """
    test = permutation_test(points, scheme=scheme, permutations=PERMUTATIONS, progress=report)
    low, high = np.quantile(test.permuted_areas, BAND)
    return Shuffled(float(low), float(high), test.p_value, PERMUTATIONS)
