"""The section on averages over tasks and groups, with its chart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from markupsafe import Markup

from pr_curve_lab.analysis.areas import ThinnedArea
from pr_curve_lab.analysis.averages import AverageCurve, GroupAverages, average_curve, task_areas
from pr_curve_lab.analysis.formatting import count_unique_areas, format_area, format_count, format_prevalence
from pr_curve_lab.analysis.intervals import GroupArea, clusters_notice, highlighted_groups, order_by_area
from pr_curve_lab.analysis.thinning import Resolution, thin_curve
from pr_curve_lab.analysis.train_test import TrainTestGap, split_curves
from pr_curve_lab.exports.numbers import MEANS
from pr_curve_lab.exports.report import charts, elements
from pr_curve_lab.exports.report.charts import SINGLE_PLOT_AREA
from pr_curve_lab.exports.report.document import FirstPage, Sections
from pr_curve_lab.exports.results import Averages
from pr_curve_lab.i18n.area_sentences import interval_reason
from pr_curve_lab.i18n.group_sentences import (
    group_warning,
    groups_sentence,
    mean_alt,
    mean_sentence,
    mean_title,
    train_test_alt,
    train_test_text,
    train_test_title,
    weakest_task_text,
)
from pr_curve_lab.i18n.messages import Messages, SentenceFormat
from pr_curve_lab.i18n.names import TaskName, group_names
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.averages import (
    ComponentCurve,
    average_plot,
    group_components,
    task_components,
    train_test_plot,
)

TASK_FORMAT = SentenceFormat(  # of numbers of one class or label in each group, whose names those of an average have
    name=elements.FORMAT.name,
    tag_number=lambda of, value: elements.FORMAT.tag_number(f"task_{of}", value),
    tag_text=lambda of, value, text: elements.FORMAT.tag_text(f"task_{of}", value, text),
)
COARSE_FACTOR = 2  # how many times coarser components are drawn than a curve with a printed area


def average_svg(
    average: AverageCurve, components: Sequence[ComponentCurve], title: str, scheme: str, messages: Messages
) -> Markup:
    """Draw an average and its components, which are drawn at a coarser resolution because their area is not printed."""
    coarse = charts.resolution_per_curve(COARSE_FACTOR * len(components))
    parts = [replace(one, thinned=_thin_area(one.thinned, coarse)) for one in components]
    plot = average_plot(average, parts, title, palette.style_of(scheme), messages)
    return charts.plot_svg(plot, messages, SINGLE_PLOT_AREA)


def _thin_area(area: ThinnedArea, resolution: Resolution) -> ThinnedArea:
    return ThinnedArea(curve=thin_curve(area.curve, resolution), area=area.area)


Formatter = Callable[[float], str]
Column = tuple[np.ndarray, Formatter]


def averages_section(averages: Averages, messages: Messages) -> elements.Section:
    """Return the tasks, then the groups, each with a chart and a table; their sentences are in the section to cite."""
    lead: list[elements.Component] = []
    parts: list[elements.Component] = []
    if averages.is_multi_task:
        lead = [elements.FigureRow([_task_figure(averages, messages)])]
        parts += [
            _average_table(averages, messages),
            _task_table(averages, messages),
            *_table_notes(averages, messages),
        ]
    if (gap := averages.train_test) is not None:
        column = str(averages.curve.labeled_scores.roles.group)
        lead.append(elements.FigureRow([_train_test_figure(gap, column, messages)]))
        parts += [
            _train_test_table(gap, column, messages),
            elements.note(Markup(train_test_text(gap, messages, elements.FORMAT))),
        ]
    elif averages.group_averages is not None:
        pictures: elements.Component = elements.FigureRow([_group_figure(averages, averages.group_averages, messages)])
        (parts if lead else lead).append(pictures)
        parts += _group_table(averages, averages.group_averages, messages)
    if (one := averages.task_by_group) is not None and one.group_averages is not None:
        parts.append(elements.Text(_task_groups_text(one, one.group_averages, messages)))
        parts += _group_table(one, one.group_averages, messages, "task_fold", TASK_FORMAT)
    return elements.Section("averages", messages.format("report.section.averages"), parts, lead)


def average_first_page(averages: Averages, _: Sections, messages: Messages) -> FirstPage:
    """Give the average and the smallest and largest task, then the mean of the groups. All of it is cited."""
    groups, several = averages.group_averages, averages.is_multi_task
    only_groups = groups if groups is not None and not several else None
    kind, areas = (only_groups.kind, only_groups.area) if only_groups else (averages.task_kind, averages.task_areas)
    if (gap := averages.train_test) is not None:
        title = Markup(train_test_title(gap, messages, elements.FORMAT))
        return FirstPage(messages.format("report.question_train_test"), [title], "averages", (-1,))
    question = messages.format(f"report.question_{kind}", count=int((~np.isnan(areas)).sum()))
    answer: list[elements.Cell] = []
    if several:
        balanced = weakest_task_text(averages.matrix, averages.scheme, messages, elements.FORMAT)
        answer = [_average_text(averages, messages), *([_answer_cell(balanced)] if balanced else [])]
    answer += [] if groups is None else _groups_text(averages, groups, messages)
    n_cited, one = several + (groups is not None), averages.task_by_group
    if one is not None and one.group_averages is not None:
        answer.append(_task_groups_text(one, one.group_averages, messages))
        n_cited += 1
    return FirstPage(question, answer, "averages", tuple(range(-n_cited, 0)))


def _average_text(averages: Averages, messages: Messages) -> Markup:
    names, areas, kind = averages.matrix.names, averages.task_areas, averages.average
    low, high = int(np.nanargmin(areas)), int(np.nanargmax(areas))
    ends: dict[str, object] = {"lowest": elements.code(names[low]), "highest": elements.code(names[high])}
    for end, at in (("low", low), ("high", high)):
        ends[end] = elements.DataNumber(f"task.area.{names[at]}", float(areas[at]))
    area = elements.DataNumber(f"average.{kind}", averages.overall_average.area)
    facts = {"average": messages.format(f"averages.{kind}.name"), "area": area}
    count = elements.DataNumber("tasks", int((~np.isnan(averages.task_areas)).sum()))
    several = count_unique_areas(averages.task_areas) > 1
    key = f"averages.range_{averages.task_kind}" if several else f"averages.headline_{averages.task_kind}_alike"
    return elements.sentence(key, messages, count=count, **facts, **ends)


def _groups_text(averages: Averages, groups: GroupAverages, messages: Messages) -> list[elements.Cell]:
    """Summarize all groups, and say why one fails, if one does."""
    kind = averages.average if averages.is_multi_task else ""
    sentences = [
        groups_sentence(groups, averages.group_areas, kind, messages, elements.FORMAT),
        group_warning(groups, averages.group_areas, messages, elements.FORMAT),
    ]
    return [_answer_cell(one) for one in sentences if one]


def _task_groups_text(averages: Averages, groups: GroupAverages, messages: Messages) -> Markup:
    """Summarize the groups of the selected class or label."""
    name = TaskName(averages.matrix.names[0], averages.task_kind).format(messages)
    text = groups_sentence(groups, averages.group_areas, "", messages, TASK_FORMAT)
    return elements.sentence("exports.of", messages, name=name) + Markup(text)


def _answer_cell(sentence: str) -> Markup:
    return Markup(sentence.removesuffix(".").removesuffix("。"))


def _average_table(averages: Averages, messages: Messages) -> elements.Grid:
    """Return a table of all averages; the selected one is marked."""
    rows = []
    for kind, parts in averages.by_kind.items():
        name = messages.format(f"averages.{kind}.name")
        capitalized = name[:1].upper() + name[1:]
        label = messages.format("report.chosen", name=capitalized) if kind == averages.average else capitalized
        rows.append((label, elements.number(f"average.{kind}", parts.area)))
    header = [messages.format(key) for key in ("averages.average", "columns.averages.area")]
    return elements.Grid(header, rows, row_headers=True)


def _task_figure(averages: Averages, messages: Messages) -> elements.Figure:
    """Draw the curve whose area is the average, with those of the tasks."""
    matrix, kind = averages.matrix, averages.average
    areas = task_areas(matrix, averages.scheme)
    averaged = average_curve(matrix, averages.overall_average, averages.scheme, areas)
    weakest = matrix.weakest_task(averages.scheme).weakest
    components = task_components(kind, dict(zip(matrix.names, areas, strict=True)), weakest)
    name, area = messages.format(f"averages.{kind}.name"), averages.overall_average.area
    alt = messages.format("averages.alt", average=name, area=area, count=len(matrix.names))
    title = messages.format(
        "averages.picture_title", average=name, scheme=messages.format(f"schemes.{averages.scheme}.name")
    )
    drawn = average_svg(averaged, components, title, averages.scheme, messages)
    return elements.Figure("averages_chart", drawn, alt, [_average_caption(averages, messages)])


def _average_caption(averages: Averages, messages: Messages) -> Markup:
    """Say how the average is computed, with the first words in bold."""
    n_tasks = len(averages.matrix.names)
    counted = int((averages.overall_average.weight > 0).sum()) if averages.average in MEANS else n_tasks
    text = messages.format(
        f"averages.{averages.average}.arises",
        rows=elements.DataNumber("rows", averages.rows),
        count=elements.DataNumber("tasks", counted),
        entries=elements.DataNumber("entries", averages.rows * n_tasks),
    )
    _, name, sentence = text.split("**")
    return Markup("<strong>{}</strong>{}").format(name, Markup(sentence))


def _task_table(averages: Averages, messages: Messages) -> elements.Grid:
    """Return a table of classes or labels, with each one's part of the average if that is a mean of areas."""
    matrix = averages.matrix
    columns: dict[str, Column] = {
        "positives": (matrix.scored_positives, format_count),
        "prevalence": (matrix.prevalences, format_prevalence),
        "area": (averages.task_areas, format_area),
    }
    if averages.average in MEANS:
        columns["share"] = (averages.overall_average.weight, format_area)
        columns["part"] = (averages.weighted_areas(averages.average), format_area)
    return _number_table(messages.format("columns.averages.name"), matrix.names, columns, "task", messages)


def _table_notes(averages: Averages, messages: Messages) -> list[elements.Text]:
    """Return notes on the sum of the last column, and on tasks without an area."""
    if averages.average in MEANS:
        area = elements.DataNumber(f"average.{averages.average}", averages.overall_average.area)
        notes = [elements.note(elements.sentence("averages.parts_sum", messages, area=area))]
    else:
        notes = [elements.note(messages.format("averages.parts_no_sum"))]
    columns = zip(averages.matrix.names, averages.task_areas, strict=True)
    absent = [elements.code(name) for name, area in columns if np.isnan(area)]
    if absent:
        names = Markup(messages.format("punctuation.items")).join(absent)
        notes.append(elements.Text(elements.sentence("averages.absent", messages, names=names)))
    return notes


def _train_test_figure(gap: TrainTestGap, column: str, messages: Messages) -> elements.Figure:
    """Draw the curves on test and training rows."""
    plot = train_test_plot(gap, split_curves(gap, charts.resolution_per_curve(2)), column, messages)
    drawn = charts.plot_svg(plot, messages, SINGLE_PLOT_AREA)
    caption = elements.named_number(
        TaskName("", "one", column, gap.test.name).format(messages),
        elements.number("train_test.area.test", gap.test.area),
        messages,
    )
    return elements.Figure("folds_chart", drawn, train_test_alt(gap, messages), [caption])


def _train_test_table(gap: TrainTestGap, column: str, messages: Messages) -> elements.Grid:
    both = gap.train, gap.test
    columns: dict[str, Column] = {
        "rows": (np.array([one.rows for one in both]), format_count),
        "positives": (np.array([one.positives for one in both]), format_count),
        "area": (np.array([one.area for one in both]), format_area),
    }
    return _number_table(column, [one.name for one in both], columns, "train_test", messages)


def _group_figure(averages: Averages, groups: GroupAverages, messages: Messages) -> elements.Figure:
    """Draw the mean of the groups with their curves, or the curve of the only one."""
    title = mean_title(groups, messages)
    caption = elements.named_number(title, elements.number("mean_of_folds", groups.mean), messages)
    parts = group_components(groups, messages, highlighted_groups(groups, averages.group_areas))
    drawn = average_svg(groups.mean_average, parts, title, averages.scheme, messages)
    return elements.Figure("folds_chart", drawn, mean_alt(groups, messages), [caption])


def _group_table(
    averages: Averages,
    groups: GroupAverages,
    messages: Messages,
    prefix: str = "fold",
    fmt: SentenceFormat = elements.FORMAT,
) -> list[elements.Component]:
    """Return the table of groups; for one task with each interval, its method, and the chance level."""
    columns: dict[str, Column] = {
        "rows": (groups.rows, format_count),
        "positives": (groups.positives, format_count),
        "area": (groups.area, format_area),
    }
    order = order_by_area(groups.area) if groups.kind == "groups" else list(range(len(groups.names)))
    names = [group_names(groups, messages)[index] for index in order]
    columns = {name: (values[order], write) for name, (values, write) in columns.items()}
    grid = _number_table(messages.format(f"averages.{groups.kind}.column"), names, columns, prefix, messages)
    note = elements.note(Markup(mean_sentence(groups, averages.overall_average.area, messages, fmt).replace("**", "")))
    if not averages.group_areas:
        return [grid, note]
    header = [*grid.header, messages.format("columns.report.interval"), messages.format("columns.averages.chance")]
    both = zip(grid.rows, names, [averages.group_areas[index] for index in order], strict=True)
    rows = [(*row, *_group_cells(prefix, name, one, messages)) for row, name, one in both]
    notes = list(dict.fromkeys(interval_reason(one.interval, messages) for one in averages.group_areas if one))
    notice = clusters_notice(averages.group_areas, averages.matrix.clusters, averages.curve.labeled_scores.roles.group)
    if notice is not None:
        notes.append(Markup(messages.format_notice(notice, elements.code)))
    return [elements.Grid(header, rows, row_headers=True), note, *(elements.note(one) for one in notes)]


def _group_cells(
    prefix: str, name: str, group_area: GroupArea | None, messages: Messages
) -> tuple[elements.Cell, elements.Cell]:
    """Return the interval of a group, and its chance level."""
    if group_area is None:
        return "", ""
    ends = f"{prefix}.interval_low.{name}", f"{prefix}.interval_high.{name}"
    interval = elements.interval(*ends, group_area.interval.interval, messages)
    return interval, elements.number(f"{prefix}.chance.{name}", group_area.chance)


def _number_table(
    header: str, names: Sequence[str], columns: dict[str, Column], prefix: str, messages: Messages
) -> elements.Grid:
    """Return a table with a row for each name; columns: values, and how to format them."""
    rows: list[tuple[elements.Cell, ...]] = []
    for index, name in enumerate(names):
        cells = (
            elements.number(f"{prefix}.{column}.{name}", float(values[index]), write)
            for column, (values, write) in columns.items()
        )
        rows.append((elements.code(name), *cells))
    return elements.Grid(
        [header, *elements.column_titles("columns.averages.", columns, messages)], rows, row_headers=True
    )
