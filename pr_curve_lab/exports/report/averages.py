"""The section about averages over tasks and folds, with its picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from markupsafe import Markup

from pr_curve_lab.analysis.averages import Averaged, Folds, average_of, task_areas
from pr_curve_lab.analysis.formatting import all_alike, rounded_text
from pr_curve_lab.analysis.intervals import GroupArea, clusters_notice, failing, worst_first
from pr_curve_lab.analysis.thinning import Resolution, drawn_vertices
from pr_curve_lab.exports.analysis import MEANS, Analysis, Averages
from pr_curve_lab.exports.report import charts
from pr_curve_lab.exports.report.charts import ALONE, Drawing
from pr_curve_lab.exports.report.components import (
    DECIMALS,
    Cell,
    Datum,
    Grid,
    Part,
    Picture,
    Pictures,
    Section,
    Text,
    quoted,
    say,
    titled,
)
from pr_curve_lab.exports.report.document import Opening, Sections
from pr_curve_lab.exports.report.models import HTML
from pr_curve_lab.i18n.area_sentences import interval_reason
from pr_curve_lab.i18n.messages import Words
from pr_curve_lab.i18n.names import finding, group_names, spread, why_it_fails
from pr_curve_lab.i18n.numbers import count_text
from pr_curve_lab.plotting.averages import PartCurve, all_vertices, folds_drawn, parts_drawn, place_of_name
from pr_curve_lab.web.payload import Bundle

FAINT = 2  # times as coarse as a curve with an area
OUTSTANDING = "lab-lines"


def draw_average(averaged: Averaged, parts: Sequence[PartCurve], title: str, scheme: str, words: Words) -> Bundle:
    """An average and its parts; the rows of "samples" have areas of their own, and no class balance."""
    area, look = averaged.drawn, charts.look_of(scheme)
    of_rows = bool(np.isnan(averaged.prevalence))
    prevalence = None if of_rows else averaged.prevalence
    names = ("averages.share_of_rows", "averages.area_of_row") if of_rows else ("chart.recall", "chart.precision")
    coarse = charts.shared_by(FAINT * len(parts))
    lines = [_part(part, coarse, words) for part in sorted(parts, key=lambda one: one.outstanding)]
    labels = [charts.title(title, ALONE, look)]
    if prevalence is not None:
        line, label = charts.balance(prevalence, words, ALONE)
        lines, labels = [*lines, line], [*labels, label]
    place = charts.number_place(all_vertices([area.curve, *(part.drawn.curve for part in parts)]), prevalence)
    labels.append(charts.number(area, words, ALONE, look, place))
    for part in parts:
        if part.outstanding:
            own = f"{charts.STRONG} {OUTSTANDING}-fill"
            labels.append(charts.label(place_of_name(part, area.curve), _said(part, words), ALONE, own))
    across, up = (words.say(name) for name in names)
    return Drawing(ALONE, (across, up), areas=[charts.area(area, scheme, look)], lines=lines, labels=labels).bundle()


def _part(part: PartCurve, resolution: Resolution, words: Words) -> Bundle:
    curve, look = drawn_vertices(part.drawn.curve, resolution), f"lab-part {OUTSTANDING if part.outstanding else ''}"
    return charts.line(curve.recall, curve.precision, look, said=_said(part, words))


def _said(part: PartCurve, words: Words) -> str:
    return f"{part.name} {words.say('chart.area', area=part.drawn.area)}"


Write = Callable[[float], str]
Column = tuple[np.ndarray, Write]
QUESTIONS = {
    "classes": "report.question_classes",
    "labels": "report.question_labels",
    "folds": "report.question_folds",
    "groups": "report.question_groups",
}


def section(averages: Averages, analysis: Analysis, words: Words) -> Section:
    """The tasks, then the folds, each with a picture and a table; the sentences stand with those to cite."""
    lead: list[Part] = []
    parts: list[Part] = []
    if averages.several:
        lead = [Pictures([_of_tasks(averages, analysis, words)])]
        parts += [_every_average(averages, words), _tasks(averages, words), *_notes(averages, words)]
    if averages.folds is not None:
        pictures: Part = Pictures([_of_folds(averages, averages.folds, words)])
        (parts if lead else lead).append(pictures)
        parts += _folds(averages, averages.folds, words)
    return Section("averages", words.say("averages.title"), parts, lead)


def opening(averages: Averages) -> Opening:
    """The average between the least and the largest of its parts; then that of the folds. All of it is cited."""
    folds = averages.folds

    def question(_: Analysis, words: Words) -> Cell:
        if not averages.several and folds is not None:
            return words.say(QUESTIONS[folds.called], count=int(folds.counted.sum()))
        return words.say(QUESTIONS[averages.asked], count=int((~np.isnan(averages.by_task)).sum()))

    def answer(_: Sections, __: Analysis, words: Words) -> list[Cell]:
        said: list[Cell] = [_over_tasks(averages, words)] if averages.several else []
        return said if folds is None else [*said, *_over_folds(averages, folds, words)]

    cited = averages.several + (folds is not None)
    return Opening(question, answer, "averages", tuple(range(-cited, 0)))


def _over_tasks(averages: Averages, words: Words) -> Markup:
    ends = _ends("task", averages.matrix.names, averages.by_task)
    kind = averages.average
    area = Datum(f"average.{kind}", averages.of_all.area)
    facts = {"average": words.say(f"averages.{kind}.name"), "area": area}
    count = Datum("tasks", int((~np.isnan(averages.by_task)).sum()))
    alike = "_alike" if all_alike(averages.by_task) else ""
    return say(words, f"averages.headline_{averages.asked}{alike}", count=count, **facts, **ends)


def _over_folds(averages: Averages, folds: Folds, words: Words) -> list[Cell]:
    """What is found over all groups, and why one fails, if one does."""
    kind = averages.average if averages.several else ""
    said = [finding(folds, averages.groups, kind, words, HTML), why_it_fails(folds, averages.groups, words, HTML)]
    return [Markup(one.removesuffix(".").removesuffix("。")) for one in said if one]


def _ends(of: str, names: Sequence[str], areas: np.ndarray) -> dict[str, Datum | Markup]:
    """The least and the largest of some areas, each with its name."""
    low, high = int(np.nanargmin(areas)), int(np.nanargmax(areas))
    return {
        "low": Datum(f"{of}.area.{names[low]}", float(areas[low])),
        "lowest": quoted(names[low]),
        "high": Datum(f"{of}.area.{names[high]}", float(areas[high])),
        "highest": quoted(names[high]),
    }


def _every_average(averages: Averages, words: Words) -> Grid:
    """A table of all averages, the chosen one named."""
    rows: list[tuple[Cell, ...]] = []
    for kind, parts in averages.by_kind.items():
        name = words.say(f"averages.{kind}.name")
        opening = name[:1].upper() + name[1:]
        label = words.say("report.chosen", name=opening) if kind == averages.average else opening
        rows.append((label, _number(f"average.{kind}", parts.area, _three)))
    return Grid((words.say("averages.average"), words.say("averages.column_area")), rows, heads=True)


def _of_tasks(averages: Averages, analysis: Analysis, words: Words) -> Picture:
    """The curve that has the area of the average, among those of the tasks."""
    matrix, kind = averages.matrix, averages.average
    tasks = task_areas(matrix, averages.scheme)
    averaged = average_of(matrix, averages.of_all, averages.scheme, tasks)
    in_view = None if analysis.task is None else analysis.task.name
    named = dict(zip(matrix.names, tasks, strict=True))
    name, area = words.say(f"averages.{kind}.name"), averages.of_all.area
    alt = words.say("averages.alt", average=name, area=area, count=len(matrix.names))
    title = words.say("averages.picture_title", average=name, scheme=words.say(f"schemes.{averages.scheme}.name"))
    drawn = draw_average(averaged, parts_drawn(kind, named, in_view), title, averages.scheme, words)
    return Picture("averages_chart", drawn, alt, [_arises(averages, words)])


def _arises(averages: Averages, words: Words) -> Markup:
    """How the average arises; its opening word is bold there."""
    tasks = len(averages.matrix.names)
    counted = int((averages.of_all.share > 0).sum()) if averages.average in MEANS else tasks
    text = words.say(
        f"averages.{averages.average}.arises",
        rows=Datum("rows", averages.rows),
        count=Datum("tasks", counted),
        entries=Datum("entries", averages.rows * tasks),
    )
    _, name, sentence = text.split("**")
    return Markup("<strong>{}</strong>{}").format(name, Markup(sentence))


def _tasks(averages: Averages, words: Words) -> Grid:
    """A table of classes or labels, with what each adds to the average where that is a mean of theirs."""
    matrix = averages.matrix
    columns: dict[str, Column] = {
        "positives": (matrix.positives, count_text),
        "area": (averages.by_task, _three),
    }
    if averages.average in MEANS:
        columns["share"] = (averages.of_all.share, _three)
        columns["part"] = (averages.adds(averages.average), _three)
    return _listed(words.say("averages.column_name"), matrix.names, columns, "task", words)


def _notes(averages: Averages, words: Words) -> list[Text]:
    """Notes on what the last column adds up to, and on tasks without an area."""
    if averages.average in MEANS:
        area = Datum(f"average.{averages.average}", averages.of_all.area)
        notes = [Text(say(words, "averages.parts_sum", area=area), quiet=True)]
    else:
        notes = [Text(words.say("averages.parts_no_sum"), quiet=True)]
    columns = zip(averages.matrix.names, averages.by_task, strict=True)
    absent = [quoted(name) for name, area in columns if np.isnan(area)]
    if absent:
        names = Markup(words.say("data.separator")).join(absent)
        notes.append(Text(say(words, "averages.absent", count=len(absent), names=names)))
    return notes


def _of_folds(averages: Averages, folds: Folds, words: Words) -> Picture:
    """The mean of the folds among their curves."""
    alt = words.say(f"averages.{folds.called}.alt", count=len(folds.names), area=folds.mean)
    caption = titled(words.say(f"averages.{folds.called}.mean"), _number("mean_of_folds", folds.mean, _three), words)
    title = words.say(f"averages.{folds.called}.mean")
    parts = folds_drawn(folds, words, failing(averages.groups))
    drawn = draw_average(folds.of_mean, parts, title, averages.scheme, words)
    return Picture("folds_chart", drawn, alt, [caption])


def _folds(averages: Averages, folds: Folds, words: Words) -> list[Part]:
    """The table of folds; of one task with the interval of each, why it was found so, and what chance gives."""
    columns: dict[str, Column] = {
        "rows": (folds.rows, count_text),
        "positives": (folds.positives, count_text),
        "area": (folds.area, _three),
    }
    order = worst_first(folds.area) if folds.called == "groups" else list(range(len(folds.names)))
    names = [group_names(folds, words)[index] for index in order]
    columns = {name: (values[order], write) for name, (values, write) in columns.items()}
    grid = _listed(words.say(f"averages.{folds.called}.column"), names, columns, "fold", words)
    note = Text(Markup(spread(folds, averages.of_all.area, words, HTML).replace("**", "")), quiet=True)
    if not averages.groups:
        return [grid, note]
    header = [*grid.header, words.say("report.column_interval"), words.say("averages.column_chance")]
    both = zip(grid.rows, names, [averages.groups[index] for index in order], strict=True)
    rows = [(*row, *_by_itself(name, one, words)) for row, name, one in both]
    reasons = dict.fromkeys(interval_reason(one.beside, words) for one in averages.groups if one)
    column = None if averages.group is None else str(averages.group.name)
    said = clusters_notice(averages.groups, averages.matrix.clusters, column)
    of_clusters = [] if said is None else [Text(Markup(words.say_problem(said, quoted)), quiet=True)]
    return [Grid(header, rows, heads=True), note, *(Text(reason, quiet=True) for reason in reasons), *of_clusters]


def _by_itself(name: str, one: GroupArea | None, words: Words) -> tuple[Cell, Cell]:
    """The interval of a group, and the area of a random order."""
    if one is None:
        return "", ""
    ends = {
        "low": Datum(f"fold.interval_low.{name}", one.beside.found.low),
        "high": Datum(f"fold.interval_high.{name}", one.beside.found.high),
    }
    return say(words, "models.interval", **ends), _number(f"fold.chance.{name}", one.chance, _three)


def _listed(head: str, names: Sequence[str], columns: dict[str, Column], of: str, words: Words) -> Grid:
    """A line for each name; columns have values, and how each is written."""
    titles = [head, *(words.say(f"averages.column_{column}") for column in columns)]
    rows: list[tuple[Cell, ...]] = [
        (
            quoted(name),
            *(_number(f"{of}.{column}.{name}", values[at], write) for column, (values, write) in columns.items()),
        )
        for at, name in enumerate(names)
    ]
    return Grid(titles, rows, heads=True)


def _number(of: str, value: float, write: Write) -> Cell:
    return "" if np.isnan(value) else Datum(of, float(value)).written(write(float(value)))


def _three(ratio: float) -> str:
    return rounded_text(ratio, f".{DECIMALS}f")
