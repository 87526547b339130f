"""Scenes as Plotly figures: the precision-recall square with its curves, points and labels."""

from __future__ import annotations

from typing import Any

import numpy as np
import plotly.graph_objects as go

from pr_curve_lab.analysis.areas import JoinedArea, UnknownRegion
from pr_curve_lab.analysis.thinning import MeasuredPoints, Resolution
from pr_curve_lab.i18n.markup import escape_plotly
from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.figure import DictFigure, base_axis, base_layout
from pr_curve_lab.plotting.palette import Style
from pr_curve_lab.plotting.scene import (
    Scene,
    SceneCurve,
    SceneLabel,
    SceneLine,
    ScenePoints,
    joined_scene,
    measured_scene_points,
)

MARGIN = {"l": 66, "r": 14, "b": 58}  # px
RANGE = (-0.01, 1.01)
HATCH = {"shape": "/", "fgcolor": "rgba(91, 100, 112, 0.35)", "bgcolor": "rgba(91, 100, 112, 0.12)", "size": 9,
         "solidity": 0.12}  # fmt: skip


def pr_axes(messages: Messages, *, height: int, top_margin: int, ticks: tuple[float, ...]) -> go.Figure:
    """Empty axes, recall across and precision up, equal scales."""
    titles = messages.format("chart.recall"), messages.format("chart.precision")
    return square_axes(messages, *titles, height=height, top_margin=top_margin, ticks=ticks)


def square_axes(
    messages: Messages,
    x_title: str,
    y_title: str,
    *,
    height: int,
    top_margin: int,
    ticks: tuple[float, ...],
) -> go.Figure:
    """Empty axes from 0 to 1 with equal scales, and their titles."""
    shared = {"range": RANGE, "tickvals": ticks, "constrain": "domain"}
    return DictFigure(
        layout={
            **base_layout(messages, height=height, margin={**MARGIN, "t": top_margin}),
            "xaxis": base_axis(x_title, **shared),
            "yaxis": base_axis(y_title, **shared, scaleanchor="x", scaleratio=1),
        }
    )


def add_baseline_line(figure: go.Figure, prevalence: float, *, width: float = 2, **axes: str) -> None:
    """Draw the class balance without its label, where that has to look for room or has none.

    width: px; axes: the names of the picture's axes, where a figure has several pictures.
    """
    figure.add_scatter(
        name="baseline",
        x=np.array([0.0, 1.0]),
        y=np.array([prevalence, prevalence]),
        mode="lines",
        line={"color": palette.QUIET, "width": width, "dash": palette.BASELINE_DASH},
        hoverinfo="skip",
        **axes,
    )


def add_points(figure: go.Figure, points: ScenePoints, **axes: str) -> None:
    """Draw what is measured; the pointer reads the values of each point."""
    names = {"meta": points.name, "text": escape_plotly(points.name)} if points.name else {}
    figure.add_scatter(
        name="points",
        x=points.x,
        y=points.y,
        mode="markers",
        marker={
            "size": np.where(points.circled, points.size, 0),  # the rest answers the pointer only
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


MARKS = {"grid": (12, palette.PINK.line, 3), "chosen": (16, palette.INK, 4)}  # size, color of the rim and its width


def add_mark(figure: go.Figure, name: str) -> None:
    """Make room for circles with a thick rim, which the browser moves: the chosen threshold, or a grid of them."""
    size, color, width = MARKS[name]
    figure.add_scatter(
        name=name,
        x=[],
        y=[],
        mode="markers",
        marker={"size": size, "color": palette.PAPER, "line": {"color": color, "width": width}},
        cliponaxis=False,
        hoverinfo="skip",
    )


def plot_width(height: int, top_margin: int) -> int:
    """How many pixels wide recall 0 to 1 is, in a picture of that height on a screen that is wide enough.

    >>> plot_width(424, 34)
    325
    """
    return int((height - top_margin - MARGIN["b"]) / (RANGE[1] - RANGE[0]))


TOP_MARGIN = 34  # px, for the title
HEIGHT, MAX_HEIGHT = 366, 505  # px: these, the headline and the controls fit a projector of 720, and a large one
SIZES: list[dict[str, Any]] = [
    {"from": width, "layout": {"height": height}} for width, height in ((440, MAX_HEIGHT), (380, 404), (0, HEIGHT))
]  # from which width on which height: a square, its title and its axes
TICKS = (0.0, 0.5, 1.0)


def resolution(height: int = MAX_HEIGHT) -> Resolution:
    """How finely a picture of that height can show a curve.

    >>> resolution().width
    404
    """
    return Resolution(plot_width(height, TOP_MARGIN))


def joined_figure(
    joined: JoinedArea,
    points: MeasuredPoints,
    messages: Messages,
    *,
    height: int = HEIGHT,
    hidden: UnknownRegion | None = None,
) -> go.Figure:
    """Draw the curve of one scheme with its class balance and its area; hidden: what bins of counts hide of it."""
    drawn = [measured_scene_points(points, palette.style_of(joined.scheme), messages)]
    scene = joined_scene(joined, drawn, messages, prevalence=points.prevalence, hidden=hidden)
    return scene_figure(scene, messages, height=height)


def scene_figure(
    scene: Scene,
    messages: Messages,
    *,
    height: int = HEIGHT,
    top_margin: int = TOP_MARGIN,
    ticks: tuple[float, ...] = TICKS,
) -> go.Figure:
    """Draw a scene: each trace `curve`, closed to precision 0, has the printed area, and in `meta` its name.

    The traces `start_area` are the parts of it that an invented start adds.
    """
    assert scene.axes is not None, "a figure has axes"
    titles = scene.axes.x, scene.axes.y
    figure = square_axes(messages, *titles, height=height, top_margin=top_margin, ticks=ticks)
    add_scene(figure, scene)
    for label in scene.labels:
        figure.add_annotation(annotation_of(label))
    if scene.title:
        add_title(figure, scene.title, scene.title_style)
    figure.update_layout(meta={"kept": scene.n_kept})
    return figure


def add_scene(figure: go.Figure, scene: Scene, *, baseline_width: float = 2, **axes: str) -> None:
    """Draw all of a scene but its words, from the back to the front; axes: their names, where a figure has several."""
    for curve in scene.curves:
        if curve.shaded:
            _add_shapes(figure, curve, **axes)
    for line in scene.lines:
        _add_scene_line(figure, line, **axes)
    if scene.baseline is not None:
        add_baseline_line(figure, scene.baseline, width=baseline_width, **axes)
    for curve in scene.curves:
        if not curve.shaded:
            _add_shapes(figure, curve, **axes)
        if curve.style != palette.GRAY:
            _add_curve_line(figure, curve, **axes)
    for points in scene.points:
        add_points(figure, points, **axes)


def annotation_of(label: SceneLabel) -> dict[str, Any]:
    """A label as Plotly's annotation."""
    strong = [f"<b>{escape_plotly(label.strong)}</b>"] if label.strong else []
    text = " ".join([*strong, *([escape_plotly(label.text)] if label.text else [])])
    note = label.position.annotation(text, size=label.size, color=label.color)
    return note if label.background else {**note, "bgcolor": None, "borderpad": 0}


def _add_shapes(figure: go.Figure, curve: SceneCurve, **axes: str) -> None:
    """The shape that has the area, and the part of it that an invented start adds; a gray curve is its own line."""
    drawn = curve.rendered.curve
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


def _add_curve_line(figure: go.Figure, curve: SceneCurve, **axes: str) -> None:
    """What joins measured points, and dashed an invented start, up to the first of them.

    Of a thinned curve the line needs no more digits than are seen: the shape behind it has those of the area.
    """
    drawn = curve.rendered.curve
    digits = np.float64 if drawn.n_kept is None else np.float32
    pointer = {"text": escape_plotly(curve.text), "hoverinfo": "text"} if curve.text else {"hoverinfo": "skip"}
    start_width = curve.width if curve.dash == "solid" and curve.shaded else palette.THIN_WIDTH
    for name, vertices, width, dash in (
        ("line", slice(drawn.n_extrapolated, None), curve.width, curve.dash),
        ("start", curve.start, start_width, palette.START_DASH),
    ):
        figure.add_scatter(
            name=name,
            meta=curve.name,
            x=drawn.recall[vertices].astype(digits),
            y=drawn.precision[vertices].astype(digits),
            mode="lines",
            line={"color": curve.style.line, "width": width, "dash": dash, "shape": "linear"},
            cliponaxis=False,
            **pointer,
            **axes,
        )


def _add_scene_line(figure: go.Figure, line: SceneLine, **axes: str) -> None:
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
    figure.add_annotation(
        xref="x domain",
        yref="y domain",
        x=0.0,
        y=1.0,
        xanchor="left",
        yanchor="bottom",
        yshift=6,
        text=f"<b>{escape_plotly(text)}</b>",
        font={"size": palette.LABEL_SIZE + 1, "color": style.text},
        showarrow=False,
    )
