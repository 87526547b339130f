"""The same points at another class balance: the precision-recall curve changes, the ROC curve does not."""

import streamlit as st

from pr_curve_lab.server import page_run
from pr_curve_lab.views import balance, exports, problems
from pr_curve_lab.views.curve import threshold_control

cases, messages = page_run.open_page("balance")
problems.show_query_problems(messages)
threshold_control.show_threshold_warning(cases.points, messages)
selected_index = threshold_control.get_selected_index(cases.points)
comparison = balance.compute_balances(cases.points, balance.target_prevalence(cases.points, messages), messages)
balance.show_title(comparison, messages)
balance.show_plots(comparison, selected_index, messages)
balance.show_prevalence(cases.points, messages)
balance.show_selected_point(comparison, selected_index, messages)
balance.show_controls(comparison, messages)
balance.show_point_count(comparison, messages)
balance.show_gain(comparison, selected_index, messages)
permutation_result = balance.show_limits(cases, comparison, messages)
problems.show_clusters(messages)
with st.expander(messages.format("balance.how"), key="how"):
    st.markdown(messages.format("balance.how_says"))
exports.show_balance(cases, comparison, permutation_result, messages)
