"""The same classifier in another population: what its points would be at another class balance.

The negatives are reweighted and the positives stay as they are: recall and the false positive rate, ratios within a
class, do not move; precision does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from pr_metrics.points import OperatingPoints
from pr_metrics.points_validation import validate_points
from pr_metrics.validation import FloatArray, inner_fraction, real_or_nan


@dataclass(frozen=True, slots=True, eq=False, init=False, repr=False)
class PrevalenceShiftedPoints(OperatingPoints):
    """Points whose negatives count more or less than they were measured.

    (c * FP) / (c * N) is FP / N on paper, not in float64: about every third quotient loses its last bit. The rate is
    therefore read from the measured points.
    """

    measured: OperatingPoints

    def __init__(self, measured: OperatingPoints, negatives: float) -> None:
        true, false = measured.true_positives, measured.false_positive_rate * negatives
        OperatingPoints.__init__(
            self, measured.threshold, true, false, measured.positives, negatives, weighted=measured.weighted
        )
        object.__setattr__(self, "measured", measured)

    def __reduce__(self) -> tuple[Any, ...]:
        return PrevalenceShiftedPoints, (self.measured, self.negatives)

    def take(self, index: ArrayLike, *, threshold: FloatArray | None = None) -> OperatingPoints:
        """Some of the points, still moved."""
        return PrevalenceShiftedPoints(self.measured.take(index, threshold=threshold), self.negatives)

    @property
    def as_measured(self) -> bool:
        """These are not the counts of the data."""
        return False

    @property
    def false_positive_rate(self) -> FloatArray:
        """Share of the negatives that are called positive, as measured, shape (n_points,)."""
        return self.measured.false_positive_rate


@validate_points
def at_prevalence(points: OperatingPoints, prevalence: float) -> OperatingPoints:
    """Return the points as they would be at another share of positives.

    FP and N are multiplied by p(1-p0) / (p0(1-p)), with p the prevalence of the data and p0 the asked one; TP and P
    stay. The data's own prevalence gives the measured points back, also after other moves; recall and false positive
    rate never change, to the bit. prevalence: no unit, strictly between 0 and 1.
    Source: Siblini, Frery, He-Guelton, Oble & Wang (2020), doi 10.1007/978-3-030-44584-3_36.

    Raises
    ------
    ValueError: the prevalence is not a number strictly between 0 and 1; the points have no positives or no negatives;
        so many negatives that float64 cannot hold them.

    >>> points = OperatingPoints.from_counts([2, 1], [500, 500], [160, 840])
    >>> round(float(points.precision[0]), 4), round(float(at_prevalence(points, 1 / 11).precision[0]), 4)
    (0.7576, 0.2381)
    >>> at_prevalence(at_prevalence(points, 0.01), 0.5) is points
    True
    """
    for name, total in (("positives", points.positives), ("negatives", points.negatives)):
        if total == 0:
            raise ValueError(f"points must have positives and negatives to change their balance, got no {name}")
    measured = points.measured if isinstance(points, PrevalenceShiftedPoints) else points
    if real_or_nan(prevalence) == measured.prevalence:  # even where it rounds to 1
        return measured
    wanted = inner_fraction("prevalence", prevalence)
    with np.errstate(over="ignore"):
        negatives = float(np.float64(measured.positives) * ((1 - wanted) / wanted))
    if not np.isfinite(measured.positives + negatives):
        raise ValueError(f"prevalence must leave a finite number of negatives, got {prevalence}")
    return PrevalenceShiftedPoints(measured, negatives)
