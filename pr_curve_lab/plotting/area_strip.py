"""The area of every scheme as a dot on one axis, each with its name; those of two schemes in their colours.

Areas that print alike are one dot. Names stand in lanes above and below the axis, each in the first that has room.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from pr_curve_lab.analysis.area_groups import AreaGroup
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.labels.flags import text_width
from pr_curve_lab.plotting.layout import house_layout
from pr_curve_lab.plotting.plain_figure import PlainFigure

LANES = (1, -1, 2, -2, 3, -3)
LANE, CENTRE, HEIGHT = 22, 14, 156  # px: from lane to lane, from the axis to the first, and of all
SIDE, NARROWEST = 10, 1080  # px: beside the axis; the axis on a screen of 1280
FURTHER, LEAST = 0.04, 0.004  # of the range on both sides; area, that the range has at least
GAP, BOLDER = 14, 1.06  # px between two names; times the width of plain type
DOT, CHOSEN = 12, 17  # px


def area_strip(groups: Sequence[AreaGroup], words: Words, *, same_data: str) -> go.Figure:
    """Draw the areas, from the smallest on; trace `points` has a dot for each printed one."""
    low, high = _range(groups)
    margin = {"l": SIDE, "r": SIDE, "t": 4, "b": 4}
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
            "size": [CHOSEN if group.is_chosen else DOT for group in groups],
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
    further = max(FURTHER * (high - low), LEAST / 2)
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
