"""Area by the number of decimals that scores are rounded to: one labelled line a scheme."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from pr_curve_lab.analysis.score_rounding import RoundedAreas
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.labels.box import Box
from pr_curve_lab.plotting.labels.flags import NARROW_ROOM, text_width
from pr_curve_lab.plotting.layout import house_axis, house_layout
from pr_curve_lab.plotting.plain_figure import PlainFigure

HEIGHT = 280  # px
MARGIN = {"l": 82, "r": 14, "t": 10, "b": 58}  # px
INNER_HEIGHT = HEIGHT - MARGIN["t"] - MARGIN["b"]
HALF_RANGE = 0.75  # of the range of the areas: half as much again, for labels above and below
SIDE_ROOM = 0.3  # of the way from dot to dot, beside the first and the last
LINE_HEIGHT = 22  # px, of a label
LINE_SHIFT = 7  # px, between a dot and its label
LEAST_RANGE = 0.02  # area; so that a millionth does not fill the chart
SECOND_DASH = "2px,3px"  # unlike those of class balance and invented start
DOT = 7  # px


def rounded_areas_figure(
    areas: RoundedAreas, schemes: tuple[str, str], ticks: list[str], words: Words, *, same_data: str
) -> go.Figure:
    """Draw the traces `left` and `right`, a dot for each number of decimals; each scheme once."""
    both = np.concatenate((areas.left_area, areas.right_area))
    middle, half = (both.max() + both.min()) / 2, max(float(np.ptp(both)) * HALF_RANGE, LEAST_RANGE / 2)
    figure = PlainFigure(
        layout={
            **house_layout(words, height=HEIGHT, margin=MARGIN, same_data=same_data),
            "xaxis": house_axis(
                words.say("chart.decimals"),
                range=(-SIDE_ROOM, len(ticks) - 1 + SIDE_ROOM),
                tickvals=np.arange(len(ticks)),
                ticktext=ticks,
                tickangle=0,
            ),
            "yaxis": house_axis(words.say("chart.area_axis"), range=(middle - half, middle + half), nticks=5),
        }
    )
    looks = [palette.look_of(scheme) for scheme in schemes]
    dashes = ("solid", SECOND_DASH if looks[0] == looks[1] else "solid")
    shown = 1 if schemes[0] == schemes[1] else 2
    lines = areas.of_both[:shown]
    names = [words.say(f"schemes.{scheme}.name") for scheme in schemes]
    boxes: list[Box] = []
    for side in range(shown):
        _add_line(figure, ("left", "right")[side], lines[side], looks[side], dashes[side])
        boxes.append(_free_box(names[side], side, lines, tuple(boxes), (middle - half, middle + half)))
        _add_label(figure, boxes[side], names[side], looks[side])
    return figure


def _free_box(
    text: str, side: int, lines: tuple[np.ndarray, ...], taken: tuple[Box, ...], heights: tuple[float, float]
) -> Box:
    """The room beside a dot that neither line crosses, where the lines are farthest apart; above all if none is."""
    low, high = heights
    pixel = (high - low) / INNER_HEIGHT
    last = lines[0].size - 1
    width = text_width(text) / NARROW_ROOM * (last + 2 * SIDE_ROOM)
    free: list[tuple[float, Box]] = []
    for dot in range(last + 1):
        left = min(max(dot - width / 2, -SIDE_ROOM), last + SIDE_ROOM - width)
        for step in (LINE_SHIFT, 2 * LINE_SHIFT, -LINE_SHIFT - LINE_HEIGHT, -2 * LINE_SHIFT - LINE_HEIGHT):
            bottom = float(lines[side][dot]) + step * pixel
            box = Box(left, bottom, left + width, bottom + LINE_HEIGHT * pixel)
            inside = low <= box.bottom and box.top <= high
            if inside and not any(_crosses(line, box) for line in lines) and not any(map(box.overlaps, taken)):
                free.append((float(abs(lines[0][dot] - lines[-1][dot])), box))
    if not free:
        return Box(0.0, high - (side + 1) * LINE_HEIGHT * pixel, width, high - side * LINE_HEIGHT * pixel)
    return max(free, key=lambda one: one[0])[1]


def _crosses(line: np.ndarray, box: Box) -> bool:
    across = np.linspace(box.left, box.right, 50)
    height = np.interp(across, np.arange(line.size), line)
    return bool(((height > box.bottom) & (height < box.top)).any()) or bool(
        (height >= box.top).any() and (height <= box.bottom).any()
    )


def _add_line(figure: go.Figure, name: str, area: np.ndarray, look: palette.Look, dash: str) -> None:
    figure.add_scatter(
        name=name,
        x=np.arange(area.size),
        y=area,
        mode="lines+markers",
        line={"color": look.line, "width": palette.CURVE_WIDTH, "dash": dash, "shape": "linear"},
        marker={"size": DOT, "color": look.line},
        cliponaxis=False,
        hovertemplate="%{y:.4f}<extra></extra>",
    )


def _add_label(figure: go.Figure, box: Box, text: str, look: palette.Look) -> None:
    figure.add_annotation(
        x=(box.left + box.right) / 2,
        y=(box.bottom + box.top) / 2,
        text=f"<b>{text}</b>",
        font={"size": palette.SMALL_SIZE, "color": look.text},
        showarrow=False,
    )
