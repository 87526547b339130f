"""The rows of a small example in the order of their scores, the highest on top, and the line that a threshold draws."""

from __future__ import annotations

from typing import Any

import numpy as np
import plotly.graph_objects as go

from pr_app.figures import palette
from pr_app.figures.layout import house_layout
from pr_app.reading.cases.cases import Cases
from pr_app.wording.catalogue import Words

ROW = 25  # px
TALLEST = 500  # px, of the picture: on a projector all of it is seen; the marks of twenty rows still stand apart
MARGIN = {"l": 52, "r": 8, "t": 40, "b": 8}
SIZE = 17  # px, of a mark
ACROSS = 0.5  # of a tie group, between its rows
LEAST_ACROSS = 4.0  # so that few rows do not stand far apart
CALLED = "rgba(0, 114, 178, 0.10)"
SHADE, CALLED_IN_KEY = "■", "#BFDCEC"  # a little stronger than the shade itself: a sign is small


def ranked_rows_figure(cases: Cases, chosen: int | None, words: Words, *, same_data: str) -> go.Figure:
    """Draw a line of marks for each score: full circles `positives`, crosses `negatives`; what is called is shaded.

    chosen: index of the threshold in force; None where it calls no row positive. A row that weighs two is drawn twice.
    """
    scores = cases.points.threshold
    times = 1 if cases.weight is None else np.rint(cases.weight).astype(int)
    score, positive = np.repeat(cases.score, times), np.repeat(cases.positive, times)
    level = np.searchsorted(-scores, -score)
    beside = _numbers_within(level, positive) * ACROSS
    height = min(MARGIN["t"] + MARGIN["b"] + ROW * (scores.size + 1), TALLEST)
    layout = house_layout(words, height=height, margin=MARGIN, same_data=same_data)
    figure = go.Figure(layout={**layout, **_axes(scores, float(beside.max()), words)})
    for name, rows in (("positives", positive), ("negatives", ~positive)):
        _add_rows(figure, name, beside[rows], level[rows])
    _add_line(figure, chosen)
    said = words.say("lessons.rows_key").replace(SHADE, f'<span style="color:{CALLED_IN_KEY}">{SHADE}</span>')
    key = {"text": said, "font": {"size": palette.SMALL_SIZE, "color": palette.QUIET}}
    corner = {"xref": "paper", "yref": "paper", "x": 0, "y": 1, "xanchor": "left", "yanchor": "bottom", "yshift": 4}
    corner["xshift"] = 8 - MARGIN["l"]  # from the edge of the chart: a phone is narrow
    figure.add_annotation(**key, **corner, showarrow=False)
    return figure


def _axes(scores: np.ndarray, widest: float, words: Words) -> dict[str, Any]:
    """A line for each score, with the score before it."""
    labels = {"tickvals": np.arange(scores.size), "ticktext": [words.number(score, "g") for score in scores]}
    up = {"range": (scores.size - 0.2, -0.8), "tickfont": {"size": palette.TICK_SIZE}, "zeroline": False}
    across = {"visible": False, "range": (-0.6, max(LEAST_ACROSS, widest + 0.6))}
    return {"xaxis": across, "yaxis": {**labels, **up, "showgrid": False}}


def _add_rows(figure: go.Figure, name: str, x: np.ndarray, y: np.ndarray) -> None:
    crossed = name == "negatives"
    mark: dict[str, Any] = {"symbol": "x-thin" if crossed else "circle", "size": SIZE, "color": palette.BLUE.line}
    mark["line"] = {"width": 3 if crossed else 0, "color": palette.INK}
    figure.add_scatter(name=name, x=x, y=y, mode="markers", marker=mark, cliponaxis=False, hoverinfo="skip")


def _numbers_within(level: np.ndarray, positive: np.ndarray) -> np.ndarray:
    """The place of each row among those of its score, positives first."""
    order = np.lexsort((~positive, level))
    place = np.empty(level.size, dtype=np.intp)
    first = np.searchsorted(level[order], level[order])
    place[order] = np.arange(level.size) - first
    return place


def _add_line(figure: go.Figure, chosen: int | None) -> None:
    """Shade the rows that are called positive, down to the line."""
    height = -0.5 if chosen is None else chosen + 0.5
    figure.add_shape(
        type="rect", xref="paper", x0=0, x1=1, y0=-0.7, y1=height, fillcolor=CALLED, line={"width": 0}, layer="below"
    )
    line = {"color": palette.INK, "width": 2}
    figure.add_shape(name="threshold", type="line", xref="paper", x0=0, x1=1, y0=height, y1=height, line=line)
