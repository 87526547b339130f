"""What a page about several tasks hands over: an average over classes or labels, over folds, or over both.

No interval stands in the sentence: the logit interval is that of one ranking.
"""

from __future__ import annotations

from functools import partial

import numpy as np
import pandas as pd

from pr_curve_lab.analysis.averages import Folds
from pr_curve_lab.exports.analysis_in_view import Analysis
from pr_curve_lab.exports.averages_in_view import Averages
from pr_curve_lab.exports.code import average_code
from pr_curve_lab.exports.code.average_code import WantedAverage
from pr_curve_lab.exports.numbers.average_numbers import averages_csv, averages_json
from pr_curve_lab.exports.numbers.rows_file import without_formulas
from pr_curve_lab.exports.page_exports import File, PageExports, report_of
from pr_curve_lab.exports.report import averages as report
from pr_curve_lab.exports.report.document import SECTIONS
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.citations import Counted, in_languages, measure
from pr_curve_lab.i18n.numerals import count_text
from pr_curve_lab.i18n.task_name import TaskName


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
    return PageExports(files, sentences, average_code.both(wanted))


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
