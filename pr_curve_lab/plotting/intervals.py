"""Areas with intervals on one axis: a forest plot of models, and areas between their limits.

Names and numbers stand beside the lines, or over them where there is no room beside.

Labels of limits come long and short, and the browser takes those that fit its width.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

from pr_curve_lab.i18n.markup import middle_cut, plotly_text
from pr_curve_lab.i18n.messages import Words
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.figure import PlainFigure, house_axis, house_layout
from pr_curve_lab.plotting.labels import GAP, NARROW_ROOM, WIDE_ROOM, Label, labels_in_rows, text_width
from pr_curve_lab.plotting.model_curves import LONGEST_NAME
from pr_metrics import Interval

ROW, STACKED_ROW = 38, 54  # px, of a model: its words beside the line, or over it
OVER = 22  # px, from a line to the words over it
TOP, BOTTOM, SIDE = 8, 34, 10  # px, of margin
CHANCE_ROW = 24  # px, for the word over the line of chance
VALUE_WIDTH = 62  # px
FOREST_WIDE_FROM = 420  # px, of the chart
DOT, LINE_WIDTH = 14, 3  # px
BOLDER = 1.1  # times the width of plain type of the same size
ROOM = 0.06  # of what is shown, on either side of it
NEAR = 0.25  # of what the intervals cover: chance that lies no farther beside it is shown
FINE = 0.08  # what shows less than this has ticks of three decimals
GREY = palette.Look(palette.OTHERS, palette.SECOND)


@dataclass(frozen=True, slots=True)
class ForestRow:
    """One model: its area, its interval where that is known, and the colours of its curve."""

    name: str
    area: float
    interval: Interval | None
    look: palette.Look
    floor: float | None = None  # the area of a random ranking, where each has its own


def forest_figure(rows: Sequence[ForestRow], chance: float, words: Words, *, same_data: str) -> go.Figure:
    """Draw a trace `interval` a model, its ends and the area between them; its name in `meta`.

    chance: the area of a random ranking, a dashed line where it is in sight; nan where each row has its own, which is a
    bar then.
    """
    low, high = _reach(rows, chance)
    figure = PlainFigure(
        layout={
            **house_layout(words, height=100, margin=_margin(0), same_data=same_data),
            "xaxis": house_axis(
                "", range=(low, high), nticks=5, tickformat=".3f" if high - low < FINE else ".2f", fixedrange=True
            ),
            "yaxis": {"visible": False, "fixedrange": True},
        }
    )
    for number, row in enumerate(rows):
        figure.add_scatter(**_trace(number, row, words))
        if row.floor is not None:
            figure.add_scatter(**_floor(number, row.floor))
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
    figure.update_layout(forest_layouts(rows, chance, words)[0]["layout"])
    return figure


def forest_layouts(rows: Sequence[ForestRow], chance: float, words: Words) -> list[dict[str, Any]]:
    """The arrangement for wide charts and the one for narrow ones, as `fitted_chart` takes them."""
    return [
        {"from": least, "layout": _arranged(rows, chance, words, stacked=not least)} for least in (FOREST_WIDE_FROM, 0)
    ]


def _reach(rows: Sequence[ForestRow], chance: float) -> tuple[float, float]:
    """The areas that are shown: all intervals, and chance where it lies near them."""
    ends = [end for row in rows for end in (row.area, *_ends(row), *(() if row.floor is None else (row.floor,)))]
    low, high = min(ends), max(ends)
    covered = max(high - low, FINE / 4)
    if low - NEAR * covered <= chance < low:
        low = chance
    return low - ROOM * covered, high + ROOM * covered


def _ends(row: ForestRow) -> tuple[float, ...]:
    return (row.interval.low, row.interval.high) if row.interval else ()


def _trace(number: int, row: ForestRow, words: Words) -> dict[str, Any]:
    said = name = plotly_text(row.name)
    drawn, sizes = [row.area], [DOT]
    if row.interval:
        low, high = row.interval.low, row.interval.high
        drawn, sizes = [low, row.area, high], [0, DOT, 0]
        said = words.say("models.forest_interval", name=name, area=row.area, low=low, high=high)
    return {
        "name": "interval",
        "meta": row.name,
        "x": drawn,
        "y": [-number] * len(drawn),
        "mode": "lines+markers",
        "line": {"color": row.look.line, "width": LINE_WIDTH},
        "marker": {"size": sizes, "color": row.look.line, "opacity": 1},
        "cliponaxis": False,
        "text": said,
        "hoverinfo": "text",
    }


def _floor(number: int, floor: float) -> dict[str, Any]:
    """An upright bar at the row's own floor."""
    line = {"width": LINE_WIDTH, "color": palette.QUIET}
    marker = {"symbol": "line-ns", "size": DOT + 4, "line": line, "opacity": 1}
    place = {"x": [floor], "y": [-number], "mode": "markers", "cliponaxis": False, "hoverinfo": "skip"}
    return {"name": "floor", **place, "marker": marker}


def _arranged(rows: Sequence[ForestRow], chance: float, words: Words, *, stacked: bool) -> dict[str, Any]:
    """Height, margins and words: those of a model over its line, where they are stacked."""
    names = max((BOLDER * text_width(_short(row)) for row in rows), default=0.0)
    height = STACKED_ROW if stacked else ROW
    is_shown = chance >= _reach(rows, chance)[0]
    notes = [note for number, row in enumerate(rows) for note in _notes(number, row, words, stacked, names)]
    top = (STACKED_ROW - OVER / 2 if stacked else ROW / 2) + (CHANCE_ROW if is_shown else 0)
    if is_shown:
        notes.append(_note(chance, top / height, words.say("models.forest_chance", value=chance), palette.QUIET))
        notes[-1] |= {"yanchor": "top", "xanchor": "left", "xshift": 4}
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
    """Room for names at the left and numbers at the right, where there are names."""
    left, right = (round(names) + SIDE, VALUE_WIDTH + SIDE) if names else (SIDE, SIDE)
    return {"l": left, "r": right, "t": TOP, "b": BOTTOM}


def _notes(number: int, row: ForestRow, words: Words, stacked: bool, names: float) -> list[dict[str, Any]]:
    """A model's name and its area."""
    shift = {"yshift": OVER} if stacked else {}
    left, right = (-SIDE, SIDE) if stacked else (-round(names) - SIDE, VALUE_WIDTH + SIDE)
    beside = {"xref": "paper", **shift}
    area = words.say("chart.area", area=row.area)
    return [
        {**_note(0, -number, _bold(_short(row)), row.look.text), **beside, "xanchor": "left", "xshift": left},
        {**_note(1, -number, _bold(area), row.look.text), **beside, "xanchor": "right", "xshift": right},
    ]


def _note(x: float, y: float, text: str, colour: str) -> dict[str, Any]:
    return {"x": x, "y": y, "text": text, "font": {"size": palette.SMALL_SIZE, "color": colour}, "showarrow": False}


def _short(row: ForestRow) -> str:
    return plotly_text(middle_cut(row.name, LONGEST_NAME))


def _bold(text: str) -> str:
    return f"<b>{text}</b>"


MARGIN = {"l": 22, "r": 22, "t": 4, "b": 58}  # px
RANGE = (-0.01, 1.01)
ROW_HEIGHT = 24  # px, of a label
ABOVE, BELOW = 22, 8  # px, from a line's middle to the first label above, and beyond the last one beneath
BAR = 16  # px
LIMITS_WIDE_FROM = 700  # px, of the chart
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
    figure.update_layout(limits_layouts(lines)[0]["layout"])
    return figure


def limits_layouts(lines: Sequence[Line]) -> list[dict[str, Any]]:
    """The arrangement for wide charts and the one for narrow ones, as `fitted_chart` takes them."""
    return [
        {"from": least, "layout": _arranged_limits(lines, room, short=not least)}
        for least, room in ((LIMITS_WIDE_FROM, WIDE_ROOM), (0, NARROW_ROOM))
    ]


def _arranged_limits(lines: Sequence[Line], room: float, *, short: bool) -> dict[str, Any]:
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
            notes.append(_note_limits(label.left, label.right, height, label.text, colour, pole=label.pole))
            poles.append(_pole(label.pole, -number, height))
        for row, footnotes in enumerate(below[number]):
            height = -number - (ABOVE + row * ROW_HEIGHT) / unit
            notes.extend(_note_limits(left, right, height, text, palette.QUIET) for left, right, text in footnotes)
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


def _note_limits(left: float, right: float, y: float, text: str, colour: str, *, pole: float = 0.0) -> dict[str, Any]:
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
