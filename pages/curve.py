"""The curve with its thresholds: what the active one does, which meets a requirement, and all as a table."""

from functools import partial

import streamlit as st

from pr_curve_lab.plotting.threshold import Marked
from pr_curve_lab.server import page_run
from pr_curve_lab.views import exports, problems
from pr_curve_lab.views.curve import chart, deployment_form, drag_points, requirement, tables, threshold_control

cases, words = page_run.enter("curve")
problems.show_address(words)
threshold_control.show_too_strict(cases.points, words)
used, required = deployment_form.used(cases.points, words), requirement.wished()
chosen = requirement.settle(used)
marked = Marked(chosen, tables.marked(cases.points))
chart.show_headline(cases, used, chosen, required, words)
requirement.show_question(used, words)
chart_side, numbers_side = st.columns([11, 9], gap="medium")
with chart_side:
    band, reach = chart.band(cases, used), drag_points.reach(cases, used, chosen, required, words)
    chart.show_threshold_chart(used, marked, requirement.lines(used, words), words, band=band, reach=reach, cases=cases)
    threshold_control.show_threshold(cases.points, words, elsewhere=used.elsewhere)
    chart.show_caption(cases, used, band, words)
with numbers_side:
    requirement.show_answer(used, chosen, words)
    threshold_control.show_confusion(used, chosen, required, words)
    chart.show_switches(words)
with st.expander(words.say("curve.distribution"), key="distribution", expanded=True):
    threshold_control.show_distribution(used, chosen, required, words)
with st.expander(words.say("curve.net_benefit"), key="net_benefit", on_change="rerun") as weighed:
    if weighed.open:
        tables.show_net_benefit(used, words)
with st.expander(words.say("curve.rows"), key="rows", on_change="rerun") as rows:
    if rows.open:
        tables.show_rows_behind(cases, chosen, words)
with st.expander(words.say("curve.grid_title"), key="own_thresholds", expanded=bool(marked.grid)):
    deployment_form.say_of_data(used, words)
    tables.show_own_thresholds(cases.points, words)
with st.expander(words.say("curve.table"), key="table", on_change="rerun") as table:
    if table.open:
        deployment_form.say_of_data(used, words)
        tables.show_points_table(cases, words)
asked = partial(requirement.said, used, chosen, words)
exports.show_curve(cases, chart.joined(cases.points), chosen, required, asked, words)
