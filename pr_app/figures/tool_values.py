"""What tools report for the same rows: a dot for each different area, beside the first tool that reports it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

from pr_app.analysis.rounding import rounded_text
from pr_app.figures import palette
from pr_app.figures.layout import house_axis, house_layout
from pr_app.wording.catalogue import Words
from pr_app.wording.markup import plotly_text

LINE = 25  # px
MARGIN = {"l": 8, "r": 14, "t": 8, "b": 58}  # px
NAMES = 0.62  # of the width, for names
ROOM = 0.15  # of the range of areas, on either side


@dataclass(frozen=True, slots=True)
class Reported:
    """The area that a tool reports."""

    key: str
    name: str
    area: float


def tool_values_figure(reports: Sequence[Reported], words: Words, *, same_data: str) -> go.Figure:
    """Draw the trace `values`, the highest area on top; tools whose areas agree in three decimals share a line."""
    lines = _lines(reports)
    values = [line[0].area for line in lines]
    height = MARGIN["t"] + MARGIN["b"] + LINE * len(lines)
    reach = (max(values) - min(values)) * ROOM or ROOM
    across = {"domain": (NAMES, 1), "range": (min(values) - reach, max(values) + reach), "nticks": 4}
    figure = go.Figure(
        layout={
            **house_layout(words, height=height, margin=MARGIN, same_data=same_data),
            "xaxis": house_axis(words.say("chart.area_axis"), **across),
            "yaxis": {"range": (len(lines) - 0.4, -0.6), "visible": False},
        }
    )
    figure.add_scatter(
        name="values",
        x=values,
        y=list(range(len(lines))),
        mode="markers",
        marker={"size": 12, "color": palette.BLUE.line},
        cliponaxis=False,
        hovertext=["<br>".join(plotly_text(report.name) for report in line) for line in lines],
        hoverinfo="text",
    )
    for line, (first, *others) in enumerate(lines):
        more = f" +{len(others)}" if others else ""
        figure.add_annotation(_label(line, f"{words.number(first.area, '.3f')}  {plotly_text(first.key)}{more}"))
    return figure


def _lines(reports: Sequence[Reported]) -> list[list[Reported]]:
    """The tools of each different area, the highest first."""
    by_text: dict[str, list[Reported]] = {}
    for report in reports:
        by_text.setdefault(rounded_text(report.area, ".3f"), []).append(report)
    return [by_text[text] for text in sorted(by_text, key=float, reverse=True)]


def _label(line: int, text: str) -> dict[str, Any]:
    return {
        "xref": "paper",
        "x": 0,
        "y": line,
        "xanchor": "left",
        "align": "left",
        "text": text,
        "font": {"size": palette.SMALL_SIZE, "color": palette.INK},
        "bgcolor": palette.VEIL,
        "showarrow": False,
    }
