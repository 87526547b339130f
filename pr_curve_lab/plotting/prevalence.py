"""The curve at another class balance, the ROC curve and the gain curve, with the chosen point in each."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from pr_curve_lab.analysis.prevalence import Balances, GainArea, GainPoints, RocArea
from pr_curve_lab.analysis.thinning import DrawnCurve, Resolution, marked_points, roomy
from pr_curve_lab.i18n.markup import plotly_text
from pr_curve_lab.i18n.messages import Words
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.curve import (
    HEADROOM,
    RANGE,
    TICKS,
    add_baseline,
    add_circles,
    add_line,
    add_shape,
    add_title,
    drawn_width,
    invented_part,
    pr_axes,
    square_axes,
)
from pr_curve_lab.plotting.figure import Change
from pr_curve_lab.plotting.labels import Box, Place, Room, box_of, places_round, standing
from pr_metrics import JoinedCurve, OperatingPoints


def add_mark(figure: go.Figure) -> None:
    """Make room for the mark, which the browser moves: a circle with a thick dark rim."""
    figure.add_scatter(
        name="chosen",
        x=[],
        y=[],
        mode="markers",
        marker={"size": 16, "color": palette.PAPER, "line": {"color": palette.INK, "width": 4}},
        cliponaxis=False,
        hoverinfo="skip",
    )


def chosen_mark(still: go.Figure, x: float, y: float, threshold: str, words: Words) -> Change:
    """The mark with its label, and all other labels of the picture `still`; none where the point is not in it."""
    notes = [note.to_plotly_json() for note in still.layout.annotations]
    if not (np.isfinite(x) and np.isfinite(y) and x >= 0):
        return Change(traces={"chosen": {"x": [], "y": []}}, annotations=notes)
    text = f"<b>{words.say('chart.threshold', threshold=plotly_text(threshold))}</b>"
    room = Room(taken=standing(notes))
    for trace in still.data:
        if trace.name in ("curve", "own", "random"):
            room.add_line(np.asarray(trace.x), np.asarray(trace.y))
    place = room.first_free(places_round(x, y), text)
    return Change(
        traces={"chosen": {"x": [x], "y": [y]}},
        annotations=[*notes, place.note(text, colour=palette.INK)],
    )


HEIGHT = 392  # px: two of these, the headline and the control fit a projector of 720
RESOLUTION = Resolution(drawn_width(HEIGHT, HEADROOM))  # also of the pictures beside it: ROC and gain
HATCH = {"shape": "/", "fgcolor": "rgba(91, 100, 112, 0.35)", "bgcolor": "rgba(91, 100, 112, 0.12)", "size": 9,
         "solidity": 0.12}  # fmt: skip
CURVE_AREA_PLACES = [Place(x, y) for x in (0.5, 0.35, 0.65, 0.2, 0.8) for y in (0.3, 0.42, 0.17, 0.55, 0.68, 0.8, 0.92)]

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
    number = room.first_free(CURVE_AREA_PLACES, area, size=palette.AREA_SIZE)
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


ROC_AREA_PLACES = [Place(x, y) for y in (0.25, 0.35, 0.15, 0.6, 0.75) for x in (0.7, 0.6, 0.8, 0.3)]
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
    add_number(figure, roc.area, ROC_AREA_PLACES, room, words)
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


LOWEST = -0.5  # precision gain; what lies below is not shown, but counts
GAIN_AREA_PLACES = [Place(x, y) for y in (0.25, 0.4, 0.15, 0.6, 0.75) for x in (0.4, 0.55, 0.25, 0.7)]


def gain_figure(gain: GainArea, points: GainPoints, words: Words, *, same_data: str) -> go.Figure:
    """Draw precision gain against recall gain; the trace `curve`, closed to 0, has the printed area."""
    titles = words.say("chart.recall_gain"), words.say("chart.precision_gain")
    figure = square_axes(words, *titles, height=HEIGHT, headroom=HEADROOM, ticks=TICKS, same_data=same_data)
    curve = gain.curve
    if curve.precision.min(initial=0.0) < 0:
        lowest = max(LOWEST, float(curve.precision.min())) + RANGE[0]
        figure.update_layout(yaxis={"range": (lowest, RANGE[1]), "scaleanchor": False})
    add_joined(figure, curve)
    _add_points_gain(figure, points, words)
    add_mark(figure)
    figure.update_traces(cliponaxis=float(curve.precision.min(initial=0.0)) < LOWEST)
    room = Room()
    room.add_line(curve.recall, curve.precision)
    add_number(figure, gain.area, GAIN_AREA_PLACES, room, words)
    add_title(figure, words.say("balance.gain_title"), palette.SLATE)
    figure.update_layout(meta={"kept": curve.kept})
    return figure


def _add_points_gain(figure: go.Figure, points: GainPoints, words: Words) -> None:
    x, y = points.recall_gain, points.precision_gain
    facts = np.column_stack((points.threshold, x, y))
    add_circles(figure, x, y, palette.SLATE, facts, words.raw("balance.gain_hover"))
