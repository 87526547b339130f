"""`prlab tools`: the number that every tool reports for the same rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from pr_curve_lab.cli.given_rows import Rows, with_rows
from pr_curve_lab.cli.printed import show_json, show_table
from pr_curve_lab.cli.refused import CommandError

if TYPE_CHECKING:
    from pr_curve_lab.analysis.tool_numbers import ToolNumbers

NUMBERS = ("area", "from AP")


def _tools(
    rows: Rows, *, as_json: Annotated[bool, typer.Option("--json", help="Print JSON in full precision.")] = False
) -> None:
    """The number that every tool reports, and how far it is from AP."""
    from pr_curve_lab.analysis.tool_numbers import tool_numbers

    found = {name: tool_numbers(cases) for name, cases in rows.cases().items()}
    if as_json:
        models = [{"name": name, **_facts(numbers)} for name, numbers in found.items()]
        show_json({**rows.facts, "models": models})
        return
    several = len(found) > 1
    lines = [[*([name] if several else []), *line] for name, numbers in found.items() for line in _lines(numbers)]
    header = [*(["model"] if several else []), "tool", *NUMBERS, "version", "points joined"]
    show_table(header, lines, numbers=NUMBERS)


tools = with_rows(_tools)


def tool_named(name: str) -> str:
    """The key of a tool, also by the first part of it, or by its short name.

    Raises
    ------
    CommandError: no tool is called so, or several are.

    >>> tool_named("xgboost"), tool_named("VOC 2007")
    ('xgboost.aucpr', 'VOC2007')
    """
    from pr_metrics import TOOLS

    wanted = name.casefold()
    exact = [key for key, tool in TOOLS.items() if wanted in (key.casefold(), tool.short.casefold())]
    found = exact or [key for key in TOOLS if key.casefold().partition(".")[0] == wanted]
    if len(found) == 1:
        return found[0]
    if found:
        raise CommandError(f"'{name}' has several functions; name one of {', '.join(found)}")
    try:
        return TOOLS[name].key
    except KeyError as error:
        raise CommandError(str(error.args[0])) from None


def tool_keys(incomplete: str) -> list[str]:
    """The keys that begin so, for a shell that completes them."""
    from pr_metrics import TOOLS

    return [key for key in TOOLS if key.startswith(incomplete)]


def _facts(numbers: ToolNumbers) -> dict[str, Any]:
    """The areas by tool, null where one has none, and then why."""
    reports = numbers.reports
    return {
        "tools": {key: report if isinstance(report, float) else None for key, report in reports.items()},
        "causes": {one.tool.key: one.cause for one in numbers.numbers},
        "refused": {key: str(refusal) for key, refusal in numbers.refusals.items()},
    }


def _lines(numbers: ToolNumbers) -> list[list[str]]:
    from pr_curve_lab.analysis.number_texts import decimals_within
    from pr_curve_lab.i18n.catalogue import words_in
    from pr_curve_lab.i18n.numerals import signed_text
    from pr_curve_lab.i18n.tool_terms import term
    from pr_metrics import TOOLS

    words, lines = words_in("en"), []
    areas = {one.tool.key: one for one in numbers.numbers}
    for key, tool in TOOLS.items():
        joined = words.say(f"schemes.{tool.scheme}.name" if tool.scheme else "tools.no_scheme")
        if key in areas:
            one, decimals = areas[key], decimals_within(tool.tolerance)
            apart = "0" if abs(one.departure.total) < tool.tolerance else signed_text(one.departure.total, decimals)
            lines.append([key, words.number(one.area, f".{decimals}f"), apart, tool.version, joined])
            continue
        refusal = numbers.refusals.get(key)
        reason = words.say(term("refused", refusal.reason)) if refusal else words.say("answer.undefined")
        lines.append([key, "–", "", tool.version, words.say("tools.refused", reason=reason)])
    return lines
