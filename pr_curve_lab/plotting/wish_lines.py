"""Wishes as lines in the precision-recall picture, and the room where all of them hold.

Precision is a level line, recall an upright one. So many alerts a day are a straight line from the corner at 0: the
alerts are prevalence * recall / precision of all rows, so that fewer lie above it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.labels.room import Place, Room

NAMES = ("wish_precision", "wish_recall", "wish_alerts")
ALONG = (0.02, 0.2, 0.4, 0.6, 0.8)  # shares of a line at which its label may begin


@dataclass(frozen=True)
class WishLine:
    """One wish: `at` is the precision, the recall, or for alerts the precision at recall 1; text is its label."""

    name: str
    at: float
    text: str

    @property
    def ends(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Where the line begins and ends within the axes: across, up.

        >>> WishLine("wish_alerts", 2.0, "").ends, WishLine("wish_recall", 0.5, "").ends
        (((0.0, 0.5), (0.0, 1.0)), ((0.5, 0.5), (0.0, 1.0)))
        """
        if self.name == "wish_precision":
            return (0.0, 1.0), (self.at, self.at)
        if self.name == "wish_recall":
            return (self.at, self.at), (0.0, 1.0)
        return (0.0, min(1.0, 1.0 / self.at)), (0.0, min(1.0, self.at))


def add_wish_traces(figure: go.Figure) -> None:
    """Make room for the lines, which the browser moves, under all that comes later."""
    figure.add_scatter(
        name="wishes_hold",
        x=[],
        y=[],
        mode="lines",
        line={"width": 0},
        fill="toself",
        fillcolor=palette.BAND,
        hoverinfo="skip",
    )
    for name in NAMES:
        figure.add_scatter(
            name=name, x=[], y=[], mode="lines", line={"color": palette.INK, "width": 1.5}, hoverinfo="skip"
        )


def wish_coordinates(lines: tuple[WishLine, ...]) -> dict[str, dict[str, list[float]]]:
    """Coordinates of all traces of wishes, by name; empty where nothing is wished."""
    ends = {line.name: line.ends for line in lines}
    places = {name: ends.get(name, ((), ())) for name in NAMES} | {"wishes_hold": _room(lines)}
    return {name: {"x": list(across), "y": list(up)} for name, (across, up) in places.items()}


def wish_labels(lines: tuple[WishLine, ...], room: Room) -> list[dict[str, Any]]:
    """The label of each line that finds room beside it."""
    notes = []
    for line in lines:
        place = room.free_of_words(_places(line), line.text)
        notes += [] if place is None else [place.note(line.text, colour=palette.INK)]
    return notes


def _places(line: WishLine) -> list[Place]:
    (x0, x1), (y0, y1) = line.ends
    spots = [(x0 + (x1 - x0) * share, y0 + (y1 - y0) * share) for share in ALONG]
    if line.name == "wish_precision":
        return [Place(x, y, "right", at) for at in ("below", "above") for x, y in spots]
    return [Place(x, y, to, "middle") for to in ("right", "left") for x, y in reversed(spots)]


def _room(lines: tuple[WishLine, ...]) -> tuple[list[float], list[float]]:
    """The corners of what lies above, right of and above the lines, where there is more than one."""
    if len(lines) < 2:
        return [], []
    at = {line.name: line.at for line in lines}
    left, low, slope = at.get("wish_recall", 0.0), at.get("wish_precision", 0.0), at.get("wish_alerts", 0.0)
    right = min(1.0, 1.0 / slope) if slope > 1 else 1.0
    if left > right:
        return [], []
    across = np.unique(np.clip([left, low / slope if slope else left, right], left, right))
    floor = np.minimum(np.maximum(low, slope * across), 1.0)
    return [*across.tolist(), right, left], [*floor.tolist(), 1.0, 1.0]
