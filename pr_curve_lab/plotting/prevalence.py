"""The curve at another class balance, the ROC curve and the gain curve, with the selected point in each."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from pr_curve_lab.analysis.areas import ThinnedArea
from pr_curve_lab.analysis.prevalence import Balances
from pr_curve_lab.analysis.thinning import Resolution, circle_mask, marker_indices, measured_gains
from pr_curve_lab.i18n.messages import Messages, escape_plotly
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.curve import RANGE, add_mark, plotly_figure
from pr_curve_lab.plotting.figure import FigureUpdate
from pr_curve_lab.plotting.labels import Box, FreeSpace, LabelPosition, box_of, label_boxes, positions_by_distance
from pr_curve_lab.plotting.plot import (
    Axes,
    Plot,
    PlotCurve,
    PlotLabel,
    PlotLine,
    PlotPoints,
    area_label,
    baseline_label,
    pr_titles,
)
from pr_metrics import JoinedCurve, OperatingPoints


def selected_point_update(figure: go.Figure, x: float, y: float, threshold: str, messages: Messages) -> FigureUpdate:
    """Return the marker of a point with its label, and all other labels of `figure`; no marker if it is not in it."""
    notes = [note.to_plotly_json() for note in figure.layout.annotations]
    if not (np.isfinite(x) and np.isfinite(y) and x >= 0):
        return FigureUpdate(traces={"selected": {"x": [], "y": []}}, annotations=notes)
    text = f"<b>{messages.format('chart.threshold', threshold=escape_plotly(threshold))}</b>"
    room = FreeSpace(boxes=label_boxes(notes))
    for trace in figure.data:
        if trace.name in ("curve", "own", "random"):
            room.add_line(np.asarray(trace.x), np.asarray(trace.y))
    place = room.best_position(positions_by_distance(x, y), text)
    return FigureUpdate(
        traces={"selected": {"x": [x], "y": [y]}}, annotations=[*notes, place.annotation(text, color=palette.INK)]
    )


HEIGHT = 392  # px; two of these, the headline and the control fit a projector of 720 px
SIDES = {700: 496, 560: 384, 404: 322}  # px, of each of two squares, for each minimum width
RESOLUTION = Resolution(max(SIDES.values()))  # also of the ROC and gain curves beside it

# Positions for the label of the unachievable region.
INSIDE_POSITIONS = [LabelPosition(x, y) for y in (0.06, 0.12, 0.2, 0.3) for x in (0.8, 0.75, 0.7, 0.65, 0.5, 0.4)]
OUTSIDE_POSITIONS = [LabelPosition(x, y) for y in (0.18, 0.24, 0.3, 0.4, 0.55, 0.7, 0.85) for x in (0.72, 0.6, 0.5)]
LABEL_RECALLS = (0.5, 0.7, 0.3, 0.6, 0.4, 0.85, 0.15)  # recalls at which the label of the original curve may be
Y_OFFSETS = (0.1, 0.2, 0.3, -0.2, -0.3, -0.4)  # precision, from the curve, if there is no room directly beside it
LEADER_FROM, LEADER_TO = 0.04, 0.96  # of the leader line: precision below the label; share of the last recall


def prevalence_curve_figure(balances: Balances, messages: Messages) -> go.Figure:
    """Draw the curve at the target class balance; the area under the trace `curve` is the printed area."""
    figure = plotly_figure(prevalence_plot(balances, messages), messages, height=HEIGHT)
    add_mark(figure, "selected")
    return figure


def prevalence_plot(balances: Balances, messages: Messages, area_text: str | None = None) -> Plot:
    """Return the plot of the curve at the target class balance, with the original curve and the unachievable region.

    area_text: the area as text; None prints three decimals.
    """
    joined, points, edge = balances.target.joined, balances.target.points, balances.target.min_curve
    own = balances.measured.joined.curve if balances.has_target_prevalence else None
    style, space = palette.style_of(joined.scheme), FreeSpace()
    labels, lines = [baseline_label(points.prevalence, space, messages, balances.target.text)], []
    for curve in (joined.curve, own):
        if curve is not None:
            space.add_line(curve.recall, curve.precision)
    if edge is not None:
        lines.append(PlotLine("unachievable", edge.recall, edge.precision, fill=palette.UNACHIEVABLE, down_to_0=True))
        label, leader = _unachievable_label(edge, space, messages)
        labels.append(label)
        lines += leader
    if own is not None:
        lines.append(PlotLine("own", own.recall.astype(np.float32), own.precision.astype(np.float32), width=1.5))
        text = messages.format("balance.measured_label", prevalence=balances.measured.text)
        labels.append(PlotLabel(text, space.best_position(curve_positions(own), text)))
    area = area_text or messages.format("chart.area", area=joined.area)
    labels.append(area_label(area, style.text, space))
    return Plot(
        pr_titles(messages),
        [PlotCurve(joined, joined.scheme, style)],
        lines,
        points.prevalence,
        [_prevalence_points(balances, style, messages)],
        labels=labels,
        title=messages.format("balance.pr_title", scheme=messages.format(f"schemes.{joined.scheme}.name")),
        title_style=style,
    )


def point_values(balances: Balances, indices: np.ndarray) -> np.ndarray:
    """Return the values in the tooltip of each point, in either picture; shape (n_shown, 5)."""
    own, asked = balances.measured.points, balances.target.points
    columns = (own.threshold, own.recall, own.false_positive_rate, own.precision, asked.precision)
    return np.column_stack([column[indices] for column in columns])


def common_circle_mask(points: OperatingPoints, indices: np.ndarray) -> np.ndarray:
    """Return a mask of the shown points with a circle, which is the same in the ROC picture and at any class balance.

    >>> points = OperatingPoints.from_counts(np.arange(41, 0, -1), np.arange(41) < 40, np.arange(41) == 40)
    >>> int(common_circle_mask(points, np.arange(41)).sum())
    21
    """
    return circle_mask(points.recall[indices], points.precision[indices], points.false_positive_rate[indices])


def _prevalence_points(balances: Balances, style: palette.Style, messages: Messages) -> PlotPoints:
    points = balances.target.points
    shown = marker_indices(points.recall)
    circled = common_circle_mask(balances.measured.points, shown)
    values, hover = point_values(balances, shown), messages.raw("balance.hover")
    return PlotPoints(points.recall[shown], points.precision[shown], style, circled, values, hover)


def curve_positions(curve: JoinedCurve) -> list[LabelPosition]:
    """Return label positions beside a curve: first close above its middle, then close below, then farther away."""
    corners = [(x, float(np.interp(x, curve.recall, curve.precision))) for x in LABEL_RECALLS]
    ways = [(to, way) for way in ("above", "below") for to in ("right", "center", "left")]
    close = [LabelPosition(x, y, to, way) for to, way in ways for x, y in corners]
    return close + [LabelPosition(x, y + far, "center", "above") for far in Y_OFFSETS for x, y in corners]


def _unachievable_label(edge: JoinedCurve, space: FreeSpace, messages: Messages) -> tuple[PlotLabel, list[PlotLine]]:
    """Return the label of the unachievable region: inside it if there is room, else above it with a leader line."""
    text = messages.format("balance.unachievable")
    place, leader = unachievable_position(edge, text, space)
    if leader is None:
        return PlotLabel(text, place), []
    space.add_line(*leader)
    return PlotLabel(text, place), [PlotLine("leader", *leader)]


def unachievable_position(
    edge: JoinedCurve, text: str, space: FreeSpace
) -> tuple[LabelPosition, tuple[np.ndarray, np.ndarray] | None]:
    """Return the position of the label of the region below the edge, and x and y of a leader line if it is outside."""
    space.add_line(edge.recall, edge.precision)
    within = [place for place in INSIDE_POSITIONS if _region_contains(edge, box_of(place.annotation(text)))]
    if within:
        return space.best_position(within, text), None
    place = space.best_position(OUTSIDE_POSITIONS, text)
    across = np.array([place.x, LEADER_TO * float(edge.recall[-1])])
    return place, (across, np.array([place.y - LEADER_FROM, float(edge.precision[-1]) / 2]))


def _region_contains(edge: JoinedCurve, box: Box) -> bool:
    """Whether a box is below the edge, which rises with recall."""
    return box.right <= float(edge.recall[-1]) and box.top < float(np.interp(box.left, edge.recall, edge.precision))


RANDOM_POSITIONS = [
    LabelPosition(along, along, to, at)
    for to, at in (("right", "below"), ("left", "above"))
    for along in (0.45, 0.3, 0.6, 0.15)
]


def roc_figure(roc: ThinnedArea, points: OperatingPoints, messages: Messages) -> go.Figure:
    """Draw the points joined by straight lines from (0, 0); the area under the trace `curve` is the printed area."""
    plot = roc_plot(roc, points, messages)
    figure = plotly_figure(plot, messages, height=HEIGHT)
    add_mark(figure, "selected")
    return figure


def roc_plot(roc: ThinnedArea, points: OperatingPoints, messages: Messages) -> Plot:
    """Return the plot of the ROC curve with its area, and the diagonal, the average curve of random rankings."""
    space, diagonal = FreeSpace(), np.array([0.0, 1.0])
    space.add_line(roc.curve.recall, roc.curve.precision)
    space.add_line(diagonal, diagonal)
    area = area_label(messages.format("chart.area", area=roc.area), palette.SLATE.text, space)
    text = messages.format("balance.random")
    recall, rate, shown = points.recall, points.false_positive_rate, marker_indices(points.recall)
    values = np.column_stack((points.threshold[shown], recall[shown], rate[shown]))
    circled, hover = common_circle_mask(points, shown), messages.raw("balance.roc_hover")
    return Plot(
        Axes(messages.format("chart.false_positive_rate"), messages.format("chart.recall")),
        [PlotCurve(roc, "roc", palette.SLATE)],
        [PlotLine("random", diagonal, diagonal, width=2, dash=palette.BASELINE_DASH)],
        points=[PlotPoints(rate[shown], recall[shown], palette.SLATE, circled, values, hover)],
        labels=[area, PlotLabel(text, space.best_position(RANDOM_POSITIONS, text))],
        title=messages.format("balance.roc_title"),
        title_style=palette.SLATE,
    )


MIN_GAIN = -0.5  # precision gain; the curve below it is not shown, but is part of the area


def gain_figure(gain: ThinnedArea, points: OperatingPoints, messages: Messages) -> go.Figure:
    """Draw precision gain against recall gain; the area between the trace `curve` and 0 is the printed area."""
    curve, space = gain.curve, FreeSpace()
    space.add_line(curve.recall, curve.precision)
    area = messages.format("chart.area", area=gain.area).replace("-", "−")
    values, hover = measured_gains(points), messages.raw("balance.gain_hover")
    _, x, y = values.T
    plot = Plot(
        Axes(messages.format("chart.recall_gain"), messages.format("chart.precision_gain")),
        [PlotCurve(gain, "gain", palette.SLATE)],
        points=[PlotPoints(x, y, palette.SLATE, circle_mask(x, y), values, hover)],
        labels=[area_label(area, palette.SLATE.text, space)],
        title=messages.format("balance.gain_title"),
        title_style=palette.SLATE,
    )
    figure = plotly_figure(plot, messages, height=HEIGHT)
    add_mark(figure, "selected")
    lowest = float(curve.precision.min(initial=0.0))
    if lowest < 0:
        limits = (max(MIN_GAIN, lowest) + RANGE[0], RANGE[1])
        figure.update_layout(yaxis={"range": limits, "scaleanchor": False})
    figure.update_traces(cliponaxis=lowest < MIN_GAIN)
    return figure
