"""The same points joined in every way, as small pictures, and the areas of random orders of tied rows.

The numbers stand above the pictures, where no line can run through them whatever the data. Those that depend on the
compared scheme come with the arrangements, so that another choice writes them anew and draws nothing.

Sizes are in pixels at the width that an arrangement is made for; in between, the pictures keep their height.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from pr_curve_lab.analysis.areas import JoinedArea
from pr_curve_lab.analysis.formatting import prevalence_text
from pr_curve_lab.analysis.thinning import Resolution, circle_counts, circled_points
from pr_curve_lab.i18n.area_sentences import say_circles
from pr_curve_lab.i18n.messages import Words
from pr_curve_lab.i18n.names import entry_of
from pr_curve_lab.i18n.numbers import signed_text
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.curve import RANGE, add_baseline_line
from pr_curve_lab.plotting.figure import PlainFigure, house_axis, house_layout
from pr_metrics import OperatingPoints

PANEL_MARGIN = {"l": 16, "r": 6, "t": 8, "b": 22}  # px; the ticks of the first column and the last row stand there
HEAD = 48  # px above each picture, for its title and its number
FOOT = 24  # px below each picture but those of the last row, for its ticks
GAP = 28  # px between two columns


@dataclass(frozen=True, slots=True)
class Arrangement:
    """So many columns of pictures of a certain side, for charts of at least a certain width."""

    columns: int
    side: int  # px, of a picture
    from_width: int = 0  # px, of the chart

    def height(self, cells: int) -> int:
        """Height of the whole chart, in px.

        >>> Arrangement(6, 160).height(12)
        470
        """
        rows = -(-cells // self.columns)
        return rows * (HEAD + self.side) + (rows - 1) * FOOT + PANEL_MARGIN["t"] + PANEL_MARGIN["b"]

    def layout(self, cells: int) -> dict[str, Any]:
        """The chart's height and each cell's domains, named as Plotly names them, row by row.

        >>> Arrangement(2, 150).layout(3)["xaxis3.domain"] == Arrangement(2, 150).layout(3)["xaxis.domain"]
        True
        """
        height = self.height(cells)
        inner = height - PANEL_MARGIN["t"] - PANEL_MARGIN["b"]
        named: dict[str, Any] = {"height": height}
        for cell in range(cells):
            row, column = divmod(cell, self.columns)
            top = row * (HEAD + self.side + FOOT) + HEAD
            number = axis_number(cell)
            named[f"xaxis{number}.domain"] = self._across(column)
            named[f"yaxis{number}.domain"] = [max(0.0, 1 - (top + self.side) / inner), 1 - top / inner]
        return named

    def _across(self, column: int) -> list[float]:
        """The ends of a column, left and right, as shares of the width between the margins."""
        gap = GAP / (self.columns * (self.side + GAP) - GAP)
        width = (1 - gap * (self.columns - 1)) / self.columns
        left = column * (width + gap)
        return [left, min(1.0, left + width)]


def axis_number(cell: int) -> str:
    """The number that Plotly puts behind the name of a cell's axes: nothing for the first.

    >>> axis_number(0), axis_number(1)
    ('', '2')
    """
    return "" if cell == 0 else str(cell + 1)


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
    layout = house_layout(words, height=arrangement.height(cells), margin=PANEL_MARGIN, same_data=same_data)
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


HEIGHT = 340  # px
TIES_MARGIN = {"l": 82, "r": 14, "t": 12, "b": 58}  # px
LEAST_RANGE = 0.02  # average precision; so that rounding noise does not fill the chart
HEADROOM = 0.12  # of the range, above and below
ROUNDS = 40  # of parting labels; three of them are apart long before
LABEL_DISTANCE = 20  # px, between two labels
BEFORE, BEYOND = 0.3, 0.05  # of the logarithmic width; the labels stand before the first order
TICKS = (1, 3, 10, 30, 100, 300, 1000)
EXPECTED = "expected"  # the name of a level that is no scheme
EXPECTED_LOOK, EXPECTED_DASH = palette.Look(palette.INK, palette.INK), "dashdot"


@dataclass(frozen=True, slots=True)
class Level:
    """A horizontal line: a number that needs no drawing."""

    name: str  # a scheme's key, or "expected"
    text: str
    value: float


def broken_ties_figure(
    drawn: np.ndarray, mean: np.ndarray, levels: Sequence[Level], words: Words, *, same_data: str
) -> go.Figure:
    """Draw the average precision of each order, shape (orders,), the mean of the orders so far, and the levels."""
    orders = np.arange(1, drawn.size + 1)
    wide = np.log10(max(drawn.size, 2))
    across = {"type": "log", "range": (-BEFORE * wide, wide * (1 + BEYOND)), "tickvals": TICKS, "ticktext": TICKS}
    bottom, top = _range(np.concatenate((drawn, [level.value for level in levels])))
    figure = PlainFigure(
        layout={
            **house_layout(words, height=HEIGHT, margin=TIES_MARGIN, same_data=same_data),
            "xaxis": house_axis(words.say("ties.axis_orders"), **across),
            "yaxis": house_axis(words.say("ties.axis_precision"), range=(bottom, top), nticks=6),
        }
    )
    figure.add_scatter(
        name="orders",
        x=orders,
        y=drawn,
        mode="markers",
        marker={"size": 5, "color": palette.QUIET, "opacity": 0.3},
        hovertemplate=words.raw("ties.hover"),
    )
    _add_levels(figure, levels, (bottom, top), wide)
    figure.add_scatter(
        name="mean",
        x=orders,
        y=mean,
        mode="lines+markers" if drawn.size == 1 else "lines",
        line={"color": palette.INK, "width": palette.CURVE_WIDTH},
        hoverinfo="skip",
    )
    return figure


def label_heights(values: Sequence[float], distance: float) -> list[float]:
    """Heights of labels, in the order of the values, at least `distance` apart and near what they name.

    >>> label_heights([0.1, 0.1, 0.9], 0.2)
    [0.0, 0.2, 0.9]
    """
    order = np.argsort(np.asarray(values), kind="stable")
    heights = np.asarray(values, dtype=np.float64)[order]
    for _ in range(ROUNDS):  # each parts the neighbours that are still too close, half of it to either side
        for lower in range(heights.size - 1):
            short = distance - (heights[lower + 1] - heights[lower])
            if short > 0:
                heights[lower] -= short / 2
                heights[lower + 1] += short / 2
    placed = np.empty(heights.size)
    placed[order] = heights
    return [round(float(height), 12) for height in placed]


def _range(values: np.ndarray) -> tuple[float, float]:
    low, high = float(values.min()), float(values.max())
    middle, half = (low + high) / 2, max(high - low, LEAST_RANGE) / 2
    return middle - half * (1 + 2 * HEADROOM), middle + half * (1 + 2 * HEADROOM)


def _add_levels(figure: go.Figure, levels: Sequence[Level], span: tuple[float, float], wide: float) -> None:
    inner = HEIGHT - TIES_MARGIN["t"] - TIES_MARGIN["b"]
    heights = label_heights([level.value for level in levels], LABEL_DISTANCE * (span[1] - span[0]) / inner)
    for level, height in zip(levels, heights, strict=True):
        look = EXPECTED_LOOK if level.name == EXPECTED else palette.look_of(level.name)
        dash = EXPECTED_DASH if level.name == EXPECTED else entry_of(level.name).dash
        figure.add_scatter(
            name=level.name,
            x=10 ** np.array([-BEFORE * wide, wide * (1 + BEYOND)]),
            y=np.array([level.value, level.value]),
            mode="lines",
            line={"color": look.line, "width": 2, "dash": dash},
            hoverinfo="skip",
        )
        figure.add_annotation(
            xref="x domain",
            x=0.01,
            y=height,
            xanchor="left",
            yanchor="middle",
            text=level.text,
            font={"size": palette.SMALL_SIZE, "color": look.text},
            bgcolor="rgba(255, 255, 255, 0.85)",
            borderpad=0,
            showarrow=False,
        )
