"""The main picture: the same points joined two ways, each with its area."""

from __future__ import annotations

from typing import Any

import numpy as np
import streamlit as st

from pr_curve_lab.analysis.hidden_in_bins import hidden_bounds, hidden_shape
from pr_curve_lab.analysis.joined_areas import JoinedArea
from pr_curve_lab.analysis.measured_points import measured_points
from pr_curve_lab.analysis.number_texts import distinct_texts
from pr_curve_lab.analysis.scheme_differences import SchemeDifferences
from pr_curve_lab.analysis.thinning import circle_counts
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.circle_sentence import say_circles
from pr_curve_lab.i18n.rounded_to import rounded_to
from pr_curve_lab.i18n.two_areas import two_areas
from pr_curve_lab.plotting.joined import SIZES, joined_figure
from pr_curve_lab.reading.cases.cases import Cases
from pr_curve_lab.server.results import kept
from pr_curve_lab.server.visitor_state import same_data
from pr_curve_lab.views.areas import first_point, gap, own_rows
from pr_curve_lab.views.charts import chart, fitted_chart
from pr_curve_lab.views.controls import scheme_picker
from pr_curve_lab.views.frame.coloured import coloured
from pr_metrics import OperatingPoints


def show_headline(points: OperatingPoints, pair: SchemeDifferences, decimals: int | None, words: Words) -> None:
    """Say both areas, each in the colour of its curve."""
    st.title(two_areas(pair, words, coloured), anchor=False)
    circles = kept(circle_counts, points)
    if decimals is None:
        st.caption(say_circles("areas.caption", circles, words))
    else:
        st.caption(say_circles("areas.caption_rounded", circles, words, decimals=rounded_to(decimals, words)))


def show(cases: Cases, pair: SchemeDifferences, words: Words) -> None:
    """Draw both sides, each with its own controls right under it, and beside them what lies between."""
    points, sides = cases.points, zip(("left", "right"), pair.sides, strict=True)
    with st.container(key="areas_pictures"):
        *columns, between = st.columns(3, gap="medium")
    for column, (side, joined) in zip(columns, sides, strict=True):
        with column:
            figure = kept(_drawn, joined, cases, words, same_data=same_data())
            alt = words.say("areas.alt", scheme=words.say(f"schemes.{joined.scheme}.name"), area=joined.area)
            fitted_chart.show(figure, SIZES, key=f"{side}_chart", alt=alt)
            with st.container(horizontal=True, vertical_alignment="center", key=f"{side}_controls"):
                scheme_picker.show(points, side, words)
                first_point.show(side, joined.scheme, words)
            first_point.show_what_it_adds(points, joined, words)
            _show_what_bins_hide(cases, joined, words)
            chart.show_thinned(figure, points.threshold.size, words)
    with between:
        gap.show(cases, pair, words)
        if own_rows.are_missing() and not gap.is_seen_through_a_lens(cases, pair):
            own_rows.offer(words)


def _show_what_bins_hide(cases: Cases, joined: JoinedArea, words: Words) -> None:
    """Say what the area can be at least and at most, where lines of a file hold several scores."""
    bounds = kept(hidden_bounds, cases, joined.scheme)
    if bounds is not None:
        least, most = distinct_texts(np.array([bounds.least, bounds.most]))
        st.caption(words.say("areas.hidden", least=least, most=most))


def _drawn(joined: JoinedArea, cases: Cases, words: Words, *, same_data: str) -> Any:
    points = measured_points(cases.points)
    return joined_figure(joined, points, words, same_data=same_data, hidden=hidden_shape(cases))
