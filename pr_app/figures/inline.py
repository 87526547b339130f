"""A figure as a piece of an HTML page that needs no network, and the one script that all of them share.

The figure goes in as JSON in which `<`, `>` and `/` are escaped, so that no text in it can end the script it stands in.
"""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go
from plotly.io.json import to_json_plotly
from plotly.offline import get_plotlyjs


def plotly_script() -> str:
    """Plotly itself, to stand in a script element before the charts."""
    return str(get_plotlyjs())


def inline_chart(figure: go.Figure, key: str, config: dict[str, Any], *, width: int) -> str:
    """A chart as HTML: an element with the id `key`, and the script that draws it.

    It is as wide as asked for, in px, or as its place on a phone; that width it keeps, since paper has no script.

    >>> figure = go.Figure(layout={"title": {"text": "</script>"}})
    >>> inline_chart(figure, "one", {"filename": "</script>"}, width=300).count("</script>")
    1
    """
    fixed = {**config, "responsive": False}
    drawn = figure.to_plotly_json()
    drawn["layout"] = {**drawn["layout"], "autosize": False}
    name, data, layout, settings = (to_json_plotly(part) for part in (key, drawn["data"], drawn["layout"], fixed))
    room = f"Math.min({width}, document.getElementById({name}).clientWidth)"
    script = f"Plotly.newPlot({name}, {data}, {{...{layout}, width: {room}}}, {settings})"
    return f'<div id="{key}" class="chart"></div><script>{script}</script>'
