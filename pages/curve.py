"""The curve with its thresholds: what the active one does, which meets a requirement, and all as a table."""

from functools import partial

import streamlit as st

from pr_curve_lab.plotting.threshold_curve import Marked
from pr_curve_lab.server import page_run
from pr_curve_lab.views.curve import (
    confusion,
    deployment,
    distribution,
    following,
    net_benefit,
    own_thresholds,
    points_table,
    requirement,
    rows_behind,
    threshold,
    threshold_chart,
    wishes,
)
from pr_curve_lab.views.exports import offered
from pr_curve_lab.views.frame import problems

cases, words = page_run.enter("curve")
problems.show_address(words)
threshold.show_too_strict(cases.points, words)
used, required = deployment.used(cases.points, words), wishes.wished()
chosen = requirement.settle(used)
marked = Marked(chosen, own_thresholds.marked(cases.points))
threshold_chart.show_headline(cases, used, chosen, required, words)
requirement.show_question(used, words)
chart_side, numbers_side = st.columns([11, 9], gap="medium")
with chart_side:
    band, reach = threshold_chart.band(cases, used), following.reach(cases, used, chosen, required, words)
    threshold_chart.show(used, marked, wishes.lines(used, words), words, band=band, reach=reach, cases=cases)
    threshold.show(cases.points, words, elsewhere=used.elsewhere)
    threshold_chart.show_caption(cases, used, band, words)
with numbers_side:
    requirement.show_answer(used, chosen, words)
    confusion.show(used, chosen, required, words)
    threshold_chart.show_switches(words)
with st.expander(words.say("curve.distribution"), key="distribution", expanded=True):
    distribution.show(used, chosen, required, words)
with st.expander(words.say("curve.net_benefit"), key="net_benefit", on_change="rerun") as weighed:
    if weighed.open:
        net_benefit.show(used, words)
with st.expander(words.say("curve.rows"), key="rows", on_change="rerun") as rows:
    if rows.open:
        rows_behind.show(cases, chosen, words)
with st.expander(words.say("curve.grid_title"), key="own_thresholds", expanded=bool(marked.grid)):
    deployment.say_of_data(used, words)
    own_thresholds.show(cases.points, words)
with st.expander(words.say("curve.table"), key="table", on_change="rerun") as table:
    if table.open:
        deployment.say_of_data(used, words)
        points_table.show(cases, words)
asked = partial(requirement.said, used, chosen, words)
offered.show_curve(cases, threshold_chart.joined(cases.points), chosen, required, asked, words)
