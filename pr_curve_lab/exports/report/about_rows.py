"""How the rows were understood: columns, counts, what was left out, and what looks odd about them."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from pr_curve_lab.analysis.tied_rows import mixed_rows_of
from pr_curve_lab.exports.analysis_in_view import Analysis
from pr_curve_lab.exports.report.datum import Datum, balance, quoted, say
from pr_curve_lab.exports.report.parts import Cell, Grid, Section, Text
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.rounded_to import rounded_to
from pr_curve_lab.reading.cases.data_checks import notices
from pr_curve_lab.reading.problem import Problem

OF_LABELS = ("few_positives", "one_against_rest")  # notices that hold whatever the scores are


def section(analysis: Analysis, words: Words, *, scores: Sequence[str] = ()) -> Section:
    """Columns and counts as a table, then everything that had to be decided.

    scores: the columns of several scores that the report is about; then nothing is said of the analysed one alone.
    """
    noted = [Text(Markup(words.say_problem(problem, quoted))) for problem in _noted(analysis, of_all=bool(scores))]
    counts = _counts(analysis, words, of_all=bool(scores))
    return Section("rows", words.say("report.rows"), [_columns(analysis, scores, words), counts, *noted])


def _columns(analysis: Analysis, scores: Sequence[str], words: Words) -> Grid:
    roles = analysis.cases.roles
    comma = Markup(words.say("report.comma"))
    others = comma.join(quoted(value) for value in analysis.cases.negative_values)
    known: dict[str, Cell | None] = {
        "label": quoted(roles.label),
        "positive": say(words, "report.positive_value", value=quoted(str(roles.positive)), others=others),
        "scores": comma.join(quoted(column) for column in scores or roles.scores[:1]),
        "weight": None if roles.weight is None else quoted(roles.weight),
        "group": None if roles.group is None else quoted(roles.group),
        "cluster": None if roles.cluster is None else quoted(roles.cluster),
    }
    names = {"scores": words.say("report.scores" if scores else "report.score")}
    rows = [(names.get(role) or words.say(f"data.role_{role}"), cell) for role, cell in known.items() if cell]
    if analysis.decimals is not None:
        rows.append((words.say("areas.rounding"), rounded_to(analysis.decimals, words).strip()))
    return Grid((words.say("report.part"), words.say("report.understood_as")), rows, numbers_from=2, heads=True)


def _counts(analysis: Analysis, words: Words, *, of_all: bool) -> Grid:
    cases, points = analysis.shown, analysis.points
    of_one = {} if of_all else {"distinct_scores": points.threshold.size, "tied_rows": mixed_rows_of(cases)}
    counted = {
        "rows_counted": cases.size,
        "positive_rows": cases.positive_rows,
        "negative_rows": cases.size - cases.positive_rows,
        **({"positives_never_scored": round(points.unreached_positives)} if points.unreached_positives else {}),
        **of_one,
        "rows_left_out": analysis.left_out,
    }
    rows = [(words.say(f"report.{name}"), Markup(f"{Datum(name, count):,.0f}")) for name, count in counted.items()]
    if cases.is_weighted:
        sums = {"positives": points.positives, "negatives": points.negatives}
        rows += [(words.say(f"report.{name}"), Markup(f"{Datum(name, total):,.4g}")) for name, total in sums.items()]
    rows.append((words.say("report.prevalence"), balance("prevalence", points.prevalence)))
    return Grid((words.say("report.count_of"), words.say("report.number")), rows, heads=True)


def _noted(analysis: Analysis, *, of_all: bool) -> list[Problem]:
    unused = [analysis.unused_weight] if analysis.unused_weight else []
    seen = [notice for notice in notices(analysis.shown, analysis.table) if not of_all or notice.key in OF_LABELS]
    clusters = [analysis.cases.clusters.notice] if analysis.cases.clusters else []
    return [*analysis.table.notes, *analysis.cases.left_out, *unused, *clusters, *seen]
