"""Curves of several models in one picture, with their names.

Up to four models have a colour and a dash of their own; the rest is thin and grey. Lines only: four shades on top of
each other could not be told apart. Each curve still closes to its area.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from pr_curve_lab.analysis.areas import JoinedArea
from pr_curve_lab.analysis.thinning import Resolution, circled_points
from pr_curve_lab.i18n.markup import middle_cut, plotly_text
from pr_curve_lab.i18n.messages import Words
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.curve import LABEL_ABOVE_BELOW, add_baseline, add_title, drawn_width, pr_axes
from pr_curve_lab.plotting.labels import Box, free_place, is_free, text_width
from pr_metrics import JoinedCurve, OperatingPoints

LONGEST_NAME = 18  # characters
ROW, SAMPLE = 24, 30  # px: the height of a name, and the piece of line before it
AREA = "0.000 "
BOLDER = 1.1  # times the width of plain type


@dataclass(frozen=True, slots=True)
class Named:
    """A model that is drawn in colour."""

    name: str
    area: float
    look: palette.Look
    dash: str
    curve: JoinedCurve


@dataclass(frozen=True, slots=True)
class Placed:
    """A name and its room in the picture, as shares of it."""

    model: Named
    box: Box
    pixel: float  # as a share of the picture

    @property
    def height(self) -> float:
        """The height of the middle of the words and of the line."""
        return (self.box.bottom + self.box.top) / 2


def placed(models: Sequence[Named], lines: Sequence[JoinedCurve], taken: Box, pixel: float) -> list[Placed]:
    """Set the names as a list, the largest area first, where that covers no line; else each beside its own.

    >>> flat = JoinedCurve([0.0, 1.0], [0.9, 0.9])
    >>> look = palette.Look("#000000", "#000000")
    >>> models = [Named("a", 0.1, look, "dot", flat), Named("b", 0.9, look, "dash", flat)]
    >>> both = placed(models, [flat], Box(0, 0, 0, 0), 1 / 300)
    >>> [one.model.name for one in both], both[0].box.left == both[1].box.left, both[0].box.bottom == both[1].box.top
    (['b', 'a'], True, True)
    """
    by_area = sorted(models, key=lambda model: -model.area)
    width = max((_width(model) for model in by_area), default=0.0) * pixel
    row = ROW * pixel
    whole = free_place((width, len(by_area) * row), lines, [taken])
    if is_free(whole, lines) and not whole.overlaps(taken):
        tops = [whole.top - index * row for index in range(len(by_area))]
        boxes = [Box(whole.left, top - row, whole.right, top) for top in tops]
        return [Placed(model, box, pixel) for model, box in zip(by_area, boxes, strict=True)]
    found: list[Placed] = []
    for model in by_area:
        others = [taken, *(one.box for one in found)]
        place = free_place((_width(model) * pixel, row), lines, others, beside=model.curve)
        found.append(Placed(model, place, pixel))
    return found


def shapes_of(names: Sequence[Placed], lines: Sequence[JoinedCurve]) -> list[dict[str, Any]]:
    """The pieces of line, and a veil behind a name where there is no room without a line."""
    veils = [_veil(one.box) for one in names if not is_free(one.box, lines)]
    return [*veils, *(_sample(one) for one in names)]


def notes_of(names: Sequence[Placed], words: Words) -> list[dict[str, Any]]:
    """The names and areas."""
    return [
        {
            "x": one.box.left + SAMPLE * one.pixel,
            "y": one.height,
            "xanchor": "left",
            "yanchor": "middle",
            "align": "left",
            "text": f"<b>{words.say('chart.area', area=one.model.area)}</b> {_short(one.model)}",
            "font": {"size": palette.SMALL_SIZE, "color": one.model.look.text},
            "borderpad": 0,
            "showarrow": False,
        }
        for one in names
    ]


def _short(model: Named) -> str:
    return plotly_text(middle_cut(model.name, LONGEST_NAME))


def _width(model: Named) -> float:
    """The width of a piece of line, an area in bold and a name, in px."""
    return SAMPLE + BOLDER * text_width(AREA) + text_width(middle_cut(model.name, LONGEST_NAME))


def _sample(one: Placed) -> dict[str, Any]:
    ends = {"x0": one.box.left, "x1": one.box.left + SAMPLE * 0.8 * one.pixel, "y0": one.height, "y1": one.height}
    return {
        "type": "line",
        **ends,
        "line": {"color": one.model.look.line, "width": palette.CURVE_WIDTH, "dash": one.model.dash},
    }


def _veil(box: Box) -> dict[str, Any]:
    edges = {"x0": box.left, "x1": box.right, "y0": box.bottom, "y1": box.top}
    return {"type": "rect", **edges, "line": {"width": 0}, "fillcolor": palette.VEIL}


HEIGHT = 390  # px: two of these, a headline of two lines and the controls fit a projector of 720
HEADROOM = 34  # px, for the title
TICKS = (0.0, 0.5, 1.0)
# Two pictures of ten models stay a small message.
RESOLUTION = Resolution(drawn_width(HEIGHT, HEADROOM), most=600, scales=(1,))
LINE_WIDTH, START_WIDTH, GREY_WIDTH = 3, 1.5, 1  # px
CIRCLE_SIZE, RIM = 6, 1.5  # px
BAND_LABEL = (0.2, 0.07)  # width and height of a word
BASELINE_LABEL = (0.5, 0.08)


@dataclass(frozen=True, slots=True, eq=False)
class ModelCurve:
    """The curve of one model in a picture."""

    name: str
    joined: JoinedArea
    points: OperatingPoints
    in_colour: bool


def several_curves_figure(
    models: Sequence[ModelCurve],
    bands: Sequence[tuple[float, float]],
    title: str,
    words: Words,
    *,
    same_data: str,
    height: int = HEIGHT,
    with_balance: bool = True,
) -> go.Figure:
    """Draw a curve a model; each trace `curve`, closed to precision 0, has the printed area of its `meta`, the name.

    with_balance: draw the class balance, that of the first model.
    """
    figure = pr_axes(words, height=height, headroom=HEADROOM, ticks=TICKS, same_data=same_data)
    if with_balance:
        add_baseline(figure, models[0].points.prevalence, words)
    add_title(figure, title, palette.Look(palette.INK, palette.INK))
    coloured = [model for model in models if model.in_colour]
    looks = dict(zip((model.name for model in coloured), palette.SEVERAL, strict=False))
    for model in sorted(models, key=lambda one: one.in_colour):  # grey ones lie below
        _add_model(figure, model, looks, words)
    label = _baseline_label(models[0].points)
    drawn = [model.joined.curve for model in models]
    lines = [*drawn, _baseline(models[0].points)]
    named = [Named(model.name, model.joined.area, *looks[model.name], model.joined.curve) for model in coloured]
    listed = placed(named, lines, label, 1 / drawn_width(height, HEADROOM))
    shapes = [*(_band(*band) for band in bands), *shapes_of(listed, lines)]
    notes = notes_of(listed, words)
    if bands:
        notes.append(_band_label(bands[0], lines, [*(one.box for one in listed), label], words))
    figure.update_layout(annotations=[*figure.annotations, *notes])
    kept = max((line.kept for line in drawn if line.kept is not None), default=None)
    figure.update_layout(shapes=shapes, meta={"kept": kept})
    return figure


def _baseline(points: OperatingPoints) -> JoinedCurve:
    return JoinedCurve(np.array([0.0, 1.0]), np.full(2, points.prevalence))


def _baseline_label(points: OperatingPoints) -> Box:
    """The box that the label of the class balance covers."""
    width, height = BASELINE_LABEL
    bottom = points.prevalence - (0 if points.prevalence < LABEL_ABOVE_BELOW else height)
    return Box(0.0, bottom, width, bottom + height)


def _add_model(
    figure: go.Figure, model: ModelCurve, looks: Mapping[str, tuple[palette.Look, str]], words: Words
) -> None:
    curve = model.joined.curve
    shared = {"meta": model.name, "mode": "lines"}
    said = {"text": _said(model, words), "hoverinfo": "text"}
    if not model.in_colour:
        grey = {"color": palette.OTHERS, "width": GREY_WIDTH, "shape": "linear"}
        figure.add_scatter(name="curve", x=curve.recall, y=curve.precision, line=grey, **shared, **said)
        return
    unseen = {"line": {"width": 0, "shape": "linear"}, "hoverinfo": "skip"}
    figure.add_scatter(name="curve", x=curve.recall, y=curve.precision, **unseen, **shared)
    look, dash = looks[model.name]
    invented = slice(0, curve.invented + 1 if curve.invented else 0)
    for name, vertices, width, style in (
        ("line", slice(curve.invented, None), LINE_WIDTH, dash),
        ("start", invented, START_WIDTH, palette.INVENTED_DASH),
    ):
        figure.add_scatter(
            name=name,
            x=curve.recall[vertices].astype(np.float32),  # seen, not measured
            y=curve.precision[vertices].astype(np.float32),
            line={"color": look.line, "width": width, "dash": style, "shape": "linear"},
            cliponaxis=False,
            **shared,
            **said,
        )
    figure.add_scatter(**_circles(model, look, words))


def _said(model: ModelCurve, words: Words) -> str:
    return f"{plotly_text(model.name)} {words.say('chart.area', area=model.joined.area)}"


def _circles(model: ModelCurve, look: palette.Look, words: Words) -> dict[str, Any]:
    """The measured points that have room for a circle, with the model's name and counts on hover."""
    points = model.points
    shown = circled_points(points.recall, points.precision)
    true_positives, false_positives = points.true_positives[shown], points.false_positives[shown]
    return {
        "name": "points",
        "meta": model.name,
        "x": points.recall[shown],
        "y": points.precision[shown],
        "mode": "markers",
        "marker": {
            "size": CIRCLE_SIZE,
            "opacity": 1,
            "color": palette.PAPER,
            "line": {"color": look.line, "width": RIM},
        },
        "cliponaxis": False,
        "text": [plotly_text(model.name)] * shown.size,
        "customdata": np.column_stack(
            (points.threshold[shown], true_positives, false_positives, points.positives - true_positives)
        ),
        "hovertemplate": words.raw("models.point_hover"),
    }


def _band(before: float, after: float) -> dict[str, Any]:
    """A light segment of recall, from bottom to top."""
    edges = {"x0": before, "x1": after, "y0": 0.0, "y1": 1.0}
    return {"type": "rect", **edges, "line": {"width": 0}, "fillcolor": palette.BAND, "layer": "below"}


def _band_label(
    band: tuple[float, float], curves: Sequence[JoinedCurve], taken: Sequence[Box], words: Words
) -> dict[str, Any]:
    """A word on the segment, or beside it where it is narrow, at the freest height."""
    width = BAND_LABEL[0]
    middle = min(max((band[0] + band[1]) / 2, width / 2), 1 - width / 2)
    place = free_place(BAND_LABEL, curves, taken, left=middle - width / 2)
    return {
        "x": middle,
        "y": (place.bottom + place.top) / 2,
        "text": words.say("models.decides"),
        "font": {"size": palette.SMALL_SIZE, "color": palette.INK},
        "showarrow": False,
    }
