"""Names of groups, tasks, schemes, tools and terms.

A fold is called by its number, a hospital by its own name.

A scheme that `pr_metrics` has and this file has not is grey, goes by its key, and is left to `pr_metrics` where code
is offered. Whoever adds a scheme adds an entry here; its sentences stand in the catalogues.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from pr_curve_lab.analysis.averages import Folds
from pr_curve_lab.analysis.formatting import all_alike
from pr_curve_lab.analysis.intervals import GroupArea, failing
from pr_curve_lab.i18n.area_sentences import interval_name
from pr_curve_lab.i18n.messages import LANGUAGES, Words, words_in
from pr_curve_lab.i18n.model_sentences import MARKDOWN, SentenceFormat
from pr_curve_lab.schema.roles import Kind


def group_name(name: str, of: Folds, words: Words, *, mark: Callable[[str], str] = str) -> str:
    """Say the name, marked as a name where it stands in a sentence; rows may have none."""
    if not name.strip():
        return words.say("averages.nameless")
    marked = mark(name)
    return words.say("averages.folds.one", name=marked) if of.called == "folds" and name.isdecimal() else marked


def group_names(of: Folds, words: Words) -> list[str]:
    """The names of all groups, as tables and findings have them."""
    return [name if name.strip() else words.say("averages.nameless") for name in of.names]


def finding(
    folds: Folds, groups: Sequence[GroupArea | None], average: str, words: Words, fmt: SentenceFormat = MARKDOWN
) -> str:
    """What there is to see over all groups: the one that fails, else from where to where their areas go.

    groups: each by itself; none of several tasks. average: the kind over these, "" of one task.
    """
    areas, names = folds.area, group_names(folds, words)
    fails = failing(groups)

    def area_of(index: int) -> float:
        return fmt.number(f"fold.area.{names[index]}", float(areas[index]))

    lowest, highest = int(np.nanargmin(areas)), int(np.nanargmax(areas))
    facts: dict[str, Any] = {
        "count": fmt.number("folds", int(folds.counted.sum())),
        "mean": fmt.number("mean_of_folds", folds.mean),
        "low": area_of(lowest),
        "lowest": fmt.name(names[lowest]),
        "high": area_of(highest),
        "highest": fmt.name(names[highest]),
    }
    if fails is None:
        alike = "_alike" if all_alike(areas) else ""
        if not average:
            return words.say(f"averages.{folds.called}.of_one{alike}", **facts)
        return words.say(
            f"averages.{folds.called}.of_several{alike}", average=words.say(f"averages.{average}.name"), **facts
        )
    others = np.where(np.arange(areas.size) == fails, np.nan, areas)
    facts |= {
        "worst": group_name(folds.names[fails], folds, words, mark=fmt.name),
        "area": area_of(fails),
        "low": area_of(int(np.nanargmin(others))),
    }
    facts["count"] = fmt.number("other_groups", int(folds.counted.sum()) - 1)
    return words.say(f"averages.{folds.called}.fails", **facts)


def why_it_fails(folds: Folds, groups: Sequence[GroupArea | None], words: Words, fmt: SentenceFormat = MARKDOWN) -> str:
    """What shows that a group fails, and whether it is better than chance; "" where none does."""
    fails = failing(groups)
    one = None if fails is None else groups[fails]
    if one is None or fails is None:
        return ""
    name, found = group_names(folds, words)[fails], one.beside.found
    return words.say(
        "averages.fails_why",
        interval=interval_name(one.beside, words),
        low=fmt.number(f"fold.interval_low.{name}", found.low),
        high=fmt.number(f"fold.interval_high.{name}", found.high),
    ) + words.say(
        "averages.fails_by_chance" if found.low <= one.chance else "averages.fails_above_chance",
        chance=fmt.number(f"fold.chance.{name}", one.chance),
    )


def spread(folds: Folds, of_all: float, words: Words, fmt: SentenceFormat = MARKDOWN) -> str:
    """Mean and standard deviation, how sure the mean is, and the area of all rows together, which is another number."""
    facts = {
        "mean": fmt.number("mean_of_folds", folds.mean),
        "deviation": fmt.number("deviation_of_folds", folds.deviation),
        "all": fmt.number("all_rows", of_all),
    }
    if np.isnan(folds.deviation):
        said = words.say(f"averages.{folds.called}.only_one", **facts)
    else:
        said, found = words.say("averages.spread", mean=facts["mean"], deviation=facts["deviation"]), folds.interval
        if found is not None:
            ends = {"low": fmt.number("folds.low", found.low), "high": fmt.number("folds.high", found.high)}
            said += words.say("averages.folds.interval", count=int(folds.counted.sum()), **ends)
        said += words.say("averages.of_all_rows", all=facts["all"])
    return said if folds.counted.all() else said + words.say(f"averages.{folds.called}.with_absent")


@dataclass(frozen=True, slots=True)
class TaskName:
    """One of several scores of a table: a model, a class against the rest, or a label; or the rows of one group."""

    name: str  # "" of a single score
    kind: Kind
    column: str = ""  # of the group whose rows alone are counted
    group: str = ""

    def said(self, words: Words) -> str:
        """The task in a sentence or a title.

        >>> from pr_curve_lab.i18n.messages import words_in
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


Family = Literal["steps", "straight lines", "counts", "best precision", "unknown"]
Need = Literal["curve", "forward", "before", "best", "levels", "counts"]  # what `python_code` can make of the rows
FORWARD: tuple[Need, ...] = ("curve", "forward")


@dataclass(frozen=True, slots=True)
class Recipe:
    """How scikit-learn's curve gives the area of a scheme, in Python."""

    area: str  # an expression
    needs: tuple[Need, ...] = ()
    takes: tuple[str, ...] = ()  # functions of sklearn.metrics besides those of the needs


@dataclass(frozen=True, slots=True)
class SchemeEntry:
    """One scheme as the app shows it."""

    family: Family = "unknown"  # shares a colour; those of straight lines differ in their start, which a switch offers
    dash: str = "longdash"  # of the level line of its area, where several stand in one picture
    recipe: Recipe | None = None  # None: scikit-learn has nothing that joins points so
    averaged: bool = False  # whether scikit-learn averages such areas over classes


DEFAULT = SchemeEntry()
ENTRIES = {
    "step": SchemeEntry(
        "steps",
        dash="dash",
        recipe=Recipe("average_precision_score(label, score{weights}){times}", takes=("average_precision_score",)),
        averaged=True,
    ),
    "linear": SchemeEntry("straight lines", recipe=Recipe("auc(recall, precision)", ("curve",), ("auc",))),
    "linear_flat": SchemeEntry(
        "straight lines", recipe=Recipe("(gain * (before + p) / 2).sum()", (*FORWARD, "before"))
    ),
    "linear_cut": SchemeEntry("straight lines", recipe=Recipe("(gain[1:] * (p[:-1] + p[1:]) / 2).sum()", FORWARD)),
    "lower": SchemeEntry("steps", recipe=Recipe("(gain * np.minimum(before, p)).sum()", (*FORWARD, "before"))),
    "upper": SchemeEntry("steps", recipe=Recipe("(gain * np.maximum(before, p)).sum()", (*FORWARD, "before"))),
    "continuous": SchemeEntry(
        "counts",
        dash="dot",
        recipe=Recipe("(tp[0] ** 2 / (tp[0] + fp[0]) + pieces.sum()) / positives{times}", ("counts",)),
    ),
    "davis_goadrich": SchemeEntry("counts"),
    "envelope": SchemeEntry("best precision", recipe=Recipe("(gain * best).sum()", (*FORWARD, "best"))),
    "eleven_point": SchemeEntry("best precision", recipe=Recipe("mean_of_levels(11)", (*FORWARD, "levels"))),
    "hundred_one_point": SchemeEntry("best precision", recipe=Recipe("mean_of_levels(101)", (*FORWARD, "levels"))),
}


def entry_of(scheme: str) -> SchemeEntry:
    """The entry of a scheme, by its key.

    >>> entry_of("step").family, entry_of("spline").family
    ('steps', 'unknown')
    """
    return ENTRIES.get(scheme, DEFAULT)


def of_family(family: Family) -> tuple[str, ...]:
    """The schemes of a family.

    >>> of_family("straight lines")
    ('linear', 'linear_flat', 'linear_cut')
    """
    return tuple(scheme for scheme, entry in ENTRIES.items() if entry.family == family)


def term(kind: str, fact: str) -> str:
    """The key under which the words for a tool's start, its ties or its refusal stand.

    >>> term("start", "first positive's precision")
    'tools.start_first_positives_precision'
    """
    return f"tools.{kind}_{re.sub('[^a-z]+', '_', fact.replace(chr(39), ''))}"


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


def entries(words: Words) -> list[str]:
    """The terms, each with its name in the other languages and what it means, as Markdown.

    >>> entries(words_in("en"))[1][:14]
    '**Threshold** '
    """
    return [_entry(term, words) for term in TERMS]


def _entry(term: str, words: Words) -> str:
    others = [words_in(language).say(f"glossary.{term}.name") for language in LANGUAGES if language != words.language]
    means = words.say(f"glossary.{term}.means")
    return f"**{words.say(f'glossary.{term}.name')}** · {' · '.join(others)}  \n{means}"
