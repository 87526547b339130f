"""How the rows were understood: columns, counts, what was left out, and what looks odd about them."""

from __future__ import annotations

from markupsafe import Markup

from pr_app.doctor import notices
from pr_app.problem import Problem
from pr_app.rounding import name_of
from pr_app.take_along.analysis import Analysis
from pr_app.take_along.report.datum import Datum, quoted, say
from pr_app.take_along.report.parts import Cell, Grid, Section, Text
from pr_app.tied_rows import mixed_rows_of
from pr_app.words import Words


def section(analysis: Analysis, words: Words) -> Section:
    """Columns and counts as a table, then everything that had to be decided."""
    noted = [Text(Markup(words.say_problem(problem, quoted))) for problem in _noted(analysis)]
    return Section("rows", words.say("report.rows"), [_columns(analysis, words), _counts(analysis, words), *noted])


def _columns(analysis: Analysis, words: Words) -> Grid:
    roles = analysis.cases.roles
    others = Markup(words.say("report.comma")).join(quoted(value) for value in analysis.cases.negative_values)
    known: dict[str, Cell | None] = {
        "label": quoted(roles.label),
        "positive": say(words, "report.positive_value", value=quoted(str(roles.positive)), others=others),
        "scores": quoted(roles.scores[0]),
        "weight": None if roles.weight is None else quoted(roles.weight),
        "group": None if roles.group is None else quoted(roles.group),
    }
    names = {"scores": words.say("report.score")}
    rows = [(names.get(role) or words.say(f"data.role_{role}"), cell) for role, cell in known.items() if cell]
    if analysis.decimals is not None:
        rows.append((words.say("areas.rounding"), name_of(analysis.decimals, words).strip()))
    return Grid((words.say("report.part"), words.say("report.understood_as")), rows, numbers_from=2, heads=True)


def _counts(analysis: Analysis, words: Words) -> Grid:
    cases, points = analysis.shown, analysis.points
    counted = {
        "rows_counted": cases.size,
        "positive_rows": int(cases.positive.sum()),
        "negative_rows": int((~cases.positive).sum()),
        "distinct_scores": points.threshold.size,
        "tied_rows": mixed_rows_of(cases),
        "rows_left_out": analysis.left_out,
    }
    rows = [(words.say(f"report.{name}"), Markup(f"{Datum(name, count):,.0f}")) for name, count in counted.items()]
    if cases.weight is not None:
        sums = {"positives": points.positives, "negatives": points.negatives}
        rows += [(words.say(f"report.{name}"), Markup(f"{Datum(name, total):,.4g}")) for name, total in sums.items()]
    rows.append((words.say("report.prevalence"), Markup(f"{Datum('prevalence', points.prevalence):.4f}")))
    return Grid((words.say("report.count_of"), words.say("report.number")), rows, heads=True)


def _noted(analysis: Analysis) -> list[Problem]:
    unused = [analysis.unused_weight] if analysis.unused_weight else []
    return [*analysis.table.notes, *analysis.cases.left_out, *unused, *notices(analysis.shown)]
