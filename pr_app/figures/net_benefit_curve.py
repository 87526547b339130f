"""Net benefit over threshold probabilities: a model beside calling all rows positive, and calling none."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from pr_app.analysis.decision_curve import DecisionCurve
from pr_app.figures import palette
from pr_app.figures.layout import house_axis, house_layout
from pr_app.wording.catalogue import Words

HEIGHT = 260  # px
MARGIN = {"l": 84, "r": 14, "t": 14, "b": 58}  # px
BELOW, ABOVE = -0.25, 1.15  # ends of the axis, in the largest net benefit
LABEL_FROM = 0.35  # threshold probability where the line of calling all crosses 0; before, the room left of it is small


def net_benefit_figure(curve: DecisionCurve, words: Words, *, same_data: str) -> go.Figure:
    """Draw the three lines, each with its name; what falls below the picture goes on falling."""
    top = float(max(curve.model.max(), curve.all_called.max()))
    end = float(curve.probability[-1])
    figure = go.Figure(
        layout={
            **house_layout(words, height=HEIGHT, margin=MARGIN, same_data=same_data),
            "xaxis": house_axis(words.say("chart.threshold_probability"), range=(0.0, end)),
            "yaxis": house_axis(words.say("chart.net_benefit"), range=(BELOW * top, ABOVE * top), nticks=5),
        }
    )
    _add_line(figure, "none", curve.probability, np.zeros(curve.probability.size), words)
    _add_line(figure, "all", curve.probability, curve.all_called, words)
    _add_line(figure, "model", curve.probability, curve.model, words)
    _add_names(figure, curve, top, words)
    return figure


def _add_line(figure: go.Figure, name: str, x: np.ndarray, y: np.ndarray, words: Words) -> None:
    line = {
        "model": {"color": palette.BLUE.line, "width": palette.CURVE_WIDTH},
        "all": {"color": palette.QUIET, "width": 2, "dash": palette.BASELINE_DASH},
        "none": {"color": palette.QUIET, "width": 2},
    }[name]
    figure.add_scatter(name=name, x=x, y=y, mode="lines", line=line, hovertemplate=words.raw("chart.net_benefit_hover"))


def _add_names(figure: go.Figure, curve: DecisionCurve, top: float, words: Words) -> None:
    """Name the model where it leads most, calling all where its line leaves the picture, and calling none beside 0."""
    lead = int(np.argmax(curve.model - np.maximum(curve.all_called, 0.0)))
    lowest = int(np.argmin(np.abs(curve.all_called - BELOW * top)))
    crossing = float(curve.probability[int(np.argmin(np.abs(curve.all_called)))])
    end = float(curve.probability[-1])
    left = crossing > LABEL_FROM * end
    beside = crossing if left else float(curve.probability[lowest])
    names = (
        ("model", float(curve.probability[lead]), float(curve.model[lead]), "center", "bottom", palette.BLUE.text),
        ("all", beside, BELOW * top, "right" if left else "left", "bottom", palette.QUIET),
        ("none", 0.0 if left else end, 0.0, "left" if left else "right", "top", palette.QUIET),
    )
    for name, x, y, to, at, colour in names:
        figure.add_annotation(
            x=min(max(x, 0.1 * end), 0.9 * end) if name == "model" else x,
            y=y,
            xanchor=to,
            yanchor=at,
            yshift=4 if name == "model" else 0,
            xshift={"left": 8, "right": -8, "center": 0}[to],
            text=words.say(f"chart.net_{name}"),
            font={"size": palette.SMALL_SIZE, "color": colour},
            showarrow=False,
        )
