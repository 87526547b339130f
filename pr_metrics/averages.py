"""Average precision from rows in one call."""

from __future__ import annotations

from numpy.typing import ArrayLike

from pr_metrics.points import operating_points
from pr_metrics.schemes import scheme_named


def average_precision(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: object = None,
    scheme: str = "step",
) -> float:
    """Area under the precision-recall curve of one binary problem, joined by `scheme`.

    With the scheme `step`, the sum of (R_i - R_{i-1}) * P_i, tied scores together: what scikit-learn's
    average_precision_score gives. Arguments as for `operating_points`; no unit, in [0, 1], nan without positives.

    Raises
    ------
    ValueError: what `operating_points` refuses; there is no scheme of that key.

    >>> round(average_precision([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]), 4)
    0.8333
    >>> average_precision([1, 0], [0.5, 0.5], scheme="linear")
    0.75
    """
    chosen = scheme_named(scheme)
    return chosen.area(operating_points(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label))
