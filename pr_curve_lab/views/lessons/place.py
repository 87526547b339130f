"""A visitor's place in the lessons: which one is open, and at which step."""

from __future__ import annotations

from dataclasses import dataclass

from pr_curve_lab.lessons.lesson import Lesson
from pr_curve_lab.lessons.registry import LESSONS
from pr_curve_lab.lessons.shown_rows import shown_by
from pr_curve_lab.server.pages import PAGES
from pr_curve_lab.server.settings import LESSON, STEP, THRESHOLD
from pr_curve_lab.server.visitor_state import put, value_of, visitor


@dataclass(frozen=True)
class At:
    """A lesson, and the step that is shown, the first being 1."""

    lesson: Lesson
    number: int


def at() -> At | None:
    """The step that the address asks for, or the last one of its lesson; None where no lesson is open."""
    lesson = LESSONS.get(str(value_of(LESSON.name)))
    if lesson is None:
        return None
    number = min(int(value_of(STEP.name)), len(lesson.steps))
    put(step=number)
    seen = visitor().steps_seen
    seen[lesson.key] = max(number, seen.get(lesson.key, 0))
    return At(lesson, number)


def go_to_step(lesson: str, number: int) -> None:
    """Open a lesson at a step, or the list of lessons."""
    put(lesson=lesson, step=number)


def onwards(lesson: Lesson) -> dict[str, str]:
    """The settings that the page after a lesson opens with: its last data, and the threshold where that page has one.

    >>> onwards(LESSONS["rare"])
    {'example': 'thousand_each', 'threshold': '0.65'}
    """
    scene = lesson.scene(len(lesson.steps))
    shown = shown_by(scene)
    if shown.chosen is None or THRESHOLD not in PAGES[lesson.page].settings:
        return {"example": scene.example}
    return {"example": scene.example, "threshold": f"{shown.points.threshold[shown.chosen]}"}
