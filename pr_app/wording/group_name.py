"""The name of one group of rows: a fold is called by its number, a hospital by its own name."""

from __future__ import annotations

from collections.abc import Callable

from pr_app.analysis.averages import Folds
from pr_app.wording.catalogue import Words


def group_name(name: str, of: Folds, words: Words, *, mark: Callable[[str], str] = str) -> str:
    """Say the name, marked as a name where it stands in a sentence."""
    marked = mark(name)
    return words.say("averages.folds.one", name=marked) if of.called == "folds" and name.isdecimal() else marked
