"""The curve page's picture: the step curve, which stands still, and on it what moves with every control.

What moves are marks, each a measured point: the active threshold, and a grid of the reader's own; with a few labels.
They are given apart, so that the browser can move them and keep its zoom.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from pr_curve_lab.analysis.contours import Contour
from pr_curve_lab.analysis.hidden_in_bins import Hidden
from pr_curve_lab.analysis.joined_areas import JoinedArea
from pr_curve_lab.analysis.measured_points import MeasuredPoints
from pr_curve_lab.analysis.number_texts import NumberText, threshold_text
from pr_curve_lab.analysis.rounding import rounded_text
from pr_curve_lab.analysis.thinning import Resolution, marked_points
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.markup import plotly_text
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.labels.beside_points import MOST_LABELS, labelled_points, places_round
from pr_curve_lab.plotting.labels.room import Place, Room, standing
from pr_curve_lab.plotting.live import Change
from pr_curve_lab.plotting.palette import Look
from pr_curve_lab.plotting.pr_axes import add_baseline, add_circles, add_hidden, drawn_width, pr_axes
from pr_curve_lab.plotting.wish_lines import WishLine, add_wish_traces, wish_coordinates, wish_labels
from pr_metrics import CurveBand, OperatingPoints

HEIGHT = 400  # px
HEADROOM = 12  # px, for the upper half of a circle
TICKS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
RESOLUTION = Resolution(drawn_width(HEIGHT, HEADROOM))
CONTOUR_STEP = 8  # vertices of a contour, from one place for its label to the next
CONTOUR, CHOSEN, QUIET = "contour", "chosen", "quiet"  # names of labels: the browser moves one, and hides others
MARKS = {"grid": (12, palette.PINK.line, 3), "chosen": (16, palette.INK, 4)}


@dataclass(frozen=True)
class Marked:
    """The marked points, by index."""

    chosen: int  # the active threshold
    grid: tuple[int, ...] = ()  # the points of the reader's own thresholds


@dataclass(frozen=True)
class Moved:
    """Words that another class balance than the data's changes: on hover, and of the class balance itself."""

    hover: str
    balance: str


@dataclass(frozen=True, eq=False)
class Behind:
    """Whatever stands behind the curve: lines of equal F, the band of the whole curve, what bins of counts hide."""

    contours: Sequence[Contour] = ()
    band: CurveBand | None = None
    hidden: Hidden | None = None


NOTHING_BEHIND = Behind()


def threshold_curve_figure(
    joined: JoinedArea,
    points: MeasuredPoints,
    words: Words,
    *,
    same_data: str,
    behind: Behind = NOTHING_BEHIND,
    moved: Moved | None = None,
) -> go.Figure:
    """Draw the curve without marks, on what stands behind it."""
    look, curve = palette.look_of(joined.scheme), joined.curve
    figure = pr_axes(words, height=HEIGHT, headroom=HEADROOM, ticks=TICKS, same_data=same_data)
    add_wish_traces(figure)
    if behind.band is not None:
        _add_band(figure, behind.band, look)
    _add_contours(figure, behind.contours, words)
    add_hidden(figure, behind.hidden)
    add_baseline(figure, points.prevalence, words, moved.balance if moved else None, curve=curve)
    figure.add_scatter(
        name="curve",
        x=curve.recall,
        y=curve.precision,
        mode="lines",
        line={"color": look.line, "width": palette.CURVE_WIDTH, "shape": "linear"},
        cliponaxis=False,
        hoverinfo="skip",
    )
    hover = moved.hover if moved else words.raw("chart.hover")
    add_circles(figure, points.recall, points.precision, look, points.facts, hover)
    _add_marks(figure)
    figure.update_layout(meta={"kept": curve.kept})
    return figure


def marks(
    still: go.Figure, points: OperatingPoints, marked: Marked, words: Words, lines: tuple[WishLine, ...] = ()
) -> Change:
    """The marks that controls put on the picture `still`: their coordinates by name, and all of its labels.

    lines: the wishes; their labels give way to that of the chosen threshold.
    """
    recall, precision = points.recall, points.precision
    indices = {"chosen": [marked.chosen], "grid": list(marked.grid)}
    contours, others = _apart([note.to_plotly_json() for note in still.layout.annotations])
    room = Room(taken=standing(others))
    for trace in still.select_traces({"name": "curve"}):
        room.add_line(np.asarray(trace.x), np.asarray(trace.y))
    for line in lines:
        room.add_line(*(np.array(ends) for ends in line.ends))
    strong = _chosen_label(points, recall, precision, marked.chosen, room, words)
    wished = wish_labels(lines, room)
    kept = _contour_labels(still, contours, room)
    return Change(
        traces={
            **{name: {"x": recall[at].tolist(), "y": precision[at].tolist()} for name, at in indices.items()},
            **wish_coordinates(lines),
        },
        annotations=[*others, *kept, strong, *wished, *_quiet_labels(points, marked.chosen, room, words)],
    )


def _add_band(figure: go.Figure, band: CurveBand, look: Look) -> None:
    """Fill the band, along its lowest precisions and back along its highest."""
    figure.add_scatter(
        name="band",
        x=np.append(band.recall, band.recall[::-1]),
        y=np.append(band.lowest, band.highest[::-1]),
        mode="lines",
        line={"width": 0},
        fill="toself",
        fillcolor=look.fill,
        hoverinfo="skip",
    )


def _add_marks(figure: go.Figure) -> None:
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


def _apart(notes: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The labels of contours, which give way to thresholds, and the others."""
    contours = [note for note in notes if note.get("name") == CONTOUR]
    return contours, [note for note in notes if note.get("name") != CONTOUR]


def _contour_labels(still: go.Figure, notes: list[dict[str, Any]], room: Room) -> list[dict[str, Any]]:
    """The labels of contours, each at the next place of its line where it covers no other and no curve, if any."""
    found = []
    for note, line in zip(notes, still.select_traces({"name": CONTOUR}), strict=True):
        x, y = np.asarray(line.x), np.asarray(line.y)
        away = np.hypot(x - note["x"], y - note["y"])
        near = away[::CONTOUR_STEP].argsort(kind="stable") * CONTOUR_STEP
        places = [Place(note["x"], note["y"]), *(Place(float(x[at]), float(y[at])) for at in near)]
        place = room.free(places, note["text"])
        found += [] if place is None else [{**note, "x": place.x, "y": place.y}]
    return found


def _chosen_label(
    points: OperatingPoints, recall: np.ndarray, precision: np.ndarray, chosen: int, room: Room, words: Words
) -> dict[str, Any]:
    """The label of the chosen threshold, which always has one."""
    text = f"<b>{_label(threshold_text(points.threshold, chosen), words)}</b>"
    place = room.first_free(places_round(float(recall[chosen]), float(precision[chosen])), text)
    return {**place.note(text, colour=palette.INK), "name": CHOSEN}


def _quiet_labels(points: OperatingPoints, chosen: int, room: Room, words: Words) -> list[dict[str, Any]]:
    """Other thresholds, where they find room."""
    recall, precision = points.recall, points.precision
    shown = marked_points(recall)
    texts = [_label(threshold_text(points.threshold, index), words) for index in shown.tolist()]
    first = int(np.abs(shown - chosen).argmin())
    places = labelled_points(recall[shown], precision[shown], texts, first=first, room=room, most=MOST_LABELS)
    return [{**place.note(texts[index]), "name": QUIET} for index, place in places.items()]


def _label(threshold: str, words: Words) -> str:
    return words.say("chart.threshold", threshold=plotly_text(threshold))


def _add_contours(figure: go.Figure, contours: Sequence[Contour], words: Words) -> None:
    for contour in contours:
        figure.add_scatter(
            name=CONTOUR,
            x=contour.curve.recall,
            y=contour.curve.precision,
            mode="lines",
            line={"color": palette.QUIET, "width": 1, "dash": "dot"},
            hoverinfo="skip",
        )
        figure.add_annotation(
            x=contour.place[0],
            y=contour.place[1],
            name=CONTOUR,
            text=_score_said(contour, words),
            font={"size": palette.SMALL_SIZE, "color": palette.QUIET},
            bgcolor=palette.PAPER,
            showarrow=False,
        )


def _score_said(contour: Contour, words: Words) -> str:
    if contour.beta is None:
        return words.say("chart.worth", share=NumberText(rounded_text(contour.score, ".0%")))
    return words.say("chart.contour", score=contour.score, beta=contour.beta)
