"""The name of one group of rows: a fold is called by its number, a hospital by its own name."""

from __future__ import annotations

from collections.abc import Callable

from pr_app.analysis.averages import Folds
from pr_app.wording.catalogue import Words


def group_name(name: str, of: Folds, words: Words, *, mark: Callable[[str], str] = str) -> str:
    """Say the name, marked as a name where it stands in a sentence; rows may have none."""
    if not name.strip():
        return words.say("averages.nameless")
    marked = mark(name)
    return words.say("averages.folds.one", name=marked) if of.called == "folds" and name.isdecimal() else marked


def group_names(of: Folds, words: Words) -> list[str]:
    """The names of all groups, as tables and findings have them."""
    return [name if name.strip() else words.say("averages.nameless") for name in of.names]
