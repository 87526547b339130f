"""The curve page's picture: points with some of their thresholds, the chosen one, and F-contours on demand."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from pr_app import palette
from pr_app.figures.pr_axes import add_baseline, add_points, drawn_width, pr_axes
from pr_app.figures.thinning import drawn_vertices, marked_points
from pr_app.figures.threshold_labels import LINE_HEIGHT, Box, label_box, labelled_points, stands_left
from pr_app.markup import plotly_text
from pr_app.numerals import distinct_texts, text_among_neighbours
from pr_app.words import Words
from pr_metrics import SCHEMES, OperatingPoints, f_contour

HEIGHT = 400  # px
HEADROOM = 12  # px, for the upper half of a circle
TICKS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
LABEL_SHIFT = 7  # px, between a point and its label
BASELINE_LABEL_WIDTH = 0.5  # recall
CONTOURS = (0.2, 0.4, 0.6, 0.8)  # F-scores


def threshold_curve_figure(
    points: OperatingPoints, chosen: int | None, words: Words, *, same_data: str, contour_beta: float | None = None
) -> go.Figure:
    """Draw the step curve with the point of the chosen threshold, if any; contours of equal F when a beta is given."""
    look = palette.LOOKS["step"]
    figure = pr_axes(words, height=HEIGHT, headroom=HEADROOM, ticks=TICKS, same_data=same_data)
    if contour_beta is not None:
        _add_contours(figure, contour_beta, words)
    add_baseline(figure, points, words)
    curve = drawn_vertices(SCHEMES["step"].curve(points), drawn_width(HEIGHT, HEADROOM))
    figure.add_scatter(
        name="curve",
        x=curve.recall,
        y=curve.precision,
        mode="lines",
        line={"color": look.line, "width": palette.CURVE_WIDTH, "shape": "linear"},
        cliponaxis=False,
        hoverinfo="skip",
    )
    add_points(figure, points, look, words)
    _add_labels(figure, points, chosen, words)
    return figure


def _add_labels(figure: go.Figure, points: OperatingPoints, chosen: int | None, words: Words) -> None:
    """Write the chosen threshold first, then others where they find room."""
    shown = marked_points(points.recall)
    recall, precision = points.recall[shown], points.precision[shown]
    texts = [_label(text, words) for text in distinct_texts(points.threshold[shown])]
    taken = [Box(0.0, points.prevalence - LINE_HEIGHT, BASELINE_LABEL_WIDTH, points.prevalence)]
    first = 0
    mark = np.zeros((2, 0))
    if chosen is not None:
        mark = np.array([[points.recall[chosen]], [points.precision[chosen]]])
        strong = _label(text_among_neighbours(points.threshold, chosen), words)
        taken.append(label_box(float(mark[0, 0]), float(mark[1, 0]), f"{strong}  "))  # two more for bold type
        first = int(np.abs(shown - chosen).argmin())
        _write(figure, float(mark[0, 0]), float(mark[1, 0]), f"<b>{strong}</b>", palette.INK)
    for index in labelled_points(recall, precision, texts, first=first, taken=tuple(taken)):
        _write(figure, float(recall[index]), float(precision[index]), texts[index], palette.QUIET)
    figure.add_scatter(
        name="chosen",
        x=mark[0],
        y=mark[1],
        mode="markers",
        marker={"size": 16, "color": palette.PAPER, "line": {"color": palette.INK, "width": 4}},
        cliponaxis=False,
        hoverinfo="skip",
    )


def _label(threshold: str, words: Words) -> str:
    return words.say("chart.threshold", threshold=plotly_text(threshold))


def _write(figure: go.Figure, recall: float, precision: float, text: str, colour: str) -> None:
    left = stands_left(recall)
    figure.add_annotation(
        x=recall,
        y=precision,
        xanchor="right" if left else "left",
        yanchor="top",
        xshift=-LABEL_SHIFT if left else LABEL_SHIFT,
        yshift=-LABEL_SHIFT,
        text=text,
        font={"size": palette.SMALL_SIZE, "color": colour},
        bgcolor="rgba(255, 255, 255, 0.8)",
        borderpad=1,
        showarrow=False,
    )


def _add_contours(figure: go.Figure, beta: float, words: Words) -> None:
    for score in CONTOURS:
        contour = f_contour(score, beta)
        figure.add_scatter(
            name="contour",
            x=contour.recall,
            y=contour.precision,
            mode="lines",
            line={"color": palette.QUIET, "width": 1, "dash": "dot"},
            hoverinfo="skip",
        )
        figure.add_annotation(
            x=score,  # precision and recall are both F there
            y=score,
            text=words.say("chart.contour", score=score, beta=beta),
            font={"size": palette.SMALL_SIZE, "color": palette.QUIET},
            bgcolor=palette.PAPER,
            showarrow=False,
        )
