"""What other samples of the rows would make of models' areas, and of the lead of the best over the next.

Intervals of two models that overlap do not show that they are equally good. Both were scored on the same rows, and what
makes a sample easy is easy for both; so the best and its rival are also drawn as a pair.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from pr_app.analysis.progress import Progress, predicted_seconds
from pr_app.reading.cases.binary_tasks import BinaryTasks
from pr_metrics import (
    Interval,
    OperatingPoints,
    bootstrap_difference,
    bootstrap_interval,
    bootstrap_weighted_interval,
)
from pr_metrics.tolerances import AREA_ROUNDING

RESAMPLES = 1000
OF_A_PAIR = 2  # the pair draws two models at once


@dataclass(frozen=True)
class Sampled:
    """95 % intervals over samples of the rows."""

    areas: Mapping[str, Interval]  # of each model
    rival: str  # the best of those whose area is less than that of the best
    lead: Interval  # of the best over the rival


@dataclass(frozen=True, eq=False)
class Contest:
    """Models on the same rows, the best first, and all that it takes to draw them anew."""

    scheme: str
    points: Mapping[str, OperatingPoints]
    positive: np.ndarray  # (n_rows,)
    scores: Mapping[str, np.ndarray]
    weight: np.ndarray | None
    rival: str

    @property
    def total_positives(self) -> float:
        """All positives, also those that no model scored."""
        return self.points[self.best].positives

    @property
    def best(self) -> str:
        """The model of the largest area."""
        return next(iter(self.points))


def contest_of(
    tasks: BinaryTasks, points: Mapping[str, OperatingPoints], areas: Mapping[str, float], scheme: str
) -> Contest:
    """Put models in the order of their areas; the best is paired with the first that is not its equal, if one is not.

    >>> from pr_app.reading.examples import example_tasks
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
    )


def seconds_for(contest: Contest) -> float:
    """How long it will take, roughly.

    >>> from pr_app.reading.examples import example_tasks
    >>> four = example_tasks("four_models")
    >>> points = {name: four.points(name) for name in four.names}
    >>> seconds_for(contest_of(four, points, dict.fromkeys(four.names, 0.5), "step")) < 1
    True
    """
    rows = contest.positive.size
    drawn = [points.threshold.size if contest.weight is None else rows for points in contest.points.values()]
    return sum(predicted_seconds(RESAMPLES, one) for one in (*drawn, *[rows] * OF_A_PAIR))


def sampled(contest: Contest, report: Progress) -> Sampled:
    """Draw every model, then the best and its rival as a pair; the same every time."""
    parts = len(contest.points) + OF_A_PAIR

    def part(before: int, of: int = 1) -> Progress:
        return lambda share: report((before + of * share) / parts)

    areas = {model: _interval(contest, model, part(index)) for index, model in enumerate(contest.points)}
    lead = bootstrap_difference(
        contest.positive,
        contest.scores[contest.best],
        contest.scores[contest.rival],
        sample_weight=contest.weight,
        total_positives=contest.total_positives,
        scheme=contest.scheme,
        resamples=RESAMPLES,
        progress=part(len(areas), OF_A_PAIR),
    )
    return Sampled(areas, contest.rival, lead)


def _interval(contest: Contest, model: str, progress: Progress) -> Interval:
    """The bootstrap interval: by counts where rows count once; else by rows, since a weight of 3 is not three rows."""
    if contest.weight is None:
        points = contest.points[model]
        return bootstrap_interval(points, scheme=contest.scheme, resamples=RESAMPLES, progress=progress)
    rows = contest.positive, contest.scores[model], contest.weight
    return bootstrap_weighted_interval(
        *rows,
        total_positives=contest.total_positives,
        scheme=contest.scheme,
        resamples=RESAMPLES,
        progress=progress,
    )
