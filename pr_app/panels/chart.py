"""How a chart is put on a page: the same settings everywhere, and a sentence for whoever cannot see it."""

from __future__ import annotations

from typing import Any

import streamlit as st

from pr_app.words import Words

# No drag and no wheel: a thumb must scroll the page. Zoom and the picture's download are buttons.
_CONFIG = {
    "displaylogo": False,
    "scrollZoom": False,
    "doubleClick": "reset",
    "modeBarButtons": [["zoomIn2d", "zoomOut2d", "resetScale2d", "toImage"]],
    "responsive": True,
}


def show(figure: Any, *, key: str, alt: str) -> None:
    """Show a figure under a key that tests and links know."""
    st.plotly_chart(figure, key=key, theme=None, alt=alt, config=_CONFIG)


def show_thinned(figure: Any, points: int, words: Words) -> None:
    """Say from how many of the points a figure is drawn, where these are fewer than all."""
    kept = figure.layout.meta["kept"]
    if kept is not None:
        st.caption(words.say("chart.thinned", shown=kept, total=points))
