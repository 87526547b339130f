"""Where areas stand between the least possible and 1: a number line for each class balance, labelled on the spot.

The labels come long and short: the browser takes those that its width has room for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.labels.flags import GAP, NARROW_ROOM, WIDE_ROOM, Label, labels_in_rows, text_width
from pr_curve_lab.plotting.layout import house_axis, house_layout
from pr_curve_lab.plotting.plain_figure import PlainFigure

MARGIN = {"l": 22, "r": 22, "t": 4, "b": 58}  # px
RANGE = (-0.01, 1.01)
ROW_HEIGHT = 24  # px, of a label
ABOVE, BELOW = 22, 8  # px, from a line's middle to the first label above, and beyond the last one beneath
BAR = 16  # px
WIDE_FROM = 700  # px, of the chart
TICKS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
TOUCHING = 1e-6  # of the number line
POLE_SHIFT = 4  # px, between a pole and its label


@dataclass(frozen=True)
class Said:
    """A number with its label, long and short."""

    value: float
    long: str
    short: str


@dataclass(frozen=True)
class Line:
    """One number line and what stands on it."""

    colour: palette.Look
    area: Said
    random: Said
    least: Said | None  # below it nothing can be reached
    band: Said | None = None  # of shuffled labels; its value is the middle
    band_ends: tuple[float, float] = (0.0, 0.0)


def limits_figure(lines: Sequence[Line], words: Words, *, same_data: str) -> go.Figure:
    """Draw one number line under the other: traces `unachievable`, `band`, `random` and `area`, meta the number."""
    figure = PlainFigure(
        layout={
            **house_layout(words, height=100, margin=MARGIN, same_data=same_data),
            "xaxis": house_axis(words.say("chart.area_axis"), range=RANGE, tickvals=TICKS),
            "yaxis": {"visible": False},
        }
    )
    for number, line in enumerate(lines):
        _add_bar(figure, "line", number, (0.0, 1.0), palette.GRID, 2)
        if line.least is not None:
            _add_bar(figure, "unachievable", number, (0.0, line.least.value), palette.QUIET, BAR)
        if line.band is not None:
            _add_bar(figure, "band", number, line.band_ends, palette.CHANCE, BAR)
        _add_sign(figure, "random", number, line.random.value, "line-ns", palette.QUIET)
        _add_sign(figure, "area", number, line.area.value, "diamond", line.colour.line)
    figure.update_layout(layouts(lines)[0]["layout"])
    return figure


def layouts(lines: Sequence[Line]) -> list[dict[str, Any]]:
    """The arrangement for wide charts and the one for narrow ones, as `fitted_chart` takes them."""
    return [
        {"from": least, "layout": _arranged(lines, room, short=not least)}
        for least, room in ((WIDE_FROM, WIDE_ROOM), (0, NARROW_ROOM))
    ]


def _arranged(lines: Sequence[Line], room: float, *, short: bool) -> dict[str, Any]:
    """Height, labels and their poles; all lines have the height of the one with the most rows of labels."""
    above = [_flags([line.area, line.random], room, short) for line in lines]
    below = [_footnotes(line, room, short) for line in lines]
    up = ABOVE + ROW_HEIGHT * (1 + max(label.row for labels in above for label in labels)) - ROW_HEIGHT / 2
    down = ABOVE + ROW_HEIGHT * max(1, *map(len, below)) - ROW_HEIGHT / 2 + BELOW
    unit = up + down
    notes, poles = [], []
    for number, line in enumerate(lines):
        for label in above[number]:
            height = -number + (ABOVE + label.row * ROW_HEIGHT) / unit
            colour = line.colour.text if label.segment == 0 else palette.QUIET
            notes.append(_note(label.left, label.right, height, label.text, colour, pole=label.pole))
            poles.append(_pole(label.pole, -number, height))
        for row, footnotes in enumerate(below[number]):
            height = -number - (ABOVE + row * ROW_HEIGHT) / unit
            notes.extend(_note(left, right, height, text, palette.QUIET) for left, right, text in footnotes)
    return {
        "height": round(unit * len(lines)) + MARGIN["t"] + MARGIN["b"],
        "yaxis.range": [1 - len(lines) - down / unit, up / unit],
        "annotations": notes,
        "shapes": poles,
    }


def _flags(said: Sequence[Said], room: float, short: bool) -> list[Label]:
    """The labels above a line; those of one place stand one over the other beside one pole."""
    poles, texts = [one.value for one in said], [_text(one, short) for one in said]
    labels = labels_in_rows(poles, texts, room=room)
    if len(labels) == len(said):
        return labels
    widths = [text_width(text) / room for text in texts]
    left = max(poles) if max(poles) + max(widths) <= 1 else None
    return [
        Label(row, text, pole, *((left, left + width) if left is not None else (min(poles) - width, min(poles))), row)
        for row, (text, pole, width) in enumerate(zip(texts, poles, widths, strict=True))
    ]


def _footnotes(line: Line, room: float, short: bool) -> list[list[tuple[float, float, str]]]:
    """The labels beneath a line, row by row, each with its ends: of what cannot be reached, and of the band."""
    rows: list[list[tuple[float, float, str]]] = []
    if line.least is not None:
        text = _text(line.least, short)
        rows.append([(0.0, text_width(text) / room, text)])
    if line.band is not None:
        text = _text(line.band, short)
        width = text_width(text) / room
        left = min(max(line.band.value - width / 2, 0.0), 1 - width)
        if rows and left < rows[0][0][1] + GAP / room:
            rows.append([])
        if not rows:
            rows.append([])
        rows[-1].append((left, left + width, text))
    return rows


def _text(said: Said, short: bool) -> str:
    return said.short if short else said.long


def _note(left: float, right: float, y: float, text: str, colour: str, *, pole: float = 0.0) -> dict[str, Any]:
    """A label in its room; close to its pole, or the line's start, where it stands beside that."""
    anchor = (
        "left" if left >= pole and left - pole < TOUCHING else "right" if abs(pole - right) < TOUCHING else "center"
    )
    x = {"left": left, "right": right, "center": (left + right) / 2}[anchor]
    bold = colour != palette.QUIET
    return {
        "x": x,
        "y": y,
        "xanchor": anchor,
        "xshift": {"left": POLE_SHIFT, "right": -POLE_SHIFT, "center": 0}[anchor],
        "yanchor": "middle",
        "text": f"<b>{text}</b>" if bold else text,
        "font": {"size": palette.SMALL_SIZE, "color": colour},
        "showarrow": False,
    }


def _pole(x: float, low: float, high: float) -> dict[str, Any]:
    return {"type": "line", "x0": x, "x1": x, "y0": low, "y1": high, "layer": "below",
            "line": {"color": palette.GRID, "width": 2}}  # fmt: skip


def _add_bar(figure: go.Figure, name: str, number: int, ends: tuple[float, float], colour: str, width: int) -> None:
    figure.add_scatter(
        name=name,
        meta=number,
        x=list(ends),
        y=[-number, -number],
        mode="lines",
        line={"color": colour, "width": width},
        cliponaxis=False,
        hoverinfo="skip",
    )


def _add_sign(figure: go.Figure, name: str, number: int, value: float, symbol: str, colour: str) -> None:
    figure.add_scatter(
        name=name,
        meta=number,
        x=[value],
        y=[-number],
        mode="markers",
        marker={"symbol": symbol, "size": BAR, "color": colour, "line": {"color": colour, "width": 3}},
        cliponaxis=False,
        hoverinfo="skip",
    )
