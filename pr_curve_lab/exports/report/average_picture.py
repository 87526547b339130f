"""An average as a shaded curve, among the thin curves that it is made of: the pointer reads their names."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pr_curve_lab.analysis.averages import Averaged
from pr_curve_lab.analysis.thinning import Resolution, drawn_vertices
from pr_curve_lab.exports.report import drawing
from pr_curve_lab.exports.report.drawing import ALONE, Drawing
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.plotting.average_curve import Part, all_vertices, place_of_name
from pr_curve_lab.web.bundle import Bundle

FAINT = 2  # times as coarse as a curve with an area
OUTSTANDING = "lab-lines"


def drawn(averaged: Averaged, parts: Sequence[Part], title: str, scheme: str, words: Words) -> Bundle:
    """An average and its parts; the rows of "samples" have areas of their own, and no class balance."""
    area, look = averaged.drawn, drawing.look_of(scheme)
    of_rows = bool(np.isnan(averaged.prevalence))
    prevalence = None if of_rows else averaged.prevalence
    names = ("averages.share_of_rows", "averages.area_of_row") if of_rows else ("chart.recall", "chart.precision")
    coarse = drawing.shared_by(FAINT * len(parts))
    lines = [_part(part, coarse, words) for part in sorted(parts, key=lambda one: one.outstanding)]
    labels = [drawing.title(title, ALONE, look)]
    if prevalence is not None:
        line, label = drawing.balance(prevalence, words, ALONE)
        lines, labels = [*lines, line], [*labels, label]
    place = drawing.number_place(all_vertices([area.curve, *(part.drawn.curve for part in parts)]), prevalence)
    labels.append(drawing.number(area, words, ALONE, look, place))
    for part in parts:
        if part.outstanding:
            own = f"{drawing.STRONG} {OUTSTANDING}-fill"
            labels.append(drawing.label(place_of_name(part, area.curve), _said(part, words), ALONE, own))
    across, up = (words.say(name) for name in names)
    return Drawing(ALONE, (across, up), areas=[drawing.area(area, scheme, look)], lines=lines, labels=labels).bundle()


def _part(part: Part, resolution: Resolution, words: Words) -> Bundle:
    curve, look = drawn_vertices(part.drawn.curve, resolution), f"lab-part {OUTSTANDING if part.outstanding else ''}"
    return drawing.line(curve.recall, curve.precision, look, said=_said(part, words))


def _said(part: Part, words: Words) -> str:
    return f"{part.name} {words.say('chart.area', area=part.drawn.area)}"
