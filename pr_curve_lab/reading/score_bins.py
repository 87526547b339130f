"""Bins of scores that a file of counts names: the score of a line is its lowest, another column has its highest."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pr_metrics import BinnedCounts, OperatingPoints


@dataclass(frozen=True, eq=False)
class ScoreBins:
    """Bins that do not overlap, their scores rising; both arrays have shape (n_bins,)."""

    column: str  # of the scores
    lowest: np.ndarray
    highest: np.ndarray

    @property
    def hiding(self) -> int:
        """How many of them hold several scores."""
        return int((self.highest > self.lowest).sum())

    def of(self, points: OperatingPoints) -> BinnedCounts | None:
        """The counts of points at which bins end; None where a point is none of them, or positives were never scored.

        >>> bins = ScoreBins("score", np.array([0.1, 0.5]), np.array([0.4, 0.9]))
        >>> bins.of(OperatingPoints.from_counts([0.5, 0.1], [3, 1], [1, 7])).highest.tolist()
        [0.9, 0.4]
        """
        lowest = points.threshold
        place = np.minimum(np.searchsorted(self.lowest, lowest), self.lowest.size - 1)
        if points.unreached_positives or not np.array_equal(self.lowest[place], lowest):
            return None
        positives, negatives = (
            np.diff(counts, prepend=0.0) for counts in (points.true_positives, points.false_positives)
        )
        whole = bool((positives % 1 == 0).all() and (negatives % 1 == 0).all())
        ceiling = np.append(np.inf, lowest[:-1])
        return BinnedCounts(lowest, ceiling, lowest, self.highest[place], positives, negatives, whole)
