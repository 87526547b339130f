"""Areas of resampled rows, for intervals of models and of their differences, with progress.

Overlapping intervals of two models do not show that they are equally good. Both were scored on the same rows, and a
sample that is easy for one is easy for the other. So the best models are also resampled together and compared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from pr_curve_lab.schema.dataset import Dataset
from pr_metrics import SCHEMES, Interval, OperatingPoints, bootstrap_interval, bootstrap_weighted_interval
from pr_metrics.tolerances import AREA_ROUNDING
from pr_metrics.uncertainty.bootstrap import (
    bootstrap_areas_by_scheme,
    bootstrap_row_counts,
    interval_of_samples,
    min_class_size,
    percentile_interval,
)
from pr_metrics.uncertainty.resampling import Progress, map_samples

SECONDS_PER_SAMPLE, SECONDS_PER_ROW = 30e-6, 60e-9  # of a sample of a bootstrap or a permutation test
SECONDS_PER_AREA, SECONDS_PER_POINT = 4e-6, 18e-9  # of each area of a sample; as measured up to thousands of points


def predicted_seconds(samples: int, points: int, *, areas: int = 1) -> float:
    """Estimate the time of a bootstrap or a permutation test with this number of samples.

    areas: the number of areas computed for each sample, of several models or schemes.

    >>> predicted_seconds(1000, 500) < 0.1 < predicted_seconds(1000, 10_000)
    True
    """
    drawing = SECONDS_PER_SAMPLE + SECONDS_PER_ROW * points
    return samples * (drawing + areas * (SECONDS_PER_AREA + SECONDS_PER_POINT * points))


N_RESAMPLES = 1000
CONFIDENCE_LEVEL = 0.95
MAX_PAIRED_MODELS = 7  # resampled together: the best ones, and the next best


@dataclass(frozen=True, slots=True)
class BootstrapPair:
    """Two models on the same samples."""

    first: str
    second: str
    difference: Interval  # 95%, of the first minus the second
    win_rate: float  # share of the samples in which the first has the larger area; equal areas count half


@dataclass(frozen=True)
class BootstrapResult:
    """95% intervals from samples of the rows."""

    areas: Mapping[str, Interval]  # of each model
    next_best: str  # the best model with an area below that of the best one
    difference: Interval  # of the best minus the next best
    pairs: tuple[BootstrapPair, ...] = ()  # of the best few; the better model first


@dataclass(frozen=True, eq=False)
class ModelData:
    """Models on the same rows, the best first, with all data needed to resample them."""

    scheme: str
    points: Mapping[str, OperatingPoints]
    positive: np.ndarray  # (n_lines,)
    scores: Mapping[str, np.ndarray]
    weight: np.ndarray | None
    next_best: str
    cluster_of_row: np.ndarray | None = None  # (n_lines,); whole clusters are resampled

    @property
    def total_positives(self) -> float:
        """The number of all positives, including those without a score."""
        return self.points[self.best].positives

    @property
    def positives(self) -> int:
        """The number of positives in a sample, including those without a score."""
        return int(self.positive.sum()) + round(self.points[self.best].unscored_positives)

    @property
    def n_units(self) -> int:
        """The number of clusters, or without clusters the number of rows in the smaller class."""
        if self.cluster_of_row is not None:
            return int(self.cluster_of_row.max()) + 1
        return min_class_size(self.positives, int((~self.positive).sum()))

    @property
    def has_unscored_positives(self) -> bool:
        """Whether there are positives without a score."""
        return self.positives > int(self.positive.sum())

    @property
    def best(self) -> str:
        """The model with the largest area."""
        return next(iter(self.points))

    @property
    def paired_models(self) -> tuple[str, ...]:
        """The models that are resampled together, the best first."""
        return tuple(dict.fromkeys([*list(self.points)[:MAX_PAIRED_MODELS], self.next_best]))

    @property
    def other_models(self) -> tuple[str, ...]:
        """The other models, which are not compared in pairs."""
        return tuple(model for model in self.points if model not in self.paired_models)


def model_data(
    dataset: Dataset, points: Mapping[str, OperatingPoints], areas: Mapping[str, float], scheme: str
) -> ModelData:
    """Order models by area, and pair the best with the first that is not its equal, or else with the second.

    >>> from pr_curve_lab.schema.examples import example_dataset
    >>> four = example_dataset("four_models")
    >>> points = {name: four.points(name) for name in four.names}
    >>> areas = {"tree": 0.5, "logistic": 0.6, "forest": 0.9, "neighbours": 0.9}
    >>> model_data(four, points, areas, "step").next_best
    'logistic'
    """
    by_area = sorted(areas, key=lambda model: -areas[model])
    behind = [model for model in by_area if areas[by_area[0]] - areas[model] >= AREA_ROUNDING]
    return ModelData(
        scheme=scheme,
        points={model: points[model] for model in by_area},
        positive=dataset.positive[:, 0],
        scores={model: dataset.score[:, dataset.names.index(model)] for model in by_area},
        weight=dataset.weight,
        next_best=behind[0] if behind else by_area[1],
        cluster_of_row=dataset.cluster_of_row,
    )


def model_data_of_schemes(
    dataset: Dataset, points: Mapping[str, OperatingPoints], areas: Mapping[str, Mapping[str, float]]
) -> tuple[ModelData, ...]:
    """Return the data of each scheme, with shared arrays. areas: by scheme and model."""
    each = [model_data(dataset, points, of_models, scheme) for scheme, of_models in areas.items()]
    return tuple(replace(one, positive=each[0].positive, scores=each[0].scores) for one in each)


def estimate_seconds(data_of_schemes: Sequence[ModelData]) -> float:
    """Estimate the time of the bootstrap in seconds.

    >>> from pr_curve_lab.schema.examples import example_dataset
    >>> four = example_dataset("four_models")
    >>> points = {name: four.points(name) for name in four.names}
    >>> estimate_seconds([model_data(four, points, dict.fromkeys(four.names, 0.5), "step")]) < 1
    True
    """
    first, together = data_of_schemes[0], _paired_models(data_of_schemes)
    rows = first.positive.size
    alone = [
        one.points[model].threshold.size if one.weight is None and one.cluster_of_row is None else rows
        for one in data_of_schemes
        for model in one.other_models
    ]
    drawn = predicted_seconds(N_RESAMPLES, rows, areas=len(together) * len(data_of_schemes))
    return drawn + sum(predicted_seconds(N_RESAMPLES, one) for one in alone)


def bootstrap_models(data_of_schemes: Sequence[ModelData], progress: Progress) -> dict[str, BootstrapResult]:
    """Resample the best models together, then each other one, with a fixed seed and the same samples by scheme."""
    first, together = data_of_schemes[0], _paired_models(data_of_schemes)
    parts = len(together) + sum(len(one.other_models) for one in data_of_schemes)

    def part(before: int, of: int = 1) -> Progress:
        return lambda share: progress((before + of * share) / parts)

    found = bootstrap_areas_by_scheme(
        first.positive,
        [first.scores[model] for model in together],
        [one.scheme for one in data_of_schemes],
        sample_weight=first.weight,
        total_positives=first.total_positives if first.cluster_of_row is None else None,
        groups=first.cluster_of_row,
        n_resamples=N_RESAMPLES,
        progress=part(0, len(together)),
    )
    before, results = len(together), dict[str, BootstrapResult]()
    for number, one in enumerate(data_of_schemes):
        of_models = {model: found[:, together.index(model), number] for model in one.paired_models}
        alone = {
            model: _interval(one, model, part(index)) for index, model in enumerate(one.other_models, start=before)
        }
        before += len(alone)
        results[one.scheme] = _bootstrap_result(one, of_models, alone)
    return results


def _paired_models(data_of_schemes: Sequence[ModelData]) -> tuple[str, ...]:
    """Return all models that are resampled together under any scheme, those of the first one first."""
    return tuple(dict.fromkeys(model for one in data_of_schemes for model in one.paired_models))


def _bootstrap_result(
    data: ModelData, samples: Mapping[str, np.ndarray], intervals: Mapping[str, Interval]
) -> BootstrapResult:
    areas = {model: _sample_interval(data, model, values) for model, values in samples.items()} | dict(intervals)
    pairs = tuple(
        _pair(one, other, samples[one] - samples[other], data.n_units)
        for one, other in combinations(data.paired_models, 2)
    )
    (lead,) = (pair.difference for pair in pairs if (pair.first, pair.second) == (data.best, data.next_best))
    return BootstrapResult({model: areas[model] for model in data.points}, data.next_best, lead, pairs)


def _sample_interval(data: ModelData, model: str, areas: np.ndarray) -> Interval:
    """Return the interval from the spread of samples, as `bootstrap_interval` does."""
    area = SCHEMES[data.scheme].area(data.points[model])
    return interval_of_samples(area, areas, CONFIDENCE_LEVEL, n_units=data.n_units, positives=data.positives)


def _pair(model: str, other: str, differences: np.ndarray, units: int) -> BootstrapPair:
    """Return the interval of the differences in all samples, and how often the first model is better."""
    is_equal = np.abs(differences) < AREA_ROUNDING
    ahead = float((differences[~is_equal] > 0).sum() + is_equal.sum() / 2) / differences.size
    return BootstrapPair(model, other, percentile_interval(differences, CONFIDENCE_LEVEL, n_units=units), ahead)


def _interval(data: ModelData, model: str, progress: Progress) -> Interval:
    """Return the bootstrap interval: by counts for rows without weights or clusters, else by rows."""
    if data.weight is None and data.cluster_of_row is None:
        points = data.points[model]
        return bootstrap_interval(points, scheme=data.scheme, n_resamples=N_RESAMPLES, progress=progress)
    rows = data.positive, data.scores[model], data.weight
    return bootstrap_weighted_interval(
        *rows,
        groups=data.cluster_of_row,
        total_positives=data.total_positives if data.cluster_of_row is None else None,
        scheme=data.scheme,
        n_resamples=N_RESAMPLES,
        progress=progress,
    )


MIN_LEAD_UNITS = 20  # rows of the smaller class, or clusters; with fewer, coverage is not known
DEPTH_FACTOR = 1.3  # times as many rows are ranked as can have the precision, since samples differ
SECONDS_PER_DRAWN_ROW, SECONDS_PER_RANKED_ROW = 10e-9, 15e-9  # of a sample, the latter for each model


def estimate_lead_seconds(data: ModelData, precision: float) -> float:
    """Estimate the time of `bootstrap_recall_lead` in seconds.

    >>> from pr_curve_lab.schema.examples import example_dataset
    >>> four = example_dataset("four_models")
    >>> points = {name: four.points(name) for name in four.names}
    >>> estimate_lead_seconds(model_data(four, points, dict.fromkeys(four.names, 0.5), "step"), 0.8) < 0.1
    True
    """
    ranked = min(data.positive.size, DEPTH_FACTOR * data.positives / precision)
    rows = SECONDS_PER_DRAWN_ROW * data.positive.size + 2 * SECONDS_PER_RANKED_ROW * ranked
    return N_RESAMPLES * (SECONDS_PER_SAMPLE + rows)


def bootstrap_recall_lead(data: ModelData, first: str, second: str, precision: float, progress: Progress) -> Interval:
    """Return the 95% interval of the difference in recall of two models that both need this precision.

    Each model uses the threshold with the highest recall among those that have the precision, and none if there is no
    such threshold. Each sample of the rows, drawn with a fixed seed and for both models alike, chooses both thresholds
    again, so that the interval allows for thresholds that were chosen on the same rows. Its ends are quantiles of the
    differences.

    Simulated with 20 to 300 positives and normal scores (eleven kinds of rows, 200 times each), it contains the true
    difference in 94 to 100%, most often for models that are much alike. The difference plus and minus 1.96 standard
    deviations does in 92 to 99%, and quantiles reflected at the difference in only 78 to 92%. Three kinds of rows are
    simulated in tests/pr_curve_lab/analysis/test_model_resampling.py.

    Raises
    ------
    ValueError: There are too few rows or clusters, or positives without a score, which are not drawn.
    """
    if data.n_units < MIN_LEAD_UNITS or data.has_unscored_positives:
        raise ValueError(f"a sample needs {MIN_LEAD_UNITS} rows of each class, all scored, got {data.n_units}")
    positive, negative = np.flatnonzero(data.positive), np.flatnonzero(~data.positive)
    cluster = data.cluster_of_row
    sides = None if cluster is None else (cluster[positive], cluster[negative])
    ranked = [_rank(data, model, np.concatenate((positive, negative)), precision) for model in (first, second)]

    def recalls(rng: np.random.Generator, n_samples: int) -> np.ndarray:
        drawn = bootstrap_row_counts(rng, (positive.size, negative.size), n_samples, sides)
        return np.concatenate(
            [np.stack([_recalls(np.hstack(one), rows, precision) for rows in ranked], 1) for one in drawn]
        )

    samples = map_samples(recalls, 2 * data.positive.size, n_samples=N_RESAMPLES, random_state=0, progress=progress)
    return percentile_interval(samples[:, 0] - samples[:, 1], CONFIDENCE_LEVEL, n_units=data.n_units)


_Ranked = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray, int]


def _rank(data: ModelData, model: str, rows: np.ndarray, precision: float) -> _Ranked:
    """Rank rows of which the positives come first, by score, and estimate how many can have this precision.

    Returns their order, the end of each group of ties in it, in this order the weights of rows and of positives, then
    the weights of positives in `rows`, and the number of rows.
    """
    score, positive = data.scores[model][rows], data.positive[rows]
    order = np.argsort(-score, kind="stable")
    ends = np.flatnonzero(np.append(np.diff(score[order]) != 0, True))
    weight = np.ones(rows.size) if data.weight is None else data.weight[rows]
    of_positives, ranked = weight[positive], weight[order]
    n_rows = 1 + int(np.searchsorted(np.cumsum(ranked), DEPTH_FACTOR * of_positives.sum() / precision))
    return order, ends, ranked, ranked * positive[order], of_positives, n_rows


def _recalls(counts: np.ndarray, ranked: _Ranked, precision: float) -> np.ndarray:
    """Return the highest recall with this precision in each sample, 0 if there is none; counts: (n_samples, n_rows).

    The other rows are left out if in every sample so many come before them that all positives would be too few.
    """
    order, ends, weight, positive, of_positives, n_rows = ranked
    total, required = counts[:, : of_positives.size] @ of_positives, precision * (1 - AREA_ROUNDING)
    while True:
        drawn = counts[:, order[:n_rows]]
        called = np.cumsum(drawn * weight[:n_rows], axis=1)
        if n_rows >= order.size or (required * called[:, -1] > total).all():
            break
        n_rows = order.size
    last = ends[ends < n_rows]
    found, called = np.cumsum(drawn * positive[:n_rows], axis=1)[:, last], called[:, last]
    best = np.where(found >= required * called, found, 0.0).max(axis=1, initial=0.0)
    return np.asarray(best / np.maximum(total, AREA_ROUNDING))
