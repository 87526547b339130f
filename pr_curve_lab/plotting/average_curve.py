"""An average as a curve, shaded, among the thin curves that it is made of.

The shape has the printed area. The thin curves are told apart by pointing at them; one of them stands out with a label.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from pr_curve_lab.analysis.averages import Averaged
from pr_curve_lab.analysis.joined_areas import DrawnArea
from pr_curve_lab.analysis.thinning import DrawnCurve
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.markup import plotly_text
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.joined import add_line, add_number, add_shape, add_title, free_height
from pr_curve_lab.plotting.labels.room import Place
from pr_curve_lab.plotting.layout import house_axis
from pr_curve_lab.plotting.pr_axes import add_baseline, pr_axes
from pr_metrics import JoinedCurve

HEIGHT = 400  # px
HEADROOM = 34  # px, for the title
TICKS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
THIN = 1.2  # px
LABEL_AT = np.linspace(0.15, 0.85, 29)  # recalls


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A curve that an average is made of."""

    name: str
    drawn: DrawnArea
    outstanding: bool = False


def average_figure(
    averaged: Averaged, parts: Sequence[Part], title: str, look: palette.Look, words: Words, *, same_data: str
) -> go.Figure:
    """Draw an average; its trace `curve`, closed to 0, has the printed area, each trace `part` that of its `meta`."""
    figure = pr_axes(words, height=HEIGHT, headroom=HEADROOM, ticks=TICKS, same_data=same_data)
    of_rows = bool(np.isnan(averaged.prevalence))
    if of_rows:
        figure.update_layout(
            xaxis=house_axis(words.say("averages.share_of_rows")), yaxis=house_axis(words.say("averages.area_of_row"))
        )
    curve = averaged.drawn.curve
    add_shape(figure, "curve", curve, slice(None), look.fill)
    for part in sorted(parts, key=lambda one: one.outstanding):
        _add_part(figure, part, words)
    if not of_rows:
        add_baseline(figure, averaged.prevalence, words)
    add_line(figure, curve, look)
    add_title(figure, title, look)
    lines = [curve, *(part.drawn.curve for part in parts)]
    height = free_height(all_vertices(lines), None if of_rows else averaged.prevalence)
    add_number(figure, averaged.drawn.area, height, look, words)
    for part in parts:
        if part.outstanding:
            place = place_of_name(part, curve)
            figure.add_annotation(place.note(_said(part, words), colour=palette.VERMILLION.text))
    figure.update_layout(meta={"kept": curve.kept})
    return figure


def _add_part(figure: go.Figure, part: Part, words: Words) -> None:
    figure.add_scatter(
        name="part",
        meta=part.name,
        x=part.drawn.curve.recall,
        y=part.drawn.curve.precision,
        mode="lines",
        line={
            "color": palette.VERMILLION.line if part.outstanding else palette.OTHERS,
            "width": 2 if part.outstanding else THIN,
            "shape": "linear",
        },
        text=_said(part, words),
        hoverinfo="text",
        cliponaxis=False,
    )


def _said(part: Part, words: Words) -> str:
    return f"{plotly_text(part.name)} {words.say('chart.area', area=part.drawn.area)}"


def place_of_name(part: Part, averaged: DrawnCurve) -> Place:
    """The place for the name of a part: where it is furthest from the average, on the side away from it."""
    heights, means = (np.interp(LABEL_AT, one.recall, one.precision) for one in (part.drawn.curve, averaged))
    at = int(np.abs(heights - means).argmax())
    below = bool(heights[at] < means[at])
    x, y = float(LABEL_AT[at]), float(np.clip(heights[at], 0.06, 0.94))
    return Place(x, y, "left" if below == (x > 0.5) else "right", "below" if below else "above")


def all_vertices(curves: Sequence[DrawnCurve]) -> JoinedCurve:
    """The vertices of all curves, for what must stand clear of them."""
    recall = np.concatenate([curve.recall for curve in curves])
    order = np.argsort(recall, kind="stable")
    return JoinedCurve(recall[order], np.concatenate([curve.precision for curve in curves])[order])
