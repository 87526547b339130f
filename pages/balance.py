"""The same points at another class balance: the precision-recall curve changes, the ROC curve does not."""

import streamlit as st

from pr_curve_lab.server.visitor_state import message
from pr_curve_lab.views import balance, controls, exports, page_frame, problems
from pr_curve_lab.views.curve import threshold_control

labeled_scores = page_frame.open_page("balance")
threshold_control.show_threshold_warning(labeled_scores.points)
selected_index = threshold_control.get_selected_index(labeled_scores.points)
prevalence = controls.update_prevalence(labeled_scores.points)
comparison = balance.compute_balances(labeled_scores.points, prevalence)
balance.show_title(comparison)
balance.show_charts(comparison, selected_index)
balance.show_prevalence(comparison)
balance.show_selected_point(comparison, selected_index)
balance.show_controls(comparison)
balance.show_thinning_note(comparison)
balance.show_gain(comparison, selected_index)
limits_place = st.container()  # above the progress bar of the test
permutation_band = balance.run_permutation_test(labeled_scores, comparison.scheme)
with limits_place:
    balance.show_limits_chart(comparison, permutation_band)
balance.show_limits_table(labeled_scores, comparison, permutation_band)
problems.show_clusters()
with st.expander(message("balance.how"), key="how"):
    st.markdown(message("balance.how_says"))
exports.show_balance(labeled_scores, comparison, permutation_band)
