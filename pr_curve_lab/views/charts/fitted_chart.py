"""A chart that is arranged in the browser for the width it has there: one figure for a projector and a phone."""

from __future__ import annotations

from typing import Any

from pr_curve_lab.views.charts import bridge, chart


def show(figure: Any, layouts: list[dict[str, Any]], *, key: str, alt: str) -> None:
    """Show a figure under a key; each of `layouts`, widest first, is put on it `from` a width of the chart in px on."""
    chart.show(figure, key=key, alt=alt)
    bridge.lay(key, "widths", data={"layouts": layouts})
