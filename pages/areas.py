"""Two schemes side by side with their areas, what start and rounding do to them, where they part, and both receipts."""

import streamlit as st

from pr_curve_lab.analysis.areas import rounded
from pr_curve_lab.server import page_run
from pr_curve_lab.server.visitor_state import kept
from pr_curve_lab.views import areas, controls, exports, problems

cases, words = page_run.enter("areas")
areas.follow()
problems.show_address(words)
decimals = areas.chosen(cases.points, words)
shown = kept(rounded, cases, decimals)
schemes = controls.chosen(shown.points, words)
pair = areas.found(shown, schemes)
areas.show_headline(shown.points, pair, decimals, words)
areas.show_side_by_side(shown, pair, words)
problems.show_clusters(words)
areas.show_every_area(shown.points, schemes, words)
areas.show_score_rounding(cases.points, schemes, decimals, words)
areas.show_differences(pair, words)
with st.expander(words.say("areas.how"), key="how", on_change="rerun") as how:
    if how.open:
        areas.show_receipts(shown.points, schemes, words)
exports.show_areas(cases, shown, pair, decimals, words)
