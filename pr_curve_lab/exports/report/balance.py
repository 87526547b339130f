"""The section on another class balance, with its two charts."""

from __future__ import annotations

import math
from functools import partial

from markupsafe import Markup

from pr_curve_lab.analysis.formatting import (
    area_change_key,
    format_area,
    format_prevalence,
    format_signed,
    format_threshold,
)
from pr_curve_lab.analysis.prevalence import Balance, Balances, PermutationBand
from pr_curve_lab.analysis.thinning import circle_count_with_roc
from pr_curve_lab.exports.numbers import values_by_balance
from pr_curve_lab.exports.report import charts, elements
from pr_curve_lab.exports.report.document import FirstPage, Sections
from pr_curve_lab.exports.results import CurveResults
from pr_curve_lab.i18n.area_sentences import circle_caption
from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.io.notices import Notice
from pr_curve_lab.plotting.plot import Plot, with_selected_point
from pr_curve_lab.plotting.prevalence import prevalence_plot, roc_plot
from pr_metrics import OperatingPoints


def pr_svg(balances: Balances, results: CurveResults, messages: Messages) -> Markup:
    """Draw the curve at the target prevalence, the region that no ranking can reach, and the curve of the data."""
    points, at = balances.target.points, results.selected_index
    area = messages.format_number(balances.target.area, f".{results.area_decimals}f")
    plot = prevalence_plot(balances, messages, area)
    return _with_threshold(plot, float(points.recall[at]), float(points.precision[at]), results, messages)


def roc_svg(points: OperatingPoints, results: CurveResults, messages: Messages) -> Markup:
    """Draw the ROC curve of the measured points, which no prevalence changes."""
    at, plot = results.selected_index, roc_plot(results.roc, points, messages)
    return _with_threshold(plot, float(points.false_positive_rate[at]), float(points.recall[at]), results, messages)


def _with_threshold(plot: Plot, x: float, y: float, results: CurveResults, messages: Messages) -> Markup:
    """Return a chart with the point of the selected threshold marked."""
    threshold = format_threshold(results.points.threshold, results.selected_index)
    return charts.plot_svg(with_selected_point(plot, x, y, threshold, messages), messages)


SIDES = {"own": "measured", "asked": "target"}  # names of the balances in the exported numbers, and in messages
ROW_KEYS = {
    "prevalence": "balance.row_random_line",
    "random_order_area": "balance.row_random_rows",
    "shuffled_low": "balance.row_band",
    "p_value": "balance.row_p_value",
    "least_possible_area": "balance.row_minimum",
    "worst_order_area": "balance.row_minimum_rows",
    "chance_corrected_area": "balance.row_corrected",
    "normalised_area": "balance.row_normalized",
    "roc_area": "balance.row_roc",
    "area_under_gain": "balance.row_gain",
}
UPPER_BOUNDS = {"shuffled_low": "shuffled_high"}  # bounds in one row


def balance_section(
    results: CurveResults, balances: Balances, permutation_band: PermutationBand | None, messages: Messages
) -> elements.Section:
    """Return the section on the class balance: the area, both charts, and every number at both prevalences."""
    numbers = values_by_balance(results, balances, permutation_band)
    figures = elements.FigureRow([_pr_figure(balances, results, messages), _roc_figure(balances, results, messages)])
    caption = circle_caption("areas.caption", circle_count_with_roc(balances.measured.points), messages)
    notes: list[elements.Cell] = [messages.format("report.limits_note")]
    if permutation_band is not None:
        facts = {"shuffles": permutation_band.n_permutations, "reached": permutation_band.n_reached}
        notes.append(messages.format("balance.table_caption", **facts))
        if results.labeled_scores.clusters is not None:
            shuffled = Notice("clusters_shuffled", column=results.labeled_scores.clusters.column)
            notes.append(Markup(messages.format_notice(shuffled, elements.code)))
    if balances.has_target_prevalence:
        notes.append(messages.format("balance.table_dash"))
    table = _table(balances, numbers, results, messages)
    parts: list[elements.Component] = [table, *(elements.note(note) for note in notes)]
    lead: list[elements.Component] = [figures, elements.note(caption)]
    title, rest = _section_title(balances, results, messages), messages.format("report.balances_rest")
    return elements.Section("balances", title, parts, lead, rest)


def balance_first_page(balances: Balances, sections: Sections, messages: Messages) -> FirstPage:
    """Give the area at the target prevalence, or at that of the data."""
    has_target, prevalence = balances.has_target_prevalence, _format_prevalence(_side(balances), balances.target)
    question = (
        elements.sentence("report.question_balance", messages, prevalence=prevalence)
        if has_target
        else messages.format("report.question_own_balance")
    )
    chance = elements.sentence("report.limits", messages, prevalence=prevalence)
    return FirstPage(question, [sections["balances"].title, chance], "balances", (0, -1) if has_target else (0,))


def _side(balances: Balances) -> str:
    """Return "asked" if there is a target prevalence, else "own"."""
    return "asked" if balances.has_target_prevalence else "own"


def _section_title(balances: Balances, results: CurveResults, messages: Messages) -> Markup:
    measured, target = balances.measured, balances.target
    finding = area_change_key(measured.area, target.area) if balances.has_target_prevalence else "measured"
    facts = {
        "target_prevalence": _format_prevalence("asked", target),
        "measured_prevalence": _format_prevalence("own", measured),
        "target_area": elements.DataNumber(f"balance.{_side(balances)}.area", target.area, results.area_decimals),
        "measured_area": elements.DataNumber("balance.own.area", measured.area, results.area_decimals),
    }
    joined = messages.format(f"schemes.{balances.scheme}.joined")
    return elements.sentence(f"balance.headline_{finding}", messages, joined=joined, **facts)


def _pr_figure(balances: Balances, results: CurveResults, messages: Messages) -> elements.Figure:
    name = messages.format(f"schemes.{balances.scheme}.name")
    alt = messages.format("balance.pr_alt", scheme=name, prevalence=balances.target.text, area=balances.target.area)
    drawn = pr_svg(balances, results, messages)
    write_area = partial(format_area, decimals=results.area_decimals)
    area = elements.number(f"balance.{_side(balances)}.area", balances.target.area, write_area)
    total = elements.DataNumber("operating_points", balances.measured.points.threshold.size)
    thinned = charts.thinned_caption(balances.target.joined.curve.n_kept, total, messages)
    return elements.Figure("pr_chart", drawn, alt, [elements.named_number(name, area, messages), *thinned])


def _roc_figure(balances: Balances, results: CurveResults, messages: Messages) -> elements.Figure:
    """Return the ROC curve of the measured points."""
    area = results.roc.area
    caption = elements.named_number(
        messages.format("balance.row_roc"), elements.number("balance.own.roc_area", area), messages
    )
    drawn = roc_svg(balances.measured.points, results, messages)
    return elements.Figure("roc_chart", drawn, messages.format("balance.roc_alt", area=area), [caption])


def _table(
    balances: Balances, values: list[dict[str, float]], results: CurveResults, messages: Messages
) -> elements.Grid:
    """Return a row for each quantity known at either prevalence, and a column for each prevalence."""
    sides = dict(zip(SIDES, values, strict=False))
    prevalences = zip(SIDES, (balances.measured, balances.target), strict=True)
    header = [
        elements.sentence(f"columns.balance.{SIDES[side]}", messages, prevalence=_format_prevalence(side, balance))
        for side, balance in prevalences
        if side in sides
    ]
    rows: list[tuple[elements.Cell, ...]] = [
        (label, *(_cell(side, name, numbers, results, messages) for side, numbers in sides.items()))
        for name, label in _row_labels(balances, results, messages).items()
        if not all(math.isnan(numbers[name]) for numbers in values)
    ]
    return elements.Grid((messages.format("report.limit"), *header), rows, row_headers=True)


def _row_labels(balances: Balances, results: CurveResults, messages: Messages) -> dict[str, elements.Cell]:
    """Return the label of each row: the area first, precision and recall last."""
    threshold = elements.threshold("threshold", results.points, results.selected_index)
    scheme = messages.format(f"schemes.{balances.scheme}.name")
    return {
        "area": messages.format("report.area_of", scheme=scheme),
        **{name: messages.format(key) for name, key in ROW_KEYS.items()},
        "precision": elements.sentence("report.precision_at", messages, threshold=threshold),
        "recall": elements.sentence("report.recall_at", messages, threshold=threshold),
    }


def _cell(side: str, name: str, values: dict[str, float], results: CurveResults, messages: Messages) -> elements.Cell:
    if math.isnan(values[name]):
        return messages.format("punctuation.none")
    decimals = results.area_decimals if name == "area" else elements.DECIMALS
    write = format_prevalence if name == "prevalence" else partial(format_signed, spec=f".{decimals}f")
    names = (name, UPPER_BOUNDS[name]) if name in UPPER_BOUNDS else (name,)
    return Markup(" – ").join(elements.number(f"balance.{side}.{one}", values[one], write) for one in names)


def _format_prevalence(side: str, balance: Balance) -> Markup:
    return elements.number(f"balance.{side}.prevalence", balance.points.prevalence, lambda _: balance.text)
