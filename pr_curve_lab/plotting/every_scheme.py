"""The same points joined in every way: a small picture for each scheme, with its area and its distance to one of them.

The numbers stand above the pictures, where no line can run through them whatever the data. Those that depend on the
compared scheme come with the arrangements, so that another choice writes them anew and draws nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from pr_curve_lab.analysis.joined_areas import JoinedArea
from pr_curve_lab.analysis.number_texts import prevalence_text
from pr_curve_lab.analysis.thinning import Resolution, circle_counts, circled_points
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.circle_sentence import say_circles
from pr_curve_lab.i18n.numerals import signed_text
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.layout import house_layout
from pr_curve_lab.plotting.panel_grid import MARGIN, Arrangement, axis_number
from pr_curve_lab.plotting.plain_figure import PlainFigure
from pr_curve_lab.plotting.pr_axes import RANGE, add_baseline_line
from pr_metrics import OperatingPoints

ARRANGEMENTS = (
    Arrangement(columns=6, side=142, from_width=900),
    Arrangement(columns=4, side=150, from_width=640),
    Arrangement(columns=2, side=146),
)
RESOLUTION = Resolution(width=139, most=600)  # of 142 px; eleven pictures of a million rows stay a small message
TITLE_SIZE, NUMBER_SIZE, DIFFERENCE_SIZE, KEY_SIZE, TICK_SIZE = 16, 21, 16, 15, 15  # px
NUMBER_SHIFT, TITLE_SHIFT = 2, 25  # px above the picture
HEAD_OF_KEY = 44  # px above the cell
SMALLER = 0.4  # than the pictures that circles have room on
LINE_WIDTH, BASELINE_WIDTH, CIRCLE_SIZE, RIM = 2, 1.5, 5, 1.5  # px


def schemes_figure(points: OperatingPoints, panels: Sequence[JoinedArea], words: Words, *, same_data: str) -> go.Figure:
    """Draw one picture a scheme; each trace `curve`, closed to precision 0, has the printed area of its `meta`."""
    cells = len(panels) + 1
    arrangement = ARRANGEMENTS[0]
    layout = house_layout(words, height=arrangement.height(cells), margin=MARGIN, same_data=same_data)
    figure = PlainFigure(layout={**layout, **_axes(arrangement.layout(cells), cells)})
    circles = _circles(points, words)
    notes = []
    for cell, panel in enumerate(panels):
        axes = {axis: f"{axis[0]}{axis_number(cell)}" for axis in ("xaxis", "yaxis")}
        add_baseline_line(figure, points.prevalence, width=BASELINE_WIDTH, **axes)
        _add_curve(figure, panel, axes)
        rim = {"color": palette.look_of(panel.scheme).line, "width": RIM}
        figure.add_scatter(**{**circles, "marker": {**circles["marker"], "line": rim}}, **axes, meta=panel.scheme)
        notes += _name_and_area(panel, cell, words)
    key_axes = {axis: f"{axis[0]}{axis_number(cells - 1)}" for axis in ("xaxis", "yaxis")}  # there for an unseen trace
    figure.add_scatter(name="key", x=[0], y=[0], mode="markers", opacity=0, hoverinfo="skip", **key_axes)
    figure.update_layout(
        meta={"kept": max((panel.curve.kept for panel in panels if panel.curve.kept is not None), default=None)}
    )
    figure.update_layout(annotations=notes)
    return figure


def layouts(
    points: OperatingPoints, panels: Sequence[JoinedArea], words: Words, *, compared: str
) -> list[dict[str, Any]]:
    """How the chart is arranged from which width on, the widest first, with all its words."""
    (level,) = (panel.area for panel in panels if panel.scheme == compared)
    notes = []
    for cell, panel in enumerate(panels):
        same = panel.scheme == compared
        difference = words.say("schemes.is_compared") if same else words.number(signed_text(panel.area - level))
        notes += [*_name_and_area(panel, cell, words), _difference(difference, cell)]
    notes.append(_key(points, len(panels), compared, words))
    return [
        {"from": one.from_width, "layout": {**one.layout(len(panels) + 1), "annotations": notes}}
        for one in ARRANGEMENTS
    ]


def _axes(domains: dict[str, Any], cells: int) -> dict[str, Any]:
    axes: dict[str, Any] = {}
    for cell in range(cells):
        number = axis_number(cell)
        shown = {"visible": cell < cells - 1, "range": RANGE, "constrain": "domain", "zeroline": False}
        ticks = {"tickvals": [0, 0.5, 1], "ticktext": ["0", "", "1"], "tickfont": {"size": TICK_SIZE}}
        frame = {**shown, **ticks, "gridcolor": palette.GRID}
        across, up = domains[f"xaxis{number}.domain"], domains[f"yaxis{number}.domain"]
        axes[f"xaxis{number}"] = {**frame, "domain": across, "anchor": f"y{number}", "constraintoward": "left"}
        up_axis = {"domain": up, "anchor": f"x{number}", "constraintoward": "top", "scaleanchor": f"x{number}"}
        axes[f"yaxis{number}"] = {**frame, **up_axis}
    return axes


def _add_curve(figure: go.Figure, panel: JoinedArea, axes: dict[str, str]) -> None:
    look, curve = palette.look_of(panel.scheme), panel.curve
    figure.add_scatter(
        name="curve",
        meta=panel.scheme,
        x=curve.recall,
        y=curve.precision,
        mode="lines",
        line={"width": 0, "shape": "linear"},
        fill="tozeroy",
        fillcolor=look.fill,
        hoverinfo="skip",
        **axes,
    )
    invented = slice(0, curve.invented + 1 if curve.invented else 0)
    for name, vertices, dash in (
        ("line", slice(curve.invented, None), "solid"),
        ("start", invented, palette.INVENTED_DASH),
    ):
        figure.add_scatter(
            name=name,
            meta=panel.scheme,
            x=curve.recall[vertices].astype(np.float32),  # seen, not measured
            y=curve.precision[vertices].astype(np.float32),
            mode="lines",
            line={"color": look.line, "width": LINE_WIDTH, "dash": dash, "shape": "linear"},
            hoverinfo="skip",
            **axes,
        )


def _circles(points: OperatingPoints, words: Words) -> dict[str, Any]:
    """The measured points that have room for a circle, the same in every picture."""
    shown = circled_points(points.recall, points.precision, size=SMALLER)
    true_positives, false_positives = points.true_positives[shown], points.false_positives[shown]
    return {
        "name": "points",
        "x": points.recall[shown],
        "y": points.precision[shown],
        "mode": "markers",
        "marker": {"size": CIRCLE_SIZE, "opacity": 1, "color": palette.PAPER},
        "cliponaxis": False,
        "customdata": np.column_stack(
            (points.threshold[shown], true_positives, false_positives, points.positives - true_positives)
        ),
        "hovertemplate": words.raw("chart.panel_hover"),
    }


def _name_and_area(panel: JoinedArea, cell: int, words: Words) -> list[dict[str, Any]]:
    """The name and area above a picture to the left, in the colour of its scheme."""
    colour = palette.look_of(panel.scheme).text
    name, area = words.say(f"schemes.{panel.scheme}.short"), words.say("chart.area", area=panel.area)
    return [
        _above(cell, "left", TITLE_SHIFT, f"<b>{name}</b>", TITLE_SIZE, colour),
        _above(cell, "left", NUMBER_SHIFT, f"<b>{area}</b>", NUMBER_SIZE, colour),
    ]


def _difference(text: str, cell: int) -> dict[str, Any]:
    """The difference above it to the right."""
    return _above(cell, "right", NUMBER_SHIFT + 1, text, DIFFERENCE_SIZE, palette.QUIET)


def _above(cell: int, side: str, shift: int, text: str, size: int, colour: str) -> dict[str, Any]:
    return {
        "xref": f"x{axis_number(cell)} domain",
        "yref": f"y{axis_number(cell)} domain",
        "x": 0.0 if side == "left" else 1.0,
        "y": 1.0,
        "xanchor": side,
        "yanchor": "bottom",
        "xshift": -2 if side == "left" else 2,
        "yshift": shift,
        "text": text,
        "font": {"size": size, "color": colour},
        "borderpad": 0,
        "showarrow": False,
    }


def _key(points: OperatingPoints, cell: int, compared: str, words: Words) -> dict[str, Any]:
    """Say in the last cell what the marks and numbers mean."""
    facts = {"prevalence": prevalence_text(points.prevalence), "scheme": words.say(f"schemes.{compared}.short")}
    return {
        "xref": f"x{axis_number(cell)} domain",
        "yref": f"y{axis_number(cell)} domain",
        "x": 0.0,
        "y": 1.0,
        "xanchor": "left",
        "yanchor": "top",
        "yshift": HEAD_OF_KEY,
        "align": "left",
        "text": say_circles("schemes.key", circle_counts(points, size=SMALLER), words, **facts),
        "font": {"size": KEY_SIZE, "color": palette.QUIET},
        "showarrow": False,
    }
