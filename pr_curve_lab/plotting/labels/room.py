"""Room for labels in a square picture: each takes the first of its places where it covers no other label and no line.

Works in axis units with the room that a label needs on a phone, the narrowest picture there is.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.labels.box import Box
from pr_curve_lab.plotting.labels.flags import text_width

NARROWEST = 270  # px from 0 to 1
LINE_HEIGHT = 1.38  # of the size of the type, as browsers measure the house's font
MARGIN = 0.002  # axis units, round a label
SHIFT = 7  # px, between a label and what it names
FINE = 0.01  # axis units, between two places at which a line is looked at
TYPE_SIZE = 16  # px, that `text_width` counts in
COVERED, OUTSIDE = 1000, 3000  # what covering another label, and leaving the picture, costs, in places of a line


@dataclass(frozen=True)
class Place:
    """A place for a label: beside a point of the picture, to its left, right or centre, above, below or on it."""

    x: float
    y: float
    to: str = "center"  # the side of the point that the label is on: left, right or center
    at: str = "middle"  # above, below or middle

    def note(self, text: str, *, size: int = palette.SMALL_SIZE, colour: str = palette.QUIET) -> dict[str, Any]:
        """The label as Plotly's annotation."""
        return {
            "x": self.x,
            "y": self.y,
            "xanchor": {"left": "right", "right": "left", "center": "center"}[self.to],
            "yanchor": {"above": "bottom", "below": "top", "middle": "middle"}[self.at],
            "xshift": {"left": -SHIFT, "right": SHIFT, "center": 0}[self.to],
            "yshift": {"above": SHIFT, "below": -SHIFT, "middle": 0}[self.at],
            "text": text,
            "font": {"size": size, "color": colour},
            "bgcolor": palette.VEIL,
            "borderpad": 1,
            "showarrow": False,
        }


@dataclass
class Room:
    """The room of a picture: lines and labels that further labels must not cover."""

    lines: list[np.ndarray] = field(default_factory=list)  # places along each, shape (n, 2)
    taken: list[Box] = field(default_factory=list)

    def add_line(self, x: np.ndarray, y: np.ndarray) -> None:
        """Keep labels off a line, given by its corners."""
        self.lines.append(places_along(x, y))

    def first_free(self, places: Iterable[Place], text: str, *, size: int = palette.SMALL_SIZE) -> Place:
        """The first of some places where the label covers nothing, or where it covers least; it is taken then."""
        best = self._best(places, text, size, math.inf)
        assert best is not None, "a label needs a place"
        return best

    def free(self, places: Iterable[Place], text: str) -> Place | None:
        """The first of some places where the label covers nothing, if there is one; it is taken then."""
        return self._best(places, text, palette.SMALL_SIZE, 1)

    def free_of_words(self, places: Iterable[Place], text: str) -> Place | None:
        """The place where the label covers no other and the least line, if there is one; it is taken then."""
        return self._best(places, text, palette.SMALL_SIZE, COVERED)

    def _best(self, places: Iterable[Place], text: str, size: int, below: float) -> Place | None:
        """The place that costs least, if that is less than a limit; the first of equals."""
        best, least = None, below
        for place in places:
            box = box_of(place.note(text, size=size))
            cost = self._covered(box)
            if cost < least:
                best, least = (place, box), cost
            if cost == 0:
                break
        if best is None:
            return None
        self.taken.append(best[1])
        return best[0]

    def _covered(self, box: Box) -> int:
        outside = box.left < 0 or box.bottom < 0 or box.right > 1 or box.top > 1
        others = sum(box.overlaps(other) for other in self.taken)
        return OUTSIDE * outside + COVERED * others + sum(places_inside(line, box) for line in self.lines)


def places_along(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Corners of a line and places between them, no two of them far apart; shape (n, 2).

    >>> len(places_along(np.array([0.0, 1.0]), np.array([0.5, 0.5]))) > 100
    True
    """
    if x.size < 2:
        return np.column_stack((x, y))
    along = np.append(0.0, np.cumsum(np.hypot(np.diff(x), np.diff(y))))
    fine = np.union1d(along, np.arange(0.0, along[-1], FINE))
    return np.column_stack((np.interp(fine, along, x), np.interp(fine, along, y)))


def places_inside(line: np.ndarray, box: Box) -> int:
    """How many places of a line a label would cover."""
    x, y = line[:, 0], line[:, 1]
    return int(((x > box.left) & (x < box.right) & (y > box.bottom) & (y < box.top)).sum())


def box_of(note: dict[str, Any]) -> Box:
    """The room of an annotation.

    >>> box = box_of(Place(0.5, 0.5).note("word"))
    >>> box.overlaps(Box(0.4, 0.4, 0.6, 0.6)), box.overlaps(Box(0.6, 0.4, 1, 0.6))
    (True, False)
    """
    size = note["font"]["size"]
    plain = note["text"].replace("<b>", "").replace("</b>", "")
    width = text_width(plain) * size / TYPE_SIZE / NARROWEST + 2 * MARGIN
    height = LINE_HEIGHT * size / NARROWEST + 2 * MARGIN
    x = note["x"] + (note.get("xshift") or 0) / NARROWEST
    y = note["y"] + (note.get("yshift") or 0) / NARROWEST
    left = x - {"left": 0.0, "center": width / 2, "right": width}[note.get("xanchor") or "center"]
    bottom = y - {"bottom": 0.0, "middle": height / 2, "top": height}[note.get("yanchor") or "middle"]
    return Box(left, bottom, left + width, bottom + height)


def standing(notes: Sequence[dict[str, Any]]) -> list[Box]:
    """The room of the labels that stand inside the axes of a picture."""
    return [box_of(note) for note in notes if "domain" not in str(note.get("yref"))]
