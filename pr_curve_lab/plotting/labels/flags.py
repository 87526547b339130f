"""Labels above the segments that they name, like flags on their poles, none over another and no pole through one.

A chart is drawn before anybody knows how wide it will be, so the labels are set twice, long and short, each in slots of
their own: the page shows the slots that the window has room for.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations, product

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
