"""Charts of a report as SVG: the two schemes and their difference, and the section that contains them."""

from __future__ import annotations

import math
from functools import partial

import numpy as np
from markupsafe import Markup

from pr_curve_lab.analysis.areas import JoinedArea, ThinnedArea
from pr_curve_lab.analysis.formatting import format_count, format_difference, format_number, format_signed
from pr_curve_lab.analysis.scheme_differences import SchemeDifferences, scheme_differences
from pr_curve_lab.analysis.thinning import MAX_PATH_VERTICES, Resolution, circle_count, reduced_count, thin_curve
from pr_curve_lab.exports.report import elements
from pr_curve_lab.exports.results import CurveResults
from pr_curve_lab.i18n.area_sentences import areas_title, circle_caption
from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.areas import LABEL_SHIFT, ROW_HEIGHT, axis_limit, segment_labels
from pr_curve_lab.plotting.labels import NARROW_AXIS, Label, LabelPosition
from pr_curve_lab.plotting.plot import Plot, PlotCurve, PlotLabel, PlotLine, joined_plot, marker_points, thin_plot
from pr_curve_lab.plotting.svg import BOTTOM_MARGIN, PlotArea, svg
from pr_metrics import JoinedCurve

FONT_SIZE = 15  # px
RESOLUTION = Resolution(300, max_vertices=1800, ratios=(1,))  # browsers draw paths of up to 2000 vertices unchanged
MAX_VERTICES = 8_000  # vertices of all curves in one chart
PAIR_PLOT_AREA = PlotArea(46, 54, 258, 258)  # two fit side by side on A4, one on a phone
SINGLE_PLOT_AREA = PlotArea(48, 54, 298, 298)


def plot_svg(plot: Plot, messages: Messages, area: PlotArea = PAIR_PLOT_AREA) -> Markup:
    """Return a plot as SVG for a report."""
    return svg(thin_plot(plot, RESOLUTION), area, messages)


def thinned_caption(
    kept: int | None, total: elements.DataNumber, messages: Messages, *, name: str = ""
) -> list[elements.Cell]:
    """Say how many of all points are drawn, if not all are; name: the name of that number, if it has one."""
    drawn = reduced_count(kept, int(total))
    if drawn is None:
        return []
    shown = elements.DataNumber(name, drawn) if name else drawn
    return [elements.sentence("chart.thinned", messages, shown=shown, total=total)]


def resolution_per_curve(n_curves: int) -> Resolution:
    """Return the resolution of each of several curves in one chart.

    >>> resolution_per_curve(4).width, resolution_per_curve(20).width
    (300, 66)
    """
    each = MAX_VERTICES // max(n_curves, 1)
    return Resolution(min(RESOLUTION.width, each // MAX_PATH_VERTICES), min(RESOLUTION.max_vertices, each), (1,))


WIDTHS = (672.0, 358.0)  # pixels, on A4 and on a phone
LEFT_MARGIN, STRIP_RIGHT_MARGIN, TOP_MARGIN = 62, 14, 28  # pixels around the bars
HALF_HEIGHT = 66  # pixels for the bars above the zero line, and for those below
TICK_MULTIPLES = (5, 2, 1)  # possible multiples of a power of ten for grid lines
STRIP_TICKS = np.linspace(0.0, 1.0, 6)  # recall


def difference_svg(pair: SchemeDifferences, width: float, messages: Messages) -> Markup:
    """Draw right minus left as a shape closed to 0, whose signed area is the difference in the headline."""
    labels = segment_labels(pair, "areas.label_short", messages, NARROW_AXIS)
    rows, most = 1 + max((label.row for label in labels), default=-1), axis_limit(pair)
    size, above = width - LEFT_MARGIN - STRIP_RIGHT_MARGIN, TOP_MARGIN + rows * ROW_HEIGHT
    pixel = most / HALF_HEIGHT  # precision per pixel
    curve = thin_curve(JoinedCurve(pair.strip.x, pair.strip.y), Resolution(round(size / 2), round(2 * size), (1,)))
    bars = ThinnedArea(curve=curve, area=pair.difference_of_areas)
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
    """Return the height of the upper grid line."""
    power = 10.0 ** math.floor(math.log10(y_max))
    return next(nice * power for nice in TICK_MULTIPLES if nice * power <= y_max)


def _grid_lines(y_max: float) -> list[PlotLine]:
    tick, ends = _tick(y_max), np.array([0.0, 1.0])
    across = [PlotLine("grid", ends, np.full(2, height), palette.GRID, 1.2) for height in (-tick, tick)]
    up = [PlotLine("grid", np.full(2, x), np.array([-y_max, y_max]), palette.GRID, 1.2) for x in STRIP_TICKS.tolist()]
    return [*across, *up, PlotLine("zero", ends, np.zeros(2))]


def _axis_labels(y_max: float, pixel: float, above: float, messages: Messages) -> list[PlotLabel]:
    """Return the tick labels and the axis titles; above: pixels above the highest bar."""
    tick = _tick(y_max)
    heights = [
        PlotLabel(messages.format_number(format_signed(y, "g")), LabelPosition(0.0, y, "left"), size=FONT_SIZE)
        for y in (-tick, 0.0, tick)
    ]
    below = -y_max - (FONT_SIZE + 2) * pixel
    recalls = [
        PlotLabel(messages.format_number(recall, "g"), LabelPosition(recall, below), size=FONT_SIZE)
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
    """Return a vertical line from a bar, and the label at its upper end."""
    strip, height = pair.strip, y_max + (flag.row + 0.5) * ROW_HEIGHT * pixel
    foot = max(float(strip.y[int(np.searchsorted(strip.x, flag.anchor))]), 0.0)
    place = LabelPosition((flag.left + flag.right) / 2, height)
    if math.isclose(flag.left, flag.anchor):
        place = LabelPosition(flag.anchor, height, "right", shift=LABEL_SHIFT)
    elif math.isclose(flag.right, flag.anchor):
        place = LabelPosition(flag.anchor, height, "left", shift=LABEL_SHIFT)
    pole = PlotLine("pole", np.full(2, flag.anchor), np.array([foot, height]))
    return pole, PlotLabel(flag.text, place, palette.INK)


def areas_section(results: CurveResults, messages: Messages) -> elements.Section:
    """Return a section with the finding as the heading, both charts, and the segments with most of the difference."""
    left, right = (results.joined(scheme, RESOLUTION) for scheme in results.sides)
    pair = scheme_differences(results.rounded_labeled_scores, left, right)
    pictures = [_figure(results, side, joined, messages) for side, joined in _side_areas(pair).items()]
    caption = elements.note(circle_caption("areas.caption", circle_count(results.points), messages))
    lead: list[elements.Component] = [elements.FigureRow(pictures), caption]
    return elements.Section(
        "areas",
        Markup(areas_title(pair, messages, fmt=elements.FORMAT, decimals=results.area_decimals)),
        _difference_components(pair, messages),
        lead,
        messages.format("report.areas_rest"),
    )


def _side_areas(pair: SchemeDifferences) -> dict[str, JoinedArea]:
    """Return the sides to draw: one chart is enough if both have the same scheme."""
    left, right = pair.sides
    return {"left": left} if left.scheme == right.scheme else {"left": left, "right": right}


def _figure(results: CurveResults, side: str, joined: JoinedArea, messages: Messages) -> elements.Figure:
    points, scheme, area = results.points, joined.scheme, joined.area
    name = messages.format(f"schemes.{scheme}.name")
    explained = elements.sentence(f"schemes.{scheme}.explained", messages)
    captions: list[elements.Cell] = [
        elements.named_number(name, elements.area(scheme, results, area).element, messages),
        explained,
    ]
    total = elements.DataNumber("operating_points", points.threshold.size)
    captions += thinned_caption(joined.curve.n_kept, total, messages)
    alt = messages.format("areas.alt", scheme=name, area=area)
    return elements.Figure(f"{side}_chart", _curve_svg(joined, results, messages), alt, captions)


def _curve_svg(joined: JoinedArea, results: CurveResults, messages: Messages) -> Markup:
    points, area = results.points, messages.format_number(joined.area, f".{results.area_decimals}f")
    circles = [marker_points(points, palette.style_of(joined.scheme))]
    plot = joined_plot(joined, circles, messages, prevalence=points.prevalence, area_text=area)
    return plot_svg(plot, messages)


def _difference_components(pair: SchemeDifferences, messages: Messages) -> list[elements.Component]:
    if pair.left == pair.right:
        return []
    if not pair.threshold:
        return [elements.Text(messages.format("areas.no_difference"))]
    alt = messages.format("areas.difference_alt", difference=pair.difference_of_areas)
    wide, narrow = (difference_svg(pair, width, messages) for width in WIDTHS)
    strip = elements.Figure("difference_chart", wide, alt, [messages.format("areas.difference_caption")], narrow)
    return [
        elements.Text(_largest_segment_text(pair, messages)),
        _segment_table(pair, messages),
        elements.FigureRow([strip]),
    ]


def _largest_segment_text(pair: SchemeDifferences, messages: Messages) -> Markup:
    """Describe the segment with the largest share of the difference."""
    facts = {
        "before": elements.number("segment.0.recall_before", float(pair.recall_before[0])),
        "after": elements.number("segment.0.recall_after", float(pair.recall_after[0])),
        "share": elements.number("segment.0.share", float(pair.share[0]), partial(format_number, spec=".1%")),
    }
    return elements.sentence("report.where", messages, **facts)


def _segment_table(pair: SchemeDifferences, messages: Messages) -> elements.Grid:
    columns = ("threshold", "rows", "positives", "from", "to", "difference", f"share_{pair.fraction_of}")
    rows, difference = [], partial(format_difference, decimals=elements.DIFFERENCE_DECIMALS)
    for index, threshold in enumerate(pair.threshold):
        at = f"segment.{index}"
        rows.append(
            (
                messages.format_number(threshold) if threshold else messages.format("areas.no_threshold"),
                elements.number(f"{at}.rows", int(pair.rows[index]), format_count),
                elements.number(f"{at}.positives", int(pair.positives[index]), format_count),
                elements.number(f"{at}.recall_before", float(pair.recall_before[index])),
                elements.number(f"{at}.recall_after", float(pair.recall_after[index])),
                elements.number(f"{at}.difference", float(pair.difference[index]), difference),
                elements.number(f"{at}.share", float(pair.share[index]), partial(format_number, spec=".1%")),
            )
        )
    return elements.Grid([messages.format(f"columns.areas.{column}") for column in columns], rows)
