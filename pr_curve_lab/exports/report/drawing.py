"""A picture of a report as data: shapes by the vertices that Python computed, words where Python found room.

The modules of the browser draw it. What is shaded stands in recall and precision, so that its polygon has the printed
area; circles and words stand in pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np

from pr_curve_lab.analysis.joined_areas import DrawnArea
from pr_curve_lab.analysis.number_texts import prevalence_text
from pr_curve_lab.analysis.pixel_columns import CORNERS_OF_A_PATH
from pr_curve_lab.analysis.printed_areas import PRINTED_DECIMALS
from pr_curve_lab.analysis.thinning import DrawnCurve, Resolution, drawn_vertices
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.scheme_entries import entry_of
from pr_curve_lab.plotting.joined import NUMBER_AT, free_height
from pr_curve_lab.plotting.labels.box import Box
from pr_curve_lab.plotting.labels.room import SHIFT, Place
from pr_curve_lab.plotting.palette import AREA_SIZE, SMALL_SIZE
from pr_curve_lab.plotting.pr_axes import LABEL_ABOVE_BELOW, balance_strip
from pr_curve_lab.web.bundle import LOOKS, Bundle
from pr_metrics import JoinedCurve

RESOLUTION = Resolution(300, most=1800, scales=(1,))  # the browser's path draws up to 2000 vertices as they are
MOST_IN_ALL = 8_000  # vertices of the curves of one picture
# Of a coordinate: of all vertices, of a thinned line, and of a line without an area.
DIGITS, DIGITS_OF_THINNED, DIGITS_SEEN = 15, 12, 5
TICKS = (0, 0.5, 1)
TYPE, TITLE = 15, 19  # px, sizes of type
RIGHT, FOOT = 12, 53  # px, beside a square and below it
CIRCLE, IN_FORCE = 4, 8  # px, radius of a measured point, and of the one in force
QUIET, STRONG = "lab-quiet lab-halo-text", "lab-bold lab-halo-text"
BALANCE_LABEL = 0.55  # recall that the label of the class balance takes
ABOVE, BELOW, MIDDLE = 0.3, 1.05, 0.34  # of the size of the type, from the edge of a line of words to its baseline


@dataclass(frozen=True, slots=True)
class Square:
    """Where recall 0 to 1 and precision 0 to `top` stand, in px."""

    x: float
    y: float
    size: float
    top: float = 1.0
    type: int = TYPE
    mark: float = CIRCLE

    def across(self, recall: float) -> float:
        """The place of a recall, in px."""
        return round(self.x + recall * self.size, 2)

    def up(self, precision: float) -> float:
        """The place of a precision, in px from above."""
        return round(self.y + (1 - precision / self.top) * self.size, 2)


BESIDE = Square(46, 54, 258)  # two fit A4 beside each other, one a phone
ALONE = Square(48, 54, 298)


@dataclass(frozen=True)
class Drawing:
    """Shapes, circles and words of one picture; lines lie at the back."""

    square: Square
    names: tuple[str, str] | None = None  # of the axes, across and up; None where lines are the grid
    areas: Sequence[Bundle] = ()
    lines: Sequence[Bundle] = ()
    circles: Sequence[Bundle] = ()
    labels: Sequence[Bundle] = ()

    def bundle(self, width: float | None = None, height: float | None = None) -> Bundle:
        """The drawing as the browser takes it; its width and height are those round a square."""
        square = self.square
        names = [] if self.names is None else [dict(zip("xy", self.names, strict=True))]
        return {
            "width": width or square.x + square.size + RIGHT,
            "height": height or square.y + square.size + FOOT,
            "square": asdict(square),
            "frames": [{"names": one, "ticks": TICKS} for one in names],
            "areas": self.areas,
            "lines": self.lines,
            "circles": self.circles,
            "labels": self.labels,
        }


def look_of(scheme: str) -> str:
    """The class of a scheme's colour in the browser.

    >>> look_of("step")
    'lab-steps'
    """
    return f"lab-{LOOKS[entry_of(scheme).family]}"


def area(drawn: DrawnArea, scheme: str, look: str, resolution: Resolution = RESOLUTION) -> Bundle:
    """A shaded curve; closed to 0 it has its area."""
    curve = drawn_vertices(drawn.curve, resolution)
    digits = DIGITS if curve.kept is drawn.curve.kept is None else DIGITS_OF_THINNED
    vertices = {"recall": _rounded(curve.recall, digits), "precision": _rounded(curve.precision, digits)}
    return {**vertices, "invented": curve.invented, "area": drawn.area, "scheme": scheme, "look": look}


def invented_start(curve: DrawnCurve, look: str) -> list[Bundle]:
    """The part of a shape that no threshold leads to, shaded once more."""
    if not curve.invented:
        return []
    first = slice(0, curve.invented + 1)
    return [line(curve.recall[first], curve.precision[first], f"lab-fill {look}", closed=True)]


def line(x: np.ndarray, y: np.ndarray, look: str, *, closed: bool = False, said: str = "") -> Bundle:
    """A line, or what lies below it; said: by the pointer."""
    return {"x": _rounded(x, DIGITS_SEEN), "y": _rounded(y, DIGITS_SEEN), "look": look, "closed": closed, "said": said}


def balance(prevalence: float, words: Words, square: Square, text: str | None = None) -> tuple[Bundle, Bundle]:
    """The class balance as a line, and its label.

    text: the class balance, where the page writes it in its own way.
    """
    flat = line(np.array([0.0, 1.0]), np.full(2, prevalence), "lab-balance")
    place = Place(0.0, prevalence, "right")
    named = label(place, words.say("chart.baseline", prevalence=text or prevalence_text(prevalence)), square)
    return flat, {**named, "y": square.up(prevalence) + (-SHIFT if prevalence < LABEL_ABOVE_BELOW else SMALL_SIZE)}


def balance_box(prevalence: float) -> Box:
    """The room that the label of the class balance takes."""
    bottom, top = balance_strip(prevalence)
    return Box(0.0, bottom, BALANCE_LABEL, top)


def circles(x: np.ndarray, y: np.ndarray, look: str, square: Square) -> list[Bundle]:
    """Measured points."""
    return [
        {"x": square.across(across), "y": square.up(up), "r": CIRCLE, "look": f"lab-measured {look}"}
        for across, up in zip(x.tolist(), y.tolist(), strict=True)
    ]


def mark(x: float, y: float, square: Square) -> Bundle:
    """The point of the threshold in force."""
    return {"x": square.across(x), "y": square.up(y), "r": IN_FORCE, "look": "lab-in-force"}


def label(place: Place, said: str, square: Square, look: str = QUIET, *, size: int = SMALL_SIZE) -> Bundle:
    """Words at a place, or beside it."""
    down = {"above": -SHIFT - ABOVE * size, "below": SHIFT + BELOW * size, "middle": MIDDLE * size}[place.at]
    aside, anchor = {"left": (-SHIFT, "end"), "right": (SHIFT, "start"), "center": (0, "middle")}[place.to]
    at = {"x": square.across(place.x) + aside, "y": square.up(place.y) + down}
    return {**at, "said": said, "class": look, "size": size, "text-anchor": anchor}


def title(said: str, square: Square, look: str = "") -> Bundle:
    """A title above the picture."""
    at = {"x": square.x - 2 * TYPE, "y": square.y - 2.5 * TYPE, "size": TITLE}
    return {**at, "said": said, "class": f"lab-bold {look}-fill"}


def number(
    drawn: DrawnArea, words: Words, square: Square, look: str, place: Place, decimals: int = PRINTED_DECIMALS
) -> Bundle:
    """The printed area."""
    return label(place, words.number(drawn.area, f".{decimals}f"), square, f"{STRONG} {look}-fill", size=AREA_SIZE)


def number_place(curve: JoinedCurve, prevalence: float | None) -> Place:
    """The middle of a picture, where the number is clear of curve and class balance."""
    return Place(NUMBER_AT, free_height(curve, prevalence))


def shared_by(curves: int) -> Resolution:
    """How finely each of several curves in one picture is drawn.

    >>> shared_by(4).width, shared_by(20).width
    (300, 66)
    """
    each = MOST_IN_ALL // max(curves, 1)
    return Resolution(min(RESOLUTION.width, each // CORNERS_OF_A_PATH), min(RESOLUTION.most, each), (1,))


def _rounded(values: np.ndarray, digits: int) -> list[float]:
    rounded: list[float] = np.round(values, digits).tolist()
    return rounded
