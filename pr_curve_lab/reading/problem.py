"""A problem as data: which sentence of the catalogue says it, and the facts that the sentence names.

A problem says what, where and what to do; it never carries words of its own, so that it can be said in any language.
"""

from __future__ import annotations

from typing import Any


class Problem:
    """Key of a sentence in the catalogue `problems`, with its facts.

    >>> Problem("label_not_binary", row=18, value="maybe")
    Problem('label_not_binary', row=18, value='maybe')
    """

    __slots__ = ("facts", "key")

    def __init__(self, key: str, **facts: Any) -> None:
        self.key = key
        self.facts = facts

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Problem) and (self.key, self.facts) == (other.key, other.facts)

    def __hash__(self) -> int:
        return hash((self.key, tuple(sorted(self.facts))))

    def __repr__(self) -> str:
        facts = "".join(f", {name}={value!r}" for name, value in self.facts.items())
        return f"Problem({self.key!r}{facts})"
