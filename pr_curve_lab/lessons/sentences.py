"""What a step says: in words of its own, or in those that many steps share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.lessons.lesson import Lesson


def say(lesson: Lesson, number: int, part: str, facts: Mapping[str, Any], words: Words) -> str:
    """A part of a step: `title`, `says`, `asks`, `tempts`, or an option; options that many steps offer are worded once.

    >>> from pr_curve_lab.lessons.registry import LESSONS
    >>> from pr_curve_lab.lessons.facts import facts_of
    >>> from pr_curve_lab.i18n.catalogue import words_in
    >>> lesson = LESSONS["decisions"]
    >>> say(lesson, 6, "rises", facts_of(lesson, 6), words_in("en"))
    'it rises'
    """
    own = f"lesson_{lesson.key}.step{number}.{part}"
    in_language = {name: fact[words.language] for name, fact in facts.items() if isinstance(fact, Mapping)}
    return words.say(own if own in words.catalogue else f"lessons.{part}", **{**facts, **in_language})
