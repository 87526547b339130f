"""The threshold in force with what it calls positive, and the operating points round it."""

from __future__ import annotations

from markupsafe import Markup

from pr_curve_lab.analysis.number_texts import threshold_text
from pr_curve_lab.analysis.printed_areas import PRINTED_DECIMALS
from pr_curve_lab.exports.analysis_in_view import Analysis
from pr_curve_lab.exports.numbers.numbers_file import evenly
from pr_curve_lab.exports.report import live_curve
from pr_curve_lab.exports.report.areas_in_print import area_datum
from pr_curve_lab.exports.report.datum import Datum, say
from pr_curve_lab.exports.report.parts import Grid, Part, Picture, Pictures, Section, Text
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.numerals import count_text, ratio_text
from pr_metrics import OperatingPoints, f_score

MOST_POINTS = 100  # in the table


def threshold(analysis: Analysis, words: Words) -> Section:
    """The confusion matrix of the threshold in force, and the fractions that it makes."""
    points, at = analysis.points, analysis.chosen
    counts = {name: _count(f"threshold.{name}", value) for name, value in _cells(points, at).items()}
    shown = {name: Markup(count) for name, count in counts.items()}
    called = float(points.true_positives[at] + points.false_positives[at])
    title = say(
        words,
        "curve.headline" if not analysis.cases.is_weighted else "curve.headline_weighted",
        threshold=_threshold("threshold", points, at),
        count=called,
        called=_count("threshold.called", called),
        true_positives=shown["true_positives"],
        positives=_count("positives", points.positives),
    )
    matrix = Grid(
        (words.say("curve.unit_file"), words.say("report.called_positive"), words.say("report.called_negative")),
        [
            (words.say("report.truly_positive"), shown["true_positives"], shown["false_negatives"]),
            (words.say("report.truly_negative"), shown["false_positives"], shown["true_negatives"]),
        ],
        heads=True,
    )
    parts: list[Part] = [matrix, Text(_fractions(analysis, shown, words))]
    parts.append(Text(words.say(f"report.threshold_from_{analysis.threshold_origin}"), quiet=True))
    lead = [Pictures([_curve(analysis, words)])]
    return Section("threshold", title, parts, lead, words.say("report.threshold_rest"))


def ratios(analysis: Analysis, words: Words) -> Markup:
    """Precision, recall and F1 of the threshold in force."""
    return say(words, "report.answer_threshold", **_ratios(analysis))


def operating_points(analysis: Analysis, words: Words) -> Section:
    """A short table of operating points, evenly chosen."""
    points = analysis.points
    size = points.threshold.size
    shown = [int(index) for index in evenly(size, MOST_POINTS)]
    columns = ("threshold", "true_positives", "false_positives", "precision", "recall", "f1")
    precision, recall, f1 = points.precision, points.recall, f_score(points)
    rows = [
        (
            _threshold(f"point.{index}.threshold", points, index),
            _count(f"point.{index}.true_positives", float(points.true_positives[index])),
            _count(f"point.{index}.false_positives", float(points.false_positives[index])),
            _ratio(f"point.{index}.precision", float(precision[index]), analysis.required.precision),
            _ratio(f"point.{index}.recall", float(recall[index]), analysis.required.recall),
            _ratio(f"point.{index}.f1", float(f1[index])),
        )
        for index in shown
    ]
    key = "report.all_points" if len(shown) == size else "report.some_points"
    note = say(words, key, shown=len(shown), total=Datum("operating_points", size))
    grid = Grid([words.say(f"curve.column_{column}") for column in columns], rows, numbers_from=0)
    return Section("points", words.say("report.points"), [Text(note), grid])


def _curve(analysis: Analysis, words: Words) -> Picture:
    """The step curve with the threshold in force, which a hand can move, and thresholds round it."""
    points, area = analysis.points, analysis.areas["step"]
    facts = {"points": points.threshold.size, "area": area, "prevalence": points.prevalence}
    shown = live_curve.movable(analysis)
    counts = {"shown": len(shown), "total": Datum("operating_points", points.threshold.size)}
    how = say(words, "report.drag" if len(shown) == points.threshold.size else "report.drag_some", **counts)
    captions = [
        say(words, "curve.area", area=area_datum("step", analysis)),
        Markup('<span class="screen">{}</span>').format(how),
    ]
    return Picture("curve_chart", live_curve.drawn(analysis, words), words.say("curve.alt", **facts), captions)


def _cells(points: OperatingPoints, at: int) -> dict[str, float]:
    true_positives, false_positives = float(points.true_positives[at]), float(points.false_positives[at])
    return {
        "true_positives": true_positives,
        "false_negatives": points.positives - true_positives,
        "false_positives": false_positives,
        "true_negatives": points.negatives - false_positives,
    }


def _fractions(analysis: Analysis, cells: dict[str, Markup], words: Words) -> Markup:
    return say(words, "report.fractions", **cells, **_ratios(analysis))


def _ratios(analysis: Analysis) -> dict[str, Markup]:
    """Precision, recall and F1 of the threshold in force, told apart from what is required of them."""
    points, at, required = analysis.points, analysis.chosen, analysis.required
    return {
        "precision": _ratio("threshold.precision", float(points.precision[at]), required.precision),
        "recall": _ratio("threshold.recall", float(points.recall[at]), required.recall),
        "f1": _ratio("threshold.f1", float(f_score(points)[at])),
    }


def _threshold(of: str, points: OperatingPoints, index: int) -> Markup:
    return Datum(of, float(points.threshold[index])).written(threshold_text(points.threshold, index))


def _count(of: str, count: float) -> Markup:
    return Datum(of, count).written(count_text(count))


def _ratio(of: str, ratio: float, bound: float | None = None) -> Markup:
    return Datum(of, ratio).written(ratio_text(ratio, bound=bound, decimals=PRINTED_DECIMALS))
