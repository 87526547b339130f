"""How a chart is put on a page: the same settings everywhere, and a sentence for whoever cannot see it."""

from __future__ import annotations

from typing import Any

import streamlit as st

from pr_curve_lab.analysis.thinning import fewer_corners
from pr_curve_lab.exports.analysis_in_view import stem_of
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.plotting.buttons import chart_config
from pr_curve_lab.plotting.finished import finished
from pr_curve_lab.server.settings import MODEL, PICTURE
from pr_curve_lab.server.visitor_state import value_of, visitor


def show(figure: Any, *, key: str, alt: str) -> None:
    """Show a finished figure under a key that tests and links know; its own button saves it as the visitor chose."""
    state = visitor()
    data = stem_of(state.in_use.example or state.cases.name, str(value_of(MODEL.key)))
    config = chart_config(f"{data}_{state.page}_{key.removesuffix('_chart')}", str(value_of(PICTURE.key)))
    st.plotly_chart(finished(figure), key=key, theme=None, alt=alt, config=config)


def show_thinned(figure: Any, points: int, words: Words) -> None:
    """Say from how many corners a line through that many points is drawn, where these are fewer."""
    shown = fewer_corners(finished(figure).to_dict()["layout"]["meta"].get("kept"), points)
    if shown is not None:
        st.caption(words.say("chart.thinned", shown=shown, total=points))
