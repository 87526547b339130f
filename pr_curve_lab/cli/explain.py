"""Commands `prlab explain` and `prlab tools`: where a number may come from, and what every tool reports."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pr_curve_lab.analysis.alternative_values import common_values, partial_values
from pr_curve_lab.analysis.formatting import decimals_for_tolerance, format_area, format_difference
from pr_curve_lab.analysis.number_sources import (
    NumberContext,
    Source,
    average_precision_source,
    explain_numbers,
    other_sources,
    sources_of,
)
from pr_curve_lab.analysis.reported_number import ReportedNumber
from pr_curve_lab.analysis.signature_check import (
    check_signature,
    parse_number_or_signature,
    parse_signature_text,
    signature_number,
)
from pr_curve_lab.analysis.tools import ToolNumbers, other_numbers, tool_numbers
from pr_curve_lab.cli.output import Cell, CommandError, escape_control_characters, show_json, show_message, show_table
from pr_curve_lab.cli.rows import InputRows
from pr_curve_lab.i18n.messages import format_notices, messages_in
from pr_curve_lab.i18n.names import tool_message_key
from pr_curve_lab.i18n.number_source_sentences import NumberSourceText
from pr_curve_lab.i18n.release_sentences import bins_text, change_text, format_signature_check, version_range
from pr_curve_lab.io.notices import Notice
from pr_curve_lab.schema.dataset import LabeledScores
from pr_metrics import SCHEMES, TOOLS, Signature


@dataclass(frozen=True)
class RowNumbers:
    """The numbers of tools on the rows of one model; those of releases are computed when they are asked for."""

    labeled_scores: LabeledScores

    @cached_property
    def common(self) -> ToolNumbers:
        """The numbers of `tool_numbers`."""
        return tool_numbers(self.labeled_scores)

    @cached_property
    def others(self) -> ToolNumbers:
        """The numbers of `other_numbers`."""
        return other_numbers(self.labeled_scores)


def print_tools(rows: InputRows, *, as_json: bool) -> None:
    """Print the number that every tool reports, and how far it is from AP."""
    found = {
        name: tool_numbers(labeled_scores).select(other_numbers(labeled_scores), "all")
        for name, labeled_scores in rows.labeled_scores().items()
    }
    if as_json:
        models = [{"name": name, **_tools_json(numbers)} for name, numbers in found.items()]
        show_json({**rows.json_values, "models": models})
        return
    several = len(found) > 1
    lines = [[*([name] if several else []), *line] for name, numbers in found.items() for line in _tool_rows(numbers)]
    show_table([*(["model"] if several else []), "tool", "area", "from AP", "version", "points joined"], lines)


def _tools_json(numbers: ToolNumbers) -> dict[str, Any]:
    """Return the area by each tool (or None), the cause of its difference from AP, and why a tool refuses the rows."""
    reports = numbers.reports
    return {
        "tools": {key: report if isinstance(report, float) else None for key, report in reports.items()},
        "causes": {one.tool.key: one.cause for one in numbers.numbers},
        "refused": {key: str(refusal) for key, refusal in numbers.rejected.items()},
    }


def _tool_rows(numbers: ToolNumbers) -> list[list[Cell]]:
    messages, areas = messages_in("en"), {one.tool.key: one for one in numbers.numbers}
    lines: list[list[Cell]] = []
    for key, tool in TOOLS.items():
        if key in areas:
            decimals, difference = decimals_for_tolerance(tool.tolerance), areas[key].from_average_precision
            apart = format_difference(0 if abs(difference) < tool.tolerance else difference, decimals)
            joined = messages.format(f"schemes.{tool.scheme}.name" if tool.scheme else "tools.no_scheme")
            lines.append([key, format_area(areas[key].area, decimals), apart, tool.version, joined])
            continue
        refusal = numbers.rejected.get(key)
        reason = messages.format(tool_message_key("refused", refusal.reason) if refusal else "answer.undefined")
        lines.append([key, None, "", tool.version, messages.format("tools.refused", reason=reason)])
    return lines


def explain_number(
    rows: InputRows | None, number: str, *, tool: str, other: str, other_tool: str, as_json: bool
) -> None:
    """Print which tools give a number, and why it differs from another number."""
    if other_tool and not other:
        raise CommandError("--other-tool needs --other")
    typed = [(number, "--tool", tool)] + ([(other, "--other-tool", other_tool)] if other else [])
    signatures = {text: found for text, *_ in typed if isinstance(found := parse_signature_text(text), Signature)}
    for text, option, named in typed:
        if text in signatures and named:
            raise CommandError(f"a signature says itself which tool it is from; leave out {option} {named}")
    if rows is None:
        if other or as_json:
            raise CommandError(f"{'--other' if other else '--json'} needs a FILE")
        _show_tool_info(number, tool)
        return
    numbers = RowNumbers(rows.dataset.labeled_scores(rows.dataset.valid_names[0]))
    checks = [_check_signature(numbers, found) for found in signatures.values()]
    if any(signature_number(found) is None for found in signatures.values()):  # nan can only be compared
        _show_checks(rows, checks, as_json=as_json)
        return
    mine, theirs = parse_reported_number(number, tool), parse_reported_number(other, other_tool) if other else None
    sources = _number_sources(rows, numbers, mine, theirs)
    if as_json:
        show_json({**rows.json_values, **_sources_json(sources), "signatures": checks})
        return
    _show_checks(rows, checks, as_json=False)
    for one in (mine, theirs):
        if one is not None and one.as_percent:
            show_message(_strip_markdown(messages_in("en").format("published.as_percent", number=one.text)))
    print(_strip_markdown(sources.title()))
    for line in _lines(sources):
        print(_strip_markdown(line))


def _show_checks(rows: InputRows, checks: Sequence[Mapping[str, Any]], *, as_json: bool) -> None:
    if as_json:
        show_json({**rows.json_values, "signatures": checks})
    for check in () if as_json else checks:
        show_message(check["text"])


def _check_signature(numbers: RowNumbers, signature: Signature) -> dict[str, Any]:
    """Return whether the rows of the first model give the number of a signature, and what differs if not, as text."""
    reports = numbers.common.reports | numbers.others.reports
    check = check_signature(signature, numbers.labeled_scores.points, reports)
    text = _strip_markdown(format_signature_check(check, messages_in("en")))
    return {"signature": str(signature), "given": check.is_given, "text": text}


def check_number_text(text: str) -> None:
    """Raise a CommandError if a text is neither a number nor a signature, of which the area may be nan."""
    if not isinstance(parse_signature_text(text), Signature):
        parse_reported_number(text)


def parse_reported_number(text: str, tool: str = "") -> ReportedNumber:
    """Return a number, or that of a signature, with the tool that it comes from.

    Raises
    ------
    CommandError: the text can be read neither as a number nor as a signature.
    """
    number = parse_number_or_signature(text, tool)
    if isinstance(number, Notice):
        raise CommandError(format_notices(number))
    return number


def _number_sources(
    rows: InputRows, numbers: RowNumbers, number: ReportedNumber, other_number: ReportedNumber | None
) -> NumberSourceText:
    """Return the explanation for the rows of the first model that has positives and negatives."""
    name, *others = rows.dataset.valid_names
    if others:
        show_message(
            f"computed for '{name}'; {'--positive' if rows.dataset.kind == 'classes' else '--score'} chooses another"
        )
    common, points = numbers.common, numbers.labeled_scores.points
    areas = {key: scheme.area(points) for key, scheme in SCHEMES.items() if scheme.can_join(points)}
    context = NumberContext(
        points,
        common_values=lambda: common_values(rows.dataset, name, rows.table),
        partial_values=lambda: partial_values(rows.dataset, name, rows.table),
        has_ties=common.has_ties,
        other_sources=lambda: other_sources(common, numbers.others),
    )
    explanation = explain_numbers(number, other_number, sources_of(common, areas, points), context)
    unlisted = None if number.tool in ("", *common.reports) else numbers.others
    return NumberSourceText(explanation, common, points.prevalence, messages_in("en"), other_numbers=unlisted)


def _lines(source_text: NumberSourceText) -> list[str]:
    """Return the lines after the headline: what the numbers match, and which number to report."""
    messages, area = source_text.messages, average_precision_source(source_text.explanation.sources).area
    report = messages.format("answer.report_line", area=area, reason=messages.format("answer.report_reason"))
    return [*source_text.lines(), report]


def _sources_json(source_text: NumberSourceText) -> dict[str, Any]:
    """Return the explanation as a record for JSON."""
    explanation = source_text.explanation
    gap = explanation.result.difference
    return {
        "verdict": explanation.result.kind,
        "headline": _strip_markdown(source_text.title()),
        "lines": [_strip_markdown(line) for line in _lines(source_text)],
        "fits": {
            side: {one.key: one.value for one in match.candidates}  # most likely first
            for side, match in (("mine", explanation.match), ("theirs", explanation.other_match))
            if match is not None
        },
        "releases": {
            side: [_release_json(one) for one in (*match.sources, *match.others) if one.tool]
            for side, match in (("mine", explanation.match), ("theirs", explanation.other_match))
            if match is not None
        },
        "cause": None if gap is None else gap.cause,
        "parts": None
        if gap is None
        else {"start": gap.components.start, "joining": gap.components.joining, "counting": gap.components.counting},
    }


def _release_json(source: Source) -> dict[str, Any]:
    """Return which versions of a tool give a number, and the version in which it changed, if that is no longer so."""
    assert source.tool is not None
    following, area = source.later[0] if source.later else (None, None)
    return {
        "tool": source.tool.base_key,
        "first_version": source.first_version or source.tool.since or source.tool.version,
        "last_version": source.tool.version,
        "value": source.area,
        "changed": following
        and {
            "version": following.since,
            "released": following.released,
            "value": area,
            "change": change_text(following, messages_in("en")),
            "address": following.address,
        },
    }


def _show_tool_info(number: str, tool: str) -> None:
    """Print how a tool computes its number, if there is no file to compute it from."""
    if not tool:
        raise CommandError("give a file to explain the number with, or --tool to read what a tool does")
    messages, one = messages_in("en"), TOOLS[tool]
    print(messages.format("tools.tool", name=one.name, version=version_range(one, messages)))
    print(
        messages.format(
            "answer.opened.how",
            start=messages.format(tool_message_key("start", one.start)),
            ties=messages.format(tool_message_key("ties", one.ties)),
        )
    )
    for text in (bins_text(one, messages), change_text(one, messages)):
        if text:
            print(text)
    print(messages.format("answer.opened.source", source=one.source))
    show_message(f"prlab explain {number} FILE --tool {tool} says whether it gives {number} for the rows of a file")


def _strip_markdown(sentence: str) -> str:
    """Return a sentence of a page without Markdown for bold and code."""
    return escape_control_characters(re.sub(r"\*\*|`", "", sentence))
