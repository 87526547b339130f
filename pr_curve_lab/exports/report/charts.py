"""Pictures of a report as SVG: the pair of schemes and their difference, and the section that they stand in."""

from __future__ import annotations

import math

import numpy as np
from markupsafe import Markup

from pr_curve_lab.analysis.areas import JoinedArea, RenderedArea
from pr_curve_lab.analysis.formatting import format_count, format_difference, format_number, format_signed
from pr_curve_lab.analysis.scheme_differences import SchemeDifferences, scheme_differences
from pr_curve_lab.analysis.thinning import MAX_PATH_VERTICES, Resolution, drawn_count, marker_count, render_curve
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
    format_html,
    format_title,
    number_element,
)
from pr_curve_lab.i18n.area_sentences import marker_caption
from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.areas import LABEL_SHIFT, ROW_HEIGHT, axis_limit, segment_labels
from pr_curve_lab.plotting.labels import NARROW_AXIS, Label, LabelPosition
from pr_curve_lab.plotting.plot import Plot, PlotCurve, PlotLabel, PlotLine, circled_points, joined_plot, thin_plot
from pr_curve_lab.plotting.svg import BOTTOM_MARGIN, PlotArea, svg
from pr_metrics import JoinedCurve
from pr_metrics.tolerances import AREA_ROUNDING

FONT_SIZE = 15  # px
RESOLUTION = Resolution(300, max_vertices=1800, ratios=(1,))  # the browser's path draws up to 2000 vertices as they are
MAX_VERTICES = 8_000  # vertices of the curves of one picture
PAIR_PLOT_AREA = PlotArea(46, 54, 258, 258)  # two fit A4 beside each other, one a phone
SINGLE_PLOT_AREA = PlotArea(48, 54, 298, 298)


def drawing(plot: Plot, messages: Messages, area: PlotArea = PAIR_PLOT_AREA) -> Markup:
    """A plot as it stands in a report."""
    return svg(thin_plot(plot, RESOLUTION), area, messages)


def resolution_per_curve(n_curves: int) -> Resolution:
    """How finely each of several curves in one picture is drawn.

    >>> resolution_per_curve(4).width, resolution_per_curve(20).width
    (300, 66)
    """
    each = MAX_VERTICES // max(n_curves, 1)
    return Resolution(min(RESOLUTION.width, each // MAX_PATH_VERTICES), min(RESOLUTION.max_vertices, each), (1,))


WIDTHS = (672.0, 358.0)  # px, of A4 and of a phone
LEFT_MARGIN, STRIP_RIGHT_MARGIN, TOP_MARGIN = 62, 14, 28  # px round the bars
HALF_HEIGHT = 66  # px, the bars above the line, and those below
TICK_MULTIPLES = (5, 2, 1)  # of a power of ten, between two lines of the grid
STRIP_TICKS = np.linspace(0.0, 1.0, 6)  # recall


def difference_drawing(pair: SchemeDifferences, width: float, messages: Messages) -> Markup:
    """Right minus left: the shape, closed to 0, has the signed area that the headline says."""
    labels = segment_labels(pair, "areas.label_short", messages, NARROW_AXIS)
    rows, most = 1 + max((label.row for label in labels), default=-1), axis_limit(pair)
    size, above = width - LEFT_MARGIN - STRIP_RIGHT_MARGIN, TOP_MARGIN + rows * ROW_HEIGHT
    pixel = most / HALF_HEIGHT  # precision
    curve = render_curve(JoinedCurve(pair.strip.x, pair.strip.y), Resolution(round(size / 2), round(2 * size), (1,)))
    bars = RenderedArea(curve=curve, area=pair.difference_of_areas)
    flags = [_flag(label, pair, most, pixel) for label in labels]
    plot = Plot(
        None,
        [PlotCurve(bars, "difference", palette.style_of(pair.right))],
        [*_grid_lines(most), *(line for line, _ in flags)],
        labels=[*_axis_labels(most, pixel, above, messages), *(text for _, text in flags)],
    )
    height = above + 2 * HALF_HEIGHT + BOTTOM_MARGIN
    return svg(plot, PlotArea(LEFT_MARGIN, above, size, HALF_HEIGHT), messages, size=(width, height), top=most)


def _tick(y_max: float) -> float:
    """The height of the upper line of the grid."""
    power = 10.0 ** math.floor(math.log10(y_max))
    return next(nice * power for nice in TICK_MULTIPLES if nice * power <= y_max)


def _grid_lines(y_max: float) -> list[PlotLine]:
    tick, ends = _tick(y_max), np.array([0.0, 1.0])
    across = [PlotLine("grid", ends, np.full(2, height), palette.GRID, 1.2) for height in (-tick, tick)]
    up = [PlotLine("grid", np.full(2, x), np.array([-y_max, y_max]), palette.GRID, 1.2) for x in STRIP_TICKS.tolist()]
    return [*across, *up, PlotLine("zero", ends, np.zeros(2))]


def _axis_labels(y_max: float, pixel: float, above: float, messages: Messages) -> list[PlotLabel]:
    """The numbers of the grid, and the names of the axes; above: px over the highest bar."""
    tick = _tick(y_max)
    heights = [
        PlotLabel(messages.number(format_signed(height, "g")), LabelPosition(0.0, height, "left"), size=FONT_SIZE)
        for height in (-tick, 0.0, tick)
    ]
    below = -y_max - (FONT_SIZE + 2) * pixel
    recalls = [
        PlotLabel(messages.number(recall, "g"), LabelPosition(recall, below), size=FONT_SIZE)
        for recall in STRIP_TICKS.tolist()
    ]
    names = {
        "chart.recall": LabelPosition(0.5, below - (FONT_SIZE + 10) * pixel),
        "chart.difference": LabelPosition(0.0, y_max + (above - FONT_SIZE + 4) * pixel, "right", shift=-2 * FONT_SIZE),
    }
    titles = [
        PlotLabel("", place, palette.INK, FONT_SIZE + 2, strong=messages.format(key)) for key, place in names.items()
    ]
    return [*heights, *recalls, *titles]


def _flag(flag: Label, pair: SchemeDifferences, y_max: float, pixel: float) -> tuple[PlotLine, PlotLabel]:
    """The pole, which stands on its bar, and the text at its upper end."""
    strip, height = pair.strip, y_max + (flag.row + 0.5) * ROW_HEIGHT * pixel
    foot = max(float(strip.y[int(np.searchsorted(strip.x, flag.anchor))]), 0.0)
    place = LabelPosition((flag.left + flag.right) / 2, height)
    if math.isclose(flag.left, flag.anchor):
        place = LabelPosition(flag.anchor, height, "right", shift=LABEL_SHIFT)
    elif math.isclose(flag.right, flag.anchor):
        place = LabelPosition(flag.anchor, height, "left", shift=LABEL_SHIFT)
    pole = PlotLine("pole", np.full(2, flag.anchor), np.array([foot, height]))
    return pole, PlotLabel(flag.text, place, palette.INK)


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
        return format_html(messages, key, area=area_number(pair.left, analysis, pair.left_area), **joined)
    sides = {
        name: format_html(
            messages,
            "areas.side",
            area=area_element(one.scheme, analysis, one.area),
            joined=messages.format(f"schemes.{one.scheme}.joined"),
        )
        for name, one in zip(names, pair.sides, strict=True)
    }
    return format_html(messages, "areas.headline_two", **sides)


def _figure(analysis: Analysis, side: str, joined: JoinedArea, messages: Messages) -> Figure:
    points, scheme, area = analysis.points, joined.scheme, joined.area
    name = messages.format(f"schemes.{scheme}.name")
    explained = format_html(messages, f"schemes.{scheme}.explained")
    captions = [format_title(name, area_element(scheme, analysis, area), messages), explained]
    shown = drawn_count(joined.curve.n_kept, points.threshold.size)
    if shown is not None:
        total = DataNumber("operating_points", points.threshold.size)
        captions.append(format_html(messages, "chart.thinned", shown=shown, total=total))
    alt = messages.format("areas.alt", scheme=name, area=area)
    return Figure(f"{side}_chart", _curve_drawing(joined, analysis, messages), alt, captions)


def _curve_drawing(joined: JoinedArea, analysis: Analysis, messages: Messages) -> Markup:
    points, area = analysis.points, messages.number(joined.area, f".{analysis.area_decimals}f")
    circles = [circled_points(points, palette.style_of(joined.scheme))]
    plot = joined_plot(joined, circles, messages, prevalence=points.prevalence, area_text=area)
    return drawing(plot, messages)


def _difference_components(pair: SchemeDifferences, messages: Messages) -> list[Component]:
    if pair.left == pair.right:
        return []
    if not pair.threshold:
        return [Text(messages.format("areas.no_difference"))]
    alt = messages.format("areas.difference_alt", difference=pair.difference_of_areas)
    wide, narrow = (difference_drawing(pair, width, messages) for width in WIDTHS)
    strip = Figure("difference_chart", wide, alt, [messages.format("areas.difference_caption")], narrow)
    return [Text(_largest_segment_text(pair, messages)), _segment_table(pair, messages), FigureRow([strip])]


def _largest_segment_text(pair: SchemeDifferences, messages: Messages) -> Markup:
    """The sentence on the segment with the largest share of the difference."""
    share = DataNumber("segment.0.share", float(pair.share[0]))
    facts = {
        "before": number_element("segment.0.recall_before", float(pair.recall_before[0])),
        "after": number_element("segment.0.recall_after", float(pair.recall_after[0])),
        "share": share.with_text(format_number(share.real, ".1%")),
    }
    return format_html(messages, "report.where", **facts)


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
