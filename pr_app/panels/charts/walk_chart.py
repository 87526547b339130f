"""A chart whose frames are played in the browser."""

from __future__ import annotations

from typing import Any

from pr_app.panels.charts import bridge, chart


def show(figure: Any, *, key: str, alt: str) -> None:
    """Show a figure with frames under a key."""
    chart.show(figure, key=key, alt=alt)
    bridge.lay(key, data={"walks": True})
