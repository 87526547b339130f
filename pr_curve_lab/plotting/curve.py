"""Draw plots as Plotly figures: square precision-recall axes with curves, points and labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import plotly.graph_objects as go

from pr_curve_lab.analysis.areas import JoinedArea, UnknownRegion
from pr_curve_lab.analysis.thinning import Resolution, measured_points
from pr_curve_lab.i18n.messages import Messages, escape_plotly
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.figure import base_axis, empty_figure
from pr_curve_lab.plotting.labels import text_annotation
from pr_curve_lab.plotting.palette import Style
from pr_curve_lab.plotting.plot import (
    Axes,
    Plot,
    PlotCurve,
    PlotLabel,
    PlotLine,
    PlotPoints,
    baseline_line,
    joined_plot,
    measured_plot_points,
)
from pr_metrics import OperatingPoints

MARGIN = {"l": 66, "r": 14, "b": 58}  # px
RANGE = (-0.01, 1.01)
HATCH = {"shape": "/", "fgcolor": "rgba(91, 100, 112, 0.35)", "bgcolor": "rgba(91, 100, 112, 0.12)", "size": 9,
         "solidity": 0.12}  # fmt: skip


def square_axes(
    messages: Messages, titles: Axes, *, height: int, top_margin: int, ticks: tuple[float, ...]
) -> go.Figure:
    """Return a figure with empty axes from 0 to 1 with equal scales, and their titles."""
    shared = {"range": RANGE, "tickvals": ticks, "constrain": "domain"}
    across, up = base_axis(titles.x, **shared), base_axis(titles.y, **shared, scaleanchor="x", scaleratio=1)
    return empty_figure(messages, height=height, margin={**MARGIN, "t": top_margin}, xaxis=across, yaxis=up)


def add_points(figure: go.Figure, points: PlotPoints, **axes: str) -> None:
    """Draw measured points; the tooltip of each shows its values."""
    names = {"meta": points.name, "text": escape_plotly(points.name)} if points.name else {}
    figure.add_scatter(
        name="points",
        x=points.x,
        y=points.y,
        mode="markers",
        marker={
            "size": np.where(points.circled, points.size, 0),  # the others have only a tooltip
            "opacity": 1,  # Plotly fades markers of unequal size
            "color": palette.PAPER,
            "line": {"color": points.style.line, "width": points.border},
        },
        cliponaxis=False,
        customdata=points.values,
        hovertemplate=points.hover,
        **names,
        **axes,
    )


MARKS = {"grid": (12, palette.PINK.line, 3), "selected": (16, palette.INK, 4)}  # size, color of the rim and its width


def add_mark(figure: go.Figure, name: str, x: Sequence[float] = (), y: Sequence[float] = ()) -> None:
    """Add circles with a thick rim: the selected threshold, or a grid; without coordinates the browser sets them."""
    size, color, width = MARKS[name]
    figure.add_scatter(
        name=name,
        x=list(x),
        y=list(y),
        mode="markers",
        marker={"size": size, "color": palette.PAPER, "line": {"color": color, "width": width}},
        cliponaxis=False,
        hoverinfo="skip",
    )


def plot_width(height: int, top_margin: int) -> int:
    """Return the pixels from recall 0 to 1, in a picture of that height on a screen that is wide enough.

    >>> plot_width(424, 34)
    325
    """
    return int((height - top_margin - MARGIN["b"]) / (RANGE[1] - RANGE[0]))


TOP_MARGIN = 34  # px, for the title
HEIGHT, MAX_HEIGHT = 366, 505  # px; with headline and controls, these fit a projector of 720 px, and a large one
SIZES: list[dict[str, Any]] = [
    {"from": width, "layout": {"height": height}} for width, height in ((440, MAX_HEIGHT), (380, 404), (0, HEIGHT))
]  # the height for each minimum width: that of a square with its title and axes
TICKS = (0.0, 0.5, 1.0)


def resolution(height: int = MAX_HEIGHT) -> Resolution:
    """Return the resolution at which a picture of that height can show a curve.

    >>> resolution().width
    404
    """
    return Resolution(plot_width(height, TOP_MARGIN))


def joined_figure(
    joined: JoinedArea,
    points: OperatingPoints,
    messages: Messages,
    *,
    height: int = HEIGHT,
    hidden: UnknownRegion | None = None,
) -> go.Figure:
    """Draw the curve of one scheme with class balance and area; hidden: where binned counts leave the curve unknown."""
    drawn = [measured_plot_points(measured_points(points), palette.style_of(joined.scheme), messages)]
    plot = joined_plot(joined, drawn, messages, prevalence=points.prevalence, hidden=hidden)
    return plotly_figure(plot, messages, height=height)


def plotly_figure(
    plot: Plot, messages: Messages, *, height: int = HEIGHT, ticks: tuple[float, ...] = TICKS
) -> go.Figure:
    """Draw a plot; the area under each trace `curve` is the printed area, and its `meta` is the name of the curve.

    The traces `start_area` are the parts of it under an extrapolated start.
    """
    assert plot.axes is not None, "a figure has axes"
    figure = square_axes(messages, plot.axes, height=height, top_margin=TOP_MARGIN, ticks=ticks)
    add_plot(figure, plot)
    for label in plot.labels:
        figure.add_annotation(annotation_of(label))
    if plot.title:
        add_title(figure, plot.title, plot.title_style)
    figure.update_layout(meta={"kept": plot.n_kept})
    return figure


def add_plot(figure: go.Figure, plot: Plot, *, baseline_width: float = 2, **axes: str) -> None:
    """Draw all of a plot except text, from the back to the front; axes: their names, if a figure has several."""
    for curve in plot.curves:
        if curve.shaded:
            _add_shapes(figure, curve, **axes)
    for line in plot.lines:
        add_line(figure, line, **axes)
    if plot.baseline is not None:
        add_line(figure, baseline_line(plot.baseline, baseline_width), **axes)
    for curve in plot.curves:
        if not curve.shaded:
            _add_shapes(figure, curve, **axes)
        if curve.style != palette.GRAY:  # the shape of a gray curve has its line
            for line in curve.lines:
                add_line(figure, _float32_line(line) if curve.thinned.curve.n_kept else line, **axes)
    for points in plot.points:
        add_points(figure, points, **axes)
    if plot.selected is not None:
        x, y = plot.selected
        add_mark(figure, "selected", [x], [y])


def annotation_of(label: PlotLabel) -> dict[str, Any]:
    """Return a label as a Plotly annotation."""
    strong = [f"<b>{escape_plotly(label.strong)}</b>"] if label.strong else []
    text = " ".join([*strong, *([escape_plotly(label.text)] if label.text else [])])
    note = label.position.annotation(text, size=label.size, color=label.color)
    return note if label.background else {**note, "bgcolor": None, "borderpad": 0}


def _add_shapes(figure: go.Figure, curve: PlotCurve, **axes: str) -> None:
    """Draw the shape that has the area, with a line if it is gray, and again its part under an extrapolated start."""
    drawn = curve.thinned.curve
    line: dict[str, Any] = {"width": 0, "shape": "linear"}
    if curve.style == palette.GRAY:
        line |= {"color": curve.style.line, "width": curve.width}
    shape = {"mode": "lines", "line": line, "meta": curve.name, **axes}
    pointer = {"text": escape_plotly(curve.text), "hoverinfo": "text"} if line["width"] else {"hoverinfo": "skip"}
    fill = {"fill": "tozeroy", "fillcolor": curve.style.fill} if curve.shaded else {}
    figure.add_scatter(name="curve", x=drawn.recall, y=drawn.precision, **shape, **pointer, **fill)
    if curve.shaded:
        x, y = drawn.recall[curve.start], drawn.precision[curve.start]
        figure.add_scatter(name="start_area", x=x, y=y, **shape, **pointer, **fill)


def _float32_line(line: PlotLine) -> PlotLine:
    """Return the line of a thinned curve in single precision; only the shape behind it must have the exact area."""
    return replace(line, x=line.x.astype(np.float32), y=line.y.astype(np.float32))


def add_line(figure: go.Figure, line: PlotLine, **axes: str) -> None:
    """Draw a line without a printed area, or a filled shape; axes: their names, if a figure has several."""
    pattern = {"fillpattern": HATCH} if line.name == "unachievable" else {"fillcolor": line.fill}
    figure.add_scatter(
        name=line.name,
        meta=line.component or None,
        x=line.x,
        y=line.y,
        mode="lines",
        line={"color": line.color, "width": line.width, "dash": line.dash, "shape": "linear"},
        cliponaxis=False,
        **({"fill": "tozeroy" if line.down_to_0 else "toself", **pattern} if line.fill else {}),
        **({"text": escape_plotly(line.text), "hoverinfo": "text"} if line.text else {"hoverinfo": "skip"}),
        **axes,
    )


def add_title(figure: go.Figure, text: str, style: Style) -> None:
    """Write a title above the upper left corner."""
    place = {"xref": "x domain", "yref": "y domain", "xanchor": "left", "yanchor": "bottom", "yshift": 6}
    written, size = f"<b>{escape_plotly(text)}</b>", palette.LABEL_SIZE + 1
    figure.add_annotation(text_annotation(0.0, 1.0, written, style.text, size, **place))
