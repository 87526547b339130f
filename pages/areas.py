"""Two schemes side by side: their areas, the effect of start and rounding, where they differ, and both sums."""

import streamlit as st

from pr_curve_lab.analysis.areas import round_labeled_scores
from pr_curve_lab.server import page_run
from pr_curve_lab.server.visitor_state import cached
from pr_curve_lab.views import areas, controls, exports, problems

cases, messages = page_run.open_page("areas")
areas.open_data_page()
problems.show_query_problems(messages)
decimals = areas.get_decimals(cases.points, messages)
rounded_cases = cached(round_labeled_scores, cases, decimals)
schemes = controls.get_schemes(rounded_cases.points, messages)
pair = areas.compare_schemes(rounded_cases, schemes)
areas.show_title(rounded_cases.points, pair, decimals, messages)
areas.show_side_by_side(rounded_cases, pair, messages)
problems.show_clusters(messages)
areas.show_every_area(rounded_cases.points, schemes, messages)
areas.show_score_rounding(cases.points, schemes, decimals, messages)
areas.show_differences(pair, messages)
with st.expander(messages.format("areas.how"), key="how", on_change="rerun") as how:
    if how.open:
        areas.show_area_terms(rounded_cases.points, schemes, messages)
exports.show_areas(cases, rounded_cases, pair, decimals, messages)
