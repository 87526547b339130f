"""A figure that is finished: what is sent of it to a browser is made once, however often it is shown."""

from __future__ import annotations

from typing import Any


def finished(figure: Any) -> Any:
    """A figure as it is, which may not be changed any more.

    >>> import plotly.graph_objects as go
    >>> figure = finished(go.Figure())
    >>> figure.to_dict() is finished(figure).to_dict()
    True
    """
    if "to_dict" not in vars(figure):
        made = figure.to_dict()
        figure.to_dict = lambda: made
    return figure
