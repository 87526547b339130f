"""Tied rows put in random order many times: the average precision of each, their running mean, and what it nears."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.scheme_entries import entry_of
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.layout import house_axis, house_layout
from pr_curve_lab.plotting.plain_figure import PlainFigure

HEIGHT = 340  # px
MARGIN = {"l": 82, "r": 14, "t": 12, "b": 58}  # px
LEAST_RANGE = 0.02  # average precision; so that rounding noise does not fill the chart
HEADROOM = 0.12  # of the range, above and below
ROUNDS = 40  # of parting labels; three of them are apart long before
LABEL_DISTANCE = 20  # px, between two labels
BEFORE, BEYOND = 0.3, 0.05  # of the logarithmic width; the labels stand before the first order
TICKS = (1, 3, 10, 30, 100, 300, 1000)
EXPECTED = "expected"  # the name of a level that is no scheme
EXPECTED_LOOK, EXPECTED_DASH = palette.Look(palette.INK, palette.INK), "dashdot"


@dataclass(frozen=True, slots=True)
class Level:
    """A horizontal line: a number that needs no drawing."""

    name: str  # a scheme's key, or "expected"
    text: str
    value: float


def broken_ties_figure(
    drawn: np.ndarray, mean: np.ndarray, levels: Sequence[Level], words: Words, *, same_data: str
) -> go.Figure:
    """Draw the average precision of each order, shape (orders,), the mean of the orders so far, and the levels."""
    orders = np.arange(1, drawn.size + 1)
    wide = np.log10(max(drawn.size, 2))
    across = {"type": "log", "range": (-BEFORE * wide, wide * (1 + BEYOND)), "tickvals": TICKS, "ticktext": TICKS}
    bottom, top = _range(np.concatenate((drawn, [level.value for level in levels])))
    figure = PlainFigure(
        layout={
            **house_layout(words, height=HEIGHT, margin=MARGIN, same_data=same_data),
            "xaxis": house_axis(words.say("ties.axis_orders"), **across),
            "yaxis": house_axis(words.say("ties.axis_precision"), range=(bottom, top), nticks=6),
        }
    )
    figure.add_scatter(
        name="orders",
        x=orders,
        y=drawn,
        mode="markers",
        marker={"size": 5, "color": palette.QUIET, "opacity": 0.3},
        hovertemplate=words.raw("ties.hover"),
    )
    _add_levels(figure, levels, (bottom, top), wide)
    figure.add_scatter(
        name="mean",
        x=orders,
        y=mean,
        mode="lines+markers" if drawn.size == 1 else "lines",
        line={"color": palette.INK, "width": palette.CURVE_WIDTH},
        hoverinfo="skip",
    )
    return figure


def label_heights(values: Sequence[float], distance: float) -> list[float]:
    """Heights of labels, in the order of the values, at least `distance` apart and near what they name.

    >>> label_heights([0.1, 0.1, 0.9], 0.2)
    [0.0, 0.2, 0.9]
    """
    order = np.argsort(np.asarray(values), kind="stable")
    heights = np.asarray(values, dtype=np.float64)[order]
    for _ in range(ROUNDS):  # each parts the neighbours that are still too close, half of it to either side
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
    middle, half = (low + high) / 2, max(high - low, LEAST_RANGE) / 2
    return middle - half * (1 + 2 * HEADROOM), middle + half * (1 + 2 * HEADROOM)


def _add_levels(figure: go.Figure, levels: Sequence[Level], span: tuple[float, float], wide: float) -> None:
    inner = HEIGHT - MARGIN["t"] - MARGIN["b"]
    heights = label_heights([level.value for level in levels], LABEL_DISTANCE * (span[1] - span[0]) / inner)
    for level, height in zip(levels, heights, strict=True):
        look = EXPECTED_LOOK if level.name == EXPECTED else palette.look_of(level.name)
        dash = EXPECTED_DASH if level.name == EXPECTED else entry_of(level.name).dash
        figure.add_scatter(
            name=level.name,
            x=10 ** np.array([-BEFORE * wide, wide * (1 + BEYOND)]),
            y=np.array([level.value, level.value]),
            mode="lines",
            line={"color": look.line, "width": 2, "dash": dash},
            hoverinfo="skip",
        )
        figure.add_annotation(
            xref="x domain",
            x=0.01,
            y=height,
            xanchor="left",
            yanchor="middle",
            text=level.text,
            font={"size": palette.SMALL_SIZE, "color": look.text},
            bgcolor="rgba(255, 255, 255, 0.85)",
            borderpad=0,
            showarrow=False,
        )
