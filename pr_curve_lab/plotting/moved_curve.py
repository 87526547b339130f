"""The curve at the asked class balance, what no ranking can reach there, and the data's own curve as a thin line."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from pr_curve_lab.analysis.class_balance import Balances
from pr_curve_lab.analysis.thinning import DrawnCurve, Resolution, marked_points, roomy
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.chosen_point import add_mark
from pr_curve_lab.plotting.joined import HEADROOM, TICKS, add_line, add_shape, add_title, invented_part
from pr_curve_lab.plotting.labels.box import Box
from pr_curve_lab.plotting.labels.room import Place, Room, box_of, standing
from pr_curve_lab.plotting.pr_axes import add_baseline, add_circles, drawn_width, pr_axes
from pr_metrics import JoinedCurve, OperatingPoints

HEIGHT = 392  # px: two of these, the headline and the control fit a projector of 720
RESOLUTION = Resolution(drawn_width(HEIGHT, HEADROOM))  # also of the pictures beside it: ROC and gain
HATCH = {"shape": "/", "fgcolor": "rgba(91, 100, 112, 0.35)", "bgcolor": "rgba(91, 100, 112, 0.12)", "size": 9,
         "solidity": 0.12}  # fmt: skip
AREA_PLACES = [Place(x, y) for x in (0.5, 0.35, 0.65, 0.2, 0.8) for y in (0.3, 0.42, 0.17, 0.55, 0.68, 0.8, 0.92)]

# Of what cannot be reached.
INSIDE = [Place(x, y) for y in (0.06, 0.12, 0.2, 0.3) for x in (0.8, 0.75, 0.7, 0.65, 0.5, 0.4)]
OUTSIDE = [Place(x, y) for y in (0.18, 0.24, 0.3, 0.4, 0.55, 0.7, 0.85) for x in (0.72, 0.6, 0.5)]
ALONG = (0.5, 0.7, 0.3, 0.6, 0.4, 0.85, 0.15)  # recall, of the name of the data's own curve
FARTHER = (0.1, 0.2, 0.3, -0.2, -0.3, -0.4)  # from the curve, where there is no room beside it
LEADER_FROM, LEADER_TO = 0.04, 0.96  # below the label; recall


def moved_curve_figure(both: Balances, words: Words, *, same_data: str) -> go.Figure:
    """Draw the points at the asked balance; the trace `curve`, closed to precision 0, has the printed area."""
    joined, points = both.asked.joined, both.asked.points
    look, curve = palette.look_of(joined.scheme), joined.curve
    figure = pr_axes(words, height=HEIGHT, headroom=HEADROOM, ticks=TICKS, same_data=same_data)
    if both.asked.edge is not None:
        _add_unachievable(figure, both.asked.edge)
    add_shape(figure, "curve", curve, slice(None), look.fill)
    add_shape(figure, "start_area", curve, invented_part(curve), look.start_fill)
    own = _add_own(figure, both.own.joined.curve) if both.moved else None
    add_baseline(figure, points.prevalence, words, both.asked.text)
    add_line(figure, curve, look)
    _add_points(figure, both, look, words)
    add_mark(figure)
    _add_labels(figure, both, own, words)
    add_title(figure, words.say("balance.pr_title", scheme=words.say(f"schemes.{joined.scheme}.name")), look)
    figure.update_layout(meta={"kept": curve.kept})
    return figure


def point_facts(both: Balances, shown: np.ndarray) -> np.ndarray:
    """The numbers that the pointer reads at each point, in either picture: shape (n_shown, 5)."""
    own, asked = both.own.points, both.asked.points
    columns = (own.threshold, own.recall, own.false_positive_rate, own.precision, asked.precision)
    return np.column_stack([column[shown] for column in columns])


def circled_in_both(points: OperatingPoints, shown: np.ndarray) -> np.ndarray:
    """A mask of the shown points that get a circle here and in the ROC picture: the same, whatever the class balance.

    >>> circled_in_both(OperatingPoints.from_counts([3, 2, 1], [50, 1, 49], [0, 0, 900]), np.arange(3)).tolist()
    [True, False, True]
    """
    return roomy(points.recall[shown], points.precision[shown], points.false_positive_rate[shown])


def _add_points(figure: go.Figure, both: Balances, look: palette.Look, words: Words) -> None:
    points = both.asked.points
    recall, precision = points.recall, points.precision
    shown = marked_points(recall)
    facts, circled = point_facts(both, shown), circled_in_both(both.own.points, shown)
    add_circles(figure, recall[shown], precision[shown], look, facts, words.raw("balance.hover"), circled=circled)


def _add_unachievable(figure: go.Figure, edge: JoinedCurve) -> None:
    """Hatch what lies below every ranking."""
    figure.add_scatter(
        name="unachievable",
        x=edge.recall,
        y=edge.precision,
        mode="lines",
        line={"color": palette.QUIET, "width": 1},
        fill="tozeroy",
        fillpattern=HATCH,
        hoverinfo="skip",
    )


def _add_own(figure: go.Figure, curve: DrawnCurve) -> JoinedCurve:
    """Draw the data's own curve, thin and quiet, for the eye only."""
    figure.add_scatter(
        name="own",
        x=curve.recall.astype(np.float32),
        y=curve.precision.astype(np.float32),
        mode="lines",
        line={"color": palette.QUIET, "width": 1.5, "shape": "linear"},
        cliponaxis=False,
        hoverinfo="skip",
    )
    return curve


def _add_labels(figure: go.Figure, both: Balances, own: JoinedCurve | None, words: Words) -> None:
    """The area, the name of the data's own curve, and of what cannot be reached: each where it covers nothing."""
    room = Room(taken=standing(figure.annotations))
    joined, edge = both.asked.joined, both.asked.edge
    room.add_line(joined.curve.recall, joined.curve.precision)
    room.add_line(np.array([0.0, 1.0]), np.full(2, both.asked.points.prevalence))
    if own is not None:
        room.add_line(own.recall, own.precision)
    if edge is not None:
        _add_unachievable_label(figure, edge, room, words)
    if own is not None:
        text = words.say("balance.own_label", prevalence=both.own.text)
        figure.add_annotation(room.first_free(beside(own), text).note(text))
    area, colour = f"<b>{words.say('chart.area', area=joined.area)}</b>", palette.look_of(joined.scheme).text
    number = room.first_free(AREA_PLACES, area, size=palette.AREA_SIZE)
    figure.add_annotation({**number.note(area, size=palette.AREA_SIZE, colour=colour), "bgcolor": None})


def beside(curve: JoinedCurve) -> list[Place]:
    """Places beside a curve: close above it where there is room, first about its middle."""
    corners = [(x, float(np.interp(x, curve.recall, curve.precision))) for x in ALONG]
    ways = [(to, way) for way in ("above", "below") for to in ("right", "center", "left")]
    close = [Place(x, y, to, way) for to, way in ways for x, y in corners]
    return close + [Place(x, y + far, "center", "above") for far in FARTHER for x, y in corners]


def _add_unachievable_label(figure: go.Figure, edge: JoinedCurve, room: Room, words: Words) -> None:
    """Name what cannot be reached: inside it where that has room, else above it with a line that leads there."""
    text = words.say("balance.unachievable")
    place, leader = unachievable_place(edge, text, room)
    if leader is None:
        figure.add_annotation({**place.note(text), "bgcolor": None})
        return
    figure.add_annotation(place.note(text))
    (x0, x1), (y0, y1) = (ends.tolist() for ends in leader)
    figure.add_shape(type="line", line={"color": palette.QUIET, "width": 1}, x0=x0, y0=y0, x1=x1, y1=y1)


def unachievable_place(edge: JoinedCurve, text: str, room: Room) -> tuple[Place, tuple[np.ndarray, np.ndarray] | None]:
    """The place for the name of what lies below the edge, and the line that leads there from outside: across, up."""
    room.add_line(edge.recall, edge.precision)
    within = [place for place in INSIDE if _below(edge, box_of(place.note(text)))]
    if within:
        return room.first_free(within, text), None
    place = room.first_free(OUTSIDE, text)
    across = np.array([place.x, LEADER_TO * float(edge.recall[-1])])
    return place, (across, np.array([place.y - LEADER_FROM, float(edge.precision[-1]) / 2]))


def _below(edge: JoinedCurve, box: Box) -> bool:
    """Whether a label has room below the edge, which rises."""
    return box.right <= float(edge.recall[-1]) and box.top < float(np.interp(box.left, edge.recall, edge.precision))
