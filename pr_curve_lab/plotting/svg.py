"""Draw plots as SVG where no script runs: in reports, sheets, static HTML of notebooks, and the list of lessons.

A shape with a printed area is written in units of recall and precision, so that its polygon has exactly that area;
lines, circles and text are written in pixels.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from markupsafe import Markup

from pr_curve_lab.analysis.areas import ThinnedArea
from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.labels import LabelPosition
from pr_curve_lab.plotting.plot import Plot, PlotCurve, PlotLabel, PlotLine, baseline_line

EXACT_DECIMALS, COARSE_DECIMALS = 15, 6  # of the coordinates of a shape with few vertices, and with many
MAX_EXACT = 150  # vertices of a shape that is written exactly
MAX_SHIFT = 1e-3  # precision, a third of a pixel in a report, by which a vertex may be moved to correct the area
TICKS = (0.0, 0.5, 1.0)
TITLE_SIZE = 19  # px
ABOVE_OFFSET, BELOW_OFFSET, MIDDLE_OFFSET = 0.3, 1.05, 0.34  # of the font size, from a label position to the baseline
HALO_WIDTH = 5  # px, around text
SELECTED_RADIUS, SELECTED_BORDER = 8, 4  # px, of the point of the selected threshold
DASHES = {"solid": "", "dash": "8 6", "dot": "2 4"}  # in px; other dashes are lists of lengths


@dataclass(frozen=True, slots=True)
class PlotArea:
    """The rectangle of recall 0 to 1 and precision 0 to the top within a drawing, in px."""

    x: float
    y: float
    width: float
    height: float
    type: float = 15  # px, font size of ticks
    ticks: tuple[float, ...] = TICKS  # shares of both axes
    grid: str = palette.GRID

    def x_position(self, recall: float) -> float:
        """Return the x coordinate of a recall."""
        return round(self.x + recall * self.width, 2)

    def y_position(self, precision: float, top: float = 1.0) -> float:
        """Return the y coordinate of a precision, counted from the top of the drawing."""
        return round(self.y + (1 - precision / top) * self.height, 2)


RIGHT_MARGIN, BOTTOM_MARGIN = 12, 53  # px, beside a square and below it


def svg(
    plot: Plot,
    area: PlotArea,
    messages: Messages,
    *,
    size: tuple[float, float] | None = None,
    top: float = 1.0,
    alt: str = "",
    color: Callable[[str], str] = str,
) -> Markup:
    """Draw a plot; each path with `data-lab-area` is a polygon down to precision 0 with the area in `data-value`.

    size: of the drawing in px; None is that of a square with its axes. top: the precision at the upper edge of a plot
    without axes. color: writes each color, for a page with light and dark mode.
    """
    width, height = size or (area.x + area.width + RIGHT_MARGIN, area.y + area.height + BOTTOM_MARGIN)
    renderer = _Renderer(area, top if plot.axes is None else plot.axes.top, color)
    curves = Markup("").join(
        [
            *(renderer.shape(curve) for curve in plot.curves if curve.shaded or curve.style != palette.GRAY),
            *(renderer.line(line) for line in plot.lines),
            *([] if plot.baseline is None else [renderer.line(baseline_line(plot.baseline))]),
            *(renderer.line(line) for curve in plot.curves for line in curve.lines if line.x.size),
        ]
    )
    title = PlotLabel("", LabelPosition(0.0, 0.0), plot.title_style.text, TITLE_SIZE, strong=plot.title)
    parts = [
        *renderer.axes(plot, messages),
        renderer.clip(curves, to_axes=plot.axes is not None and plot.axes.top < 1),
        *(
            renderer.circle(x, y, points.size / 2, points.style.line, points.border)
            for points in plot.points
            for x, y in zip(points.x[points.circled].tolist(), points.y[points.circled].tolist(), strict=True)
        ),
        *(
            []
            if plot.selected is None
            else [renderer.circle(*plot.selected, SELECTED_RADIUS, palette.INK, SELECTED_BORDER)]
        ),
        *(renderer.label(label) for label in plot.labels),
        *([renderer.words(title, area.x - 2 * area.type, area.y - 2.5 * area.type)] if plot.title else []),
    ]
    drawing = Markup('<svg{} viewBox="0 0 {:g} {:g}" width="{:g}" height="{:g}" stroke-linejoin="round">{}</svg>')
    named = Markup(' role="img" aria-label="{}"').format(alt) if alt else Markup("")
    return drawing.format(named, width, height, width, height, Markup("").join(parts))


def round_vertices(area: ThinnedArea) -> tuple[np.ndarray, np.ndarray]:
    """Return recall and precision for a picture; many vertices are rounded to as many digits as can be seen.

    The area that is lost by rounding is added to one precision, the one between the recalls that are farthest apart. If
    that would be visible, as in a curve that ends at a low recall, all vertices have 15 decimals.
    """
    x, y = area.curve.recall, area.curve.precision
    if x.size > MAX_EXACT:
        across, up = np.round(x, COARSE_DECIMALS), np.round(y, COARSE_DECIMALS)
        widest = 1 + int(np.argmax(across[2:] - across[:-2]))
        lost, width = float(np.trapezoid(y, x) - np.trapezoid(up, across)), across[widest + 1] - across[widest - 1]
        if 2 * abs(lost) < MAX_SHIFT * width:
            up[widest] += 2 * lost / width
            return across, up
    return np.round(x, EXACT_DECIMALS), np.round(y, EXACT_DECIMALS)


def curve_path(x: np.ndarray, y: np.ndarray) -> str:
    """Return the path through vertices; those inside a horizontal or vertical segment are left out.

    >>> curve_path(np.array([0.0, 0.5, 1.0, 1.0, 2.0]), np.array([1.0, 1.0, 1.0, 0.25, 0.0]))
    'M0 1H1V0.25L2 0'
    """
    corners: list[tuple[float, float]] = []
    for corner in zip(x.tolist(), y.tolist(), strict=True):
        if len(corners) > 1 and _on_segment(corners[-2], corners[-1], corner):
            corners[-1] = corner
        elif corners[-1:] != [corner]:
            corners.append(corner)
    first = [f"M{_format_coordinate(x)} {_format_coordinate(y)}" for x, y in corners[:1]]
    return "".join([*first, *(_step(*one, *other) for one, other in pairwise(corners))])


def _on_segment(start: tuple[float, float], point: tuple[float, float], end: tuple[float, float]) -> bool:
    (x0, y0), (x1, y1), (x2, y2) = start, point, end
    return (y0 == y1 == y2 and x0 < x1 < x2) or (x0 == x1 == x2 and (y0 < y1 < y2 or y0 > y1 > y2))


def _step(x0: float, y0: float, x1: float, y1: float) -> str:
    if y0 == y1:
        return f"H{_format_coordinate(x1)}"
    return f"V{_format_coordinate(y1)}" if x0 == x1 else f"L{_format_coordinate(x1)} {_format_coordinate(y1)}"


def _format_coordinate(value: float) -> str:
    return f"{int(value)}" if value.is_integer() else repr(value)


@dataclass(frozen=True, slots=True)
class _Renderer:
    """Writes the parts of a plot in one area."""

    area: PlotArea
    top: float
    color: Callable[[str], str]

    def _path_data(self, x: np.ndarray, y: np.ndarray) -> str:
        area = self.area
        across, up = area.x + x * area.width, area.y + (1 - y / self.top) * area.height
        return curve_path(np.round(across, 2), np.round(up, 2))

    def _stroke(self, color: str, width: float, dash: str = "solid") -> Markup:
        written = DASHES.get(dash, dash.replace("px", "").replace(",", " "))
        dashes = Markup(' stroke-dasharray="{}"').format(written) if written else Markup("")
        return Markup('stroke="{}" stroke-width="{:g}"{}').format(self.color(color), width, dashes)

    def shape(self, curve: PlotCurve) -> Markup:
        """Return the shape that has the area, in units of the axes, and again its part under an extrapolated start."""
        area, (recall, precision) = self.area, round_vertices(curve.thinned)
        closed = Markup('<path d="{}V0H{}Z" {}/>')
        fill = Markup('fill="{}" fill-opacity="{}"').format(self.color(curve.style.line), palette.FILL_ALPHA)
        handles = Markup('data-lab-area="{}" data-value="{!r}"').format(curve.name, curve.thinned.area)
        parts = []
        for vertices, attributes in ((slice(None), handles), (curve.start, Markup(""))):
            x, y = recall[vertices], precision[vertices]
            if x.size:
                look = fill if curve.shaded else Markup('fill="none"')
                attributes = Markup("{} {}").format(look, attributes)
                parts.append(closed.format(curve_path(x, y), _format_coordinate(float(x[0])), attributes))
        if not parts:
            return Markup("")
        units = Markup('<g transform="translate({:g} {:g}) scale({:g} {:g})">{}</g>')
        scale = area.width, -area.height / self.top
        return units.format(area.x, area.y + area.height, *scale, Markup("").join(parts))

    def line(self, line: PlotLine) -> Markup:
        """Return a line without a printed area, or a filled shape."""
        fill = Markup('fill="{}" ').format(line.fill or "none")
        stroke = self._stroke(line.color, line.width, line.dash) if line.width else Markup("")
        title = Markup("<title>{}</title>").format(line.text) if line.text else Markup("")
        path = Markup('<path data-of="{}" d="{}" {}{}>{}</path>')
        ends = [line.x[-1], line.x[0]] if line.down_to_0 else []
        x, y = np.append(line.x, ends), np.append(line.y, [0.0 for _ in ends])
        return path.format(line.name, self._path_data(x, y), fill, stroke, title)

    def clip(self, content: Markup, *, to_axes: bool) -> Markup:
        """Return lines and shapes, clipped at the ends of the axes if `to_axes`."""
        if not to_axes:
            return content
        area, edge = self.area, 3
        inner = area.x - edge, area.y, area.width + 2 * edge, area.height + edge
        box = Markup(
            '<svg x="{0:g}" y="{1:g}" width="{2:g}" height="{3:g}" viewBox="{0:g} {1:g} {2:g} {3:g}">{4}</svg>'
        )
        return box.format(*inner, content)

    def circle(self, x: float, y: float, radius: float, color: str, border: float) -> Markup:
        """Return a white circle with a colored rim."""
        circle = Markup('<circle cx="{:g}" cy="{:g}" r="{:g}" fill="{}" {}/>')
        at = self.area.x_position(x), self.area.y_position(y, self.top)
        return circle.format(*at, radius, self.color(palette.PAPER), self._stroke(color, border))

    def axes(self, plot: Plot, messages: Messages) -> list[Markup]:
        """Return the grid with its numbers, and the titles; that of precision is above, so that it is not rotated."""
        if plot.axes is None:
            return []
        area, parts = self.area, []
        grid, number = (
            Markup('<path d="M{0:g} {1:g}V{2:g}M{3:g} {4:g}H{5:g}" {6}/>'),
            Markup('<text x="{:g}" y="{:g}" font-size="{:g}" fill="{}" text-anchor="{}">{}</text>'),
        )
        bottom, right, quiet = area.y + area.height, area.x + area.width, self.color(palette.QUIET)
        for tick in area.ticks:
            x, y = area.x_position(tick), area.y_position(tick)
            parts.append(grid.format(x, area.y, bottom, area.x, y, right, self._stroke(area.grid, 1.2)))
            across, up = messages.format_number(tick, "g"), messages.format_number(tick * self.top, "g")
            parts.append(number.format(x, bottom + area.type + 8, area.type, quiet, "middle", across))
            parts.append(number.format(area.x - 10, y + area.type * 0.34, area.type, quiet, "end", up))
        name = Markup('<text x="{:g}" y="{:g}" font-size="{:g}" fill="{}" font-weight="550" text-anchor="{}">{}</text>')
        size, ink = area.type + 2, self.color(palette.INK)
        below = area.x + area.width / 2, bottom + 2 * area.type + 18
        above = area.x - 2 * area.type, area.y - 0.85 * area.type
        parts.append(name.format(*below, size, ink, "middle", plot.axes.x))
        parts.append(name.format(*above, size, ink, "start", plot.axes.y))
        return parts

    def label(self, label: PlotLabel) -> Markup:
        """Return a label beside its position, or on it."""
        place, size = label.position, label.size
        down = {
            "above": -place.shift - ABOVE_OFFSET * size,
            "below": place.shift + BELOW_OFFSET * size,
            "middle": MIDDLE_OFFSET * size,
        }[place.at]
        aside = {"left": -place.shift, "right": place.shift, "center": 0}[place.to]
        at = self.area.x_position(place.x) + aside, self.area.y_position(place.y, self.top) + down
        return self.words(label, *at, {"left": "end", "right": "start", "center": "middle"}[place.to])

    def words(self, label: PlotLabel, x: float, y: float, anchor: str = "start") -> Markup:
        """Return a line of text with a halo, so that it can be read on a line of the plot."""
        strong = [Markup('<tspan font-weight="700">{}</tspan>').format(label.strong)] if label.strong else []
        text = Markup(" ").join([*strong, *([label.text] if label.text else [])])
        halo = Markup('paint-order="stroke" {}').format(self._stroke(palette.PAPER, HALO_WIDTH))
        written = Markup('<text x="{:g}" y="{:g}" font-size="{:g}" fill="{}" text-anchor="{}" {}>{}</text>')
        return written.format(round(x, 2), round(y, 2), label.size, self.color(label.color), anchor, halo, text)
