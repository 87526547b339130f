"""Pictures of a report as data that the modules of the browser draw: the pair of schemes and their difference.

What is shaded stands in recall and precision, so that its polygon has the printed
area; circles and words stand in pixels.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np
from markupsafe import Markup

from pr_curve_lab.analysis.areas import DrawnArea, JoinedArea
from pr_curve_lab.analysis.formatting import PRINTED_DECIMALS, prevalence_text, rounded_text
from pr_curve_lab.analysis.scheme_differences import SchemeDifferences, scheme_differences
from pr_curve_lab.analysis.thinning import (
    CORNERS_OF_A_PATH,
    DrawnCurve,
    Resolution,
    circle_counts,
    circled_points,
    drawn_vertices,
    fewer_corners,
)
from pr_curve_lab.exports.analysis import Analysis
from pr_curve_lab.exports.report.components import (
    OF_DIFFERENCES,
    Datum,
    Grid,
    Part,
    Picture,
    Pictures,
    Section,
    Text,
    area_datum,
    area_of,
    ratio,
    say,
    titled,
)
from pr_curve_lab.i18n.area_sentences import say_circles
from pr_curve_lab.i18n.messages import Words
from pr_curve_lab.i18n.names import entry_of
from pr_curve_lab.i18n.numbers import signed_text, with_minus
from pr_curve_lab.plotting.areas import POLE_SHIFT, ROW_HEIGHT, flags, most_drawn
from pr_curve_lab.plotting.curve import LABEL_ABOVE_BELOW, NUMBER_AT, balance_strip, free_height
from pr_curve_lab.plotting.labels import NARROW_ROOM, SHIFT, Box, Label, Place
from pr_curve_lab.plotting.palette import AREA_SIZE, SMALL_SIZE
from pr_curve_lab.web.payload import LOOKS, Bundle
from pr_metrics import JoinedCurve
from pr_metrics.tolerances import AREA_ROUNDING

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


WIDTHS = (672.0, 358.0)  # px, of A4 and of a phone
LEFT, STRIP_RIGHT, HEAD = 62, 14, 28  # px round the bars
HALF = 66  # px, the bars above the line, and those below
NICE = (5, 2, 1)  # of a power of ten, between two lines of the grid
STRIP_TICKS = np.linspace(0.0, 1.0, 6)  # recall


def drawn(pair: SchemeDifferences, width: float, words: Words) -> Bundle:
    """Right minus left: the shape, closed to 0, has the signed area that the headline says."""
    labels = flags(pair, "areas.label_short", words, NARROW_ROOM)
    rows = 1 + max((label.row for label in labels), default=-1)
    most = most_drawn(pair)
    size, zero = width - LEFT - STRIP_RIGHT, HEAD + rows * ROW_HEIGHT + HALF
    square = Square(LEFT, zero - size, size, top=most * size / HALF)
    look = look_of(pair.right)
    curve = DrawnCurve(pair.strip.x, pair.strip.y)
    resolution = Resolution(round(size / 2), most=round(2 * size), scales=(1,))
    bars = area(DrawnArea(curve=curve, area=pair.difference_of_areas), "difference", look, resolution)
    poles = [_flag(label, pair, most, square) for label in labels]
    return Drawing(
        square,
        areas=[bars],
        lines=[*_grid(most), *(pole for pole, _ in poles)],
        labels=[*_names(most, square, words), *(text for _, text in poles)],
    ).bundle(width, zero + HALF + FOOT)


def _tick(most: float) -> float:
    """The height of the upper line of the grid."""
    power = 10.0 ** math.floor(math.log10(most))
    return next(nice * power for nice in NICE if nice * power <= most)


def _grid(most: float) -> list[Bundle]:
    tick = _tick(most)
    across = [line(np.array([0.0, 1.0]), np.full(2, height), "lab-rule") for height in (-tick, tick)]
    up = [line(np.full(2, recall), np.array([-most, most]), "lab-rule") for recall in STRIP_TICKS.tolist()]
    return [*across, *up, line(np.array([0.0, 1.0]), np.zeros(2), "lab-pole")]


def _names(most: float, square: Square, words: Words) -> list[Bundle]:
    """The numbers of the grid, and the names of the axes."""
    tick, down = _tick(most), HALF + TYPE + 8
    written = {height: words.number(with_minus(height, "g")) for height in (-tick, 0.0, tick)}
    heights = [
        label(Place(0.0, height, "left"), said, square, "lab-quiet", size=TYPE) for height, said in written.items()
    ]
    centred = {"y": square.up(0.0) + down, "text-anchor": "middle", "size": TYPE, "class": "lab-quiet"}
    recalls = [
        {**centred, "x": square.across(recall), "said": words.number(recall, "g")} for recall in STRIP_TICKS.tolist()
    ]
    name = {"size": TYPE + 2, "class": "lab-strong"}
    across = {**centred, **name, "x": square.across(0.5), "y": square.up(0.0) + down + TYPE + 10}
    up = {**name, "x": square.x - 2 * TYPE, "y": TYPE + 2}
    return [
        *heights,
        *recalls,
        {**across, "said": words.say("chart.recall")},
        {**up, "said": words.say("chart.difference")},
    ]


def _flag(flag: Label, pair: SchemeDifferences, most: float, square: Square) -> tuple[Bundle, Bundle]:
    """The pole, which stands on its bar, and the text at its upper end."""
    strip, unit = pair.strip, most / HALF  # precision to a px
    height = most + (flag.row + 0.5) * ROW_HEIGHT * unit
    foot = max(float(strip.y[int(np.searchsorted(strip.x, flag.pole))]), 0.0)
    pole = line(np.full(2, flag.pole), np.array([foot, height]), "lab-pole")
    x, anchor, aside = (flag.left + flag.right) / 2, "middle", 0
    if math.isclose(flag.left, flag.pole):
        x, anchor, aside = flag.pole, "start", POLE_SHIFT
    elif math.isclose(flag.right, flag.pole):
        x, anchor, aside = flag.pole, "end", -POLE_SHIFT
    text = label(Place(x, height), flag.text, square, "lab-halo-text")
    return pole, {**text, "x": square.across(x) + aside, "text-anchor": anchor}


def section(analysis: Analysis, words: Words) -> Section:
    """The finding as a heading, then both pictures, then the segments that make most of the difference."""
    left, right = (analysis.joined(scheme, RESOLUTION) for scheme in analysis.sides)
    pair = scheme_differences(analysis.shown, left, right)
    pictures = [_picture(analysis, side, joined, words) for side, joined in _sides(pair).items()]
    caption = Text(say_circles("areas.caption", circle_counts(analysis.points), words), quiet=True)
    lead: list[Part] = [Pictures(pictures), caption]
    return Section("areas", _headline(pair, analysis, words), _where(pair, words), lead, words.say("report.areas_rest"))


def _sides(pair: SchemeDifferences) -> dict[str, JoinedArea]:
    """One picture is enough where both are joined alike."""
    left, right = pair.sides
    return {"left": left} if left.scheme == right.scheme else {"left": left, "right": right}


def _headline(pair: SchemeDifferences, analysis: Analysis, words: Words) -> Markup:
    """Both areas, each with its value to the bit."""
    names = ["left", "right"]
    if pair.left == pair.right or abs(pair.difference_of_areas) < AREA_ROUNDING:
        key = "areas.headline_alike" if pair.left == pair.right else "areas.headline_one"
        joined = {name: words.say(f"schemes.{one.scheme}.joined") for name, one in zip(names, pair.sides, strict=True)}
        return say(words, key, area=area_datum(pair.left, analysis, pair.left_area), **joined)
    sides = {
        name: say(
            words,
            "areas.side",
            area=area_of(one.scheme, analysis, one.area),
            joined=words.say(f"schemes.{one.scheme}.joined"),
        )
        for name, one in zip(names, pair.sides, strict=True)
    }
    return say(words, "areas.headline_two", **sides)


def _picture(analysis: Analysis, side: str, joined: JoinedArea, words: Words) -> Picture:
    points, scheme, area = analysis.points, joined.scheme, joined.area
    name = words.say(f"schemes.{scheme}.name")
    explained = say(words, f"schemes.{scheme}.explained")
    captions = [
        titled(name, area_of(scheme, analysis, area), words),
        explained,
    ]
    shown = fewer_corners(joined.curve.kept, points.threshold.size)
    if shown is not None:
        total = Datum("operating_points", points.threshold.size)
        captions.append(say(words, "chart.thinned", shown=shown, total=total))
    alt = words.say("areas.alt", scheme=name, area=area)
    return Picture(f"{side}_chart", _drawn(joined, analysis, name, words), alt, captions)


def _drawn(joined: JoinedArea, analysis: Analysis, name: str, words: Words) -> Bundle:
    points, decimals = analysis.points, analysis.decimals_of_areas
    square, look, curve = BESIDE, look_of(joined.scheme), joined.curve
    shown = circled_points(points.recall, points.precision)
    line, label = balance(points.prevalence, words, square)
    place = number_place(curve, points.prevalence)
    return Drawing(
        square,
        (words.say("chart.recall"), words.say("chart.precision")),
        areas=[area(joined, joined.scheme, look)],
        lines=[*invented_start(curve, look), line],
        circles=circles(points.recall[shown], points.precision[shown], look, square),
        labels=[title(name, square, look), label, number(joined, words, square, look, place, decimals)],
    ).bundle()


def _where(pair: SchemeDifferences, words: Words) -> list[Part]:
    if pair.left == pair.right:
        return []
    if not pair.threshold:
        return [Text(words.say("areas.no_difference"))]
    alt = words.say("areas.difference_alt", difference=pair.difference_of_areas)
    wide, narrow = (drawn(pair, width, words) for width in WIDTHS)
    strip = Picture("difference_chart", wide, alt, [words.say("areas.difference_caption")], narrow)
    return [Text(_largest(pair, words)), _segments(pair, words), Pictures([strip])]


def _largest(pair: SchemeDifferences, words: Words) -> Markup:
    """A table of the segments that hold most of the difference."""
    share = Datum("segment.0.share", float(pair.share[0]))
    facts = {
        "before": ratio("segment.0.recall_before", float(pair.recall_before[0])),
        "after": ratio("segment.0.recall_after", float(pair.recall_after[0])),
        "share": share.written(rounded_text(share.real, ".1%")),
    }
    return say(words, "report.where", **facts)


def _segments(pair: SchemeDifferences, words: Words) -> Grid:
    columns = ("threshold", "rows", "positives", "from", "to", "difference", f"share_{pair.share_of}")
    rows = []
    for index, threshold in enumerate(pair.threshold):
        at = f"segment.{index}"
        rows.append(
            (
                words.number(threshold) if threshold else words.say("areas.no_threshold"),
                Markup(f"{Datum(f'{at}.rows', int(pair.rows[index])):,.0f}"),
                Markup(f"{Datum(f'{at}.positives', int(pair.positives[index])):,.0f}"),
                ratio(f"{at}.recall_before", float(pair.recall_before[index])),
                ratio(f"{at}.recall_after", float(pair.recall_after[index])),
                _signed(f"{at}.difference", float(pair.difference[index])),
                Markup(f"{Datum(f'{at}.share', float(pair.share[index])):.1%}"),
            )
        )
    return Grid([words.say(f"areas.column_{column}") for column in columns], rows)


def _signed(of: str, difference: float) -> Markup:
    return Datum(of, difference).written(signed_text(difference, OF_DIFFERENCES))
