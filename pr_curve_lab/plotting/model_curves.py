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
from pr_curve_lab.plotting.labels import GRID_STEPS, Box, FreeSpace, LabelPosition, grid_boxes, sample_line, text_width
from pr_curve_lab.plotting.plot import Plot, PlotCurve, PlotLabel, PlotLine, baseline_label, marker_points, pr_titles
from pr_metrics import OperatingPoints

HEIGHT = 470  # px; two of these and a headline of two lines fit a projector of 720 px
PHONE_SIZE = 312  # px from 0 to 1, in a window of 390 px
SIDES = {690: 496, 486: 400}  # px, of one of two squares, for each minimum width
# Two pictures of ten models must be a small message to the browser.
RESOLUTION = Resolution(max(SIDES.values()), max_vertices=600, ratios=(1,))
GRAY_WIDTH = 1.0  # px
MARKER_SIZE, MARKER_BORDER = 6.0, 1.5  # px
MAX_NAME_LENGTH = 18  # characters
ROW, NAME_GAP = 24, 10  # px: the height of a name and of an area, and the gap on each side, with half a circle
DISTINCT = 0.6  # of the largest distance from the other curves, on the part of a curve at which its name is
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
    size: float = PHONE_SIZE,
    with_baseline: bool = True,
) -> Plot:
    """Return the plot of models, gray curves behind, and light bands of recall.

    size: px from 0 to 1; names that are apart on a phone are also apart in a larger picture.
    with_baseline: draw the class balance, that of the first model.
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
    named = [one for one in curves if one.style != palette.GRAY]
    for curve in sorted(named, key=lambda one: -one.thinned.area):
        texts, leader = _name_labels(curve, named, space, messages)
        labels += texts
        lines += leader
    if bands:
        labels.append(_band_label(bands[0], space, messages))
    marker: dict[str, Any] = {"hover": messages.raw("models.point_hover"), "size": MARKER_SIZE, "border": MARKER_BORDER}
    points = [marker_points(model.points, styles[model.name][0], name=model.name, **marker) for model in colored]
    baseline = prevalence if with_baseline else None
    return Plot(pr_titles(messages), curves, lines, baseline, points, labels=labels, title=title)


def _name_labels(
    curve: PlotCurve, curves: Sequence[PlotCurve], space: FreeSpace, messages: Messages
) -> tuple[list[PlotLabel], list[PlotLine]]:
    """Return the area and the name of a curve where they cover least, with a leader if another curve is nearer.

    They are beside a part of the curve that is apart from the others, so that it is clear which one is named.
    """
    area, name, up = messages.format("chart.area", area=curve.thinned.area), _display_name(curve), ROW / space.height
    text_px = max(BOLD_FACTOR * text_width(area), text_width(name))
    boxes = grid_boxes((text_px + 2 * NAME_GAP) / space.width, 2 * up + NAME_GAP / space.height)
    line, others = _sample(curve), [_sample(one) for one in curves if one is not curve]
    apart = np.hypot(*(line[:, None] - np.concatenate(others)).transpose(2, 0, 1)).min(axis=1) if others else line[:, 0]
    own, distinct = (_distances(boxes, part) for part in (line, line[apart >= DISTINCT * apart.max()]))
    nearest = np.min([np.full(own.size, np.inf), *(_distances(boxes, other) for other in others)], axis=0)
    best = int(np.lexsort((distinct, own >= nearest, space.costs(boxes)))[0])
    box = space.best_box([boxes[best]])
    middle, height = (box.left + box.right) / 2, (box.bottom + box.top) / 2
    labels = [  # one on the other in pixels, as the picture may be smaller
        PlotLabel(text, LabelPosition(middle, height, at=at, shift=0), curve.style.text, strong=strong)
        for text, strong, at in (("", area, "above"), (name, "", "below"))
    ]
    if own[best] < nearest[best]:
        return labels, []
    # to a part of the curve that is near, and apart from the others, so that the leader does not end at two curves
    x, y = line[np.argmin(np.hypot(*(line - [middle, height]).T) - apart)]
    ends = np.array([[min(max(x, box.left), box.right), min(max(y, box.bottom), box.top)], [x, y]])
    return labels, [PlotLine("leader", ends[:, 0], ends[:, 1], curve.style.line)]


def _sample(curve: PlotCurve) -> np.ndarray:
    return sample_line(curve.thinned.curve.recall, curve.thinned.curve.precision)[::2]


def _distances(boxes: Sequence[Box], line: np.ndarray) -> np.ndarray:
    """Return the distance of each box from a line, given by points along it."""
    left, bottom, right, top = np.array(boxes).T[..., None]
    x, y = line.T
    across, up = np.maximum(left - x, x - right).clip(0), np.maximum(bottom - y, y - top).clip(0)
    return np.asarray(np.hypot(across, up).min(axis=1))


def _display_name(curve: PlotCurve) -> str:
    return truncate_middle(curve.name, MAX_NAME_LENGTH)


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
    return PlotLabel(messages.format("models.decides"), at, palette.INK)
