"""Bootstrap samples of rows with weights: rows are drawn, and each brings its weight."""

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


def bootstrap_weighted_interval(
    y_true: ArrayLike,
    y_score: ArrayLike,
    sample_weight: ArrayLike,
    *,
    pos_label: object = None,
    total_positives: float | None = None,
    scheme: str = "step",
    **options: Unpack[ResamplingOptions],
) -> Interval:
    """Percentile interval of the area over samples that draw rows, positives and negatives apart, with replacement.

    Each row brings its weight, so that the unit of the weights changes nothing. `bootstrap_interval` knows counts only
    and takes a weight of 3 for three rows, which is right for rows that were counted together and else too narrow.
    The limits are the (1 - level) / 2 and (1 + level) / 2 quantiles of the areas. nan without positives.
    Positives that never got a score, by `total_positives`, are drawn too, as rows of weight 1 below every threshold.
    options: level, resamples, seed and progress, as for `bootstrap_interval`.
    Source: Efron & Tibshirani (1993), An Introduction to the Bootstrap, chapter 13, stratified by class.

    Raises
    ------
    ValueError: what `operating_points` refuses; no scheme of that key; a level not between 0 and 1; fewer than 1
        resample; a seed that is not a whole number of at least 0.

    >>> label, score, weight = [1, 1, 0, 1, 0, 0], [6, 5, 4, 3, 2, 1], [1, 2, 3, 1, 2, 3]
    >>> once = bootstrap_weighted_interval(label, score, weight)
    >>> once == bootstrap_weighted_interval(label, score, [4 * one for one in weight])
    True
    """
    asked, chosen = Resampling(**options), scheme_named(scheme)
    rows = RankedRows.of(y_true, y_score, pos_label, sample_weight=sample_weight, total_positives=total_positives)
    positives, negatives = rows.sizes
    if positives == 0:
        return Interval(np.nan, np.nan, asked.level)

    def areas(rng: np.random.Generator, times: int) -> list[float]:
        return [rows.area(chosen, how_often(rng, positives), how_often(rng, negatives)) for _ in range(times)]

    found = each_sample(areas, positives + negatives, times=asked.resamples, seed=asked.seed, progress=asked.progress)
    return percentile_interval(found, asked.level)
