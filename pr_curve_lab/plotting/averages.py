"""Averages over tasks and folds: a shaded curve among the thin curves that it is made of.

The shape has the printed area. The thin curves are told apart by pointing at them; one of them stands out with a label.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from pr_curve_lab.analysis.areas import JoinedArea, RenderedArea
from pr_curve_lab.analysis.averages import AverageCurve, Folds
from pr_curve_lab.analysis.thinning import MeasuredPoints, RenderedCurve
from pr_curve_lab.i18n.markup import escape_plotly
from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.i18n.names import group_name
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.curve import (
    MAX_HEIGHT,
    TICKS,
    TOP_MARGIN,
    add_baseline,
    add_line,
    add_number,
    add_points,
    add_shape,
    add_title,
    number_height,
    pr_axes,
    start_slice,
)
from pr_curve_lab.plotting.figure import base_axis
from pr_curve_lab.plotting.labels import LabelPosition
from pr_curve_lab.plotting.model_curves import ModelCurve, multi_curve_figure
from pr_metrics import JoinedCurve

HEIGHT = 400  # px
AVERAGE_TOP_MARGIN = 34  # px, for the title
AVERAGE_TICKS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
COMPONENT_WIDTH = 1.2  # px
LABEL_RECALLS = np.linspace(0.15, 0.85, 29)  # recalls


@dataclass(frozen=True, slots=True, eq=False)
class ComponentCurve:
    """A curve that an average is made of."""

    name: str
    rendered: RenderedArea
    is_active: bool = False


def average_figure(
    average: AverageCurve,
    components: Sequence[ComponentCurve],
    title: str,
    style: palette.Style,
    messages: Messages,
    *,
    same_data: str,
) -> go.Figure:
    """Draw an average; its trace `curve`, closed to 0, has the printed area, each trace `part` that of its `meta`."""
    figure = pr_axes(messages, height=HEIGHT, top_margin=AVERAGE_TOP_MARGIN, ticks=AVERAGE_TICKS, same_data=same_data)
    of_rows = bool(np.isnan(average.prevalence))
    if of_rows:
        figure.update_layout(
            xaxis=base_axis(messages.format("averages.share_of_rows")),
            yaxis=base_axis(messages.format("averages.area_of_row")),
        )
    curve = average.rendered.curve
    add_shape(figure, "curve", curve, slice(None), style.fill)
    for part in sorted(components, key=lambda one: one.is_active):
        _add_component(figure, part, messages)
    if not of_rows:
        add_baseline(figure, average.prevalence, messages)
    add_line(figure, curve, style)
    add_title(figure, title, style)
    lines = [curve, *(part.rendered.curve for part in components)]
    height = number_height(all_vertices(lines), None if of_rows else average.prevalence)
    add_number(figure, average.rendered.area, height, style, messages)
    for part in components:
        if part.is_active:
            place = name_position(part, curve)
            figure.add_annotation(place.annotation(_label_text(part, messages), color=palette.VERMILLION.text))
    figure.update_layout(meta={"kept": curve.n_original})
    return figure


def _add_component(figure: go.Figure, component: ComponentCurve, messages: Messages) -> None:
    figure.add_scatter(
        name="part",
        meta=component.name,
        x=component.rendered.curve.recall,
        y=component.rendered.curve.precision,
        mode="lines",
        line={
            "color": palette.VERMILLION.line if component.is_active else palette.OTHERS,
            "width": 2 if component.is_active else COMPONENT_WIDTH,
            "shape": "linear",
        },
        text=_label_text(component, messages),
        hoverinfo="text",
        cliponaxis=False,
    )


def _label_text(component: ComponentCurve, messages: Messages) -> str:
    return f"{escape_plotly(component.name)} {messages.format('chart.area', area=component.rendered.area)}"


def name_position(component: ComponentCurve, average: RenderedCurve) -> LabelPosition:
    """The place for the name of a part: where it is furthest from the average, on the side away from it."""
    heights, means = (
        np.interp(LABEL_RECALLS, one.recall, one.precision) for one in (component.rendered.curve, average)
    )
    at = int(np.abs(heights - means).argmax())
    below = bool(heights[at] < means[at])
    x, y = float(LABEL_RECALLS[at]), float(np.clip(heights[at], 0.06, 0.94))
    return LabelPosition(x, y, "left" if below == (x > 0.5) else "right", "below" if below else "above")


def all_vertices(curves: Sequence[RenderedCurve]) -> JoinedCurve:
    """The vertices of all curves, for what must stand clear of them."""
    recall = np.concatenate([curve.recall for curve in curves])
    order = np.argsort(recall, kind="stable")
    return JoinedCurve(recall[order], np.concatenate([curve.precision for curve in curves])[order])


def total_average_figure(
    average: AverageCurve,
    areas: Mapping[str, JoinedArea],
    scheme: str,
    messages: Messages,
    *,
    same_data: str,
    active: str | None = None,
) -> go.Figure:
    """Draw an average among its areas, by their names; the one in view stands out.

    The rows of "samples" have areas of their own, so that no task is drawn.
    """
    kind = average.components.average
    names = {"average": messages.format(f"averages.{kind}.name"), "scheme": messages.format(f"schemes.{scheme}.name")}
    title = messages.format("averages.picture_title", **names)
    drawn = task_components(kind, areas, active)
    return average_figure(average, drawn, title, palette.style_of(scheme), messages, same_data=same_data)


def folds_figure(
    folds: Folds, scheme: str, messages: Messages, *, same_data: str, active: int | None = None
) -> go.Figure:
    """Draw the folds that have an area, and their mean at every recall; one of them stands out."""
    title = messages.format(f"averages.{folds.kind}.mean")
    style = palette.style_of(scheme)
    return average_figure(
        folds.mean_average, fold_components(folds, messages, active), title, style, messages, same_data=same_data
    )


def task_components(kind: str, areas: Mapping[str, JoinedArea], active: str | None) -> list[ComponentCurve]:
    """The areas whose curves make an average."""
    return [
        ComponentCurve(name, joined, name == active)
        for name, joined in areas.items()
        if kind != "samples" and not np.isnan(joined.area)
    ]


def fold_components(folds: Folds, messages: Messages, active: int | None = None) -> list[ComponentCurve]:
    """The folds that have an area; active: the index of one."""
    return [
        ComponentCurve(group_name(name, folds, messages), one.rendered, index == active)
        for index, (name, one) in enumerate(zip(folds.names, folds.averages, strict=True))
        if one.rendered.curve.recall.size
    ]


@dataclass(frozen=True, slots=True)
class Frame:
    """Title, class balance and box round the curves."""

    title: str
    with_baseline: bool = False  # draw the class balance, what chance gives
    boxed: bool = True  # lines above and to the right


def display_figure(joined: JoinedArea, points: MeasuredPoints, frame: Frame, messages: Messages) -> go.Figure:
    """Draw one curve; its trace `curve`, closed to precision 0, has the printed area."""
    style, curve = palette.style_of(joined.scheme), joined.curve
    figure = pr_axes(messages, height=MAX_HEIGHT, top_margin=TOP_MARGIN, ticks=TICKS, same_data="")
    add_shape(figure, "curve", curve, slice(None), style.fill)
    add_shape(figure, "start_area", curve, start_slice(curve), style.start_fill)
    if frame.with_baseline:
        add_baseline(figure, points.prevalence, messages, curve=curve)
    add_line(figure, curve, style)
    add_points(figure, points, style, messages)
    add_title(figure, escape_plotly(frame.title), style)
    balance = points.prevalence if frame.with_baseline else None
    add_number(figure, joined.area, number_height(curve, balance), style, messages)
    return _apply_frame(figure, frame)


def multi_curve_display(curves: Sequence[ModelCurve], frame: Frame, messages: Messages) -> go.Figure:
    """Draw a curve for each fold, with its area beside its name; each trace `curve` has that area."""
    title = escape_plotly(frame.title)
    figure = multi_curve_figure(
        curves, [], title, messages, same_data="", height=MAX_HEIGHT, with_baseline=frame.with_baseline
    )
    return _apply_frame(figure, frame)


def _apply_frame(figure: go.Figure, frame: Frame) -> go.Figure:
    line = {"showline": True, "mirror": frame.boxed, "linecolor": palette.RULE}
    return figure.update_xaxes(**line).update_yaxes(**line).update_layout(width=MAX_HEIGHT)
