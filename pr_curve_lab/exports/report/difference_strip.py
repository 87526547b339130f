"""Where along recall two schemes part, as a strip: its area is the difference of theirs, negative below the line."""

from __future__ import annotations

import math

import numpy as np

from pr_curve_lab.analysis.joined_areas import DrawnArea
from pr_curve_lab.analysis.scheme_differences import SchemeDifferences
from pr_curve_lab.analysis.thinning import DrawnCurve, Resolution
from pr_curve_lab.exports.report import drawing
from pr_curve_lab.exports.report.drawing import Drawing, Square
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.numerals import with_minus
from pr_curve_lab.plotting.difference import POLE_SHIFT, ROW_HEIGHT, flags, most_drawn
from pr_curve_lab.plotting.labels.flags import NARROW_ROOM, Label
from pr_curve_lab.plotting.labels.room import Place
from pr_curve_lab.web.bundle import Bundle

WIDTHS = (672.0, 358.0)  # px, of A4 and of a phone
LEFT, RIGHT, HEAD = 62, 14, 28  # px round the bars
HALF = 66  # px, the bars above the line, and those below
NICE = (5, 2, 1)  # of a power of ten, between two lines of the grid
TICKS = np.linspace(0.0, 1.0, 6)  # recall


def drawn(pair: SchemeDifferences, width: float, words: Words) -> Bundle:
    """Right minus left: the shape, closed to 0, has the signed area that the headline says."""
    labels = flags(pair, "areas.label_short", words, NARROW_ROOM)
    rows = 1 + max((label.row for label in labels), default=-1)
    most = most_drawn(pair)
    size, zero = width - LEFT - RIGHT, HEAD + rows * ROW_HEIGHT + HALF
    square = Square(LEFT, zero - size, size, top=most * size / HALF)
    look = drawing.look_of(pair.right)
    curve = DrawnCurve(pair.strip.x, pair.strip.y)
    resolution = Resolution(round(size / 2), most=round(2 * size), scales=(1,))
    bars = drawing.area(DrawnArea(curve=curve, area=pair.difference_of_areas), "difference", look, resolution)
    poles = [_flag(label, pair, most, square) for label in labels]
    return Drawing(
        square,
        areas=[bars],
        lines=[*_grid(most), *(pole for pole, _ in poles)],
        labels=[*_names(most, square, words), *(text for _, text in poles)],
    ).bundle(width, zero + HALF + drawing.FOOT)


def _tick(most: float) -> float:
    """The height of the upper line of the grid."""
    power = 10.0 ** math.floor(math.log10(most))
    return next(nice * power for nice in NICE if nice * power <= most)


def _grid(most: float) -> list[Bundle]:
    tick = _tick(most)
    across = [drawing.line(np.array([0.0, 1.0]), np.full(2, height), "lab-rule") for height in (-tick, tick)]
    up = [drawing.line(np.full(2, recall), np.array([-most, most]), "lab-rule") for recall in TICKS.tolist()]
    return [*across, *up, drawing.line(np.array([0.0, 1.0]), np.zeros(2), "lab-pole")]


def _names(most: float, square: Square, words: Words) -> list[Bundle]:
    """The numbers of the grid, and the names of the axes."""
    tick, down = _tick(most), HALF + drawing.TYPE + 8
    written = {height: words.number(with_minus(height, "g")) for height in (-tick, 0.0, tick)}
    heights = [
        drawing.label(Place(0.0, height, "left"), said, square, "lab-quiet", size=drawing.TYPE)
        for height, said in written.items()
    ]
    centred = {"y": square.up(0.0) + down, "text-anchor": "middle", "size": drawing.TYPE, "class": "lab-quiet"}
    recalls = [{**centred, "x": square.across(recall), "said": words.number(recall, "g")} for recall in TICKS.tolist()]
    name = {"size": drawing.TYPE + 2, "class": "lab-strong"}
    across = {**centred, **name, "x": square.across(0.5), "y": square.up(0.0) + down + drawing.TYPE + 10}
    up = {**name, "x": square.x - 2 * drawing.TYPE, "y": drawing.TYPE + 2}
    return [
        *heights,
        *recalls,
        {**across, "said": words.say("chart.recall")},
        {**up, "said": words.say("chart.difference")},
    ]


def _flag(label: Label, pair: SchemeDifferences, most: float, square: Square) -> tuple[Bundle, Bundle]:
    """The pole, which stands on its bar, and the text at its upper end."""
    strip, unit = pair.strip, most / HALF  # precision to a px
    height = most + (label.row + 0.5) * ROW_HEIGHT * unit
    foot = max(float(strip.y[int(np.searchsorted(strip.x, label.pole))]), 0.0)
    pole = drawing.line(np.full(2, label.pole), np.array([foot, height]), "lab-pole")
    x, anchor, aside = (label.left + label.right) / 2, "middle", 0
    if math.isclose(label.left, label.pole):
        x, anchor, aside = label.pole, "start", POLE_SHIFT
    elif math.isclose(label.right, label.pole):
        x, anchor, aside = label.pole, "end", -POLE_SHIFT
    text = drawing.label(Place(x, height), label.text, square, "lab-halo-text")
    return pole, {**text, "x": square.across(x) + aside, "text-anchor": anchor}
