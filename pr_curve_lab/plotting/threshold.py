"""The curve with its selected threshold, the region that meets the requirements, and net benefit.

The markers of the selected threshold and of the user's own grid, each at a measured point, and a few labels can move.
They are sent separately from the figure, so that the browser can move them and keep the zoom.

A required precision is a horizontal line, a required recall a vertical one. A number of alerts per day is a straight
line through the origin: the share of rows with an alert is prevalence * recall / precision, so fewer are above it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import plotly.graph_objects as go

from pr_curve_lab.analysis.areas import JoinedArea, UnknownRegion
from pr_curve_lab.analysis.decision_curve import Contour, DecisionCurve
from pr_curve_lab.analysis.formatting import NumberText, format_number, format_threshold
from pr_curve_lab.analysis.thinning import MeasuredPoints, Resolution, circle_mask, marker_indices
from pr_curve_lab.i18n.messages import Messages, escape_plotly
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.curve import (
    HEADROOM,
    MARKS,
    add_line,
    add_mark,
    add_plot,
    add_points,
    annotation_of,
    square_axes,
)
from pr_curve_lab.plotting.figure import FigureUpdate, base_axis, empty_figure
from pr_curve_lab.plotting.labels import (
    LABEL_COST,
    FreeSpace,
    LabelPosition,
    box_of,
    label_positions,
    leader_line,
    positions_by_distance,
    text_annotation,
)
from pr_curve_lab.plotting.plot import (
    Plot,
    PlotLine,
    PlotPoints,
    baseline_label,
    baseline_position,
    hidden_region,
    pr_titles,
)
from pr_metrics import CurveBand, OperatingPoints

NOWHERE = np.zeros(0)  # coordinates of a trace until the browser sets others
NAMES = ("required_precision", "required_recall", "required_alerts")
LABEL_FRACTIONS = np.linspace(0.02, 1.0, 20).tolist()  # shares of a line at which its label may begin


@dataclass(frozen=True)
class RequirementLine:
    """A requirement: `value` is precision, recall, or for alerts the precision at recall 1; `text` is its label."""

    name: str
    value: float
    text: str

    @property
    def coordinates(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """The x and y coordinates of both ends of the line within the axes.

        >>> lines = RequirementLine("required_alerts", 2.0, ""), RequirementLine("required_recall", 0.5, "")
        >>> lines[0].coordinates, lines[1].coordinates
        (((0.0, 0.5), (0.0, 1.0)), ((0.5, 0.5), (0.0, 1.0)))
        """
        if self.name == "required_precision":
            return (0.0, 1.0), (self.value, self.value)
        if self.name == "required_recall":
            return (self.value, self.value), (0.0, 1.0)
        return (0.0, min(1.0, 1.0 / self.value)), (0.0, min(1.0, self.value))


def add_requirement_lines(figure: go.Figure) -> None:
    """Add empty traces for the lines, which the browser sets; all later traces are drawn over them."""
    add_line(figure, PlotLine("requirements_hold", NOWHERE, NOWHERE, width=0, fill=palette.BAND))
    for name in NAMES:
        add_line(figure, PlotLine(name, NOWHERE, NOWHERE, palette.INK, width=1.5))


def requirement_coordinates(lines: tuple[RequirementLine, ...]) -> dict[str, dict[str, list[float]]]:
    """Return the coordinates of the traces of all requirements by name; those without a requirement are empty."""
    ends = {line.name: line.coordinates for line in lines}
    places = {name: ends.get(name, ((), ())) for name in NAMES} | {"requirements_hold": _region(lines)}
    return {name: {"x": list(across), "y": list(up)} for name, (across, up) in places.items()}


def requirement_labels(lines: tuple[RequirementLine, ...], space: FreeSpace) -> list[dict[str, Any]]:
    """Return a label for each line: beside it, or else where there is room, with a leader line."""
    notes = []
    for line in lines:
        place = _position_beside(line, space) or space.position_over_line(_label_positions(line), line.text)
        leader = {}
        if place is None:
            x, y = (sum(ends) / 2 for ends in line.coordinates)
            place = space.best_position(positions_by_distance(x, y), line.text)
            leader = leader_line(x, y, place)
        notes.append(place.annotation(line.text, color=palette.INK) | leader)
    return notes


def _position_beside(line: RequirementLine, space: FreeSpace) -> LabelPosition | None:
    """Return a position beside a line through the origin where its label covers nothing, if there is one.

    On a phone, where labels are larger, it may cover a line, but no other label.
    """
    if line.name != "required_alerts":
        return None
    positions = _label_positions(line)
    boxes = [box_of(place.annotation(line.text), space.width, space.height) for place in positions]
    in_window = replace(space, width=min(SIDES.values()), height=min(SIDES.values()), boxes=[])
    free = [place for place, cost in zip(positions, space.costs(boxes), strict=True) if cost < LABEL_COST]
    place = in_window.empty_position(free, line.text)
    if place is not None:
        space.boxes.append(boxes[positions.index(place)])
    return place


def _label_positions(line: RequirementLine) -> list[LabelPosition]:
    (x0, x1), (y0, y1) = line.coordinates
    spots = [(x0 + (x1 - x0) * share, y0 + (y1 - y0) * share) for share in LABEL_FRACTIONS]
    sides = {
        "required_precision": (("right", "below"), ("left", "below"), ("right", "above"), ("left", "above")),
        "required_recall": (("right", "middle"), ("left", "middle")),
        "required_alerts": (("left", "above"), ("right", "below")),
    }[line.name]
    if line.name == "required_alerts":
        return [LabelPosition(x, y, *side) for x, y in reversed(spots) for side in sides]
    return [LabelPosition(x, y, *side) for side in sides for x, y in (spots if y0 == y1 else reversed(spots))]


def _region(lines: tuple[RequirementLine, ...]) -> tuple[list[float], list[float]]:
    """Return the corners of the region that meets all requirements, if there is more than one."""
    if len(lines) < 2:
        return [], []
    at = {line.name: line.value for line in lines}
    left, low, slope = at.get("required_recall", 0.0), at.get("required_precision", 0.0), at.get("required_alerts", 0.0)
    right = min(1.0, 1.0 / slope) if slope > 1 else 1.0
    if left > right:
        return [], []
    across = np.unique(np.clip([left, low / slope if slope else left, right], left, right))
    floor = np.minimum(np.maximum(low, slope * across), 1.0)
    return [*across.tolist(), right, left], [*floor.tolist(), 1.0, 1.0]


HEIGHT = 477  # px
SIDES = {586: 496, 514: 428}  # px, of the square, for each minimum width
RESOLUTION = Resolution(max(SIDES.values()))
CONTOUR_STEP = 8  # vertices of a contour, from one position for its label to the next
LEADER_HEIGHT = 0.2  # precision; a label of the class balance so far above its line gets a leader line
# Names of labels; the browser moves "selected", hides "quiet":
BASELINE, CONTOUR, SELECTED, OTHER = "baseline", "contour", "selected", "quiet"


@dataclass(frozen=True)
class MarkedPoints:
    """The marked points, by index."""

    selected: int  # the selected threshold
    grid: tuple[int, ...] = ()  # the points of the user's own thresholds


@dataclass(frozen=True)
class TextOverride:
    """Texts for a class balance other than that of the data: the tooltips, and the class balance itself."""

    hover: str
    baseline: str


@dataclass(frozen=True, eq=False)
class Background:
    """The background of the curve: lines of equal F, its band, and where binned counts leave it unknown."""

    contours: Sequence[Contour] = ()
    band: CurveBand | None = None
    hidden: UnknownRegion | None = None


NO_BACKGROUND = Background()


def threshold_curve_figure(
    joined: JoinedArea,
    points: MeasuredPoints,
    messages: Messages,
    *,
    background: Background = NO_BACKGROUND,
    override: TextOverride | None = None,
) -> go.Figure:
    """Draw the curve on its background, with empty traces for the markers."""
    style, curve = palette.style_of(joined.scheme), joined.curve
    figure = square_axes(messages, pr_titles(messages), height=HEIGHT, top_margin=HEADROOM)
    add_requirement_lines(figure)
    if (band := background.band) is not None:  # along its lowest precisions, and back along its highest
        across, up = np.append(band.recall, band.recall[::-1]), np.append(band.lower, band.upper[::-1])
        add_line(figure, PlotLine("band", across, up, width=0, fill=style.fill))
    _add_contours(figure, background.contours, messages)
    space = FreeSpace()
    space.add_line(curve.recall, curve.precision)
    baseline_text = override.baseline if override else None
    label = baseline_label(points.prevalence, space, messages, baseline_text)
    add_plot(figure, Plot(None, lines=hidden_region(background.hidden), baseline=points.prevalence))
    figure.add_annotation({**annotation_of(label), "name": BASELINE})
    add_line(figure, PlotLine("curve", curve.recall, curve.precision, style.line, palette.CURVE_WIDTH))
    hover = override.hover if override else messages.raw("chart.hover")
    circled = circle_mask(points.recall, points.precision)
    add_points(figure, PlotPoints(points.recall, points.precision, style, circled, points.values, hover))
    for name in MARKS:
        add_mark(figure, name)
    figure.update_layout(meta={"kept": curve.n_kept})
    return figure


def marker_update(
    figure: go.Figure,
    points: OperatingPoints,
    marked: MarkedPoints,
    messages: Messages,
    lines: tuple[RequirementLine, ...] = (),
) -> FigureUpdate:
    """Return the update for the markers on `figure`: their coordinates by name, and all labels of the figure.

    lines: the requirements; the label of the selected threshold has priority over theirs.
    """
    recall, precision = points.recall, points.precision
    indices = {"selected": [marked.selected], "grid": list(marked.grid)}
    notes = [note.to_plotly_json() for note in figure.layout.annotations]
    contours, others = (
        [note for note in notes if (note.get("name") == CONTOUR) is is_contour] for is_contour in (True, False)
    )
    room = FreeSpace()
    for trace in figure.select_traces({"name": "curve"}):
        room.add_line(np.asarray(trace.x), np.asarray(trace.y))
    for line in lines:
        room.add_line(*(np.array(ends) for ends in line.coordinates))
    others = [_off_requirements(note, points.prevalence, room) for note in others]
    for trace in figure.select_traces({"name": "points"}):
        room.add_circles(np.column_stack((trace.x, trace.y))[np.asarray(trace.marker.size) > 0])
    strong = _selected_label(points, marked.selected, room, messages)
    required = requirement_labels(lines, room)
    kept = _contour_labels(figure, contours, room)
    return FigureUpdate(
        traces={
            **{name: {"x": recall[at].tolist(), "y": precision[at].tolist()} for name, at in indices.items()},
            **requirement_coordinates(lines),
        },
        annotations=[*others, *kept, strong, *required, *_other_labels(points, marked.selected, room, messages)],
    )


def _off_requirements(note: dict[str, Any], prevalence: float, space: FreeSpace) -> dict[str, Any]:
    """Return the label of the class balance where no line of a requirement crosses it, and any other label as it is."""
    if note.get("name") != BASELINE:
        return note
    place = baseline_position(prevalence, note["text"], space)
    is_far = place.y > prevalence + LEADER_HEIGHT
    leader = leader_line(place.x, prevalence, place) if is_far else {}
    return {**note, **place.annotation(note["text"]), **leader}


def _contour_labels(figure: go.Figure, annotations: list[dict[str, Any]], space: FreeSpace) -> list[dict[str, Any]]:
    """Return the labels of contours, each at the nearest position on its line where it covers no label or curve."""
    found = []
    for note, line in zip(annotations, figure.select_traces({"name": CONTOUR}), strict=True):
        x, y = np.asarray(line.x), np.asarray(line.y)
        away = np.hypot(x - note["x"], y - note["y"])
        near = away[::CONTOUR_STEP].argsort(kind="stable") * CONTOUR_STEP
        places = [LabelPosition(note["x"], note["y"]), *(LabelPosition(float(x[at]), float(y[at])) for at in near)]
        place = space.empty_position(places, note["text"])
        found += [] if place is None else [{**note, "x": place.x, "y": place.y}]
    return found


def _selected_label(points: OperatingPoints, selected: int, space: FreeSpace, messages: Messages) -> dict[str, Any]:
    """Return the label of the selected threshold, which is always shown."""
    text = f"<b>{_label(format_threshold(points.threshold, selected), messages)}</b>"
    at = float(points.recall[selected]), float(points.precision[selected])
    place = space.best_position(positions_by_distance(*at), text)
    leader = {} if (place.x, place.y) == at else leader_line(*at, place)
    return {**place.annotation(text, color=palette.INK), **leader, "name": SELECTED}


def _other_labels(points: OperatingPoints, selected: int, space: FreeSpace, messages: Messages) -> list[dict[str, Any]]:
    """Return the labels of other thresholds, if they have room."""
    shown = marker_indices(points.recall)
    texts = [_label(format_threshold(points.threshold, index), messages) for index in shown.tolist()]
    first = int(np.abs(shown - selected).argmin())
    at = points.recall[shown], points.precision[shown]
    places = label_positions(*at, texts, first=first, space=space)
    return [{**place.annotation(texts[index]), "name": OTHER} for index, place in places.items()]


def _label(threshold: str, messages: Messages) -> str:
    return messages.format("chart.threshold", threshold=escape_plotly(threshold))


def _add_contours(figure: go.Figure, contours: Sequence[Contour], messages: Messages) -> None:
    for contour in contours:
        add_line(figure, PlotLine(CONTOUR, contour.curve.recall, contour.curve.precision, dash="dot"))
        text = _score_text(contour, messages)
        figure.add_annotation(text_annotation(*contour.position, text, name=CONTOUR, bgcolor=palette.PAPER))


def _score_text(contour: Contour, messages: Messages) -> str:
    if contour.beta is None:
        return messages.format("chart.worth", share=NumberText(format_number(contour.score, ".0%")))
    return messages.format("chart.contour", score=contour.score, beta=contour.beta)


NET_BENEFIT_HEIGHT = 260  # px
MARGIN = {"l": 84, "r": 14, "t": 14, "b": 58}  # px
AXIS_MIN, AXIS_MAX = -0.25, 1.15  # ends of the axis, as multiples of the largest net benefit; the lower can be lower
LOWEST = -1.0  # at most so far below 0, so that a much worse model does not leave all else flat
LABEL_HEIGHT, LABEL_WIDTH = 0.15, 0.1  # of a name, as shares of the axes
LABEL_TO = 0.7  # share of the width up to which the name of the model has room on its right
LABEL_FROM = 0.35  # share of the width; if calling all crosses 0 before it, there is no room for names on the left


def net_benefit_figure(curve: DecisionCurve, messages: Messages) -> go.Figure:
    """Draw the lines of the model, of calling all and of calling none, with their names; calling all may leave it."""
    top = float(max(curve.model.max(), curve.treat_all.max()))
    least = float(curve.model.min())
    below = (least - LABEL_HEIGHT * AXIS_MAX * top) / (1 - LABEL_HEIGHT)  # so that a name has room under the model
    bottom = max(min(AXIS_MIN * top, below), LOWEST * top)
    end = float(curve.probability[-1])
    across = base_axis(messages.format("chart.threshold_probability"), range=(0.0, end))
    up = base_axis(messages.format("chart.net_benefit"), range=(bottom, AXIS_MAX * top), nticks=5)
    figure = empty_figure(messages, height=NET_BENEFIT_HEIGHT, margin=MARGIN, xaxis=across, yaxis=up)
    _add_line(figure, "none", curve.probability, np.zeros(curve.probability.size), messages)
    _add_line(figure, "all", curve.probability, curve.treat_all, messages)
    _add_line(figure, "model", curve.probability, curve.model, messages)
    _add_names(figure, curve, (bottom, AXIS_MAX * top), messages)
    return figure


def _add_line(figure: go.Figure, name: str, x: np.ndarray, y: np.ndarray, messages: Messages) -> None:
    line = {
        "model": {"color": palette.BLUE.line, "width": palette.CURVE_WIDTH},
        "all": {"color": palette.QUIET, "width": 2, "dash": palette.BASELINE_DASH},
        "none": {"color": palette.QUIET, "width": 2},
    }[name]
    figure.add_scatter(
        name=name, x=x, y=y, mode="lines", line=line, hovertemplate=messages.raw("chart.net_benefit_hover")
    )


def _add_names(figure: go.Figure, curve: DecisionCurve, axis: tuple[float, float], messages: Messages) -> None:
    """Name the model where its lead is largest, calling all beside its line below 0, calling none at 0."""
    end = float(curve.probability[-1])
    roomy = curve.probability <= LABEL_TO * end
    lead = int(np.argmax((curve.model - np.maximum(curve.treat_all, 0.0))[roomy]))
    crossing = float(curve.probability[int(np.argmin(np.abs(curve.treat_all)))])
    left = crossing > LABEL_FROM * end
    beside, low = (crossing, axis[0]) if left else _empty_place(curve, axis)
    free = "bottom" if not left and curve.model[-1] <= 0 else "top"  # the side of 0 where the model is not
    names = (
        ("model", float(curve.probability[lead]), float(curve.model[lead]), "left", "bottom", palette.BLUE.text),
        ("all", beside, low, "right" if left else "left", "bottom", palette.QUIET),
        ("none", 0.0 if left else end, 0.0, "left" if left else "right", free, palette.QUIET),
    )
    for name, x, y, to, at, color in names:
        place = {"xanchor": to, "yanchor": at, "xshift": 8 if to == "left" else -8, "yshift": 4 * (name == "model")}
        figure.add_annotation(text_annotation(x, y, messages.format(f"chart.net_{name}"), color, **place))


def _empty_place(curve: DecisionCurve, axis: tuple[float, float]) -> tuple[float, float]:
    """Return the lowest place on the right of the line of calling all where its name does not cover the model."""
    width, height = LABEL_WIDTH * float(curve.probability[-1]), LABEL_HEIGHT * (axis[1] - axis[0])
    places = []
    for low in np.arange(axis[0], 0.0, height / 2).tolist():
        x = float(curve.probability[int(np.argmin(np.abs(curve.treat_all - low)))])
        model = curve.model[(curve.probability >= x) & (curve.probability <= x + width)]
        if not ((model >= low) & (model <= low + height)).any():
            return x, low
        places.append((x, low))
    return places[0]
