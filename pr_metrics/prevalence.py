"""Operating points of the same classifier in a population with another prevalence.

The negatives are reweighted and the positives stay as they are. Recall and the false positive rate are ratios within
one class, so that they do not change; precision does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from pr_metrics.points import OperatingPoints, validate_points
from pr_metrics.validation import FloatArray, inner_fraction, real_or_nan


@dataclass(frozen=True, slots=True, eq=False, init=False, repr=False)
class PrevalenceShiftedPoints(OperatingPoints):
    """Points whose negatives have been reweighted to another prevalence.

    `at_prevalence` makes them. The false positive rate is read from the measured points: in float64, (c * FP) / (c * N)
    differs from FP / N in the last bit for about every third quotient.

    Parameters
    ----------
    measured : OperatingPoints
        Points with the counts of the data.
    negatives : float
        Number of negatives after the reweighting.

    Attributes
    ----------
    measured : OperatingPoints
        Points with the counts of the data.
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
        """Select some of the points, with the prevalence unchanged and optionally with other thresholds.

        Parameters
        ----------
        index : array-like
            Indices, or a mask of shape (n_points,).
        threshold : ndarray of float, optional
            Thresholds of the selected points, strictest first. By default they keep their own.

        Returns
        -------
        OperatingPoints
            The selected points, with the same reweighted negatives.
        """
        return PrevalenceShiftedPoints(self.measured.take(index, threshold=threshold), self.negatives)

    @property
    def as_measured(self) -> bool:
        """Whether the counts are those of the data: always False for these points."""
        return False

    @property
    def false_positive_rate(self) -> FloatArray:
        """Share of the negatives that are predicted positive, as measured, shape (n_points,)."""
        return self.measured.false_positive_rate


@validate_points
def at_prevalence(points: OperatingPoints, prevalence: float) -> OperatingPoints:
    """Compute the operating points at another prevalence.

    The false positives FP and the number of negatives N are multiplied by p(1-p0) / (p0(1-p)), with p the prevalence of
    the data and p0 the requested one. The true positives and the number of positives do not change. Recall and the
    false positive rate stay exactly the same.

    Parameters
    ----------
    points : OperatingPoints
        Counts at each threshold, strictest first.
    prevalence : float
        Requested share of positives among all rows, without unit, strictly between 0 and 1.

    Returns
    -------
    OperatingPoints
        Points of shape (n_points,) at the requested prevalence. The prevalence of the data gives the measured points,
        also for points that were moved before.

    Raises
    ------
    ValueError
        If the prevalence is not a number strictly between 0 and 1; if the points have no positives or no negatives; if
        the number of negatives overflows float64; if `points` is not `OperatingPoints`.

    References
    ----------
    .. [1] Siblini, Frery, He-Guelton, Oble & Wang (2020), doi 10.1007/978-3-030-44584-3_36.

    Examples
    --------
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
    if real_or_nan(prevalence) == measured.prevalence:  # also if the prevalence of the data rounds to 1
        return measured
    wanted = inner_fraction("prevalence", prevalence)
    with np.errstate(over="ignore"):
        negatives = float(np.float64(measured.positives) * ((1 - wanted) / wanted))
    if not np.isfinite(measured.positives + negatives):
        raise ValueError(f"prevalence must leave a finite number of negatives, got {prevalence}")
    return PrevalenceShiftedPoints(measured, negatives)
