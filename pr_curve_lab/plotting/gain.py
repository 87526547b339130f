"""The gain curve: the same points on axes where a random ranking is 0 and straight lines are right."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from pr_curve_lab.analysis.gain import GainArea, GainPoints
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.chosen_point import add_mark
from pr_curve_lab.plotting.joined import HEADROOM, TICKS, add_title
from pr_curve_lab.plotting.labels.room import Place, Room
from pr_curve_lab.plotting.moved_curve import HEIGHT
from pr_curve_lab.plotting.pr_axes import RANGE, add_circles, square_axes
from pr_curve_lab.plotting.roc import add_joined, add_number

LOWEST = -0.5  # precision gain; what lies below is not shown, but counts
AREA_PLACES = [Place(x, y) for y in (0.25, 0.4, 0.15, 0.6, 0.75) for x in (0.4, 0.55, 0.25, 0.7)]


def gain_figure(gain: GainArea, points: GainPoints, words: Words, *, same_data: str) -> go.Figure:
    """Draw precision gain against recall gain; the trace `curve`, closed to 0, has the printed area."""
    titles = words.say("chart.recall_gain"), words.say("chart.precision_gain")
    figure = square_axes(words, *titles, height=HEIGHT, headroom=HEADROOM, ticks=TICKS, same_data=same_data)
    curve = gain.curve
    if curve.precision.min(initial=0.0) < 0:
        lowest = max(LOWEST, float(curve.precision.min())) + RANGE[0]
        figure.update_layout(yaxis={"range": (lowest, RANGE[1]), "scaleanchor": False})
    add_joined(figure, curve)
    _add_points(figure, points, words)
    add_mark(figure)
    figure.update_traces(cliponaxis=float(curve.precision.min(initial=0.0)) < LOWEST)
    room = Room()
    room.add_line(curve.recall, curve.precision)
    add_number(figure, gain.area, AREA_PLACES, room, words)
    add_title(figure, words.say("balance.gain_title"), palette.SLATE)
    figure.update_layout(meta={"kept": curve.kept})
    return figure


def _add_points(figure: go.Figure, points: GainPoints, words: Words) -> None:
    x, y = points.recall_gain, points.precision_gain
    facts = np.column_stack((points.threshold, x, y))
    add_circles(figure, x, y, palette.SLATE, facts, words.raw("balance.gain_hover"))
