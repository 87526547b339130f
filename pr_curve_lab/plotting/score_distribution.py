"""The distribution of the scores of both classes, with the threshold from which rows are called positive."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.curve import add_line
from pr_curve_lab.plotting.figure import FigureUpdate, base_axis, empty_figure
from pr_curve_lab.plotting.labels import text_annotation
from pr_curve_lab.plotting.plot import PlotLine
from pr_metrics import OperatingPoints

HEIGHT = 260  # px
MARGIN = {"l": 66, "r": 14, "t": 30, "b": 58}  # px
BINS = 40
EDGE_TOLERANCE = 1e-9  # in bins; a score on an edge is in the bin to its right in spite of rounding
MIN_TOTAL = 1e-300  # smallest divisor, so that an empty class has bars of height 0
HEIGHT_FACTOR = 1.25  # times the tallest bar, for the labels
LABEL_POSITIONS = {0.01: "left", 0.5: "center", 0.99: "right"}  # share of the width
LABEL_HALF_WIDTH = 0.15  # share of the width, to either side of a label
CLASSES = {"positives": palette.BLUE, "negatives": palette.VERMILLION}


def score_distribution_figure(points: OperatingPoints, messages: Messages) -> go.Figure:
    """Draw a bar for each bin of scores, positives upward and negatives downward, each as a share of its class."""
    edges = _edges(points.threshold)
    counts = {"positives": points.true_positives, "negatives": points.false_positives}
    totals = {"positives": points.positives, "negatives": points.negatives}
    shares = {
        name: _bin_counts(points.threshold, edges, counts[name]) / max(totals[name], MIN_TOTAL) for name in counts
    }
    tallest = max(float(share.max()) for share in shares.values()) * HEIGHT_FACTOR
    ticks = _ticks(tallest)
    across = base_axis(messages.format("chart.score"), range=(float(edges[0]), float(edges[-1])))
    up = base_axis(
        messages.format("chart.share_of_class"),
        range=(-tallest, tallest),
        tickvals=ticks,
        ticktext=[messages.format_number(f"{abs(tick):.3g}%") for tick in 100 * ticks],  # a share is never below 0
        zeroline=True,
        zerolinecolor=palette.INK,
    )
    bars = {"barmode": "overlay", "bargap": 0}
    figure = empty_figure(messages, height=HEIGHT, margin=MARGIN, xaxis=across, yaxis=up, **bars)
    for name, sign in (("positives", 1), ("negatives", -1)):
        _add_class(figure, name, edges, sign * shares[name], messages)
    add_line(figure, PlotLine("threshold", np.zeros(0), np.zeros(0), palette.INK, width=3))
    return figure


def threshold_line(figure: go.Figure, threshold: float, text: str) -> FigureUpdate:
    """Return the update that draws a threshold and its label in `figure`; rows to its right are called positive."""
    low, high = figure.layout.xaxis.range
    bottom, top = figure.layout.yaxis.range
    left = threshold > low / 2 + high / 2
    place = {"xanchor": "right" if left else "left", "yanchor": "bottom"}
    name = "selected"  # the browser moves it with the line
    label = text_annotation(threshold, top, f"<b>{text}</b>", palette.INK, name=name, **place)
    notes = [note.to_plotly_json() for note in figure.layout.annotations]
    return FigureUpdate({"threshold": {"x": [threshold, threshold], "y": [bottom, top]}}, [*notes, label])


def _edges(threshold: np.ndarray) -> np.ndarray:
    """Return the edges of the bins, from the lowest to the highest score; a single score is in the middle."""
    low, high = float(threshold[-1]), float(threshold[0])
    if low == high:
        room = max(abs(high), 1.0) / 2
        low, high = low - room, high + room
    along = np.linspace(0.0, 1.0, BINS + 1)
    return np.asarray(low * (1 - along) + high * along)  # their difference may be beyond float64


def _ticks(y_max: float) -> np.ndarray:
    """Return five ticks: 0, the largest round share below the top, its half, and the same downward."""
    unit = 10.0 ** np.floor(np.log10(y_max))
    largest = max(digit * unit for digit in (1, 2, 5) if digit * unit <= y_max)
    return np.asarray(largest * np.array([-1.0, -0.5, 0.0, 0.5, 1.0]))


def _bin_counts(threshold: np.ndarray, edges: np.ndarray, cumulative: np.ndarray) -> np.ndarray:
    """Return the counts in each bin, from the counts up to each threshold; the last bin includes both edges."""
    at_each = np.diff(cumulative, prepend=0.0)
    width = edges[-1] / BINS - edges[0] / BINS
    along = threshold / width - edges[0] / width + EDGE_TOLERANCE
    here = np.clip(np.floor(along), 0, BINS - 1).astype(np.int64)
    return np.bincount(here, at_each, minlength=edges.size - 1)


def _label_position(height: np.ndarray) -> float:
    """Return the position for the label of a class that has the lowest bars around it."""
    along = (np.arange(height.size) + 0.5) / height.size
    tallest = {place: float(height[np.abs(along - place) <= LABEL_HALF_WIDTH].max()) for place in LABEL_POSITIONS}
    return min(tallest, key=tallest.__getitem__)


def _add_class(figure: go.Figure, name: str, edges: np.ndarray, height: np.ndarray, messages: Messages) -> None:
    style = CLASSES[name]
    figure.add_bar(
        name=name,
        x=edges[1:] / 2 + edges[:-1] / 2,
        y=height,
        width=np.diff(edges),
        marker={"color": style.line, "opacity": 0.55, "line": {"width": 0}},
        customdata=np.column_stack((edges[:-1], edges[1:], np.abs(height))),
        hovertemplate=messages.raw("chart.distribution_hover"),
    )
    x, (y, side) = _label_position(np.abs(height)), (0.98, "top") if name == "positives" else (0.02, "bottom")
    place = {"xref": "x domain", "yref": "y domain", "xanchor": LABEL_POSITIONS[x], "yanchor": side}
    figure.add_annotation(text_annotation(x, y, messages.format(f"chart.{name}"), style.text, **place))
