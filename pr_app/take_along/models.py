"""What a page about several models hands over: each model's area under the schemes of the page, and who is first."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import dataclass
from functools import partial

import numpy as np
import pandas as pd
from markupsafe import Markup

from pr_app.take_along import model_code
from pr_app.take_along.analysis import Analysis, stem_of
from pr_app.take_along.citation import Counted, area_sentence, in_languages
from pr_app.take_along.numbers_file import installed_version
from pr_app.take_along.parcel import File, Parcel, report_of
from pr_app.take_along.report.datum import Datum, quoted
from pr_app.take_along.report.document import SECTIONS
from pr_app.take_along.report.parts import Cell, Grid, Section, Text
from pr_app.take_along.rows_file import without_formulas
from pr_app.words import Words
from pr_metrics import ModelRanking


@dataclass(frozen=True, eq=False)
class Models:
    """Several scores for one label, and their areas under every scheme."""

    ranking: ModelRanking
    schemes: tuple[str, ...]  # of the page; each is one of the ranking's
    positive: np.ndarray  # (n_rows,)
    score: np.ndarray  # (n_rows, n_models)
    weight: np.ndarray | None
    counted: dict[str, Counted]  # what is said about the rows of each model

    def area(self, scheme: str, model: str) -> float:
        """Of one model, joined by one scheme."""
        return float(self.ranking.area[self.ranking.schemes.index(scheme), self.ranking.models.index(model)])


def of_models(models: Models, analysis: Analysis, in_view: Counted, words: Words) -> Parcel:
    """Every model's sentence, the code for all, their rows and areas; the report opens with them."""
    stem = stem_of(analysis.example or analysis.cases.name)
    rows, sentences = f"{stem}_rows.csv", in_languages(partial(_said, models), words)
    files = (
        File("rows", rows, "text/csv", partial(rows_csv_of_models, models, analysis.group)),
        File("csv", f"{stem}_models.csv", "text/csv", partial(areas_csv, models)),
        File("json", f"{stem}_models.json", "application/json", partial(areas_json, models, stem, sentences)),
        report_of(analysis, in_view, words, sections=(partial(_section, models), *SECTIONS)),
    )
    code = model_code.both(rows, models.ranking.models, models.schemes, weighted=models.weight is not None)
    return Parcel(files, sentences, code)


def _section(models: Models, _: Analysis, words: Words) -> Section:
    """The models' areas under every scheme."""
    ranking = models.ranking
    rows: list[tuple[Cell, ...]] = [
        (
            words.say(f"schemes.{scheme}.name"),
            *(_area(f"model.{scheme}.{name}", area) for name, area in zip(ranking.models, areas, strict=True)),
        )
        for scheme, areas in zip(ranking.schemes, ranking.area.tolist(), strict=True)
    ]
    header = (words.say("models.column_scheme"), *(quoted(name) for name in ranking.models))
    table = Grid(header, rows, heads=True)
    return Section("models", words.say("models.title"), [*map(Text, _said(models, words)), table])


def _area(of: str, area: float) -> Cell:
    return "" if np.isnan(area) else Markup(f"{Datum(of, area):.4f}")


def rows_csv_of_models(models: Models, group: pd.Series | None) -> bytes:
    """Columns label (1 or 0), score_... of every model, weight and group where there are any."""
    columns: dict[str, object] = {"label": models.positive.astype("int8")}
    for column, name in enumerate(models.ranking.models):
        columns[f"score_{' '.join(name.split())}"] = models.score[:, column]
    if models.weight is not None:
        columns["weight"] = models.weight
    if group is not None:
        columns["group"] = without_formulas(group)
    return pd.DataFrame(columns).to_csv(index=False, lineterminator="\n").encode("utf-8")


def areas_csv(models: Models) -> bytes:
    """Each model's area and rank under every scheme, one a line; numbers to the bit."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(("scheme", "model", "area", "rank"))
    ranking = models.ranking
    names = without_formulas(pd.Series(ranking.models, dtype=object)).tolist()
    for scheme, areas, ranks in zip(ranking.schemes, ranking.area.tolist(), ranking.rank.tolist(), strict=True):
        lines = zip(names, areas, ranks, strict=True)
        table.writerows((scheme, name, "" if np.isnan(area) else repr(area), rank) for name, area, rank in lines)
    return text.getvalue().encode("utf-8")


def areas_json(models: Models, name: str, citation: tuple[str, ...]) -> bytes:
    """Every area and rank by scheme and model; what is undefined is null."""
    ranking = models.ranking
    schemes = {
        scheme: {
            model: {"area": None if np.isnan(area) else area, "rank": rank}
            for model, area, rank in zip(ranking.models, areas, ranks, strict=True)
        }
        for scheme, areas, ranks in zip(ranking.schemes, ranking.area.tolist(), ranking.rank.tolist(), strict=True)
    }
    facts = {
        "data": {"name": name, "rows": models.positive.size, "positive_rows": int(models.positive.sum())},
        "weighted": models.weight is not None,
        "schemes": schemes,
        "compared": list(models.schemes),
        "citation": list(citation),
        "made_by": {"pr_metrics": installed_version()},
    }
    return json.dumps(facts, ensure_ascii=False, allow_nan=False, indent=1).encode("utf-8")


def _said(models: Models, words: Words) -> list[str]:
    """A sentence a model and scheme, then who is first under which scheme."""
    sentences = []
    for scheme in dict.fromkeys(models.schemes):
        sentences += [
            area_sentence(scheme, models.area(scheme, model), models.counted[model], words)
            for model in models.ranking.models
        ]
        first = words.say("report.comma").join(" ".join(model.split()) for model in models.ranking.winners(scheme))
        sentences.append(words.say("take_along.first", scheme=words.say(f"take_along.scheme.{scheme}"), models=first))
    return sentences
