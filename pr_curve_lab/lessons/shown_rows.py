"""The rows that a scene shows, their operating points, and the fractions of a step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any

import numpy as np

from pr_curve_lab.analysis.areas import JoinedArea, joined_area, rounded
from pr_curve_lab.analysis.averages import TaskMatrix, parts_of, task_matrix
from pr_curve_lab.analysis.prevalence import RocArea, drawn_roc
from pr_curve_lab.analysis.thinning import Resolution
from pr_curve_lab.i18n.formulas import worked_mean, worked_sum
from pr_curve_lab.i18n.messages import Words
from pr_curve_lab.lessons.lesson import LessonStep, Scene
from pr_curve_lab.plotting.prevalence import RESOLUTION
from pr_curve_lab.schema.dataset import Cases
from pr_curve_lab.schema.examples import example_tasks
from pr_curve_lab.schema.tasks import BinaryTasks
from pr_metrics import (
    SCHEMES,
    AverageParts,
    OperatingPoints,
    at_prevalence,
    at_thresholds,
    choose_threshold,
    operating_points,
    point_in_force,
    receipt,
)

WHOLE_WISHES = ("max_alerts",)  # counts


@dataclass(frozen=True, eq=False)
class Shown:
    """The rows of a scene, their points, the points that are drawn, and which of all is in force."""

    cases: Cases
    points: OperatingPoints  # of every score, at the scene's class balance
    drawn: OperatingPoints  # the same, or those of the scene's own thresholds
    chosen: int | None  # index into `points`; None where no row is called positive
    scheme: str  # that joins the points that are drawn, where they are joined

    @cached_property
    def area(self) -> float:
        """The area of the joined points."""
        return SCHEMES[self.scheme].area(self.drawn)

    def joined(self, resolution: Resolution) -> JoinedArea:
        """The area with the curve that has it, for a picture."""
        return joined_area(self.drawn, self.scheme, resolution, area=self.area)

    @cached_property
    def roc(self) -> RocArea:
        """The ROC curve of all points and its area."""
        return drawn_roc(self.points, RESOLUTION)


@cache
def shown_by(scene: Scene) -> Shown:
    """Take what a scene shows from its example.

    >>> shown_by(Scene("ten_rows", threshold=0.5)).chosen
    4
    >>> shown_by(Scene("four_rows", grid=(0.9, 0.7))).drawn.recall.tolist()
    [0.5, 1.0]
    """
    cases = _cases(scene)
    points = cases.points if scene.prevalence is None else at_prevalence(cases.points, scene.prevalence)
    drawn = points if scene.grid is None else at_thresholds(points, scene.grid)
    return Shown(cases, points, drawn, _chosen(points, scene), scene.scheme or "step")


def _cases(scene: Scene) -> Cases:
    """The rows: of one question or of all, as often and in the order that the scene wants, rounded."""
    tasks = example_tasks(scene.example)
    cases = _pooled(tasks) if scene.task == "all" else tasks.cases(scene.task or tasks.countable[0])
    if scene.times > 1 or scene.order is not None:
        cases = _ordered(cases, scene)
    if scene.power > 1 or scene.missed:
        cases = _mapped(cases, scene)
    return rounded(cases, scene.decimals)


def _pooled(tasks: BinaryTasks) -> Cases:
    """The entries of all tasks as rows of one: what a micro average counts."""
    matrix = task_matrix(tasks)
    weight = None if matrix.weight is None else np.repeat(matrix.weight, len(matrix.names))
    return replace(
        tasks.cases(tasks.countable[0]),
        row=np.repeat(tasks.row, len(matrix.names)),
        positive=matrix.positive.ravel(),
        score=matrix.score.ravel(),
        weight=weight,
        points=matrix.pooled,
    )


def _ordered(cases: Cases, scene: Scene) -> Cases:
    """Cases with each row so many times, and tied rows one by one: then the score of a row is its rank from below."""
    row, positive, score = (np.repeat(one, scene.times) for one in (cases.row, cases.positive, cases.score))
    if scene.order is not None:
        worst = scene.order == "worst"
        among_tied = positive if worst else np.random.default_rng(int(scene.order)).random(score.size)
        rank = np.empty(score.size)
        rank[np.lexsort((among_tied, -score))] = np.arange(score.size, 0, -1)
        score = rank
    points = operating_points(positive, score)
    return replace(cases, row=row, positive=positive, score=score, weight=None, points=points)


def _mapped(cases: Cases, scene: Scene) -> Cases:
    """Cases with every score raised to a power, and with positives beside them that have no score."""
    score, total = cases.score**scene.power, cases.points.positives + scene.missed
    points = operating_points(cases.positive, score, sample_weight=cases.weight, total_positives=total)
    return replace(cases, score=score, points=points)


def _chosen(points: OperatingPoints, scene: Scene) -> int | None:
    if scene.wish is not None:
        wish = {name: int(value) if name in WHOLE_WISHES else value for name, value in scene.wish.items()}
        best = choose_threshold(points, **wish)
        return None if best is None else best.index
    return None if scene.threshold is None else point_in_force(points, scene.threshold)


ROOM, ROOM_FOR_TERMS = r"\hspace{3.5em}", r"\hspace{12em}"


class _Room(str):
    """Room in place of a number, however that would be written."""

    def __format__(self, _: str) -> str:
        """The room itself."""
        return str(self)


def fractions_of(step: LessonStep, scene: Scene, facts: Mapping[str, Any], words: Words) -> list[str]:
    """The fractions of a step: counts over counts, an area with its terms, a mean with its weights.

    >>> from pr_curve_lab.lessons.registry import LESSONS
    >>> from pr_curve_lab.lessons.facts import facts_of
    >>> from pr_curve_lab.i18n.messages import words_in
    >>> lesson = LESSONS["decisions"]
    >>> fractions_of(lesson.steps[3], lesson.scene(4), facts_of(lesson, 4), words_in("en"))[0][-20:]
    '= \\\\frac{4}{5} = 0.80'
    """
    return [_fraction(name, scene, facts, words) for name in step.formulas]


def _fraction(name: str, scene: Scene, facts: Mapping[str, Any], words: Words) -> str:
    if name == "area":
        points = shown_by(scene).drawn
        return worked_sum(receipt(points, scene.scheme or "step"), points)
    if name == "average":
        matrix, kind = task_matrix(example_tasks(scene.example)), scene.average or "macro"
        return worked_mean(parts_of(matrix, kind, scene.scheme or "step"), _counted(matrix, kind))
    if name == "hits":
        points = shown_by(scene).points
        hits = np.repeat(points.precision, np.diff(points.true_positives, prepend=0).astype(int))
        return worked_mean(AverageParts(name, facts["area"], hits, np.full(hits.size, 1 / hits.size)))
    return words.say_formula(f"lessons.{name}_fraction", **facts)


def fractions_to_fill_in(step: LessonStep, scene: Scene, facts: Mapping[str, Any], words: Words) -> list[str]:
    """The fractions without their numbers: of a sum not even how many terms it has, since that can be what is asked.

    >>> from pr_curve_lab.lessons.registry import LESSONS
    >>> from pr_curve_lab.lessons.facts import facts_of
    >>> from pr_curve_lab.i18n.messages import words_in
    >>> lesson = LESSONS["wishes"]
    >>> print(fractions_to_fill_in(lesson.steps[1], lesson.scene(2), facts_of(lesson, 2), words_in("en"))[2])
    F_1 = \\frac{2 \\times \\hspace{3.5em}}{\\hspace{3.5em} + \\hspace{3.5em}} = \\hspace{3.5em}
    """
    room = {name: _Room(ROOM) for name in facts} | {"divisor": _Room(ROOM), "terms": _Room(ROOM_FOR_TERMS)}
    named = {"average": words.say(f"averages.{scene.average}.name")} if scene.average else {}
    keys = {"area": "sheet.area_sum", "average": "sheet.average_sum", "hits": "sheet.hits_sum"}
    facts = {**room, **named}
    return [words.say_formula(keys.get(name, f"lessons.{name}_fraction"), **facts) for name in step.formulas]


def _counted(matrix: TaskMatrix, kind: str) -> np.ndarray | None:
    """The weights of a mean's parts: a task counts its positives, a row its weight; None where all count alike."""
    if kind == "weighted":
        return matrix.positives
    return matrix.weight if kind == "samples" else None
