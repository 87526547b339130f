"""The curve with its thresholds: what one threshold does, which one meets a requirement, and all of them as a table."""

import streamlit as st

from pr_app.panels.curve import (
    confusion,
    distribution,
    own_thresholds,
    points_table,
    requirement,
    rows_behind,
    threshold,
    threshold_chart,
)
from pr_app.panels.exports import offered
from pr_app.panels.frame import problems
from pr_app.serving import page_run

cases, words = page_run.enter("curve")
problems.show_address(words)
threshold.show_too_strict(cases.points, words)
chosen = threshold.chosen(cases.points)
required, grid = requirement.met_by(cases.points), own_thresholds.marked(cases.points)
threshold_chart.show_headline(cases, chosen, words)
chart_side, numbers_side = st.columns([11, 9], gap="medium")
with chart_side:
    threshold_chart.show(cases.points, chosen, required, grid, words)
    threshold.show(cases.points, words)
with numbers_side:
    confusion.show(cases.points, chosen, words)
    requirement.show(cases.points, words)
    threshold_chart.show_switch(words)
with st.expander(words.say("curve.distribution"), key="distribution", expanded=True):
    distribution.show(cases.points, chosen, words)
with st.expander(words.say("curve.rows"), key="rows", on_change="rerun") as rows:
    if rows.open:
        rows_behind.show(cases, chosen, words)
with st.expander(words.say("curve.grid_title"), key="own_thresholds", expanded=bool(grid)):
    own_thresholds.show(cases.points, words)
with st.expander(words.say("curve.table"), key="table", on_change="rerun") as table:
    if table.open:
        points_table.show(cases, words)
offered.show_curve(cases, threshold_chart.joined(cases.points), chosen, words)
