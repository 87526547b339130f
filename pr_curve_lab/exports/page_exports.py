"""What each page exports: one description of its results, from which sentences, code, numbers and report are made.

Each page but Lessons and Play has a function here. Files are only made after a click.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

from pr_curve_lab.analysis.areas import JoinedArea
from pr_curve_lab.analysis.formatting import DISPLAY_DECIMALS, NumberText
from pr_curve_lab.analysis.intervals import model_step_interval
from pr_curve_lab.analysis.models import model_areas, model_reversal, pair_tests
from pr_curve_lab.analysis.prevalence import Balances, PermutationBand
from pr_curve_lab.analysis.scheme_differences import SchemeDifferences
from pr_curve_lab.analysis.thresholds import ThresholdChoice
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
from pr_curve_lab.exports.result_citations import average_citations, model_citation
from pr_curve_lab.exports.results import Averages, CurveResults, Models
from pr_curve_lab.i18n import citations
from pr_curve_lab.i18n.citations import area_sentence, citations_by_language
from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.schema.dataset import Dataset
from pr_metrics import rank_models, signature

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

    used = choice.deployment
    prevalence = float(f"{used.points.prevalence:.12g}")  # as it was typed, without the rounding errors of the points

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
        code=curve_code(
            results,
            (joined.scheme,),
            threshold=results.printed_threshold,
            threshold_prevalence=prevalence if used.has_target_prevalence else None,
        ),
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
        own = _signature_sentence(results, scheme, language)
        return [area, own, citations.range_sentence(areas, language), *more_sentences(language)]

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
    sentences += [_signature_sentence(results, scheme, messages) for scheme in areas]
    if len(areas) > 1:
        left, right = areas
        sentences.append(citations.difference_sentence(left, right, areas[right] - areas[left], messages))
    return sentences


def _signature_sentence(results: CurveResults, scheme: str, messages: Messages) -> str:
    """Return the signature of an area, with which another program can check it."""
    area = results.areas[scheme]
    text = signature(results.points, scheme, area=area, decimals=results.area_decimals, short=True)
    return messages.format("signature.cited", signature=NumberText(text))


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
