"""Which points get their threshold written beside them, so that no two labels cover each other.

Works in axis units with the room that a label needs on a phone, the narrowest picture there is.
"""

from __future__ import annotations

import numpy as np

from pr_app.figures.labels.box import Box

MOST_LABELS = 5
LEAST_DISTANCE = 0.12  # in recall or precision, between labelled points: more labels would say nothing new
CHARACTER_WIDTH = 0.034  # axis units, of 16 px type on a picture 270 px wide
LINE_HEIGHT = 0.085
OFFSET = 0.025  # between a point and its label


def stands_left(recall: float) -> bool:
    """Whether a label stands to the left of its point: on the right half of the picture it does."""
    return recall > 0.5


def stands_above(precision: float) -> bool:
    """Whether a label stands above its point: near the axis, where there is no room below."""
    return precision < OFFSET + LINE_HEIGHT


def label_box(recall: float, precision: float, text: str) -> Box:
    """The room of a label beside its point, and below or above it.

    >>> label_box(0.0, 1.0, "x" * 10).right.__round__(3)
    0.365
    """
    width = CHARACTER_WIDTH * len(text)
    left = recall - OFFSET - width if stands_left(recall) else recall + OFFSET
    bottom = precision + OFFSET if stands_above(precision) else precision - OFFSET - LINE_HEIGHT
    return Box(left, bottom, left + width, bottom + LINE_HEIGHT)


def labelled_points(
    recall: np.ndarray,
    precision: np.ndarray,
    texts: list[str],
    *,
    first: int,
    taken: tuple[Box, ...],
    most: int = MOST_LABELS,
) -> list[int]:
    """Points to label: always the one farthest from all labelled so far, `first` included, that finds room.

    >>> labelled_points(np.array([0.0, 0.05, 1.0]), np.array([1.0, 1.0, 0.5]), ["3", "2", "1"], first=0, taken=())
    [2]
    """
    boxes = list(taken)
    chosen: list[int] = []
    nearest = np.full(recall.shape, np.inf)
    last = first
    while len(chosen) < most:
        nearest = np.minimum(nearest, np.maximum(np.abs(recall - recall[last]), np.abs(precision - precision[last])))
        while True:
            farthest = int(np.argmax(nearest))
            if nearest[farthest] < LEAST_DISTANCE:
                return sorted(chosen)
            box = label_box(float(recall[farthest]), float(precision[farthest]), texts[farthest])
            if not any(box.overlaps(other) for other in boxes):
                break
            nearest[farthest] = 0.0
        boxes.append(box)
        chosen.append(farthest)
        last = farthest
    return sorted(chosen)
