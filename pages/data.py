"""Which data are in use: choose, upload or paste them, and see how every column was understood."""

import streamlit as st

from pr_curve_lab.server import page_run
from pr_curve_lab.views import exports, problems
from pr_curve_lab.views.data import column_roles, sources

cases, words = page_run.enter("data")
problems.show_address(words)
sources.show_headline(cases, words)
problems.show_reading(words)
sources.show_drawn_points(words)
own_side, curve_side = st.columns([11, 9], gap="medium")
with own_side:
    sources.show_own(words)
    sources.show_earlier(words)
    sources.show_choice(words)
    sources.show_header(words)
with curve_side:
    sources.show_preview(cases, words)
st.subheader(words.say("data.columns"), anchor=False)
column_roles.show_column_roles(words)
problems.show_clusters(words)
column_roles.show_never_scored(words)
problems.show_notices(cases, words)
sources.show_examples(words)
sources.show_first_rows(words)
exports.show_data(cases, words)
