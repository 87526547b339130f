"""The page Summary: the finding as headline, the curve, the sentence to report, and findings with links."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import streamlit as st

from pr_curve_lab.analysis.alerts import Deployment
from pr_curve_lab.analysis.areas import JoinedArea, equal_areas, joined_area, scheme_area_bounds
from pr_curve_lab.analysis.averages import task_matrix
from pr_curve_lab.analysis.formatting import format_difference, format_prevalence, format_threshold
from pr_curve_lab.analysis.group_rates import GroupRates, group_rates
from pr_curve_lab.analysis.prevalence import chance_area
from pr_curve_lab.analysis.summary import (
    Finding,
    ModelComparison,
    compare_with_best,
    data_findings,
    group_findings,
    joining_findings,
    step_areas,
    worst_first,
)
from pr_curve_lab.analysis.thinning import measured_points
from pr_curve_lab.analysis.train_test import TrainTestGap
from pr_curve_lab.i18n.citations import area_sentence
from pr_curve_lab.i18n.messages import Messages, code_span
from pr_curve_lab.i18n.names import rates_sentence
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.curve import SIDES, plotly_figure, resolution, square_heights
from pr_curve_lab.plotting.plot import Plot, joined_plot, measured_plot_points, with_selected_point
from pr_curve_lab.schema.dataset import Dataset, LabeledScores
from pr_curve_lab.server import data_in_use, page_run
from pr_curve_lab.server.settings import LEFT, PAGES, RIGHT, TASK
from pr_curve_lab.server.visitor_state import cached, cached_for_source, get_messages, message, visitor
from pr_curve_lab.views import averages, charts, exports
from pr_curve_lab.views.controls import color_text
from pr_curve_lab.views.curve import deployment_form, requirement
from pr_metrics import OperatingPoints
from pr_metrics.tolerances import AREA_ROUNDING

MAX_CHECKED_MODELS = 10  # beside the one in view


@dataclass(frozen=True, eq=False)
class Overview:
    """The scores in view with their step curve and threshold, and an average if there are classes or labels."""

    labeled_scores: LabeledScores
    joined: JoinedArea
    deployment: Deployment
    selected_index: int
    average: averages.AverageSelection | None  # over classes or labels
    comparison: ModelComparison | None  # of the model in view with the best other one
    groups: list[Finding]  # what is known about groups of rows
    rates: GroupRates | None  # of groups at the threshold
    train_test: TrainTestGap | None  # if groups are training and test rows

    @property
    def points(self) -> OperatingPoints:
        """The operating points."""
        return self.labeled_scores.points


def get_overview(labeled_scores: LabeledScores) -> Overview:
    """Collect what the page shows; the threshold is that of the page Threshold."""
    dataset, task = visitor().dataset, data_in_use.selected_task()
    deployment = deployment_form.get_deployment(labeled_scores.points, labeled_scores)
    index = requirement.update_threshold(deployment)
    has_groups = dataset.group_of_row is not None and dataset.kind not in ("classes", "labels")
    selection = averages.select_groups(cached(task_matrix, dataset, (task,)), "step") if has_groups else None
    train_test = None if selection is None else selection.train_test
    return Overview(
        labeled_scores,
        cached(joined_area, labeled_scores.points, "step", resolution()),
        deployment,
        index,
        averages.select_average("step") if dataset.kind in ("classes", "labels") else None,
        cached(_compare, dataset, task) if dataset.kind == "models" else None,
        [] if selection is None or train_test else _find_in_groups(selection),
        group_rates(dataset, task, float(labeled_scores.points.threshold[index])),
        train_test,
    )


def _compare(dataset: Dataset, model: str) -> ModelComparison | None:
    return compare_with_best(dataset, model, cached(step_areas, dataset))


def _find_in_groups(selection: averages.AverageSelection) -> list[Finding]:
    return group_findings(selection.group_averages, selection.group_areas, visitor().dataset)


def show_title(overview: Overview) -> None:
    """Say the finding in one sentence: the area, whether another model is better, and which group fails."""
    if overview.average is not None:
        averages.show_average_title(overview.average)
        return
    headline = _headline(overview)
    failing = next((one.notice for one in overview.groups if one.notice.key.endswith("_fails")), None)
    if failing is not None:
        worst = code_span(failing.params["worst"])
        headline = message(f"summary.headline_{failing.key}", headline=headline, worst=worst)
    st.title(headline, anchor=False)


def _headline(overview: Overview) -> str:
    found, area = overview.comparison, overview.joined.area
    if found is None:
        chance = format_prevalence(chance_area(overview.points))
        text = color_text(message("summary.area", area=area), "step")
        return message("summary.headline_one", area=text, chance=chance)
    text = color_text(message("summary.area_of", area=area), "step")
    values = {
        "model": code_span(found.model),
        "area": text,
        "other": code_span(found.other),
        "difference": format_difference(found.difference, signed=False),
    }
    if abs(found.difference) < AREA_ROUNDING:
        return message("summary.headline_equal", **values)
    is_next = found.difference > 0 and found.n_models > 2
    finding = "ahead_of_all" if is_next else "ahead" if found.difference > 0 else "behind"
    headline = message(f"summary.headline_{finding}", **values)
    return message("summary.headline_doubt", headline=headline) if found.is_ambiguous else headline


def show_picture(overview: Overview) -> None:
    """Draw the step curve with its area, the class balance and the threshold, or the average over classes or labels."""
    if overview.average is not None:
        averages.show_average_chart(overview.average, key="summary_chart")
        return
    points, index = overview.points, overview.selected_index
    x, y = float(points.recall[index]), float(points.precision[index])
    threshold = format_threshold(points.threshold, index)
    plot = cached(_plot, overview.joined, points, _model_name(), get_messages())
    plot = with_selected_point(plot, x, y, get_messages().format_number(threshold), get_messages())
    figure = plotly_figure(plot, get_messages())
    alt = message(
        "summary.alt", area=overview.joined.area, prevalence=format_prevalence(points.prevalence), threshold=threshold
    )
    charts.show_fitted_chart(figure, square_heights(figure, SIDES), key="summary_chart", alt=alt)


def _plot(joined: JoinedArea, points: OperatingPoints, name: str, messages: Messages) -> Plot:
    measured = [measured_plot_points(measured_points(points), palette.style_of("step"), messages)]
    return joined_plot(joined, measured, messages, prevalence=points.prevalence, title=name)


def _model_name() -> str:
    """Return the name of the model in view, or "" for a single score."""
    return data_in_use.selected_task() if visitor().dataset.kind == "models" else ""


def show_report_sentence(overview: Overview) -> None:
    """Show the sentence to cite, with a button that copies it."""
    messages = get_messages()
    st.subheader(message("summary.report"), anchor=False)
    if overview.average is not None:
        sentence = averages.average_sentences(overview.average)
    else:
        sample = exports.current_results(overview.labeled_scores).sample
        sentence = area_sentence("step", overview.joined.area, sample, messages)
    with st.container(key="report_sentence"):
        st.code(sentence, language=None, wrap_lines=True)


def show_findings(overview: Overview) -> None:
    """List the findings, the worst first, each with a link to the page that shows it."""
    state = visitor()
    others = [name for name in state.dataset.valid_names if name != data_in_use.selected_task()]
    models = others[:MAX_CHECKED_MODELS] if state.dataset.kind == "models" else []
    beside = tuple(cached(state.dataset.labeled_scores, name) for name in models)
    of_data = cached_for_source(
        state.in_use, data_findings, state.in_use.table, state.dataset, overview.labeled_scores, beside
    )
    printed = cached(equal_areas, overview.points, str(LEFT.default), str(RIGHT.default))
    joining = joining_findings(printed, cached(scheme_area_bounds, overview.labeled_scores, "step"))
    listed = worst_first([*overview.groups, *of_data, *joining])
    n_warnings = sum(one.is_warning for one in listed)
    task = exports.task_name(overview.labeled_scores)
    name = "" if task is None or overview.average is None else task.format(get_messages())
    st.subheader(message("summary.findings_of" if name else "summary.findings", name=name), anchor=False)
    with st.container(key="findings"):
        for number, finding in enumerate(listed[:n_warnings]):
            _show_finding(number, finding)
        if overview.rates is not None and overview.rates.low_groups:
            _show_line("warning_group_rates", rates_sentence(overview.rates, get_messages()), "curve")
        if (gap := overview.train_test) is not None:
            key = "warning_train_test" if gap.is_significant else "finding_train_test"
            text = message("summary.train_test", text=averages.train_test_title(gap, get_messages()))
            _show_line(key, text, "averages")
        _show_threshold(overview)
        for number, finding in enumerate(listed[n_warnings:], n_warnings):
            _show_finding(number, finding)


def _show_finding(number: int, finding: Finding) -> None:
    """Show a finding with its link, which selects the model or the schemes that it is about."""
    selected = {TASK.name: finding.task} if finding.task else {}
    selected |= dict(zip((LEFT.name, RIGHT.name), finding.schemes, strict=False))
    kind = "warning" if finding.is_warning else "finding"
    _show_line(f"{kind}_{number}_{finding.notice.key}", _finding_text(finding), finding.page, **selected)


def _finding_text(finding: Finding) -> str:
    """Return the sentence of a finding; one without a short sentence has that of the page Data."""
    messages, notice = get_messages(), finding.notice
    if f"summary.finding.{notice.key}" in messages.catalog:
        escape = str if finding.schemes else code_span  # tools have names of ours
        return messages.format_notice(notice, escape, section="summary.finding")
    return message("summary.as_read", text=messages.format_notice(notice))


def _show_threshold(overview: Overview) -> None:
    """Say how the threshold was chosen, with its precision, recall and alerts."""
    is_met = requirement.best_index(overview.deployment) is not None
    text = requirement.result_text(overview.deployment, overview.selected_index)
    _show_line("finding_threshold" if is_met else "warning_threshold", text, "curve")


def _show_line(key: str, text: str, page: str, **selected: str) -> None:
    params = page_run.link_params(page, **selected) if selected else None
    with st.container(horizontal=True, wrap=False, vertical_alignment="top", key=key):
        st.markdown(text)
        st.page_link(PAGES[page].script, label=message(f"{page}.title"), width="content", query_params=params)


def show_exports(overview: Overview) -> None:
    """Show the exports of the page Threshold, or of the page Groups if there are classes or labels."""
    if overview.average is not None:
        averages.show_average_exports(overview.average)
        return
    index = overview.selected_index
    get_export_text = partial(requirement.export_text, overview.deployment, index)
    exports.show_curve(
        overview.labeled_scores, overview.joined, index, requirement.get_requirements(), get_export_text, overview.rates
    )
