"""A chart of which a part moves: the still picture goes to the browser once, and each move changes it in place."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import streamlit as st

from pr_app.figures.live import Change
from pr_app.panels import chart

_SCRIPT = (Path(__file__).parent / "live_chart.js").read_text(encoding="utf-8")
_mover = st.components.v2.component("pr_curve_lab_live_chart", js=_SCRIPT)


def show(still: Any, change: Change, *, key: str, alt: str) -> None:
    """Show the figure `still` under a key, changed in the browser; its zoom outlives every move."""
    chart.show(still, key=key, alt=alt)
    data = asdict(change)
    _mover(key=f"{key}_mover", data={"chart": key, "stamp": json.dumps(data, sort_keys=True), **data})
