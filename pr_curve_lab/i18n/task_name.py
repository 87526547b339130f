"""One of several binary tasks of a table, as it is named in sentences and titles."""

from __future__ import annotations

from dataclasses import dataclass

from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.reading.roles.roles import Kind


@dataclass(frozen=True, slots=True)
class TaskName:
    """One of several scores of a table: a model, a class against the rest, or a label; or the rows of one group."""

    name: str  # "" of a single score
    kind: Kind
    column: str = ""  # of the group whose rows alone are counted
    group: str = ""

    def said(self, words: Words) -> str:
        """The task in a sentence or a title.

        >>> from pr_curve_lab.i18n.catalogue import words_in
        >>> TaskName("3", "classes").said(words_in("en"))
        'class 3 against the rest'
        >>> TaskName("forest", "models", "region", "West").said(words_in("en"))
        'forest, region = West'
        """
        said = [words.say(f"exports.task_{self.kind}", name=" ".join(self.name.split()))] if self.name else []
        if self.column:
            names = {"column": " ".join(self.column.split()), "name": " ".join(self.group.split())}
            said.append(words.say("exports.task_group", **names))
        return words.say("exports.comma").join(said)

    @property
    def plain(self) -> str:
        """The names alone, for that of a file."""
        return " ".join(name for name in (self.name, self.group) if name)
