"""The sections about the selected threshold, with a curve to drag, and about all schemes and tools.

The browser divides counts, no more: vertices and areas are computed here.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from markupsafe import Markup

from pr_curve_lab.analysis.formatting import (
    DISPLAY_DECIMALS,
    count_unique_areas,
    decimals_for_tolerance,
    format_area,
    format_count,
    format_difference,
    format_ratio,
    format_threshold,
    has_same_text,
)
from pr_curve_lab.analysis.intervals import AreaInterval
from pr_curve_lab.analysis.thinning import evenly_spaced_indices, marker_indices
from pr_curve_lab.analysis.thresholds import count_class_ties, points_columns
from pr_curve_lab.analysis.tools import tool_numbers
from pr_curve_lab.exports.analysis import Analysis
from pr_curve_lab.exports.report import charts
from pr_curve_lab.exports.report.components import (
    DIFFERENCE_DECIMALS,
    Cell,
    Component,
    DataNumber,
    Figure,
    FigureRow,
    Grid,
    Section,
    Text,
    area_element,
    area_number,
    column_titles,
    format_html,
    number_element,
)
from pr_curve_lab.i18n.area_sentences import common_interval_name, format_tie_bounds, interval_reason
from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.i18n.names import tool_message_key
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.labels import FreeSpace, LabelPosition, box_of, label_positions
from pr_curve_lab.plotting.scene import Scene, SceneCurve, SceneLabel, baseline_label, thin_scene
from pr_curve_lab.plotting.svg import BOTTOM_MARGIN, RIGHT_MARGIN, PlotArea
from pr_curve_lab.web.payload import Payload
from pr_curve_lab.web.scene_payload import points_payload, scene_payload
from pr_metrics import SCHEMES, TOOLS, OperatingPoints, Tool, f_score, tie_bounds
from pr_metrics.tools import RejectedInput

PLOT_AREA, RADIUS = PlotArea(48, 34, 298, 298), 4  # px
MAX_INLINE_COUNT = 99  # of a count that has room in a fraction beside the axis
CELL = {"x": 0, "y": 30, "width": 142, "height": 96, "type": PLOT_AREA.type, "mark": 7}  # px, of the matrix
MATRIX = {"width": 290, "height": 228, "cell": CELL}
TIE_BOUND_FIELDS = {"worst": "lower", "expected": "expected", "best": "upper"}  # by the placeholder of the sentence


def draggable_indices(analysis: Analysis) -> np.ndarray:
    """Indices of the points that the threshold can be moved to: all, or an even choice and the chosen one."""
    return np.union1d(marker_indices(analysis.points.recall), [analysis.selected_index])


def threshold_payload(analysis: Analysis, messages: Messages) -> Payload:
    """The step curve, its points, and the one in force, which a hand can move."""
    points, shown, joined = analysis.points, draggable_indices(analysis), analysis.joined("step", charts.RESOLUTION)
    texts = [messages.number(format_threshold(points.threshold, index)) for index in shown.tolist()]
    labels = _threshold_labels(analysis, shown, texts, messages)
    scene = Scene(None, [SceneCurve(joined, "step", palette.style_of("step"))], labels=labels)
    return {
        "width": PLOT_AREA.x + PLOT_AREA.width + RIGHT_MARGIN,
        "height": PLOT_AREA.y + PLOT_AREA.height + BOTTOM_MARGIN,
        "square": {"x": PLOT_AREA.x, "y": PLOT_AREA.y, "size": PLOT_AREA.width, "type": PLOT_AREA.type, "mark": RADIUS},
        "scene": scene_payload(thin_scene(scene, charts.RESOLUTION)),
        "points": points_payload(points, shown),
        "said": texts,
        "chosen": int(np.searchsorted(shown, analysis.selected_index)),
        "isLong": points.positives + points.negatives > MAX_INLINE_COUNT,
        "matrix": MATRIX,
    }


def _threshold_labels(
    analysis: Analysis, indices: np.ndarray, texts: list[str], messages: Messages
) -> list[SceneLabel]:
    """Other thresholds, where they find room."""
    points, at = analysis.points, int(np.searchsorted(indices, analysis.selected_index))
    recall, precision = points.recall[indices], points.precision[indices]
    said = [messages.format("chart.threshold", threshold=text) for text in texts]
    place = LabelPosition(float(recall[at]), float(precision[at]), "left" if recall[at] > 0.5 else "right", "below")
    space = FreeSpace(boxes=[box_of(place.annotation(said[at]))])
    baseline_label(points.prevalence, space, messages)
    curve = analysis.joined("step", charts.RESOLUTION).curve
    space.add_line(curve.recall, curve.precision)
    places = label_positions(recall, precision, said, first=at, space=space)
    return [SceneLabel(said[index], place) for index, place in places.items()]


MAX_POINTS = 100  # in the table
CONFUSION_COUNTS = ("true_positives", "false_positives", "false_negatives", "true_negatives")


def threshold_section(analysis: Analysis, messages: Messages) -> Section:
    """The confusion matrix of the threshold in force, and the fractions that it makes."""
    points, at = analysis.points, analysis.selected_index
    columns = points_columns(points, at)
    numbers = {name: float(columns[name]) for name in CONFUSION_COUNTS}
    numbers["called"] = numbers["true_positives"] + numbers["false_positives"]
    counts = {name: number_element(f"threshold.{name}", value, format_count) for name, value in numbers.items()}
    title = format_html(
        messages,
        "curve.headline" if not analysis.cases.is_weighted else "curve.headline_weighted",
        threshold=_format_threshold("threshold", points, at),
        count=numbers["called"],
        called=counts.pop("called"),
        true_positives=counts["true_positives"],
        positives=number_element("positives", points.positives, format_count),
    )
    called = column_titles("report.", ("called_positive", "called_negative"), messages)
    matrix = [
        (messages.format("report.truly_positive"), counts["true_positives"], counts["false_negatives"]),
        (messages.format("report.truly_negative"), counts["false_positives"], counts["true_negatives"]),
    ]
    parts: list[Component] = [
        Grid([messages.format("curve.unit_file"), *called], matrix, row_headers=True),
        Text(format_html(messages, "report.fractions", **counts, **_format_ratios(analysis))),
        Text(messages.format(f"report.threshold_from_{analysis.threshold_origin}"), quiet=True),
    ]
    figures = [FigureRow([_curve_figure(analysis, messages)])]
    return Section("threshold", title, parts, figures, messages.format("report.threshold_rest"))


def threshold_ratios(analysis: Analysis, messages: Messages) -> Markup:
    """Precision, recall and F1 of the threshold in force."""
    return format_html(messages, "report.answer_threshold", **_format_ratios(analysis))


def points_section(analysis: Analysis, messages: Messages) -> Section:
    """A short table of operating points, evenly chosen."""
    points = analysis.points
    size, f1 = points.threshold.size, f_score(points)
    shown = [int(index) for index in evenly_spaced_indices(size, MAX_POINTS)]
    rows = [
        (
            _format_threshold(f"point.{index}.threshold", points, index),
            number_element(f"point.{index}.true_positives", float(points.true_positives[index]), format_count),
            number_element(f"point.{index}.false_positives", float(points.false_positives[index]), format_count),
            *_format_ratios_at(f"point.{index}", index, f1, analysis).values(),
        )
        for index in shown
    ]
    key = "report.all_points" if len(shown) == size else "report.some_points"
    note = format_html(messages, key, shown=len(shown), total=DataNumber("operating_points", size))
    columns = ("threshold", "true_positives", "false_positives", "precision", "recall", "f1")
    grid = Grid(column_titles("curve.column_", columns, messages), rows, numbers_from=0)
    return Section("points", messages.format("report.points"), [Text(note), grid])


def _curve_figure(analysis: Analysis, messages: Messages) -> Figure:
    """The step curve with the threshold in force, which a hand can move, and thresholds round it."""
    points, area = analysis.points, analysis.areas["step"]
    facts = {"points": points.threshold.size, "area": area, "prevalence": points.prevalence}
    shown = draggable_indices(analysis)
    counts = {"shown": len(shown), "total": DataNumber("operating_points", points.threshold.size)}
    how = format_html(messages, "report.drag" if len(shown) == points.threshold.size else "report.drag_some", **counts)
    captions = [
        format_html(messages, "curve.area", area=area_number("step", analysis)),
        Markup('<span class="screen">{}</span>').format(how),
    ]
    return Figure("curve_chart", threshold_payload(analysis, messages), messages.format("curve.alt", **facts), captions)


def _format_ratios(analysis: Analysis) -> dict[str, Markup]:
    """Precision, recall and F1 of the threshold in force."""
    return _format_ratios_at("threshold", analysis.selected_index, f_score(analysis.points), analysis)


def _format_ratios_at(prefix: str, index: int, f1: np.ndarray, analysis: Analysis) -> dict[str, Markup]:
    """Precision, recall and F1 at a threshold, told apart from what is required of them."""
    points, required = analysis.points, analysis.required
    ratios = {"precision": (points.precision, required.precision), "recall": (points.recall, required.recall)}
    return {
        name: DataNumber(f"{prefix}.{name}", float(values[index])).with_text(
            format_ratio(float(values[index]), bound=bound, decimals=DISPLAY_DECIMALS)
        )
        for name, (values, bound) in (ratios | {"f1": (f1, None)}).items()
    }


def _format_threshold(name: str, points: OperatingPoints, index: int) -> Markup:
    return DataNumber(name, float(points.threshold[index])).with_text(format_threshold(points.threshold, index))


def schemes_section(analysis: Analysis, messages: Messages) -> Section:
    """The area of every scheme that applies, its interval, and how far it is from the left picture's."""
    areas = analysis.areas
    least, most = min(areas, key=areas.__getitem__), max(areas, key=areas.__getitem__)
    finding = "alike" if has_same_text(areas[least], areas[most]) else "range"
    ends = {end: area_number(key, analysis, name=f"{end}_area") for end, key in (("least", least), ("most", most))}
    title = format_html(messages, f"schemes.headline_{finding}", schemes=len(areas), **ends)
    rows = [_scheme_row(key, analysis, messages) for key in areas]
    header = column_titles("report.column_", ("scheme", "area", "interval", "difference", "tools"), messages)
    compared = messages.format("report.compared_with", scheme=messages.format(f"schemes.{analysis.sides[0]}.name"))
    found = [analysis.intervals[key] for key in areas]
    if common_interval_name(found, messages) is None:
        header[2] = messages.format("report.column_interval_two")
    note = messages.format("schemes.separator").join([compared, *interval_notes(found, messages)])
    return Section("schemes", title, [Grid(header, rows, numbers_to=4, row_headers=True), Text(note, quiet=True)])


def tools_section(analysis: Analysis, messages: Messages) -> Section:
    """A table of tools: the number that each would report for the rows, or why it has none."""
    cases, decimals = analysis.rounded_cases, analysis.area_decimals
    numbers = tool_numbers(cases)
    rows = [_tool_row(TOOLS[key], report, analysis, messages) for key, report in numbers.reports.items()]
    header = column_titles("tools.column_", ("tool", "value", "difference", "scheme", "ties"), messages)
    # As the page counts them: without settings that coarsen on purpose.
    values = [one.area for one in numbers.exact_numbers]
    ends = {"least": min(values), "most": max(values)}
    facts = {end: DataNumber(f"tools.{end}", value, decimals) for end, value in ends.items()}
    different = count_unique_areas(values)
    finding = "finding" if different > 1 else "finding_same"
    title = format_html(messages, f"tools.{finding}", tools=len(values), values=different, **facts)
    parts: list[Component] = [Grid(header, rows, numbers_to=3, row_headers=True)]
    if cases.points.unscored_positives:
        share = format_ratio(float(cases.points.recall[-1]))
        missed = messages.format("tools.missed", missed=format_count(cases.points.unscored_positives), share=share)
        parts.insert(0, Text(missed))
    return Section("tools", title, parts)


def ties_section(analysis: Analysis, messages: Messages) -> Section:
    """The worst, the expected and the best order of tied rows."""
    title: Cell = messages.format("ties.none_title")
    if analysis.rounded_cases.is_weighted:
        return Section("ties", title, [Text(messages.format("ties.weighted"))])
    bounds = tie_bounds(analysis.points)
    if count_class_ties(analysis.points) == 0:
        area = DataNumber("ties.expected", bounds.expected)
        return Section("ties", title, [Text(format_html(messages, "ties.none", area=area))])
    numbers = {
        name: DataNumber(f"ties.{name}", getattr(bounds, TIE_BOUND_FIELDS[name])).with_text(text)
        for name, text in format_tie_bounds(bounds).items()
    }
    title = format_html(messages, "ties.finding", **numbers, times="")
    return Section("ties", title, [Text(messages.format("report.ties_note"))])


def interval_notes(intervals: Sequence[AreaInterval], messages: Messages) -> list[str]:
    """The sentences on why intervals were found as they were, and whose logit interval it is."""
    reasons = list(dict.fromkeys(interval_reason(beside, messages) for beside in intervals))
    by_number = any(beside.method == "logit" for beside in intervals)
    return [*reasons, messages.format("report.logit_source")] if by_number else reasons


def _scheme_row(key: str, analysis: Analysis, messages: Messages) -> tuple[Cell, ...]:
    beside, left = analysis.intervals[key], analysis.sides[0]
    is_marked = beside.method == "logit" and common_interval_name(analysis.intervals.values(), messages) is None
    ends = {"interval_low": beside.interval.lower, "interval_high": beside.interval.upper}
    interval = Markup("–").join(number_element(f"{end}.{key}", value) for end, value in ends.items())
    difference = analysis.areas[key] - analysis.areas[left]
    write = partial(format_difference, decimals=DIFFERENCE_DECIMALS)
    return (
        messages.format(f"schemes.{key}.name"),
        area_element(key, analysis),
        interval + Markup(" *" if is_marked else ""),
        "" if key == left else number_element(f"difference.{key}", difference, write),
        messages.format(f"schemes.{key}.tools", tools=messages.format("report.comma").join(SCHEMES[key].tools)),
    )


def _tool_row(tool: Tool, value: float | RejectedInput, analysis: Analysis, messages: Messages) -> tuple[Cell, ...]:
    """A tool with its number and the difference from the compared area, or why it has none."""
    name = messages.format("tools.tool", name=tool.name, version=tool.version)
    joined = messages.format(f"schemes.{tool.scheme}.name" if tool.scheme else "tools.no_scheme")
    if isinstance(value, RejectedInput):
        reason = messages.format(tool_message_key("refused", value.reason))
        return name, "", "", joined, messages.format("tools.refused", reason=reason)
    known = decimals_for_tolerance(tool.tolerance)
    difference = value - analysis.areas[analysis.sides[0]]
    written = format_difference(0 if abs(difference) < tool.tolerance else difference, min(known, DIFFERENCE_DECIMALS))
    return (
        name,
        number_element(f"tool.{tool.key}", value, partial(format_area, decimals=min(known, analysis.area_decimals))),
        DataNumber(f"tool_difference.{tool.key}", difference).with_text(written),
        joined,
        messages.format(tool_message_key("ties", tool.ties)),
    )
