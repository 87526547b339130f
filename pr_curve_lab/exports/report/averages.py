"""The section about averages over tasks and folds, with its picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from markupsafe import Markup

from pr_curve_lab.analysis.areas import RenderedArea
from pr_curve_lab.analysis.averages import AverageCurve, Folds, average_curve, task_areas
from pr_curve_lab.analysis.formatting import count_unique_areas, format_area, format_count
from pr_curve_lab.analysis.intervals import GroupArea, clusters_notice, low_area_group, order_by_area
from pr_curve_lab.analysis.thinning import Resolution, render_curve
from pr_curve_lab.exports.analysis import Analysis, Averages
from pr_curve_lab.exports.numbers import MEANS
from pr_curve_lab.exports.report import charts
from pr_curve_lab.exports.report.charts import SINGLE_PLOT_AREA
from pr_curve_lab.exports.report.components import (
    Cell,
    Component,
    DataNumber,
    Figure,
    FigureRow,
    Grid,
    Section,
    Text,
    code_element,
    column_titles,
    format_html,
    format_title,
    interval_element,
    number_element,
)
from pr_curve_lab.exports.report.document import Opening, Sections
from pr_curve_lab.exports.report.models import HTML
from pr_curve_lab.i18n.area_sentences import interval_reason
from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.i18n.names import group_names, group_warning, groups_sentence, mean_sentence
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.averages import ComponentCurve, average_plot, fold_components, task_components

COARSE_FACTOR = 2  # times as coarse as a curve with an area


def draw_average(
    average: AverageCurve, components: Sequence[ComponentCurve], title: str, scheme: str, messages: Messages
) -> Markup:
    """An average and its parts, which are drawn more coarsely than what has a printed area."""
    coarse = charts.resolution_per_curve(COARSE_FACTOR * len(components))
    parts = [replace(one, rendered=_render_area(one.rendered, coarse)) for one in components]
    plot = average_plot(average, parts, title, palette.style_of(scheme), messages)
    return charts.drawing(plot, messages, SINGLE_PLOT_AREA)


def _render_area(rendered: RenderedArea, resolution: Resolution) -> RenderedArea:
    return RenderedArea(curve=render_curve(rendered.curve, resolution), area=rendered.area)


Formatter = Callable[[float], str]
Column = tuple[np.ndarray, Formatter]


def averages_section(averages: Averages, analysis: Analysis, messages: Messages) -> Section:
    """The tasks, then the folds, each with a picture and a table; the sentences stand with those to cite."""
    lead: list[Component] = []
    parts: list[Component] = []
    if averages.is_multi_task:
        lead = [FigureRow([_task_figure(averages, analysis, messages)])]
        parts += [
            _average_table(averages, messages),
            _task_table(averages, messages),
            *_table_notes(averages, messages),
        ]
    if averages.folds is not None:
        pictures: Component = FigureRow([_fold_figure(averages, averages.folds, messages)])
        (parts if lead else lead).append(pictures)
        parts += _fold_table(averages, averages.folds, messages)
    return Section("averages", messages.format("averages.title"), parts, lead)


def average_opening(averages: Averages, _: Sections, __: Analysis, messages: Messages) -> Opening:
    """The average between the least and the largest of its parts; then that of the folds. All of it is cited."""
    folds, several = averages.folds, averages.is_multi_task
    of_folds = folds if folds is not None and not several else None
    kind, areas = (of_folds.kind, of_folds.area) if of_folds else (averages.task_kind, averages.task_areas)
    question = messages.format(f"report.question_{kind}", count=int((~np.isnan(areas)).sum()))
    answer: list[Cell] = [_average_text(averages, messages)] if several else []
    answer += [] if folds is None else _folds_text(averages, folds, messages)
    return Opening(question, answer, "averages", tuple(range(-several - (folds is not None), 0)))


def _average_text(averages: Averages, messages: Messages) -> Markup:
    ends = _area_range("task", averages.matrix.names, averages.task_areas)
    kind = averages.average
    area = DataNumber(f"average.{kind}", averages.overall.area)
    facts = {"average": messages.format(f"averages.{kind}.name"), "area": area}
    count = DataNumber("tasks", int((~np.isnan(averages.task_areas)).sum()))
    alike = "_alike" if count_unique_areas(averages.task_areas) == 1 else ""
    return format_html(messages, f"averages.headline_{averages.task_kind}{alike}", count=count, **facts, **ends)


def _folds_text(averages: Averages, folds: Folds, messages: Messages) -> list[Cell]:
    """What is found over all groups, and why one fails, if one does."""
    kind = averages.average if averages.is_multi_task else ""
    said = [
        groups_sentence(folds, averages.groups, kind, messages, HTML),
        group_warning(folds, averages.groups, messages, HTML),
    ]
    return [Markup(one.removesuffix(".").removesuffix("。")) for one in said if one]


def _area_range(prefix: str, names: Sequence[str], areas: np.ndarray) -> dict[str, DataNumber | Markup]:
    """The least and the largest of some areas, each with its name."""
    low, high = int(np.nanargmin(areas)), int(np.nanargmax(areas))
    return {
        "low": DataNumber(f"{prefix}.area.{names[low]}", float(areas[low])),
        "lowest": code_element(names[low]),
        "high": DataNumber(f"{prefix}.area.{names[high]}", float(areas[high])),
        "highest": code_element(names[high]),
    }


def _average_table(averages: Averages, messages: Messages) -> Grid:
    """A table of all averages, the chosen one named."""
    rows: list[tuple[Cell, ...]] = []
    for kind, parts in averages.by_kind.items():
        name = messages.format(f"averages.{kind}.name")
        opening = name[:1].upper() + name[1:]
        label = messages.format("report.chosen", name=opening) if kind == averages.average else opening
        rows.append((label, number_element(f"average.{kind}", parts.area)))
    return Grid((messages.format("averages.average"), messages.format("averages.column_area")), rows, row_headers=True)


def _task_figure(averages: Averages, analysis: Analysis, messages: Messages) -> Figure:
    """The curve that has the area of the average, among those of the tasks."""
    matrix, kind = averages.matrix, averages.average
    areas = task_areas(matrix, averages.scheme)
    averaged = average_curve(matrix, averages.overall, averages.scheme, areas)
    in_view = None if analysis.task is None else analysis.task.name
    named = dict(zip(matrix.names, areas, strict=True))
    name, area = messages.format(f"averages.{kind}.name"), averages.overall.area
    alt = messages.format("averages.alt", average=name, area=area, count=len(matrix.names))
    title = messages.format(
        "averages.picture_title", average=name, scheme=messages.format(f"schemes.{averages.scheme}.name")
    )
    drawn = draw_average(averaged, task_components(kind, named, in_view), title, averages.scheme, messages)
    return Figure("averages_chart", drawn, alt, [_average_caption(averages, messages)])


def _average_caption(averages: Averages, messages: Messages) -> Markup:
    """How the average arises; its opening word is bold there."""
    n_tasks = len(averages.matrix.names)
    counted = int((averages.overall.weight > 0).sum()) if averages.average in MEANS else n_tasks
    text = messages.format(
        f"averages.{averages.average}.arises",
        rows=DataNumber("rows", averages.rows),
        count=DataNumber("tasks", counted),
        entries=DataNumber("entries", averages.rows * n_tasks),
    )
    _, name, sentence = text.split("**")
    return Markup("<strong>{}</strong>{}").format(name, Markup(sentence))


def _task_table(averages: Averages, messages: Messages) -> Grid:
    """A table of classes or labels, with what each adds to the average where that is a mean of theirs."""
    matrix = averages.matrix
    columns: dict[str, Column] = {
        "positives": (matrix.positives, format_count),
        "area": (averages.task_areas, format_area),
    }
    if averages.average in MEANS:
        columns["share"] = (averages.overall.weight, format_area)
        columns["part"] = (averages.contributions(averages.average), format_area)
    return _number_table(messages.format("averages.column_name"), matrix.names, columns, "task", messages)


def _table_notes(averages: Averages, messages: Messages) -> list[Text]:
    """Notes on what the last column adds up to, and on tasks without an area."""
    if averages.average in MEANS:
        area = DataNumber(f"average.{averages.average}", averages.overall.area)
        notes = [Text(format_html(messages, "averages.parts_sum", area=area), quiet=True)]
    else:
        notes = [Text(messages.format("averages.parts_no_sum"), quiet=True)]
    columns = zip(averages.matrix.names, averages.task_areas, strict=True)
    absent = [code_element(name) for name, area in columns if np.isnan(area)]
    if absent:
        names = Markup(messages.format("data.separator")).join(absent)
        notes.append(Text(format_html(messages, "averages.absent", count=len(absent), names=names)))
    return notes


def _fold_figure(averages: Averages, folds: Folds, messages: Messages) -> Figure:
    """The mean of the folds among their curves."""
    alt = messages.format(f"averages.{folds.kind}.alt", count=len(folds.names), area=folds.mean)
    caption = format_title(
        messages.format(f"averages.{folds.kind}.mean"), number_element("mean_of_folds", folds.mean), messages
    )
    title = messages.format(f"averages.{folds.kind}.mean")
    parts = fold_components(folds, messages, low_area_group(averages.groups))
    drawn = draw_average(folds.mean_average, parts, title, averages.scheme, messages)
    return Figure("folds_chart", drawn, alt, [caption])


def _fold_table(averages: Averages, folds: Folds, messages: Messages) -> list[Component]:
    """The table of folds; of one task with the interval of each, why it was found so, and what chance gives."""
    columns: dict[str, Column] = {
        "rows": (folds.rows, format_count),
        "positives": (folds.positives, format_count),
        "area": (folds.area, format_area),
    }
    order = order_by_area(folds.area) if folds.kind == "groups" else list(range(len(folds.names)))
    names = [group_names(folds, messages)[index] for index in order]
    columns = {name: (values[order], write) for name, (values, write) in columns.items()}
    grid = _number_table(messages.format(f"averages.{folds.kind}.column"), names, columns, "fold", messages)
    note = Text(Markup(mean_sentence(folds, averages.overall.area, messages, HTML).replace("**", "")), quiet=True)
    if not averages.groups:
        return [grid, note]
    header = [*grid.header, messages.format("report.column_interval"), messages.format("averages.column_chance")]
    both = zip(grid.rows, names, [averages.groups[index] for index in order], strict=True)
    rows = [(*row, *_group_cells(name, one, messages)) for row, name, one in both]
    reasons = dict.fromkeys(interval_reason(one.interval, messages) for one in averages.groups if one)
    column = None if averages.group is None else str(averages.group.name)
    said = clusters_notice(averages.groups, averages.matrix.clusters, column)
    of_clusters = [] if said is None else [Text(Markup(messages.format_notice(said, code_element)), quiet=True)]
    return [Grid(header, rows, row_headers=True), note, *(Text(reason, quiet=True) for reason in reasons), *of_clusters]


def _group_cells(name: str, group: GroupArea | None, messages: Messages) -> tuple[Cell, Cell]:
    """The interval of a group, and the area of a random order."""
    if group is None:
        return "", ""
    ends = f"fold.interval_low.{name}", f"fold.interval_high.{name}"
    interval = interval_element(*ends, group.interval.interval, messages)
    return interval, number_element(f"fold.chance.{name}", group.chance)


def _number_table(
    header: str, names: Sequence[str], columns: dict[str, Column], prefix: str, messages: Messages
) -> Grid:
    """A line for each name; columns have values, and how each is written."""
    rows: list[tuple[Cell, ...]] = []
    for index, name in enumerate(names):
        cells = (
            number_element(f"{prefix}.{column}.{name}", float(values[index]), write)
            for column, (values, write) in columns.items()
        )
        rows.append((code_element(name), *cells))
    return Grid([header, *column_titles("averages.column_", columns, messages)], rows, row_headers=True)
