"""What other samples of the rows would make of models' areas, and of the lead of the best over the second.

Intervals of two models that overlap do not show that they are equally good. Both were scored on the same rows, and what
makes a sample easy is easy for both; so the two best are also drawn as a pair.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pr_app.long_work import Progress, predicted_seconds
from pr_app.questions import Questions
from pr_metrics import Interval, OperatingPoints, bootstrap_difference, bootstrap_interval

RESAMPLES = 1000
OF_A_PAIR = 2  # the pair draws two models at once


@dataclass(frozen=True)
class Sampled:
    """95 % intervals over samples of the rows."""

    areas: Mapping[str, Interval]  # of each model
    lead: Interval | None  # of the best over the second; none with weights, since a pair is drawn row by row


@dataclass(frozen=True, eq=False)
class Contest:
    """Models on the same rows, the best first, and all that it takes to draw them anew."""

    scheme: str
    points: Mapping[str, OperatingPoints]
    positive: np.ndarray | None  # (n_rows,), and the scores of the two best; None with weights
    scores: tuple[np.ndarray, ...]


def contest_of(
    questions: Questions, points: Mapping[str, OperatingPoints], by_area: Sequence[str], scheme: str
) -> Contest:
    """Put models in the order of their areas; the pair is left out where rows have weights.

    >>> from pr_app.examples import example_questions
    >>> four = example_questions("four_models")
    >>> points = {name: four.points(name) for name in four.names}
    >>> len(contest_of(four, points, ("forest", "neighbours"), "step").scores)
    2
    """
    ordered = {model: points[model] for model in by_area}
    if questions.weight is not None:
        return Contest(scheme, ordered, None, ())
    scores = tuple(questions.score[:, questions.names.index(model)] for model in by_area[:2])
    return Contest(scheme, ordered, questions.positive[:, 0], scores)


def of_whole_rows(points: OperatingPoints) -> bool:
    """Whether every point counts whole rows, which alone can be drawn.

    >>> of_whole_rows(OperatingPoints.from_counts([1], [1.5], [1]))
    False
    """
    return bool((points.true_positives % 1 == 0).all() and (points.false_positives % 1 == 0).all())


def seconds_for(contest: Contest) -> float:
    """How long it will take, roughly.

    >>> points = OperatingPoints.from_counts([1], [1], [1])
    >>> seconds_for(Contest("step", {"a": points, "b": points}, None, ())) < 1
    True
    """
    alone = sum(predicted_seconds(RESAMPLES, points.threshold.size) for points in contest.points.values())
    rows = 0 if contest.positive is None else contest.positive.size
    return alone + (OF_A_PAIR * predicted_seconds(RESAMPLES, rows) if rows else 0.0)


def sampled(contest: Contest, report: Progress) -> Sampled:
    """Draw every model, then the two best as a pair; the same every time.

    >>> points = OperatingPoints.from_counts([2, 1], [9, 1], [1, 9])
    >>> drawn = sampled(Contest("step", {"a": points}, None, ()), lambda share: None)
    >>> bool(drawn.areas["a"].low < 0.8 < drawn.areas["a"].high), drawn.lead
    (True, None)
    """
    parts = len(contest.points) + (0 if contest.positive is None else OF_A_PAIR)

    def part(before: int, of: int = 1) -> Progress:
        return lambda share: report((before + of * share) / parts)

    areas = {
        model: bootstrap_interval(points, scheme=contest.scheme, resamples=RESAMPLES, progress=part(index))
        for index, (model, points) in enumerate(contest.points.items())
    }
    if contest.positive is None:
        return Sampled(areas, None)
    pair = part(len(areas), OF_A_PAIR)
    lead = bootstrap_difference(
        contest.positive, *contest.scores, scheme=contest.scheme, resamples=RESAMPLES, progress=pair
    )
    return Sampled(areas, lead)
