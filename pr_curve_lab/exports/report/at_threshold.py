"""The sections about the active threshold, with a curve to drag, and about all schemes and tools.

The browser divides counts, no more: vertices and areas are computed here.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from markupsafe import Markup

from pr_curve_lab.analysis.formatting import (
    DISPLAY_DECIMALS,
    count_unique_areas,
    decimals_for_tolerance,
    format_count,
    format_difference,
    format_number,
    format_ratio,
    format_threshold,
    has_same_text,
)
from pr_curve_lab.analysis.intervals import AreaInterval
from pr_curve_lab.analysis.thinning import marker_indices
from pr_curve_lab.analysis.thresholds import count_class_ties
from pr_curve_lab.analysis.tools import tool_numbers
from pr_curve_lab.exports.analysis import Analysis
from pr_curve_lab.exports.numbers import confusion_counts, evenly_spaced_indices
from pr_curve_lab.exports.report import charts
from pr_curve_lab.exports.report.charts import PlotArea
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
    format_message,
)
from pr_curve_lab.i18n.area_sentences import common_interval_name, format_tie_bounds, interval_reason
from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.i18n.names import tool_message_key
from pr_curve_lab.plotting.labels import FreeSpace, LabelPosition, box_of, label_positions
from pr_curve_lab.web.payload import Payload
from pr_metrics import SCHEMES, TOOLS, Interval, OperatingPoints, Tool, f_score, tie_bounds
from pr_metrics.tools import RejectedInput

PLOT_AREA = PlotArea(48, 34, 298)
MAX_INLINE_COUNT = 99  # of a count that has room in a fraction beside the axis
CELL = {"x": 0, "y": 30, "width": 142, "height": 96, "type": charts.FONT_SIZE, "mark": 7}  # px, of the matrix
MATRIX = {"width": 290, "height": 228, "cell": CELL}
TIE_BOUND_FIELDS = {"worst": "lower", "expected": "expected", "best": "upper"}  # by the placeholder of the sentence


def draggable_indices(analysis: Analysis) -> np.ndarray:
    """Indices of the points that the threshold can be moved to: all, or an even choice and the chosen one."""
    return np.union1d(marker_indices(analysis.points.recall), [analysis.active_index])


def threshold_payload(analysis: Analysis, messages: Messages) -> Payload:
    """The step curve, its points, and the one in force."""
    points, shown, joined = analysis.points, draggable_indices(analysis), analysis.joined("step", charts.RESOLUTION)
    texts = [messages.number(format_threshold(points.threshold, index)) for index in shown.tolist()]
    chosen = int(np.searchsorted(shown, analysis.active_index))
    frame = charts.ChartSpec(PLOT_AREA).payload()
    return {
        "width": frame["width"],
        "height": frame["height"],
        "square": frame["square"],
        "points": {
            "threshold": points.threshold[shown].tolist(),
            "truePositives": points.true_positives[shown].tolist(),
            "falsePositives": points.false_positives[shown].tolist(),
            "positives": points.positives,
            "negatives": points.negatives,
        },
        "joined": [charts.area(joined, "step", charts.style_of("step"))],
        "looks": [charts.style_of("step")],
        "said": texts,
        "chosen": chosen,
        "isLong": points.positives + points.negatives > MAX_INLINE_COUNT,
        "labels": _threshold_labels(analysis, shown, texts, messages),
        "matrix": MATRIX,
    }


def _threshold_labels(analysis: Analysis, indices: np.ndarray, texts: list[str], messages: Messages) -> list[Payload]:
    """Other thresholds, where they find room."""
    points, at = analysis.points, int(np.searchsorted(indices, analysis.active_index))
    recall, precision = points.recall[indices], points.precision[indices]
    said = [messages.format("chart.threshold", threshold=text) for text in texts]
    place = LabelPosition(float(recall[at]), float(precision[at]), "left" if recall[at] > 0.5 else "right", "below")
    room = FreeSpace(boxes=[charts.balance_box(points.prevalence), box_of(place.annotation(said[at]))])
    curve = analysis.joined("step", charts.RESOLUTION).curve
    room.add_line(curve.recall, curve.precision)
    places = label_positions(recall, precision, said, first=at, space=room)
    return [charts.label(place, said[index], PLOT_AREA) for index, place in places.items()]


MAX_POINTS = 100  # in the table


def threshold_section(analysis: Analysis, messages: Messages) -> Section:
    """The confusion matrix of the threshold in force, and the fractions that it makes."""
    points, at = analysis.points, analysis.active_index
    counts = {name: _format_count(f"threshold.{name}", value) for name, value in confusion_counts(points, at).items()}
    shown = {name: Markup(count) for name, count in counts.items()}
    called = float(points.true_positives[at] + points.false_positives[at])
    title = format_message(
        messages,
        "curve.headline" if not analysis.cases.is_weighted else "curve.headline_weighted",
        threshold=_format_threshold("threshold", points, at),
        count=called,
        called=_format_count("threshold.called", called),
        true_positives=shown["true_positives"],
        positives=_format_count("positives", points.positives),
    )
    matrix = Grid(
        (
            messages.format("curve.unit_file"),
            messages.format("report.called_positive"),
            messages.format("report.called_negative"),
        ),
        [
            (messages.format("report.truly_positive"), shown["true_positives"], shown["false_negatives"]),
            (messages.format("report.truly_negative"), shown["false_positives"], shown["true_negatives"]),
        ],
        row_headers=True,
    )
    parts: list[Component] = [matrix, Text(_fractions_text(analysis, shown, messages))]
    parts.append(Text(messages.format(f"report.threshold_from_{analysis.threshold_origin}"), quiet=True))
    lead = [FigureRow([_curve_figure(analysis, messages)])]
    return Section("threshold", title, parts, lead, messages.format("report.threshold_rest"))


def threshold_ratios(analysis: Analysis, messages: Messages) -> Markup:
    """Precision, recall and F1 of the threshold in force."""
    return format_message(messages, "report.answer_threshold", **_format_ratios(analysis))


def points_section(analysis: Analysis, messages: Messages) -> Section:
    """A short table of operating points, evenly chosen."""
    points = analysis.points
    size = points.threshold.size
    shown = [int(index) for index in evenly_spaced_indices(size, MAX_POINTS)]
    columns = ("threshold", "true_positives", "false_positives", "precision", "recall", "f1")
    precision, recall, f1 = points.precision, points.recall, f_score(points)
    rows = [
        (
            _format_threshold(f"point.{index}.threshold", points, index),
            _format_count(f"point.{index}.true_positives", float(points.true_positives[index])),
            _format_count(f"point.{index}.false_positives", float(points.false_positives[index])),
            _format_ratio(f"point.{index}.precision", float(precision[index]), analysis.required.precision),
            _format_ratio(f"point.{index}.recall", float(recall[index]), analysis.required.recall),
            _format_ratio(f"point.{index}.f1", float(f1[index])),
        )
        for index in shown
    ]
    key = "report.all_points" if len(shown) == size else "report.some_points"
    note = format_message(messages, key, shown=len(shown), total=DataNumber("operating_points", size))
    grid = Grid([messages.format(f"curve.column_{column}") for column in columns], rows, numbers_from=0)
    return Section("points", messages.format("report.points"), [Text(note), grid])


def _curve_figure(analysis: Analysis, messages: Messages) -> Figure:
    """The step curve with the threshold in force, which a hand can move, and thresholds round it."""
    points, area = analysis.points, analysis.areas["step"]
    facts = {"points": points.threshold.size, "area": area, "prevalence": points.prevalence}
    shown = draggable_indices(analysis)
    counts = {"shown": len(shown), "total": DataNumber("operating_points", points.threshold.size)}
    how = format_message(
        messages, "report.drag" if len(shown) == points.threshold.size else "report.drag_some", **counts
    )
    captions = [
        format_message(messages, "curve.area", area=area_number("step", analysis)),
        Markup('<span class="screen">{}</span>').format(how),
    ]
    return Figure("curve_chart", threshold_payload(analysis, messages), messages.format("curve.alt", **facts), captions)


def _fractions_text(analysis: Analysis, counts: dict[str, Markup], messages: Messages) -> Markup:
    return format_message(messages, "report.fractions", **counts, **_format_ratios(analysis))


def _format_ratios(analysis: Analysis) -> dict[str, Markup]:
    """Precision, recall and F1 of the threshold in force, told apart from what is required of them."""
    points, at, required = analysis.points, analysis.active_index, analysis.required
    return {
        "precision": _format_ratio("threshold.precision", float(points.precision[at]), required.precision),
        "recall": _format_ratio("threshold.recall", float(points.recall[at]), required.recall),
        "f1": _format_ratio("threshold.f1", float(f_score(points)[at])),
    }


def _format_threshold(name: str, points: OperatingPoints, index: int) -> Markup:
    return DataNumber(name, float(points.threshold[index])).with_text(format_threshold(points.threshold, index))


def _format_count(name: str, count: float) -> Markup:
    return DataNumber(name, count).with_text(format_count(count))


def _format_ratio(name: str, ratio: float, bound: float | None = None) -> Markup:
    return DataNumber(name, ratio).with_text(format_ratio(ratio, bound=bound, decimals=DISPLAY_DECIMALS))


def schemes_section(analysis: Analysis, messages: Messages) -> Section:
    """The area of every scheme that applies, its interval, and how far it is from the left picture's."""
    areas = analysis.areas
    least, most = min(areas, key=areas.__getitem__), max(areas, key=areas.__getitem__)
    finding = "alike" if has_same_text(areas[least], areas[most]) else "range"
    ends = {
        "least": area_number(least, analysis, name="least_area"),
        "most": area_number(most, analysis, name="most_area"),
    }
    title = format_message(messages, f"schemes.headline_{finding}", schemes=len(areas), **ends)
    rows = [_scheme_row(key, analysis, messages) for key in areas]
    header = [
        messages.format(f"report.column_{column}") for column in ("scheme", "area", "interval", "difference", "tools")
    ]
    compared = messages.format("report.compared_with", scheme=messages.format(f"schemes.{analysis.sides[0]}.name"))
    found = [analysis.intervals[key] for key in areas]
    if common_interval_name(found, messages) is None:
        header[2] = messages.format("report.column_interval_two")
    note = messages.format("schemes.separator").join([compared, *interval_notes(found, messages)])
    return Section("schemes", title, [Grid(header, rows, numbers_to=4, row_headers=True), Text(note, quiet=True)])


def tools_section(analysis: Analysis, messages: Messages) -> Section:
    """A table of tools: the number that each would report for the rows, or why it has none."""
    cases = analysis.rounded_cases
    compared = analysis.areas[analysis.sides[0]]
    numbers = tool_numbers(cases)
    decimals = analysis.area_decimals
    rows = [_tool_row(TOOLS[key], report, compared, decimals, messages) for key, report in numbers.reports.items()]
    header = [messages.format(f"tools.column_{column}") for column in ("tool", "value", "difference", "scheme", "ties")]
    values = [
        one.area for one in numbers.exact_numbers
    ]  # as the page counts them: without settings that coarsen on purpose
    different = count_unique_areas(values)
    ends = {"least": min(values), "most": max(values)}
    facts = {end: DataNumber(f"tools.{end}", value, decimals) for end, value in ends.items()}
    finding = "finding" if different > 1 else "finding_same"
    title = format_message(messages, f"tools.{finding}", tools=len(values), values=different, **facts)
    parts: list[Component] = [Grid(header, rows, numbers_to=3, row_headers=True)]
    if cases.points.unscored_positives:
        share = format_ratio(float(cases.points.recall[-1]))
        missed = messages.format("tools.missed", missed=format_count(cases.points.unscored_positives), share=share)
        parts.insert(0, Text(missed))
    return Section("tools", title, parts)


def ties_section(analysis: Analysis, messages: Messages) -> Section:
    """The worst, the expected and the best order of tied rows."""
    parts: list[Component] = []
    title: Cell = messages.format("ties.none_title")
    if analysis.rounded_cases.is_weighted:
        parts.append(Text(messages.format("ties.weighted")))
    elif count_class_ties(analysis.points) == 0:
        area = DataNumber("ties.expected", tie_bounds(analysis.points).expected)
        parts.append(Text(format_message(messages, "ties.none", area=area)))
    else:
        ends = tie_bounds(analysis.points)
        texts = format_tie_bounds(ends)
        numbers = {
            name: DataNumber(f"ties.{name}", getattr(ends, TIE_BOUND_FIELDS[name])).with_text(text)
            for name, text in texts.items()
        }
        title = format_message(messages, "ties.finding", **numbers, times="")
        parts.append(Text(messages.format("report.ties_note")))
    return Section("ties", title, parts)


def interval_notes(intervals: Sequence[AreaInterval], messages: Messages) -> list[str]:
    """The sentences on why intervals were found as they were, and whose logit interval it is."""
    reasons = list(dict.fromkeys(interval_reason(beside, messages) for beside in intervals))
    by_number = any(beside.method == "logit" for beside in intervals)
    return [*reasons, messages.format("report.logit_source")] if by_number else reasons


def _scheme_row(key: str, analysis: Analysis, messages: Messages) -> tuple[Cell, ...]:
    area, left = analysis.areas[key], analysis.sides[0]
    beside = analysis.intervals[key]
    interval = beside.interval
    is_marked = beside.method == "logit" and common_interval_name(analysis.intervals.values(), messages) is None
    difference = area - analysis.areas[left]
    return (
        messages.format(f"schemes.{key}.name"),
        area_element(key, analysis),
        _format_interval(key, interval) + Markup(" *" if is_marked else ""),
        ""
        if key == left
        else DataNumber(f"difference.{key}", difference).with_text(format_difference(difference, DIFFERENCE_DECIMALS)),
        messages.format(f"schemes.{key}.tools", tools=messages.format("report.comma").join(SCHEMES[key].tools)),
    )


def _format_interval(key: str, interval: Interval) -> Markup:
    lower = f"{DataNumber(f'interval_low.{key}', interval.lower):.3f}"
    return Markup(f"{lower}–{DataNumber(f'interval_high.{key}', interval.upper):.3f}")


def _tool_row(
    tool: Tool, value: float | RejectedInput, reference_area: float, decimals: int, messages: Messages
) -> tuple[Cell, ...]:
    name = messages.format("tools.tool", name=tool.name, version=tool.version)
    does = messages.format(f"schemes.{tool.scheme}.name" if tool.scheme else "tools.no_scheme")
    ties = messages.format(tool_message_key("ties", tool.ties))
    if isinstance(value, RejectedInput):
        return (
            name,
            "",
            "",
            does,
            messages.format("tools.refused", reason=messages.format(tool_message_key("refused", value.reason))),
        )
    known = decimals_for_tolerance(tool.tolerance)
    difference = value - reference_area
    away = "0" if abs(difference) < tool.tolerance else format_difference(difference, min(known, DIFFERENCE_DECIMALS))
    return (
        name,
        DataNumber(f"tool.{tool.key}", value).with_text(format_number(value, f".{min(known, decimals)}f")),
        DataNumber(f"tool_difference.{tool.key}", difference).with_text(away),
        does,
        ties,
    )
