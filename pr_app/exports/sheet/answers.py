"""The answers: what every step finds and says, the right option, the fractions with their numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from pr_app.lessons.facts import facts_of
from pr_app.lessons.fractions import fractions_of
from pr_app.lessons.lesson import Lesson
from pr_app.lessons.sentences import say
from pr_app.wording.catalogue import Words
from pr_app.wording.mathml import mathml


@dataclass(frozen=True)
class Answer:
    """One step, after its question."""

    number: int
    title: str
    options: Sequence[tuple[str, bool]]  # and whether it is right
    fractions: Sequence[Markup]
    says: str


def answers_to(lesson: Lesson, words: Words) -> list[Answer]:
    """The answers of all steps.

    >>> from pr_app.lessons.registry import LESSONS
    >>> from pr_app.wording.catalogue import words_in
    >>> answers_to(LESSONS["curve"], words_in("en"))[2].options
    [('it rises', True), ('it falls', False), ('it stays', False)]
    """
    return [_answer(lesson, number, words) for number in range(1, len(lesson.steps) + 1)]


def _answer(lesson: Lesson, number: int, words: Words) -> Answer:
    step, facts = lesson.steps[number - 1], facts_of(lesson, number)
    right = step.right(facts) if step.right is not None else None
    return Answer(
        number=number,
        title=say(lesson, number, "title", facts, words),
        options=[(say(lesson, number, option, facts, words), option == right) for option in step.options],
        fractions=[mathml(one, words) for one in fractions_of(step, lesson.scene(number), facts, words)],
        says=say(lesson, number, "says", facts, words),
    )
