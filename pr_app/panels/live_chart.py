"""A chart of which a part moves: the still picture goes to the browser once, and each move changes it in place.

A click chooses a point where the page asks for that: the nearest one under the pointer or the thumb. Plotly's own
selection would fade the other points, and forget the choice when it is clicked again.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import streamlit as st

from pr_app.figures.live import Change
from pr_app.panels import chart
from pr_app.serving.visitor_state import put, value_of

_SCRIPT = (Path(__file__).parent / "live_chart.js").read_text(encoding="utf-8")
_mover = st.components.v2.component("pr_curve_lab_live_chart", js=_SCRIPT)


def show(still: Any, change: Change, *, key: str, alt: str, clickable: bool = False) -> None:
    """Show the figure `still` under a key, changed in the browser; its zoom outlives every move.

    clickable: a click on it sets the threshold to that of the nearest of its points, whose hover data begin with it.
    """
    chart.show(still, key=key, alt=alt)
    data = asdict(change)
    data |= {"chart": key, "stamp": json.dumps(data, sort_keys=True), "clickable": clickable}
    if clickable:
        _mover(key=f"{key}_mover", data=data, on_clicked_change=lambda: _take_clicked(key))
    else:
        _mover(key=f"{key}_mover", data=data)


def _take_clicked(key: str) -> None:
    """Set the threshold control to the point of a chart that was clicked."""
    threshold = value_of(f"{key}_mover").get("clicked")
    if threshold is not None:
        put(threshold=float(threshold))
