"""`prlab report`: the whole analysis as one HTML file that opens without a network."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Annotated

import typer

from pr_curve_lab.cli.output import CommandError, progress
from pr_curve_lab.cli.rows import Output, Rows, with_rows, write_output

if TYPE_CHECKING:
    from pr_curve_lab.exports.analysis import Analysis, Averages, Models
    from pr_curve_lab.exports.page_exports import AnalysisDescription
    from pr_curve_lab.i18n.messages import Messages


def _language(code: str) -> str:
    from pr_curve_lab.i18n.messages import LANGUAGES

    if code not in LANGUAGES:
        raise CommandError(f"--lang is one of {', '.join(LANGUAGES)}, not '{code}'")
    return code


def _report(
    rows: Rows,
    *,
    output: Output = None,
    lang: Annotated[str, typer.Option(help="Language: en or zh.", callback=_language)] = "en",
) -> None:
    """The report as one HTML file."""
    from pr_curve_lab.i18n.messages import messages_in

    with progress("Writing the report"):
        (*_, file) = _description(rows, messages_in(lang)).files
        content = file.make()
    write_output(output or file.name, content)


report = with_rows(_report)


def _description(rows: Rows, messages: Messages) -> AnalysisDescription:
    """What the page exports that shows most of these rows: that of averages, of models, or of one curve."""
    from pr_curve_lab.exports.page_exports import analysis_summary, average_exports, data_exports, model_exports

    analysis, kind = _analysis(rows), rows.dataset.kind
    if kind == "models":
        return model_exports(_models(rows, analysis), analysis, messages)
    sample = analysis_summary(analysis)
    if kind == "one":
        return data_exports(analysis, sample, messages)
    return average_exports(_averages(rows, analysis), analysis, sample, messages)


def _analysis(rows: Rows) -> Analysis:
    """The first model, class or label that can be counted."""
    from pr_curve_lab.exports.analysis import Analysis
    from pr_curve_lab.i18n.names import TaskName
    from pr_curve_lab.schema.roles import check_weight_column

    dataset = rows.dataset
    name = dataset.valid_names[0]
    return Analysis(
        cases=dataset.cases(name),
        table=rows.table,
        task=TaskName(name, dataset.kind) if len(dataset.names) > 1 else None,
        unused_weight=check_weight_column(rows.table, rows.roles),
        report_date=date.today(),
    )


def _models(rows: Rows, analysis: Analysis) -> Models:
    """All models, compared as the page Models compares them."""
    from dataclasses import replace

    from pr_curve_lab.analysis.model_resampling import bootstrap_models, model_data
    from pr_curve_lab.analysis.models import model_areas
    from pr_curve_lab.exports.page_exports import build_models

    models, scheme = build_models(rows.dataset, analysis), analysis.sides[0]
    contest = model_data(rows.dataset, models.points, model_areas(models.ranking, scheme), scheme)
    return replace(models, bootstrap=bootstrap_models([contest], lambda _: None)[scheme])


def _averages(rows: Rows, analysis: Analysis) -> Averages:
    """The macro average over classes or labels, and over folds where there are any."""
    from pr_curve_lab.analysis.averages import average_by_fold, compute_average, split_by_group, task_matrix
    from pr_curve_lab.exports.analysis import Averages, file_stem

    dataset, scheme = rows.dataset, analysis.sides[0]
    matrix = task_matrix(dataset)
    of_all, folds = compute_average(matrix, "macro", scheme), None
    if dataset.group is not None:
        groups = split_by_group(matrix, dataset.group, dataset.unscored.by_group)
        folds = average_by_fold(groups, dataset.group_names, "macro", scheme, column=dataset.roles.group or "")
    return Averages(
        stem=file_stem(dataset.name),
        name=dataset.name,
        matrix=matrix,
        task_kind=dataset.kind,
        average="macro",
        scheme=scheme,
        overall=of_all,
        task_areas=of_all.component,
        folds=folds,
        weight=dataset.roles.weight,
        group=analysis.group,
    )
