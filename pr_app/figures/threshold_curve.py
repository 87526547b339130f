"""The curve page's picture: the step curve, which stands still, and on it what moves with every control.

What moves are marks, each a measured point: the chosen threshold, the one that meets a requirement, a grid of the
reader's own; with a few labels. They are given apart, so that the browser can move them and keep its zoom.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from pr_app import palette
from pr_app.figures.labels.beside_points import (
    CHARACTER_WIDTH,
    LINE_HEIGHT,
    MOST_LABELS,
    label_box,
    labelled_points,
    stands_above,
    stands_left,
)
from pr_app.figures.labels.box import Box
from pr_app.figures.live import Change
from pr_app.figures.pr_axes import LABEL_ABOVE_BELOW, add_baseline, add_points, drawn_width, pr_axes
from pr_app.figures.thinning import drawn_vertices, marked_points
from pr_app.markup import plotly_text
from pr_app.numerals import threshold_text
from pr_app.words import Words
from pr_metrics import SCHEMES, OperatingPoints, f_contour

HEIGHT = 400  # px
HEADROOM = 12  # px, for the upper half of a circle
TICKS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
LABEL_SHIFT = 7  # px, between a point and its label
BASELINE_LABEL_WIDTH = 0.5  # recall
CONTOUR = "contour"
CONTOURS = (0.2, 0.4, 0.6, 0.8)  # F-scores
MARKS = {"grid": (12, palette.PINK.line, 3), "required": (16, palette.GREEN.line, 4), "chosen": (16, palette.INK, 4)}


@dataclass(frozen=True)
class Marked:
    """Which points are marked, by index."""

    chosen: int
    required: int | None = None  # the point that meets the requirement
    grid: tuple[int, ...] = ()  # the points of the reader's own thresholds


def threshold_curve_figure(
    points: OperatingPoints, words: Words, *, same_data: str, contour_beta: float | None = None
) -> go.Figure:
    """Draw the step curve without marks; contours of equal F when a beta is given."""
    look = palette.LOOKS["step"]
    figure = pr_axes(words, height=HEIGHT, headroom=HEADROOM, ticks=TICKS, same_data=same_data)
    if contour_beta is not None:
        _add_contours(figure, contour_beta, words)
    add_baseline(figure, points.prevalence, words)
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
    for name, (size, colour, width) in MARKS.items():
        figure.add_scatter(
            name=name,
            x=[],
            y=[],
            mode="markers",
            marker={"size": size, "color": palette.PAPER, "line": {"color": colour, "width": width}},
            cliponaxis=False,
            hoverinfo="skip",
        )
    figure.update_layout(meta={"kept": curve.kept})
    return figure


def marked_curve_figure(points: OperatingPoints, chosen: int, words: Words, *, same_data: str) -> go.Figure:
    """The same picture with the chosen threshold on it, for a place where nothing moves."""
    figure = threshold_curve_figure(points, words, same_data=same_data)
    return marks(figure, points, Marked(chosen), words).put_on(figure)


def marks(still: go.Figure, points: OperatingPoints, marked: Marked, words: Words) -> Change:
    """What the controls put on the picture `still`: coordinates of the marks by name, and all of its labels."""
    recall, precision = points.recall, points.precision
    required = [] if marked.required is None else [marked.required]
    indices = {"chosen": [marked.chosen], "required": required, "grid": list(marked.grid)}
    strong, taken = _strong_labels(points, recall, precision, marked, words)
    most = MOST_LABELS + 1 - len(strong)  # besides the chosen one
    standing = [note.to_plotly_json() for note in still.layout.annotations]
    taken.append(_baseline_box(points.prevalence))
    kept = [note for note in standing if note.get("name") != CONTOUR or not _covered(_contour_box(note), taken)]
    taken += [_contour_box(note) for note in kept if note.get("name") == CONTOUR]
    return Change(
        traces={name: {"x": recall[at].tolist(), "y": precision[at].tolist()} for name, at in indices.items()},
        annotations=[*kept, *strong, *_quiet_labels(points, marked.chosen, taken, most, words)],
    )


def _strong_labels(
    points: OperatingPoints, recall: np.ndarray, precision: np.ndarray, marked: Marked, words: Words
) -> tuple[list[dict[str, object]], list[Box]]:
    """The chosen threshold, and the one that meets the requirement if it finds room beside it; with their boxes."""
    taken: list[Box] = []
    notes = []
    for index, colour in ((marked.chosen, palette.INK), (marked.required, palette.GREEN.text)):
        if index is None:
            continue
        text = _label(threshold_text(points.threshold, index), words)
        box = label_box(float(recall[index]), float(precision[index]), f"{text}  ")  # two more for bold type
        if not _covered(box, taken):
            notes.append(_note(float(recall[index]), float(precision[index]), f"<b>{text}</b>", colour))
            taken.append(box)
    return notes, taken


def _quiet_labels(
    points: OperatingPoints, chosen: int, taken: list[Box], most: int, words: Words
) -> list[dict[str, object]]:
    """Other thresholds, where they find room."""
    recall, precision = points.recall, points.precision
    shown = marked_points(recall)
    texts = [_label(threshold_text(points.threshold, index), words) for index in shown.tolist()]
    first = int(np.abs(shown - chosen).argmin())
    notes = []
    for index in labelled_points(recall[shown], precision[shown], texts, first=first, taken=tuple(taken), most=most):
        at = shown[index]
        notes.append(_note(float(recall[at]), float(precision[at]), texts[index], palette.QUIET))
    return notes


def _covered(box: Box, taken: list[Box]) -> bool:
    return any(box.overlaps(other) for other in taken)


def _contour_box(note: dict[str, Any]) -> Box:
    """The room of a contour's label, which stands centred on its line."""
    half = CHARACTER_WIDTH * len(note["text"]) / 2
    return Box(note["x"] - half, note["y"] - LINE_HEIGHT / 2, note["x"] + half, note["y"] + LINE_HEIGHT / 2)


def _baseline_box(prevalence: float) -> Box:
    """The room of the class balance's name, below its line or, near the axis, above it."""
    bottom = prevalence if prevalence < LABEL_ABOVE_BELOW else prevalence - LINE_HEIGHT
    return Box(0.0, bottom, BASELINE_LABEL_WIDTH, bottom + LINE_HEIGHT)


def _label(threshold: str, words: Words) -> str:
    return words.say("chart.threshold", threshold=plotly_text(threshold))


def _note(recall: float, precision: float, text: str, colour: str) -> dict[str, object]:
    left, above = stands_left(recall), stands_above(precision)
    return {
        "x": recall,
        "y": precision,
        "xanchor": "right" if left else "left",
        "yanchor": "bottom" if above else "top",
        "xshift": -LABEL_SHIFT if left else LABEL_SHIFT,
        "yshift": LABEL_SHIFT if above else -LABEL_SHIFT,
        "text": text,
        "font": {"size": palette.SMALL_SIZE, "color": colour},
        "bgcolor": palette.VEIL,
        "borderpad": 1,
        "showarrow": False,
    }


def _add_contours(figure: go.Figure, beta: float, words: Words) -> None:
    for score in CONTOURS:
        contour = f_contour(score, beta)
        figure.add_scatter(
            name=CONTOUR,
            x=contour.recall,
            y=contour.precision,
            mode="lines",
            line={"color": palette.QUIET, "width": 1, "dash": "dot"},
            hoverinfo="skip",
        )
        figure.add_annotation(
            x=score,  # precision and recall are both F there
            y=score,
            name=CONTOUR,
            text=words.say("chart.contour", score=score, beta=beta),
            font={"size": palette.SMALL_SIZE, "color": palette.QUIET},
            bgcolor=palette.PAPER,
            showarrow=False,
        )
