"""The section about another class balance, with its two pictures."""

from __future__ import annotations

import math
from functools import partial

from markupsafe import Markup

from pr_curve_lab.analysis.formatting import area_change_key, format_prevalence, format_signed, format_threshold
from pr_curve_lab.analysis.prevalence import Balance, Balances, PermutationBand
from pr_curve_lab.analysis.thinning import drawn_count, marker_count_with_roc
from pr_curve_lab.exports.analysis import Analysis
from pr_curve_lab.exports.numbers import values_by_balance
from pr_curve_lab.exports.report import charts
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
    format_html,
    format_title,
    number_element,
)
from pr_curve_lab.exports.report.document import Opening, Sections
from pr_curve_lab.i18n.area_sentences import marker_caption
from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.io.limits import Notice
from pr_curve_lab.plotting.plot import Plot, with_selected_point
from pr_curve_lab.plotting.prevalence import prevalence_plot, roc_plot
from pr_metrics import OperatingPoints


def pr_drawing(balances: Balances, analysis: Analysis, messages: Messages) -> Markup:
    """The curve at the asked balance, what no ranking can reach there, and the data's own curve as a thin line."""
    points, at = balances.target.points, analysis.selected_index
    area = messages.number(balances.target.area, f".{analysis.area_decimals}f")
    plot = prevalence_plot(balances, messages, area)
    return _with_threshold(plot, float(points.recall[at]), float(points.precision[at]), analysis, messages)


def roc_drawing(points: OperatingPoints, analysis: Analysis, messages: Messages) -> Markup:
    """The measured points, whatever balance was asked for, joined by straight lines from (0, 0)."""
    at, plot = analysis.selected_index, roc_plot(analysis.roc, points, messages)
    return _with_threshold(plot, float(points.false_positive_rate[at]), float(points.recall[at]), analysis, messages)


def _with_threshold(plot: Plot, x: float, y: float, analysis: Analysis, messages: Messages) -> Markup:
    """A picture with the point of the selected threshold."""
    threshold = format_threshold(analysis.points.threshold, analysis.selected_index)
    return charts.drawing(with_selected_point(plot, x, y, threshold, messages), messages)


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
            shuffled = Notice("clusters_shuffled", column=analysis.cases.clusters.column)
            notes.append(Markup(messages.format_notice(shuffled, code_element)))
    if balances.has_target_prevalence:
        notes.append(messages.format("report.own_only"))
    table = _table(balances, numbers, analysis, messages)
    parts: list[Component] = [table, *(Text(note, quiet=True) for note in notes)]
    lead: list[Component] = [figures, Text(caption, quiet=True)]
    title, rest = _section_title(balances, analysis, messages), messages.format("report.balances_rest")
    return Section("balances", title, parts, lead, rest)


def balance_opening(balances: Balances, sections: Sections, _: Analysis, messages: Messages) -> Opening:
    """The area at the asked balance, or at the data's own."""
    has_target, prevalence = balances.has_target_prevalence, _format_prevalence(_side(balances), balances.target)
    question = (
        format_html(messages, "report.question_balance", prevalence=prevalence)
        if has_target
        else messages.format("report.question_own_balance")
    )
    chance = format_html(messages, "report.limits", prevalence=prevalence)
    return Opening(question, [sections["balances"].title, chance], "balances", (0, -1) if has_target else (0,))


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
    return format_html(messages, f"balance.headline_{finding}", joined=joined, **facts)


def _pr_figure(balances: Balances, analysis: Analysis, messages: Messages) -> Figure:
    name = messages.format(f"schemes.{balances.scheme}.name")
    alt = messages.format("balance.pr_alt", scheme=name, prevalence=balances.target.text, area=balances.target.area)
    drawn = pr_drawing(balances, analysis, messages)
    area = Markup(f"{DataNumber(f'balance.{_side(balances)}.area', balances.target.area, analysis.area_decimals):.3f}")
    return Figure(
        "pr_chart", drawn, alt, [format_title(name, area, messages), *_point_count_caption(balances, messages)]
    )


def _roc_figure(balances: Balances, analysis: Analysis, messages: Messages) -> Figure:
    """The ROC curve of the measured points, whatever balance was asked for."""
    area = analysis.roc.area
    caption = format_title(messages.format("balance.row_roc"), number_element("balance.own.roc_area", area), messages)
    drawn = roc_drawing(balances.measured.points, analysis, messages)
    return Figure("roc_chart", drawn, messages.format("balance.roc_alt", area=area), [caption])


def _point_count_caption(balances: Balances, messages: Messages) -> list[Cell]:
    total = DataNumber("operating_points", balances.measured.points.threshold.size)
    shown = drawn_count(balances.target.joined.curve.n_kept, balances.measured.points.threshold.size)
    return [] if shown is None else [format_html(messages, "chart.thinned", shown=shown, total=total)]


def _table(balances: Balances, values: list[dict[str, float]], analysis: Analysis, messages: Messages) -> Grid:
    """A line for each quantity that is known at either balance, and a column for each balance."""
    sides = dict(zip(SIDES, values, strict=False))
    prevalences = zip(SIDES, (balances.measured, balances.target), strict=True)
    header = [
        format_html(messages, f"balance.column_{side}", prevalence=_format_prevalence(side, balance))
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
    at, thresholds = analysis.selected_index, analysis.points.threshold
    threshold = DataNumber("threshold", float(thresholds[at])).with_text(format_threshold(thresholds, at))
    scheme = messages.format(f"schemes.{balances.scheme}.name")
    return {
        "area": messages.format("report.area_of", scheme=scheme),
        **{name: messages.format(key) for name, key in ROW_KEYS.items()},
        "precision": format_html(messages, "report.precision_at", threshold=threshold),
        "recall": format_html(messages, "report.recall_at", threshold=threshold),
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
