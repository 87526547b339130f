"""Counts in bins of neighbouring scores: where distinct scores are too many to keep, and points must stay exact.

A bin knows its rows and its lowest and highest score, not what lies between. The lowest score of each bin is a point of
the true curve, since every row above it is counted: `bounds` says what the rest could make of an area.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from pr_metrics.counts_at_scores import CountsAtScores, counts_at_scores
from pr_metrics.inputs import BoolArray, FloatArray, finite_numbers, whole_number
from pr_metrics.one_line import one_line
from pr_metrics.points import OperatingPoints
from pr_metrics.segments import IndexArray

MOST_HALVINGS = 100  # of the interval in which a rate is sought; float64 has no more


@dataclass(frozen=True, slots=True, eq=False)
class BinnedCounts:
    """Counts in bins of scores that have rows, strictest first; every array has shape (n_bins,).

    >>> binned = bin_counts([0.9, 0.8, 0.3], [1, 1, 0], [0, 0, 1], edges=[0.5])
    >>> binned.lowest.tolist(), binned.positives.tolist(), binned.hides.tolist()
    ([0.8, 0.3], [2.0, 0.0], [True, False])
    """

    floor: FloatArray  # score units; the bin takes scores from here, -inf in the last
    ceiling: FloatArray  # score units; and below this, inf in the first
    lowest: FloatArray  # score units, of the rows in the bin: the threshold of its exact point
    highest: FloatArray
    positives: FloatArray  # sums of weights; whole numbers when there are no weights
    negatives: FloatArray
    whole: bool  # whether positives and negatives are whole numbers at each score, not only in each bin

    def __repr__(self) -> str:
        return one_line(self)

    @property
    def hides(self) -> BoolArray:
        """Whether a bin has several scores, whose order and ties are then unknown."""
        return np.asarray(self.lowest != self.highest)

    @property
    def points(self) -> OperatingPoints:
        """Points of the true curve, one a bin: at these thresholds the counts are exact."""
        return OperatingPoints.from_counts(self.lowest, self.positives, self.negatives)


def bin_counts(
    score: ArrayLike,
    positives: ArrayLike,
    negatives: ArrayLike,
    *,
    max_points: int = 10_000,
    edges: ArrayLike | None = None,
) -> BinnedCounts:
    """Put the counts AT each score, in any order, into bins of neighbouring scores.

    Without `edges` there are at most `max_points` bins, cut after the ranks (exp(g*k) - 1) / g, k = 1 ... max_points,
    with g such that the last is the number of scores: a bin holds one score at the top and a share g of all that is
    above it at the end, so that each hides about as little of the curve. Ranks count scores of average weight.
    `edges` are the scores at which bins begin, the same for counts that are to be merged; the outer bins are open.

    Raises
    ------
    ValueError: lengths differ; rows that a table names in another order; a number not finite; a negative count; counts
        that overflow; no rows at all; `edges` that do not rise; `max_points` not a whole number of at least 1.

    >>> bin_counts([4, 3, 2, 1], [1, 1, 0, 0], [0, 0, 1, 1], max_points=3).lowest.tolist()
    [4.0, 3.0, 1.0]
    >>> bin_counts([4, 3, 2, 1], [1, 1, 0, 0], [0, 0, 1, 1], edges=[2, 4]).lowest.tolist()
    [4.0, 2.0, 1.0]
    """
    at_scores = counts_at_scores(score, positives, negatives)
    starts = _chosen_edges(at_scores, max_points) if edges is None else _rising(edges)
    place = np.searchsorted(starts, at_scores.score, side="right")
    first = np.flatnonzero(np.diff(place, prepend=-1))  # scores rise, so a bin's are side by side
    last = np.append(first[1:], place.size) - 1
    taken, bounds = place[first], np.concatenate(([-np.inf], starts, [np.inf]))
    sums = [np.add.reduceat(counts, first) for counts in (at_scores.positives, at_scores.negatives)]
    ends = (bounds[taken], bounds[taken + 1], at_scores.score[first], at_scores.score[last])
    whole = all(bool((counts % 1 == 0).all()) for counts in (at_scores.positives, at_scores.negatives))
    return _strictest_first([*ends, *sums], whole=whole)


def merge_counts(first: BinnedCounts, second: BinnedCounts) -> BinnedCounts:
    """Add the counts of other rows, as of two halves of the data: the counts that all rows together have.

    Raises
    ------
    ValueError: no BinnedCounts; bins that overlap, because they were cut at other `edges`.

    >>> halves = (bin_counts([0.9, 0.1], [1, 0], [0, 1], edges=[0.5]), bin_counts([0.7], [0], [1], edges=[0.5]))
    >>> merged = merge_counts(*halves)
    >>> merged.lowest.tolist(), merged.highest.tolist(), merged.negatives.tolist()
    ([0.7, 0.1], [0.9, 0.1], [1.0, 1.0])
    """
    for name, one in {"first": first, "second": second}.items():
        if not isinstance(one, BinnedCounts):
            raise ValueError(f"{name} must be BinnedCounts, as bin_counts makes them, got {type(one).__name__}")
    floor, place = np.unique(np.concatenate((first.floor, second.floor)), return_inverse=True)

    def joined(name: str, join: np.ufunc, empty: float) -> FloatArray:
        found = np.full(floor.size, empty)
        join.at(found, place, np.concatenate((getattr(first, name), getattr(second, name))))
        return found

    ceiling, highest = (joined(name, np.maximum, -np.inf) for name in ("ceiling", "highest"))
    narrowest, lowest = (joined(name, np.minimum, np.inf) for name in ("ceiling", "lowest"))
    wrong = (ceiling != narrowest) | np.append(ceiling[:-1] > floor[1:], False)
    wrong |= np.append(highest[:-1] >= lowest[1:], False)  # a score on an edge that two engines rounded unlike
    if wrong.any():
        raise ValueError(f"second must have the bins of first, got others from {float(floor[np.argmax(wrong)])} on")
    counts = [joined(name, np.add, 0.0) for name in ("positives", "negatives")]
    return _strictest_first([floor, ceiling, lowest, highest, *counts], whole=first.whole and second.whole)


def _strictest_first(rising: list[FloatArray], *, whole: bool) -> BinnedCounts:
    """Turn the arrays of BinnedCounts round, from scores that rise."""
    floor, ceiling, lowest, highest, positives, negatives = (array[::-1].copy() for array in rising)
    return BinnedCounts(floor, ceiling, lowest, highest, positives, negatives, whole)


def _rising(edges: ArrayLike) -> FloatArray:
    starts = finite_numbers("edges", edges)
    falls = np.diff(starts) <= 0
    if falls.any():
        position = int(np.argmax(falls)) + 1
        raise ValueError(f"edges must rise, got {float(starts[position])} at position {position}")
    return starts


def _chosen_edges(at_scores: CountsAtScores, max_points: int) -> FloatArray:
    bins, scores = whole_number("max_points", max_points, least=1), at_scores.score.size
    if scores <= bins:
        return at_scores.score[1:]
    rows = np.cumsum((at_scores.positives + at_scores.negatives)[::-1])
    ends = np.searchsorted(rows, _ranks(scores, bins)[:-1] * (rows[-1] / scores), side="right") - 1
    last: IndexArray = np.unique(np.clip(ends, 0, scores - 2))
    starts: FloatArray = at_scores.score[::-1][last][::-1]
    return starts


def _ranks(scores: int, bins: int) -> FloatArray:
    """Where bins end that grow by a constant share of all before them: (exp(g*k) - 1) / g, the last at `scores`."""
    low, high = 0.0, 2 * np.log(scores) / bins + 2 / bins
    for _ in range(MOST_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if np.expm1(middle * bins) < scores * middle else (low, middle)
    return np.asarray(np.expm1(high * np.arange(1, bins + 1)) / high)
