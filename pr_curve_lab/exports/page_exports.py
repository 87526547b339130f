"""What each page exports: one description of an analysis, of which sentences, code, numbers and report are written.

A page describes its own; files are made on a click. A new page adds a function here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any

import numpy as np

from pr_curve_lab.analysis.areas import JoinedArea
from pr_curve_lab.analysis.averages import Folds
from pr_curve_lab.analysis.formatting import format_count
from pr_curve_lab.analysis.models import model_areas, model_pairs, model_reversal
from pr_curve_lab.analysis.prevalence import Balances, PermutationBand
from pr_curve_lab.analysis.scheme_differences import SchemeDifferences
from pr_curve_lab.analysis.thresholds import count_class_ties_in_rows
from pr_curve_lab.exports import numbers
from pr_curve_lab.exports.analysis import Analysis, Averages, Models
from pr_curve_lab.exports.numbers import Numbers
from pr_curve_lab.exports.python_code import AverageCodeRequest, CodeRequest, code_by_package
from pr_curve_lab.exports.report import averages as average_report
from pr_curve_lab.exports.report import class_balance, document
from pr_curve_lab.exports.report import models as model_report
from pr_curve_lab.exports.report.document import (
    DEFAULT_OPTIONS,
    LAST_SECTIONS,
    SECTIONS,
    OpeningBuilder,
    ReportOptions,
    SectionBuilder,
    report_html,
)
from pr_curve_lab.i18n import citations
from pr_curve_lab.i18n.citations import SampleSummary, area_name, area_sentence, sample_summary, sentences_per_language
from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.i18n.names import TaskName
from pr_curve_lab.schema.dataset import Dataset
from pr_metrics import rank_models

SentenceWriter = Callable[[Messages], list[str]]  # sentences to cite, in a language


@dataclass(frozen=True)
class File:
    """A file that is made when it is asked for."""

    key: str  # of its button's words and widget: rows, csv, json, report
    name: str
    media_type: str
    make: Callable[..., bytes]  # the report takes what was chosen for it
    sections: tuple[str, ...] = ()  # of a report, to choose from

    def with_options(self, get_options: Callable[[], ReportOptions]) -> File:
        """The report as it is chosen when it is asked for."""
        make = self.make
        return replace(self, make=lambda: make(get_options()))


@dataclass(frozen=True, eq=False)
class AnalysisDescription:
    """What there is to export about an analysis: its rows and numbers, what to cite, the code, and the report."""

    analysis: Analysis  # the data and what was chosen about them
    messages: Messages
    stem: str  # of the names of files
    rows: Callable[[], bytes]
    report_sentences: SentenceWriter
    report_code: Callable[[], CodeRequest | AverageCodeRequest]
    numbers: Numbers | None = None  # without numbers there are only rows and report
    numbers_name: str = "numbers"  # in the names of files
    report_name: str = "report"
    page_sentences: SentenceWriter | None = None
    page_code: CodeRequest | AverageCodeRequest | None = None
    sections: Mapping[str, SectionBuilder] = field(default_factory=lambda: SECTIONS)
    opening: OpeningBuilder = document.areas_opening

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """What to cite of the page: in the visitor's language, and in English."""
        return sentences_per_language(self.page_sentences, self.messages) if self.page_sentences else ()

    @cached_property
    def code(self) -> dict[str, str]:
        """The lines that compute the page's numbers again, by the name of the package that computes."""
        return code_by_package(self.page_code) if self.page_code else {}

    @property
    def files(self) -> tuple[File, ...]:
        """The files, none of which is made yet."""
        keys = (*self.sections, *LAST_SECTIONS)
        files = [File("rows", f"{self.stem}_rows.csv", "text/csv", self.rows)]
        if self.numbers is not None:
            name, write_json = f"{self.stem}_{self.numbers_name}", partial(self.numbers.json, self.sentences)
            files.append(File("csv", f"{name}.csv", "text/csv", self.numbers.csv))
            files.append(File("json", f"{name}.json", "application/json", write_json))
        report = File("report", f"{self.analysis.stem}_{self.report_name}.html", "text/html", self.report, keys)
        return (*files, report)

    def report(self, options: ReportOptions = DEFAULT_OPTIONS) -> bytes:
        """The report, with the title, the author and the sections that were chosen for it."""
        sentences = sentences_per_language(self.report_sentences, self.messages)
        code = code_by_package(self.report_code())
        return report_html(
            self.analysis, sentences, code, self.messages,
            sections=self.sections, opening=self.opening, options=options,
        )  # fmt: skip


def data_exports(analysis: Analysis, sample: SampleSummary, messages: Messages) -> AnalysisDescription:
    """The rows as they are understood, and the report about them."""
    return replace(_describe(analysis, sample, messages), numbers=None)


def curve_exports(
    analysis: Analysis,
    joined: JoinedArea,
    sample: SampleSummary,
    messages: Messages,
    *,
    opening: OpeningBuilder = document.threshold_opening,
) -> AnalysisDescription:
    """The area of the page, which is the average precision, and the selected threshold."""

    def format_sentences(language: Messages) -> list[str]:
        return [area_sentence(joined.scheme, joined.area, sample, language), _threshold_sentence(analysis, language)]

    threshold = float(analysis.points.threshold[analysis.selected_index])
    code = code_request(analysis, (joined.scheme,), threshold=threshold)
    return _describe(analysis, sample, messages, format_sentences, code, opening=opening)


def area_exports(
    analysis: Analysis, pair: SchemeDifferences, sample: SampleSummary, messages: Messages
) -> AnalysisDescription:
    """Both areas and their difference."""
    areas = {pair.left: pair.left_area, pair.right: pair.right_area}
    sentences = partial(_area_sentences, areas, sample, decimals=analysis.area_decimals)
    code = code_request(analysis, tuple(areas), difference=True)
    return _describe(analysis, sample, messages, sentences, code)


def scheme_exports(
    analysis: Analysis,
    areas: dict[str, float],
    scheme: str,
    sample: SampleSummary,
    messages: Messages,
    *,
    opening: OpeningBuilder = document.tools_opening,
) -> AnalysisDescription:
    """The area of the compared scheme among those of all; the report opens with the numbers that were asked about."""

    def format_sentences(language: Messages) -> list[str]:
        area = area_sentence(scheme, areas[scheme], sample, language)
        return [area, citations.range_sentence(areas, language)]

    code = code_request(analysis, tuple(areas))
    return _describe(analysis, sample, messages, format_sentences, code, opening=opening)


def balance_exports(
    analysis: Analysis,
    balances: Balances,
    permutation_test: PermutationBand | None,
    sample: SampleSummary,
    messages: Messages,
) -> AnalysisDescription:
    """Both class balances; permutation_test: what shuffled labels gave, if that is known."""
    scheme, decimals, has_target = balances.scheme, analysis.area_decimals, balances.has_target_prevalence

    def own_sentence(language: Messages) -> str:
        return area_sentence(scheme, balances.measured.area, sample, language, decimals=decimals)

    def target_sentences(language: Messages) -> list[str]:
        area, prevalence = balances.target.area, balances.target.text
        sentence = citations.prevalence_sentence(scheme, area, prevalence, language, decimals=decimals)
        return [sentence] if has_target else []

    section = partial(class_balance.balance_section, balances, permutation_test)
    return _describe(
        analysis,
        sample,
        messages,
        lambda language: [own_sentence(language), *target_sentences(language)],
        code_request(analysis, (scheme,), prevalence=balances.prevalence if has_target else None),
        report_only=target_sentences,
        numbers=numbers.balance_numbers(analysis, balances, permutation_test),
        sections={"balances": section, **{key: make for key, make in SECTIONS.items() if key != "limits"}},
        opening=partial(class_balance.balance_opening, balances),
    )


def _describe(
    analysis: Analysis,
    sample: SampleSummary,
    messages: Messages,
    sentences: SentenceWriter | None = None,
    code: CodeRequest | AverageCodeRequest | None = None,
    *,
    report_only: SentenceWriter | None = None,
    **others: Any,
) -> AnalysisDescription:
    """The description of one ranking; its report has both schemes, the selected threshold, and `report_only`."""

    def report_sentences(language: Messages) -> list[str]:
        areas = {scheme: analysis.areas[scheme] for scheme in analysis.sides}
        both = _area_sentences(areas, sample, language, decimals=analysis.area_decimals)
        return [*both, _threshold_sentence(analysis, language), *(report_only(language) if report_only else [])]

    def report_code() -> CodeRequest:
        threshold = float(analysis.points.threshold[analysis.selected_index])
        return code_request(analysis, tuple(dict.fromkeys(analysis.sides)), threshold=threshold, difference=True)

    parts = {
        "stem": analysis.stem,
        "rows": lambda: numbers.rows_csv(analysis.cases, analysis.group),
        "numbers": numbers.analysis_numbers(analysis),
        **others,
    }
    return AnalysisDescription(
        analysis,
        messages,
        report_sentences=report_sentences,
        report_code=report_code,
        page_sentences=sentences,
        page_code=code,
        **parts,
    )


def code_request(analysis: Analysis, schemes: tuple[str, ...], **numbers: Any) -> CodeRequest:
    """The numbers that the lines compute, of the rows of an analysis."""
    return CodeRequest(
        f"{analysis.stem}_rows.csv",
        schemes,
        weighted=analysis.cases.weight is not None,
        decimals=analysis.decimals,
        total_positives=analysis.total_positives,
        grouped=analysis.cases.cluster_groups is not None,
        **numbers,
    )


def _threshold_sentence(analysis: Analysis, messages: Messages) -> str:
    return citations.threshold_sentence(analysis.points, analysis.selected_index, messages, analysis.required)


def _area_sentences(areas: dict[str, float], sample: SampleSummary, messages: Messages, *, decimals: int) -> list[str]:
    """A sentence for each area, and one for the difference where there are two."""
    sentences = [area_sentence(scheme, area, sample, messages, decimals=decimals) for scheme, area in areas.items()]
    if len(areas) > 1:
        left, right = areas
        sentences.append(citations.difference_sentence(left, right, areas[right] - areas[left], messages))
    return sentences


def average_exports(
    averages: Averages, analysis: Analysis, sample: SampleSummary, messages: Messages
) -> AnalysisDescription:
    """The average and the mean of the folds; the report adds the task in view."""
    folds, stem = averages.folds, averages.stem
    unscored = {} if folds is None else dict(zip(folds.names, folds.unscored_positives.tolist(), strict=True))
    code = AverageCodeRequest(
        f"{stem}_rows.csv",
        len(averages.matrix.names),
        averages.average if averages.is_multi_task else None,
        averages.scheme,
        weighted=averages.matrix.weight is not None,
        n_folds=0 if folds is None else int(folds.has_area.sum()),
        unscored_positives=averages.matrix.unscored_positives,
        unscored_in_folds=tuple(unscored[name] for name in sorted(unscored)),
    )
    sentences = partial(_average_sentences, averages, analysis.task)
    return _describe(
        analysis,
        sample,
        messages,
        sentences,
        code,
        report_only=sentences,
        stem=stem,
        rows=partial(numbers.task_rows_csv, averages),
        numbers=numbers.average_numbers(averages),
        numbers_name="averages",
        sections={"averages": partial(average_report.averages_section, averages), **SECTIONS},
        opening=partial(average_report.average_opening, averages),
    )


def _average_sentences(averages: Averages, task: TaskName | None, messages: Messages) -> list[str]:
    """The average with its number of tasks and the least and the largest of them; then the folds.

    task: the one of several scores whose folds they are, where nothing is averaged over all.
    """
    of = area_name(averages.scheme, messages)
    sentences = []
    if averages.is_multi_task:
        low, high = int(np.nanargmin(averages.task_areas)), int(np.nanargmax(averages.task_areas))
        names = [" ".join(name.split()) for name in averages.matrix.names]
        sentences.append(
            messages.format(
                f"exports.average_{averages.task_kind}",
                average=_average_name(averages, messages),
                measure=of,
                count=int((~np.isnan(averages.task_areas)).sum()),
                area=averages.overall.area,
                rows=averages.rows_averaged,
                low=float(averages.task_areas[low]),
                lowest=names[low],
                high=float(averages.task_areas[high]),
                highest=names[high],
            )
            + _weight_note(averages, messages)
        )
    if averages.folds is not None:
        whose = (
            "" if averages.is_multi_task or task is None else messages.format("exports.of", name=task.format(messages))
        )
        sentences.append(whose + _fold_sentence(averages, averages.folds, of, messages))
    return sentences


def _fold_sentence(averages: Averages, folds: Folds, measure_name: str, messages: Messages) -> str:
    spread = "" if np.isnan(folds.std) else messages.format("exports.deviation", deviation=folds.std)
    kind = _average_name(averages, messages) if averages.is_multi_task else ""
    key = f"exports.{folds.kind}.{'of_several' if averages.is_multi_task else 'of_one'}"
    counted = folds.has_area
    facts = {
        "average": kind,
        "measure": measure_name,
        "count": int(counted.sum()),
        "rows": int(folds.rows[counted].sum()),
    }
    said = messages.format(key, **facts, mean=folds.mean, spread=spread) + _weight_note(averages, messages)
    if folds.unscored_positives.any():
        missed = messages.format("exports.missed", count=format_count(float(folds.unscored_positives.sum())))
        said += messages.format("exports.semicolon") + missed
    if not folds.missing_by_fold:
        return said
    return said + messages.format("exports.folds_incomplete", count=len(folds.missing_by_fold))


def _weight_note(averages: Averages, messages: Messages) -> str:
    """The column of weights by which the rows count, if there is one."""
    if averages.weight is None:
        return ""
    return messages.format("exports.semicolon") + messages.format("exports.weighted", column=averages.weight)


def _average_name(averages: Averages, messages: Messages) -> str:
    """The name of the average, which opens a sentence."""
    name = messages.format(f"averages.{averages.average}.name")
    return name[:1].upper() + name[1:]


def model_exports(models: Models, analysis: Analysis, messages: Messages) -> AnalysisDescription:
    """All models, whichever is in view: no number in the report is of one of them alone."""
    about, sentences = replace(analysis, task=None), partial(_model_sentences, models)
    schemes, names = tuple(dict.fromkeys(models.schemes)), models.ranking.models
    code = replace(code_request(about, schemes, models=names), decimals=None)
    return AnalysisDescription(
        about,
        messages,
        about.stem,
        lambda: numbers.model_rows_csv(models, analysis.group),
        report_sentences=sentences,
        report_code=lambda: code,
        numbers=numbers.model_numbers(models, about.stem),
        numbers_name="models",
        report_name="models_report",
        page_sentences=sentences,
        page_code=code,
        sections=model_report.model_sections(models),
        opening=partial(model_report.model_opening, models),
    )


def _model_sentences(models: Models, messages: Messages) -> list[str]:
    """A sentence a model and scheme, then who is first under which scheme."""
    sentences = []
    for scheme in dict.fromkeys(models.schemes):
        sentences += [
            area_sentence(scheme, models.area(scheme, model), models.sample_summaries[model], messages)
            for model in models.ranking.models
        ]
        first = messages.format("report.comma").join(
            " ".join(model.split()) for model in models.ranking.best_models(scheme)
        )
        sentences.append(messages.format("exports.first", measure=area_name(scheme, messages), models=first))
    return sentences


def analysis_summary(analysis: Analysis) -> SampleSummary:
    """The counts of an analysis, as sentences say them.

    >>> from datetime import date
    >>> from pr_curve_lab.schema.examples import example_cases, example_table
    >>> day = date(2026, 1, 1)
    >>> analysis_summary(Analysis(example_cases("ten_rows"), example_table("ten_rows"), report_date=day)).rows
    10
    """
    cases = analysis.cases
    return sample_summary(cases, tied=count_class_ties_in_rows(cases), n_excluded=analysis.left_out, task=analysis.task)


def build_models(dataset: Dataset, analysis: Analysis) -> Models:
    """Several models under the schemes of an analysis of one of them, with no samples drawn.

    >>> from datetime import date
    >>> from pr_curve_lab.schema.examples import example_table, example_dataset
    >>> dataset = example_dataset("four_models")
    >>> analysis = Analysis(dataset.cases("forest"), example_table("four_models"), report_date=date(2026, 1, 1))
    >>> build_models(dataset, analysis).by_area[0]
    'forest'
    """
    schemes = analysis.sides
    points = {name: dataset.points(name) for name in dataset.names}
    ranking = rank_models(points)
    of_each = {name: replace(analysis, cases=dataset.cases(name), task=TaskName(name, "models")) for name in points}
    return Models(
        dataset,
        ranking,
        schemes,
        sample_summaries={name: analysis_summary(one) for name, one in of_each.items()},
        points=points,
        reversal=model_reversal(ranking, schemes, points.__getitem__, dataset.cases),
        pairs=model_pairs(dataset, model_areas(ranking, "step")),
        selected_model=dataset.valid_names[0],
    )
