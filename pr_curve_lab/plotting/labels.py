"""Words in pictures: where each finds room, so that none covers another word or what the picture shows.

Works in axis units with the room that a label needs on a phone, the narrowest picture there is.

A chart is drawn before anybody knows how wide it will be, so the labels are set twice, long and short, each in slots of
their own: the page shows the slots that the window has room for.
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


LATIN_WIDTH, CHINESE_WIDTH = 8.4, 16.5  # px a character, of 16 px type
FIRST_CHINESE = 0x2E80  # wide characters begin here
GAP = 10.0  # px between a label and its neighbor or a neighbor's pole
SLOTS = 3  # labels of one length
WIDE_AXIS, NARROW_AXIS = 870.0, 246.0  # px that a chart has across, at least, on a projector and on a phone
WIDE_WINDOW = 1200  # px; narrower windows show the short labels


@dataclass(frozen=True, slots=True)
class Label:
    """A text and where it stands, in recall; row 0 is the lowest."""

    segment: int
    text: str
    anchor: float
    left: float
    right: float
    row: int


def text_width(text: str) -> float:
    """About how wide a text is, in px of 16 px type.

    >>> text_width("ab"), text_width("行")
    (16.8, 16.5)
    """
    return sum(CHINESE_WIDTH if ord(character) >= FIRST_CHINESE else LATIN_WIDTH for character in text)


def labels_in_rows(anchors: Sequence[float], texts: Sequence[str], *, axis_width: float) -> list[Label]:
    """Set as many labels as find room, the first ones before the later ones, on as few rows as they can.

    anchors: recall in [0, 1], texts: one each. axis_width: px from recall 0 to 1.

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
    """The rows of labels that are fewest, with flags that point to the middle of the chart."""
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
    """A label beside its pole, or across it where that would leave the chart."""
    width = text_width(text) / axis_width
    left = anchor if (anchor <= 0.5) == to_center else anchor - width
    if not 0 <= left <= 1 - width:
        left = min(max(anchor - width / 2, 0.0), 1 - width)
    return Label(segment, text, anchor, left, left + width, row)


def _clear(labels: tuple[Label, ...], gap: float) -> bool:
    """Whether all stand inside the chart, apart from each other and from each other's poles."""
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
    """Words at a place as Plotly's annotation, without its arrow."""
    return {"x": x, "y": y, "text": text, "font": {"size": size, "color": color}, "showarrow": False, **options}


MIN_WIDTH = 270  # px from 0 to 1
LINE_HEIGHT = 1.38  # of the size of the type, as browsers measure the house's font
MARGIN = 0.002  # axis units, round a label
SHIFT = 7  # px, between a label and what it names
LINE_STEP = 0.01  # axis units, between two places at which a line is looked at
TYPE_SIZE = 16  # px, that `text_width` counts in
LABEL_COST, OUTSIDE_COST = 1000, 3000  # of covering another label, and of leaving the picture, in places of a line


@dataclass(frozen=True)
class LabelPosition:
    """A place for a label: beside a point of the picture, to its left, right or center, above, below or on it."""

    x: float
    y: float
    to: str = "center"  # the side of the point that the label is on: left, right or center
    at: str = "middle"  # above, below or middle
    shift: float = SHIFT  # px, between the label and what it names

    def annotation(self, text: str, *, size: int = palette.SMALL_SIZE, color: str = palette.QUIET) -> dict[str, Any]:
        """The label as Plotly's annotation."""
        place = {
            "xanchor": {"left": "right", "right": "left", "center": "center"}[self.to],
            "yanchor": {"above": "bottom", "below": "top", "middle": "middle"}[self.at],
            "xshift": {"left": -self.shift, "right": self.shift, "center": 0}[self.to],
            "yshift": {"above": self.shift, "below": -self.shift, "middle": 0}[self.at],
        }
        veil = {"bgcolor": palette.LABEL_BACKGROUND, "borderpad": 1}
        return text_annotation(self.x, self.y, text, color, size, **place, **veil)


@dataclass
class FreeSpace:
    """The room of a picture: lines and labels that further labels must not cover."""

    lines: list[np.ndarray] = field(default_factory=list)  # places along each, shape (n, 2)
    boxes: list[Box] = field(default_factory=list)
    width: float = MIN_WIDTH  # px from 0 to 1
    height: float = MIN_WIDTH

    def add_line(self, x: np.ndarray, y: np.ndarray) -> None:
        """Keep labels off a line, given by its corners."""
        self.lines.append(sample_line(np.asarray(x, float), np.asarray(y, float)))

    def best_position(
        self, positions: Sequence[LabelPosition], text: str, *, size: int = palette.SMALL_SIZE
    ) -> LabelPosition:
        """The first of some places where the label covers nothing, or where it covers least; it is taken then."""
        best = self._best(positions, text, size, math.inf)
        assert best is not None, "a label needs a place"
        return best

    def empty_position(self, positions: Sequence[LabelPosition], text: str) -> LabelPosition | None:
        """The first of some places where the label covers nothing, if there is one; it is taken then."""
        return self._best(positions, text, palette.SMALL_SIZE, 1)

    def position_over_line(self, positions: Sequence[LabelPosition], text: str) -> LabelPosition | None:
        """The place where the label covers no other and the least line, if there is one; it is taken then."""
        return self._best(positions, text, palette.SMALL_SIZE, LABEL_COST)

    def best_box(self, boxes: Sequence[Box]) -> Box:
        """The first of some boxes that covers nothing, or that which covers least; it is taken then."""
        best = boxes[int(np.argmin(self.costs(boxes)))]
        self.boxes.append(best)
        return best

    def has_line_in(self, box: Box) -> bool:
        """Whether a line passes through a box."""
        return any(points_in_box(line, box) for line in self.lines)

    def costs(self, boxes: Sequence[Box]) -> np.ndarray:
        """What each box covers, in places along lines; another label, and leaving the picture, count as many."""
        left, bottom, right, top = np.array(boxes).T[..., None]
        outside = (left < 0) | (bottom < 0) | (right > 1) | (top > 1)
        taken = np.array(self.boxes).reshape(-1, 4).T
        overlaps = (left < taken[2]) & (right > taken[0]) & (bottom < taken[3]) & (top > taken[1])
        x, y = np.concatenate([np.empty((0, 2)), *self.lines]).T
        covered = (x > left) & (x < right) & (y > bottom) & (y < top)
        return np.asarray(OUTSIDE_COST * outside[:, 0] + LABEL_COST * overlaps.sum(axis=1) + covered.sum(axis=1))

    def _best(self, positions: Sequence[LabelPosition], text: str, size: int, max_cost: float) -> LabelPosition | None:
        """The place that costs least, if that is less than a limit; the first of equals."""
        boxes = [box_of(place.annotation(text, size=size), self.width, self.height) for place in positions]
        costs = self.costs(boxes)
        best = int(np.argmin(costs))
        if costs[best] >= max_cost:
            return None
        self.boxes.append(boxes[best])
        return positions[best]


def sample_line(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Places along a line, no two of them far apart; shape (n, 2).

    >>> len(sample_line(np.array([0.0, 1.0]), np.array([0.5, 0.5])))
    101
    """
    if x.size < 2:
        return np.column_stack((x, y))
    along = np.append(0.0, np.cumsum(np.hypot(np.diff(x), np.diff(y))))
    even = np.linspace(0.0, along[-1], math.ceil(along[-1] / LINE_STEP) + 1)
    return np.column_stack((np.interp(even, along, x), np.interp(even, along, y)))


def points_in_box(line: np.ndarray, box: Box) -> int:
    """How many places of a line a label would cover."""
    x, y = line[:, 0], line[:, 1]
    return int(((x > box.left) & (x < box.right) & (y > box.bottom) & (y < box.top)).sum())


def box_of(annotation: dict[str, Any], width: float = MIN_WIDTH, height: float = MIN_WIDTH) -> Box:
    """The room of an annotation, in a picture so many px wide and high.

    >>> box = box_of(LabelPosition(0.5, 0.5).annotation("word"))
    >>> 0.4 < box.left < 0.5 < box.right < 0.6
    True
    """
    size = annotation["font"]["size"]
    plain = annotation["text"].replace("<b>", "").replace("</b>", "")
    across = text_width(plain) * size / TYPE_SIZE / width + 2 * MARGIN
    up = LINE_HEIGHT * size / height + 2 * MARGIN
    x = annotation["x"] + (annotation.get("xshift") or 0) / width
    y = annotation["y"] + (annotation.get("yshift") or 0) / height
    left = x - {"left": 0.0, "center": across / 2, "right": across}[annotation.get("xanchor") or "center"]
    bottom = y - {"bottom": 0.0, "middle": up / 2, "top": up}[annotation.get("yanchor") or "middle"]
    return Box(left, bottom, left + across, bottom + up)


GRID_STEPS = 24  # places tried along each axis
BORDER = 0.02  # recall or precision kept free at the border


def grid_boxes(width: float, height: float) -> list[Box]:
    """Boxes of a size all over a picture, the lowest first.

    >>> boxes = grid_boxes(0.5, 0.2)
    >>> boxes[0], len(boxes)
    (Box(left=0.02, bottom=0.02, right=0.52, top=0.22), 576)
    """
    across, up = (np.linspace(BORDER, max(BORDER, 1 - BORDER - size), GRID_STEPS).tolist() for size in (width, height))
    return [Box(left, bottom, left + width, bottom + height) for bottom in up for left in across]


def boxes_by_distance(boxes: Sequence[Box], line: np.ndarray) -> list[Box]:
    """Boxes, those whose middles are next to a line first; line: places along it, shape (n, 2)."""
    middles = np.array([((box.left + box.right) / 2, (box.bottom + box.top) / 2) for box in boxes])
    away = np.hypot(*(middles[:, None] - line).transpose(2, 0, 1)).min(axis=1)
    return [boxes[index] for index in np.argsort(away, kind="stable")]


def label_boxes(annotations: Sequence[dict[str, Any]]) -> list[Box]:
    """The room of the labels that stand inside the axes of a picture."""
    return [box_of(note) for note in annotations if "domain" not in str(note.get("yref"))]


MAX_LABELS = 5
MIN_DISTANCE = 0.12  # in recall or precision, between labelled points: more labels would say nothing new
NEIGHBOR_DISTANCE = 0.02  # in recall or precision: where a label finds no room, one so near finds none either
NEAR_AXIS = 0.11  # precision below which there is no room below a point

CORNERS = (("right", "below"), ("right", "above"), ("left", "below"), ("left", "above"))
SIDES = (*CORNERS, ("center", "above"), ("center", "below"), ("right", "middle"), ("left", "middle"))
# Where there is no room right beside the point, in axis units:
X_OFFSET = 0.06
Y_OFFSETS = (0.1, -0.1, 0.2, -0.2, 0.3, -0.3, 0.4, 0.5, 0.6)
FAR_X_OFFSETS = (0.06, 0.12, 0.2)
FAR_Y_OFFSETS = (0.0, 0.05, -0.05, *Y_OFFSETS)


def diagonal_positions(x: float, y: float) -> list[LabelPosition]:
    """The corners round a point: first towards the middle of the picture, and below it, where most curves leave room.

    >>> diagonal_positions(0.9, 0.5)[0]
    LabelPosition(x=0.9, y=0.5, to='left', at='below', shift=7)
    """
    across = ("left", "right") if x > 0.5 else ("right", "left")
    up = ("above", "below") if y < NEAR_AXIS else ("below", "above")
    return [LabelPosition(x, y, to, at) for to in across for at in up]


def positions_by_distance(x: float, y: float) -> list[LabelPosition]:
    """Places for a label that must stand, the nearest to its point first."""
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
    """Points to label, and where: always the one farthest from all labelled so far, `first` included, that finds room.

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
