"""Where along recall two schemes part: one bar a segment, as wide as its recall, whose areas sum to the difference."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from pr_app import palette
from pr_app.figures.layout import house_axis, house_layout
from pr_app.figures.pr_axes import RANGE
from pr_app.words import Words
from pr_metrics import Comparison

HEIGHT = 220  # px
MARGIN = {"l": 82, "r": 14, "t": 10, "b": 58}  # px
LEAST_RANGE = 0.02  # precision; so that rounding noise does not fill the chart


def difference_figure(pair: Comparison, words: Words, *, same_data: str) -> go.Figure:
    """Draw right minus left: the trace `difference`, closed to 0, has the signed area that the headline says."""
    width = pair.recall_after - pair.recall_before
    wide = width > 0
    height = pair.segment_difference[wide] / width[wide]
    largest = max(float(np.abs(height).max(initial=0.0)) * 1.15, LEAST_RANGE)
    look = palette.LOOKS[pair.right]
    up = {"range": (-largest, largest), "nticks": 5, "zeroline": True, "zerolinecolor": palette.QUIET}
    figure = go.Figure(
        layout={
            **house_layout(height=HEIGHT, margin=MARGIN, same_data=same_data),
            "xaxis": house_axis(words.say("chart.recall"), range=RANGE),
            "yaxis": house_axis(words.say("chart.difference"), **up),
        }
    )
    figure.add_scatter(
        name="difference",
        x=np.column_stack((pair.recall_before[wide], pair.recall_after[wide])).ravel(),
        y=np.repeat(height, 2),
        mode="lines",
        line={"color": look.line, "width": 2, "shape": "linear"},
        fill="tozeroy",
        fillcolor=look.fill,
        hovertemplate=words.raw("chart.difference_hover"),
    )
    return figure
