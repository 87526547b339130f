"""What moves in a picture while the rest stands: so that a chart can be changed in the browser and keep its zoom."""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go


def changes(still: go.Figure, now: go.Figure) -> dict[str, Any]:
    """What must be changed in the picture `still` to make it `now`: coordinates of traces by name, and annotations.

    Both have the same traces in the same order.

    >>> still, now = go.Figure(), go.Figure()
    >>> _ = still.add_scatter(name="chosen", x=[], y=[]), now.add_scatter(name="chosen", x=[0.5], y=[1.0])
    >>> changes(still, now)
    {'traces': {'chosen': {'x': [0.5], 'y': [1.0]}}, 'annotations': []}
    """
    traces = {
        after.name: {"x": [float(x) for x in after.x], "y": [float(y) for y in after.y]}
        for before, after in zip(still.data, now.data, strict=True)
        if list(before.x) != list(after.x) or list(before.y) != list(after.y)
    }
    return {"traces": traces, "annotations": [note.to_plotly_json() for note in now.layout.annotations]}
