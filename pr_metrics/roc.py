"""The receiver operating characteristic of the same points, where the class balance plays no part.

Here (0, 0), nothing called positive, is a point like any other: neither rate is 0/0 there.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pr_metrics.given_points import of_points
from pr_metrics.inputs import FloatArray
from pr_metrics.one_line import one_line
from pr_metrics.points import OperatingPoints


@dataclass(frozen=True, slots=True, eq=False)
class RocCurve:
    """The vertices of an ROC curve from (0, 0); every array has shape (n_points + 1,)."""

    false_positive_rate: FloatArray
    true_positive_rate: FloatArray
    threshold: FloatArray  # score units; infinity at (0, 0), above every score

    def __repr__(self) -> str:
        return one_line(self)

    @property
    def polygon_area(self) -> float:
        """Area between the vertices and a true positive rate of 0.

        >>> RocCurve(np.array([0.0, 1.0]), np.array([0.0, 1.0]), np.array([np.inf, 0.5])).polygon_area
        0.5
        """
        width = np.diff(self.false_positive_rate)
        return float((width * (self.true_positive_rate[1:] + self.true_positive_rate[:-1]) / 2).sum())


@of_points
def roc_curve(points: OperatingPoints) -> RocCurve:
    """Join the points by straight lines from (0, 0): what random tie-breaking does on average.

    False positive rate = FP/N, true positive rate = recall = TP/P; no unit, in [0, 1]. The curve ends at the last
    point: (1, 1) when that one calls every row positive. A rate without rows of its class is nan.
    Source: Fawcett (2006), An introduction to ROC analysis, doi 10.1016/j.patrec.2005.10.010.

    >>> curve = roc_curve(OperatingPoints.from_counts([2, 1], [1, 0], [0, 1]))
    >>> curve.false_positive_rate.tolist(), curve.true_positive_rate.tolist(), curve.threshold.tolist()
    ([0.0, 0.0, 1.0], [0.0, 1.0, 1.0], [inf, 2.0, 1.0])
    """
    return RocCurve(
        np.append(0.0, points.false_positive_rate), np.append(0.0, points.recall), np.append(np.inf, points.threshold)
    )


@of_points
def roc_area(points: OperatingPoints) -> float:
    """Area under the ROC curve: the chance that a random positive outscores a random negative, ties counting half.

    No unit, in [0, 1]: a random ranking has 1/2. nan where a class is absent: then there is no such pair, and a rate
    is 0/0. Of a curve that ends before (1, 1) it is the area up to its end. Equals scikit-learn's roc_auc_score.
    Source: Fawcett (2006), An introduction to ROC analysis, doi 10.1016/j.patrec.2005.10.010, section 7.

    >>> roc_area(OperatingPoints.from_counts([4, 3, 2, 1], [1, 0, 1, 0], [0, 1, 0, 1]))
    0.75
    >>> roc_area(OperatingPoints.from_counts([2, 1], [1, 1], [0, 0]))
    nan
    """
    return roc_curve(points).polygon_area
