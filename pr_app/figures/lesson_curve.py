"""The precision-recall picture of a lesson: points so far or all of them, what joins them, and the one in force."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from pr_app.analysis.joined_areas import JoinedArea
from pr_app.analysis.measured_points import MeasuredPoints
from pr_app.analysis.number_texts import prevalence_text, threshold_text
from pr_app.analysis.thinning import DrawnCurve, Resolution
from pr_app.figures import palette
from pr_app.figures.chosen_point import add_mark, chosen_mark
from pr_app.figures.joined import HEADROOM, TICKS, add_line, add_shape, add_title, invented_part
from pr_app.figures.labels.box import Box
from pr_app.figures.labels.room import Place, Room, standing
from pr_app.figures.pr_axes import LABEL_ABOVE_BELOW, RANGE, add_baseline_line, add_points, drawn_width, pr_axes
from pr_app.wording.catalogue import Words
from pr_metrics import OperatingPoints

HEIGHT = 400  # px
RESOLUTION = Resolution(drawn_width(HEIGHT, HEADROOM))
MARK_ROOM = 0.05  # axis units, to each side of the middle of a mark
ABOVE = (0.14, 0.2, 0.26, 0.32, 0.4)  # of the height: where the name of a level line stands clear of it
AREA_PLACES = [Place(x, y) for x in (0.5, 0.7, 0.3) for y in (0.17, 0.3, 0.42, 0.6, 0.75, 0.88)]


@dataclass(frozen=True, slots=True, eq=False)
class LessonView:
    """A view of operating points: which are shown, how they are joined, how high the picture reaches."""

    measured: MeasuredPoints | None = None  # with a circle
    joined: JoinedArea | None = None  # all points
    top: float = 1.0  # precision at the upper edge, where all that matters is low


def lesson_figure(
    points: OperatingPoints, view: LessonView, chosen: int | None, words: Words, *, same_data: str
) -> go.Figure:
    """Draw what a view asks for; of joined points the trace `curve`, closed to precision 0, has the printed area."""
    figure = pr_axes(words, height=HEIGHT, headroom=HEADROOM, ticks=TICKS, same_data=same_data)
    if view.top < 1:
        ticks = tuple(view.top * tick for tick in TICKS)
        span = tuple(view.top * edge for edge in RANGE)
        figure.update_yaxes(range=span, tickvals=ticks, scaleanchor=False)
    look = palette.look_of(view.joined.scheme if view.joined else "step")
    if view.joined is not None:
        _add_curve(figure, view.joined.curve, look)
        add_title(figure, words.say(f"schemes.{view.joined.scheme}.name"), look)
    add_baseline_line(figure, points.prevalence)
    if view.measured is not None:
        add_points(figure, view.measured, look, words)
    marked: list[Box] = []
    if chosen is not None and view.measured is not None:
        add_mark(figure)
        at = float(points.recall[chosen]), float(points.precision[chosen])
        chosen_mark(figure, *at, threshold_text(points.threshold, chosen), words).put_on(figure)
        marked = [_mark_box(*at)]
    _add_labels(figure, points.prevalence, view, marked, words)
    return figure


def _mark_box(x: float, y: float) -> Box:
    """The room of the mark of the chosen point."""
    return Box(x - MARK_ROOM, y - MARK_ROOM, x + MARK_ROOM, y + MARK_ROOM)


def _add_curve(figure: go.Figure, curve: DrawnCurve, look: palette.Look) -> None:
    add_shape(figure, "curve", curve, slice(None), look.fill)
    add_shape(figure, "start_area", curve, invented_part(curve), look.start_fill)
    add_line(figure, curve, look)


def _add_labels(figure: go.Figure, prevalence: float, view: LessonView, marked: list[Box], words: Words) -> None:
    """The area and the class balance, where they cover nothing; heights are shares of the picture's."""
    level, joined = prevalence / view.top, view.joined
    room = Room(taken=[*standing([note.to_plotly_json() for note in figure.layout.annotations]), *marked])
    room.add_line(np.array([0.0, 1.0]), np.full(2, level))
    if joined is not None:
        room.add_line(joined.curve.recall, np.minimum(joined.curve.precision / view.top, 1.0))
    text = words.say("chart.baseline", prevalence=prevalence_text(prevalence))
    place = room.first_free(_beside_line(level), text)
    _put(figure, place.note(text), view)
    if joined is not None:
        area = f"<b>{words.say('chart.area', area=joined.area)}</b>"
        place = room.first_free(AREA_PLACES, area, size=palette.AREA_SIZE)
        colour = palette.look_of(joined.scheme).text
        _put(figure, {**place.note(area, size=palette.AREA_SIZE, colour=colour), "bgcolor": None}, view)


def _beside_line(level: float) -> list[Place]:
    """Places of a label on a level line: close to it at either end, then farther above it."""
    ways = ("above", "below") if level < LABEL_ABOVE_BELOW else ("below", "above")
    close = [Place(x, level, to, way) for way in ways for x, to in ((0.0, "right"), (1.0, "left"), (0.5, "center"))]
    return close + [Place(x, level + up, to) for up in ABOVE for x, to in ((1.0, "left"), (0.0, "right"))]


def _put(figure: go.Figure, note: dict[str, Any], view: LessonView) -> None:
    """Write a label that found its room in shares of the picture's height."""
    figure.add_annotation({**note, "y": note["y"] * view.top})
