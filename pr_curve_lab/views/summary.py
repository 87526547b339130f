"""The page Summary: the finding as headline, the curve, the sentence to report, and findings with links."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import streamlit as st

from pr_curve_lab.analysis.alerts import Deployment
from pr_curve_lab.analysis.areas import JoinedArea, equal_areas, joined_area, scheme_area_bounds
from pr_curve_lab.analysis.averages import task_matrix
from pr_curve_lab.analysis.calibration import calibration, calibration_problem, called_rows
from pr_curve_lab.analysis.formatting import format_area_difference, format_prevalence, format_threshold
from pr_curve_lab.analysis.group_rates import GroupRates, group_rates
from pr_curve_lab.analysis.intervals import GroupArea
from pr_curve_lab.analysis.prevalence import chance_area
from pr_curve_lab.analysis.summary import (
    MIN_DIFFERENCE,
    Finding,
    ModelComparison,
    areas_by_group,
    compare_in_groups,
    compare_with_best,
    data_findings,
    group_findings,
    joining_findings,
    merge_models,
    other_group_findings,
    other_model_findings,
    step_areas,
    worded_finding,
    worst_first,
)
from pr_curve_lab.analysis.thinning import measured_points
from pr_curve_lab.analysis.train_test import TrainTestGap, train_test_gap
from pr_curve_lab.i18n.calibration_sentences import miscalibrated_text, worst_bin_text
from pr_curve_lab.i18n.group_sentences import rates_sentence, train_test_title
from pr_curve_lab.i18n.messages import Messages, code_span
from pr_curve_lab.i18n.model_sentences import other_models_texts, requirement_sentence
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.curve import SIDES, plotly_figure, resolution, square_heights
from pr_curve_lab.plotting.plot import Plot, joined_plot, measured_plot_points, with_selected_point
from pr_curve_lab.schema.dataset import Dataset, LabeledScores
from pr_curve_lab.schema.role_options import fix_options
from pr_curve_lab.schema.roles import find_splits
from pr_curve_lab.server import data_in_use, page_run
from pr_curve_lab.server.settings import LEFT, PAGES, RIGHT, TASK
from pr_curve_lab.server.visitor_state import (
    cached,
    cached_for_source,
    get_messages,
    message,
    selected_dataset,
    set_widget,
    visitor,
)
from pr_curve_lab.views import averages, charts, controls, data, exports, models
from pr_curve_lab.views.controls import color_text
from pr_curve_lab.views.curve import deployment_form, requirement, result
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
    train_test: TrainTestGap | None  # if there are training and test rows

    @property
    def points(self) -> OperatingPoints:
        """The operating points."""
        return self.labeled_scores.points

    @property
    def failing_groups(self) -> Finding | None:
        """The first finding of groups that fail for the model in view, which the headline names."""
        return next((one for one in _failing_groups(self.groups) if not one.task), None)


def get_overview(labeled_scores: LabeledScores) -> Overview:
    """Collect what the page shows; the threshold is that of the page Threshold."""
    dataset, task, source = selected_dataset(), data_in_use.selected_task(), visitor().in_use
    deployment = deployment_form.get_deployment(labeled_scores.points, labeled_scores)
    index = requirement.update_threshold(deployment)
    train_test = None
    if dataset.kind not in ("classes", "labels") and dataset.group_name is None:
        train_test = cached(train_test_gap, source.table, source.roles, task, exclude=source.exclude)
    return Overview(
        labeled_scores,
        cached(joined_area, labeled_scores.points, "step", resolution()),
        deployment,
        index,
        averages.select_average("step") if dataset.kind in ("classes", "labels") else None,
        cached(_compare, dataset, task) if dataset.kind == "models" else None,
        _group_findings(),
        group_rates(dataset, task, float(labeled_scores.points.threshold[index])),
        train_test,
    )


def _compare(dataset: Dataset, model: str) -> ModelComparison | None:
    return compare_with_best(dataset, model, cached(step_areas, dataset))


def _group_findings(*, with_task: bool = True) -> list[Finding]:
    """Return what is known about groups of rows: for the model in view, then all groups that fail for other models.

    with_task: of several classes or labels, whether the selected one is among them.
    """
    dataset, task, table = selected_dataset(), data_in_use.selected_task(), visitor().in_use.table
    if dataset.group_name is not None:
        return []
    if dataset.kind in ("classes", "labels"):
        return list(cached(other_model_findings, table, dataset, "" if with_task else task))
    found = []
    if dataset.group_of_row is not None and find_splits(dataset.group_names) is None:
        found += _find_in_groups(averages.select_groups(cached(task_matrix, dataset, (task,)), "step"))
    found += cached(other_group_findings, table, dataset, task)
    return found + cached(other_model_findings, table, dataset, task)


def failing_groups_of_models() -> tuple[Finding, ...]:
    """Return which groups fail for each model, and how the others do there."""
    found, task = _compare_in_groups(_group_findings()), data_in_use.selected_task()
    return tuple(replace(one, task=one.task or task) for one in found)


def _compare_in_groups(found: Sequence[Finding]) -> list[Finding]:
    dataset, task, table = selected_dataset(), data_in_use.selected_task(), visitor().in_use.table
    failing = _failing_groups(found)
    if dataset.kind != "models":
        return merge_models(failing, task)

    def areas_of(model: str, column: str) -> dict[str, GroupArea]:
        return cached(areas_by_group, table, dataset, model, column)

    return compare_in_groups(failing, table, dataset, task, areas_of)


def show_other_failing_groups() -> None:
    """List which groups fail for other models or classes, or in other columns than the page Groups shows."""
    found = [one for one in _failing_groups(_group_findings(with_task=False)) if one.group]
    show_failing_groups(merge_models(found, data_in_use.selected_task()))


def show_failing_groups(found: Sequence[Finding]) -> None:
    """List which groups fail."""
    if found:
        _show_findings(found)


def _failing_groups(found: Sequence[Finding]) -> list[Finding]:
    return [one for one in found if "worst" in one.notice.params]


def _find_in_groups(selection: averages.AverageSelection) -> list[Finding]:
    return group_findings(selection.group_averages, selection.group_areas, visitor().dataset)


def show_title(overview: Overview) -> None:
    """Say the finding in one sentence: the area, whether another model is better, and which group fails."""
    if overview.average is not None:
        averages.show_average_title(overview.average)
        return
    headline = _headline(overview)
    if (failing := overview.failing_groups) is not None:
        worst = controls.code_list(failing.notice.params["worst"])
        headline = message(f"summary.headline_{failing.notice.key}", headline=headline, worst=worst)
    controls.show_title(headline)


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
        "difference": format_area_difference(found.area, found.other_area),
    }
    if abs(found.difference) < AREA_ROUNDING:
        return message("summary.headline_equal", **values)
    is_next = found.difference > 0 and found.n_models > 2
    finding = "ahead_of_all" if is_next else "ahead" if found.difference > 0 else "behind"
    headline = message(f"summary.headline_{finding}", **values)
    return message("models.headline_doubt", headline=headline) if found.is_ambiguous else headline


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
    """Show what a paper needs, with a button that copies it; the exports below have all details."""
    st.header(message("summary.report"), anchor=False)
    average = averages.select_reported_average(overview.labeled_scores)
    controls.show_sentence(averages.report_sentence(overview.labeled_scores, average))


def show_findings(overview: Overview) -> None:
    """List the findings in the order of what they mean for the decision, each with its fixes or a link to its page."""
    task = exports.task_name(overview.labeled_scores)
    name = "" if task is None or overview.average is None else task.format(get_messages())
    title = message(
        "summary.findings_of" if name else "summary.findings", name=name, count=len(selected_dataset().names)
    )
    st.header(title, anchor=False)
    _show_findings(worst_first(_findings(overview)))


def _findings(overview: Overview) -> list[Finding]:
    state, dataset = visitor(), selected_dataset()
    others = [name for name in dataset.valid_names if name != data_in_use.selected_task()]
    checked = others[:MAX_CHECKED_MODELS] if dataset.kind == "models" else []
    beside = tuple(cached(dataset.labeled_scores, name) for name in checked)
    of_data = cached_for_source(
        state.in_use, data_findings, state.in_use.table, dataset, overview.labeled_scores, beside
    )
    printed = cached(equal_areas, overview.points, str(LEFT.default), str(RIGHT.default))
    joining = joining_findings(printed, cached(scheme_area_bounds, overview.labeled_scores, "step"))
    calibrated = _calibration_findings(overview)
    if calibrated:
        of_data = tuple(one for one in of_data if one.notice.key != "probability_mean")
    groups = [one for one in overview.groups if "worst" not in one.notice.params]
    groups += _compare_in_groups(overview.groups)
    return [*_decisions(overview), *_comparisons(overview), *groups, *calibrated, *of_data, *joining]


def _decisions(overview: Overview) -> list[Finding]:
    """Return which model finds most, if there are several, and how the threshold was chosen, with its numbers."""
    found = []
    if overview.comparison is not None:
        text = requirement_sentence(models.get_thresholds(selected_dataset().valid_names), get_messages())
        text = message("summary.which", text=text)
        found.append(worded_finding("decision", text, "models", is_warning=False))
    is_met = requirement.best_index(overview.deployment) is not None
    text = result.result_text(overview.deployment, overview.selected_index)
    return [*found, worded_finding("decision", text, "curve", is_warning=not is_met)]


def _comparisons(overview: Overview) -> list[Finding]:
    """Return which groups fail at the threshold, and the gap between training and test rows."""
    found, messages = [], get_messages()
    if overview.rates is not None and overview.rates.low_groups:
        found.append(worded_finding("group_rates", rates_sentence(overview.rates, messages), "curve"))
    if (gap := overview.train_test) is not None:
        text = message("summary.train_test", text=train_test_title(gap, messages))
        is_warning = gap.is_significant and abs(gap.gap) >= MIN_DIFFERENCE
        column = visitor().dataset.roles.split or ""
        found.append(worded_finding("train_test", text, "averages", is_warning=is_warning, group=column))
    return found


def _calibration_findings(overview: Overview) -> list[Finding]:
    """Return which way the scores err as probabilities: of the rows flagged, or else in the bin that errs most."""
    labeled_scores, messages = overview.labeled_scores, get_messages()
    if calibration_problem(labeled_scores) is not None:
        return []
    called = called_rows(labeled_scores, overview.selected_index)
    if called.agrees:
        text = worst_bin_text(cached(calibration, labeled_scores), messages)
    else:
        text = miscalibrated_text(called, messages)
    if not text:
        return []
    text = message("summary.calibration", text=text)
    return [worded_finding("miscalibrated", text, "curve", is_warning=not called.agrees, opens="calibration")]


def _open_page(page: str, expander: str) -> None:
    """Note the page to show next, with an expander open."""
    set_widget(**{expander: True})
    visitor().next_page = page


def _show_findings(found: Sequence[Finding]) -> None:
    with st.container(key="findings"):
        for number, key in enumerate(data.option_keys([one.notice for one in found])):
            _show_finding(number, found[number], key)


def _show_finding(number: int, finding: Finding, option_key: str) -> None:
    """Show a finding with its fixes, or with a link that selects the model, schemes or groups that it is about."""
    selected = {TASK.name: finding.task} if finding.task else {}
    selected |= dict(zip((LEFT.name, RIGHT.name), finding.schemes, strict=False))
    in_use, title = visitor().in_use, message(f"{finding.page}.title")
    fixes = () if finding.task else fix_options(finding.notice, in_use.table, in_use.roles)
    kind = "warning" if finding.is_warning else "finding"
    key = f"{kind}_{number}_{finding.notice.key}"
    with st.container(horizontal=True, vertical_alignment="top", key=key):
        text = finding.text or _finding_text(finding)
        if finding.task and "worst" in finding.notice.params and "models" not in finding.notice.params:
            text = message("summary.of_model", model=code_span(finding.task), text=text)
        others = [message("report.sentence", text=one) for one in other_models_texts(finding.others, get_messages())]
        st.markdown(message("punctuation.sentences").join([text, *others]))
        data.show_option_buttons(option_key, fixes, in_use)
        if finding.group:
            arguments = (finding.group, finding.task)
            if visitor().page == "averages":
                title = message("averages.use_column", column=code_span(finding.task or finding.group))
            st.button(title, key=f"by_{number}", type="tertiary", on_click=data_in_use.show_groups, args=arguments)
        elif finding.opens:
            key, where = f"open_{finding.opens}", {"page": finding.page, "expander": finding.opens}
            st.button(title, key=key, type="tertiary", on_click=_open_page, kwargs=where)
        elif not fixes or finding.page != "data":
            params = page_run.link_params(finding.page, **selected) if selected else None
            st.page_link(PAGES[finding.page].script, label=title, width="content", query_params=params)


def _finding_text(finding: Finding) -> str:
    """Return the sentence of a finding; one without a short sentence has that of the command prlab."""
    messages, notice = get_messages(), finding.notice
    if f"summary.finding.{notice.key}" in messages.catalog:
        if finding.schemes:
            low, high = (message(f"schemes.{key}.name") for key in finding.schemes)
            return message(f"summary.finding.{notice.key}", **notice.params, low=low, high=high)
        return messages.format_notice(notice, code_span, section="summary.finding")
    return message("summary.as_read", text=messages.format_notice(notice))


def show_exports(overview: Overview) -> None:
    """Show the exports of the page Threshold, or of the page Groups if there are classes or labels."""
    if overview.average is not None:
        averages.show_average_exports(overview.average)
        return
    choice = result.get_choice(overview.deployment, overview.selected_index)
    exports.show_curve(overview.labeled_scores, overview.joined, choice, overview.rates)
