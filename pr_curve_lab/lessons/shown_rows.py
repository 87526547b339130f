"""What a scene shows of its example: the rows as it changes them, and their operating points."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, cached_property

import numpy as np

from pr_curve_lab.analysis.averages import task_matrix
from pr_curve_lab.analysis.joined_areas import JoinedArea, joined_area
from pr_curve_lab.analysis.roc import RocArea, drawn_roc
from pr_curve_lab.analysis.score_rounding import rounded
from pr_curve_lab.analysis.thinning import Resolution
from pr_curve_lab.lessons.lesson import Scene
from pr_curve_lab.plotting.moved_curve import RESOLUTION
from pr_curve_lab.reading.cases.binary_tasks import BinaryTasks
from pr_curve_lab.reading.cases.cases import Cases
from pr_curve_lab.reading.examples import example_tasks
from pr_metrics import (
    SCHEMES,
    OperatingPoints,
    at_prevalence,
    at_thresholds,
    choose_threshold,
    operating_points,
    point_in_force,
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
