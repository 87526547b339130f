"""Two schemes side by side: their areas, the effect of start and rounding, where they differ, and both sums."""

import streamlit as st

from pr_curve_lab.analysis.areas import round_labeled_scores
from pr_curve_lab.server.visitor_state import cached, message
from pr_curve_lab.views import areas, controls, exports, page_frame, problems, questions

labeled_scores = page_frame.open_page("areas")
decimals = areas.update_decimals(labeled_scores.points)
rounded_labeled_scores = cached(round_labeled_scores, labeled_scores, decimals)
schemes = controls.update_schemes(rounded_labeled_scores.points)
pair = areas.compare_schemes(rounded_labeled_scores, schemes)
areas.show_title(pair)
areas.show_side_by_side(rounded_labeled_scores, pair, decimals)
if areas.is_first_screen():
    questions.show_questions()
problems.show_clusters()
areas.show_every_area(rounded_labeled_scores.points, schemes)
areas.show_score_rounding(labeled_scores.points, schemes, decimals)
areas.show_differences(pair)
with st.expander(message("areas.how"), key="how", on_change="rerun") as how:
    if how.open:
        areas.show_area_terms(rounded_labeled_scores.points, schemes)
exports.show_areas(labeled_scores, pair, decimals)
