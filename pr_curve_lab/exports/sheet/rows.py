"""The rows that a lesson is about, as far as a class can count them: one by one, or those of each score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from pr_curve_lab.exports.report.parts import Cell, Grid
from pr_curve_lab.exports.sheet.picture import Square, drawn_step, empty_square
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.counted_positives import counted_positives
from pr_curve_lab.i18n.task_name import TaskName
from pr_curve_lab.lessons.lesson import Lesson, Scene
from pr_curve_lab.lessons.shown_rows import shown_by
from pr_curve_lab.reading.cases.cases import Cases, rows_at
from pr_curve_lab.reading.examples import example_tasks

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
    >>> from pr_curve_lab.i18n.catalogue import words_in
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
