"""Problems and notes to users as data.

The sentence of a problem says what is wrong, where, and what to do. A notice holds only its key and facts, so that it
can be worded in every language.
"""

from __future__ import annotations

from typing import Any


class Notice:
    """A problem or a note: the key of its sentence in the catalogs, below `problems`, and its facts.

    >>> Notice("label_not_binary", row=18, value="maybe")
    Notice('label_not_binary', row=18, value='maybe')
    """

    __slots__ = ("key", "params")

    def __init__(self, key: str, **params: Any) -> None:
        self.key = key
        self.params = params

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Notice) and (self.key, self.params) == (other.key, other.params)

    def __hash__(self) -> int:
        return hash((self.key, tuple(sorted(self.params))))

    def __repr__(self) -> str:
        facts = "".join(f", {name}={value!r}" for name, value in self.params.items())
        return f"Notice({self.key!r}{facts})"


class InvalidFileError(Exception):
    """Raised if a file cannot be read; `problem` says why."""

    def __init__(self, problem: Notice) -> None:
        super().__init__(problem)
        self.problem = problem
