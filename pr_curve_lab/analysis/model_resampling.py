"""Areas of resampled rows, for intervals of models and of their differences; with progress.

Intervals of two models that overlap do not show that they are equally good. Both were scored on the same rows, and what
makes a sample easy is easy for both; so the best models are also drawn together, and compared sample by sample.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from pr_curve_lab.schema.tasks import BinaryTasks
from pr_metrics import (
    SCHEMES,
    Interval,
    OperatingPoints,
    bootstrap_interval,
    bootstrap_weighted_interval,
)
from pr_metrics.tolerances import AREA_ROUNDING
from pr_metrics.uncertainty.bootstrap import (
    bootstrap_areas_by_scheme,
    interval_of_samples,
    percentile_interval,
    smaller_class,
)

Progress = Callable[[float], None]  # told the share done, 0 to 1; raises where the work is to end

SECONDS_TO_DRAW, SECONDS_TO_DRAW_A_ROW = 30e-6, 60e-9  # a sample of a bootstrap or a permutation test
SECONDS_OF_AN_AREA, SECONDS_OF_A_POINT = 4e-6, 18e-9  # of each sample; as measured up to thousands of points


def predicted_seconds(samples: int, points: int, *, areas: int = 1) -> float:
    """How long a bootstrap or a permutation test of so many samples will take, roughly.

    areas: how many are computed of each sample, of several models or by several schemes.

    >>> predicted_seconds(1000, 500) < 0.1 < predicted_seconds(1000, 10_000)
    True
    """
    drawing = SECONDS_TO_DRAW + SECONDS_TO_DRAW_A_ROW * points
    return samples * (drawing + areas * (SECONDS_OF_AN_AREA + SECONDS_OF_A_POINT * points))


RESAMPLES = 1000
LEVEL = 0.95
MOST_TOGETHER = 7  # models drawn together: the best of them, and its rival


@dataclass(frozen=True, slots=True)
class SampledPair:
    """Two models on the same samples."""

    first: str
    second: str
    lead: Interval  # 95 %, of the first over the second
    ahead: float  # share of the samples in which the first has the larger area; one with equal areas counts half


@dataclass(frozen=True)
class Sampled:
    """95 % intervals over samples of the rows."""

    areas: Mapping[str, Interval]  # of each model
    rival: str  # the best of those whose area is less than that of the best
    lead: Interval  # of the best over the rival
    pairs: tuple[SampledPair, ...] = ()  # of the best few; the better first


@dataclass(frozen=True, eq=False)
class Contest:
    """Models on the same rows, the best first, and all that it takes to draw them anew."""

    scheme: str
    points: Mapping[str, OperatingPoints]
    positive: np.ndarray  # (n_rows,)
    scores: Mapping[str, np.ndarray]
    weight: np.ndarray | None
    rival: str
    groups: np.ndarray | None = None  # (n_rows,), drawn with all their rows

    @property
    def total_positives(self) -> float:
        """All positives, also those that no model scored."""
        return self.points[self.best].positives

    @property
    def positives(self) -> int:
        """How many positives are drawn: those that were scored, and those that were not."""
        return int(self.positive.sum()) + round(self.points[self.best].unreached_positives)

    @property
    def units(self) -> int:
        """How many groups are drawn; without any, how many rows the smaller class has."""
        if self.groups is not None:
            return int(self.groups.max()) + 1
        return smaller_class(self.positives, int((~self.positive).sum()))

    @property
    def best(self) -> str:
        """The model of the largest area."""
        return next(iter(self.points))

    @property
    def together(self) -> tuple[str, ...]:
        """The models that are drawn together, the best first."""
        return tuple(dict.fromkeys([*list(self.points)[:MOST_TOGETHER], self.rival]))

    @property
    def alone(self) -> tuple[str, ...]:
        """The others, which nothing is compared with."""
        return tuple(model for model in self.points if model not in self.together)


def contest_of(
    tasks: BinaryTasks, points: Mapping[str, OperatingPoints], areas: Mapping[str, float], scheme: str
) -> Contest:
    """Put models in the order of their areas; the best is paired with the first that is not its equal, if one is not.

    >>> from pr_curve_lab.schema.examples import example_tasks
    >>> four = example_tasks("four_models")
    >>> points = {name: four.points(name) for name in four.names}
    >>> areas = {"tree": 0.5, "logistic": 0.6, "forest": 0.9, "neighbours": 0.9}
    >>> contest_of(four, points, areas, "step").rival
    'logistic'
    """
    by_area = sorted(areas, key=lambda model: -areas[model])
    behind = [model for model in by_area if areas[by_area[0]] - areas[model] >= AREA_ROUNDING]
    return Contest(
        scheme=scheme,
        points={model: points[model] for model in by_area},
        positive=tasks.positive[:, 0],
        scores={model: tasks.score[:, tasks.names.index(model)] for model in by_area},
        weight=tasks.weight,
        rival=behind[0] if behind else by_area[1],
        groups=tasks.groups_together,
    )


def contests_by_scheme(
    tasks: BinaryTasks, points: Mapping[str, OperatingPoints], areas: Mapping[str, Mapping[str, float]]
) -> tuple[Contest, ...]:
    """A contest for each scheme; areas: by scheme and model. They share all that does not depend on the scheme."""
    each = [contest_of(tasks, points, of_models, scheme) for scheme, of_models in areas.items()]
    return tuple(replace(one, positive=each[0].positive, scores=each[0].scores) for one in each)


def seconds_for(contests: Sequence[Contest]) -> float:
    """How long it will take, roughly.

    >>> from pr_curve_lab.schema.examples import example_tasks
    >>> four = example_tasks("four_models")
    >>> points = {name: four.points(name) for name in four.names}
    >>> seconds_for([contest_of(four, points, dict.fromkeys(four.names, 0.5), "step")]) < 1
    True
    """
    first, together = contests[0], _together(contests)
    rows = first.positive.size
    alone = [
        one.points[model].threshold.size if one.weight is None and one.groups is None else rows
        for one in contests
        for model in one.alone
    ]
    drawn = predicted_seconds(RESAMPLES, rows, areas=len(together) * len(contests))
    return drawn + sum(predicted_seconds(RESAMPLES, one) for one in alone)


def sampled(contests: Sequence[Contest], report: Progress) -> dict[str, Sampled]:
    """Draw the best models together, then each of the others; by scheme, from the same samples, the same every time."""
    first, together = contests[0], _together(contests)
    parts = len(together) + sum(len(one.alone) for one in contests)

    def part(before: int, of: int = 1) -> Progress:
        return lambda share: report((before + of * share) / parts)

    found = bootstrap_areas_by_scheme(
        first.positive,
        [first.scores[model] for model in together],
        [one.scheme for one in contests],
        sample_weight=first.weight,
        total_positives=first.total_positives if first.groups is None else None,
        groups=first.groups,
        resamples=RESAMPLES,
        progress=part(0, len(together)),
    )
    before, results = len(together), dict[str, Sampled]()
    for number, one in enumerate(contests):
        of_models = {model: found[:, together.index(model), number] for model in one.together}
        alone = {model: _interval(one, model, part(index)) for index, model in enumerate(one.alone, start=before)}
        before += len(alone)
        results[one.scheme] = _sampled(one, of_models, alone)
    return results


def _together(contests: Sequence[Contest]) -> tuple[str, ...]:
    """All models that are drawn together under any scheme, those of the first one first."""
    return tuple(dict.fromkeys(model for one in contests for model in one.together))


def _sampled(contest: Contest, drawn: Mapping[str, np.ndarray], alone: Mapping[str, Interval]) -> Sampled:
    areas = {model: _interval_of(contest, model, values) for model, values in drawn.items()} | dict(alone)
    pairs = tuple(
        _pair(one, other, drawn[one] - drawn[other], contest.units) for one, other in combinations(contest.together, 2)
    )
    (lead,) = (pair.lead for pair in pairs if (pair.first, pair.second) == (contest.best, contest.rival))
    return Sampled({model: areas[model] for model in contest.points}, contest.rival, lead, pairs)


def _interval_of(contest: Contest, model: str, areas: np.ndarray) -> Interval:
    """The interval by the spread of samples: that of `bootstrap_interval`."""
    area = SCHEMES[contest.scheme].area(contest.points[model])
    return interval_of_samples(area, areas, LEVEL, units=contest.units, positives=contest.positives)


def _pair(first: str, second: str, leads: np.ndarray, units: int) -> SampledPair:
    """The interval of the leads in all samples, and how often there is one."""
    is_equal = np.abs(leads) < AREA_ROUNDING
    ahead = float((leads[~is_equal] > 0).sum() + is_equal.sum() / 2) / leads.size
    return SampledPair(first, second, percentile_interval(leads, LEVEL, units=units), ahead)


def _interval(contest: Contest, model: str, progress: Progress) -> Interval:
    """The bootstrap interval: by counts where rows count once; else by rows, since a weight of 3 is not three rows."""
    if contest.weight is None and contest.groups is None:
        points = contest.points[model]
        return bootstrap_interval(points, scheme=contest.scheme, resamples=RESAMPLES, progress=progress)
    rows = contest.positive, contest.scores[model], contest.weight
    return bootstrap_weighted_interval(
        *rows,
        groups=contest.groups,
        total_positives=contest.total_positives if contest.groups is None else None,
        scheme=contest.scheme,
        resamples=RESAMPLES,
        progress=progress,
    )
