"""Pictures of a report as data that the modules of the browser draw: the pair of schemes and their difference.

What is shaded stands in recall and precision, so that its polygon has the printed
area; circles and words stand in pixels.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np
from markupsafe import Markup

from pr_curve_lab.analysis.areas import JoinedArea, RenderedArea
from pr_curve_lab.analysis.formatting import (
    DISPLAY_DECIMALS,
    format_count,
    format_difference,
    format_number,
    format_prevalence,
    format_signed,
)
from pr_curve_lab.analysis.scheme_differences import SchemeDifferences, scheme_differences
from pr_curve_lab.analysis.thinning import (
    MAX_PATH_VERTICES,
    RenderedCurve,
    Resolution,
    marker_count,
    marker_indices_with_space,
    reduce_count,
    render_curve,
)
from pr_curve_lab.exports.analysis import Analysis
from pr_curve_lab.exports.report.components import (
    DIFFERENCE_DECIMALS,
    Component,
    DataNumber,
    Figure,
    FigureRow,
    Grid,
    Section,
    Text,
    area_element,
    area_number,
    format_message,
    format_title,
    number_element,
)
from pr_curve_lab.i18n.area_sentences import marker_caption
from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.i18n.names import scheme_info
from pr_curve_lab.plotting.areas import LABEL_SHIFT, ROW_HEIGHT, axis_limit, segment_labels
from pr_curve_lab.plotting.curve import LABEL_ABOVE_BELOW, NUMBER_AT, baseline_range, number_height
from pr_curve_lab.plotting.labels import NARROW_AXIS, SHIFT, Box, Label, LabelPosition
from pr_curve_lab.plotting.palette import AREA_SIZE, SMALL_SIZE
from pr_curve_lab.web.payload import STYLES, Payload
from pr_metrics import JoinedCurve
from pr_metrics.tolerances import AREA_ROUNDING

RESOLUTION = Resolution(300, max_vertices=1800, ratios=(1,))  # the browser's path draws up to 2000 vertices as they are
MAX_VERTICES = 8_000  # vertices of the curves of one picture
# Of a coordinate: of all vertices, of a thinned line, and of a line without an area.
EXACT_DECIMALS, COARSE_DECIMALS, LINE_DECIMALS = 15, 12, 5
TICKS = (0, 0.5, 1)
FONT_SIZE, TITLE_SIZE = 15, 19  # px, sizes of type
RIGHT_MARGIN, BOTTOM_MARGIN = 12, 53  # px, beside a square and below it
MARKER_RADIUS, ACTIVE_RADIUS = 4, 8  # px, radius of a measured point, and of the one in force
LABEL_CLASS, BOLD_CLASS = "lab-quiet lab-halo-text", "lab-bold lab-halo-text"
BALANCE_LABEL_WIDTH = 0.55  # recall that the label of the class balance takes
ABOVE_OFFSET, BELOW_OFFSET, MIDDLE_OFFSET = (
    0.3,
    1.05,
    0.34,
)  # of the size of the type, from the edge of a line of words to its baseline


@dataclass(frozen=True, slots=True)
class PlotArea:
    """Where recall 0 to 1 and precision 0 to `top` stand, in px."""

    x: float
    y: float
    size: float
    top: float = 1.0
    type: int = FONT_SIZE
    mark: float = MARKER_RADIUS

    def x_position(self, recall: float) -> float:
        """The place of a recall, in px."""
        return round(self.x + recall * self.size, 2)

    def y_position(self, precision: float) -> float:
        """The place of a precision, in px from above."""
        return round(self.y + (1 - precision / self.top) * self.size, 2)


PAIR_PLOT_AREA = PlotArea(46, 54, 258)  # two fit A4 beside each other, one a phone
SINGLE_PLOT_AREA = PlotArea(48, 54, 298)


@dataclass(frozen=True)
class ChartSpec:
    """Shapes, circles and words of one picture; lines lie at the back."""

    plot_area: PlotArea
    axis_names: tuple[str, str] | None = None  # of the axes, across and up; None where lines are the grid
    areas: Sequence[Payload] = ()
    lines: Sequence[Payload] = ()
    markers: Sequence[Payload] = ()
    labels: Sequence[Payload] = ()

    def payload(self, width: float | None = None, height: float | None = None) -> Payload:
        """The drawing as the browser takes it; its width and height are those round a square."""
        square = self.plot_area
        names = [] if self.axis_names is None else [dict(zip("xy", self.axis_names, strict=True))]
        return {
            "width": width or square.x + square.size + RIGHT_MARGIN,
            "height": height or square.y + square.size + BOTTOM_MARGIN,
            "square": asdict(square),
            "frames": [{"names": one, "ticks": TICKS} for one in names],
            "areas": self.areas,
            "lines": self.lines,
            "circles": self.markers,
            "labels": self.labels,
        }


def style_of(scheme: str) -> str:
    """The class of a scheme's colour in the browser.

    >>> style_of("step")
    'lab-steps'
    """
    return f"lab-{STYLES[scheme_info(scheme).family]}"


def area(rendered: RenderedArea, scheme: str, style: str, resolution: Resolution = RESOLUTION) -> Payload:
    """A shaded curve; closed to 0 it has its area."""
    curve = render_curve(rendered.curve, resolution)
    digits = EXACT_DECIMALS if curve.n_original is rendered.curve.n_original is None else COARSE_DECIMALS
    vertices = {"recall": _round_list(curve.recall, digits), "precision": _round_list(curve.precision, digits)}
    return {**vertices, "invented": curve.n_extrapolated, "area": rendered.area, "scheme": scheme, "look": style}


def extrapolated_start(curve: RenderedCurve, style: str) -> list[Payload]:
    """The part of a shape that no threshold leads to, shaded once more."""
    if not curve.n_extrapolated:
        return []
    first = slice(0, curve.n_extrapolated + 1)
    return [line(curve.recall[first], curve.precision[first], f"lab-fill {style}", closed=True)]


def line(x: np.ndarray, y: np.ndarray, style: str, *, closed: bool = False, text: str = "") -> Payload:
    """A line, or what lies below it; text: by the pointer."""
    return {
        "x": _round_list(x, LINE_DECIMALS),
        "y": _round_list(y, LINE_DECIMALS),
        "look": style,
        "closed": closed,
        "said": text,
    }


def balance(
    prevalence: float, messages: Messages, plot_area: PlotArea, text: str | None = None
) -> tuple[Payload, Payload]:
    """The class balance as a line, and its label.

    text: the class balance, where the page writes it in its own way.
    """
    flat = line(np.array([0.0, 1.0]), np.full(2, prevalence), "lab-balance")
    place = LabelPosition(0.0, prevalence, "right")
    named = label(place, messages.format("chart.baseline", prevalence=text or format_prevalence(prevalence)), plot_area)
    return flat, {
        **named,
        "y": plot_area.y_position(prevalence) + (-SHIFT if prevalence < LABEL_ABOVE_BELOW else SMALL_SIZE),
    }


def balance_box(prevalence: float) -> Box:
    """The room that the label of the class balance takes."""
    bottom, top = baseline_range(prevalence)
    return Box(0.0, bottom, BALANCE_LABEL_WIDTH, top)


def markers(x: np.ndarray, y: np.ndarray, style: str, plot_area: PlotArea) -> list[Payload]:
    """Measured points."""
    return [
        {
            "x": plot_area.x_position(across),
            "y": plot_area.y_position(up),
            "r": MARKER_RADIUS,
            "look": f"lab-measured {style}",
        }
        for across, up in zip(x.tolist(), y.tolist(), strict=True)
    ]


def active_marker(x: float, y: float, plot_area: PlotArea) -> Payload:
    """The point of the threshold in force."""
    return {"x": plot_area.x_position(x), "y": plot_area.y_position(y), "r": ACTIVE_RADIUS, "look": "lab-in-force"}


def label(
    position: LabelPosition, text: str, plot_area: PlotArea, style: str = LABEL_CLASS, *, size: int = SMALL_SIZE
) -> Payload:
    """Words at a place, or beside it."""
    down = {
        "above": -SHIFT - ABOVE_OFFSET * size,
        "below": SHIFT + BELOW_OFFSET * size,
        "middle": MIDDLE_OFFSET * size,
    }[position.at]
    aside, anchor = {"left": (-SHIFT, "end"), "right": (SHIFT, "start"), "center": (0, "middle")}[position.to]
    at = {"x": plot_area.x_position(position.x) + aside, "y": plot_area.y_position(position.y) + down}
    return {**at, "said": text, "class": style, "size": size, "text-anchor": anchor}


def title(text: str, plot_area: PlotArea, style: str = "") -> Payload:
    """A title above the picture."""
    at = {"x": plot_area.x - 2 * FONT_SIZE, "y": plot_area.y - 2.5 * FONT_SIZE, "size": TITLE_SIZE}
    return {**at, "said": text, "class": f"lab-bold {style}-fill"}


def number(
    rendered: RenderedArea,
    messages: Messages,
    plot_area: PlotArea,
    style: str,
    position: LabelPosition,
    decimals: int = DISPLAY_DECIMALS,
) -> Payload:
    """The printed area."""
    return label(
        position,
        messages.number(rendered.area, f".{decimals}f"),
        plot_area,
        f"{BOLD_CLASS} {style}-fill",
        size=AREA_SIZE,
    )


def number_position(curve: JoinedCurve, prevalence: float | None) -> LabelPosition:
    """The middle of a picture, where the number is clear of curve and class balance."""
    return LabelPosition(NUMBER_AT, number_height(curve, prevalence))


def resolution_per_curve(n_curves: int) -> Resolution:
    """How finely each of several curves in one picture is drawn.

    >>> resolution_per_curve(4).width, resolution_per_curve(20).width
    (300, 66)
    """
    each = MAX_VERTICES // max(n_curves, 1)
    return Resolution(min(RESOLUTION.width, each // MAX_PATH_VERTICES), min(RESOLUTION.max_vertices, each), (1,))


def _round_list(values: np.ndarray, decimals: int) -> list[float]:
    rounded: list[float] = np.round(values, decimals).tolist()
    return rounded


WIDTHS = (672.0, 358.0)  # px, of A4 and of a phone
LEFT_MARGIN, STRIP_RIGHT_MARGIN, TOP_MARGIN = 62, 14, 28  # px round the bars
HALF_HEIGHT = 66  # px, the bars above the line, and those below
TICK_MULTIPLES = (5, 2, 1)  # of a power of ten, between two lines of the grid
STRIP_TICKS = np.linspace(0.0, 1.0, 6)  # recall


def difference_payload(pair: SchemeDifferences, width: float, messages: Messages) -> Payload:
    """Right minus left: the shape, closed to 0, has the signed area that the headline says."""
    labels = segment_labels(pair, "areas.label_short", messages, NARROW_AXIS)
    rows = 1 + max((label.row for label in labels), default=-1)
    most = axis_limit(pair)
    size, zero = width - LEFT_MARGIN - STRIP_RIGHT_MARGIN, TOP_MARGIN + rows * ROW_HEIGHT + HALF_HEIGHT
    square = PlotArea(LEFT_MARGIN, zero - size, size, top=most * size / HALF_HEIGHT)
    style = style_of(pair.right)
    curve = RenderedCurve(pair.strip.x, pair.strip.y)
    resolution = Resolution(round(size / 2), max_vertices=round(2 * size), ratios=(1,))
    bars = area(RenderedArea(curve=curve, area=pair.difference_of_areas), "difference", style, resolution)
    poles = [_flag(label, pair, most, square) for label in labels]
    return ChartSpec(
        square,
        areas=[bars],
        lines=[*_grid_lines(most), *(pole for pole, _ in poles)],
        labels=[*_axis_labels(most, square, messages), *(text for _, text in poles)],
    ).payload(width, zero + HALF_HEIGHT + BOTTOM_MARGIN)


def _tick(y_max: float) -> float:
    """The height of the upper line of the grid."""
    power = 10.0 ** math.floor(math.log10(y_max))
    return next(nice * power for nice in TICK_MULTIPLES if nice * power <= y_max)


def _grid_lines(y_max: float) -> list[Payload]:
    tick = _tick(y_max)
    across = [line(np.array([0.0, 1.0]), np.full(2, height), "lab-rule") for height in (-tick, tick)]
    up = [line(np.full(2, recall), np.array([-y_max, y_max]), "lab-rule") for recall in STRIP_TICKS.tolist()]
    return [*across, *up, line(np.array([0.0, 1.0]), np.zeros(2), "lab-pole")]


def _axis_labels(y_max: float, plot_area: PlotArea, messages: Messages) -> list[Payload]:
    """The numbers of the grid, and the names of the axes."""
    tick, down = _tick(y_max), HALF_HEIGHT + FONT_SIZE + 8
    written = {height: messages.number(format_signed(height, "g")) for height in (-tick, 0.0, tick)}
    heights = [
        label(LabelPosition(0.0, height, "left"), said, plot_area, "lab-quiet", size=FONT_SIZE)
        for height, said in written.items()
    ]
    centred = {"y": plot_area.y_position(0.0) + down, "text-anchor": "middle", "size": FONT_SIZE, "class": "lab-quiet"}
    recalls = [
        {**centred, "x": plot_area.x_position(recall), "said": messages.number(recall, "g")}
        for recall in STRIP_TICKS.tolist()
    ]
    name = {"size": FONT_SIZE + 2, "class": "lab-strong"}
    across = {**centred, **name, "x": plot_area.x_position(0.5), "y": plot_area.y_position(0.0) + down + FONT_SIZE + 10}
    up = {**name, "x": plot_area.x - 2 * FONT_SIZE, "y": FONT_SIZE + 2}
    return [
        *heights,
        *recalls,
        {**across, "said": messages.format("chart.recall")},
        {**up, "said": messages.format("chart.difference")},
    ]


def _flag(flag: Label, pair: SchemeDifferences, y_max: float, plot_area: PlotArea) -> tuple[Payload, Payload]:
    """The pole, which stands on its bar, and the text at its upper end."""
    strip, unit = pair.strip, y_max / HALF_HEIGHT  # precision to a px
    height = y_max + (flag.row + 0.5) * ROW_HEIGHT * unit
    foot = max(float(strip.y[int(np.searchsorted(strip.x, flag.anchor))]), 0.0)
    pole = line(np.full(2, flag.anchor), np.array([foot, height]), "lab-pole")
    x, anchor, aside = (flag.left + flag.right) / 2, "middle", 0
    if math.isclose(flag.left, flag.anchor):
        x, anchor, aside = flag.anchor, "start", LABEL_SHIFT
    elif math.isclose(flag.right, flag.anchor):
        x, anchor, aside = flag.anchor, "end", -LABEL_SHIFT
    text = label(LabelPosition(x, height), flag.text, plot_area, "lab-halo-text")
    return pole, {**text, "x": plot_area.x_position(x) + aside, "text-anchor": anchor}


def areas_section(analysis: Analysis, messages: Messages) -> Section:
    """The finding as a heading, then both pictures, then the segments that make most of the difference."""
    left, right = (analysis.joined(scheme, RESOLUTION) for scheme in analysis.sides)
    pair = scheme_differences(analysis.rounded_cases, left, right)
    pictures = [_figure(analysis, side, joined, messages) for side, joined in _side_areas(pair).items()]
    caption = Text(marker_caption("areas.caption", marker_count(analysis.points), messages), quiet=True)
    lead: list[Component] = [FigureRow(pictures), caption]
    return Section(
        "areas",
        _section_title(pair, analysis, messages),
        _difference_components(pair, messages),
        lead,
        messages.format("report.areas_rest"),
    )


def _side_areas(pair: SchemeDifferences) -> dict[str, JoinedArea]:
    """One picture is enough where both are joined alike."""
    left, right = pair.sides
    return {"left": left} if left.scheme == right.scheme else {"left": left, "right": right}


def _section_title(pair: SchemeDifferences, analysis: Analysis, messages: Messages) -> Markup:
    """Both areas, each with its value to the bit."""
    names = ["left", "right"]
    if pair.left == pair.right or abs(pair.difference_of_areas) < AREA_ROUNDING:
        key = "areas.headline_alike" if pair.left == pair.right else "areas.headline_one"
        joined = {
            name: messages.format(f"schemes.{one.scheme}.joined") for name, one in zip(names, pair.sides, strict=True)
        }
        return format_message(messages, key, area=area_number(pair.left, analysis, pair.left_area), **joined)
    sides = {
        name: format_message(
            messages,
            "areas.side",
            area=area_element(one.scheme, analysis, one.area),
            joined=messages.format(f"schemes.{one.scheme}.joined"),
        )
        for name, one in zip(names, pair.sides, strict=True)
    }
    return format_message(messages, "areas.headline_two", **sides)


def _figure(analysis: Analysis, side: str, joined: JoinedArea, messages: Messages) -> Figure:
    points, scheme, area = analysis.points, joined.scheme, joined.area
    name = messages.format(f"schemes.{scheme}.name")
    explained = format_message(messages, f"schemes.{scheme}.explained")
    captions = [
        format_title(name, area_element(scheme, analysis, area), messages),
        explained,
    ]
    shown = reduce_count(joined.curve.n_original, points.threshold.size)
    if shown is not None:
        total = DataNumber("operating_points", points.threshold.size)
        captions.append(format_message(messages, "chart.thinned", shown=shown, total=total))
    alt = messages.format("areas.alt", scheme=name, area=area)
    return Figure(f"{side}_chart", _curve_payload(joined, analysis, name, messages), alt, captions)


def _curve_payload(joined: JoinedArea, analysis: Analysis, name: str, messages: Messages) -> Payload:
    points, decimals = analysis.points, analysis.area_decimals
    square, style, curve = PAIR_PLOT_AREA, style_of(joined.scheme), joined.curve
    shown = marker_indices_with_space(points.recall, points.precision)
    line, label = balance(points.prevalence, messages, square)
    place = number_position(curve, points.prevalence)
    return ChartSpec(
        square,
        (messages.format("chart.recall"), messages.format("chart.precision")),
        areas=[area(joined, joined.scheme, style)],
        lines=[*extrapolated_start(curve, style), line],
        markers=markers(points.recall[shown], points.precision[shown], style, square),
        labels=[title(name, square, style), label, number(joined, messages, square, style, place, decimals)],
    ).payload()


def _difference_components(pair: SchemeDifferences, messages: Messages) -> list[Component]:
    if pair.left == pair.right:
        return []
    if not pair.threshold:
        return [Text(messages.format("areas.no_difference"))]
    alt = messages.format("areas.difference_alt", difference=pair.difference_of_areas)
    wide, narrow = (difference_payload(pair, width, messages) for width in WIDTHS)
    strip = Figure("difference_chart", wide, alt, [messages.format("areas.difference_caption")], narrow)
    return [Text(_largest_segment_text(pair, messages)), _segment_table(pair, messages), FigureRow([strip])]


def _largest_segment_text(pair: SchemeDifferences, messages: Messages) -> Markup:
    """A table of the segments that hold most of the difference."""
    share = DataNumber("segment.0.share", float(pair.share[0]))
    facts = {
        "before": number_element("segment.0.recall_before", float(pair.recall_before[0])),
        "after": number_element("segment.0.recall_after", float(pair.recall_after[0])),
        "share": share.with_text(format_number(share.real, ".1%")),
    }
    return format_message(messages, "report.where", **facts)


def _segment_table(pair: SchemeDifferences, messages: Messages) -> Grid:
    columns = ("threshold", "rows", "positives", "from", "to", "difference", f"share_{pair.fraction_of}")
    rows = []
    for index, threshold in enumerate(pair.threshold):
        at = f"segment.{index}"
        rows.append(
            (
                messages.number(threshold) if threshold else messages.format("areas.no_threshold"),
                number_element(f"{at}.rows", int(pair.rows[index]), format_count),
                number_element(f"{at}.positives", int(pair.positives[index]), format_count),
                number_element(f"{at}.recall_before", float(pair.recall_before[index])),
                number_element(f"{at}.recall_after", float(pair.recall_after[index])),
                _format_difference(f"{at}.difference", float(pair.difference[index])),
                Markup(f"{DataNumber(f'{at}.share', float(pair.share[index])):.1%}"),
            )
        )
    return Grid([messages.format(f"areas.column_{column}") for column in columns], rows)


def _format_difference(name: str, difference: float) -> Markup:
    return DataNumber(name, difference).with_text(format_difference(difference, DIFFERENCE_DECIMALS))
