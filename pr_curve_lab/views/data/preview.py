"""The curve of the data in use, at a glance: whoever brings a file sees at once what became of it."""

from __future__ import annotations

import streamlit as st

from pr_curve_lab.analysis.joined_areas import JoinedArea, joined_area
from pr_curve_lab.analysis.measured_points import measured_points
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.plotting.joined import joined_figure, resolution
from pr_curve_lab.reading.cases.cases import Cases
from pr_curve_lab.server.pages import PAGES
from pr_curve_lab.server.results import kept
from pr_curve_lab.server.visitor_state import same_data, visitor
from pr_curve_lab.views.charts import chart
from pr_metrics import OperatingPoints

HEIGHT = 320  # px, beside the two ways to bring rows


def show(cases: Cases, words: Words) -> None:
    """Draw the curve joined in steps, and lead on to the pages that say more."""
    step = kept(joined_area, cases.points, "step", resolution(HEIGHT))
    figure = kept(_drawn, step, cases.points, words, same_data=same_data())
    alt = words.say("areas.alt", scheme=words.say("schemes.step.name"), area=step.area)
    chart.show(figure, key="data_chart", alt=alt)
    chart.show_thinned(figure, cases.points.threshold.size, words)
    with st.container(horizontal=True, key="onwards"):
        for page in PAGES.values():
            if page.names_data and page.key != visitor().page:
                st.page_link(page.script, label=words.say(f"{page.key}.title"), width="content")


def _drawn(joined: JoinedArea, points: OperatingPoints, words: Words, *, same_data: str) -> object:
    return joined_figure(joined, measured_points(points), words, same_data=same_data, height=HEIGHT)
