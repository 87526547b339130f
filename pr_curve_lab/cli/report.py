"""`prlab report`: the whole analysis as one HTML file that opens without a network."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Annotated

import typer

from pr_curve_lab.cli.output import CommandError, progress
from pr_curve_lab.cli.rows import Output, Rows, with_rows, write

if TYPE_CHECKING:
    from pr_curve_lab.exports.analysis import Analysis, Averages, Models
    from pr_curve_lab.exports.page_exports import File, PageExports
    from pr_curve_lab.i18n.messages import Words


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
    from pr_curve_lab.i18n.messages import words_in

    with progress("Writing the report"):
        file = _file(rows, words_in(lang))
        content = file.make()
    write(output or file.name, content)


report = with_rows(_report)


def _file(rows: Rows, words: Words) -> File:
    """The report of the page that shows most of these rows: of averages, of models, or of one curve."""
    from pr_curve_lab.exports.page_exports import counted_of, of_averages, of_models, report_of

    analysis, kind = _analysis(rows), rows.tasks.kind
    counted = counted_of(analysis)
    if kind == "models":
        return _of(of_models(_models(rows, analysis), analysis, words))
    if kind == "one":
        return report_of(analysis, counted, words)
    return _of(of_averages(_averages(rows, analysis), analysis, counted, words))


def _of(exports: PageExports) -> File:
    return next(file for file in exports.files if file.key == "report")


def _analysis(rows: Rows) -> Analysis:
    """The first model, class or label that can be counted."""
    from pr_curve_lab.exports.analysis import Analysis
    from pr_curve_lab.i18n.names import TaskName
    from pr_curve_lab.schema.roles import unused_weight

    tasks = rows.tasks
    name = tasks.countable[0]
    return Analysis(
        cases=tasks.cases(name),
        table=rows.table,
        task=TaskName(name, tasks.kind) if len(tasks.names) > 1 else None,
        unused_weight=unused_weight(rows.table, rows.roles),
        made_on=date.today(),
    )


def _models(rows: Rows, analysis: Analysis) -> Models:
    """All models, compared as the page Models compares them."""
    from dataclasses import replace

    from pr_curve_lab.analysis.model_resampling import contest_of, sampled
    from pr_curve_lab.analysis.models import areas_under
    from pr_curve_lab.exports.page_exports import models_of

    models, scheme = models_of(rows.tasks, analysis), analysis.sides[0]
    contest = contest_of(rows.tasks, models.points, areas_under(models.ranking, scheme), scheme)
    return replace(models, sampled=sampled([contest], lambda _: None)[scheme])


def _averages(rows: Rows, analysis: Analysis) -> Averages:
    """The macro average over classes or labels, and over folds where there are any."""
    from pr_curve_lab.analysis.averages import folds_of, parts_of, split, task_matrix
    from pr_curve_lab.exports.analysis import Averages, stem_of

    tasks, scheme = rows.tasks, analysis.sides[0]
    matrix = task_matrix(tasks)
    of_all, folds = parts_of(matrix, "macro", scheme), None
    if tasks.group is not None:
        groups = split(matrix, tasks.group, tasks.never_scored.of_group)
        folds = folds_of(groups, tasks.group_names, "macro", scheme, column=tasks.roles.group or "")
    return Averages(
        stem=stem_of(tasks.name),
        name=tasks.name,
        matrix=matrix,
        asked=tasks.kind,
        average="macro",
        scheme=scheme,
        of_all=of_all,
        by_task=of_all.part,
        folds=folds,
        weight=tasks.roles.weight,
        group=analysis.group,
    )
