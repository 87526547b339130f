"""The same points where the class balance plays no part: recall against the false positive rate."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from pr_curve_lab.analysis.roc import RocArea
from pr_curve_lab.analysis.thinning import marked_points
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.chosen_point import add_mark
from pr_curve_lab.plotting.joined import HEADROOM, TICKS, add_title
from pr_curve_lab.plotting.labels.room import Place, Room
from pr_curve_lab.plotting.moved_curve import HEIGHT, circled_in_both
from pr_curve_lab.plotting.pr_axes import add_circles, square_axes
from pr_metrics import JoinedCurve, OperatingPoints

AREA_PLACES = [Place(x, y) for y in (0.25, 0.35, 0.15, 0.6, 0.75) for x in (0.7, 0.6, 0.8, 0.3)]
RANDOM_PLACES = [
    Place(along, along, to, at)
    for to, at in (("right", "below"), ("left", "above"))
    for along in (0.45, 0.3, 0.6, 0.15)
]


def roc_figure(
    roc: RocArea, points: OperatingPoints, words: Words, *, same_data: str, title: str | None = None
) -> go.Figure:
    """Draw the points joined by straight lines from (0, 0); the trace `curve`, closed to 0, has the printed area.

    title: another than that the curve stands still.
    """
    titles = words.say("chart.false_positive_rate"), words.say("chart.recall")
    figure = square_axes(words, *titles, height=HEIGHT, headroom=HEADROOM, ticks=TICKS, same_data=same_data)
    curve = roc.curve
    add_joined(figure, curve)
    _add_random(figure)
    recall, rate = points.recall, points.false_positive_rate
    shown = marked_points(recall)
    facts = np.column_stack((points.threshold[shown], recall[shown], rate[shown]))
    hover, circled = words.raw("balance.roc_hover"), circled_in_both(points, shown)
    add_circles(figure, rate[shown], recall[shown], palette.SLATE, facts, hover, circled=circled)
    add_mark(figure)
    room = Room()
    room.add_line(curve.recall, curve.precision)
    room.add_line(np.array([0.0, 1.0]), np.array([0.0, 1.0]))
    add_number(figure, roc.area, AREA_PLACES, room, words)
    text = words.say("balance.random")
    figure.add_annotation(room.first_free(RANDOM_PLACES, text).note(text))
    add_title(figure, title or words.say("balance.roc_title"), palette.SLATE)
    figure.update_layout(meta={"kept": curve.kept})
    return figure


def _add_random(figure: go.Figure) -> None:
    """Draw the diagonal on which random rankings lie on average."""
    figure.add_scatter(
        name="random",
        x=np.array([0.0, 1.0]),
        y=np.array([0.0, 1.0]),
        mode="lines",
        line={"color": palette.QUIET, "width": 2, "dash": palette.BASELINE_DASH},
        hoverinfo="skip",
    )


def add_joined(figure: go.Figure, curve: JoinedCurve) -> None:
    """Draw a curve that straight lines join, and shade what lies under it."""
    figure.add_scatter(
        name="curve",
        x=curve.recall,
        y=curve.precision,
        mode="lines",
        line={"color": palette.SLATE.line, "width": palette.CURVE_WIDTH, "shape": "linear"},
        fill="tozeroy",
        fillcolor=palette.SLATE.fill,
        cliponaxis=False,
        hoverinfo="skip",
    )


def add_number(figure: go.Figure, area: float, places: list[Place], room: Room, words: Words) -> None:
    """Print the area where it covers nothing."""
    text = f"<b>{words.say('chart.area', area=area).replace('-', '−')}</b>"
    place = room.first_free(places, text, size=palette.AREA_SIZE)
    note = place.note(text, size=palette.AREA_SIZE, colour=palette.SLATE.text)
    figure.add_annotation({**note, "bgcolor": None})
