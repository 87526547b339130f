"""The same points joined under every scheme, as small pictures, and the areas of random orders of tied rows.

The numbers are above the pictures, where no line can cross them. Those that depend on the reference scheme are part of
the layouts, so that another reference changes only text and no picture is drawn again.

Sizes are in pixels at the width for which a layout is made; at other widths, the pictures keep their height.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from pr_curve_lab.analysis.areas import JoinedArea
from pr_curve_lab.analysis.formatting import format_area_difference, format_prevalence
from pr_curve_lab.analysis.thinning import Resolution, circle_count
from pr_curve_lab.i18n.area_sentences import circle_caption
from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.curve import RANGE, add_line, add_plot
from pr_curve_lab.plotting.figure import base_axis, empty_figure
from pr_curve_lab.plotting.labels import text_annotation
from pr_curve_lab.plotting.plot import Plot, PlotCurve, PlotLine, marker_points
from pr_metrics import OperatingPoints

SUBPLOT_MARGIN = {"l": 16, "r": 6, "t": 8, "b": 22}  # px; the ticks of the first column and the last row are there
HEADER_HEIGHT = 48  # px above each picture, for its title and its number
FOOTER_HEIGHT = 24  # px below each picture except those of the last row, for its ticks
GAP = 28  # px between two columns


@dataclass(frozen=True, slots=True)
class GridLayout:
    """A grid of square pictures, for charts of at least a certain width."""

    columns: int
    side: int  # px, of a picture
    from_width: int = 0  # px, of the chart

    def height(self, cells: int) -> int:
        """Return the height of the whole chart, in px.

        >>> GridLayout(6, 160).height(12)
        470
        """
        rows = -(-cells // self.columns)
        return (
            rows * (HEADER_HEIGHT + self.side) + (rows - 1) * FOOTER_HEIGHT + SUBPLOT_MARGIN["t"] + SUBPLOT_MARGIN["b"]
        )

    def layout(self, cells: int) -> dict[str, Any]:
        """Return the height of the chart and the axis domains of each cell by their names in Plotly, row by row.

        >>> GridLayout(2, 150).layout(3)["xaxis3.domain"] == GridLayout(2, 150).layout(3)["xaxis.domain"]
        True
        """
        height = self.height(cells)
        inner = height - SUBPLOT_MARGIN["t"] - SUBPLOT_MARGIN["b"]
        named: dict[str, Any] = {"height": height}
        for cell in range(cells):
            row, column = divmod(cell, self.columns)
            top = row * (HEADER_HEIGHT + self.side + FOOTER_HEIGHT) + HEADER_HEIGHT
            number = axis_number(cell)
            named[f"xaxis{number}.domain"] = self._x_domain(column)
            named[f"yaxis{number}.domain"] = [max(0.0, 1 - (top + self.side) / inner), 1 - top / inner]
        return named

    def _x_domain(self, column: int) -> list[float]:
        """Return the left and right end of a column, as shares of the width between the margins."""
        gap = GAP / (self.columns * (self.side + GAP) - GAP)
        width = (1 - gap * (self.columns - 1)) / self.columns
        left = column * (width + gap)
        return [left, min(1.0, left + width)]


def axis_number(cell: int) -> str:
    """Return the number that Plotly appends to the names of the axes of a cell; it is empty for the first.

    >>> axis_number(0), axis_number(1)
    ('', '2')
    """
    return "" if cell == 0 else str(cell + 1)


GRID_LAYOUTS = (
    GridLayout(columns=6, side=142, from_width=900),
    GridLayout(columns=4, side=150, from_width=640),
    GridLayout(columns=2, side=146),
)
# Eleven pictures of a million rows must be a small message to the browser.
RESOLUTION = Resolution(width=139, max_vertices=600)
TITLE_SIZE, NUMBER_SIZE, DIFFERENCE_SIZE, LEGEND_SIZE, TICK_SIZE = 16, 21, 16, 15, 15  # px
NUMBER_SHIFT, TITLE_SHIFT = 2, 25  # px above the picture
LEGEND_SHIFT = 44  # px above the cell
SIZE_FACTOR = 0.4  # size relative to an ordinary picture, for the space of circles
LINE_WIDTH, BASELINE_WIDTH, MARKER_SIZE, MARKER_BORDER = 2, 1.5, 5, 1.5  # px


def schemes_figure(points: OperatingPoints, subplots: Sequence[JoinedArea], messages: Messages) -> go.Figure:
    """Draw a picture for each scheme; the area under each trace `curve` is the printed area of the scheme in `meta`."""
    cells = len(subplots) + 1
    arrangement = GRID_LAYOUTS[0]
    axes = _axes(arrangement.layout(cells), cells)
    figure = empty_figure(messages, height=arrangement.height(cells), margin=SUBPLOT_MARGIN, **axes)
    notes = []
    for cell, panel in enumerate(subplots):
        axes = {axis: f"{axis[0]}{axis_number(cell)}" for axis in ("xaxis", "yaxis")}
        add_plot(figure, _subplot(panel, points, messages), baseline_width=BASELINE_WIDTH, **axes)
        notes += _name_and_area(panel, cell, messages)
    key_axes = {axis: f"{axis[0]}{axis_number(cells - 1)}" for axis in ("xaxis", "yaxis")}  # of an invisible trace
    figure.add_scatter(name="key", x=[0], y=[0], mode="markers", opacity=0, hoverinfo="skip", **key_axes)
    n_kept = max((panel.curve.n_kept for panel in subplots if panel.curve.n_kept is not None), default=None)
    return figure.update_layout(meta={"kept": n_kept}, annotations=notes)


def layouts(
    points: OperatingPoints, subplots: Sequence[JoinedArea], messages: Messages, *, reference: JoinedArea
) -> list[dict[str, Any]]:
    """Return the layouts for different minimum widths, the widest first, with all text.

    reference: the area that the others are compared with; it need not be one of the subplots.
    """
    notes = []
    for cell, panel in enumerate(subplots):
        difference = messages.format_number(format_area_difference(panel.area, reference.area, signed=True))
        beside = messages.format("schemes.is_compared") if panel.scheme == reference.scheme else difference
        notes += _name_and_area(panel, cell, messages)
        notes.append(_title_label(cell, "right", NUMBER_SHIFT + 1, beside, DIFFERENCE_SIZE, palette.QUIET))
    notes.append(_legend(points, len(subplots), reference.scheme, messages))
    return [
        {"from": one.from_width, "layout": {**one.layout(len(subplots) + 1), "annotations": notes}}
        for one in GRID_LAYOUTS
    ]


def _axes(layout: dict[str, Any], cells: int) -> dict[str, Any]:
    axes: dict[str, Any] = {}
    for cell in range(cells):
        number = axis_number(cell)
        shown = {"visible": cell < cells - 1, "range": RANGE, "constrain": "domain", "zeroline": False}
        ticks = {"tickvals": [0, 0.5, 1], "ticktext": ["0", "", "1"], "tickfont": {"size": TICK_SIZE}}
        frame = {**shown, **ticks, "gridcolor": palette.GRID}
        across, up = layout[f"xaxis{number}.domain"], layout[f"yaxis{number}.domain"]
        axes[f"xaxis{number}"] = {**frame, "domain": across, "anchor": f"y{number}", "constraintoward": "left"}
        up_axis = {"domain": up, "anchor": f"x{number}", "constraintoward": "top", "scaleanchor": f"x{number}"}
        axes[f"yaxis{number}"] = {**frame, **up_axis}
    return axes


def _subplot(joined: JoinedArea, points: OperatingPoints, messages: Messages) -> Plot:
    """Return the plot of a curve and of the points that have room for a circle, which are the same in every picture."""
    style = palette.style_of(joined.scheme)
    marker: dict[str, Any] = {"hover": messages.raw("chart.panel_hover"), "size": MARKER_SIZE, "border": MARKER_BORDER}
    circles = marker_points(points, style, size_factor=SIZE_FACTOR, name=joined.scheme, **marker)
    curve = PlotCurve(joined, joined.scheme, style, width=LINE_WIDTH)
    return Plot(None, [curve], baseline=points.prevalence, points=[circles])


def _name_and_area(subplot: JoinedArea, cell: int, messages: Messages) -> list[dict[str, Any]]:
    """Return the labels above a picture on the left: name and area, in the color of the scheme."""
    color = palette.style_of(subplot.scheme).text
    name, area = messages.format(f"schemes.{subplot.scheme}.short"), messages.format("chart.area", area=subplot.area)
    return [
        _title_label(cell, "left", TITLE_SHIFT, f"<b>{name}</b>", TITLE_SIZE, color),
        _title_label(cell, "left", NUMBER_SHIFT, f"<b>{area}</b>", NUMBER_SIZE, color),
    ]


def _title_label(cell: int, side: str, shift: int, text: str, size: int, color: str) -> dict[str, Any]:
    x, aside = (0.0, -2) if side == "left" else (1.0, 2)
    place = {"xanchor": side, "yanchor": "bottom", "xshift": aside, "yshift": shift, "borderpad": 0}
    return text_annotation(x, 1.0, text, color, size, **_cell_refs(cell), **place)


def _cell_refs(cell: int) -> dict[str, str]:
    return {f"{axis}ref": f"{axis}{axis_number(cell)} domain" for axis in "xy"}


def _legend(points: OperatingPoints, cell: int, reference: str, messages: Messages) -> dict[str, Any]:
    """Return the text in the last cell that explains circles and numbers."""
    facts = {
        "prevalence": format_prevalence(points.prevalence),
        "scheme": messages.format(f"schemes.{reference}.short"),
    }
    text = circle_caption("schemes.key", circle_count(points, size=SIZE_FACTOR), messages, **facts)
    place = {"xanchor": "left", "yanchor": "top", "yshift": LEGEND_SHIFT, "align": "left"}
    return text_annotation(0.0, 1.0, text, palette.QUIET, LEGEND_SIZE, **_cell_refs(cell), **place)


HEIGHT = 340  # px
TIES_MARGIN = {"l": 82, "r": 14, "t": 12, "b": 58}  # px
MIN_RANGE = 0.02  # average precision; so that rounding noise does not fill the chart
RANGE_PADDING = 0.12  # of the range, above and below
MAX_ITER = 40  # of moving labels apart; three labels need far fewer
LABEL_DISTANCE = 20  # px, between two labels
LEFT_PADDING, RIGHT_PADDING = 0.3, 0.05  # of the logarithmic width; the labels are left of the first order
TICKS = (1, 3, 10, 30, 100, 300, 1000)
EXPECTED = "expected"  # the name of a level that is no scheme
EXPECTED_STYLE = palette.Style(palette.INK, palette.INK)
LEVEL_DASHES = {EXPECTED: "dashdot", "step": "dash", "continuous": "dot"}  # other levels have longdash


@dataclass(frozen=True, slots=True)
class Level:
    """A horizontal line: an area that does not depend on the random orders."""

    name: str  # a scheme's key, or "expected"
    text: str
    value: float


def random_order_figure(values: np.ndarray, mean: np.ndarray, levels: Sequence[Level], messages: Messages) -> go.Figure:
    """Draw the average precision of each order, shape (orders,), the mean of the orders so far, and the levels."""
    orders = np.arange(1, values.size + 1)
    wide = np.log10(max(values.size, 2))
    ends = (-LEFT_PADDING * wide, wide * (1 + RIGHT_PADDING))
    across = base_axis(messages.format("ties.axis_orders"), type="log", range=ends, tickvals=TICKS, ticktext=TICKS)
    bottom, top = _range(np.concatenate((values, [level.value for level in levels])))
    up = base_axis(messages.format("ties.axis_precision"), range=(bottom, top), nticks=6)
    figure = empty_figure(messages, height=HEIGHT, margin=TIES_MARGIN, xaxis=across, yaxis=up)
    figure.add_scatter(
        name="orders",
        x=orders,
        y=values,
        mode="markers",
        marker={"size": 5, "color": palette.QUIET, "opacity": 0.3},
        hovertemplate=messages.raw("ties.hover"),
    )
    _add_levels(figure, levels, (bottom, top), wide)
    figure.add_scatter(
        name="mean",
        x=orders,
        y=mean,
        mode="lines+markers" if values.size == 1 else "lines",
        line={"color": palette.INK, "width": palette.CURVE_WIDTH},
        hoverinfo="skip",
    )
    return figure


def label_y_positions(values: Sequence[float], distance: float) -> list[float]:
    """Return heights of labels, in the order of the values, at least `distance` apart and near their values.

    >>> label_y_positions([0.1, 0.1, 0.9], 0.2)
    [0.0, 0.2, 0.9]
    """
    order = np.argsort(np.asarray(values), kind="stable")
    heights = np.asarray(values, dtype=np.float64)[order]
    for _ in range(MAX_ITER):  # neighbors that are too close are moved apart, both by the same amount
        for lower in range(heights.size - 1):
            short = distance - (heights[lower + 1] - heights[lower])
            if short > 0:
                heights[lower] -= short / 2
                heights[lower + 1] += short / 2
    placed = np.empty(heights.size)
    placed[order] = heights
    return [round(float(height), 12) for height in placed]


def _range(values: np.ndarray) -> tuple[float, float]:
    low, high = float(values.min()), float(values.max())
    middle, half = (low + high) / 2, max(high - low, MIN_RANGE) / 2
    return middle - half * (1 + 2 * RANGE_PADDING), middle + half * (1 + 2 * RANGE_PADDING)


def _add_levels(figure: go.Figure, levels: Sequence[Level], y_range: tuple[float, float], log_width: float) -> None:
    inner = HEIGHT - TIES_MARGIN["t"] - TIES_MARGIN["b"]
    heights = label_y_positions([level.value for level in levels], LABEL_DISTANCE * (y_range[1] - y_range[0]) / inner)
    for level, height in zip(levels, heights, strict=True):
        style = EXPECTED_STYLE if level.name == EXPECTED else palette.style_of(level.name)
        dash = LEVEL_DASHES.get(level.name, "longdash")
        x = 10 ** np.array([-LEFT_PADDING * log_width, log_width * (1 + RIGHT_PADDING)])
        add_line(figure, PlotLine(level.name, x, np.full(2, level.value), style.line, width=2, dash=dash))
        place = {"xref": "x domain", "xanchor": "left", "yanchor": "middle"}
        veil = {"bgcolor": "rgba(255, 255, 255, 0.85)", "borderpad": 0}
        figure.add_annotation(text_annotation(0.01, height, level.text, style.text, **place, **veil))
