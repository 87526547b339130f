"""Names of groups, tasks, schemes, tools and terms.

A fold is named by its number, and a hospital by its own name.

A scheme of `pr_metrics` that has no family here is drawn in dark gray, `SLATE` of the palette. One that has no name in
`words/*/schemes.toml` is named by its key.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from pr_curve_lab.analysis.averages import GroupAverages
from pr_curve_lab.analysis.group_rates import GroupRates
from pr_curve_lab.i18n.messages import LANGUAGES, Messages, messages_in, single_line
from pr_curve_lab.schema.roles import TaskKind


def group_name(name: str, groups: GroupAverages, messages: Messages, *, format_name: Callable[[str], str] = str) -> str:
    """Return the name of a group, formatted by `format_name`; a group without a name gets a description."""
    if not name.strip():
        return messages.format("averages.nameless")
    marked = format_name(name)
    return messages.format("averages.folds.one", name=marked) if groups.kind == "folds" and name.isdecimal() else marked


def group_names(groups: GroupAverages, messages: Messages) -> list[str]:
    """Return the names of all groups for tables and titles."""
    return [name if name.strip() else messages.format("averages.nameless") for name in groups.names]


def rate_group_name(rates: GroupRates, group: int, messages: Messages) -> str:
    """Return the name of a group; a number also gets the name of its column."""
    name = rates.names[group]
    if not name.strip():
        return messages.format("averages.nameless")
    numbered = messages.format("data.subgroup_is", column=rates.column, name=name)
    return numbered if name.isdecimal() else name


@dataclass(frozen=True, slots=True)
class TaskName:
    """One of several scores of a table: a model, a class against the rest, or a label; or the rows of one group."""

    name: str  # "" for a single score
    kind: TaskKind
    column: str = ""  # of the group, if only its rows are counted
    group: str = ""

    def format(self, messages: Messages) -> str:
        """Return the task for a sentence or a title.

        >>> from pr_curve_lab.i18n.messages import messages_in
        >>> TaskName("3", "classes").format(messages_in("en"))
        'class 3 against the rest'
        >>> TaskName("forest", "models", "region", "West").format(messages_in("en"))
        'forest, region = West'
        """
        parts = [messages.format(f"exports.task_{self.kind}", name=single_line(self.name))] if self.name else []
        if self.column:
            names = {"column": single_line(self.column), "name": single_line(self.group)}
            parts.append(messages.format("exports.task_group", **names))
        return messages.format("punctuation.phrases").join(parts)

    @property
    def base_name(self) -> str:
        """The names without words around them, for a file name."""
        return " ".join(name for name in (self.name, self.group) if name)


def task_prefix(task: TaskName | None, messages: Messages, *, format_name: Callable[[str], str] = str) -> str:
    """Return the start of a sentence about one of several scores, or about one group; "" if there is only one score.

    >>> task_prefix(TaskName("forest", "models"), messages_in("en"))
    'forest: '
    """
    return "" if task is None else messages.format("exports.of", name=format_name(task.format(messages)))


def split_text(split: tuple[str, str], messages: Messages, *, format_name: Callable[[str], str] = str) -> str:
    """Name the only split whose rows count, given its column and its value.

    >>> split_text(("split", "test"), messages_in("en"))
    'only split = test'
    """
    column, value = (format_name(single_line(name)) for name in split)
    return messages.format("data.rows_kept", column=column, value=value)


# Schemes of one family share a color.
Family = Literal["steps", "straight lines", "counts", "best precision", "unknown"]
SCHEME_FAMILIES: dict[str, Family] = {
    "step": "steps",
    "linear": "straight lines",
    "linear_flat": "straight lines",
    "linear_truncated": "straight lines",
    "lower": "steps",
    "upper": "steps",
    "continuous": "counts",
    "davis_goadrich": "counts",
    "envelope": "best precision",
    "eleven_point": "best precision",
    "hundred_one_point": "best precision",
}
RENAMED_SCHEMES = {"linear_cut": "linear_truncated"}  # earlier keys that links and commands may still contain


def scheme_family(scheme: str) -> Family:
    """Return the family of a scheme.

    >>> scheme_family("step"), scheme_family("spline")
    ('steps', 'unknown')
    """
    return SCHEME_FAMILIES.get(scheme, "unknown")


def tool_message_key(kind: str, value: str) -> str:
    """Return the key of the words for the start, the ties or the refusal of a tool.

    >>> tool_message_key("start", "first positive's precision")
    'tools.start_first_positives_precision'
    """
    return f"tools.{kind}_{re.sub('[^a-z]+', '_', value.replace(chr(39), ''))}"


def glossary_entries(messages: Messages) -> list[str]:
    """Return the terms of the glossary with their names in all languages and their meanings, as Markdown.

    >>> glossary_entries(messages_in("en"))[1][:14]
    '**Threshold** '
    """
    others = [messages_in(language) for language in LANGUAGES if language != messages.language]
    entries = []
    for key in messages.catalog:
        if re.fullmatch(r"glossary\.\w+\.name", key):
            names, means = " · ".join(other.format(key) for other in others), key.replace(".name", ".means")
            entries.append(f"**{messages.format(key)}** · {names}  \n{messages.format(means)}")
    return entries
