"""Draw plots as Plotly figures: square precision-recall axes with curves, points and labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from textwrap import wrap
from typing import Any

import numpy as np
import plotly.graph_objects as go

from pr_curve_lab.analysis.areas import JoinedArea, UnknownRegion
from pr_curve_lab.analysis.thinning import Resolution, measured_points
from pr_curve_lab.i18n.messages import Messages, escape_plotly
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.figure import base_axis, empty_figure, frozen_figure
from pr_curve_lab.plotting.labels import FIRST_CHINESE, text_annotation, text_width
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

MARGIN = {"r": 8, "b": 28}  # px; the ticks and the name of the horizontal axis are below the picture
NARROW_MARGIN = 30  # px, on the left if the name of the vertical axis is above the picture
NAME_HEIGHT = 22  # px, of that name
TICK_GAP = 4  # px, between the ticks of the vertical axis and the circles on it
AXIS_GAP = 9  # px, between the name of the vertical axis and the axis
LATIN_WIDTH, CHINESE_WIDTH = 7, 16  # px of a character in the name of the vertical axis
WRAP_WIDTH = 10  # characters in a line of that name
RANGE = (-0.01, 1.01)
TICKS = (0.0, 0.5, 1.0)
NAME_X, NAME_Y = 0.75, 0.75  # where the names of the axes are, between two ticks
# px, by `text_width`, of the name of the horizontal axis, so that it fits between two ticks, and of a smaller one:
NAME_WIDTH, MAX_NAME_WIDTH = 124, 165
TICK_WIDTHS = 24  # px, of half of each of these two ticks, with gaps
HATCH = {"shape": "/", "fgcolor": "rgba(91, 100, 112, 0.35)", "bgcolor": "rgba(91, 100, 112, 0.12)", "size": 9,
         "solidity": 0.12}  # fmt: skip


def square_axes(messages: Messages, titles: Axes, *, height: int, top_margin: int) -> go.Figure:
    """Return a figure with empty axes from 0 to 1 with equal scales, at the left edge, and the names of the axes.

    Both names are level, between two ticks. The vertical one is the title of the layout, which has a place of its own
    for each width and stays when the browser replaces the annotations.
    """
    lines = wrap_axis_name(titles.y)
    font = {"size": palette.TICK_SIZE, "color": palette.SECONDARY}
    shared = {"range": RANGE, "tickvals": TICKS, "constrain": "domain", "tickfont": font}
    across = base_axis("", constraintoward="left", **shared)
    up = base_axis("", constraintoward="top", scaleanchor="x", scaleratio=1, ticklabelstandoff=TICK_GAP, **shared)
    margin = {**MARGIN, "l": left_margin(lines), "t": top_margin}
    name = {"text": "<br>".join(lines), "font": font, "xref": "paper", "yref": "paper", **BESIDE_AXIS}
    figure = empty_figure(messages, height=height, margin=margin, xaxis=across, yaxis=up, title=name)
    room = plot_width(height, top_margin) / 2 - TICK_WIDTHS
    text = titles.x if text_width(titles.x) <= min(MAX_NAME_WIDTH, room) else titles.x.split("（")[0]
    size = palette.TICK_SIZE if text_width(text) <= NAME_WIDTH else palette.TICK_SIZE - 1
    place = {"xref": "x domain", "yref": "y domain", "xanchor": "center", "yanchor": "top", "yshift": 1, "name": "axis"}
    figure.add_annotation(text_annotation(NAME_X, 0, text, palette.SECONDARY, size, **place))
    return figure


NARROW = (*range(390, 170, -20), 0)  # px, the minimum widths of pictures whose vertical name is above
BESIDE_AXIS = {"x": 0, "y": NAME_Y, "xanchor": "right", "yanchor": "middle", "pad": {"r": AXIS_GAP}}
ABOVE_AXIS = {"x": 0, "y": 1, "xanchor": "left", "yanchor": "bottom", "pad": {"b": 12}}


def wrap_axis_name(name: str) -> list[str]:
    """Return the lines of the name of a vertical axis; an English term in parentheses has a line of its own.

    >>> wrap_axis_name("Precision gain"), wrap_axis_name("查准率（precision）")
    (['Precision', 'gain'], ['查准率', 'precision'])
    """
    return [line for part in name.removesuffix("）").split("（") for line in wrap(part, WRAP_WIDTH)]


def left_margin(lines: Sequence[str]) -> int:
    """Return the left margin of a picture in px, in which the name of the vertical axis starts at the left edge.

    >>> left_margin(["Precision"]), left_margin(["查准率"])
    (72, 57)
    """
    widths = (sum(CHINESE_WIDTH if ord(one) >= FIRST_CHINESE else LATIN_WIDTH for one in line) for line in lines)
    return AXIS_GAP + max(widths, default=0)


def square_layouts(sides: Mapping[int, int], titles: Axes, *, top_margin: int) -> list[dict[str, Any]]:
    """Return the layouts of a square picture for `show_fitted_chart`; below `NARROW`, the vertical name is above it.

    sides: the side of the square in px for each minimum width of the picture, the widest first.
    """
    lines = wrap_axis_name(titles.y)
    left = left_margin(lines)
    wide = [(width, side, left, top_margin, BESIDE_AXIS) for width, side in sides.items()]
    above = top_margin + NAME_HEIGHT
    narrow = [(at, at - NARROW_MARGIN - MARGIN["r"], NARROW_MARGIN, above, ABOVE_AXIS) for at in NARROW]
    return [
        {
            "from": width,
            "layout": {
                "height": round(side * (RANGE[1] - RANGE[0])) + top + MARGIN["b"],
                "margin": {**MARGIN, "l": margin, "t": top},
                "title.text": ("<br>" if place == BESIDE_AXIS else " ").join(lines),
                **{f"title.{name}": value for name, value in place.items()},
            },
        }
        for width, side, margin, top, place in [*wide, *narrow]
    ]


def square_heights(figure: go.Figure, sides: Mapping[int, int]) -> list[dict[str, Any]]:
    """Return the layouts of a square picture with a title, as `square_layouts`, but with its margins at all widths."""
    margin = frozen_figure(figure).to_dict()["layout"]["margin"]
    fitted = {width: max(width - margin["l"] - margin["r"], 0) / (RANGE[1] - RANGE[0]) for width in NARROW}
    return [
        {"from": width, "layout": {"height": round(side * (RANGE[1] - RANGE[0])) + margin["t"] + margin["b"]}}
        for width, side in {**sides, **fitted}.items()
    ]


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

    >>> plot_width(391, 34)
    322
    """
    return int((height - top_margin - MARGIN["b"]) / (RANGE[1] - RANGE[0]))


TOP_MARGIN, HEADROOM = 34, 12  # px: for the title, and for the upper half of a circle
HEIGHT, MAX_HEIGHT = 391, 568  # px; with headline and controls, these fit a projector of 720 px, and a large one
SIDES = {588: 496, 465: 384, 404: 322}  # px, of one of two squares side by side, for each minimum width


def resolution(height: int = MAX_HEIGHT) -> Resolution:
    """Return the resolution at which a picture of that height can show a curve.

    >>> resolution().width
    496
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


def plotly_figure(plot: Plot, messages: Messages, *, height: int = HEIGHT) -> go.Figure:
    """Draw a plot; the area under each trace `curve` is the printed area, and its `meta` is the name of the curve.

    The traces `start_area` are the parts of it under an extrapolated start.
    """
    assert plot.axes is not None, "a figure has axes"
    figure = square_axes(messages, plot.axes, height=height, top_margin=TOP_MARGIN)
    add_plot(figure, plot)
    if plot.title:  # before the labels, so that a page that shows it as a control can hide it by its index
        add_title(figure, plot.title, plot.title_style)
    for label in plot.labels:
        figure.add_annotation(annotation_of(label))
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
    return label.position.annotation(text, size=label.size, color=label.color)


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
