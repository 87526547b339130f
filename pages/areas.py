"""Two schemes side by side with their areas, where they part, and the receipt of either sum."""

import streamlit as st

from pr_app import session
from pr_app.panels import differences, problems, receipts, scheme_picker, side_by_side
from pr_metrics import compare

cases, words = session.enter("pages/areas.py")
problems.show_address(words)
pair = compare(cases.points, *scheme_picker.chosen(cases.points, words))
side_by_side.show_headline(pair, words)
side_by_side.show(cases.points, pair, words)
differences.show(cases, pair, words)
with st.expander(words.say("areas.how"), key="how"):
    receipts.show(cases.points, pair, words)
