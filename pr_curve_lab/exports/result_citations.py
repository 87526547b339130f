"""The sentences to cite about averages, groups and models; those about one curve are in `i18n/citations.py`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from pr_curve_lab.analysis.averages import GroupAverages
from pr_curve_lab.analysis.formatting import (
    NumberText,
    count_unique_areas,
    decimals_to_subtract,
    format_area,
    format_count,
    format_difference,
    format_distinct,
    format_signed,
    format_threshold,
)
from pr_curve_lab.analysis.group_rates import best_f1_rates
from pr_curve_lab.analysis.intervals import find_group_difference, low_area_groups
from pr_curve_lab.analysis.models import ModelThresholds
from pr_curve_lab.analysis.train_test import TrainTestGap
from pr_curve_lab.exports.results import Averages, Models
from pr_curve_lab.i18n import citations
from pr_curve_lab.i18n.area_sentences import requirements_text
from pr_curve_lab.i18n.citations import CITED, SampleSummary, area_name, keyboard_minus
from pr_curve_lab.i18n.group_sentences import span_text, weakest_task_text
from pr_curve_lab.i18n.messages import Messages, single_line
from pr_curve_lab.i18n.model_sentences import (
    join_names,
    lead_evidence,
    lead_verdict,
    other_models_texts,
    recall_lead_text,
    requirement_sentence,
    with_balance,
)
from pr_curve_lab.i18n.names import TaskName, group_name, task_prefix


def average_citations(averages: Averages, messages: Messages) -> list[str]:
    """Describe the average, its number of tasks, and the smallest and largest of them; then the groups, also of one."""
    of, task = area_name(averages.scheme, messages), averages.curve.task
    sentences = []
    if averages.is_multi_task:
        found, high = averages.matrix.weakest_task(averages.scheme), int(np.nanargmax(averages.task_areas))
        low, names = found.lowest, list(map(single_line, averages.matrix.names))
        average = messages.format(
            f"exports.average_{averages.task_kind}",
            average=_average_name(averages, messages),
            measure=of,
            count=int((~np.isnan(averages.task_areas)).sum()),
            area=averages.overall_average.area,
            rows=averages.rows_averaged,
            low=float(averages.task_areas[low]),
            lowest=names[low],
            high=float(averages.task_areas[high]),
            highest=names[high],
        )
        balanced = weakest_task_text(averages.matrix, averages.scheme, messages, CITED, "exports.at_same_balance")
        weakest = [*([balanced] if balanced else []), _rates_of_task(averages, found.weakest, messages)]
        parts = messages.format("punctuation.clauses").join([average, *weakest, *_row_notes(averages, messages)])
        group = replace(task, name="") if task is not None and task.column else None  # the only one in view
        sentences.append(task_prefix(group, messages) + parts)
    if averages.train_test is not None:
        return [_train_test_sentence(averages, averages.train_test, of, messages)]
    if averages.group_averages is not None:
        groups = averages.group_averages
        if groups.only_group is not None:
            task = TaskName("" if task is None else task.name, averages.task_kind, groups.column, groups.only_group)
        sentences.append(_group_sentence(averages, groups, of, messages, None if averages.is_multi_task else task))
    if averages.task_by_group is not None:
        sentences += average_citations(averages.task_by_group, messages)
    return sentences


def _rates_of_task(averages: Averages, task: int, messages: Messages) -> str:
    """Give precision and recall of a class or label at its threshold of the largest F1.

    The sentence about its groups has the selected threshold, so if that follows, both have it.
    """
    rates, curve, name = best_f1_rates(averages.matrix), averages.curve, averages.matrix.names[task]
    key, threshold = "exports.task_at_best_f1", rates.thresholds[task]
    precision, recall = rates.precision.value[task], rates.recall.value[task]
    is_cited_by_group = averages.task_by_group is not None and averages.task_by_group.matrix.names == (name,)
    if is_cited_by_group and curve.threshold_origin != "best_f1":
        at, points = curve.selected_index, curve.points
        key, threshold = "exports.task_at_selected", format_threshold(points.threshold, at)
        precision, recall = points.precision[at], points.recall[at]
    return messages.format(
        key,
        name=TaskName(name, averages.task_kind).format(messages),
        threshold=NumberText(threshold),
        precision=float(precision),
        recall=float(recall),
    )


def _train_test_sentence(averages: Averages, gap: TrainTestGap, name: str, messages: Messages) -> str:
    """Give the areas on test and training rows, and their gap with its interval."""
    task, column = averages.curve.task, str(averages.curve.labeled_scores.roles.group)
    train, test = format_distinct(gap.train.area, gap.test.area)
    facts = {
        "train_name": TaskName("", "one", column, gap.train.name).format(messages),
        "test_name": TaskName("", "one", column, gap.test.name).format(messages),
        "train_rows": gap.train.rows,
        "train_positives": gap.train.positives,
        "rows": gap.test.rows,
        "positives": gap.test.positives,
    }
    sentence = messages.format("exports.train_test", measure=name, train=train, test=test, **facts)
    if not math.isnan(gap.p_value):
        interval, difference = gap.interval, keyboard_minus(format_difference(gap.gap))
        low, high = (keyboard_minus(format_signed(end, ".3f")) for end in (interval.lower, interval.upper))
        level = 100 * interval.confidence_level
        sentence += messages.format("exports.train_test_gap", gap=difference, low=low, high=high, level=level)
    prefix = task_prefix(task if task is not None and task.name else None, messages)
    return prefix + messages.format("punctuation.clauses").join([sentence, *_row_notes(averages, messages)])


def _group_sentence(
    averages: Averages, groups: GroupAverages, name: str, messages: Messages, task: TaskName | None
) -> str:
    """Give the mean over groups and the range of their areas; groups that fail come first."""
    spread = "" if np.isnan(groups.std) else messages.format("exports.deviation", deviation=groups.std)
    if (interval := groups.interval) is not None:
        spread += messages.format("exports.mean_interval", low=interval.lower, high=interval.upper)
    kind = _average_name(averages, messages) if averages.is_multi_task else ""
    key = f"exports.{groups.kind}.of_several" if averages.is_multi_task else f"exports.{groups.kind}.of_one"
    counted = groups.has_area
    facts = {"average": kind, "measure": name, "count": int(counted.sum()), "rows": int(groups.rows[counted].sum())}
    mean = messages.format(key, **facts, mean=groups.mean, spread=spread)
    if groups.missing_by_group:
        mean += messages.format("exports.folds_incomplete", count=len(groups.missing_by_group))
    sample = [mean, *_row_notes(averages, messages)]
    if groups.unscored_positives.any():
        sample.append(messages.format("exports.missed", count=format_count(float(groups.unscored_positives.sum()))))
    whose, fails = task_prefix(task, messages), _failing_areas(averages, groups, name, messages, task)
    rates = _failing_rates(averages, groups, messages)
    if fails:
        whose, parts = "", [*fails, *rates, *sample]
    else:
        parts = [*rates, *sample, *_area_range(averages, groups, messages)]
    return whose + messages.format("punctuation.clauses").join(parts)


def _failing_areas(
    averages: Averages, groups: GroupAverages, measure: str, messages: Messages, task: TaskName | None
) -> list[str]:
    """Name the groups that fail by their areas, against those of the others; nothing if there are none."""
    fails = low_area_groups(averages.group_areas, groups.names)
    names = [group_name(groups.names[index], groups, messages, format_name=single_line) for index in fails]
    texts = []
    for one in (averages.group_areas[index] for index in fails):
        if one is not None:
            ends = {"lower": one.interval.interval.lower, "upper": one.interval.interval.upper}
            texts.append(messages.format("exports.group_fails", area=one.area, **ends))
    if not texts:
        return []
    others = sorted(groups.area[groups.has_area].tolist())[len(fails) :]
    sentence = messages.format(
        "exports.groups_fail",
        model=messages.format("exports.the_model") if task is None else task.format(messages),
        names=join_names(tuple(names), messages, CITED),
        measure=measure,
        areas=messages.format("punctuation.items").join(texts),
        others=span_text(others[0], others[-1], messages),
    )
    return [sentence]


def _area_range(averages: Averages, groups: GroupAverages, messages: Messages) -> list[str]:
    """Name the groups with the smallest and largest area; nothing if there is only one area."""
    areas = groups.area
    if groups.only_group is not None or count_unique_areas(areas) == 1:
        return []
    lowest, highest = int(np.nanargmin(areas)), int(np.nanargmax(areas))
    names = {
        end: group_name(groups.names[at], groups, messages, format_name=single_line)
        for end, at in (("lowest", lowest), ("highest", highest))
    }
    finding = find_group_difference(averages.group_areas, groups.names)
    verdict = "" if groups.kind == "folds" or finding == "unknown" else f"_{finding}"
    return [
        messages.format(f"exports.group_range{verdict}", **names, low=float(areas[lowest]), high=float(areas[highest]))
    ]


def _failing_rates(averages: Averages, groups: GroupAverages, messages: Messages) -> list[str]:
    """Give recall and precision of each group that fails by its area or at the threshold of all rows."""
    curve, rates = averages.curve, averages.curve.group_rates
    if rates is None:
        return []
    threshold = format_threshold(curve.points.threshold, curve.selected_index)
    fails = dict.fromkeys((*low_area_groups(averages.group_areas, groups.names), *rates.low_groups))
    names = {group: group_name(groups.names[group], groups, messages, format_name=single_line) for group in fails}
    texts = [citations.group_rates_text(rates, group, names[group], messages) for group in fails]
    return [messages.format("exports.group_at_threshold", threshold=threshold, rates=text) for text in texts]


def _row_notes(averages: Averages, messages: Messages) -> list[str]:
    """Return notes on the rows that count; their split is not named if the groups are splits."""
    labeled_scores, groups = averages.curve.labeled_scores, averages.group_averages
    is_split_named = (
        groups is not None and not averages.is_multi_task and groups.column == labeled_scores.roles.split_column
    )
    return citations.row_notes(labeled_scores, messages, names_split=not is_split_named)


def _average_name(averages: Averages, messages: Messages) -> str:
    """Return the name of the average with a capital letter."""
    name = messages.format(f"averages.{averages.average}.name")
    return name[:1].upper() + name[1:]


def model_citation(models: Models, messages: Messages) -> str:
    """Return the comparison of the best two models: areas and difference with its interval, p and verdict; recalls."""
    scheme, (first, second) = models.schemes[0], models.by_area[:2]
    sample = SampleSummary(models.curve.labeled_scores, models.step_intervals[first])
    areas, comparison = (models.area(scheme, first), models.area(scheme, second)), models.pairwise_comparison
    decimals = decimals_to_subtract(*areas)
    compared = messages.format(
        "exports.compared_better" if comparison.is_significant else "exports.compared",
        first=single_line(first),
        second=single_line(second),
        measure=area_name(scheme, messages),
        area=format_area(areas[0], decimals),
        other=format_area(areas[1], decimals),
        difference=format_difference(areas[0] - areas[1], decimals, signed=False),
        known=_in_parentheses(messages, lead_evidence(comparison, messages, CITED), lead_verdict(comparison, messages)),
    )
    parts = [compared, *_failing_groups(models, messages), *citations.sample_sentences(sample, messages)]
    if (clusters := sample.step_interval.clusters) is not None:
        column = single_line(clusters.column)
        parts.append(messages.format("exports.clusters", column=column, clusters=clusters.count))
    if models.thresholds is not None and not models.thresholds.is_example:
        parts.append(_recall_citation(models.thresholds, (first, second), messages))
    return task_prefix(models.group_task, messages) + messages.format("punctuation.clauses").join(parts)


def _failing_groups(models: Models, messages: Messages) -> list[str]:
    """Say which groups fail for the best two models, and for only one of them, how the other does there."""
    texts, best_two = [], models.by_area[:2]
    for one in models.failing_groups:
        facts = one.notice.params
        alike = facts.get("models", (one.task,))
        failing = [model for model in alike if model in best_two]
        if not failing:
            continue
        groups = [TaskName("", "one", facts["column"], group).format(messages) for group in facts["worst"]]
        text = messages.format(
            "exports.model_fails" if len(failing) == 1 else f"exports.{one.notice.key}",
            model=messages.format("models.and").join(map(single_line, failing)),
            groups=messages.format("punctuation.items").join(groups),
            count=len(groups) * len(alike),
            area=facts["area"],
            lowest=facts.get("lowest"),
            least=facts["least"],
        )
        others = [other for other in one.others if other.name in best_two]
        texts.append(messages.format("punctuation.phrases").join([text, *other_models_texts(others, messages, CITED)]))
    return texts


def _recall_citation(found: ModelThresholds, best_two: Sequence[str], messages: Messages) -> str:
    """Compare the recall of two models at the requirements, or say what each model reaches there if one has none.

    The first model has the larger recall, so that a lead is positive here as on the page.
    """
    pair = [one for one in found.reached if one.model in best_two and found.maximized == "recall"]
    if len(pair) < 2:
        return requirement_sentence(found, messages, CITED, "exports.compared_reached")
    first, second = pair
    names = {"first": single_line(first.model), "second": single_line(second.model)}
    known = messages.format("exports.no_interval")
    if tuple(pair) == found.reached[:2]:
        known = recall_lead_text(found, messages, CITED)
        if found.lead is not None:
            ends = {"low": found.lead.lower, "high": found.lead.upper}
            texts = {name: keyboard_minus(format_difference(end)) for name, end in ends.items()}
            known = messages.format("exports.recall_lead", **names, **texts)
            if found.lead.lower <= 0:
                known += messages.format("punctuation.phrases") + messages.format("models.pair_open")
    recall, other = format_distinct(first.recall, second.recall)
    required = requirements_text(found.requirements, found.deployment, messages)
    compared = messages.format(
        "exports.compared_recall",
        requirements=with_balance(required, found, messages),
        **names,
        recall=recall,
        other=other,
    )
    return messages.format("punctuation.phrases").join(filter(None, (compared, known)))


def _in_parentheses(messages: Messages, *texts: str) -> str:
    """Return what is known of a difference in parentheses; "" if nothing is."""
    known = messages.format("punctuation.phrases").join(text for text in texts if text)
    return messages.format("exports.compared_known", known=known) if known else ""
