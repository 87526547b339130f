"""The section about another class balance, with its two pictures."""

from __future__ import annotations

import math
from functools import partial

import numpy as np
from markupsafe import Markup

from pr_curve_lab.analysis.formatting import area_change_key, format_prevalence, format_signed, format_threshold
from pr_curve_lab.analysis.prevalence import Balance, Balances, PermutationBand
from pr_curve_lab.analysis.thinning import (
    RenderedCurve,
    marker_count_with_roc,
    marker_indices_with_space,
    reduce_count,
    render_curve,
)
from pr_curve_lab.exports.analysis import Analysis
from pr_curve_lab.exports.numbers import values_by_balance
from pr_curve_lab.exports.report import charts
from pr_curve_lab.exports.report.charts import PAIR_PLOT_AREA, ChartSpec
from pr_curve_lab.exports.report.components import (
    DECIMALS,
    Cell,
    Component,
    DataNumber,
    Figure,
    FigureRow,
    Grid,
    Section,
    Text,
    code_element,
    format_message,
    format_title,
    number_element,
)
from pr_curve_lab.exports.report.document import Opening, Sections
from pr_curve_lab.i18n.area_sentences import marker_caption
from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.io.limits import Problem
from pr_curve_lab.plotting import prevalence
from pr_curve_lab.plotting import prevalence as roc_figure
from pr_curve_lab.plotting.labels import FreeSpace, positions_by_distance
from pr_curve_lab.plotting.palette import AREA_SIZE
from pr_curve_lab.web.payload import Payload
from pr_metrics import OperatingPoints

ROC = "lab-ink"


def pr_payload(balances: Balances, analysis: Analysis, messages: Messages) -> Payload:
    """The curve at the asked balance, what no ranking can reach there, and the data's own curve as a thin line."""
    joined, points, at = balances.target.joined, balances.target.points, analysis.active_index
    style = charts.style_of(joined.scheme)
    balance, balance_label = charts.balance(points.prevalence, messages, PAIR_PLOT_AREA, balances.target.text)
    title = messages.format("balance.pr_title", scheme=messages.format(f"schemes.{joined.scheme}.name"))
    room = FreeSpace(boxes=[charts.balance_box(points.prevalence)])
    room.add_line(joined.curve.recall, joined.curve.precision)
    room.add_line(np.array([0.0, 1.0]), np.full(2, points.prevalence))
    behind, names = _background(balances, room, messages)
    number = room.best_position(
        prevalence.CURVE_AREA_POSITIONS, messages.format("chart.area", area=joined.area), size=AREA_SIZE
    )
    here = float(points.recall[at]), float(points.precision[at])
    return ChartSpec(
        PAIR_PLOT_AREA,
        (messages.format("chart.recall"), messages.format("chart.precision")),
        areas=[charts.area(joined, joined.scheme, style)],
        lines=[*behind, *charts.extrapolated_start(joined.curve, style), balance],
        markers=[
            *_markers(points.recall, points.precision, balances.measured.points, style),
            charts.active_marker(*here, PAIR_PLOT_AREA),
        ],
        labels=[
            charts.title(title, PAIR_PLOT_AREA, style),
            balance_label,
            *names,
            charts.number(joined, messages, PAIR_PLOT_AREA, style, number, analysis.area_decimals),
            _threshold_label(*here, analysis, room, messages),
        ],
    ).payload()


def roc_payload(points: OperatingPoints, analysis: Analysis, messages: Messages) -> Payload:
    """The measured points, whatever balance was asked for, joined by straight lines from (0, 0)."""
    drawn, at, diagonal = analysis.roc, analysis.active_index, np.array([0.0, 1.0])
    room = FreeSpace()
    room.add_line(drawn.curve.recall, drawn.curve.precision)
    room.add_line(diagonal, diagonal)
    text = messages.format("chart.area", area=drawn.area)
    number = room.best_position(roc_figure.ROC_AREA_POSITIONS, text, size=AREA_SIZE)
    random = messages.format("balance.random")
    labels = [
        charts.title(messages.format("balance.roc_title"), PAIR_PLOT_AREA),
        charts.number(drawn, messages, PAIR_PLOT_AREA, ROC, number),
        charts.label(room.best_position(roc_figure.RANDOM_POSITIONS, random), random, PAIR_PLOT_AREA),
    ]
    here = float(points.false_positive_rate[at]), float(points.recall[at])
    return ChartSpec(
        PAIR_PLOT_AREA,
        (messages.format("chart.false_positive_rate"), messages.format("chart.recall")),
        areas=[charts.area(drawn, "roc", ROC)],
        lines=[charts.line(diagonal, diagonal, "lab-balance")],
        markers=[
            *_markers(points.false_positive_rate, points.recall, points, ROC),
            charts.active_marker(*here, PAIR_PLOT_AREA),
        ],
        labels=[*labels, _threshold_label(*here, analysis, room, messages)],
    ).payload()


def _markers(x: np.ndarray, y: np.ndarray, points: OperatingPoints, style: str) -> list[Payload]:
    """Circles for the points that have one in either picture, whatever the class balance."""
    shown = marker_indices_with_space(points.recall, points.precision, points.false_positive_rate)
    return charts.markers(x[shown], y[shown], style, PAIR_PLOT_AREA)


def _background(balances: Balances, space: FreeSpace, messages: Messages) -> tuple[list[Payload], list[Payload]]:
    """The region below every ranking and the data's own curve, and their names."""
    lines: list[Payload] = []
    labels: list[Payload] = []
    own, edge = balances.measured.joined.curve, balances.target.min_curve
    if balances.has_target_prevalence:
        lines.append(charts.line(*_vertices(own), "lab-own"))
        space.add_line(own.recall, own.precision)
    if edge is not None:
        text = messages.format("balance.unachievable")
        place, leader = prevalence.unachievable_position(edge, text, space)
        lines.append(charts.line(edge.recall, edge.precision, "lab-unachievable", closed=True))
        if leader is not None:
            lines.append(charts.line(*leader, "lab-own"))
            space.add_line(*leader)
        labels.append(charts.label(place, text, PAIR_PLOT_AREA))
    if balances.has_target_prevalence:
        text = messages.format("balance.own_label", prevalence=balances.measured.text)
        labels.append(charts.label(space.best_position(prevalence.curve_positions(own), text), text, PAIR_PLOT_AREA))
    return lines, labels


def _vertices(curve: RenderedCurve) -> tuple[np.ndarray, np.ndarray]:
    """The vertices of a curve that has no area here."""
    thin = render_curve(curve, charts.RESOLUTION)
    return thin.recall, thin.precision


def _threshold_label(x: float, y: float, analysis: Analysis, space: FreeSpace, messages: Messages) -> Payload:
    """The name of the threshold in force, beside its point."""
    text = messages.format(
        "chart.threshold", threshold=format_threshold(analysis.points.threshold, analysis.active_index)
    )
    return charts.label(space.best_position(positions_by_distance(x, y), text), text, PAIR_PLOT_AREA, charts.BOLD_CLASS)


SIDES = ("own", "asked")
ROW_KEYS = {
    "prevalence": "balance.row_random_line",
    "random_order_area": "balance.row_random_rows",
    "shuffled_low": "balance.row_band",
    "p_value": "balance.row_p_value",
    "least_possible_area": "balance.row_least",
    "worst_order_area": "balance.row_least_rows",
    "chance_corrected_area": "balance.row_corrected",
    "normalised_area": "balance.row_normalised",
    "roc_area": "balance.row_roc",
    "area_under_gain": "balance.row_gain",
}
UPPER_BOUNDS = {"shuffled_low": "shuffled_high"}  # on one line


def balance_section(
    balances: Balances, permutation_test: PermutationBand | None, analysis: Analysis, messages: Messages
) -> Section:
    """A section on the class balance: the area, both pictures, and every number at either balance."""
    numbers = values_by_balance(analysis, balances, permutation_test)
    figures = FigureRow([_pr_figure(balances, analysis, messages), _roc_figure(balances, analysis, messages)])
    caption = marker_caption("balance.caption", marker_count_with_roc(balances.measured.points), messages)
    notes: list[Cell] = [messages.format("report.limits_note")]
    if permutation_test is not None:
        facts = {"shuffles": permutation_test.n_permutations, "error": permutation_test.error}
        notes.append(messages.format("balance.table_caption", **facts))
        if analysis.cases.clusters is not None:
            shuffled = Problem("clusters_shuffled", column=analysis.cases.clusters.column)
            notes.append(Markup(messages.format_problem(shuffled, code_element)))
    if balances.has_target_prevalence:
        notes.append(messages.format("report.own_only"))
    table = _table(balances, numbers, analysis, messages)
    parts: list[Component] = [table, *(Text(note, quiet=True) for note in notes)]
    lead: list[Component] = [figures, Text(caption, quiet=True)]
    title, rest = _section_title(balances, analysis, messages), messages.format("report.balances_rest")
    return Section("balances", title, parts, lead, rest)


def balance_opening(balances: Balances, sections: Sections, _: Analysis, messages: Messages) -> Opening:
    """The area at the asked balance, or at the data's own."""
    is_moved, prevalence = balances.has_target_prevalence, _format_prevalence(_side(balances), balances.target)
    question = (
        format_message(messages, "report.question_balance", prevalence=prevalence)
        if is_moved
        else messages.format("report.question_own_balance")
    )
    chance = format_message(messages, "report.limits", prevalence=prevalence)
    return Opening(question, [sections["balances"].title, chance], "balances", (0, -1) if is_moved else (0,))


def _side(balances: Balances) -> str:
    """The balance that the page shows: the asked one, or the data's own."""
    return "asked" if balances.has_target_prevalence else "own"


def _section_title(balances: Balances, analysis: Analysis, messages: Messages) -> Markup:
    own, target = balances.measured, balances.target
    finding = area_change_key(own.area, target.area) if balances.has_target_prevalence else "own"
    facts = {
        "prevalence": _format_prevalence("asked", target),
        "own": _format_prevalence("own", own),
        "area": DataNumber(f"balance.{_side(balances)}.area", target.area, analysis.area_decimals),
        "plain": DataNumber("balance.own.area", own.area, analysis.area_decimals),
    }
    joined = messages.format(f"schemes.{balances.scheme}.joined")
    return format_message(messages, f"balance.headline_{finding}", joined=joined, **facts)


def _pr_figure(balances: Balances, analysis: Analysis, messages: Messages) -> Figure:
    name = messages.format(f"schemes.{balances.scheme}.name")
    alt = messages.format("balance.pr_alt", scheme=name, prevalence=balances.target.text, area=balances.target.area)
    drawn = pr_payload(balances, analysis, messages)
    area = Markup(f"{DataNumber(f'balance.{_side(balances)}.area', balances.target.area, analysis.area_decimals):.3f}")
    return Figure(
        "pr_chart", drawn, alt, [format_title(name, area, messages), *_point_count_caption(balances, messages)]
    )


def _roc_figure(balances: Balances, analysis: Analysis, messages: Messages) -> Figure:
    """The ROC curve of the measured points, whatever balance was asked for."""
    area = analysis.roc.area
    caption = format_title(messages.format("balance.row_roc"), number_element("balance.own.roc_area", area), messages)
    drawn = roc_payload(balances.measured.points, analysis, messages)
    return Figure("roc_chart", drawn, messages.format("balance.roc_alt", area=area), [caption])


def _point_count_caption(balances: Balances, messages: Messages) -> list[Cell]:
    total = DataNumber("operating_points", balances.measured.points.threshold.size)
    shown = reduce_count(balances.target.joined.curve.n_original, balances.measured.points.threshold.size)
    return [] if shown is None else [format_message(messages, "chart.thinned", shown=shown, total=total)]


def _table(balances: Balances, values: list[dict[str, float]], analysis: Analysis, messages: Messages) -> Grid:
    """A line for each quantity that is known at either balance, and a column for each balance."""
    sides = dict(zip(SIDES, values, strict=False))
    prevalences = zip(SIDES, (balances.measured, balances.target), strict=True)
    header = [
        format_message(messages, f"balance.column_{side}", prevalence=_format_prevalence(side, balance))
        for side, balance in prevalences
        if side in sides
    ]
    rows: list[tuple[Cell, ...]] = [
        (label, *(_cell(side, name, numbers, analysis, messages) for side, numbers in sides.items()))
        for name, label in _row_labels(balances, analysis, messages).items()
        if not all(math.isnan(numbers[name]) for numbers in values)
    ]
    return Grid((messages.format("report.limit"), *header), rows, row_headers=True)


def _row_labels(balances: Balances, analysis: Analysis, messages: Messages) -> dict[str, Cell]:
    """The name of each line, the area first, precision and recall last."""
    at, thresholds = analysis.active_index, analysis.points.threshold
    threshold = DataNumber("threshold", float(thresholds[at])).with_text(format_threshold(thresholds, at))
    scheme = messages.format(f"schemes.{balances.scheme}.name")
    return {
        "area": messages.format("report.area_of", scheme=scheme),
        **{name: messages.format(key) for name, key in ROW_KEYS.items()},
        "precision": format_message(messages, "report.precision_at", threshold=threshold),
        "recall": format_message(messages, "report.recall_at", threshold=threshold),
    }


def _cell(side: str, name: str, values: dict[str, float], analysis: Analysis, messages: Messages) -> Cell:
    if math.isnan(values[name]):
        return messages.format("balance.none")
    decimals = analysis.area_decimals if name == "area" else DECIMALS
    write = format_prevalence if name == "prevalence" else partial(format_signed, spec=f".{decimals}f")
    names = (name, UPPER_BOUNDS[name]) if name in UPPER_BOUNDS else (name,)
    return Markup(" – ").join(number_element(f"balance.{side}.{one}", values[one], write) for one in names)


def _format_prevalence(side: str, balance: Balance) -> Markup:
    return DataNumber(f"balance.{side}.prevalence", balance.points.prevalence).with_text(balance.text)
