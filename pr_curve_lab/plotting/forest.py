"""Areas of several models with their intervals, one under the other on one axis, each in the colour of its curve.

Names and numbers stand beside the lines, or over them where there is no room beside.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.markup import middle_cut, plotly_text
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.labels.flags import text_width
from pr_curve_lab.plotting.layout import house_axis, house_layout
from pr_curve_lab.plotting.model_names import LONGEST_NAME
from pr_curve_lab.plotting.plain_figure import PlainFigure
from pr_metrics import Interval

ROW, STACKED_ROW = 38, 54  # px, of a model: its words beside the line, or over it
OVER = 22  # px, from a line to the words over it
TOP, BOTTOM, SIDE = 8, 34, 10  # px, of margin
CHANCE_ROW = 24  # px, for the word over the line of chance
VALUE_WIDTH = 62  # px
WIDE_FROM = 420  # px, of the chart
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
    figure.update_layout(layouts(rows, chance, words)[0]["layout"])
    return figure


def layouts(rows: Sequence[ForestRow], chance: float, words: Words) -> list[dict[str, Any]]:
    """The arrangement for wide charts and the one for narrow ones, as `fitted_chart` takes them."""
    return [{"from": least, "layout": _arranged(rows, chance, words, stacked=not least)} for least in (WIDE_FROM, 0)]


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
