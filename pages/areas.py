"""Two schemes side by side with their areas, what start and rounding do to them, where they part, and both receipts."""

import streamlit as st

from pr_app import session
from pr_app.panels import problems, scheme_picker, take_along
from pr_app.panels.areas import differences, receipts, rounding, side_by_side
from pr_app.rounding import rounded

cases, words = session.enter("pages/areas.py")
problems.show_address(words)
decimals = rounding.chosen(cases.points, words)
shown = rounded(cases, decimals)
schemes = scheme_picker.chosen(shown.points, words)
parted = differences.found(shown, schemes, decimals)
side_by_side.show_headline(parted, decimals, words)
side_by_side.show(shown.points, parted, decimals, words)
rounding.show(cases.points, schemes, decimals, words)
differences.show(parted, words)
with st.expander(words.say("areas.how"), key="how"):
    receipts.show(shown.points, schemes, decimals, words)
take_along.show_areas(cases, shown, parted, decimals, words)
