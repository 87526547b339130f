"""The precision-recall square on paper: empty, to draw into by hand, or with points, curve and class balance.

It is drawn as SVG from its own numbers, in hundredths of the square's side: no script is needed, and the polygon of the
curve has the printed area.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pr_curve_lab.analysis.number_texts import prevalence_text
from pr_curve_lab.analysis.thinning import Resolution, roomy
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.circle_sentence import say_circles
from pr_curve_lab.lessons.lesson import Lesson
from pr_curve_lab.lessons.shown_rows import shown_by
from pr_curve_lab.plotting import palette

SIDE = 100.0  # units of the SVG
TENTHS = tuple(tenth / 10 for tenth in range(11))
FEW = 20  # points that are all drawn, as they are by hand; of more, those that have room
PRINTED = Resolution(400)  # px of 96 an inch, about what the square has on paper

Place = tuple[float, float]  # to the right and down, in units of the SVG


@dataclass(frozen=True)
class Square:
    """A square to draw in; an empty one has neither points nor line."""

    across: str
    up: str
    alt: str
    ticks: Sequence[tuple[float, str, str]]  # how far along either axis, recall there, precision there
    captions: Sequence[str] = ()
    points: Sequence[Place] = ()
    curve: Sequence[Place] = ()
    balance: float | None = None  # down from the top
    look: palette.Look = palette.BLUE


def empty_square(words: Words) -> Square:
    """A grid in tenths.

    >>> from pr_curve_lab.i18n.catalogue import words_in
    >>> empty_square(words_in("en")).ticks[1]
    (10.0, '0.1', '0.1')
    """
    return Square(*_axes(words), alt=words.say("sheet.empty_alt"), ticks=_ticks(1.0, words))


def drawn_step(lesson: Lesson) -> int | None:
    """The last step whose curve has a point for each threshold, where a lesson draws one.

    >>> from pr_curve_lab.lessons.registry import LESSONS
    >>> drawn_step(LESSONS["sum"]), drawn_step(LESSONS["decisions"])
    (6, None)
    """
    drawn = [
        number
        for number, scene in ((number, lesson.scene(number)) for number in range(1, len(lesson.steps) + 1))
        if "curve" in scene.pictures and scene.points == "all" and scene.grid is None
    ]
    return max(drawn, default=None)


def square_of(lesson: Lesson, number: int, words: Words) -> Square:
    """The curve of a step, with its area in words below.

    >>> from pr_curve_lab.lessons.registry import LESSONS
    >>> from pr_curve_lab.i18n.catalogue import words_in
    >>> square_of(LESSONS["sum"], 5, words_in("en")).captions[2]
    '━ Step, area 0.833'
    """
    scene = lesson.scene(number)
    shown = shown_by(scene)
    points = shown.drawn
    seen = points.precision <= scene.top
    if points.threshold.size > FEW:
        seen &= roomy(points.recall, points.precision)
    circles = int(seen.sum()), seen.size
    captions = [words.say("sheet.picture", number=number), say_circles("sheet.picture_points", circles, words)]
    curve: Sequence[Place] = ()
    if scene.scheme is not None:
        joined = shown.joined(PRINTED)
        curve = _places(joined.curve.recall, joined.curve.precision / scene.top)
        facts = {"scheme": words.say(f"schemes.{joined.scheme}.name"), "area": joined.area}
        captions.append(words.say("sheet.picture_joined", **facts))
    captions.append(words.say("sheet.picture_balance", prevalence=prevalence_text(points.prevalence)))
    return Square(
        *_axes(words),
        alt=words.say("lessons.curve_alt", points=points.threshold.size),
        ticks=_ticks(scene.top, words),
        captions=captions,
        points=_places(points.recall[seen], points.precision[seen] / scene.top),
        curve=curve,
        balance=SIDE * (1 - points.prevalence / scene.top),
        look=palette.look_of(scene.scheme or "step"),
    )


def _axes(words: Words) -> tuple[str, str]:
    return words.say("chart.recall"), words.say("chart.precision")


def _ticks(top: float, words: Words) -> list[tuple[float, str, str]]:
    return [(SIDE * tenth, words.number(tenth, "g"), words.number(top * tenth, "g")) for tenth in TENTHS]


def _places(recall: np.ndarray, height: np.ndarray) -> list[Place]:
    """Shares of the square's side to the right and up, as places."""
    return list(zip((SIDE * recall).tolist(), (SIDE * (1 - height)).tolist(), strict=True))
