"""What bins of counts hide: where the curve can run between its points, and what an area can be at least and at most.

In the plane of recall and precision a bin of p positives and n negatives, below T positives and F negatives, holds the
curve between (T + x) / (T + x + F), all positives first, and (T + x) / (T + x + F + n), all negatives first.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pr_curve_lab.reading.cases.cases import Cases
from pr_metrics import AreaBounds, BinnedCounts, area_bounds

SEEN = 0.001  # of either axis: a bin that is smaller both ways is narrower than the line
MOST_SHADED = 600  # bins, the largest first
CORNERS = 12  # on either edge of a bin


@dataclass(frozen=True, eq=False)
class Hidden:
    """Corners of what is unknown, bin by bin, nan between one and the next; both arrays have shape (n_corners,)."""

    recall: np.ndarray
    precision: np.ndarray


def binned(cases: Cases) -> BinnedCounts | None:
    """The bins of the cases, where they hide anything."""
    found = None if cases.bins is None else cases.bins.of(cases.points)
    return found if found is not None and found.hides.any() else None


def hidden_shape(cases: Cases) -> Hidden | None:
    """The corners of what is unknown, bin by bin; None where nothing is."""
    found = binned(cases)
    if found is None:
        return None
    ends, misses = np.cumsum(found.positives), np.cumsum(found.negatives)
    hits, alarms = ends - found.positives, misses - found.negatives
    steps = np.linspace(0.0, 1.0, CORNERS)[:, np.newaxis]
    best, worst = (_precision(hits + steps * found.positives, false) for false in (alarms, misses))
    recall = (hits + steps * found.positives) / ends[-1]
    width, height = found.positives / ends[-1], (best - worst).max(axis=0)
    seen = found.hides & ((width > SEEN) | (height > SEEN)) & (height > 0)
    largest = np.sort(np.argsort(-np.where(seen, width * height + height, -1.0), kind="stable")[:MOST_SHADED])
    chosen = largest[seen[largest]]
    gap = np.full((1, chosen.size), np.nan)
    across = np.concatenate((recall[:, chosen], recall[::-1, chosen], gap))
    up = np.concatenate((best[:, chosen], worst[::-1, chosen], gap))
    return Hidden(across.T.ravel(), up.T.ravel())


def hidden_bounds(cases: Cases, scheme: str) -> AreaBounds | None:
    """The least and the most that the area under a scheme can be; None where nothing is hidden.

    Weights that are no counts have none under `davis_goadrich`.
    """
    found = binned(cases)
    if found is None or (scheme == "davis_goadrich" and not found.whole):
        return None
    return area_bounds(found, scheme=scheme)


def _precision(hits: np.ndarray, misses: np.ndarray) -> np.ndarray:
    """Precision of counts; 1 where nothing is called yet."""
    called = hits + misses
    return np.asarray(np.divide(hits, called, out=np.ones_like(called), where=called > 0))
