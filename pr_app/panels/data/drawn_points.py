"""Points of a curve that were brought in place of rows: drawn as they are, with their two areas."""

from __future__ import annotations

from typing import Any

import streamlit as st

from pr_app.analysis.given_points import joined_as_given
from pr_app.analysis.joined_areas import JoinedArea
from pr_app.figures.given_points import given_points_figure
from pr_app.figures.joined import resolution
from pr_app.panels.charts import chart
from pr_app.reading.shapes.curve_points import CurvePoints
from pr_app.serving.results import kept
from pr_app.serving.visitor_state import visitor
from pr_app.wording.catalogue import Words

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
