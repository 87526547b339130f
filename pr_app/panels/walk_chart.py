"""A chart whose frames are played in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import streamlit as st

from pr_app.panels import chart

_SCRIPT = (Path(__file__).parent / "walk_chart.js").read_text(encoding="utf-8")
_walker = st.components.v2.component("pr_curve_lab_walk_chart", js=_SCRIPT)


def show(figure: Any, *, key: str, alt: str) -> None:
    """Show a figure with frames under a key."""
    chart.show(figure, key=key, alt=alt)
    _walker(key=f"{key}_mover")
