"""The exercise: questions with boxes to tick or room for a number, fractions to fill in, and the rows to count.

A step that neither asks nor draws fractions has nothing to do; what it says may give an earlier answer away.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from pr_curve_lab.exports.sheet.rows import Rows, rows_of
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.mathml import mathml
from pr_curve_lab.lessons.facts import facts_of
from pr_curve_lab.lessons.fractions import fractions_to_fill_in
from pr_curve_lab.lessons.lesson import Lesson
from pr_curve_lab.lessons.sentences import say

AT_THRESHOLD = {"precision", "recall", "f1", "false_positive_rate"}  # formulas that count what is called


@dataclass(frozen=True)
class Task:
    """The exercise of one step; before it, rows that come with it."""

    number: int
    rows: Rows | None
    asks: str
    options: Sequence[str]
    guessed: bool  # whether a number is asked for, in place of options
    setting: str  # what the fractions are counted from
    wished: bool  # whether the threshold in it is to be found
    fractions: Sequence[Markup]

    @property
    def given(self) -> bool:
        """Whether there is anything to do but to look at the rows."""
        return bool(self.asks or self.fractions)


def tasks_of(lesson: Lesson, words: Words) -> list[Task]:
    """The tasks in the order of the steps.

    >>> from pr_curve_lab.lessons.registry import LESSONS
    >>> from pr_curve_lab.i18n.catalogue import words_in
    >>> [task.number for task in tasks_of(LESSONS["decisions"], words_in("en")) if task.given]
    [2, 4, 5, 6, 7]
    """
    rows = rows_of(lesson, words)
    tasks = [_task(lesson, number, rows.get(number), words) for number in range(1, len(lesson.steps) + 1)]
    return [task for task in tasks if task.given or task.rows]


def _task(lesson: Lesson, number: int, rows: Rows | None, words: Words) -> Task:
    step, facts = lesson.steps[number - 1], facts_of(lesson, number)
    return Task(
        number=number,
        rows=rows,
        asks=say(lesson, number, "asks", facts, words) if step.options or step.guess else "",
        options=[say(lesson, number, option, facts, words) for option in step.options],
        guessed=step.guess is not None,
        setting=_setting(lesson, number, words),
        wished=lesson.scene(number).wish is not None,
        fractions=[mathml(one, words) for one in fractions_to_fill_in(step, lesson.scene(number), facts, words)],
    )


def _setting(lesson: Lesson, number: int, words: Words) -> str:
    """The rule that calls rows positive: a threshold, or the wish whose threshold is to be found.

    Of a formula without a threshold, what its letter stands for.
    """
    scene, facts = lesson.scene(number), facts_of(lesson, number)
    formulas = set(lesson.steps[number - 1].formulas)
    if "corrected" in formulas:
        return words.say("sheet.corrected")
    if not AT_THRESHOLD & formulas:
        return ""
    if scene.wish is not None:
        return words.say(f"sheet.wish_{next(iter(scene.wish))}", **facts)
    return words.say("sheet.at_score" if "rows" in scene.pictures else "sheet.at_score_among", **facts)
