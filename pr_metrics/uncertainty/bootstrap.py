"""Bootstrap intervals of an area and of the difference of two: positives and negatives drawn apart."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from statistics import NormalDist
from typing import Unpack

import numpy as np
from numpy.typing import ArrayLike

from pr_metrics.interpolation import IndexArray
from pr_metrics.points import OperatingPoints
from pr_metrics.points_validation import validate_points
from pr_metrics.rows import validate_rows
from pr_metrics.schemes import Scheme, get_scheme
from pr_metrics.tolerances import AREA_ROUNDING
from pr_metrics.uncertainty.area_interval import check_groups
from pr_metrics.uncertainty.intervals import Interval, interval_from_logit, logit_interval
from pr_metrics.uncertainty.resampling import (
    BootstrapOptions,
    BootstrapParams,
    DrawOptions,
    DrawParams,
    ModelRows,
    Progress,
    Samples,
    areas_of_samples,
    check_n_samples,
    check_options,
    chunk_sizes,
    cumulative_sum,
    integer_counts,
    map_samples,
    use_tie_groups,
)
from pr_metrics.uncertainty.t_distribution import t_half_width
from pr_metrics.validation import FloatArray, inner_fraction


@validate_points
def bootstrap_interval(
    points: OperatingPoints,
    *,
    scheme: str = "step",
    confidence_level: float = 0.95,
    n_resamples: int = 1000,
    random_state: int = 0,
    progress: Progress | None = None,
) -> Interval:
    """Interval of the area by the spread of samples that draw positives and negatives apart, with replacement.

    s(m - t * e) ... s(m + t * e) with m = ln(A / (1 - A)), s(x) = 1 / (1 + exp(-x)) and e = d / (A * (1 - A)); d is the
    standard deviation of the areas of the samples, times the root of k / (k - 1), t by Student with k - 1 degrees of
    freedom, k the rows of the smaller class. Quantiles of the areas would lie too high where the area is near 1 or
    positives are few. Where samples show no spread it is `logit_interval`, 0 ... 1 at A = 1. For the step area
    `area_interval` takes no samples.

    Rows are taken as independent: where they came in groups (of a patient, an image, a query) or have weights,
    `bootstrap_weighted_interval` is right.

    Parameters
    ----------
    points : OperatingPoints
        Points that count rows.
    scheme : str, default "step"
        The key of a scheme.
    level : float, default 0.95
        Strictly between 0 and 1.
    resamples : int, default 1000
        How many samples are drawn.
    seed : int, default 0
        Of the random numbers; the result is the same every time.
    progress : callable, optional
        Called now and then with the share of the samples that is done, rising to 1, from whichever thread did them;
        what it raises ends the work and is raised here. The result is the same with or without it.

    Returns
    -------
    Interval
        Inside [0, 1], the area inside; nan without positives. At 95 % it held the area in 92 to 98 % of samples with 20
        positives or more, in 90.5 % at an area of .9994, in 92 to 100 % with five or ten: docs/benchmarks.md.

    Raises
    ------
    ValueError
        Points made with `sample_weight`, or counts that are not whole numbers of rows; no scheme of that key; a level
        not between 0 and 1; fewer than 1 resample; a seed that is not a whole number of at least 0.

    References
    ----------
    .. [1] Efron & Tibshirani (1993), An Introduction to the Bootstrap, chapters 6 and 12, stratified by class.

    Examples
    --------
    >>> points = OperatingPoints.from_counts([3, 2, 1], [8, 4, 2], [1, 5, 9])
    >>> limits = bootstrap_interval(points, random_state=1)
    >>> bool(0 < limits.lower < 0.75 < limits.upper < 1)
    True
    """
    share, times = inner_fraction("confidence_level", confidence_level), check_n_samples("n_resamples", n_resamples)
    chosen = get_scheme(scheme)
    if points.positives == 0:
        return Interval(np.nan, np.nan, share)
    true, false = integer_counts("bootstrap_interval", points)
    positives, negatives = int(points.positives), int(points.negatives)

    def draw(rng: np.random.Generator, n_samples: int) -> Samples:
        return _sample_counts(rng, true, positives, n_samples), _sample_counts(rng, false, negatives, n_samples)

    areas = areas_of_samples(points, (chosen,), draw, n_samples=times, random_state=random_state, progress=progress)
    return interval_of_samples(
        chosen.area(points), areas[:, 0], share, n_units=min_class_size(positives, negatives), positives=positives
    )


def interval_of_samples(
    area: float, areas: FloatArray, confidence_level: float, *, n_units: int, positives: int
) -> Interval:
    """Interval of an area by the spread of the areas of samples, on the scale of log odds.

    n_units: of what is drawn, rows of the smaller class or groups; positives: for `logit_interval` where nothing varies.

    >>> found = interval_of_samples(0.5, np.array([0.4, 0.5, 0.6]), 0.95, n_units=9, positives=9)
    >>> round(found.lower, 2), round(found.upper, 2)
    (0.31, 0.69)
    """
    spread = float(areas.std())
    if math.isnan(area) or n_units < 2 or not 0 < area < 1 or spread <= AREA_ROUNDING:
        return logit_interval(area, positives, confidence_level)
    error = spread * math.sqrt(n_units / (n_units - 1)) / (area * (1 - area))
    far = t_half_width(confidence_level, n_units - 1) * error
    return interval_from_logit(area, far, far, confidence_level)


def percentile_interval(values: FloatArray, confidence_level: float, *, n_units: int) -> Interval:
    """The two quantiles of samples that leave out so much that few units are allowed for, the same share on each side.

    n_units: of what is drawn, rows of the smaller class: of k of them a share p = F(-t * sqrt(k / (k - 1))), where F is
    the normal distribution and t the quantile of Student's t with k - 1 degrees of freedom; of one all is kept.
    Source: Hesterberg (2015), The American Statistician 69, 371-386, the expanded percentile interval.

    >>> few, many = (percentile_interval(np.linspace(0, 1, 1001), 0.95, n_units=units) for units in (10, 10**6))
    >>> round(few.lower, 3), round(few.upper, 3), round(many.lower, 3)
    (0.009, 0.991, 0.025)
    """
    share = 0.0
    if n_units > 1:
        share = NormalDist().cdf(-t_half_width(confidence_level, n_units - 1) * math.sqrt(n_units / (n_units - 1)))
    low, high = np.quantile(values, (share, 1 - share))
    return Interval(float(low), float(high), confidence_level)


def min_class_size(positives: int, negatives: int) -> int:
    """How many rows the smaller class has; without negatives, how many positives there are."""
    return min(positives, negatives or positives)


def bootstrap_counts(rng: np.random.Generator, n_rows: int) -> IndexArray:
    """How often each of so many rows is drawn, when as many are drawn with replacement."""
    if n_rows == 0:
        return np.zeros(0, dtype=np.intp)
    return np.bincount(rng.integers(0, n_rows, n_rows, dtype=np.uint32), minlength=n_rows)


def bootstrap_row_counts(
    rng: np.random.Generator,
    class_sizes: tuple[int, int],
    n_samples: int,
    groups: tuple[IndexArray, IndexArray] | None = None,
) -> Iterator[tuple[IndexArray, IndexArray]]:
    """How often samples have each positive and each negative row, a few samples at a time: shape (n_samples, n_rows).

    class_sizes: how many positives and negatives there are. groups: of each of them, as numbers from 0; then groups are drawn
    with all their rows.
    """
    for part in chunk_sizes(n_samples, sum(class_sizes)):
        if groups is not None:
            count = 1 + max(int(one.max(initial=-1)) for one in groups)
            drawn = np.array([bootstrap_counts(rng, count) for _ in range(part)])
            yield drawn[:, groups[0]], drawn[:, groups[1]]
            continue
        each = [[bootstrap_counts(rng, rows) for rows in class_sizes] for _ in range(part)]
        positives, negatives = (np.array(counts) for counts in zip(*each, strict=True))
        yield positives, negatives


def _sample_counts(rng: np.random.Generator, up_to: IndexArray, n_rows: int, n_samples: int) -> FloatArray:
    """How many of `n_rows` draws with replacement fall on the first up_to[i] rows, shape (times, n_points)."""
    if use_tie_groups(n_rows, up_to):
        groups = np.diff(up_to, prepend=0, append=n_rows)  # the last: rows that no threshold reaches
        return np.cumsum(rng.multinomial(n_rows, groups / n_rows, size=n_samples)[:, :-1], axis=1, dtype=np.float64)
    drawn = np.zeros((n_samples, up_to.size))
    if n_rows:
        for sample in drawn:
            np.take(cumulative_sum(bootstrap_counts(rng, n_rows)), up_to, out=sample, mode="clip")
    return drawn


def bootstrap_difference(
    y_true: ArrayLike,
    y_score_a: ArrayLike,
    y_score_b: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: object = None,
    total_positives: float | None = None,
    scheme: str = "step",
    **options: Unpack[BootstrapOptions],
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
    Interval(lower=0.0, upper=0.0, confidence_level=0.95)
    >>> limits = bootstrap_difference(label, score, [8, 6, 7, 5, 4, 3, 2, 1])
    >>> bool(limits.lower == 0 < limits.upper)
    True
    """
    asked = check_options("bootstrap_difference", BootstrapParams, options)
    chosen = get_scheme(scheme)
    models = _rank_models(y_true, (y_score_a, y_score_b), pos_label, sample_weight, total_positives)
    areas = _bootstrap_areas(models, (chosen,), asked)[:, :, 0]
    return percentile_interval(
        areas[:, 0] - areas[:, 1], asked.confidence_level, n_units=min_class_size(*models[0].sizes)
    )


def bootstrap_areas(
    y_true: ArrayLike,
    scores: Sequence[ArrayLike],
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: object = None,
    total_positives: float | None = None,
    scheme: str = "step",
    **options: Unpack[DrawOptions],
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
    >>> areas = bootstrap_areas(label, [score, [8, 6, 7, 5, 4, 3, 2, 1], score], n_resamples=100)
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
    **options: Unpack[DrawOptions],
) -> FloatArray:
    """The areas of `bootstrap_areas` by several schemes, of samples that are drawn once for all of them.

    Returns an array of shape (resamples, n_models, n_schemes). groups: what rows came in, at least 10 of them, which
    are drawn with all their rows; not with `total_positives`.

    >>> label, scores = [1, 1, 0, 1, 0, 0, 1, 0], [[8, 7, 6, 5, 4, 3, 2, 1], [8, 6, 7, 5, 4, 3, 2, 1]]
    >>> areas = bootstrap_areas_by_scheme(label, scores, ("step", "linear"), n_resamples=100)
    >>> areas.shape, bool((areas[:, :, 1] == bootstrap_areas(label, scores, scheme="linear", n_resamples=100)).all())
    ((100, 2, 2), True)
    """
    asked, chosen = check_options("bootstrap_areas", DrawParams, options), [get_scheme(scheme) for scheme in schemes]
    if len(scores) == 0:
        raise ValueError("scores must be those of at least one model, got none")
    models = _rank_models(y_true, scores, pos_label, sample_weight, total_positives)
    sides = None
    if groups is not None:
        group = check_groups(groups, y_true, sample_weight, total_positives)
        is_positive = validate_rows(y_true, scores[0], sample_weight=sample_weight, pos_label=pos_label).positive
        sides = group[is_positive], group[~is_positive]
    return _bootstrap_areas(models, chosen, asked, sides)


def _rank_models(
    y_true: ArrayLike,
    scores: Sequence[ArrayLike],
    pos_label: object,
    sample_weight: ArrayLike | None,
    total_positives: float | None,
) -> list[ModelRows]:
    return [
        ModelRows.of(y_true, score, pos_label, sample_weight=sample_weight, total_positives=total_positives)
        for score in scores
    ]


def _bootstrap_areas(
    models: Sequence[ModelRows],
    schemes: Sequence[Scheme],
    params: DrawParams,
    class_groups: tuple[IndexArray, IndexArray] | None = None,
) -> FloatArray:
    """The areas, shape (resamples, n_models, n_schemes). class_groups: the groups of positives and of negatives, if any."""
    positives, negatives = models[0].sizes
    if positives == 0:
        return np.full((params.n_resamples, len(models), len(schemes)), np.nan)

    def areas(rng: np.random.Generator, n_samples: int) -> FloatArray:
        drawn = bootstrap_row_counts(rng, (positives, negatives), n_samples, class_groups)
        return np.concatenate([np.stack([model.areas(schemes, *one) for model in models], axis=1) for one in drawn])

    steps = positives + negatives
    return map_samples(
        areas, steps, n_samples=params.n_resamples, random_state=params.random_state, progress=params.progress
    )
