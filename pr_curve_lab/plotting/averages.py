"""Charts of averages over tasks and groups: a shaded average curve, and thin curves of its components.

The shaded shape has the printed area. Tooltips name the thin curves; the selected one is highlighted and labeled.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from pr_curve_lab.analysis.areas import JoinedArea, ThinnedArea
from pr_curve_lab.analysis.averages import AverageCurve, GroupAverages
from pr_curve_lab.analysis.formatting import lowest_area
from pr_curve_lab.analysis.thinning import ThinnedCurve
from pr_curve_lab.analysis.train_test import SplitCurves, TrainTestGap
from pr_curve_lab.i18n.group_sentences import mean_title
from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.i18n.names import TaskName, group_name
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.curve import plotly_figure
from pr_curve_lab.plotting.labels import FreeSpace, LabelPosition, box_of, boxes_by_distance, grid_boxes, sample_line
from pr_curve_lab.plotting.plot import Axes, Plot, PlotCurve, PlotLabel, PlotLine, area_label, baseline_label, pr_titles

HEIGHT = 400  # px
SIDES = {412: 331}  # px, of the square, for each minimum width
COMPONENT_WIDTH = 1.2  # px
LABEL_RECALLS = np.linspace(0.15, 0.85, 29)  # where the name of a component may be


@dataclass(frozen=True, slots=True, eq=False)
class ComponentCurve:
    """The curve of one component of an average."""

    name: str
    thinned: ThinnedArea
    is_selected: bool = False


def average_figure(
    average: AverageCurve, components: Sequence[ComponentCurve], title: str, style: palette.Style, messages: Messages
) -> go.Figure:
    """Draw an average; the area under its trace `curve` is the printed area, each trace `part` is a component."""
    plot = average_plot(average, components, title, style, messages)
    return plotly_figure(plot, messages, height=HEIGHT)


def average_plot(
    average: AverageCurve, components: Sequence[ComponentCurve], title: str, style: palette.Style, messages: Messages
) -> Plot:
    """Return the plot of an average and its components; "samples" shows areas by row, without a class balance."""
    axes, prevalence = pr_titles(messages), None if np.isnan(average.prevalence) else average.prevalence
    if prevalence is None:
        axes = Axes(messages.format("averages.share_of_rows"), messages.format("averages.area_of_row"))
    space, curve = FreeSpace(), average.thinned.curve
    labels = [] if prevalence is None else [baseline_label(prevalence, space, messages)]
    for line in (curve, *(part.thinned.curve for part in components)):
        space.add_line(line.recall, line.precision)
    area = messages.format("chart.area", area=average.thinned.area)
    labels.append(area_label(area, style.text, space))
    leaders = []
    for part in components:
        if part.is_selected:
            text = _label_text(part, messages)
            position = space.empty_position(_name_positions(part, curve), text)
            if position is None:
                position, leader = _position_apart(part, text, space)
                leaders.append(leader)
            labels.append(PlotLabel(text, position, palette.VERMILLION.text))
    lines = [_component_line(part, messages) for part in sorted(components, key=lambda one: one.is_selected)] + leaders
    curves = [PlotCurve(average.thinned, "average", style)]
    return Plot(axes, curves, lines, prevalence, labels=labels, title=title, title_style=style)


def _component_line(component: ComponentCurve, messages: Messages) -> PlotLine:
    color, width = (palette.VERMILLION.line, 2.0) if component.is_selected else (palette.OTHERS, COMPONENT_WIDTH)
    curve, text = component.thinned.curve, _label_text(component, messages)
    return PlotLine("part", curve.recall, curve.precision, color, width, text=text, component=component.name)


def _label_text(component: ComponentCurve, messages: Messages) -> str:
    return f"{component.name} {messages.format('chart.area', area=component.thinned.area)}"


def _name_positions(component: ComponentCurve, average: ThinnedCurve) -> list[LabelPosition]:
    """Return positions for the name of a component, the farthest from the average first.

    All on the side away from the average come before all on the other side.
    """
    heights, means = (np.interp(LABEL_RECALLS, one.recall, one.precision) for one in (component.thinned.curve, average))
    farthest_first = np.argsort(-np.abs(heights - means), kind="stable")
    away: list[LabelPosition] = []
    toward: list[LabelPosition] = []
    for x, y, mean in zip(
        *(values[farthest_first].tolist() for values in (LABEL_RECALLS, heights, means)), strict=True
    ):
        vertical = ("below", "above") if y < mean else ("above", "below")
        sides = ("left", "right") if (y < mean) == (x > 0.5) else ("right", "left")
        for positions, at in zip((away, toward), vertical, strict=True):
            positions += [LabelPosition(x, y, side, at) for side in sides]
    return [*away, *toward]


def _position_apart(component: ComponentCurve, text: str, space: FreeSpace) -> tuple[LabelPosition, PlotLine]:
    """Return the free position nearest to a component that has no room for its name, and a leader line from there."""
    curve = component.thinned.curve
    size = box_of(LabelPosition(0.5, 0.5).annotation(text), space.width, space.height)
    own = sample_line(curve.recall, curve.precision)
    box = space.best_box(boxes_by_distance(grid_boxes(size.right - size.left, size.top - size.bottom), own))
    x, y = (box.left + box.right) / 2, (box.bottom + box.top) / 2
    end = own[np.argmin(np.hypot(*(own - [x, y]).T))]
    start = np.clip(end, [box.left, box.bottom], [box.right, box.top])
    ends = np.array([start, end]).T
    return LabelPosition(x, y, shift=0), PlotLine("leader", ends[0], ends[1], palette.VERMILLION.line)


def overall_average_figure(
    average: AverageCurve, areas: Mapping[str, JoinedArea], weakest: int, scheme: str, messages: Messages
) -> go.Figure:
    """Draw an average over tasks; the weakest one and that with the smallest area are highlighted.

    The average "samples" is over rows, so no task is drawn.
    """
    kind = average.components.average
    names = {"average": messages.format(f"averages.{kind}.name"), "scheme": messages.format(f"schemes.{scheme}.name")}
    title = messages.format("averages.picture_title", **names)
    drawn = task_components(kind, areas, weakest)
    return average_figure(average, drawn, title, palette.style_of(scheme), messages)


def groups_figure(
    groups: GroupAverages, scheme: str, messages: Messages, *, selected: tuple[int, ...] = ()
) -> go.Figure:
    """Draw the groups that have an area, and their mean at every recall; the selected groups are highlighted."""
    title, style = mean_title(groups, messages), palette.style_of(scheme)
    return average_figure(groups.mean_average, group_components(groups, messages, selected), title, style, messages)


def train_test_figure(gap: TrainTestGap, curves: SplitCurves, column: str, messages: Messages) -> go.Figure:
    """Draw the curve on the test rows, whose area is shaded, and that on the training rows."""
    return plotly_figure(train_test_plot(gap, curves, column, messages), messages, height=HEIGHT)


def train_test_plot(gap: TrainTestGap, curves: SplitCurves, column: str, messages: Messages) -> Plot:
    """Return the plot of both curves."""
    title = TaskName("", "one", column, gap.test.name).format(messages)
    parts = [ComponentCurve(gap.train.name, curves.train, is_selected=True)]
    return average_plot(curves.test, parts, title, palette.style_of("step"), messages)


def task_components(kind: str, areas: Mapping[str, JoinedArea], weakest: int) -> list[ComponentCurve]:
    """Return the tasks that are components of an average; the weakest and the smallest area are highlighted."""
    lowest = lowest_area(np.array([joined.area for joined in areas.values()]))
    return [
        ComponentCurve(name, joined, lowest is not None and index in (lowest, weakest))
        for index, (name, joined) in enumerate(areas.items())
        if kind != "samples" and not np.isnan(joined.area)
    ]


def group_components(groups: GroupAverages, messages: Messages, selected: tuple[int, ...] = ()) -> list[ComponentCurve]:
    """Return the groups that have an area; selected: the indices of the highlighted groups."""
    return [
        ComponentCurve(group_name(name, groups, messages), one.thinned, index in selected)
        for index, (name, one) in enumerate(zip(groups.names, groups.averages, strict=True))
        if one.thinned.curve.recall.size
    ]
