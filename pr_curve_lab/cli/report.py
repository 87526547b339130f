"""Command `prlab report`: the whole analysis as one HTML file that opens without a network."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from pr_curve_lab.analysis.averages import average_by_group, compute_average, split_by_group, task_matrix, weakest_name
from pr_curve_lab.analysis.group_rates import group_rates
from pr_curve_lab.analysis.intervals import GroupArea, group_areas
from pr_curve_lab.analysis.model_resampling import bootstrap_models, model_data
from pr_curve_lab.analysis.models import model_areas
from pr_curve_lab.cli.output import progress, write_output
from pr_curve_lab.cli.rows import InputRows
from pr_curve_lab.exports.page_exports import PageExports, average_exports, build_models, data_exports, model_exports
from pr_curve_lab.exports.results import Averages, CurveResults, Models
from pr_curve_lab.i18n.messages import Messages, messages_in
from pr_curve_lab.i18n.names import TaskName
from pr_curve_lab.schema.roles import check_weight_column, find_splits


def write_report(rows: InputRows, *, output: str | None, lang: str) -> None:
    """Write the report as one HTML file."""
    with progress("Writing the report"):
        (*_, file) = _description(rows, messages_in(lang)).files
        content = file.make()
    write_output(output or file.name, content)


def _description(rows: InputRows, messages: Messages) -> PageExports:
    """Return the exports of the page that fits the rows best: averages, models, or one curve."""
    results, kind = _results(rows), rows.dataset.kind
    if kind == "models":
        return model_exports(_models(rows, results), messages)
    if kind == "one":
        return data_exports(results, messages)
    return average_exports(_averages(rows, results), messages)


def _results(rows: InputRows) -> CurveResults:
    """Return the results of the weakest class or label, or else of the first model; of one also the rates of groups."""
    dataset = rows.dataset
    is_averaged = dataset.kind in ("classes", "labels")
    name = weakest_name(dataset, task_matrix(dataset)) if is_averaged else dataset.valid_names[0]
    results = CurveResults(
        labeled_scores=dataset.labeled_scores(name),
        table=rows.table,
        task=TaskName(name, dataset.kind) if len(dataset.names) > 1 else None,
        unused_weight=check_weight_column(rows.table, rows.roles),
        report_date=date.today(),
    )
    if dataset.kind != "one":
        return results
    return replace(results, group_rates=group_rates(dataset, name, results.selected_threshold))


def _models(rows: InputRows, results: CurveResults) -> Models:
    """Compare all models as the page Models does."""
    models, scheme = build_models(rows.dataset, results), results.sides[0]
    contest = model_data(rows.dataset, models.points, model_areas(models.ranking, scheme), scheme)
    return replace(models, bootstrap=bootstrap_models([contest], lambda _: None)[scheme])


def _averages(rows: InputRows, results: CurveResults, task: str = "") -> Averages:
    """Return the macro average over classes or labels, and over groups if there are any; or the groups of one task."""
    dataset, scheme = rows.dataset, results.sides[0]
    matrix = task_matrix(dataset, (task,) if task else None)
    overall_average, group_averages, by_group = compute_average(matrix, "macro", scheme), None, None
    areas: tuple[GroupArea | None, ...] = ()
    if dataset.group_of_row is not None:
        parts = split_by_group(matrix, dataset.group_of_row, dataset.unscored_positives.by_group)
        group_averages = average_by_group(parts, dataset.group_names, "macro", scheme, column=dataset.roles.group or "")
        if task:
            areas = group_areas(parts, scheme)
        elif results.task and group_averages.kind == "groups" and find_splits(dataset.group_names) is None:
            name = results.task.name
            rates = group_rates(dataset, name, results.selected_threshold)
            by_group = _averages(rows, replace(results, group_rates=rates), name)
    return Averages(
        curve=results,
        matrix=matrix,
        task_kind=dataset.kind,
        average="macro",
        scheme=scheme,
        overall_average=overall_average,
        task_areas=overall_average.component,
        group_averages=group_averages,
        group_areas=areas,
        task_by_group=by_group,
    )
