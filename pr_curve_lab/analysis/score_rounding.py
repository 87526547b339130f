"""What rounding the scores does: which decimals change anything, and the areas that each leaves.

Rounding only ties rows that were apart, so decimals that tie none change no area and are not offered.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from pr_curve_lab.reading.cases.cases import Cases
from pr_metrics import SCHEMES, OperatingPoints, round_scores

FINEST, COARSEST = 9, -4  # decimals; -4 rounds to ten thousands
MOST_OFFERED = 7  # and the scores as they are
FEWEST_LEFT = 2  # distinct scores; from there on more rounding shows nothing new


def rounded(cases: Cases, decimals: int | None) -> Cases:
    """The rows with every score rounded; `None` leaves them as they are.

    >>> from pr_curve_lab.reading.examples import example_cases
    >>> rounded(example_cases("ten_rows"), 0).points.threshold.tolist()
    [1.0, 0.0]
    """
    if decimals is None:
        return cases
    score = np.round(cases.score, decimals) + 0.0  # -0.0 + 0.0 is 0.0
    return replace(cases, score=score, points=round_scores(cases.points, decimals))


def ties_any(points: OperatingPoints, decimals: int) -> bool:
    """Whether rounding to so many decimals ties rows that were apart.

    >>> points = OperatingPoints.from_counts([0.9, 0.3], [1, 0], [0, 1])
    >>> ties_any(points, 1), ties_any(points, -1)
    (False, True)
    """
    if float(np.abs(points.threshold).max()) >= sys.float_info.max / 10.0**decimals:  # no decimals, and no product
        return False
    return round_scores(points, decimals).threshold.size < points.threshold.size


def decimals_offered(points: OperatingPoints) -> tuple[int, ...]:
    """Decimals worth a look, finest first: each ties rows, the last leaves at most two distinct scores.

    Of more than seven the coarsest are kept: the fine ones differ least.

    >>> decimals_offered(OperatingPoints.from_counts([0.92, 0.88, 0.4], [1, 0, 1], [0, 1, 0]))
    (1,)
    """
    offered = []
    for decimals in range(FINEST, COARSEST - 1, -1):
        if ties_any(points, decimals):
            offered.append(decimals)
            if round_scores(points, decimals).threshold.size <= FEWEST_LEFT:
                break
    return tuple(offered[-MOST_OFFERED:])


@dataclass(frozen=True, eq=False)
class RoundedAreas:
    """Areas of two schemes by decimals, as they are first; every array has as many entries as `decimals`."""

    decimals: tuple[int | None, ...]  # None: as they are
    thresholds: np.ndarray
    left_area: np.ndarray
    right_area: np.ndarray

    @property
    def of_both(self) -> tuple[np.ndarray, np.ndarray]:
        """Both areas, left and right."""
        return self.left_area, self.right_area


def areas_by_decimals(points: OperatingPoints, offered: Sequence[int], left: str, right: str) -> RoundedAreas:
    """Both areas without rounding and with each of the offered decimals.

    >>> points = OperatingPoints.from_counts([0.92, 0.88, 0.4], [1, 0, 1], [0, 1, 0])
    >>> areas_by_decimals(points, (1,), "step", "linear").left_area.round(3).tolist()
    [0.833, 0.583]
    """
    coarser = [points, *(round_scores(points, decimals) for decimals in offered)]
    return RoundedAreas(
        decimals=(None, *offered),
        thresholds=np.array([one.threshold.size for one in coarser]),
        left_area=np.array([SCHEMES[left].area(one) for one in coarser]),
        right_area=np.array([SCHEMES[right].area(one) for one in coarser]),
    )
