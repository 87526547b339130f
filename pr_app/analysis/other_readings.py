"""The same rows read in another way: what would give a number that nothing gives on the rows as they are.

Each reading is computed and then held against the number, never claimed: rounded scores, weights left out, the rows
of one label left out, another score of the file, the other class, one fold, an average, another class balance. The
first assume least.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from pr_app.analysis.averages import KINDS, parts_of, split, task_matrix
from pr_app.analysis.published_number import Published, agreement
from pr_app.analysis.rounding import rounded_text
from pr_app.analysis.score_rounding import decimals_offered
from pr_app.reading.cases.binary_tasks import BinaryTasks
from pr_app.reading.cases.cases import Cases
from pr_metrics import SCHEMES, OperatingPoints, at_prevalence, operating_points, round_scores

Kind = Literal[
    "decimals", "unweighted", "left_out", "other_score", "other_label", "other_class", "fold", "mean_of_folds",
    "average", "prevalence",
]  # fmt: skip
ASKED = ("step", "linear", "continuous")  # what most tools report
MOST_VALUES = 20  # negative ones, of which each is left out
RAREST, HALVINGS = 1e-6, 50  # class balance; of the distance to the one looked for, in log odds
DIGITS = range(2, 10)  # significant, of a class balance in print


@dataclass(frozen=True, slots=True)
class Reading:
    """Another way to read the rows, and the area that one scheme has then."""

    kind: Kind
    which: str | int | None  # the decimals, score, fold, average, or the class balance as text; None: there is only one
    scheme: str  # its key
    area: float


def other_readings(tasks: BinaryTasks, name: str) -> tuple[Reading, ...]:
    """The readings of one task with their areas, those that assume least first; without those of a class balance.

    >>> from pr_app.reading.examples import example_tasks
    >>> readings = other_readings(example_tasks("sixteen_rows"), "score")
    >>> [(one.kind, one.which, round(one.area, 3)) for one in readings if one.scheme == "step"][:2]
    [('decimals', 1, 0.89), ('decimals', 0, 0.854)]
    """
    return tuple(
        Reading(kind, which, scheme, area)
        for kind, which, areas in _readings(tasks, name, tasks.cases(name))
        for scheme, area in areas.items()
        if not math.isnan(area)
    )


def is_number(published: Published, area: float) -> bool:
    """Whether an area is the number; with digits cut off it would take one more thing to be assumed.

    >>> from pr_app.analysis.published_number import read_published
    >>> is_number(read_published("0.85"), 0.854), is_number(read_published("0.85"), 0.856)
    (True, False)
    """
    return agreement(published, area) == "rounded"


def balance_reading(points: OperatingPoints, published: Published) -> Reading | None:
    """The class balance at which the step area is the number, with as many digits as that takes; None where none is.

    >>> from pr_app.analysis.published_number import read_published
    >>> balance_reading(OperatingPoints.from_counts([2, 1], [8, 2], [1, 9]), read_published("0.5")).which
    '0.15'
    """
    if not 0 < points.prevalence < 1:
        return None
    wanted = _balance_at(points, float(published.number))
    texts = [] if wanted is None else [rounded_text(wanted, f".{digits}g") for digits in DIGITS]
    for text in (one for one in texts if 0 < float(one) < 1):
        area = _area_at(points, float(text))
        if is_number(published, area):
            return Reading("prevalence", text, "step", area)
    return None


Areas = dict[str, float]


def _readings(tasks: BinaryTasks, name: str, cases: Cases) -> Iterator[tuple[Kind, str | int | None, Areas]]:
    """Every reading but that of another class balance, with its areas."""
    for decimals in (one for one in decimals_offered(cases.points) if one >= 0):
        yield "decimals", decimals, _areas(round_scores(cases.points, decimals))
    has_missed = cases.points.unreached_positives > 0
    if cases.is_weighted and not has_missed:  # of missed ones the weight is known, and not how many they are
        yield "unweighted", None, _areas(operating_points(cases.positive, cases.score))
    if tasks.kind in ("one", "models"):
        yield from _without_a_label(tasks, name, cases)
    if tasks.kind == "models":
        yield from (("other_score", other, _areas(tasks.points(other))) for other in tasks.countable if other != name)
    if not has_missed:
        yield "other_label", None, _areas(_of_other_class(cases, cases.score))
        yield "other_class", None, _areas(_of_other_class(cases, 0.0 - cases.score))
    yield from _of_folds(tasks, name)
    if tasks.kind in ("classes", "labels"):
        matrix = task_matrix(tasks)
        yield from (("average", kind, {one: parts_of(matrix, kind, one).area for one in ASKED}) for kind in KINDS)


def _without_a_label(tasks: BinaryTasks, name: str, cases: Cases) -> Iterator[tuple[Kind, str | int | None, Areas]]:
    """The rows without those of one negative value, as of rows that nobody judged."""
    if len(cases.negative_values) < 2 or cases.points.unreached_positives:
        return
    label = tasks.label_columns.text[tasks.label_columns.roles(name).label][tasks.row]
    for value in cases.negative_values[:MOST_VALUES]:
        others = label != value
        if not cases.positive[others].all():
            weight = None if cases.weight is None else cases.weight[others]
            points = operating_points(cases.positive[others], cases.score[others], sample_weight=weight)
            yield "left_out", value, _areas(points)


def _of_other_class(cases: Cases, score: np.ndarray) -> OperatingPoints:
    return operating_points(~cases.positive, score, sample_weight=cases.weight)


def _of_folds(tasks: BinaryTasks, name: str) -> Iterator[tuple[Kind, str | int | None, Areas]]:
    """One fold alone, and the mean over those that have positives; none where nobody knows which missed theirs."""
    if tasks.group is None or tasks.never_scored.of_group is None:
        return
    folds = [
        _areas(one.points[0]) for one in split(task_matrix(tasks, (name,)), tasks.group, tasks.never_scored.of_group)
    ]
    yield from (("fold", fold, areas) for fold, areas in zip(tasks.group_names, folds, strict=True))
    counted = [areas for areas in folds if not math.isnan(areas["step"])]
    if len(counted) > 1:
        yield "mean_of_folds", None, {one: float(np.mean([areas[one] for areas in counted])) for one in ASKED}


def _areas(points: OperatingPoints) -> Areas:
    return {scheme: SCHEMES[scheme].area(points) for scheme in ASKED}


def _balance_at(points: OperatingPoints, area: float) -> float | None:
    """The class balance at which the step area, which rises with it, is this; None where it is none."""
    ends = [math.log(RAREST / (1 - RAREST)), math.log((1 - RAREST) / RAREST)]
    if not _area_at(points, _share(ends[0])) <= area <= _area_at(points, _share(ends[1])):
        return None
    for _ in range(HALVINGS):
        middle = sum(ends) / 2
        ends[_area_at(points, _share(middle)) >= area] = middle
    return _share(ends[1])


def _share(log_odds: float) -> float:
    return 1 / (1 + math.exp(-log_odds))


def _area_at(points: OperatingPoints, prevalence: float) -> float:
    return SCHEMES["step"].area(at_prevalence(points, prevalence))
