"""The sections on the area of each scheme, on what each tool reports, and on ties."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from markupsafe import Markup

from pr_curve_lab.analysis.formatting import (
    count_unique_areas,
    decimals_for_tolerance,
    format_area,
    format_count,
    format_difference,
    format_ratio,
)
from pr_curve_lab.analysis.intervals import AreaInterval
from pr_curve_lab.analysis.thresholds import count_class_ties
from pr_curve_lab.analysis.tools import tool_numbers
from pr_curve_lab.exports.report import elements
from pr_curve_lab.exports.results import CurveResults
from pr_curve_lab.i18n.area_sentences import common_interval_name, format_tie_bounds, interval_reason
from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.i18n.names import tool_message_key
from pr_metrics import SCHEMES, TOOLS, Tool, tie_bounds
from pr_metrics.tools import RejectedInput

TIE_BOUND_FIELDS = {"worst": "lower", "expected": "expected", "best": "upper"}  # attributes by message placeholder


def schemes_section(results: CurveResults, messages: Messages) -> elements.Section:
    """List the area of every scheme that applies, its interval, and its difference from the area on the left."""
    areas = results.areas
    least, most = min(areas, key=areas.__getitem__), max(areas, key=areas.__getitem__)
    is_one = format_area(areas[least], results.area_decimals) == format_area(areas[most], results.area_decimals)
    ends = {end: elements.area(key, results, name=f"{end}_area") for end, key in (("least", least), ("most", most))}
    title = elements.sentence(
        f"schemes.{'close_alike' if is_one else 'headline_range'}", messages, count=len(areas), **ends
    )
    rows = [_scheme_row(key, results, messages) for key in areas]
    header = elements.column_titles("columns.report.", ("scheme", "area", "interval", "difference", "tools"), messages)
    compared = messages.format("report.compared_with", scheme=messages.format(f"schemes.{results.sides[0]}.name"))
    found = [results.intervals[key] for key in areas]
    if common_interval_name(found, messages) is None:
        header[2] = messages.format("columns.report.interval_two")
    note = messages.format("punctuation.sentences").join([compared, *interval_notes(found, messages)])
    grid = elements.Grid(header, rows, numbers_to=4, row_headers=True)
    return elements.Section("schemes", title, [grid, elements.note(note)])


def tools_section(results: CurveResults, messages: Messages) -> elements.Section:
    """List the number that each tool reports for the rows, or why it has none."""
    labeled_scores, decimals = results.rounded_labeled_scores, results.area_decimals
    numbers = tool_numbers(labeled_scores)
    rows = [_tool_row(TOOLS[key], report, results, messages) for key, report in numbers.reports.items()]
    header = elements.column_titles("columns.tools.", ("tool", "value", "difference", "scheme", "ties"), messages)
    # As on the page, without tool settings that make the curve coarse on purpose.
    values = [one.area for one in numbers.exact_numbers]
    ends = {"least": min(values), "most": max(values)}
    facts = {end: elements.DataNumber(f"tools.{end}", value, decimals) for end, value in ends.items()}
    different = count_unique_areas(values)
    finding = "tools.finding" if different > 1 else "answer.headline_one"
    title = elements.sentence(finding, messages, tools=len(values), values=different, **facts)
    parts: list[elements.Component] = [elements.Grid(header, rows, numbers_to=3, row_headers=True)]
    if labeled_scores.points.unscored_positives:
        share = format_ratio(float(labeled_scores.points.recall[-1]))
        unscored = messages.format(
            "tools.missed", missed=format_count(labeled_scores.points.unscored_positives), share=share
        )
        parts.insert(0, elements.Text(unscored))
    return elements.Section("tools", title, parts)


def ties_section(results: CurveResults, messages: Messages) -> elements.Section:
    """Give the areas for the worst, the expected and the best order of tied rows."""
    title: elements.Cell = messages.format("ties.none_title")
    if results.rounded_labeled_scores.is_weighted:
        return elements.Section("ties", title, [elements.Text(messages.format("ties.weighted"))])
    bounds = tie_bounds(results.points)
    if count_class_ties(results.points) == 0:
        area = elements.DataNumber("ties.expected", bounds.expected)
        return elements.Section("ties", title, [elements.Text(elements.sentence("ties.none", messages, area=area))])
    numbers = {
        name: elements.DataNumber(f"ties.{name}", getattr(bounds, TIE_BOUND_FIELDS[name])).with_text(text)
        for name, text in format_tie_bounds(bounds).items()
    }
    title = elements.sentence("ties.finding", messages, **numbers, times="")
    return elements.Section("ties", title, [elements.Text(messages.format("report.ties_note"))])


def interval_notes(intervals: Sequence[AreaInterval], messages: Messages) -> list[str]:
    """Return sentences on the choice of interval methods, and the source of the logit interval."""
    reasons = list(dict.fromkeys(interval_reason(area_interval, messages) for area_interval in intervals))
    by_number = any(area_interval.method == "logit" for area_interval in intervals)
    return [*reasons, messages.format("report.logit_source")] if by_number else reasons


def _scheme_row(key: str, results: CurveResults, messages: Messages) -> tuple[elements.Cell, ...]:
    area_interval, left = results.intervals[key], results.sides[0]
    is_marked = area_interval.method == "logit" and common_interval_name(results.intervals.values(), messages) is None
    ends = {"interval_low": area_interval.interval.lower, "interval_high": area_interval.interval.upper}
    interval = Markup("–").join(elements.number(f"{end}.{key}", value) for end, value in ends.items())
    difference = results.areas[key] - results.areas[left]
    write = partial(format_difference, decimals=elements.DIFFERENCE_DECIMALS)
    return (
        messages.format(f"schemes.{key}.name"),
        elements.area(key, results).element,
        interval + Markup(" *" if is_marked else ""),
        "" if key == left else elements.number(f"difference.{key}", difference, write),
        messages.format(f"schemes.{key}.tools", tools=messages.format("punctuation.items").join(SCHEMES[key].tools)),
    )


def _tool_row(
    tool: Tool, value: float | RejectedInput, results: CurveResults, messages: Messages
) -> tuple[elements.Cell, ...]:
    """Return a tool with its number and the difference from the compared area, or why it has none."""
    name = messages.format("tools.tool", name=tool.name, version=tool.version)
    joined = messages.format(f"schemes.{tool.scheme}.name" if tool.scheme else "tools.no_scheme")
    if isinstance(value, RejectedInput):
        reason = messages.format(tool_message_key("refused", value.reason))
        return name, "", "", joined, messages.format("tools.refused", reason=reason)
    known, difference = decimals_for_tolerance(tool.tolerance), value - results.areas[results.sides[0]]
    known_difference = 0 if abs(difference) < tool.tolerance else difference
    written = format_difference(known_difference, min(known, elements.DIFFERENCE_DECIMALS))
    return (
        name,
        elements.number(f"tool.{tool.key}", value, partial(format_area, decimals=min(known, results.area_decimals))),
        elements.DataNumber(f"tool_difference.{tool.key}", difference).with_text(written),
        joined,
        messages.format(tool_message_key("ties", tool.ties)),
    )
