"""One curve with its area, or one a fold, as scikit-learn's display has them: what is drawn has the printed area."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import plotly.graph_objects as go

from pr_curve_lab.analysis.joined_areas import JoinedArea
from pr_curve_lab.analysis.measured_points import MeasuredPoints
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.markup import plotly_text
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.joined import (
    HEADROOM,
    TALLEST,
    TICKS,
    add_line,
    add_number,
    add_shape,
    add_title,
    free_height,
    invented_part,
)
from pr_curve_lab.plotting.pr_axes import add_baseline, add_points, pr_axes
from pr_curve_lab.plotting.several_curves import ModelCurve, several_curves_figure


@dataclass(frozen=True, slots=True)
class Frame:
    """Title, class balance and box round the curves."""

    title: str
    with_balance: bool = False  # draw the class balance, what chance gives
    boxed: bool = True  # lines above and to the right


def display_figure(joined: JoinedArea, points: MeasuredPoints, frame: Frame, words: Words) -> go.Figure:
    """Draw one curve; its trace `curve`, closed to precision 0, has the printed area."""
    look, curve = palette.look_of(joined.scheme), joined.curve
    figure = pr_axes(words, height=TALLEST, headroom=HEADROOM, ticks=TICKS, same_data="")
    add_shape(figure, "curve", curve, slice(None), look.fill)
    add_shape(figure, "start_area", curve, invented_part(curve), look.start_fill)
    if frame.with_balance:
        add_baseline(figure, points.prevalence, words, curve=curve)
    add_line(figure, curve, look)
    add_points(figure, points, look, words)
    add_title(figure, plotly_text(frame.title), look)
    balance = points.prevalence if frame.with_balance else None
    add_number(figure, joined.area, free_height(curve, balance), look, words)
    return _framed(figure, frame)


def display_of_several(curves: Sequence[ModelCurve], frame: Frame, words: Words) -> go.Figure:
    """Draw a curve for each fold, with its area beside its name; each trace `curve` has that area."""
    title = plotly_text(frame.title)
    figure = several_curves_figure(
        curves, [], title, words, same_data="", height=TALLEST, with_balance=frame.with_balance
    )
    return _framed(figure, frame)


def _framed(figure: go.Figure, frame: Frame) -> go.Figure:
    line = {"showline": True, "mirror": frame.boxed, "linecolor": palette.RULE}
    return figure.update_xaxes(**line).update_yaxes(**line).update_layout(width=TALLEST)
