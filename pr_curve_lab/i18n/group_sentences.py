"""Sentences about groups of rows: folds, regions, or training and test rows; their areas, means and rates."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from pr_curve_lab.analysis.averages import GroupAverages, TaskMatrix
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
from pr_curve_lab.i18n.messages import MARKDOWN, Messages, SentenceFormat
from pr_curve_lab.i18n.model_sentences import format_p_value
from pr_curve_lab.i18n.names import TaskName, group_name, group_names, rate_group_name


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


def weakest_task_text(
    matrix: TaskMatrix,
    scheme: str,
    messages: Messages,
    fmt: SentenceFormat = MARKDOWN,
    key: str = "averages.at_same_balance",
) -> str:
    """Give the areas at the same class balance if another task than that with the smallest area is weakest there."""
    found = matrix.weakest_task(scheme)
    if found.weakest == found.lowest:
        return ""
    ends = {"lowest": found.lowest, "weakest": found.weakest}
    values: dict[str, Any] = {end: fmt.name(matrix.names[task]) for end, task in ends.items()}
    for end, task in (("low", found.lowest), ("weak", found.weakest)):
        name = f"task.balanced_area.{matrix.names[task]}"
        values[end] = fmt.tag_number(name, float(found.balanced_areas[task]))
    balance = matrix.common_prevalence
    values["balance"] = fmt.tag_text("common_prevalence", balance, format_prevalence(balance))
    return messages.format(key, **values)


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
                value, others = float(rate.value[group]), rate.other_range(group)
                of_group = fmt.tag_text(f"group.{measure}.{name}", value, NumberText(format_area(value)))
                span = span_text(*others, messages, fmt, f"group.{measure}")
                measures.append(messages.format(f"curve.group_{measure}", rate=of_group, others=span))
        listed = messages.format("punctuation.clauses").join(measures)
        sentences.append(messages.format("curve.group_fails", name=fmt.name(name), measures=listed))
    return messages.format("punctuation.sentences").join(sentences)


def span_text(low: float, high: float, messages: Messages, fmt: SentenceFormat = MARKDOWN, prefix: str = "") -> str:
    """Return the range of several areas or rates, or their only value; prefix: of the names of the numbers.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> span_text(0.5, 0.75, messages_in("en")), span_text(0.5, 0.5, messages_in("en"))
    ('0.500 to 0.750', '0.500')
    """
    texts = {"low": NumberText(format_area(low)), "high": NumberText(format_area(high))}
    ends = {end: fmt.tag_text(f"{prefix}.{end}", value, texts[end]) for end, value in (("low", low), ("high", high))}
    return ends["high"] if texts["low"] == texts["high"] else messages.format("punctuation.range", **ends)


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
