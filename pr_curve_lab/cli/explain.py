"""`prlab explain` and `prlab tools`: where a number may come from, and what every tool reports."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pr_curve_lab.cli.output import CommandError, printable, say, show_json, show_table
from pr_curve_lab.cli.rows import Rows, with_rows

if TYPE_CHECKING:
    from pr_curve_lab.analysis.tools import ToolNumbers

NUMBERS = ("area", "from AP")


def _tools(
    rows: Rows, *, as_json: Annotated[bool, typer.Option("--json", help="Print JSON in full precision.")] = False
) -> None:
    """The number that every tool reports, and how far it is from AP."""
    from pr_curve_lab.analysis.tools import tool_numbers

    found = {name: tool_numbers(cases) for name, cases in rows.cases().items()}
    if as_json:
        models = [{"name": name, **_facts_tools(numbers)} for name, numbers in found.items()]
        show_json({**rows.facts, "models": models})
        return
    several = len(found) > 1
    lines = [[*([name] if several else []), *line] for name, numbers in found.items() for line in _lines_tools(numbers)]
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


def _facts_tools(numbers: ToolNumbers) -> dict[str, Any]:
    """The areas by tool, null where one has none, and then why."""
    reports = numbers.reports
    return {
        "tools": {key: report if isinstance(report, float) else None for key, report in reports.items()},
        "causes": {one.tool.key: one.cause for one in numbers.numbers},
        "refused": {key: str(refusal) for key, refusal in numbers.refusals.items()},
    }


def _lines_tools(numbers: ToolNumbers) -> list[list[str]]:
    from pr_curve_lab.analysis.formatting import decimals_within
    from pr_curve_lab.i18n.messages import words_in
    from pr_curve_lab.i18n.names import term
    from pr_curve_lab.i18n.numbers import signed_text
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


if TYPE_CHECKING:
    from pr_curve_lab.analysis.number_answer import Answer, Asked
    from pr_curve_lab.i18n.number_source_sentences import AnswerWords


def _key(name: str | None) -> str:
    return tool_named(name) if name else ""


def _readable(text: str) -> str:
    """A number that can be read; refused before a large file is."""
    if text:
        _asked(text, "")
    return text


_TOOL = {"metavar": "KEY", "autocompletion": tool_keys, "callback": _key}
Tool = Annotated[str, typer.Option(help="Tool that it comes from.", **_TOOL)]
OtherTool = Annotated[str, typer.Option(help="Tool that the other comes from.", **_TOOL)]


def _explain(
    rows: Rows | None,
    number: Annotated[str, typer.Argument(callback=_readable, help="As it was printed: .71, 0.7132 or 71 %.")],
    *,
    tool: Tool = "",
    other: Annotated[
        str, typer.Option(metavar="NUMBER", callback=_readable, help="Another number for the same rows.")
    ] = "",
    other_tool: OtherTool = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON in full precision.")] = False,
) -> None:
    """Tools that give a number, and what sets it apart."""
    if other_tool and not other:
        raise CommandError("--other-tool needs --other")
    mine, theirs = _asked(number, tool), _asked(other, other_tool) if other else None
    if rows is None:
        if other or as_json:
            raise CommandError(f"{'--other' if other else '--json'} needs a FILE")
        _say_what_it_does(number, tool)
        return
    said = _answer(rows, mine, theirs)
    if as_json:
        show_json({**rows.facts, **_facts(said)})
        return
    print(_plain(said.headline()))
    for line in _lines(said):
        print(_plain(line))


explain = with_rows(_explain, may_be_none=True)


def _asked(text: str, tool: str) -> Asked:
    from pr_curve_lab.analysis.number_answer import Asked
    from pr_curve_lab.analysis.published_number import read_published
    from pr_curve_lab.i18n.messages import in_words
    from pr_curve_lab.io.limits import Problem

    number = read_published(text)
    if isinstance(number, Problem):
        raise CommandError(in_words(number))
    return Asked(number, tool)


def _answer(rows: Rows, mine: Asked, theirs: Asked | None) -> AnswerWords:
    """The answer on the rows of the first model that can be counted."""
    from pr_curve_lab.analysis.number_answer import Rows as AskedRows
    from pr_curve_lab.analysis.number_answer import answer_to, sources_of
    from pr_curve_lab.analysis.other_readings import coarser_readings, usual_readings
    from pr_curve_lab.analysis.tools import tool_numbers
    from pr_curve_lab.i18n.messages import words_in
    from pr_curve_lab.i18n.number_source_sentences import AnswerWords
    from pr_metrics import SCHEMES

    name, *others = rows.tasks.countable
    if others:
        say(f"asked of '{name}'; {'--positive' if rows.tasks.kind == 'classes' else '--score'} names another")
    cases = rows.tasks.cases(name)
    numbers, points = tool_numbers(cases), cases.points
    areas = {key: scheme.area(points) for key, scheme in SCHEMES.items() if scheme.applies_to(points)}
    asked = AskedRows(
        points,
        usual=lambda: usual_readings(rows.tasks, name, rows.table),
        coarser=lambda: coarser_readings(rows.tasks, name),
        has_ties=numbers.has_ties,
    )
    answer = answer_to(mine, theirs, sources_of(numbers, areas, points), asked)
    return AnswerWords(answer, numbers, points.prevalence, words_in("en"))


def _lines(said: AnswerWords) -> list[str]:
    """What is said after the headline: what the numbers fit, and which to report."""
    from pr_curve_lab.analysis.number_answer import standard

    words, balance = said.words, said.balance()
    area, reason = standard(said.answer.sources).area, words.say("answer.report_reason")
    report = [] if said.answer.judged.kind == "reading" else [words.say("answer.report_line", area=area, reason=reason)]
    return [*said.lines(), *([f"- {balance}"] if balance else []), *report]


def _facts(said: AnswerWords) -> dict[str, Any]:
    """The answer for a program."""
    answer = said.answer
    gap = answer.judged.gap
    return {
        "verdict": answer.judged.kind,
        "headline": _plain(said.headline()),
        "lines": [_plain(line) for line in _lines(said)],
        "fits": {side: _fits(answer, side) for side in ("mine", "theirs") if getattr(answer, side) is not None},
        "cause": None if gap is None else gap.cause,
        "parts": None
        if gap is None
        else {"start": gap.parts.start, "joining": gap.parts.joining, "counting": gap.parts.counting},
    }


def _fits(answer: Answer, side: str) -> dict[str, float]:
    """All that give a number, the likeliest first, with their values."""
    return {one.key: one.value for one in getattr(answer, side).candidates}


def _say_what_it_does(number: str, tool: str) -> None:
    """The habits of a tool, where there are no rows to ask it about."""
    from pr_curve_lab.i18n.messages import words_in
    from pr_curve_lab.i18n.names import term
    from pr_metrics import TOOLS

    if not tool:
        raise CommandError("give a file to explain the number with, or --tool to hear what a tool does")
    words, one = words_in("en"), TOOLS[tool]
    print(words.say("tools.tool", name=one.name, version=one.version))
    print(
        words.say(
            "answer.opened.how", start=words.say(term("start", one.start)), ties=words.say(term("ties", one.ties))
        )
    )
    if one.bins:
        print(words.say(f"tools.bins.{one.key}"))
    print(words.say("answer.opened.source", source=one.source))
    say(f"prlab explain {number} FILE --tool {tool} says whether it gives {number} for the rows of a file")


def _plain(sentence: str) -> str:
    """A sentence of the page without its emphasis and its marks of code."""
    return printable(re.sub(r"\*\*|`", "", sentence))
