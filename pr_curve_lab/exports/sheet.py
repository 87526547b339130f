"""A lesson on paper: an exercise, and the answers on a page of their own.

Nothing before the answers may reveal one, so the title and the explanation of a step are only among the answers.

A step without a question or fractions has no exercise, and its explanation may reveal an earlier answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from markupsafe import Markup

from pr_curve_lab.analysis.formatting import format_prevalence, format_ratio
from pr_curve_lab.analysis.thinning import Resolution
from pr_curve_lab.exports.html_page import qr_code, render_page
from pr_curve_lab.exports.report import elements
from pr_curve_lab.i18n.area_sentences import circle_caption, positives_text
from pr_curve_lab.i18n.formulas import latex_to_mathml
from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.i18n.names import TaskName
from pr_curve_lab.lessons.lesson import Lesson, NumberQuestion, StepSettings, StepValues, step_text
from pr_curve_lab.lessons.step_data import curve_plot, fractions_of, fractions_to_fill_in, step_data
from pr_curve_lab.lessons.step_values import step_values
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.plot import Plot, pr_titles
from pr_curve_lab.plotting.svg import PlotArea, svg
from pr_curve_lab.schema.dataset import LabeledScores, tie_groups_at
from pr_curve_lab.schema.examples import example_dataset

PLOT_AREA = PlotArea(44, 36, 400, 400, 14, tuple(tenth / 10 for tenth in range(11)), palette.OTHERS)  # px
PRINT_RESOLUTION = Resolution(400)  # CSS pixels (96 per inch), about the size of the plot on paper


@dataclass(frozen=True)
class SheetPlot:
    """A square plot, empty or with a curve, and its captions."""

    drawing: Markup
    captions: Sequence[str] = ()


def empty_plot(messages: Messages) -> SheetPlot:
    """Return a grid in tenths.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> empty_plot(messages_in("en")).captions
    ()
    """
    return SheetPlot(svg(Plot(pr_titles(messages)), PLOT_AREA, messages, alt=messages.format("sheet.empty_alt")))


def last_curve_step(lesson: Lesson) -> int | None:
    """Return the last step whose curve has a point for each threshold, or None if no step draws one.

    >>> from pr_curve_lab.lessons.registry import LESSONS
    >>> last_curve_step(LESSONS["sum"]), last_curve_step(LESSONS["decisions"])
    (6, None)
    """
    drawn = [
        number
        for number, settings in ((number, lesson.settings(number)) for number in range(1, len(lesson.steps) + 1))
        if "curve" in settings.pictures and settings.points == "all" and settings.grid is None
    ]
    return max(drawn, default=None)


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


MAX_TABLE_ROWS = 20  # rows of a table
SINGLE_SCORE_PICTURES = {"rows", "curve"}  # pictures that show a single score


@dataclass(frozen=True)
class SheetRows:
    """Rows as a sentence, as a table if they are few, and a plot if the curve is to be drawn by hand."""

    sentence: str
    table: elements.Grid | None
    square: SheetPlot | None = None
    draw: str = ""


def rows_by_step(lesson: Lesson, messages: Messages) -> Mapping[int, SheetRows]:
    """Return the rows of a lesson, by the first step that shows them.

    >>> from pr_curve_lab.lessons.registry import LESSONS
    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> {number: rows.sentence for number, rows in rows_by_step(LESSONS["floor"], messages_in("en")).items()}[2]
    'Ten rows (10 rows, 6 positive)'
    """
    steps: dict[tuple[str, str], list[int]] = {}
    for number in range(1, len(lesson.steps) + 1):
        settings = lesson.settings(number)
        steps.setdefault((settings.example, settings.task), []).append(number)
    return {numbers[0]: _step_rows(lesson, numbers, messages) for numbers in steps.values()}


def _step_rows(lesson: Lesson, numbers: list[int], messages: Messages) -> SheetRows:
    """Return the rows of some steps, with an empty plot if they can be counted and theirs is the last curve."""
    settings, drawn = lesson.settings(numbers[0]), last_curve_step(lesson)
    by_hand = any("rows" in lesson.settings(number).pictures or lesson.steps[number - 1].formulas for number in numbers)
    sentence, table = (
        _sentence(settings, messages),
        _table(step_data(settings).labeled_scores, messages, list_rows=by_hand),
    )
    if table is None or drawn not in numbers:
        return SheetRows(sentence, table)
    scheme = lesson.settings(drawn).scheme
    if scheme is None:
        return SheetRows(sentence, table, empty_plot(messages), messages.format("sheet.draw"))
    joined = messages.format("sheet.draw_joined", scheme=messages.format(f"schemes.{scheme}.name"))
    return SheetRows(sentence, table, empty_plot(messages), joined)


def _table(labeled_scores: LabeledScores, messages: Messages, *, list_rows: bool) -> elements.Grid | None:
    """Return few rows one by one if they are counted by hand, many with few scores by score, and else None."""
    if labeled_scores.size <= MAX_TABLE_ROWS:
        return _row_table(labeled_scores, messages) if list_rows else None
    return _score_table(labeled_scores, messages) if labeled_scores.points.threshold.size <= MAX_TABLE_ROWS else None


def _sentence(settings: StepSettings, messages: Messages) -> str:
    """Name the example, the selected score and the number of rows; no score if only averages are shown."""
    name, labeled_scores = messages.format(f"examples.{settings.example}.name"), step_data(settings).labeled_scores
    rows = messages.format("data.rows", count=labeled_scores.size)
    dataset = example_dataset(settings.example)
    if not SINGLE_SCORE_PICTURES & set(settings.pictures):
        return messages.format("sheet.data_of_all", name=name, rows=rows)
    if len(dataset.names) > 1:
        asked = settings.task or dataset.valid_names[0]
        about = messages.format("sheet.all_tasks") if asked == "all" else TaskName(asked, dataset.kind).format(messages)
        name = messages.format("report.title", name=name, task=about)
    positives = positives_text(labeled_scores, messages)
    return messages.format("sheet.data", name=name, rows=rows, positives=positives)


def _row_table(labeled_scores: LabeledScores, messages: Messages) -> elements.Grid:
    """Return the rows, highest score first; tied rows share a rank, which is 1 plus the number of rows above."""
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
    return elements.Grid(header, rows, numbers_from=0, numbers_to=2)


def _score_table(labeled_scores: LabeledScores, messages: Messages) -> elements.Grid:
    scores = labeled_scores.points.threshold
    ties = tie_groups_at(labeled_scores, scores)
    header = [messages.format(key) for key in ("chart.score", "sheet.positives", "sheet.negatives")]
    counted = zip(scores, ties.positives, ties.rows - ties.positives, strict=True)
    rows = [
        [messages.format_number(score, "g"), *(messages.format_number(count, ",") for count in counts)]
        for score, *counts in counted
    ]
    return elements.Grid(header, rows, numbers_from=0)


THRESHOLD_FORMULAS = {"precision", "recall", "f1", "false_positive_rate"}  # formulas that depend on the threshold


@dataclass(frozen=True)
class SheetStep:
    """One step: its exercise, with rows before it if they are new, and its answer."""

    number: int
    rows: SheetRows | None
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

    @property
    def has_exercise(self) -> bool:
        """Whether there is anything to answer or to compute."""
        return bool(self.asks or self.fractions)


def sheet_steps(lesson: Lesson, messages: Messages) -> list[SheetStep]:
    """Return all steps of a lesson.

    >>> from pr_curve_lab.lessons.registry import LESSONS
    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> steps = sheet_steps(LESSONS["curve"], messages_in("en"))
    >>> steps[6].options, steps[2].truth
    ([('it rises', False), ('it falls', False), ('it stays', True)], '0.40')
    """
    rows = rows_by_step(lesson, messages)
    return [_sheet_step(lesson, number, rows.get(number), messages) for number in range(1, len(lesson.steps) + 1)]


def _sheet_step(lesson: Lesson, number: int, rows: SheetRows | None, messages: Messages) -> SheetStep:
    step, settings, facts = lesson.steps[number - 1], lesson.settings(number), step_values(lesson, number)
    right = step.right(facts) if step.right is not None else None
    text = {
        part: step_text(lesson, number, part, facts, messages)
        for part in ("title", "says", *step.options, *(["asks"] if step.options or step.number_question else []))
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
    )


def _true_value(question: NumberQuestion | None, values: StepValues, messages: Messages) -> str:
    """Return the number asked for: a count, an area, or a ratio."""
    if question is None:
        return ""
    truth, spec = (
        float(values[question.value_name]),
        {"count": ",.0f", "area": ".3f", "share": ".3f"}.get(question.axis),
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
    return messages.format("sheet.at_score" if "rows" in settings.pictures else "sheet.at_score_among", **facts)


def sheet_html(lesson: Lesson, messages: Messages, *, include_answers: bool = True, url: str = "") -> bytes:
    """Return a lesson to print, optionally with answers on a page of their own; url: links back to the lesson.

    >>> from pr_curve_lab.lessons.registry import LESSONS
    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> b"From decisions to a curve" in sheet_html(LESSONS["curve"], messages_in("en"))
    True
    """
    title, drawn = (
        messages.format(f"lesson_steps.{lesson.key}.title"),
        last_curve_step(lesson) if include_answers else None,
    )
    page = render_page(
        "sheet.html",
        language=messages.language,
        title=title,
        about=messages.format(f"lesson_steps.{lesson.key}.about"),
        messages=messages,
        steps=sheet_steps(lesson, messages),
        include_answers=include_answers,
        square=None if drawn is None else step_plot(lesson, drawn, messages),
        url=url,
        code=Markup(qr_code(url)) if url else "",
    )
    return page.encode("utf-8")
