"""The curve with its thresholds: counts at the active one, a threshold for requirements, and a table of all."""

from functools import partial

import streamlit as st

from pr_curve_lab.plotting.threshold import MarkedPoints
from pr_curve_lab.server import page_run
from pr_curve_lab.views import exports, problems
from pr_curve_lab.views.curve import chart, deployment_form, drag_points, requirement, tables, threshold_control

cases, messages = page_run.open_page("curve")
problems.show_query_problems(messages)
threshold_control.show_threshold_warning(cases.points, messages)
current_deployment, requirements = (
    deployment_form.get_deployment(cases.points, messages),
    requirement.get_requirements(),
)
selected_index = requirement.update_threshold(current_deployment)
markers = MarkedPoints(selected_index, tables.grid_indices(cases.points))
chart.show_title(cases, current_deployment, selected_index, requirements, messages)
requirement.show_requirement_form(current_deployment, messages)
chart_side, numbers_side = st.columns([11, 9], gap="medium")
with chart_side:
    band, drag_data = (
        chart.get_band(cases, current_deployment),
        drag_points.build_drag_data(current_deployment, selected_index, requirements, messages),
    )
    chart.show_threshold_chart(
        current_deployment,
        markers,
        requirement.requirement_lines(current_deployment, messages),
        messages,
        band=band,
        drag_data=drag_data,
        cases=cases,
    )
    threshold_control.show_threshold(cases.points, messages, is_deployed=current_deployment.has_other_counts)
    chart.show_caption(cases, current_deployment, band, messages)
with numbers_side:
    requirement.show_result(current_deployment, selected_index, messages)
    threshold_control.show_confusion(current_deployment, selected_index, requirements, messages)
    chart.show_options(messages)
with st.expander(messages.format("curve.distribution"), key="distribution", expanded=True):
    threshold_control.show_distribution(current_deployment, selected_index, requirements, messages)
with st.expander(messages.format("curve.net_benefit"), key="net_benefit", on_change="rerun") as weighed:
    if weighed.open:
        tables.show_net_benefit(current_deployment, messages)
with st.expander(messages.format("curve.rows"), key="rows", on_change="rerun") as rows:
    if rows.open:
        tables.show_rows(cases, selected_index, messages)
with st.expander(messages.format("curve.grid_title"), key="own_thresholds", expanded=bool(markers.grid)):
    deployment_form.show_data_caption(current_deployment, messages)
    tables.show_threshold_grid(cases.points, messages)
with st.expander(messages.format("curve.table"), key="table", on_change="rerun") as table:
    if table.open:
        deployment_form.show_data_caption(current_deployment, messages)
        tables.show_points_table(cases, messages)
get_export_text = partial(requirement.export_text, current_deployment, selected_index, messages)
exports.show_curve(cases, chart.step_curve(cases.points), selected_index, requirements, get_export_text, messages)
