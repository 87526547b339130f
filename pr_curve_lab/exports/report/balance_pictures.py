"""A curve at another class balance than that of its data, and the ROC curve that stands still."""

from __future__ import annotations

import numpy as np

from pr_curve_lab.analysis.class_balance import Balances
from pr_curve_lab.analysis.number_texts import threshold_text
from pr_curve_lab.analysis.thinning import DrawnCurve, circled_points, drawn_vertices
from pr_curve_lab.exports.analysis_in_view import Analysis
from pr_curve_lab.exports.report import drawing
from pr_curve_lab.exports.report.drawing import BESIDE, Drawing
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.plotting import moved_curve
from pr_curve_lab.plotting import roc as roc_figure
from pr_curve_lab.plotting.labels.beside_points import places_round
from pr_curve_lab.plotting.labels.room import Room
from pr_curve_lab.plotting.palette import AREA_SIZE
from pr_curve_lab.web.bundle import Bundle
from pr_metrics import OperatingPoints

ROC = "lab-ink"


def moved(both: Balances, analysis: Analysis, words: Words) -> Bundle:
    """The curve at the asked balance, what no ranking can reach there, and the data's own curve as a thin line."""
    joined, points, at = both.asked.joined, both.asked.points, analysis.chosen
    look = drawing.look_of(joined.scheme)
    balance, balance_label = drawing.balance(points.prevalence, words, BESIDE, both.asked.text)
    title = words.say("balance.pr_title", scheme=words.say(f"schemes.{joined.scheme}.name"))
    room = Room(taken=[drawing.balance_box(points.prevalence)])
    room.add_line(joined.curve.recall, joined.curve.precision)
    room.add_line(np.array([0.0, 1.0]), np.full(2, points.prevalence))
    behind, names = _behind(both, room, words)
    number = room.first_free(moved_curve.AREA_PLACES, words.say("chart.area", area=joined.area), size=AREA_SIZE)
    here = float(points.recall[at]), float(points.precision[at])
    return Drawing(
        BESIDE,
        (words.say("chart.recall"), words.say("chart.precision")),
        areas=[drawing.area(joined, joined.scheme, look)],
        lines=[*behind, *drawing.invented_start(joined.curve, look), balance],
        circles=[*_circles(points.recall, points.precision, both.own.points, look), drawing.mark(*here, BESIDE)],
        labels=[
            drawing.title(title, BESIDE, look),
            balance_label,
            *names,
            drawing.number(joined, words, BESIDE, look, number, analysis.decimals_of_areas),
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
    number = room.first_free(roc_figure.AREA_PLACES, text, size=AREA_SIZE)
    random = words.say("balance.random")
    labels = [
        drawing.title(words.say("balance.roc_title"), BESIDE),
        drawing.number(drawn, words, BESIDE, ROC, number),
        drawing.label(room.first_free(roc_figure.RANDOM_PLACES, random), random, BESIDE),
    ]
    here = float(points.false_positive_rate[at]), float(points.recall[at])
    return Drawing(
        BESIDE,
        (words.say("chart.false_positive_rate"), words.say("chart.recall")),
        areas=[drawing.area(drawn, "roc", ROC)],
        lines=[drawing.line(diagonal, diagonal, "lab-balance")],
        circles=[*_circles(points.false_positive_rate, points.recall, points, ROC), drawing.mark(*here, BESIDE)],
        labels=[*labels, _threshold(*here, analysis, room, words)],
    ).bundle()


def _circles(x: np.ndarray, y: np.ndarray, own: OperatingPoints, look: str) -> list[Bundle]:
    """Circles for the points that have one in either picture, whatever the class balance."""
    shown = circled_points(own.recall, own.precision, own.false_positive_rate)
    return drawing.circles(x[shown], y[shown], look, BESIDE)


def _behind(both: Balances, room: Room, words: Words) -> tuple[list[Bundle], list[Bundle]]:
    """The region below every ranking and the data's own curve, and their names."""
    lines: list[Bundle] = []
    labels: list[Bundle] = []
    own, edge = both.own.joined.curve, both.asked.edge
    if both.moved:
        lines.append(drawing.line(*_seen(own), "lab-own"))
        room.add_line(own.recall, own.precision)
    if edge is not None:
        text = words.say("balance.unachievable")
        place, leader = moved_curve.unachievable_place(edge, text, room)
        lines.append(drawing.line(edge.recall, edge.precision, "lab-unachievable", closed=True))
        if leader is not None:
            lines.append(drawing.line(*leader, "lab-own"))
            room.add_line(*leader)
        labels.append(drawing.label(place, text, BESIDE))
    if both.moved:
        text = words.say("balance.own_label", prevalence=both.own.text)
        labels.append(drawing.label(room.first_free(moved_curve.beside(own), text), text, BESIDE))
    return lines, labels


def _seen(curve: DrawnCurve) -> tuple[np.ndarray, np.ndarray]:
    """The vertices of a curve that has no area here."""
    thin = drawn_vertices(curve, drawing.RESOLUTION)
    return thin.recall, thin.precision


def _threshold(x: float, y: float, analysis: Analysis, room: Room, words: Words) -> Bundle:
    """The name of the threshold in force, beside its point."""
    text = words.say("chart.threshold", threshold=threshold_text(analysis.points.threshold, analysis.chosen))
    return drawing.label(room.first_free(places_round(x, y), text), text, BESIDE, drawing.STRONG)
