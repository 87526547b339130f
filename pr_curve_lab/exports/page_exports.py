"""Exports of each page: sentences and code as text, files as functions that are called on a click.

A new page makes exports of its own, with its own sentences and code and the files that it shares with others.

The sentence about an average has no interval, since the logit interval is that of one ranking.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
import pandas as pd

from pr_curve_lab.analysis.areas import JoinedArea
from pr_curve_lab.analysis.averages import Folds
from pr_curve_lab.analysis.models import areas_under, model_pairs, rank_reversal_between
from pr_curve_lab.analysis.prevalence import Balances, Shuffled
from pr_curve_lab.analysis.scheme_differences import SchemeDifferences
from pr_curve_lab.analysis.thresholds import mixed_rows_of
from pr_curve_lab.exports import python_code
from pr_curve_lab.exports.analysis import Analysis, Averages, Models
from pr_curve_lab.exports.numbers import (
    balances_csv,
    balances_json,
    numbers_csv,
    numbers_json,
    rows_csv,
    without_formulas,
)
from pr_curve_lab.exports.numbers_of_models import averages_csv, averages_json, models_csv, models_json
from pr_curve_lab.exports.python_code import Wanted, WantedAverage, with_pr_metrics, with_scikit_learn
from pr_curve_lab.exports.report import averages as report
from pr_curve_lab.exports.report import class_balance, document
from pr_curve_lab.exports.report.document import (
    EVERYTHING,
    OF_EVERY_REPORT,
    SECTIONS,
    Chosen,
    Make,
    Opening,
    report_html,
)
from pr_curve_lab.exports.report.models import opening as report_opening
from pr_curve_lab.exports.report.models import sections_about
from pr_curve_lab.i18n import citations
from pr_curve_lab.i18n.citations import Counted, area_sentence, counted, in_languages, measure
from pr_curve_lab.i18n.messages import Words
from pr_curve_lab.i18n.names import TaskName
from pr_curve_lab.i18n.numbers import count_text
from pr_curve_lab.schema.tasks import BinaryTasks
from pr_metrics import rank_models

Say = Callable[[Words], list[str]]  # sentences in a language


@dataclass(frozen=True)
class File:
    """A file that is made when it is asked for."""

    key: str  # of its button's words and widget: rows, csv, json, report
    name: str
    kind: str  # of its content, as browsers name it
    make: Callable[..., bytes]  # the report takes what was chosen for it
    sections: tuple[str, ...] = ()  # of a report, to choose from

    def chosen(self, chosen: Callable[[], Chosen]) -> File:
        """The report as it is chosen when it is asked for."""
        make = self.make
        return replace(self, make=lambda: make(chosen()))


@dataclass(frozen=True)
class PageExports:
    """The sentences, code and files of one page."""

    files: tuple[File, ...]
    sentences: tuple[str, ...] = ()  # to cite: in the visitor's language, and in English
    code: Mapping[str, str] = field(default_factory=dict)  # by the name of the package that computes


def of_data(analysis: Analysis, rows: Counted, words: Words) -> PageExports:
    """The rows as they are understood, and the report about them."""
    return PageExports((rows_of(analysis), report_of(analysis, rows, words)))


def of_curve(
    analysis: Analysis,
    joined: JoinedArea,
    rows: Counted,
    words: Words,
    *,
    opening: Opening = document.THRESHOLD,
) -> PageExports:
    """The area of the page, which is the average precision, and the threshold in force."""
    points, chosen = analysis.points, analysis.chosen

    def said(language: Words) -> list[str]:
        return [
            citations.area_sentence(joined.scheme, joined.area, rows, language),
            citations.threshold_sentence(points, chosen, language, analysis.required),
        ]

    wanted = wanted_of(analysis, (joined.scheme,), threshold=float(points.threshold[chosen]))
    return _page_exports(analysis, rows, citations.in_languages(said, words), wanted, words, opening)


def of_areas(analysis: Analysis, pair: SchemeDifferences, rows: Counted, words: Words) -> PageExports:
    """Both areas and their difference."""
    areas = {pair.left: pair.left_area, pair.right: pair.right_area}
    of_both = partial(_of_both, areas, rows, decimals=analysis.decimals_of_areas)
    sentences = citations.in_languages(of_both, words)
    return _page_exports(analysis, rows, sentences, wanted_of(analysis, tuple(areas), difference=True), words)


def of_schemes(
    analysis: Analysis,
    areas: dict[str, float],
    compared: str,
    rows: Counted,
    words: Words,
    *,
    opening: Opening = document.TOOLS,
) -> PageExports:
    """The area of the compared scheme among those of all; the report opens with the numbers that were asked about."""

    def said(language: Words) -> list[str]:
        return [
            citations.area_sentence(compared, areas[compared], rows, language),
            citations.range_sentence(areas, language),
        ]

    sentences, wanted = citations.in_languages(said, words), wanted_of(analysis, tuple(areas))
    return _page_exports(analysis, rows, sentences, wanted, words, opening)


def rows_of(analysis: Analysis) -> File:
    """The rows as they were counted, which the code reads."""
    return File("rows", rows_name(analysis), "text/csv", lambda: rows_csv(analysis.cases, analysis.group))


def numbers_of(analysis: Analysis, sentences: tuple[str, ...]) -> tuple[File, File]:
    """The numbers of the analysis, for a spreadsheet and for a program."""
    stem = f"{analysis.stem}_numbers"
    return (
        File("csv", f"{stem}.csv", "text/csv", partial(numbers_csv, analysis)),
        File("json", f"{stem}.json", "application/json", partial(numbers_json, analysis, sentences)),
    )


def report_of(
    analysis: Analysis,
    rows: Counted,
    words: Words,
    *,
    sections: Mapping[str, Make] = SECTIONS,
    opening: Opening = document.AREAS,
    besides: Say | None = None,
) -> File:
    """The report of the whole analysis: both schemes, and the threshold in force; a page opens it with its question.

    A page that has more to say gives sections, and sentences to cite besides.
    """

    def make(chosen: Chosen = EVERYTHING) -> bytes:
        areas = {scheme: analysis.areas[scheme] for scheme in analysis.sides}
        points, at = analysis.points, analysis.chosen

        def said(language: Words) -> list[str]:
            more = [] if besides is None else besides(language)
            both = _of_both(areas, rows, language, decimals=analysis.decimals_of_areas)
            return [*both, citations.threshold_sentence(points, at, language, analysis.required), *more]

        wanted = wanted_of(analysis, tuple(areas), threshold=float(points.threshold[at]), difference=True)
        sentences, code = citations.in_languages(said, words), code_of(wanted)
        return report_html(analysis, sentences, code, words, sections=sections, opening=opening, chosen=chosen)

    return File("report", f"{analysis.stem}_report.html", "text/html", make, (*sections, *OF_EVERY_REPORT))


def code_of(wanted: Wanted) -> dict[str, str]:
    """The lines for each package that computes."""
    return {"pr_metrics": with_pr_metrics(wanted), "scikit-learn": with_scikit_learn(wanted)}


def wanted_of(
    analysis: Analysis, schemes: tuple[str, ...], *, threshold: float | None = None, difference: bool = False
) -> Wanted:
    """The numbers that the lines compute, of the rows of an analysis."""
    return Wanted(
        rows_name(analysis),
        schemes,
        weighted=analysis.cases.weight is not None,
        decimals=analysis.decimals,
        threshold=threshold,
        difference=difference,
        total_positives=analysis.total_positives,
        clustered=analysis.cases.groups_together is not None,
    )


def rows_name(analysis: Analysis) -> str:
    """The name of the file of rows, which the code reads."""
    return f"{analysis.stem}_rows.csv"


def _of_both(areas: dict[str, float], rows: Counted, words: Words, *, decimals: int) -> list[str]:
    """A sentence for each area, and one for the difference where there are two."""
    sentences = [
        citations.area_sentence(scheme, area, rows, words, decimals=decimals) for scheme, area in areas.items()
    ]
    if len(areas) > 1:
        left, right = areas
        sentences.append(citations.difference_sentence(left, right, areas[right] - areas[left], words))
    return sentences


def _page_exports(
    analysis: Analysis,
    rows: Counted,
    sentences: tuple[str, ...],
    wanted: Wanted,
    words: Words,
    opening: Opening = document.AREAS,
) -> PageExports:
    report = report_of(analysis, rows, words, opening=opening)
    files = (rows_of(analysis), *numbers_of(analysis, sentences), report)
    return PageExports(files, sentences, code_of(wanted))


def of_averages(averages: Averages, analysis: Analysis, rows_in_view: Counted, words: Words) -> PageExports:
    """The average and the mean of the folds, as sentence, code and files; the report adds the task in view."""
    said = partial(_said, averages, analysis.task)
    sentences = in_languages(said, words)
    stem = averages.stem
    rows = f"{stem}_rows.csv"
    files = (
        File("rows", rows, "text/csv", partial(rows_csv_of_all, averages)),
        File("csv", f"{stem}_averages.csv", "text/csv", partial(averages_csv, averages)),
        File("json", f"{stem}_averages.json", "application/json", partial(averages_json, averages, sentences)),
        report_of(
            analysis,
            rows_in_view,
            words,
            sections={"averages": partial(report.section, averages), **SECTIONS},
            opening=report.opening(averages),
            besides=said,
        ),
    )
    wanted = WantedAverage(
        rows,
        len(averages.matrix.names),
        averages.average if averages.several else None,
        averages.scheme,
        weighted=averages.matrix.weight is not None,
        folds=0 if averages.folds is None else int((~np.isnan(averages.folds.area)).sum()),
        missed=averages.matrix.missed,
        missed_in_folds=() if averages.folds is None else _missed_by_name(averages.folds),
    )
    return PageExports(files, sentences, python_code.average_code(wanted))


def _missed_by_name(folds: Folds) -> tuple[float, ...]:
    """The positives that were never scored of each fold, folds in the order of their names as text."""
    by_name = dict(zip(folds.names, folds.missed.tolist(), strict=True))
    return tuple(by_name[name] for name in sorted(by_name))


def rows_csv_of_all(averages: Averages) -> bytes:
    """Columns label_... (1 or 0) of every task, then score_... of every task, then weight and group."""
    matrix = averages.matrix
    names = [" ".join(name.split()) for name in matrix.names]
    columns: dict[str, object] = {
        f"label_{name}": matrix.positive[:, column].astype("int8") for column, name in enumerate(names)
    }
    columns |= {f"score_{name}": matrix.score[:, column] for column, name in enumerate(names)}
    if matrix.weight is not None:
        columns["weight"] = matrix.weight
    if averages.group is not None:
        columns["group"] = without_formulas(averages.group)
    return pd.DataFrame(columns).to_csv(index=False, lineterminator="\n").encode("utf-8")


def _said(averages: Averages, task: TaskName | None, words: Words) -> list[str]:
    """The average with its number of tasks and the least and the largest of them; then the folds.

    task: the one of several scores whose folds they are, where nothing is averaged over all.
    """
    of = measure(averages.scheme, words)
    sentences = []
    if averages.several:
        low, high = int(np.nanargmin(averages.by_task)), int(np.nanargmax(averages.by_task))
        names = [" ".join(name.split()) for name in averages.matrix.names]
        sentences.append(
            words.say(
                f"exports.average_{averages.asked}",
                average=_opening(averages, words),
                measure=of,
                count=int((~np.isnan(averages.by_task)).sum()),
                area=averages.of_all.area,
                rows=averages.rows_averaged,
                low=float(averages.by_task[low]),
                lowest=names[low],
                high=float(averages.by_task[high]),
                highest=names[high],
            )
            + _weighted(averages, words)
        )
    if averages.folds is not None:
        whose = "" if averages.several or task is None else words.say("exports.of", name=task.said(words))
        sentences.append(whose + _of_folds(averages, averages.folds, of, words))
    return sentences


def _of_folds(averages: Averages, folds: Folds, of: str, words: Words) -> str:
    spread = "" if np.isnan(folds.deviation) else words.say("exports.deviation", deviation=folds.deviation)
    kind = _opening(averages, words) if averages.several else ""
    key = f"exports.{folds.called}.{'of_several' if averages.several else 'of_one'}"
    counted = folds.counted
    facts = {"average": kind, "measure": of, "count": int(counted.sum()), "rows": int(folds.rows[counted].sum())}
    said = words.say(key, **facts, mean=folds.mean, spread=spread) + _weighted(averages, words)
    if folds.missed.any():
        missed = words.say("exports.missed", count=count_text(float(folds.missed.sum())))
        said += words.say("exports.semicolon") + missed
    if not folds.incomplete:
        return said
    return said + words.say("exports.folds_incomplete", count=len(folds.incomplete))


def _weighted(averages: Averages, words: Words) -> str:
    """The column of weights by which the rows count, if there is one."""
    if averages.weight is None:
        return ""
    return words.say("exports.semicolon") + words.say("exports.weighted", column=averages.weight)


def _opening(averages: Averages, words: Words) -> str:
    """The name of the average, which opens a sentence."""
    name = words.say(f"averages.{averages.average}.name")
    return name[:1].upper() + name[1:]


OTHERS = {key: make for key, make in SECTIONS.items() if key != "limits"}  # what it says, the page's own does


def of_balance(
    analysis: Analysis, both: Balances, by_chance: Shuffled | None, rows: Counted, words: Words
) -> PageExports:
    """Sentences, code and files about both balances; by_chance: what shuffled labels gave, if that is known."""
    decimals = analysis.decimals_of_areas
    moved = partial(_moved, both, decimals=decimals)

    def said(language: Words) -> list[str]:
        own_area = citations.area_sentence(both.scheme, both.own.area, rows, language, decimals=decimals)
        return [own_area, *moved(language)]

    sentences = citations.in_languages(said, words)
    own = partial(class_balance.section, both, by_chance)
    stem = f"{analysis.stem}_numbers"
    files = (
        rows_of(analysis),
        File("csv", f"{stem}.csv", "text/csv", partial(balances_csv, analysis, both, by_chance)),
        File("json", f"{stem}.json", "application/json", partial(balances_json, analysis, sentences, both, by_chance)),
        report_of(
            analysis,
            rows,
            words,
            sections={"balances": own, **OTHERS},
            opening=class_balance.opening(both),
            besides=moved,
        ),
    )
    prevalence = both.prevalence if both.moved else None
    return PageExports(files, sentences, code_of(replace(wanted_of(analysis, (both.scheme,)), prevalence=prevalence)))


def _moved(both: Balances, words: Words, *, decimals: int) -> list[str]:
    """The sentence about the asked balance, where that is not the data's own."""
    if not both.moved:
        return []
    return [citations.moved_sentence(both.scheme, both.asked.area, both.asked.text, words, decimals=decimals)]


def of_models(models: Models, analysis: Analysis, words: Words) -> PageExports:
    """Every model's sentence, the code for all, their rows and numbers, and a report about all of them."""
    about = replace(analysis, task=None)  # all models, whichever is in view
    stem, sentences = about.stem, in_languages(partial(_said_models_exports, models), words)
    rows = f"{stem}_rows.csv"
    code = python_code.model_code(
        rows,
        models.ranking.models,
        models.schemes,
        weighted=models.tasks.weight is not None,
        total_positives=analysis.total_positives,
        clustered=models.tasks.groups_together is not None,
    )
    report = partial(_report, models, about, sentences, code, words)
    files = (
        File("rows", rows, "text/csv", partial(rows_csv_of_models, models, analysis.group)),
        File("csv", f"{stem}_models.csv", "text/csv", partial(models_csv, models)),
        File("json", f"{stem}_models.json", "application/json", partial(models_json, models, stem, sentences)),
        File("report", f"{stem}_models_report.html", "text/html", report, (*sections_about(models), *OF_EVERY_REPORT)),
    )
    return PageExports(files, sentences, code)


def _report(
    models: Models,
    about: Analysis,
    sentences: tuple[str, ...],
    code: Mapping[str, str],
    words: Words,
    chosen: Chosen = EVERYTHING,
) -> bytes:
    """The page as a report: no number in it is of the model in view alone."""
    sections, opening = sections_about(models), report_opening(models)
    return report_html(about, sentences, code, words, sections=sections, opening=opening, chosen=chosen)


def rows_csv_of_models(models: Models, group: pd.Series | None) -> bytes:
    """Columns label (1 or 0), score_... of every model, weight, cluster and group where there are any."""
    columns: dict[str, object] = {"label": models.positive.astype("int8")}
    for column, name in enumerate(models.ranking.models):
        columns[f"score_{' '.join(name.split())}"] = models.tasks.score[:, column]
    if models.tasks.weight is not None:
        columns["weight"] = models.tasks.weight
    if models.tasks.groups_together is not None:
        columns["cluster"] = models.tasks.groups_together
    if group is not None:
        columns["group"] = without_formulas(group)
    return pd.DataFrame(columns).to_csv(index=False, lineterminator="\n").encode("utf-8")


def _said_models_exports(models: Models, words: Words) -> list[str]:
    """A sentence a model and scheme, then who is first under which scheme."""
    sentences = []
    for scheme in dict.fromkeys(models.schemes):
        sentences += [
            area_sentence(scheme, models.area(scheme, model), models.counted[model], words)
            for model in models.ranking.models
        ]
        first = words.say("report.comma").join(" ".join(model.split()) for model in models.ranking.winners(scheme))
        sentences.append(words.say("exports.first", measure=measure(scheme, words), models=first))
    return sentences


def counted_of(analysis: Analysis) -> Counted:
    """The counts of an analysis, as sentences say them.

    >>> from datetime import date
    >>> from pr_curve_lab.schema.examples import example_cases, example_table
    >>> counted_of(Analysis(example_cases("ten_rows"), example_table("ten_rows"), made_on=date(2026, 1, 1))).rows
    10
    """
    cases = analysis.cases
    return counted(cases, tied=mixed_rows_of(cases), left_out=analysis.left_out, task=analysis.task)


def models_of(tasks: BinaryTasks, analysis: Analysis) -> Models:
    """Several models under the schemes of an analysis of one of them, with no samples drawn.

    >>> from datetime import date
    >>> from pr_curve_lab.schema.examples import example_table, example_tasks
    >>> tasks = example_tasks("four_models")
    >>> analysis = Analysis(tasks.cases("forest"), example_table("four_models"), made_on=date(2026, 1, 1))
    >>> models_of(tasks, analysis).by_area[0]
    'forest'
    """
    schemes = analysis.sides
    points = {name: tasks.points(name) for name in tasks.names}
    ranking = rank_models(points)
    of_each = {name: replace(analysis, cases=tasks.cases(name), task=TaskName(name, "models")) for name in points}
    return Models(
        tasks,
        ranking,
        schemes,
        counted={name: counted_of(one) for name, one in of_each.items()},
        points=points,
        reversal=rank_reversal_between(ranking, schemes, points.__getitem__, tasks.cases),
        pairs=model_pairs(tasks, areas_under(ranking, "step")),
        in_view=tasks.countable[0],
    )
