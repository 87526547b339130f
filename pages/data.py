"""Which data are in use: choose, upload or paste them, and see how every column was understood."""

import streamlit as st

from pr_curve_lab.server import page_run
from pr_curve_lab.views.data import column_roles, drawn_points, first_rows, never_scored, preview, sources, tables
from pr_curve_lab.views.exports import offered
from pr_curve_lab.views.frame import clusters, problems

cases, words = page_run.enter("data")
problems.show_address(words)
sources.show_headline(cases, words)
problems.show_reading(words)
drawn_points.show(words)
own_side, curve_side = st.columns([11, 9], gap="medium")
with own_side:
    sources.show_own(words)
    tables.show_earlier(words)
    tables.show_choice(words)
    first_rows.show_header(words)
with curve_side:
    preview.show(cases, words)
st.subheader(words.say("data.columns"), anchor=False)
column_roles.show(words)
clusters.show(words)
never_scored.show(words)
problems.show_notices(cases, words)
sources.show_examples(words)
first_rows.show(words)
offered.show_data(cases, words)
