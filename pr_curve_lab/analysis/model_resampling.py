"""Areas of resampled rows, for intervals of models and of their differences; with progress.

Intervals of two models that overlap do not show that they are equally good. Both were scored on the same rows, and what
makes a sample easy is easy for both; so the best models are also drawn together, and compared sample by sample.
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
    interval_of_samples,
    min_class_size,
    percentile_interval,
)
from pr_metrics.uncertainty.resampling import Progress

SECONDS_PER_SAMPLE, SECONDS_PER_ROW = 30e-6, 60e-9  # a sample of a bootstrap or a permutation test
SECONDS_PER_AREA, SECONDS_PER_POINT = 4e-6, 18e-9  # of each sample; as measured up to thousands of points


def predicted_seconds(samples: int, points: int, *, areas: int = 1) -> float:
    """How long a bootstrap or a permutation test of so many samples will take, roughly.

    areas: how many are computed of each sample, of several models or by several schemes.

    >>> predicted_seconds(1000, 500) < 0.1 < predicted_seconds(1000, 10_000)
    True
    """
    drawing = SECONDS_PER_SAMPLE + SECONDS_PER_ROW * points
    return samples * (drawing + areas * (SECONDS_PER_AREA + SECONDS_PER_POINT * points))


N_RESAMPLES = 1000
CONFIDENCE_LEVEL = 0.95
MAX_PAIRED_MODELS = 7  # models drawn together: the best of them, and its rival


@dataclass(frozen=True, slots=True)
class BootstrapPair:
    """Two models on the same samples."""

    first: str
    second: str
    difference: Interval  # 95 %, of the first over the second
    win_rate: float  # share of the samples in which the first has the larger area; one with equal areas counts half


@dataclass(frozen=True)
class BootstrapResult:
    """95 % intervals over samples of the rows."""

    areas: Mapping[str, Interval]  # of each model
    next_best: str  # the best of those whose area is less than that of the best
    difference: Interval  # of the best over the rival
    pairs: tuple[BootstrapPair, ...] = ()  # of the best few; the better first


@dataclass(frozen=True, eq=False)
class ModelData:
    """Models on the same rows, the best first, and all that it takes to draw them anew."""

    scheme: str
    points: Mapping[str, OperatingPoints]
    positive: np.ndarray  # (n_rows,)
    scores: Mapping[str, np.ndarray]
    weight: np.ndarray | None
    next_best: str
    groups: np.ndarray | None = None  # (n_rows,), drawn with all their rows

    @property
    def total_positives(self) -> float:
        """All positives, also those that no model scored."""
        return self.points[self.best].positives

    @property
    def positives(self) -> int:
        """How many positives are drawn: those that were scored, and those that were not."""
        return int(self.positive.sum()) + round(self.points[self.best].unscored_positives)

    @property
    def n_units(self) -> int:
        """How many groups are drawn; without any, how many rows the smaller class has."""
        if self.groups is not None:
            return int(self.groups.max()) + 1
        return min_class_size(self.positives, int((~self.positive).sum()))

    @property
    def best(self) -> str:
        """The model of the largest area."""
        return next(iter(self.points))

    @property
    def paired_models(self) -> tuple[str, ...]:
        """The models that are drawn together, the best first."""
        return tuple(dict.fromkeys([*list(self.points)[:MAX_PAIRED_MODELS], self.next_best]))

    @property
    def other_models(self) -> tuple[str, ...]:
        """The others, which nothing is compared with."""
        return tuple(model for model in self.points if model not in self.paired_models)


def model_data(
    dataset: Dataset, points: Mapping[str, OperatingPoints], areas: Mapping[str, float], scheme: str
) -> ModelData:
    """Put models in the order of their areas; the best is paired with the first that is not its equal, if one is not.

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
        groups=dataset.cluster_of_row,
    )


def model_data_by_scheme(
    dataset: Dataset, points: Mapping[str, OperatingPoints], areas: Mapping[str, Mapping[str, float]]
) -> tuple[ModelData, ...]:
    """A contest for each scheme; areas: by scheme and model. They share all that does not depend on the scheme."""
    each = [model_data(dataset, points, of_models, scheme) for scheme, of_models in areas.items()]
    return tuple(replace(one, positive=each[0].positive, scores=each[0].scores) for one in each)


def estimate_seconds(data_by_scheme: Sequence[ModelData]) -> float:
    """How long it will take, roughly.

    >>> from pr_curve_lab.schema.examples import example_dataset
    >>> four = example_dataset("four_models")
    >>> points = {name: four.points(name) for name in four.names}
    >>> estimate_seconds([model_data(four, points, dict.fromkeys(four.names, 0.5), "step")]) < 1
    True
    """
    first, together = data_by_scheme[0], _paired_models(data_by_scheme)
    rows = first.positive.size
    alone = [
        one.points[model].threshold.size if one.weight is None and one.groups is None else rows
        for one in data_by_scheme
        for model in one.other_models
    ]
    drawn = predicted_seconds(N_RESAMPLES, rows, areas=len(together) * len(data_by_scheme))
    return drawn + sum(predicted_seconds(N_RESAMPLES, one) for one in alone)


def bootstrap_models(data_by_scheme: Sequence[ModelData], report: Progress) -> dict[str, BootstrapResult]:
    """Draw the best models together, then each of the others; by scheme, from the same samples, the same every time."""
    first, together = data_by_scheme[0], _paired_models(data_by_scheme)
    parts = len(together) + sum(len(one.other_models) for one in data_by_scheme)

    def part(before: int, of: int = 1) -> Progress:
        return lambda share: report((before + of * share) / parts)

    found = bootstrap_areas_by_scheme(
        first.positive,
        [first.scores[model] for model in together],
        [one.scheme for one in data_by_scheme],
        sample_weight=first.weight,
        total_positives=first.total_positives if first.groups is None else None,
        groups=first.groups,
        n_resamples=N_RESAMPLES,
        progress=part(0, len(together)),
    )
    before, results = len(together), dict[str, BootstrapResult]()
    for number, one in enumerate(data_by_scheme):
        of_models = {model: found[:, together.index(model), number] for model in one.paired_models}
        alone = {
            model: _interval(one, model, part(index)) for index, model in enumerate(one.other_models, start=before)
        }
        before += len(alone)
        results[one.scheme] = _bootstrap_result(one, of_models, alone)
    return results


def _paired_models(data_by_scheme: Sequence[ModelData]) -> tuple[str, ...]:
    """All models that are drawn together under any scheme, those of the first one first."""
    return tuple(dict.fromkeys(model for one in data_by_scheme for model in one.paired_models))


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
    """The interval by the spread of samples: that of `bootstrap_interval`."""
    area = SCHEMES[data.scheme].area(data.points[model])
    return interval_of_samples(area, areas, CONFIDENCE_LEVEL, n_units=data.n_units, positives=data.positives)


def _pair(model: str, other: str, differences: np.ndarray, units: int) -> BootstrapPair:
    """The interval of the leads in all samples, and how often there is one."""
    is_equal = np.abs(differences) < AREA_ROUNDING
    ahead = float((differences[~is_equal] > 0).sum() + is_equal.sum() / 2) / differences.size
    return BootstrapPair(model, other, percentile_interval(differences, CONFIDENCE_LEVEL, n_units=units), ahead)


def _interval(data: ModelData, model: str, progress: Progress) -> Interval:
    """The bootstrap interval: by counts where rows count once; else by rows, since a weight of 3 is not three rows."""
    if data.weight is None and data.groups is None:
        points = data.points[model]
        return bootstrap_interval(points, scheme=data.scheme, n_resamples=N_RESAMPLES, progress=progress)
    rows = data.positive, data.scores[model], data.weight
    return bootstrap_weighted_interval(
        *rows,
        groups=data.groups,
        total_positives=data.total_positives if data.groups is None else None,
        scheme=data.scheme,
        n_resamples=N_RESAMPLES,
        progress=progress,
    )
