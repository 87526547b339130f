"""The bridge to a chart in the browser, from Python's side: its script, and what is sent over it.

Where the browser finds something
else than it was written for, it says a sentence of the catalogue that was sent along.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import streamlit as st

from pr_curve_lab.i18n.catalogue import words_in
from pr_curve_lab.server.settings import LANG
from pr_curve_lab.server.visitor_state import value_of
from pr_curve_lab.web.modules import script_of

FOLDER = Path(__file__).parent
WITHOUT = {
    "marks": "chart.without_marks",
    "clicks": "chart.without_clicks",
    "drag": "chart.without_drag",
    "widths": "chart.without_widths",
}


_SCRIPT = script_of("bridge", FOLDER)
_bridge = st.components.v2.component("pr_curve_lab_chart_bridge", js=_SCRIPT, isolate_styles=False)


def lay(chart: str, *tasks: str, data: dict[str, Any], on_click: Callable[[float], None] | None = None) -> None:
    """Lay the bridge to the chart of that key, for tasks of the script, each with what is said where it fails.

    on_click: is given the threshold of the point that was clicked, before the page is run again.
    """
    words = words_in(value_of(LANG.key))
    sentences = {task: words.say(WITHOUT[task]) for task in tasks}
    key = f"{chart}_mover"
    callbacks: dict[str, Any] = {} if on_click is None else {"on_clicked_change": lambda: _hand_over(key, on_click)}
    _bridge(key=key, data={"chart": chart, "sentences": sentences, **data}, **callbacks)


def tell(chart: str, told: dict[str, Any]) -> None:
    """Tell the bridge of a chart what stays the same from run to run; Streamlit sends it once."""
    _bridge(key=f"{chart}_told_mover", data={"chart": chart, "told": told})


def _hand_over(key: str, on_click: Callable[[float], None]) -> None:
    threshold = value_of(key).get("clicked")
    if threshold is not None:
        on_click(float(threshold))
