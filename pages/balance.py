"""The same points where positives are rarer or more common: precision and recall move, the ROC curve stands still."""

import streamlit as st

from pr_curve_lab.server import page_run
from pr_curve_lab.views.balance import chosen_point, limits, pictures, prevalence
from pr_curve_lab.views.curve import threshold
from pr_curve_lab.views.exports import offered
from pr_curve_lab.views.frame import clusters, problems

cases, words = page_run.enter("balance")
problems.show_address(words)
threshold.show_too_strict(cases.points, words)
chosen = threshold.chosen(cases.points)
both = pictures.computed(cases.points, prevalence.asked(cases.points, words), words)
pictures.show_headline(both, words)
pictures.show(both, chosen, words)
prevalence.show(cases.points, words)
chosen_point.show(both, chosen, words)
chosen_point.show_controls(both, words)
pictures.show_thinned(both, words)
pictures.show_gain(both, chosen, words)
by_chance = limits.show(cases, both, words)
clusters.show(words)
with st.expander(words.say("balance.how"), key="how"):
    st.markdown(words.say("balance.how_says"))
offered.show_balance(cases, both, by_chance, words)
