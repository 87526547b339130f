"""Counts in bins of scores, and bounds of an area of which only these counts are known.

Consider a bin of p positives and n negatives, with T positives and F negatives at higher scores. In the plane of counts
it is a box. The true curve enters the box at (T, F) and leaves it at (T + p, F + n). In between it can be any chain of
points along which neither count falls, since the order and the ties inside the bin are unknown. With T + x true
positives the precision is therefore at most u(x) = (T+x) / (T+x+F), with all positives first, and at least
l(x) = (T+x) / (T+x+F+n), with all negatives first. Both functions rise and are concave. The bounds for each bin are:

- `step`, `upper`: each gain in recall is multiplied by the precision at its end. The maximum is a single tie of all
  positives, p*u(p). The minimum is one positive after another, the sum of l(1), ..., l(p).
- `lower`: each gain is multiplied by the precision at its start. The maximum is the sum of u(0), ..., u(p-1), the
  minimum is p*l(0).
- `linear`, `linear_flat`, `linear_truncated`: chords of a concave curve lie below it. The maximum has the shortest
  chords, the sum of (u(k-1) + u(k)) / 2, and the minimum has a single chord, p * (l(0) + l(p)) / 2.
- `continuous`: the integrals of u and l.
- `davis_goadrich`: the sums of (u(k-1) + u(k)) / 2 and (l(k-1) + l(k)) / 2.
- `envelope` and the averages at levels of recall: no hidden point lies above the corner (T + p, F) of its bin, and with
  all negatives first no hidden point lies above the end of its bin. The maximum is the area of the corners, the minimum
  that of the known points.

Before the first point the precision depends on the scheme. Taking u = 1 and l(0) = 0 there covers every scheme except
`linear_truncated`, which drops that part and is handled separately. Rows of unequal weight can gain recall in steps of
any size, so that sums become integrals, which bound them.

A bin stores its counts and its lowest and highest score, but not the scores in between. The lowest score of each bin is
the threshold of a point on the true curve, since every row with a higher score is counted. `area_bounds` computes how
much the remaining points can change an area.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from pr_metrics.interpolation import IndexArray
from pr_metrics.points import OperatingPoints
from pr_metrics.rows import CountsAtScores, counts_at_scores
from pr_metrics.schemes import Scheme, get_scheme
from pr_metrics.ties import precision_sum
from pr_metrics.tolerances import AREA_ROUNDING
from pr_metrics.validation import BoolArray, FloatArray, check_integer, finite_numbers, short_repr

MAX_ITERATIONS = 100  # halvings of an interval; float64 has no more digits


@dataclass(frozen=True, slots=True, eq=False)
class BinnedCounts:
    """Counts of positives and negatives in bins of scores, strictest bin first.

    Only bins that contain rows are stored. `bin_counts` makes them.

    Attributes
    ----------
    lower_edge : ndarray of float, shape (n_bins,)
        Lower edge of each bin, included, in score units; -inf for a bin that is open below.
    upper_edge : ndarray of float, shape (n_bins,)
        Upper edge of each bin, excluded, in score units; inf for a bin that is open above.
    min_score : ndarray of float, shape (n_bins,)
        Lowest score of the rows in each bin, in score units: the threshold at which the counts are exact.
    max_score : ndarray of float, shape (n_bins,)
        Highest score of the rows in each bin, in score units.
    positives : ndarray of float, shape (n_bins,)
        Sum of the weights of the positives in each bin; a whole number if there are no weights.
    negatives : ndarray of float, shape (n_bins,)
        Sum of the weights of the negatives in each bin; a whole number if there are no weights.
    is_integer : bool
        Whether positives and negatives are whole numbers at each score, and not only in each bin.

    Examples
    --------
    >>> binned = bin_counts([0.9, 0.8, 0.3], [1, 1, 0], [0, 0, 1], edges=[0.5])
    >>> binned.min_score.tolist(), binned.positives.tolist(), binned.has_score_range.tolist()
    ([0.8, 0.3], [2.0, 0.0], [True, False])
    """

    lower_edge: FloatArray
    upper_edge: FloatArray
    min_score: FloatArray
    max_score: FloatArray
    positives: FloatArray
    negatives: FloatArray
    is_integer: bool

    def __repr__(self) -> str:
        return short_repr(self)

    @property
    def has_score_range(self) -> BoolArray:
        """Whether each bin has several scores, whose order and ties are unknown; shape (n_bins,)."""
        return np.asarray(self.min_score != self.max_score)

    @property
    def points(self) -> OperatingPoints:
        """Points of the true curve, one for each bin: the counts are exact at the lowest score of each bin."""
        return OperatingPoints.from_counts(self.min_score, self.positives, self.negatives)


def bin_counts(
    score: ArrayLike,
    positives: ArrayLike,
    negatives: ArrayLike,
    *,
    max_points: int = 10_000,
    edges: ArrayLike | None = None,
) -> BinnedCounts:
    """Sum the counts at each score into bins of neighboring scores.

    By default there are at most `max_points` bins, which hold few scores at the top and many at the bottom, so that
    each hides about the same small part of the curve. The lowest score of each bin remains an exact point of the curve.

    Parameters
    ----------
    score : array-like of shape (n_scores,)
        Scores in any unit and any order; higher means more positive. Equal scores are added up.
    positives : array-like of shape (n_scores,)
        Number of positives with each score, not at or above it; at least 0. May be sums of weights.
    negatives : array-like of shape (n_scores,)
        Number of negatives with each score, not at or above it; at least 0. May be sums of weights.
    max_points : int, default=10_000
        Largest number of bins, at least 1. Not used if `edges` is given.
    edges : array-like of shape (n_edges,), optional
        Scores at which bins begin, rising. The outer bins are open. Counts that are to be merged need the same edges.

    Returns
    -------
    BinnedCounts
        The bins that contain rows, strictest first; arrays of shape (n_bins,).

    Raises
    ------
    ValueError
        If lengths differ; if tables name the same rows in different orders; if a number is not finite; if a count is
        negative, the counts overflow, or there are no rows at all; if `edges` does not rise; if `max_points` is not a
        whole number of at least 1.

    Notes
    -----
    Without `edges` the scores are cut after the ranks (exp(g*k) - 1) / g for k = 1, ..., max_points, with g such that
    the last rank is the number of scores. The first bins then hold one score each, and the last bins hold a share g of
    all scores above them. Ranks count scores of average weight.

    Examples
    --------
    >>> bin_counts([4, 3, 2, 1], [1, 1, 0, 0], [0, 0, 1, 1], max_points=3).min_score.tolist()
    [4.0, 3.0, 1.0]
    >>> bin_counts([4, 3, 2, 1], [1, 1, 0, 0], [0, 0, 1, 1], edges=[2, 4]).min_score.tolist()
    [4.0, 2.0, 1.0]
    """
    at_scores = counts_at_scores(score, positives, negatives)
    starts = _default_edges(at_scores, max_points) if edges is None else _check_edges(edges)
    place = np.searchsorted(starts, at_scores.score, side="right")
    first = np.flatnonzero(np.diff(place, prepend=-1))  # scores rise, so those of a bin are adjacent
    last = np.append(first[1:], place.size) - 1
    taken, bounds = place[first], np.concatenate(([-np.inf], starts, [np.inf]))
    sums = [np.add.reduceat(counts, first) for counts in (at_scores.positives, at_scores.negatives)]
    ends = (bounds[taken], bounds[taken + 1], at_scores.score[first], at_scores.score[last])
    whole = all(bool((counts % 1 == 0).all()) for counts in (at_scores.positives, at_scores.negatives))
    return _descending_counts([*ends, *sums], is_integer=whole)


def merge_counts(counts_a: BinnedCounts, counts_b: BinnedCounts) -> BinnedCounts:
    """Add the binned counts of two disjoint sets of rows.

    The result holds the counts of all rows together, for example of two halves of the data.

    Parameters
    ----------
    counts_a : BinnedCounts
        Counts of the first set of rows, as `bin_counts` makes them.
    counts_b : BinnedCounts
        Counts of the second set of rows, made with the same `edges`.

    Returns
    -------
    BinnedCounts
        Counts of all rows, strictest bin first; arrays of shape (n_bins,).

    Raises
    ------
    ValueError
        If an argument is not `BinnedCounts`, or if bins overlap because they were made with other `edges`.

    Examples
    --------
    >>> halves = (bin_counts([0.9, 0.1], [1, 0], [0, 1], edges=[0.5]), bin_counts([0.7], [0], [1], edges=[0.5]))
    >>> merged = merge_counts(*halves)
    >>> merged.min_score.tolist(), merged.max_score.tolist(), merged.negatives.tolist()
    ([0.7, 0.1], [0.9, 0.1], [1.0, 1.0])
    """
    for name, one in {"counts_a": counts_a, "counts_b": counts_b}.items():
        if not isinstance(one, BinnedCounts):
            raise ValueError(f"{name} must be BinnedCounts, as bin_counts makes them, got {type(one).__name__}")
    floor, place = np.unique(np.concatenate((counts_a.lower_edge, counts_b.lower_edge)), return_inverse=True)

    def merge_field(name: str, func: np.ufunc, fill_value: float) -> FloatArray:
        found = np.full(floor.size, fill_value)
        func.at(found, place, np.concatenate((getattr(counts_a, name), getattr(counts_b, name))))
        return found

    ceiling, highest = (merge_field(name, np.maximum, -np.inf) for name in ("upper_edge", "max_score"))
    narrowest, lowest = (merge_field(name, np.minimum, np.inf) for name in ("upper_edge", "min_score"))
    wrong = (ceiling != narrowest) | np.append(ceiling[:-1] > floor[1:], False)
    wrong |= np.append(highest[:-1] >= lowest[1:], False)  # two engines may round a score at an edge differently
    if wrong.any():
        start = float(floor[np.argmax(wrong)])
        raise ValueError(f"counts_b must have the bins of counts_a, got others from {start} on")
    counts = [merge_field(name, np.add, 0.0) for name in ("positives", "negatives")]
    return _descending_counts(
        [floor, ceiling, lowest, highest, *counts], is_integer=counts_a.is_integer and counts_b.is_integer
    )


def _descending_counts(arrays: list[FloatArray], *, is_integer: bool) -> BinnedCounts:
    """Build `BinnedCounts` from arrays in the order of rising scores, which are reversed."""
    floor, ceiling, lowest, highest, positives, negatives = (array[::-1].copy() for array in arrays)
    return BinnedCounts(floor, ceiling, lowest, highest, positives, negatives, is_integer)


def _check_edges(edges: ArrayLike) -> FloatArray:
    starts = finite_numbers("edges", edges)
    falls = np.diff(starts) <= 0
    if falls.any():
        position = int(np.argmax(falls)) + 1
        raise ValueError(f"edges must rise, got {float(starts[position])} at position {position}")
    return starts


def _default_edges(at_scores: CountsAtScores, max_points: int) -> FloatArray:
    bins, scores = check_integer("max_points", max_points, min_value=1), at_scores.score.size
    if scores <= bins:
        return at_scores.score[1:]
    rows = np.cumsum((at_scores.positives + at_scores.negatives)[::-1])
    ends = np.searchsorted(rows, _ranks(scores, bins)[:-1] * (rows[-1] / scores), side="right") - 1
    last: IndexArray = np.unique(np.clip(ends, 0, scores - 2))
    starts: FloatArray = at_scores.score[::-1][last][::-1]
    return starts


def _ranks(scores: int, bins: int) -> FloatArray:
    """Return the ranks (exp(g*k) - 1) / g at which bins end, with g such that the last rank is `scores`."""
    low, high = 0.0, 2 * np.log(scores) / bins + 2 / bins
    for _ in range(MAX_ITERATIONS):
        middle = (low + high) / 2
        low, high = (middle, high) if np.expm1(middle * bins) < scores * middle else (low, middle)
    return np.asarray(np.expm1(high * np.arange(1, bins + 1)) / high)


@dataclass(frozen=True, slots=True)
class AreaBounds:
    """Smallest and largest possible value of an area.

    Attributes
    ----------
    lower : float
        Smallest possible area: no unit, in [0, 1]; nan without positives.
    upper : float
        Largest possible area: no unit, in [0, 1]; nan without positives. Equal to `lower` if no points are hidden.

    Examples
    --------
    >>> AreaBounds(0.25, 0.75).width
    0.5
    """

    lower: float
    upper: float

    @property
    def width(self) -> float:
        """Width of the interval: upper minus lower bound."""
        return self.upper - self.lower


def area_bounds(binned: BinnedCounts, *, scheme: str = "step") -> AreaBounds:
    """Compute bounds of an area from counts in bins.

    The true area lies between the bounds, whatever the order and the ties of the rows inside the bins. For the scheme
    "step", with (T, F) the counts above a bin of p positives and n negatives, and P the number of all positives, the
    upper bound is the sum over the bins of p * (T+p) / (T+p+F) / P. The lower bound is the sum over the bins and over
    k = 1, ..., p of (T+k) / (T+k+F+n) / P.

    Parameters
    ----------
    binned : BinnedCounts
        Counts in bins of scores, as `bin_counts` makes them.
    scheme : str, default="step"
        Key of the scheme that joins the points, one of `SCHEMES`.

    Returns
    -------
    AreaBounds
        Lower and upper bound: no unit, in [0, 1]; nan without positives. They are equal if every bin has a single
        score.

    Raises
    ------
    ValueError
        If `binned` is not `BinnedCounts`; if the scheme is unknown or does not apply to the points; if the scheme is
        "davis_goadrich" and the counts at the scores are not whole numbers.

    Notes
    -----
    The bounds for the other schemes are derived in the docstring of the module `pr_metrics.bounds`. Bounds that differ
    are widened by 1e-12 to allow for rounding.

    References
    ----------
    .. [1] McSherry & Najork (2008), doi 10.1007/978-3-540-78646-7_38: the worst and the best order of a tie. Here the
       ties inside a bin are unknown too.

    Examples
    --------
    >>> from pr_metrics import bin_counts
    >>> binned = bin_counts([4, 3, 2, 1], [1, 0, 1, 0], [0, 1, 0, 1], edges=[2])
    >>> binned.points.threshold.tolist()
    [2.0, 1.0]
    >>> area_bounds(binned)  # 2 positives and a negative in the first bin
    AreaBounds(lower=0.5833333333323334, upper=1.0)
    >>> area_bounds(bin_counts([2, 1], [1, 0], [0, 1]), scheme="linear")
    AreaBounds(lower=1.0, upper=1.0)
    """
    if not isinstance(binned, BinnedCounts):
        raise ValueError(f"binned must be BinnedCounts, as bin_counts makes them, got {type(binned).__name__}")
    chosen, points = get_scheme(scheme), binned.points
    if scheme == "davis_goadrich" and not binned.is_integer:
        raise ValueError("davis_goadrich needs rows of weight 1, got bins of weights")
    kept = chosen.area(points)
    if points.positives == 0 or not binned.has_score_range.any():
        return AreaBounds(kept, kept)
    if scheme in _INTERPOLATED:
        least, most = kept, _upper_area(chosen, binned, points)
    else:
        least, most = _bounds_by_bin(chosen, binned, points)
    return AreaBounds(max(0.0, least - AREA_ROUNDING), min(1.0, most + AREA_ROUNDING))


@dataclass(frozen=True, slots=True, eq=False)
class _BinArea:
    """Counts before each bin, and the counts in it; every array has shape (n_bins,)."""

    true_positives: FloatArray
    false_positives: FloatArray
    positives: FloatArray
    negatives: FloatArray
    is_integer: bool

    def precision_at_start(self, false_positives: FloatArray) -> FloatArray:
        return _precision(self.true_positives, false_positives)

    def precision_at_end(self, false_positives: FloatArray) -> FloatArray:
        return _precision(self.true_positives + self.positives, false_positives)

    def right_sum(self, false_positives: FloatArray) -> FloatArray:
        """The sum over k = 1 ... p of the precisions at T + k true positives."""
        if not self.is_integer:
            return self.integrate(false_positives)
        return precision_sum(self.true_positives, false_positives, self.positives)

    def left_sum(self, false_positives: FloatArray) -> FloatArray:
        """The sum over k = 0 ... p - 1 of the precisions at T + k true positives."""
        ends = self.right_sum(false_positives)
        return (
            ends - self.precision_at_end(false_positives) + self.precision_at_start(false_positives)
            if self.is_integer
            else ends
        )

    def many_point_area(self, false_positives: FloatArray) -> FloatArray:
        """The area of p trapezoids, one for each true positive of the bin."""
        return (self.left_sum(false_positives) + self.right_sum(false_positives)) / 2

    def two_point_area(self, false_positives: FloatArray) -> FloatArray:
        """The area of one trapezoid from the start of the bin to its end."""
        return self.positives * (self.precision_at_start(false_positives) + self.precision_at_end(false_positives)) / 2

    def integrate(self, false_positives: FloatArray) -> FloatArray:
        """The integral over x = 0 ... p of the precision at T + x true positives: p - F * ln(1 + p / (T + F))."""
        predicted = self.true_positives + false_positives
        growth = np.divide(self.positives, predicted, out=np.zeros(predicted.shape), where=predicted > 0)
        return np.asarray(self.positives - false_positives * np.log1p(growth))


Bound = Callable[[_BinArea, FloatArray], FloatArray]  # of the bins, given the false positives before or after each

_INTERPOLATED = ("envelope", "eleven_point", "hundred_one_point")  # they use the best precision from a recall on
_LOWER: dict[str, Bound] = {
    "step": _BinArea.right_sum,
    "upper": _BinArea.right_sum,
    "lower": lambda bins, false_positives: bins.positives * bins.precision_at_start(false_positives),
    "linear": _BinArea.two_point_area,
    "linear_flat": _BinArea.two_point_area,
    "linear_truncated": _BinArea.two_point_area,
    "continuous": _BinArea.integrate,
    "davis_goadrich": _BinArea.many_point_area,
}
_UPPER: dict[str, Bound] = {
    "step": lambda bins, false_positives: bins.positives * bins.precision_at_end(false_positives),
    "upper": lambda bins, false_positives: bins.positives * bins.precision_at_end(false_positives),
    "lower": _BinArea.left_sum,
    "linear": _BinArea.many_point_area,
    "linear_flat": _BinArea.many_point_area,
    "linear_truncated": _BinArea.many_point_area,
    "continuous": _BinArea.integrate,
    "davis_goadrich": _BinArea.many_point_area,
}


def _bounds_by_bin(scheme: Scheme, binned: BinnedCounts, points: OperatingPoints) -> tuple[float, float]:
    """Return both bounds for a scheme that sums over segments; a bin with a single score adds its exact area."""
    bins = _bin_area(binned, points)
    pieces = scheme.segments(points)
    known = np.bincount(pieces.point, pieces.area, points.threshold.size) * points.positives
    least = _LOWER[scheme.key](bins, bins.false_positives + bins.negatives)
    most = _UPPER[scheme.key](bins, bins.false_positives)
    if scheme.key == "linear_truncated" and binned.positives[0] > 0:  # it drops the area before the first point
        least[0], most[0] = 0.0, _first_bin_upper(bins)
    least, most = (np.where(binned.has_score_range, bound, known) for bound in (least, most))
    return float(least.sum() / points.positives), float(most.sum() / points.positives)


def _first_bin_upper(bins: _BinArea) -> float:
    """Return the largest area of the first bin by `linear_truncated`, whose first point is one positive or negative."""
    gained = float(bins.positives[0])
    one_negative_first = float(bins.many_point_area(np.ones(bins.true_positives.shape))[0])
    return max(gained - 1, one_negative_first) if bins.is_integer else gained


def _upper_area(scheme: Scheme, binned: BinnedCounts, points: OperatingPoints) -> float:
    """Return the area with the positives of each bin before its negatives, for the schemes in `_INTERPOLATED`."""
    bins = _bin_area(binned, points)
    corner = np.where(
        binned.has_score_range & (bins.positives > 0), bins.precision_at_end(bins.false_positives), points.precision
    )
    return float(scheme.join(_Corners(points.recall, corner)).area.sum())  # type: ignore[arg-type]


class _Corners(NamedTuple):
    """The attributes of points that the schemes in `_INTERPOLATED` use."""

    recall: FloatArray
    precision: FloatArray


def _bin_area(binned: BinnedCounts, points: OperatingPoints) -> _BinArea:
    # Shifted, not subtracted: beside a large weight, a difference would lose the digits of small weights.
    before = [np.append(0.0, counts[:-1]) for counts in (points.true_positives, points.false_positives)]
    return _BinArea(before[0], before[1], binned.positives, binned.negatives, binned.is_integer)


def _precision(true_positives: FloatArray, false_positives: FloatArray) -> FloatArray:
    """Return the precision; 1 if no row is predicted positive, since the curve may start at precision 1."""
    predicted = true_positives + false_positives
    return np.divide(true_positives, predicted, out=np.ones(predicted.shape), where=predicted > 0)
