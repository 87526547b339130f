"""The fractions of a step, in LaTeX with points, one to a line; for paper also with room in place of their numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from pr_curve_lab.analysis.averages import TaskMatrix, parts_of, task_matrix
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.worked_sums import worked_mean, worked_sum
from pr_curve_lab.lessons.lesson import LessonStep, Scene
from pr_curve_lab.lessons.shown_rows import shown_by
from pr_curve_lab.reading.examples import example_tasks
from pr_metrics import AverageParts, receipt

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
    >>> from pr_curve_lab.i18n.catalogue import words_in
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
    >>> from pr_curve_lab.i18n.catalogue import words_in
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
