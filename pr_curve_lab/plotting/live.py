"""What moves in a picture while the rest stands: so that a chart can be changed in the browser and keep its zoom."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import plotly.graph_objects as go


@dataclass(frozen=True)
class Change:
    """A change to a picture that the browser has: coordinates of traces by name, all annotations, all shapes."""

    traces: dict[str, dict[str, list[float]]] = field(default_factory=dict)
    annotations: list[dict[str, Any]] = field(default_factory=list)

    def put_on(self, figure: go.Figure) -> go.Figure:
        """Change the picture itself, for a place where nothing moves.

        >>> figure = go.Figure([go.Scatter(name="chosen")])
        >>> Change({"chosen": {"x": [0.5]}}).put_on(figure).data[0].x
        (0.5,)
        """
        for name, place in self.traces.items():
            figure.update_traces(place, selector={"name": name})
        figure.layout.annotations = self.annotations
        return figure
