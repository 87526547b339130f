"""What a step says: in words of its own, or in those that many steps share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pr_app.lessons.lesson import Lesson
from pr_app.wording.catalogue import Words


def say(lesson: Lesson, number: int, part: str, facts: Mapping[str, Any], words: Words) -> str:
    """A part of a step: `title`, `says`, `asks`, `tempts`, or an option; options that many steps offer are worded once.

    >>> from pr_app.lessons.registry import LESSONS
    >>> from pr_app.lessons.facts import facts_of
    >>> from pr_app.wording.catalogue import words_in
    >>> lesson = LESSONS["decisions"]
    >>> say(lesson, 6, "rises", facts_of(lesson, 6), words_in("en"))
    'it rises'
    """
    own = f"lesson_{lesson.key}.step{number}.{part}"
    in_language = {name: fact[words.language] for name, fact in facts.items() if isinstance(fact, Mapping)}
    return words.say(own if own in words.catalogue else f"lessons.{part}", **{**facts, **in_language})
