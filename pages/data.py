"""The data in use: the first rows beside the role of every column, and other data to upload, paste or choose."""

import streamlit as st

from pr_curve_lab.views import data, exports, page_frame, problems

labeled_scores = page_frame.open_page("data")
data.show_title(labeled_scores)
problems.show_upload_problems()
problems.show_rows_used(labeled_scores)
data.show_given_curve()
data.show_upload()
data.show_earlier_data()
data.show_table_select()
rows_side, roles_side = st.columns(2, gap="medium")
with rows_side:
    data.show_first_rows(data.ROWS_HEIGHT)
    data.show_header()
with roles_side:
    data.show_column_roles()
data.show_column_notes()
more_side = st.container()
if not data.is_waiting():
    problems.show_clusters()
    curve_side, more_side = st.columns([1, 2], gap="medium")
    with curve_side:
        data.show_preview(labeled_scores)
with more_side:
    problems.show_notices()
    data.show_unscored_inputs()
data.show_examples()
if not data.is_waiting():
    exports.show_data(labeled_scores)
