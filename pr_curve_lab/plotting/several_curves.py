"""Several models' curves in one picture, joined by one scheme, with the segments of recall that decide between two.

Up to four models have a colour and a dash of their own; the rest is thin and grey. Lines only: four shades on top of
each other could not be told apart. Each curve still closes to its area.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from pr_curve_lab.analysis.joined_areas import JoinedArea
from pr_curve_lab.analysis.thinning import Resolution, circled_points
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.markup import plotly_text
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.joined import add_title
from pr_curve_lab.plotting.labels.box import Box
from pr_curve_lab.plotting.labels.free_place import free_place
from pr_curve_lab.plotting.model_names import Named, notes_of, placed, shapes_of
from pr_curve_lab.plotting.pr_axes import LABEL_ABOVE_BELOW, add_baseline, drawn_width, pr_axes
from pr_metrics import JoinedCurve, OperatingPoints

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
