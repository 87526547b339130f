"""One scheme's curve with its area: shaded, and the number in it is the area of the shape."""

from __future__ import annotations

from typing import Any

import numpy as np
import plotly.graph_objects as go

from pr_curve_lab.analysis.hidden_in_bins import Hidden
from pr_curve_lab.analysis.joined_areas import JoinedArea
from pr_curve_lab.analysis.measured_points import MeasuredPoints
from pr_curve_lab.analysis.thinning import DrawnCurve, Resolution
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.pr_axes import add_baseline, add_hidden, add_points, balance_strip, drawn_width, pr_axes
from pr_metrics import JoinedCurve

HEADROOM = 34  # px, for the title
HEIGHT, TALLEST = 366, 505  # px: these, the headline and the controls fit a projector of 720, and a large one
SIZES: list[dict[str, Any]] = [
    {"from": width, "layout": {"height": height}} for width, height in ((440, TALLEST), (380, 404), (0, HEIGHT))
]  # from which width on which height: a square, its title and its axes
TICKS = (0.0, 0.5, 1.0)
NUMBER_AT = 0.5  # recall
NUMBER_HEIGHTS = (0.17, 0.3, 0.42, 0.6, 0.75, 0.88)  # precision, the lowest first: few curves pass there
NUMBER_ROOM = 0.1  # precision that the number keeps from lines and words, measured from its middle
NUMBER_WIDTH = 0.14  # recall to either side


def resolution(height: int = TALLEST) -> Resolution:
    """How finely a picture of that height can show a curve.

    >>> resolution().width
    404
    """
    return Resolution(drawn_width(height, HEADROOM))


def joined_figure(
    joined: JoinedArea,
    points: MeasuredPoints,
    words: Words,
    *,
    same_data: str,
    height: int = HEIGHT,
    hidden: Hidden | None = None,
) -> go.Figure:
    """Draw the curve of one scheme; its trace `curve`, closed to precision 0, has the printed area.

    The trace `start_area` is the part of it that an invented start adds. hidden: what bins hide.
    """
    look, curve = palette.look_of(joined.scheme), joined.curve
    figure = pr_axes(words, height=height, headroom=HEADROOM, ticks=TICKS, same_data=same_data)
    add_shape(figure, "curve", curve, slice(None), look.fill)
    add_shape(figure, "start_area", curve, invented_part(curve), look.start_fill)
    add_hidden(figure, hidden)
    add_baseline(figure, points.prevalence, words)
    add_line(figure, curve, look)
    add_points(figure, points, look, words)
    add_title(figure, words.say(f"schemes.{joined.scheme}.name"), look)
    add_number(figure, joined.area, free_height(curve, points.prevalence), look, words)
    figure.update_layout(meta={"kept": curve.kept})
    return figure


def invented_part(curve: JoinedCurve) -> slice:
    """The vertices of an invented start, up to the first measured point; none without one."""
    return slice(0, curve.invented + 1 if curve.invented else 0)


def add_shape(figure: go.Figure, name: str, curve: JoinedCurve, vertices: slice, colour: str) -> None:
    """Shade what lies under some vertices of a curve, down to 0."""
    figure.add_scatter(
        name=name,
        x=curve.recall[vertices],
        y=curve.precision[vertices],
        mode="lines",
        line={"width": 0, "shape": "linear"},
        fill="tozeroy",
        fillcolor=colour,
        hoverinfo="skip",
    )


def add_line(figure: go.Figure, curve: DrawnCurve, look: palette.Look) -> None:
    """Draw what joins measured points solid, and an invented start, up to the first of them, dashed.

    Of a thinned curve the line needs no more digits than are seen: the shape behind it has those of the area.
    """
    digits = np.float64 if curve.kept is None else np.float32
    parts = {"line": (slice(curve.invented, None), "solid"), "start": (invented_part(curve), palette.INVENTED_DASH)}
    for name, (vertices, dash) in parts.items():
        figure.add_scatter(
            name=name,
            x=curve.recall[vertices].astype(digits),
            y=curve.precision[vertices].astype(digits),
            mode="lines",
            line={"color": look.line, "width": palette.CURVE_WIDTH, "dash": dash, "shape": "linear"},
            cliponaxis=False,
            hoverinfo="skip",
        )


def add_title(figure: go.Figure, text: str, look: palette.Look) -> None:
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
        font={"size": palette.LABEL_SIZE + 1, "color": look.text},
        showarrow=False,
    )


def free_height(curve: JoinedCurve, prevalence: float | None) -> float:
    """The lowest height at which the number stands clear of class balance and curve, or the clearest of the curve.

    prevalence: None where no class balance is drawn.
    """
    across = np.linspace(NUMBER_AT - NUMBER_WIDTH, NUMBER_AT + NUMBER_WIDTH, 29)
    near = np.abs(curve.recall - NUMBER_AT) <= NUMBER_WIDTH
    line = np.concatenate((np.interp(across, curve.recall, curve.precision), curve.precision[near]))
    room = {height: float(np.abs(line - height).min()) for height in NUMBER_HEIGHTS if _clear_of(prevalence, height)}
    return next((height for height in room if room[height] >= NUMBER_ROOM), max(room, key=room.__getitem__))


def _clear_of(prevalence: float | None, height: float) -> bool:
    """Whether a number at that height keeps its room from the class balance and from its label: no data take all."""
    if prevalence is None:
        return True
    bottom, top = balance_strip(prevalence)
    return height >= top + NUMBER_ROOM or height <= bottom - NUMBER_ROOM


def add_number(figure: go.Figure, area: float, height: float, look: palette.Look, words: Words) -> None:
    """Write the area at a height, in the middle."""
    figure.add_annotation(
        x=NUMBER_AT,
        y=height,
        text=f"<b>{words.say('chart.area', area=area)}</b>",
        font={"size": palette.AREA_SIZE, "color": look.text},
        showarrow=False,
    )
