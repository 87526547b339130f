"""The areas of all schemes in one strip, and the way to the page that says more of them."""

from __future__ import annotations

import streamlit as st

from pr_curve_lab.analysis.area_groups import area_groups
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.plotting.area_strip import area_strip
from pr_curve_lab.server.pages import PAGES
from pr_curve_lab.server.results import kept
from pr_curve_lab.server.visitor_state import same_data
from pr_curve_lab.views.charts import chart
from pr_metrics import OperatingPoints


def show(points: OperatingPoints, schemes: tuple[str, str], words: Words) -> None:
    """Draw the areas of all schemes that can join the points, both sides' in colour."""
    groups = kept(area_groups, points, *schemes)
    with st.container(horizontal=True, vertical_alignment="center", key="onwards"):
        count = sum(len(group.schemes) for group in groups)
        st.subheader(words.say("areas.every_area", count=count), anchor=False, width="content")
        st.page_link(PAGES["schemes"].script, label=words.say("areas.two_numbers"), width="content")
    figure = kept(area_strip, groups, words, same_data=same_data())
    alt = words.say("areas.every_area_alt", least=groups[0].area, most=groups[-1].area)
    chart.show(figure, key="strip_chart", alt=alt)
