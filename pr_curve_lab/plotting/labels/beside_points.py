"""Which points get their threshold written beside them, and on which side: where it covers no line and no label."""

from __future__ import annotations

import numpy as np

from pr_curve_lab.plotting.labels.room import Place, Room

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
