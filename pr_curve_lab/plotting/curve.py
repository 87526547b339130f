"""The precision-recall square with class balance and points, and a joined curve with its area in it.

A white circle with a coloured rim is measured; a line is assumed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import plotly.graph_objects as go

from pr_curve_lab.analysis.areas import JoinedArea, UnknownRegion
from pr_curve_lab.analysis.formatting import format_prevalence
from pr_curve_lab.analysis.thinning import MeasuredPoints, RenderedCurve, Resolution, spaced_mask
from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.figure import DictFigure, base_axis, base_layout
from pr_curve_lab.plotting.labels import box_of, points_in_box, sample_line
from pr_curve_lab.plotting.palette import Style
from pr_metrics import JoinedCurve

MARGIN = {"l": 66, "r": 14, "b": 58}  # px
RANGE = (-0.01, 1.01)
LABEL_ABOVE_BELOW = 0.12  # prevalence under which the label would hit the axis, so it goes above the line
LOW_PREVALENCE = 0.02  # class balance under which a veil behind the label would hide a curve that lies as low
LABEL_STEP, N_STEPS, MAX_LABEL_Y = (
    0.05,
    14,
    0.7,
)  # precision: where else the label is looked for, above a curve near the line
LABEL_HEIGHT = 0.1  # precision: a line of small type in the smallest of these pictures, which is 220 px high


def pr_axes(messages: Messages, *, height: int, top_margin: int, ticks: tuple[float, ...], same_data: str) -> go.Figure:
    """Empty axes, recall across and precision up, equal scales; zoom survives while `same_data` stays the same."""
    titles = messages.format("chart.recall"), messages.format("chart.precision")
    return square_axes(messages, *titles, height=height, top_margin=top_margin, ticks=ticks, same_data=same_data)


def square_axes(
    messages: Messages,
    x_title: str,
    y_title: str,
    *,
    height: int,
    top_margin: int,
    ticks: tuple[float, ...],
    same_data: str,
) -> go.Figure:
    """Empty axes from 0 to 1 with equal scales, and their titles; zoom survives while `same_data` stays the same."""
    shared = {"range": RANGE, "tickvals": ticks, "constrain": "domain"}
    return DictFigure(
        layout={
            **base_layout(messages, height=height, margin={**MARGIN, "t": top_margin}, same_data=same_data),
            "xaxis": base_axis(x_title, **shared),
            "yaxis": base_axis(y_title, **shared, scaleanchor="x", scaleratio=1),
        }
    )


def add_baseline(
    figure: go.Figure,
    prevalence: float,
    messages: Messages,
    text: str | None = None,
    *,
    curve: RenderedCurve | None = None,
) -> None:
    """Draw the class balance, dashed and labelled on the line: the precision of a random ranking.

    text: the class balance, where the page writes it in its own way. curve: what the label would hide; there it stands
    at the other end, or above the curve.
    """
    add_baseline_line(figure, prevalence)
    said = messages.format("chart.baseline", prevalence=text or format_prevalence(prevalence))
    left = _baseline_label(said, 0.015, "left", prevalence)
    rising = [min(prevalence + LABEL_STEP * step, MAX_LABEL_Y) for step in range(N_STEPS)]
    places = [left, *(_baseline_label(said, 0.985, "right", height) for height in rising)]
    figure.add_annotation(left if curve is None else _best_position(curve, places))


def _baseline_label(text: str, x: float, side: str, height: float) -> dict[str, Any]:
    return {
        "x": x,
        "y": height,
        "xanchor": side,
        "yanchor": "bottom" if height < LABEL_ABOVE_BELOW else "top",
        "text": text,
        "font": {"size": palette.SMALL_SIZE, "color": palette.QUIET},
        **({} if height < LOW_PREVALENCE else {"bgcolor": palette.LABEL_BACKGROUND}),
        "showarrow": False,
    }


def _best_position(curve: RenderedCurve, positions: list[dict[str, Any]]) -> dict[str, Any]:
    """The place of a label that covers least of a curve, the first of equals."""
    line = sample_line(np.asarray(curve.recall, float), np.asarray(curve.precision, float))
    return min(positions, key=lambda place: points_in_box(line, box_of(place)))


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


def add_hidden(figure: go.Figure, hidden: UnknownRegion | None) -> None:
    """Shade what bins of counts hide of the curve, where they hide anything."""
    if hidden is None:
        return
    figure.add_scatter(
        name="hidden",
        x=hidden.recall,
        y=hidden.precision,
        mode="lines",
        line={"width": 0, "shape": "linear"},
        fill="toself",
        fillcolor=palette.HIDDEN,
        hoverinfo="skip",
    )


def baseline_range(prevalence: float) -> tuple[float, float]:
    """The strip, in precision, that the line of the class balance and its label take.

    >>> [[round(float(edge), 2) for edge in baseline_range(prevalence)] for prevalence in (0.05, 0.5)]
    [[0.05, 0.15], [0.4, 0.5]]
    """
    bottom = prevalence if prevalence < LABEL_ABOVE_BELOW else prevalence - LABEL_HEIGHT
    return bottom, bottom + LABEL_HEIGHT


def add_points(figure: go.Figure, points: MeasuredPoints, style: Style, messages: Messages) -> None:
    """Draw the measured points, with counts on hover."""
    add_marker_points(figure, points.recall, points.precision, style, points.values, messages.raw("chart.hover"))


def add_marker_points(
    figure: go.Figure,
    x: np.ndarray,
    y: np.ndarray,
    style: Style,
    values: np.ndarray,
    template: str,
    *,
    mask: np.ndarray | None = None,
) -> None:
    """Draw what is measured; the pointer reads the facts of each point, shape (n_points, n_facts), threshold first.

    mask: which points get a circle, where another picture shows the same ones; else those that have room.
    """
    with_circle = spaced_mask(x, y) if mask is None else mask
    figure.add_scatter(
        name="points",
        x=x,
        y=y,
        mode="markers",
        marker={
            "size": np.where(with_circle, palette.POINT_SIZE, 0),  # the rest answers the pointer only
            "opacity": 1,  # Plotly fades markers of unequal size
            "color": palette.PAPER,
            "line": {"color": style.line, "width": 2},
        },
        cliponaxis=False,
        customdata=values,
        hovertemplate=template,
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
NUMBER_AT = 0.5  # recall
NUMBER_HEIGHTS = (0.17, 0.3, 0.42, 0.6, 0.75, 0.88)  # precision, the lowest first: few curves pass there
NUMBER_MARGIN = 0.1  # precision that the number keeps from lines and words, measured from its middle
NUMBER_WIDTH = 0.14  # recall to either side


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
    same_data: str,
    height: int = HEIGHT,
    hidden: UnknownRegion | None = None,
) -> go.Figure:
    """Draw the curve of one scheme; its trace `curve`, closed to precision 0, has the printed area.

    The trace `start_area` is the part of it that an invented start adds. hidden: what bins hide.
    """
    style, curve = palette.style_of(joined.scheme), joined.curve
    figure = pr_axes(messages, height=height, top_margin=TOP_MARGIN, ticks=TICKS, same_data=same_data)
    add_shape(figure, "curve", curve, slice(None), style.fill)
    add_shape(figure, "start_area", curve, start_slice(curve), style.start_fill)
    add_hidden(figure, hidden)
    add_baseline(figure, points.prevalence, messages)
    add_line(figure, curve, style)
    add_points(figure, points, style, messages)
    add_title(figure, messages.format(f"schemes.{joined.scheme}.name"), style)
    add_number(figure, joined.area, number_height(curve, points.prevalence), style, messages)
    figure.update_layout(meta={"kept": curve.n_original})
    return figure


def start_slice(curve: JoinedCurve) -> slice:
    """The vertices of an invented start, up to the first measured point; none without one."""
    return slice(0, curve.n_extrapolated + 1 if curve.n_extrapolated else 0)


def add_shape(figure: go.Figure, name: str, curve: JoinedCurve, vertices: slice, color: str) -> None:
    """Shade what lies under some vertices of a curve, down to 0."""
    figure.add_scatter(
        name=name,
        x=curve.recall[vertices],
        y=curve.precision[vertices],
        mode="lines",
        line={"width": 0, "shape": "linear"},
        fill="tozeroy",
        fillcolor=color,
        hoverinfo="skip",
    )


def add_line(figure: go.Figure, curve: RenderedCurve, style: palette.Style) -> None:
    """Draw what joins measured points solid, and an invented start, up to the first of them, dashed.

    Of a thinned curve the line needs no more digits than are seen: the shape behind it has those of the area.
    """
    digits = np.float64 if curve.n_original is None else np.float32
    parts = {"line": (slice(curve.n_extrapolated, None), "solid"), "start": (start_slice(curve), palette.START_DASH)}
    for name, (vertices, dash) in parts.items():
        figure.add_scatter(
            name=name,
            x=curve.recall[vertices].astype(digits),
            y=curve.precision[vertices].astype(digits),
            mode="lines",
            line={"color": style.line, "width": palette.CURVE_WIDTH, "dash": dash, "shape": "linear"},
            cliponaxis=False,
            hoverinfo="skip",
        )


def add_title(figure: go.Figure, text: str, style: palette.Style) -> None:
    """Write a title above the upper left corner."""
    figure.add_annotation(
        xref="x domain",
        yref="y domain",
        x=0.0,
        y=1.0,
        xanchor="left",
        yanchor="bottom",
        yshift=6,
        text=f"<b>{text}</b>",
        font={"size": palette.LABEL_SIZE + 1, "color": style.text},
        showarrow=False,
    )


def number_height(curve: JoinedCurve, prevalence: float | None) -> float:
    """The lowest height at which the number stands clear of class balance and curve, or the clearest of the curve.

    prevalence: None where no class balance is drawn.
    """
    across = np.linspace(NUMBER_AT - NUMBER_WIDTH, NUMBER_AT + NUMBER_WIDTH, 29)
    near = np.abs(curve.recall - NUMBER_AT) <= NUMBER_WIDTH
    line = np.concatenate((np.interp(across, curve.recall, curve.precision), curve.precision[near]))
    room = {
        height: float(np.abs(line - height).min())
        for height in NUMBER_HEIGHTS
        if _clear_of_baseline(prevalence, height)
    }
    return next((height for height in room if room[height] >= NUMBER_MARGIN), max(room, key=room.__getitem__))


def _clear_of_baseline(prevalence: float | None, height: float) -> bool:
    """Whether a number at that height keeps its room from the class balance and from its label: no data take all."""
    if prevalence is None:
        return True
    bottom, top = baseline_range(prevalence)
    return height >= top + NUMBER_MARGIN or height <= bottom - NUMBER_MARGIN


def add_number(figure: go.Figure, area: float, height: float, style: palette.Style, messages: Messages) -> None:
    """Write the area at a height, in the middle."""
    figure.add_annotation(
        x=NUMBER_AT,
        y=height,
        text=f"<b>{messages.format('chart.area', area=area)}</b>",
        font={"size": palette.AREA_SIZE, "color": style.text},
        showarrow=False,
    )
