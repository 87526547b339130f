"""A picture of curves as data, in recall and precision, independent of the library that draws it.

A plot is made once from finished results, with the positions of its labels. It is drawn by Plotly
(`plotting/curve.py`), as SVG by Python (`plotting/svg.py`) or in the browser (`web/plot_json.py`,
`web/scripts/pictures.js`), or by matplotlib (`notebook/display.py`). All of them draw the curve that has the printed
area.

White circles with a colored rim are measured points, the lines between them are assumptions, and an extrapolated start
is dashed and shaded twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from pr_curve_lab.analysis.areas import JoinedArea, ThinnedArea, UnknownRegion
from pr_curve_lab.analysis.formatting import format_prevalence
from pr_curve_lab.analysis.thinning import MeasuredPoints, Resolution, circle_indices, circle_mask, thin_curve
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
    """A curve with its printed area, which is the area between the curve and precision 0."""

    thinned: ThinnedArea
    name: str  # the key of its scheme, or the name of its model
    style: Style
    shaded: bool = True
    width: float = palette.CURVE_WIDTH  # px
    dash: str = "solid"
    text: str = ""  # the tooltip

    @property
    def start(self) -> slice:
        """The vertices of an extrapolated start, up to the first measured point; empty if there is none."""
        n_extrapolated = self.thinned.curve.n_extrapolated
        return slice(0, n_extrapolated + 1 if n_extrapolated else 0)

    @property
    def lines(self) -> list[PlotLine]:
        """The line that joins measured points, and the dashed line of an extrapolated start up to the first of them."""
        recall, precision = self.thinned.curve.recall, self.thinned.curve.precision
        first = self.thinned.curve.n_extrapolated
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
    down_to_0: bool = False  # whether the shape is the area under the line
    component: str = ""  # the name of the curve or of the component of an average that the line belongs to
    text: str = ""  # the tooltip


@dataclass(frozen=True, slots=True, eq=False)
class PlotPoints:
    """The measured points of one curve."""

    x: np.ndarray
    y: np.ndarray
    style: Style
    circled: np.ndarray  # a mask of the points with room for a circle; the others have only a tooltip
    values: np.ndarray | None = None  # values in the tooltips, shape (n_points, n_values); `hover` is their template
    hover: str = ""
    name: str = ""  # of the model, if there are several
    size: float = palette.POINT_SIZE  # px
    border: float = 2.0  # px


@dataclass(frozen=True, slots=True)
class PlotLabel:
    """A text in a picture with its position; `strong` is written before it, in bold."""

    text: str
    position: LabelPosition
    color: str = palette.QUIET
    size: int = palette.SMALL_SIZE
    strong: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Plot:
    """A whole picture; earlier fields, and earlier items of a field, are drawn behind later ones."""

    axes: Axes | None  # None draws no axes
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
        """How many of its own vertices the most detailed thinned curve keeps; None if no curve is thinned."""
        return max((one.thinned.curve.n_kept or 0 for one in self.curves), default=0) or None


def thin_plot(plot: Plot, resolution: Resolution) -> Plot:
    """Return the plot for a smaller picture, with curves thinned to its resolution."""
    curves = []
    for one in plot.curves:
        curve = thin_curve(one.thinned.curve, resolution)
        kept = curve if curve.n_kept is not None else replace(curve, n_kept=one.thinned.curve.n_kept)
        curves.append(replace(one, thinned=ThinnedArea(curve=kept, area=one.thinned.area)))
    return replace(plot, curves=curves)


def baseline_line(prevalence: float, width: float = 2) -> PlotLine:
    """Return the dashed line of the class balance, without its label; width: px."""
    across = np.array([0.0, 1.0])
    return PlotLine("baseline", across, np.full(2, prevalence), width=width, dash=palette.BASELINE_DASH)


def pr_titles(messages: Messages, top: float = 1.0) -> Axes:
    """Return the axes of a precision-recall picture.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> pr_titles(messages_in("en"))
    Axes(x='Recall', y='Precision', top=1.0)
    """
    return Axes(messages.format("chart.recall"), messages.format("chart.precision"), top)


LABEL_ABOVE_BELOW = 0.12  # prevalence under which the label would hit the axis, so it goes above the line
LABEL_STEP, N_STEPS, MAX_LABEL_Y = 0.05, 14, 0.7  # precision: heights that are tried for the label above a curve
LABEL_X = 0.015  # recall, between the label and the edge of the picture
MAX_COVERED = 3  # points of a line that the label may cover in the narrowest picture to stay at its own line
MIDDLE_X = (0.2, 0.35, 0.5)  # recall where the label may begin if both ends of its line are taken
NUMBER_RECALLS, NUMBER_HEIGHTS = (0.5, 0.35, 0.2, 0.65, 0.8), (0.17, 0.3, 0.42, 0.6, 0.75, 0.88)
NUMBER_ROOM = 40  # px; the area gets the space of a number in this font size, which is larger than its own


def baseline_label(prevalence: float, space: FreeSpace, messages: Messages, text: str | None = None) -> PlotLabel:
    """Return the label of the class balance at its line; if a curve is there, at the other end or above the curve.

    text: the class balance as text; None formats it here.
    """
    label = messages.format("chart.baseline", prevalence=text or format_prevalence(prevalence))
    return PlotLabel(label, baseline_position(prevalence, label, space))


def baseline_position(prevalence: float, label: str, space: FreeSpace) -> LabelPosition:
    """Return the position of the label of the class balance, and occupy it and the line."""
    ends = [_on_line(LABEL_X, "right", prevalence), _on_line(1 - LABEL_X, "left", prevalence)]
    middle = [_on_line(x, "right", prevalence) for x in MIDDLE_X]
    rising = [min(prevalence + LABEL_STEP * step, MAX_LABEL_Y) for step in range(1, N_STEPS)]
    above = [_on_line(1 - LABEL_X, "left", height) for height in rising]
    place = space.empty_position([*ends, *middle], label, max_covered=MAX_COVERED)
    place = place or space.best_position([*ends, *middle, *above], label)
    space.add_line(np.array([0.0, 1.0]), np.full(2, prevalence))
    return place


def _on_line(x: float, to: str, height: float) -> LabelPosition:
    return LabelPosition(x, height, to, "above" if height < LABEL_ABOVE_BELOW else "below", shift=0)


def area_label(text: str, color: str, space: FreeSpace) -> PlotLabel:
    """Return the label of the printed area, at a position where it covers nothing or least."""
    places = [LabelPosition(x, y) for x in NUMBER_RECALLS for y in NUMBER_HEIGHTS]
    place = space.best_position(places, text, size=NUMBER_ROOM)
    return PlotLabel("", place, color, palette.AREA_SIZE, strong=text)


def hidden_region(hidden: UnknownRegion | None) -> list[PlotLine]:
    """Return the region in which binned counts leave the curve unknown, if there is one."""
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
    """Return the plot of one scheme with its points and its area, and with the class balance unless that is None.

    title: None is the name of the scheme. area_text: the area as text; None prints three decimals.
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
    """Return measured points with their counts for the tooltips."""
    circled = circle_mask(points.recall, points.precision)
    return PlotPoints(points.recall, points.precision, style, circled, points.values, messages.raw("chart.hover"))


def marker_points(points: OperatingPoints, style: Style, *, size_factor: float = 1.0, **options: Any) -> PlotPoints:
    """Return the points that have room for a circle, with threshold, hits, false alarms and misses for the tooltips.

    size_factor: the size of the picture relative to an ordinary one. options: those of `PlotPoints`.
    """
    shown = points.take(circle_indices(points.recall, points.precision, size=size_factor))
    hits = shown.true_positives
    values = np.column_stack((shown.threshold, hits, shown.false_positives, points.positives - hits))
    return PlotPoints(shown.recall, shown.precision, style, np.ones(hits.size, dtype=bool), values, **options)


def with_selected_point(plot: Plot, x: float, y: float, threshold: str, messages: Messages) -> Plot:
    """Return the plot with the point of a threshold and its label."""
    space = FreeSpace()
    for label in plot.labels:
        text = f"{label.strong} {label.text}".strip()
        space.best_position([label.position], text, size=label.size)
    for curve in plot.curves:
        space.add_line(curve.thinned.curve.recall, curve.thinned.curve.precision)
    for line in plot.lines:
        space.add_line(line.x, line.y)
    text = messages.format("chart.threshold", threshold=threshold)
    place = space.best_position(positions_by_distance(x, y), text)
    label = PlotLabel("", place, palette.INK, strong=text)
    return replace(plot, selected=(x, y), labels=[*plot.labels, label])
