"""What the data in use are called in a sentence."""

from __future__ import annotations

from pr_app import session
from pr_app.markup import code_span
from pr_app.words import Words


def in_use(words: Words) -> str:
    """The name of an example in the visitor's language, or that of the visitor's own table."""
    desk = session.desk()
    example = desk.in_use.example
    return words.say(f"examples.{example}.name") if example else code_span(desk.cases.name)
