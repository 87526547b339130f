"""Names of groups, tasks, schemes, tools and terms.

A fold is named by its number, and a hospital by its own name.

A scheme of `pr_metrics` that has no family here is drawn in dark gray, `SLATE` of the palette. One that has no name in
`words/*/schemes.toml` is named by its key.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from pr_curve_lab.analysis.averages import GroupAverages
from pr_curve_lab.analysis.formatting import (
    NumberText,
    count_unique_areas,
    format_area,
    format_difference,
    format_distinct,
    format_prevalence,
    format_signed,
)
from pr_curve_lab.analysis.group_rates import GroupRates
from pr_curve_lab.analysis.intervals import GroupArea, find_group_difference, low_area_groups
from pr_curve_lab.analysis.train_test import MIN_CLASS_ROWS, TrainTestGap
from pr_curve_lab.i18n.messages import LANGUAGES, MARKDOWN, Messages, SentenceFormat, messages_in, single_line
from pr_curve_lab.i18n.model_sentences import format_p_value
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


def groups_sentence(
    groups: GroupAverages,
    group_areas: Sequence[GroupArea | None],
    average: str,
    messages: Messages,
    fmt: SentenceFormat = MARKDOWN,
) -> str:
    """Return the finding over all groups: the groups that are clearly worse, or else the range of their areas.

    group_areas: empty if there are several tasks. average: the kind of average over tasks, "" for one task.
    """
    areas, names = groups.area, group_names(groups, messages)
    fails = low_area_groups(group_areas, groups.names)

    def area_of(index: int) -> float:
        return fmt.tag_number(f"fold.area.{names[index]}", float(areas[index]))

    def name_of(index: int) -> str:
        return group_name(groups.names[index], groups, messages, format_name=fmt.name)

    lowest, highest = int(np.nanargmin(areas)), int(np.nanargmax(areas))
    values: dict[str, Any] = {
        "count": fmt.tag_number("folds", int(groups.has_area.sum())),
        "mean": fmt.tag_number("mean_of_folds", groups.mean),
        "low": area_of(lowest),
        "lowest": name_of(lowest),
        "high": area_of(highest),
        "highest": name_of(highest),
    }
    finding = find_group_difference(group_areas, groups.names)
    if not fails and groups.kind == "groups" and finding != "unknown":
        column = fmt.name(groups.column or messages.format("averages.groups.column"))
        return messages.format(f"averages.groups.{finding}", column=column, **values)
    if not fails:
        alike = "_alike" if count_unique_areas(areas) == 1 else ""
        if not average:
            return messages.format(f"averages.{groups.kind}.of_one{alike}", **values)
        return messages.format(
            f"averages.{groups.kind}.of_several{alike}", average=messages.format(f"averages.{average}.name"), **values
        )
    others = areas.copy()
    others[list(fails)] = np.nan
    values["low"] = area_of(int(np.nanargmin(others)))
    worst = [name_of(index) for index in fails]
    if len(fails) > 1:
        listed = [
            messages.format("averages.name_and_area", name=name, area=area_of(index))
            for name, index in zip(worst, fails, strict=True)
        ]
        values |= {"count": len(fails), "names": messages.format("punctuation.items").join(listed)}
        return messages.format(f"averages.{groups.kind}.several_fail", **values)
    if (one := group_areas[fails[0]]) is not None:
        values["lower"] = fmt.tag_number(f"fold.interval_low.{names[fails[0]]}", one.interval.interval.lower)
        values["upper"] = fmt.tag_number(f"fold.interval_high.{names[fails[0]]}", one.interval.interval.upper)
    values |= {"worst": worst[0], "area": area_of(fails[0])}
    values["count"] = fmt.tag_number("other_groups", int(groups.has_area.sum()) - 1)
    return messages.format(f"averages.{groups.kind}.fails", **values)


def mean_title(groups: GroupAverages, messages: Messages) -> str:
    """Return the title of the mean curve: that it is the mean, or the rows of the only group with an area."""
    if groups.only_group is None:
        return messages.format(f"averages.{groups.kind}.mean")
    return TaskName("", "one", groups.column, groups.only_group).format(messages)


def mean_alt(groups: GroupAverages, messages: Messages) -> str:
    """Describe the picture of the groups and their mean."""
    if groups.only_group is not None:
        return messages.format("averages.alt_one", name=mean_title(groups, messages), area=groups.mean)
    return messages.format(f"averages.{groups.kind}.alt", count=int(groups.has_area.sum()), area=groups.mean)


def group_warning(
    groups: GroupAverages, group_areas: Sequence[GroupArea | None], messages: Messages, fmt: SentenceFormat = MARKDOWN
) -> str:
    """Return the evidence that groups are clearly worse, and whether one is better than chance; "" if none is."""
    fails = low_area_groups(group_areas, groups.names)
    if len(fails) > 1:
        return messages.format("averages.several_fail_why")
    one = group_areas[fails[0]] if fails else None
    if one is None:
        return ""
    name = group_names(groups, messages)[fails[0]]
    return messages.format("averages.fails_why") + messages.format(
        "averages.fails_by_chance" if one.interval.interval.lower <= one.chance else "averages.fails_above_chance",
        worst=group_name(groups.names[fails[0]], groups, messages, format_name=fmt.name),
        chance=fmt.tag_number(f"fold.chance.{name}", one.chance),
    )


def rates_sentence(rates: GroupRates, messages: Messages, fmt: SentenceFormat = MARKDOWN) -> str:
    """Return which groups fail at a threshold, with their rates and those of the other groups; "" if none does."""
    sentences = []
    for group in rates.low_groups:
        name = rate_group_name(rates, group, messages)
        measures = []
        for measure, rate in (("recall", rates.recall), ("precision", rates.precision)):
            if group in rate.low_groups:
                low, high = rate.other_range(group)
                values = {
                    "value": fmt.tag_number(f"group.{measure}.{name}", float(rate.value[group])),
                    "low": fmt.tag_number(f"group.{measure}.low", low),
                    "high": fmt.tag_number(f"group.{measure}.high", high),
                }
                span = "one" if format_area(low) == format_area(high) else "range"
                measures.append(messages.format(f"curve.group_{measure}_{span}", **values))
        listed = messages.format("punctuation.clauses").join(measures)
        sentences.append(messages.format("curve.group_fails", name=fmt.name(name), measures=listed))
    return messages.format("punctuation.sentences").join(sentences)


def rate_group_name(rates: GroupRates, group: int, messages: Messages) -> str:
    """Return the name of a group; a number also gets the name of its column."""
    name = rates.names[group]
    if not name.strip():
        return messages.format("averages.nameless")
    numbered = messages.format("data.subgroup_is", column=rates.column, name=name)
    return numbered if name.isdecimal() else name


def mean_sentence(
    groups: GroupAverages, all_rows_area: float, messages: Messages, fmt: SentenceFormat = MARKDOWN
) -> str:
    """Return mean and standard deviation with an interval, and the area of all rows together, which is not the mean."""
    values = {
        "mean": fmt.tag_number("mean_of_folds", groups.mean),
        "deviation": fmt.tag_number("deviation_of_folds", groups.std),
        "all": fmt.tag_number("all_rows", all_rows_area),
    }
    if np.isnan(groups.std):
        text = messages.format(f"averages.{groups.kind}.only_one", **values)
    else:
        text, found = (
            messages.format("averages.spread", mean=values["mean"], deviation=values["deviation"]),
            groups.interval,
        )
        if found is not None:
            ends = {"low": fmt.tag_number("folds.low", found.lower), "high": fmt.tag_number("folds.high", found.upper)}
            text += messages.format("averages.folds.interval", count=int(groups.has_area.sum()), **ends)
        text += messages.format("averages.of_all_rows", all=values["all"])
    return text if groups.has_area.all() else text + messages.format(f"averages.{groups.kind}.with_absent")


MIN_BALANCE_EFFECT = 0.01  # area; a smaller change by the share of positives is not worth a sentence


def train_test_title(gap: TrainTestGap, messages: Messages, fmt: SentenceFormat = MARKDOWN) -> str:
    """Give both areas, and say whether their gap is more than chance."""
    verdict = "unknown" if math.isnan(gap.p_value) else "more" if gap.is_significant else "open"
    return messages.format(f"averages.train_test_{verdict}", **_train_test_areas(gap, fmt))


def train_test_alt(gap: TrainTestGap, messages: Messages) -> str:
    """Describe the picture of both curves."""
    return messages.format("averages.train_test_alt", **_train_test_areas(gap, MARKDOWN))


def _train_test_areas(gap: TrainTestGap, fmt: SentenceFormat) -> dict[str, str]:
    texts = format_distinct(gap.train.area, gap.test.area)
    names = ("train", "test")
    areas = zip(names, (gap.train.area, gap.test.area), texts, strict=True)
    return {name: fmt.tag_text(f"train_test.area.{name}", area, text) for name, area, text in areas}


def train_test_text(gap: TrainTestGap, messages: Messages, fmt: SentenceFormat = MARKDOWN) -> str:
    """Give the gap with its interval, what else may cause it, and which area to report."""
    names = {"train_name": fmt.name(gap.train.name), "test_name": fmt.name(gap.test.name)}
    sentences = []
    if not math.isnan(gap.p_value):
        ends = {"lower": gap.interval.lower, "upper": gap.interval.upper}
        facts = {
            name: fmt.tag_text(f"train_test.{name}", end, NumberText(format_signed(end, ".3f")))
            for name, end in ends.items()
        }
        facts["gap"] = fmt.tag_text("train_test.gap", gap.gap, NumberText(format_difference(gap.gap)))
        p_value = format_p_value(gap.p_value, messages, fmt, "train_test.p_value")
        sentences.append(messages.format("averages.train_test_interval", **names, **facts, p=p_value))
    elif gap.has_few_rows:
        sentences.append(messages.format("averages.train_test_few", count=MIN_CLASS_ROWS))
    else:
        sentences.append(messages.format("averages.train_test_no_spread"))
    moved = gap.train_area_at_test_prevalence
    if abs(moved - gap.train.area) >= MIN_BALANCE_EFFECT:
        shares = {
            f"{name}_balance": fmt.tag_text(
                f"train_test.prevalence.{name}", one.prevalence, NumberText(format_prevalence(one.prevalence))
            )
            for name, one in (("train", gap.train), ("test", gap.test))
        }
        area = fmt.tag_text("train_test.moved_area", moved, NumberText(format_area(moved)))
        sentences.append(messages.format("averages.train_test_balance", **names, **shares, area=area))
    sentences.append(messages.format("averages.train_test_report", **names))
    return messages.format("punctuation.sentences").join(sentences)


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
