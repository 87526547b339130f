"""What a page about several questions hands over: an average over classes or labels, over folds, or over both.

No interval stands in the sentence: the logit interval is that of one ranking.
"""

from __future__ import annotations

import csv
import io
import json
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
from markupsafe import Markup

from pr_app.averages import Answers, Folds
from pr_app.roles import Kind
from pr_app.take_along import average_code
from pr_app.take_along.analysis import Analysis
from pr_app.take_along.average_code import WantedAverage
from pr_app.take_along.citation import Counted, in_languages
from pr_app.take_along.numbers_file import installed_version
from pr_app.take_along.parcel import File, Parcel, report_of
from pr_app.take_along.report.datum import Datum, quoted
from pr_app.take_along.report.document import SECTIONS
from pr_app.take_along.report.parts import Cell, Grid, Part, Section, Text
from pr_app.take_along.rows_file import without_formulas
from pr_app.words import Words
from pr_metrics import AverageParts


@dataclass(frozen=True, eq=False)
class Averages:
    """An average, what it is made of, and the rows behind it."""

    stem: str  # of the names of files
    name: str  # of the data
    answers: Answers
    asked: Kind  # what the questions are
    average: str  # micro, macro, weighted or samples; of one question each is its area
    scheme: str
    of_all: AverageParts
    by_question: np.ndarray  # the area of each; nan without positives
    folds: Folds | None = None
    weight: str | None = None  # the column
    group: pd.Series | None = None

    @property
    def rows(self) -> int:
        """How many rows are counted."""
        return len(self.answers.positive)

    @property
    def rows_averaged(self) -> int:
        """How many of them have a part in the average: rows without any label have none in that of samples."""
        return int((self.of_all.share > 0).sum()) if self.average == "samples" and self.several else self.rows

    @property
    def several(self) -> bool:
        """Whether there is more than one question."""
        return len(self.answers.names) > 1


def of_averages(averages: Averages, analysis: Analysis, rows_in_view: Counted, words: Words) -> Parcel:
    """The average and the mean of the folds, as sentence, code and files; the report is about the question in view."""
    sentences = in_languages(partial(_said, averages), words)
    stem = averages.stem
    rows = f"{stem}_rows.csv"
    files = (
        File("rows", rows, "text/csv", partial(rows_csv_of_all, averages)),
        File("csv", f"{stem}_averages.csv", "text/csv", partial(averages_csv, averages)),
        File("json", f"{stem}_averages.json", "application/json", partial(averages_json, averages, sentences)),
        report_of(analysis, rows_in_view, words, sections=(partial(_section, averages), *SECTIONS)),
    )
    wanted = WantedAverage(
        rows,
        len(averages.answers.names),
        averages.average if averages.several else None,
        averages.scheme,
        weighted=averages.answers.weight is not None,
        folds=0 if averages.folds is None else int((~np.isnan(averages.folds.area)).sum()),
    )
    return Parcel(files, sentences, average_code.both(wanted))


def _section(averages: Averages, _: Analysis, words: Words) -> Section:
    """The average with the areas of the questions and of the folds."""
    parts: list[Part] = [Text(sentence) for sentence in _said(averages, words)]
    if averages.several:
        areas = {
            name: ("question", area) for name, area in zip(averages.answers.names, averages.by_question, strict=True)
        }
        parts.append(_grid("column_name", areas, words))
    if averages.folds is not None:
        areas = {name: ("fold", area) for name, area in zip(averages.folds.names, averages.folds.area, strict=True)}
        parts.append(_grid("column_fold", areas, words))
    return Section("averages", words.say("averages.title"), parts)


def _grid(head: str, areas: dict[str, tuple[str, float]], words: Words) -> Grid:
    rows: list[tuple[Cell, ...]] = [
        (quoted(name), "" if np.isnan(area) else Markup(f"{Datum(f'{of}.{name}', float(area)):.4f}"))
        for name, (of, area) in areas.items()
    ]
    return Grid((words.say(f"averages.{head}"), words.say("averages.column_area")), rows, heads=True)


def rows_csv_of_all(averages: Averages) -> bytes:
    """Columns label_... (1 or 0) of every question, then score_... of every question, then weight and group."""
    answers = averages.answers
    names = [" ".join(name.split()) for name in answers.names]
    columns: dict[str, object] = {
        f"label_{name}": answers.positive[:, column].astype("int8") for column, name in enumerate(names)
    }
    columns |= {f"score_{name}": answers.score[:, column] for column, name in enumerate(names)}
    if answers.weight is not None:
        columns["weight"] = answers.weight
    if averages.group is not None:
        columns["group"] = without_formulas(averages.group)
    return pd.DataFrame(columns).to_csv(index=False, lineterminator="\n").encode("utf-8")


def averages_csv(averages: Averages) -> bytes:
    """One number a line: which quantity, of what, and its value to the bit."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(("quantity", "average", "scheme", "name", "value"))
    facts = _facts(averages)
    kind = facts["average"] or ""
    lines = [("area", kind, facts["area"], "")]
    lines += [("area", "", one["area"], one["name"]) for one in facts["questions"]]
    if facts["folds"] is not None:
        lines += [("area_of_fold", kind, one["area"], one["name"]) for one in facts["folds"]["each"]]
        lines += [(f"{name}_of_folds", kind, facts["folds"][name], "") for name in ("mean", "deviation")]
    names = without_formulas(pd.Series([name for *_, name in lines], dtype=object))
    for (quantity, average, value, _), name in zip(lines, names, strict=True):
        table.writerow((quantity, average, averages.scheme, name, "" if value is None else repr(value)))
    return text.getvalue().encode("utf-8")


def averages_json(averages: Averages, citation: tuple[str, ...]) -> bytes:
    """Everything about the average; what is undefined is null."""
    facts = {**_facts(averages), "citation": list(citation), "made_by": {"pr_metrics": installed_version()}}
    return json.dumps(facts, ensure_ascii=False, allow_nan=False, indent=1).encode("utf-8")


def _facts(averages: Averages) -> dict[str, Any]:
    answers = averages.answers
    columns = zip(answers.names, answers.positives.tolist(), averages.by_question.tolist(), strict=True)
    return {
        "data": {"name": averages.name, "rows": averages.rows, "weight": averages.weight},
        "average": averages.average if averages.several else None,
        "scheme": averages.scheme,
        "area": _defined(averages.of_all.area),
        "questions": [{"name": name, "positives": count, "area": _defined(area)} for name, count, area in columns],
        "folds": None if averages.folds is None else _folds(averages.folds),
    }


def _folds(folds: Folds) -> dict[str, Any]:
    each = zip(folds.names, folds.rows.tolist(), folds.positives.tolist(), folds.area.tolist(), strict=True)
    return {
        "each": [
            {"name": name, "rows": rows, "positives": count, "area": _defined(area)} for name, rows, count, area in each
        ],
        "mean": _defined(folds.mean),
        "deviation": _defined(folds.deviation),
    }


def _said(averages: Averages, words: Words) -> list[str]:
    """The average with its number of questions and the least and the largest of them; then the folds."""
    scheme = words.say(f"take_along.scheme.{averages.scheme}")
    sentences = []
    if averages.several:
        low, high = int(np.nanargmin(averages.by_question)), int(np.nanargmax(averages.by_question))
        names = [" ".join(name.split()) for name in averages.answers.names]
        sentences.append(
            words.say(
                f"take_along.average_{averages.asked}",
                average=_opening(averages, words),
                scheme=scheme,
                questions=int((~np.isnan(averages.by_question)).sum()),
                area=averages.of_all.area,
                rows=averages.rows_averaged,
                low=float(averages.by_question[low]),
                lowest=names[low],
                high=float(averages.by_question[high]),
                highest=names[high],
            )
            + _weighted(averages, words)
        )
    if averages.folds is not None:
        sentences.append(_of_folds(averages, averages.folds, scheme, words))
    return sentences


def _of_folds(averages: Averages, folds: Folds, scheme: str, words: Words) -> str:
    spread = "" if np.isnan(folds.deviation) else words.say("take_along.deviation", deviation=folds.deviation)
    kind = _opening(averages, words) if averages.several else ""
    key = "take_along.folds_of_several" if averages.several else "take_along.folds"
    counted = folds.counted
    facts = {"average": kind, "scheme": scheme, "count": int(counted.sum()), "rows": int(folds.rows[counted].sum())}
    said = words.say(key, **facts, mean=folds.mean, spread=spread) + _weighted(averages, words)
    if not folds.incomplete:
        return said
    return said + words.say("take_along.folds_incomplete", count=len(folds.incomplete))


def _weighted(averages: Averages, words: Words) -> str:
    """By which column the rows count, if they have weights."""
    if averages.weight is None:
        return ""
    return words.say("take_along.semicolon") + words.say("take_along.weighted", column=averages.weight)


def _opening(averages: Averages, words: Words) -> str:
    """The name of the average, which opens a sentence."""
    name = words.say(f"averages.{averages.average}.name")
    return name[:1].upper() + name[1:]


def _defined(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
