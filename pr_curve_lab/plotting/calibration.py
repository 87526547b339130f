"""The reliability curve: the share of positives over the mean score of each bin, and below it the rows of each bin."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import plotly.graph_objects as go

from pr_curve_lab.analysis.calibration import Calibration
from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.curve import RANGE, add_line, add_points
from pr_curve_lab.plotting.figure import base_axis, empty_figure
from pr_curve_lab.plotting.labels import FreeSpace, LabelPosition, text_annotation
from pr_curve_lab.plotting.plot import PlotLine, PlotPoints
from pr_metrics import CalibrationCurve

WIDTHS = (460, 380, 0)  # px; the smallest width for each of the heights below
HEIGHTS = {"uniform": (560, 470, 412), "quantile": (480, 400, 350)}  # px, of a square with titles; the first has bars
MARGIN = {"l": 44, "r": 14, "t": 38, "b": 58}  # px
AXIS_ENDS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)  # of bins of equal numbers of rows; others fill 0 to 1
BARS, SQUARE = (0.0, 0.14), (0.2, 1.0)  # shares of the height
CIRCLE = 12  # px
LABEL_POSITIONS = [(at, to) for to in ("left", "right") for at in (0.8, 0.6, 0.4, 0.3, 0.9)]  # shares of the diagonal


def calibration_layouts(found: Calibration) -> list[dict[str, Any]]:
    """Return the height of the chart for each minimum width, widest first."""
    heights = zip(WIDTHS, HEIGHTS[found.strategy], strict=True)
    return [{"from": width, "layout": {"height": height}} for width, height in heights]


def calibration_figure(found: Calibration, messages: Messages) -> go.Figure:
    """Draw a circle with its interval for each bin, and the diagonal of calibrated scores.

    Below it are the rows of each bin, unless the bins have equal numbers of rows.
    """
    curve, has_bars = found.curve, found.strategy == "uniform"
    highest = 1.0 if has_bars else max(curve.mean_probability.max(), curve.upper.max())
    end = next(end for end in AXIS_ENDS if end >= highest)
    ends = {"range": (RANGE[0] * end, RANGE[1] * end), "nticks": 6}
    across = base_axis(messages.format("chart.mean_score"), **ends, constrain="domain", constraintoward="left")
    up = base_axis("", **ends, scaleanchor="x", constrain="domain")
    axes = {"xaxis": across, "yaxis": up}
    if has_bars:
        most = float(curve.rows.max())
        rows_axis = base_axis("", range=(0.0, most), domain=BARS, showticklabels=False, showgrid=False)
        axes = {"xaxis": {**across, "anchor": "y2"}, "yaxis": {**up, "domain": SQUARE}, "yaxis2": rows_axis}
    figure = empty_figure(messages, height=HEIGHTS[found.strategy][-1], margin=MARGIN, bargap=0, **axes)
    values = np.column_stack((curve.lower_edge, curve.upper_edge, curve.rows, curve.lower, curve.upper))
    if has_bars:
        _add_rows(figure, curve, values, messages)
    diagonal = np.array([0.0, end])
    add_line(figure, PlotLine("calibrated", diagonal, diagonal, width=2, dash=palette.BASELINE_DASH))
    x, y = curve.mean_probability, curve.fraction_positive
    space = FreeSpace()
    space.add_line(diagonal / end, diagonal / end)
    for at, low, high in zip(x, curve.lower, curve.upper, strict=True):
        bar = np.array([at, at]), np.array([low, high])
        space.add_line(bar[0] / end, bar[1] / end)
        add_line(figure, PlotLine("interval", *bar, palette.BLUE.line, width=2))
    everywhere, hover = np.ones(x.size, dtype=bool), messages.raw("chart.calibration_hover")
    add_points(figure, PlotPoints(x, y, palette.BLUE, everywhere, values, hover, size=CIRCLE, border=2.5))
    figure.add_annotation(_y_title(messages))
    text = messages.format("chart.calibrated")
    place = space.best_position([LabelPosition(share, share, to) for share, to in LABEL_POSITIONS], text)
    figure.add_annotation(replace(place, x=place.x * end, y=place.y * end).annotation(text))
    return figure


def _add_rows(figure: go.Figure, curve: CalibrationCurve, values: np.ndarray, messages: Messages) -> None:
    figure.add_bar(
        name="rows",
        x=(curve.lower_edge + curve.upper_edge) / 2,
        y=curve.rows,
        width=curve.upper_edge - curve.lower_edge,
        marker={"color": palette.OTHERS, "line": {"width": 1, "color": palette.PAPER}},
        customdata=values,
        hovertemplate=messages.raw("chart.calibration_rows_hover"),
        yaxis="y2",
    )


def _y_title(messages: Messages) -> dict[str, Any]:
    """Return the title of the y axis, level above it."""
    place = {"xref": "paper", "yref": "paper", "xanchor": "left", "yanchor": "bottom", "yshift": 10}
    return text_annotation(0, 1, messages.format("chart.share_positive"), palette.INK, palette.LABEL_SIZE, **place)
