"""The curve at another class balance, the ROC curve and the gain curve, with the chosen point in each."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from pr_curve_lab.analysis.prevalence import Balances, GainArea, GainPoints, RocArea
from pr_curve_lab.analysis.thinning import RenderedCurve, Resolution, marker_indices, spaced_mask
from pr_curve_lab.i18n.markup import escape_plotly
from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.curve import (
    RANGE,
    TICKS,
    TOP_MARGIN,
    add_baseline,
    add_line,
    add_marker_points,
    add_shape,
    add_title,
    plot_width,
    pr_axes,
    square_axes,
    start_slice,
)
from pr_curve_lab.plotting.figure import FigureUpdate
from pr_curve_lab.plotting.labels import Box, FreeSpace, LabelPosition, box_of, label_boxes, positions_by_distance
from pr_metrics import JoinedCurve, OperatingPoints


def add_active_point(figure: go.Figure) -> None:
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


def active_point_update(figure: go.Figure, x: float, y: float, threshold: str, messages: Messages) -> FigureUpdate:
    """The mark with its label, and all other labels of the picture `figure`; none where the point is not in it."""
    notes = [note.to_plotly_json() for note in figure.layout.annotations]
    if not (np.isfinite(x) and np.isfinite(y) and x >= 0):
        return FigureUpdate(traces={"chosen": {"x": [], "y": []}}, annotations=notes)
    text = f"<b>{messages.format('chart.threshold', threshold=escape_plotly(threshold))}</b>"
    room = FreeSpace(boxes=label_boxes(notes))
    for trace in figure.data:
        if trace.name in ("curve", "own", "random"):
            room.add_line(np.asarray(trace.x), np.asarray(trace.y))
    place = room.best_position(positions_by_distance(x, y), text)
    return FigureUpdate(
        traces={"chosen": {"x": [x], "y": [y]}},
        annotations=[*notes, place.annotation(text, color=palette.INK)],
    )


HEIGHT = 392  # px: two of these, the headline and the control fit a projector of 720
RESOLUTION = Resolution(plot_width(HEIGHT, TOP_MARGIN))  # also of the pictures beside it: ROC and gain
HATCH = {"shape": "/", "fgcolor": "rgba(91, 100, 112, 0.35)", "bgcolor": "rgba(91, 100, 112, 0.12)", "size": 9,
         "solidity": 0.12}  # fmt: skip
CURVE_AREA_POSITIONS = [
    LabelPosition(x, y) for x in (0.5, 0.35, 0.65, 0.2, 0.8) for y in (0.3, 0.42, 0.17, 0.55, 0.68, 0.8, 0.92)
]

# Of what cannot be reached.
INSIDE_POSITIONS = [LabelPosition(x, y) for y in (0.06, 0.12, 0.2, 0.3) for x in (0.8, 0.75, 0.7, 0.65, 0.5, 0.4)]
OUTSIDE_POSITIONS = [LabelPosition(x, y) for y in (0.18, 0.24, 0.3, 0.4, 0.55, 0.7, 0.85) for x in (0.72, 0.6, 0.5)]
LABEL_RECALLS = (0.5, 0.7, 0.3, 0.6, 0.4, 0.85, 0.15)  # recall, of the name of the data's own curve
Y_OFFSETS = (0.1, 0.2, 0.3, -0.2, -0.3, -0.4)  # from the curve, where there is no room beside it
LEADER_FROM, LEADER_TO = 0.04, 0.96  # below the label; recall


def prevalence_curve_figure(balances: Balances, messages: Messages, *, same_data: str) -> go.Figure:
    """Draw the points at the asked balance; the trace `curve`, closed to precision 0, has the printed area."""
    joined, points = balances.target.joined, balances.target.points
    style, curve = palette.style_of(joined.scheme), joined.curve
    figure = pr_axes(messages, height=HEIGHT, top_margin=TOP_MARGIN, ticks=TICKS, same_data=same_data)
    if balances.target.min_curve is not None:
        _add_unachievable(figure, balances.target.min_curve)
    add_shape(figure, "curve", curve, slice(None), style.fill)
    add_shape(figure, "start_area", curve, start_slice(curve), style.start_fill)
    own = _add_original(figure, balances.measured.joined.curve) if balances.has_target_prevalence else None
    add_baseline(figure, points.prevalence, messages, balances.target.text)
    add_line(figure, curve, style)
    _add_points(figure, balances, style, messages)
    add_active_point(figure)
    _add_labels(figure, balances, own, messages)
    add_title(
        figure, messages.format("balance.pr_title", scheme=messages.format(f"schemes.{joined.scheme}.name")), style
    )
    figure.update_layout(meta={"kept": curve.n_original})
    return figure


def point_values(balances: Balances, indices: np.ndarray) -> np.ndarray:
    """The numbers that the pointer reads at each point, in either picture: shape (n_shown, 5)."""
    own, asked = balances.measured.points, balances.target.points
    columns = (own.threshold, own.recall, own.false_positive_rate, own.precision, asked.precision)
    return np.column_stack([column[indices] for column in columns])


def common_marker_mask(points: OperatingPoints, indices: np.ndarray) -> np.ndarray:
    """A mask of the shown points that get a circle here and in the ROC picture: the same, whatever the class balance.

    >>> common_marker_mask(OperatingPoints.from_counts([3, 2, 1], [50, 1, 49], [0, 0, 900]), np.arange(3)).tolist()
    [True, False, True]
    """
    return spaced_mask(points.recall[indices], points.precision[indices], points.false_positive_rate[indices])


def _add_points(figure: go.Figure, balances: Balances, style: palette.Style, messages: Messages) -> None:
    points = balances.target.points
    recall, precision = points.recall, points.precision
    shown = marker_indices(recall)
    facts, circled = point_values(balances, shown), common_marker_mask(balances.measured.points, shown)
    add_marker_points(
        figure, recall[shown], precision[shown], style, facts, messages.raw("balance.hover"), mask=circled
    )


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


def _add_original(figure: go.Figure, curve: RenderedCurve) -> JoinedCurve:
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


def _add_labels(figure: go.Figure, balances: Balances, original: JoinedCurve | None, messages: Messages) -> None:
    """The area, the name of the data's own curve, and of what cannot be reached: each where it covers nothing."""
    room = FreeSpace(boxes=label_boxes(figure.annotations))
    joined, edge = balances.target.joined, balances.target.min_curve
    room.add_line(joined.curve.recall, joined.curve.precision)
    room.add_line(np.array([0.0, 1.0]), np.full(2, balances.target.points.prevalence))
    if original is not None:
        room.add_line(original.recall, original.precision)
    if edge is not None:
        _add_unachievable_label(figure, edge, room, messages)
    if original is not None:
        text = messages.format("balance.own_label", prevalence=balances.measured.text)
        figure.add_annotation(room.best_position(curve_positions(original), text).annotation(text))
    area, colour = f"<b>{messages.format('chart.area', area=joined.area)}</b>", palette.style_of(joined.scheme).text
    number = room.best_position(CURVE_AREA_POSITIONS, area, size=palette.AREA_SIZE)
    figure.add_annotation({**number.annotation(area, size=palette.AREA_SIZE, color=colour), "bgcolor": None})


def curve_positions(curve: JoinedCurve) -> list[LabelPosition]:
    """Places beside a curve: close above it where there is room, first about its middle."""
    corners = [(x, float(np.interp(x, curve.recall, curve.precision))) for x in LABEL_RECALLS]
    ways = [(to, way) for way in ("above", "below") for to in ("right", "center", "left")]
    close = [LabelPosition(x, y, to, way) for to, way in ways for x, y in corners]
    return close + [LabelPosition(x, y + far, "center", "above") for far in Y_OFFSETS for x, y in corners]


def _add_unachievable_label(figure: go.Figure, edge: JoinedCurve, space: FreeSpace, messages: Messages) -> None:
    """Name what cannot be reached: inside it where that has room, else above it with a line that leads there."""
    text = messages.format("balance.unachievable")
    place, leader = unachievable_position(edge, text, space)
    if leader is None:
        figure.add_annotation({**place.annotation(text), "bgcolor": None})
        return
    figure.add_annotation(place.annotation(text))
    (x0, x1), (y0, y1) = (ends.tolist() for ends in leader)
    figure.add_shape(type="line", line={"color": palette.QUIET, "width": 1}, x0=x0, y0=y0, x1=x1, y1=y1)


def unachievable_position(
    edge: JoinedCurve, text: str, space: FreeSpace
) -> tuple[LabelPosition, tuple[np.ndarray, np.ndarray] | None]:
    """The place for the name of what lies below the edge, and the line that leads there from outside: across, up."""
    space.add_line(edge.recall, edge.precision)
    within = [place for place in INSIDE_POSITIONS if _region_contains(edge, box_of(place.annotation(text)))]
    if within:
        return space.best_position(within, text), None
    place = space.best_position(OUTSIDE_POSITIONS, text)
    across = np.array([place.x, LEADER_TO * float(edge.recall[-1])])
    return place, (across, np.array([place.y - LEADER_FROM, float(edge.precision[-1]) / 2]))


def _region_contains(edge: JoinedCurve, box: Box) -> bool:
    """Whether a label has room below the edge, which rises."""
    return box.right <= float(edge.recall[-1]) and box.top < float(np.interp(box.left, edge.recall, edge.precision))


ROC_AREA_POSITIONS = [LabelPosition(x, y) for y in (0.25, 0.35, 0.15, 0.6, 0.75) for x in (0.7, 0.6, 0.8, 0.3)]
RANDOM_POSITIONS = [
    LabelPosition(along, along, to, at)
    for to, at in (("right", "below"), ("left", "above"))
    for along in (0.45, 0.3, 0.6, 0.15)
]


def roc_figure(
    roc: RocArea, points: OperatingPoints, messages: Messages, *, same_data: str, title: str | None = None
) -> go.Figure:
    """Draw the points joined by straight lines from (0, 0); the trace `curve`, closed to 0, has the printed area.

    title: another than that the curve stands still.
    """
    titles = messages.format("chart.false_positive_rate"), messages.format("chart.recall")
    figure = square_axes(messages, *titles, height=HEIGHT, top_margin=TOP_MARGIN, ticks=TICKS, same_data=same_data)
    curve = roc.curve
    add_joined(figure, curve)
    _add_random(figure)
    recall, rate = points.recall, points.false_positive_rate
    shown = marker_indices(recall)
    facts = np.column_stack((points.threshold[shown], recall[shown], rate[shown]))
    hover, circled = messages.raw("balance.roc_hover"), common_marker_mask(points, shown)
    add_marker_points(figure, rate[shown], recall[shown], palette.SLATE, facts, hover, mask=circled)
    add_active_point(figure)
    room = FreeSpace()
    room.add_line(curve.recall, curve.precision)
    room.add_line(np.array([0.0, 1.0]), np.array([0.0, 1.0]))
    add_number(figure, roc.area, ROC_AREA_POSITIONS, room, messages)
    text = messages.format("balance.random")
    figure.add_annotation(room.best_position(RANDOM_POSITIONS, text).annotation(text))
    add_title(figure, title or messages.format("balance.roc_title"), palette.SLATE)
    figure.update_layout(meta={"kept": curve.n_original})
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


def add_number(
    figure: go.Figure, area: float, positions: list[LabelPosition], space: FreeSpace, messages: Messages
) -> None:
    """Print the area where it covers nothing."""
    text = f"<b>{messages.format('chart.area', area=area).replace('-', '−')}</b>"
    place = space.best_position(positions, text, size=palette.AREA_SIZE)
    note = place.annotation(text, size=palette.AREA_SIZE, color=palette.SLATE.text)
    figure.add_annotation({**note, "bgcolor": None})


MIN_GAIN = -0.5  # precision gain; what lies below is not shown, but counts
GAIN_AREA_POSITIONS = [LabelPosition(x, y) for y in (0.25, 0.4, 0.15, 0.6, 0.75) for x in (0.4, 0.55, 0.25, 0.7)]


def gain_figure(gain: GainArea, points: GainPoints, messages: Messages, *, same_data: str) -> go.Figure:
    """Draw precision gain against recall gain; the trace `curve`, closed to 0, has the printed area."""
    titles = messages.format("chart.recall_gain"), messages.format("chart.precision_gain")
    figure = square_axes(messages, *titles, height=HEIGHT, top_margin=TOP_MARGIN, ticks=TICKS, same_data=same_data)
    curve = gain.curve
    if curve.precision.min(initial=0.0) < 0:
        lowest = max(MIN_GAIN, float(curve.precision.min())) + RANGE[0]
        figure.update_layout(yaxis={"range": (lowest, RANGE[1]), "scaleanchor": False})
    add_joined(figure, curve)
    _add_points_gain(figure, points, messages)
    add_active_point(figure)
    figure.update_traces(cliponaxis=float(curve.precision.min(initial=0.0)) < MIN_GAIN)
    room = FreeSpace()
    room.add_line(curve.recall, curve.precision)
    add_number(figure, gain.area, GAIN_AREA_POSITIONS, room, messages)
    add_title(figure, messages.format("balance.gain_title"), palette.SLATE)
    figure.update_layout(meta={"kept": curve.n_original})
    return figure


def _add_points_gain(figure: go.Figure, points: GainPoints, messages: Messages) -> None:
    x, y = points.recall_gain, points.precision_gain
    facts = np.column_stack((points.threshold, x, y))
    add_marker_points(figure, x, y, palette.SLATE, facts, messages.raw("balance.gain_hover"))
