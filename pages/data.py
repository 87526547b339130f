"""The data in use: choose, upload or paste them, and see the role of every column."""

import streamlit as st

from pr_curve_lab.server.visitor_state import message
from pr_curve_lab.views import data, exports, page_frame, problems

labeled_scores = page_frame.open_page("data")
data.show_title(labeled_scores)
problems.show_upload_problems()
data.show_given_curve()
own_side, curve_side = st.columns([11, 9], gap="medium")
with own_side:
    data.show_upload()
    data.show_match_button()
    data.show_table_select()
    data.show_header()
with curve_side:
    data.show_preview(labeled_scores)
st.subheader(message("data.columns"), anchor=False)
data.show_column_roles()
problems.show_clusters()
data.show_unscored_inputs()
problems.show_notices(labeled_scores)
data.show_examples()
data.show_first_rows()
exports.show_data(labeled_scores)
