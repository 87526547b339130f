"""Curves of several models in one picture, with their names.

Up to four models have a color and a dash of their own; the others are thin and gray. Areas are not shaded, because four
shades on top of each other could not be told apart. The area under each curve is still the printed one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pr_curve_lab.analysis.areas import JoinedArea
from pr_curve_lab.analysis.thinning import Resolution
from pr_curve_lab.i18n.messages import Messages, truncate_middle
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.curve import TOP_MARGIN, plot_width
from pr_curve_lab.plotting.labels import (
    GRID_STEPS,
    Box,
    FreeSpace,
    LabelPosition,
    boxes_by_distance,
    grid_boxes,
    sample_line,
    text_width,
)
from pr_curve_lab.plotting.plot import Plot, PlotCurve, PlotLabel, PlotLine, baseline_label, marker_points, pr_titles
from pr_metrics import OperatingPoints

HEIGHT = 390  # px; two of these, a headline of two lines and the controls fit a projector of 720 px
SIZE = plot_width(HEIGHT, TOP_MARGIN)  # px from 0 to 1
# Two pictures of ten models must be a small message to the browser.
RESOLUTION = Resolution(SIZE, max_vertices=600, ratios=(1,))
GRAY_WIDTH = 1.0  # px
MARKER_SIZE, MARKER_BORDER = 6.0, 1.5  # px
MAX_NAME_LENGTH = 18  # characters
ROW, LEGEND_LINE, LEGEND_GAP = 24, 24, 6  # px: height of a legend entry, length of its line, and the gap after it
AREA = "0.000 "
BOLD_FACTOR = 1.1  # times the width of plain text
BAND_LABEL = (0.2, 0.07)  # width and height of the label of a band


@dataclass(frozen=True, slots=True, eq=False)
class ModelCurve:
    """The curve of one model in a picture."""

    name: str
    joined: JoinedArea
    points: OperatingPoints
    in_color: bool


def models_plot(
    models: Sequence[ModelCurve],
    bands: Sequence[tuple[float, float]],
    title: str,
    messages: Messages,
    *,
    size: float = SIZE,
    with_baseline: bool = True,
) -> Plot:
    """Return the plot of models, gray curves behind, and light bands of recall.

    size: px from 0 to 1. with_baseline: draw the class balance, that of the first model.
    """
    space = FreeSpace(width=size, height=size)
    colored = [model for model in models if model.in_color]
    styles = dict(zip((model.name for model in colored), palette.MODEL_STYLES, strict=False))
    prevalence = models[0].points.prevalence
    labels = [baseline_label(prevalence, space, messages)] if with_baseline else []
    for model in models:
        space.add_line(model.joined.curve.recall, model.joined.curve.precision)
    curves = [
        PlotCurve(
            model.joined,
            model.name,
            styles[model.name][0] if model.in_color else palette.GRAY,
            shaded=False,
            width=palette.CURVE_WIDTH if model.in_color else GRAY_WIDTH,
            dash=styles[model.name][1] if model.in_color else "solid",
            text=f"{model.name} {messages.format('chart.area', area=model.joined.area)}",
        )
        for model in sorted(models, key=lambda one: one.in_color)
    ]
    lines = [_band(*band) for band in bands]
    for curve, box in _name_boxes([one for one in curves if one.style != palette.GRAY], space):
        line, label = _legend_entry(curve, box, space, messages)
        lines.append(line)
        labels.append(label)
    if bands:
        labels.append(_band_label(bands[0], space, messages))
    marker: dict[str, Any] = {"hover": messages.raw("models.point_hover"), "size": MARKER_SIZE, "border": MARKER_BORDER}
    points = [marker_points(model.points, styles[model.name][0], name=model.name, **marker) for model in colored]
    baseline = prevalence if with_baseline else None
    return Plot(pr_titles(messages), curves, lines, baseline, points, labels=labels, title=title)


def _name_boxes(curves: Sequence[PlotCurve], space: FreeSpace) -> list[tuple[PlotCurve, Box]]:
    """Return the boxes of the names: a list, the largest area first, if it covers no line; else each near its curve."""
    by_area = sorted(curves, key=lambda curve: -curve.thinned.area)
    if not by_area:
        return []
    row, widths = ROW / space.height, [_entry_width(curve) / space.width for curve in by_area]
    lists = grid_boxes(max(widths), len(by_area) * row)
    costs = space.costs(lists)
    if costs.min() == 0:
        whole = space.best_box([lists[int(costs.argmin())]])
        tops = [whole.top - index * row for index in range(len(by_area))]
        return [(curve, Box(whole.left, top - row, whole.right, top)) for curve, top in zip(by_area, tops, strict=True)]
    found = []
    for curve, width in zip(by_area, widths, strict=True):
        line = sample_line(curve.thinned.curve.recall, curve.thinned.curve.precision)
        found.append((curve, space.best_box(boxes_by_distance(grid_boxes(width, row), line))))
    return found


def _entry_width(curve: PlotCurve) -> float:
    """Return the width of a legend entry in px: a short line, the area in bold and the name."""
    return LEGEND_LINE + LEGEND_GAP + BOLD_FACTOR * text_width(AREA) + text_width(_display_name(curve))


def _display_name(curve: PlotCurve) -> str:
    return truncate_middle(curve.name, MAX_NAME_LENGTH)


def _legend_entry(curve: PlotCurve, box: Box, space: FreeSpace, messages: Messages) -> tuple[PlotLine, PlotLabel]:
    """Return a short line, and the label with area and name after it; it has a background if a line crosses it."""
    height, end = (box.bottom + box.top) / 2, box.left + LEGEND_LINE / space.width
    line = PlotLine("legend", np.array([box.left, end]), np.full(2, height), curve.style.line, curve.width, curve.dash)
    area = messages.format("chart.area", area=curve.thinned.area)
    at = LabelPosition(end, height, "right", shift=LEGEND_GAP)
    crosses = space.has_line_in(box)
    return line, PlotLabel(_display_name(curve), at, curve.style.text, strong=area, background=crosses)


def _band(start: float, end: float) -> PlotLine:
    """Return a light band over a range of recall, from bottom to top."""
    return PlotLine("band", np.array([start, end]), np.ones(2), width=0, fill=palette.BAND, down_to_0=True)


def _band_label(band: tuple[float, float], space: FreeSpace, messages: Messages) -> PlotLabel:
    """Return the label of a band, centered on it but inside the picture, at the height where it covers least."""
    width, height = BAND_LABEL
    left = min(max((band[0] + band[1]) / 2 - width / 2, 0.0), 1 - width)
    boxes = [Box(left, box.bottom, left + width, box.top) for box in grid_boxes(1.0, height)[::GRID_STEPS]]
    box = space.best_box(boxes)
    at = LabelPosition(left + width / 2, (box.bottom + box.top) / 2)
    return PlotLabel(messages.format("models.decides"), at, palette.INK, background=False)
