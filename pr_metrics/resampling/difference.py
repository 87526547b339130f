"""Models on the same bootstrap samples of the same rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

import numpy as np
from numpy.typing import ArrayLike

from pr_metrics.inputs import FloatArray
from pr_metrics.resampling.bootstrap import percentile_interval, rows_drawn, smaller_class
from pr_metrics.resampling.options import Drawing, DrawingOptions, Resampling, ResamplingOptions, checked_options
from pr_metrics.resampling.ranked_rows import RankedRows
from pr_metrics.resampling.samples import each_sample
from pr_metrics.rows import checked_rows
from pr_metrics.schemes import Scheme, scheme_named
from pr_metrics.segments import IndexArray
from pr_metrics.uncertainty.area_interval import enough_groups
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
    """Interval of the area of one model minus that of another, by quantiles of both on the same samples of the rows.

    Samples draw rows, positives and negatives apart, with replacement, and each row brings both its scores and its
    weight. What makes a sample easy is easy for both models, so this interval is narrower than two intervals that
    overlap make believe.
    The limits are quantiles of the differences which leave out p = F(-t * sqrt(k / (k - 1))) on each side: F is the
    normal distribution, t Student's with k - 1 degrees of freedom, k the rows of the smaller class. Of many rows p is
    (1 - level) / 2; few would else seem too sure. nan without positives. At 95 % they held the difference in 90 to 98 %
    of samples with ten positives or more, but in 88 % near an area of 1 (.0009 at .9994, 500 positives), where samples
    lack the few rows that tell the models apart: docs/benchmarks.md. For the step area `paired_difference` is nearer to
    95 % and takes no samples.
    Positives that never got a score, by `total_positives`, are drawn too, as rows of weight 1 below every threshold.
    options: level, resamples, seed and progress, as for `bootstrap_interval`.
    Source: Efron & Tibshirani (1993), An Introduction to the Bootstrap, chapters 8 and 13, stratified by class;
    Hesterberg (2015), The American Statistician 69, 371-386, for p.

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
    asked = checked_options("bootstrap_difference", Resampling, options)
    chosen = scheme_named(scheme)
    models = _ranked(y_true, (y_score, other_score), pos_label, sample_weight, total_positives)
    areas = _areas_of_samples(models, (chosen,), asked)[:, :, 0]
    return percentile_interval(areas[:, 0] - areas[:, 1], asked.level, units=smaller_class(*models[0].sizes))


def bootstrap_areas(
    y_true: ArrayLike,
    scores: Sequence[ArrayLike],
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: object = None,
    total_positives: float | None = None,
    scheme: str = "step",
    **options: Unpack[DrawingOptions],
) -> FloatArray:
    """Areas of several models, all on the same samples of the same rows: shape (resamples, n_models).

    Samples draw rows, positives and negatives apart, with replacement, and each row brings all its scores and its
    weight; so the models can be compared sample by sample. scores: of each model, shape (n_rows,).
    nan without positives. Positives that never got a score, by `total_positives`, are drawn too, as rows of weight 1
    below every threshold. options: resamples, seed and progress, as for `bootstrap_interval`.
    Source: Efron & Tibshirani (1993), An Introduction to the Bootstrap, chapters 8 and 13, stratified by class.

    Raises
    ------
    ValueError: no scores; else as `bootstrap_difference`.

    >>> label, score = [1, 1, 0, 1, 0, 0, 1, 0], [8, 7, 6, 5, 4, 3, 2, 1]
    >>> areas = bootstrap_areas(label, [score, [8, 6, 7, 5, 4, 3, 2, 1], score], resamples=100)
    >>> areas.shape, bool((areas[:, 0] == areas[:, 2]).all()), bool((areas[:, 0] >= areas[:, 1]).all())
    ((100, 3), True, True)
    """
    return bootstrap_areas_by_scheme(
        y_true,
        scores,
        (scheme,),
        sample_weight=sample_weight,
        pos_label=pos_label,
        total_positives=total_positives,
        **options,
    )[:, :, 0]


def bootstrap_areas_by_scheme(
    y_true: ArrayLike,
    scores: Sequence[ArrayLike],
    schemes: Sequence[str],
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: object = None,
    total_positives: float | None = None,
    groups: ArrayLike | None = None,
    **options: Unpack[DrawingOptions],
) -> FloatArray:
    """The areas of `bootstrap_areas` by several schemes, of samples that are drawn once for all of them.

    Returns an array of shape (resamples, n_models, n_schemes). groups: what rows came in, at least 10 of them, which
    are drawn with all their rows; not with `total_positives`.

    >>> label, scores = [1, 1, 0, 1, 0, 0, 1, 0], [[8, 7, 6, 5, 4, 3, 2, 1], [8, 6, 7, 5, 4, 3, 2, 1]]
    >>> areas = bootstrap_areas_by_scheme(label, scores, ("step", "linear"), resamples=100)
    >>> areas.shape, bool((areas[:, :, 1] == bootstrap_areas(label, scores, scheme="linear", resamples=100)).all())
    ((100, 2, 2), True)
    """
    asked, chosen = checked_options("bootstrap_areas", Drawing, options), [scheme_named(scheme) for scheme in schemes]
    if len(scores) == 0:
        raise ValueError("scores must be those of at least one model, got none")
    models = _ranked(y_true, scores, pos_label, sample_weight, total_positives)
    sides = None
    if groups is not None:
        group = enough_groups(groups, y_true, sample_weight, total_positives)
        is_positive = checked_rows(y_true, scores[0], sample_weight=sample_weight, pos_label=pos_label).positive
        sides = group[is_positive], group[~is_positive]
    return _areas_of_samples(models, chosen, asked, sides)


def _ranked(
    y_true: ArrayLike,
    scores: Sequence[ArrayLike],
    pos_label: object,
    sample_weight: ArrayLike | None,
    total_positives: float | None,
) -> list[RankedRows]:
    return [
        RankedRows.of(y_true, score, pos_label, sample_weight=sample_weight, total_positives=total_positives)
        for score in scores
    ]


def _areas_of_samples(
    models: Sequence[RankedRows],
    schemes: Sequence[Scheme],
    asked: Drawing,
    sides: tuple[IndexArray, IndexArray] | None = None,
) -> FloatArray:
    """The areas, shape (resamples, n_models, n_schemes). sides: the groups of positives and of negatives, if any."""
    positives, negatives = models[0].sizes
    if positives == 0:
        return np.full((asked.resamples, len(models), len(schemes)), np.nan)

    def areas(rng: np.random.Generator, times: int) -> FloatArray:
        drawn = rows_drawn(rng, (positives, negatives), times, sides)
        return np.concatenate([np.stack([model.areas(schemes, *one) for model in models], axis=1) for one in drawn])

    steps = positives + negatives
    return each_sample(areas, steps, times=asked.resamples, seed=asked.seed, progress=asked.progress)
