"""Two models on the same bootstrap samples of the same rows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from pr_metrics.inputs import inner_fraction
from pr_metrics.intervals import Interval
from pr_metrics.points import OperatingPoints, operating_points
from pr_metrics.resampling.bootstrap import how_often, percentile_interval
from pr_metrics.resampling.samples import Progress, Samples, area_of_sample, checked_times, each_sample, up_to_each
from pr_metrics.rows import checked_rows
from pr_metrics.schemes import Scheme, scheme_named
from pr_metrics.segments import IndexArray


@dataclass(frozen=True, slots=True, eq=False)
class RankedRows:
    """One model's rows in the order of its scores, positives and negatives apart."""

    points: OperatingPoints
    positives: IndexArray  # which of the positives comes first, second ...: shape (n_positives,)
    negatives: IndexArray
    true: IndexArray  # how many of them each threshold calls positive: shape (n_points,)
    false: IndexArray

    @classmethod
    def of(cls, y_true: ArrayLike, y_score: ArrayLike, pos_label: object) -> RankedRows:
        """Rank the rows by one score."""
        rows = checked_rows(y_true, y_score, pos_label=pos_label)
        points = operating_points(y_true, y_score, pos_label=pos_label)
        first, then = (np.argsort(-rows.score[of], kind="stable") for of in (rows.positive, ~rows.positive))
        return cls(points, first, then, points.true_positives.astype(np.intp), points.false_positives.astype(np.intp))

    def drawn(self, often_positives: IndexArray, often_negatives: IndexArray) -> Samples:
        """True and false positives at each threshold in a sample that has each row so often."""
        true = np.take(up_to_each(often_positives[self.positives]), self.true, mode="clip")
        return true, np.take(up_to_each(often_negatives[self.negatives]), self.false, mode="clip")


def bootstrap_difference(
    y_true: ArrayLike,
    y_score: ArrayLike,
    other_score: ArrayLike,
    *,
    pos_label: object = None,
    scheme: str = "step",
    level: float = 0.95,
    resamples: int = 1000,
    seed: int = 0,
    progress: Progress | None = None,
) -> Interval:
    """Percentile interval of the area of one model minus that of another, both on the same samples of the same rows.

    Samples draw rows, positives and negatives apart, with replacement, and each row brings both its scores. What makes
    a sample easy is easy for both models, so this interval is narrower than two intervals that overlap make believe.
    The limits are the (1 - level) / 2 and (1 + level) / 2 quantiles of the differences. nan without positives.
    progress: as for `bootstrap_interval`.
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
    share, times = inner_fraction("level", level), checked_times("resamples", resamples)
    chosen = scheme_named(scheme)
    models = [RankedRows.of(y_true, score, pos_label) for score in (y_score, other_score)]
    positives, negatives = int(models[0].points.positives), int(models[0].points.negatives)
    if positives == 0:
        return Interval(np.nan, np.nan, share)

    def differences(rng: np.random.Generator, times: int) -> list[float]:
        return [_difference(chosen, models, how_often(rng, positives), how_often(rng, negatives)) for _ in range(times)]

    found = each_sample(differences, positives + negatives, times=times, seed=seed, progress=progress)
    return percentile_interval(found, share)


def _difference(scheme: Scheme, models: list[RankedRows], positives: IndexArray, negatives: IndexArray) -> float:
    """Area of the first model minus that of the second, in a sample that has each row so often."""
    one, other = (area_of_sample(scheme, model.points, *model.drawn(positives, negatives)) for model in models)
    return one - other
