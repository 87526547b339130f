"""One of several binary tasks of a table, as it is named in sentences and titles."""

from __future__ import annotations

from dataclasses import dataclass

from pr_app.reading.roles.roles import Kind
from pr_app.wording.catalogue import Words


@dataclass(frozen=True, slots=True)
class TaskName:
    """One of several scores of a table: a model, a class against the rest, or a label."""

    name: str
    kind: Kind

    def said(self, words: Words) -> str:
        """The task in a sentence or a title.

        >>> from pr_app.wording.catalogue import words_in
        >>> TaskName("3", "classes").said(words_in("en"))
        'class 3 against the rest'
        """
        return words.say(f"exports.task_{self.kind}", name=" ".join(self.name.split()))
