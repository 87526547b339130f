"""What tied rows hide: the average precision of the worst, the expected and the best order within the ties.

Rows with equal scores have no order of their own. A tool that breaks ties by input order reports one of these orders.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pr_metrics.given_points import of_points
from pr_metrics.harmonic import reciprocal_sum, share_sum
from pr_metrics.inputs import FloatArray
from pr_metrics.points import OperatingPoints
from pr_metrics.whole_rows import check_rows


@dataclass(frozen=True, slots=True)
class TieRange:
    """Step areas after the ties are broken; all three are equal where no positive is tied with a negative."""

    worst: float  # negatives first within every tie
    expected: float  # the mean over all orders
    best: float  # positives first within every tie


@of_points
def tie_range(points: OperatingPoints) -> TieRange:
    """Step areas under the worst, the expected and the best order of tied rows.

    A tie of n rows, q of them positive, after N0 rows with R0 positives, is expected to add
    (1/P) * sum over j = 1 ... n of (q/n) * [R0 + 1 + (j-1)(q-1)/(n-1)] / (N0 + j), without the fraction when n = 1.
    Worst and best are `step` with the negatives or the positives first. Positives that never got a score count in P,
    but take no rank. No unit, in [0, 1]; nan, all three, without positives. Costs O(n_points), however long the ties.
    Source: McSherry & Najork (2008), doi 10.1007/978-3-540-78646-7_38.

    Raises
    ------
    ValueError: a count that is not a whole number of rows, because rows of unequal weight have no ranks.

    >>> tied = tie_range(OperatingPoints.from_counts([0.5], [10], [90]))
    >>> round(tied.worst, 4), round(tied.expected, 4), tied.best
    (0.0567, 0.1381, 1.0)
    >>> tie_range(OperatingPoints.from_counts([2, 1], [1, 1], [0, 0]))
    TieRange(worst=1.0, expected=1.0, best=1.0)
    """
    check_rows("tie_range", points)
    if points.positives == 0:
        return TieRange(np.nan, np.nan, np.nan)
    hits, misses = points.true_positives, points.false_positives
    gaining = np.diff(hits, prepend=0.0) > 0  # negatives alone pay nothing
    hits_before, misses_before = np.append(0.0, hits[:-1])[gaining], np.append(0.0, misses[:-1])[gaining]
    gained, lost = hits[gaining] - hits_before, misses[gaining] - misses_before
    worst = precisions_of_hits(hits_before, misses[gaining], gained)
    best = precisions_of_hits(hits_before, misses_before, gained)
    expected = best.copy()  # a tie of one class has one order
    mixed = lost > 0
    expected[mixed] = _precisions_shuffled(hits_before[mixed], misses_before[mixed], gained[mixed], lost[mixed])
    worst_sum, expected_sum, best_sum = (float(part.sum()) for part in (worst, expected, best))
    return TieRange(worst_sum / points.positives, expected_sum / points.positives, best_sum / points.positives)


def precisions_of_hits(hits: FloatArray, misses: FloatArray, gained: FloatArray) -> FloatArray:
    """Sum of (hits + k) / (hits + misses + k) for k = 1 ... gained: positives follow one another; shape (n,).

    >>> precisions_of_hits(np.array([1.0]), np.array([1.0]), np.array([2.0])).round(4).tolist()
    [1.4167]
    """
    reciprocals = reciprocal_sum(hits + misses, gained)
    mostly_hits = gained - misses * reciprocals  # exactly `gained` where the precision is 1
    mostly_misses = hits * reciprocals + share_sum(hits + misses, gained)  # does not cancel where it is near 0
    return np.where(misses <= hits, mostly_hits, mostly_misses)


def _precisions_shuffled(hits: FloatArray, misses: FloatArray, gained: FloatArray, lost: FloatArray) -> FloatArray:
    """Expected sum of the precisions at `gained` positives that are shuffled among `lost` negatives, both above 0."""
    before, rows = hits + misses, gained + lost
    # A positive at rank j of the tie has (j - 1) * others of its fellows before it on average: its precision is
    # (hits + 1 + (j - 1) * others) / (before + j) = (first + j * others) / (before + j), both terms at least 0.
    others = (gained - 1) / (rows - 1)
    first = hits + lost / (rows - 1)  # hits + 1 - others
    return gained / rows * (first * reciprocal_sum(before, rows) + others * share_sum(before, rows))
