"""The pictures of a scene, side by side: each a figure, its key on the page, and a sentence for who cannot see it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from pr_app.analysis.averages import average_of, folds_of, parts_of, split, task_areas, task_matrix
from pr_app.analysis.measured_points import MeasuredPoints, measured_points
from pr_app.analysis.number_texts import threshold_text
from pr_app.analysis.score_rounding import areas_by_decimals, decimals_offered
from pr_app.figures.average_pictures import folds_figure, tasks_figure
from pr_app.figures.chosen_point import chosen_mark
from pr_app.figures.lesson_curve import RESOLUTION, LessonView, lesson_figure
from pr_app.figures.ranked_rows import ranked_rows_figure
from pr_app.figures.roc import roc_figure
from pr_app.figures.rounded_areas import rounded_areas_figure
from pr_app.figures.threshold_walk import walk_figure
from pr_app.figures.tool_values import Reported, tool_values_figure
from pr_app.lessons.lesson import Picture, Scene
from pr_app.lessons.shown_rows import Shown, shown_by
from pr_app.reading.examples import example_tasks
from pr_app.wording.catalogue import Words
from pr_metrics import TOOLS, OperatingPoints, tool_reports

Figure = Any  # Plotly's, which only figures know
MAIN = "lesson_chart"
KEYS = {"rows": "rows_chart", "roc": "roc_chart", "decimals": "rounding_chart"}
SHARES: dict[Picture, int] = {"rows": 3, "tools": 8}  # of the width
SHARE, SHARE_OF_TWO = 5, 3.6  # of others, and of one of two curves
ROUNDED = ("step", "linear")


@dataclass(frozen=True, eq=False)
class Drawn:
    """One picture of a scene."""

    name: Picture
    figure: Figure
    alt: str
    share: float  # of the width of a page, as a part of all shares

    @property
    def key(self) -> str:
        """The key by which tests and links call it."""
        return KEYS.get(self.name, MAIN)


def pictures_of(scene: Scene, words: Words, *, same_data: str) -> list[Drawn]:
    """Draw what a scene shows.

    >>> from pr_app.lessons.registry import LESSONS
    >>> from pr_app.wording.catalogue import words_in
    >>> [drawn.key for drawn in pictures_of(LESSONS["curve"].scene(2), words_in("en"), same_data="")]
    ['rows_chart', 'lesson_chart']
    """
    shown = shown_by(scene)
    share = SHARE if len(scene.pictures) == 1 or "rows" in scene.pictures else SHARE_OF_TWO
    return [
        Drawn(name, *_MADE[name](scene, shown, words, same_data), SHARES.get(name, share)) for name in scene.pictures
    ]


def _rows(_: Scene, shown: Shown, words: Words, same_data: str) -> tuple[Figure, str]:
    cases, points, chosen = shown.cases, shown.points, shown.chosen
    called = 0 if chosen is None else round(float(points.true_positives[chosen] + points.false_positives[chosen]))
    facts = {"rows": cases.size, "positives": int(cases.positive.sum()), "called": called}
    return ranked_rows_figure(cases, chosen, words, same_data=same_data), words.say("lessons.rows_alt", **facts)


def _curve(scene: Scene, shown: Shown, words: Words, same_data: str) -> tuple[Figure, str]:
    so_far = 0 if shown.chosen is None else shown.chosen + 1
    drawn = {"none": 0, "so_far": so_far, "all": shown.drawn.threshold.size}[scene.points]
    figure = lesson_figure(shown.drawn, view_of(scene, shown), shown.chosen, words, same_data=same_data)
    return figure, words.say("lessons.curve_alt", points=drawn)


def view_of(scene: Scene, shown: Shown) -> LessonView:
    """The view of a scene that the picture of its curve shows.

    >>> view_of(Scene("ten_rows"), shown_by(Scene("ten_rows"))).measured is None
    True
    """
    joined = None if scene.scheme is None else shown.joined(RESOLUTION)
    return LessonView(_measured(scene, shown.drawn, shown.chosen), joined, scene.top)


def _measured(scene: Scene, points: OperatingPoints, chosen: int | None) -> MeasuredPoints | None:
    """The points that are drawn: all, or those of the thresholds passed so far, with the totals of all rows."""
    if scene.points == "all":
        return measured_points(points)
    if scene.points == "none" or chosen is None:
        return None
    upto = slice(0, chosen + 1)
    counts = (points.threshold[upto], points.true_positives[upto], points.false_positives[upto])
    return measured_points(OperatingPoints(*counts, points.positives, points.negatives))


def _walk(_: Scene, shown: Shown, words: Words, same_data: str) -> tuple[Figure, str]:
    alt = words.say("lessons.curve_alt", points=shown.drawn.threshold.size)
    return walk_figure(shown.drawn, words, same_data=same_data), alt


def _roc(_: Scene, shown: Shown, words: Words, same_data: str) -> tuple[Figure, str]:
    points, chosen = shown.points, shown.chosen
    figure = roc_figure(shown.roc, points, words, same_data=same_data, title=words.say("lessons.roc_title"))
    if chosen is not None:
        at = float(points.false_positive_rate[chosen]), float(points.recall[chosen])
        chosen_mark(figure, *at, threshold_text(points.threshold, chosen), words).put_on(figure)
    return figure, words.say("balance.roc_alt", area=shown.roc.area)


def _decimals(_: Scene, shown: Shown, words: Words, same_data: str) -> tuple[Figure, str]:
    points = shown.cases.points
    areas = areas_by_decimals(points, decimals_offered(points), *ROUNDED)
    ticks = [words.say("chart.all_decimals") if decimals is None else str(decimals) for decimals in areas.decimals]
    left, right = (words.say(f"schemes.{scheme}.name") for scheme in ROUNDED)
    alt = words.say("areas.rounding_alt", left=left, right=right)
    return rounded_areas_figure(areas, ROUNDED, ticks, words, same_data=same_data), alt


def _average(scene: Scene, _: Shown, words: Words, same_data: str) -> tuple[Figure, str]:
    matrix, kind, scheme = task_matrix(example_tasks(scene.example)), str(scene.average), str(scene.scheme)
    tasks, parts = task_areas(matrix, scheme), parts_of(matrix, kind, scheme)
    averaged = average_of(matrix, parts, scheme, tasks)
    named = dict(zip(matrix.names, tasks, strict=True))
    figure = tasks_figure(averaged, named, scheme, words, same_data=same_data)
    facts = {"average": words.say(f"averages.{kind}.name"), "area": parts.area, "count": len(tasks)}
    return figure, words.say("averages.alt", **facts)


def _folds(scene: Scene, _: Shown, words: Words, same_data: str) -> tuple[Figure, str]:
    tasks = example_tasks(scene.example)
    group = np.zeros(tasks.row.size, dtype=int) if tasks.group is None else tasks.group
    folds = folds_of(split(task_matrix(tasks), group), tasks.group_names, str(scene.average), str(scene.scheme))
    alt = words.say("averages.folds_alt", count=len(folds.names), area=folds.mean)
    return folds_figure(folds, str(scene.scheme), words, same_data=same_data), alt


def _tools(_: Scene, shown: Shown, words: Words, same_data: str) -> tuple[Figure, str]:
    cases = shown.cases
    reports = tool_reports(cases.positive, cases.score, sample_weight=cases.weight)
    values = [Reported(key, TOOLS[key].name, area) for key, area in reports.items() if isinstance(area, float)]
    areas = [report.area for report in values]
    alt = words.say("lessons.tools_alt", tools=len(areas), least=min(areas), most=max(areas))
    return tool_values_figure(values, words, same_data=same_data), alt


_MADE: dict[Picture, Callable[[Scene, Shown, Words, str], tuple[Figure, str]]] = {
    "rows": _rows,
    "curve": _curve,
    "walk": _walk,
    "roc": _roc,
    "decimals": _decimals,
    "average": _average,
    "folds": _folds,
    "tools": _tools,
}
