"""Averages over tasks and folds: a shaded curve among the thin curves that it is made of.

The shape has the printed area. The thin curves are told apart by pointing at them; one of them stands out with a label.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from pr_curve_lab.analysis.areas import DrawnArea, JoinedArea
from pr_curve_lab.analysis.averages import Averaged, Folds
from pr_curve_lab.analysis.thinning import DrawnCurve, MeasuredPoints
from pr_curve_lab.i18n.markup import plotly_text
from pr_curve_lab.i18n.messages import Words
from pr_curve_lab.i18n.names import group_name
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.curve import (
    HEADROOM,
    TALLEST,
    TICKS,
    add_baseline,
    add_line,
    add_number,
    add_points,
    add_shape,
    add_title,
    free_height,
    invented_part,
    pr_axes,
)
from pr_curve_lab.plotting.figure import house_axis
from pr_curve_lab.plotting.labels import Place
from pr_curve_lab.plotting.model_curves import ModelCurve, several_curves_figure
from pr_metrics import JoinedCurve

HEIGHT = 400  # px
AVERAGE_HEADROOM = 34  # px, for the title
AVERAGE_TICKS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
THIN = 1.2  # px
LABEL_AT = np.linspace(0.15, 0.85, 29)  # recalls


@dataclass(frozen=True, slots=True, eq=False)
class PartCurve:
    """A curve that an average is made of."""

    name: str
    drawn: DrawnArea
    outstanding: bool = False


def average_figure(
    averaged: Averaged, parts: Sequence[PartCurve], title: str, look: palette.Look, words: Words, *, same_data: str
) -> go.Figure:
    """Draw an average; its trace `curve`, closed to 0, has the printed area, each trace `part` that of its `meta`."""
    figure = pr_axes(words, height=HEIGHT, headroom=AVERAGE_HEADROOM, ticks=AVERAGE_TICKS, same_data=same_data)
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


def _add_part(figure: go.Figure, part: PartCurve, words: Words) -> None:
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


def _said(part: PartCurve, words: Words) -> str:
    return f"{plotly_text(part.name)} {words.say('chart.area', area=part.drawn.area)}"


def place_of_name(part: PartCurve, averaged: DrawnCurve) -> Place:
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


def tasks_figure(
    averaged: Averaged,
    tasks: Mapping[str, JoinedArea],
    scheme: str,
    words: Words,
    *,
    same_data: str,
    in_view: str | None = None,
) -> go.Figure:
    """Draw an average among its tasks, by their names; the one in view stands out.

    The rows of "samples" have areas of their own, so that no task is drawn.
    """
    kind = averaged.parts.average
    names = {"average": words.say(f"averages.{kind}.name"), "scheme": words.say(f"schemes.{scheme}.name")}
    title = words.say("averages.picture_title", **names)
    drawn = parts_drawn(kind, tasks, in_view)
    return average_figure(averaged, drawn, title, palette.look_of(scheme), words, same_data=same_data)


def folds_figure(
    folds: Folds, scheme: str, words: Words, *, same_data: str, outstanding: int | None = None
) -> go.Figure:
    """Draw the folds that have an area, and their mean at every recall; one of them stands out."""
    title = words.say(f"averages.{folds.called}.mean")
    look = palette.look_of(scheme)
    return average_figure(
        folds.of_mean, folds_drawn(folds, words, outstanding), title, look, words, same_data=same_data
    )


def parts_drawn(kind: str, tasks: Mapping[str, JoinedArea], in_view: str | None) -> list[PartCurve]:
    """The tasks whose curves make an average."""
    return [
        PartCurve(name, joined, name == in_view)
        for name, joined in tasks.items()
        if kind != "samples" and not np.isnan(joined.area)
    ]


def folds_drawn(folds: Folds, words: Words, outstanding: int | None = None) -> list[PartCurve]:
    """The folds that have an area; outstanding: the index of one."""
    return [
        PartCurve(group_name(name, folds, words), one.drawn, index == outstanding)
        for index, (name, one) in enumerate(zip(folds.names, folds.averages, strict=True))
        if one.drawn.curve.recall.size
    ]


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
