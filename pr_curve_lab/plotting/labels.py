"""Words in pictures: where each finds room, so that none covers another word or what the picture shows.

Works in axis units with the room that a label needs on a phone, the narrowest picture there is.

A chart is drawn before anybody knows how wide it will be, so the labels are set twice, long and short, each in slots of
their own: the page shows the slots that the window has room for.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import permutations, product
from typing import Any

import numpy as np

from pr_curve_lab.plotting import palette
from pr_metrics import JoinedCurve


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in axis units."""

    left: float
    bottom: float
    right: float
    top: float

    def overlap(self, other: Box) -> float:
        """Area that both cover.

        >>> Box(0, 0, 1, 1).overlap(Box(0.5, 0.5, 2, 2))
        0.25
        """
        across = min(self.right, other.right) - max(self.left, other.left)
        up = min(self.top, other.top) - max(self.bottom, other.bottom)
        return max(across, 0.0) * max(up, 0.0)

    def overlaps(self, other: Box) -> bool:
        """Whether two boxes share any room.

        >>> Box(0, 0, 1, 1).overlaps(Box(0.5, 0.5, 2, 2)), Box(0, 0, 1, 1).overlaps(Box(1, 0, 2, 1))
        (True, False)
        """
        return self.overlap(other) > 0


LATIN_WIDTH, CHINESE_WIDTH = 8.4, 16.5  # px a character, of 16 px type
FIRST_CHINESE = 0x2E80  # wide characters begin here
GAP = 10.0  # px between a label and its neighbour or a neighbour's pole
SLOTS = 3  # labels of one length
WIDE_ROOM, NARROW_ROOM = 870.0, 246.0  # px that a chart has across, at least, on a projector and on a phone
WIDE_WINDOW = 1200  # px; narrower windows show the short labels


@dataclass(frozen=True, slots=True)
class Label:
    """A text and where it stands, in recall; row 0 is the lowest."""

    segment: int
    text: str
    pole: float
    left: float
    right: float
    row: int


def text_width(text: str) -> float:
    """About how wide a text is, in px of 16 px type.

    >>> text_width("ab"), text_width("行")
    (16.8, 16.5)
    """
    return sum(CHINESE_WIDTH if ord(character) >= FIRST_CHINESE else LATIN_WIDTH for character in text)


def labels_in_rows(poles: Sequence[float], texts: Sequence[str], *, room: float) -> list[Label]:
    """Set as many labels as find room, the first ones before the later ones, on as few rows as they can.

    poles: recall in [0, 1], texts: one each. room: px from recall 0 to 1.

    >>> labels = labels_in_rows([0.8, 0.9, 0.85], ["the first", "the second", "too long" * 9], room=400)
    >>> [(label.text, label.row) for label in labels]
    [('the first', 0), ('the second', 1)]
    """
    labels: tuple[Label, ...] = ()
    for segment, (pole, text) in enumerate(zip(poles[:SLOTS], texts[:SLOTS], strict=True)):
        wanted = [*((label.segment, label.pole, label.text) for label in labels), (segment, pole, text)]
        labels = _lowest(wanted, room) or labels
    return list(labels)


def _lowest(wanted: list[tuple[int, float, str]], room: float) -> tuple[Label, ...] | None:
    """The rows of labels that are fewest, with flags that point to the middle of the chart."""
    best: tuple[Label, ...] | None = None
    least: tuple[float, ...] = (math.inf,)
    ways = [[(row, inward) for inward in (True, False) for row in range(len(wanted))] for _ in wanted]
    for way in product(*ways):
        rows = [row for row, _ in way]
        cost = (max(rows), sum(rows), sum(not inward for _, inward in way))
        if cost < least:
            labels = tuple(_flag(*one, row, inward, room) for one, (row, inward) in zip(wanted, way, strict=True))
            if _clear(labels, GAP / room):
                best, least = labels, cost
    return best


def _flag(segment: int, pole: float, text: str, row: int, inward: bool, room: float) -> Label:
    """A label beside its pole, or across it where that would leave the chart."""
    width = text_width(text) / room
    left = pole if (pole <= 0.5) == inward else pole - width
    if not 0 <= left <= 1 - width:
        left = min(max(pole - width / 2, 0.0), 1 - width)
    return Label(segment, text, pole, left, left + width, row)


def _clear(labels: tuple[Label, ...], gap: float) -> bool:
    """Whether all stand inside the chart, apart from each other and from each other's poles."""
    if any(label.left < 0 for label in labels):
        return False
    for one, other in permutations(labels, 2):
        if one.row == other.row and one.left < other.right + gap and other.left < one.right + gap:
            return False
        if one.row > other.row and other.left - gap < one.pole < other.right + gap:
            return False
    return True


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


MOST_LABELS = 5
LEAST_DISTANCE = 0.12  # in recall or precision, between labelled points: more labels would say nothing new
NEIGHBOURHOOD = 0.02  # in recall or precision: where a label finds no room, one so near finds none either
NEAR_AXIS = 0.11  # precision below which there is no room below a point

CORNERS = (("right", "below"), ("right", "above"), ("left", "below"), ("left", "above"))
SIDES = (*CORNERS, ("center", "above"), ("center", "below"), ("right", "middle"), ("left", "middle"))
# Where there is no room right beside the point, in axis units:
ASIDE = 0.06
UP = (0.1, -0.1, 0.2, -0.2, 0.3, -0.3, 0.4)
FARTHER_ASIDE = (0.06, 0.12, 0.2)
FARTHER_UP = (0.0, 0.05, -0.05, *UP)


def places_beside(x: float, y: float) -> list[Place]:
    """The corners round a point: first towards the middle of the picture, and below it, where most curves leave room.

    >>> places_beside(0.9, 0.5)[0]
    Place(x=0.9, y=0.5, to='left', at='below')
    """
    across = ("left", "right") if x > 0.5 else ("right", "left")
    up = ("above", "below") if y < NEAR_AXIS else ("below", "above")
    return [Place(x, y, to, at) for to in across for at in up]


def places_round(x: float, y: float) -> list[Place]:
    """Places for a label that must stand, the nearest to its point first."""
    beside = [Place(x, y, to, at) for to, at in SIDES]
    aside = [Place(x + (ASIDE if to == "right" else -ASIDE), y, to, at) for to, at in CORNERS]
    straight = [Place(x, y + up, to) for up in UP for to in ("right", "left", "center")]
    ways = [("right", 1), ("left", -1)]
    farther = [Place(x + way * far, y + up, to) for far in FARTHER_ASIDE for up in FARTHER_UP for to, way in ways]
    return [*beside, *aside, *straight, *farther]


def labelled_points(
    recall: np.ndarray, precision: np.ndarray, texts: list[str], *, first: int, room: Room, most: int = MOST_LABELS
) -> dict[int, Place]:
    """Points to label, and where: always the one farthest from all labelled so far, `first` included, that finds room.

    >>> corners = np.array([0.0, 0.05, 1.0]), np.array([1.0, 1.0, 0.5])
    >>> labelled_points(*corners, ["3", "2", "1"], first=0, room=Room())
    {2: Place(x=1.0, y=0.5, to='left', at='below')}
    """
    found: dict[int, Place] = {}
    nearest = _distance(recall, precision, first)
    while len(found) < most:
        farthest = int(np.argmax(nearest))
        if nearest[farthest] < LEAST_DISTANCE:
            break
        places = places_beside(float(recall[farthest]), float(precision[farthest]))
        place = room.free(places, texts[farthest])
        distance = _distance(recall, precision, farthest)
        if place is None:
            nearest[distance < NEIGHBOURHOOD] = 0.0
        else:
            found[farthest] = place
            nearest = np.minimum(nearest, distance)
    return dict(sorted(found.items()))


def _distance(recall: np.ndarray, precision: np.ndarray, index: int) -> np.ndarray:
    return np.asarray(np.maximum(np.abs(recall - recall[index]), np.abs(precision - precision[index])))


STEPS = 24  # places tried along each axis
EDGE = 0.02  # recall or precision kept free at the border
SAMPLES = 300  # of each line: less than a tenth of a line of words apart
WORDS_WEIGH = 10  # whole lines: words on words cannot be read
DISTANCE_WEIGHS = 0.002  # of a whole line, across the picture: what is clear of all lines comes first
SMALLEST = 1e-9  # area of a box


def free_place(
    size: tuple[float, float],
    curves: Sequence[JoinedCurve],
    taken: Sequence[Box],
    *,
    left: float | None = None,
    beside: JoinedCurve | None = None,
) -> Box:
    """Find the place for a box of that width and height which covers least of lines and boxes; of equals the lowest.

    With `left` it is only moved up and down; of places that cover the same the one next to the line `beside` is best.

    >>> flat = JoinedCurve(np.array([0.0, 1.0]), np.array([0.1, 0.1]))
    >>> place = free_place((0.5, 0.2), [flat], [])
    >>> place.bottom > 0.1
    True
    """
    width, height = size
    across = np.linspace(EDGE, max(EDGE, 1 - EDGE - width), STEPS) if left is None else np.array([left])
    up = np.linspace(EDGE, max(EDGE, 1 - EDGE - height), STEPS)
    cost = _lines_inside(_sampled(curves), across, up, size) / SAMPLES
    for other in taken:
        shared_width = np.clip(np.minimum(across + width, other.right) - np.maximum(across, other.left), 0, None)
        shared_height = np.clip(np.minimum(up + height, other.top) - np.maximum(up, other.bottom), 0, None)
        cost += WORDS_WEIGH * np.outer(shared_height, shared_width) / max(width * height, SMALLEST)
    if beside is not None:
        x, y = _sampled([beside])
        from_middle = (across[:, None] + width / 2 - x, up[:, None, None] + height / 2 - y)
        cost += DISTANCE_WEIGHS * np.hypot(*from_middle).min(axis=-1)
    row, column = np.unravel_index(cost.argmin(), cost.shape)
    start, bottom = float(across[column]), float(up[row])
    return Box(start, bottom, start + width, bottom + height)


def _lines_inside(
    points: tuple[np.ndarray, np.ndarray], across: np.ndarray, up: np.ndarray, size: tuple[float, float]
) -> np.ndarray:
    """How many points of lines lie in a box at each place, shape (up.size, across.size)."""
    x, y = points
    in_width = (x > across[:, None]) & (x < across[:, None] + size[0])
    in_height = (y > up[:, None]) & (y < up[:, None] + size[1])
    return np.asarray(in_height.astype(np.float64) @ in_width.T.astype(np.float64))


def is_free(box: Box, curves: Sequence[JoinedCurve]) -> bool:
    """Whether no line passes through a box.

    >>> is_free(Box(0.2, 0.2, 0.4, 0.4), [JoinedCurve(np.array([0.0, 1.0]), np.array([0.0, 1.0]))])
    False
    """
    x, y = _sampled(curves)
    return not ((x > box.left) & (x < box.right) & (y > box.bottom) & (y < box.top)).any()


def _sampled(curves: Sequence[JoinedCurve]) -> tuple[np.ndarray, np.ndarray]:
    """Points at even steps along all lines, so that one that falls steeply counts as one that runs flat."""
    x, y = [], []
    for curve in curves:
        length = np.append(0.0, np.cumsum(np.abs(np.diff(curve.recall)) + np.abs(np.diff(curve.precision))))
        along = np.linspace(0.0, length[-1], SAMPLES)
        x.append(np.interp(along, length, curve.recall))
        y.append(np.interp(along, length, curve.precision))
    return np.concatenate(x), np.concatenate(y)
