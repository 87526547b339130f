"""Which data are in use: choose, upload or paste them, and see how every column was understood."""

import streamlit as st

from pr_curve_lab.server import page_run
from pr_curve_lab.views import exports, problems
from pr_curve_lab.views.data import column_roles, sources

cases, messages = page_run.open_page("data")
problems.show_query_problems(messages)
sources.show_title(cases, messages)
problems.show_upload_problems(messages)
sources.show_curve_points(messages)
own_side, curve_side = st.columns([11, 9], gap="medium")
with own_side:
    sources.show_upload(messages)
    sources.show_join_button(messages)
    sources.show_table_select(messages)
    sources.show_header(messages)
with curve_side:
    sources.show_preview(cases, messages)
st.subheader(messages.format("data.columns"), anchor=False)
column_roles.show_column_roles(messages)
problems.show_clusters(messages)
column_roles.show_unscored_inputs(messages)
problems.show_notices(cases, messages)
sources.show_examples(messages)
sources.show_first_rows(messages)
exports.show_data(cases, messages)
