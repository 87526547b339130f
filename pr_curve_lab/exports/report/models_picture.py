"""Several models' curves in one picture, up to four of them in colour, each with its area beside its name."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pr_curve_lab.analysis.joined_areas import joined_area
from pr_curve_lab.analysis.thinning import circled_points
from pr_curve_lab.exports.models_in_view import Models
from pr_curve_lab.exports.report import drawing
from pr_curve_lab.exports.report.drawing import BESIDE, Drawing
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.markup import middle_cut
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.labels.box import Box
from pr_curve_lab.plotting.labels.free_place import free_place
from pr_curve_lab.plotting.labels.room import Place
from pr_curve_lab.plotting.model_names import LONGEST_NAME, SAMPLE, Named, Placed, placed
from pr_curve_lab.plotting.several_curves import BAND_LABEL, ModelCurve
from pr_curve_lab.web.bundle import Bundle
from pr_metrics import JoinedCurve

LOOKS_BY_RANK = ("lab-steps", "lab-lines", "lab-counts", "lab-best")  # with a dash each, from the second on
GREY = "lab-grey"
PIXEL = 1 / BESIDE.size
SAMPLE_SHARE = 0.8  # of the room before a name


def curves(models: Models, scheme: str, coloured: tuple[str, ...]) -> list[ModelCurve]:
    """Every model's curve, joined by one scheme; many of them share what a report has room for."""
    resolution = drawing.shared_by(len(models.points))
    return [
        ModelCurve(
            model, joined_area(points, scheme, resolution, area=models.area(scheme, model)), points, model in coloured
        )
        for model, points in models.points.items()
    ]


def drawn(models: Models, scheme: str, curves: Sequence[ModelCurve], words: Words) -> Bundle:
    """Lines alone, each of which closes to its area; grey ones lie below."""
    prevalence = curves[0].points.prevalence
    looks = dict(zip((one.name for one in curves if one.in_colour), LOOKS_BY_RANK, strict=False))
    lines = [*(one.joined.curve for one in curves), JoinedCurve(np.array([0.0, 1.0]), np.full(2, prevalence))]
    names = _names(curves, lines, drawing.balance_box(prevalence))
    balance, label = drawing.balance(prevalence, words, BESIDE)
    bands, decides = _bands(models, lines, [drawing.balance_box(prevalence), *(one.box for one in names)], words)
    return Drawing(
        BESIDE,
        (words.say("chart.recall"), words.say("chart.precision")),
        areas=[
            drawing.area(one.joined, scheme, f"lab-bare {looks.get(one.name, GREY)}")
            for one in sorted(curves, key=lambda one: one.in_colour)
        ],
        lines=[*bands, balance, *(_sample(one, looks[one.model.name]) for one in names)],
        circles=[circle for one in curves if one.in_colour for circle in _circles(one, looks[one.name])],
        labels=[
            drawing.title(words.say(f"schemes.{scheme}.name"), BESIDE),
            label,
            *(text for one in names for text in _name(one, looks[one.model.name], words)),
            *decides,
        ],
    ).bundle()


def _names(curves: Sequence[ModelCurve], lines: Sequence[JoinedCurve], taken: Box) -> list[Placed]:
    """The names of models in colour, as a list where that covers no line."""
    named = [Named(one.name, one.joined.area, palette.SLATE, "", one.joined.curve) for one in curves if one.in_colour]
    return placed(named, lines, taken, PIXEL)


def _name(one: Placed, look: str, words: Words) -> list[Bundle]:
    left = Place(one.box.left + SAMPLE * one.pixel, one.height)
    text = f"{words.say('chart.area', area=one.model.area)} {middle_cut(one.model.name, LONGEST_NAME)}"
    return [{**drawing.label(left, text, BESIDE, f"{drawing.STRONG} {look}-fill"), "text-anchor": "start"}]


def _sample(one: Placed, look: str) -> Bundle:
    ends = np.array([one.box.left, one.box.left + SAMPLE_SHARE * SAMPLE * one.pixel])
    return drawing.line(ends, np.full(2, one.height), f"lab-curve lab-bare {look}")


def _circles(one: ModelCurve, look: str) -> list[Bundle]:
    shown = circled_points(one.points.recall, one.points.precision)
    return drawing.circles(one.points.recall[shown], one.points.precision[shown], look, BESIDE)


def _bands(
    models: Models, lines: Sequence[JoinedCurve], taken: Sequence[Box], words: Words
) -> tuple[list[Bundle], list[Bundle]]:
    """The segments of recall that decide, and a word on the first or, where it is narrow, beside it."""
    segments = models.reversal.segments if models.reversal else []
    bands = [
        drawing.line(np.array([one.recall_before, one.recall_after]), np.ones(2), "lab-band", closed=True)
        for one in segments
    ]
    if not segments:
        return bands, []
    half = BAND_LABEL[0] / 2
    middle = min(max((segments[0].recall_before + segments[0].recall_after) / 2, half), 1 - half)
    place = free_place(BAND_LABEL, lines, taken, left=middle - half)
    at = Place(middle, (place.bottom + place.top) / 2)
    return bands, [drawing.label(at, words.say("models.decides"), BESIDE, "lab-halo-text")]
