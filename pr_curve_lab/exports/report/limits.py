"""What the class balance alone allows: what a random ranking would have, and what no ranking can fall below."""

from __future__ import annotations

from pr_curve_lab.analysis.class_balance import scored_rows
from pr_curve_lab.exports.analysis_in_view import Analysis
from pr_curve_lab.exports.report.areas_in_print import area_of
from pr_curve_lab.exports.report.datum import balance, ratio, say
from pr_curve_lab.exports.report.parts import Cell, Grid, Section, Text
from pr_curve_lab.i18n.catalogue import Words
from pr_metrics import minimum_area, minimum_average_precision, random_average_precision


def section(analysis: Analysis, words: Words) -> Section:
    """Class balance, random expectation and minimum beside the step area; counts of rows need rows of weight 1."""
    points = analysis.points
    numbers = {"area.step": analysis.areas["step"], "prevalence": points.prevalence}
    if not analysis.shown.is_weighted:
        scored, reach = scored_rows(points), float(points.recall[-1])
        numbers["random_average_precision"] = reach * random_average_precision(*scored)
        numbers["minimum_average_precision"] = reach * minimum_average_precision(*scored)
    numbers["minimum_area"] = minimum_area(points.prevalence, reach=float(points.recall[-1]))
    written = {of: ratio(of, value) for of, value in numbers.items()}
    prevalence = written["prevalence"] = balance("prevalence", points.prevalence)
    written["area.step"] = area_of("step", analysis)
    rows: list[tuple[Cell, ...]] = [
        (words.say(f"report.limit_{of.replace('.', '_')}"), number) for of, number in written.items()
    ]
    grid = Grid((words.say("report.limit"), words.say("report.number")), rows, heads=True)
    title = say(words, "report.limits", prevalence=prevalence)
    return Section("limits", title, [grid, Text(words.say("report.limits_note"), quiet=True)])
