"""Exports of each page: sentences and code as text, files as functions that are called on a click.

A new page makes exports of its own, with its own sentences and code and the files that it shares with others.

The sentence about an average has no interval, since the logit interval is that of one ranking.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
import pandas as pd

from pr_curve_lab.analysis.areas import JoinedArea
from pr_curve_lab.analysis.averages import Folds
from pr_curve_lab.analysis.formatting import format_count
from pr_curve_lab.analysis.models import model_areas, model_pairs, model_reversal
from pr_curve_lab.analysis.prevalence import Balances, PermutationBand
from pr_curve_lab.analysis.scheme_differences import SchemeDifferences
from pr_curve_lab.analysis.thresholds import count_class_ties_in_cases
from pr_curve_lab.exports import python_code
from pr_curve_lab.exports.analysis import Analysis, Averages, Models
from pr_curve_lab.exports.numbers import (
    balances_csv,
    balances_json,
    escape_formulas,
    numbers_csv,
    numbers_json,
    rows_csv,
)
from pr_curve_lab.exports.numbers_of_models import averages_csv, averages_json, models_csv, models_json
from pr_curve_lab.exports.python_code import AverageCodeRequest, CodeRequest, pr_metrics_code, sklearn_code
from pr_curve_lab.exports.report import averages as report
from pr_curve_lab.exports.report import class_balance, document
from pr_curve_lab.exports.report.document import (
    DEFAULT_OPTIONS,
    LAST_SECTIONS,
    SECTIONS,
    FirstPageSpec,
    ReportOptions,
    SectionBuilder,
    report_html,
)
from pr_curve_lab.exports.report.models import first_page_spec as report_opening
from pr_curve_lab.exports.report.models import model_sections
from pr_curve_lab.i18n import citations
from pr_curve_lab.i18n.citations import SampleSummary, area_name, area_sentence, sample_summary, sentences_per_language
from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.i18n.names import TaskName
from pr_curve_lab.schema.dataset import Dataset
from pr_metrics import rank_models

TextFormatter = Callable[[Messages], list[str]]  # sentences in a language


@dataclass(frozen=True)
class File:
    """A file that is made when it is asked for."""

    key: str  # of its button's words and widget: rows, csv, json, report
    name: str
    kind: str  # of its content, as browsers name it
    make: Callable[..., bytes]  # the report takes what was chosen for it
    sections: tuple[str, ...] = ()  # of a report, to choose from

    def with_options(self, get_options: Callable[[], ReportOptions]) -> File:
        """The report as it is chosen when it is asked for."""
        make = self.make
        return replace(self, make=lambda: make(get_options()))


@dataclass(frozen=True)
class PageExports:
    """The sentences, code and files of one page."""

    files: tuple[File, ...]
    sentences: tuple[str, ...] = ()  # to cite: in the visitor's language, and in English
    code: Mapping[str, str] = field(default_factory=dict)  # by the name of the package that computes


def data_exports(analysis: Analysis, sample: SampleSummary, messages: Messages) -> PageExports:
    """The rows as they are understood, and the report about them."""
    return PageExports((rows_file(analysis), report_file(analysis, sample, messages)))


def curve_exports(
    analysis: Analysis,
    joined: JoinedArea,
    sample: SampleSummary,
    messages: Messages,
    *,
    page_spec: FirstPageSpec = document.THRESHOLD_SPEC,
) -> PageExports:
    """The area of the page, which is the average precision, and the threshold in force."""
    points, chosen = analysis.points, analysis.active_index

    def format_sentences(language: Messages) -> list[str]:
        return [
            citations.area_sentence(joined.scheme, joined.area, sample, language),
            citations.threshold_sentence(points, chosen, language, analysis.required),
        ]

    wanted = code_request(analysis, (joined.scheme,), threshold=float(points.threshold[chosen]))
    return _page_exports(
        analysis, sample, citations.sentences_per_language(format_sentences, messages), wanted, messages, page_spec
    )


def area_exports(analysis: Analysis, pair: SchemeDifferences, sample: SampleSummary, messages: Messages) -> PageExports:
    """Both areas and their difference."""
    areas = {pair.left: pair.left_area, pair.right: pair.right_area}
    of_both = partial(_area_sentences, areas, sample, decimals=analysis.area_decimals)
    sentences = citations.sentences_per_language(of_both, messages)
    return _page_exports(analysis, sample, sentences, code_request(analysis, tuple(areas), difference=True), messages)


def scheme_exports(
    analysis: Analysis,
    areas: dict[str, float],
    scheme: str,
    sample: SampleSummary,
    messages: Messages,
    *,
    page_spec: FirstPageSpec = document.TOOLS_SPEC,
) -> PageExports:
    """The area of the compared scheme among those of all; the report opens with the numbers that were asked about."""

    def format_sentences(language: Messages) -> list[str]:
        return [
            citations.area_sentence(scheme, areas[scheme], sample, language),
            citations.range_sentence(areas, language),
        ]

    sentences, wanted = (
        citations.sentences_per_language(format_sentences, messages),
        code_request(analysis, tuple(areas)),
    )
    return _page_exports(analysis, sample, sentences, wanted, messages, page_spec)


def rows_file(analysis: Analysis) -> File:
    """The rows as they were counted, which the code reads."""
    return File("rows", rows_file_name(analysis), "text/csv", lambda: rows_csv(analysis.cases, analysis.group))


def number_files(analysis: Analysis, sentences: tuple[str, ...]) -> tuple[File, File]:
    """The numbers of the analysis, for a spreadsheet and for a program."""
    stem = f"{analysis.stem}_numbers"
    return (
        File("csv", f"{stem}.csv", "text/csv", partial(numbers_csv, analysis)),
        File("json", f"{stem}.json", "application/json", partial(numbers_json, analysis, sentences)),
    )


def report_file(
    analysis: Analysis,
    sample: SampleSummary,
    messages: Messages,
    *,
    sections: Mapping[str, SectionBuilder] = SECTIONS,
    page_spec: FirstPageSpec = document.AREAS_SPEC,
    extra_text: TextFormatter | None = None,
) -> File:
    """The report of the whole analysis: both schemes, and the threshold in force; a page opens it with its question.

    A page that has more to say gives sections, and sentences to cite besides.
    """

    def make(options: ReportOptions = DEFAULT_OPTIONS) -> bytes:
        areas = {scheme: analysis.areas[scheme] for scheme in analysis.sides}
        points, at = analysis.points, analysis.active_index

        def format_sentences(language: Messages) -> list[str]:
            more = [] if extra_text is None else extra_text(language)
            both = _area_sentences(areas, sample, language, decimals=analysis.area_decimals)
            return [*both, citations.threshold_sentence(points, at, language, analysis.required), *more]

        wanted = code_request(analysis, tuple(areas), threshold=float(points.threshold[at]), difference=True)
        sentences, code = citations.sentences_per_language(format_sentences, messages), code_by_package(wanted)
        return report_html(analysis, sentences, code, messages, sections=sections, page_spec=page_spec, options=options)

    return File("report", f"{analysis.stem}_report.html", "text/html", make, (*sections, *LAST_SECTIONS))


def code_by_package(request: CodeRequest) -> dict[str, str]:
    """The lines for each package that computes."""
    return {"pr_metrics": pr_metrics_code(request), "scikit-learn": sklearn_code(request)}


def code_request(
    analysis: Analysis, schemes: tuple[str, ...], *, threshold: float | None = None, difference: bool = False
) -> CodeRequest:
    """The numbers that the lines compute, of the rows of an analysis."""
    return CodeRequest(
        rows_file_name(analysis),
        schemes,
        weighted=analysis.cases.weight is not None,
        decimals=analysis.decimals,
        threshold=threshold,
        difference=difference,
        total_positives=analysis.total_positives,
        grouped=analysis.cases.cluster_groups is not None,
    )


def rows_file_name(analysis: Analysis) -> str:
    """The name of the file of rows, which the code reads."""
    return f"{analysis.stem}_rows.csv"


def _area_sentences(areas: dict[str, float], sample: SampleSummary, messages: Messages, *, decimals: int) -> list[str]:
    """A sentence for each area, and one for the difference where there are two."""
    sentences = [
        citations.area_sentence(scheme, area, sample, messages, decimals=decimals) for scheme, area in areas.items()
    ]
    if len(areas) > 1:
        left, right = areas
        sentences.append(citations.difference_sentence(left, right, areas[right] - areas[left], messages))
    return sentences


def _page_exports(
    analysis: Analysis,
    sample: SampleSummary,
    sentences: tuple[str, ...],
    request: CodeRequest,
    messages: Messages,
    page_spec: FirstPageSpec = document.AREAS_SPEC,
) -> PageExports:
    report = report_file(analysis, sample, messages, page_spec=page_spec)
    files = (rows_file(analysis), *number_files(analysis, sentences), report)
    return PageExports(files, sentences, code_by_package(request))


def average_exports(averages: Averages, analysis: Analysis, sample: SampleSummary, messages: Messages) -> PageExports:
    """The average and the mean of the folds, as sentence, code and files; the report adds the task in view."""
    said = partial(_average_sentences, averages, analysis.task)
    sentences = sentences_per_language(said, messages)
    stem = averages.stem
    rows = f"{stem}_rows.csv"
    files = (
        File("rows", rows, "text/csv", partial(task_rows_csv, averages)),
        File("csv", f"{stem}_averages.csv", "text/csv", partial(averages_csv, averages)),
        File("json", f"{stem}_averages.json", "application/json", partial(averages_json, averages, sentences)),
        report_file(
            analysis,
            sample,
            messages,
            sections={"averages": partial(report.averages_section, averages), **SECTIONS},
            page_spec=report.first_page_spec(averages),
            extra_text=said,
        ),
    )
    wanted = AverageCodeRequest(
        rows,
        len(averages.matrix.names),
        averages.average if averages.is_multi_task else None,
        averages.scheme,
        weighted=averages.matrix.weight is not None,
        n_folds=0 if averages.folds is None else int((~np.isnan(averages.folds.area)).sum()),
        unscored_positives=averages.matrix.unscored_positives,
        unscored_in_folds=() if averages.folds is None else _unscored_by_fold(averages.folds),
    )
    return PageExports(files, sentences, python_code.average_code(wanted))


def _unscored_by_fold(folds: Folds) -> tuple[float, ...]:
    """The positives that were never scored of each fold, folds in the order of their names as text."""
    by_name = dict(zip(folds.names, folds.unscored_positives.tolist(), strict=True))
    return tuple(by_name[name] for name in sorted(by_name))


def task_rows_csv(averages: Averages) -> bytes:
    """Columns label_... (1 or 0) of every task, then score_... of every task, then weight and group."""
    matrix = averages.matrix
    names = [" ".join(name.split()) for name in matrix.names]
    columns: dict[str, object] = {
        f"label_{name}": matrix.positive[:, column].astype("int8") for column, name in enumerate(names)
    }
    columns |= {f"score_{name}": matrix.score[:, column] for column, name in enumerate(names)}
    if matrix.weight is not None:
        columns["weight"] = matrix.weight
    if averages.group is not None:
        columns["group"] = escape_formulas(averages.group)
    return pd.DataFrame(columns).to_csv(index=False, lineterminator="\n").encode("utf-8")


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


OTHER_SECTIONS = {key: make for key, make in SECTIONS.items() if key != "limits"}  # what it says, the page's own does


def balance_exports(
    analysis: Analysis,
    balances: Balances,
    permutation_test: PermutationBand | None,
    sample: SampleSummary,
    messages: Messages,
) -> PageExports:
    """Sentences, code and files about both balances; permutation_test: what shuffled labels gave, if that is known."""
    decimals = analysis.area_decimals
    moved = partial(_prevalence_sentences, balances, decimals=decimals)

    def format_sentences(language: Messages) -> list[str]:
        own_area = citations.area_sentence(balances.scheme, balances.measured.area, sample, language, decimals=decimals)
        return [own_area, *moved(language)]

    sentences = citations.sentences_per_language(format_sentences, messages)
    own = partial(class_balance.balance_section, balances, permutation_test)
    stem = f"{analysis.stem}_numbers"
    files = (
        rows_file(analysis),
        File("csv", f"{stem}.csv", "text/csv", partial(balances_csv, analysis, balances, permutation_test)),
        File(
            "json",
            f"{stem}.json",
            "application/json",
            partial(balances_json, analysis, sentences, balances, permutation_test),
        ),
        report_file(
            analysis,
            sample,
            messages,
            sections={"balances": own, **OTHER_SECTIONS},
            page_spec=class_balance.first_page_spec(balances),
            extra_text=moved,
        ),
    )
    prevalence = balances.prevalence if balances.has_target_prevalence else None
    return PageExports(
        files, sentences, code_by_package(replace(code_request(analysis, (balances.scheme,)), prevalence=prevalence))
    )


def _prevalence_sentences(balances: Balances, messages: Messages, *, decimals: int) -> list[str]:
    """The sentence about the asked balance, where that is not the data's own."""
    if not balances.has_target_prevalence:
        return []
    return [
        citations.prevalence_sentence(
            balances.scheme, balances.target.area, balances.target.text, messages, decimals=decimals
        )
    ]


def model_exports(models: Models, analysis: Analysis, messages: Messages) -> PageExports:
    """Every model's sentence, the code for all, their rows and numbers, and a report about all of them."""
    about = replace(analysis, task=None)  # all models, whichever is in view
    stem, sentences = about.stem, sentences_per_language(partial(_model_sentences, models), messages)
    rows = f"{stem}_rows.csv"
    code = python_code.model_code(
        rows,
        models.ranking.models,
        models.schemes,
        weighted=models.dataset.weight is not None,
        total_positives=analysis.total_positives,
        grouped=models.dataset.cluster_groups is not None,
    )
    report = partial(_model_report, models, about, sentences, code, messages)
    files = (
        File("rows", rows, "text/csv", partial(model_rows_csv, models, analysis.group)),
        File("csv", f"{stem}_models.csv", "text/csv", partial(models_csv, models)),
        File("json", f"{stem}_models.json", "application/json", partial(models_json, models, stem, sentences)),
        File("report", f"{stem}_models_report.html", "text/html", report, (*model_sections(models), *LAST_SECTIONS)),
    )
    return PageExports(files, sentences, code)


def _model_report(
    models: Models,
    analysis: Analysis,
    sentences: tuple[str, ...],
    code: Mapping[str, str],
    messages: Messages,
    options: ReportOptions = DEFAULT_OPTIONS,
) -> bytes:
    """The page as a report: no number in it is of the model in view alone."""
    sections, opening = model_sections(models), report_opening(models)
    return report_html(analysis, sentences, code, messages, sections=sections, page_spec=opening, options=options)


def model_rows_csv(models: Models, group: pd.Series | None) -> bytes:
    """Columns label (1 or 0), score_... of every model, weight, cluster and group where there are any."""
    columns: dict[str, object] = {"label": models.positive.astype("int8")}
    for column, name in enumerate(models.ranking.models):
        columns[f"score_{' '.join(name.split())}"] = models.dataset.score[:, column]
    if models.dataset.weight is not None:
        columns["weight"] = models.dataset.weight
    if models.dataset.cluster_groups is not None:
        columns["cluster"] = models.dataset.cluster_groups
    if group is not None:
        columns["group"] = escape_formulas(group)
    return pd.DataFrame(columns).to_csv(index=False, lineterminator="\n").encode("utf-8")


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
    return sample_summary(
        cases, tied=count_class_ties_in_cases(cases), n_excluded=analysis.left_out, task=analysis.task
    )


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
        active_model=dataset.valid_names[0],
    )
