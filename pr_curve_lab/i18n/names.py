"""Names of groups, tasks, schemes, tools and terms.

A fold is called by its number, a hospital by its own name.

A scheme that `pr_metrics` has and this file has not is gray, is called by its key, and has no code for scikit-learn.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from pr_curve_lab.analysis.averages import Folds
from pr_curve_lab.analysis.formatting import count_unique_areas
from pr_curve_lab.analysis.intervals import GroupArea, low_area_group
from pr_curve_lab.i18n.area_sentences import interval_name
from pr_curve_lab.i18n.messages import LANGUAGES, Messages, messages_in
from pr_curve_lab.i18n.model_sentences import MARKDOWN, SentenceFormat
from pr_curve_lab.schema.roles import Kind


def group_name(name: str, folds: Folds, messages: Messages, *, format_name: Callable[[str], str] = str) -> str:
    """The name of a group, formatted by `format_name`; a group without a name gets a description."""
    if not name.strip():
        return messages.format("averages.nameless")
    marked = format_name(name)
    return messages.format("averages.folds.one", name=marked) if folds.kind == "folds" and name.isdecimal() else marked


def group_names(folds: Folds, messages: Messages) -> list[str]:
    """The names of all groups, as tables and titles show them."""
    return [name if name.strip() else messages.format("averages.nameless") for name in folds.names]


def groups_sentence(
    folds: Folds, groups: Sequence[GroupArea | None], average: str, messages: Messages, fmt: SentenceFormat = MARKDOWN
) -> str:
    """The finding over all groups: the group that fails, otherwise the range of their areas.

    groups: empty if there are several tasks. average: the kind of average over tasks, "" for one task.
    """
    areas, names = folds.area, group_names(folds, messages)
    fails = low_area_group(groups)

    def area_of(index: int) -> float:
        return fmt.number(f"fold.area.{names[index]}", float(areas[index]))

    lowest, highest = int(np.nanargmin(areas)), int(np.nanargmax(areas))
    values: dict[str, Any] = {
        "count": fmt.number("folds", int(folds.has_area.sum())),
        "mean": fmt.number("mean_of_folds", folds.mean),
        "low": area_of(lowest),
        "lowest": fmt.name(names[lowest]),
        "high": area_of(highest),
        "highest": fmt.name(names[highest]),
    }
    if fails is None:
        alike = "_alike" if count_unique_areas(areas) == 1 else ""
        if not average:
            return messages.format(f"averages.{folds.kind}.of_one{alike}", **values)
        return messages.format(
            f"averages.{folds.kind}.of_several{alike}", average=messages.format(f"averages.{average}.name"), **values
        )
    others = np.where(np.arange(areas.size) == fails, np.nan, areas)
    values |= {
        "worst": group_name(folds.names[fails], folds, messages, format_name=fmt.name),
        "area": area_of(fails),
        "low": area_of(int(np.nanargmin(others))),
    }
    values["count"] = fmt.number("other_groups", int(folds.has_area.sum()) - 1)
    return messages.format(f"averages.{folds.kind}.fails", **values)


def group_warning(
    folds: Folds, groups: Sequence[GroupArea | None], messages: Messages, fmt: SentenceFormat = MARKDOWN
) -> str:
    """The evidence that a group fails, and whether it is better than chance; "" if no group fails."""
    fails = low_area_group(groups)
    one = None if fails is None else groups[fails]
    if one is None or fails is None:
        return ""
    name, found = group_names(folds, messages)[fails], one.interval.interval
    return messages.format(
        "averages.fails_why",
        interval=interval_name(one.interval, messages),
        low=fmt.number(f"fold.interval_low.{name}", found.lower),
        high=fmt.number(f"fold.interval_high.{name}", found.upper),
    ) + messages.format(
        "averages.fails_by_chance" if found.lower <= one.chance else "averages.fails_above_chance",
        chance=fmt.number(f"fold.chance.{name}", one.chance),
    )


def mean_sentence(folds: Folds, all_rows_area: float, messages: Messages, fmt: SentenceFormat = MARKDOWN) -> str:
    """Mean and standard deviation with an interval, and the area of all rows together, which differs from the mean."""
    values = {
        "mean": fmt.number("mean_of_folds", folds.mean),
        "deviation": fmt.number("deviation_of_folds", folds.std),
        "all": fmt.number("all_rows", all_rows_area),
    }
    if np.isnan(folds.std):
        text = messages.format(f"averages.{folds.kind}.only_one", **values)
    else:
        text, found = (
            messages.format("averages.spread", mean=values["mean"], deviation=values["deviation"]),
            folds.interval,
        )
        if found is not None:
            ends = {"low": fmt.number("folds.low", found.lower), "high": fmt.number("folds.high", found.upper)}
            text += messages.format("averages.folds.interval", count=int(folds.has_area.sum()), **ends)
        text += messages.format("averages.of_all_rows", all=values["all"])
    return text if folds.has_area.all() else text + messages.format(f"averages.{folds.kind}.with_absent")


@dataclass(frozen=True, slots=True)
class TaskName:
    """One of several scores of a table: a model, a class against the rest, or a label; or the rows of one group."""

    name: str  # "" of a single score
    kind: Kind
    column: str = ""  # of the group whose rows alone are counted
    group: str = ""

    def format(self, messages: Messages) -> str:
        """The task in a sentence or a title.

        >>> from pr_curve_lab.i18n.messages import messages_in
        >>> TaskName("3", "classes").format(messages_in("en"))
        'class 3 against the rest'
        >>> TaskName("forest", "models", "region", "West").format(messages_in("en"))
        'forest, region = West'
        """
        parts = [messages.format(f"exports.task_{self.kind}", name=" ".join(self.name.split()))] if self.name else []
        if self.column:
            names = {"column": " ".join(self.column.split()), "name": " ".join(self.group.split())}
            parts.append(messages.format("exports.task_group", **names))
        return messages.format("exports.comma").join(parts)

    @property
    def base_name(self) -> str:
        """The names without words around them, for a file name."""
        return " ".join(name for name in (self.name, self.group) if name)


Family = Literal["steps", "straight lines", "counts", "best precision", "unknown"]
CodeVariable = Literal[
    "curve", "forward", "before", "best", "levels", "counts"
]  # what `pr_curve_lab.exports.python_code` can make of the rows
FORWARD: tuple[CodeVariable, ...] = ("curve", "forward")


@dataclass(frozen=True, slots=True)
class SklearnCode:
    """How scikit-learn's curve gives the area of a scheme, in Python."""

    area: str  # an expression
    variables: tuple[CodeVariable, ...] = ()
    imports: tuple[str, ...] = ()  # functions of sklearn.metrics besides those of the needs


@dataclass(frozen=True, slots=True)
class SchemeInfo:
    """One scheme as the app shows it."""

    family: Family = "unknown"  # shares a color; those of straight lines differ in their start, which a switch offers
    dash: str = "longdash"  # of the level line of its area, where several stand in one picture
    sklearn_code: SklearnCode | None = None  # None: scikit-learn has nothing that joins points so
    averaged: bool = False  # whether scikit-learn averages such areas over classes


DEFAULT_INFO = SchemeInfo()
RENAMED_SCHEMES = {"linear_cut": "linear_truncated"}  # earlier keys, which links and commands may still have
SCHEME_INFO = {
    "step": SchemeInfo(
        "steps",
        dash="dash",
        sklearn_code=SklearnCode(
            "average_precision_score(label, score{weights}){times}", imports=("average_precision_score",)
        ),
        averaged=True,
    ),
    "linear": SchemeInfo("straight lines", sklearn_code=SklearnCode("auc(recall, precision)", ("curve",), ("auc",))),
    "linear_flat": SchemeInfo(
        "straight lines", sklearn_code=SklearnCode("(gain * (before + p) / 2).sum()", (*FORWARD, "before"))
    ),
    "linear_truncated": SchemeInfo(
        "straight lines", sklearn_code=SklearnCode("(gain[1:] * (p[:-1] + p[1:]) / 2).sum()", FORWARD)
    ),
    "lower": SchemeInfo(
        "steps", sklearn_code=SklearnCode("(gain * np.minimum(before, p)).sum()", (*FORWARD, "before"))
    ),
    "upper": SchemeInfo(
        "steps", sklearn_code=SklearnCode("(gain * np.maximum(before, p)).sum()", (*FORWARD, "before"))
    ),
    "continuous": SchemeInfo(
        "counts",
        dash="dot",
        sklearn_code=SklearnCode("(tp[0] ** 2 / (tp[0] + fp[0]) + pieces.sum()) / positives{times}", ("counts",)),
    ),
    "davis_goadrich": SchemeInfo("counts"),
    "envelope": SchemeInfo("best precision", sklearn_code=SklearnCode("(gain * best).sum()", (*FORWARD, "best"))),
    "eleven_point": SchemeInfo("best precision", sklearn_code=SklearnCode("mean_of_levels(11)", (*FORWARD, "levels"))),
    "hundred_one_point": SchemeInfo(
        "best precision", sklearn_code=SklearnCode("mean_of_levels(101)", (*FORWARD, "levels"))
    ),
}


def scheme_info(scheme: str) -> SchemeInfo:
    """Look up a scheme by its key.

    >>> scheme_info("step").family, scheme_info("spline").family
    ('steps', 'unknown')
    """
    return SCHEME_INFO.get(scheme, DEFAULT_INFO)


def schemes_in_family(family: Family) -> tuple[str, ...]:
    """The schemes of a family.

    >>> schemes_in_family("straight lines")
    ('linear', 'linear_flat', 'linear_truncated')
    """
    return tuple(scheme for scheme, entry in SCHEME_INFO.items() if entry.family == family)


def tool_message_key(kind: str, value: str) -> str:
    """The key under which the words for a tool's start, its ties or its refusal stand.

    >>> tool_message_key("start", "first positive's precision")
    'tools.start_first_positives_precision'
    """
    return f"tools.{kind}_{re.sub('[^a-z]+', '_', value.replace(chr(39), ''))}"


TERMS = (
    "score",
    "threshold",
    "positive",
    "called",
    "hit",
    "false_alarm",
    "missed",
    "confusion_matrix",
    "precision",
    "recall",
    "f_score",
    "false_positive_rate",
    "operating_point",
    "curve",
    "class_balance",
    "random_ranking",
    "tie",
    "scheme",
    "step",
    "straight_line",
    "continuous",
    "area",
    "average_precision",
    "roc",
    "unachievable",
    "gain",
    "macro",
    "micro",
    "weighted",
    "samples",
    "fold",
    "interval",
)


def glossary_entries(messages: Messages) -> list[str]:
    """The terms, each with its name in the other languages and what it means, as Markdown.

    >>> glossary_entries(messages_in("en"))[1][:14]
    '**Threshold** '
    """
    return [_glossary_item(term, messages) for term in TERMS]


def _glossary_item(term: str, messages: Messages) -> str:
    others = [
        messages_in(language).format(f"glossary.{term}.name") for language in LANGUAGES if language != messages.language
    ]
    means = messages.format(f"glossary.{term}.means")
    return f"**{messages.format(f'glossary.{term}.name')}** · {' · '.join(others)}  \n{means}"
