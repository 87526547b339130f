"""A picture of curves as data: what stands where, in recall and precision, whoever paints it.

A plot is made once from finished results, with the places of its labels. Plotly paints it (`plotting/curve.py`), or
SVG written by Python (`plotting/svg.py`), SVG in the browser (`web/plot_json.py`, `web/scripts/pictures.js`), or
matplotlib (`notebook/display.py`), so that every painter draws the curve that has the printed area.

A white circle with a colored rim is measured; a line is assumed; an extrapolated start is dashed and shaded once more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from pr_curve_lab.analysis.areas import JoinedArea, RenderedArea, UnknownRegion
from pr_curve_lab.analysis.formatting import format_prevalence
from pr_curve_lab.analysis.thinning import (
    MeasuredPoints,
    Resolution,
    marker_indices_with_space,
    marker_mask,
    render_curve,
)
from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.labels import FreeSpace, LabelPosition, positions_by_distance
from pr_curve_lab.plotting.palette import Style
from pr_metrics import OperatingPoints


@dataclass(frozen=True, slots=True)
class Axes:
    """The titles of both axes; `top` is the precision at the upper edge."""

    x: str
    y: str
    top: float = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class PlotCurve:
    """A curve with the area that is printed of it; closed to precision 0 it has that area."""

    rendered: RenderedArea
    name: str  # the key of its scheme, or the name of its model
    style: Style
    shaded: bool = True
    width: float = palette.CURVE_WIDTH  # px
    dash: str = "solid"
    text: str = ""  # where the pointer rests on it

    @property
    def start(self) -> slice:
        """The vertices of an extrapolated start, up to the first measured point; none without one."""
        n_extrapolated = self.rendered.curve.n_extrapolated
        return slice(0, n_extrapolated + 1 if n_extrapolated else 0)

    @property
    def lines(self) -> list[PlotLine]:
        """What joins measured points, and dashed an extrapolated start, up to the first of them."""
        recall, precision = self.rendered.curve.recall, self.rendered.curve.precision
        first = self.rendered.curve.n_extrapolated
        line = PlotLine("line", recall[first:], precision[first:], self.style.line, self.width, self.dash)
        line = replace(line, component=self.name, text=self.text)
        width = self.width if self.dash == "solid" and self.shaded else palette.THIN_WIDTH
        x, y = recall[self.start], precision[self.start]
        return [line, replace(line, name="start", x=x, y=y, width=width, dash=palette.START_DASH)]


@dataclass(frozen=True, slots=True, eq=False)
class PlotLine:
    """A line without a printed area, or a filled shape; the name says what it means."""

    name: str
    x: np.ndarray
    y: np.ndarray
    color: str = palette.QUIET
    width: float = 1.0  # px; 0 for a shape without a border
    dash: str = "solid"
    fill: str = ""  # the color of the shape; "" for a line
    down_to_0: bool = False  # whether the shape is what lies under the line
    component: str = ""  # of an average, where it is the curve of one
    text: str = ""  # where the pointer rests on it


@dataclass(frozen=True, slots=True, eq=False)
class PlotPoints:
    """Measured points, those of one curve."""

    x: np.ndarray
    y: np.ndarray
    style: Style
    circled: np.ndarray  # a mask of those with room for a circle; the others only answer the pointer
    values: np.ndarray | None = None  # what the pointer reads, shape (n_points, n_values), and the template of it
    hover: str = ""
    name: str = ""  # of their model, where there are several
    size: float = palette.POINT_SIZE  # px
    border: float = 2.0  # px


@dataclass(frozen=True, slots=True)
class PlotLabel:
    """Words in a picture, and where they stand; `strong` ones come first, in bold."""

    text: str
    position: LabelPosition
    color: str = palette.QUIET
    size: int = palette.SMALL_SIZE
    strong: str = ""
    background: bool = True  # a veil behind them, so that they can be read on a line


@dataclass(frozen=True, slots=True, eq=False)
class Plot:
    """A whole picture; what comes first lies behind."""

    axes: Axes | None  # None where nothing but the curve is drawn
    curves: Sequence[PlotCurve] = ()
    lines: Sequence[PlotLine] = ()
    baseline: float | None = None  # the class balance
    points: Sequence[PlotPoints] = ()
    selected: tuple[float, float] | None = None  # the point of the selected threshold
    labels: Sequence[PlotLabel] = ()
    title: str = ""
    title_style: Style = field(default=Style(palette.INK, palette.INK))

    @property
    def n_kept(self) -> int | None:
        """How many vertices the most detailed curve is drawn from; None where none is thinned."""
        return max((one.rendered.curve.n_kept or 0 for one in self.curves), default=0) or None


def thin_plot(plot: Plot, resolution: Resolution) -> Plot:
    """The same plot for a smaller picture: curves have as few vertices as it can show."""
    curves = []
    for one in plot.curves:
        curve = render_curve(one.rendered.curve, resolution)
        kept = curve if curve.n_kept is not None else replace(curve, n_kept=one.rendered.curve.n_kept)
        curves.append(replace(one, rendered=RenderedArea(curve=kept, area=one.rendered.area)))
    return replace(plot, curves=curves)


def baseline_line(prevalence: float, width: float = 2) -> PlotLine:
    """The class balance without its label, dashed; width: px."""
    across = np.array([0.0, 1.0])
    return PlotLine("baseline", across, np.full(2, prevalence), width=width, dash=palette.BASELINE_DASH)


def pr_titles(messages: Messages, top: float = 1.0) -> Axes:
    """The axes of a precision-recall picture.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> pr_titles(messages_in("en"))
    Axes(x='Recall', y='Precision', top=1.0)
    """
    return Axes(messages.format("chart.recall"), messages.format("chart.precision"), top)


LABEL_ABOVE_BELOW = 0.12  # prevalence under which the label would hit the axis, so it goes above the line
LOW_PREVALENCE = 0.02  # class balance under which a veil behind the label would hide a curve that lies as low
LABEL_STEP, N_STEPS, MAX_LABEL_Y = 0.05, 14, 0.7  # precision: where else the label is looked for, above a curve
LABEL_X = 0.015  # recall, between the label and the edge of the picture
NUMBER_RECALLS, NUMBER_HEIGHTS = (0.5, 0.35, 0.2, 0.65, 0.8), (0.17, 0.3, 0.42, 0.6, 0.75, 0.88)
NUMBER_ROOM = 40  # px of type: the area keeps as much room as a larger number would need


def baseline_label(prevalence: float, space: FreeSpace, messages: Messages, text: str | None = None) -> PlotLabel:
    """The label of the class balance, on its line; where a line of the space is there, at the other end or above it.

    text: the class balance, where the page writes it in its own way.
    """
    rising = [min(prevalence + LABEL_STEP * step, MAX_LABEL_Y) for step in range(N_STEPS)]
    places = [_on_line(LABEL_X, "right", prevalence), *(_on_line(1 - LABEL_X, "left", height) for height in rising)]
    said = messages.format("chart.baseline", prevalence=text or format_prevalence(prevalence))
    place = space.best_position(places, said)
    space.add_line(np.array([0.0, 1.0]), np.full(2, prevalence))
    return PlotLabel(said, place, background=place.y >= LOW_PREVALENCE)


def _on_line(x: float, to: str, height: float) -> LabelPosition:
    return LabelPosition(x, height, to, "above" if height < LABEL_ABOVE_BELOW else "below", shift=0)


def area_label(text: str, color: str, space: FreeSpace) -> PlotLabel:
    """The printed area, where it covers nothing."""
    places = [LabelPosition(x, y) for x in NUMBER_RECALLS for y in NUMBER_HEIGHTS]
    place = space.best_position(places, text, size=NUMBER_ROOM)
    return PlotLabel("", place, color, palette.AREA_SIZE, strong=text, background=False)


def hidden_region(hidden: UnknownRegion | None) -> list[PlotLine]:
    """What bins of counts hide of the curve, where they hide anything."""
    if hidden is None:
        return []
    return [PlotLine("hidden", hidden.recall, hidden.precision, width=0, fill=palette.HIDDEN)]


def joined_plot(
    joined: JoinedArea,
    points: Sequence[PlotPoints],
    messages: Messages,
    *,
    prevalence: float | None = None,
    title: str | None = None,
    hidden: UnknownRegion | None = None,
    area_text: str | None = None,
) -> Plot:
    """The curve of one scheme with its points and its area; without a class balance where that is None.

    title: the name of the scheme, unless another is given. area_text: the area, where it has other decimals.
    """
    style, space = palette.style_of(joined.scheme), FreeSpace()
    labels = [] if prevalence is None else [baseline_label(prevalence, space, messages)]
    space.add_line(joined.curve.recall, joined.curve.precision)
    labels.append(area_label(area_text or messages.format("chart.area", area=joined.area), style.text, space))
    return Plot(
        pr_titles(messages),
        curves=[PlotCurve(joined, joined.scheme, style)],
        lines=hidden_region(hidden),
        baseline=prevalence,
        points=points,
        labels=labels,
        title=messages.format(f"schemes.{joined.scheme}.name") if title is None else title,
        title_style=style,
    )


def measured_plot_points(points: MeasuredPoints, style: Style, messages: Messages) -> PlotPoints:
    """Measured points with their counts for the pointer."""
    circled = marker_mask(points.recall, points.precision)
    return PlotPoints(points.recall, points.precision, style, circled, points.values, messages.raw("chart.hover"))


def marker_points(points: OperatingPoints, style: Style, *, size_factor: float = 1.0, **options: Any) -> PlotPoints:
    """Those measured points that have room for a circle, with threshold, hits, false alarms and misses for the pointer.

    size_factor: of a smaller picture, beside those in which circles have their usual room. options: of `PlotPoints`.
    """
    shown = points.take(marker_indices_with_space(points.recall, points.precision, size=size_factor))
    hits = shown.true_positives
    values = np.column_stack((shown.threshold, hits, shown.false_positives, points.positives - hits))
    return PlotPoints(shown.recall, shown.precision, style, np.ones(hits.size, dtype=bool), values, **options)


def with_selected_point(plot: Plot, x: float, y: float, threshold: str, messages: Messages) -> Plot:
    """The same plot with the point of a threshold and its label."""
    space = FreeSpace()
    for label in plot.labels:
        text = f"{label.strong} {label.text}".strip()
        space.best_position([label.position], text, size=label.size)
    for curve in plot.curves:
        space.add_line(curve.rendered.curve.recall, curve.rendered.curve.precision)
    for line in plot.lines:
        space.add_line(line.x, line.y)
    text = messages.format("chart.threshold", threshold=threshold)
    place = space.best_position(positions_by_distance(x, y), text)
    label = PlotLabel("", place, palette.INK, strong=text)
    return replace(plot, selected=(x, y), labels=[*plot.labels, label])
