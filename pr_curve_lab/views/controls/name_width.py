"""How wide a column of names is in a table: the numbers beside long names are seen too, on a phone as well."""

from __future__ import annotations

from collections.abc import Iterable

LONG, WIDTH = 20, 150  # characters; px


def name_width(names: Iterable[str]) -> int | None:
    """The width in px; None where the names are short, so that the table finds its own.

    >>> name_width(["North", "South"]) is None, name_width(["The southern part of the coast"])
    (True, 150)
    """
    return WIDTH if any(len(name) > LONG for name in names) else None
