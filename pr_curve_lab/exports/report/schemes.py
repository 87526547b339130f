"""The sections on the area of each scheme, on what each tool would report, and on ties."""

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
    has_same_text,
)
from pr_curve_lab.analysis.intervals import AreaInterval
from pr_curve_lab.analysis.thresholds import count_class_ties
from pr_curve_lab.analysis.tools import tool_numbers
from pr_curve_lab.exports.analysis import Analysis
from pr_curve_lab.exports.report.components import (
    DIFFERENCE_DECIMALS,
    Cell,
    Component,
    DataNumber,
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
from pr_metrics import SCHEMES, TOOLS, Tool, tie_bounds
from pr_metrics.tools import RejectedInput

TIE_BOUND_FIELDS = {"worst": "lower", "expected": "expected", "best": "upper"}  # by the placeholder of the sentence


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
