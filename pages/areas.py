"""Two schemes side by side with their areas, what start and rounding do to them, where they part, and both receipts."""

import streamlit as st

from pr_curve_lab.analysis.score_rounding import rounded
from pr_curve_lab.server import page_run
from pr_curve_lab.server.results import kept
from pr_curve_lab.views.areas import differences, every_area, own_rows, receipts, score_rounding, side_by_side
from pr_curve_lab.views.controls import scheme_picker
from pr_curve_lab.views.exports import offered
from pr_curve_lab.views.frame import clusters, problems

cases, words = page_run.enter("areas")
own_rows.follow()
problems.show_address(words)
decimals = score_rounding.chosen(cases.points, words)
shown = kept(rounded, cases, decimals)
schemes = scheme_picker.chosen(shown.points, words)
pair = differences.found(shown, schemes)
side_by_side.show_headline(shown.points, pair, decimals, words)
side_by_side.show(shown, pair, words)
clusters.show(words)
every_area.show(shown.points, schemes, words)
score_rounding.show(cases.points, schemes, decimals, words)
differences.show(pair, words)
with st.expander(words.say("areas.how"), key="how", on_change="rerun") as how:
    if how.open:
        receipts.show(shown.points, schemes, words)
offered.show_areas(cases, shown, pair, decimals, words)
