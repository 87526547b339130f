"""One scheme's curve with its area: shaded, and the number in it is the area of the shape."""

from __future__ import annotations

import plotly.graph_objects as go

from pr_app import palette
from pr_app.figures.pr_axes import add_baseline, add_points, pr_axes
from pr_app.figures.thinning import visible_vertices
from pr_app.words import Words
from pr_metrics import JoinedCurve, OperatingPoints, Scheme

HEIGHT = 424  # px: two of these, the headline and the controls fit a projector of 720
HEADROOM = 34  # px, for the title
TICKS = (0.0, 0.5, 1.0)
NUMBER_AT = (0.5, 0.17)  # recall, precision: low, where few curves pass
NUMBER_ROOM = 0.17  # precision that the number keeps from the class balance


def joined_figure(points: OperatingPoints, scheme: Scheme, words: Words, *, same_data: str) -> go.Figure:
    """Draw the curve of one scheme; its trace `curve`, closed to precision 0, has the printed area."""
    look = palette.LOOKS[scheme.key]
    figure = pr_axes(words, height=HEIGHT, headroom=HEADROOM, ticks=TICKS, same_data=same_data)
    curve = visible_vertices(scheme.curve(points))
    figure.add_scatter(
        name="curve",
        x=curve.recall,
        y=curve.precision,
        mode="lines",
        line={"width": 0, "shape": "linear"},
        fill="tozeroy",
        fillcolor=look.fill,
        hoverinfo="skip",
    )
    add_baseline(figure, points, words)
    _add_line(figure, curve, scheme, first_recall=float(points.recall[0]))
    add_points(figure, points, look, words)
    _add_title(figure, words.say(f"schemes.{scheme.key}.name"), look)
    _add_number(figure, scheme.area(points), points.prevalence, look, words)
    return figure


def _add_line(figure: go.Figure, curve: JoinedCurve, scheme: Scheme, *, first_recall: float) -> None:
    """Draw what joins measured points solid, and an invented start dashed."""
    look = palette.LOOKS[scheme.key]
    has_invented_start = scheme.start == "one" or (scheme.start == "first precision" and first_recall > 0)
    # The first two vertices are the invented one and the first measured point.
    measured = slice(1 if has_invented_start else 0, None)
    invented = slice(0, 2 if has_invented_start else 0)
    parts = {"line": (measured, look.dash), "start": (invented, palette.INVENTED_DASH)}
    for name, (vertices, dash) in parts.items():
        figure.add_scatter(
            name=name,
            x=curve.recall[vertices],
            y=curve.precision[vertices],
            mode="lines",
            line={"color": look.line, "width": palette.CURVE_WIDTH, "dash": dash, "shape": "linear"},
            cliponaxis=False,
            hoverinfo="skip",
        )


def _add_title(figure: go.Figure, text: str, look: palette.Look) -> None:
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


def _add_number(figure: go.Figure, area: float, prevalence: float, look: palette.Look, words: Words) -> None:
    recall, precision = NUMBER_AT
    figure.add_annotation(
        x=recall,
        y=prevalence + NUMBER_ROOM if abs(prevalence - precision) < NUMBER_ROOM else precision,
        text=f"<b>{words.say('chart.area', area=area)}</b>",
        font={"size": palette.AREA_SIZE, "color": look.text},
        bgcolor="rgba(255, 255, 255, 0.6)",
        showarrow=False,
    )
