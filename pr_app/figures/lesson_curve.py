"""The precision-recall picture of a lesson: points so far or all of them, what joins them, and the one in force."""

from __future__ import annotations

import plotly.graph_objects as go

from pr_app import palette
from pr_app.figures.chosen_point import add_mark, chosen_mark
from pr_app.figures.joined import (
    HEADROOM,
    TICKS,
    add_line,
    add_number,
    add_shape,
    add_title,
    free_height,
    invented_part,
)
from pr_app.figures.pr_axes import add_baseline, add_points, drawn_width, pr_axes
from pr_app.figures.thinning import drawn_vertices
from pr_app.lessons import Scene
from pr_app.numerals import threshold_text
from pr_app.words import Words
from pr_metrics import SCHEMES, OperatingPoints

HEIGHT = 400  # px


def lesson_figure(
    points: OperatingPoints, scene: Scene, chosen: int | None, words: Words, *, same_data: str
) -> go.Figure:
    """Draw what a scene asks for; with a scheme the trace `curve`, closed to precision 0, has the printed area."""
    figure = pr_axes(words, height=HEIGHT, headroom=HEADROOM, ticks=TICKS, same_data=same_data)
    look = palette.LOOKS[scene.scheme or "step"]
    if scene.scheme is not None:
        _add_curve(figure, points, scene.scheme, words)
    add_baseline(figure, points.prevalence, words)
    shown = _shown(points, scene, chosen)
    if shown is not None:
        add_points(figure, shown, look, words)
    if chosen is not None and scene.points != "none":
        add_mark(figure)
        at = float(points.recall[chosen]), float(points.precision[chosen])
        chosen_mark(figure, *at, threshold_text(points.threshold, chosen), words).put_on(figure)
    return figure


def _shown(points: OperatingPoints, scene: Scene, chosen: int | None) -> OperatingPoints | None:
    """The points that are drawn: those of the thresholds passed so far, with the totals of all rows."""
    if scene.points == "all":
        return points
    if scene.points == "none" or chosen is None:
        return None
    upto = slice(0, chosen + 1)
    counts = (points.threshold[upto], points.true_positives[upto], points.false_positives[upto])
    return OperatingPoints(*counts, points.positives, points.negatives)


def _add_curve(figure: go.Figure, points: OperatingPoints, scheme: str, words: Words) -> None:
    look, joined = palette.LOOKS[scheme], SCHEMES[scheme]
    curve = drawn_vertices(joined.curve(points), drawn_width(HEIGHT, HEADROOM))
    add_shape(figure, "curve", curve, slice(None), look.fill)
    add_shape(figure, "start_area", curve, invented_part(curve), look.start_fill)
    add_line(figure, curve, look)
    add_title(figure, words.say(f"schemes.{scheme}.name"), look)
    add_number(figure, joined.area(points), free_height(curve, points.prevalence), look, words)
