"""The same rows read in another way: what would give a number that nothing gives on the rows as they are.

Each reading is computed and then held against the number, never claimed: rounded scores, weights left out, another
score of the file, the other class, one fold, an average, another class balance. The first assume least.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from pr_app.analysis.averages import KINDS, TaskMatrix, parts_of, split, task_matrix
from pr_app.analysis.published_number import Published, agreement
from pr_app.analysis.score_rounding import decimals_offered
from pr_app.reading.cases.binary_tasks import BinaryTasks
from pr_app.reading.cases.cases import Cases
from pr_metrics import SCHEMES, OperatingPoints, at_prevalence, operating_points, round_scores

Kind = Literal[
    "decimals", "unweighted", "other_score", "other_label", "other_class", "fold", "mean_of_folds", "average",
    "prevalence",
]  # fmt: skip
ASKED = ("step", "linear", "continuous")  # what most tools report
RAREST, HALVINGS = 1e-6, 50  # class balance; of the distance to the one looked for, in log odds


@dataclass(frozen=True, slots=True)
class Reading:
    """Another way to read the rows, and an area that is the number then, rounded to its digits."""

    kind: Kind
    which: str | int | float | None  # the decimals, score, fold, average or class balance; None: there is only one
    scheme: str  # its key
    area: float


def other_readings(tasks: BinaryTasks, name: str, published: Published) -> tuple[Reading, ...]:
    """The readings of one task that give a number, those that assume least first.

    >>> from pr_app.analysis.published_number import read_published
    >>> from pr_app.reading.examples import example_tasks
    >>> found = other_readings(example_tasks("sixteen_rows"), "score", read_published("0.854"))
    >>> [(one.kind, one.which) for one in found][:1]
    [('decimals', 0)]
    """
    cases = tasks.cases(name)
    found = []
    for kind, which, areas in _readings(tasks, name, cases):
        for scheme, area in areas.items():
            if _is(published, area):
                found.append(Reading(kind, which, scheme, area))
    return (*found, *_balances(cases.points, published))


Areas = dict[str, float]


def _readings(tasks: BinaryTasks, name: str, cases: Cases) -> Iterator[tuple[Kind, str | int | None, Areas]]:
    """Every reading but that of another class balance, with its areas."""
    for decimals in (one for one in decimals_offered(cases.points) if one >= 0):
        yield "decimals", decimals, _areas(round_scores(cases.points, decimals))
    if cases.weight is not None:
        yield "unweighted", None, _areas(operating_points(cases.positive, cases.score))
    if tasks.kind == "models":
        yield from (("other_score", other, _areas(tasks.points(other))) for other in tasks.countable if other != name)
    if not cases.points.unreached_positives:
        yield "other_label", None, _areas(_of_other_class(cases, cases.score))
        yield "other_class", None, _areas(_of_other_class(cases, 0.0 - cases.score))
    yield from _of_folds(tasks, name)
    if tasks.kind in ("classes", "labels"):
        matrix = task_matrix(tasks)
        yield from (("average", kind, {one: parts_of(matrix, kind, one).area for one in ASKED}) for kind in KINDS)


def _of_other_class(cases: Cases, score: np.ndarray) -> OperatingPoints:
    return operating_points(~cases.positive, score, sample_weight=cases.weight)


def _of_folds(tasks: BinaryTasks, name: str) -> Iterator[tuple[Kind, str | int | None, Areas]]:
    """One fold alone, and the mean over those that have positives."""
    if tasks.group is None:
        return
    folds = [_fold_areas(one) for one in split(task_matrix(tasks, (name,)), tasks.group)]
    yield from (("fold", fold, areas) for fold, areas in zip(tasks.group_names, folds, strict=True))
    counted = [areas for areas in folds if not math.isnan(areas["step"])]
    if len(counted) > 1:
        yield "mean_of_folds", None, {one: float(np.mean([areas[one] for areas in counted])) for one in ASKED}


def _fold_areas(fold: TaskMatrix) -> Areas:
    return _areas(fold.points[0])


def _areas(points: OperatingPoints) -> Areas:
    return {scheme: SCHEMES[scheme].area(points) for scheme in ASKED}


def _balances(points: OperatingPoints, published: Published) -> tuple[Reading, ...]:
    """The class balance at which the step area is the number: it rises with the share of positives."""
    if not 0 < points.prevalence < 1:
        return ()
    ends = [math.log(RAREST / (1 - RAREST)), math.log((1 - RAREST) / RAREST)]

    def area_at(log_odds: float) -> float:
        return SCHEMES["step"].area(at_prevalence(points, 1 / (1 + math.exp(-log_odds))))

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        if not area_at(ends[0]) <= float(published.number) <= area_at(ends[1]):
            return ()
        for _ in range(HALVINGS):
            middle = sum(ends) / 2
            ends[area_at(middle) >= float(published.number)] = middle
        area = area_at(ends[1])
    return (Reading("prevalence", 1 / (1 + math.exp(-ends[1])), "step", area),) if _is(published, area) else ()


def _is(published: Published, area: float) -> bool:
    """Whether an area is the number; with digits cut off it would take one more thing to be assumed."""
    return not math.isnan(area) and agreement(published, area) == "rounded"
