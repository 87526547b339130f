"""Points that another tool computed, joined one way: the number is the area of the shape; no class balance is known."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from pr_curve_lab.analysis.joined_areas import JoinedArea
from pr_curve_lab.analysis.thinning import marked_points
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.joined import HEADROOM, TICKS, add_line, add_number, add_shape, add_title, free_height
from pr_curve_lab.plotting.pr_axes import add_circles, pr_axes
from pr_curve_lab.reading.shapes.curve_points import CurvePoints


def given_points_figure(
    joined: JoinedArea, points: CurvePoints, words: Words, *, same_data: str, height: int
) -> go.Figure:
    """Draw the points with what joins them; the trace `curve`, closed to precision 0, has the printed area."""
    look, curve = palette.look_of(joined.scheme), joined.curve
    figure = pr_axes(words, height=height, headroom=HEADROOM, ticks=TICKS, same_data=same_data)
    add_shape(figure, "curve", curve, slice(None), look.fill)
    add_line(figure, curve, look)
    shown = marked_points(points.recall)
    threshold = points.threshold[shown, None]
    hover = words.raw("chart.hover_given" if np.isnan(threshold).all() else "chart.hover_given_threshold")
    add_circles(figure, points.recall[shown], points.precision[shown], look, threshold, hover)
    add_title(figure, words.say(f"schemes.{joined.scheme}.name"), look)
    add_number(figure, joined.area, free_height(curve, None), look, words)
    figure.update_layout(meta={"kept": curve.kept})
    return figure
