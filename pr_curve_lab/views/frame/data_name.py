"""What the data in use are called in a sentence."""

from __future__ import annotations

from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.markup import code_span
from pr_curve_lab.server.visitor_state import visitor


def plain_name(words: Words) -> str:
    """The name as it is, for where text is only shown: a list of options."""
    state = visitor()
    return words.say(f"examples.{state.in_use.example}.name") if state.in_use.example else state.cases.name


def in_use(words: Words) -> str:
    """The name of an example in the visitor's language, or that of the visitor's own table."""
    state = visitor()
    example = state.in_use.example
    return words.say(f"examples.{example}.name") if example else code_span(state.cases.name)
