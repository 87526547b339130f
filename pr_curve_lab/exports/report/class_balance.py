"""The section about another class balance, with its two pictures."""

from __future__ import annotations

import math

import numpy as np
from markupsafe import Markup

from pr_curve_lab.analysis.formatting import prevalence_text, threshold_text
from pr_curve_lab.analysis.prevalence import Balance, Balances, Shuffled
from pr_curve_lab.analysis.thinning import (
    DrawnCurve,
    circle_counts_in_both,
    circled_points,
    drawn_vertices,
    fewer_corners,
)
from pr_curve_lab.exports.analysis import Analysis
from pr_curve_lab.exports.numbers import numbers_at
from pr_curve_lab.exports.report import charts
from pr_curve_lab.exports.report.charts import BESIDE, Drawing
from pr_curve_lab.exports.report.components import (
    DECIMALS,
    Cell,
    Datum,
    Grid,
    Part,
    Picture,
    Pictures,
    Section,
    Text,
    quoted,
    ratio,
    say,
    titled,
)
from pr_curve_lab.exports.report.document import Opening, Sections
from pr_curve_lab.i18n.area_sentences import say_circles
from pr_curve_lab.i18n.messages import Words
from pr_curve_lab.i18n.numbers import change_of_area, with_minus
from pr_curve_lab.io.limits import Problem
from pr_curve_lab.plotting import prevalence
from pr_curve_lab.plotting import prevalence as roc_figure
from pr_curve_lab.plotting.labels import Room, places_round
from pr_curve_lab.plotting.palette import AREA_SIZE
from pr_curve_lab.web.payload import Bundle
from pr_metrics import OperatingPoints

ROC = "lab-ink"


def moved(both: Balances, analysis: Analysis, words: Words) -> Bundle:
    """The curve at the asked balance, what no ranking can reach there, and the data's own curve as a thin line."""
    joined, points, at = both.asked.joined, both.asked.points, analysis.chosen
    look = charts.look_of(joined.scheme)
    balance, balance_label = charts.balance(points.prevalence, words, BESIDE, both.asked.text)
    title = words.say("balance.pr_title", scheme=words.say(f"schemes.{joined.scheme}.name"))
    room = Room(taken=[charts.balance_box(points.prevalence)])
    room.add_line(joined.curve.recall, joined.curve.precision)
    room.add_line(np.array([0.0, 1.0]), np.full(2, points.prevalence))
    behind, names = _behind(both, room, words)
    number = room.first_free(prevalence.CURVE_AREA_PLACES, words.say("chart.area", area=joined.area), size=AREA_SIZE)
    here = float(points.recall[at]), float(points.precision[at])
    return Drawing(
        BESIDE,
        (words.say("chart.recall"), words.say("chart.precision")),
        areas=[charts.area(joined, joined.scheme, look)],
        lines=[*behind, *charts.invented_start(joined.curve, look), balance],
        circles=[*_circles(points.recall, points.precision, both.own.points, look), charts.mark(*here, BESIDE)],
        labels=[
            charts.title(title, BESIDE, look),
            balance_label,
            *names,
            charts.number(joined, words, BESIDE, look, number, analysis.decimals_of_areas),
            _threshold(*here, analysis, room, words),
        ],
    ).bundle()


def roc(points: OperatingPoints, analysis: Analysis, words: Words) -> Bundle:
    """The measured points, whatever balance was asked for, joined by straight lines from (0, 0)."""
    drawn, at, diagonal = analysis.roc, analysis.chosen, np.array([0.0, 1.0])
    room = Room()
    room.add_line(drawn.curve.recall, drawn.curve.precision)
    room.add_line(diagonal, diagonal)
    text = words.say("chart.area", area=drawn.area)
    number = room.first_free(roc_figure.ROC_AREA_PLACES, text, size=AREA_SIZE)
    random = words.say("balance.random")
    labels = [
        charts.title(words.say("balance.roc_title"), BESIDE),
        charts.number(drawn, words, BESIDE, ROC, number),
        charts.label(room.first_free(roc_figure.RANDOM_PLACES, random), random, BESIDE),
    ]
    here = float(points.false_positive_rate[at]), float(points.recall[at])
    return Drawing(
        BESIDE,
        (words.say("chart.false_positive_rate"), words.say("chart.recall")),
        areas=[charts.area(drawn, "roc", ROC)],
        lines=[charts.line(diagonal, diagonal, "lab-balance")],
        circles=[*_circles(points.false_positive_rate, points.recall, points, ROC), charts.mark(*here, BESIDE)],
        labels=[*labels, _threshold(*here, analysis, room, words)],
    ).bundle()


def _circles(x: np.ndarray, y: np.ndarray, own: OperatingPoints, look: str) -> list[Bundle]:
    """Circles for the points that have one in either picture, whatever the class balance."""
    shown = circled_points(own.recall, own.precision, own.false_positive_rate)
    return charts.circles(x[shown], y[shown], look, BESIDE)


def _behind(both: Balances, room: Room, words: Words) -> tuple[list[Bundle], list[Bundle]]:
    """The region below every ranking and the data's own curve, and their names."""
    lines: list[Bundle] = []
    labels: list[Bundle] = []
    own, edge = both.own.joined.curve, both.asked.edge
    if both.moved:
        lines.append(charts.line(*_seen(own), "lab-own"))
        room.add_line(own.recall, own.precision)
    if edge is not None:
        text = words.say("balance.unachievable")
        place, leader = prevalence.unachievable_place(edge, text, room)
        lines.append(charts.line(edge.recall, edge.precision, "lab-unachievable", closed=True))
        if leader is not None:
            lines.append(charts.line(*leader, "lab-own"))
            room.add_line(*leader)
        labels.append(charts.label(place, text, BESIDE))
    if both.moved:
        text = words.say("balance.own_label", prevalence=both.own.text)
        labels.append(charts.label(room.first_free(prevalence.beside(own), text), text, BESIDE))
    return lines, labels


def _seen(curve: DrawnCurve) -> tuple[np.ndarray, np.ndarray]:
    """The vertices of a curve that has no area here."""
    thin = drawn_vertices(curve, charts.RESOLUTION)
    return thin.recall, thin.precision


def _threshold(x: float, y: float, analysis: Analysis, room: Room, words: Words) -> Bundle:
    """The name of the threshold in force, beside its point."""
    text = words.say("chart.threshold", threshold=threshold_text(analysis.points.threshold, analysis.chosen))
    return charts.label(room.first_free(places_round(x, y), text), text, BESIDE, charts.STRONG)


SIDES = ("own", "asked")
ROWS = {
    "prevalence": "balance.row_random_line",
    "random_order_area": "balance.row_random_rows",
    "shuffled_low": "balance.row_band",
    "p_value": "balance.row_p_value",
    "least_possible_area": "balance.row_least",
    "worst_order_area": "balance.row_least_rows",
    "chance_corrected_area": "balance.row_corrected",
    "normalised_area": "balance.row_normalised",
    "roc_area": "balance.row_roc",
    "area_under_gain": "balance.row_gain",
}
UP_TO = {"shuffled_low": "shuffled_high"}  # on one line


def section(both: Balances, by_chance: Shuffled | None, analysis: Analysis, words: Words) -> Section:
    """A section on the class balance: the area, both pictures, and every number at either balance."""
    numbers = numbers_at(analysis, both, by_chance)
    pictures = Pictures([_curve(both, analysis, words), _roc(both, analysis, words)])
    caption = say_circles("balance.caption", circle_counts_in_both(both.own.points), words)
    parts: list[Part] = [_table(both, numbers, analysis, words)]
    notes = [words.say("report.limits_note")]
    if by_chance is not None:
        notes.append(words.say("balance.table_caption", shuffles=by_chance.times, error=by_chance.error))
    if by_chance is not None and analysis.cases.clusters is not None:
        shuffled = Problem("clusters_shuffled", column=analysis.cases.clusters.column)
        notes.append(Markup(words.say_problem(shuffled, quoted)))
    if both.moved:
        notes.append(words.say("report.own_only"))
    parts += [Text(note, quiet=True) for note in notes]
    lead: list[Part] = [pictures, Text(caption, quiet=True)]
    return Section("balances", _headline(both, analysis, words), parts, lead, words.say("report.balances_rest"))


def opening(both: Balances) -> Opening:
    """The question about the asked balance, or about the data's own."""

    def question(_: Analysis, words: Words) -> Cell:
        if not both.moved:
            return words.say("report.question_own_balance")
        return say(words, "report.question_balance", prevalence=_prevalence("asked", both.asked))

    def answer(made: Sections, _: Analysis, words: Words) -> list[Cell]:
        chance = say(words, "report.limits", prevalence=_prevalence("asked" if both.moved else "own", both.asked))
        return [made["balances"].title, chance]

    return Opening(question, answer, "balances", (0, -1) if both.moved else (0,))


def _headline(both: Balances, analysis: Analysis, words: Words) -> Markup:
    finding = change_of_area(both.own.area, both.asked.area) if both.moved else "own"
    decimals = analysis.decimals_of_areas
    return say(
        words,
        f"balance.headline_{finding}",
        joined=words.say(f"schemes.{both.scheme}.joined"),
        prevalence=_prevalence("asked", both.asked),
        own=_prevalence("own", both.own),
        area=Datum(f"balance.{'asked' if both.moved else 'own'}.area", both.asked.area, decimals),
        plain=Datum("balance.own.area", both.own.area, decimals),
    )


def _curve(both: Balances, analysis: Analysis, words: Words) -> Picture:
    name = words.say(f"schemes.{both.scheme}.name")
    alt = words.say("balance.pr_alt", scheme=name, prevalence=both.asked.text, area=both.asked.area)
    of = f"balance.{'asked' if both.moved else 'own'}.area"
    drawn = moved(both, analysis, words)
    area = Markup(f"{Datum(of, both.asked.area, analysis.decimals_of_areas):.3f}")
    return Picture("pr_chart", drawn, alt, [titled(name, area, words), *_thinned(both, words)])


def _roc(both: Balances, analysis: Analysis, words: Words) -> Picture:
    """The ROC curve of the measured points, whatever balance was asked for."""
    area = analysis.roc.area
    caption = titled(words.say("balance.row_roc"), ratio("balance.own.roc_area", area), words)
    drawn = roc(both.own.points, analysis, words)
    return Picture("roc_chart", drawn, words.say("balance.roc_alt", area=area), [caption])


def _thinned(both: Balances, words: Words) -> list[Cell]:
    total = Datum("operating_points", both.own.points.threshold.size)
    shown = fewer_corners(both.asked.joined.curve.kept, both.own.points.threshold.size)
    return [] if shown is None else [say(words, "chart.thinned", shown=shown, total=total)]


def _table(both: Balances, numbers: list[dict[str, float]], analysis: Analysis, words: Words) -> Grid:
    """A line for each quantity that is known at either balance, and a column for each balance."""
    balances = dict(zip(SIDES, (both.own, both.asked), strict=True))
    header = [
        say(words, f"balance.column_{side}", prevalence=_prevalence(side, balances[side]))
        for side, _ in zip(SIDES, numbers, strict=False)
    ]
    rows: list[tuple[Cell, ...]] = [
        (label, *(_cell(side, name, one, analysis, words) for side, one in zip(SIDES, numbers, strict=False)))
        for name, label in _labels(both, analysis, words).items()
        if not all(math.isnan(one[name]) for one in numbers)
    ]
    return Grid((words.say("report.limit"), *header), rows, heads=True)


def _labels(both: Balances, analysis: Analysis, words: Words) -> dict[str, Cell]:
    """The name of each line, the area first, precision and recall last."""
    at = analysis.chosen
    text = threshold_text(analysis.points.threshold, at)
    threshold = Datum("threshold", float(analysis.points.threshold[at])).written(text)
    return {
        "area": words.say("report.area_of", scheme=words.say(f"schemes.{both.scheme}.name")),
        **{name: words.say(key) for name, key in ROWS.items()},
        "precision": say(words, "report.precision_at", threshold=threshold),
        "recall": say(words, "report.recall_at", threshold=threshold),
    }


def _cell(side: str, name: str, numbers: dict[str, float], analysis: Analysis, words: Words) -> Cell:
    if math.isnan(numbers[name]):
        return words.say("balance.none")
    decimals = analysis.decimals_of_areas if name == "area" else DECIMALS
    written = [
        Datum(f"balance.{side}.{one}", numbers[one]).written(_text(one, numbers[one], decimals))
        for one in (name, UP_TO.get(name))
        if one is not None
    ]
    return Markup(" – ").join(written)


def _text(name: str, number: float, decimals: int) -> str:
    return prevalence_text(number) if name == "prevalence" else with_minus(number, f".{decimals}f")


def _prevalence(side: str, one: Balance) -> Markup:
    return Datum(f"balance.{side}.prevalence", one.points.prevalence).written(one.text)
