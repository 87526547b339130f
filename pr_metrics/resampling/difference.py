"""Two models on the same bootstrap samples of the same rows."""

from __future__ import annotations

from typing import Unpack

import numpy as np
from numpy.typing import ArrayLike

from pr_metrics.resampling.bootstrap import how_often, percentile_interval
from pr_metrics.resampling.options import Resampling, ResamplingOptions
from pr_metrics.resampling.ranked_rows import RankedRows
from pr_metrics.resampling.samples import each_sample
from pr_metrics.schemes import scheme_named
from pr_metrics.uncertainty.intervals import Interval


def bootstrap_difference(
    y_true: ArrayLike,
    y_score: ArrayLike,
    other_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: object = None,
    total_positives: float | None = None,
    scheme: str = "step",
    **options: Unpack[ResamplingOptions],
) -> Interval:
    """Percentile interval of the area of one model minus that of another, both on the same samples of the same rows.

    Samples draw rows, positives and negatives apart, with replacement, and each row brings both its scores and its
    weight. What makes a sample easy is easy for both models, so this interval is narrower than two intervals that
    overlap make believe.
    The limits are the (1 - level) / 2 and (1 + level) / 2 quantiles of the differences. nan without positives.
    Positives that never got a score, by `total_positives`, are drawn too, as rows of weight 1 below every threshold.
    options: level, resamples, seed and progress, as for `bootstrap_interval`.
    Source: Efron & Tibshirani (1993), An Introduction to the Bootstrap, chapters 8 and 13, stratified by class.

    Raises
    ------
    ValueError: what `operating_points` refuses; scores of different lengths; no scheme of that key; a level not between
        0 and 1; fewer than 1 resample; a seed that is not a whole number of at least 0.

    >>> label, score = [1, 1, 0, 1, 0, 0, 1, 0], [8, 7, 6, 5, 4, 3, 2, 1]
    >>> bootstrap_difference(label, score, score)
    Interval(low=0.0, high=0.0, level=0.95)
    >>> limits = bootstrap_difference(label, score, [8, 6, 7, 5, 4, 3, 2, 1])
    >>> bool(limits.low == 0 < limits.high)
    True
    """
    asked, chosen = Resampling(**options), scheme_named(scheme)
    models = [
        RankedRows.of(y_true, score, pos_label, sample_weight=sample_weight, total_positives=total_positives)
        for score in (y_score, other_score)
    ]
    positives, negatives = models[0].sizes
    if positives == 0:
        return Interval(np.nan, np.nan, asked.level)

    def differences(rng: np.random.Generator, times: int) -> list[float]:
        found = []
        for _ in range(times):
            often = how_often(rng, positives), how_often(rng, negatives)
            one, other = (model.area(chosen, *often) for model in models)
            found.append(one - other)
        return found

    found = each_sample(
        differences, positives + negatives, times=asked.resamples, seed=asked.seed, progress=asked.progress
    )
    return percentile_interval(found, asked.level)
