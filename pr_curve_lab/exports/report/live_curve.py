"""The curve on which a reader moves the threshold: its points with their counts, and what the matrix beside it needs.

The browser divides counts, no more: vertices and areas are computed here.
"""

from __future__ import annotations

import numpy as np

from pr_curve_lab.analysis.number_texts import threshold_text
from pr_curve_lab.analysis.thinning import marked_points
from pr_curve_lab.exports.analysis_in_view import Analysis
from pr_curve_lab.exports.report import drawing
from pr_curve_lab.exports.report.drawing import Square
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.plotting.labels.beside_points import labelled_points
from pr_curve_lab.plotting.labels.room import Place, Room, box_of
from pr_curve_lab.web.bundle import Bundle

SQUARE = Square(48, 34, 298)
LONGEST = 99  # of a count that has room in a fraction beside the axis
CELL = {"x": 0, "y": 30, "width": 142, "height": 96, "type": drawing.TYPE, "mark": 7}  # px, of the matrix
MATRIX = {"width": 290, "height": 228, "cell": CELL}


def movable(analysis: Analysis) -> np.ndarray:
    """Indices of the points that the threshold can be moved to: all, or an even choice and the chosen one."""
    return np.union1d(marked_points(analysis.points.recall), [analysis.chosen])


def drawn(analysis: Analysis, words: Words) -> Bundle:
    """The step curve, its points, and the one in force."""
    points, shown, joined = analysis.points, movable(analysis), analysis.joined("step", drawing.RESOLUTION)
    texts = [words.number(threshold_text(points.threshold, index)) for index in shown.tolist()]
    chosen = int(np.searchsorted(shown, analysis.chosen))
    frame = drawing.Drawing(SQUARE).bundle()
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
        "joined": [drawing.area(joined, "step", drawing.look_of("step"))],
        "looks": [drawing.look_of("step")],
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
    room = Room(taken=[drawing.balance_box(points.prevalence), box_of(place.note(said[at]))])
    curve = analysis.joined("step", drawing.RESOLUTION).curve
    room.add_line(curve.recall, curve.precision)
    places = labelled_points(recall, precision, said, first=at, room=room)
    return [drawing.label(place, said[index], SQUARE) for index, place in places.items()]
