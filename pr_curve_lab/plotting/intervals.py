"""Areas with intervals on one axis: a forest plot of models, and areas between their limits.

Names and numbers are beside the lines, or above them if there is no room beside.

Labels of limits have a long and a short form, and the browser shows the one that fits its width.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

from pr_curve_lab.i18n.messages import Messages, escape_plotly, truncate_middle
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.figure import base_axis, empty_figure
from pr_curve_lab.plotting.labels import GAP, NARROW_AXIS, WIDE_AXIS, Label, labels_in_rows, text_annotation, text_width
from pr_curve_lab.plotting.model_curves import MAX_NAME_LENGTH
from pr_metrics import Interval

ROW, STACKED_ROW = 38, 58  # px, height of a model with its text beside the line, or above it
LABEL_OFFSET = 26  # px, from a line to the text above it
TOP, BOTTOM, SIDE = 8, 34, 10  # px, of margin
CHANCE_ROW = 24  # px, for the label above the line of chance, or for the chart's buttons above the first row
VALUE_WIDTH = 62  # px
FOREST_WIDE_FROM = 420  # px; from this width of the chart on, text is beside the lines
DOT, LINE_WIDTH = 14, 3  # px
BOLD_FACTOR = 1.1  # times the width of plain text of the same size
RANGE_PADDING = 0.06  # of the range, on either side of it
NEAR = 0.25  # of the range of the intervals: chance is shown if it is no farther below it
FINE_RANGE = 0.08  # a smaller range has ticks with three decimals


@dataclass(frozen=True, slots=True)
class ForestRow:
    """One model: its area, its interval if that is known, and the colors of its curve."""

    name: str
    area: float
    interval: Interval | None
    style: palette.Style
    chance: float | None = None  # the area of a random ranking, if each model has its own


def forest_figure(rows: Sequence[ForestRow], chance: float, messages: Messages) -> go.Figure:
    """Draw a trace `interval` for each model, with its ends and the area between them; `meta` is its name.

    chance: the area of a random ranking, drawn as a dashed line if the axis reaches it; nan if each row has its own,
    which is drawn as a vertical bar.
    """
    low, high = _axis_range(rows, chance)
    decimals = ".3f" if high - low < FINE_RANGE else ".2f"
    across = base_axis("", range=(low, high), nticks=5, tickformat=decimals, fixedrange=True)
    up = {"visible": False, "fixedrange": True}
    figure = empty_figure(messages, height=100, margin=_margin(0), xaxis=across, yaxis=up)
    for number, row in enumerate(rows):
        figure.add_scatter(**_interval_trace(number, row, messages))
        if row.chance is not None:  # a vertical bar
            line = {"width": LINE_WIDTH, "color": palette.QUIET}
            marker = {"symbol": "line-ns", "size": DOT, "line": line, "opacity": 1}
            place = {"x": [row.chance], "y": [-number], "mode": "markers", "cliponaxis": False}
            figure.add_scatter(name="chance", marker=marker, hoverinfo="skip", **place)
    if chance >= low:
        figure.add_shape(
            type="line",
            x0=chance,
            x1=chance,
            yref="paper",
            y0=0,
            y1=1,
            layer="below",
            line={"color": palette.QUIET, "width": 2, "dash": palette.BASELINE_DASH},
        )
    figure.update_layout(forest_layouts(rows, chance, messages)[0]["layout"])
    return figure


def forest_layouts(rows: Sequence[ForestRow], chance: float, messages: Messages) -> list[dict[str, Any]]:
    """Return the layouts for wide and for narrow charts, as `show_fitted_chart` takes them."""
    return [
        {"from": least, "layout": _forest_layout(rows, chance, messages, stacked=not least)}
        for least in (FOREST_WIDE_FROM, 0)
    ]


def _axis_range(rows: Sequence[ForestRow], chance: float) -> tuple[float, float]:
    """Return the range of the axis: all intervals, and chance if it is near them."""
    ends = [one for row in rows for one in (row.area, row.chance) if one is not None]
    ends += [end for row in rows if row.interval for end in (row.interval.lower, row.interval.upper)]
    low, high = min(ends), max(ends)
    covered = max(high - low, FINE_RANGE / 4)
    if low - NEAR * covered <= chance < low:
        low = chance
    return low - RANGE_PADDING * covered, high + RANGE_PADDING * covered


def _interval_trace(number: int, row: ForestRow, messages: Messages) -> dict[str, Any]:
    hover = name = escape_plotly(row.name)
    drawn, sizes = [row.area], [DOT]
    if row.interval:
        low, high = row.interval.lower, row.interval.upper
        drawn, sizes = [low, row.area, high], [0, DOT, 0]
        hover = messages.format("models.forest_interval", name=name, area=row.area, low=low, high=high)
    return {
        "name": "interval",
        "meta": row.name,
        "x": drawn,
        "y": [-number] * len(drawn),
        "mode": "lines+markers",
        "line": {"color": row.style.line, "width": LINE_WIDTH},
        "marker": {"size": sizes, "color": row.style.line, "opacity": 1},
        "cliponaxis": False,
        "text": hover,
        "hoverinfo": "text",
    }


def _forest_layout(rows: Sequence[ForestRow], chance: float, messages: Messages, *, stacked: bool) -> dict[str, Any]:
    """Return height, margins and text; if `stacked`, the text of a model is above its line."""
    names = max((BOLD_FACTOR * text_width(_display_name(row)) for row in rows), default=0.0)
    height = STACKED_ROW if stacked else ROW
    is_shown = chance >= _axis_range(rows, chance)[0]
    notes = [note for number, row in enumerate(rows) for note in _row_labels(number, row, messages, stacked, names)]
    has_own_chance = any(row.chance is not None for row in rows)
    top = (STACKED_ROW - LABEL_OFFSET / 2 if stacked else ROW / 2) + (CHANCE_ROW if is_shown or has_own_chance else 0)
    if is_shown:
        place = {"yanchor": "top", "xanchor": "left", "xshift": 4}
        notes.append(
            text_annotation(chance, top / height, messages.format("models.forest_chance", value=chance), **place)
        )
    below = ROW / 2
    pixels = top + height * (len(rows) - 1) + below
    margin = _margin(0 if stacked else names)
    return {
        "height": round(pixels + TOP + BOTTOM),
        **{f"margin.{side}": size for side, size in margin.items()},
        "yaxis.range": [1 - len(rows) - below / height, top / height],
        "annotations": notes,
    }


def _margin(names: float) -> dict[str, int]:
    """Return margins, with room for names on the left and numbers on the right if the names have a width."""
    left, right = (round(names) + SIDE, VALUE_WIDTH + SIDE) if names else (SIDE, SIDE)
    return {"l": left, "r": right, "t": TOP, "b": BOTTOM}


def _row_labels(number: int, row: ForestRow, messages: Messages, stacked: bool, names: float) -> list[dict[str, Any]]:
    """Return the labels of a model: its name and its area."""
    shift = {"yshift": LABEL_OFFSET} if stacked else {}
    left, right = (-SIDE, SIDE) if stacked else (-round(names) - SIDE, VALUE_WIDTH + SIDE)
    color, beside = row.style.text, {"xref": "paper", **shift}
    name, area = f"<b>{_display_name(row)}</b>", f"<b>{messages.format('chart.area', area=row.area)}</b>"
    return [
        text_annotation(0, -number, name, color, xanchor="left", xshift=left, **beside),
        text_annotation(1, -number, area, color, xanchor="right", xshift=right, **beside),
    ]


def _display_name(row: ForestRow) -> str:
    return escape_plotly(truncate_middle(row.name, MAX_NAME_LENGTH))


MARGIN = {"l": 22, "r": 22, "t": 4, "b": 58}  # px
RANGE = (-0.01, 1.01)
ROW_HEIGHT = 24  # px, of a label
ABOVE, BELOW = 22, 8  # px, from the middle of a line to the first label above or below, and under the last one below
BAR = 16  # px
LIMITS_WIDE_FROM = 700  # px; from this width of the chart on, labels are long
TICKS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
TOLERANCE = 1e-6  # of the number line
LABEL_SHIFT = 4  # px, between a leader line and its label


@dataclass(frozen=True)
class ValueLabel:
    """A number with its label in a long and a short form."""

    value: float
    long: str
    short: str


@dataclass(frozen=True)
class NumberLine:
    """One number line and the values on it."""

    style: palette.Style
    area: ValueLabel
    random: ValueLabel
    minimum: ValueLabel | None  # the smallest area that a ranking can have
    band: ValueLabel | None = None  # areas of shuffled labels; its value is the middle
    band_bounds: tuple[float, float] = (0.0, 0.0)


def limits_figure(lines: Sequence[NumberLine], messages: Messages) -> go.Figure:
    """Draw number lines below each other: traces `unachievable`, `band`, `random`, `area`; `meta` is the index."""
    across = base_axis(messages.format("chart.area_axis"), range=RANGE, tickvals=TICKS)
    figure = empty_figure(messages, height=100, margin=MARGIN, xaxis=across, yaxis={"visible": False})
    for number, line in enumerate(lines):
        _add_bar(figure, "line", number, (0.0, 1.0), palette.GRID, 2)
        if line.minimum is not None:
            _add_bar(figure, "unachievable", number, (0.0, line.minimum.value), palette.QUIET, BAR)
        if line.band is not None:
            _add_bar(figure, "band", number, line.band_bounds, palette.CHANCE, BAR)
        _add_sign(figure, "random", number, line.random.value, "line-ns", palette.QUIET)
        _add_sign(figure, "area", number, line.area.value, "diamond", line.style.line)
    figure.update_layout(limits_layouts(lines)[0]["layout"])
    return figure


def limits_layouts(lines: Sequence[NumberLine]) -> list[dict[str, Any]]:
    """Return the layouts for wide and for narrow charts, as `show_fitted_chart` takes them."""
    return [
        {"from": least, "layout": _limits_layout(lines, room, short=not least)}
        for least, room in ((LIMITS_WIDE_FROM, WIDE_AXIS), (0, NARROW_AXIS))
    ]


def _limits_layout(lines: Sequence[NumberLine], axis_width: float, *, short: bool) -> dict[str, Any]:
    """Return height, labels and leader lines; all lines are as high as the one with the most rows of labels."""
    above = [_top_labels([line.area, line.random], axis_width, short) for line in lines]
    below = [_bottom_labels(line, axis_width, short) for line in lines]
    up = ABOVE + ROW_HEIGHT * (1 + max(label.row for labels in above for label in labels)) - ROW_HEIGHT / 2
    down = ABOVE + ROW_HEIGHT * max(1, *map(len, below)) - ROW_HEIGHT / 2 + BELOW
    unit = up + down
    notes, poles = [], []
    for number, line in enumerate(lines):
        for label in above[number]:
            height = -number + (ABOVE + label.row * ROW_HEIGHT) / unit
            color = line.style.text if label.segment == 0 else palette.QUIET
            notes.append(_limit_label(label.left, label.right, height, label.text, color, line_x=label.anchor))
            ends = {"x0": label.anchor, "x1": label.anchor, "y0": -number, "y1": height}
            poles.append({"type": "line", **ends, "layer": "below", "line": {"color": palette.GRID, "width": 2}})
        for row, footnotes in enumerate(below[number]):
            height = -number - (ABOVE + row * ROW_HEIGHT) / unit
            notes.extend(_limit_label(left, right, height, text, palette.QUIET) for left, right, text in footnotes)
    return {
        "height": round(unit * len(lines)) + MARGIN["t"] + MARGIN["b"],
        "yaxis.range": [1 - len(lines) - down / unit, up / unit],
        "annotations": notes,
        "shapes": poles,
    }


def _top_labels(values: Sequence[ValueLabel], axis_width: float, short: bool) -> list[Label]:
    """Return the labels above a line; if there is no other room for all, they are stacked on one side."""
    poles, texts = [one.value for one in values], [_text(one, short) for one in values]
    labels = labels_in_rows(poles, texts, axis_width=axis_width)
    if len(labels) == len(values):
        return labels
    widths = [text_width(text) / axis_width for text in texts]
    left = max(poles) if max(poles) + max(widths) <= 1 else None
    return [
        Label(row, text, pole, *((left, left + width) if left is not None else (min(poles) - width, min(poles))), row)
        for row, (text, pole, width) in enumerate(zip(texts, poles, widths, strict=True))
    ]


def _bottom_labels(line: NumberLine, axis_width: float, short: bool) -> list[list[tuple[float, float, str]]]:
    """Return the labels below a line by row, each with its ends: those of the smallest area and of the band."""
    rows: list[list[tuple[float, float, str]]] = []
    if line.minimum is not None:
        text = _text(line.minimum, short)
        rows.append([(0.0, text_width(text) / axis_width, text)])
    if line.band is not None:
        text = _text(line.band, short)
        width = text_width(text) / axis_width
        left = min(max(line.band.value - width / 2, 0.0), 1 - width)
        if rows and left < rows[0][0][1] + GAP / axis_width:
            rows.append([])
        if not rows:
            rows.append([])
        rows[-1].append((left, left + width, text))
    return rows


def _text(label: ValueLabel, short: bool) -> str:
    return label.short if short else label.long


def _limit_label(left: float, right: float, y: float, text: str, color: str, *, line_x: float = 0.0) -> dict[str, Any]:
    """Return a label between its ends, aligned to its leader line or to the start of the line if it begins there."""
    anchor = (
        "left"
        if left >= line_x and left - line_x < TOLERANCE
        else "right"
        if abs(line_x - right) < TOLERANCE
        else "center"
    )
    x = {"left": left, "right": right, "center": (left + right) / 2}[anchor]
    shift = {"left": LABEL_SHIFT, "right": -LABEL_SHIFT, "center": 0}[anchor]
    written = text if color == palette.QUIET else f"<b>{text}</b>"
    return text_annotation(x, y, written, color, xanchor=anchor, xshift=shift, yanchor="middle")


def _add_bar(figure: go.Figure, name: str, number: int, bounds: tuple[float, float], color: str, width: int) -> None:
    figure.add_scatter(
        name=name,
        meta=number,
        x=list(bounds),
        y=[-number, -number],
        mode="lines",
        line={"color": color, "width": width},
        cliponaxis=False,
        hoverinfo="skip",
    )


def _add_sign(figure: go.Figure, name: str, number: int, value: float, symbol: str, color: str) -> None:
    figure.add_scatter(
        name=name,
        meta=number,
        x=[value],
        y=[-number],
        mode="markers",
        marker={"symbol": symbol, "size": BAR, "color": color, "line": {"color": color, "width": 3}},
        cliponaxis=False,
        hoverinfo="skip",
    )
