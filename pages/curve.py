"""The curve with its thresholds: counts at the active one, a threshold for requirements, and a table of all."""

import streamlit as st

from pr_curve_lab.plotting.threshold import MarkedPoints
from pr_curve_lab.server.visitor_state import message
from pr_curve_lab.views import exports, page_frame
from pr_curve_lab.views.curve import chart, deployment_form, drag_points, requirement, result, tables, threshold_control
from pr_curve_lab.views.curve.calibration import show_calibration

opened_scores = page_frame.open_page("curve")
labeled_scores = requirement.at_overall_threshold(opened_scores)
threshold_control.show_threshold_warning(labeled_scores.points)
deployment = deployment_form.get_deployment(labeled_scores.points, labeled_scores)
requirements = requirement.get_requirements()
selected_index = requirement.update_threshold(deployment)
choice = result.get_choice(deployment, selected_index)
markers = MarkedPoints(selected_index, tables.grid_indices(labeled_scores.points))
chart.show_title(labeled_scores, deployment, selected_index, requirements)
requirement.show_requirement_form(deployment)
chart_side, numbers_side = st.columns(2, gap="medium")
with chart_side:
    band, lines = chart.get_band(labeled_scores, deployment), requirement.requirement_lines(deployment)
    chart.show_threshold_chart(
        deployment,
        markers,
        lines,
        band=band,
        drag_data=drag_points.build_drag_data(deployment, selected_index, requirements),
        labeled_scores=labeled_scores,
    )
    chart.show_caption(labeled_scores, deployment, band, lines)
with numbers_side:
    rates = tables.show_failing_groups(labeled_scores, selected_index)
    result.show_result(labeled_scores, choice, exports.task_name(labeled_scores), rates)
    threshold_control.show_confusion(deployment, selected_index, requirements)
    threshold_control.show_threshold_slider(labeled_scores.points, has_other_counts=deployment.has_other_counts)
    chart.show_options()
threshold_control.show_fractions(deployment, selected_index, requirements)
deployment_form.show_data_caption(deployment)
tables.show_groups(rates, selected_index)
with st.expander(message("curve.distribution"), key="distribution", expanded=True):
    threshold_control.show_distribution(deployment, selected_index, requirements)
with st.expander(message("curve.calibration"), key="calibration", on_change="rerun") as calibrated:
    if calibrated.open:
        show_calibration(labeled_scores, selected_index)
with st.expander(message("curve.net_benefit"), key="net_benefit", on_change="rerun") as weighed:
    if weighed.open:
        tables.show_net_benefit(deployment)
with st.expander(message("curve.rows"), key="rows", on_change="rerun") as rows:
    if rows.open:
        tables.show_rows(labeled_scores, selected_index)
with st.expander(message("curve.grid_title"), key="own_thresholds", expanded=bool(markers.grid)):
    tables.show_threshold_grid(deployment)
with st.expander(message("curve.table"), key="table", on_change="rerun") as table:
    if table.open:
        tables.show_points_table(deployment)
exports.show_curve(labeled_scores, chart.step_curve(labeled_scores.points), choice, rates)
