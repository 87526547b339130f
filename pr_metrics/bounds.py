"""Counts in bins of scores, and the bounds of an area of which only these counts are known.

A bin of p positives and n negatives, below T positives and F negatives, is a box in the plane of counts: the true
curve enters it at (T, F), leaves it at (T + p, F + n), and is any chain of points in between that never goes back,
since order and ties are unknown. So with T + x true positives its precision is at most u(x) = (T+x) / (T+x+F), all
positives first, and at least l(x) = (T+x) / (T+x+F+n), all negatives first. Both rise and are concave. So per bin:

- `step`, `upper`: a gain is paid at its end, so the most is one tie of all positives, p*u(p); the least is one positive
  after another, the sum of l(1) ... l(p).
- `lower`: a gain is paid at its start, so the most is the sum of u(0) ... u(p-1), the least p*l(0).
- `linear`, `linear_flat`, `linear_cut`: chords of a concave curve lie below it, so the most has the shortest chords,
  the sum of (u(k-1) + u(k)) / 2, and the least has one, p * (l(0) + l(p)) / 2.
- `continuous`: the integrals of u and l. `davis_goadrich`: the sums of (u(k-1) + u(k)) / 2 and (l(k-1) + l(k)) / 2.
- `envelope` and the averages at levels of recall: no hidden point is above its bin's corner (T + p, F), nor does the
  end of any bin lie below what is hidden where all negatives come first. The most is the area of the corners, the least
  that of the kept points.

Before the first point precision is whatever each scheme says; u = 1 and l(0) = 0 there cover all but what `linear_cut`
drops. Rows of unequal weight gain recall in parts of any size: sums become integrals, which they never pass.

A bin knows its rows and its lowest and highest score, not what lies between. The lowest score of each bin is a point of
the true curve, since every row above it is counted: `bounds` says what the rest could make of an area.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from pr_metrics.counts_at_scores import CountsAtScores, counts_at_scores
from pr_metrics.interpolation import IndexArray
from pr_metrics.points import OperatingPoints
from pr_metrics.schemes import Scheme, scheme_named
from pr_metrics.ties import precisions_of_hits
from pr_metrics.tolerances import AREA_ROUNDING
from pr_metrics.validation import BoolArray, FloatArray, finite_numbers, one_line, whole_number

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


@dataclass(frozen=True, slots=True)
class AreaBounds:
    """The least and the most that an area can be; equal where nothing is hidden, nan without positives.

    >>> AreaBounds(0.25, 0.75).width
    0.5
    """

    least: float
    most: float

    @property
    def width(self) -> float:
        """Room that hidden points leave: most - least."""
        return self.most - self.least


def area_bounds(binned: BinnedCounts, *, scheme: str = "step") -> AreaBounds:
    """Bounds of an area under what any order and any ties inside the bins could make of it.

    For `step`, with (T, F) the counts above a bin of p positives and n negatives, and P all positives:
    most = sum of p * (T+p) / (T+p+F) / P, least = sum over k = 1 ... p of (T+k) / (T+k+F+n) / P. Both always hold.
    No unit, in [0, 1].
    Source: the worst and the best order of a tie, McSherry & Najork (2008), doi 10.1007/978-3-540-78646-7_38, with ties
    left open too; for the other schemes derived in this module's docstring.

    Raises
    ------
    ValueError: no BinnedCounts; there is no such scheme; `davis_goadrich` of weights.

    >>> from pr_metrics import bin_counts
    >>> binned = bin_counts([4, 3, 2, 1], [1, 0, 1, 0], [0, 1, 0, 1], edges=[2])
    >>> binned.points.threshold.tolist()
    [2.0, 1.0]
    >>> area_bounds(binned)  # 2 positives and a negative in the first bin
    AreaBounds(least=0.5833333333323334, most=1.0)
    >>> area_bounds(bin_counts([2, 1], [1, 0], [0, 1]), scheme="linear")
    AreaBounds(least=1.0, most=1.0)
    """
    if not isinstance(binned, BinnedCounts):
        raise ValueError(f"binned must be BinnedCounts, as bin_counts makes them, got {type(binned).__name__}")
    chosen, points = scheme_named(scheme), binned.points
    if scheme == "davis_goadrich" and not binned.whole:
        raise ValueError("davis_goadrich needs rows of weight 1, got bins of weights")
    kept = chosen.area(points)
    if points.positives == 0 or not binned.hides.any():
        return AreaBounds(kept, kept)
    by_best_to_come = scheme not in _LEAST
    least, most = (kept, _corner_area(chosen, binned, points)) if by_best_to_come else _sums(chosen, binned, points)
    return AreaBounds(max(0.0, least - AREA_ROUNDING), min(1.0, most + AREA_ROUNDING))


@dataclass(frozen=True, slots=True, eq=False)
class _Boxes:
    """Counts where each bin is entered, and what it adds; every array has shape (n_bins,)."""

    hits: FloatArray
    misses: FloatArray
    gained: FloatArray
    lost: FloatArray
    whole: bool

    def at_start(self, misses: FloatArray) -> FloatArray:
        return _share(self.hits, misses)

    def at_end(self, misses: FloatArray) -> FloatArray:
        return _share(self.hits + self.gained, misses)

    def at_ends(self, misses: FloatArray) -> FloatArray:
        """The sum over k = 1 ... p of the precisions at T + k true positives."""
        if not self.whole:
            return self.integral(misses)
        return precisions_of_hits(self.hits, misses, self.gained)

    def at_starts(self, misses: FloatArray) -> FloatArray:
        """The sum over k = 0 ... p - 1 of the precisions at T + k true positives."""
        ends = self.at_ends(misses)
        return ends - self.at_end(misses) + self.at_start(misses) if self.whole else ends

    def halfway(self, misses: FloatArray) -> FloatArray:
        return (self.at_starts(misses) + self.at_ends(misses)) / 2

    def chord(self, misses: FloatArray) -> FloatArray:
        return self.gained * (self.at_start(misses) + self.at_end(misses)) / 2

    def integral(self, misses: FloatArray) -> FloatArray:
        """The integral over x = 0 ... p of the precision at T + x true positives: p - F * ln(1 + p / (T + F))."""
        called = self.hits + misses
        growth = np.divide(self.gained, called, out=np.zeros(called.shape), where=called > 0)
        return np.asarray(self.gained - misses * np.log1p(growth))


Bound = Callable[[_Boxes, FloatArray], FloatArray]  # of boxes and their misses: before the bin, or with it

_LEAST: dict[str, Bound] = {
    "step": _Boxes.at_ends,
    "upper": _Boxes.at_ends,
    "lower": lambda boxes, misses: boxes.gained * boxes.at_start(misses),
    "linear": _Boxes.chord,
    "linear_flat": _Boxes.chord,
    "linear_cut": _Boxes.chord,
    "continuous": _Boxes.integral,
    "davis_goadrich": _Boxes.halfway,
}
_MOST: dict[str, Bound] = {
    "step": lambda boxes, misses: boxes.gained * boxes.at_end(misses),
    "upper": lambda boxes, misses: boxes.gained * boxes.at_end(misses),
    "lower": _Boxes.at_starts,
    "linear": _Boxes.halfway,
    "linear_flat": _Boxes.halfway,
    "linear_cut": _Boxes.halfway,
    "continuous": _Boxes.integral,
    "davis_goadrich": _Boxes.halfway,
}


def _sums(scheme: Scheme, binned: BinnedCounts, points: OperatingPoints) -> tuple[float, float]:
    """Both bounds of a scheme that adds up what lies between neighbours; bins that hide nothing add what they have."""
    boxes = _boxes(binned, points)
    pieces = scheme.segments(points)
    known = np.bincount(pieces.point, pieces.area, points.threshold.size) * points.positives
    least = _LEAST[scheme.key](boxes, boxes.misses + boxes.lost)
    most = _MOST[scheme.key](boxes, boxes.misses)
    if scheme.key == "linear_cut" and binned.positives[0] > 0:  # what lies before the first point is dropped
        least[0], most[0] = 0.0, _most_after_first(boxes)
    least, most = (np.where(binned.hides, bound, known) for bound in (least, most))
    return float(least.sum() / points.positives), float(most.sum() / points.positives)


def _most_after_first(boxes: _Boxes) -> float:
    """The most that `linear_cut` leaves of the first bin: all but one positive, or a start at one negative."""
    gained = float(boxes.gained[0])
    one_negative_first = float(boxes.halfway(np.ones(boxes.hits.shape))[0])
    return max(gained - 1, one_negative_first) if boxes.whole else gained


def _corner_area(scheme: Scheme, binned: BinnedCounts, points: OperatingPoints) -> float:
    """The area with each bin's positives before its negatives, for schemes that look for the best precision to come."""
    boxes = _boxes(binned, points)
    corner = np.where(binned.hides & (boxes.gained > 0), boxes.at_end(boxes.misses), points.precision)
    return float(scheme.join(_Corners(points, corner)).area.sum())  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True, eq=False)
class _Corners:
    points: OperatingPoints
    precision: FloatArray

    @property
    def recall(self) -> FloatArray:
        return self.points.recall


def _boxes(binned: BinnedCounts, points: OperatingPoints) -> _Boxes:
    # Not what is reached less what is gained: beside a large weight that would lose the digits of small ones.
    before = [np.append(0.0, counts[:-1]) for counts in (points.true_positives, points.false_positives)]
    return _Boxes(before[0], before[1], binned.positives, binned.negatives, binned.whole)


def _share(hits: FloatArray, misses: FloatArray) -> FloatArray:
    """Precision; 1 where nothing is called positive, since no bound of a first bin may be below a perfect start."""
    called = hits + misses
    return np.divide(hits, called, out=np.ones(called.shape), where=called > 0)
