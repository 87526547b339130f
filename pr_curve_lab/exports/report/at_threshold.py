"""The sections about the active threshold, with a curve to drag, and about all schemes and tools.

The browser divides counts, no more: vertices and areas are computed here.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from markupsafe import Markup

from pr_curve_lab.analysis.formatting import (
    PRINTED_DECIMALS,
    decimals_within,
    different_in_print,
    printed_alike,
    rounded_text,
    threshold_text,
)
from pr_curve_lab.analysis.intervals import AreaInterval
from pr_curve_lab.analysis.thinning import marked_points
from pr_curve_lab.analysis.thresholds import mixed_rows
from pr_curve_lab.analysis.tools import tool_numbers
from pr_curve_lab.exports.analysis import Analysis
from pr_curve_lab.exports.numbers import evenly
from pr_curve_lab.exports.report import charts
from pr_curve_lab.exports.report.charts import Square
from pr_curve_lab.exports.report.components import (
    OF_DIFFERENCES,
    Cell,
    Datum,
    Grid,
    Part,
    Picture,
    Pictures,
    Section,
    Text,
    area_datum,
    area_of,
    say,
)
from pr_curve_lab.i18n.area_sentences import common_name, interval_reason, tie_texts
from pr_curve_lab.i18n.messages import Words
from pr_curve_lab.i18n.names import term
from pr_curve_lab.i18n.numbers import count_text, ratio_text, signed_text
from pr_curve_lab.plotting.labels import Place, Room, box_of, labelled_points
from pr_curve_lab.web.payload import Bundle
from pr_metrics import SCHEMES, TOOLS, Interval, OperatingPoints, Tool, f_score, tie_range
from pr_metrics.tools import Refusal

SQUARE = Square(48, 34, 298)
LONGEST = 99  # of a count that has room in a fraction beside the axis
CELL = {"x": 0, "y": 30, "width": 142, "height": 96, "type": charts.TYPE, "mark": 7}  # px, of the matrix
MATRIX = {"width": 290, "height": 228, "cell": CELL}


def movable(analysis: Analysis) -> np.ndarray:
    """Indices of the points that the threshold can be moved to: all, or an even choice and the chosen one."""
    return np.union1d(marked_points(analysis.points.recall), [analysis.chosen])


def drawn(analysis: Analysis, words: Words) -> Bundle:
    """The step curve, its points, and the one in force."""
    points, shown, joined = analysis.points, movable(analysis), analysis.joined("step", charts.RESOLUTION)
    texts = [words.number(threshold_text(points.threshold, index)) for index in shown.tolist()]
    chosen = int(np.searchsorted(shown, analysis.chosen))
    frame = charts.Drawing(SQUARE).bundle()
    return {
        "width": frame["width"],
        "height": frame["height"],
        "square": frame["square"],
        "points": {
            "threshold": points.threshold[shown].tolist(),
            "truePositives": points.true_positives[shown].tolist(),
            "falsePositives": points.false_positives[shown].tolist(),
            "positives": points.positives,
            "negatives": points.negatives,
        },
        "joined": [charts.area(joined, "step", charts.look_of("step"))],
        "looks": [charts.look_of("step")],
        "said": texts,
        "chosen": chosen,
        "isLong": points.positives + points.negatives > LONGEST,
        "labels": _other_thresholds(analysis, shown, texts, words),
        "matrix": MATRIX,
    }


def _other_thresholds(analysis: Analysis, shown: np.ndarray, texts: list[str], words: Words) -> list[Bundle]:
    """Other thresholds, where they find room."""
    points, at = analysis.points, int(np.searchsorted(shown, analysis.chosen))
    recall, precision = points.recall[shown], points.precision[shown]
    said = [words.say("chart.threshold", threshold=text) for text in texts]
    place = Place(float(recall[at]), float(precision[at]), "left" if recall[at] > 0.5 else "right", "below")
    room = Room(taken=[charts.balance_box(points.prevalence), box_of(place.note(said[at]))])
    curve = analysis.joined("step", charts.RESOLUTION).curve
    room.add_line(curve.recall, curve.precision)
    places = labelled_points(recall, precision, said, first=at, room=room)
    return [charts.label(place, said[index], SQUARE) for index, place in places.items()]


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
    shown = movable(analysis)
    counts = {"shown": len(shown), "total": Datum("operating_points", points.threshold.size)}
    how = say(words, "report.drag" if len(shown) == points.threshold.size else "report.drag_some", **counts)
    captions = [
        say(words, "curve.area", area=area_datum("step", analysis)),
        Markup('<span class="screen">{}</span>').format(how),
    ]
    return Picture("curve_chart", drawn(analysis, words), words.say("curve.alt", **facts), captions)


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
