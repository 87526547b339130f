"""The square that every precision-recall picture is drawn in, and what every one of them has: class balance and points.

A white circle with a coloured rim is measured; a line is assumed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import plotly.graph_objects as go

from pr_curve_lab.analysis.hidden_in_bins import Hidden
from pr_curve_lab.analysis.measured_points import MeasuredPoints
from pr_curve_lab.analysis.number_texts import prevalence_text
from pr_curve_lab.analysis.thinning import DrawnCurve, roomy
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.labels.room import box_of, places_along, places_inside
from pr_curve_lab.plotting.layout import house_axis, house_layout
from pr_curve_lab.plotting.palette import Look
from pr_curve_lab.plotting.plain_figure import PlainFigure

MARGIN = {"l": 66, "r": 14, "b": 58}  # px
RANGE = (-0.01, 1.01)
LABEL_ABOVE_BELOW = 0.12  # prevalence under which the label would hit the axis, so it goes above the line
RARE = 0.02  # class balance under which a veil behind the label would hide a curve that lies as low
RISE, STEPS_UP, HIGHEST = 0.05, 14, 0.7  # precision: where else the label is looked for, above a curve near the line
LABEL_HEIGHT = 0.1  # precision: a line of small type in the smallest of these pictures, which is 220 px high


def pr_axes(words: Words, *, height: int, headroom: int, ticks: tuple[float, ...], same_data: str) -> go.Figure:
    """Empty axes, recall across and precision up, equal scales; zoom survives while `same_data` stays the same."""
    titles = words.say("chart.recall"), words.say("chart.precision")
    return square_axes(words, *titles, height=height, headroom=headroom, ticks=ticks, same_data=same_data)


def square_axes(
    words: Words, across: str, up: str, *, height: int, headroom: int, ticks: tuple[float, ...], same_data: str
) -> go.Figure:
    """Empty axes from 0 to 1 with equal scales, and their titles; zoom survives while `same_data` stays the same."""
    shared = {"range": RANGE, "tickvals": ticks, "constrain": "domain"}
    return PlainFigure(
        layout={
            **house_layout(words, height=height, margin={**MARGIN, "t": headroom}, same_data=same_data),
            "xaxis": house_axis(across, **shared),
            "yaxis": house_axis(up, **shared, scaleanchor="x", scaleratio=1),
        }
    )


def add_baseline(
    figure: go.Figure, prevalence: float, words: Words, text: str | None = None, *, curve: DrawnCurve | None = None
) -> None:
    """Draw the class balance, dashed and labelled on the line: the precision of a random ranking.

    text: the class balance, where the page writes it in its own way. curve: what the label would hide; there it stands
    at the other end, or above the curve.
    """
    add_baseline_line(figure, prevalence)
    said = words.say("chart.baseline", prevalence=text or prevalence_text(prevalence))
    left = _baseline_note(said, 0.015, "left", prevalence)
    rising = [min(prevalence + RISE * step, HIGHEST) for step in range(STEPS_UP)]
    places = [left, *(_baseline_note(said, 0.985, "right", height) for height in rising)]
    figure.add_annotation(left if curve is None else _clear_of(curve, places))


def _baseline_note(said: str, x: float, side: str, height: float) -> dict[str, Any]:
    return {
        "x": x,
        "y": height,
        "xanchor": side,
        "yanchor": "bottom" if height < LABEL_ABOVE_BELOW else "top",
        "text": said,
        "font": {"size": palette.SMALL_SIZE, "color": palette.QUIET},
        **({} if height < RARE else {"bgcolor": palette.VEIL}),
        "showarrow": False,
    }


def _clear_of(curve: DrawnCurve, places: list[dict[str, Any]]) -> dict[str, Any]:
    """The place of a label that covers least of a curve, the first of equals."""
    line = places_along(np.asarray(curve.recall, float), np.asarray(curve.precision, float))
    return min(places, key=lambda place: places_inside(line, box_of(place)))


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


def add_hidden(figure: go.Figure, hidden: Hidden | None) -> None:
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


def balance_strip(prevalence: float) -> tuple[float, float]:
    """The strip, in precision, that the line of the class balance and its label take.

    >>> [[round(float(edge), 2) for edge in balance_strip(prevalence)] for prevalence in (0.05, 0.5)]
    [[0.05, 0.15], [0.4, 0.5]]
    """
    bottom = prevalence if prevalence < LABEL_ABOVE_BELOW else prevalence - LABEL_HEIGHT
    return bottom, bottom + LABEL_HEIGHT


def add_points(figure: go.Figure, points: MeasuredPoints, look: Look, words: Words) -> None:
    """Draw the measured points, with counts on hover."""
    add_circles(figure, points.recall, points.precision, look, points.facts, words.raw("chart.hover"))


def add_circles(
    figure: go.Figure,
    x: np.ndarray,
    y: np.ndarray,
    look: Look,
    facts: np.ndarray,
    hover: str,
    *,
    circled: np.ndarray | None = None,
) -> None:
    """Draw what is measured; the pointer reads the facts of each point, shape (n_points, n_facts), threshold first.

    circled: which points get a circle, where another picture shows the same ones; else those that have room.
    """
    with_circle = roomy(x, y) if circled is None else circled
    figure.add_scatter(
        name="points",
        x=x,
        y=y,
        mode="markers",
        marker={
            "size": np.where(with_circle, palette.POINT_SIZE, 0),  # the rest answers the pointer only
            "opacity": 1,  # Plotly fades markers of unequal size
            "color": palette.PAPER,
            "line": {"color": look.line, "width": 2},
        },
        cliponaxis=False,
        customdata=facts,
        hovertemplate=hover,
    )


def drawn_width(height: int, headroom: int) -> int:
    """How many pixels wide recall 0 to 1 is, in a picture of that height on a screen that is wide enough.

    >>> drawn_width(424, 34)
    325
    """
    return int((height - headroom - MARGIN["b"]) / (RANGE[1] - RANGE[0]))
