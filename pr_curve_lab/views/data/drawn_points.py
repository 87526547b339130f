"""Points of a curve that were brought in place of rows: drawn as they are, with their two areas."""

from __future__ import annotations

from typing import Any

import streamlit as st

from pr_curve_lab.analysis.given_points import joined_as_given
from pr_curve_lab.analysis.joined_areas import JoinedArea
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.plotting.given_points import given_points_figure
from pr_curve_lab.plotting.joined import resolution
from pr_curve_lab.reading.shapes.curve_points import CurvePoints
from pr_curve_lab.server.results import kept
from pr_curve_lab.server.visitor_state import visitor
from pr_curve_lab.views.charts import chart

HEIGHT = 320  # px


def show(words: Words) -> None:
    """Draw what was brought last, if it was points."""
    points = visitor().drawn_points
    if points is None:
        return
    both = kept(joined_as_given, points, resolution(HEIGHT))
    for column, side, joined in zip(st.columns(2, gap="medium"), ("step", "linear"), both, strict=True):
        with column:
            figure = kept(_drawn, joined, points, words)
            alt = words.say("areas.alt", scheme=words.say(f"schemes.{joined.scheme}.name"), area=joined.area)
            chart.show(figure, key=f"given_{side}_chart", alt=alt)
            chart.show_thinned(figure, points.recall.size, words)


def _drawn(joined: JoinedArea, points: CurvePoints, words: Words) -> Any:
    return given_points_figure(joined, points, words, same_data=points.name, height=HEIGHT)
