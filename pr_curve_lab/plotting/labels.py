"""Find positions for labels, so that none covers another label or a line of the picture.

Positions are in axis units; labels have the size that they need on a phone, in the narrowest picture.

A chart is drawn before its width is known, so some labels are there twice, in a long and a short form, each in its own
slots. The page shows the slots for which the window has room.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import permutations, product
from typing import Any, NamedTuple

import numpy as np

from pr_curve_lab.plotting import palette


class Box(NamedTuple):
    """A rectangle in axis units."""

    left: float
    bottom: float
    right: float
    top: float


LATIN_WIDTH, CHINESE_WIDTH = 8.4, 16.5  # px of a character, in 16 px type
FIRST_CHINESE = 0x2E80  # code point from which characters are wide
GAP = 10.0  # px between a label and its neighbor or the leader line of a neighbor
SLOTS = 3  # labels of one form
WIDE_AXIS, NARROW_AXIS = 870.0, 246.0  # px, the smallest width of the axis on a projector and on a phone
WIDE_WINDOW = 1200  # px; narrower windows show the short labels


@dataclass(frozen=True, slots=True)
class Label:
    """A text and its position in recall; row 0 is the lowest."""

    segment: int
    text: str
    anchor: float
    left: float
    right: float
    row: int


def text_width(text: str) -> float:
    """Return the approximate width of a text in px, in 16 px type.

    >>> text_width("<b>ab</b>"), text_width("行")
    (16.8, 16.5)
    """
    plain = text.replace("<b>", "").replace("</b>", "")
    return sum(CHINESE_WIDTH if ord(character) >= FIRST_CHINESE else LATIN_WIDTH for character in plain)


def labels_in_rows(anchors: Sequence[float], texts: Sequence[str], *, axis_width: float) -> list[Label]:
    """Place as many labels as have room, with priority for the first ones, on as few rows as possible.

    anchors: recall in [0, 1]; texts: one for each. axis_width: px from recall 0 to 1.

    >>> labels = labels_in_rows([0.8, 0.9, 0.85], ["the first", "the second", "too long" * 9], axis_width=400)
    >>> [(label.text, label.row) for label in labels]
    [('the first', 0), ('the second', 1)]
    """
    labels: tuple[Label, ...] = ()
    for segment, (pole, text) in enumerate(zip(anchors[:SLOTS], texts[:SLOTS], strict=True)):
        wanted = [*((label.segment, label.anchor, label.text) for label in labels), (segment, pole, text)]
        labels = _best_rows(wanted, axis_width) or labels
    return list(labels)


def _best_rows(items: list[tuple[int, float, str]], axis_width: float) -> tuple[Label, ...] | None:
    """Return labels in the fewest rows, preferably beside their anchor toward the middle; None if they have no room."""
    best: tuple[Label, ...] | None = None
    least: tuple[float, ...] = (math.inf,)
    ways = [[(row, inward) for inward in (True, False) for row in range(len(items))] for _ in items]
    for way in product(*ways):
        rows = [row for row, _ in way]
        cost = (max(rows), sum(rows), sum(not inward for _, inward in way))
        if cost < least:
            labels = tuple(
                _label_at(*one, row, inward, axis_width) for one, (row, inward) in zip(items, way, strict=True)
            )
            if _clear(labels, GAP / axis_width):
                best, least = labels, cost
    return best


def _label_at(segment: int, anchor: float, text: str, row: int, to_center: bool, axis_width: float) -> Label:
    """Return a label beside its leader line, or centered on it if it would leave the chart."""
    width = text_width(text) / axis_width
    left = anchor if (anchor <= 0.5) == to_center else anchor - width
    if not 0 <= left <= 1 - width:
        left = min(max(anchor - width / 2, 0.0), 1 - width)
    return Label(segment, text, anchor, left, left + width, row)


def _clear(labels: tuple[Label, ...], gap: float) -> bool:
    """Whether all labels are inside the chart, and apart from each other and from the leader lines of others."""
    if any(label.left < 0 for label in labels):
        return False
    for one, other in permutations(labels, 2):
        if one.row == other.row and one.left < other.right + gap and other.left < one.right + gap:
            return False
        if one.row > other.row and other.left - gap < one.anchor < other.right + gap:
            return False
    return True


def text_annotation(
    x: float, y: float, text: str, color: str = palette.QUIET, size: int = palette.SMALL_SIZE, /, **options: Any
) -> dict[str, Any]:
    """Return a text at a position as a Plotly annotation without an arrow."""
    return {"x": x, "y": y, "text": text, "font": {"size": size, "color": color}, "showarrow": False, **options}


def leader_line(x: float, y: float, place: LabelPosition) -> dict[str, Any]:
    """Return the options of an annotation at a place away from its point, with a thin line to the point."""
    tail = {"ax": place.x, "ay": place.y, "axref": "x", "ayref": "y"}
    return {"x": x, "y": y, **tail, "showarrow": True, "arrowhead": 0, "arrowwidth": 1, "standoff": MARK_RADIUS}


MARK_RADIUS = 10  # px, of the selected point
CIRCLE_RADIUS = 6.5  # px, of a measured point, with a gap
MIN_WIDTH = 270  # px from 0 to 1 in the narrowest picture
LINE_HEIGHT = 1.38  # times the font size, as browsers measure the font of the app
MARGIN = 0.002  # axis units, around a label
SHIFT = 7  # px, between a label and what it names
LINE_STEP = 0.01  # axis units, between two points at which a line is sampled
TYPE_SIZE = 16  # px, the font size for `text_width`
LABEL_COST, OUTSIDE_COST = 1000, 3000  # of covering another label, and of leaving the picture, in points of a line


@dataclass(frozen=True)
class LabelPosition:
    """A position for a label beside a point of the picture: left, right or centered, and above, below or on it."""

    x: float
    y: float
    to: str = "center"  # the side of the point that the label is on: left, right or center
    at: str = "middle"  # above, below or middle
    shift: float = SHIFT  # px, between the label and what it names

    def annotation(self, text: str, *, size: int = palette.SMALL_SIZE, color: str = palette.QUIET) -> dict[str, Any]:
        """Return the label as a Plotly annotation."""
        place = {
            "xanchor": {"left": "right", "right": "left", "center": "center"}[self.to],
            "yanchor": {"above": "bottom", "below": "top", "middle": "middle"}[self.at],
            "xshift": {"left": -self.shift, "right": self.shift, "center": 0}[self.to],
            "yshift": {"above": self.shift, "below": -self.shift, "middle": 0}[self.at],
        }
        return text_annotation(self.x, self.y, text, color, size, **place)


@dataclass
class FreeSpace:
    """The free space of a picture, given by the lines and labels that further labels should not cover."""

    lines: list[np.ndarray] = field(default_factory=list)  # points along each, shape (n, 2)
    circles: list[np.ndarray] = field(default_factory=list)  # centers, shape (n, 2)
    boxes: list[Box] = field(default_factory=list)
    width: float = MIN_WIDTH  # px from 0 to 1
    height: float = MIN_WIDTH

    def add_line(self, x: np.ndarray, y: np.ndarray) -> None:
        """Add a line, given by its vertices, that labels should not cover."""
        self.lines.append(sample_line(np.asarray(x, float), np.asarray(y, float)))

    def add_circles(self, points: np.ndarray) -> None:
        """Add circles that labels should not touch; points: their centers, shape (n, 2)."""
        self.circles.append(points)

    def best_position(
        self, positions: Sequence[LabelPosition], text: str, *, size: int = palette.SMALL_SIZE
    ) -> LabelPosition:
        """Return the first position where the label covers nothing, or else where it covers least, and occupy it."""
        best = self._best(positions, text, size, math.inf)
        assert best is not None, "a label needs a place"
        return best

    def empty_position(
        self, positions: Sequence[LabelPosition], text: str, *, max_covered: int = 0
    ) -> LabelPosition | None:
        """Return the first position where the label covers least, if that is few points of a line, and occupy it."""
        return self._best(positions, text, palette.SMALL_SIZE, 1 + max_covered) if positions else None

    def position_over_line(self, positions: Sequence[LabelPosition], text: str) -> LabelPosition | None:
        """Return the position where the label covers no other and least of a line, if there is one, and occupy it."""
        return self._best(positions, text, palette.SMALL_SIZE, LABEL_COST)

    def best_box(self, boxes: Sequence[Box]) -> Box:
        """Return the first box that covers nothing, or else the one that covers least, and occupy it."""
        best = boxes[int(np.argmin(self.costs(boxes)))]
        self.boxes.append(best)
        return best

    def costs(self, boxes: Sequence[Box]) -> np.ndarray:
        """Return the cost of each box: points of lines and circles in it, more for labels and outside the picture."""
        left, bottom, right, top = np.array(boxes).T[..., None]
        outside = (left < 0) | (bottom < 0) | (right > 1) | (top > 1)
        taken = np.array(self.boxes).reshape(-1, 4).T
        overlaps = (left < taken[2]) & (right > taken[0]) & (bottom < taken[3]) & (top > taken[1])
        x, y = np.concatenate([np.empty((0, 2)), *self.lines]).T
        covered = (x > left) & (x < right) & (y > bottom) & (y < top)
        x, y = np.concatenate([np.empty((0, 2)), *self.circles]).T
        away = np.hypot((x - np.clip(x, left, right)) * self.width, (y - np.clip(y, bottom, top)) * self.height)
        marks = covered.sum(axis=1) + (away < CIRCLE_RADIUS).sum(axis=1)
        return np.asarray(OUTSIDE_COST * outside[:, 0] + LABEL_COST * overlaps.sum(axis=1) + marks)

    def _best(self, positions: Sequence[LabelPosition], text: str, size: int, max_cost: float) -> LabelPosition | None:
        """Return the first position with the least cost, and occupy it; None if the cost reaches `max_cost`."""
        boxes = [box_of(place.annotation(text, size=size), self.width, self.height) for place in positions]
        costs = self.costs(boxes)
        best = int(np.argmin(costs))
        if costs[best] >= max_cost:
            return None
        self.boxes.append(boxes[best])
        return positions[best]


def sample_line(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return points along a line at small distances; shape (n, 2).

    >>> len(sample_line(np.array([0.0, 1.0]), np.array([0.5, 0.5])))
    101
    """
    if x.size < 2:
        return np.column_stack((x, y))
    along = np.append(0.0, np.cumsum(np.hypot(np.diff(x), np.diff(y))))
    even = np.linspace(0.0, along[-1], math.ceil(along[-1] / LINE_STEP) + 1)
    return np.column_stack((np.interp(even, along, x), np.interp(even, along, y)))


def points_in_box(line: np.ndarray, box: Box) -> int:
    """Return how many points of a line are in a box."""
    x, y = line[:, 0], line[:, 1]
    return int(((x > box.left) & (x < box.right) & (y > box.bottom) & (y < box.top)).sum())


def box_of(annotation: dict[str, Any], width: float = MIN_WIDTH, height: float = MIN_WIDTH) -> Box:
    """Return the box of an annotation, in a picture with the given width and height in px.

    >>> box = box_of(LabelPosition(0.5, 0.5).annotation("word"))
    >>> 0.4 < box.left < 0.5 < box.right < 0.6
    True
    """
    size = annotation["font"]["size"]
    across = text_width(annotation["text"]) * size / TYPE_SIZE / width + 2 * MARGIN
    up = LINE_HEIGHT * size / height + 2 * MARGIN
    x = annotation.get("ax", annotation["x"]) + (annotation.get("xshift") or 0) / width
    y = annotation.get("ay", annotation["y"]) + (annotation.get("yshift") or 0) / height
    left = x - {"left": 0.0, "center": across / 2, "right": across}[annotation.get("xanchor") or "center"]
    bottom = y - {"bottom": 0.0, "middle": up / 2, "top": up}[annotation.get("yanchor") or "middle"]
    return Box(left, bottom, left + across, bottom + up)


GRID_STEPS = 24  # positions tried along each axis
BORDER = 0.02  # recall or precision kept free at the border


def grid_boxes(width: float, height: float) -> list[Box]:
    """Return boxes of one size all over a picture, the lowest first.

    >>> boxes = grid_boxes(0.5, 0.2)
    >>> boxes[0], len(boxes)
    (Box(left=0.02, bottom=0.02, right=0.52, top=0.22), 576)
    """
    across, up = (np.linspace(BORDER, max(BORDER, 1 - BORDER - size), GRID_STEPS).tolist() for size in (width, height))
    return [Box(left, bottom, left + width, bottom + height) for bottom in up for left in across]


def boxes_by_distance(boxes: Sequence[Box], line: np.ndarray) -> list[Box]:
    """Return boxes sorted by the distance of their centers from a line; line: points along it, shape (n, 2)."""
    middles = np.array([((box.left + box.right) / 2, (box.bottom + box.top) / 2) for box in boxes])
    away = np.hypot(*(middles[:, None] - line).transpose(2, 0, 1)).min(axis=1)
    return [boxes[index] for index in np.argsort(away, kind="stable")]


def label_boxes(annotations: Sequence[dict[str, Any]]) -> list[Box]:
    """Return the boxes of the labels inside the axes of a picture."""
    return [box_of(note) for note in annotations if "domain" not in str(note.get("yref"))]


MAX_LABELS = 5
MIN_DISTANCE = 0.12  # in recall or precision, between labeled points: nearer labels would add nothing
NEIGHBOR_DISTANCE = 0.02  # in recall or precision: if a point has no room for a label, nearer points have none
NEAR_AXIS = 0.11  # precision under which a label has no room below its point

CORNERS = (("right", "below"), ("right", "above"), ("left", "below"), ("left", "above"))
SIDES = (*CORNERS, ("center", "above"), ("center", "below"), ("right", "middle"), ("left", "middle"))
# In axis units, for labels that have no room directly beside their point:
X_OFFSET = 0.06
Y_OFFSETS = (0.1, -0.1, 0.2, -0.2, 0.25, -0.25, 0.3, -0.3, 0.4, -0.4, 0.5, -0.5, 0.6, -0.6)
FAR_X_OFFSETS = (0.06, 0.12, 0.2, 0.3, 0.4)
FAR_Y_OFFSETS = (0.0, 0.05, -0.05, *Y_OFFSETS)


def diagonal_positions(x: float, y: float) -> list[LabelPosition]:
    """Return the diagonal positions around a point, first toward the middle and below, where most curves leave room.

    >>> diagonal_positions(0.9, 0.5)[0]
    LabelPosition(x=0.9, y=0.5, to='left', at='below', shift=7)
    """
    across = ("left", "right") if x > 0.5 else ("right", "left")
    up = ("above", "below") if y < NEAR_AXIS else ("below", "above")
    return [LabelPosition(x, y, to, at) for to in across for at in up]


def positions_by_distance(x: float, y: float) -> list[LabelPosition]:
    """Return positions for a label that must be shown, the nearest to its point first."""
    beside = [LabelPosition(x, y, to, at) for to, at in SIDES]
    aside = [LabelPosition(x + (X_OFFSET if to == "right" else -X_OFFSET), y, to, at) for to, at in CORNERS]
    straight = [LabelPosition(x, y + up, to) for up in Y_OFFSETS for to in ("right", "left", "center")]
    ways = [("right", 1), ("left", -1)]
    farther = [
        LabelPosition(x + way * far, y + up, to) for far in FAR_X_OFFSETS for up in FAR_Y_OFFSETS for to, way in ways
    ]
    return [*beside, *aside, *straight, *farther]


def label_positions(
    recall: np.ndarray,
    precision: np.ndarray,
    texts: list[str],
    *,
    first: int,
    space: FreeSpace,
    max_labels: int = MAX_LABELS,
) -> dict[int, LabelPosition]:
    """Return positions by point. The next point is always the one farthest from all labeled ones, `first` included.

    >>> corners = np.array([0.0, 0.05, 1.0]), np.array([1.0, 1.0, 0.5])
    >>> label_positions(*corners, ["3", "2", "1"], first=0, space=FreeSpace())
    {2: LabelPosition(x=1.0, y=0.5, to='left', at='below', shift=7)}
    """
    found: dict[int, LabelPosition] = {}
    nearest = _distance(recall, precision, first)
    while len(found) < max_labels:
        farthest = int(np.argmax(nearest))
        if nearest[farthest] < MIN_DISTANCE:
            break
        places = diagonal_positions(float(recall[farthest]), float(precision[farthest]))
        place = space.empty_position(places, texts[farthest])
        distance = _distance(recall, precision, farthest)
        if place is None:
            nearest[distance < NEIGHBOR_DISTANCE] = 0.0
        else:
            found[farthest] = place
            nearest = np.minimum(nearest, distance)
    return dict(sorted(found.items()))


def _distance(recall: np.ndarray, precision: np.ndarray, index: int) -> np.ndarray:
    return np.asarray(np.maximum(np.abs(recall - recall[index]), np.abs(precision - precision[index])))
