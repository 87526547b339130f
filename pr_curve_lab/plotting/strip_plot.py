"""Areas of all schemes and numbers of all tools, each as a dot on one axis.

Areas that print alike are one dot. Names of schemes stand above and below the axis, each in the first lane with room.
Names of tools stand beside their dots, on a phone in a column before them. Numbers of the user are vertical lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

from pr_curve_lab.analysis.areas import AreaGroup
from pr_curve_lab.analysis.tools import Block, ToolGroup
from pr_curve_lab.i18n.markup import middle_cut
from pr_curve_lab.i18n.messages import Words
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.figure import PlainFigure, house_layout
from pr_curve_lab.plotting.labels import text_width

LANES = (1, -1, 2, -2, 3, -3)
LANE, CENTRE, HEIGHT = 22, 14, 156  # px: from lane to lane, from the axis to the first, and of all
AREA_SIDE, NARROWEST = 10, 1080  # px: beside the axis; the axis on a screen of 1280
AREA_PADDING, MIN_AREA_RANGE = 0.04, 0.004  # of the range on both sides; area, that the range has at least
GAP, BOLDER = 14, 1.06  # px between two names; times the width of plain type
AREA_DOT, CHOSEN = 12, 17  # px


def area_strip(groups: Sequence[AreaGroup], words: Words, *, same_data: str) -> go.Figure:
    """Draw the areas, from the smallest on; trace `points` has a dot for each printed one."""
    low, high = _range(groups)
    margin = {"l": AREA_SIDE, "r": AREA_SIDE, "t": 4, "b": 4}
    figure = PlainFigure(layout=house_layout(words, height=HEIGHT, margin=margin, same_data=same_data))
    hidden = {"visible": False, "fixedrange": True}
    figure.update_layout(xaxis={**hidden, "range": [low, high]}, yaxis={**hidden, "range": [-1, 1]})
    line = {"color": palette.RULE, "width": 2}
    figure.add_shape(type="line", xref="x domain", x0=0, x1=1, yref="y", y0=0, y1=0, line=line, layer="below")
    figure.add_scatter(**_dots(groups, words))
    figure.update_layout(annotations=_names(groups, (low, high), words))
    return figure


def _dots(groups: Sequence[AreaGroup], words: Words) -> dict[str, Any]:
    """A dot for each group, the chosen ones larger and in their colours."""
    return {
        "name": "points",
        "x": [group.area for group in groups],
        "y": [0.0] * len(groups),
        "mode": "markers",
        "marker": {
            "size": [CHOSEN if group.is_chosen else AREA_DOT for group in groups],
            "color": [palette.look_of(one.schemes[0]).line if one.is_chosen else palette.OTHERS for one in groups],
            "opacity": 1,
        },
        "cliponaxis": False,
        "text": ["<br>".join(_listed(group, words)) for group in groups],
        "hovertemplate": "%{text}<extra></extra>",
    }


def _listed(group: AreaGroup, words: Words) -> list[str]:
    """Each scheme with its area, as they are shown where the pointer rests."""
    pairs = zip(group.schemes, group.areas, strict=True)
    return [f"{words.say(f'schemes.{scheme}.name')} {words.number(area, '.6f')}" for scheme, area in pairs]


def _range(groups: Sequence[AreaGroup]) -> tuple[float, float]:
    low, high = groups[0].area, groups[-1].area
    further = max(AREA_PADDING * (high - low), MIN_AREA_RANGE / 2)
    return low - further, high + further


def _names(groups: Sequence[AreaGroup], ends: tuple[float, float], words: Words) -> list[dict[str, Any]]:
    """The names with their areas, those in colour first, each in the first lane where it covers no other."""
    low, high = ends
    taken: list[tuple[int, float, float]] = []
    notes = []
    for group in sorted(groups, key=lambda one: not one.is_chosen):
        name = words.say(f"schemes.{group.schemes[0]}.short")
        if len(group.schemes) > 1:
            name = words.say("areas.and_more", name=name, count=len(group.schemes) - 1)
        width = BOLDER * text_width(f"{name} {group.printed}") + GAP
        middle = (group.area - low) / (high - low) * NARROWEST
        left = min(max(middle - width / 2, 0.0), NARROWEST - width)
        lane = _free_lane(taken, left, left + width)
        taken.append((lane, left, left + width))
        text = f"{name} <b>{words.number(group.printed)}</b>"
        side = "left" if left == 0 else "right" if left + width == NARROWEST else "center"
        notes.append({**_note(text, lane, group), **_place(side, middle / NARROWEST)})
    return notes


def _place(side: str, middle: float) -> dict[str, Any]:
    """A name over its dot, or at the end of the axis where it would go beyond."""
    return {"x": {"left": 0.0, "center": middle, "right": 1.0}[side], "xanchor": side}


def _note(text: str, lane: int, group: AreaGroup) -> dict[str, Any]:
    """A name in its lane, in the colour of its dot."""
    shift = CENTRE + (abs(lane) - 1) * LANE
    look = palette.look_of(group.schemes[0]).text if group.is_chosen else palette.SECOND
    return {
        "xref": "x domain",
        "y": 0,
        "yanchor": "bottom" if lane > 0 else "top",
        "yshift": shift if lane > 0 else -shift,
        "text": f"<b>{text}</b>" if group.is_chosen else text,
        "font": {"size": palette.SMALL_SIZE, "color": look},
        "borderpad": 0,
        "showarrow": False,
    }


def _free_lane(taken: Sequence[tuple[int, float, float]], left: float, right: float) -> int:
    """The first lane where nothing stands between two places; the last where all are taken."""
    for lane in LANES:
        if all(other != lane or right <= start or left >= end for other, start, end in taken):
            return lane
    return LANES[-1]


ROW, FOOT, TOOL_SIDE = 25, 30, 6  # px: a line, the room below all, and beside them
HEADS = (4, 26, 50)  # px above all, for so many numbers that are asked about
ABOVE, BELOW = -0.4, 0.6  # rows, of the first cause on a phone and from the last dot on
BETWEEN = 0.75  # rows between two blocks; on a phone the cause stands there
CAUSE_ROOM = 226  # px before the dots
NAMES_SHARE, NARROW = 0.68, 560  # of a phone's width for names; px, below which a chart is a phone's
TOOL_PADDING, MIN_TOOL_RANGE = 0.06, 0.002  # of the range on both sides; area, that the range has at least
TOOL_DOT, RING = 13, 2  # px
LONGEST = 34  # characters of names before a number
NAME_SIZE, CAUSE_SIZE = 15, 16  # px
NEAR, EDGE, LINE = 0.4, 0.2, 21  # shares of the axis: of two heads, of a head and an end; px, between two heads
SPREAD = 0.5  # of the axis; a name goes to the side with more room
LOOKS = {
    "same": palette.BLUE,
    "joining": palette.VERMILLION,
    "ties": palette.GREEN,
    "precision": palette.SLATE,
    "bins": palette.SLATE,
    "levels": palette.SLATE,
    "start": palette.PINK,
    "coarse": palette.Look(palette.QUIET, palette.QUIET),
}


@dataclass(frozen=True, slots=True)
class Asked:
    """A number that is asked about: the area it stands for, its name, and whether it is the first of two."""

    area: float
    said: str  # "mine 0.732"
    tool: str  # the key of the tool it comes from, else ""
    first: bool

    @property
    def look(self) -> palette.Look:
        """The first is blue, the second pink."""
        return palette.BLUE if self.first else palette.PINK


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of the picture: its height, counted downwards from 0."""

    y: float
    block: Block
    group: ToolGroup
    is_first: bool


def tool_strip(
    blocks: Sequence[Block], asked: Sequence[Asked], opened: str, words: Words, *, same_data: str
) -> go.Figure:
    """Draw all tools; trace `points` has a dot for each printed number, in its hover data the place of its tool."""
    rows = _rows(blocks)
    low, high = _range_tool_strip(blocks, asked)
    layout = house_layout(words, height=_height(rows, asked), margin=_margin(asked), same_data=same_data)
    figure = PlainFigure(layout={**layout, **_axes(rows, low, high), "shapes": [*_guides(rows), *_lines(asked)]})
    figure.add_scatter(**_dots_tool_strip(rows, low, high, opened, [one.tool for one in asked], words))
    return figure


def layouts(blocks: Sequence[Block], asked: Sequence[Asked], words: Words) -> list[dict[str, Any]]:
    """Names and places of the axis from which width on, the widest first; on a phone the fields name the lines."""
    rows, ends = _rows(blocks), _range_tool_strip(blocks, asked)
    leading = [one.tool for one in asked]
    height = {"height": _height(rows, asked), "margin.t": HEADS[len(asked)]}
    beside = [_beside(row, leading, ends, words) for row in rows]
    before = [_before(row, leading, words) for row in rows]
    wide = {
        "xaxis.domain": [0, 1],
        "xaxis.nticks": 5,
        "margin.l": CAUSE_ROOM,
        "annotations": [*_causes(rows, words, wide=True), *beside, *_heads(asked, ends)],
    }
    narrow = {
        "xaxis.domain": [NAMES_SHARE, 1],
        "xaxis.nticks": 3,
        "margin.l": TOOL_SIDE,
        "annotations": [*_causes(rows, words, wide=False), *before],
    }
    return [{"from": NARROW, "layout": {**height, **wide}}, {"from": 0, "layout": {**height, **narrow}}]


def _rows(blocks: Sequence[Block]) -> list[_Row]:
    rows, y = [], BETWEEN
    for block in blocks:
        for at, group in enumerate(block.groups):
            rows.append(_Row(y, block, group, at == 0))
            y += 1
        y += BETWEEN
    return rows


def _height(rows: Sequence[_Row], asked: Sequence[Asked]) -> int:
    return round((rows[-1].y + BELOW - ABOVE) * ROW) + HEADS[len(asked)] + FOOT


def _margin(asked: Sequence[Asked]) -> dict[str, int]:
    return {"l": CAUSE_ROOM, "r": TOOL_SIDE, "t": HEADS[len(asked)], "b": FOOT}


def _range_tool_strip(blocks: Sequence[Block], asked: Sequence[Asked]) -> tuple[float, float]:
    """The ends of the axis: all numbers but those that are coarse on purpose, where there are others."""
    meant = [block for block in blocks if block.cause != "coarse"] or blocks
    areas = [one.area for block in meant for group in block.groups for one in group.members]
    areas += [one.area for one in asked]
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


def _guides(rows: Sequence[_Row]) -> list[dict[str, Any]]:
    line = {"color": palette.GRID, "width": 1}
    return [
        {"type": "line", "xref": "x domain", "x0": 0, "x1": 1, "y0": row.y, "y1": row.y, "layer": "below", "line": line}
        for row in rows
    ]


def _lines(asked: Sequence[Asked]) -> list[dict[str, Any]]:
    """An upright line for each number, and a pad between two."""
    ends = {"yref": "y domain", "y0": 0, "y1": 1, "layer": "below"}
    lines: list[dict[str, Any]] = [
        {**ends, "type": "line", "x0": one.area, "x1": one.area, "line": {"color": one.look.line, "width": 2}}
        for one in asked
    ]
    if len(asked) > 1:
        first, last = (one.area for one in asked)
        lines.insert(
            0, {**ends, "type": "rect", "x0": first, "x1": last, "fillcolor": palette.PAD, "line": {"width": 0}}
        )
    return lines


def _dots_tool_strip(
    rows: Sequence[_Row], low: float, high: float, opened: str, leading: Sequence[str], words: Words
) -> dict[str, Any]:
    """One dot a line, at the edge where its number is off the scale; a ring round that of the opened tool."""
    firsts = [row.group.led_by(leading)[0] for row in rows]
    at = [row.group.members[0].area for row in rows]
    is_off = [not low <= area <= high for area in at]
    is_opened = [any(one.tool.key == opened for one in row.group.members) for row in rows]
    return {
        "name": "points",
        "x": [min(max(area, low), high) for area in at],
        "y": [row.y for row in rows],
        "mode": "markers",
        "cliponaxis": False,
        "marker": {
            "size": TOOL_DOT,
            "opacity": 1,
            "color": [LOOKS[row.block.cause].line for row in rows],
            "symbol": [_symbol(area, low, off=off) for area, off in zip(at, is_off, strict=True)],
            "line": {"color": [palette.INK if one else palette.PAPER for one in is_opened], "width": RING},
        },
        "customdata": [[one.place] for one in firsts],
        "text": [_listed_tool_strip(row, words) for row in rows],
        "hovertemplate": "%{text}<extra></extra>",
    }


def _listed_tool_strip(row: _Row, words: Words) -> str:
    """Each tool of a line with its number, as it is shown where the pointer rests."""
    return "<br>".join(f"{one.tool.short} {words.number(one.area, '.6f')}" for one in row.group.members)


def _symbol(area: float, low: float, *, off: bool) -> str:
    return "circle" if not off else "triangle-left" if area < low else "triangle-right"


def _said(row: _Row, leading: Sequence[str], words: Words, *, longest: int = LONGEST) -> str:
    """The names of a line with their number: as many as there is room for, and how many more."""
    members = [one.tool.short for one in row.group.led_by(leading)]
    shown = [members[0]]
    while len(shown) < len(members) and len(", ".join([*shown, members[len(shown)]])) <= longest:
        shown.append(members[len(shown)])
    if len(shown) < len(members):
        shown = shown[:1]
    names = middle_cut(", ".join(shown), longest)
    if len(members) > len(shown):
        names = words.say("answer.and_more", name=names, count=len(members) - len(shown))
    is_asked = any(one.tool.key in leading for one in row.group.members)
    number = words.number(row.group.printed)
    return f"<b>{names} {number}</b>" if is_asked else f"{names} <b>{number}</b>"


def _beside(row: _Row, leading: Sequence[str], ends: tuple[float, float], words: Words) -> dict[str, Any]:
    low, high = ends
    area = row.group.members[0].area
    at = min(max(area, low), high)
    right = (at - low) / (high - low) < SPREAD
    text = _said(row, leading, words)
    if at != area:
        text = words.say("answer.off_scale", tool=text)
    return {
        "x": at,
        "y": row.y,
        "xanchor": "left" if right else "right",
        "xshift": TOOL_DOT if right else -TOOL_DOT,
        "yanchor": "middle",
        "text": text,
        "font": {"size": NAME_SIZE, "color": palette.INK},
        "bgcolor": palette.VEIL,
        "borderpad": 0,
        "showarrow": False,
    }


def _before(row: _Row, leading: Sequence[str], words: Words) -> dict[str, Any]:
    text = _said(row, leading, words, longest=18)
    return {**_left(row.y, text, palette.INK, NAME_SIZE), "xref": "paper", "x": 0}


def _causes(rows: Sequence[_Row], words: Words, *, wide: bool) -> list[dict[str, Any]]:
    """The cause of each block: left of its first line, on a phone above it."""
    notes = []
    for row in (one for one in rows if one.is_first):
        colour = LOOKS[row.block.cause].text
        cause = f"<b>{words.say(f'answer.block.{row.block.cause}')}</b>"
        if wide:
            notes.append({**_left(row.y, cause, colour, CAUSE_SIZE), "xref": "paper", "x": 0, "xshift": -CAUSE_ROOM})
        else:
            notes.append({**_left(row.y - BETWEEN, cause, colour, CAUSE_SIZE), "xref": "paper", "x": 0})
    return notes


def _left(y: float, text: str, colour: str, size: int) -> dict[str, Any]:
    return {
        "y": y,
        "xanchor": "left",
        "yanchor": "middle",
        "align": "left",
        "text": text,
        "font": {"size": size, "color": colour},
        "borderpad": 0,
        "showarrow": False,
    }


def _heads(asked: Sequence[Asked], ends: tuple[float, float]) -> list[dict[str, Any]]:
    """The names of the numbers above their lines; of two that are close one stands over the other."""
    low, high = ends
    shares = [(one.area - low) / (high - low) for one in asked]
    close = max(shares, default=0) - min(shares, default=0) < NEAR
    return [
        {
            "x": one.area,
            "y": 1,
            "yref": "y domain",
            "xanchor": "left" if share < EDGE else "right" if share > 1 - EDGE else "center",
            "yanchor": "bottom",
            "yshift": 2 + (LINE if close and at else 0),
            "text": f"<b>{one.said}</b>",
            "font": {"size": palette.SMALL_SIZE, "color": one.look.text},
            "borderpad": 0,
            "showarrow": False,
        }
        for at, (one, share) in enumerate(zip(asked, shares, strict=True))
    ]
