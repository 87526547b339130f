"""What every scheme and every tool makes of the same rows, and what the order of tied rows could make of them."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from pr_curve_lab.analysis.area_intervals import AreaInterval
from pr_curve_lab.analysis.number_texts import decimals_within
from pr_curve_lab.analysis.printed_areas import different_in_print, printed_alike
from pr_curve_lab.analysis.rounding import rounded_text
from pr_curve_lab.analysis.tied_rows import mixed_rows
from pr_curve_lab.analysis.tool_numbers import tool_numbers
from pr_curve_lab.exports.analysis_in_view import Analysis
from pr_curve_lab.exports.report.areas_in_print import area_datum, area_of
from pr_curve_lab.exports.report.datum import OF_DIFFERENCES, Datum, say
from pr_curve_lab.exports.report.parts import Cell, Grid, Part, Section, Text
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.interval_words import common_name, interval_reason
from pr_curve_lab.i18n.numerals import count_text, ratio_text, signed_text
from pr_curve_lab.i18n.tie_texts import tie_texts
from pr_curve_lab.i18n.tool_terms import term
from pr_metrics import SCHEMES, TOOLS, Interval, Tool, tie_range
from pr_metrics.tools import Refusal


def schemes(analysis: Analysis, words: Words) -> Section:
    """The area of every scheme that applies, its interval, and how far it is from the left picture's."""
    areas = analysis.areas
    least, most = min(areas, key=areas.__getitem__), max(areas, key=areas.__getitem__)
    finding = "alike" if printed_alike(areas[least], areas[most]) else "range"
    ends = {"least": area_datum(least, analysis, of="least_area"), "most": area_datum(most, analysis, of="most_area")}
    title = say(words, f"schemes.headline_{finding}", schemes=len(areas), **ends)
    rows = [_scheme(key, analysis, words) for key in areas]
    header = [words.say(f"report.column_{column}") for column in ("scheme", "area", "interval", "difference", "tools")]
    compared = words.say("report.compared_with", scheme=words.say(f"schemes.{analysis.sides[0]}.name"))
    found = [analysis.intervals[key] for key in areas]
    if common_name(found, words) is None:
        header[2] = words.say("report.column_interval_two")
    note = words.say("schemes.separator").join([compared, *reasons_of(found, words)])
    return Section("schemes", title, [Grid(header, rows, numbers_to=4, heads=True), Text(note, quiet=True)])


def tools(analysis: Analysis, words: Words) -> Section:
    """A table of tools: the number that each would report for the rows, or why it has none."""
    cases = analysis.shown
    compared = analysis.areas[analysis.sides[0]]
    numbers = tool_numbers(cases)
    decimals = analysis.decimals_of_areas
    rows = [_tool(TOOLS[key], report, compared, decimals, words) for key, report in numbers.reports.items()]
    header = [words.say(f"tools.column_{column}") for column in ("tool", "value", "difference", "scheme", "ties")]
    values = [one.area for one in numbers.meant]  # as the page counts them: without settings that coarsen on purpose
    different = different_in_print(values)
    ends = {"least": min(values), "most": max(values)}
    facts = {end: Datum(f"tools.{end}", value, decimals) for end, value in ends.items()}
    finding = "finding" if different > 1 else "finding_same"
    title = say(words, f"tools.{finding}", tools=len(values), values=different, **facts)
    parts: list[Part] = [Grid(header, rows, numbers_to=3, heads=True)]
    if cases.points.unreached_positives:
        share = ratio_text(float(cases.points.recall[-1]))
        missed = words.say("tools.missed", missed=count_text(cases.points.unreached_positives), share=share)
        parts.insert(0, Text(missed))
    return Section("tools", title, parts)


def ties(analysis: Analysis, words: Words) -> Section:
    """The worst, the expected and the best order of tied rows."""
    parts: list[Part] = []
    title: Cell = words.say("ties.none_title")
    if analysis.shown.is_weighted:
        parts.append(Text(words.say("ties.weighted")))
    elif mixed_rows(analysis.points) == 0:
        area = Datum("ties.expected", tie_range(analysis.points).expected)
        parts.append(Text(say(words, "ties.none", area=area)))
    else:
        ends = tie_range(analysis.points)
        texts = tie_texts(ends)
        numbers = {name: Datum(f"ties.{name}", getattr(ends, name)).written(text) for name, text in texts.items()}
        title = say(words, "ties.finding", **numbers, times="")
        parts.append(Text(words.say("report.ties_note")))
    return Section("ties", title, parts)


def reasons_of(found: Sequence[AreaInterval], words: Words) -> list[str]:
    """The sentences on why intervals were found as they were, and whose logit interval it is."""
    reasons = list(dict.fromkeys(interval_reason(beside, words) for beside in found))
    by_number = any(beside.method == "logit" for beside in found)
    return [*reasons, words.say("report.logit_source")] if by_number else reasons


def _scheme(key: str, analysis: Analysis, words: Words) -> tuple[Cell, ...]:
    area, left = analysis.areas[key], analysis.sides[0]
    beside = analysis.intervals[key]
    interval = beside.found
    is_marked = beside.method == "logit" and common_name(analysis.intervals.values(), words) is None
    difference = area - analysis.areas[left]
    return (
        words.say(f"schemes.{key}.name"),
        area_of(key, analysis),
        _ends(key, interval) + Markup(" *" if is_marked else ""),
        "" if key == left else Datum(f"difference.{key}", difference).written(signed_text(difference, OF_DIFFERENCES)),
        words.say(f"schemes.{key}.tools", tools=words.say("report.comma").join(SCHEMES[key].tools)),
    )


def _ends(key: str, interval: Interval) -> Markup:
    return Markup(
        f"{Datum(f'interval_low.{key}', interval.low):.3f}–{Datum(f'interval_high.{key}', interval.high):.3f}"
    )


def _tool(tool: Tool, report: float | Refusal, compared: float, decimals: int, words: Words) -> tuple[Cell, ...]:
    name = words.say("tools.tool", name=tool.name, version=tool.version)
    does = words.say(f"schemes.{tool.scheme}.name" if tool.scheme else "tools.no_scheme")
    ties = words.say(term("ties", tool.ties))
    if isinstance(report, Refusal):
        return name, "", "", does, words.say("tools.refused", reason=words.say(term("refused", report.reason)))
    known = decimals_within(tool.tolerance)
    difference = report - compared
    away = "0" if abs(difference) < tool.tolerance else signed_text(difference, min(known, OF_DIFFERENCES))
    return (
        name,
        Datum(f"tool.{tool.key}", report).written(rounded_text(report, f".{min(known, decimals)}f")),
        Datum(f"tool_difference.{tool.key}", difference).written(away),
        does,
        ties,
    )
