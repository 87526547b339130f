"""Charts that compare two schemes: both curves with the gap, the difference by recall, and areas of rounded scores."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import plotly.graph_objects as go

from pr_curve_lab.analysis.areas import AreasByDecimals, JoinedArea
from pr_curve_lab.analysis.formatting import format_number
from pr_curve_lab.analysis.scheme_differences import SchemeDifferences, Window, WindowCurves
from pr_curve_lab.analysis.thinning import (
    MeasuredPoints,
    ReducedLine,
    ThinnedCurve,
    circle_mask,
    marker_indices,
    measured_points,
)
from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.curve import (
    HEADROOM,
    HEIGHT,
    RANGE,
    TOP_MARGIN,
    add_line,
    add_points,
    add_title,
    annotation_of,
    plotly_figure,
    square_axes,
)
from pr_curve_lab.plotting.curve import MARGIN as CURVE_MARGIN
from pr_curve_lab.plotting.figure import base_axis, empty_figure
from pr_curve_lab.plotting.labels import (
    LINE_HEIGHT,
    MIN_WIDTH,
    NARROW_AXIS,
    SLOTS,
    TYPE_SIZE,
    WIDE_AXIS,
    FreeSpace,
    Label,
    LabelPosition,
    grid_boxes,
    labels_in_rows,
    text_annotation,
    text_width,
)
from pr_curve_lab.plotting.plot import Axes, PlotLine, PlotPoints, baseline_label, baseline_line, joined_plot, pr_titles
from pr_curve_lab.schema.table_files import GivenCurve
from pr_metrics import OperatingPoints

GAP_ALPHA = 0.45  # opacity; half of it in an enlarged window
NUMBER_SIZE = 32  # px, of two areas in one picture
EDGE = 0.01  # of the side of a window, shown on each side beyond it
NAME_END = 0.6  # of the side of a window, where the name of recall ends


ENLARGED_SIZE = 0.7  # of the enlarged picture beside the others, relative to an ordinary one
ENLARGED_MARGIN = {**CURVE_MARGIN, "l": 50, "r": 3, "t": TOP_MARGIN}  # px; the ticks have up to three decimals
ENLARGED_BORDER = ENLARGED_MARGIN["t"] + ENLARGED_MARGIN["b"] - ENLARGED_MARGIN["l"] - ENLARGED_MARGIN["r"]
ENLARGED_LAYOUTS: list[dict[str, Any]] = [  # the height for each minimum width
    {"from": width, "layout": {"height": max(width, 160) + ENLARGED_BORDER}} for width in (*range(500, 160, -8), 0)
]


def gap_figure(gap: WindowCurves, pair: SchemeDifferences, points: OperatingPoints, messages: Messages) -> go.Figure:
    """Draw the left and the right curve as traces `line`, and the shape between them as trace `gap`.

    A picture from 0 to 1 has the class balance and both areas, which stand beside it on a phone's first screen; an
    enlarged one has only the curves and the ends of its window.
    """
    window, left, right = gap.window, gap.left, gap.right
    titles, top_margin = (pr_titles(messages), HEADROOM) if window.is_full else (Axes("", ""), TOP_MARGIN)
    figure = square_axes(messages, titles, height=HEIGHT, top_margin=top_margin)
    looks = [palette.style_of(scheme) for scheme in (pair.left, pair.right)]
    shade = palette.with_alpha(looks[1].line, GAP_ALPHA if window.is_full else GAP_ALPHA / 2)
    add_line(figure, PlotLine("gap", *_gap_shape(left, right), width=0, fill=shade))
    add_line(figure, baseline_line(points.prevalence))
    for curve, style in zip((left, right), looks, strict=True):
        start = slice(0, curve.n_extrapolated + 1 if curve.n_extrapolated else 0)
        for name, part, dash in (
            ("line", slice(curve.n_extrapolated, None), "solid"),
            ("start", start, palette.START_DASH),
        ):
            x, y = curve.recall[part], curve.precision[part]
            add_line(figure, PlotLine(name, x, y, style.line, palette.CURVE_WIDTH, dash))
    ink = palette.Style(palette.INK, palette.INK)
    marked, hover = measured_points(points), messages.raw("chart.hover")
    shown = _circle_mask(marked, window)
    x, y, values = marked.recall[shown], marked.precision[shown], marked.values[shown]
    add_points(figure, PlotPoints(x, y, ink, np.ones(x.size, dtype=bool), values, hover))
    if window.is_full:
        _add_names(figure, gap, pair, points.prevalence, messages)
    else:
        add_title(figure, messages.format("areas.enlarged", times=window.zoom), ink)
        figure.update_layout(_frame(window, messages))
    return figure


def _add_names(
    figure: go.Figure, gap: WindowCurves, pair: SchemeDifferences, prevalence: float, messages: Messages
) -> None:
    """Write the class balance, and the name and the area of each curve, where they cover nothing or least."""
    space = FreeSpace()
    for curve in (gap.left, gap.right):
        space.add_line(curve.recall, curve.precision)
    figure.add_annotation(annotation_of(baseline_label(prevalence, space, messages)))
    for scheme, area in {pair.left: pair.left_area, pair.right: pair.right_area}.items():
        name, number = messages.format(f"schemes.{scheme}.name"), messages.format("chart.area", area=area)
        width = max(text_width(name), text_width(number) * NUMBER_SIZE / TYPE_SIZE) / MIN_WIDTH
        box = space.best_box(grid_boxes(width, (TYPE_SIZE + NUMBER_SIZE) * LINE_HEIGHT / MIN_WIDTH))
        middle, color = (box.left + box.right) / 2, palette.style_of(scheme).text
        for text, size, up in ((name, TYPE_SIZE, box.top), (number, NUMBER_SIZE, box.bottom)):
            place = {"yanchor": "top" if size == TYPE_SIZE else "bottom"}
            figure.add_annotation(text_annotation(middle, up, f"<b>{text}</b>", color, size, **place))


def _gap_shape(left: ThinnedCurve, right: ThinnedCurve) -> tuple[np.ndarray, np.ndarray]:
    """Return the corners of the shape between the curves; none if a curve is thinned, because it is too thin to see."""
    if left.n_kept is not None or right.n_kept is not None:
        return np.zeros(0), np.zeros(0)
    across = np.concatenate((left.recall, right.recall[::-1]))
    return across, np.concatenate((left.precision, right.precision[::-1]))


def _circle_mask(points: MeasuredPoints, window: Window) -> np.ndarray:
    """Return a mask of the points with room for a circle in the window."""
    x, y = (points.recall - window.recall) / window.side, (points.precision - window.precision) / window.side
    circled = (x >= 0) & (x <= 1) & (y >= 0) & (y <= 1)
    size = 1 if window.is_full else ENLARGED_SIZE
    circled[circled] = circle_mask(size * x[circled], size * y[circled])
    return np.asarray(circled)


def _frame(window: Window, messages: Messages) -> dict[str, Any]:
    """Return framed axes that show only the window, with ticks at its ends, and between them the name of recall."""
    side, recall = window.side, messages.format("columns.areas.recall")
    axes: dict[str, Any] = {"margin": ENLARGED_MARGIN, "xaxis.ticklabelposition": "outside left"}
    frame = {"showline": True, "mirror": True, "linecolor": palette.INK, "linewidth": 2, "showgrid": False}
    for axis, low, name in (("xaxis", window.recall, recall), ("yaxis", window.precision, "")):
        values = [low, low + NAME_END * side, low + side]
        texts = [messages.format_number(format_number(value, ".2f" if side > 0.1 else ".3f")) for value in values]
        texts[1] = name
        limits = [low - EDGE * side, low + side + EDGE * side]
        axes[axis] = {**frame, "range": limits, "tickvals": values, "ticktext": texts}
    return axes


BARS_HEIGHT = 154  # px
ROW_HEIGHT = 25  # px, of the labels above the bars
MARGIN = {"l": 82, "r": 14, "t": 10, "b": 58}  # px
LABEL_SHIFT = 3  # px, between a leader line and its label
AXIS_FACTOR = 1.15  # times the highest bar
MIN_PRECISION_RANGE = 0.02  # precision; so that rounding noise does not fill the chart


def difference_figure(pair: SchemeDifferences, style: palette.Style, messages: Messages) -> go.Figure:
    """Draw right minus left; the signed area between the trace `difference` and 0 is the one in the headline.

    The first `SLOTS` labels and leader lines are for wide windows, the next `SLOTS` for narrow ones.
    """
    strip = pair.strip
    labels = [
        segment_labels(pair, key, messages, room)
        for key, room in (("areas.label", WIDE_AXIS), ("areas.label_short", NARROW_AXIS))
    ]
    rows = 1 + max((label.row for length in labels for label in length), default=-1)
    top = axis_limit(pair)
    row = 2 * top * ROW_HEIGHT / BARS_HEIGHT
    across = base_axis(messages.format("chart.recall"), range=RANGE)
    ends = {"range": (-top, top + rows * row), "nticks": 5, "zeroline": True, "zerolinecolor": palette.QUIET}
    up = base_axis(messages.format("chart.difference"), **ends)
    figure = empty_figure(messages, height=_height(rows), margin=MARGIN, xaxis=across, yaxis=up)
    figure.add_scatter(
        name="difference",
        x=strip.x,
        y=strip.y,
        mode="lines",
        line={"color": style.line, "width": 2, "shape": "linear"},
        fill="tozeroy",
        fillcolor=style.fill,
        hovertemplate=messages.raw("chart.difference_hover"),
    )
    unseen = Label(0, "", 0.0, 0.0, 0.0, 0)  # in a slot without a label
    slots = [label for length in labels for label in [*length, *[unseen] * (SLOTS - len(length))]]
    flagged = [_label_with_line(label, strip, top, row) for label in slots]
    figure.update_layout(shapes=[pole for pole, _ in flagged], annotations=[text for _, text in flagged])
    return figure


def _height(rows: int) -> int:
    """Return the height of the whole chart, in px."""
    return MARGIN["t"] + BARS_HEIGHT + rows * ROW_HEIGHT + MARGIN["b"]


def axis_limit(pair: SchemeDifferences) -> float:
    """Return the largest difference of precision that the axis shows, above and below 0."""
    return max(float(np.abs(pair.strip.y).max(initial=0.0)) * AXIS_FACTOR, MIN_PRECISION_RANGE)


def segment_labels(pair: SchemeDifferences, key: str, messages: Messages, axis_width: float) -> list[Label]:
    """Return the labels of the segments that differ most, as many as have room."""
    named = [index for index, threshold in enumerate(pair.threshold) if threshold is not None][:SLOTS]
    texts = [
        messages.format(
            key, threshold=pair.threshold[index], count=int(pair.rows[index]), positives=int(pair.positives[index])
        )
        for index in named
    ]
    centers = (pair.recall_before + pair.recall_after) / 2
    return labels_in_rows([float(centers[index]) for index in named], texts, axis_width=axis_width)


def _label_with_line(
    label: Label, strip: ReducedLine, top: float, row: float
) -> tuple[dict[str, object], dict[str, object]]:
    """Return the leader line, which starts at its bar, and the text at its upper end."""
    bar = int(np.searchsorted(strip.x, label.anchor))
    height = top + (label.row + 0.5) * row
    pole = {
        "type": "line",
        "x0": label.anchor,
        "x1": label.anchor,
        "y0": max(float(strip.y[bar]), 0.0) if label.text else 0.0,
        "y1": height,
        "line": {"color": palette.QUIET, "width": 1},
        "visible": label.text != "",
    }
    x, side, shift = (label.left + label.right) / 2, "center", 0  # only the browser knows the width of a text
    if math.isclose(label.left, label.anchor):
        x, side, shift = label.anchor, "left", LABEL_SHIFT
    elif math.isclose(label.right, label.anchor):
        x, side, shift = label.anchor, "right", -LABEL_SHIFT
    place = {"xanchor": side, "xshift": shift, "visible": label.text != ""}
    return pole, text_annotation(x, height, label.text, palette.INK, bgcolor=palette.PAPER, borderpad=1, **place)


def given_curve_figure(joined: JoinedArea, points: GivenCurve, messages: Messages, *, height: int) -> go.Figure:
    """Draw the points with the curve that joins them; the area under the trace `curve` is the printed area."""
    shown = marker_indices(points.recall)
    x, y, threshold = points.recall[shown], points.precision[shown], points.threshold[shown, None]
    hover = messages.raw("chart.hover_given" if np.isnan(threshold).all() else "chart.hover_given_threshold")
    drawn = PlotPoints(x, y, palette.style_of(joined.scheme), circle_mask(x, y), threshold, hover)
    return plotly_figure(joined_plot(joined, [drawn], messages), messages, height=height)


DECIMALS_HEIGHT = 280  # px
INNER_HEIGHT = DECIMALS_HEIGHT - MARGIN["t"] - MARGIN["b"]
HALF_RANGE = 0.75  # half of the axis, as a multiple of the range of the areas; the rest is for labels above and below
SIDE_PADDING = 0.3  # before the first and after the last dot, as a share of the distance between two dots
LABEL_HEIGHT = 22  # px, of a label
LINE_SHIFT = 7  # px, between a dot and its label
NAME_MARGIN = 0.005  # of the picture, between a label and its edge
MIN_AREA_RANGE = 0.02  # area; so that a difference of a millionth does not fill the chart
SECOND_DASH = "2px,3px"  # different from the dashes of class balance and extrapolated start
DOT = 7  # px


def decimals_figure(
    areas: AreasByDecimals, schemes: tuple[str, str], ticks: list[str], messages: Messages
) -> go.Figure:
    """Draw the traces `left` and `right` with a dot for each number of decimals; equal schemes have only `left`."""
    both = np.concatenate(areas.areas)
    middle, half = (both.max() + both.min()) / 2, max(float(np.ptp(both)) * HALF_RANGE, MIN_AREA_RANGE / 2)
    across = base_axis(
        messages.format("chart.decimals"),
        range=(-SIDE_PADDING, len(ticks) - 1 + SIDE_PADDING),
        tickvals=np.arange(len(ticks)),
        ticktext=ticks,
        tickangle=0,
    )
    up = base_axis(messages.format("chart.area_axis"), range=(middle - half, middle + half), nticks=5)
    figure = empty_figure(messages, height=DECIMALS_HEIGHT, margin=MARGIN, xaxis=across, yaxis=up)
    styles = [palette.style_of(scheme) for scheme in schemes]
    dashes = ("solid", SECOND_DASH if styles[0] == styles[1] else "solid")
    lines = areas.areas[: 1 if schemes[0] == schemes[1] else 2]
    x = (np.arange(len(ticks)) + SIDE_PADDING) / (len(ticks) - 1 + 2 * SIDE_PADDING)
    heights = [(line - middle) / (2 * half) + 0.5 for line in lines]
    space = FreeSpace(width=NARROW_AXIS, height=INNER_HEIGHT)
    for height in heights:
        space.add_line(x, height)
    for name, scheme, line, height, style, dash in zip(
        ("left", "right"), schemes, lines, heights, styles, dashes, strict=False
    ):
        _add_line(figure, name, line, style, dash)
        text = messages.format(f"schemes.{scheme}.name")
        place = space.best_position(_name_positions(text, x, height, np.abs(heights[0] - heights[-1])), text)
        note = place.annotation(f"<b>{text}</b>", color=style.text)
        figure.add_annotation({**note, "xref": "x domain", "yref": "y domain"})
    return figure


def _name_positions(text: str, x: np.ndarray, height: np.ndarray, gap: np.ndarray) -> list[LabelPosition]:
    """Return label positions above and below each dot, as shares of the picture; first where the gap is largest."""
    half = text_width(text) / NARROW_AXIS / 2 + NAME_MARGIN
    steps = [
        side * (shift + LABEL_HEIGHT / 2) / INNER_HEIGHT for side in (1, -1) for shift in (LINE_SHIFT, 2 * LINE_SHIFT)
    ]
    dots = [(min(max(float(x[dot]), half), 1 - half), float(height[dot])) for dot in np.argsort(-gap, kind="stable")]
    return [LabelPosition(across, up + step) for across, up in dots for step in steps]


def _add_line(figure: go.Figure, name: str, area: np.ndarray, style: palette.Style, dash: str) -> None:
    figure.add_scatter(
        name=name,
        x=np.arange(area.size),
        y=area,
        mode="lines+markers",
        line={"color": style.line, "width": palette.CURVE_WIDTH, "dash": dash, "shape": "linear"},
        marker={"size": DOT, "color": style.line},
        cliponaxis=False,
        hovertemplate="%{y:.4f}<extra></extra>",
    )
