"""The main picture: the same points joined two ways, each with its area."""

from __future__ import annotations

import streamlit as st

from pr_app import session
from pr_app.figures.joined import joined_figure
from pr_app.panels import chart, scheme_picker
from pr_app.words import Words
from pr_metrics import SCHEMES, Comparison, OperatingPoints
from pr_metrics.comparison import ROUNDING

SHOWN = 0.0005  # area; smaller differences vanish in three decimals, as do those of numbers printed alike


def show_headline(pair: Comparison, words: Words) -> None:
    """Say which area is larger and by how much, or that they agree."""
    joined = {
        side: words.say(f"schemes.{scheme}.joined") for side, scheme in (("left", pair.left), ("right", pair.right))
    }
    size = abs(pair.difference)
    printed_alike = f"{pair.left_area:.3f}" == f"{pair.right_area:.3f}"
    finding = "same" if size < ROUNDING else "larger" if pair.difference > 0 else "smaller"
    if pair.left == pair.right:
        finding = "alike"
    elif size >= ROUNDING and (size < SHOWN or printed_alike):
        finding = f"{finding}_slightly"
    st.title(words.say(f"areas.headline_{finding}", difference=size, **joined), anchor=False)
    st.caption(words.say("areas.caption"))


def show(points: OperatingPoints, pair: Comparison, words: Words) -> None:
    """Draw both sides, each with its own control right under it."""
    areas = {"left": (pair.left, pair.left_area), "right": (pair.right, pair.right_area)}
    for column, (side, (scheme, area)) in zip(st.columns(2, gap="medium"), areas.items(), strict=True):
        with column:
            name = words.say(f"schemes.{scheme}.name")
            figure = joined_figure(points, SCHEMES[scheme], words, same_data=f"{session.desk().data_count}")
            chart.show(figure, key=f"{side}_chart", alt=words.say("areas.alt", scheme=name, area=area))
            scheme_picker.show(points, side, words)
