"""The answers: what every step finds and says, the right option, the fractions with their numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.mathml import mathml
from pr_curve_lab.i18n.numerals import ratio_text
from pr_curve_lab.lessons.facts import facts_of
from pr_curve_lab.lessons.fractions import fractions_of
from pr_curve_lab.lessons.lesson import Guess, Lesson
from pr_curve_lab.lessons.sentences import say


@dataclass(frozen=True)
class Answer:
    """One step, after its question."""

    number: int
    title: str
    options: Sequence[tuple[str, bool]]  # and whether it is right
    truth: str  # of a number that is asked for; empty where none is
    fractions: Sequence[Markup]
    says: str


def answers_to(lesson: Lesson, words: Words) -> list[Answer]:
    """The answers of all steps.

    >>> from pr_curve_lab.lessons.registry import LESSONS
    >>> from pr_curve_lab.i18n.catalogue import words_in
    >>> answers = answers_to(LESSONS["curve"], words_in("en"))
    >>> answers[6].options, answers[2].truth
    ([('it rises', False), ('it falls', False), ('it stays', True)], '0.40')
    """
    return [_answer(lesson, number, words) for number in range(1, len(lesson.steps) + 1)]


def _truth(guess: Guess | None, facts: Mapping[str, Any], words: Words) -> str:
    """The number that is asked for: a count, an area, or a ratio."""
    if guess is None:
        return ""
    truth, spec = float(facts[guess.fact]), {"count": ",.0f", "area": ".3f", "share": ".3f"}.get(guess.rail)
    return words.number(ratio_text(truth)) if spec is None else words.number(truth, spec)


def _answer(lesson: Lesson, number: int, words: Words) -> Answer:
    step, facts = lesson.steps[number - 1], facts_of(lesson, number)
    right = step.right(facts) if step.right is not None else None
    return Answer(
        number=number,
        title=say(lesson, number, "title", facts, words),
        options=[(say(lesson, number, option, facts, words), option == right) for option in step.options],
        truth=_truth(step.guess, facts, words),
        fractions=[mathml(one, words) for one in fractions_of(step, lesson.scene(number), facts, words)],
        says=say(lesson, number, "says", facts, words),
    )
