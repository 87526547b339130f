"""The data in use: choose, upload or paste them, and see the role of every column."""

import streamlit as st

from pr_curve_lab.server import page_run
from pr_curve_lab.views import data, exports, problems

cases, messages = page_run.open_page("data")
problems.show_query_problems(messages)
data.show_title(cases, messages)
problems.show_upload_problems(messages)
data.show_curve_points(messages)
own_side, curve_side = st.columns([11, 9], gap="medium")
with own_side:
    data.show_upload(messages)
    data.show_join_button(messages)
    data.show_table_select(messages)
    data.show_header(messages)
with curve_side:
    data.show_preview(cases, messages)
st.subheader(messages.format("data.columns"), anchor=False)
data.show_column_roles(messages)
problems.show_clusters(messages)
data.show_unscored_inputs(messages)
problems.show_notices(cases, messages)
data.show_examples(messages)
data.show_first_rows(messages)
exports.show_data(cases, messages)
