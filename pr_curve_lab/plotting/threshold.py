"""The curve with its active threshold, the region that requirements leave, and net benefit.

What moves are marks, each a measured point: the active threshold, and a grid of the reader's own; with a few labels.
They are given apart, so that the browser can move them and keep its zoom.

Precision is a level line, recall an upright one. So many alerts a day are a straight line from the corner at 0: the
alerts are prevalence * recall / precision of all rows, so that fewer lie above it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from pr_curve_lab.analysis.areas import Hidden, JoinedArea
from pr_curve_lab.analysis.decision_curve import Contour, DecisionCurve
from pr_curve_lab.analysis.formatting import NumberText, rounded_text, threshold_text
from pr_curve_lab.analysis.thinning import MeasuredPoints, Resolution, marked_points
from pr_curve_lab.i18n.markup import plotly_text
from pr_curve_lab.i18n.messages import Words
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.curve import add_baseline, add_circles, add_hidden, drawn_width, pr_axes
from pr_curve_lab.plotting.figure import Change, PlainFigure, house_axis, house_layout
from pr_curve_lab.plotting.labels import MOST_LABELS, Place, Room, labelled_points, places_round, standing
from pr_curve_lab.plotting.palette import Look
from pr_metrics import CurveBand, OperatingPoints

NAMES = ("wish_precision", "wish_recall", "wish_alerts")
ALONG = (0.02, 0.2, 0.4, 0.6, 0.8)  # shares of a line at which its label may begin


@dataclass(frozen=True)
class WishLine:
    """One wish: `at` is the precision, the recall, or for alerts the precision at recall 1; text is its label."""

    name: str
    at: float
    text: str

    @property
    def ends(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Where the line begins and ends within the axes: across, up.

        >>> WishLine("wish_alerts", 2.0, "").ends, WishLine("wish_recall", 0.5, "").ends
        (((0.0, 0.5), (0.0, 1.0)), ((0.5, 0.5), (0.0, 1.0)))
        """
        if self.name == "wish_precision":
            return (0.0, 1.0), (self.at, self.at)
        if self.name == "wish_recall":
            return (self.at, self.at), (0.0, 1.0)
        return (0.0, min(1.0, 1.0 / self.at)), (0.0, min(1.0, self.at))


def add_wish_traces(figure: go.Figure) -> None:
    """Make room for the lines, which the browser moves, under all that comes later."""
    figure.add_scatter(
        name="wishes_hold",
        x=[],
        y=[],
        mode="lines",
        line={"width": 0},
        fill="toself",
        fillcolor=palette.BAND,
        hoverinfo="skip",
    )
    for name in NAMES:
        figure.add_scatter(
            name=name, x=[], y=[], mode="lines", line={"color": palette.INK, "width": 1.5}, hoverinfo="skip"
        )


def wish_coordinates(lines: tuple[WishLine, ...]) -> dict[str, dict[str, list[float]]]:
    """Coordinates of all traces of wishes, by name; empty where nothing is wished."""
    ends = {line.name: line.ends for line in lines}
    places = {name: ends.get(name, ((), ())) for name in NAMES} | {"wishes_hold": _room(lines)}
    return {name: {"x": list(across), "y": list(up)} for name, (across, up) in places.items()}


def wish_labels(lines: tuple[WishLine, ...], room: Room) -> list[dict[str, Any]]:
    """The label of each line that finds room beside it."""
    notes = []
    for line in lines:
        place = room.free_of_words(_places(line), line.text)
        notes += [] if place is None else [place.note(line.text, colour=palette.INK)]
    return notes


def _places(line: WishLine) -> list[Place]:
    (x0, x1), (y0, y1) = line.ends
    spots = [(x0 + (x1 - x0) * share, y0 + (y1 - y0) * share) for share in ALONG]
    if line.name == "wish_precision":
        return [Place(x, y, "right", at) for at in ("below", "above") for x, y in spots]
    return [Place(x, y, to, "middle") for to in ("right", "left") for x, y in reversed(spots)]


def _room(lines: tuple[WishLine, ...]) -> tuple[list[float], list[float]]:
    """The corners of what lies above, right of and above the lines, where there is more than one."""
    if len(lines) < 2:
        return [], []
    at = {line.name: line.at for line in lines}
    left, low, slope = at.get("wish_recall", 0.0), at.get("wish_precision", 0.0), at.get("wish_alerts", 0.0)
    right = min(1.0, 1.0 / slope) if slope > 1 else 1.0
    if left > right:
        return [], []
    across = np.unique(np.clip([left, low / slope if slope else left, right], left, right))
    floor = np.minimum(np.maximum(low, slope * across), 1.0)
    return [*across.tolist(), right, left], [*floor.tolist(), 1.0, 1.0]


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


NET_BENEFIT_HEIGHT = 260  # px
MARGIN = {"l": 84, "r": 14, "t": 14, "b": 58}  # px
BELOW, ABOVE = -0.25, 1.15  # ends of the axis, in the largest net benefit
ROOM_TO = 0.7  # share of the width up to which the model's name has room to its right
LABEL_FROM = 0.35  # threshold probability where the line of calling all crosses 0; before, the room left of it is small


def net_benefit_figure(curve: DecisionCurve, words: Words, *, same_data: str) -> go.Figure:
    """Draw the three lines, each with its name; what falls below the picture goes on falling."""
    top = float(max(curve.model.max(), curve.all_called.max()))
    end = float(curve.probability[-1])
    figure = PlainFigure(
        layout={
            **house_layout(words, height=NET_BENEFIT_HEIGHT, margin=MARGIN, same_data=same_data),
            "xaxis": house_axis(words.say("chart.threshold_probability"), range=(0.0, end)),
            "yaxis": house_axis(words.say("chart.net_benefit"), range=(BELOW * top, ABOVE * top), nticks=5),
        }
    )
    _add_line(figure, "none", curve.probability, np.zeros(curve.probability.size), words)
    _add_line(figure, "all", curve.probability, curve.all_called, words)
    _add_line(figure, "model", curve.probability, curve.model, words)
    _add_names(figure, curve, top, words)
    return figure


def _add_line(figure: go.Figure, name: str, x: np.ndarray, y: np.ndarray, words: Words) -> None:
    line = {
        "model": {"color": palette.BLUE.line, "width": palette.CURVE_WIDTH},
        "all": {"color": palette.QUIET, "width": 2, "dash": palette.BASELINE_DASH},
        "none": {"color": palette.QUIET, "width": 2},
    }[name]
    figure.add_scatter(name=name, x=x, y=y, mode="lines", line=line, hovertemplate=words.raw("chart.net_benefit_hover"))


def _add_names(figure: go.Figure, curve: DecisionCurve, top: float, words: Words) -> None:
    """Name the model where it leads most, calling all where its line leaves the picture, and calling none beside 0."""
    end = float(curve.probability[-1])
    roomy = curve.probability <= ROOM_TO * end
    lead = int(np.argmax((curve.model - np.maximum(curve.all_called, 0.0))[roomy]))
    lowest = int(np.argmin(np.abs(curve.all_called - BELOW * top)))
    crossing = float(curve.probability[int(np.argmin(np.abs(curve.all_called)))])
    left = crossing > LABEL_FROM * end
    beside = crossing if left else float(curve.probability[lowest])
    free = "bottom" if not left and curve.model[-1] <= 0 else "top"  # the side of 0 where the model is not
    names = (
        ("model", float(curve.probability[lead]), float(curve.model[lead]), "left", "bottom", palette.BLUE.text),
        ("all", beside, BELOW * top, "right" if left else "left", "bottom", palette.QUIET),
        ("none", 0.0 if left else end, 0.0, "left" if left else "right", free, palette.QUIET),
    )
    for name, x, y, to, at, colour in names:
        figure.add_annotation(
            x=x,
            y=y,
            xanchor=to,
            yanchor=at,
            yshift=4 if name == "model" else 0,
            xshift=8 if to == "left" else -8,
            text=words.say(f"chart.net_{name}"),
            font={"size": palette.SMALL_SIZE, "color": colour},
            showarrow=False,
        )
