"""What the data in use are called in a sentence."""

from __future__ import annotations

from pr_app.serving.visitor_state import visitor
from pr_app.wording.catalogue import Words
from pr_app.wording.markup import code_span


def in_use(words: Words) -> str:
    """The name of an example in the visitor's language, or that of the visitor's own table."""
    state = visitor()
    example = state.in_use.example
    return words.say(f"examples.{example}.name") if example else code_span(state.cases.name)
