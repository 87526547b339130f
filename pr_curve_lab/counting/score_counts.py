"""Counts of positives and negatives at each distinct score, which stand for all rows of a large data set."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pr_metrics import BinnedCounts, OperatingPoints, bin_counts
from pr_metrics.validation import BoolArray, FloatArray, short_repr

CountArray = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Numbers of rows left out because a value is null or NaN, each counted at the first such column in this order."""

    score: int = 0
    group: int = 0
    label: int = 0
    weight: int = 0

    @property
    def total(self) -> int:
        """Number of all rows that were left out."""
        return self.score + self.group + self.label + self.weight

    def add(self, other: LeftOut) -> LeftOut:
        """Add the numbers of other rows.

        >>> LeftOut(score=1).add(LeftOut(score=2, label=1))
        LeftOut(score=3, group=0, label=1, weight=0)
        """
        return LeftOut(*(getattr(self, one.name) + getattr(other, one.name) for one in fields(self)))


@dataclass(frozen=True, slots=True, eq=False)
class ScoreCounts:
    """Counts at each score of each group, strictest first; every array has shape (n_scores,)."""

    score: FloatArray  # score units; -0.0 becomes 0.0; rounded to `decimals` if there are any
    positives: FloatArray  # sums of weights; whole numbers when there are no weights
    negatives: FloatArray
    rows: CountArray  # number of rows counted at each score
    lowest: FloatArray  # lowest original score, in score units; differs from `score` only if that was rounded
    highest: FloatArray  # highest original score, in score units
    group: NDArray[Any] | None  # None when there are no groups
    left_out: LeftOut
    decimals: int | None  # to which scores were rounded before counting; None: not rounded
    weighted: bool

    def __repr__(self) -> str:
        return short_repr(self)

    @classmethod
    def from_arrays(
        cls,
        numbers: list[FloatArray],
        group: NDArray[Any] | None,
        left_out: LeftOut,
        decimals: int | None,
        weighted: bool,
    ) -> ScoreCounts:
        """Build counts from the first six fields in their order, all given as floats."""
        score, positives, negatives, rows, lowest, highest = numbers
        whole = rows.astype(np.int64)
        return cls(score, positives, negatives, whole, lowest, highest, group, left_out, decimals, weighted)

    def points(self) -> OperatingPoints:
        """Return the operating points of all rows, over all groups.

        >>> counts_at([0.5, 0.2], positives=[1, 0], negatives=[0, 3]).points()
        OperatingPoints(2 points, 1 positives, 3 negatives)
        """
        return OperatingPoints.from_counts(self.score, self.positives, self.negatives)

    def points_by_group(self) -> dict[Any, OperatingPoints]:
        """Return the operating points of each group.

        Raises
        ------
        ValueError: no groups were counted.

        >>> counts = counts_at([0.5, 0.5], positives=[1, 1], negatives=[0, 3], group=np.array(["a", "b"]))
        >>> {name: points.precision.tolist() for name, points in counts.points_by_group().items()}
        {'a': [1.0], 'b': [0.25]}
        """
        return {name: self.of_group(name).points() for name in self._groups()}

    def of_group(self, name: Any) -> ScoreCounts:
        """Return the counts of one group; `left_out` remains that of all groups.

        Raises
        ------
        ValueError: no groups were counted, or there is no group `name`.
        """
        if name not in self._groups():
            raise ValueError(f"name must be a group, got {name!r}; there are {', '.join(map(repr, self._groups()))}")
        return replace(self._select(np.asarray(self.group == name)), group=None)

    def binned(self, *, max_points: int = 10_000) -> BinnedCounts:
        """Return bins for `area_bounds` over all groups: one bin per rounded score, with the range of original scores.

        Scores that were neither rounded nor binned are put into at most `max_points` bins by `bin_counts`.

        >>> counts_at([0.5, 0.2], positives=[1, 0], negatives=[0, 3]).binned().has_score_range.tolist()
        [False, False]
        """
        if self.decimals is None and bool((self.lowest == self.highest).all()):
            return bin_counts(self.score, self.positives, self.negatives, max_points=max_points)
        whole = aggregate_counts(replace(self, group=None))
        some = whole._select(whole.positives + whole.negatives > 0)
        floor, ceiling = some.lowest, np.append(np.inf, some.lowest[:-1])
        if self.decimals is not None:
            steps = np.rint(some.score * 10.0**self.decimals)
            # Adjacent bins share exactly the same edge.
            floor, ceiling = ((steps + side) / 10.0**self.decimals for side in (-0.5, 0.5))
        return BinnedCounts(
            floor, ceiling, some.lowest, some.highest, some.positives, some.negatives, is_integer=not self.weighted
        )

    def in_bins(self, max_points: int) -> ScoreCounts:
        """Add up neighboring scores into at most `max_points` bins, which `bin_counts` chooses over all groups.

        The score of a bin is the lowest score of its rows, so cumulative counts at it are exact, also for each group.

        Raises
        ------
        ValueError: `max_points` is not a whole number of at least 1.

        >>> found = counts_at([0.9, 0.8, 0.3], positives=[1, 1, 0], negatives=[0, 0, 1]).in_bins(2)
        >>> found.score.tolist(), found.highest.tolist(), found.positives.tolist()
        ([0.9, 0.3], [0.9, 0.8], [1.0, 1.0])
        """
        whole = aggregate_counts(replace(self, group=None))
        bins = bin_counts(whole.score, whole.positives, whole.negatives, max_points=max_points)
        starts, ends = (np.searchsorted(-whole.score, -edge) for edge in (bins.min_score, bins.max_score))
        place = bins.min_score.size - 1 - np.searchsorted(bins.max_score[::-1], self.score)
        lowest, highest = whole.lowest[starts][place], whole.highest[ends][place]
        return aggregate_counts(replace(self, score=lowest, lowest=lowest, highest=highest, decimals=None))

    def merge(self, other: ScoreCounts) -> ScoreCounts:
        """Add the counts of other rows, which must have been counted in the same way.

        Raises
        ------
        ValueError: the decimals differ, or only one of the two has groups.

        >>> counts_at([0.5], positives=[1], negatives=[0]).merge(counts_at([0.5], [0], [2])).negatives.tolist()
        [2.0]
        """
        if (self.decimals, self.group is None) != (other.decimals, other.group is None):
            raise ValueError("other must be counted with the same decimals, and with groups where these have them")
        both: dict[str, Any] = {
            one.name: np.concatenate((getattr(self, one.name), getattr(other, one.name)))
            for one in fields(self)
            if isinstance(getattr(self, one.name), np.ndarray)
        }
        left_out, weighted = self.left_out.add(other.left_out), self.weighted or other.weighted
        return aggregate_counts(replace(self, **both, left_out=left_out, weighted=weighted))

    def _groups(self) -> list[Any]:
        if self.group is None:
            raise ValueError("there are no groups: count with group=")
        return list(dict.fromkeys(self.group.tolist()))

    def _select(self, mask: BoolArray) -> ScoreCounts:
        arrays = {one.name: getattr(self, one.name) for one in fields(self)}
        chosen: dict[str, Any] = {name: array[mask] for name, array in arrays.items() if isinstance(array, np.ndarray)}
        return replace(self, **chosen)


def counts_at(
    score: Any, positives: Any, negatives: Any, *, rows: Any = None, group: NDArray[Any] | None = None
) -> ScoreCounts:
    """Wrap counts AT each score (not cumulative) from elsewhere, in any order; equal scores are added up.

    >>> counts_at([0.0, 0.5, -0.0], positives=[1, 1, 1], negatives=[0, 0, 1]).positives.tolist()
    [1.0, 2.0]
    """
    numbers = [np.asarray(values, dtype=np.float64) for values in (score, positives, negatives)]
    counted = np.asarray(numbers[1] + numbers[2] if rows is None else rows, dtype=np.float64)
    weighted = bool((numbers[1] % 1 != 0).any() or (numbers[2] % 1 != 0).any())
    return aggregate_counts(
        ScoreCounts.from_arrays([*numbers, counted, numbers[0], numbers[0]], group, LeftOut(), None, weighted)
    )


def aggregate_counts(counts: ScoreCounts) -> ScoreCounts:
    """Add up the counts of equal scores in a group; sort by group, then by score from high to low."""
    score = counts.score + 0.0  # -0.0 + 0.0 is 0.0
    group = np.zeros(score.size, dtype=np.intp)
    names: NDArray[Any] | None = None
    if counts.group is not None:
        names, group = np.unique(counts.group, return_inverse=True)
    order = np.lexsort((-score, group))
    score, group = score[order], group[order]
    first = np.flatnonzero(np.append(True, (np.diff(score) != 0) | (np.diff(group) != 0))[: score.size])

    def joined(values: NDArray[Any], join: np.ufunc) -> NDArray[Any]:
        return join.reduceat(values[order], first) if first.size else values[:0]

    return replace(
        counts,
        score=score[first],
        positives=joined(counts.positives, np.add),
        negatives=joined(counts.negatives, np.add),
        rows=joined(counts.rows, np.add),
        lowest=joined(counts.lowest + 0.0, np.minimum),
        highest=joined(counts.highest + 0.0, np.maximum),
        group=None if names is None else names[group[first]],
    )
