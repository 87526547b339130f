"""Areas of all schemes and numbers of all tools, each as a dot on one axis.

Areas that are printed alike are one dot. Names of schemes are above and below the axis, each in the first free row.
Names of tools are beside their dots. On a phone, names are in a column on the left. Numbers of the user are vertical
lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

from pr_curve_lab.analysis.areas import EqualAreas
from pr_curve_lab.analysis.tools import Block, EqualNumbers
from pr_curve_lab.i18n.messages import Messages, truncate_middle
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.figure import empty_figure
from pr_curve_lab.plotting.labels import text_annotation, text_width

LABEL_ROWS = (1, -1, 2, -2, 3, -3)
LABEL_ROW_HEIGHT, CENTER_GAP = 22, 14  # px: between rows, and from the axis to the first
AREA_SIDE, MIN_WIDTH = 10, 1080  # px: margin beside the axis; width of the axis on a screen of 1280 px
AREA_PADDING, MIN_AREA_RANGE = 0.04, 0.004  # of the range, on both sides; smallest range of areas
GAP, BOLD_FACTOR = 14, 1.06  # px between two names; times the width of plain text
AREA_DOT, SELECTED_DOT = 12, 17  # px
ONE_LINE = 1e5  # rows from the axis to its neighbor, so that all dots are on one line


def area_strip(printed: Sequence[EqualAreas], messages: Messages) -> go.Figure:
    """Draw the areas, sorted from the smallest; the trace `points` has a dot for each printed area."""
    low, high = _range(printed)
    margin = {"l": AREA_SIDE, "r": AREA_SIDE, "t": 0, "b": 0}
    rows, names = zip(*_names(printed, (low, high), messages), strict=True)
    below, above = (CENTER_GAP + LABEL_ROW_HEIGHT * max(0, *(sign * row for row in rows)) for sign in (-1, 1))
    hidden = {"visible": False, "fixedrange": True}
    up = {**hidden, "range": [-below * ONE_LINE, above * ONE_LINE]}
    axes = {"xaxis": {**hidden, "range": [low, high]}, "yaxis": up, "shapes": [_line_at(0, palette.RULE, 2)]}
    figure = empty_figure(messages, height=below + above, margin=margin, annotations=names, **axes)
    figure.add_scatter(**_area_points(printed, messages))
    return figure


def area_layouts(printed: Sequence[EqualAreas], messages: Messages) -> list[dict[str, Any]]:
    """Return the layouts of `area_strip` by minimum width: all dots on one line, or on a phone each in a row."""
    layout = area_strip(printed, messages).to_dict()["layout"]
    wide = {name: layout[name] for name in ("height", "annotations", "shapes")}
    wide |= {"margin.l": AREA_SIDE, "yaxis.range": layout["yaxis"]["range"]}
    left = AREA_SIDE + max(round(text_width(_area_name(one, messages))) for one in printed)
    narrow = {
        "height": ROW * len(printed),
        "margin.l": left,
        "yaxis.range": [-0.5, len(printed) - 0.5],
        "shapes": [_line_at(y) for y in range(len(printed))],
        "annotations": [
            {**_left_label(y, _area_name(areas, messages), _name_color(areas), palette.SMALL_SIZE), "xshift": -left}
            for y, areas in enumerate(printed)
        ],
    }
    return [{"from": MIN_WIDTH, "layout": wide}, {"from": 0, "layout": narrow}]


def _area_points(printed: Sequence[EqualAreas], messages: Messages) -> dict[str, Any]:
    """Return a dot for each printed area; the selected ones are larger and have their colors."""
    return {
        "name": "points",
        "x": [areas.area for areas in printed],
        "y": list(range(len(printed))),
        "mode": "markers",
        "marker": {
            "size": [SELECTED_DOT if areas.is_selected else AREA_DOT for areas in printed],
            "color": [palette.style_of(one.schemes[0]).line if one.is_selected else palette.OTHERS for one in printed],
            "opacity": 1,
        },
        "cliponaxis": False,
        "text": ["<br>".join(_area_text(areas, messages)) for areas in printed],
        "hovertemplate": "%{text}<extra></extra>",
    }


def _area_text(areas: EqualAreas, messages: Messages) -> list[str]:
    """Return each scheme with its area, for the tooltip."""
    pairs = zip(areas.schemes, areas.areas, strict=True)
    return [f"{messages.format(f'schemes.{key}.name')} {messages.format_number(area, '.6f')}" for key, area in pairs]


def _range(printed: Sequence[EqualAreas]) -> tuple[float, float]:
    low, high = printed[0].area, printed[-1].area
    further = max(AREA_PADDING * (high - low), MIN_AREA_RANGE / 2)
    return low - further, high + further


def _names(
    printed: Sequence[EqualAreas], axis_range: tuple[float, float], messages: Messages
) -> list[tuple[int, dict[str, Any]]]:
    """Return the names with their areas, those in color first, each with the first row where it covers no other."""
    low, high = axis_range
    taken: list[tuple[int, float, float]] = []
    notes = []
    for areas in sorted(printed, key=lambda one: not one.is_selected):
        text = _area_name(areas, messages)
        width = BOLD_FACTOR * text_width(text) + GAP
        middle = (areas.area - low) / (high - low) * MIN_WIDTH
        left = min(max(middle - width / 2, 0.0), MIN_WIDTH - width)
        lane = _empty_row(taken, left, left + width)
        taken.append((lane, left, left + width))
        side = "left" if left == 0 else "right" if left + width == MIN_WIDTH else "center"
        x = {"left": 0.0, "center": middle / MIN_WIDTH, "right": 1.0}[side]  # at an end if it would go beyond
        notes.append((lane, _name(x, text, lane, areas, side)))
    return notes


def _area_name(areas: EqualAreas, messages: Messages) -> str:
    """Return the first scheme with this area, how many others have it, and the area."""
    name = messages.format(f"schemes.{areas.schemes[0]}.short")
    if len(areas.schemes) > 1:
        name = messages.format("areas.and_more", name=name, count=len(areas.schemes) - 1)
    text = f"{name} <b>{messages.format_number(areas.text)}</b>"
    return f"<b>{text}</b>" if areas.is_selected else text


def _name_color(areas: EqualAreas) -> str:
    return palette.style_of(areas.schemes[0]).text if areas.is_selected else palette.SECONDARY


def _name(x: float, text: str, row: int, areas: EqualAreas, side: str) -> dict[str, Any]:
    """Return a name in its row, in the color of its dot."""
    shift = CENTER_GAP + (abs(row) - 1) * LABEL_ROW_HEIGHT
    up = {"yanchor": "bottom", "yshift": shift} if row > 0 else {"yanchor": "top", "yshift": -shift}
    return text_annotation(x, 0, text, _name_color(areas), xref="x domain", xanchor=side, borderpad=0, **up)


def _empty_row(bounds: Sequence[tuple[int, float, float]], left: float, right: float) -> int:
    """Return the first row where nothing is between `left` and `right`, or the last row if there is none."""
    for lane in LABEL_ROWS:
        if all(other != lane or right <= start or left >= end for other, start, end in bounds):
            return lane
    return LABEL_ROWS[-1]


ROW, FOOTER_HEIGHT, TOOL_SIDE = 25, 30, 6  # px: height of a row, and margins below and beside all rows
HEADER_HEIGHTS = (4, 26, 50)  # px above all rows, with 0, 1 or 2 numbers of the user
ABOVE, BELOW = -0.4, 0.6  # in rows: upper end of the axis, and from the last dot to its lower end
BLOCK_GAP = 0.75  # rows between two blocks; on a phone the cause is there
CAUSE_WIDTH = 226  # px, left of the dots
NAMES_FRACTION, NARROW = 0.68, 740  # share of the width for names on a phone; px, below which charts are as on a phone
TOOL_PADDING, MIN_TOOL_RANGE = 0.06, 0.002  # of the range, on both sides; smallest range of areas
TOOL_DOT, RING_WIDTH = 13, 2  # px
MAX_NAME_LENGTH, SHORT_NAME_LENGTH = 34, 18  # characters of names before a number, and where there is little room
NAME_SIZE, CAUSE_SIZE = 15, 16  # px
NEAR, EDGE, LINE = 0.4, 0.2, 21  # shares of the axis: nearer labels are stacked, or aligned to an end; px when stacked
SPREAD = 0.5  # of the axis; a name is on the side with more room
STYLES = {
    "same": palette.BLUE,
    "joining": palette.VERMILLION,
    "ties": palette.GREEN,
    "counting": palette.SLATE,
    "precision": palette.SLATE,
    "bins": palette.SLATE,
    "levels": palette.SLATE,
    "start": palette.PINK,
    "missed": palette.SLATE,
    "coarse": palette.Style(palette.QUIET, palette.QUIET),
}


@dataclass(frozen=True, slots=True)
class TargetNumber:
    """A number that the user asks about: the area it stands for, its name, and whether it is the first of two."""

    area: float
    text: str  # "mine 0.732"
    tool: str  # the key of the tool it comes from, else ""
    is_first: bool

    @property
    def style(self) -> palette.Style:
        """Blue for the first number, pink for the second."""
        return palette.BLUE if self.is_first else palette.PINK


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of the picture; `y` is counted downward from 0, in rows."""

    y: float
    block: Block
    numbers: EqualNumbers
    is_first: bool


def tool_strip(
    blocks: Sequence[Block], numbers: Sequence[TargetNumber], selected: str, messages: Messages
) -> go.Figure:
    """Draw all tools; the trace `points` has a dot for each printed number, and its tool's position as customdata."""
    rows = _rows(blocks)
    low, high = _tool_range(blocks, numbers)
    margin = {"l": CAUSE_WIDTH, "r": TOOL_SIDE, "t": HEADER_HEIGHTS[len(numbers)], "b": FOOTER_HEIGHT}
    options = {**_axes(rows, low, high), "shapes": [*(_line_at(row.y) for row in rows), *_lines(numbers)]}
    figure = empty_figure(messages, height=_height(rows, numbers), margin=margin, **options)
    figure.add_scatter(**_tool_points(rows, low, high, selected, [one.tool for one in numbers], messages))
    return figure


def layouts(blocks: Sequence[Block], numbers: Sequence[TargetNumber], messages: Messages) -> list[dict[str, Any]]:
    """Return the layouts for different minimum widths, the widest first."""
    rows, ends = _rows(blocks), _tool_range(blocks, numbers)
    leading = [one.tool for one in numbers]
    height = {"height": _height(rows, numbers), "margin.t": HEADER_HEIGHTS[len(numbers)]}
    beside = [_dot_label(row, leading, ends, messages) for row in rows]
    before = [
        _left_label(row.y, _row_text(row, leading, messages, max_length=SHORT_NAME_LENGTH), palette.INK, NAME_SIZE)
        for row in rows
    ]
    labels = _number_labels(numbers, ends)
    stacked = [{**label, "xanchor": "right", "yshift": 2 + LINE * at} for at, label in enumerate(labels)]
    wide = {
        "xaxis.domain": [0, 1],
        "xaxis.nticks": 5,
        "margin.l": CAUSE_WIDTH,
        "annotations": [*_block_labels(rows, messages, wide=True), *beside, *labels],
    }
    narrow = {
        "xaxis.domain": [NAMES_FRACTION, 1],
        "xaxis.nticks": 3,
        "margin.l": TOOL_SIDE,
        "annotations": [*_block_labels(rows, messages, wide=False), *before, *stacked],
    }
    return [{"from": NARROW, "layout": {**height, **wide}}, {"from": 0, "layout": {**height, **narrow}}]


def _rows(blocks: Sequence[Block]) -> list[_Row]:
    rows, y = [], BLOCK_GAP
    for block in blocks:
        for at, numbers in enumerate(block.equal_numbers):
            rows.append(_Row(y, block, numbers, at == 0))
            y += 1
        y += BLOCK_GAP
    return rows


def _height(rows: Sequence[_Row], numbers: Sequence[TargetNumber]) -> int:
    return round((rows[-1].y + BELOW - ABOVE) * ROW) + HEADER_HEIGHTS[len(numbers)] + FOOTER_HEIGHT


def _tool_range(blocks: Sequence[Block], numbers: Sequence[TargetNumber]) -> tuple[float, float]:
    """Return the ends of the axis, for all numbers except those that are coarse on purpose if there are others."""
    meant = [block for block in blocks if block.cause != "coarse"] or blocks
    areas = [one.area for block in meant for equal in block.equal_numbers for one in equal.members]
    areas += [one.area for one in numbers]
    further = max(TOOL_PADDING * (max(areas) - min(areas)), MIN_TOOL_RANGE / 2)
    return min(areas) - further, max(areas) + further


def _axes(rows: Sequence[_Row], low: float, high: float) -> dict[str, Any]:
    across = {
        "range": [low, high],
        "tickangle": 0,
        "tickfont": {"size": palette.TICK_SIZE},
        "showgrid": False,
        "zeroline": False,
        "fixedrange": True,
    }
    return {
        "xaxis": across,
        "yaxis": {"range": [rows[-1].y + BELOW, ABOVE], "visible": False, "zeroline": False, "fixedrange": True},
    }


def _line_at(y: float, color: str = palette.GRID, width: int = 1) -> dict[str, Any]:
    """Return a line behind the dots of a row."""
    line = {"color": color, "width": width}
    return {"type": "line", "xref": "x domain", "x0": 0, "x1": 1, "y0": y, "y1": y, "layer": "below", "line": line}


def _lines(numbers: Sequence[TargetNumber]) -> list[dict[str, Any]]:
    """Return a vertical line for each number, and a light rectangle between two."""
    ends = {"yref": "y domain", "y0": 0, "y1": 1, "layer": "below"}
    lines: list[dict[str, Any]] = [
        {**ends, "type": "line", "x0": one.area, "x1": one.area, "line": {"color": one.style.line, "width": 2}}
        for one in numbers
    ]
    if len(numbers) > 1:
        first, last = (one.area for one in numbers)
        lines.insert(
            0, {**ends, "type": "rect", "x0": first, "x1": last, "fillcolor": palette.PAD, "line": {"width": 0}}
        )
    return lines


def _tool_points(
    rows: Sequence[_Row], low: float, high: float, selected: str, first_tools: Sequence[str], messages: Messages
) -> dict[str, Any]:
    """Return a dot for each row, at the edge if its number is off the scale, with a ring if its tool is selected."""
    firsts = [row.numbers.order_by_keys(first_tools)[0] for row in rows]
    at = [row.numbers.members[0].area for row in rows]
    is_opened = [any(one.tool.key == selected for one in row.numbers.members) for row in rows]
    return {
        "name": "points",
        "x": [min(max(area, low), high) for area in at],
        "y": [row.y for row in rows],
        "mode": "markers",
        "cliponaxis": False,
        "marker": {
            "size": TOOL_DOT,
            "opacity": 1,
            "color": [STYLES[row.block.cause].line for row in rows],
            "symbol": [
                "circle" if low <= area <= high else f"triangle-{'left' if area < low else 'right'}" for area in at
            ],
            "line": {"color": [palette.INK if one else palette.PAPER for one in is_opened], "width": RING_WIDTH},
        },
        "customdata": [[one.position] for one in firsts],
        "text": [
            "<br>".join(f"{one.tool.short} {messages.format_number(one.area, '.6f')}" for one in row.numbers.members)
            for row in rows
        ],
        "hovertemplate": "%{text}<extra></extra>",
    }


def _row_text(row: _Row, first_tools: Sequence[str], messages: Messages, *, max_length: int = MAX_NAME_LENGTH) -> str:
    """Return the names of a row with their number: all if they have room, else the first and how many more."""
    members = [one.tool.short for one in row.numbers.order_by_keys(first_tools)]
    separator = messages.format("punctuation.items")
    shown = members if len(separator.join(members)) <= max_length else members[:1]
    names = truncate_middle(separator.join(shown), max_length)
    if len(members) > len(shown):
        names = messages.format("punctuation.and_more", names=names, count=len(members) - len(shown))
    is_asked = any(one.tool.key in first_tools for one in row.numbers.members)
    number = messages.format_number(row.numbers.text)
    return f"<b>{names} {number}</b>" if is_asked else f"{names} <b>{number}</b>"


def _dot_label(
    row: _Row, first_tools: Sequence[str], axis_range: tuple[float, float], messages: Messages
) -> dict[str, Any]:
    """Return the names and the number beside a dot, on the side with more room; fewer names if they have no room."""
    low, high = axis_range
    area = row.numbers.members[0].area
    at = min(max(area, low), high)
    share = (at - low) / (high - low)
    right = share < SPREAD
    text = _row_text(row, first_tools, messages)
    room = max(share, 1 - share) * (NARROW - CAUSE_WIDTH - TOOL_SIDE) - TOOL_DOT
    if text_width(text) * NAME_SIZE / 16 > room:
        text = _row_text(row, first_tools, messages, max_length=SHORT_NAME_LENGTH)
    if at != area:
        text = messages.format("answer.off_scale", tool=text)
    side = {"xanchor": "left", "xshift": TOOL_DOT} if right else {"xanchor": "right", "xshift": -TOOL_DOT}
    place = {"yanchor": "middle", "borderpad": 0, "bgcolor": palette.PAPER, **side}  # over the lines of the user
    return text_annotation(at, row.y, text, palette.INK, NAME_SIZE, **place)


def _block_labels(rows: Sequence[_Row], messages: Messages, *, wide: bool) -> list[dict[str, Any]]:
    """Return the label of the cause of each block: left of its first row, or above it on a phone."""
    notes = []
    for row in (one for one in rows if one.is_first):
        color = STYLES[row.block.cause].text
        cause = f"<b>{messages.format(f'answer.block.{row.block.cause}')}</b>"
        y, shift = (row.y, {"xshift": -CAUSE_WIDTH}) if wide else (row.y - BLOCK_GAP, {})
        notes.append({**_left_label(y, cause, color, CAUSE_SIZE), **shift})
    return notes


def _left_label(y: float, text: str, color: str, size: int) -> dict[str, Any]:
    place = {"xref": "paper", "xanchor": "left", "yanchor": "middle", "align": "left", "borderpad": 0}
    return text_annotation(0, y, text, color, size, **place)


def _number_labels(numbers: Sequence[TargetNumber], axis_range: tuple[float, float]) -> list[dict[str, Any]]:
    """Return the names of the numbers above their lines; two names that are close are stacked."""
    low, high = axis_range
    shares = [(one.area - low) / (high - low) for one in numbers]
    close = max(shares, default=0) - min(shares, default=0) < NEAR
    return [
        text_annotation(
            one.area,
            1,
            f"<b>{one.text}</b>",
            one.style.text,
            yref="y domain",
            xanchor="left" if share < EDGE else "right" if share > 1 - EDGE else "center",
            yanchor="bottom",
            yshift=2 + (LINE if close and at else 0),
            borderpad=0,
        )
        for at, (one, share) in enumerate(zip(numbers, shares, strict=True))
    ]
