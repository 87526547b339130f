"""The main picture: the same points joined two ways, each with its area."""

from __future__ import annotations

from typing import Any

import streamlit as st

from pr_app import session
from pr_app.figures.joined import joined_figure
from pr_app.numerals import change_of_area
from pr_app.panels import chart, scheme_picker
from pr_app.panels.areas import first_point, rounding
from pr_app.partings import Partings
from pr_app.words import Words
from pr_metrics import SCHEMES, OperatingPoints


def show_headline(parted: Partings, decimals: int | None, words: Words) -> None:
    """Say which area is larger and by how much, or that they agree."""
    alike = parted.left == parted.right
    finding = "alike" if alike else change_of_area(parted.left_area, parted.right_area)
    st.title(
        words.say(
            f"areas.headline_{finding}",
            difference=abs(parted.difference_of_areas),
            left=words.say(f"schemes.{parted.left}.joined"),
            right=words.say(f"schemes.{parted.right}.joined"),
        ),
        anchor=False,
    )
    if decimals is None:
        st.caption(words.say("areas.caption"))
    else:
        st.caption(words.say("areas.caption_rounded", decimals=rounding.name_of(decimals, words)))


def show(points: OperatingPoints, parted: Partings, decimals: int | None, words: Words) -> None:
    """Draw both sides, each with its own controls right under it."""
    sides = {"left": (parted.left, parted.left_area), "right": (parted.right, parted.right_area)}
    for column, (side, (scheme, area)) in zip(st.columns(2, gap="medium"), sides.items(), strict=True):
        with column:
            figure, added = _drawn(points, scheme, decimals, words)
            alt = words.say("areas.alt", scheme=words.say(f"schemes.{scheme}.name"), area=area)
            chart.show(figure, key=f"{side}_chart", alt=alt)
            with st.container(horizontal=True, vertical_alignment="center", key=f"{side}_controls"):
                scheme_picker.show(points, side, words)
                first_point.show(side, scheme, words)
            first_point.show_what_it_adds(points, scheme, added, words)
            chart.show_thinned(figure, points.threshold.size, words)


def _drawn(points: OperatingPoints, scheme: str, decimals: int | None, words: Words) -> tuple[Any, float]:
    """The picture of a scheme, and the area that its start adds."""

    def draw() -> tuple[Any, float]:
        figure = joined_figure(points, SCHEMES[scheme], words, same_data=f"{session.desk().data_count}")
        return figure, SCHEMES[scheme].curve(points).invented_area

    return session.remembered(draw, "joined", scheme, decimals, words.language)
