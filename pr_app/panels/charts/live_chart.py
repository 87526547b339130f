"""A chart of which a part moves: the still picture goes to the browser once, and each move changes it in place.

A click chooses a point where the page asks for that: the nearest one under the pointer or the thumb.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from pr_app.figures.live import Change
from pr_app.panels.charts import bridge, chart
from pr_app.serving.visitor_state import put


def show(still: Any, change: Change, *, key: str, alt: str, clickable: bool = False) -> None:
    """Show the figure `still` under a key, changed in the browser; its zoom outlives every move.

    clickable: a click on it sets the threshold to that of the nearest of its points, whose hover data begin with it.
    """
    chart.show(still, key=key, alt=alt)
    data = asdict(change)
    data["stamp"] = json.dumps(data, sort_keys=True)
    if clickable:
        bridge.lay(key, "marks", "clicks", data=data, on_click=lambda threshold: put(threshold=threshold))
    else:
        bridge.lay(key, "marks", data=data)
