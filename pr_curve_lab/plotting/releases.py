"""The numbers of tools on the same rows through their releases: a line over the years for each tool.

All lines have one scale of areas, so that a step of the same height is the same change in every row.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from typing import Any

import plotly.graph_objects as go

from pr_curve_lab.analysis.formatting import format_area
from pr_curve_lab.analysis.tools import ReleaseHistory
from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.figure import empty_figure
from pr_curve_lab.plotting.labels import text_annotation

ROW = 58  # px
STEP_HEIGHT = 0.45  # of a row: the largest change
NAME_WIDTH, END_WIDTH = 226, 58  # px left of the lines for names, and right of them for the newest numbers
FOOTER_HEIGHT, HEADER_HEIGHT = 30, 6  # px
NARROW, NARROW_SIDE = 560, 8  # px, the width of charts on a phone; its margin
NAME_SIZE, NUMBER_SIZE = 16, 15  # px
NUMBER_DAYS = 330  # room for a number on the axis, in days
DOT, RING_WIDTH = 11, 2  # px


@dataclass(frozen=True, slots=True)
class _Point:
    """The first day of a behavior, in the row of its tool."""

    key: str
    tool: str  # short name
    version: str
    day: date
    area: float
    y: float

    @property
    def text(self) -> str:
        """The area as it is printed."""
        return format_area(self.area)


def release_keys(histories: Sequence[ReleaseHistory]) -> list[str]:
    """Return the keys of the behaviors in the order of the dots."""
    return [point.key for row in _rows(histories) for point in row]


def release_figure(histories: Sequence[ReleaseHistory], selected: str, messages: Messages) -> go.Figure:
    """Draw the lines; the trace `points` has a dot for each behavior, and its number among all dots as customdata.

    selected: key of the behavior whose details are open.
    """
    rows = _rows(histories)
    end = _end(rows)
    axis = {"fixedrange": True, "showgrid": False, "zeroline": False}
    first = min(point.day for row in rows for point in row)
    across = {**axis, "range": [decimal_year(first), decimal_year(end)], "tickformat": "d"}
    up = {**axis, "range": [len(rows) - 0.5, -0.5], "visible": False}
    figure = empty_figure(
        messages,
        height=ROW * len(rows) + FOOTER_HEIGHT + HEADER_HEIGHT,
        margin={"l": NAME_WIDTH, "r": END_WIDTH, "t": HEADER_HEIGHT, "b": FOOTER_HEIGHT},
        xaxis={**across, "tickfont": {"size": palette.TICK_SIZE}, "tickangle": 0},
        yaxis=up,
    )
    lines_x: list[float | None] = []
    lines_y: list[float | None] = []
    for row in rows:
        lines_x += [*(decimal_year(point.day) for point in row), decimal_year(end), None]
        lines_y += [*(point.y for point in row), row[-1].y, None]
    figure.add_scatter(
        name="curve", x=lines_x, y=lines_y, mode="lines", hoverinfo="skip",
        line={"shape": "hv", "color": palette.SLATE.line, "width": 2},
    )  # fmt: skip
    points = [point for row in rows for point in row]
    figure.add_scatter(
        name="points",
        x=[decimal_year(point.day) for point in points],
        y=[point.y for point in points],
        mode="markers",
        cliponaxis=False,
        marker={
            "size": DOT,
            "opacity": 1,
            "color": [palette.INK if point.key == selected else palette.PAPER for point in points],
            "line": {"color": palette.BLUE.line, "width": RING_WIDTH},
        },
        customdata=[[at] for at in range(len(points))],
        text=[f"{point.tool} {point.version}<br>{point.day}: {messages.format_number(point.text)}" for point in points],
        hovertemplate="%{text}<extra></extra>",
    )
    return figure


def layouts(histories: Sequence[ReleaseHistory], messages: Messages) -> list[dict[str, Any]]:
    """Return the layouts for different minimum widths, the widest first: on a phone the names are above the lines."""
    rows = _rows(histories)
    numbers = _number_labels(rows, messages)
    names = [_name(at, row, wide=True) for at, row in enumerate(rows)]
    above = [_name(at, row, wide=False) for at, row in enumerate(rows)]
    wide = {"margin.l": NAME_WIDTH, "annotations": [*names, *numbers], "xaxis.nticks": 12}
    newest = [note for note in numbers if note.get("xref") == "paper"]  # a phone has no room for others
    narrow = {"margin.l": NARROW_SIDE, "annotations": [*above, *newest], "xaxis.nticks": 5}
    return [{"from": NARROW, "layout": wide}, {"from": 0, "layout": narrow}]


def _rows(histories: Sequence[ReleaseHistory]) -> list[list[_Point]]:
    """Return the dots of each tool, whose height is the difference from the number of the newest release."""
    scale = STEP_HEIGHT / max(one.change for one in histories)
    rows = []
    for at, history in enumerate(histories):
        known = [(tool, area) for tool, area in history.steps if area is not None and tool.released]
        areas = [area for _, area in known]
        middle = (min(areas) + max(areas)) / 2
        row = []
        for tool, area in known:
            version, day = tool.since or tool.version, date.fromisoformat(tool.released)
            row.append(_Point(tool.key, tool.short, version, day, area, at - scale * (area - middle)))
        rows.append(row)
    return rows


def decimal_year(day: date) -> float:
    """Return a day as a number of years, on which a click can be located.

    >>> decimal_year(date(2026, 1, 1)), round(decimal_year(date(2026, 12, 31)), 3)
    (2026.0, 2026.997)
    """
    start, end = date(day.year, 1, 1), date(day.year + 1, 1, 1)
    return day.year + (day - start).days / (end - start).days


def _end(rows: Sequence[Sequence[_Point]]) -> date:
    """Return the end of the axis: the last day of the year of the newest release."""
    return date(max(point.day.year for row in rows for point in row), 12, 31)


def _name(at: int, row: Sequence[_Point], *, wide: bool) -> dict[str, Any]:
    text = f"<b>{row[-1].tool}</b>"
    place = {"xref": "paper", "xanchor": "left", "yanchor": "middle", "align": "left", "borderpad": 0}
    shift = {"xshift": -NAME_WIDTH} if wide else {"yshift": ROW * 0.4}
    return text_annotation(0, at, text, palette.INK, NAME_SIZE, **place, **shift)


def _number_labels(rows: Sequence[Sequence[_Point]], messages: Messages) -> list[dict[str, Any]]:
    """Return the number of the newest releases right of each line, and the others above it where there is room."""
    end, notes = _end(rows), []
    for row in rows:
        text = f"<b>{messages.format_number(row[-1].text)}</b>"
        place = {"xref": "paper", "xanchor": "left", "yanchor": "middle", "xshift": 4, "borderpad": 0}
        notes.append(text_annotation(1, row[-1].y, text, palette.INK, NUMBER_SIZE, **place))
        changed = [row[0], *(point for before, point in pairwise(row) if before.text != point.text)]
        for point, following in zip(changed, [*changed[1:], None], strict=True):
            days = ((following.day if following else end) - point.day).days
            if following is not None and days >= NUMBER_DAYS:
                above = {"xanchor": "left", "yanchor": "bottom", "xshift": 4, "yshift": 3, "borderpad": 0}
                number = messages.format_number(point.text)
                day = decimal_year(point.day)
                notes.append(text_annotation(day, point.y, number, palette.SECONDARY, NUMBER_SIZE, **above))
    return notes
