"""A lesson on paper: an exercise, and the answers on a page of their own.

Nothing before the answers may give one away, so a step's title and what it says stand among the answers only.

A step that neither asks nor draws fractions has nothing to do; what it says may give an earlier answer away.

The square is drawn as SVG from its own numbers, in hundredths of the square's side: no script is needed, and the
polygon of the curve has the printed area.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from markupsafe import Markup

from pr_curve_lab.analysis.formatting import prevalence_text
from pr_curve_lab.analysis.thinning import Resolution, roomy
from pr_curve_lab.exports.html_page import Page, qr_code
from pr_curve_lab.exports.report.components import Cell, Grid
from pr_curve_lab.i18n.area_sentences import counted_positives, say_circles
from pr_curve_lab.i18n.formulas import mathml
from pr_curve_lab.i18n.messages import Words
from pr_curve_lab.i18n.names import TaskName
from pr_curve_lab.i18n.numbers import ratio_text
from pr_curve_lab.lessons.facts import facts_of
from pr_curve_lab.lessons.lesson import Guess, Lesson, Scene, say
from pr_curve_lab.lessons.shown_rows import fractions_of, fractions_to_fill_in, shown_by
from pr_curve_lab.plotting import palette
from pr_curve_lab.schema.dataset import Cases, rows_at
from pr_curve_lab.schema.examples import example_tasks


@dataclass(frozen=True)
class Answer:
    """One step, after its question."""

    number: int
    title: str
    options: Sequence[tuple[str, bool]]  # and whether it is right
    truth: str  # of a number that is asked for; empty where none is
    fractions: Sequence[Markup]
    says: str


def answers_to(lesson: Lesson, words: Words) -> list[Answer]:
    """The answers of all steps.

    >>> from pr_curve_lab.lessons.registry import LESSONS
    >>> from pr_curve_lab.i18n.messages import words_in
    >>> answers = answers_to(LESSONS["curve"], words_in("en"))
    >>> answers[6].options, answers[2].truth
    ([('it rises', False), ('it falls', False), ('it stays', True)], '0.40')
    """
    return [_answer(lesson, number, words) for number in range(1, len(lesson.steps) + 1)]


def _truth(guess: Guess | None, facts: Mapping[str, Any], words: Words) -> str:
    """The number that is asked for: a count, an area, or a ratio."""
    if guess is None:
        return ""
    truth, spec = float(facts[guess.fact]), {"count": ",.0f", "area": ".3f", "share": ".3f"}.get(guess.rail)
    return words.number(ratio_text(truth)) if spec is None else words.number(truth, spec)


def _answer(lesson: Lesson, number: int, words: Words) -> Answer:
    step, facts = lesson.steps[number - 1], facts_of(lesson, number)
    right = step.right(facts) if step.right is not None else None
    return Answer(
        number=number,
        title=say(lesson, number, "title", facts, words),
        options=[(say(lesson, number, option, facts, words), option == right) for option in step.options],
        truth=_truth(step.guess, facts, words),
        fractions=[mathml(one, words) for one in fractions_of(step, lesson.scene(number), facts, words)],
        says=say(lesson, number, "says", facts, words),
    )


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

    >>> from pr_curve_lab.i18n.messages import words_in
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
    >>> from pr_curve_lab.i18n.messages import words_in
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


MOST = 20  # lines of a table
OF_ONE_SCORE = {"rows", "curve"}  # pictures


@dataclass(frozen=True)
class Rows:
    """Rows as a sentence, as a table where they are few, and a square where their curve is to be drawn by hand."""

    sentence: str
    table: Grid | None
    square: Square | None = None
    draw: str = ""


def rows_of(lesson: Lesson, words: Words) -> Mapping[int, Rows]:
    """The rows of a lesson, by the first step that shows them.

    >>> from pr_curve_lab.lessons.registry import LESSONS
    >>> from pr_curve_lab.i18n.messages import words_in
    >>> {number: rows.sentence for number, rows in rows_of(LESSONS["floor"], words_in("en")).items()}[2]
    'Ten rows (10 rows, 6 positive)'
    """
    steps: dict[tuple[str, str], list[int]] = {}
    for number in range(1, len(lesson.steps) + 1):
        scene = lesson.scene(number)
        steps.setdefault((scene.example, scene.task), []).append(number)
    return {numbers[0]: _rows(lesson, numbers, words) for numbers in steps.values()}


def _rows(lesson: Lesson, numbers: list[int], words: Words) -> Rows:
    """The rows that some steps share; who can count them is given a square, if it is their curve that is drawn last."""
    scene, drawn = lesson.scene(numbers[0]), drawn_step(lesson)
    by_hand = any("rows" in lesson.scene(number).pictures or lesson.steps[number - 1].formulas for number in numbers)
    sentence, table = _sentence(scene, words), _table(shown_by(scene).cases, words, by_hand=by_hand)
    if table is None or drawn not in numbers:
        return Rows(sentence, table)
    scheme = lesson.scene(drawn).scheme
    if scheme is None:
        return Rows(sentence, table, empty_square(words), words.say("sheet.draw"))
    joined = words.say("sheet.draw_joined", scheme=words.say(f"schemes.{scheme}.name"))
    return Rows(sentence, table, empty_square(words), joined)


def _table(cases: Cases, words: Words, *, by_hand: bool) -> Grid | None:
    """Few rows one by one, where they are counted by hand; many with few scores by score; else none."""
    if cases.size <= MOST:
        return _row_by_row(cases, words) if by_hand else None
    return _by_score(cases, words) if cases.points.threshold.size <= MOST else None


def _sentence(scene: Scene, words: Words) -> str:
    """The example, which of its scores, and how many rows; where only averages of its scores are shown, no score."""
    name, cases = words.say(f"examples.{scene.example}.name"), shown_by(scene).cases
    rows = words.say("data.rows", count=cases.size)
    tasks = example_tasks(scene.example)
    if not OF_ONE_SCORE & set(scene.pictures):
        return words.say("sheet.data_of_all", name=name, rows=rows)
    if len(tasks.names) > 1:
        asked = scene.task or tasks.countable[0]
        about = words.say("sheet.all_tasks") if asked == "all" else TaskName(asked, tasks.kind).said(words)
        name = words.say("report.title", name=name, task=about)
    positives = counted_positives(cases, words)
    return words.say("sheet.data", name=name, rows=rows, positives=positives)


def _row_by_row(cases: Cases, words: Words) -> Grid:
    """Highest score first; tied rows share their rank, which counts the rows above them."""
    order = np.lexsort((~cases.positive, -cases.score))
    header = [words.say(key) for key in ("sheet.rank", "chart.score", "sheet.label")]
    above = np.searchsorted(np.sort(-cases.score), -cases.score)
    rows: list[list[Cell]] = []
    for row in order:
        label = words.say("sheet.positive" if cases.positive[row] else "sheet.negative")
        rows.append([f"{above[row] + 1}", words.number(cases.score[row], "g"), label])
    if cases.weight is not None:
        header.append(words.say("sheet.weight"))
        for cells, weight in zip(rows, cases.weight[order], strict=True):
            cells.append(words.number(weight, "g"))
    return Grid(header, rows, numbers_from=0, numbers_to=2)


def _by_score(cases: Cases, words: Words) -> Grid:
    scores = cases.points.threshold
    groups = rows_at(cases, scores)
    header = [words.say(key) for key in ("chart.score", "sheet.positives", "sheet.negatives")]
    counted = zip(scores, groups.positives, groups.rows - groups.positives, strict=True)
    rows = [[words.number(score, "g"), *(words.number(count, ",") for count in counts)] for score, *counts in counted]
    return Grid(header, rows, numbers_from=0)


AT_THRESHOLD = {"precision", "recall", "f1", "false_positive_rate"}  # formulas that count what is called


@dataclass(frozen=True)
class Task:
    """The exercise of one step; before it, rows that come with it."""

    number: int
    rows: Rows | None
    asks: str
    options: Sequence[str]
    guessed: bool  # whether a number is asked for, in place of options
    setting: str  # what the fractions are counted from
    wished: bool  # whether the threshold in it is to be found
    fractions: Sequence[Markup]

    @property
    def given(self) -> bool:
        """Whether there is anything to do but to look at the rows."""
        return bool(self.asks or self.fractions)


def tasks_of(lesson: Lesson, words: Words) -> list[Task]:
    """The tasks in the order of the steps.

    >>> from pr_curve_lab.lessons.registry import LESSONS
    >>> from pr_curve_lab.i18n.messages import words_in
    >>> [task.number for task in tasks_of(LESSONS["decisions"], words_in("en")) if task.given]
    [2, 4, 5, 6, 7]
    """
    rows = rows_of(lesson, words)
    tasks = [_task(lesson, number, rows.get(number), words) for number in range(1, len(lesson.steps) + 1)]
    return [task for task in tasks if task.given or task.rows]


def _task(lesson: Lesson, number: int, rows: Rows | None, words: Words) -> Task:
    step, facts = lesson.steps[number - 1], facts_of(lesson, number)
    return Task(
        number=number,
        rows=rows,
        asks=say(lesson, number, "asks", facts, words) if step.options or step.guess else "",
        options=[say(lesson, number, option, facts, words) for option in step.options],
        guessed=step.guess is not None,
        setting=_setting(lesson, number, words),
        wished=lesson.scene(number).wish is not None,
        fractions=[mathml(one, words) for one in fractions_to_fill_in(step, lesson.scene(number), facts, words)],
    )


def _setting(lesson: Lesson, number: int, words: Words) -> str:
    """The rule that calls rows positive: a threshold, or the wish whose threshold is to be found.

    Of a formula without a threshold, what its letter stands for.
    """
    scene, facts = lesson.scene(number), facts_of(lesson, number)
    formulas = set(lesson.steps[number - 1].formulas)
    if "corrected" in formulas:
        return words.say("sheet.corrected")
    if not AT_THRESHOLD & formulas:
        return ""
    if scene.wish is not None:
        return words.say(f"sheet.wish_{next(iter(scene.wish))}", **facts)
    return words.say("sheet.at_score" if "rows" in scene.pictures else "sheet.at_score_among", **facts)


PAGE = Page(Path(__file__).parent / "templates" / "sheet.html")


def sheet_html(lesson: Lesson, words: Words, *, with_answers: bool = True, address: str = "") -> bytes:
    """A lesson to print, with the answers on a page of their own or without; address: leads back to the lesson.

    >>> from pr_curve_lab.lessons.registry import LESSONS
    >>> from pr_curve_lab.i18n.messages import words_in
    >>> b"From decisions to a curve" in sheet_html(LESSONS["curve"], words_in("en"))
    True
    """
    title, drawn = words.say(f"lesson_{lesson.key}.title"), drawn_step(lesson) if with_answers else None
    page = PAGE.filled_in(
        language=words.language,
        title=title,
        about=words.say(f"lesson_{lesson.key}.about"),
        words=words,
        tasks=tasks_of(lesson, words),
        answers=answers_to(lesson, words) if with_answers else [],
        square=None if drawn is None else square_of(lesson, drawn, words),
        palette=palette,
        address=address,
        code=Markup(qr_code(address)) if address else "",
    )
    return page.encode("utf-8")
