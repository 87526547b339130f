"""What each page exports: one description of its results, from which sentences, code, numbers and report are made.

Each page but Lessons and Play has a function here. Files are only made after a click.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

import numpy as np

from pr_curve_lab.analysis.areas import JoinedArea
from pr_curve_lab.analysis.averages import GroupAverages
from pr_curve_lab.analysis.formatting import (
    DISPLAY_DECIMALS,
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
from pr_curve_lab.analysis.intervals import find_group_difference, low_area_groups, model_step_interval
from pr_curve_lab.analysis.models import ModelThresholds, model_areas, model_reversal, pair_tests
from pr_curve_lab.analysis.prevalence import Balances, PermutationBand
from pr_curve_lab.analysis.scheme_differences import SchemeDifferences
from pr_curve_lab.analysis.thresholds import ThresholdChoice
from pr_curve_lab.analysis.train_test import TrainTestGap
from pr_curve_lab.exports import numbers
from pr_curve_lab.exports.numbers import NumberExport
from pr_curve_lab.exports.python_code import average_code, curve_code
from pr_curve_lab.exports.report import averages as average_report
from pr_curve_lab.exports.report import balance, document
from pr_curve_lab.exports.report import models as model_report
from pr_curve_lab.exports.report.document import (
    DEFAULT_OPTIONS,
    LAST_SECTIONS,
    FirstPageBuilder,
    ReportOptions,
    SectionBuilder,
    curve_sections,
    report_html,
)
from pr_curve_lab.exports.results import Averages, CurveResults, Models
from pr_curve_lab.i18n import citations
from pr_curve_lab.i18n.area_sentences import requirements_text
from pr_curve_lab.i18n.citations import (
    CITED,
    SampleSummary,
    area_name,
    area_sentence,
    citations_by_language,
    keyboard_minus,
)
from pr_curve_lab.i18n.group_sentences import span_text
from pr_curve_lab.i18n.messages import Messages, single_line
from pr_curve_lab.i18n.model_sentences import join_names, lead_evidence, lead_verdict, requirement_sentence
from pr_curve_lab.i18n.names import TaskName, group_name, task_prefix
from pr_curve_lab.schema.dataset import Dataset
from pr_metrics import rank_models

SentenceWriter = Callable[[Messages], list[str]]  # returns sentences to cite in a language


@dataclass(frozen=True)
class ExportFile:
    """A file that is made when it is downloaded."""

    key: str  # rows, csv, json or report; part of message and widget keys
    name: str
    media_type: str
    make: Callable[..., bytes]  # that of a report takes `ReportOptions`
    sections: tuple[str, ...] = ()  # sections of a report to choose from

    def with_options(self, get_options: Callable[[], ReportOptions]) -> ExportFile:
        """Return the report file with options that are read when it is downloaded."""
        make = self.make
        return replace(self, make=lambda: make(get_options()))


@dataclass(frozen=True, eq=False)
class PageExports:
    """The exports of a page: rows, numbers, sentences to cite, code, and the report."""

    results: CurveResults  # the data and the visitor's choices
    messages: Messages
    stem: str  # stem of the file names
    rows: Callable[[], bytes]
    sections: Mapping[str, SectionBuilder]
    first_page: FirstPageBuilder
    report_sentences: SentenceWriter
    report_code: Callable[[], Mapping[str, str]]
    numbers: NumberExport | None = None  # None: only rows and report are exported
    numbers_name: str = "numbers"  # part of the file names
    report_name: str = "report"
    page_sentences: SentenceWriter | None = None
    code: Mapping[str, str] = field(default_factory=dict)  # computes the page's numbers again, by package

    @cached_property
    def citations(self) -> tuple[str, ...]:
        """The sentences to cite, one text of several lines for each language: the visitor's language, and English."""
        return citations_by_language(self.page_sentences, self.messages) if self.page_sentences else ()

    @property
    def files(self) -> tuple[ExportFile, ...]:
        """The files, none of which has been made yet."""
        keys = (*self.sections, *LAST_SECTIONS)
        files = [ExportFile("rows", f"{self.stem}_rows.csv", "text/csv", self.rows)]
        if self.numbers is not None:
            name, write_json = f"{self.stem}_{self.numbers_name}", partial(self.numbers.json, self.citations)
            files.append(ExportFile("csv", f"{name}.csv", "text/csv", self.numbers.csv))
            files.append(ExportFile("json", f"{name}.json", "application/json", write_json))
        report = ExportFile("report", f"{self.results.stem}_{self.report_name}.html", "text/html", self.report, keys)
        return (*files, report)

    def report(self, options: ReportOptions = DEFAULT_OPTIONS) -> bytes:
        """Return the report with the selected title, author and sections."""
        return report_html(
            self.results,
            citations_by_language(self.report_sentences, self.messages),
            self.report_code(),
            self.messages,
            self.sections,
            self.first_page,
            options,
        )


def data_exports(results: CurveResults, messages: Messages) -> PageExports:
    """Export the rows, with scores that are not rounded, and the report about them."""
    return replace(_curve_exports(results, messages), numbers=None)


def curve_exports(
    results: CurveResults,
    joined: JoinedArea,
    messages: Messages,
    *,
    choice: ThresholdChoice,
    requirement: tuple[str, Sequence[str]] | None = None,
) -> PageExports:
    """Export the selected threshold, and the area of the page, which is the average precision.

    requirement: the requirement on the threshold and its sentences, with which the report opens.
    """

    def sentences(language: Messages, *, decimals: int = DISPLAY_DECIMALS) -> list[str]:
        area = area_sentence(joined.scheme, joined.area, results.sample, language, decimals=decimals)
        return [
            citations.choice_sentence(choice, results.labeled_scores, language, results.task, results.group_rates),
            area,
        ]

    return replace(
        _curve_exports(results, messages),
        page_sentences=sentences,
        report_sentences=partial(sentences, decimals=results.area_decimals),
        code=curve_code(results, (joined.scheme,), threshold=results.printed_threshold),
        first_page=partial(document.requirement_first_page, *requirement)
        if requirement
        else partial(document.threshold_first_page, results),
    )


def area_exports(results: CurveResults, pair: SchemeDifferences, messages: Messages) -> PageExports:
    """Export both areas and their difference."""
    areas = {pair.left: pair.left_area, pair.right: pair.right_area}
    return replace(
        _curve_exports(results, messages),
        page_sentences=partial(_area_sentences, results, areas),
        code=curve_code(results, tuple(areas), difference=True),
    )


def scheme_exports(
    results: CurveResults,
    areas: Mapping[str, float],
    messages: Messages,
    *,
    more_sentences: SentenceWriter = lambda _: [],
    question: tuple[str, Sequence[str]] | None = None,
) -> PageExports:
    """Export the area of the compared scheme, and those of all others.

    more_sentences: on the numbers that were typed. question: about them, with its answers; the report opens with it.
    """
    scheme = results.sides[0]

    def sentences(language: Messages) -> list[str]:
        area = area_sentence(scheme, areas[scheme], results.sample, language)
        return [area, citations.range_sentence(areas, language), *more_sentences(language)]

    return replace(
        _curve_exports(results, messages),
        page_sentences=sentences,
        code=curve_code(results, tuple(areas)),
        first_page=partial(document.reported_numbers_first_page, results, *question)
        if question
        else partial(document.areas_first_page, results, finding="tools"),
    )


def balance_exports(
    results: CurveResults, balances: Balances, permutation_band: PermutationBand | None, messages: Messages
) -> PageExports:
    """Export the numbers at both prevalences; permutation_band: its result, or None if it is not finished."""
    scheme, decimals, has_target = balances.scheme, results.area_decimals, balances.has_target_prevalence

    def target_sentences(language: Messages) -> list[str]:
        area, prevalence = balances.target.area, balances.target.text
        sentence = citations.prevalence_sentence(scheme, area, prevalence, language, decimals=decimals)
        return [sentence] if has_target else []

    def sentences(language: Messages) -> list[str]:
        own = area_sentence(scheme, balances.measured.area, results.sample, language, decimals=decimals)
        return [own, *target_sentences(language)]

    sections: dict[str, SectionBuilder] = {
        "balances": partial(balance.balance_section, results, balances, permutation_band)
    }
    sections |= {key: make for key, make in curve_sections(results).items() if key != "limits"}
    return replace(
        _curve_exports(results, messages, report_only=target_sentences),
        page_sentences=sentences,
        code=curve_code(results, (scheme,), prevalence=balances.prevalence if has_target else None),
        numbers=numbers.balance_numbers(results, balances, permutation_band),
        sections=sections,
        first_page=partial(balance.balance_first_page, balances),
    )


def _curve_exports(
    results: CurveResults, messages: Messages, *, report_only: SentenceWriter | None = None
) -> PageExports:
    """Export one curve; the report has both schemes, the selected threshold, and the `report_only` sentences."""

    def report_sentences(language: Messages) -> list[str]:
        areas = {scheme: results.areas[scheme] for scheme in results.sides}
        own = [*_area_sentences(results, areas, language), _threshold_sentence(results, language)]
        return own + (report_only(language) if report_only else [])

    def report_code() -> Mapping[str, str]:
        schemes = tuple(dict.fromkeys(results.sides))
        return curve_code(results, schemes, threshold=results.printed_threshold, difference=True)

    return PageExports(
        results,
        messages,
        results.stem,
        rows=lambda: numbers.rows_csv(results.labeled_scores, results.group),
        sections=curve_sections(results),
        first_page=partial(document.areas_first_page, results),
        report_sentences=report_sentences,
        report_code=report_code,
        numbers=numbers.curve_numbers(results),
    )


def _threshold_sentence(results: CurveResults, messages: Messages) -> str:
    return citations.threshold_sentence(results.points, results.selected_index, messages, results.required)


def _area_sentences(results: CurveResults, areas: Mapping[str, float], messages: Messages) -> list[str]:
    """Return a sentence for the area of each side, and one for the difference if there are two."""
    sentences = [
        area_sentence(scheme, area, results.sample, messages, decimals=results.area_decimals)
        for scheme, area in areas.items()
    ]
    if len(areas) > 1:
        left, right = areas
        sentences.append(citations.difference_sentence(left, right, areas[right] - areas[left], messages))
    return sentences


def average_exports(averages: Averages, messages: Messages) -> PageExports:
    """Export the average and the mean of the groups; the report also has the selected class or label."""
    sentences = partial(average_citations, averages)
    return replace(
        _curve_exports(averages.curve, messages, report_only=sentences),
        page_sentences=sentences,
        code=average_code(averages),
        stem=averages.stem,
        rows=partial(numbers.task_rows_csv, averages),
        numbers=numbers.average_numbers(averages),
        numbers_name="averages",
        sections={"averages": partial(average_report.averages_section, averages), **curve_sections(averages.curve)},
        first_page=partial(average_report.average_first_page, averages),
    )


def average_citations(averages: Averages, messages: Messages) -> list[str]:
    """Describe the average, its number of tasks, and the smallest and largest of them; then the groups."""
    of, task = area_name(averages.scheme, messages), averages.curve.task
    sentences = []
    if averages.is_multi_task:
        low, high = int(np.nanargmin(averages.task_areas)), int(np.nanargmax(averages.task_areas))
        names = list(map(single_line, averages.matrix.names))
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
        weakest = _rates_at_best_f1(averages, low, messages)
        sentences.append(
            messages.format("punctuation.clauses").join([average, weakest, *_row_notes(averages, messages)])
        )
    if averages.train_test is not None:
        return [_train_test_sentence(averages, averages.train_test, of, messages)]
    if averages.group_averages is not None:
        groups = averages.group_averages
        if groups.only_group is not None:
            task = TaskName("" if task is None else task.name, averages.task_kind, groups.column, groups.only_group)
        sentences.append(_group_sentence(averages, groups, of, messages, None if averages.is_multi_task else task))
    return sentences


def _rates_at_best_f1(averages: Averages, task: int, messages: Messages) -> str:
    """Give precision and recall of a class or label at its threshold of the largest F1."""
    rates = best_f1_rates(averages.matrix)
    return messages.format(
        "exports.task_at_best_f1",
        name=TaskName(averages.matrix.names[task], averages.task_kind).format(messages),
        threshold=NumberText(rates.thresholds[task]),
        precision=float(rates.precision.value[task]),
        recall=float(rates.recall.value[task]),
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


def model_exports(models: Models, messages: Messages) -> PageExports:
    """Export all models; no number in the report depends on the selected one."""
    curve = replace(models.curve, task=models.group_task)

    def sentences(language: Messages) -> list[str]:
        return [model_citation(models, language)]

    code = curve_code(curve, tuple(dict.fromkeys(models.schemes)), models=models.ranking.models)
    return PageExports(
        curve,
        messages,
        curve.stem,
        partial(numbers.model_rows_csv, models),
        model_report.model_sections(models),
        partial(model_report.model_first_page, models),
        report_sentences=sentences,
        report_code=lambda: code,
        numbers=numbers.model_numbers(models, curve.stem),
        numbers_name="models",
        report_name="models_report",
        page_sentences=sentences,
        code=code,
    )


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
    parts = [compared, *citations.sample_sentences(sample, messages)]
    if (clusters := sample.step_interval.clusters) is not None:
        column = single_line(clusters.column)
        parts.append(messages.format("exports.clusters", column=column, clusters=clusters.count))
    if models.thresholds is not None:
        parts.append(_recall_citation(models.thresholds, first, second, messages))
    return task_prefix(models.group_task, messages) + messages.format("punctuation.clauses").join(parts)


def _recall_citation(found: ModelThresholds, first: str, second: str, messages: Messages) -> str:
    """Compare the recall of two models at the requirements, or say what each model reaches there if one has none."""
    reached = {one.model: one.recall for one in found.reached} if found.maximized == "recall" else {}
    if first not in reached or second not in reached:
        return requirement_sentence(found, messages, CITED, "exports.compared_reached")
    known, pair = messages.format("exports.no_interval"), [one.model for one in found.reached[:2]]
    if found.lead is not None and {first, second} == set(pair):
        ends = found.lead.lower, found.lead.upper
        low, high = ends if pair[0] == first else (-ends[1], -ends[0])
        texts = {"low": keyboard_minus(format_difference(low)), "high": keyboard_minus(format_difference(high))}
        known = messages.format("models.lead_interval", **texts)
    recalls = reached[first], reached[second]
    decimals = decimals_to_subtract(*recalls)
    return messages.format(
        "exports.compared_recall",
        requirements=requirements_text(found.requirements, found.deployment, messages),
        recall=format_area(recalls[0], decimals),
        other=format_area(recalls[1], decimals),
        difference=keyboard_minus(format_difference(recalls[0] - recalls[1], decimals)),
        known=_in_parentheses(messages, known),
    )


def _in_parentheses(messages: Messages, *texts: str) -> str:
    """Return what is known of a difference in parentheses; "" if nothing is."""
    known = messages.format("punctuation.phrases").join(text for text in texts if text)
    return messages.format("exports.compared_known", known=known) if known else ""


def build_models(dataset: Dataset, results: CurveResults) -> Models:
    """Return the models of a dataset under the schemes of the results, without bootstrap samples.

    >>> from datetime import date
    >>> from pr_curve_lab.schema.examples import example_table, example_dataset
    >>> dataset = example_dataset("four_models")
    >>> table = example_table("four_models")
    >>> results = CurveResults(dataset.labeled_scores("forest"), table, report_date=date(2026, 1, 1))
    >>> build_models(dataset, results).by_area[0]
    'forest'
    """
    schemes = results.sides
    points = {name: dataset.points(name) for name in dataset.names}
    ranking = rank_models(points)
    return Models(
        results,
        dataset,
        ranking,
        schemes,
        step_intervals={name: model_step_interval(dataset, name) for name in points},
        points=points,
        reversal=model_reversal(ranking, schemes, points.__getitem__, dataset.labeled_scores),
        pairs=pair_tests(dataset, model_areas(ranking, "step")),
        selected_model=dataset.valid_names[0],
    )
