"""A figure for the last row of a classroom: everything that is measured in pixels, larger by a factor."""

from __future__ import annotations

from typing import Any

import numpy as np
import plotly.graph_objects as go

IN_PIXELS = ("size", "height", "xshift", "yshift", "standoff")
ALL_IN_PIXELS = ("margin", "pad")  # whose every number is
LINES = ("line",)  # whose width is


def enlarged(figure: go.Figure, factor: float) -> go.Figure:
    """Draw the same with larger type, marks, lines and margins; what is drawn in axis units stays where it is.

    >>> figure = go.Figure(layout={"height": 100, "font": {"size": 10}, "xaxis": {"range": (0, 1)}})
    >>> layout = enlarged(figure, 1.5).layout
    >>> layout.height, layout.font.size, layout.xaxis.range
    (150.0, 15.0, (0, 1))
    """
    return go.Figure(
        data=[_larger(trace.to_plotly_json(), factor) for trace in figure.data],
        layout=_larger(figure.layout.to_plotly_json(), factor),
        frames=[_larger(frame.to_plotly_json(), factor) for frame in figure.frames],
    )


def _larger(part: Any, factor: float, inside: str = "") -> Any:
    if isinstance(part, dict):
        return {name: _changed(name, value, factor, inside) for name, value in part.items()}
    return [_larger(one, factor, inside) for one in part] if isinstance(part, list | tuple) else part


def _changed(name: str, value: Any, factor: float, inside: str) -> Any:
    pixels = name in IN_PIXELS or inside in ALL_IN_PIXELS or (inside in LINES and name == "width")
    if pixels and isinstance(value, int | float | np.ndarray):
        return value * factor
    return value if isinstance(value, np.ndarray) else _larger(value, factor, name)
