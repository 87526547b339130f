"""A lesson on paper: an exercise, and the answers on a page of their own.

Nothing before the answers may reveal one, so the title and the explanation of a step are only among the answers.

A step without a question or fractions has no exercise, and its explanation may reveal an earlier answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from pr_curve_lab.analysis.formatting import format_prevalence, format_ratio
from pr_curve_lab.exports.html_page import qr_code, render_page
from pr_curve_lab.exports.sheet_rows import (
    MAX_TABLE_ROWS,
    PLOT_AREA,
    PRINT_RESOLUTION,
    SheetPlot,
    SheetRows,
    drawn_step,
    rows_by_step,
)
from pr_curve_lab.i18n.area_sentences import circle_caption
from pr_curve_lab.i18n.formulas import latex_to_mathml
from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.lessons.lesson import Lesson, NumberQuestion, StepValues, step_text
from pr_curve_lab.lessons.step_data import curve_plot, fractions_of, fractions_to_fill_in, step_data
from pr_curve_lab.lessons.step_values import step_values
from pr_curve_lab.plotting.svg import svg


def step_plot(lesson: Lesson, number: int, messages: Messages) -> SheetPlot:
    """Return the curve of a step, with captions that give its area.

    >>> from pr_curve_lab.lessons.registry import LESSONS
    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> step_plot(LESSONS["sum"], 5, messages_in("en")).captions[2]
    '━ Step, area 0.833'
    """
    settings = lesson.settings(number)
    plot, points = curve_plot(settings, PRINT_RESOLUTION, messages), step_data(settings).plot_points
    circles = sum(int(one.circled.sum()) for one in plot.points), points.threshold.size
    captions = [
        messages.format("sheet.picture", number=number),
        circle_caption("sheet.picture_points", circles, messages),
    ]
    for curve in plot.curves:
        facts = {"scheme": messages.format(f"schemes.{curve.name}.name"), "area": curve.thinned.area}
        captions.append(messages.format("sheet.picture_joined", **facts))
    captions.append(messages.format("sheet.picture_balance", prevalence=format_prevalence(points.prevalence)))
    alt = messages.format("lessons.curve_alt", points=points.threshold.size)
    return SheetPlot(svg(plot, PLOT_AREA, messages, alt=alt), captions)


THRESHOLD_FORMULAS = {"precision", "recall", "f1", "false_positive_rate"}  # formulas that depend on the threshold


@dataclass(frozen=True)
class SheetStep:
    """One step: its exercise, with rows before it if they are new, and its answer."""

    number: int
    rows: Sequence[SheetRows]
    asks: str
    options: Sequence[tuple[str, bool]]  # text, and whether it is right
    guessed: bool  # whether the answer is a number instead of one of the options
    setting: str  # the threshold or requirement of the fractions
    required: bool  # whether that is a requirement whose threshold is to be found
    blank_fractions: Sequence[Markup]  # with blanks to fill in
    fractions: Sequence[Markup]
    title: str
    truth: str  # the number asked for; "" if none is
    says: str
    tempts: str  # why a wrong answer is tempting; "" if nothing is asked

    @property
    def has_exercise(self) -> bool:
        """Whether there is anything to answer or to compute."""
        return bool(self.asks or self.fractions)


@dataclass(frozen=True)
class SheetTask:
    """Tables and pictures with the steps that are about them; a single table or picture is beside the steps."""

    data: Sequence[SheetRows]
    steps: Sequence[SheetStep]

    @property
    def is_narrow(self) -> bool:
        """Whether the data is one table or picture, and the first exercise is about it."""
        told = [rows for step in self.steps[:1] for rows in step.rows if not rows.width]
        return sum(rows.width for rows in self.data) == 1 and not told

    @property
    def max_steps(self) -> int:
        """How many steps are about as high as the data beside them."""
        table = self.data[0].table if self.is_narrow else None
        return 2 if table is None else min(1 + len(table.rows) // ROWS_OF_A_STEP, 3)


ROWS_OF_A_STEP = 5  # of a table, which are as high as a question


def sheet_tasks(steps: Sequence[SheetStep]) -> list[SheetTask]:
    """Return the steps in groups, each with the tables and pictures that are first shown with it.

    >>> from pr_curve_lab.lessons.registry import LESSONS
    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> [len(task.steps) for task in sheet_tasks(sheet_steps(LESSONS["decisions"], messages_in("en")))]
    [3, 1, 1]
    """
    tasks: list[SheetTask] = []
    for step in steps:
        data, exercises = [rows for rows in step.rows if rows.width], [step] if step.has_exercise else []
        last = tasks[-1] if tasks else SheetTask([], [])
        has_room = last.is_narrow and len(last.steps) < last.max_steps
        if last.data and ((has_room and not (last.steps and data)) or not (last.steps or data)):
            tasks[-1] = SheetTask([*last.data, *data], [*last.steps, *exercises])
        elif data or exercises:
            tasks.append(SheetTask(data, exercises))
    return tasks


def sheet_steps(lesson: Lesson, messages: Messages) -> list[SheetStep]:
    """Return all steps of a lesson.

    >>> from pr_curve_lab.lessons.registry import LESSONS
    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> steps = sheet_steps(LESSONS["curve"], messages_in("en"))
    >>> steps[6].options, steps[2].truth
    ([('it rises', False), ('it falls', True), ('it stays', False)], '0.40')
    """
    rows = rows_by_step(lesson, messages)
    return [_sheet_step(lesson, number, rows.get(number, ()), messages) for number in range(1, len(lesson.steps) + 1)]


def _sheet_step(lesson: Lesson, number: int, rows: Sequence[SheetRows], messages: Messages) -> SheetStep:
    step, settings, facts = lesson.steps[number - 1], lesson.settings(number), step_values(lesson, number)
    right = step.right(facts) if step.right is not None else None
    text = {
        part: step_text(lesson, number, part, facts, messages)
        for part in (
            "title",
            "says",
            *step.options,
            *(["asks", "tempts"] if step.options or step.number_question else []),
        )
    }
    blank, filled = (
        [latex_to_mathml(one, messages) for one in make(step, settings, facts, messages)]
        for make in (fractions_to_fill_in, fractions_of)
    )
    return SheetStep(
        number=number,
        rows=rows,
        asks=text.get("asks", ""),
        options=[(text[option], option == right) for option in step.options],
        guessed=step.number_question is not None,
        setting=_setting(lesson, number, messages),
        required=settings.requirement is not None,
        blank_fractions=blank,
        fractions=filled,
        title=text["title"],
        truth=_true_value(step.number_question, facts, messages),
        says=text["says"],
        tempts=text.get("tempts", ""),
    )


def _true_value(question: NumberQuestion | None, values: StepValues, messages: Messages) -> str:
    """Return the number asked for: a count, an area, or a ratio."""
    if question is None:
        return ""
    truth, spec = (
        float(values[question.value_name]),
        {"count": ",.0f", "precision": None, "recall": None}.get(question.axis, ".3f"),
    )
    return messages.format_number(format_ratio(truth)) if spec is None else messages.format_number(truth, spec)


def _setting(lesson: Lesson, number: int, messages: Messages) -> str:
    """Return the rule that calls rows positive: a threshold, or a requirement whose threshold is to be found.

    For a formula without a threshold, return the meaning of its symbol.
    """
    settings, facts = lesson.settings(number), step_values(lesson, number)
    formulas = set(lesson.steps[number - 1].formulas)
    if "corrected" in formulas:
        return messages.format("sheet.corrected")
    if not THRESHOLD_FORMULAS & formulas:
        return ""
    if settings.requirement is not None:
        return messages.format(f"sheet.required_{next(iter(settings.requirement))}", **facts)
    if "rows" in settings.pictures:
        return messages.format("sheet.at_score", **facts)
    few_scores = step_data(settings).labeled_scores.points.threshold.size <= MAX_TABLE_ROWS
    # Scores cannot be read from a picture, but recall can.
    return messages.format("sheet.at_score_among" if few_scores or "recall" in formulas else "sheet.at_recall", **facts)


def sheet_html(lesson: Lesson, messages: Messages, *, include_answers: bool = True, url: str = "") -> bytes:
    """Return a lesson to print, optionally with answers on a page of their own; url: links back to the lesson.

    >>> from pr_curve_lab.lessons.registry import LESSONS
    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> b"From decisions to a curve" in sheet_html(LESSONS["curve"], messages_in("en"))
    True
    """
    title, drawn = (
        messages.format(f"lesson_steps.{lesson.key}.title"),
        drawn_step(lesson) if include_answers else None,
    )
    steps = sheet_steps(lesson, messages)
    page = render_page(
        "sheet.html",
        language=messages.language,
        title=title,
        about=messages.format(f"lesson_steps.{lesson.key}.about"),
        messages=messages,
        steps=steps,
        tasks=sheet_tasks(steps),
        include_answers=include_answers,
        square=None if drawn is None else step_plot(lesson, drawn, messages),
        url=url,
        code=Markup(qr_code(url)) if url else "",
    )
    return page.encode("utf-8")
