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
from pr_curve_lab.analysis.thinning import Resolution, marker_indices_with_space
from pr_curve_lab.i18n.markup import escape_plotly, truncate_middle
from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.curve import LABEL_ABOVE_BELOW, add_baseline, add_title, plot_width, pr_axes
from pr_curve_lab.plotting.labels import Box, best_box, is_empty, text_width
from pr_metrics import JoinedCurve, OperatingPoints

MAX_NAME_LENGTH = 18  # characters
ROW, LEGEND_LINE = 24, 30  # px: the height of a name, and the piece of line before it
AREA = "0.000 "
BOLD_FACTOR = 1.1  # times the width of plain type


@dataclass(frozen=True, slots=True)
class ModelLine:
    """A model that is drawn in colour."""

    name: str
    area: float
    style: palette.Style
    dash: str
    curve: JoinedCurve


@dataclass(frozen=True, slots=True)
class ModelLabel:
    """A name and its room in the picture, as shares of it."""

    model: ModelLine
    box: Box
    pixel: float  # as a share of the picture

    @property
    def height(self) -> float:
        """The height of the middle of the words and of the line."""
        return (self.box.bottom + self.box.top) / 2


def position_labels(
    models: Sequence[ModelLine], lines: Sequence[JoinedCurve], label_box: Box, pixel: float
) -> list[ModelLabel]:
    """Set the names as a list, the largest area first, where that covers no line; else each beside its own.

    >>> flat = JoinedCurve([0.0, 1.0], [0.9, 0.9])
    >>> style = palette.Style("#000000", "#000000")
    >>> models = [ModelLine("a", 0.1, style, "dot", flat), ModelLine("b", 0.9, style, "dash", flat)]
    >>> both = position_labels(models, [flat], Box(0, 0, 0, 0), 1 / 300)
    >>> [one.model.name for one in both], both[0].box.left == both[1].box.left, both[0].box.bottom == both[1].box.top
    (['b', 'a'], True, True)
    """
    by_area = sorted(models, key=lambda model: -model.area)
    width = max((_width(model) for model in by_area), default=0.0) * pixel
    row = ROW * pixel
    whole = best_box((width, len(by_area) * row), lines, [label_box])
    if is_empty(whole, lines) and not whole.overlaps(label_box):
        tops = [whole.top - index * row for index in range(len(by_area))]
        boxes = [Box(whole.left, top - row, whole.right, top) for top in tops]
        return [ModelLabel(model, box, pixel) for model, box in zip(by_area, boxes, strict=True)]
    found: list[ModelLabel] = []
    for model in by_area:
        others = [label_box, *(one.box for one in found)]
        place = best_box((_width(model) * pixel, row), lines, others, next_to=model.curve)
        found.append(ModelLabel(model, place, pixel))
    return found


def shapes_of(names: Sequence[ModelLabel], lines: Sequence[JoinedCurve]) -> list[dict[str, Any]]:
    """The pieces of line, and a veil behind a name where there is no room without a line."""
    veils = [_label_background(one.box) for one in names if not is_empty(one.box, lines)]
    return [*veils, *(_legend_line(one) for one in names)]


def label_annotations(names: Sequence[ModelLabel], messages: Messages) -> list[dict[str, Any]]:
    """The names and areas."""
    return [
        {
            "x": one.box.left + LEGEND_LINE * one.pixel,
            "y": one.height,
            "xanchor": "left",
            "yanchor": "middle",
            "align": "left",
            "text": f"<b>{messages.format('chart.area', area=one.model.area)}</b> {_display_name(one.model)}",
            "font": {"size": palette.SMALL_SIZE, "color": one.model.style.text},
            "borderpad": 0,
            "showarrow": False,
        }
        for one in names
    ]


def _display_name(model: ModelLine) -> str:
    return escape_plotly(truncate_middle(model.name, MAX_NAME_LENGTH))


def _width(model: ModelLine) -> float:
    """The width of a piece of line, an area in bold and a name, in px."""
    return LEGEND_LINE + BOLD_FACTOR * text_width(AREA) + text_width(truncate_middle(model.name, MAX_NAME_LENGTH))


def _legend_line(one: ModelLabel) -> dict[str, Any]:
    ends = {"x0": one.box.left, "x1": one.box.left + LEGEND_LINE * 0.8 * one.pixel, "y0": one.height, "y1": one.height}
    return {
        "type": "line",
        **ends,
        "line": {"color": one.model.style.line, "width": palette.CURVE_WIDTH, "dash": one.model.dash},
    }


def _label_background(box: Box) -> dict[str, Any]:
    edges = {"x0": box.left, "x1": box.right, "y0": box.bottom, "y1": box.top}
    return {"type": "rect", **edges, "line": {"width": 0}, "fillcolor": palette.LABEL_BACKGROUND}


HEIGHT = 390  # px: two of these, a headline of two lines and the controls fit a projector of 720
TOP_MARGIN = 34  # px, for the title
TICKS = (0.0, 0.5, 1.0)
# Two pictures of ten models stay a small message.
RESOLUTION = Resolution(plot_width(HEIGHT, TOP_MARGIN), max_vertices=600, ratios=(1,))
LINE_WIDTH, START_WIDTH, GRAY_WIDTH = 3, 1.5, 1  # px
MARKER_SIZE, MARKER_BORDER = 6, 1.5  # px
BAND_LABEL = (0.2, 0.07)  # width and height of a word
BASELINE_LABEL = (0.5, 0.08)


@dataclass(frozen=True, slots=True, eq=False)
class ModelCurve:
    """The curve of one model in a picture."""

    name: str
    joined: JoinedArea
    points: OperatingPoints
    in_color: bool


def multi_curve_figure(
    models: Sequence[ModelCurve],
    bands: Sequence[tuple[float, float]],
    title: str,
    messages: Messages,
    *,
    same_data: str,
    height: int = HEIGHT,
    with_baseline: bool = True,
) -> go.Figure:
    """Draw a curve a model; each trace `curve`, closed to precision 0, has the printed area of its `meta`, the name.

    with_baseline: draw the class balance, that of the first model.
    """
    figure = pr_axes(messages, height=height, top_margin=TOP_MARGIN, ticks=TICKS, same_data=same_data)
    if with_baseline:
        add_baseline(figure, models[0].points.prevalence, messages)
    add_title(figure, title, palette.Style(palette.INK, palette.INK))
    coloured = [model for model in models if model.in_color]
    looks = dict(zip((model.name for model in coloured), palette.MODEL_STYLES, strict=False))
    for model in sorted(models, key=lambda one: one.in_color):  # grey ones lie below
        _add_model(figure, model, looks, messages)
    label = _baseline_label(models[0].points)
    drawn = [model.joined.curve for model in models]
    lines = [*drawn, _baseline(models[0].points)]
    named = [ModelLine(model.name, model.joined.area, *looks[model.name], model.joined.curve) for model in coloured]
    listed = position_labels(named, lines, label, 1 / plot_width(height, TOP_MARGIN))
    shapes = [*(_band(*band) for band in bands), *shapes_of(listed, lines)]
    notes = label_annotations(listed, messages)
    if bands:
        notes.append(_band_label(bands[0], lines, [*(one.box for one in listed), label], messages))
    figure.update_layout(annotations=[*figure.annotations, *notes])
    kept = max((line.n_original for line in drawn if line.n_original is not None), default=None)
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
    figure: go.Figure, model: ModelCurve, styles: Mapping[str, tuple[palette.Style, str]], messages: Messages
) -> None:
    curve = model.joined.curve
    shared = {"meta": model.name, "mode": "lines"}
    said = {"text": _label_text(model, messages), "hoverinfo": "text"}
    if not model.in_color:
        grey = {"color": palette.OTHERS, "width": GRAY_WIDTH, "shape": "linear"}
        figure.add_scatter(name="curve", x=curve.recall, y=curve.precision, line=grey, **shared, **said)
        return
    unseen = {"line": {"width": 0, "shape": "linear"}, "hoverinfo": "skip"}
    figure.add_scatter(name="curve", x=curve.recall, y=curve.precision, **unseen, **shared)
    style, dash = styles[model.name]
    invented = slice(0, curve.n_extrapolated + 1 if curve.n_extrapolated else 0)
    for name, vertices, width, line_dash in (
        ("line", slice(curve.n_extrapolated, None), LINE_WIDTH, dash),
        ("start", invented, START_WIDTH, palette.START_DASH),
    ):
        figure.add_scatter(
            name=name,
            x=curve.recall[vertices].astype(np.float32),  # seen, not measured
            y=curve.precision[vertices].astype(np.float32),
            line={"color": style.line, "width": width, "dash": line_dash, "shape": "linear"},
            cliponaxis=False,
            **shared,
            **said,
        )
    figure.add_scatter(**_marker_points(model, style, messages))


def _label_text(model: ModelCurve, messages: Messages) -> str:
    return f"{escape_plotly(model.name)} {messages.format('chart.area', area=model.joined.area)}"


def _marker_points(model: ModelCurve, style: palette.Style, messages: Messages) -> dict[str, Any]:
    """The measured points that have room for a circle, with the model's name and counts on hover."""
    points = model.points
    shown = marker_indices_with_space(points.recall, points.precision)
    true_positives, false_positives = points.true_positives[shown], points.false_positives[shown]
    return {
        "name": "points",
        "meta": model.name,
        "x": points.recall[shown],
        "y": points.precision[shown],
        "mode": "markers",
        "marker": {
            "size": MARKER_SIZE,
            "opacity": 1,
            "color": palette.PAPER,
            "line": {"color": style.line, "width": MARKER_BORDER},
        },
        "cliponaxis": False,
        "text": [escape_plotly(model.name)] * shown.size,
        "customdata": np.column_stack(
            (points.threshold[shown], true_positives, false_positives, points.positives - true_positives)
        ),
        "hovertemplate": messages.raw("models.point_hover"),
    }


def _band(start: float, end: float) -> dict[str, Any]:
    """A light segment of recall, from bottom to top."""
    edges = {"x0": start, "x1": end, "y0": 0.0, "y1": 1.0}
    return {"type": "rect", **edges, "line": {"width": 0}, "fillcolor": palette.BAND, "layer": "below"}


def _band_label(
    band: tuple[float, float], curves: Sequence[JoinedCurve], boxes: Sequence[Box], messages: Messages
) -> dict[str, Any]:
    """A word on the segment, or beside it where it is narrow, at the freest height."""
    width = BAND_LABEL[0]
    middle = min(max((band[0] + band[1]) / 2, width / 2), 1 - width / 2)
    place = best_box(BAND_LABEL, curves, boxes, left=middle - width / 2)
    return {
        "x": middle,
        "y": (place.bottom + place.top) / 2,
        "text": messages.format("models.decides"),
        "font": {"size": palette.SMALL_SIZE, "color": palette.INK},
        "showarrow": False,
    }
