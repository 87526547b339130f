"""The same points where positives are rarer or more common: precision and recall move, the ROC curve stands still."""

import streamlit as st

from pr_curve_lab.server import page_run
from pr_curve_lab.views import balance, exports, problems
from pr_curve_lab.views.curve import threshold_control

cases, words = page_run.enter("balance")
problems.show_address(words)
threshold_control.show_too_strict(cases.points, words)
chosen = threshold_control.chosen(cases.points)
both = balance.computed(cases.points, balance.asked(cases.points, words), words)
balance.show_headline(both, words)
balance.show_pictures(both, chosen, words)
balance.show_prevalence(cases.points, words)
balance.show_chosen_point(both, chosen, words)
balance.show_controls(both, words)
balance.show_thinned(both, words)
balance.show_gain(both, chosen, words)
by_chance = balance.show_limits(cases, both, words)
problems.show_clusters(words)
with st.expander(words.say("balance.how"), key="how"):
    st.markdown(words.say("balance.how_says"))
exports.show_balance(cases, both, by_chance, words)
