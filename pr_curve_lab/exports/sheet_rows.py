"""The rows on a sheet: what a step of a lesson shows while its question is open, as captions, tables and pictures.

No area is printed, and a model is named by a number where its name would give an answer away.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal

import numpy as np
from markupsafe import Markup

from pr_curve_lab.analysis.formatting import format_prevalence
from pr_curve_lab.analysis.thinning import Resolution
from pr_curve_lab.exports.report import elements
from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.i18n.names import TaskName
from pr_curve_lab.lessons.lesson import Lesson, LessonStep, Picture, StepSettings
from pr_curve_lab.lessons.lesson_json import LABEL_PREFIX, pictures_json
from pr_curve_lab.lessons.step_data import curve_plot, row_names, step_data
from pr_curve_lab.lessons.step_values import step_values
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.plot import Plot, pr_titles
from pr_curve_lab.plotting.prevalence import roc_plot
from pr_curve_lab.plotting.svg import PlotArea, svg
from pr_curve_lab.schema.dataset import tie_groups_at
from pr_curve_lab.schema.examples import example_dataset

TENTHS = tuple(tenth / 10 for tenth in range(11))
PLOT_AREA = PlotArea(44, 36, 400, 400, 14, TENTHS, palette.OTHERS)  # px, of a plot to draw in
PICTURE_AREA = PlotArea(44, 36, 300, 300, 14, TENTHS)  # px, of a picture to read from
PRINT_RESOLUTION = Resolution(400)  # CSS pixels (96 per inch), about the size of the plot on paper
MAX_TABLE_ROWS = 20
SINGLE_SCORE_PICTURES = {"rows", "curve", "roc", "rounded"}  # pictures that show a single score
COMPARISONS: set[Picture] = {"intervals", "difference"}  # pictures with the areas of two models


@dataclass(frozen=True)
class SheetPlot:
    """A square plot, empty or with a curve, and its captions."""

    drawing: Markup
    captions: Sequence[str] = ()


@dataclass(frozen=True)
class SheetRows:
    """Rows: a caption with their counts, a table or pictures where they are first shown, and what to draw."""

    caption: str
    table: elements.Grid | None = None
    pictures: Sequence[SheetPlot] = ()
    draw: str = ""

    @property
    def width(self) -> int:
        """How many tables and pictures are side by side; 0 if there is only a caption."""
        return len(self.pictures) + (self.table is not None)


def rows_by_step(lesson: Lesson, messages: Messages) -> Mapping[int, Sequence[SheetRows]]:
    """Return the rows to print before each step: those that the lesson shows while the question is open, and its own.

    >>> from pr_curve_lab.lessons.registry import LESSONS
    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> [rows.caption for rows in rows_by_step(LESSONS["meaning"], messages_in("en"))[6]]
    ['10 rows: 6 positives, 4 negatives; each score to the power of 2; see step 5']
    """
    blocks, drawn = _blocks(lesson), drawn_step(lesson)
    drawn_rows = None if drawn is None else rows_of(lesson.settings(drawn))
    found: dict[int, list[SheetRows]] = {}
    for block in blocks:
        draw = block.table == "rows" and block.rows == drawn_rows
        found.setdefault(block.number, []).append(_sheet_rows(lesson, block, drawn if draw else None, messages))
    return found


def drawn_step(lesson: Lesson) -> int | None:
    """Return the last step with a point for each threshold whose rows are listed, or None if there is no such step.

    >>> from pr_curve_lab.lessons.registry import LESSONS
    >>> drawn_step(LESSONS["sum"]), drawn_step(LESSONS["decisions"])
    (6, None)
    """
    listed = {block.rows for block in _blocks(lesson) if block.table == "rows"}
    settings = {number: lesson.settings(number) for number in range(1, len(lesson.steps) + 1)}
    drawn = [number for number, one in settings.items() if "curve" in one.pictures and one.points == "all"]
    return max((number for number in drawn if rows_of(settings[number]) in listed), default=None)


def has_exercise(step: LessonStep) -> bool:
    """Whether a step asks a question or has fractions to fill in."""
    return bool(step.options or step.number_question or step.formulas)


def rows_of(settings: StepSettings) -> StepSettings:
    """Return the settings of the rows of a step; no task if all are averaged."""
    is_single = SINGLE_SCORE_PICTURES & set(settings.pictures) or settings.rival
    names = example_dataset(settings.example).valid_names
    task = settings.task or names[0] if is_single or len(names) == 1 else ""
    return replace(settings.rows, task=task)


@dataclass(frozen=True)
class _Block:
    """Rows before a step: a table or pictures if they are new, and else the step where they were printed."""

    number: int
    settings: StepSettings
    table: Literal["rows", "scores", "intervals"] | None = None
    pictures: Sequence[Picture] = ()
    printed_at: int | None = None

    @property
    def rows(self) -> StepSettings:
        return rows_of(self.settings)


@cache
def _blocks(lesson: Lesson) -> Sequence[_Block]:
    """Return the rows of all steps up to the last exercise, each table and picture once."""
    blocks: list[_Block] = []
    printed_at: dict[object, int] = {}
    numbers = [number for number, step in enumerate(lesson.steps, start=1) if has_exercise(step)]
    for number in range(1, max(numbers, default=0) + 1):
        shown, own = _shown_settings(lesson, number), lesson.settings(number)
        is_new = (own.example, own.task) != (shown.example, shown.task) and "rows" in own.pictures
        before = _block(lesson, number, shown, printed_at, with_pictures=_needs_pictures(lesson, number, numbers))
        if before.table or before.pictures:
            blocks.append(before)
        after = _block(lesson, number, own, printed_at, with_table=is_new)
        is_told = bool(blocks) and blocks[-1].rows == after.rows
        is_told = is_told or _is_asked_for(lesson, number)
        if after.table or after.pictures or (number in numbers and not is_told):
            blocks.append(after)
    return blocks


def _is_asked_for(lesson: Lesson, number: int) -> bool:
    """Whether a change of the rows is the number that the step asks for."""
    question, own = lesson.steps[number - 1].number_question, lesson.settings(number)
    if question is None or question.axis != "count":
        return False
    changes = {name for name in ("decimals", "power", "times", "missed") if getattr(own, name) is not None}
    shown, truth = _shown_settings(lesson, number), step_values(lesson, number)[question.value_name]
    return any(getattr(own, name) == truth != getattr(shown, name) for name in changes)


def _shown_settings(lesson: Lesson, number: int) -> StepSettings:
    """Return the settings while the question is open, or those of a step without a question."""
    step = lesson.steps[number - 1]
    return lesson.question_settings(number) if step.options or step.number_question else lesson.settings(number)


def _needs_pictures(lesson: Lesson, number: int, numbers: Sequence[int]) -> bool:
    """Whether a step has an exercise, or a later one is about its rows and does not show them itself."""
    rows, later = rows_of(lesson.settings(number)), [one for one in numbers if one > number]
    if number in numbers or rows_of(_shown_settings(lesson, later[0])) == rows:
        return number in numbers
    return any(
        rows_of(settings) == rows for one in later for settings in (_shown_settings(lesson, one), lesson.settings(one))
    )


def _block(
    lesson: Lesson,
    number: int,
    settings: StepSettings,
    printed_at: dict[object, int],
    *,
    with_table: bool = True,
    with_pictures: bool = False,
) -> _Block:
    """Return rows with what is new of their table or pictures, and note in `printed_at` where it is printed."""
    rows, data = rows_of(settings), step_data(settings).labeled_scores
    base = StepSettings(rows.example, rows.task)
    block = _Block(number, settings, printed_at=printed_at.get(rows, printed_at.get(base)))
    kind = _table_kind(lesson, settings)
    if kind == "scores" and (settings.times > 1 or settings.prevalence is not None) and base in printed_at:
        return block
    if kind and not with_table:
        return block
    table = (data.score.tobytes(), data.positive.tobytes(), settings.prevalence, settings.rival)
    drawn = _drawn_pictures(settings) if with_pictures and kind is None else []
    keys = {name: (replace(rows, prevalence=None) if name == "roc" else rows, name, settings.top) for name in drawn}
    pictures = [name for name in drawn if keys[name] not in printed_at]
    if not pictures and (kind is None or table in printed_at):
        return block
    printed_at.update({keys[name]: number for name in pictures} if pictures else {table: number})
    printed_at.setdefault(rows, number)
    return replace(block, table=kind, pictures=pictures, printed_at=None)


def _table_kind(lesson: Lesson, settings: StepSettings) -> Literal["rows", "scores", "intervals"] | None:
    """Return if rows are listed, counted by score, or have the areas of two models; None if nothing is to be read."""
    rows, data = rows_of(settings), step_data(settings).labeled_scores
    if COMPARISONS & set(settings.pictures):
        return "intervals"
    if not rows.task or row_counts(settings) is None:
        return None
    if data.size <= MAX_TABLE_ROWS and settings.prevalence is None:
        return "rows" if _is_counted(lesson, settings) else None
    return "scores" if data.points.threshold.size <= MAX_TABLE_ROWS else None


def _is_counted(lesson: Lesson, settings: StepSettings) -> bool:
    """Whether some step lists or counts these rows, one by one."""
    same = [number for number in range(1, len(lesson.steps) + 1) if lesson.settings(number).example == settings.example]
    return any("rows" in lesson.settings(number).pictures or lesson.steps[number - 1].formulas for number in same)


def _drawn_pictures(settings: StepSettings) -> list[Picture]:
    """Return the pictures of a step that have something to read from."""
    is_drawn = settings.points != "none" or settings.scheme is not None
    if settings.is_blank:
        return []
    return [name for name in settings.pictures if name == "roc" or (name in ("curve", "rounded") and is_drawn)]


def row_counts(settings: StepSettings) -> tuple[int, int] | None:
    """Return the numbers of positives and of negatives with a score; None if a class balance gives no whole numbers.

    >>> row_counts(StepSettings("thousand_each", prevalence=1 / 11))
    (1000, 10000)
    >>> row_counts(StepSettings("constant", prevalence=0.3))
    (30, 70)
    """
    data = step_data(settings)
    positives, negatives = data.points.positives - settings.missed, data.points.negatives
    for factor in (1.0, data.labeled_scores.size / (positives + negatives)):
        exact = positives * factor, negatives * factor
        if np.allclose(exact, np.round(exact)):
            return round(exact[0]), round(exact[1])
    return None


def _sheet_rows(lesson: Lesson, block: _Block, drawn: int | None, messages: Messages) -> SheetRows:
    settings, draw = block.settings, ""
    parts = [_counts_text(lesson, settings, messages), *_changes(lesson, block, messages)]
    if block.printed_at is not None:
        parts.append(messages.format("sheet.see_step", number=block.printed_at))
    caption = messages.format("sheet.parts").join(parts)
    pictures = [_picture(name, settings, messages) for name in block.pictures]
    if drawn is not None:
        same = [one for one in map(lesson.settings, range(1, len(lesson.steps) + 1)) if rows_of(one) == block.rows]
        schemes = {one.scheme for one in same if one.points == "all"}
        alt, scheme = messages.format("sheet.empty_alt"), lesson.settings(drawn).scheme if len(schemes) == 1 else None
        pictures = [SheetPlot(svg(Plot(pr_titles(messages)), PLOT_AREA, messages, alt=alt))]
        draw = messages.format("sheet.draw")
        if scheme is not None:
            draw = messages.format("sheet.draw_joined", scheme=messages.format(f"schemes.{scheme}.name"))
    return SheetRows(caption[:1].upper() + caption[1:], _table(block, messages), pictures, draw)


def _counts_text(lesson: Lesson, settings: StepSettings, messages: Messages) -> str:
    """Return how many rows there are and of which class, after the name of the selected score if there are several."""
    counts, rows, dataset = row_counts(settings), rows_of(settings), example_dataset(settings.example)
    size = step_data(settings).labeled_scores.size if counts is None else sum(counts)
    text = messages.format("data.rows", count=size)
    if not rows.task:
        return messages.format(f"sheet.rows_of_{dataset.kind}", rows=text, count=len(dataset.names))
    if counts is not None:
        classes = zip(("positives", "negatives"), counts, strict=True)
        named = {name: messages.format(f"sheet.{name}_counted", count=count) for name, count in classes}
        text = messages.format("sheet.data", rows=text, **named)
    name = "" if settings.rival else _task_name(lesson, rows, messages)
    return messages.format("sheet.data_of", name=name, data=text) if name else text


def _task_name(lesson: Lesson, rows: StepSettings, messages: Messages) -> str:
    """Return the name of a score: that in the catalogs, that of a label, or a number in the lesson; "" if alone."""
    dataset, named = example_dataset(rows.example), f"examples.{rows.example}.{rows.task}"
    if len(dataset.names) == 1:
        return ""
    if rows.task == "all":
        return messages.format("sheet.all_tasks")
    if named in messages.catalog:
        return messages.format(named)
    if dataset.kind != "models":
        return TaskName(rows.task.removeprefix(LABEL_PREFIX), dataset.kind).format(messages)
    in_lesson = [rows_of(lesson.settings(number)) for number in range(1, len(lesson.steps) + 1)]
    tasks = dict.fromkeys(one.task for one in in_lesson if one.example == rows.example)
    return messages.format("sheet.model", number=list(tasks).index(rows.task) + 1)


def _changes(lesson: Lesson, block: _Block, messages: Messages) -> list[str]:
    """Say how the rows differ from those of the example."""
    settings = block.settings
    changed: dict[str, Any] = {
        "times": settings.times if settings.times > 1 else None,
        settings.order if isinstance(settings.order, str) else "order": settings.order,
        "decimals": settings.decimals,
        "power": settings.power if settings.power > 1 else None,
        "missed": settings.missed or None,
        "prevalence": None if settings.prevalence is None else format_prevalence(settings.prevalence),
        "grid": settings.grid and step_values(lesson, block.number)["grid"][messages.language],
    }
    return [messages.format(f"sheet.with_{key}", count=value) for key, value in changed.items() if value is not None]


def _picture(name: str, settings: StepSettings, messages: Messages) -> SheetPlot:
    """Return a picture without areas: the points as far as they are shown, or the ROC curve."""
    data = step_data(settings)
    if name == "roc":
        plot = replace(roc_plot(data.roc, data.points, messages), labels=(), title="")
        return SheetPlot(svg(plot, PICTURE_AREA, messages, alt=messages.format("sheet.roc_alt")))
    plot, alt = curve_plot(settings, PRINT_RESOLUTION, messages), messages.format("sheet.curve_alt")
    if not settings.has_balance:
        return SheetPlot(svg(replace(plot, baseline=None), PICTURE_AREA, messages, alt=alt))
    balance = messages.format("sheet.picture_balance", prevalence=format_prevalence(data.points.prevalence))
    return SheetPlot(svg(plot, PICTURE_AREA, messages, alt=alt), [balance])


def _table(block: _Block, messages: Messages) -> elements.Grid | None:
    if block.table == "rows":
        return _row_table(block.settings, messages)
    if block.table == "intervals":
        return _interval_table(block.settings, messages)
    return _score_table(block.settings, messages) if block.table else None


def _interval_table(settings: StepSettings, messages: Messages) -> elements.Grid:
    """Return the areas of two models with their intervals."""
    (picture,) = pictures_json(replace(settings, pictures=("intervals",)), messages)
    header = [messages.format(key) for key in ("sheet.method", "sheet.lower", "sheet.area", "sheet.upper")]
    numbers = ("low", "area", "high")
    rows = [[one["name"], *(messages.format_number(one[name], ".3f") for name in numbers)] for one in picture["values"]]
    return elements.Grid(header, rows, numbers_from=1)


def _row_table(settings: StepSettings, messages: Messages) -> elements.Grid:
    """Return the rows, highest score first; tied rows share a rank, which is 1 plus the number of rows above."""
    labeled_scores, names = step_data(settings).labeled_scores, row_names(settings.example, messages)
    order = np.lexsort((~labeled_scores.positive, -labeled_scores.score))
    header = [messages.format(key) for key in ("sheet.rank", "chart.score", "data.role_label")]
    above = np.searchsorted(np.sort(-labeled_scores.score), -labeled_scores.score)
    rows: list[list[elements.Cell]] = []
    for row in order:
        label = messages.format("sheet.positive" if labeled_scores.positive[row] else "sheet.negative")
        rows.append([f"{above[row] + 1}", messages.format_number(labeled_scores.score[row], "g"), label])
    if labeled_scores.weight is not None:
        header.append(messages.format("data.role_weight"))
        for cells, weight in zip(rows, labeled_scores.weight[order], strict=True):
            cells.append(messages.format_number(weight, "g"))
    if names:
        header.append(messages.format("sheet.row"))
        for cells, index in zip(rows, labeled_scores.row_index[order], strict=True):
            cells.append(names[index])
    return elements.Grid(header, rows, numbers_from=0, numbers_to=2)


def _score_table(settings: StepSettings, messages: Messages) -> elements.Grid:
    """Return the positives and negatives at each score, as many as the class balance of the step has."""
    labeled_scores, counts = step_data(settings).labeled_scores, row_counts(settings)
    scores = labeled_scores.points.threshold
    ties = tie_groups_at(labeled_scores, scores)
    classes = ties.positives, ties.rows - ties.positives
    if counts is not None:
        classes = tuple(one * count / one.sum() for one, count in zip(classes, counts, strict=True))
    header = [messages.format(key) for key in ("chart.score", "sheet.positives", "sheet.negatives")]
    rows = [
        [messages.format_number(score, "g"), *(messages.format_number(f"{count:,g}") for count in at_score)]
        for score, *at_score in zip(scores, *classes, strict=True)
    ]
    return elements.Grid(header, rows, numbers_from=0)
