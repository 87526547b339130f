"""The sections on the selected threshold, with a curve whose point can be dragged, and on all operating points.

The browser only divides counts; vertices and areas are computed here.
"""

from __future__ import annotations

import math
from functools import partial

import numpy as np
from markupsafe import Markup

from pr_curve_lab.analysis.calibration import called_rows
from pr_curve_lab.analysis.formatting import (
    DISPLAY_DECIMALS,
    format_count,
    format_ratio,
    format_threshold,
    round_values,
)
from pr_curve_lab.analysis.group_rates import GroupRate, GroupRates
from pr_curve_lab.analysis.intervals import CONFIDENCE_LEVEL
from pr_curve_lab.analysis.thinning import marker_indices, points_columns, uniform_indices
from pr_curve_lab.exports.report import charts, elements
from pr_curve_lab.exports.results import CurveResults
from pr_curve_lab.i18n.calibration_sentences import (
    EDGE_FORMAT,
    INTERVAL_FORMAT,
    brier_text,
    called_rows_text,
    range_text,
)
from pr_curve_lab.i18n.group_sentences import rates_sentence
from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.i18n.names import rate_group_name
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.labels import FreeSpace, LabelPosition, box_of, label_positions
from pr_curve_lab.plotting.plot import Plot, PlotCurve, PlotLabel, baseline_label, thin_plot
from pr_curve_lab.plotting.svg import BOTTOM_MARGIN, RIGHT_MARGIN, PlotArea
from pr_curve_lab.web.modules import Json
from pr_curve_lab.web.plot_json import plot_json, points_json
from pr_metrics import Interval, f_score

PLOT_AREA, RADIUS = PlotArea(48, 34, 298, 298), 4  # px
MAX_INLINE_COUNT = 99  # largest count that fits into a fraction next to the axis
CELL = {"x": 0, "y": 30, "width": 142, "height": 96, "type": PLOT_AREA.type, "mark": 7}  # pixels; cell of the matrix
MATRIX = {"width": 290, "height": 228, "cell": CELL}


def draggable_indices(results: CurveResults) -> np.ndarray:
    """Return the indices of draggable points: all, or an even selection and the selected point."""
    return np.union1d(marker_indices(results.points.recall), [results.selected_index])


def threshold_json(results: CurveResults, messages: Messages) -> Json:
    """Return the step curve, its points, and the selected one, which can be dragged."""
    points, shown, joined = results.points, draggable_indices(results), results.joined("step", charts.RESOLUTION)
    texts = [messages.format_number(format_threshold(points.threshold, index)) for index in shown.tolist()]
    labels = _threshold_labels(results, shown, texts, messages)
    plot = Plot(None, [PlotCurve(joined, "step", palette.style_of("step"))], labels=labels)
    return {
        "width": PLOT_AREA.x + PLOT_AREA.width + RIGHT_MARGIN,
        "height": PLOT_AREA.y + PLOT_AREA.height + BOTTOM_MARGIN,
        "square": {"x": PLOT_AREA.x, "y": PLOT_AREA.y, "size": PLOT_AREA.width, "type": PLOT_AREA.type, "mark": RADIUS},
        "plot": plot_json(thin_plot(plot, charts.RESOLUTION)),
        "points": points_json(points, shown),
        "texts": texts,
        "selectedIndex": int(np.searchsorted(shown, results.selected_index)),
        "isLong": points.positives + points.negatives > MAX_INLINE_COUNT,
        "matrix": MATRIX,
    }


def _threshold_labels(
    results: CurveResults, indices: np.ndarray, texts: list[str], messages: Messages
) -> list[PlotLabel]:
    """Return labels of other thresholds, where there is room."""
    points, at = results.points, int(np.searchsorted(indices, results.selected_index))
    recall, precision = points.recall[indices], points.precision[indices]
    labels = [messages.format("chart.threshold", threshold=text) for text in texts]
    place = LabelPosition(float(recall[at]), float(precision[at]), "left" if recall[at] > 0.5 else "right", "below")
    space = FreeSpace(boxes=[box_of(place.annotation(labels[at]))])
    baseline_label(points.prevalence, space, messages)
    curve = results.joined("step", charts.RESOLUTION).curve
    space.add_line(curve.recall, curve.precision)
    places = label_positions(recall, precision, labels, first=at, space=space)
    return [PlotLabel(labels[index], place) for index, place in places.items()]


def calibration_section(results: CurveResults, messages: Messages) -> elements.Section:
    """Compare the scores with the share of positives: at the threshold, by the Brier score, and in bins."""
    found = results.calibration
    assert found is not None  # else there is no such section
    curve, rows = found.curve, []
    format_share = partial(format_ratio, decimals=DISPLAY_DECIMALS)
    lower, upper = round_values(curve.lower, 2), round_values(curve.upper, 2)
    for index in range(curve.rows.size):
        name, format_range = f"bin.{index + 1}", partial(range_text, messages=messages, fmt=elements.FORMAT)
        edges = float(curve.lower_edge[index]), float(curve.upper_edge[index])
        interval = float(lower[index]), float(upper[index])
        rows.append(
            (
                Markup(format_range(*edges, EDGE_FORMAT, name=f"{name}.edge")),
                elements.number(f"{name}.rows", float(curve.rows[index]), format_count),
                elements.number(f"{name}.mean_score", float(curve.mean_probability[index]), format_share),
                elements.number(f"{name}.share_positive", float(curve.fraction_positive[index]), format_share),
                Markup(format_range(*interval, INTERVAL_FORMAT, name=f"{name}.share")),
            )
        )
    names = ("bin", "bin_rows", "mean_score", "share_positive", "interval")
    grid = elements.Grid(elements.column_titles("columns.curve.", names, messages), rows, row_headers=True)
    called = called_rows(results.rounded_labeled_scores, results.selected_index)
    texts = (
        called_rows_text(called, results.points, messages, elements.FORMAT),
        brier_text(found.brier, messages, elements.FORMAT),
    )
    parts = [elements.Text(Markup(text.replace("**", ""))) for text in texts]
    return elements.Section("calibration", messages.format("curve.calibration"), [*parts, grid])


MAX_POINTS = 100  # rows of the table
CONFUSION_COUNTS = ("true_positives", "false_positives", "false_negatives", "true_negatives")


def threshold_section(results: CurveResults, messages: Messages) -> elements.Section:
    """Return the confusion matrix of the selected threshold, and its precision, recall and F1."""
    points, at = results.points, results.selected_index
    columns = points_columns(points, at)
    numbers = {name: float(columns[name]) for name in CONFUSION_COUNTS}
    numbers["called"] = numbers["true_positives"] + numbers["false_positives"]
    counts = {name: elements.number(f"threshold.{name}", value, format_count) for name, value in numbers.items()}
    title = elements.sentence(
        "report.threshold_found" if not results.labeled_scores.is_weighted else "report.threshold_found_weighted",
        messages,
        threshold=elements.threshold("threshold", points, at),
        called=counts.pop("called"),
        true_positives=counts["true_positives"],
        positives=elements.number("positives", points.positives, format_count),
    )
    called = elements.column_titles("report.", ("called_positive", "called_negative"), messages)
    matrix = [
        (messages.format("report.truly_positive"), counts["true_positives"], counts["false_negatives"]),
        (messages.format("report.truly_negative"), counts["false_positives"], counts["true_negatives"]),
    ]
    parts: list[elements.Component] = [
        elements.Grid([messages.format("curve.unit_file"), *called], matrix, row_headers=True),
        elements.Text(elements.sentence("report.fractions", messages, **counts, **_format_ratios(results))),
        elements.note(messages.format(f"report.threshold_from_{results.threshold_origin}")),
        *(_group_parts(results.group_rates, results, messages) if results.group_rates else []),
    ]
    figures = [elements.FigureRow([_curve_figure(results, messages)])]
    return elements.Section("threshold", title, parts, figures, messages.format("report.threshold_rest"))


def _group_parts(rates: GroupRates, results: CurveResults, messages: Messages) -> list[elements.Component]:
    """List precision and recall of each group of rows, and say which one fails, at the threshold that is named."""
    threshold = format_threshold(results.points.threshold, results.selected_index)
    first = f"{rates.column} ({messages.format('chart.threshold', threshold=threshold)})"
    format_rate = partial(format_ratio, decimals=DISPLAY_DECIMALS)
    columns = ("positives", "recall", "called", "precision", "recall_interval", "precision_interval")
    rows, measures = [], (("recall", rates.recall), ("precision", rates.precision))
    for group in rates.order:
        name, counts = rate_group_name(rates, group, messages), (rates.positives, rates.called)
        positives, called = (float(count[group]) for count in counts)
        recall, precision = (float(rate.value[group]) for rate in (rates.recall, rates.precision))
        rows.append(
            (
                name,
                elements.number(f"group.positives.{name}", positives, format_count),
                elements.number(f"group.recall.{name}", recall, format_rate),
                elements.number(f"group.called.{name}", called, format_count),
                elements.number(f"group.precision.{name}", precision, format_rate),
                *(_rate_interval(f"group.{measure}", name, rate, group, messages) for measure, rate in measures),
            )
        )
    fails = rates_sentence(rates, messages, elements.FORMAT)
    titles = elements.column_titles("columns.curve.", columns, messages)
    return [elements.Grid([first, *titles], rows, row_headers=True), *([elements.Text(Markup(fails))] if fails else [])]


def _rate_interval(prefix: str, name: str, rate: GroupRate, group: int, messages: Messages) -> elements.Cell:
    """Return the interval of a rate of a group, or "" if it is unknown."""
    bounds = Interval(float(rate.lower[group]), float(rate.upper[group]), CONFIDENCE_LEVEL)
    ends = f"{prefix}.low.{name}", f"{prefix}.high.{name}"
    return "" if math.isnan(bounds.lower) else elements.interval(*ends, bounds, messages)


def threshold_ratios(results: CurveResults, messages: Messages) -> Markup:
    """Give precision, recall and F1 of the selected threshold."""
    return elements.sentence("report.answer_threshold", messages, **_format_ratios(results))


def points_section(results: CurveResults, messages: Messages) -> elements.Section:
    """Return a short table of operating points, evenly spaced."""
    points = results.points
    size, f1 = points.threshold.size, f_score(points)
    shown = [int(index) for index in uniform_indices(size, MAX_POINTS)]
    rows = [
        (
            elements.threshold(f"point.{index}.threshold", points, index),
            elements.number(f"point.{index}.true_positives", float(points.true_positives[index]), format_count),
            elements.number(f"point.{index}.false_positives", float(points.false_positives[index]), format_count),
            *_format_ratios_at(f"point.{index}", index, f1, results).values(),
        )
        for index in shown
    ]
    key = "report.all_points" if len(shown) == size else "report.some_points"
    note = elements.sentence(key, messages, shown=len(shown), total=elements.DataNumber("operating_points", size))
    columns = ("threshold", "true_positives", "false_positives", "precision", "recall", "f1")
    grid = elements.Grid(elements.column_titles("columns.curve.", columns, messages), rows, numbers_from=0)
    return elements.Section("points", messages.format("report.points"), [elements.Text(note), grid])


def _curve_figure(results: CurveResults, messages: Messages) -> elements.Figure:
    """Return the step curve with the selected threshold, which can be dragged, and labels of thresholds around it."""
    points, area = results.points, results.areas["step"]
    facts = {"points": points.threshold.size, "area": area, "prevalence": points.prevalence}
    shown = draggable_indices(results)
    counts = {"shown": len(shown), "total": elements.DataNumber("operating_points", points.threshold.size)}
    key = "report.drag" if len(shown) == points.threshold.size else "report.drag_some"
    how = elements.sentence(key, messages, **counts)
    captions = [
        elements.sentence("curve.area", messages, area=elements.area("step", results)),
        Markup('<span class="screen">{}</span>').format(how),
    ]
    alt = messages.format("curve.alt", **facts)
    return elements.Figure("curve_chart", threshold_json(results, messages), alt, captions)


def _format_ratios(results: CurveResults) -> dict[str, Markup]:
    """Format precision, recall and F1 of the selected threshold."""
    return _format_ratios_at("threshold", results.selected_index, f_score(results.points), results)


def _format_ratios_at(prefix: str, index: int, f1: np.ndarray, results: CurveResults) -> dict[str, Markup]:
    """Format precision, recall and F1 at a threshold; one that misses its requirement is never rounded to it."""
    points, required = results.points, results.required
    ratios = {"precision": (points.precision, required.precision), "recall": (points.recall, required.recall)}
    return {
        name: elements.DataNumber(f"{prefix}.{name}", float(values[index])).with_text(
            format_ratio(float(values[index]), bound=bound, decimals=DISPLAY_DECIMALS)
        )
        for name, (values, bound) in (ratios | {"f1": (f1, None)}).items()
    }
