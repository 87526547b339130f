"""A chart that is arranged in the browser for the width it has there: one figure for a projector and a phone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import streamlit as st

from pr_app.panels import chart

_SCRIPT = (Path(__file__).parent / "fitted_chart.js").read_text(encoding="utf-8")
_fitter = st.components.v2.component("pr_curve_lab_fitted_chart", js=_SCRIPT)


def show(figure: Any, layouts: list[dict[str, Any]], *, key: str, alt: str) -> None:
    """Show a figure under a key; each of `layouts`, widest first, is put on it `from` a width of the chart in px on."""
    chart.show(figure, key=key, alt=alt)
    _fitter(key=f"{key}_fitter", data={"chart": key, "layouts": layouts})
