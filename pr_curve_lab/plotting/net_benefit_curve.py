"""Net benefit over threshold probabilities: a model beside calling all rows positive, and calling none."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from pr_curve_lab.analysis.decision_curve import DecisionCurve
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.layout import house_axis, house_layout
from pr_curve_lab.plotting.plain_figure import PlainFigure

HEIGHT = 260  # px
MARGIN = {"l": 84, "r": 14, "t": 14, "b": 58}  # px
BELOW, ABOVE = -0.25, 1.15  # ends of the axis, in the largest net benefit
ROOM_TO = 0.7  # share of the width up to which the model's name has room to its right
LABEL_FROM = 0.35  # threshold probability where the line of calling all crosses 0; before, the room left of it is small


def net_benefit_figure(curve: DecisionCurve, words: Words, *, same_data: str) -> go.Figure:
    """Draw the three lines, each with its name; what falls below the picture goes on falling."""
    top = float(max(curve.model.max(), curve.all_called.max()))
    end = float(curve.probability[-1])
    figure = PlainFigure(
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
    end = float(curve.probability[-1])
    roomy = curve.probability <= ROOM_TO * end
    lead = int(np.argmax((curve.model - np.maximum(curve.all_called, 0.0))[roomy]))
    lowest = int(np.argmin(np.abs(curve.all_called - BELOW * top)))
    crossing = float(curve.probability[int(np.argmin(np.abs(curve.all_called)))])
    left = crossing > LABEL_FROM * end
    beside = crossing if left else float(curve.probability[lowest])
    free = "bottom" if not left and curve.model[-1] <= 0 else "top"  # the side of 0 where the model is not
    names = (
        ("model", float(curve.probability[lead]), float(curve.model[lead]), "left", "bottom", palette.BLUE.text),
        ("all", beside, BELOW * top, "right" if left else "left", "bottom", palette.QUIET),
        ("none", 0.0 if left else end, 0.0, "left" if left else "right", free, palette.QUIET),
    )
    for name, x, y, to, at, colour in names:
        figure.add_annotation(
            x=x,
            y=y,
            xanchor=to,
            yanchor=at,
            yshift=4 if name == "model" else 0,
            xshift=8 if to == "left" else -8,
            text=words.say(f"chart.net_{name}"),
            font={"size": palette.SMALL_SIZE, "color": colour},
            showarrow=False,
        )
