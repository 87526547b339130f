"""The page Groups: an average over classes or labels, the mean over groups, and each group."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from pr_curve_lab.analysis import averages
from pr_curve_lab.analysis.areas import JoinedArea
from pr_curve_lab.analysis.formatting import (
    NumberText,
    count_unique_areas,
    format_area,
    format_count,
    format_prevalence,
    format_threshold,
)
from pr_curve_lab.analysis.group_rates import GroupRate, GroupRates, best_f1_rates, group_rates
from pr_curve_lab.analysis.intervals import (
    GroupArea,
    clusters_notice,
    group_areas,
    highlighted_groups,
    low_area_groups,
    order_by_area,
)
from pr_curve_lab.analysis.summary import other_model_findings
from pr_curve_lab.analysis.train_test import TrainTestGap, split_curves, train_test_gap
from pr_curve_lab.exports.page_exports import average_exports
from pr_curve_lab.exports.result_citations import average_citations
from pr_curve_lab.exports.results import Averages
from pr_curve_lab.i18n.area_sentences import interval_reason
from pr_curve_lab.i18n.citations import short_area_sentence
from pr_curve_lab.i18n.group_sentences import (
    group_warning,
    groups_sentence,
    mean_alt,
    mean_sentence,
    train_test_alt,
    train_test_text,
    train_test_title,
    weakest_task_text,
)
from pr_curve_lab.i18n.messages import Messages, code_span
from pr_curve_lab.i18n.names import TaskName, group_name, group_names
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.averages import SIDES, groups_figure, overall_average_figure, train_test_figure
from pr_curve_lab.plotting.curve import square_heights
from pr_curve_lab.plotting.intervals import ForestRow, forest_figure, forest_layouts
from pr_curve_lab.schema.dataset import Dataset, LabeledScores
from pr_curve_lab.schema.roles import group_columns
from pr_curve_lab.server import data_in_use
from pr_curve_lab.server.settings import AVERAGE, GROUP, PAGES
from pr_curve_lab.server.visitor_state import (
    cached,
    cached_for_source,
    get_messages,
    message,
    selected_dataset,
    set_widget,
    value_of,
    visitor,
)
from pr_curve_lab.views import charts, controls, data, exports, problems
from pr_curve_lab.views.controls import THREE_DECIMALS, name_width, show_columns
from pr_curve_lab.views.curve import deployment_form, requirement, result, tables, threshold_control
from pr_metrics import SCHEMES, AverageComponents, signature

SINGLE_TASK_KIND = "micro"  # with a single task, every average is the area of that task


@dataclass(frozen=True, eq=False)
class AverageSelection:
    """What is averaged: all classes or labels, or the groups of the selected score."""

    matrix: averages.TaskMatrix
    kind: str
    scheme: str
    is_multi_task: bool
    has_groups: bool

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to average."""
        return not self.is_multi_task and not self.has_groups

    @property
    def has_only_groups(self) -> bool:
        """Whether there is one score only, in groups."""
        return self.has_groups and not self.is_multi_task

    def components(self, kind: str) -> AverageComponents:
        """Return the components of an average over all rows."""
        return cached(averages.compute_average, self.matrix, kind, self.scheme)

    @property
    def task_areas(self) -> tuple[JoinedArea, ...]:
        """The curve and area of each class or label."""
        return cached(averages.task_areas, self.matrix, self.scheme)

    @property
    def overall_average(self) -> averages.AverageCurve:
        """The chosen average over all rows."""
        return cached(averages.average_curve, self.matrix, self.components(self.kind), self.scheme, self.task_areas)

    @property
    def group_matrices(self) -> tuple[averages.TaskMatrix, ...]:
        """Labels and scores of each group of rows."""
        return cached(_split, self.matrix, visitor().dataset)

    @property
    def group_averages(self) -> averages.GroupAverages:
        """The chosen average in every group."""
        dataset = visitor().dataset
        column = dataset.roles.group or ""
        return cached(
            averages.average_by_group, self.group_matrices, dataset.group_names, self.kind, self.scheme, column=column
        )

    @property
    def group_areas(self) -> tuple[GroupArea | None, ...]:
        """The area of each group, if there is one score only."""
        return cached(group_areas, self.group_matrices, self.scheme) if self.has_only_groups else ()

    @property
    def train_test(self) -> TrainTestGap | None:
        """The gap between training and test rows, if there is one score only and these are its groups."""
        source = visitor().in_use
        if not self.has_only_groups or source.roles.split is not None:
            return None
        return cached(train_test_gap, source.table, source.roles, self.matrix.names[0], exclude=source.exclude)


def update_selection() -> AverageSelection:
    """Read the controls; a scheme that cannot join the pooled points is replaced, with a message."""
    dataset = visitor().dataset
    several = dataset.kind in ("classes", "labels")
    if several:
        matrix = cached(averages.task_matrix, dataset)
    else:
        matrix = cached(averages.task_matrix, dataset, (data_in_use.selected_task(),))
    scheme = controls.update_scheme(matrix.pooled, "left")
    if several:
        return select_average(scheme)
    selection = select_groups(matrix, scheme)
    return selection if selection.train_test is None else select_groups(matrix, "step")  # the gap is that of step areas


def select_average(scheme: str) -> AverageSelection:
    """Select the chosen average over all classes or labels under a scheme."""
    dataset = selected_dataset()
    matrix, kind = cached(averages.task_matrix, dataset), str(value_of(AVERAGE.name))
    return cached(AverageSelection, matrix, kind, scheme, True, dataset.group_of_row is not None)


def select_reported_average(labeled_scores: LabeledScores) -> AverageSelection | None:
    """Select what to report instead of one area: the average over classes or labels, or the mean over folds, or None.

    All pages that say what to report use it.
    """
    dataset = visitor().dataset
    if dataset.kind in ("classes", "labels"):
        return select_average("step")
    if dataset.group_of_row is None or labeled_scores.group_name:
        return None
    selection = select_groups(cached(averages.task_matrix, dataset, (data_in_use.selected_task(),)), "step")
    groups = selection.group_averages
    return selection if groups.kind == "folds" and groups.only_group is None and not selection.train_test else None


def select_groups(matrix: averages.TaskMatrix, scheme: str) -> AverageSelection:
    """Select the groups of a single score, if there are any."""
    has_groups = visitor().dataset.group_of_row is not None
    return cached(AverageSelection, matrix, SINGLE_TASK_KIND, scheme, False, has_groups)


def _split(matrix: averages.TaskMatrix, dataset: Dataset) -> tuple[averages.TaskMatrix, ...]:
    assert dataset.group_of_row is not None  # without a group there is no average over groups
    return averages.split_by_group(matrix, dataset.group_of_row, dataset.unscored_positives.by_group)


def show_options(selection: AverageSelection) -> None:
    """Show a choice of the averages, each with its number, and of the schemes."""
    messages = get_messages()
    with st.container(horizontal=True, vertical_alignment="center", key="average_controls"):
        if selection.is_multi_task:
            controls.choice_buttons(
                message("averages.average"),
                averages.AVERAGE_KINDS,
                format_func=lambda kind: messages.format(
                    "averages.option",
                    name=messages.format(f"averages.{kind}.short"),
                    area=selection.components(kind).area,
                ),
                key="average",
                label_visibility="collapsed",
            )
        controls.show_scheme_select(selection.matrix.pooled, "left", "balance.joined")


MAX_ROWS = 100  # distinct areas listed
MAX_SUMMANDS, MAX_PRODUCTS = 3, 2  # terms written out; more do not fit on a phone
TABLE_HEIGHT, MAX_SHORT_ROWS = 300, 6  # pixels, next to the chart; rows that need less


def show_average_title(selection: AverageSelection) -> None:
    """Give the average, the weakest class or label with its interval, recall and precision, and the worst group.

    If that with the smallest area is not the weakest at the same class balance, its share is given instead.
    """
    matrix, by_task, names = selection.matrix, selection.components("macro").component, selection.matrix.names
    found = matrix.weakest_task(selection.scheme)
    lowest = found.lowest
    of_lowest = cached(_task_area, selected_dataset(), names[lowest], selection.scheme)
    rates = cached(best_f1_rates, matrix)
    is_alike = of_lowest is None or count_unique_areas(by_task) == 1
    kind = "_alike" if is_alike else "" if found.weakest == lowest else "_balanced"
    headline = message(
        f"averages.headline_{visitor().dataset.kind}{kind}",
        average=message(f"averages.{selection.kind}.name"),
        area=selection.components(selection.kind).area,
        count=int((~np.isnan(by_task)).sum()),
        low=by_task[lowest],
        lowest=code_span(names[lowest]),
        lower=math.nan if of_lowest is None else of_lowest.interval.interval.lower,
        upper=math.nan if of_lowest is None else of_lowest.interval.interval.upper,
        weakest=code_span(names[found.weakest]),
        share=format_prevalence(matrix.prevalences[lowest]),
        recall=float(rates.recall.value[lowest]),
        precision=float(rates.precision.value[lowest]),
    )
    controls.show_title(message("punctuation.clauses").join([headline, *_worst_groups()]))
    if balanced := weakest_task_text(matrix, selection.scheme, get_messages()):
        st.markdown(balanced)
    absent = [name for name, area in zip(names, by_task, strict=True) if np.isnan(area)]
    if absent:
        st.warning(message("averages.absent", names=controls.code_list(absent)))


def _worst_groups() -> list[str]:
    """Say where the selected class or label, or else another one, is furthest below its area in other groups."""
    dataset, selected = selected_dataset(), data_in_use.selected_task()
    if dataset.group_name is not None:
        return []
    found = cached(other_model_findings, visitor().in_use.table, dataset, "")
    return [
        message(
            "exports.model_fails",
            model=code_span(one.task),
            groups=controls.code_list(one.notice.params["worst"]),
            count=len(one.notice.params["worst"]),
            area=one.notice.params["area"],
            least=one.notice.params["least"],
        )
        for one in sorted(found, key=lambda one: one.task != selected)[:1]
    ]


def _task_area(dataset: Dataset, name: str, scheme: str) -> GroupArea | None:
    return group_areas((averages.task_matrix(dataset, (name,)),), scheme)[0]


def show_task_average(selection: AverageSelection) -> None:
    """Draw the average, and list its components next to it."""
    messages = get_messages()
    chart_side, parts_side = st.columns([11, 9], gap="medium")
    averaged = selection.overall_average
    with chart_side:
        show_average_chart(selection, key="averages_chart")
        show_options(selection)
    with parts_side:
        _show_report_sentence(selection)
        st.markdown(_method_text(selection))
        st.latex(messages.formula(_sum_formula(selection, averaged)))
        _show_components(selection, averaged)


def show_average_chart(selection: AverageSelection, *, key: str) -> None:
    """Draw the average among its components."""
    figure = cached(_average_figure, selection, get_messages())
    name, area = message(f"averages.{selection.kind}.name"), selection.overall_average.components.area
    alt = message("averages.alt", average=name, area=area, count=len(selection.matrix.names))
    charts.show_fitted_chart(figure, square_heights(figure, SIDES), key=key, alt=alt)


def _average_figure(selection: AverageSelection, messages: Messages) -> object:
    areas = dict(zip(selection.matrix.names, selection.task_areas, strict=True))
    weakest = selection.matrix.weakest_task(selection.scheme).weakest
    return overall_average_figure(selection.overall_average, areas, weakest, selection.scheme, messages)


def _method_text(selection: AverageSelection) -> str:
    """Say how the average is computed, and from how many rows and classes or labels."""
    rows, n_tasks = selection.matrix.score.shape
    counted = int((selection.overall_average.components.weight > 0).sum())
    sizes = {"rows": rows, "count": n_tasks, "entries": rows * n_tasks}
    if selection.kind in ("macro", "weighted"):
        sizes["count"] = counted
    if selection.kind != "samples" or counted == rows:
        return message(f"averages.{selection.kind}.arises", **sizes)
    text = message("averages.samples.arises", **{**sizes, "rows": counted})
    return text + message("averages.samples_excluded", count=rows - counted)


def _sum_formula(selection: AverageSelection, average: averages.AverageCurve) -> str:
    """Return the average as a sum of the visitor's numbers, in LaTeX."""
    total = rf"\mathbf{{{format_area(average.components.area)}}}"
    if selection.kind == "micro":
        return _aligned_formula(SCHEMES["step"].formula, total) if selection.scheme == "step" else total
    value, share = _values_and_weights(average)
    if selection.kind == "macro":
        return _aligned_formula(
            rf"\tfrac{{1}}{{{value.size}}}({_format_sum([format_area(part) for part in value], MAX_SUMMANDS)})", total
        )
    products = [rf"{format_area(weight)} \cdot {format_area(part)}" for part, weight in zip(value, share, strict=True)]
    return _aligned_formula(_format_sum(products, MAX_PRODUCTS), total)


def _aligned_formula(terms: str, total: str) -> str:
    """Put the total below the terms, because one line would be wider than a phone."""
    return rf"\begin{{aligned}} & {terms} \\ & = {total} \end{{aligned}}"


def _format_sum(terms: list[str], max_size: int) -> str:
    return " + ".join([*terms[:max_size], *([r"\dots"] if len(terms) > max_size else [])])


def _values_and_weights(average: averages.AverageCurve) -> tuple[np.ndarray, np.ndarray]:
    """Return components and weights above 0; rows of equal area are merged, with the largest area first."""
    part, share = average.components.component, average.components.weight
    counted = share > 0
    if average.components.average != "samples":
        return part[counted], share[counted]
    areas, alike = np.unique(part[counted], return_inverse=True)
    return areas[::-1], np.bincount(alike.ravel(), share[counted])[::-1]


def _show_components(selection: AverageSelection, average: averages.AverageCurve) -> None:
    columns = _row_columns(average) if selection.kind == "samples" else _task_columns(selection, average)
    frame = pd.DataFrame(columns)
    names = st.column_config.TextColumn(width=name_width(selection.matrix.names))
    _show_areas("parts", frame.head(MAX_ROWS), {"name": names})
    if "part" in columns:
        st.caption(message("averages.parts_sum", area=average.components.area))
    else:
        st.caption(message("averages.parts_no_sum"))
    if len(frame) > MAX_ROWS:
        st.caption(message("averages.parts_cut", shown=MAX_ROWS, total=len(frame)))


def _show_areas(key: str, frame: pd.DataFrame, formats: dict[str, Any], titles: dict[str, str] | None = None) -> None:
    """Show a table next to the chart; if it has many rows, it gets the height of the chart and scrolls."""
    formats |= dict.fromkeys(("area", "share", "part", "recall", "precision"), THREE_DECIMALS)
    height = "content" if len(frame) <= MAX_SHORT_ROWS else TABLE_HEIGHT
    show_columns(key, "averages", frame, formats, titles, height=height)


def _task_columns(selection: AverageSelection, average: averages.AverageCurve) -> dict[str, object]:
    """Return a row for each class or label, with its part of the average if that is a mean of areas.

    There are at most four columns, which fit on a phone.
    """
    name, area = list(selection.matrix.names), selection.components("macro").component
    if selection.kind == "micro":
        return {"name": name, "positives": selection.matrix.scored_positives, "area": area}
    share = average.components.weight
    return {"name": name, "area": area, "share": share, "part": np.where(share > 0, share * area, np.nan)}


def _row_columns(average: averages.AverageCurve) -> dict[str, object]:
    """Return a row for each distinct area, with the share of rows that have it."""
    value, share = _values_and_weights(average)
    part = average.components.component
    rows = [int((part == area).sum()) for area in value[:MAX_ROWS]]
    return {"area": value, "rows": rows + [0] * (value.size - len(rows)), "share": share, "part": share * value}


MAX_OPEN_ENTRIES = 500_000  # scores of all classes; of more, intervals are computed when they are asked for


def show_task_intervals(selection: AverageSelection) -> None:
    """List the classes or labels with intervals, and precision and recall at the threshold of the largest F1."""
    kind, is_open = visitor().dataset.kind, selection.matrix.score.size <= MAX_OPEN_ENTRIES
    with st.expander(
        message(f"averages.each_of_{kind}"), key="task_intervals", expanded=is_open, on_change="rerun"
    ) as expander:
        if not expander.open:
            return
        tasks, matrix = cached(_task_matrices, selected_dataset()), selection.matrix
        found = cached(group_areas, tasks, selection.scheme)
        rates = cached(best_f1_rates, matrix)
        areas = selection.components("macro").component
        measures = {"area": _area_measure(areas, found), "recall": rates.recall, "precision": rates.precision}
        named = []
        counted = zip(matrix.names, matrix.scored_positives, matrix.prevalences, rates.thresholds, strict=True)
        for name, positives, share, threshold in counted:
            counts = {"positives": format_count(positives), "share": format_prevalence(share)}
            counts["threshold"] = NumberText(threshold)
            named.append((name, message("averages.class_counts", **counts) if threshold else ""))
        title = message("columns.averages.name")
        tables.show_rate_table("task_intervals_table", title, named, measures, order_by_area(areas))
        notes = [message("averages.each_caption"), *dict.fromkeys(_reasons([one for one in found if one]))]
        st.caption(message("punctuation.sentences").join(notes))


def _task_matrices(dataset: Dataset) -> tuple[averages.TaskMatrix, ...]:
    return tuple(averages.task_matrix(dataset, (name,)) for name in dataset.names)


def _reasons(areas: Sequence[GroupArea]) -> list[str]:
    return [interval_reason(one.interval, get_messages()) for one in areas]


MAX_GROUPS_BESIDE = 8  # groups whose intervals are drawn beside the curves; more are below
MAX_LISTED_GROUPS = 3  # groups named in a warning


def show_group_title(selection: AverageSelection) -> None:
    """Show as the title the gap between training and test rows, or else the mean of the groups."""
    gap = selection.train_test
    controls.show_title(_groups_text(selection) if gap is None else train_test_title(gap, get_messages()))


def show_group_average(selection: AverageSelection) -> None:
    """Draw the groups and their mean, and list them; or training and test rows, whose mean says nothing."""
    if (gap := selection.train_test) is not None:
        show_other_groups()  # first, as a model is asked about by region more often than by split
        _show_train_test(selection, gap)
        _show_group_intervals(selection)
        _show_interval_notes(selection)
    elif selection.is_multi_task:
        _show_groups_of_task(selection)
        st.header(_groups_text(selection), anchor=False)
        chart_side, list_side = st.columns([11, 9], gap="medium")
        with chart_side:
            _show_group_chart(selection, "folds_chart")
        with list_side:
            _show_mean(selection)
            _show_group_table(selection)
            _show_missing_areas(selection)
    else:
        _show_groups(selection)


def _show_groups(selection: AverageSelection) -> None:
    """List the groups beside the sentence to copy, and draw their curves and areas."""
    is_short = len(selection.group_averages.names) <= MAX_GROUPS_BESIDE
    table_side, sentence_side = st.columns([11, 9], gap="medium")
    with table_side:
        rates = _show_threshold(selection)
        _show_group_chart(selection, "averages_chart")
        show_options(selection)
    with sentence_side:
        _show_report_sentence(selection)
        _show_failing_groups(selection)
        _show_missing_areas(selection)
        if is_short:
            _show_group_intervals(selection)
    if not is_short:
        _show_group_intervals(selection)
    _show_mean(selection)
    if rates is not None:
        st.caption(tables.rates_caption(rates))
    _show_interval_notes(selection)


def _show_threshold(selection: AverageSelection) -> GroupRates | None:
    """List the groups at the threshold, which can be moved, and return their rates."""
    labeled_scores = visitor().labeled_scores
    deployment = deployment_form.get_deployment(labeled_scores.points, labeled_scores)
    index = requirement.update_threshold(deployment)
    threshold = float(labeled_scores.points.threshold[index])
    rates = cached(group_rates, visitor().dataset, selection.matrix.names[0], threshold)
    _show_rates(selection, rates, format_threshold(labeled_scores.points.threshold, index))
    if rates is not None:
        task = exports.task_name(labeled_scores)
        name = "" if task is None else task.format(get_messages())
        threshold_control.show_threshold_slider(labeled_scores.points, name=name)
        st.markdown(message("averages.of_all_rows_at_threshold", result=result.result_text(deployment, index)))
    return rates


def _show_groups_of_task(average: AverageSelection) -> None:
    """Show the selected class or label in each group, with its verdict; folds are those of the average."""
    selection = _select_groups_of_task(average)
    if selection is None:
        return
    name = TaskName(selection.matrix.names[0], visitor().dataset.kind).format(get_messages())
    column = code_span(selection.group_averages.column)
    st.header(message("averages.task_by_group", name=name, column=column), anchor=False)
    st.markdown(message("report.sentence", text=_groups_text(selection)))
    table_side, list_side = st.columns([11, 9], gap="medium")
    with table_side:
        rates = _show_threshold(selection)
    with list_side:
        _show_failing_groups(selection)
        _show_missing_areas(selection)
        _show_group_intervals(selection)
    if rates is not None:
        st.caption(tables.rates_caption(rates))
    _show_interval_notes(selection)


def _select_groups_of_task(average: AverageSelection) -> AverageSelection | None:
    """Select the groups of the selected class or label; None without groups or for folds."""
    if not average.is_multi_task or not average.has_groups or average.group_averages.kind == "folds":
        return None
    matrix = cached(averages.task_matrix, visitor().dataset, (data_in_use.selected_task(),))
    selection = select_groups(matrix, average.scheme)
    return None if selection.train_test or not selection.group_averages.has_area.any() else selection


def _show_group_chart(selection: AverageSelection, key: str) -> None:
    """Draw the groups and their mean."""
    messages, groups = get_messages(), selection.group_averages
    selected = highlighted_groups(groups, selection.group_areas)
    figure = cached(groups_figure, groups, selection.scheme, messages, selected=selected)
    charts.show_fitted_chart(figure, square_heights(figure, SIDES), key=key, alt=mean_alt(groups, messages))


def _show_report_sentence(selection: AverageSelection) -> None:
    """Show what to report, with a button that copies it."""
    st.header(message("summary.report"), anchor=False)
    controls.show_sentence(report_sentence(visitor().labeled_scores, selection))


def _show_train_test(selection: AverageSelection, gap: TrainTestGap) -> None:
    """Draw both curves, and say what their gap is."""
    messages, column = get_messages(), str(visitor().dataset.roles.group)
    chart_side, list_side = st.columns([11, 9], gap="medium")
    with chart_side:
        figure = cached(train_test_figure, gap, cached(split_curves, gap), column, messages)
        alt = train_test_alt(gap, messages)
        charts.show_fitted_chart(figure, square_heights(figure, SIDES), key="averages_chart", alt=alt)
    with list_side:
        _show_report_sentence(selection)
        st.markdown(train_test_text(gap, messages))
        frame = pd.DataFrame([gap.train, gap.test])[["name", "rows", "positives", "area"]]
        _show_areas("train_test", frame, {}, {"name": column})
        _show_missing_areas(selection)


def _show_mean(selection: AverageSelection) -> None:
    """Give the mean of the groups, and the area of all rows together."""
    groups, all_rows = selection.group_averages, selection.components(selection.kind).area
    st.markdown(mean_sentence(groups, all_rows, get_messages()))


def _show_rates(selection: AverageSelection, rates: GroupRates | None, threshold: NumberText) -> None:
    """List the groups with area, recall and precision at the threshold of all rows, the smallest area first."""
    groups, messages = selection.group_averages, get_messages()
    measures = {"area": _area_measure(groups.area, selection.group_areas)}
    if rates is not None:
        st.header(message(f"averages.{groups.kind}.at_threshold", threshold=threshold), anchor=False)
        measures |= {"recall": rates.recall, "precision": rates.precision}
    order = order_by_area(groups.area) if groups.kind == "groups" else list(range(len(groups.names)))
    counts = zip(groups.rows.tolist(), groups.positives.tolist(), strict=True)
    notes = [
        message("averages.group_counts", rows=message("data.rows", count=rows), positives=format_count(positives))
        for rows, positives in counts
    ]
    named = list(zip(group_names(groups, messages), notes, strict=True))
    fails = {*low_area_groups(selection.group_areas, groups.names), *(rates.low_groups if rates else ())}
    tables.show_rate_table("folds", message(f"averages.{groups.kind}.column"), named, measures, order, fails)


def _area_measure(areas: np.ndarray, found: Sequence[GroupArea | None]) -> GroupRate:
    ends = [
        (one.interval.interval.lower, one.interval.interval.upper) if one else (math.nan, math.nan) for one in found
    ]
    return GroupRate(areas, *np.array(ends).T)


def _groups_text(selection: AverageSelection) -> str:
    return groups_sentence(
        selection.group_averages,
        selection.group_areas,
        selection.kind if selection.is_multi_task else "",
        get_messages(),
    )


def _show_failing_groups(selection: AverageSelection) -> None:
    """Show the evidence that groups fail, each with a button that opens its curve."""
    messages, groups = get_messages(), selection.group_averages
    if evidence := group_warning(groups, selection.group_areas, messages):
        st.markdown(evidence)
    valid = visitor().dataset.valid_groups(selection.matrix.names[0])
    for number, index in enumerate(low_area_groups(selection.group_areas, groups.names)):
        alone = groups.names[index]
        name = group_name(alone, groups, messages, format_name=code_span)
        if alone in valid and st.button(message("averages.show_alone", name=name), key=f"show_alone_{number}"):
            set_widget(**{GROUP.name: alone})
            st.switch_page(PAGES["curve"].script)


def _show_group_table(selection: AverageSelection) -> None:
    """List the averages of the groups, the smallest first unless they are folds."""
    groups = selection.group_averages
    names = group_names(groups, get_messages())
    frame = pd.DataFrame({"name": names, "rows": groups.rows, **_count_columns(selection), "area": groups.area})
    if groups.kind == "groups":
        frame = frame.iloc[order_by_area(groups.area)]
    widths = {"name": st.column_config.TextColumn(width=name_width(names))}
    _show_areas("folds", frame, widths, {"name": message(f"averages.{groups.kind}.column")})


def _count_columns(selection: AverageSelection) -> dict[str, np.ndarray]:
    """Return the counts behind a group's area: its positives, or how many classes have any if some have none."""
    groups = selection.group_averages
    if groups.missing_by_group:
        return {"tasks": np.array([int((~np.isnan(one.components.component)).sum()) for one in groups.averages])}
    return {} if visitor().dataset.kind == "classes" else {"positives": groups.positives}


def _show_missing_areas(selection: AverageSelection) -> None:
    """Name the groups without an area, and those whose average leaves out classes or labels."""
    messages = get_messages()
    groups = selection.group_averages
    unscored = visitor().dataset.unscored_positives
    if unscored.by_group is None:
        st.info(message(f"averages.{groups.kind}.missed", missed=format_count(unscored.total)))
    named = zip(group_names(groups, messages), groups.has_area.tolist(), strict=True)
    absent = [name for name, counted in named if not counted]
    if absent:
        st.warning(message("averages.absent", names=controls.code_list(absent)))
    incomplete = [
        message(
            "averages.one_without",
            one=group_name(group, groups, messages, format_name=code_span),
            names=controls.code_list(selection.matrix.names[index] for index in np.flatnonzero(missing)),
        )
        for group, missing in groups.missing_by_group.items()
    ]
    if incomplete:
        shown = message("punctuation.clauses").join(incomplete[:MAX_LISTED_GROUPS])
        more = len(incomplete) - MAX_LISTED_GROUPS
        st.warning(message("averages.folds_incomplete", folds=shown))
        if more > 0:
            st.caption(message("averages.folds_more", count=more))


NamedAreas = tuple[tuple[str, GroupArea], ...]


def _show_group_intervals(selection: AverageSelection) -> None:
    """Draw the areas of groups with their intervals, the smallest first; those of groups that fail are colored."""
    messages = get_messages()
    found, groups = selection.group_areas, selection.group_averages
    names, order = [group_name(name, groups, messages) for name in groups.names], order_by_area(groups.area)
    named = tuple((names[index], one) for index in order if (one := found[index]))
    st.header(message(f"averages.{groups.kind}.intervals", count=len(named)), anchor=False)
    fails = len(low_area_groups(found, groups.names))
    figure, arranged = cached(_group_figure, named, messages, n_highlighted=fails)
    alt = message("averages.by_group_alt", count=len(named))
    charts.show_fitted_chart(figure, arranged, key="groups_chart", alt=alt)
    st.caption(message("averages.by_group_caption", count=len(named)))


def _show_interval_notes(selection: AverageSelection) -> None:
    """Say how the intervals of areas are computed, and how they use clusters of rows."""
    found, dataset = selection.group_areas, visitor().dataset
    reasons = dict.fromkeys(_reasons([one for one in found if one]))
    st.caption(message("punctuation.sentences").join(reasons))
    if (notice := clusters_notice(found, dataset.clusters, dataset.roles.group)) is not None:
        problems.show_cluster_notice(notice)


def _group_figure(named: NamedAreas, messages: Messages, *, n_highlighted: int) -> tuple[Any, list[dict[str, Any]]]:
    """Return the chart and its layouts."""
    styles = [palette.VERMILLION] * n_highlighted + [palette.GRAY] * (len(named) - n_highlighted)
    rows = [
        ForestRow(name, one.area, one.interval.interval, style, chance=one.chance)
        for (name, one), style in zip(named, styles, strict=True)
    ]
    return forest_figure(rows, math.nan, messages), forest_layouts(rows, math.nan, messages)


MAX_COLUMNS = 8  # offered for the groups


def show_empty_page() -> None:
    """Offer the columns that could be groups; without any, say what the data lack, and offer an example that has it."""
    models, columns = visitor().dataset.kind == "models", _other_columns()
    if columns:
        controls.show_title(message("averages.nothing_yet", name=problems.data_name()))
        st.markdown(message("averages.nothing_yet_says"))
        _show_columns(columns)
        return
    controls.show_title(message("averages.nothing", name=problems.data_name()))
    st.markdown(message("averages.nothing_of_models" if models else "averages.nothing_of_one"))
    data.show_alternatives("digits", message("averages.take_example"))


def show_other_groups() -> None:
    """Offer the other columns that could be groups."""
    if columns := _other_columns():
        with st.container(horizontal=True, vertical_alignment="center", key="other_groups"):
            st.markdown(message("averages.other_groups"), width="content")
            _show_columns(columns)


def _other_columns() -> list[str]:
    source = visitor().in_use
    return cached_for_source(source, group_columns, source.table, source.roles)


def _show_columns(columns: list[str]) -> None:
    """Show a button for each column that uses it for the groups."""
    with st.container(horizontal=True):
        for number, column in enumerate(columns[:MAX_COLUMNS]):
            label = message("averages.use_column", column=code_span(column))
            st.button(label, key=f"use_column_{number}", on_click=data_in_use.show_groups, args=(column,))


def show_average_exports(selection: AverageSelection) -> None:
    """Show the exports, if there is anything to average."""
    if not selection.is_empty:
        exports.show_exports(lambda: average_exports(_get_results(selection), get_messages()))


def report_sentence(labeled_scores: LabeledScores, average: AverageSelection | None) -> str:
    """Return what a paper needs about an average, also in groups, or else about the area of the scores in view."""
    if average is None:
        sentence = short_area_sentence(exports.current_results(labeled_scores).sample, get_messages())
        return f"{sentence}\n{signature(labeled_scores.points, short=True)}"
    results = _get_results(average)
    first, *others = average_citations(results, get_messages())
    return "\n".join([first, *others[-1:]]) if results.task_by_group else first


def _get_results(selection: AverageSelection) -> Averages:
    state = visitor()
    curve, of_task = exports.current_results(state.labeled_scores), _select_groups_of_task(selection)
    if selection.has_only_groups and selection.train_test is None:
        rates = cached(group_rates, state.dataset, selection.matrix.names[0], curve.selected_threshold)
        curve = replace(curve, group_rates=rates)
    return Averages(
        curve=curve,
        matrix=selection.matrix,
        task_kind=state.dataset.kind,
        average=selection.kind,
        scheme=selection.scheme,
        overall_average=selection.components(selection.kind),
        task_areas=selection.components("macro" if selection.is_multi_task else selection.kind).component,
        group_averages=selection.group_averages if selection.has_groups else None,
        group_areas=selection.group_areas,
        task_by_group=None if of_task is None else _get_results(of_task),
        train_test=selection.train_test,
    )
