"""The main picture: the same points joined two ways, each with its area."""

from __future__ import annotations

from typing import Any

import streamlit as st

from pr_app.analysis.joined_areas import JoinedArea
from pr_app.analysis.measured_points import measured_points
from pr_app.analysis.scheme_differences import SchemeDifferences
from pr_app.analysis.thinning import circle_counts
from pr_app.figures.joined import joined_figure
from pr_app.panels.areas import first_point
from pr_app.panels.charts import chart
from pr_app.panels.controls import scheme_picker
from pr_app.serving.results import kept
from pr_app.serving.visitor_state import same_data
from pr_app.wording.catalogue import Words
from pr_app.wording.circle_sentence import say_circles
from pr_app.wording.numerals import change_of_area
from pr_app.wording.rounded_to import rounded_to
from pr_metrics import OperatingPoints


def show_headline(points: OperatingPoints, pair: SchemeDifferences, decimals: int | None, words: Words) -> None:
    """Say which area is larger and by how much, or that they agree."""
    alike = pair.left == pair.right
    finding = "alike" if alike else change_of_area(pair.left_area, pair.right_area)
    st.title(
        words.say(
            f"areas.headline_{finding}",
            difference=abs(pair.difference_of_areas),
            left=words.say(f"schemes.{pair.left}.joined"),
            right=words.say(f"schemes.{pair.right}.joined"),
        ),
        anchor=False,
    )
    circles = kept(circle_counts, points)
    if decimals is None:
        st.caption(say_circles("areas.caption", circles, words))
    else:
        st.caption(say_circles("areas.caption_rounded", circles, words, decimals=rounded_to(decimals, words)))


def show(points: OperatingPoints, pair: SchemeDifferences, words: Words) -> None:
    """Draw both sides, each with its own controls right under it."""
    sides = zip(("left", "right"), pair.sides, strict=True)
    for column, (side, joined) in zip(st.columns(2, gap="medium"), sides, strict=True):
        with column:
            figure = kept(_drawn, joined, points, words, same_data=same_data())
            alt = words.say("areas.alt", scheme=words.say(f"schemes.{joined.scheme}.name"), area=joined.area)
            chart.show(figure, key=f"{side}_chart", alt=alt)
            with st.container(horizontal=True, vertical_alignment="center", key=f"{side}_controls"):
                scheme_picker.show(points, side, words)
                first_point.show(side, joined.scheme, words)
            first_point.show_what_it_adds(points, joined, words)
            chart.show_thinned(figure, points.threshold.size, words)


def _drawn(joined: JoinedArea, points: OperatingPoints, words: Words, *, same_data: str) -> Any:
    return joined_figure(joined, measured_points(points), words, same_data=same_data)
