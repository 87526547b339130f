"""A chart of which a part moves: the still picture goes to the browser once, and each move changes it in place.

Where the page asks for that, a click chooses the nearest point under the pointer or the thumb, and the chosen one can
be dragged.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

from pr_curve_lab.plotting.live import Change
from pr_curve_lab.server.visitor_state import put
from pr_curve_lab.views.charts import bridge, chart


@dataclass(frozen=True)
class Reach:
    """The points that a hand can drag the chosen one to, with all that follows it; and the chosen one."""

    told: dict[str, Any]
    here: dict[str, Any]


def show(
    still: Any, change: Change, *, key: str, alt: str, clickable: bool = False, reach: Reach | None = None
) -> None:
    """Show the figure `still` under a key, changed in the browser; its zoom outlives every move.

    clickable: a click on it sets the threshold to that of the nearest of its points, whose hover data begin with it.
    reach: a hand that drags the chosen point sets it to that of the point where it lets go.
    """
    chart.show(still, key=key, alt=alt)
    data = asdict(change)
    data["stamp"] = json.dumps(data, sort_keys=True)
    tasks = ["marks", *["clicks"] * clickable]
    if reach is not None:
        bridge.tell(key, reach.told)
        data["here"] = {**reach.here, "id": reach.told["id"]}
        tasks.append("drag")
    on_click = (lambda threshold: put(threshold=threshold)) if clickable else None
    bridge.lay(key, *tasks, data=data, on_click=on_click)
