"""Where along recall two schemes part: one bar a segment, as wide as its recall, whose areas sum to the difference."""

from __future__ import annotations

import math

import numpy as np
import plotly.graph_objects as go

from pr_curve_lab.analysis.pixel_columns import Thinned
from pr_curve_lab.analysis.scheme_differences import SchemeDifferences
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.labels.flags import NARROW_ROOM, SLOTS, WIDE_ROOM, Label, labels_in_rows
from pr_curve_lab.plotting.layout import house_axis, house_layout
from pr_curve_lab.plotting.plain_figure import PlainFigure
from pr_curve_lab.plotting.pr_axes import RANGE

BARS_HEIGHT = 154  # px
ROW_HEIGHT = 25  # px, of the labels above the bars
MARGIN = {"l": 82, "r": 14, "t": 10, "b": 58}  # px
POLE_SHIFT = 3  # px, between a pole and its label
LEAST_ROOM = 1.15  # times the highest bar
LEAST_RANGE = 0.02  # precision; so that rounding noise does not fill the chart


def difference_figure(pair: SchemeDifferences, look: palette.Look, words: Words, *, same_data: str) -> go.Figure:
    """Draw right minus left: the trace `difference`, closed to 0, has the signed area that the headline says.

    The first labels and leaders, as many as slots, are for wide windows, the same number after them for narrow ones.
    """
    strip = pair.strip
    labels = [
        flags(pair, key, words, room) for key, room in (("areas.label", WIDE_ROOM), ("areas.label_short", NARROW_ROOM))
    ]
    rows = 1 + max((label.row for length in labels for label in length), default=-1)
    top = most_drawn(pair)
    row = 2 * top * ROW_HEIGHT / BARS_HEIGHT
    up = {"range": (-top, top + rows * row), "nticks": 5, "zeroline": True, "zerolinecolor": palette.QUIET}
    figure = PlainFigure(
        layout={
            **house_layout(words, height=_height(rows), margin=MARGIN, same_data=same_data),
            "xaxis": house_axis(words.say("chart.recall"), range=RANGE),
            "yaxis": house_axis(words.say("chart.difference"), **up),
        }
    )
    figure.add_scatter(
        name="difference",
        x=strip.x,
        y=strip.y,
        mode="lines",
        line={"color": look.line, "width": 2, "shape": "linear"},
        fill="tozeroy",
        fillcolor=look.fill,
        hovertemplate=words.raw("chart.difference_hover"),
    )
    flagged = [_flag(label, strip, top, row) for length in labels for label in _slots(length)]
    figure.update_layout(shapes=[pole for pole, _ in flagged], annotations=[text for _, text in flagged])
    return figure


def _height(rows: int) -> int:
    """The height of the whole chart, in px."""
    return MARGIN["t"] + BARS_HEIGHT + rows * ROW_HEIGHT + MARGIN["b"]


def most_drawn(pair: SchemeDifferences) -> float:
    """The greatest difference in height that has room, above and below the line."""
    return max(float(np.abs(pair.strip.y).max(initial=0.0)) * LEAST_ROOM, LEAST_RANGE)


def flags(pair: SchemeDifferences, key: str, words: Words, room: float) -> list[Label]:
    """The labels of the segments that differ most, as many as find room."""
    named = [index for index, threshold in enumerate(pair.threshold) if threshold is not None][:SLOTS]
    texts = [
        words.say(
            key,
            threshold=pair.threshold[index],
            count=int(pair.rows[index]),
            positives=int(pair.positives[index]),
        )
        for index in named
    ]
    centres = (pair.recall_before + pair.recall_after) / 2
    return labels_in_rows([float(centres[index]) for index in named], texts, room=room)


def _slots(labels: list[Label]) -> list[Label]:
    """Annotations, as many as there are slots; those without a label stay, unseen."""
    return [*labels, *(Label(0, "", 0.0, 0.0, 0.0, 0) for _ in range(SLOTS - len(labels)))]


def _flag(label: Label, strip: Thinned, top: float, row: float) -> tuple[dict[str, object], dict[str, object]]:
    """The pole, which stands on its bar, and the text at its upper end."""
    bar = int(np.searchsorted(strip.x, label.pole))
    height = top + (label.row + 0.5) * row
    pole = {
        "type": "line",
        "x0": label.pole,
        "x1": label.pole,
        "y0": max(float(strip.y[bar]), 0.0) if label.text else 0.0,
        "y1": height,
        "line": {"color": palette.QUIET, "width": 1},
        "visible": label.text != "",
    }
    text = {
        **_beside_pole(label),
        "y": height,
        "text": label.text,
        "font": {"size": palette.SMALL_SIZE, "color": palette.INK},
        "bgcolor": palette.PAPER,
        "borderpad": 1,
        "showarrow": False,
        "visible": label.text != "",
    }
    return pole, text


def _beside_pole(label: Label) -> dict[str, object]:
    """The edge where a text begins or ends: its width is known to the browser only."""
    if math.isclose(label.left, label.pole):
        return {"x": label.pole, "xanchor": "left", "xshift": POLE_SHIFT}
    if math.isclose(label.right, label.pole):
        return {"x": label.pole, "xanchor": "right", "xshift": -POLE_SHIFT}
    return {"x": (label.left + label.right) / 2, "xanchor": "center"}
